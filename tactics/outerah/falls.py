"""Falls: a die for each level, none for who flies; whoever falls slowly sinks two levels a Round (O-139, O-171, O-172).

Who falls slowly is in the air meanwhile, above the cell where it will land.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.state import AnyBody, Place
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import numbers, statuses
from tactics.outerah.parts import body_part, has, sides_of_die, truth, with_body_part


class Aloft(e.Event, frozen=True, tag=True):
    """A body is so many levels above where it will land, and falls slowly; 0: it has landed."""

    body: str
    levels: int


def slowly(work: Work, body: AnyBody) -> bool:
    return has(work.rules, body, "slow_fall")


def damage(work: Work, body: str, levels: int) -> int:
    """A die for each level; none for who flies or falls slowly (O-139, O-171)."""
    found = work.state.bodies[body]
    if levels <= 0 or numbers.flies(truth(work), found) or slowly(work, found):
        return 0
    sides = sides_of_die(work.constant("out.fall.per_level"))
    return work.roll(levels, sides, f"{found.name} falls {levels} levels").total


def down_to(work: Work, body: str, at: Place, levels: int) -> int:
    """Lets a body fall so many levels onto a place; returns the damage. Who falls slowly is aloft first."""
    found = work.state.bodies[body]
    if levels > 0 and slowly(work, found) and not numbers.flies(truth(work), found):
        work.emit(e.Stepped(body=body, place=replace(at, z=at.z + levels)), Aloft(body=body, levels=levels))
        return 0
    work.emit(e.Stepped(body=body, place=at))
    taken = damage(work, body, levels)
    if taken:
        statuses.hurt(work, body, taken, "fall")
    return taken


def round_ends(work: Work) -> None:
    """Two levels down, or all that is left for one whose Slow Fall is over."""
    for body in tuple(work.state.bodies.values()):
        high, place = body_part(body).aloft, body.place
        if not high or place is None:
            continue
        if not slowly(work, body):
            work.emit(Aloft(body=body.key, levels=0))
            down_to(work, body.key, replace(place, z=place.z - high), high)
            continue
        lower = max(0, high - int(work.constant("out.fall.slow")))
        work.emit(e.Stepped(body=body.key, place=replace(place, z=place.z - high + lower)))
        work.emit(Aloft(body=body.key, levels=lower))


def _aloft(t: Telling, ev: Aloft) -> LogLine:
    said = f"falls slowly, {ev.levels} level{'s' * (ev.levels != 1)} up" if ev.levels else "lands"
    return line("move", f"{name(t, ev.body)} {said}")


EVENTS: tuple[type[e.Event], ...] = (Aloft,)
APPLIERS: dict[type[e.Event], Any] = {Aloft: lambda s, ev: with_body_part(s, ev.body, aloft=ev.levels)}
AUDIENCE: dict[type[e.Event], Rule] = {Aloft: shared.both}
WORDS: dict[type[e.Event], Narrate] = {Aloft: _aloft}
