"""The view of a board: what the page draws, of what a seat knows. Seats that know the same share one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from tactics.board import masks
from tactics.board.ground import MATERIALS
from tactics.effects import kinds
from tactics.effects.grounds import UNKNOWN
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyState, Board, Edge
from tactics.kernel.view import BoardView, EdgeView, TerrainView
from tactics.secrecy.boards import HIDDEN_TERRAIN
from tactics.secrecy.sight import PUBLIC, known_bits, lit_bits

RECENT = 64
Said = tuple[tuple[str, str], ...]
"""(material, what there is to say of a piece of cover of it)."""
_boards: OrderedDict[tuple[int, str, bool, int, int, Said], tuple[Board, BoardView]] = OrderedDict()
# By the identity of the board as known, which the entry keeps alive: seats that know the same share one view.


def board_view(state: AnyState, view: Known, board: Board) -> BoardView:
    """The view of a board of `view.state`; a GM's says too what the players see of it."""
    eyes, truth = PUBLIC if view.is_gm else view.seat, state.boards[board.key]
    seen = lit = -1
    if state.fog != "none":
        seen, lit = known_bits(state, view.rules, eyes, truth), lit_bits(state, view.rules, eyes, truth)
    said = _of_cover(view, board)
    note = (id(board), view.rules.hash, view.is_gm, seen, lit, said)
    found = _boards.get(note)
    if found is None or found[0] is not board:
        made = _drawn(view, board, dict(said))
        if seen >= 0:
            made = replace(made, foggy=True, known=masks.to_text(seen), lit=masks.to_text(lit))
        found = _boards[note] = (board, made)
        while len(_boards) > RECENT:
            _boards.popitem(last=False)
    return found[1]


def _drawn(view: Known, board: Board, said: Mapping[str, str]) -> BoardView:
    palette = []
    for letter, key in board.palette:
        spec = view.rules.find("terrain", key)
        if key == UNKNOWN:
            palette.append(TerrainView(letter=HIDDEN_TERRAIN, key=UNKNOWN, label="unseen", style="unseen"))
        else:
            palette.append(
                TerrainView(
                    letter=letter,
                    key=key,
                    label=getattr(spec, "label", key),
                    style=getattr(spec, "style", "ground"),
                    title=getattr(spec, "text", ""),
                )
            )
    return BoardView(
        key=board.key,
        name=board.name,
        width=board.width,
        height=board.height,
        terrain=board.terrain,
        elevation=board.elevation,
        palette=tuple(palette),
        edges=tuple(_edge(e, view.is_gm, *_material(view, e), said.get(e.material, "")) for e in board.edges),
        picture=board.picture,
    )


def _of_cover(view: Known, board: Board) -> Said:
    says = kinds.of(view.rules.ruleset).of_cover
    used = sorted({edge.material for edge in board.edges if edge.kind == "cover"})
    specs = ((key, view.rules.find("material", key)) for key in used)
    return tuple((key, says(spec, view.rules, view.state.options)) for key, spec in specs if spec is not None)


def _material(view: Known, edge: Edge) -> tuple[str, str, str]:
    """(label, style, look) of what a piece of cover is made of, if the rules data has it."""
    spec = view.rules.find("material", edge.material) if edge.kind == "cover" and edge.material else None
    label, style, look = (str(getattr(spec, name, "")) for name in ("label", "style", "look"))
    return label, style, look


@lru_cache(maxsize=8192)
def _edge(edge: Edge, gm: bool, label: str = "", style: str = "", look: str = "", note: str = "") -> EdgeView:
    """Whether it is locked is told to a GM, and to others where it is and they know. A wall that stops one thing
    alone is called by its material."""
    return EdgeView(
        ax=edge.a[0],
        ay=edge.a[1],
        bx=edge.b[0],
        by=edge.b[1],
        kind=edge.material if edge.kind == "wall" and edge.material in MATERIALS else edge.kind,
        closed=edge.closed,
        locked=edge.locked if gm else edge.locked or None,
        broken=edge.broken,
        label=label,
        style=style,
        note=note if edge.kind == "cover" else "",
        look=look,
    )
