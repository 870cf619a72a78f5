"""Hookshots: to the anchor, or away from it (O-184 to O-187).

Whoever carries one fires it with the offhand at something that holds a hook: a section of a ship, a structure on the
map or ground that is `grapplable`. It always holds there (house value). It pulls the user to the nearest free cell at
the anchor, or the user repels, which is a Push of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tactics.board import cells, sees
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known, Narrate, Telling
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Place
from tactics.kernel.view import FieldView, LogLine, OptionView, TargetView
from tactics.mission import audience as shared
from tactics.mission import turns
from tactics.mission.audience import Rule
from tactics.mission.offers import digest
from tactics.mission.walking import seen_by_sender
from tactics.mission.words import line, name, of_unit
from tactics.outerah import attack_data, drift, making_way, pushes, ways
from tactics.outerah.parts import OFFHAND, PART_LABELS, Acted, body_part, constant, left, living, pay, pay_free, truth
from tactics.outerah.specs import Thing

GRAPPLABLE = "grapplable"


class Hook(c.Command, frozen=True, tag="hook"):
    """Fires a hookshot. target: a body or a cell that holds a hook; how: `pull` to it or `repel` from it."""

    unit: c.Key
    target: c.Key | list[c.Coordinate]
    how: c.Key = "pull"


class Hooked(e.Event, frozen=True, tag=True):
    """A hook holds at this place."""

    unit: str
    body: str
    at: Place
    how: str


def bearer(known: Known, unit: AnyUnit) -> AnyBody | None:
    """The member that carries a hookshot."""
    for body in living(known.state, unit):
        things = (known.rules.find("item", key) for key in body_part(body).pack)
        if any(isinstance(spec, Thing) and spec.hook for spec in things):
            return body
    return None


def anchor(known: Known, user: AnyBody, target: Any) -> Place | Refused:
    """Where the hook holds, or why it does not (O-184, O-185)."""
    if user.place is None:
        return illegal("phase", missing="placement")
    if isinstance(target, str):
        found = known.state.bodies.get(target)
        if found is None or found.place is None:
            return Refused("unknown", what=target)
        at, holds = found.place, GRAPPLABLE in body_part(found).traits or bool(body_part(found).section)
    else:
        if not (isinstance(target, list) and len(target) == 2 and all(isinstance(n, int) for n in target)):
            return bad_field("target", "name a body or a cell, such as [3, 4]")
        at = Place(board=user.place.board, x=target[0], y=target[1], z=user.place.z)
        compiled, floor = ways.floor_of(known, at.board)
        ground = floor.ground(known, at.cell) if at.cell in compiled else None
        holds = ground is not None and ground.grapplable
    if at.board != user.place.board:
        return illegal("range")
    if not holds:
        return illegal("target", text="a hook finds no hold there")
    if max(attack_data.cells_between(known, user.place, at), abs(at.z - user.place.z)) > int(
        constant(known, "out.hookshot")["range"]
    ):
        return illegal("range")
    compiled, _ = ways.floor_of(known, at.board)
    if not sees(compiled, user.place.cell, at.cell) and landing(known, user, at) is None:
        return illegal("sight")
    return at


def landing(known: Known, user: AnyBody, at: Place, taken: frozenset[Cell] | None = None) -> Cell | None:
    """The free cell at the anchor that is nearest to the user (O-186), or None. taken: by default where bodies are."""
    assert user.place is not None
    compiled, floor = ways.floor_of(known, at.board)
    taken = ways.taken(known.state, at.board, user.key) if taken is None else taken
    start = user.place.cell
    beside = [
        (at.x + dx, at.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
    ]  # fmt: skip
    free = [
        cell for cell in beside
        if cell in compiled and cell not in taken and not compiled.blocks(cell)
        and ways.may_enter(known, floor, user, cell) and sees(compiled, start, cell)
    ]  # fmt: skip
    far = {cell: ((cell[0] - start[0]) ** 2 + (cell[1] - start[1]) ** 2, cell[1], cell[0]) for cell in free}
    return min(free, key=lambda cell: far[cell], default=None)


def hook(work: Work, command: Hook) -> None:
    unit = turns.active_unit(work, command.unit)
    known = seen_by_sender(work)
    user = bearer(known, unit)
    if user is None or user.place is None:
        raise illegal("not_ready", item="Hookshot")
    if command.how not in ("pull", "repel"):
        raise bad_field("how", "choose pull or repel")
    target = work.body_key(command.target) if isinstance(command.target, str) else command.target
    at = anchor(known, user, target)
    if isinstance(at, Refused):
        raise at
    if command.how == "pull" and landing(known, user, at) is None:
        raise illegal("blocked", cell=ways.name(at.cell))
    pay(work, unit.key, (OFFHAND,), "hookshot")
    work.emit(Acted(unit=unit.key, action="hookshot", keeps_moving=True))
    work.emit(Hooked(unit=unit.key, body=user.key, at=at, how=command.how))
    drift.holds(work, user)
    if command.how == "pull":
        to = landing(truth(work), user, at, making_way.taken(work, user.key, at.board))
        if to is not None and to != user.place.cell:
            work.emit(e.Stepped(body=user.key, place=replace(user.place, x=to[0], y=to[1], z=at.z)))
            making_way.settle(work, user.key)
    else:
        pushes.push(work, user.key, at.cell, int(work.constant("out.hookshot")["repel"]), "repel", by=user.key)


# --- offers -------------------------------------------------------------------------------------------


def offers(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """Pull and repel: at every body in range that holds a hook, and at a cell that is named."""
    user = bearer(known, unit)
    if user is None or user.place is None:
        return
    free = pay_free(known.state)
    used = "" if free or left(unit, OFFHAND) else f"{PART_LABELS[OFFHAND]} is used"
    far = constant(known, "out.hookshot")["range"]
    others = [b for b in known.state.bodies.values() if b.unit != unit.key]
    holds = [b for b in others if isinstance(anchor(known, user, b.key), Place)]
    said = f"a wall or structure within {far} cells"
    cell = FieldView(name="target", label="At", kind="cell", board=user.place.board, help=said)
    for how, label, at_cell in (
        ("pull", "Hookshot: pull yourself there", "Hookshot: pull yourself to a cell"),
        ("repel", "Hookshot: repel from it", "Hookshot: repel from a cell"),
    ):
        targets = tuple(
            TargetView(
                body=b.key, name=b.name, cell=cells.name(b.place.cell), x=b.place.x, y=b.place.y, down=b.down,
                does="holds",
            )
            for b in holds
            if b.place is not None and (how == "repel" or landing(known, user, b.place) is not None)
        )  # fmt: skip
        option = OptionView(
            key=f"hook.{how}", unit=unit.key, do="hook", label=label, group=PART_LABELS[OFFHAND],
            cost="free" if free else PART_LABELS[OFFHAND], costs={} if free else {OFFHAND: 1}, why_not=used,
            why_code="cost" if used else "", command={"how": how}, house=True,
            targets=tuple(replace(t, basis=digest(t, how, user.place)) for t in targets),
            help="rule:O-186" if how == "pull" else "rule:O-187",
        )  # fmt: skip
        if targets:
            yield option
        yield replace(option, key=f"hook.{how}.cell", label=at_cell, targets=(), fields=(cell,))


def _hooked(t: Telling, ev: Hooked) -> LogLine:
    said = "pulls itself to" if ev.how == "pull" else "pushes itself off from"
    return line("move", f"{name(t, ev.body)} {said} {cells.name(ev.at.cell)} with a hookshot", unit=of_unit(t, ev.unit))


def _unchanged(s: AnyState, ev: Hooked) -> AnyState:
    return s


COMMANDS: tuple[type[c.Command], ...] = (Hook,)
EVENTS: tuple[type[e.Event], ...] = (Hooked,)
APPLIERS: dict[type[e.Event], Any] = {Hooked: _unchanged}
HANDLERS: dict[type[c.Command], Handler] = {Hook: hook}
AUDIENCE: dict[type[e.Event], Rule] = {Hooked: shared.both}
WORDS: dict[type[e.Event], Narrate] = {Hooked: _hooked}
