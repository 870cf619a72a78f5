"""Chat: what is said in character, one block a turn, as much as one likes (O-021)."""

from __future__ import annotations

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.ruleset import Handler
from tactics.mission import turns
from tactics.mission.talk import VOLUMES, Relay, Said, Talk, heard_within, relay, word_count
from tactics.outerah.parts import CHAT, Acted, constant, living, pay, truth


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


COMMANDS: tuple[type[c.Command], ...] = (Talk, Relay)
EVENTS: tuple[type[e.Event], ...] = (Said,)
APPLIERS = {Said: lambda s, ev: s}
HANDLERS: dict[type[c.Command], Handler] = {Talk: talk, Relay: relay}
