"""Rounds of ten seconds, turns of five parts, and what happens at each edge (O-001 to O-004, O-011, O-015 to O-024,
O-228, O-230; reference 3.5).

Turn start: damage over time, then whether the unit is held, then it acts. Turn end: facing, Wounds, healing over
time, resist rolls. Round end: Hasted extra turns, then what counts Rounds, then ten seconds are gone. A slot that is
skipped passes all the same (README amendment 4).
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.order import all_down
from tactics.kernel.refusals import bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit
from tactics.mission import phases, rulings, turns
from tactics.mission.fog import explore
from tactics.outerah import (
    aboard,
    bonds,
    breath,
    catapult,
    decks,
    drift,
    falls,
    fear,
    hiding,
    mounts,
    order,
    ships,
    spirit,
    statuses,
)
from tactics.outerah.parts import (
    CHAT,
    DIRECTIONS,
    MAINHAND,
    MOVEMENT,
    OFFHAND,
    SLANTED,
    SPECIALTY,
    ExtraTurnTaken,
    Face,
    Faced,
    body_part,
    constant,
    effects,
    has,
    living,
    part,
    sides_of_die,
    truth,
)

HELD = ("frozen", "no_turn", "lose_turn")
"""What takes a turn whenever its slot comes."""
LOST = ("frozen", "lose_turn")
"""What counts the slots that it takes."""


# --- rounds -----------------------------------------------------------------------------------------


def seconds(known: Known) -> int:
    """Seconds of game time gone since the battle began: whole Rounds (O-002, O-004)."""
    return max(0, known.state.clock.round - 1) * int(constant(known, "out.round.seconds"))


def clock_text(known: Known) -> str:
    """`2:00`."""
    gone = seconds(known)
    return f"{gone // 60}:{gone % 60:02}"


def begin_round(work: Work) -> tuple[str, ...]:
    """Ends the old Round, if there was one, and gives the order of the new one."""
    if work.state.clock.round:
        hiding.round_ends(work)
        for body in tuple(work.state.bodies):
            statuses.round_ends(work, body)
        spirit.settle(work)  # whoever fell in a slot that passed counts this Round too
        spirit.round_ends(work)
        ships.round_ends(work)
        falls.round_ends(work)
        catapult.round_ends(work)
        drift.round_ends(work)
        breath.round_ends(work)
    rulings.end_laid_of_round(work)
    return order.kept(work.state)


def more_turns(work: Work) -> bool:
    """Right before the Round ends every Hasted unit has another turn (O-011, O-012), also one whose first was lost to a
    Red Card; with Slow besides it has one turn in all (O-015)."""
    state, rules = work.state, work.rules
    hasted = [
        u
        for k in state.clock.order
        if (u := state.units.get(k)) is not None
        and living(state, u)
        and all(has(rules, b, "extra_turn") and not has(rules, b, "alternate_turns") for b in living(state, u))
        and (part(u).acted == state.clock.round or not skips(state, rules, u))
    ]
    unit = order.next_hasted(work, hasted)
    if unit is None:
        return False
    work.emit(ExtraTurnTaken(unit=unit.key, round=state.clock.round, why="haste"))
    return True


# --- turns ------------------------------------------------------------------------------------------


def sockets(known: Known, unit: AnyUnit) -> tuple[str, ...]:
    """The parts that a turn of this unit has: Specialty only where there is something to use it for (O-022)."""
    always = (MOVEMENT, MAINHAND, OFFHAND, CHAT)
    return (*always, SPECIALTY) if specialty(known, unit) else always


def specialty(known: Known, unit: AnyUnit) -> bool:
    """Whether the unit has a pet, a role aboard or another specialty."""
    state = known.state
    pets = bool(bonds.pets_of(state, known.rules, unit))
    own = any("specialty" in body_part(b).traits or aboard.ship_of(state, b) is not None for b in living(state, unit))
    return pets or own


def begin_turn(work: Work, unit: AnyUnit) -> None:
    """Every part of the turn is there again; then damage over time (O-228). What it leaves lying is skipped."""
    pools = dict.fromkeys(sockets(truth(work), unit), (1, 1))
    work.emit(e.PoolsSet(unit=unit.key, pools=pools, why="turn"))
    mounts.rides_in(work, work.state.units[unit.key])
    start_effects(work, unit)
    sits_out(work, work.state.units[unit.key])
    take_flight(work, work.state.units[unit.key])


def sits_out(work: Work, unit: AnyUnit) -> None:
    """Members of a group that are held lose this turn while the others act, and so do pets, whose turn is in that of
    their Trainer (O-015 to O-017, O-020)."""
    state = work.state
    for body in living(state, unit):
        if rests(state, work.rules, body, part(unit).before):
            status = next(s for s, spec in effects(work.rules, body) if spec.does == "alternate_turns")
            numbers = {**status.numbers, "sat": state.clock.round}
            work.emit(statuses.Ticked(body=body.key, status=replace(status, numbers=numbers)))
        lost_slot(work, work.state.bodies[body.key], sits=True)
    pets_sit_out(work, unit)


def pets_sit_out(work: Work, unit: AnyUnit) -> None:
    for pet in bonds.pets_of(work.state, work.rules, unit):
        for body in living(work.state, pet):
            lost_slot(work, body, sits=True)


def rests(state: AnyState, rules: Rules, body: AnyBody, last: int) -> bool:
    """Whether a Slowed body has no turn in this Round, as it had one in the Round before (O-015). last: the Round of
    its unit's last turn."""
    if last != state.clock.round - 1 or not last or has(rules, body, "extra_turn"):
        return False
    slow = next((s for s, spec in effects(rules, body) if spec.does == "alternate_turns"), None)
    return slow is not None and slow.numbers.get("sat") != last


def take_flight(work: Work, unit: AnyUnit) -> None:
    """Whoever is Feared runs in place of all else."""
    for body in living(work.state, unit):
        if not any(has(work.rules, body, does) for does in HELD):
            fear.flee(work, body)


def start_effects(work: Work, unit: AnyUnit) -> None:
    for body in living(work.state, unit):
        statuses.deal(work, body.key, "dot")


def end_effects(work: Work, unit: AnyUnit) -> None:
    """Wounds, then healing over time, then resist rolls (O-089, O-230, O-252)."""
    for body in living(work.state, unit):
        statuses.deal(work, body.key, "end_damage")
        statuses.deal(work, body.key, "hot")
        if not work.state.bodies[body.key].down:
            statuses.resist_rolls(work, body.key)


def skips(state: AnyState, rules: Rules, unit: AnyUnit) -> str:
    """`down`, `pet` of who acts only by command, or what holds all of its bodies: the slot passes."""
    if all_down(state, unit.key):
        return "down"
    if unit.kind == "ship":
        return "ship"
    if bonds.waits(state, rules, unit) or mounts.waits(state, unit):
        return "pet"
    why = [_held(state, rules, b, part(unit).acted) for b in living(state, unit)]
    if not all(why):
        return ""
    return fear.FEARED if fear.FEARED in why else why[0]


def _held(state: AnyState, rules: Rules, body: AnyBody, last: int) -> str:
    """What takes the turn of one body when its slot comes, or empty."""
    found = next((does for does in HELD if has(rules, body, does)), "")
    if not found and rests(state, rules, body, last):
        found = "alternate_turns"
    return found or (fear.FEARED if fear.afraid(rules, body) else "")


def passes_over(work: Work, unit: AnyUnit) -> None:
    """A slot that was not given passes all the same, and what counts lost slots counts it."""
    why = skips(work.state, work.rules, unit)
    if not all_down(work.state, unit.key):
        start_effects(work, unit)
        if why in (fear.FEARED, "pet"):
            take_flight(work, unit)
    if not bonds.waits(work.state, work.rules, unit):  # a pet loses what would be its turn in its Trainer's
        for body in living(work.state, unit):
            lost_slot(work, body)
    pets_sit_out(work, unit)
    if not all_down(work.state, unit.key):
        end_effects(work, unit)


def lost_slot(work: Work, body: AnyBody, *, sits: bool = False) -> None:
    """Stop may break in the second lost Round, else it ends in the third, each time as the Round ends (O-017); a Red
    Card takes its turns. sits: others act in this slot, so that it lasts until the Round ends."""
    least, most = work.constant("out.stop.rounds")
    now = work.state.clock.round
    for status, spec in tuple(effects(work.rules, body)):
        if spec.does not in LOST or (spec.does == "frozen" and status.numbers.get("sat") == now):
            continue  # a Round is lost once, however often its slot comes
        lost = status.numbers.get("lost", 0) + 1
        if spec.does == "lose_turn":
            over = lost >= int(work.constant("out.red_card.turns"))
        elif lost == least:
            face = work.roll(1, sides_of_die(work.constant("out.stop.die")), f"{body.name} breaks {spec.label}").total
            over = face % 2 == 0
            work.emit(statuses.Resisted(body=body.key, status=status.key, face=face, needs=0, held=over, at="even"))
        else:
            over = lost >= most
        if over and spec.does == "lose_turn" and not sits:
            statuses.end(work, body.key, status.key)
            continue
        ends = {"rounds": 1} if over else {}
        numbers = {**status.numbers, "lost": lost, "sat": now, **ends}
        work.emit(statuses.Ticked(body=body.key, status=replace(status, numbers=numbers)))


# --- facing and the end -------------------------------------------------------------------------------


def facings(known: Known) -> tuple[str, ...]:
    """The directions that one may face (O-023)."""
    return tuple(DIRECTIONS) + (tuple(SLANTED) if int(constant(known, "out.facing.directions")) == 8 else ())


def _turned(work: Work, unit: AnyUnit, facing: str, body: str | None) -> None:
    if facing not in facings(truth(work)):
        raise bad_field("facing", f"choose one of {', '.join(facings(truth(work)))}")
    if body is not None and body not in unit.bodies:
        raise bad_field("body", "name a body of the unit")
    for found in living(work.state, unit):
        if body in (None, found.key) and found.facing != facing:
            work.emit(Faced(body=found.key, facing=facing))


def face(work: Work, command: Face) -> None:
    """Turns on the own turn; nothing is used up, for the one that counts is the last (table.md 21)."""
    unit = turns.active_unit(work, command.unit)
    before = len(work.events)
    _turned(work, unit, command.facing, command.body)
    if len(work.events) == before:
        raise illegal("nothing")


def end_turn(work: Work, command: c.EndTurn) -> None:
    """Never asks: the facing is the one that the wedge shows, unless the command names another (O-023)."""
    unit = turns.active_unit(work, command.unit)
    if work.state.clock.active != unit.key:
        raise illegal("phase", phase=work.state.phase)
    if command.convert:
        raise bad_field("convert", "there is nothing to convert here")
    if command.facing:
        _turned(work, unit, command.facing, None)
    mounts.flee(work, unit)
    end_effects(work, work.state.units[unit.key])
    turns.end_turn(work, unit)


def idle(work: Work) -> None:
    """What waits for an empty stack: what is seen, placement, turns, the proposed end."""
    explore(work)
    statuses.settle(work)
    hiding.settle(work)
    spirit.settle(work)
    mounts.settle(work)
    ships.settle(work)
    decks.settle(work)
    phases.idle(work)


HANDLERS: dict[type, Handler] = {c.EndTurn: end_turn, Face: face}
