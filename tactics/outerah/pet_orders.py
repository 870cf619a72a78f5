"""What is kept of the orders to pets: the two halves of the Specialty, and what was agreed on attacks (O-042, O-043,
O-052)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import illegal
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyUnit
from tactics.outerah import attacks, bonds
from tactics.outerah.parts import SPECIALTY, Acted, has, held_by, living, part, pay, pay_free, with_part

MOVE, ACT = "move", "act"
"""The two halves of the Specialty."""
MOVES = ("move", "return")


class Order(c.Command, frozen=True, tag="order"):
    """Commands a pet. with: a weapon or skill of the pet, by `help` or `skill` one that heals or casts a Buff, too
    (O-051, O-062); together:
    whether the Trainer attacks in this Round too (O-052); harmful: the Guide says that the pet would come to harm
    (O-047)."""

    unit: c.Key
    pet: c.Key
    order: Literal["move", "return", "attack", "skill", "help", "stay", "search", "alert", "guard", "together"]
    using: c.Key | None = msgspec.field(default=None, name="with")
    target: c.Key | list[c.Coordinate | c.Key] | None = None
    together: bool = False
    harmful: bool | Literal["", "yes"] = False
    text: c.Text = ""


class Ordered(e.Event, frozen=True, tag=True):
    """This half of the Specialty is used for this pet."""

    unit: str
    pet: str
    half: str


class Agreed(e.Event, frozen=True, tag=True):
    """The Trainer says whether it attacks together with its pet in this Round."""

    unit: str
    together: bool


class Stance(e.Event, frozen=True, tag=True):
    """The order under which a pet stands: stay, guard, attack."""

    unit: str
    order: str


class Bidden(e.Event, frozen=True, tag=True):
    """What a pet is told to do that only its own side hears of, in words (O-050)."""

    unit: str
    text: str


class Balked(e.Event, frozen=True, tag=True):
    """A pet resists a harmful order, or does not (O-047). needs: the lowest D100 that resists; freed: of its Charm."""

    unit: str
    body: str
    face: int
    needs: int
    held: bool
    freed: bool = False


# --- what an order uses -------------------------------------------------------------------------------


def half_of(name: str) -> str:
    return MOVE if name in MOVES else ACT


def closed(known: Known, unit: AnyUnit, pet: AnyUnit, name: str) -> str:
    """Why this order cannot be given any more in this turn, or empty (O-042, O-043)."""
    for body in living(known.state, pet):
        if (holds := held_by(known, body)) is not None:
            return f"it is {holds.label if holds.does == 'feared' else f'held by {holds.label}'}"
    if pay_free(known.state):
        return ""
    if slowed(known, unit, pet):
        return "it is slowed: no order this Round"
    own = part(unit)
    if own.pet and own.pet != pet.key:
        return f"one pet is commanded in a Specialty: {known.state.units[own.pet].name}" if own.pet else ""
    if half_of(name) in own.ordered:
        return f"the Pet {'Movement' if half_of(name) == MOVE else 'Action'} is used"
    pool = unit.pools.get(SPECIALTY)
    if not own.ordered and pool is None:
        return "its Specialty begins with the next turn"  # it came to the pet in the middle of this one
    if not own.ordered and pool is not None and not pool.left:
        return "Specialty is used"
    return ""


def slowed(known: Known, unit: AnyUnit, pet: AnyUnit) -> bool:
    """Whether a Slowed pet obeyed in the Round before: its turn is what it is ordered to do (O-015)."""
    slow = all(
        has(known.rules, b, "alternate_turns") and not has(known.rules, b, "extra_turn")
        for b in living(known.state, pet)
    )
    last = part(unit).orders.get(pet.key, 0)
    return slow and last > 0 and last == known.state.clock.round - 1


def use(work: Work, unit: AnyUnit, pet: AnyUnit, name: str) -> None:
    """Pays for an order: the Specialty, or the half of it that is left."""
    if not part(unit).ordered:
        pay(work, unit.key, (SPECIALTY,), f"order {name}")
    work.emit(Acted(unit=unit.key, action="pet"))
    if not pay_free(work.state):
        work.emit(Ordered(unit=unit.key, pet=pet.key, half=half_of(name)))


def agree(work: Work, unit: AnyUnit, together: bool) -> None:
    """Settles whether the Trainer attacks in this Round; what was settled stays (O-052). Who has attacked before the
    pet does keeps the Strength of that attack, and from then on both attack together (README amendment 4)."""
    state = work.state
    if pay_free(state) or bonds.joint(state, unit):
        return
    if bonds.in_this_round(state, part(unit).alone):
        if together:
            raise illegal("phase", text=attacks.leaves_it(state, unit))
        return
    attacked = bonds.in_this_round(state, part(unit).attacked)
    work.emit(Agreed(unit=unit.key, together=together or attacked))


def _ordered(s: Any, ev: Ordered) -> Any:
    found = s.units.get(ev.unit)
    if found is None:
        return s
    own = part(found)
    orders = {**own.orders, ev.pet: s.clock.round}
    return with_part(s, ev.unit, pet=ev.pet, ordered=(*own.ordered, ev.half), orders=orders)


def _agreed(s: Any, ev: Agreed) -> Any:
    return with_part(s, ev.unit, **{"joint" if ev.together else "alone": s.clock.round})


COMMANDS: tuple[type[c.Command], ...] = (Order,)
EVENTS: tuple[type[e.Event], ...] = (Ordered, Agreed, Stance, Bidden, Balked)
APPLIERS: dict[type[e.Event], Any] = {
    Ordered: _ordered,
    Agreed: _agreed,
    Stance: lambda s, ev: with_part(s, ev.unit, stance=ev.order),
    Bidden: lambda s, ev: s,
    Balked: lambda s, ev: s,
}
