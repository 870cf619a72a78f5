"""The GM calls checks of one, several or all, and tells what comes of things, now or later (table.md 5, 7, 17).

A called check costs nothing and needs nobody's turn. In public all read it; in secret the GM alone; blind, those
who roll learn that they did and not what it came to. What a botch, a critical or an Effectiveness means stands at
once by its default; the GM may say it in words at any time, to all or to some (T-154, T-155, T-161). A failure may be
gauged and may leave a bonus for the next attempt at the same (T-162).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tactics.effects.specs import Skill
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.appliers import bodies_of
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import ALL, GM_ONLY, Applier, Audience, Handler, Step
from tactics.kernel.state import AnyBody, AnyState, Frame
from tactics.mission import rulings
from tactics.secrecy.sight import knows_body, seats_that_know
from tactics.tempus import check_numbers as numbers
from tactics.tempus.action_plan import compiled, packed, plan
from tactics.tempus.check_events import Checked
from tactics.tempus.check_facts import Trial, constant
from tactics.tempus.check_modifiers import retry_key
from tactics.tempus.checks import rolled
from tactics.tempus.power_events import RetrySet

CALLED = "called_check"
"""The entry of the rules data that says what a called check does."""
How = Literal["public", "secret", "blind"]


class CallCheck(c.Command, frozen=True, tag="call_check"):
    """Checks of a skill by these bodies, or by all who can of these units. difficulty: in place of the suggested one;
    stat: in place of the skill's (T-100); modifier: on each Attempt, with its label."""

    who: Annotated[list[c.Key], Meta(min_length=1, max_length=100)]
    skill: c.Key
    difficulty: Annotated[int, Meta(ge=-99, le=99)] | None = None
    stat: Annotated[str, Meta(max_length=64)] = ""
    modifier: Annotated[int, Meta(ge=-99, le=99)] = 0
    label: Annotated[str, Meta(max_length=60)] = ""
    how: How = "public"


class Tell(c.Command, frozen=True, tag="tell"):
    """The GM says what something comes to. to: seats, none for all; body: where it happened."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    to: list[c.Key] = []
    body: c.Key | None = None


class Gauge(c.Command, frozen=True, tag="gauge"):
    """The GM has the Effectiveness of a failure rolled, to see how badly it failed (T-162)."""

    body: c.Key
    skill: c.Key
    weapon: Annotated[str, Meta(max_length=64)] = ""
    target: Annotated[str, Meta(max_length=64)] = ""


class GrantRetry(c.Command, frozen=True, tag="grant_retry"):
    """The GM gives a bonus on the body's next attempt at the same; without a value what the constant says (T-162)."""

    body: c.Key
    skill: c.Key
    target: Annotated[str, Meta(max_length=64)] = ""
    value: Annotated[int, Meta(ge=-99, le=99)] | None = None


COMMANDS: tuple[type[c.Command], ...] = (CallCheck, Tell, Gauge, GrantRetry)


# --- facts ----------------------------------------------------------------------------------------------


class Called(e.Event, frozen=True, tag=True):
    """The GM has these bodies roll. blind: what it came to is told to nobody but the GM."""

    bodies: tuple[str, ...]
    skill: str
    how: str = "public"


class Told(e.Event, frozen=True, tag=True):
    """The GM's words about something that happened, to all (`to` empty) or to these seats."""

    text: str
    to: tuple[str, ...] = ()
    body: str = ""


EVENTS: tuple[type[e.Event], ...] = (Called, Told)
APPLIERS: dict[type[e.Event], Applier] = {Called: lambda s, ev: s, Told: lambda s, ev: s}


def _of_told(before: AnyState, after: AnyState, rules: Rules, event: Told) -> Audience:
    return Audience(frozenset(event.to)) if event.to else ALL


def _of_called(before: AnyState, after: AnyState, rules: Rules, event: Called) -> Audience:
    if event.how == "secret":
        return GM_ONLY
    seats: frozenset[str] | None = None
    for body in event.bodies:
        knowing = seats_that_know(after, rules, body)
        seats = knowing if seats is None else seats & knowing
    return Audience(seats or frozenset())


def _called_less(before: AnyState, after: AnyState, rules: Rules, event: Called, seat: str) -> tuple[e.Event, ...]:
    """Of those that the seat sees."""
    bodies = tuple(b for b in event.bodies if knows_body(after, rules, seat, b))
    return (Called(bodies, event.skill, event.how),) if bodies and event.how != "secret" else ()


AUDIENCE = {Called: _of_called, Told: _of_told}
WEAKEN = {Called: _called_less}


# --- calling --------------------------------------------------------------------------------------------


def _gm(work: Work) -> None:
    if not work.by.is_gm:
        raise Refused("not_allowed")


def call(work: Work, command: CallCheck) -> None:
    _gm(work)
    if work.state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    skill: Skill | None = work.rules.find("skill", command.skill)
    wanted = plan(work.rules, CALLED, command.skill)
    if skill is None or wanted is None:
        raise Refused("unknown", what=command.skill)
    if command.stat and work.rules.find("stat", command.stat) is None:
        raise Refused("unknown", what=command.stat)
    if not (command.stat or skill.stats):
        raise bad_field("stat", f"{skill.label} checks no stat of its own: name one")
    bodies = _called(work, command.who)
    if not bodies:
        raise illegal("nothing")
    ruling: dict[str, Any] = {}
    if command.difficulty is not None:
        ruling = {"value": command.difficulty}
    work.emit(Called(tuple(b.key for b in bodies), command.skill, command.how))
    root = work.push("called", "", (), **({"secret": True} if command.how != "public" else {}))
    if ruling:
        work.note(root, ruling=ruling)
    for body in reversed(bodies):
        work.push(
            "effect",
            body.unit,
            compiled(wanted.action.effect),
            action=CALLED,
            using=command.skill,
            body=body.key,
            weapon="",
            target="",
            cost={},
            cell=None,
            text="",
            root=root.key,
            stat=command.stat,
            adds=[command.label or "GM", command.modifier] if command.modifier else None,
        )


def _called(work: Work, who: list[str]) -> list[AnyBody]:
    """The bodies named, and of the units named all that are conscious, each once."""
    found: dict[str, AnyBody] = {}
    for key in who:
        unit = work.state.units.get(key)
        bodies = bodies_of(work.state, unit) if unit is not None else (work.state.bodies[work.body_key(key)],)
        found |= {b.key: b for b in bodies if not b.down}
    return list(found.values())


def tell(work: Work, command: Tell) -> None:
    _gm(work)
    for seat in command.to:
        if seat not in work.state.seats:
            raise Refused("unknown", what=seat)
    text = command.text.strip()
    if not text:
        raise bad_field("text", "say what comes of it")
    body = work.body_key(command.body) if command.body is not None else ""
    work.emit(Told(text, tuple(dict.fromkeys(command.to)), body))


# --- after a failure ------------------------------------------------------------------------------------


def _trial(work: Work, body: str, skill: str, weapon: str, target: str) -> Trial:
    _gm(work)
    if work.rules.find("skill", skill) is None:
        raise Refused("unknown", what=skill)
    if weapon and work.rules.find("weapon", weapon) is None:
        raise Refused("unknown", what=weapon)
    return Trial(body=work.body_key(body), skill=skill, weapon=weapon, target=work.body_key(target) if target else "")


def gauge(work: Work, command: Gauge) -> None:
    trial = _trial(work, command.body, command.skill, command.weapon, command.target)
    if numbers.dice_of(work, trial) is None:
        raise illegal("nothing")
    unit = work.state.bodies[trial.body].unit
    work.push("gauge", unit, ("gauge_roll",), trial=packed(trial))


def gauge_step(work: Work, frame: Frame) -> None:
    given = frame.args["trial"]
    trial = Trial(**{name: given[name] for name in ("body", "skill", "weapon", "target") if name in given})
    dice = numbers.dice_of(work, trial)
    if dice is None or trial.body not in work.state.bodies:
        return
    severity = rolled(work, frame, trial, dice, numbers.effectiveness(work, trial), "how badly it failed")
    work.emit(
        Checked(
            unit=frame.unit, body=trial.body, action="", skill=trial.skill, kind="check", outcome="failure",
            weapon=trial.weapon, severity=severity, part="gauge",
        )
    )  # fmt: skip


def grant_retry(work: Work, command: GrantRetry) -> None:
    trial = _trial(work, command.body, command.skill, "", command.target)
    value = int(constant(work, "tt.retry.bonus")) if command.value is None else command.value
    if value == 0:
        raise illegal("nothing")
    work.emit(RetrySet(body=trial.body, key=retry_key(trial.skill, trial.target), value=value))


def lay(work: Work, command: c.Lay) -> None:
    """As everywhere; a stat for the next check is one of these rules (T-100), and an impression is somebody's."""
    if command.applies == "stat" and work.rules.find("stat", command.label) is None:
        raise bad_field("label", f"name a stat: {', '.join(work.rules.entries.get('stat', {}))}")
    if command.applies == "stat" and not command.on.startswith("next:"):
        raise bad_field("on", "a stat is for the next check of a unit")
    rulings.lay(work, command)


HANDLERS: dict[type, Handler] = {
    CallCheck: call,
    Tell: tell,
    Gauge: gauge,
    GrantRetry: grant_retry,
    c.Lay: lay,
}
STEPS: dict[str, Step] = {"gauge_roll": gauge_step}
