"""The parts of a seat's page, as {dom id: html}.

`parts` renders a MissionView (and nothing else: it has no field for a secret) and the lines of the log.
The first page and every later update are made of the same parts (swaps.py). An id with a prefix of
`shown.LISTS` is an item of that list; every other id is a region of its own that is always there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.safestring import SafeString

from campaigns.handouts.handed import Handed
from missions.live import (
    asking,
    barred,
    craft,
    draw,
    facing,
    fogbox,
    gm,
    ground,
    handouts,
    hulls,
    log,
    pack,
    panel,
    people,
    settings,
    skills,
    sockets,
    steps,
    timing,
    tokens,
)
from missions.live.again import Again
from missions.live.markup import NOTHING, button, compact, esc, fill, icon, join, order, safe_id, when
from missions.live.shown import Parts, name_of
from missions.live.speech import gettext as _
from missions.live.speech import one_language
from tactics.kernel.view import LogLine, MissionView

LOG_LINES = 200
"""So many of the newest lines are on the page."""


def parts(
    view: MissionView, lines: Sequence[LogLine], before: Parts | None = None, handed: Sequence[Handed] = ()
) -> Parts:
    """Everything on the page of `view.seat` that changes.

    before: the page that this audience was shown last; what it has in common with this one is taken from it. handed:
    the campaign's handouts that this seat may see.
    """
    with one_language():
        return _parts(view, lines, before, handed)


def _parts(view: MissionView, lines: Sequence[LogLine], before: Parts | None, handed: Sequence[Handed]) -> Parts:
    out = Parts()
    again = Again(before.again if before is not None else None)
    number = {board.key: index for index, board in enumerate(view.boards)}

    def part(name: str, make: Callable[[MissionView], str]) -> None:
        out[name] = again.made(name, make, view)

    def several(name: str, make: Callable[[MissionView], Mapping[str, str]]) -> None:
        out.update(again.made(name, make, view))

    part("base", lambda view: draw.base(view.boards))
    part("grid", lambda view: draw.grid(view.boards))
    several("ground", _ground)
    part("areas", skills.areas)
    part("zones", _zones)
    part("hulls", hulls.hulls)
    part("fog", lambda view: ground.fog(view.boards, view.role))
    placed = [(token.key, token) for token in view.tokens if token.board in number]
    out |= again.items("t", placed, lambda one: tokens.token(one, number[one.board]), _id("t"), number)
    out |= again.items("o", ((row.unit, row) for row in view.order), tokens.order_row, _id("o"))
    lying = ((pack.lying_id(one)[2:], one) for one in view.lying if one.board in number)
    out |= again.items("g", lying, lambda one: pack.lying(one, number[one.board]), lambda key: f"g-{key}", number)
    part("head", head)
    part("boards", boards)
    several("prompts", lambda view: asking.prompts(view.prompts))
    part("now", panel.acting)
    part("options", panel.options)
    part("barred", barred.barred)
    part("crafts", craft.crafts)
    part("facing", facing.facing)
    part("endturn", lambda view: panel.end_turn(view.end_turn))
    part("back", take_back)
    role = view.role
    cards = ((unit.key, unit) for unit in view.units)
    out |= again.items("u", cards, lambda unit: people.unit(unit, role), _id("u"), role)
    gm_role = role == "gm"
    first = view.packs[0].body if view.packs else ""
    packs = ((one.body, pack.bare(one)) for one in view.packs)
    out |= again.items("p", packs, lambda one: pack.card(one, gm_role, one.body == first), _id("p"), (gm_role, first))
    part("packkit", pack.kit)
    part("goals", people.goals)
    out["handouts"] = again.made("handouts", lambda view: handouts.region(handed, view), view, tuple(handed))
    for more in (settings.regions, gm.regions, fogbox.regions, timing.regions):
        for name, make in more().items():
            part(name, make)
    out |= again.items("e", ((line.key, line) for line in lines[-LOG_LINES:]), log.line, _id("e"))
    out["opts"] = opts(again.made("opts now", opts_now, view), again.made("opts there", opts_there, view))
    out.again = again.done()
    old, names = (before, before.names) if before is not None else ({}, {})
    out.names = {key: names[key] if old.get(key) == html else name_of(key, html) for key, html in out.items()}
    return out


def _id(prefix: str) -> Callable[[str], str]:
    return lambda key: f"{prefix}-{safe_id(key)}"


def _ground(view: MissionView) -> dict[str, str]:
    """What lies on the boards, in chunks."""
    out: dict[str, str] = {}
    for index, board in enumerate(view.boards):
        out |= ground.pictures(index, board, view.seat, view.role)
        out |= ground.terrain(index, board)
        out |= draw.edges(index, board.edges)
    return out


def _zones(view: MissionView) -> SafeString:
    number = {board.key: index for index, board in enumerate(view.boards)}
    drawn = [] if view.phase in AFTERWARDS else view.zones
    return draw.zones((number[z.board], z.mine, z.name, z.cells) for z in drawn if z.board in number)


AFTERWARDS = ("running", "ended", "post_mission")
"""Phases in which nobody is placed in a zone any more; the GM's list has them still."""


def head(view: MissionView) -> SafeString:
    """The status line: Mission, phase, round, whose turn it is."""
    return fill(
        '<div id="head" class="{css}"><h1>{name}</h1>'
        '<p class="phase{counted}"><span>{phase}</span>{round}</p>{mark}</div>',
        css="mine" if my_turn(view) else "",
        name=view.name,
        counted=" counted" if view.round else "",
        phase=view.phase_label or view.phase,
        round=when(view.mode == "free", " <b>{word}</b>", word=_("Free movement"))
        or when(view.round, " <b>{word} {n}</b>{clock}", word=_("Round"), n=view.round, clock=_clock(view)),
        mark=_mark(view),
    )


def _clock(view: MissionView) -> SafeString:
    """The game time that is gone, where rounds have a length."""
    said = ' <small class="clock" title="{words}">{clock}</small>'
    return when(view.clock, said, clock=view.clock, words=_("game time"))


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
    if view.phase == "initiative" and _asks_me(view):
        rolling = {key for each in view.options if each.do == "roll_initiative" for key in each.command["units"]}
        return fill(
            '<p class="waits mine">{icon}{text} <b>{names}</b></p>',
            icon=icon("dices"),
            text=_("Roll for initiative:"),
            names=", ".join(unit.name for unit in view.units if unit.key in rolling),
        )
    if view.phase == "placement" and _asks_me(view):
        return fill('<p class="waits mine">{icon}{text}</p>', icon=icon("map-pin"), text=view.waiting)
    soon = when(next_is_mine(view), '<b class="soon">{text}</b> ', text=_("You are next"))
    line = '<p class="waits">{icon}{soon}<span>{text}</span></p>'
    return when(view.waiting, line, icon=icon("hourglass"), text=view.waiting, soon=soon)


def _asks_me(view: MissionView) -> bool:
    """Whether this very player is waited for before round 1."""
    return view.role == "player" and any(option.do in ("place", "roll_initiative") for option in view.options)


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
    face = fill("{icon}<span>{word}</span>", icon=icon("undo-2"), word=_("Take back"))
    if not view.can_take_back and view.no_take_back:
        # It can be pressed, and then says why: a disabled button explains nothing to a finger.
        return fill(
            '<div id="back"><button type="button" class="off" aria-disabled="true" title="{why}" data-why="{why}">'
            "{face}</button></div>",
            why=view.no_take_back,
            face=face,
        )
    if not view.can_take_back:
        return fill('<div id="back"></div>')
    return fill('<div id="back">{button}</div>', button=button(face, order("take_back")))


def opts(now: str, there: str) -> SafeString:
    """What the script needs beside the buttons, as one object (static/js/mission-state.js)."""
    return SafeString(f'<div id="opts" hidden="hidden" data-o="{{{now},{there}}}"></div>')


def _fields(data: dict[str, object]) -> str:
    """The fields of an object as JSON for an attribute, without its brackets."""
    return esc(compact(data)[1:-1])


def opts_now(view: MissionView) -> str:
    """Where a body may go, and whose turn it is."""
    names = {reach.unit for reach in view.reach}
    labels = {(unit.key, pool.key): pool.label for unit in view.units if unit.key in names for pool in unit.pools}
    data: dict[str, object] = {
        "phase": view.phase,
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
                **({"command": reach.command} if reach.command else {}),
                **({"ordered": 1} if reach.ordered else {}),
                **({"rest": reach.rest} if any(not cell.legs for cell in reach.cells) else {}),
                **({"most": reach.most, "cost": reach.cells[0].cost} if reach.most and reach.cells else {}),
                "cells": steps.flat(sorted(reach.cells, key=lambda cell: (cell.y, cell.x)), reach.most > 0),
            }
            for reach in view.reach
        },
        "next": next_is_mine(view),
        "leaves": panel.leaves(view),
        "shut": sockets.shut(view),
        "packs": {pack.body: pack.basis for pack in view.packs if pack.active},
    }
    if view.mode != "free":
        data["outside"] = [unit.key for unit in view.units if unit.initiative is None]
    if view.end_turn is not None:
        end = view.end_turn
        data["end"] = {"max": end.convert_max, "convert": end.convert, "label": end.convert_label}
    return _fields(data)


def opts_there(view: MissionView) -> str:
    """Who and what is there: it changes seldom."""
    data: dict[str, object] = {
        "role": view.role,
        "several": {unit.key: [body.key for body in unit.bodies] for unit in view.units if len(unit.bodies) > 1},
        "unplaced": [
            [body.key, body.name]
            for unit in view.units
            if view.role == "gm" or unit.relation == "mine"
            for body in unit.bodies
            if not body.down and body.at is None and not body.away
        ],
        "wishes": [[wish.body, wish.board, wish.x, wish.y, wish.name] for wish in view.wishes],
        "metric": view.metric,
        "anywhere": not view.zones,
        "zones": [[z.board, [n for cell in z.cells for n in cell]] for z in view.zones if z.mine],
        "seats": [[seat.key, seat.name or seat.key] for seat in view.seats if seat.key != view.seat],
    }
    if view.role == "gm":
        # Whose units these are, where no GM plays for them: on the map a plain click of the GM leaves them alone.
        players = {s.key: s.name or s.key for s in view.seats if s.role == "player" and not s.played_by}
        data["theirs"] = {u.key: [u.seat, players[u.seat]] for u in view.units if u.seat in players}
    return _fields(data)
