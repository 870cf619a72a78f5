"""From what a seat knows to the view that its page shows."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from tactics.kernel.codec import encode
from tactics.kernel.engine import alias
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, Ruleset
from tactics.kernel.state import AnyState, AnyUnit, Objective, Prompt
from tactics.kernel.view import (
    KitView,
    LaidView,
    MissionView,
    ObjectiveView,
    OptionView,
    PromptView,
    ReachView,
    SeatView,
    WishView,
    ZoneView,
)
from tactics.secrecy import cards, memo
from tactics.secrecy.board_view import board_view
from tactics.secrecy.known import known, waited_for, waits_until
from tactics.secrecy.settings import settings, standing
from tactics.secrecy.sight import knows_body, sides_of

BEFORE_ROUND_1 = ("scenario", "objectives", "initiative", "placement")


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
    units = tuple(cards.unit(code, state, view, u) for u in _display_order(shown))
    acting = shown.units.get(shown.clock.active or "")
    mine = [u for u in shown.units.values() if gm or u.seat == seat]
    mine.sort(key=lambda unit: not unit.character)  # people before what is theirs: the page begins with the first
    options: list[OptionView] = []
    reach: list[ReachView] = []
    theirs = act_for(view)
    closed = theirs if withhold else ""
    for unit in mine:
        if unit.key == closed:
            options += code.rulings(view, unit)
            continue
        options += code.options(view, unit)
        reach += code.reach(view, unit)
    end_turn = None
    if acting is not None and (gm or acting.seat == seat):
        end_turn = code.end_turn(view, acting)
    coming = cards.next_of(code, view)
    return MissionView(
        name=shown.name,
        ruleset=shown.ruleset,
        seat=seat,
        role=view.role,
        phase=shown.phase,
        phase_label=code.phases.get(shown.phase, shown.phase),
        round=shown.clock.round,
        clock=code.clock(view) if shown.clock.round else "",
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
        boards=tuple(
            board_view(state, view, b) for b in sorted(shown.boards.values(), key=lambda b: bool(b.carried_by))
        ),
        tokens=tuple(
            cards.token(view, u, b, code.faces(view, b), code.carried_by(view, b))
            for u in shown.units.values()
            for b in (shown.bodies[k] for k in u.bodies if k in shown.bodies)
            if b.place is not None and (gm or u.seat == seat or knows_body(state, rules, seat, b.key))
        ),
        units=units,
        order=tuple(
            cards.order_row(view, u, coming, code.order_note(view, u))
            for k in shown.clock.order
            if (u := shown.units.get(k))
        )
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
        holds=gm and code.interrupts,
        outcome=shown.outcome,
        settings=settings(state, rules, code.switches) if gm else (),
        standing=standing(code, view),
        fog=shown.fog,
        packs=code.packs(view, closed),
        lying=code.lying(view),
        crafts=code.crafts(view) if shown.phase == "running" else (),
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
        status_example=code.status_example,
        grounds=_entries(rules, "terrain"),
        shelves=_shelves(rules),
        items=tuple(sorted((*_entries(rules, "item"), *_entries(rules, "weapon")), key=lambda entry: entry[1])),
        sides=tuple(sides),
        choices=dict(code.choices(rules)),
        switches=tuple(
            (key, rules.constants[key].label or key, bool(rules.constant(key, state.options))) for key in code.switches
        ),
    )


@lru_cache(maxsize=64)
def _shelves(rules: Rules) -> tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]:
    """Mobs and single ones first, then what else these rules have."""
    labels = {"mob": "Mobs", "character": "Heroes and single foes"}
    found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in labels}
    for key, label in _entries(rules, "template"):
        found.setdefault(str(getattr(rules.find("template", key), "kind", "mob")), []).append((key, label))
    return tuple((kind, labels.get(kind, f"{kind.capitalize()}s"), tuple(each)) for kind, each in found.items() if each)


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


KINDS = ("main", "alternate", "secondary", "personal")


def _rank(objective: Objective) -> tuple[int, str]:
    """What matters to all comes first; within a kind the key decides."""
    kind = objective.kind
    return KINDS.index(kind) if kind in KINDS else len(KINDS), objective.key


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
        folds=tuple(parts.get("folds", ())),
        note=parts.get("note", ""),
        default=parts.get("default", ""),
        together=bool(parts.get("together", False)),
        deadline=prompt.deadline,
        touched=bool(prompt.data.get("touched")),
        # An answer to a question that was settled must not hit the next one of the same name.
        basis=sha256(encode(asked)).hexdigest()[:16],
    )

