"""Talk: five words for each MA, in any normal volume, heard as far as the volume carries (T-053, T-054)."""

from __future__ import annotations

from tactics.effects.specs import Action
from tactics.kernel import commands as c
from tactics.kernel.appliers import bodies_of
from tactics.kernel.engine import Work
from tactics.kernel.refusals import bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, Step
from tactics.kernel.state import AnyState, AnyUnit, Frame
from tactics.mission import turns
from tactics.mission.talk import VOLUMES, Relay, heard_within, relay, word_count
from tactics.tempus import ways
from tactics.tempus.movement import blocked_by_extended, seen_by_sender
from tactics.tempus.parts import MA, Acted, Said, Talk, cost_of, living, pay
from tactics.tempus.timing_records import TURN, How


def cost(state: AnyState, rules: Rules, words: int) -> dict[str, int]:
    """One MA for each five words begun; 12 words cost 3 (T-053). What five words cost stands in the action."""
    per_point = int(rules.constant("tt.talk.words_per_ma", state.options))
    spec = rules.find("action", "talk")
    return cost_of(spec.cost if isinstance(spec, Action) else {MA: 1}, -(-words // per_point))


def talk(work: Work, command: Talk) -> None:
    """Says something in character on one's own turn; free movement costs nothing."""
    say(work, turns.active_unit(work, command.unit), command, TURN)


def say(work: Work, unit: AnyUnit, command: Talk, how: How) -> None:
    """The same, on the unit's turn or out of it. It is paid and declared at once, and heard when its frame runs."""
    spec = work.rules.find("action", "talk")
    if isinstance(spec, Action) and spec.disabled:
        raise illegal("disabled")
    blocked_by_extended(work, unit, "talk", how)
    if command.volume not in VOLUMES:
        raise bad_field("volume", f"choose one of {', '.join(VOLUMES)}")
    if command.aloud is not None and not work.constant("tt.talk.aloud"):
        raise illegal("disabled")
    text = " ".join(command.text.split())
    words = command.aloud or word_count(text)
    if not words:
        raise bad_field("text", "type what is said")
    view = seen_by_sender(work)
    held = {body.key: ways.forbidden(view, body, "talk") for body in bodies_of(work.state, unit)}
    speaker = next((body for body in living(work.state, unit) if not held[body.key]), None)
    if speaker is None:
        raise illegal("status", name=unit.name, status=next(iter(held.values()), "Unconscious"))
    pay(work, unit.key, how.price(cost(work.state, work.rules, words)), "talk")
    work.emit(Acted(unit=unit.key, action="talk"))
    work.push(
        "talk",
        unit.key,
        ("window", "talk_said"),
        action="talk",
        body=speaker.key,
        text=text,
        volume=command.volume,
        words=words,
        aloud=command.aloud is not None,
        **({"how": how.kind} if how.interrupts else {}),
    )


def said_step(work: Work, frame: Frame) -> None:
    """It is heard, if the speaker still can speak."""
    args = frame.args
    speaker = work.state.bodies.get(args["body"])
    if speaker is None or speaker.down:
        return
    work.emit(
        Said(
            unit=frame.unit,
            body=speaker.key,
            text=args["text"],
            volume=args["volume"],
            words=args["words"],
            hearers=hearers(work.state, work.rules, work.state.units[frame.unit], args["volume"]),
            aloud=args["aloud"],
        )
    )


def hearers(state: AnyState, rules: Rules, unit: AnyUnit, volume: str) -> tuple[str, ...]:
    """The seats that hear a unit: its own, and those of conscious bodies near enough to one of its members."""
    radius = rules.constant("tt.talk.radius", state.options)[volume]
    return heard_within(state, unit, radius, str(rules.constant("tt.grid.metric", state.options)), volume)


COMMANDS: tuple[type[c.Command], ...] = (Relay,)
HANDLERS: dict[type[c.Command], Handler] = {Talk: talk, Relay: relay}
STEPS: dict[str, Step] = {"talk_said": said_step}
