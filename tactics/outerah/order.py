"""The Speed check and the turn order: ties, Haste, Inspiration (O-005 to O-014, O-018, O-019).

The order of a battle stands until the next Speed check: `begin_round` keeps the one of the Round before, so what
Inspiration or the Guide changed stays changed, and sorts in who is new. A unit's initiative is its Speed.
"""

from __future__ import annotations

from collections.abc import Sequence

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Known, Step
from tactics.kernel.state import AnyState, AnyUnit, Frame
from tactics.mission import phases
from tactics.outerah.numbers import speed_modifier
from tactics.outerah.parts import ExtraTurnTaken, constant, living, part, sides_of_die, truth


def comparator(unit: AnyUnit) -> tuple[int, tuple[int, ...], str]:
    """The highest Speed first, then by what the coin said, then by key. Ships have no turn: their crew has (O-173)."""
    return (-(unit.initiative or 0), unit.tiebreak[-1:], unit.key)


def sort(state: AnyState) -> tuple[str, ...]:
    ready = [u for u in state.units.values() if u.initiative is not None and u.kind != "ship"]
    return tuple(u.key for u in sorted(ready, key=comparator))


def kept(state: AnyState) -> tuple[str, ...]:
    """The order of the coming Round: the one that stands, and those who are new at the place of their Speed."""
    there = set(sort(state))
    order = [k for k in state.clock.order if k in there]
    for key in sort(state):
        if key not in order:
            mine = comparator(state.units[key])
            at = next((i for i, k in enumerate(order) if comparator(state.units[k]) > mine), len(order))
            order.insert(at, key)
    return tuple(order)


def modifier(known: Known, unit: AnyUnit) -> int:
    """The Speed modifier of a unit: of a Mob the lowest of its members'."""
    bodies = living(known.state, unit) or tuple(known.state.bodies[b] for b in unit.bodies if b in known.state.bodies)
    return min((speed_modifier(known, b).total for b in bodies), default=0)


# --- the check --------------------------------------------------------------------------------------


def roll(work: Work, unit: AnyUnit) -> None:
    """Class base + Agility / 20 + 1D12 (O-006)."""
    known = truth(work)
    lowest = min(
        (speed_modifier(known, work.state.bodies[b]) for b in unit.bodies if b in work.state.bodies),
        key=lambda found: found.total,
    )
    draw = work.roll(1, sides_of_die(work.constant("out.speed.die")), "Speed check", unit=unit.key)
    terms = {term.label: term.value for term in lowest.terms}
    work.emit(e.InitiativeSet(unit=unit.key, value=lowest.total + draw.total, faces=draw.faces, terms=terms))


def roll_all(work: Work, units: Sequence[AnyUnit]) -> None:
    for unit in units:
        roll(work, unit)
    flip(work)


def undecided(state: AnyState) -> list[AnyUnit]:
    """Units of the same Speed between all of whom no coin has fallen yet, as listed; empty if there are none."""
    groups: dict[int, list[AnyUnit]] = {}
    for key in (*state.clock.order, *state.units):
        unit = state.units.get(key)
        if unit is not None and unit.initiative is not None and unit.kind != "ship":
            group = groups.setdefault(unit.initiative, [])
            if unit not in group:
                group.append(unit)
    for value in sorted(groups, reverse=True):
        group = groups[value]
        if len(group) > 1 and len({u.tiebreak[-1] for u in group if u.tiebreak}) < len(group):
            return group
    return []


def flip(work: Work) -> None:
    """A coin for each tie: heads (1) lets the first-listed go first; of more a die says who is next (O-014)."""
    while group := undecided(work.state):
        rest = [u.key for u in group]
        placed: list[str] = []
        while len(rest) > 1:
            names = ", ".join(work.state.units[k].name for k in rest)
            face = work.roll(1, len(rest), f"a coin between {names}").total
            placed.append(rest.pop(face - 1))
        for place, key in enumerate([*placed, *rest], start=1):
            work.emit(e.TieBroken(unit=key, face=place))


def roll_step(work: Work, frame: Frame) -> None:
    """One unit a step, so that each die may come from the table; then the coins."""
    units = [k for k in frame.args["units"] if k in work.state.units]
    at = int(frame.memo.get("at", 0))
    if at < len(units):
        roll(work, work.state.units[units[at]])
        work.emit(e.FrameSet(key=frame.key, todo=("roll_initiative",), memo={"at": at + 1}))
        return
    flip(work)
    if all(u.initiative is not None for u in work.state.units.values()):
        phases.open_placement(work)


STEPS: dict[str, Step] = {"roll_initiative": roll_step}


# --- Haste and Inspiration ----------------------------------------------------------------------------


def next_hasted(work: Work, hasted: Sequence[AnyUnit]) -> AnyUnit | None:
    """Whose extra turn is next: by Speed modifier, the higher the earlier (O-012)."""
    known = truth(work)
    by_score = constant(known, "out.haste.order") == "score"
    waiting = [u for u in hasted if part(u).extra != work.state.clock.round]

    def rank(unit: AnyUnit) -> tuple[int, int, str]:
        worth = (unit.initiative or 0) if by_score else modifier(known, unit)
        place = work.state.clock.order.index(unit.key) if unit.key in work.state.clock.order else 999
        return (-worth, place, unit.key)

    return min(waiting, key=rank, default=None)


def inspire(work: Work, key: str) -> None:
    """The target goes next, and the order stays so; whoever has acted already acts again, unless the setting says
    that only its place changes (O-018, O-019)."""
    state = work.state
    clock = state.clock
    if key not in clock.order or key == clock.active:
        return
    rest = [k for k in clock.order if k != key]
    at = rest.index(clock.active) + 1 if clock.active in rest else 0
    work.emit(e.OrderSet((*rest[:at], key, *rest[at:])))
    if key in clock.acted and work.constant("out.inspiration.if_acted") == "extra_turn":
        work.emit(ExtraTurnTaken(unit=key, round=clock.round, why="inspiration"))
