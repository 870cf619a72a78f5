"""Exact odds of a check before it is rolled, from what a seat knows alone (table.md 23; architecture.md 4).

The numbers come from `check_numbers`, the outcomes from `effects.odds`: the functions that the engine rolls with.
Of a stranger's defence `open` shows the chance and one sum, `guarded` one of five words, `closed` nothing; its
soak is never known, so the effect is told before soak.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from math import prod

from msgspec.structs import replace

from tactics.board import cells
from tactics.effects import odds as zero
from tactics.effects import steps as s
from tactics.effects.breakdown import shown
from tactics.effects.distribution import Distribution, certain, in_words, mean, mixed, of_formula, percent, permille
from tactics.effects.explained import entry_of
from tactics.effects.formula import Dice
from tactics.effects.modifiers import Modifier
from tactics.effects.odds import CRITICAL, SUCCESS, AttemptOdds, Ranges
from tactics.effects.text import step_text
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Value
from tactics.kernel.view import TargetView
from tactics.mission import members
from tactics.mission.members import Odds
from tactics.tempus import check_numbers as numbers
from tactics.tempus import mobs, settled
from tactics.tempus.action_plan import Plan, plan, skill_by
from tactics.tempus.check_events import CLOSED, OPEN, summed
from tactics.tempus.check_numbers import Facts, Trial
from tactics.tempus.checks import all_checks, harms
from tactics.tempus.knowledge import knows_numbers
from tactics.tempus.mobs import Doer
from tactics.tempus.parts import digest, unused_pa
from tactics.tempus.settled import Settled

EASY = -999
"""A difficulty that everything beats."""


class Preview(Odds, frozen=True):
    """What a seat may read of a check before the roll."""

    mark: str = ""
    """A digest of all that, of those that a target shows."""


# --- exact odds, of whatever facts are given ------------------------------------------------------------


class Stakes(Value, frozen=True):
    """All the odds of a check depend on, as numbers: equal stakes have equal odds.

    bonus, against: what is added to the Attempt's die, and the difficulty or, with `resisting`, what is added to
    the other's die. dice, flat: the Effectiveness. adds: a critical's second roll counts; margin: the margin does.
    """

    bonus: int
    against: int
    ranges: Ranges
    tie: str
    resisting: Ranges | None = None
    dice: Dice | None = None
    flat: int = 0
    adds: bool = True
    margin: bool = False


def stakes(facts: Facts, trial: Trial, found: tuple[Modifier, ...] | None = None) -> Stakes:
    """The numbers of a trial as these facts have them. found: its modifiers, where they are at hand."""
    found = numbers.modifiers(facts, trial) if found is None else found
    added = numbers.difficulty(facts, trial, found).total
    resisting = None
    if trial.against == "versus":
        other = numbers.resisting(trial)
        theirs = numbers.modifiers(facts, other)
        added += numbers.attempt(facts, other, theirs).total
        resisting = numbers.ranges(facts, other, theirs)
    return Stakes(
        bonus=numbers.attempt(facts, trial, found).total,
        against=added,
        ranges=numbers.ranges(facts, trial, found),
        tie=numbers.constant(facts, "tt.check.tie"),
        resisting=resisting,
        dice=numbers.dice_of(facts, trial),
        flat=numbers.effectiveness(facts, trial, found).sum,
        adds=numbers.constant(facts, "tt.crit.default") == "add_effectiveness",
        margin=numbers.constant(facts, "tt.effectiveness.add_margin"),
    )


@lru_cache(maxsize=4096)
def attempt_odds(at: Stakes) -> AttemptOdds:
    """In how many of so many equally likely ways each outcome of the Attempt comes up (T-147 to T-153)."""
    if at.resisting is not None:
        return zero.versus_odds(at.bonus, at.against, at.ranges, at.resisting)
    return zero.attempt_odds(at.bonus, at.against, at.ranges.crit, at.ranges.botch, at.tie)


@lru_cache(maxsize=4096)
def effect_odds(at: Stakes, soak: int = 0) -> Distribution | None:
    """What the Effectiveness less `soak` comes to, a failure and a botch counting 0; None if none is rolled."""
    parts = _effects(at, soak)
    if parts is None:
        return None
    of = zero.OF if at.resisting is None else zero.OF * zero.OF
    won = sum(weight for weight, _ in parts)
    return mixed([*((weight, of, part) for weight, part in parts), (of - won, of, certain(0))])


@lru_cache(maxsize=4096)
def success_odds(at: Stakes, soak: int = 0) -> Distribution | None:
    """The same for successes alone, plain and critical as they come; None too where none can be."""
    parts = _effects(at, soak)
    if not parts:
        return None
    won = sum(weight for weight, _ in parts)
    return mixed([(weight, won, part) for weight, part in parts])


def _effects(at: Stakes, soak: int) -> list[tuple[int, Distribution]] | None:
    """(weight, effect) of every way to succeed."""
    if at.dice is None:
        return None
    roll, flat = of_formula(at.dice), at.flat
    plain = roll.map(lambda face: max(0, face + flat))
    found: list[tuple[int, Distribution]] = []
    for (result, more), weight in _successes(at).items():
        first = roll.map(lambda face, more=more: max(0, face + flat + more))  # type: ignore[misc]
        whole = first.plus(plain) if result == CRITICAL and at.adds else first
        found.append((weight, whole.map(lambda value: max(0, value - soak))))
    return found


def _successes(at: Stakes) -> dict[tuple[str, int], int]:
    """(outcome, what the margin adds to Effectiveness) -> weight, of every way to succeed."""
    found: dict[tuple[str, int], int] = {}

    def add(result: str, margin: int, weight: int) -> None:
        if weight and result in (SUCCESS, CRITICAL):
            key = (result, max(0, margin) if at.margin else 0)
            found[key] = found.get(key, 0) + weight

    for mine, weight in zero.rolls(at.ranges):
        if at.resisting is None:
            add(zero.outcome(mine, at.bonus, at.against, at.tie), mine.face + at.bonus - at.against, weight)
            continue
        for theirs, times in zero.rolls(at.resisting):
            result = zero.versus_outcome(mine, at.bonus, theirs, at.against)
            add(result, mine.face + at.bonus - theirs.face - at.against, weight * times)
    return found


# --- what a seat may read of it ---------------------------------------------------------------------------


def exact(known: Known, body: AnyBody) -> bool:
    """Whether the viewer knows the body's numbers as its own side does."""
    return known.is_gm or knows_numbers(known.state, known.seat, known.state.units[body.unit])


_PREVIEWS: Settled[Preview] = Settled(4096)


def preview(known: Known, wanted: Plan, trial: Trial) -> Preview:
    """The chance, its terms and the effect, as far as the Mission's setting lets this viewer know them."""
    state = known.state
    target = state.bodies.get(trial.target)
    stranger = target is not None and not exact(known, target)
    key = (
        settled.table(known),
        wanted.key,
        wanted.skill_key,
        trial if state.laid else replace(trial, body=""),
        settled.alike(known, state.bodies[trial.body]),
        settled.numbers(known, target) if target is not None else b"",
        unused_pa(state, known.rules, state.units[target.unit]) if target is not None else 0,
        stranger,
    )
    return _PREVIEWS.get(key, lambda: _preview(known, wanted, trial, stranger))


def _marked(made: Preview) -> Preview:
    return replace(made, mark=digest(replace(made, mark="")))


def preview_of(known: Known, wanted: Plan, trials: tuple[Trial, ...]) -> Preview:
    """The preview of checks each of which is rolled only if those before it succeed (T-121): the chance that all do,
    the terms of each, the effect of the last."""
    each = [preview(known, wanted, trial) for trial in trials]
    effect = "; ".join(filter(None, (each[-1].effect, rest_text(known, wanted))))
    if len(each) == 1:
        return replace(each[0], effect=effect)
    terms = tuple(b for one in each for b in one.breakdowns)
    if any(not one.chance for one in each):
        return Preview(breakdowns=terms, effect=effect)
    chance = prod((chance_of(known, trial) for trial in trials), start=Fraction(1))
    if any(one.permille is None for one in each):
        return Preview(chance=in_words(chance), breakdowns=terms, effect=effect)
    return Preview(percent(chance), permille(chance), terms, effect)


def rest_text(known: Known, wanted: Plan) -> str:
    """What else comes of it, in words, after the last check and its Effectiveness."""
    effect = wanted.action.effect
    last = max((i for i, step in enumerate(effect) if isinstance(step, s.Check)), default=-1)
    rest = [step for step in effect[last + 1 :] if not isinstance(step, s.Harm | s.Tell | s.Python)]
    return ", ".join(step_text(step, known.rules) for step in rest)


def rolls_effect(wanted: Plan) -> bool:
    """Whether the Effectiveness of the last check is rolled right after it."""
    effect = wanted.action.effect
    last = max((i for i, step in enumerate(effect) if isinstance(step, s.Check)), default=len(effect))
    return isinstance(effect[last + 1] if last + 1 < len(effect) else None, s.Harm | s.Tell)


def chance_of(known: Known, trial: Trial) -> Fraction:
    """The exact chance of a check, of what is known."""
    return attempt_odds(stakes(known, trial)).chance


def _preview(known: Known, wanted: Plan, trial: Trial, stranger: bool) -> Preview:
    # the difficulty that no target sets is the GM's, and known as far as strangers' numbers are (reference 3.4)
    hidden = stranger or (trial.against == "difficulty" and not known.is_gm)
    show = numbers.constant(known, "tt.show.npc")
    found = numbers.modifiers(known, trial)
    entry = partial(entry_of, known.rules)
    own = shown(numbers.attempt(known, trial, found), known.is_gm, entry=entry)
    at = stakes(known, trial, found)
    vague = hidden and show != OPEN
    # with the chance unknown, neither its share of criticals nor the margin may show in the effect
    effect = _effect_text(known, wanted, trial, replace(at, against=EASY, margin=False) if vague else at, stranger)
    if (hidden and show == CLOSED) or (stranger and trial.against == "versus"):
        return Preview(breakdowns=(own,), effect=effect)
    chance = attempt_odds(at).chance
    if vague:
        return Preview(chance=in_words(chance), breakdowns=(own,), effect=effect)
    difficulty = numbers.difficulty(known, trial, found)
    seen = summed(difficulty, "defence" if trial.against == "def" else "difficulty") if stranger else difficulty
    assert seen is not None
    terms = (own,) if trial.against == "versus" else (own, shown(seen, known.is_gm, entry=entry))
    return Preview(percent(chance), permille(chance), terms, effect)


def _effect_text(known: Known, wanted: Plan, trial: Trial, at: Stakes, stranger: bool) -> str:
    """`9.5 on average, 5 to 14 damage`, of successes; a stranger's soak is not known and not taken off."""
    damage = harms(wanted) and trial.target != ""
    if at.dice is None or not rolls_effect(wanted) or (stranger and trial.against == "versus"):
        return ""
    soak = numbers.soak(known, trial).total if damage and not stranger else 0
    what = " damage" if damage and not stranger else " before soak" if damage else ""
    told = _told(at, soak)
    return f"{told}{what}" if told else ""


@lru_cache(maxsize=4096)
def _told(at: Stakes, soak: int) -> str:
    found = success_odds(at, soak)
    return "" if found is None else f"{mean(found.expected)} on average, {found.worst} to {found.best}"


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
    trials = _trials(known, wanted, found[0]) if found else ()
    return preview_of(known, wanted, trials) if trials else None


def _trials(known: Known, wanted: Plan, doer: Doer) -> tuple[Trial, ...]:
    own = plan(known.rules, wanted.key, doer.skill)
    return () if own is None else all_checks(known, own, doer.body, doer.weapon, doer.target)


def targets(known: Known, unit: AnyUnit, action: str, using: str = "") -> tuple[TargetView, ...]:
    """Every body that the action can be done to now, other sides first, then the nearest, then by key.

    using: the skill or weapon, as in `act`; of a Mob each member in reach has its own odds.
    """
    wanted = plan(known.rules, action, skill_by(known.rules, using))
    if wanted is None or wanted.action.target not in ("body", "anyone"):
        return ()
    using = using or wanted.skill_key
    found: list[tuple[tuple[object, ...], TargetView]] = []
    aims = mobs.aims(known, unit, wanted, using)
    for key, reaching in mobs.in_reach(known, aims).items():
        body = known.state.bodies[key]
        if body.unit == unit.key and not wanted.on_self:
            continue
        view = _target(known, unit, wanted, tuple(doer for doer, _ in reaching), body)
        near = min(away for _, away in reaching)
        friend = known.state.units[body.unit].side == unit.side
        found.append(((friend, body.down, near, body.key), view))
    return tuple(view for _, view in sorted(found, key=lambda f: f[0]))


_FOUND: Settled[Preview] = Settled(4096)
_TARGETS: Settled[TargetView] = Settled(4096)


def of_member(known: Known, unit: AnyUnit, wanted: Plan, doer: Doer) -> Preview:
    """What one member of a unit would come to at its target, as `doers` has them."""
    body = known.state.bodies[doer.target]

    def preview_now() -> Preview:
        trials = _trials(known, wanted, doer)
        return _marked(preview_of(known, wanted, trials)) if trials else Preview()

    return _FOUND.get(_read(known, unit, wanted, (doer,), body), preview_now)


def _read(known: Known, unit: AnyUnit, wanted: Plan, doers: tuple[Doer, ...], body: AnyBody) -> tuple[object, ...]:
    """All that the odds of these at that target depend on."""
    state = known.state
    return (
        settled.table(known),
        unit.key,
        wanted.key,
        wanted.skill_key,
        doers,
        tuple(settled.numbers(known, state.bodies[doer.body]) for doer in doers),
        settled.numbers(known, body),
        unused_pa(state, known.rules, state.units[body.unit]),
        exact(known, body),
    )


def _target(known: Known, unit: AnyUnit, wanted: Plan, doers: tuple[Doer, ...], body: AnyBody) -> TargetView:
    """The target as it is now, of those members that reach it, `doers`."""
    state = known.state
    read = _read(known, unit, wanted, doers, body)
    # Not where the one stands who acts: what of it counts stands in the terms, and so an offer outlives its steps.
    names = tuple(state.bodies[doer.body].name for doer in doers)
    now = (state.clock.round, state.clock.active, body.place, body.name, body.down, names)

    def view_now() -> TargetView:
        place = body.place
        assert place is not None
        each = [(state.bodies[doer.body].name, of_member(known, unit, wanted, doer)) for doer in doers]
        mark = [odds.mark for _, odds in each]
        found: Odds = each[0][1]
        if unit.kind == "mob":
            found = members.together(each, f"{len(each)} in reach", "each")
        return TargetView(
            body=body.key,
            name=body.name,
            cell=cells.name(place.cell),
            x=place.x,
            y=place.y,
            chance=found.chance,
            permille=found.permille,
            breakdowns=found.breakdowns,
            effect=found.effect,
            down=body.down,
            idle=wanted.skill is None or not wanted.skill.attack,
            by=doers[0].body if unit.kind == "mob" else "",
            basis=digest(unit.key, wanted.key, wanted.skill_key, wanted.cost, body.key, now, mark, found.effect),
        )

    return _TARGETS.get((read, now), view_now)
