"""A check as steps of a frame: Attempt with the Zero rule, the other's roll, Effectiveness, and the record of it.

Reads top to bottom as the document's Addendum III does. A step holds the dice of one roller only, so that a die
from the table can be asked for between two of them. What came of a step stands in the frame's memo; the one
`Checked` event at the end has every term.
"""

from __future__ import annotations

from typing import Any

from msgspec import convert
from msgspec.structs import replace

from tactics.effects import steps as s
from tactics.effects.breakdown import Breakdown, Term, die
from tactics.effects.formula import Dice
from tactics.effects.odds import (
    BOTCH,
    CRITICAL,
    FAILURE,
    SUCCESS,
    Roll,
    outcome,
    versus_outcome,
)
from tactics.effects.specs import Style
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Step
from tactics.kernel.state import Frame
from tactics.tempus import check_numbers as numbers
from tactics.tempus import powers, spells
from tactics.tempus.action_plan import Plan, effect_of, following, here, packed, plan_of
from tactics.tempus.attempt_dice import die_terms, finished, roll_attempt
from tactics.tempus.check_events import Checked
from tactics.tempus.check_modifiers import retry_key
from tactics.tempus.check_numbers import Facts, Trial
from tactics.tempus.check_words import WORDS
from tactics.tempus.parts import body_part, part
from tactics.tempus.power_events import RetrySet

WON = (SUCCESS, CRITICAL)
OUTCOMES = (SUCCESS, FAILURE, CRITICAL, BOTCH)


# --- the frame ----------------------------------------------------------------------------------------


def trial_at(
    facts: Facts, plan: Plan, effect: tuple[s.AnyStep, ...], at: int, body: str, weapon: str, target: str
) -> Trial:
    """The trial of the step `at` of `effect`: its Attempt, and the Effectiveness right after it."""
    step = effect[at]
    check = step if isinstance(step, s.Check) else s.Check()
    harm = step if isinstance(step, s.Harm) else effect[at + 1] if at + 1 < len(effect) else None
    skill = check.skill or plan.skill_key
    style = Style()
    if plan.action.level and isinstance(step, s.Check) and skill == plan.skill_key:
        style = spells.style_of(facts, facts.state.bodies[body], plan.key)
    wanted = stat_wanted(facts, body) if isinstance(step, s.Check) else ()
    return Trial(
        body=body,
        skill=skill,
        action=plan.key,
        weapon=weapon,
        target="" if check.alone else target,
        against=check.against,
        resist=check.resist or numbers.skill_of(facts, skill).versus,
        difficulty=check.difficulty,
        bonus=harm.bonus if isinstance(harm, s.Harm) else 0,
        strength=powers.power(facts.state.bodies[body], plan.skill_key).strength if check.against == SUPPRESSION else 0,
        stats=wanted or style.stats or ((check.stat,) if check.stat else ()),
        rank=style.skill if style.skill != skill else "",
    )


SUPPRESSION = "suppression"


def stat_wanted(facts: Facts, body: str) -> tuple[str, ...]:
    """The stat that the GM wants for the unit's next check in place of the skill's (T-100)."""
    on = f"next:{facts.state.bodies[body].unit}"
    return next(((m.label,) for m in facts.state.laid if m.on == on and m.applies == "stat"), ())


def first_check(facts: Facts, plan: Plan, body: str, weapon: str, target: str) -> Trial | None:
    """The trial of the first check of an action, or None: what is previewed and what the GM is asked about."""
    return next(iter(all_checks(facts, plan, body, weapon, target)), None)


def all_checks(facts: Facts, plan: Plan, body: str, weapon: str, target: str) -> tuple[Trial, ...]:
    """The trials of an action's own list, each of which is rolled only if those before it succeed (T-121)."""
    effect = plan.action.effect
    at = [i for i, step in enumerate(effect) if isinstance(step, s.Check)]
    return tuple(trial_at(facts, plan, effect, i, body, weapon, target) for i in at)


def harms(plan: Plan) -> bool:
    """Whether the action's check does damage."""
    return any(isinstance(step, s.Harm) for step in s.flat(plan.action.effect))


def trial_of(work: Work, frame: Frame) -> Trial:
    """The trial at which an `effect` frame stands."""
    plan, effect = plan_of(work.rules, frame), effect_of(work.rules, frame)
    args = frame.args
    found = trial_at(
        work, plan, effect, frame.memo.get("at", 0), args["body"], args.get("weapon", ""), args.get("target", "")
    )
    return replace(found, stats=(args["stat"],)) if args.get("stat") else found


def able(work: Work, trial: Trial) -> bool:
    """Whether it can still be done when its moment comes: both there, the actor conscious (reference 3.5)."""
    body, target = work.state.bodies.get(trial.body), work.state.bodies.get(trial.target)
    if body is None or body.down or body.place is None:
        return False
    return not trial.target or (target is not None and target.place is not None)


def root(work: Work, frame: Frame) -> Frame | None:
    """The frame of the declared action, if there is one."""
    key = frame.args.get("root")
    return next((f for f in work.state.stack if f.key == key), None)


def is_secret(work: Work, frame: Frame) -> bool:
    """Whether the GM rolls this in secret."""
    above = root(work, frame)
    return above is not None and bool(above.args.get("secret", False))


def shared(work: Work, frame: Frame, name: str) -> list[Any] | None:
    """Faces that an earlier member of a Mob rolled for all (`tt.mob.attack_mode`: single)."""
    above = root(work, frame)
    if above is None or not above.args.get("single"):
        return None
    found: list[Any] | None = above.memo.get(name)
    return found


def share(work: Work, frame: Frame, name: str, faces: Any) -> None:
    above = root(work, frame)
    if above is not None and above.args.get("single") and name not in above.memo:
        work.note(above, **{name: packed(faces)})


def attempt_step(work: Work, frame: Frame) -> None:
    """The initiator's roll; without a Versus check it is judged at once."""
    trial = trial_of(work, frame)
    if not able(work, trial):
        work.replan(frame, ())
        return
    ranges = numbers.ranges(work, trial)
    known = shared(work, frame, "attempt")
    faces = tuple(known) if known is not None else roll_attempt(work, trial, ranges, secret=is_secret(work, frame))
    share(work, frame, "attempt", faces)
    roll = finished(faces, ranges)
    adds = frame.args.get("adds")
    called = (Term(str(adds[0]), int(adds[1]), "gm:called"),) if adds else ()
    added = (*called, *_declared(work, frame), *_amended(work, trial, "attempt"))
    total = numbers.attempt(work, trial).plus(*added, *die_terms(faces, ranges))
    # what an earlier check of the same list rolled is not this one's
    frame = work.note(frame, attempt=packed(total), roll=packed(roll), effectiveness=None, extra=None, severity=None)
    retry = retry_key(trial.skill, trial.target)
    if retry in body_part(work.state.bodies[trial.body]).retries:
        work.emit(RetrySet(body=trial.body, key=retry, value=0))
    if trial.against != "versus":
        difficulty = ruled(numbers.difficulty(work, trial), ruling(work, frame))
        _judge(work, frame, difficulty, None)


def _declared(work: Work, frame: Frame) -> tuple[Term, ...]:
    """What the declaration of a Prepared Action is worth (T-068, T-069)."""
    above = root(work, frame)
    value = int(above.args.get("bonus", 0)) if above is not None else 0
    if not value:
        return ()
    label = "exact declaration" if value > 0 else "vague declaration"
    return (Term(label, value, "prepared:declaration", house=True),)


def resist_step(work: Work, frame: Frame) -> None:
    """The resister's roll is the difficulty (T-148); a number that the GM ruled takes its place."""
    trial = trial_of(work, frame)
    added = numbers.difficulty(work, trial)
    decision = ruling(work, frame)
    if decision is not None and "value" in decision:
        _judge(work, frame, ruled(added, decision), None)
        return
    other = numbers.resisting(trial)
    ranges = numbers.ranges(work, other)
    faces = roll_attempt(work, other, ranges)
    total = numbers.attempt(work, other).plus(*added.terms, *die_terms(faces, ranges))
    label = f"{work.state.bodies[other.body].name}: {numbers.skill_of(work, other.skill).label}"
    _judge(work, frame, ruled(Breakdown(label, total.terms), decision), finished(faces, ranges))


def _judge(work: Work, frame: Frame, difficulty: Breakdown, resisting: Roll | None) -> None:
    """Compares and writes down what it came to (T-147, T-148, T-151)."""
    trial = trial_of(work, frame)
    difficulty = ruled(difficulty, _amended_difficulty(work, trial))
    attempt = convert(frame.memo["attempt"], Breakdown)
    roll = convert(frame.memo["roll"], Roll)
    tie = numbers.constant(work, "tt.check.tie")
    bonus = attempt.total - roll.face
    if resisting is None:
        result = outcome(roll, bonus, difficulty.total, tie)
    else:
        result = versus_outcome(roll, bonus, resisting, difficulty.total - resisting.face)
    result = str(_taken(work, trial, "outcome") or result)
    work.note(frame, difficulty=packed(difficulty), outcome=result, margin=attempt.total - difficulty.total)


def ruling(work: Work, frame: Frame) -> dict[str, Any] | None:
    """What the GM said of the difficulty of this declaration, if anything."""
    above = root(work, frame)
    found: dict[str, Any] | None = above.memo.get("ruling") if above is not None else None
    return found


def ruled(suggested: Breakdown, decision: dict[str, Any] | None) -> Breakdown:
    """The difficulty after the GM's word: one number, or named changes of the suggested one (T-143)."""
    if not decision:
        return suggested
    if "value" in decision:
        return Breakdown(suggested.label, (Term("GM", int(decision["value"]), "gm:ruled"),))
    return suggested.plus(*(Term(str(m["label"]), int(m["value"]), "gm:ruled") for m in decision.get("modifiers", ())))


def _own(work: Work, trial: Trial) -> dict[str, Any]:
    """What an amendment changes of this check: what names it by who rolled at whom, else what is for the first."""
    checks = work.change.get("checks")
    own = checks.get(f"{trial.body}>{trial.target}") if isinstance(checks, dict) else None
    return own if isinstance(own, dict) and own else work.change


def _taken(work: Work, trial: Trial, name: str) -> Any:
    """One change of this check, once; None if it has none of that name."""
    own = _own(work, trial)
    if own is work.change:
        return work.change.pop(name, None)
    rest = {k: v for k, v in own.items() if k != name}
    work.change["checks"] = {**work.change["checks"], f"{trial.body}>{trial.target}": rest}
    return own.get(name)


def _amended(work: Work, trial: Trial, applies: str) -> tuple[Term, ...]:
    """The modifier of an amendment (table.md 7), once: on the Attempt unless it says `applies`."""
    change = _own(work, trial).get("modifier")
    if not isinstance(change, dict) or change.get("applies", "attempt") != applies:
        return ()
    _taken(work, trial, "modifier")
    return (Term(str(change.get("label", "GM")), int(change.get("value", 0)), "gm:amended"),)


def _amended_difficulty(work: Work, trial: Trial) -> dict[str, Any] | None:
    value = _taken(work, trial, "difficulty")
    if value is not None:
        return {"value": int(value)}
    terms = _amended(work, trial, "difficulty")
    return {"modifiers": [{"label": t.label, "value": t.value} for t in terms]} if terms else None


# --- Effectiveness (T-154 to T-160) -----------------------------------------------------------------


def roll_step(work: Work, frame: Frame) -> None:
    """The Effectiveness: once for a success, twice for a critical, as the severity of a botch; else not at all."""
    trial = trial_of(work, frame)
    if not able(work, trial):
        work.replan(frame, ())
        return
    result = frame.memo.get("outcome", SUCCESS)
    dice = numbers.dice_of(work, trial)
    if dice is None or result == FAILURE:
        return
    flat = numbers.effectiveness(work, trial).plus(*_amended(work, trial, "effectiveness"))
    if result == BOTCH:
        work.note(frame, severity=packed(rolled(work, frame, trial, dice, flat, "severity")))
        return
    first = flat
    margin = max(0, int(frame.memo.get("margin", 0)))
    if margin and numbers.constant(work, "tt.effectiveness.add_margin"):
        first = first.plus(Term("margin", margin, "constant:tt.effectiveness.add_margin", house=True))
    memo = {"effectiveness": packed(rolled(work, frame, trial, dice, first, "Effectiveness"))}
    if result == CRITICAL:
        memo["extra"] = packed(rolled(work, frame, trial, dice, flat, "critical Effectiveness"))
    work.note(frame, **memo)


def rolled(work: Work, frame: Frame, trial: Trial, dice: Dice, flat: Breakdown, what: str) -> Breakdown:
    """One Effectiveness roll added to its flat part; a ten is a ten and nothing more (T-150)."""
    faces = shared(work, frame, what)
    if faces is None:
        body = work.state.bodies[trial.body]
        why = f"{body.name}: {numbers.skill_of(work, trial.skill).label}, {what}"
        keep = "all" if dice.keep == "sum" else dice.keep
        draw = work.roll(dice.count, dice.sides, why, unit=body.unit, keep=keep)
        faces = [list(draw.faces), list(draw.kept)]
        share(work, frame, what, faces)
    rolled, kept = list(faces[0]), list(faces[1])
    terms = []
    for face in rolled:
        counts = face in kept
        if counts:
            kept.remove(face)
        terms.append(die(dice.sides, face, counts=counts, why="" if counts else f"only the {dice.keep} counts"))
    return flat.plus(*terms)


def checked_step(work: Work, frame: Frame) -> None:
    """The record of the check. A failure ends the frame: what follows happens only on success."""
    trial = trial_of(work, frame)
    memo, step = frame.memo, here(work, frame)
    after = step if isinstance(step, s.Harm | s.Tell) else following(work, frame)
    harms = isinstance(after, s.Harm)
    result = str(memo.get("outcome", SUCCESS))
    first, extra = _part(memo, "effectiveness"), _part(memo, "extra")
    tried = isinstance(step, s.Check)
    attempt = _part(memo, "attempt") if tried else None
    soak = dealt = None
    adds = numbers.constant(work, "tt.crit.default") == "add_effectiveness"
    benefit = _taken(work, trial, "benefit") if extra is not None else None
    if benefit is not None:
        adds = benefit == "damage"
    if harms and first is not None and trial.target:
        soak = numbers.soak(work, trial).plus(*_amended(work, trial, "soak"))
        whole = first.total + (extra.total if extra is not None and adds else 0)
        dealt = max(0, whole - soak.total)
    work.emit(
        Checked(
            unit=frame.unit,
            body=trial.body,
            action=trial.action,
            skill=trial.skill,
            kind="versus" if trial.against == "versus" else "attack" if trial.against == "def" else "check",
            part="called" if frame.args["action"] == "called_check" else "manifest" if is_alone(step) else "",
            outcome=result,
            target=trial.target,
            weapon=trial.weapon,
            cost=frame.args.get("cost", {}),
            attempt=attempt,
            difficulty=_part(memo, "difficulty") if tried else None,
            die=memo["roll"]["face"] if attempt is not None else None,
            margin=memo.get("margin") if tried else None,
            effectiveness=first,
            extra=extra,
            extra_counts=adds,
            soak=soak,
            severity=_part(memo, "severity"),
            dealt=dealt,
            secret=is_secret(work, frame),
        )
    )
    plan = plan_of(work.rules, frame)
    if tried and plan.action.level and not frame.args.get("path") and not memo.get("cast"):
        frame = work.note(frame, cast=True)  # the first check of a spell is its casting
        spells.came_to(work, root(work, frame), result in WON)
    _note_struck(work, frame, trial, dealt or 0)
    if result not in WON:
        hidden = isinstance(after, s.Look) and bool(after.resist)
        if hidden:  # whoever hides sets the difficulty of being found, whatever this one was
            frame = work.note(frame, at=memo.get("at", 0) + 1)
        work.replan(frame, ("look",) if hidden else ())
        return
    work.note(frame, at=memo.get("at", 0) + tried, dealt=dealt)


def _note_struck(work: Work, frame: Frame, trial: Trial, dealt: int) -> None:
    """Remembers who was attacked in the middle of an Extended Action, hit or not (T-045)."""
    target, above = work.state.bodies.get(trial.target), root(work, frame)
    if target is None or above is None or trial.against == "difficulty":
        return
    unit = work.state.units[target.unit]
    if part(unit).extended is not None and unit.key != frame.unit:
        struck = above.memo.get("struck", {})
        work.note(above, struck={**struck, target.key: struck.get(target.key, 0) + dealt})


def is_alone(step: s.AnyStep) -> bool:
    return isinstance(step, s.Check) and step.alone


def _part(memo: dict[str, Any], name: str) -> Breakdown | None:
    return convert(memo[name], Breakdown) if memo.get(name) is not None else None


STEPS: dict[str, Step] = {
    "check_attempt": attempt_step,
    "check_resist": resist_step,
    "effect_roll": roll_step,
    "effect_checked": checked_step,
}

__all__ = ["STEPS", "WORDS"]
