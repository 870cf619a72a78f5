"""Exact odds of a check before it is rolled, from what a seat knows alone (table.md 23; architecture.md 4).

The numbers come from `check_numbers`, the outcomes from `effects.odds`: the functions that the engine rolls with.
Of a stranger's defence `open` shows the chance and one sum, `guarded` one of five words, `closed` nothing; its
soak is never known, so the effect is told before soak.
"""

from __future__ import annotations

from tactics.board import cells, distance
from tactics.effects import odds as zero
from tactics.effects.breakdown import shown
from tactics.effects.distribution import Distribution, certain, in_words, mean, mixed, of_formula, percent, permille
from tactics.effects.odds import CRITICAL, SUCCESS, AttemptOdds, Ranges, Roll
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Value
from tactics.kernel.view import BreakdownView, TargetView
from tactics.tempus import check_numbers as numbers
from tactics.tempus import mobs
from tactics.tempus.action_plan import Plan, plan
from tactics.tempus.check_events import CLOSED, OPEN, summed
from tactics.tempus.check_numbers import Facts, Trial
from tactics.tempus.checks import first_check, harms
from tactics.tempus.knowledge import knows_numbers
from tactics.tempus.mobs import Doer
from tactics.tempus.parts import digest


class Preview(Value, frozen=True):
    """What a seat may read of a check before the roll. chance: `55 %`, one of five words, or empty."""

    chance: str = ""
    permille: int | None = None
    breakdowns: tuple[BreakdownView, ...] = ()
    effect: str = ""


# --- exact odds, of whatever facts are given ------------------------------------------------------------


def attempt_odds(facts: Facts, trial: Trial) -> AttemptOdds:
    """In how many of so many equally likely ways each outcome of the Attempt comes up (T-147 to T-153)."""
    tie = numbers.constant(facts, "tt.check.tie")
    bonus, ranges = numbers.attempt(facts, trial).total, numbers.ranges(facts, trial)
    added = numbers.difficulty(facts, trial).total
    if trial.against != "versus":
        return zero.attempt_odds(bonus, added, ranges.crit, ranges.botch, tie)
    other = numbers.resisting(trial)
    against = numbers.attempt(facts, other).total + added
    return zero.versus_odds(bonus, against, ranges, numbers.ranges(facts, other), tie)


def effect_odds(facts: Facts, trial: Trial, soak: int = 0) -> Distribution | None:
    """What the Effectiveness less `soak` comes to, a failure and a botch counting 0; None if none is rolled.

    In a Versus check only plain and critical success are told apart, by the odds of the Attempt.
    """
    parts = _effects(facts, trial, soak)
    if parts is None:
        return None
    won = sum(weight for weight, _, _ in parts)
    of = parts[0][1] if parts else 1
    return mixed([*parts, (of - won, of, certain(0))])


def success_odds(facts: Facts, trial: Trial, soak: int = 0) -> Distribution | None:
    """The same for successes alone, plain and critical as they come; None too where none can be."""
    parts = _effects(facts, trial, soak)
    if not parts:
        return None
    won = sum(weight for weight, _, _ in parts)
    return mixed([(weight, won, part) for weight, _, part in parts])


def _effects(facts: Facts, trial: Trial, soak: int) -> list[tuple[int, int, Distribution]] | None:
    """(weight, of, effect) of every way to succeed."""
    dice = numbers.dice_of(facts, trial)
    if dice is None:
        return None
    roll, flat = of_formula(dice), numbers.effectiveness(facts, trial).sum
    adds = numbers.constant(facts, "tt.crit.default") == "add_effectiveness"
    plain = roll.map(lambda face: max(0, face + flat))
    found: list[tuple[int, int, Distribution]] = []
    for result, margin, weight, of in _successes(facts, trial):
        first = roll.map(lambda face, more=margin: max(0, face + flat + more))  # type: ignore[misc]
        whole = first.plus(plain) if result == CRITICAL and adds else first
        found.append((weight, of, whole.map(lambda value: max(0, value - soak))))
    return found


def _successes(facts: Facts, trial: Trial) -> list[tuple[str, int, int, int]]:
    """(outcome, what the margin adds to Effectiveness, weight, of) of every way to succeed."""
    counts = numbers.constant(facts, "tt.effectiveness.add_margin")
    tie = numbers.constant(facts, "tt.check.tie")
    bonus, ranges = numbers.attempt(facts, trial).total, numbers.ranges(facts, trial)
    added = numbers.difficulty(facts, trial).total
    found: dict[tuple[str, int], int] = {}
    of = zero.OF
    if trial.against != "versus":
        for roll, weight in zero.rolls(ranges):
            _add(found, zero.outcome(roll, bonus, added, tie), roll.face + bonus - added, weight, counts)
    else:
        other = numbers.resisting(trial)
        theirs, their_ranges = numbers.attempt(facts, other).total + added, numbers.ranges(facts, other)
        of *= zero.OF
        for mine, weight, resisting, times in _both(ranges, their_ranges):
            result = zero.versus_outcome(mine, bonus, resisting, theirs, tie)
            _add(found, result, mine.face + bonus - resisting.face - theirs, weight * times, counts)
    return [(result, margin, weight, of) for (result, margin), weight in found.items()]


def _both(mine: Ranges, theirs: Ranges) -> list[tuple[Roll, int, Roll, int]]:
    return [(a, x, b, y) for a, x in zero.rolls(mine) for b, y in zero.rolls(theirs)]


def _add(found: dict[tuple[str, int], int], result: str, margin: int, weight: int, counts: bool) -> None:
    if weight and result in (SUCCESS, CRITICAL):
        key = (result, max(0, margin) if counts else 0)
        found[key] = found.get(key, 0) + weight


# --- what a seat may read of it ---------------------------------------------------------------------------


def exact(known: Known, body: AnyBody) -> bool:
    """Whether the viewer knows the body's numbers as its own side does."""
    return known.is_gm or knows_numbers(known.state, known.seat, known.state.units[body.unit])


def preview(known: Known, wanted: Plan, trial: Trial) -> Preview:
    """The chance, its terms and the effect, as far as the Mission's setting lets this viewer know them."""
    target = known.state.bodies.get(trial.target)
    stranger = target is not None and not exact(known, target)
    show = numbers.constant(known, "tt.show.npc")
    own = shown(numbers.attempt(known, trial), known.is_gm)
    effect = _effect_text(known, wanted, trial, stranger)
    if stranger and (show == CLOSED or trial.against == "versus"):
        return Preview(breakdowns=(own,), effect=effect)
    chance = attempt_odds(known, trial).chance
    if stranger and show != OPEN:
        return Preview(chance=in_words(chance), breakdowns=(own,), effect=effect)
    difficulty = numbers.difficulty(known, trial)
    seen = summed(difficulty, "defence" if trial.against == "def" else "difficulty") if stranger else difficulty
    assert seen is not None
    terms = (own,) if trial.against == "versus" else (own, shown(seen, known.is_gm))
    return Preview(percent(chance), permille(chance), terms, effect)


def _effect_text(known: Known, wanted: Plan, trial: Trial, stranger: bool) -> str:
    """`9.5 on average, 5 to 14 damage`, of successes; a stranger's soak is not known and not taken off."""
    damage = harms(wanted) and trial.target != ""
    versus_stranger = stranger and trial.against == "versus"
    if numbers.dice_of(known, trial) is None or versus_stranger:
        return ""
    soak = numbers.soak(known, trial).total if damage and not stranger else 0
    found = success_odds(known, trial, soak)
    if found is None:
        return ""
    what = " damage" if damage and not stranger else " before soak" if damage else ""
    return f"{mean(found.expected)} on average, {found.worst} to {found.best}{what}"


def check_preview(known: Known, unit: AnyUnit, action: str, using: str = "") -> Preview | None:
    """The preview of an action that needs no target (Climb, Dance): of its first member that can. None if it
    checks nothing or cannot be done."""
    wanted = plan(known.rules, action, using)
    if wanted is None or not wanted.checks:
        return None
    try:
        found = mobs.doers(known, unit, wanted, using or wanted.skill_key, (), None)
    except Refused:
        return None
    trial = _trial(known, wanted, found[0]) if found else None
    return None if trial is None else preview(known, wanted, trial)


def _trial(known: Known, wanted: Plan, doer: Doer) -> Trial | None:
    own = plan(known.rules, wanted.key, doer.skill)
    return None if own is None else first_check(known, own, doer.body, doer.weapon, doer.target)


def targets(known: Known, unit: AnyUnit, action: str, using: str = "") -> tuple[TargetView, ...]:
    """Every body that the action can be done to now, other sides first, then the nearest, then by key.

    using: the skill or weapon, as in `act`; a Mob's chance is that of its first member in reach.
    """
    weapon = numbers.weapon_of(known, using)
    wanted = plan(known.rules, action, weapon.skill if weapon is not None else using)
    if wanted is None or wanted.action.target != "body":
        return ()
    using = using or wanted.skill_key
    found: list[tuple[tuple[object, ...], TargetView]] = []
    for body in known.state.bodies.values():
        if body.unit == unit.key or body.place is None:
            continue
        try:
            doers = mobs.doers(known, unit, wanted, using, (body.key,), None)
        except Refused:
            continue
        view = _target(known, unit, wanted, doers, body)
        near = min(_away(known, doer, body) for doer in doers)
        friend = known.state.units[body.unit].side == unit.side
        found.append(((friend, body.down, near, body.key), view))
    return tuple(view for _, view in sorted(found, key=lambda f: f[0]))


def _away(known: Known, doer: Doer, body: AnyBody) -> int:
    place = known.state.bodies[doer.body].place
    assert place is not None
    assert body.place is not None
    return distance(place.cell, body.place.cell, numbers.constant(known, "tt.grid.metric"))


def _target(known: Known, unit: AnyUnit, wanted: Plan, doers: tuple[Doer, ...], body: AnyBody) -> TargetView:
    assert body.place is not None
    trial = _trial(known, wanted, doers[0])
    found = preview(known, wanted, trial) if trial is not None else Preview()
    effect = found.effect
    if unit.kind == "mob":
        effect = f"{len(doers)} in reach{f'; each {effect}' if effect else ''}"
    clock = known.state.clock
    place = known.state.bodies[doers[0].body].place
    return TargetView(
        body=body.key,
        name=body.name,
        cell=cells.name(body.place.cell),
        x=body.place.x,
        y=body.place.y,
        chance=found.chance,
        permille=found.permille,
        breakdowns=found.breakdowns,
        effect=effect,
        basis=digest(
            unit.key, wanted.key, wanted.skill_key, clock.round, clock.active, place, body.key, body.place,
            wanted.cost, found, effect,
        ),
    )  # fmt: skip
