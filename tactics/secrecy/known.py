"""What a seat knows, as a state built up from what it may know: a whitelist, never the state minus secrets.

Options, previews, odds and words are made from it by the same functions that the engine uses, so they cannot
tell more than the seat knows. It never leaves the server; views are made of it.
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, Ruleset
from tactics.kernel.state import AnyState, AnyUnit, Clock, Objective, Prompt, Seat, State
from tactics.secrecy import memo
from tactics.secrecy.boards import HIDDEN_TERRAIN, known_board
from tactics.secrecy.sight import is_gm, is_public, knows_board, knows_body, sides_of

__all__ = ["HIDDEN_TERRAIN", "known", "possessive", "sees_objective", "waited_for"]


def known(code: Ruleset, state: AnyState, rules: Rules, seat: str, role: str) -> Known:
    """The GM knows everything; everybody else what is built here."""
    rules = rules.under(state.options)
    notes, note = memo.of(state), ("known", code.name, rules, seat, role)
    found: Known | None = notes.get(note)
    if found is None:
        found = notes[note] = _built(code, state, rules, seat, role)
    return found


def _built(code: Ruleset, state: AnyState, rules: Rules, seat: str, role: str) -> Known:
    if role == "gm" or is_gm(state, seat):
        return Known(state=state, rules=rules, seat=seat, role="gm")
    seen = {k for k in state.bodies if knows_body(state, rules, seat, k)}
    units = {
        k: memo.one_of(u, code.mask_unit(state, rules, seat, role, _unit(state, seat, u, seen)))
        for k, u in state.units.items()
        if u.seat == seat or any(b in seen for b in u.bodies)
    }
    bodies = {
        b: memo.one_of(state.bodies[b], code.mask_body(state, rules, seat, role, state.bodies[b]))
        for u in units.values()
        for b in u.bodies
        if b in state.bodies
    }
    clock = state.clock
    # In a pause the last visible turn is over, as in the turn of a hidden unit (table.md 11).
    active = clock.active if clock.active in units else None
    over = (active,) if active is not None and state.paused else ()
    return Known(
        state=State(
            ruleset=state.ruleset,
            rules=state.rules,
            name=state.name,
            phase=state.phase,
            scenario=state.scenario,
            options=state.options,
            boards={
                k: known_board(state, rules, seat, b)
                for k, b in state.boards.items()
                if knows_board(state, rules, seat, k)
            },
            units=units,
            bodies=bodies,
            seats=_seats(state, seat),
            objectives={k: o for k, o in state.objectives.items() if sees_objective(state, seat, o)},
            zones=tuple(z for z in state.zones if z.seat in ("", seat) and z.side in ("", *sides_of(state, seat))),
            laid=tuple(
                m
                for m in state.laid
                if not m.secret and (m.on.partition(":")[2] in {*units, *bodies} or m.on.startswith("cell:"))
            ),
            clock=Clock(
                round=clock.round,
                order=tuple(k for k in clock.order if k in units),
                active=None if over else active,
                acted=(*(k for k in clock.acted if k in units), *over),
                mode=clock.mode,
            ),
            # what is asked of nobody in particular is everybody's to see
            prompts=tuple(p for p in state.prompts if p.to in (seat, "")),
            paused=state.paused,
            fog=state.fog,
            uncovered=state.uncovered if state.fog == "uncovered" else {},
            explored={k: v for k, v in state.explored.items() if k.partition("/")[0] in sides_of(state, seat)},
            outcome=state.outcome,
            xp={k: v for k, v in state.xp.items() if k == seat},
            part=code.mask_mission(state, rules, seat, role),
        ),
        rules=rules,
        seat=seat,
        role=role,
    )


def _unit(state: AnyState, seat: str, unit: AnyUnit, seen: set[str]) -> AnyUnit:
    """Only the members that are known: how many there are is itself a secret."""
    if unit.seat == seat:
        return unit
    return replace(unit, bodies=tuple(b for b in unit.bodies if b in seen), wish={})


def _seats(state: AnyState, viewer: str) -> dict[str, Seat]:
    """Of the others' choices nothing."""
    notes = memo.of(state)
    private: frozenset[str] | None = notes.get("private seats")
    if private is None:
        private = notes["private seats"] = frozenset(k for k, s in state.seats.items() if s.standing or s.typed_dice)
    if private <= {viewer}:
        return state.seats
    return {
        k: replace(s, standing={}, typed_dice=False) if k in private and k != viewer else s
        for k, s in state.seats.items()
    }


def sees_objective(state: AnyState, seat: str, objective: Objective) -> bool:
    """Recipients and, once published, everybody (T-012)."""
    return objective.public or (seat in objective.recipients and not is_public(state, seat))


def possessive(name: str) -> str:
    """`Mara's`, `the Goblins'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def waited_for(code: Ruleset, state: AnyState, known: Known) -> str:
    """Who is waited for, in words that any seat may read: a pause, a hidden unit's turn and a question to the GM
    are one and the same to a player (table.md 11)."""
    gm = "the GM is deciding"
    if state.phase == "ended":
        return "the Mission has ended"
    if state.phase == "post_mission":
        return "the Mission is over"
    if state.paused and not known.is_gm:
        return gm
    if state.paused:
        return "paused"
    blocking = [p for p in state.prompts if code.prompts[p.kind].blocks]
    if blocking:
        names = [code.prompts[p.kind].waiting or _asked(state, known, p) for p in blocking]
        if len(names) == 1 and not blocking[0].to:
            return names[0]
        return "waiting for " + ", ".join(dict.fromkeys(n for n in names if n)) if all(names) else gm
    if state.phase == "running" and state.clock.mode == "free":
        return "free movement"
    if state.phase == "running":
        active = known.state.units.get(state.clock.active or "")
        return f"{possessive(active.name)} turn" if active else gm
    return code.awaited(known)


def waits_until(code: Ruleset, state: AnyState, known: Known) -> int | None:
    """When the wait ends, in milliseconds of the Mission's clock, for who may know whom it is for (table.md 3)."""
    blocking = [p for p in state.prompts if code.prompts[p.kind].blocks]
    if state.paused or not all(code.prompts[p.kind].waiting or _asked(state, known, p) for p in blocking):
        return None
    return max((p.deadline for p in blocking if p.deadline is not None), default=None)


def _asked(state: AnyState, known: Known, prompt: Prompt) -> str:
    """The name of the asked seat, if the viewer may know whom the question is about; else empty."""
    if prompt.to == known.seat:
        return "you"
    seat = state.seats.get(prompt.to)
    if seat is None or seat.role == "gm":
        return "the GM" if known.is_gm else ""
    if known.is_gm or (prompt.unit in known.state.units):
        return seat.name or seat.key
    return ""
