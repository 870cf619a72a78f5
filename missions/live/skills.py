"""Skills on the page: the areas of auras and powers on the map, and the GM's hands on what a check came to."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from missions.live.draw import border, lines, runs
from missions.live.markup import NOTHING, button, compact, esc, fill, icon, join, order
from tactics.kernel.view import AreaView, LogLine, MissionView

FAILED = ("failure", "botch")


def areas(view: MissionView) -> SafeString:
    """Every area that the viewer may know of: a faint fill, an outline whose dashes say whether it helps, its name."""
    number = {board.key: index for index, board in enumerate(view.boards)}
    out = [_area(number[area.board], area, row) for row, area in _rows(view.areas) if area.board in number]
    return SafeString(f'<g id="areas">{"".join(out)}</g>')


def _rows(found: tuple[AreaView, ...]) -> list[tuple[int, AreaView]]:
    """Names of areas that begin at one cell stand one above the other."""
    taken: dict[tuple[str, tuple[int, int]], int] = {}
    out = []
    for area in found:
        at = (area.board, _first(area))
        out.append((taken.get(at, 0), area))
        taken[at] = taken.get(at, 0) + 1
    return out


def _first(area: AreaView) -> tuple[int, int]:
    return min(area.cells, default=(0, 0), key=lambda cell: (cell[1], cell[0]))


def _area(index: int, area: AreaView, row: int) -> str:
    left, top = _first(area)
    kind = "helps" if area.helps else "harms"
    return (
        f'<g class="area {kind} b{index}" data-body="{esc(area.body)}"><title>{esc(area.title)}</title>'
        f'<path class="fill" d="{runs(area.cells)}"/><path class="line" d="{lines(border(area.cells))}"/>'
        f'<text x="{left + 0.1}" y="{top + 0.24 + 0.26 * row:.2f}">{esc(area.label)}</text></g>'
    )


# --- what the GM does from a check's line ------------------------------------------------------------------


def hands(view: LogLine) -> SafeString:
    """Beside Amend: tell what it comes to, now or later; another benefit of a critical; gauge a failure, and a bonus
    on the next attempt (table.md 5, T-154 to T-162)."""
    record = view.record
    if not (view.amendable and view.seq and not view.undone and record.get("body")):
        return NOTHING
    outcome = record.get("attempt", {}).get("outcome")
    of = {name: record[name] for name in ("body", "skill", "target") if record.get(name)}
    out = [
        fill(
            '<button type="button" class="amend" data-tell="{about}" aria-haspopup="dialog">{icon}{word}</button>',
            about=compact({"body": record["body"], "text": _words(view)}),
            icon=icon("message-circle"),
            word=_("Tell"),
        )
    ]
    if outcome == "critical" and record.get("effectiveness", {}).get("extra") is not None:
        change: dict[str, Any] = {"benefit": "other"}
        out.append(_press(_("Another benefit than more of it"), "amend", entry=view.seq, change=change))
    if outcome in FAILED and record.get("attempt", {}).get("total") is not None:  # a gauged failure is no new one
        weapon = {"weapon": record["weapon"]} if record.get("weapon") else {}
        if record.get("rolls_effect"):
            out.append(_press(_("How badly?"), "gauge", **of, **weapon))
        out.append(_press(_("Bonus on a retry"), "grant_retry", **of))
    return join(out)


def _press(word: str, do: str, **arguments: Any) -> SafeString:
    return button(word, order(do, **arguments), "amend")


def _words(view: LogLine) -> str:
    """What the GM begins to tell from: the line without its numbers' terms."""
    return view.text


