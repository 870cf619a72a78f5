"""What lies on the ground, and who knows of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.kernel.rules import Rules
from tactics.kernel.state import EVERYONE, AnyBody, AnyState, Place
from tactics.secrecy.sight import is_gm, sees
from tactics.tempus.check_facts import Facts
from tactics.tempus.parts import Lying, mission_part


def knows(state: AnyState, rules: Rules, seat: str, thing: Lying) -> bool:
    """Whether a seat knows of something on the ground: it sees the cell, and the thing is not hidden from it."""
    if is_gm(state, seat):
        return True
    hidden = {EVERYONE, seat} & set(thing.hidden_from) and seat not in thing.found_by
    return not hidden and thing.board in state.boards and sees(state, rules, seat, Place(thing.board, thing.x, thing.y))


def at_feet(facts: Facts, body: AnyBody, seat: str) -> tuple[Lying, ...]:
    """What lies where a body stands, as far as a seat knows."""
    place = body.place
    if place is None:
        return ()
    return tuple(
        x
        for x in mission_part(facts.state).ground
        if (x.board, x.x, x.y) == (place.board, place.x, place.y) and knows(facts.state, facts.rules, seat, x)
    )


def known_ground(state: AnyState, rules: Rules, seat: str) -> tuple[Lying, ...]:
    """What a seat knows of it: not who else does, nor what is written on what lies there."""
    return tuple(
        replace(x, hidden_from=(), found_by=(), text="", by="", unclear=False)
        for x in mission_part(state).ground
        if knows(state, rules, seat, x)
    )


def with_ground(s: AnyState, taken: Sequence[Lying], dropped: Sequence[Lying]) -> AnyState:
    """The state with these things taken from the ground and those lying there."""
    if not taken and not dropped:
        return s
    ground = list(mission_part(s).ground)
    for gone in taken:
        for i, old in enumerate(ground):
            if old.count >= gone.count and replace(old, count=gone.count) == gone:
                rest = old.count - gone.count
                ground[i : i + 1] = [replace(old, count=rest)] if rest else []
                break
    return replace(s, part=replace(mission_part(s), ground=(*ground, *dropped)))
