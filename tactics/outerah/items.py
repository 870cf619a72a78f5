"""Things that are used up: potions, bandages, draughts (O-092, O-218, O-219)."""

from __future__ import annotations

from typing import Any

from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Step
from tactics.kernel.state import AnyUnit, Frame
from tactics.mission.walking import seen_by_sender
from tactics.outerah import attack_data, damage, order, skills, statuses
from tactics.outerah.parts import Acted, PackSet, body_part, free_to_act, pay, truth
from tactics.outerah.specs import Thing

REACH = 1
"""Cells within which a thing is handed to somebody (house value)."""


def use(work: Work, unit: AnyUnit, wish: Any) -> None:
    """Uses a thing that the unit carries, on itself or on somebody beside."""
    spec = work.rules.find("item", wish.using)
    if not isinstance(spec, Thing):
        raise Refused("unknown", what=wish.using)
    if spec.kept:
        raise illegal("nothing")
    user = next((b for b in free_to_act(truth(work), unit) if body_part(b).pack.get(wish.using)), None)
    if user is None:
        raise illegal("not_ready", item=spec.label)
    target = user.key
    if wish.target is not None:
        if not isinstance(wish.target, str):
            raise bad_field("target", "name whom it is for")
        target = work.body_key(wish.target)
    known = seen_by_sender(work)
    other = known.state.bodies[target]
    if target != user.key:
        if user.place is None or other.place is None or user.place.board != other.place.board:
            raise illegal("range")
        if attack_data.cells_apart(known, user.place, other.place) > REACH:
            raise illegal("range")
    pay(work, unit.key, (wish.part or spec.part,), wish.using)
    work.emit(Acted(unit=unit.key, action="item"))
    consume(work, unit.key, user.key, target, wish.using)


def consume(work: Work, unit: str, user: str, target: str, key: str) -> None:
    """One of it is gone, and does what it does."""
    left = body_part(work.state.bodies[user]).pack.get(key, 0) - 1
    work.emit(PackSet(body=user, item=key, count=left))
    work.push("item", unit, ("item_used",), body=user, target=target, key=key)


def item_used(work: Work, frame: Frame) -> None:
    spec = work.rules.find("item", frame.args["key"])
    target = work.state.bodies.get(frame.args["target"])
    if not isinstance(spec, Thing) or target is None:
        return
    if spec.roll is not None:
        skills.mend(work, frame, "item", spec, spec.bonus, spec.element, spec.potion)
    if damage.untouched(target, spec.element):
        if spec.cures or spec.buff:
            work.emit(skills.Untouched(body=target.key, element=spec.element))
        return
    for status in spec.cures:
        statuses.end(work, target.key, status)
    if spec.buff:
        statuses.put(work, target.key, spec.buff, source=frame.args["body"])
        buff = work.rules.find("status", spec.buff)
        if buff is not None and buff.does == "move_next":
            order.inspire(work, target.unit)


STEPS: dict[str, Step] = {"item_used": item_used}
