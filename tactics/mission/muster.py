"""Units that the GM adds while the Mission runs: copies with numbers, placed together (table.md 14, 17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tactics.board import formation, grid
from tactics.effects.grounds import grounds
from tactics.kernel import commands as c
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.state import AnyBody, Place, first_board
from tactics.mission.naming import told_apart
from tactics.mission.placement import occupied

SHAPES = ("block", "line", "ring")


def unit_of(
    work: Work, command: c.Muster, more: Mapping[str, Any] | None = None
) -> tuple[Any, tuple[AnyBody, ...]]:
    """The unit and its bodies, numbered on and placed. more: set-up keys besides. Raises Refused."""
    if sum(given is not None for given in (command.like, command.template, command.tough)) != 1:
        raise bad_field("like", "name what it is like, a template, or how tough it is")
    if command.shape not in SHAPES:
        raise bad_field("shape", f"choose one of {', '.join(SHAPES)}")
    unit, made = work.code.build_unit(work.rules, command.key, {**_spec(work, command), **(more or {})})
    there = work.state
    unit, bodies = told_apart(
        unit, tuple(made), [u.name for u in there.units.values()], [b.name for b in there.bodies.values()]
    )
    places = _cells(work, command, len(bodies))
    bodies = tuple(replace(b, place=p) for b, p in zip(bodies, places, strict=True)) if places else bodies
    return unit, bodies


def followers(work: Work, command: c.Muster) -> Iterator[tuple[c.Muster, Mapping[str, Any]]]:
    """(command, set-up keys besides) for each unit that comes along with the one of this command."""
    spec = _spec(work, command)
    for n, found in enumerate(work.code.followers(work.rules, command.key, spec), start=1):
        key = f"{command.key[:58]}-{n}"
        own = c.Muster(key=key, template=str(found["template"]), at=command.at, board=command.board, seat=spec["seat"])
        yield own, found


def _spec(work: Work, command: c.Muster) -> dict[str, Any]:
    """Set-up keys: those of what it is like or of the template, and what the command says."""
    state = work.state
    spec: dict[str, Any] = {"seat": work.by.seat, "side": "foes"}
    if command.like is not None:
        body = state.bodies.get(command.like)
        unit = state.units.get(body.unit if body is not None else command.like)
        if unit is None or work.code.spec_of is None:
            raise Refused("unknown", what=command.like)
        body = body if body is not None else state.bodies[unit.bodies[0]]
        spec |= {"seat": unit.seat, **work.code.spec_of(unit, body)}
        if command.count > 1 or unit.kind == "mob":
            spec |= {"kind": "mob", "count": command.count}
    elif command.tough is not None:
        if work.code.plain_spec is None:
            raise Refused("not_allowed")
        spec |= {"name": "Stranger", **work.code.plain_spec(work.rules, work.state.options, command.tough)}
        if command.count > 1:
            spec |= {"kind": "mob", "count": command.count}
    else:
        spec |= {"template": command.template, "count": command.count}
        if command.count > 1:
            spec["kind"] = "mob"
    if command.owner is not None:
        owner = state.units.get(command.owner)
        if owner is None:
            raise Refused("unknown", what=command.owner)
        spec |= {"owner": owner.key, "side": owner.side, "seat": owner.seat}
    name = " ".join(command.name.split())
    for key, value in (("name", name), ("side", command.side), ("seat", command.seat or "")):
        if value:
            spec[key] = value
    if spec["seat"] not in state.seats:
        raise Refused("unknown", what=spec["seat"])
    return {**spec, "hidden": command.hidden, "character": False}


def _cells(work: Work, command: c.Muster, count: int) -> list[Place]:
    """Where they stand: the nearest free cells of the shape; none if no cell was named."""
    if command.at is None:
        return []
    state = work.state
    board = state.boards.get(command.board or first_board(state))
    if board is None or not (command.at[0] < board.width and command.at[1] < board.height):
        raise Refused("unknown", what=command.board or "board")
    taken = frozenset(occupied(state, board.key))
    ground = grid(board, grounds(work.rules))
    cells = formation.muster(ground, command.shape, command.at, count, taken)
    if len(cells) < count:
        raise illegal("limit")
    return [Place(board=board.key, x=x, y=y) for x, y in cells]


__all__ = ["SHAPES", "followers", "unit_of"]
