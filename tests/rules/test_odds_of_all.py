"""Law over the shipped data: the chance that a page shows of an attack, a skill, a power or a spell is the exact
chance, counted by walking every path of dice through the real decision; a player reads the same under `open`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tactics.effects import steps as s
from tactics.effects.distribution import permille
from tactics.effects.specs import Action
from tactics.kernel.codec import codec
from tactics.kernel.dice import BranchingDice, Draw, drawn
from tactics.kernel.engine import Actor, decide
from tactics.kernel.view import OptionView
from tactics.tempus.action_plan import plan
from tactics.tempus.check_events import Checked
from tests.rules.table import Play, foe, hero, shipped

STATS = {"STR": 3, "DEX": 3, "SPD": 8, "INT": 4, "WIT": 9, "CHA": 2, "DEF": 4, "SK": 1, "HP": 60, "MP": 60, "WP": 3}
THEIRS = {"STR": 2, "DEX": 2, "SPD": 4, "INT": 2, "WIT": 3, "CHA": 2, "DEF": 7, "SK": 2, "HP": 99, "WP": 2}
RULES = shipped()


class Attempts(BranchingDice):
    """Walks the dice of the first `rolls` Attempts of a decision; what comes after them, and an Effectiveness, changes
    nothing of the chance and shows one face."""

    def __init__(self, rolls: int) -> None:
        super().__init__()
        self.rolls, self.at = rolls, 0

    def draw(self, count: int, sides: int, keep: str = "all", why: str = "") -> Draw:
        self.at += ", Attempt" in why
        if self.at <= self.rolls and any(word in why for word in (", Attempt", "second die", "the die again")):
            return super().draw(count, sides, keep, why)
        return drawn([1] * count, sides, keep)


@cache
def ready(skill: str, weapon: str = "") -> Play:
    """One who has the skill, beside one who resists and one who is hurt."""
    known = {skill: "2"} | ({"dread": "1"} if skill == "willpower" else {})
    a = {**hero("ann", **STATS), "race": "human", "skills": known, "weapons": [weapon] if weapon else []}
    units = {"a": a, "b": {**foe(**THEIRS), "skills": {"observe": "1", "balance": "P", "grapple": "1", "dread": "1"}}}
    return Play(["ab"], units, order="ab")


def cases() -> Iterator[tuple[str, str, str]]:
    """(skill, weapon, key of the offer) of everything in the shipped data that is checked."""
    strikes = [k for k, a in RULES.entries["action"].items() if a.needs_skill == "attack" and strikable(a)]
    for key, skill in RULES.entries["skill"].items():
        if skill.disabled or skill.always or not skill.stats or key == "willpower":
            continue
        if skill.attack and skill.type in ("physical", "dynamic"):
            yield from ((key, "", f"{action}:{key}") for action in strikes)
        elif key in RULES.entries["action"] or (skill.toggled and not skill.asserted):
            continue  # its action comes below; what is not asserted is not checked
        elif skill.type not in ("magic", "divine"):
            yield key, "", f"check:{key}"
    for key, weapon in RULES.entries["weapon"].items():
        yield from ((weapon.skill, key, f"{action}:{key}") for action in strikes)
    for key, action in RULES.entries["action"].items():
        checked = any(isinstance(step, s.Check) for step in action.effect)
        skill = RULES.find("skill", action.check) if action.check else None
        if checked and skill is not None and action.playable and action.listed and not action.disabled:
            yield action.check, "", key


def strikable(action: Action) -> bool:
    return action.playable and not action.disabled and not action.interrupt_only


ALL = sorted(set(cases()))


def slow(case: tuple[str, str, str]) -> bool:
    """Two rolls are thousands of paths, three a hundred thousand; one of each kind is enough for every day."""
    return rolls_of(case[2]) > (2 if case[2] in ("check:grapple", "cast_gust1") else 1)


def rolls_of(key: str) -> int:
    wanted = plan(RULES, key.removeprefix("check:").partition(":")[0])
    found = [x for x in wanted.action.effect if isinstance(x, s.Check)] if wanted is not None else []
    return len(found) + sum(step.against == "versus" for step in found)


def offer(play: Play, seat: str, key: str) -> OptionView | None:
    return next((o for o in play.view(seat).options if o.key == key), None)


def explored(play: Play, command: dict[str, Any], checks: int, rolls: int) -> Fraction:
    """The chance that all checks of the one who acts succeed, from every path of dice. rolls: of both sides."""
    wish = codec(play.code).command_of({"do": "act", **command})

    def run(dice: Attempts) -> bool:
        dice.at = 0
        work = decide(play.code, play.state, wish, Actor("ann", "player"), 0, play.rules, dice)
        found = [e for e in work.events if isinstance(e, Checked)][:checks]
        return len(found) == checks and all(e.success for e in found)

    return sum((weight for weight, won in Attempts(rolls).walk(run) if won), Fraction(0))


def check(case: tuple[str, str, str]) -> None:
    skill, weapon, key = case
    play = ready(skill, weapon)
    mine, gms = offer(play, "ann", key), offer(play, "gil", key)
    assert mine is not None, key
    assert gms is not None, key
    assert not mine.why_not, (key, mine.why_not)
    command = {"unit": "a", **mine.command}
    if mine.targets:
        command["target"] = "b"
        shown = next(t for t in gms.targets if t.body == "b").permille
        told = next(t for t in mine.targets if t.body == "b")
        versus = any(step.against == "versus" for step in checks(play, mine.command))
        assert told.permille == (None if versus else shown)  # of a stranger's roll nobody knows the odds
    else:
        if any(field.kind == "cell" for field in mine.fields):
            command["target"] = [1, 0]
        shown = round(float(gms.title.partition(" %")[0]) * 10) if " %" in gms.title.partition(":")[0] else None
    trials = checks(play, mine.command)
    found = explored(play, command, len(trials), len(trials) + sum(step.against == "versus" for step in trials))
    assert shown is not None
    assert abs(shown - permille(found)) <= (0 if mine.targets else 5), (key, shown, found)


def checks(play: Play, command: dict[str, Any]) -> list[s.Check]:
    """The checks of the action's own list."""
    weapon = play.rules.find("weapon", command.get("with", ""))
    wanted = plan(play.rules, command["action"], weapon.skill if weapon is not None else command.get("with", ""))
    assert wanted is not None
    return [step for step in wanted.action.effect if isinstance(step, s.Check)]


@pytest.mark.rule("T-138", "T-143")
@pytest.mark.parametrize("case", [c for c in ALL if not slow(c)], ids=lambda c: ":".join(c))
def test_the_chance_shown_is_the_exact_one(case: tuple[str, str, str]) -> None:
    check(case)


@pytest.mark.long
@pytest.mark.parametrize("case", [c for c in ALL if slow(c)], ids=lambda c: ":".join(c))
def test_the_chance_of_several_rolls_is_the_exact_one(case: tuple[str, str, str]) -> None:
    check(case)


def test_nothing_that_is_checked_is_left_out() -> None:
    keys = {key for _, _, key in ALL}
    assert {f"check:{k}" for k in ("climb", "charm", "shatter", "stone_form", "grapple", "lore")} <= keys
    assert {"cast_lit1", "cast_fire3", "cast_mend1", "cast_gust1", "bless", "simple_attack:war_axe"} <= keys
    assert len(keys) >= 70
