"""The pictures of the shelf's maps tell by light alone, so in grey too, what matters to whoever walks there."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from missions import demo
from missions.demos.painting import SIDE, paint
from tactics import rulesets
from tactics.kernel.view import BoardView
from tactics.secrecy.project import project
from tests.outerah.table import rules_with


@pytest.fixture(scope="module")
def river() -> tuple[BoardView, Image.Image]:
    """The board of the Otter crossing, and its picture in grey."""
    code, rules = rulesets.get("outerah"), rules_with({})
    plan = next(plan for plan in demo.plans("outerah") if plan["name"] == "The Otter crossing")
    board = project(code, demo.begin(code, rules, plan), rules, "gm", "gm").boards[0]
    return board, Image.open(io.BytesIO(paint(board, plan["painting"]))).convert("L")


@pytest.mark.rule("O-127", "O-128")
def test_where_one_wades_is_lighter_than_where_one_swims(river: tuple[BoardView, Image.Image]) -> None:
    board, picture = river
    styles = {entry.letter: entry.style for entry in board.palette}
    light: dict[str, list[float]] = {"water": [], "deep": []}
    for at, letter in enumerate(board.terrain):
        if styles[letter] in light:
            x, y = at % board.width * SIDE, at // board.width * SIDE
            pixels = picture.crop((x + 12, y + 12, x + SIDE - 12, y + SIDE - 12)).resize((1, 1), Image.Resampling.BOX)
            light[styles[letter]].append(float(pixels.getpixel((0, 0))))  # type: ignore[arg-type]
    assert len(light["water"]) > 40
    assert len(light["deep"]) > 60
    # Of the cells at the shore and beside the planks a part is painted as what they lie beside.
    wade, swim = sorted(light["water"]), sorted(light["deep"])
    assert wade[len(wade) // 10] > swim[-len(swim) // 10] + 25
