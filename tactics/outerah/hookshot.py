"""Hookshots: to the anchor, or away from it (O-184 to O-187).

Whoever carries one fires it with the offhand at something that holds a hook: a section of a ship, a structure on the
map or ground that is `grapplable`. It always holds there (house value). It pulls the user to the nearest free cell at
the anchor, or aboard where a ship with a deck holds the hook, or the user repels, which is a Push of its own.

Whoever stands on a deck fires from where the hull is, at what is on the wide board: a pull leads off the ship, to where
it holds one, or onto the other's deck (house values).
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
from tactics.outerah import (
    aboard,
    attack_data,
    attack_offers,
    decks,
    drift,
    heights,
    making_way,
    numbers,
    overboard,
    pushes,
    space,
    ways,
)
from tactics.outerah.parts import OFFHAND, PART_LABELS, Acted, body_part, constant, left, living, pay, pay_free, truth
from tactics.outerah.specs import Thing

GRAPPLABLE = "grapplable"
HOWS = ("pull", "aboard", "repel")


class Hook(c.Command, frozen=True, tag="hook"):
    """Fires a hookshot. target: a body or a cell that holds a hook; how: `pull` to it, `aboard` of the ship that it is
    of, or `repel` from it; wide: the cell is one of the wide board, where one fires from a deck."""

    unit: c.Key
    target: c.Key | list[c.Coordinate]
    how: c.Key = "pull"
    wide: bool = False


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


def stands(known: Known, user: AnyBody) -> Place | None:
    """From where somebody fires at the wide board: from a deck, where the ship's hull is."""
    return aboard.outside(known.state, user).place


def anchor(known: Known, user: AnyBody, target: Any, wide: bool = False) -> Place | Refused:
    """Where the hook holds, or why it does not (O-184, O-185)."""
    if user.place is None:
        return illegal("phase", missing="placement")
    outside = stands(known, user)
    if isinstance(target, str):
        found = known.state.bodies.get(target)
        if found is None or found.place is None:
            return Refused("unknown", what=target)
        at, holds = found.place, GRAPPLABLE in body_part(found).traits or bool(body_part(found).section)
    else:
        if not (isinstance(target, list) and len(target) == 2 and all(isinstance(n, int) for n in target)):
            return bad_field("target", "name a body or a cell, such as [3, 4]")
        fired = outside if wide and outside is not None else user.place
        at = Place(board=fired.board, x=target[0], y=target[1], z=fired.z)
        compiled, floor = ways.floor_of(known, at.board)
        ground = floor.ground(known, at.cell) if at.cell in compiled else None
        holds = ground is not None and ground.grapplable
    here = user.place if at.board == user.place.board else outside
    if here is None or at.board != here.board:
        return illegal("range")
    if here != user.place and aboard.below(known.state, user):
        return illegal("status", name=user.name, status="Below deck")
    if not holds:
        return illegal("target", text="a hook finds no hold there")
    if max(attack_data.cells_between(known, here, at), abs(at.z - here.z)) > int(
        constant(known, "out.hookshot")["range"]
    ):
        return illegal("range")
    if not sees(heights.between(known, here, at), here.cell, at.cell) and landing(known, user, at) is None:
        return illegal("sight")
    return at


def landing(known: Known, user: AnyBody, at: Place, taken: frozenset[Cell] | None = None) -> Cell | None:
    """The free cell at the anchor that is nearest to the user (O-186), or None. taken: by default where bodies are."""
    assert user.place is not None
    here = user.place if at.board == user.place.board else stands(known, user)
    assert here is not None
    compiled, floor = ways.floor_of(known, at.board)
    between = heights.between(known, here, at)
    taken = ways.taken(known.state, at.board, user.key) if taken is None else taken
    start = here.cell
    beside = [
        (at.x + dx, at.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
    ]  # fmt: skip
    free = [
        cell for cell in beside
        if cell in compiled and cell not in taken and not compiled.blocks(cell)
        and ways.may_enter(known, floor, user, cell) and sees(between, start, cell)
    ]  # fmt: skip
    far = {cell: ((cell[0] - start[0]) ** 2 + (cell[1] - start[1]) ** 2, cell[1], cell[0]) for cell in free}
    return min(free, key=lambda cell: far[cell], default=None)


def goes(known: Known, user: AnyBody, target: Any, at: Place, how: str) -> Refused | None:
    """Why a hook that holds there does not do this, or None. Nobody is pulled off a deck into the open air, where
    nothing bears them; repelling is a push on the board that one stands on."""
    assert user.place is not None
    off = at.board != user.place.board
    if how == "repel":
        return illegal("range") if off else None
    ship = ship_at(known, target)
    if off and ship is not None and ship == aboard.carried(known.state, user):
        return illegal("nothing")
    if how == "aboard":
        if ship is None or not decks.key_of(known.state, ship):
            return illegal("target", text="there is no deck to stand on")
        return None if decks.free(known.state, ship, aboard.DECK) is not None else illegal("occupied", cell="the deck")
    to = landing(known, user, at)
    if to is None:
        return illegal("blocked", cell=ways.name(at.cell))
    there = replace(user, place=replace(at, x=to[0], y=to[1]))
    if off and at.z > 0 and not space.in_space(known, there) and not numbers.flies(known, user):
        return illegal("target", text="nothing bears you there: pull yourself aboard")
    return None


def ship_at(known: Known, target: Any) -> AnyUnit | None:
    """The ship that a section is of."""
    found = known.state.bodies.get(target) if isinstance(target, str) else None
    return known.state.units[found.unit] if found is not None and body_part(found).section else None


def hook(work: Work, command: Hook) -> None:
    unit = turns.active_unit(work, command.unit)
    known = seen_by_sender(work)
    user = bearer(known, unit)
    if user is None or user.place is None:
        raise illegal("not_ready", item="Hookshot")
    if command.how not in HOWS:
        raise bad_field("how", f"choose one of {', '.join(HOWS)}")
    target = work.body_key(command.target) if isinstance(command.target, str) else command.target
    at = anchor(known, user, target, command.wide)
    if isinstance(at, Refused):
        raise at
    if wrong := goes(known, user, target, at, command.how):
        raise wrong
    pay(work, unit.key, (OFFHAND,), "hookshot")
    work.emit(Acted(unit=unit.key, action="hookshot", keeps_moving=True))
    work.emit(Hooked(unit=unit.key, body=user.key, at=at, how=command.how))
    drift.holds(work, user)
    ship = ship_at(known, target)
    if command.how == "aboard" and ship is not None:
        overboard.board(work, user, ship)
    elif command.how == "pull":
        pull(work, user, at)
    else:
        pushes.push(work, user.key, at.cell, int(work.constant("out.hookshot")["repel"]), "repel", by=user.key)


def pull(work: Work, user: AnyBody, at: Place) -> None:
    """To the free cell at the anchor, off the deck if one stands on one."""
    to = landing(truth(work), user, at, making_way.taken(work, user.key, at.board))
    if to is None or user.place is None or (at.board, to) == (user.place.board, user.place.cell):
        return
    left_ship = aboard.carried(work.state, user) if at.board != user.place.board else None
    work.emit(e.Stepped(body=user.key, place=replace(at, x=to[0], y=to[1])))
    if left_ship is not None:
        if body_part(user).aboard:
            work.emit(aboard.Aboard(body=user.key))
        work.emit(overboard.Crossed(body=user.key, ship=left_ship.key, how=overboard.LEFT))
    making_way.settle(work, user.key)


# --- offers -------------------------------------------------------------------------------------------


def offers(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """Pull, aboard and repel: at every body in range that holds a hook, and at a cell that is named."""
    user = bearer(known, unit)
    if user is None or user.place is None:
        return
    free = pay_free(known.state)
    used = "" if free or left(unit, OFFHAND) else f"{PART_LABELS[OFFHAND]} is used"
    far = constant(known, "out.hookshot")["range"]
    others = [b for b in known.state.bodies.values() if b.unit != unit.key]
    found = ((b, anchor(known, user, b.key)) for b in others)
    holds = [(b, at) for b, at in found if isinstance(at, Place)]
    said = f"a wall or structure within {far} cells"
    outside = stands(known, user)
    boards = {user.place.board: False}
    if outside is not None and outside.board != user.place.board and not aboard.below(known.state, user):
        boards[outside.board] = True
    for how, label, at_cell in (
        ("pull", "Hookshot: pull yourself there", "Hookshot: pull yourself to a cell"),
        ("aboard", "Hookshot: pull yourself aboard", ""),
        ("repel", "Hookshot: repel from it", "Hookshot: repel from a cell"),
    ):
        targets = tuple(
            TargetView(
                body=b.key, name=attack_offers.called(known, b), cell=cells.name(at.cell), x=at.x, y=at.y, down=b.down,
                does="holds",
            )
            for b, at in holds
            if goes(known, user, b.key, at, how) is None
        )  # fmt: skip
        option = OptionView(
            key=f"hook.{how}", unit=unit.key, do="hook", label=label, group=PART_LABELS[OFFHAND],
            cost="free" if free else PART_LABELS[OFFHAND], costs={} if free else {OFFHAND: 1}, why_not=used,
            why_code="cost" if used else "", command={"how": how}, house=True,
            targets=tuple(replace(t, basis=digest(t, how, user.place)) for t in targets),
            help="rule:O-187" if how == "repel" else "rule:O-186",
        )  # fmt: skip
        if targets:
            yield option
        for board, wide in boards.items():
            if not at_cell or (wide and how == "repel"):
                continue
            cell = FieldView(name="target", label="At", kind="cell", board=board, help=said)
            yield replace(
                option, key=f"hook.{how}.cell{'.wide' if wide else ''}", targets=(), fields=(cell,),
                label=f"{at_cell}{' off the ship' if wide else ''}",
                command={"how": how, **({"wide": True} if wide else {})},
            )  # fmt: skip


def _hooked(t: Telling, ev: Hooked) -> LogLine:
    said = "pushes itself off from" if ev.how == "repel" else "pulls itself to"
    return line("move", f"{name(t, ev.body)} {said} {cells.name(ev.at.cell)} with a hookshot", unit=of_unit(t, ev.unit))


def _unchanged(s: AnyState, ev: Hooked) -> AnyState:
    return s


COMMANDS: tuple[type[c.Command], ...] = (Hook,)
EVENTS: tuple[type[e.Event], ...] = (Hooked,)
APPLIERS: dict[type[e.Event], Any] = {Hooked: _unchanged}
HANDLERS: dict[type[c.Command], Handler] = {Hook: hook}
AUDIENCE: dict[type[e.Event], Rule] = {Hooked: shared.both}
WORDS: dict[type[e.Event], Narrate] = {Hooked: _hooked}
