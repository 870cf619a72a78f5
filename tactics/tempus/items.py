"""Using what is ready at hand: potions, manuals, notes, an open Pack; aiming (T-050, T-055, T-057, T-061, T-170).

A usable item is an action of its own, `use.<item>` (`action_plan.of_item`); the steps here are what its data names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tactics.board import distance
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Applier
from tactics.kernel.state import EVERYONE, AnyBody, Frame, Status, Until
from tactics.tempus import gear as g
from tactics.tempus.action_plan import plan_of
from tactics.tempus.arrange import Moved, lying
from tactics.tempus.check_facts import constant, unit_of
from tactics.tempus.ground import knows
from tactics.tempus.handling import AIM, MANUAL, hindered, ready_item, shot
from tactics.tempus.parts import Thing, body_part, mission_part
from tactics.tempus.stow import Handled, ThingsFound, searching

Named = Callable[[Work, Frame, dict[str, Any]], None]


class PackOpened(e.Event, frozen=True, tag=True):
    """Search Inventory is done: the unit's Packs stand open until it does something else (T-170)."""

    unit: str


# --- the steps ----------------------------------------------------------------------------------------


def _use_item(work: Work, frame: Frame, args: dict[str, Any]) -> None:
    """Takes one of what is used up; what is not at hand any more does nothing."""
    item = str(args["item"])
    body = work.state.bodies.get(frame.args["body"])
    wanted = plan_of(work.rules, frame)
    if body is None or body.down or hindered(work, body, wanted) is not None:
        work.replan(frame, ())
        return
    if not args.get("consumed"):
        return
    thing = ready_item(work, body, item)
    assert thing is not None
    gear = tuple(
        replace(t, count=t.count - 1) if t.key == thing.key else t
        for t in body_part(body).gear
        if t.key != thing.key or t.count > 1
    )
    moves = (Moved(item, 1, thing.where, "", thing.name),)
    work.emit(Handled(unit=body.unit, body=body.key, how="use", moves=moves, gear=gear))


def _read_manual(work: Work, frame: Frame, args: dict[str, Any]) -> None:
    """The next attempt at its skill counts as rank P (T-057)."""
    status = Status(MANUAL, source=f"skill:{args['skill']}")
    work.emit(e.StatusSet(body=frame.args["body"], status=status))


def _write_note(work: Work, frame: Frame, args: dict[str, Any]) -> None:
    """A note, in a hand if one has room for it, else at one's feet (T-061)."""
    body = work.state.bodies[frame.args["body"]]
    own = body_part(body)
    key = g.new_key(own.gear, "note")
    note = Thing(key, "note", where=g.HAND, text=str(frame.args.get("text") or ""), by=body.key)
    hand = g.fitting_hand(work, g.hands(work, body), [*own.gear, note], key)
    moves = (Moved("note", 1, "", g.GROUND if hand is None else f"{g.HAND}.{hand}"),)
    work.emit(
        Handled(
            unit=body.unit,
            body=body.key,
            how="write",
            moves=moves,
            gear=own.gear if hand is None else (*own.gear, replace(note, at=hand)),
            dropped=(lying(body, note),) if hand is None else (),
        )
    )


def _open_pack(work: Work, frame: Frame, args: dict[str, Any]) -> None:
    work.emit(PackOpened(unit=frame.unit))


def _aim(work: Work, frame: Frame, args: dict[str, Any]) -> None:
    """For the next shot at this target, to the end of the unit's next turn (T-055)."""
    body = work.state.bodies[frame.args["body"]]
    source = f"body:{frame.args['target']}"
    old = next((s for s in body.statuses if s.key == AIM and s.source == source), None)
    stacks = old.stacks + 1 if old is not None and constant(work, "tt.aim.stack") else 1
    count = 2 if work.state.clock.active == body.unit else 1
    until = Until(edge="end", unit=body.unit, count=count)
    work.emit(e.StatusSet(body=body.key, status=Status(AIM, source=source, stacks=stacks, until=until)))


def spend_postures(work: Work, frame: Frame) -> None:
    """After a checked action: a shot ends the Aim of who shot, whoever it was at; the attempt ends what was read."""
    for key, skill, weapon, _ in frame.args["doers"]:
        body = work.state.bodies.get(key)
        for status in body.statuses if body is not None else ():
            aimed = status.key == AIM and shot(work, skill, weapon)
            if aimed or (status.key == MANUAL and status.source == f"skill:{skill}"):
                work.emit(e.StatusEnded(body=key, key=status.key))


def find_things(work: Work, body: AnyBody, radius: int) -> None:
    """Finds what lies hidden within so many cells, for the searcher's seat (T-058)."""
    assert body.place is not None
    seat, metric = unit_of(work, body).seat, constant(work, "tt.grid.metric")
    found = tuple(
        thing
        for thing in mission_part(work.state).ground
        if {EVERYONE, seat} & set(thing.hidden_from)
        and seat not in thing.found_by
        and thing.board == body.place.board
        and distance(body.place.cell, (thing.x, thing.y), metric) <= radius
        and knows(work.state, work.rules, seat, replace(thing, hidden_from=()))
    )
    if found:
        work.emit(ThingsFound(body=body.key, things=found, to=(seat,)))


PYTHON: dict[str, Named] = {
    "use_item": _use_item,
    "read_manual": _read_manual,
    "write_note": _write_note,
    "open_pack": _open_pack,
    "aim": _aim,
}
EVENTS: tuple[type[e.Event], ...] = (PackOpened,)
APPLIERS: dict[type[e.Event], Applier] = {PackOpened: lambda s, ev: searching(s, ev.unit, True)}
