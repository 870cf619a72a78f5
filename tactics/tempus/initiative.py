"""Initiative: who acts in what order, and how that changes (T-014 to T-020, T-029, T-089).

The one comparator is `sort`: initiative, then SPD + WIT, then the dice of the tie, then the key. A die of a tie
never alters the value; it is kept while the tie lasts.
"""

from __future__ import annotations

from collections.abc import Sequence

from tactics.kernel import events as e
from tactics.kernel.appliers import bodies_of
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Handler, Step
from tactics.kernel.state import AnyState, AnyUnit, Frame
from tactics.mission import phases, turns
from tactics.tempus import powers
from tactics.tempus.parts import (
    MA,
    ChangesTaken,
    Convert,
    Converted,
    InitiativeQueued,
    left,
    living,
    lowest,
    part,
    pay,
)

STATS = ("SPD", "WIT")
"""What breaks a tie first (T-019), whatever the die is added to."""


def weight(state: AnyState, unit: AnyUnit) -> int:
    """SPD + WIT at this moment; of a Mob the lowest of each (T-017, T-019)."""
    bodies = bodies_of(state, unit)
    return sum(lowest(bodies, key) for key in STATS)


def sort(state: AnyState) -> tuple[str, ...]:
    """Units that have an initiative, highest first (T-018, T-019, T-020)."""
    ready = [u for u in state.units.values() if u.initiative is not None]
    ready.sort(key=lambda u: (-(u.initiative or 0), -weight(state, u), tuple(-face for face in u.tiebreak), u.key))
    return tuple(u.key for u in ready)


def die(work: Work) -> int:
    """Sides of the initiative die."""
    return int(str(work.constant("tt.init.die")).removeprefix("d"))


def roll(work: Work, unit: AnyUnit) -> None:
    """One unit's initiative: d10 + SPD + WIT, no Zero rule (T-016); a Mob with its lowest of each (T-017)."""
    bodies = bodies_of(work.state, unit)
    terms = {key: lowest(bodies, key) for key in work.constant("tt.init.stats")}
    bonus = min((powers.gain(work, body, "initiative") for body in bodies), default=0)
    if bonus:
        terms["bonus"] = bonus
    draw = work.roll(1, die(work), "initiative", unit=unit.key)
    work.emit(e.InitiativeSet(unit=unit.key, value=draw.total + sum(terms.values()), faces=draw.faces, terms=terms))


def roll_all(work: Work, units: Sequence[AnyUnit]) -> None:
    """For these units at once, ties broken: the ruleset's `roll_initiative`."""
    for unit in units:
        roll(work, unit)
    break_ties(work)


# --- ties -------------------------------------------------------------------------------------------


def undecided(state: AnyState) -> AnyUnit | None:
    """Whose die is needed next to make the order distinct, or None: of those tied for the same place the one
    with the fewest dice, then the first by key."""
    groups: dict[tuple[int, int], list[AnyUnit]] = {}
    for unit in state.units.values():
        if unit.initiative is not None:
            groups.setdefault((unit.initiative, weight(state, unit)), []).append(unit)
    wanting = [
        unit
        for group in groups.values()
        for unit in group
        if any(o.key != unit.key and o.tiebreak[: len(unit.tiebreak)] == unit.tiebreak for o in group)
    ]
    return min(wanting, key=lambda u: (-(u.initiative or 0), len(u.tiebreak), u.key), default=None)


def break_tie(work: Work, unit: AnyUnit, *, by_server: bool) -> None:
    """One more die for this unit (T-020). by_server: nobody is asked for a die from the table."""
    why = f"{unit.name} breaks the tie"
    draw = work.roll(1, die(work), why, unit="" if by_server else unit.key, secret=by_server)
    work.emit(e.TieBroken(unit=unit.key, face=draw.total))


def break_ties(work: Work) -> None:
    """Until the order is distinct; at the start of a round, when nobody can be asked."""
    while (unit := undecided(work.state)) is not None:
        break_tie(work, unit, by_server=True)


# --- the roll as steps, so that each die may come from the table --------------------------------------


def roll_step(work: Work, frame: Frame) -> None:
    """Rolls for one unit of the frame and comes back for the next."""
    units = [k for k in frame.args["units"] if k in work.state.units]
    at = int(frame.memo.get("at", 0))
    if at < len(units):
        roll(work, work.state.units[units[at]])
        work.emit(e.FrameSet(key=frame.key, todo=("roll_initiative",), memo={"at": at + 1}))
    else:
        work.replan(frame, ("break_ties",))


def ties_step(work: Work, frame: Frame) -> None:
    """One die for one tied unit; when all are distinct the order is shown."""
    unit = undecided(work.state)
    if unit is not None:
        break_tie(work, unit, by_server=False)
        work.replan(frame, ("break_ties",))
    elif all(u.initiative is not None for u in work.state.units.values()):
        phases.open_placement(work)


STEPS: dict[str, Step] = {"roll_initiative": roll_step, "break_ties": ties_step}


# --- changes ----------------------------------------------------------------------------------------


def queue_change(work: Work, unit: str, value: int, why: str = "") -> None:
    """An effect changes initiative: it counts from the start of the next round on (T-029)."""
    work.emit(InitiativeQueued(unit=unit, value=value, why=why))


def take_changes(work: Work) -> None:
    """At the start of a round: last round's conversions expire, what was queued and converted is added, new
    ties are broken (reference 3.5)."""
    state = work.state
    per_point = int(work.constant("tt.init.conversion_per_ma"))
    lasting = work.constant("tt.init.conversion_duration") == "permanent"
    for key in sort(state):
        unit = state.units[key]
        own = part(unit)
        if not (own.queued or own.converted or own.bonus):
            continue
        gained = own.converted * per_point
        terms = {"conversion ends": -own.bonus, "converted": gained}
        for change in own.queued:
            terms[change.why or "change"] = terms.get(change.why or "change", 0) + change.value
        terms = {k: v for k, v in terms.items() if v}
        value = (unit.initiative or 0) + sum(terms.values())
        work.emit(ChangesTaken(unit=key, value=value, bonus=0 if lasting else gained, terms=terms))
    break_ties(work)


# --- conversion (T-089) -----------------------------------------------------------------------------


def why_no_conversion(state: AnyState, unit: AnyUnit) -> str:
    """Why this unit may not convert at this moment, or empty: from the end of its turn to the end of the round."""
    if not turns.running(state):
        return "only in the rounds of a Mission"
    if unit.initiative is None or unit.key not in state.clock.acted:
        return "only after its own turn"
    if not living(state, unit):
        return "unconscious"
    return ""


def convert(work: Work, command: Convert) -> None:
    """Points of MA become initiative for the next round; they are spent at once."""
    unit = work.own_unit(command.unit)
    turns_on(work)
    if why_no_conversion(work.state, unit):
        raise illegal("phase", phase=work.state.phase)
    spend_on_initiative(work, unit, command.points)


def turns_on(work: Work) -> None:
    """Refused before, after and outside the rounds."""
    if work.state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    if not turns.running(work.state):
        raise illegal("phase", phase=work.state.phase)


def spend_on_initiative(work: Work, unit: AnyUnit, points: int) -> None:
    if points:
        pay(work, unit.key, {MA: points}, "initiative")
        work.emit(Converted(unit=unit.key, points=points))


def standing_choice(state: AnyState, unit: AnyUnit) -> int:
    """How many MA the unit's seat converts by itself when the round ends; `convert: all` takes what is left."""
    seat = state.seats.get(unit.seat)
    choice = seat.standing.get("convert", 0) if seat is not None else 0
    if isinstance(choice, dict):
        choice = choice.get(unit.key, 0)
    if choice == "all":
        return left(unit, MA) + part(unit).converted
    return choice if isinstance(choice, int) and choice > 0 else 0


def convert_by_standing_choice(work: Work) -> None:
    """The end of a round asks nobody: standing choices convert what is left, in initiative order."""
    if not turns.running(work.state):
        return
    for key in work.state.clock.order:
        unit = work.state.units.get(key)
        if unit is None or key not in work.state.clock.acted or not living(work.state, unit):
            continue
        wanted = standing_choice(work.state, unit) - part(unit).converted
        spend_on_initiative(work, unit, max(0, min(wanted, left(unit, MA))))


HANDLERS: dict[type, Handler] = {Convert: convert}
