"""Talk: five words for each MA, in any normal volume, heard as far as the volume carries (T-053, T-054)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tactics.board import distance
from tactics.effects.specs import Action
from tactics.kernel import commands as c
from tactics.kernel.appliers import bodies_of
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, Step
from tactics.kernel.state import AnyState, AnyUnit, Frame
from tactics.mission import turns
from tactics.secrecy.sight import PUBLIC
from tactics.tempus import ways
from tactics.tempus.movement import blocked_by_extended, seen_by_sender
from tactics.tempus.parts import MA, Acted, Said, Talk, cost_of, living, pay
from tactics.tempus.timing_records import TURN, How

VOLUMES = ("whisper", "speak", "yell")


def word_count(text: str) -> int:
    """Words are separated by white space (T-053)."""
    return len(text.split())


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
    """The seats that hear a unit: its own, and those of conscious bodies near enough to one of its members.

    Spectators hear what is not whispered, if any player hears it.
    """
    radius = rules.constant("tt.talk.radius", state.options)[volume]
    metric = str(rules.constant("tt.grid.metric", state.options))
    mouths = [b.place for b in living(state, unit) if b.place is not None]
    found = {unit.seat}
    for body in state.bodies.values():
        if body.down or body.place is None:
            continue
        at = body.place
        if radius is None or any(
            mouth.board == at.board and distance(mouth.cell, at.cell, metric) <= radius for mouth in mouths
        ):
            found.add(state.units[body.unit].seat)
    players = {s.key for s in state.seats.values() if s.role == "player"}
    if volume != "whisper" and found & players:
        found |= {PUBLIC, *(s.key for s in state.seats.values() if s.role == "spectator")}
    return tuple(sorted(found))


class Relay(c.Command, frozen=True, tag="relay"):
    """The GM lets more seats hear what was said (T-054 b): it comes to them as it came to the others."""

    unit: c.Key
    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    to: Annotated[list[c.Key], Meta(min_length=1, max_length=50)]
    volume: str = "speak"


def relay(work: Work, command: Relay) -> None:
    if not work.by.is_gm:
        raise Refused("not_allowed")
    unit = work.unit(command.unit)
    unknown = [seat for seat in command.to if seat not in work.state.seats]
    if unknown:
        raise Refused("unknown", what=unknown[0])
    if command.volume not in VOLUMES:
        raise bad_field("volume", f"choose one of {', '.join(VOLUMES)}")
    text = " ".join(command.text.split())
    mouth = next((b.key for b in living(work.state, unit)), unit.bodies[0])
    hears = tuple(sorted(set(command.to)))
    work.emit(
        Said(unit=unit.key, body=mouth, text=text, volume=command.volume, words=word_count(text), hearers=hears)
    )


COMMANDS: tuple[type[c.Command], ...] = (Relay,)
HANDLERS: dict[type[c.Command], Handler] = {Talk: talk, Relay: relay}
STEPS: dict[str, Step] = {"talk_said": said_step}
