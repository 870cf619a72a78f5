"""What a side has ever seen of a board under fog by sight: it stays known, dim (table.md 24)."""

from __future__ import annotations

from tactics.board import masks
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.secrecy.sight import side_mask, watchers


def explore(work: Work, only: str | None = None) -> None:
    """Records what the players' sides (or one side) see now and had not seen before."""
    state = work.state
    if state.fog != "sight":
        return
    players = {s.key for s in state.seats.values() if s.role == "player"}
    sides = sorted({u.side for u in state.units.values() if u.seat in players})
    for side in sides if only is None else [s for s in sides if s == only]:
        for board in state.boards.values():
            if not watchers(state, side, board.key):
                continue
            key = f"{side}/{board.key}"
            before = masks.to_int(state.explored.get(key, ""))
            now = before | side_mask(state, work.rules, side, board)
            if now != before:
                work.emit(e.Explored(key=key, mask=masks.to_text(now)))
