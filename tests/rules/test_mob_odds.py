"""Of a Mob's action each member has its own odds, also where each goes for a target of its own (T-015; table.md 23)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tactics.effects.distribution import percent, permille
from tactics.kernel import commands as c
from tactics.kernel.dice import BranchingDice
from tactics.kernel.engine import Actor, decide
from tactics.tempus.check_events import Checked
from tests.rules.table import Play, foe, mob

STRONG: dict[str, int] = {"STR": 1, "DEX": 5, "SPD": 4, "WIT": 2, "HP": 6}
WEAK = {**STRONG, "DEX": 1}


def pack(*members: dict[str, int], rows: list[str], **more: Any) -> Play:
    wolves = {**mob(*members, seat="ann", side="heroes", glyph="w"), "skills": {"bite": 2}}
    units = {
        "wolves": wolves, "sheep": {**foe(DEF=4, HP=40), "glyph": "s"}, "ram": {**foe(DEF=9, HP=40), "glyph": "r"},
    }  # fmt: skip
    return Play(rows, units, order=["wolves", "sheep", "ram"], **more)


def explored(play: Play, member: str, target: str) -> Fraction:
    """The chance of a member's own check, from every path of its dice."""
    wish = c.Act(unit="wolves", action="bite", targets={member: target})

    def run(dice: Any) -> bool:
        work = decide(play.code, play.state, wish, Actor("ann", "player"), 0, play.rules, dice)
        return next(ev.outcome for ev in work.events if isinstance(ev, Checked)) in ("success", "critical")

    return sum((weight for weight, won in BranchingDice().walk(run) if won), Fraction(0))


def offered(play: Play, target: str, seat: str = "ann") -> Any:
    option = next(o for o in play.view(seat).options if "bite" in str(o.command) and o.targets)
    return next(t for t in option.targets if t.body == target)


@pytest.mark.rule("T-015", "T-147")
def test_each_member_s_own_chance_is_shown_and_exact() -> None:
    play = pack(STRONG, STRONG, WEAK, rows=["ww.", "ws.", "..r"])
    exact = {f"wolves.{n}": percent(explored(play, f"wolves.{n}", "sheep")) for n in (1, 2, 3)}
    target = offered(play, "sheep")
    best, least = exact["wolves.1"], exact["wolves.3"]
    assert best != least
    assert (target.chance, target.permille) == (f"{least.removesuffix(' %')}\N{EN DASH}{best}", None)
    assert target.effect.startswith(f"3 in reach: 2 at {best}, 1 at {least}; each ")
    names = [play.state.bodies[f"wolves.{n}"].name for n in (1, 2, 3)]
    heads = [(view.label, view.words) for view in target.breakdowns if view.label.split(", ")[0] in names]
    assert heads == [(f"{names[0]}, {names[1]}", best), (names[2], least)]


@pytest.mark.rule("T-015")
def test_the_proposal_names_each_member_s_own_chance_at_each_target() -> None:
    play = pack(STRONG, WEAK, rows=["w..", "sr.", "w.."])
    option = next(o for o in play.view("ann").options if o.key.startswith("spread:") and "bite" in str(o.command))
    for field in option.fields:
        member = field.name.partition("/")[2]
        for target in ("sheep", "ram"):
            share = percent(explored(play, member, target))
            assert dict(field.choices)[target].endswith(f" {share}"), (member, target)


@pytest.mark.rule("T-015")
def test_members_that_are_alike_are_told_once() -> None:
    play = pack(STRONG, STRONG, rows=["ww.", "s..", "..r"])
    target = offered(play, "sheep")
    assert target.permille == permille(explored(play, "wolves.1", "sheep"))
    assert target.effect.startswith("2 in reach; each ")
    assert len(target.breakdowns) == 2
