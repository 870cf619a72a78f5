"""From what a seat knows to the view that its page shows."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from tactics.board import cells, masks
from tactics.kernel.codec import encode
from tactics.kernel.engine import alias
from tactics.kernel.order import next_up
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, Ruleset
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Objective, Prompt
from tactics.kernel.view import (
    BadgeView,
    BodyView,
    KitView,
    LaidView,
    MissionView,
    ObjectiveView,
    OptionView,
    OrderRow,
    PoolView,
    PromptView,
    ReachView,
    SeatView,
    TokenView,
    UnitView,
    WishView,
    ZoneView,
)
from tactics.secrecy import memo
from tactics.secrecy.board_view import board_view
from tactics.secrecy.known import known, waited_for, waits_until
from tactics.secrecy.settings import settings, standing
from tactics.secrecy.sight import (
    PUBLIC,
    knows_body,
    players_of,
    players_sides,
    sides_of,
)

BEFORE_ROUND_1 = ("scenario", "objectives", "initiative", "placement")
HEALTH = ((100, "unhurt", 10), (50, "hurt", 7), (0, "badly hurt", 3))
"""Health in four words (table.md 23), `down` being the fourth: least percent of hit points, word, step of the bar."""


def project(
    code: Ruleset,
    state: AnyState,
    rules: Rules,
    seat: str,
    role: str,
    *,
    can_take_back: bool = False,
    rewind_to: tuple[tuple[int, str], ...] = (),
    withhold: bool = False,
) -> MissionView:
    """The view of one seat. role: `gm`, `player` or `spectator` (seat `public`). withhold: leave out of a GM's view
    what a player's unit can do in its turn: most GMs look at it seldom, and it is more than all else together."""
    view = known(code, state, rules, seat, role)
    shown = view.state
    gm = view.is_gm
    units = tuple(_unit(code, state, view, u) for u in _display_order(shown))
    acting = shown.units.get(shown.clock.active or "")
    mine = [u for u in shown.units.values() if gm or u.seat == seat]
    options: list[OptionView] = []
    reach: list[ReachView] = []
    theirs = act_for(view)
    closed = theirs if withhold else ""
    for unit in mine:
        if unit.key == closed:
            continue
        options += code.options(view, unit)
        reach += code.reach(view, unit)
    end_turn = None
    if acting is not None and (gm or acting.seat == seat):
        end_turn = code.end_turn(view, acting)
    return MissionView(
        name=shown.name,
        ruleset=shown.ruleset,
        seat=seat,
        role=view.role,
        phase=shown.phase,
        phase_label=code.phases.get(shown.phase, shown.phase),
        round=shown.clock.round,
        turn=acting.key if acting is not None else "",
        waiting=waited_for(code, state, view),
        held=any(code.prompts[p.kind].blocks for p in state.prompts),
        until=waits_until(code, state, view),
        strip=tuple(code.strip(view, state)) if state.stack else (),
        mode=shown.clock.mode,
        # to players a pause looks exactly like the turn of a hidden unit (table.md 11)
        paused=bool(shown.paused) and gm,
        scenario=shown.scenario,
        gm_notes=shown.gm_notes if gm else "",
        boards=tuple(board_view(state, view, b) for b in shown.boards.values()),
        tokens=tuple(
            _token(code, view, u, b)
            for u in shown.units.values()
            for b in (shown.bodies[k] for k in u.bodies if k in shown.bodies)
            if b.place is not None and (gm or u.seat == seat or knows_body(state, rules, seat, b.key))
        ),
        units=units,
        order=tuple(_order_row(view, shown.units[k]) for k in shown.clock.order if k in shown.units)
        if shown.clock.mode != "free"
        else (),
        acted=shown.clock.acted,
        seats=_seats(state, shown),
        objectives=tuple(
            ObjectiveView(
                key=o.key if gm else str(i),
                title=o.title,
                kind=o.kind,
                text=o.text,
                status=o.status,
                xp=code.objective_xp(rules, state.options) if o.xp is None else o.xp,
                best_outcome=o.best_outcome,
                recipients=o.recipients if gm else (),
                public=o.public,
            )
            for i, o in enumerate(sorted(shown.objectives.values(), key=_rank), start=1)
        ),
        zones=tuple(
            ZoneView(
                key=z.key if gm else f"z{i}",
                board=z.board,
                name=z.name,
                cells=z.cells,
                mine=view.role != "spectator" and z.seat in ("", seat) and z.side in ("", *sides_of(state, seat)),
                side=z.side if gm else "",
                seat=z.seat if gm else "",
            )
            for i, z in enumerate(shown.zones, start=1)
        )
        if gm or shown.phase in BEFORE_ROUND_1
        else (),
        areas=code.areas(view) if shown.phase == "running" else (),
        laid=tuple(
            LaidView(
                key=m.key if gm else f"m{i}",
                on=m.on,
                label=m.label,
                value=m.value,
                applies=m.applies,
                secret=m.secret,
                until=f"{m.until.count} rounds" if m.until else "",
            )
            for i, m in enumerate(shown.laid, start=1)
        ),
        prompts=tuple(_prompt(code, view, state, p) for p in state.prompts if _asks(view, p)),
        options=tuple(options),
        reach=tuple(reach),
        wishes=tuple(
            WishView(body=b, name=shown.bodies[b].name, board=place.board, x=place.x, y=place.y)
            for u in mine
            for b, place in u.wish.items()
            if b in shown.bodies and shown.bodies[b].place is None
        ),
        metric=code.metric(view),
        end_turn=end_turn,
        start_blockers=tuple(code.start_blockers(state, rules)) if gm else (),
        can_take_back=can_take_back,
        rewind_to=rewind_to if gm else (),
        outcome=shown.outcome,
        settings=settings(state, rules, code.switches) if gm else (),
        standing=standing(code, view),
        fog=shown.fog,
        packs=code.packs(view, closed),
        lying=code.lying(view),
        kit=_kit(code, state, rules) if gm else None,
        act_for=theirs,
        withheld=bool(closed),
    )


def act_for(view: Known) -> str:
    """For a GM the key of the active unit, if it is a player's for whom no GM plays now; else empty."""
    state = view.state
    acting = state.units.get(state.clock.active or "") if view.is_gm and state.phase == "running" else None
    seat = state.seats.get(acting.seat) if acting is not None else None
    return acting.key if acting and seat and seat.role == "player" and not seat.played_by else ""


def _seats(state: AnyState, shown: AnyState) -> tuple[SeatView, ...]:
    """Everybody at the table; whoever knows of the same units sees the same, and there may be many who do."""
    known = tuple((u.key, u.seat) for u in shown.units.values())
    notes, note = memo.of(state), ("seats", known)
    found: tuple[SeatView, ...] | None = notes.get(note)
    if found is None:
        theirs: dict[str, list[str]] = {}
        for key, seat in known:
            theirs.setdefault(seat, []).append(key)
        found = notes[note] = tuple(
            SeatView(
                key=s.key,
                name=s.name or s.key,
                role=s.role,
                units=tuple(theirs.get(s.key, ())),
                played_by=_name_of(shown, s.played_by),
            )
            for s in shown.seats.values()
        )
    return found


def _kit(code: Ruleset, state: AnyState, rules: Rules) -> KitView:
    """What the GM chooses from."""
    sides = dict.fromkeys([*(u.side for u in state.units.values()), "heroes", "foes"])
    return KitView(
        statuses=_entries(rules, "status"),
        grounds=_entries(rules, "terrain"),
        templates=_entries(rules, "template"),
        items=tuple(sorted((*_entries(rules, "item"), *_entries(rules, "weapon")), key=lambda entry: entry[1])),
        sides=tuple(sides),
        choices=dict(code.choices(rules)),
        switches=tuple(
            (key, rules.constants[key].label or key, bool(rules.constant(key, state.options))) for key in code.switches
        ),
    )


@lru_cache(maxsize=64)
def _entries(rules: Rules, kind: str) -> tuple[tuple[str, str], ...]:
    found = [(key, str(getattr(spec, "label", key))) for key, spec in rules.entries.get(kind, {}).items()]
    return tuple(sorted(found, key=lambda entry: entry[1]))


def _name_of(state: AnyState, seat: str) -> str:
    found = state.seats.get(seat)
    return (found.name or found.key) if found is not None else ""


def _asks(view: Known, prompt: Prompt) -> bool:
    return view.is_gm or prompt.to == view.seat


def _display_order(state: AnyState) -> list[AnyUnit]:
    """Units of the order first, in it; the others by name."""
    place = {k: i for i, k in enumerate(state.clock.order)}
    return sorted(state.units.values(), key=lambda u: (place.get(u.key, len(place)), u.name, u.key))


def relation(view: Known, unit: AnyUnit) -> str:
    """How a unit stands to the viewer: mine, ally, enemy. GM and spectators look from the players' sides."""
    state = view.state
    if not view.is_gm and unit.seat == view.seat:
        return "mine"
    notes, note = memo.of(state), ("own sides", "" if view.is_gm else view.seat)
    sides: frozenset[str] | None = notes.get(note)
    if sides is None:
        own = frozenset(u.side for u in state.units.values() if u.seat == view.seat and not view.is_gm)
        sides = notes[note] = own or players_sides(state)
    return "ally" if unit.side in sides else "enemy"


@lru_cache(maxsize=1024)
def short(name: str) -> str:
    """Up to three letters for a token: initials and a number (`Goblin 3` -> `G3`)."""
    words = [w for w in name.replace("-", " ").split() if w]
    if len(words) >= 2:
        tail = words[-1]
        return (words[0][0] + (tail if tail.isdigit() else tail[0])).upper()[:3]
    return name[:2].capitalize()


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


def _token(code: Ruleset, view: Known, unit: AnyUnit, body: AnyBody) -> TokenView:
    assert body.place is not None
    exact = _exact(view, unit)
    word, step = health(body, exact)
    active = view.state.clock.active == unit.key
    kind = relation(view, unit)
    badges = tuple(_status_badges(view, body))
    hidden = bool(body.hidden_from) and (view.is_gm or kind == "mine")
    where = cells.name(body.place.cell)
    words = [body.name, {"mine": "yours"}.get(kind, kind)]
    words.append(f"{body.hp} of {body.max_hp} HP" if exact and not body.down else word)
    words.append(where)
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
        facing=body.facing,
        active=active,
        down=body.down,
        hidden=hidden,
        badges=badges,
        picture=body.picture,
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


def _unit(code: Ruleset, state: AnyState, view: Known, unit: AnyUnit) -> UnitView:
    shown = view.state
    exact = _exact(view, unit)
    seat = shown.seats.get(unit.seat)
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
            PoolView(key=k, label=label, left=unit.pools[k].left, of=unit.pools[k].of)
            for k, label in code.pool_labels.items()
            if k in unit.pools
        ),
        numbers=tuple(code.unit_numbers(view, unit)),
        badges=tuple(code.badges(view, unit)),
        bodies=tuple(_body(code, state, view, shown.bodies[b], exact) for b in unit.bodies if b in shown.bodies),
        values=dict(code.values(view, unit)),
    )


def _body(code: Ruleset, state: AnyState, view: Known, body: AnyBody, exact: bool) -> BodyView:
    place = body.place
    if place is not None and not (
        view.is_gm
        or view.state.units[body.unit].seat == view.seat
        or knows_body(state, view.rules, view.seat, body.key)
    ):
        place = None
    board = view.state.boards.get(place.board) if place else None
    return BodyView(
        key=body.key,
        name=body.name,
        at=(place.board, place.x, place.y) if place else None,
        cell=cells.name(place.cell) if place else "",
        hp=body.hp if exact else None,
        max_hp=body.max_hp if exact else None,
        health=health(body, exact)[0],
        down=body.down,
        hidden=bool(body.hidden_from) and view.is_gm,
        statuses=tuple(s.key for s in body.statuses),
        facing=body.facing,
        elevation=board.elevation[place.y * board.width + place.x]
        if board is not None and place is not None and board.elevation
        else 0,
        numbers=tuple(code.body_numbers(view, body)),
        carries=code.carries(view, body),
        seen_by=tuple(s for s in players_of(state) if knows_body(state, view.rules, s, body.key))
        if view.is_gm
        else None,
        hidden_from=body.hidden_from if view.is_gm else (),
    )


KINDS = ("main", "alternate", "secondary", "personal")


def _rank(objective: Objective) -> tuple[int, str]:
    """What matters to all comes first; within a kind the key decides."""
    kind = objective.kind
    return KINDS.index(kind) if kind in KINDS else len(KINDS), objective.key


def _order_row(view: Known, unit: AnyUnit) -> OrderRow:
    shown = view.state
    bodies = [shown.bodies[b] for b in unit.bodies if b in shown.bodies]
    down = bool(bodies) and all(b.down for b in bodies)
    if shown.clock.active == unit.key:
        state = "acting"
    elif down:
        state = "down"
    elif unit.key in shown.clock.acted:
        state = "acted"
    elif shown.phase == "running" and unit.key == next_up(shown):
        state = "next"
    else:
        state = "waiting"
    focus = next((b.key for b in bodies if b.place is not None and not b.down), "")
    kind = relation(view, unit)
    label = f"{unit.name}, {'yours' if kind == 'mine' else kind}"
    if unit.initiative is not None:
        label += f", initiative {unit.initiative}"
    label += {"acting": ", acting now", "next": ", next", "acted": ", has acted", "down": ", down"}.get(state, "")
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
    )


def _prompt(code: Ruleset, view: Known, state: AnyState, prompt: Prompt) -> PromptView:
    parts = code.prompts[prompt.kind].show(view.state, view.rules, prompt)
    seat = view.state.seats.get(prompt.to)
    own = prompt.to == view.seat or (view.is_gm and prompt.to == "gm")
    # Of another seat's prompts only a GM sees any; their names could be those of the own ones.
    key = alias(state, prompt) if own else prompt.key
    clock = view.state.clock
    # Its clock may be stopped for a while; the moment when it was asked stays.
    since = prompt.data.get("asked", prompt.deadline)
    asked = (key, prompt.kind, prompt.unit, parts, since, clock.round, clock.active)
    return PromptView(
        key=key,
        kind=prompt.kind,
        to=prompt.to,
        to_name=(seat.name or seat.key) if seat else prompt.to,
        mine=own or (view.is_gm and seat is not None and bool(seat.played_by)),
        title=parts.get("title", prompt.kind),
        text=parts.get("text", ""),
        unit=prompt.unit,
        fields=tuple(parts.get("fields", ())),
        choices=tuple(parts.get("choices", ())),
        default=parts.get("default", ""),
        together=bool(parts.get("together", False)),
        deadline=prompt.deadline,
        touched=bool(prompt.data.get("touched")),
        # An answer to a question that was settled must not hit the next one of the same name.
        basis=sha256(encode(asked)).hexdigest()[:16],
    )


__all__ = ["PUBLIC", "health", "masks", "project", "relation", "short"]
