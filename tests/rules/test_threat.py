"""Where a body could go and strike, of what the asker knows alone; and the way of a walk as each seat saw it."""

from __future__ import annotations

from typing import Any

from tactics.kernel.state import Edge
from tactics.kernel.view import ThreatView
from tactics.secrecy.known import known
from tests.rules.table import GM, Play, foe, hero

HIDDEN = {**foe(SPD=3, WIT=1), "hidden": True, "name": "Lurker"}


def threat(play: Play, body: str, seat: str, role: str = "player") -> ThreatView | None:
    seen = known(play.code, play.state, play.rules, seat, role)
    found = seen.state.bodies.get(body)
    assert play.code.threat is not None
    return play.code.threat(seen, found) if found is not None else None


def field(**units: Any) -> Play:
    return Play(
        [".........", ".a....f..", "........."], {"a": hero("ann", SPD=2, WIT=1), **units}, order="a" + "".join(units)
    )


def test_of_a_stranger_it_is_what_anybody_can() -> None:
    play = field(f=foe(SPD=6, WIT=1))
    found = threat(play, "f", "ann")
    assert found is not None
    assert "not known" in found.words
    exact = threat(play, "f", "gm", GM)
    assert exact is not None
    assert "not known" not in exact.words
    assert set(found.reach) < set(exact.reach) or len(exact.reach) == len(found.reach)


def test_its_points_change_nothing_of_it() -> None:
    quick, slow = field(f=foe(SPD=6, WIT=1)), field(f=foe(SPD=1, WIT=1))
    assert threat(quick, "f", "ann") == threat(slow, "f", "ann")


def test_an_unseen_body_is_in_nobodys_way() -> None:
    plain = Play(["a...f"], {"a": hero("ann", SPD=2, WIT=1), "f": foe(SPD=2, WIT=1)}, order="af")
    with_it = Play(["a.x.f"], {"a": hero("ann", SPD=2, WIT=1), "x": HIDDEN, "f": foe(SPD=2, WIT=1)}, order="axf")
    assert threat(plain, "f", "ann") == threat(with_it, "f", "ann")
    assert threat(with_it, "x", "ann") is None


def test_a_walk_is_told_as_its_way() -> None:
    play = Play(["a......"], {"a": hero("ann", SPD=3, WIT=1)}, order="a")
    play.do("move", unit="a", legs=[[[1, 0], [2, 0], [3, 0]], [[4, 0]]])
    (line,) = [x for x in play.lines("public") if x.kind == "move"]
    assert line.record["paths"] == {"a": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]}


def test_a_way_is_cut_to_what_was_seen() -> None:
    """Behind the wall nobody sees the walker: the way begins where it comes into sight."""
    play = Play(
        ["f......", "......a"],
        {"f": foe(SPD=4, WIT=1), "a": hero("ann", SPD=1, WIT=1)},
        order="fa",
        fog="sight",
        edges=[Edge((x, 0), (x, 1)) for x in range(6)],
    )
    play.do("move", unit="f", legs=[[[1, 0], [2, 0], [3, 0]], [[4, 0], [5, 0], [6, 0]]], by=GM)
    seen = [x.record["paths"]["f"] for x in play.lines("ann") if "paths" in x.record]
    assert all(way[0] != [0, 0] and len(way) < 7 for way in seen)
    assert "F appears" in " ".join(play.words("ann")) or "comes into sight" in " ".join(play.words("ann"))
    assert [x.record["paths"]["f"][0] for x in play.lines(GM) if "paths" in x.record] == [[0, 0]]
