"""A Mob moves, splits, joins and spreads its blows (T-015, T-042, T-049; table.md 14)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.codec import codec, encode
from tactics.mission.members import assigned
from tactics.secrecy.known import known as seen
from tactics.tempus.check_events import Checked
from tactics.tempus.march import paths
from tactics.tempus.table import TEMPUS
from tests.rules.table import Play, foe, hero, mob, shipped

PACK: dict[str, int] = {"STR": 1, "DEX": 3, "SPD": 4, "WIT": 2, "HP": 6}


def pack(rows: list[str], members: int = 4, **more: Any) -> Play:
    wolves = {**mob(*[PACK] * members, seat="ann", side="heroes"), "skills": {"bite": 2}, "glyph": "w"}
    units = {"wolves": wolves, "sheep": {**foe(DEF=4, HP=40), "glyph": "s"}, "ram": {**foe(DEF=6, HP=40), "glyph": "r"}}
    return Play(rows, units, order=["wolves", "sheep", "ram"], **more)


FIELD = ["ww......", "ww......", "........", "......s.", ".......r"]


@pytest.mark.rule("T-049")
def test_all_advance_for_one_move() -> None:
    play = pack(FIELD)
    play.do("march", unit="wolves", at=[6, 3])
    assert play.pool("wolves") == 3
    at = [play.at(f"wolves.{n}") for n in range(1, 5)]
    assert len(set(at)) == 4
    assert all(x + y > 2 for x, y in filter(None, at))


def test_they_keep_their_formation_around_the_leader() -> None:
    play = pack(FIELD)
    play.do("march", unit="wolves", at=[3, 2], lead="wolves.4")
    assert [play.at(f"wolves.{n}") for n in range(1, 5)] == [(2, 1), (3, 1), (2, 2), (3, 2)]


def test_the_offer_is_what_the_engine_walks() -> None:
    play = pack(FIELD)
    labels = {o.label: o for o in play.view("ann").options}
    assert labels["All advance on"].cost == "1 PA"
    assert labels["All keep formation"].command == {"lead": "wolves.1"}
    assert "All advance on" not in {o.label for o in play.view("gil").options if o.unit == "sheep"}


def test_twelve_find_legal_ways_through_a_door() -> None:
    """Each way of the proposal is legal while the others stand: the engine takes it as it is."""
    rows = ["wwww.#....", "wwww......", "wwww.#....", ".....#....", ".....#...s"]
    play = pack(rows, members=12)
    for _ in range(4):
        before = [play.at(f"wolves.{n}") for n in range(1, 13)]
        play.do("march", unit="wolves", at=[9, 4])
        after = [play.at(f"wolves.{n}") for n in range(1, 13)]
        assert len(set(after)) == 12
        assert after != before


def test_in_free_movement_they_go_all_the_way() -> None:
    play = pack(FIELD)
    play.do("rule", mode="free")
    play.do("march", unit="wolves", at=[6, 3])
    near = [max(abs(x - 6), abs(y - 3)) for x, y in filter(None, (play.at(f"wolves.{n}") for n in range(1, 5)))]
    assert max(near) <= 2


def test_what_cannot_march_is_refused() -> None:
    play = pack(FIELD)
    assert play.refused("march", unit="wolves", at=[60, 3]) == "illegal.blocked"
    assert play.refused("march", unit="wolves", at=[2, 1], lead="sheep") == "unknown"
    assert play.refused("march", unit="wolves", at="nowhere") == "bad_field"
    assert play.refused("march", unit="sheep", at=[2, 1]) == "not_your_turn"
    play.do("rule", set={"wolves.pa": 0})
    assert play.refused("march", unit="wolves", at=[6, 3]) == "illegal.cost"


def test_a_player_is_proposed_nothing_that_a_hidden_body_tells() -> None:
    """The ways are made from what the seat knows: a hidden body is in nobody's way until it is met."""
    known = []
    for hide in (True, False):
        play = pack(["ww....s.", "........", "........", "........", "........"], members=2)
        if hide:
            play.do("rule", hide="sheep")
        else:
            play.do("leave", by="gil", unit="sheep")
        view = seen(TEMPUS, play.state, shipped(), "ann", "player")
        known.append(paths(view, view.state.units["wolves"], (6, 0)))
    assert known[0] == known[1]


# --- spreading ---------------------------------------------------------------------------------------


@pytest.mark.rule("T-015")
def test_the_spread_is_proposed_and_can_be_sent_as_it_is() -> None:
    play = pack(["ww.", "sr.", "ww."])
    option = next(o for o in play.view("ann").options if o.key.startswith("spread:simple_attack"))
    aims = {f.name.partition("/")[2]: f.value for f in option.fields}
    assert sorted(aims.values()) == ["ram", "ram", "sheep", "sheep"]
    play.do("act", unit="wolves", targets=aims, dice=[9, 4] * 4, **option.command)
    assert sorted(c.target for c in play.events(Checked)) == ["ram", "ram", "sheep", "sheep"]
    assert play.pool("wolves") == 2


@pytest.mark.rule("T-042")
def test_over_turns_a_spread_leaves_nobody_out() -> None:
    """What a Mob can only begin it does as a whole: each member has a target, or it is not offered."""
    slow = dict.fromkeys((f"wolves.{n}.stats.SPD" for n in range(1, 5)), 2)
    for rows, whole in ((["ww.", "sr.", "ww."], True), (["ww..", "sr..", "w..w"], False)):
        play = pack(rows)
        play.do("rule", set=slow)
        for unit in ("wolves", "sheep", "ram"):
            play.do("end_turn", unit=unit)
        offers = {o.key.partition(":")[2]: o for o in play.view("ann").options if o.key.startswith("spread:power")}
        assert bool(offers) == whole
        for option in offers.values():
            assert "over turns" in option.cost
            assert all("" not in dict(field.choices) for field in option.fields)
            aims = {f.name.partition("/")[2]: f.value for f in option.fields}
            play.do("act", unit="wolves", targets=aims, **option.command)
            assert play.state.units["wolves"].part.extended.owed == {"pa": 1}


def test_who_reaches_one_target_only_has_no_other_choice() -> None:
    assert assigned({"a": ["x", "y"], "b": ["x"], "c": ["x", "y"]}) == {"b": "x", "a": "y", "c": "x"}


# --- splitting and joining ---------------------------------------------------------------------------


@pytest.mark.rule("T-042")
def test_a_split_gives_nobody_a_second_turn() -> None:
    play = pack(FIELD)
    play.do("move", unit="wolves", paths={"wolves.2": [[2, 0]]})
    play.do("split", unit="wolves", bodies=["wolves.3", "wolves.4"], into="strays")
    state = play.state
    assert (state.units["wolves"].bodies, state.units["strays"].bodies) == (
        ("wolves.1", "wolves.2"),
        ("wolves.3", "wolves.4"),
    )
    assert state.bodies["wolves.3"].unit == "strays"
    assert play.pool("strays") == 3
    assert play.order == ("wolves", "strays", "sheep", "ram")
    assert play.refused("move", unit="strays", paths={"wolves.3": [[0, 2]]}) == "not_your_turn"
    play.do("end_turn", unit="wolves")
    assert play.turn == "sheep"
    assert play.round_over() == ["sheep", "ram"]
    assert set(play.order) == {"wolves", "strays", "sheep", "ram"}
    assert codec(TEMPUS).state(encode(play.state)) == play.state


def test_two_become_one_again_with_the_lower_points() -> None:
    play = pack(FIELD)
    play.do("rule", set={"wolves.3.hp": 2})
    play.do("split", unit="wolves", bodies=["wolves.3"], into="stray")
    play.do("end_turn", unit="wolves")
    play.do("merge", unit="stray", into="wolves", by="ann")
    assert play.state.units["wolves"].bodies == ("wolves.1", "wolves.2", "wolves.4", "wolves.3")
    assert play.state.bodies["wolves.3"].hp == 2
    assert "stray" not in play.state.units
    assert play.order == ("wolves", "sheep", "ram")
    assert play.refused("split", unit="wolves", bodies=["wolves.1"], into="stray") == "bad_field"


def test_what_cannot_split_or_join_is_refused() -> None:
    play = pack(FIELD)
    every = [f"wolves.{n}" for n in range(1, 5)]
    assert play.refused("split", unit="wolves", bodies=every, into="x") == "bad_field"
    assert play.refused("split", unit="wolves", bodies=["sheep"], into="x") == "unknown"
    assert play.refused("split", unit="wolves", bodies=["wolves.1"], into="ram") == "bad_field"
    assert play.refused("split", by="ann", unit="sheep", bodies=["sheep"], into="x") == "not_your_unit"
    assert play.refused("merge", by="gil", unit="sheep", into="wolves") == "illegal.target"
    assert play.refused("merge", unit="wolves", into="wolves") == "illegal.nothing"
    play.do("split", unit="wolves", bodies=["wolves.1"], into="x")
    assert play.refused("merge", unit="x", into="wolves", by="ann") == "illegal.phase"


def test_strangers_read_nothing_of_a_split() -> None:
    """Whom the bodies act with is the plan of who plays them."""
    units = {
        "a": hero("ann"),
        "wolves": {**mob(PACK, PACK, PACK), "glyph": "w"},
    }
    play = Play(["a..ww", "...w.", ".....", ".....", "....."], units, order=["a", "wolves"])
    play.do("split", by="gil", unit="wolves", bodies=["wolves.1"], into="stray")
    assert play.words("ann") == []


@pytest.mark.rule("T-049", "T-070")
def test_a_mobs_prepared_move_is_made_by_all_of_it_together() -> None:
    play = Play(["m......", "m......", "......a"], {"m": mob(PACK, PACK), "a": hero("ann", SPD=4)}, order="ma")
    play.do("prepare", unit="m", action="move", target=[3, 0])
    play.do("end_turn", unit="m")
    before = [play.at("m.1"), play.at("m.2")]
    play.do("interrupt", unit="m", prepared=1)
    assert all(now is not None and was is not None and now[0] > was[0] for now, was in
               zip([play.at("m.1"), play.at("m.2")], before, strict=True))  # fmt: skip
