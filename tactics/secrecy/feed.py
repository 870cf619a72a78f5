"""The log lines of one entry, as one seat may read them.

Each event goes whole to its audience; everybody else gets what `weaken` makes of it, which may be nothing.
Lines carry no number that could have a gap: whoever keeps a seat's lines numbers them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tactics.kernel.engine import apply
from tactics.kernel.events import Event, Stepped
from tactics.kernel.log import Entry
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import GM_ONLY, Audience, Ruleset, Telling
from tactics.kernel.state import AnyState
from tactics.kernel.view import LogLine
from tactics.secrecy import memo
from tactics.secrecy.known import known
from tactics.secrecy.sight import is_gm


def heard(
    code: Ruleset, rules: Rules, before: AnyState, entry: Entry, seat: str, role: str
) -> Iterator[tuple[AnyState, AnyState, Event]]:
    """(state before it, state after it, event) for all that this seat gets of an entry, weakened where it must be.

    `before` is the state that the entry's first event was applied to.
    """
    gm = role == "gm" or is_gm(before, seat)
    for (state, event, after), audience in zip(
        steps(code, before, entry), _audiences(code, rules, before, entry), strict=True
    ):
        if gm or audience.includes(seat):
            yield state, after, event
        else:
            weaker = code.weaken.get(type(event))
            if weaker is not None:
                for lesser in weaker(state, after, rules, event, seat):
                    yield state, after, lesser
        if not gm and code.notices is not None:
            for noticed in code.notices(state, after, rules, event, seat):
                yield state, after, noticed


def steps(code: Ruleset, before: AnyState, entry: Entry) -> tuple[tuple[AnyState, Event, AnyState], ...]:
    """(state before, event, state after) of an entry's events; every audience shares them."""
    notes, note = memo.of(before), ("steps", code.name, entry.seq, entry.seat, entry.key)
    found: tuple[tuple[AnyState, Event, AnyState], ...] | None = notes.get(note)
    if found is None or tuple(event for _, event, _ in found) != entry.events:
        made, state = [], before
        for event in entry.events:
            after = apply(code, state, event)
            made.append((state, event, after))
            state = after
        found = notes[note] = tuple(made)
    return found


def _audiences(code: Ruleset, rules: Rules, before: AnyState, entry: Entry) -> tuple[Audience, ...]:
    """Who gets each of the entry's events whole: one answer for all who ask."""
    made = steps(code, before, entry)
    notes, note = memo.of(before), ("audiences", code.name, rules.hash, entry.seq, entry.seat, entry.key)
    found: tuple[Any, tuple[Audience, ...]] | None = notes.get(note)
    if found is None or found[0] is not made:
        rule = code.audience.get
        audiences = tuple(
            who(state, after, rules, event) if (who := rule(type(event))) is not None else GM_ONLY
            for state, event, after in made
        )
        found = notes[note] = made, audiences
    return found[1]


def after(code: Ruleset, before: AnyState, entry: Entry, now: AnyState) -> None:
    """Says that `now` is what came of an entry: what was found out of it for the log holds for the view too."""
    made = steps(code, before, entry)
    if made and replace(made[-1][2], seq=now.seq) == now:
        memo.same(now, made[-1][2])


def feed(code: Ruleset, rules: Rules, before: AnyState, entry: Entry, seat: str, role: str) -> list[LogLine]:
    """The lines that this entry adds to a seat's log, oldest first, with an empty key."""
    out: list[LogLine] = []
    on_the_way = 0
    signed = False
    trails: dict[str, list[list[int]]] = {}
    gm = role == "gm" or is_gm(before, seat)
    got = tuple(heard(code, rules, before, entry, seat, role))
    also = tuple(event for _, _, event in got)
    for earlier, after, event in got:
        if isinstance(event, Stepped):
            _step(trails, earlier, event)
        words = code.words.get(type(event))
        if words is None:
            continue
        telling = Telling(known=known(code, after, rules, seat, role), row=entry.seq, seat=entry.seat, also=also)
        line = words(telling, event)
        if line is None:
            continue
        line = replace(line, seq=entry.seq if gm else 0, amendable=line.amendable and gm)
        if not signed and _by_the_gm(before, entry, line):
            signed = True
            line = replace(line, text=f"{line.text} \u2013 by the GM")
        if line.kind == "move" and "bodies" in line.record:
            # A walk is told when it ends; what came into sight on the way is told after it.
            out.insert(on_the_way, replace(line, record=_with_paths(line.record, trails)))
            on_the_way = len(out)
        else:
            out.append(line)
            on_the_way += line.kind != "move"
    return out


BY_HAND = ("move", "roll", "talk")
"""Kinds of lines in which a unit does something."""


def _by_the_gm(before: AnyState, entry: Entry, line: LogLine) -> bool:
    """Whether a GM did what a player's unit does here: whoever reads that it did something reads whose hand it was."""
    named = getattr(entry.command, "unit", "")  # of a Join it is the unit itself
    unit = before.units.get(named) if isinstance(named, str) else None
    seat = before.seats.get(unit.seat) if unit is not None else None
    return (
        entry.role == "gm"
        and line.kind in BY_HAND
        and unit is not None
        and line.unit == unit.key
        and seat is not None
        and seat.role == "player"
    )


def _step(trails: dict[str, list[list[int]]], before: AnyState, event: Stepped) -> None:
    """Adds a step that the seat saw to the way of its body; after a gap, where it went unseen, a way begins anew."""
    place = before.bodies[event.body].place
    here = [place.x, place.y] if place is not None else []
    trail = trails.get(event.body, [])
    if not trail or trail[-1] != here:
        trail = [here] if here else []
    trails[event.body] = [*trail, [event.place.x, event.place.y]]


def _with_paths(record: dict[str, Any], trails: dict[str, list[list[int]]]) -> dict[str, Any]:
    """The record of a walk with the ways that were seen, in place of the bare names of those who walked."""
    found = {body: trails[body] for body in record["bodies"] if len(trails.get(body, ())) > 1}
    rest = {name: value for name, value in record.items() if name != "bodies"}
    return {**rest, "paths": found} if found else rest
