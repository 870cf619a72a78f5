"""The map of a scenario: rows of glyphs to a board, and where each unit's bodies stand."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.kernel.rules import Rules
from tactics.kernel.state import Board, Edge, Zone
from tactics.scenarios.script import Cell, EdgeSpec, Legend, MapSpec, Script, ScriptError, ZoneSpec, no_such

BOARD = "map"
"""The key of the one board of a scenario."""
GROUND = "."
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def map_of(script: Script) -> MapSpec | None:
    """The map in full, whichever of the two ways it is written; None for a scenario without one."""
    if isinstance(script.map, MapSpec):
        given = script.map
        both = [k for k in ("legend", "edges", "zones", "fog") if getattr(script, k) not in ({}, (), "none")]
        if both:
            raise ScriptError(f"{both[0]}: write it inside map or beside it, not both")
        return given
    if not script.map.strip():
        return None
    return MapSpec(rows=script.map, legend=script.legend, edges=script.edges, zones=script.zones, fog=script.fog)


def read_map(spec: MapSpec, rules: Rules, units: Mapping[str, int]) -> tuple[Board, dict[str, list[tuple[int, int]]]]:
    """The board, and unit -> its cells in reading order. units: key -> number of bodies.

    `.` is ground, and a sign (no letter, no digit) that the legend leaves out is the terrain of that letter.
    """
    lines = spec.rows.strip("\n").splitlines() if isinstance(spec.rows, str) else list(spec.rows)
    rows = [line.rstrip() for line in lines]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise ScriptError("map: every row needs the same number of glyphs (. is ground)")
    legend = {glyph: _meaning(glyph, value, spec.legend, rules, units) for glyph, value in spec.legend.items()}
    letters = _palette(rules, legend)
    stand: dict[str, list[tuple[int, int]]] = {}
    terrain, elevation = [], []
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            cell = legend.get(glyph) or _sign(glyph, rules)
            terrain.append(letters[cell.terrain])
            elevation.append(cell.elevation)
            if cell.unit:
                stand.setdefault(cell.unit, []).append((x, y))
    for unit, cells in stand.items():
        if len(cells) > units[unit]:
            raise ScriptError(f"map: {unit} stands in {len(cells)} cells but has {units[unit]} bodies")
    used = set(terrain)
    board = Board(
        key=BOARD,
        name="Map",
        width=len(rows[0]),
        height=len(rows),
        terrain="".join(terrain),
        palette=tuple((letter, key) for key, letter in letters.items() if letter in used),
        elevation=tuple(elevation) if any(elevation) else (),
        edges=tuple(sorted((_edge(e) for e in spec.edges), key=lambda e: (e.a[1], e.a[0], e.b[1], e.b[0]))),
    )
    for edge in board.edges:
        if not (edge.b[0] < board.width and edge.b[1] < board.height):
            raise ScriptError(f"edges: {list(edge.b)} is not on the map")
    return board, stand


def _meaning(glyph: str, value: str | Cell, legend: Legend, rules: Rules, units: Mapping[str, int]) -> Cell:
    if len(glyph) != 1:
        raise ScriptError(f"legend: {glyph!r} is not one glyph")
    if isinstance(value, str):
        if value in units:
            return Cell(terrain=_ground(rules), unit=value)
        value = Cell(terrain=value)
    unit = value.unit
    other = legend.get(unit)
    if unit and unit not in units and isinstance(other, str) and other in units:
        unit = other
    if unit and unit not in units:
        raise no_such("unit", unit, list(units))
    terrain = value.terrain or _ground(rules)
    if rules.find("terrain", terrain) is None:
        raise no_such("unit or terrain", terrain, [*units, *rules.entries.get("terrain", {})])
    return Cell(terrain=terrain, elevation=value.elevation, unit=unit)


def _sign(glyph: str, rules: Rules) -> Cell:
    if glyph == GROUND:
        return Cell(terrain=_ground(rules))
    for key, spec in rules.entries.get("terrain", {}).items():
        if spec.letter == glyph and not glyph.isalnum():
            return Cell(terrain=key)
    raise ScriptError(f"map: the legend does not say what {glyph!r} is")


def _ground(rules: Rules) -> str:
    """The terrain of `.`: the entry with that letter."""
    terrains = rules.entries.get("terrain", {})
    for key, spec in terrains.items():
        if spec.letter == GROUND:
            return key
    raise ScriptError("the rules data has no terrain with the letter `.`")


def _palette(rules: Rules, legend: Mapping[str, Cell]) -> dict[str, str]:
    """Terrain -> its letter on the board; every terrain of the rules data has its own."""
    out: dict[str, str] = {}
    taken: set[str] = {"?"}
    for key, spec in rules.entries.get("terrain", {}).items():
        letter = spec.letter if spec.letter not in taken else next(c for c in _LETTERS if c not in taken)
        taken.add(letter)
        out[key] = letter
    return out


def _edge(spec: EdgeSpec) -> Edge:
    (ax, ay), (bx, by) = sorted(spec.between)
    if abs(ax - bx) + abs(ay - by) != 1 or min(ax, ay) < 0:
        raise ScriptError(f"edges: {spec.between} are not two neighbouring cells")
    return Edge(a=(ax, ay), b=(bx, by), kind=spec.kind, closed=spec.closed, locked=spec.locked, material=spec.material)


def read_zone(spec: ZoneSpec, number: int, board: Board | None) -> Zone:
    """A placement zone; refused off the board."""
    cells = list(spec.cells)
    if (spec.rect is None) == (not cells):
        raise ScriptError("zones: give cells, or rect: [x, y, width, height]")
    if spec.rect is not None:
        left, top, width, height = spec.rect
        cells = [(x, y) for y in range(top, top + height) for x in range(left, left + width)]
    if board is None or any(not (0 <= x < board.width and 0 <= y < board.height) for x, y in cells):
        raise ScriptError("zones: all cells of a zone are on the map")
    return Zone(key=f"z{number}", board=board.key, cells=tuple(cells), side=spec.side, seat=spec.seat, name=spec.name)
