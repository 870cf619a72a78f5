"""What a seat's page shows, as {dom id: html}, and the difference between two such pages.

`parts` renders a MissionView (and nothing else: it has no field for a secret) and the lines of the log.
The first page and every later update are made of the same parts. `difference(old, new)` is the
out-of-band HTML that turns a page that shows `old` into one that shows `new`; `snapshot(new)` does it
from any page. `digest` names what a page shows; two pages with one digest are equal.

An id with a prefix of `LISTS` is an item of that list; every other id is a region of its own that is
always there. Items come by `beforeend`, change by `outerMorph`, go by `delete`; a list whose order changed
is sent whole (`innerMorph`). Prompts are never morphed: what is typed into them would be lost. SVG
comes inside an `<svg>`, else the browser would read it as HTML.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from missions.live import draw, fogbox, gm, ground, log, panel, people, settings, tokens
from missions.live.markup import NOTHING, button, compact, fill, icon, join, order, safe_id, when
from tactics.kernel.view import LogLine, MissionView

LOG_LINES = 200
"""So many of the newest lines are on the page."""


@dataclass(frozen=True)
class List:
    """A container of the page. ordered: the order of its items is seen. fixed: its items never change."""

    id: str
    tag: str
    ordered: bool = False
    fixed: bool = False


LISTS: Mapping[str, List] = {
    "t": List("tokens", "div"),
    "i": List("pictures", "svg"),
    "k": List("terrain", "svg"),
    "w": List("edges", "svg"),
    "o": List("turns", "ol", ordered=True),
    "u": List("units", "div", ordered=True),
    "q": List("prompts", "ul", fixed=True),
    "e": List("log", "ol", ordered=True),
}

SVG_REGIONS = frozenset({"base", "grid", "zones", "fog"})


class Parts(dict[str, str]):
    """{dom id: html}; a template takes the items of a list by the list's name (`parts.tokens`)."""

    def __getattr__(self, name: str) -> SafeString:
        for prefix, kind in LISTS.items():
            if kind.id == name:
                return SafeString("".join(html for key, html in self.items() if key[:2] == f"{prefix}-"))
        raise AttributeError(name)


def parts(view: MissionView, lines: Sequence[LogLine]) -> Parts:
    """Everything on the page of `view.seat` that changes."""
    out = Parts()
    number = {board.key: index for index, board in enumerate(view.boards)}
    out["base"] = draw.base(view.boards)
    out["grid"] = draw.grid(view.boards)
    for index, board in enumerate(view.boards):
        out |= ground.pictures(index, board, view.seat, view.role)
        out |= ground.terrain(index, board)
        out |= draw.edges(index, board.edges)
    out["zones"] = draw.zones((number[z.board], z.mine, z.name, z.cells) for z in view.zones if z.board in number)
    out["fog"] = ground.fog(view.boards, view.role)
    for token in view.tokens:
        if token.board in number:
            out[f"t-{safe_id(token.key)}"] = tokens.token(token, number[token.board])
    for row in view.order:
        out[f"o-{safe_id(row.unit)}"] = tokens.order_row(row)
    out["head"] = head(view)
    out["boards"] = boards(view)
    out |= panel.prompts(view.prompts)
    out["now"] = panel.acting(view)
    out["options"] = panel.options(view)
    out["endturn"] = panel.end_turn(view.end_turn)
    out["back"] = take_back(view)
    for unit in view.units:
        out[f"u-{safe_id(unit.key)}"] = people.unit(unit, view.role)
    out["goals"] = people.goals(view)
    out |= settings.regions(view)
    out |= gm.regions(view)
    out |= fogbox.regions(view)
    for line in lines[-LOG_LINES:]:
        out[f"e-{safe_id(line.key)}"] = log.line(line)
    out["opts"] = opts(view)
    return out


def head(view: MissionView) -> SafeString:
    """The status line: Mission, phase, round, whose turn it is."""
    return fill(
        '<div id="head" class="{css}"><h1>{name}</h1><p class="phase">{phase}{round}</p>{mark}</div>',
        css="mine" if my_turn(view) else "",
        name=view.name,
        phase=view.phase_label or view.phase,
        round=when(view.round, " <b>{word} {n}</b>", word=_("Round"), n=view.round),
        mark=_mark(view),
    )


def _mark(view: MissionView) -> SafeString:
    if view.outcome:
        return fill('<p class="waits over">{icon}{text}</p>', icon=icon("flag"), text=view.outcome)
    if view.paused:
        return fill('<p class="waits paused">{icon}{text}</p>', icon=icon("pause"), text=_("Paused"))
    if my_turn(view) and not view.held:
        names = {unit.key: unit.name for unit in view.units}
        return fill(
            '<p class="waits mine">{icon}{text} <b>{name}</b></p>',
            icon=icon("swords"),
            text=_("Your turn:"),
            name=names.get(view.turn, ""),
        )
    soon = when(next_is_mine(view), '<b class="soon">{text}</b> ', text=_("You are next"))
    return when(
        view.waiting, '<p class="waits">{icon}{soon}{text}</p>', icon=icon("hourglass"), text=view.waiting, soon=soon
    )


def my_turn(view: MissionView) -> bool:
    """Whether the active unit is one that this very seat plays."""
    return any(unit.key == view.turn and unit.seat == view.seat for unit in view.units)


def next_is_mine(view: MissionView) -> bool:
    """Whether the next to act is a unit of this very seat, as far as the seat knows the order."""
    coming = {row.unit for row in view.order if row.state == "next"}
    return any(unit.key in coming and unit.seat == view.seat for unit in view.units)


def boards(view: MissionView) -> SafeString:
    """The switch between boards, and for the script their sizes and what their letters mean."""
    data = [
        {
            "key": board.key,
            "name": board.name,
            "w": board.width,
            "h": board.height,
            "words": {entry.letter: entry.label for entry in board.palette},
        }
        for board in view.boards
    ]
    switch = NOTHING
    if len(view.boards) > 1:
        switch = join(
            fill('<button type="button" data-board="{i}">{name}</button>', i=index, name=board.name)
            for index, board in enumerate(view.boards)
        )
    return fill(
        '<div id="boards" role="group" aria-label="{label}" data-b="{data}">{switch}</div>',
        label=_("Boards"),
        data=compact(data),
        switch=switch,
    )


def take_back(view: MissionView) -> SafeString:
    if not view.can_take_back:
        return fill('<div id="back"></div>')
    face = fill("{icon}<span>{word}</span>", icon=icon("undo-2"), word=_("Take back"))
    return fill('<div id="back">{button}</div>', button=button(face, order("take_back")))


def opts(view: MissionView) -> SafeString:
    """What the script needs beside the buttons: where a body may go, and whose turn it is."""
    labels = {(unit.key, pool.key): pool.label for unit in view.units for pool in unit.pools}
    data: dict[str, object] = {
        "phase": view.phase,
        "role": view.role,
        "turn": view.turn,
        "mine": my_turn(view),
        "paused": view.paused,
        "reach": {
            reach.body: {
                "unit": reach.unit,
                "board": reach.board,
                "x": reach.x,
                "y": reach.y,
                "do": reach.do,
                "basis": reach.basis,
                "word": labels.get((reach.unit, reach.pool), reach.pool),
                "after": list(reach.after),
                "cells": [n for c in reach.cells for n in (c.x, c.y, c.cost, c.px, c.py, c.legs)],
            }
            for reach in view.reach
        },
        "several": {unit.key: [body.key for body in unit.bodies] for unit in view.units if len(unit.bodies) > 1},
        "unplaced": [
            [body.key, body.name]
            for unit in view.units
            for body in unit.bodies
            if body.at is None and not body.down and (view.role == "gm" or unit.relation == "mine")
        ],
        "wishes": [[wish.body, wish.board, wish.x, wish.y, wish.name] for wish in view.wishes],
        "metric": view.metric,
        "next": next_is_mine(view),
        "anywhere": not view.zones,
        "zones": [[z.board, [n for cell in z.cells for n in cell]] for z in view.zones if z.mine],
        "seats": [[seat.key, seat.name or seat.key] for seat in view.seats if seat.key != view.seat],
    }
    if view.end_turn is not None:
        end = view.end_turn
        data["end"] = {"max": end.convert_max, "convert": end.convert, "label": end.convert_label}
    return fill('<div id="opts" hidden="hidden" data-o="{data}"></div>', data=compact(data))


def digest(shown: Mapping[str, str]) -> str:
    """A short name of what a page shows: equal for equal parts in equal order."""
    # In one piece: each longer update lets other threads in, and the last one waits for all of them.
    text = "".join(f"{key}\0{html}\0" for key, html in shown.items())
    return blake2b(text.encode(), digest_size=12).hexdigest()


def difference(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """Out-of-band HTML for a page that shows `old`; empty when nothing changed."""
    out: list[str] = []
    for prefix, kind in LISTS.items():
        out += _list_difference(kind, _items(old, prefix), _items(new, prefix))
    for key, html in new.items():
        if key[1:2] != "-" and old.get(key) != html:
            out.append(_region(key, html))
    return "".join(out)


def snapshot(new: Mapping[str, str]) -> str:
    """Out-of-band HTML that makes any page of this seat show `new`."""
    out = [_whole(kind, _items(new, prefix).values()) for prefix, kind in LISTS.items()]
    out += [_region(key, html) for key, html in new.items() if key[1:2] != "-"]
    return "".join(out)


def _items(shown: Mapping[str, str], prefix: str) -> dict[str, str]:
    start = f"{prefix}-"
    return {key: html for key, html in shown.items() if key[:2] == start}


def _list_difference(kind: List, old: dict[str, str], new: dict[str, str]) -> list[str]:
    gone = [key for key in old if key not in new or (kind.fixed and old[key] != new[key])]
    stay = [key for key in old if key not in gone]
    come = [key for key in new if key not in stay]
    if kind.ordered and [*stay, *come] != list(new):
        return [_whole(kind, new.values())]
    out = [f'<div id="{key}" hx-swap-oob="delete"></div>' for key in gone]
    out += [_wrap(kind.tag, _oob(new[key], "outerMorph")) for key in stay if old[key] != new[key]]
    if come:
        items = "".join(new[key] for key in come)
        out.append(f'<{kind.tag} hx-swap-oob="beforeend:#{kind.id}">{items}</{kind.tag}>')
    return out


def _whole(kind: List, items: Iterable[str]) -> str:
    return f'<{kind.tag} hx-swap-oob="innerMorph:#{kind.id}">{"".join(items)}</{kind.tag}>'


def _region(key: str, html: str) -> str:
    return _wrap("svg" if key in SVG_REGIONS else "", _oob(html, "outerMorph"))


def _oob(html: str, how: str) -> str:
    """`html` begins with `<tag id=`, as every part does."""
    return html.replace(' id="', f' hx-swap-oob="{how}" id="', 1)


def _wrap(tag: str, html: str) -> str:
    return f"<svg>{html}</svg>" if tag == "svg" else html
