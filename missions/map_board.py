"""From a draft that was read to a board of a ruleset: terrain by its names, sides to edges, a part by choice."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tactics.board.cells import name as cell_name
from tactics.kernel.rules import Rules
from tactics.kernel.state import Board, Edge, Value, Zone

from .maps import limits
from .maps.draft import Draft, Kind, Side, Unreadable

BOARD = "map"
"""The key of a Mission's first board."""
Box = tuple[int, int, int, int]
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
NO_ZONE = "-"


class Start(Value, frozen=True):
    """Cells at which somebody stands when it begins, in the order in which bodies take them."""

    name: str
    cells: tuple[tuple[int, int], ...]


class Lies(Value, frozen=True):
    """Where the grid lies on a picture that was not cut to the board: pixels of the left upper corner of the first
    cell, and of a cell's sides."""

    left: float
    top: float
    across: float
    down: float


class Stored(Value, frozen=True):
    """What a map of a campaign is: a board whose terrain a ruleset knows, and what is prepared on it.

    notes: for the GM; a line that begins with a cell's name and a colon stands at that cell. fog: empty, or what a
    Mission on it begins with; shown: mask of the cells that are uncovered then. lies: of a picture that is kept whole.
    """

    board: Board
    zones: tuple[Zone, ...] = ()
    notes: str = ""
    starts: tuple[Start, ...] = ()
    fog: str = ""
    shown: str = ""
    lies: Lies | None = None


def terrains(rules: Rules) -> list[tuple[str, str]]:
    """(key, label) of every kind of terrain, as the rules list them."""
    return [(key, spec.label) for key, spec in rules.entries.get("terrain", {}).items()]


def guess(kind: Kind, rules: Rules) -> str:
    """The terrain that comes nearest to what a file's cells may be: by its key, then by what it does."""
    known = rules.entries.get("terrain", {})
    for word in kind.guess:
        if word in known:
            return word
    wanted = kind.guess[0]
    for key, spec in known.items():
        if wanted in ("wall", "rock") and spec.blocks_move and spec.blocks_sight:
            return str(key)
        if wanted in ("deep_water", "pit", "lava") and spec.blocks_move and not spec.blocks_sight:
            return str(key)
        if wanted in ("rough", "rubble", "water") and spec.steps > 1 and not spec.blocks_sight:
            return str(key)
    return ground(rules)


def ground(rules: Rules) -> str:
    """The terrain with the letter `.`, else the first that can be walked on."""
    known = rules.entries.get("terrain", {})
    plain = [key for key, spec in known.items() if spec.letter == "."]
    free = [key for key, spec in known.items() if not spec.blocks_move]
    return str((plain or free or list(known))[0])


def mapping(draft: Draft, rules: Rules, chosen: Mapping[str, str]) -> dict[str, str]:
    """Kind -> terrain, for every kind in use: as chosen where these rules know it, else the guess."""
    known = rules.entries.get("terrain", {})
    return {
        kind.key: chosen[kind.key] if chosen.get(kind.key) in known else guess(kind, rules)
        for kind in draft.kinds
        if kind.count
    }


def whole(draft: Draft) -> Box:
    return (0, 0, draft.width, draft.height)


def check(draft: Draft, box: Box) -> None:
    """Refuses a part that is no board: outside the map, too large, or smaller than a board though the map is not."""
    x, y, width, height = box
    fits = x >= 0 and y >= 0 and x + width <= draft.width and y + height <= draft.height
    least = (min(limits.LEAST, draft.width), min(limits.LEAST, draft.height))
    large = width >= least[0] and height >= least[1] and max(width, height) <= limits.BOARD
    if not fits or not large:
        raise Unreadable("crop", least=limits.LEAST, most=limits.BOARD)


def make(
    draft: Draft,
    rules: Rules,
    *,
    name: str,
    terrain: Mapping[str, str],
    sides: Mapping[str, str],
    box: Box,
    picture: str = "",
) -> Stored:
    """terrain: as `mapping` gives it. sides: zone -> the side that starts there, empty for everybody, NO_ZONE for none.

    picture: key of the background that is cut to the same part. Raises Unreadable (`crop`).
    """
    check(draft, box)
    left, top, columns, rows = box
    width, height = max(columns, limits.LEAST), max(rows, limits.LEAST)
    letters = letters_of(rules)
    solid = letters[guess(Kind("", "", ("wall",)), rules)]
    by_kind = [letters[terrain[kind.key]] if kind.key in terrain else solid for kind in draft.kinds]
    letter, level = [], []
    for y in range(height):
        for x in range(width):
            inside = x < columns and y < rows
            at = (top + y) * draft.width + left + x
            letter.append(by_kind[draft.cells[at]] if inside else solid)
            level.append(draft.elevation[at] if inside and draft.elevation else 0)
    used = set(letter)
    board = Board(
        key=BOARD,
        name=name,
        width=width,
        height=height,
        terrain="".join(letter),
        palette=tuple((sign, key) for key, sign in letters.items() if sign in used),
        elevation=tuple(level) if any(level) else (),
        edges=_edges(draft.sides, box),
        picture=picture,
    )
    return Stored(board, _zones(draft, sides, box), _notes(draft, box), _starts(draft, box))


def letters_of(rules: Rules) -> dict[str, str]:
    """Terrain -> its letter on the board; each has its own."""
    out: dict[str, str] = {}
    taken = {"?"}
    for key, spec in rules.entries.get("terrain", {}).items():
        letter = spec.letter if spec.letter not in taken else next(c for c in LETTERS if c not in taken)
        taken.add(letter)
        out[key] = letter
    return out


def _edges(sides: tuple[Side, ...], box: Box) -> tuple[Edge, ...]:
    left, top, width, height = box
    out = []
    for side in sides:
        a = (side.x - left, side.y - top)
        b = (a[0] + side.east, a[1] + (not side.east))
        if min(a) >= 0 and b[0] < width and b[1] < height:
            out.append(edge_of(a, b, side.what))
    return tuple(sorted(out, key=lambda e: (e.a[1], e.a[0], e.b[1], e.b[0])))


def edge_of(a: tuple[int, int], b: tuple[int, int], what: str) -> Edge:
    """what: as in `maps.draft.Side`."""
    match what:
        case "door":
            return Edge(a, b, "door")
        case "open":
            return Edge(a, b, "door", closed=False)
        case "locked":
            return Edge(a, b, "door", locked=True)
        case "window" | "curtain":
            return Edge(a, b, "wall", material=what)
        case "cover":
            return Edge(a, b, "cover")
    if what.startswith(COVER):
        return Edge(a, b, "cover", material=what.removeprefix(COVER))
    return Edge(a, b, "wall")  # a secret door too: the notes say where


COVER = "cover:"
"""Before the material of a piece of cover, where the rules know what cover is made of: `cover:sandbags`."""


def what_of(edge: Edge) -> str:
    """The word for an edge, as in `maps.draft.Side`."""
    if edge.kind == "cover" and edge.material:
        return COVER + edge.material
    if edge.kind == "door":
        return "locked" if edge.locked else "door" if edge.closed else "open"
    return edge.material if edge.material in ("window", "curtain") else edge.kind


def _zones(draft: Draft, sides: Mapping[str, str], box: Box) -> tuple[Zone, ...]:
    left, top, width, height = box
    out = []
    for n, zone in enumerate(draft.zones, start=1):
        side = sides.get(zone.name, NO_ZONE)
        cells = tuple((x - left, y - top) for x, y in zone.cells)
        kept = tuple(c for c in cells if 0 <= c[0] < width and 0 <= c[1] < height)
        if side != NO_ZONE and kept:
            out.append(Zone(key=f"z{n}", board=BOARD, cells=kept, side=side, name=zone.name))
    return tuple(out)


def _notes(draft: Draft, box: Box) -> str:
    """One line a note and a secret door, each with its cell on the board."""
    left, top, width, height = box

    def at(x: int, y: int) -> str:
        inside = left <= x < left + width and top <= y < top + height
        return cell_name((x - left, y - top)) if inside else ""

    lines = [(at(note.x, note.y), note.text) for note in draft.notes]
    for side in draft.sides:
        if side.what == "secret":
            beyond = at(side.x + side.east, side.y + (not side.east))
            lines.append((at(side.x, side.y) if beyond else "", f"secret door to {beyond}"))
    return "\n".join(f"{cell}: {words}" for cell, words in lines if cell)


def _starts(draft: Draft, box: Box) -> tuple[Start, ...]:
    """Where tokens stood, by name: a Mission on the map puts its units there. A cell belongs to the first."""
    left, top, width, height = box
    found: dict[str, list[tuple[int, int]]] = {}
    taken = set()
    for token in draft.tokens:
        cell = (token.x - left, token.y - top)
        if 0 <= cell[0] < width and 0 <= cell[1] < height and cell not in taken:
            taken.add(cell)
            found.setdefault(token.name[:60] or "?", []).append(cell)
    return tuple(Start(name, tuple(sorted(cells, key=lambda c: (c[1], c[0])))) for name, cells in found.items())


def encode(stored: Stored) -> str:
    return msgspec.json.encode(stored).decode()


def decode(text: str) -> Stored:
    return msgspec.json.decode(text, type=Stored)
