"""Told without colour: pictures of the mission view as other eyes see it (docs/senses.md says what was looked at)."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.browser.demo import pass_to
from tests.browser.table import Seat

EYES = ("achromatopsia", "deuteranopia", "protanopia", "tritanopia")
TIP = 0.145
"""A point of a cell, from the middle of its left side, that lies within a diamond and on the rim of a circle."""


def picture(seat: Seat, to: Path) -> Image.Image:
    data = seat.page.screenshot(path=to)
    return Image.open(io.BytesIO(data)).convert("L")


def pointed(seat: Seat, shown: Image.Image, body: str) -> bool:
    """Whether the token of a body has its own grey at `TIP`, as a diamond has."""
    box = seat.token(body).bounding_box()
    assert box is not None

    def grey(x: float, y: float) -> int:
        value = shown.getpixel((int(box["x"] + x * box["width"]), int(box["y"] + y * box["height"])))
        assert isinstance(value, int)
        return value

    # Its own grey is above the letters that stand in the middle.
    return abs(grey(TIP, 0.5) - grey(0.5, 0.28)) < 12


@pytest.mark.parametrize("who", ["ben", "gil"])
def test_the_sides_differ_by_shape_to_all_eyes(table: Any, tmp_path: Path, who: str) -> None:
    gil = table.sit("gil")
    pass_to(gil, "gnash")
    seat = gil if who == "gil" else table.sit(who)
    seat.fit()
    plain = {body: set(css.split()) for body, css in seat.tokens().items() if not {"hid", "down"} & set(css.split())}
    others = [body for body, css in plain.items() if "enemy" in css]
    friends = [body for body, css in plain.items() if {"ally", "mine"} & css]
    assert friends
    seat.changed = True
    eyes = seat.context.new_cdp_session(seat.page)
    for kind in EYES:
        eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        shown = picture(seat, tmp_path / f"{who}-{kind}.png")
        assert [body for body in friends if pointed(seat, shown, body)] == [], kind
        assert [body for body in others if not pointed(seat, shown, body)] == [], kind
    if who == "gil":
        assert others
