"""Fog in play: what a side explores, what it remembers of what has changed, what the GM uncovers (table.md 24).

Whoever changes a board emits by `change`, so that nobody is told of what happens out of sight: a side keeps the
terrain and the edges that it has seen last until it looks again. `explore` belongs after every step and into a
ruleset's `idle`. Seeing is not undone by a change of fog; a rewind takes the log's word for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tactics.board import grid, masks
from tactics.board.ground import BIT_OF, OPAQUE
from tactics.effects.grounds import grounds
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work, apply
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState, Board, Cell, Edge, Memory
from tactics.secrecy.boards import ends
from tactics.secrecy.sight import explored_bits, knows_body, looked_through, looks_at, players_sides

FOGS = ("none", "uncovered", "sight")


# --- lesser events, for those who see somebody come or go; they are told and never stored --------------


class CameIntoSight(e.Event, frozen=True, tag=True):
    """Bodies are seen that were not seen a moment ago."""

    bodies: tuple[str, ...]


class WentOutOfSight(e.Event, frozen=True, tag=True):
    """Bodies that were seen are seen no more; they have no key any longer for this seat."""

    names: tuple[str, ...]


STIRS = (e.Stepped, e.Placed, e.EdgeSet, e.Uncovered, e.KnockedOut, e.Revived, e.UnitJoined, e.UnitLeft, e.BodyLeft)
"""Events after which a seat may see others than before. That the fog itself is set is told as such."""


def notices(before: AnyState, after: AnyState, rules: Rules, event: e.Event, seat: str) -> Sequence[e.Event]:
    """Who comes into a seat's sight and who goes out of it by an event, but for the body that it is about."""
    if not isinstance(event, STIRS) or "none" in (before.fog, after.fog):
        return ()
    about = getattr(event, "body", "") if not isinstance(event, e.EdgeSet) else ""
    others = [k for k, b in after.bodies.items() if k != about and b.place is not None and k in before.bodies]
    come, gone = [], []
    for key in others:
        knew, knows = knows_body(before, rules, seat, key), knows_body(after, rules, seat, key)
        if knows and not knew:
            come.append(key)
        elif knew and not knows:
            gone.append(before.bodies[key].name)
    found: list[e.Event] = []
    if gone:
        found.append(WentOutOfSight(tuple(sorted(gone))))
    if come:
        found.append(CameIntoSight(tuple(come)))
    return found


# --- exploring and remembering ------------------------------------------------------------------------


def explore(work: Work, only: str | None = None) -> None:
    """Records what the players' sides (or one side) see now and had not seen before, and corrects what they
    remember of it."""
    state = work.state
    if state.fog != "sight" and not state.remembered:
        return
    for side in sorted(players_sides(state)):
        if only not in (None, side):
            continue
        for board in state.boards.values():
            key = f"{side}/{board.key}"
            seen = looks_at(state, work.rules, side, board)
            if state.fog == "sight" and not seen:
                continue
            if state.fog == "sight":
                before = explored_bits(state, side, board)
                now = before | seen | looked_through(state, work.rules, side, board)
                if now != before:
                    work.emit(e.Explored(key=key, mask=masks.to_text(now)))
            memory = state.remembered.get(key)
            if memory is not None:
                _remember(work, key, _but(memory, board, seen))


def _but(memory: Memory, board: Board, seen: int) -> Memory:
    """What is left to remember after a look."""
    return Memory(
        edges=tuple(x for x in memory.edges if not ends(board, x) & seen),
        cells=tuple(x for x in memory.cells if not 1 << x[0] & seen),
    )


def _remember(work: Work, key: str, memory: Memory) -> None:
    if memory != work.state.remembered.get(key, Memory()):
        work.emit(e.Remembered(key=key, memory=memory))


def change(work: Work, event: e.EdgeSet | e.BoardSet) -> None:
    """Emits a change of a board, and before it what the players' sides go on believing."""
    key = event.board if isinstance(event, e.EdgeSet) else event.board.key
    old = work.state.boards.get(key)
    if old is None:
        work.emit(event)
        return
    after = apply(work.code, work.state, event)
    new = after.boards[key]
    if (old.width, old.height) != (new.width, new.height):
        work.emit(event)
        _forget(work, key)
        return
    edges, cells = _changed_edges(old, new), _changed_cells(old, new)
    for side in sorted(players_sides(work.state)):
        knew = explored_bits(work.state, side, old)
        seen = looks_at(work.state, work.rules, side, old) | looks_at(after, work.rules, side, new)
        memory = _but(work.state.remembered.get(f"{side}/{key}", Memory()), old, seen)
        held, seen_last = {(x.a, x.b) for x in memory.edges}, {x[0] for x in memory.cells}
        _remember(
            work,
            f"{side}/{key}",
            Memory(
                edges=(
                    *memory.edges,
                    *(x for x in edges if ends(old, x) & knew and not ends(old, x) & seen and (x.a, x.b) not in held),
                ),
                cells=(
                    *memory.cells,
                    *(x for x in cells if 1 << x[0] & knew & ~seen and x[0] not in seen_last),
                ),
            ),
        )
    work.emit(event)


def _forget(work: Work, board: str) -> None:
    """A board of another size is another place: nothing of the old one is known there."""
    for key in [k for k in work.state.explored if k.partition("/")[2] == board and work.state.explored[k]]:
        work.emit(e.Explored(key=key, mask=""))
    for key in [k for k in work.state.remembered if k.partition("/")[2] == board]:
        work.emit(e.Remembered(key=key, memory=Memory()))
    if work.state.uncovered.get(board):
        work.emit(e.Uncovered(board=board, mask=""))


def _changed_edges(old: Board, new: Board) -> tuple[Edge, ...]:
    """Edges as they were, where they are other ones now; the kind is empty where nothing was."""
    was, now = {(x.a, x.b): x for x in old.edges}, {(x.a, x.b): x for x in new.edges}
    return tuple(
        was.get(pair, Edge(a=pair[0], b=pair[1], kind="")) for pair in {**was, **now} if was.get(pair) != now.get(pair)
    )


def _changed_cells(old: Board, new: Board) -> tuple[tuple[int, str, str, int], ...]:
    """(index, letter, terrain, level) as they were, of cells that are others now."""
    if (old.terrain, old.palette, old.elevation) == (new.terrain, new.palette, new.elevation):
        return ()
    was, now = dict(old.palette), dict(new.palette)
    nothing = (0,) * len(old.terrain)
    pairs = zip(old.terrain, old.elevation or nothing, new.terrain, new.elevation or nothing, strict=True)
    return tuple(
        (at, a, was[a], high) for at, (a, high, b, now_high) in enumerate(pairs) if (was[a], high) != (now[b], now_high)
    )


# --- the GM's hands -----------------------------------------------------------------------------------


def set_fog(work: Work, command: c.SetFog) -> None:
    if command.fog not in FOGS:
        raise bad_field("fog", f"choose one of {', '.join(FOGS)}")
    if command.fog == work.state.fog:
        raise illegal("nothing")
    work.emit(e.FogSet(command.fog))


def uncover(work: Work, command: c.Uncover) -> None:
    """Shows cells to the players, or covers them again; what is so already is no error, unless it is all."""
    board = work.state.boards.get(command.board)
    if board is None:
        raise Refused("unknown", what=command.board)
    shown = masks.to_int(work.state.uncovered.get(board.key, ""))
    given = _given(work, board, command)
    now = shown & ~given if command.cover else shown | given
    if now == shown:
        raise illegal("nothing")
    work.emit(e.Uncovered(board=board.key, mask=masks.to_text(now), change=now.bit_count() - shown.bit_count()))


def _given(work: Work, board: Board, command: c.Uncover) -> int:
    """The cells that a command means, as a bit set; those off the board are left out."""
    ways = [command.cells is not None, command.rect is not None, command.room is not None, command.all is not None]
    if sum(ways) != 1:
        raise bad_field("cells", "give one of cells, rect, room and all")
    if command.cells is not None:
        return _bits(board, command.cells)
    if command.rect is not None:
        (ax, ay), (bx, by) = command.rect
        columns, rows = range(min(ax, bx), max(ax, bx) + 1), range(min(ay, by), max(ay, by) + 1)
        return _bits(board, ((x, y) for y in rows for x in columns))
    if command.room is not None:
        return room(work.rules, board, command.room)
    return (1 << (board.width * board.height)) - 1


def _bits(board: Board, cells: Iterable[Cell]) -> int:
    bits = 0
    for x, y in cells:
        if x < board.width and y < board.height:
            bits |= 1 << (y * board.width + x)
    return bits


def room(rules: Rules, board: Board, cell: Cell) -> int:
    """The room around a cell, as a bit set: as far as one comes without crossing what stops sight, walls that are
    cells themselves included."""
    ground = grid(board, grounds(rules))
    if cell not in ground:
        raise bad_field("room", "name a cell of the board")
    straight = [(BIT_OF[step], step) for step in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    inside, todo = {cell}, [cell]
    while todo:
        x, y = todo.pop()
        if ground.codes[ground.index((x, y))] == OPAQUE and (x, y) != cell:
            continue
        for bit, (dx, dy) in straight:
            beside = (x + dx, y + dy)
            if beside in ground and beside not in inside and not ground.rims[ground.index((x, y))] & bit:
                inside.add(beside)
                todo.append(beside)
    corners = {
        (x + dx, y + dy)
        for x, y in inside
        if ground.codes[ground.index((x, y))] != OPAQUE
        for dx in (-1, 1)
        for dy in (-1, 1)
        if (x + dx, y + dy) in ground and ground.codes[ground.index((x + dx, y + dy))] == OPAQUE
    }
    return _bits(board, inside | corners)
