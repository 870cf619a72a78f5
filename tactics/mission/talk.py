"""Talk in character: what is said, and which seats hear it. What it costs is the ruleset's matter."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tactics.board import distance
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.appliers import bodies_of
from tactics.kernel.commands import Command, Key, Text
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.state import AnyState, AnyUnit
from tactics.secrecy.sight import PUBLIC

VOLUMES = ("whisper", "speak", "yell")


def word_count(text: str) -> int:
    """Words are separated by white space (T-053)."""
    return len(text.split())


class Talk(Command, frozen=True, tag="talk"):
    """Says something in character (T-053, T-054). volume: `whisper`, `speak` or `yell`.

    aloud: so many words were said at the table instead of typed (table.md 16); `text` may then be empty.
    """

    unit: Key
    text: Text = ""
    volume: str = "speak"
    aloud: Annotated[int, Meta(ge=1, le=500)] | None = None


class Said(e.Event, frozen=True, tag=True):
    """In-character talk, with the seats that hear it (T-054). aloud: said at the table, its words counted."""

    unit: str
    body: str
    text: str
    volume: str
    words: int
    hearers: tuple[str, ...] = ()
    aloud: bool = False


def heard_within(
    state: AnyState, unit: AnyUnit, radius: int | None, metric: str, volume: str = "speak"
) -> tuple[str, ...]:
    """The seats that hear a unit: its own, and those of conscious bodies near enough to one of its members.
    radius: cells, or None for the whole Mission.

    Spectators hear what is not whispered, if any player hears it.
    """
    mouths = [b.place for b in bodies_of(state, unit) if b.place is not None and not b.down]
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
    mouth = next((b.key for b in bodies_of(work.state, unit) if not b.down), unit.bodies[0])
    hears = tuple(sorted(set(command.to)))
    work.emit(Said(unit=unit.key, body=mouth, text=text, volume=command.volume, words=word_count(text), hearers=hears))
