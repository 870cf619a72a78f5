"""What a view shows of each unit and body: its card, its token, its row of the order.

Most of them are the same from one action to the next, and for all who know the same of a unit. So each is kept by what
it is made of: the unit and its bodies as the viewer knows them, by identity (`memo.one_of`), and by value all else
that is read, of which the ruleset names its own part (`Ruleset.card_reads`; without it every card is made anew).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

from tactics.board import cells
from tactics.kernel.order import all_down, next_up
from tactics.kernel.ruleset import Known, Ruleset
from tactics.kernel.state import AnyBody, AnyState, AnyUnit
from tactics.kernel.view import BadgeView, BodyView, OrderRow, PoolView, TokenView, UnitView
from tactics.secrecy import memo
from tactics.secrecy.sight import knows_body, players_of, players_sides, sides_of

V = TypeVar("V")

HEALTH = ((100, "unhurt", 10), (50, "hurt", 7), (0, "badly hurt", 3))
"""Health in four words (table.md 23), `down` being the fourth: least percent of hit points, word, step of the bar."""

_kept: memo.Generations[tuple[tuple[Any, ...], Any]] = memo.Generations(4096)


def forget() -> None:
    """Drops what was kept: the next ones are made anew (tests)."""
    _kept.clear()


def _same(of: tuple[Any, ...], key: Hashable, make: Callable[[], V]) -> V:
    """What was made before of these very values with this key, or what `make` gives."""
    note = (tuple(map(id, of)), key)
    found = _kept.get(note)
    if found is None or any(a is not b for a, b in zip(found[0], of, strict=True)):
        found = (of, make())
        _kept.put(note, found)
    made: V = found[1]
    return made


def relation(view: Known, unit: AnyUnit) -> str:
    """How a unit stands to the viewer: mine, ally, enemy. GM and spectators look from the players' sides."""
    state = view.state
    if not view.is_gm and unit.seat == view.seat:
        return "mine"
    notes, note = memo.of(state), ("own sides", "" if view.is_gm else view.seat)
    sides: frozenset[str] | None = notes.get(note)
    if sides is None:
        own = frozenset() if view.is_gm else sides_of(state, view.seat)
        sides = notes[note] = own or players_sides(state)
    return "ally" if unit.side in sides else "enemy"


@lru_cache(maxsize=1024)
def short(name: str) -> str:
    """Three characters at most for a token, to tell those of one table apart: `Goblin 3` is Go3, `Grey wolf 3` GW3,
    `Goblin 12` G12, Brenn Bre, `Captain Roake` CR."""
    words = name.replace("-", " ").split()
    number = words.pop() if len(words) > 1 and words[-1].isdigit() else ""
    if not words:
        return ""
    letters = words[0][0] + words[-1][0] if len(words) > 1 else words[0][:3]
    letters = letters.upper() if len(words) > 1 else letters.capitalize()
    return letters[: max(0, 3 - len(number))] + number[-3:]


def health(body: AnyBody, exact: bool) -> tuple[str, int]:
    """(word, step 0 to 10). Not exact: the step belongs to the word, so it tells no more than the word does."""
    if body.down or body.hp <= 0:
        return "down", 0
    percent = body.hp * 100 // max(1, body.max_hp)
    for least, word, step in HEALTH:
        if percent >= least:
            return word, max(1, percent // 10) if exact else step
    return HEALTH[-1][1], 1


def _exact(view: Known, unit: AnyUnit) -> bool:
    """Whether the viewer knows the hit points in numbers: its side's and, for the GM, everybody's."""
    return view.is_gm or relation(view, unit) in ("mine", "ally")


def token(view: Known, unit: AnyUnit, body: AnyBody, faces: str, on: str = "") -> TokenView:
    """A body on its board. faces: where its wedge points. on: what carries it."""
    kind, active = relation(view, unit), view.state.clock.active == unit.key
    key = ("token", kind, active, view.is_gm, view.rules, unit.key, faces, on)
    return _same((body,), key, lambda: _token(view, unit, body, kind, active, faces, on))


def _token(view: Known, unit: AnyUnit, body: AnyBody, kind: str, active: bool, faces: str, on: str) -> TokenView:
    assert body.place is not None
    exact = _exact(view, unit)
    word, step = health(body, exact)
    badges = tuple(_status_badges(view, body))
    hidden = bool(body.hidden_from) and (view.is_gm or kind == "mine")
    where = cells.name(body.place.cell)
    words = [body.name, {"mine": "yours"}.get(kind, kind)]
    words.append(f"{body.hp} of {body.max_hp} HP" if exact and not body.down else word)
    words.append(where)
    if on:
        words.append(f"riding {on}")
    if body.place.z:
        words.append(cells.height(body.place.z))
    if faces:
        words.append(f"facing {cells.COMPASS.get(faces, faces)}")
    if active:
        words.append("acting now")
    if hidden:
        words.append("hidden from players")
    words += [b.label for b in badges]
    return TokenView(
        key=body.key,
        unit=unit.key,
        name=body.name,
        short=short(body.name),
        relation=kind,
        board=body.place.board,
        x=body.place.x,
        y=body.place.y,
        z=body.place.z,
        size=body.size,
        health=word,
        health_step=step,
        hp=body.hp if exact else None,
        max_hp=body.max_hp if exact else None,
        facing=faces,
        active=active,
        down=body.down,
        hidden=hidden,
        badges=badges,
        picture=body.picture,
        on=on,
        label=", ".join(words),
    )


def _status_badges(view: Known, body: AnyBody) -> list[BadgeView]:
    out = []
    for status in body.statuses:
        spec = view.rules.find("status", status.key)
        label = getattr(spec, "label", status.key)
        title = getattr(spec, "text", "")
        out.append(BadgeView(key=status.key, label=label, tone="info", title=title, help=f"status:{status.key}"))
    return out


def unit(code: Ruleset, state: AnyState, view: Known, unit: AnyUnit) -> UnitView:
    """The card of a unit. state: the true one, which tells whether the viewer, or for a GM who, may know of a body."""
    shown = view.state
    bodies = tuple(shown.bodies[b] for b in unit.bodies if b in shown.bodies)
    where = tuple(_where(state, view, body) for body in bodies)
    if code.card_reads is None:
        return _unit(code, view, unit, bodies, where)
    seat = shown.seats.get(unit.seat)
    sits = (seat.role, seat.name or seat.key) if seat is not None else None
    stands = (relation(view, unit), view.is_gm, unit.seat == view.seat, sits)
    key = ("unit", code.name, view.rules, stands, where, code.card_reads(view, unit))
    return _same((unit, *bodies), key, lambda: _unit(code, view, unit, bodies, where))


Where = tuple[bool, int, tuple[str, ...] | None]
"""What of a body's card the board and the fog tell: whether the viewer knows its cell, how high that is, and for a GM
which players see it."""


def _where(state: AnyState, view: Known, body: AnyBody) -> Where:
    place = body.place
    known = place is not None and (
        view.is_gm
        or view.state.units[body.unit].seat == view.seat
        or knows_body(state, view.rules, view.seat, body.key)
    )
    board = view.state.boards.get(place.board) if place is not None and known else None
    height = 0
    if board is not None and place is not None and board.elevation:
        height = board.elevation[place.y * board.width + place.x]
    seers = None
    if view.is_gm:
        keys = (s for s in players_of(state) if knows_body(state, view.rules, s, body.key))
        seers = tuple(state.seats[key].name or key for key in keys)
    return known, height, seers


def _unit(code: Ruleset, view: Known, unit: AnyUnit, bodies: tuple[AnyBody, ...], where: tuple[Where, ...]) -> UnitView:
    exact = _exact(view, unit)
    seat = view.state.seats.get(unit.seat)
    return UnitView(
        key=unit.key,
        name=unit.name,
        short=short(unit.name),
        kind=unit.kind,
        side=unit.side,
        relation=relation(view, unit),
        seat=unit.seat if view.is_gm or (seat is not None and seat.role != "gm") else "",
        seat_name=(seat.name or seat.key) if seat is not None else "",
        initiative=unit.initiative,
        pools=tuple(
            PoolView(k, label, unit.pools[k].left, unit.pools[k].of, *code.sockets.get(k, ()))
            for k, label in code.pool_labels.items()
            if k in unit.pools
        ),
        numbers=tuple(code.unit_numbers(view, unit)),
        badges=tuple(code.badges(view, unit)),
        bodies=tuple(_body(code, view, b, exact, at) for b, at in zip(bodies, where, strict=True)),
        values=dict(code.values(view, unit)),
    )


def _body(code: Ruleset, view: Known, body: AnyBody, exact: bool, where: Where) -> BodyView:
    known, height, seers = where
    place = body.place if known else None
    return BodyView(
        key=body.key,
        name=body.name,
        at=(place.board, place.x, place.y) if place else None,
        cell=cells.name(place.cell) if place else "",
        level=cells.height(place.z) if place else "",
        away="" if place else code.away(view, body),
        hp=body.hp if exact else None,
        max_hp=body.max_hp if exact else None,
        health=health(body, exact)[0],
        down=body.down,
        hidden=bool(body.hidden_from) and view.is_gm,
        statuses=tuple(s.key for s in body.statuses),
        marks=tuple(_status_badges(view, body)),
        facing=body.facing,
        elevation=height,
        numbers=tuple(code.body_numbers(view, body)),
        carries=code.carries(view, body),
        seen_by=seers,
        hidden_from=body.hidden_from if view.is_gm else (),
    )


def next_of(code: Ruleset, view: Known) -> str | None:
    """Whose turn comes next, past all who are known to have none: who is down, held, or acts in another's turn."""
    shown = view.state
    if shown.phase != "running":
        return None

    def passes(state: AnyState, key: str) -> bool:
        unit = state.units[key]
        told = unit.kind != "mob" or _exact(view, unit)
        return _known_down(view, key) or (told and code.skips(state, view.rules, unit) not in ("", "down"))

    return next_up(shown, passes)


def order_row(view: Known, unit: AnyUnit, coming: str | None, note: tuple[str, str] = ("", "")) -> OrderRow:
    """A unit's row of the turn order. coming: who is next. note: what changes its turns, as a sign and in words."""
    shown = view.state
    bodies = tuple(shown.bodies[b] for b in unit.bodies if b in shown.bodies)
    if shown.clock.active == unit.key:
        state = "acting"
    elif bodies and _known_down(view, unit.key):
        state = "down"
    elif unit.key in shown.clock.acted:
        state = "acted"
    elif unit.key == coming:
        state = "next"
    else:
        state = "waiting"
    kind = relation(view, unit)
    key = ("row", state, kind, view.is_gm, note)
    return _same((unit, *bodies), key, lambda: _row(view, unit, bodies, state, kind, note))


def _known_down(view: Known, key: str) -> bool:
    """Whether the viewer knows that nobody of a unit is up. Of others' Mobs it never does: those of them whom it
    knows may not be all, and how many there are is not told by the row."""
    unit = view.state.units[key]
    return all_down(view.state, key) and (unit.kind != "mob" or _exact(view, unit))


def _row(
    view: Known, unit: AnyUnit, bodies: tuple[AnyBody, ...], state: str, kind: str, note: tuple[str, str]
) -> OrderRow:
    focus = next((b.key for b in bodies if b.place is not None and not b.down), "")
    label = f"{unit.name}, {'yours' if kind == 'mine' else kind}"
    if unit.initiative is not None:
        label += f", initiative {unit.initiative}"
    label += {"acting": ", acting now", "next": ", next", "acted": ", has acted", "down": ", down"}.get(state, "")
    if note[1]:
        label += f", {note[1]}"
    hidden = view.is_gm and bool(bodies) and all(b.hidden_from for b in bodies)
    if hidden:
        label += ", hidden from players"
    return OrderRow(
        unit=unit.key,
        name=unit.name,
        short=short(unit.name),
        relation=kind,
        initiative=unit.initiative,
        state=state,
        focus=focus,
        label=label,
        hidden=hidden,
        sign=note[0],
    )
