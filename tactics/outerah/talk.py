"""Chat: what is said in character, one block a turn, as much as one likes (O-021). And what the Guide rules on."""

from __future__ import annotations

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.ruleset import Handler
from tactics.kernel.state import AnyUnit
from tactics.mission import turns
from tactics.mission.talk import VOLUMES, Relay, Said, Talk, heard_within, relay, word_count
from tactics.outerah.parts import CHAT, PART_LABELS, Acted, Declared, constant, living, pay, truth


def talk(work: Work, command: Talk) -> None:
    """Says something on one's own turn."""
    unit = turns.active_unit(work, command.unit)
    text = " ".join(command.text.split())
    if command.volume not in VOLUMES:
        raise bad_field("volume", f"choose one of {', '.join(VOLUMES)}")
    if not text:
        raise bad_field("text", "type what is said")
    speaker = next(iter(living(work.state, unit)), None)
    if speaker is None:
        raise Refused("not_allowed")
    pay(work, unit.key, (CHAT,), "chat")
    known = truth(work)
    radius = 1 if command.volume == "whisper" else constant(known, "out.chat.radius")
    hearers = heard_within(work.state, unit, radius, str(constant(known, "out.grid.metric")), command.volume)
    work.emit(
        Acted(unit=unit.key, action="chat", keeps_moving=True),
        Said(
            unit=unit.key, body=speaker.key, text=text, volume=command.volume, words=word_count(text), hearers=hearers
        ),
    )  # fmt: skip


def something_else(work: Work, unit: AnyUnit, part: str, text: str) -> None:
    """A use of a part of the turn that no entry names: the Guide reads it and rules what comes of it (O-025)."""
    words = " ".join(text.split())
    if part not in PART_LABELS:
        raise bad_field("part", f"choose one of {', '.join(PART_LABELS)}")
    if not words:
        raise bad_field("text", "say what you do")
    pay(work, unit.key, (part,), "something_else")
    work.emit(Acted(unit=unit.key, action="something_else"), Declared(unit=unit.key, part=part, text=words))


COMMANDS: tuple[type[c.Command], ...] = (Talk, Relay)
EVENTS: tuple[type[e.Event], ...] = (Said,)
APPLIERS = {Said: lambda s, ev: s}
HANDLERS: dict[type[c.Command], Handler] = {Talk: talk, Relay: relay}
