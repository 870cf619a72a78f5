"""What the GM sets of fog, doors and zones, beside the painting tools of the page (templates/missions/_fog.html)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as lazy

from missions.live.markup import NOTHING, button, fill, join, order, when
from missions.live.speech import gettext as _
from tactics.board import masks
from tactics.board.cells import name as cell_name
from tactics.kernel.view import BoardView, EdgeView, MissionView, ZoneView

FOGS = (
    ("none", lazy("No fog"), lazy("Everybody sees the whole map")),
    ("sight", lazy("By sight"), lazy("Each side sees what its members see; what was seen stays dim")),
    ("uncovered", lazy("By hand"), lazy("Players see what you uncover, and where they stand")),
)


def regions() -> dict[str, Callable[[MissionView], str]]:
    """What makes the parts of this file, by their dom id; empty but for a GM."""
    return {"fogbox": fog, "doors": doors}


def fog(view: MissionView) -> SafeString:
    """The three kinds of fog, the present one pressed; by hand: how much is shown, and all at once."""
    if view.role != "gm":
        return fill('<div id="fogbox" data-fog=""></div>')
    return fill(
        '<div id="fogbox" data-fog="{fog}"><h3>{h}</h3><div class="tools" role="group" aria-label="{h}">{kinds}</div>'
        "{boards}</div>",
        fog=view.fog,
        h=_("Fog"),
        kinds=join(
            button(
                str(word),
                order("set_fog", fog=kind),
                "on" if kind == view.fog else "",
                title=str(title),
                extra=fill(' aria-pressed="{on}"', on="true" if kind == view.fog else "false"),
            )
            for kind, word, title in FOGS
        ),
        boards=join(_board(view, board) for board in view.boards) if view.fog == "uncovered" else NOTHING,
    )


def _board(view: MissionView, board: BoardView) -> SafeString:
    shown, of = masks.count(board.known), board.width * board.height
    on = f" {board.name}" if len(view.boards) > 1 else ""
    return fill(
        '<div class="tools"><small>{count}</small>{all}{none}</div>',
        count=_("%(n)s of %(of)s cells uncovered") % {"n": shown, "of": of} + (f",{on}" if on else ""),
        all=when(shown < of, "{b}", b=button(_("Uncover all") + on, _uncover(board, all=True))),
        none=when(shown, "{b}", b=button(_("Cover all") + on, _uncover(board, all=True, cover=True))),
    )


def _uncover(board: BoardView, **how: Any) -> str:
    return order("uncover", board=board.key, **how)


def doors(view: MissionView) -> SafeString:
    """Every door, to be opened, closed, locked and broken from the list too; a click on the map presses the same
    buttons."""
    if view.role != "gm":
        return fill('<div id="doors"></div>')
    found = [(n, board, edge) for n, board in enumerate(view.boards) for edge in board.edges if edge.kind == "door"]
    listed = _listed("doorlist", _("Doors"), [_door(view, n, board, edge) for n, board, edge in found])
    return fill('<div id="doors">{doors}{zones}</div>', doors=listed, zones=zones(view))


def _listed(key: str, words: str, rows: list[SafeString]) -> SafeString:
    return when(
        rows,
        '<details id="{key}"><summary>{h} <small>{n}</small></summary><ul class="links">{rows}</ul></details>',
        key=key,
        h=words,
        n=len(rows),
        rows=join(rows),
    )


def zones(view: MissionView) -> SafeString:
    """Where units are placed, to be taken away; a new one is drawn on the map (templates/missions/_ground.html)."""
    return _listed("zonelist", _("Zones"), [_zone(view, zone) for zone in view.zones])


def _zone(view: MissionView, zone: ZoneView) -> SafeString:
    seats = {seat.key: seat.name or seat.key for seat in view.seats}
    name = zone.name or _("Zone")
    return fill(
        '<li data-zone="{key}"><span class="nm">{name}<small>{whose}, {n}</small></span>{remove}</li>',
        key=zone.key,
        name=name,
        whose=seats.get(zone.seat, zone.side) or _("all"),
        n=_("%(n)s cells") % {"n": len(zone.cells)},
        remove=button(
            _("Remove"),
            order("remove_zone", key=zone.key),
            extra=fill(
                ' aria-label="{label}" data-confirm="{text}"',
                label=_("Remove the zone %(name)s") % {"name": name},
                text=_("Press again to remove it."),
            ),
        ),
    )


def _door(view: MissionView, number: int, board: BoardView, edge: EdgeView) -> SafeString:
    where = f"{cell_name((edge.ax, edge.ay))} {_('and')} {cell_name((edge.bx, edge.by))}"
    if len(view.boards) > 1:
        where = f"{where}, {board.name}"
    if edge.broken:  # nothing that a click on the map could mean
        return fill(
            '<li><span class="nm">{where}<small>{state}</small></span>{mend}</li>',
            where=where,
            state=_("broken"),
            mend=_press(_("Mend"), where, _set(board, edge, broken=False)),
        )
    state = _("locked") if edge.closed and edge.locked else _("closed") if edge.closed else _("open")
    turn = _("Open") if edge.closed else _("Close")
    lock = _("Unlock") if edge.locked else _("Lock")
    return fill(
        '<li data-door="{place}"><span class="nm">{where}<small>{state}</small></span>{turn}{lock}{smash}</li>',
        place=f"{number},{edge.ax},{edge.ay},{edge.bx},{edge.by}",
        where=where,
        state=state,
        turn=_press(turn, where, _set(board, edge, closed=not edge.closed)),
        lock=_press(lock, where, _set(board, edge, locked=not edge.locked)),
        smash=_press(_("Break"), where, _set(board, edge, broken=True)),
    )


def _press(word: str, where: str, value: str) -> SafeString:
    label = _("%(do)s the door between %(where)s") % {"do": word, "where": where}
    return button(word, value, extra=fill(' aria-label="{label}"', label=label))


def _set(board: BoardView, edge: EdgeView, **changes: bool) -> str:
    now = {"closed": edge.closed, "locked": bool(edge.locked), "broken": edge.broken, **changes}
    if changes.get("locked"):
        now["closed"] = True  # what is locked is shut first
    elif not now["closed"]:
        now["locked"] = False
    stands = {"a": [edge.ax, edge.ay], "b": [edge.bx, edge.by], "kind": "door", **now}
    return order("set_edge", board=board.key, edge=stands)
