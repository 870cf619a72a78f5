"""The largest board with fifty units, as each ruleset makes it: what the page of a GM and of a player holds."""

from __future__ import annotations

import xml.etree.ElementTree as ET
import zlib
from typing import Any

import pytest

from missions.live.fragments import parts
from tactics.secrecy.project import project
from tests.outerah.table import Battle
from tests.rules.table import GM, Play

SIDE, HEROES, MOBS, MEMBERS = 100, 5, 9, 5
NODES, BYTES = 10_000, 30_000
TEMPLATES = {"tempus": ("mara", "goblins"), "outerah": ("vael", "raiders")}


def play(code: type[Play], hero: str, mob: str) -> Play:
    """Five heroes and nine Mobs of five all over partly rough ground; Ann's hero acts."""
    rows = [["." if (x // 9 + y // 7) % 4 else "," for x in range(SIDE)] for y in range(SIDE)]
    units: dict[str, dict[str, Any]] = {}
    at = 57
    for n in range(HEROES + MOBS):
        spec = {"template": mob, "side": "foes", "seat": GM, "count": MEMBERS}
        if n < HEROES:
            spec = {"template": hero, "side": "heroes", "seat": f"p{n}" if n else "ann"}
        units[f"u{n}"] = {**spec, "name": f"Unit {n}", "glyph": chr(0x3B1 + n)}
        for _ in range(1 if n < HEROES else MEMBERS):
            at = (at + 193 * 31) % SIDE**2
            rows[at // SIDE][at % SIDE] = chr(0x3B1 + n)
    return code(["".join(row) for row in rows], units, order=list(units))


@pytest.mark.parametrize("code", [Play, Battle])
@pytest.mark.parametrize("seat", [GM, "ann"])
def test_the_largest_board_of_each_ruleset_keeps_its_budget(code: type[Play], seat: str) -> None:
    at = play(code, *TEMPLATES[code.code.name])
    role = at.state.seats[seat].role
    # A GM's page leaves out what a player's unit can do until it is asked for.
    view = project(code.code, at.state, at.rules, seat, role, withhold=role == "gm")
    shown = parts(view, at.lines(seat))
    assert len(view.tokens) == HEROES + MOBS * MEMBERS
    html = "".join(shown.values())
    assert sum(1 for _ in ET.fromstring(f"<r>{html}</r>").iter()) < NODES
    assert len(zlib.compress(html.encode(), 6)) < BYTES
