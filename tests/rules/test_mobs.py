"""A Mob acts as one: one declaration, one price, a roll for each member that can (T-015, T-017)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.tempus.check_events import Checked, Declared
from tests.rules.table import GM, Play, foe, hero, mob

PACK: dict[str, int] = {"STR": 1, "DEX": 3, "SPD": 4, "WIT": 2, "HP": 6}


def pack(rows: list[str], members: int = 3, **more: Any) -> Play:
    wolves = {**mob(*[PACK] * members, seat="ann", side="heroes"), "skills": {"bite": 2}}
    sheep = {**foe(DEF=4, HP=40), "glyph": "s"}
    ram = {**foe(DEF=6, HP=40), "glyph": "r"}
    units = {"wolves": {**wolves, "glyph": "w"}, "sheep": sheep, "ram": ram}
    return Play(rows, units, order=["wolves", "sheep", "ram"], **more)


def checks(play: Play) -> list[Checked]:
    return play.events(Checked)


@pytest.mark.rule("T-015")
def test_each_member_in_reach_rolls_its_own_check_and_all_pay_once() -> None:
    play = pack(["ww.", "sw.", "..r"])
    play.do("act", unit="wolves", action="bite", target="sheep", dice=[9, 4, 1, 1, 8, 3])
    assert [c.body for c in checks(play)] == ["wolves.1", "wolves.2", "wolves.3"]
    assert [c.outcome for c in checks(play)] == ["success", "success", "success"]
    assert play.pool("wolves") == 2
    assert len(play.events(e.Spent)) == 1
    assert len(play.events(Declared)) == 1
    assert play.state.bodies["sheep"].hp == 40 - 7 - 4 - 6


@pytest.mark.rule("T-015")
def test_members_out_of_reach_do_not_take_part() -> None:
    play = pack(["w...w", "s....", "....w"])
    play.do("act", unit="wolves", action="bite", target="sheep", dice=[9, 4])
    assert [c.body for c in checks(play)] == ["wolves.1"]
    assert play.events(Declared)[0].bodies == ("wolves.1",)


@pytest.mark.rule("T-015")
def test_a_target_that_no_member_reaches_is_refused() -> None:
    play = pack(["w...", "....", "ww.s"])
    assert play.refused("act", unit="wolves", action="bite", target="sheep") == "illegal.range"


@pytest.mark.rule("T-015")
def test_members_may_go_for_different_targets() -> None:
    play = pack(["w.w", "s.r", "..w"])
    pairs = {"wolves.1": "sheep", "wolves.3": "ram"}
    play.do("act", unit="wolves", action="bite", targets=pairs, dice=[9, 4, 9, 4])
    assert [(c.body, c.target) for c in checks(play)] == [("wolves.1", "sheep"), ("wolves.3", "ram")]
    assert play.events(Declared)[0].targets == ("sheep", "ram")


def test_one_pair_that_cannot_refuses_the_whole_declaration() -> None:
    play = pack(["w.w", "s.r", "..w"])
    far = {"wolves.1": "sheep", "wolves.2": "sheep"}
    assert play.refused("act", unit="wolves", action="bite", targets=far) == "illegal.range"
    assert play.refused("act", unit="wolves", action="bite", targets={"ram": "sheep"}) == "unknown"
    assert play.refused("act", unit="wolves", action="bite", targets={"wolves.9": "sheep"}) == "unknown"
    assert play.refused("act", unit="wolves", action="bite", targets={}) == "bad_field"


@pytest.mark.rule("T-015")
def test_the_gm_may_let_one_roll_count_for_all() -> None:
    play = pack(["ww.", "sw.", "..r"], options={"tt.mob.attack_mode": "single"})
    play.do("act", unit="wolves", action="bite", target="sheep", dice=[9, 4])
    assert [(c.die, c.dealt) for c in checks(play)] == [(9, 7), (9, 7), (9, 7)]
    assert len(play.events(e.Rolled)) == 2


@pytest.mark.rule("T-017")
def test_lost_members_take_no_part() -> None:
    play = pack(["ww.", "sw.", "..r"])
    play.do("rule", knock_out="wolves.2")
    play.do("leave", by="gil", unit="wolves", body="wolves.3")
    play.do("act", unit="wolves", action="bite", target="sheep", dice=[9, 4])
    assert [c.body for c in checks(play)] == ["wolves.1"]
    assert play.refused("act", unit="wolves", action="bite", targets={"wolves.2": "sheep"}) == "illegal.target"
    assert play.refused("act", unit="wolves", action="bite", targets={"wolves.3": "sheep"}) == "unknown"


@pytest.mark.rule("T-015")
def test_a_skill_is_checked_by_every_member() -> None:
    play = pack(["ww.", "sw.", "..r"])
    play.do("act", unit="wolves", action="climb", dice=[5, 6, 7])
    assert [c.die for c in checks(play)] == [5, 6, 7]


def test_the_target_that_falls_is_still_hit_by_the_rest() -> None:
    play = pack(["ww.", "sw.", "..r"])
    play.do("rule", set={"sheep.hp": 5})
    play.do("act", unit="wolves", action="bite", target="sheep", dice=[9, 4, 9, 4, 9, 4])
    assert len(play.events(e.KnockedOut)) == 1
    assert len(play.events(e.Hurt)) == 3


def test_a_mobs_attack_is_one_line_with_one_for_each_check() -> None:
    play = pack(["ww.", "sw.", "..r"])
    play.do("act", unit="wolves", action="bite", target="sheep", dice=[9, 4, 9, 4, 9, 4])
    words = play.words("ann")
    assert words[0] == "Wolves: Simple Attack (2 PA)"
    assert len([line for line in play.lines("ann") if line.record.get("kind") == "attack"]) == 3
    hidden = play.lines("gil")
    assert [line.kind for line in hidden].count("roll") >= 4


def test_a_member_that_a_player_cannot_see_attacks_unnamed() -> None:
    play = Play(
        ["a.", "mm"],
        {
            "a": {"kind": "character", "side": "heroes", "seat": "ann", "stats": {"HP": 40, "SPD": 1}},
            "ghouls": {**mob(PACK, PACK), "skills": {"claw": 2}},
        },
        order=["ghouls", "a"],
    )
    play.do("rule", hide="ghouls.2")
    play.do("act", unit="ghouls", action="claw", target="a", dice=[9, 4, 9, 4])
    seen = play.lines("ann")
    said = " ".join(line.text for line in seen)
    assert "Ghoul 1" in said
    assert "Something" in said
    assert "ghouls.2" not in str(seen)
    assert "Ghoul 2" not in str(seen)


@pytest.mark.rule("T-049", "T-062", "T-063", "T-064")
def test_a_mob_tumbles_as_one_and_pays_once() -> None:
    rows = ["mm.b......", "m.........", ".........."]
    m = mob(*({"SPD": 4, "WIT": 3} for _ in range(3)))
    play = Play(rows, {"m": m, "b": hero("ann")}, order="mb")
    option = next(o for o in play.view(GM).options if o.key == "acrobatics")
    assert not option.why_not
    play.do("act", unit="m", action="acrobatics", target=[8, 0])
    ends = [play.at(f"m.{i}") for i in (1, 2, 3)]
    assert len(set(ends)) == 3
    assert all(end is not None and end[0] >= 5 for end in ends)
    assert (play.pool("m"), play.pool("m", "ma")) == (2, 2)
    x, y = ends[0] or (0, 0)
    free = next(c for c in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)) if c not in ends and c[1] >= 0)
    play.do("act", unit="m", action="timed_movement", paths={"m.1": [[list(free)]]})
    assert play.at("m.1") == free
    assert (play.pool("m"), play.pool("m", "ma")) == (1, 1)


def test_nobody_lands_on_a_mate() -> None:
    play = Play(["mm...", ".....", "....."], {"m": mob(*({"SPD": 4, "WIT": 3} for _ in range(2)))}, order="m")
    same = {"m.1": [[[1, 1]]], "m.2": [[[1, 1]]]}
    assert play.refused("act", unit="m", action="acrobatics", paths=same) == "illegal.occupied"
    assert play.refused("act", unit="m", action="acrobatics", legs=[[[1, 1]]]) == "bad_field"
    assert play.refused("act", unit="m", action="acrobatics", paths={"x.1": [[[1, 1]]]}) == "bad_field"


def test_the_gm_adds_modifiers_to_an_action() -> None:
    units = {"a": {**hero("ann", SPD=4, STR=2), "skills": {"climb": 1}}}
    play = Play(["a"], units, order="a")
    extra = [{"label": "slippery", "value": -2}]
    assert play.refused("act", unit="a", action="climb", modifiers=extra) == "not_allowed"
    play.do("act", unit="a", action="climb", by=GM, modifiers=extra, dice=[5])
    assert play.lines(GM)[-1].record["attempt"]["total"] == 6
    assert play.state.laid == ()
