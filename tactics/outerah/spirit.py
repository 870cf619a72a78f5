"""The Spirit Release: whoever lies at 0 hit points is counted down, and gone at 0 (O-075).

Three Rounds (house value), counted at the end of each; healed above 0 stops it. Who is released stays on the board as
somebody that nothing can heal any more, until the Guide takes it off or revives it.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.state import AnyState
from tactics.outerah.parts import body_part, with_body_part

NOT_COUNTED = -1


class SpiritCounted(e.Event, frozen=True, tag=True):
    """So many Rounds are left to a body that is down; 0: it is released; -1: the countdown is over."""

    body: str
    left: int


def settle(work: Work) -> None:
    """The countdown begins with whoever has gone down, and ends with whoever stands again."""
    for body in tuple(work.state.bodies.values()):
        left = body_part(body).spirit
        if body.down and not body_part(body).section and left == NOT_COUNTED and work.state.phase == "running":
            work.emit(SpiritCounted(body=body.key, left=int(work.constant("out.spirit_release.rounds"))))
        elif not body.down and left != NOT_COUNTED:
            work.emit(SpiritCounted(body=body.key, left=NOT_COUNTED))


def round_ends(work: Work) -> None:
    for body in tuple(work.state.bodies.values()):
        left = body_part(body).spirit
        if body.down and left > 0:
            work.emit(SpiritCounted(body=body.key, left=left - 1))


def released(state: AnyState, body: str) -> bool:
    """Whether nothing heals this body any more."""
    found = state.bodies.get(body)
    return found is not None and body_part(found).spirit == 0


EVENTS: tuple[type[e.Event], ...] = (SpiritCounted,)
APPLIERS: dict[type[e.Event], Any] = {SpiritCounted: lambda s, ev: with_body_part(s, ev.body, spirit=ev.left)}
