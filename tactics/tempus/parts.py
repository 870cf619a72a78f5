"""What only Tempus Tempera keeps in the state, and the facts and wishes that several of its files share.

Every other file of this folder may import this one; of them it imports `timing_records` alone. A file of a
system offers what it adds to the ruleset's table under fixed names, each optional, and `table.py` joins them:
`COMMANDS`, `EVENTS` (tuples of types), `APPLIERS`, `HANDLERS`, `STEPS`, `PROMPTS`, `AUDIENCE`, `WEAKEN`, `WORDS`
(mappings as in `kernel.ruleset.Ruleset`). Whoever carries out an action other than a Move emits `Acted` once it is
paid. `Act` with an action whose target is a path goes to `movement`, all others to `actions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from tactics.effects.specs import Style
from tactics.kernel import events as e
from tactics.kernel.appliers import bodies_of
from tactics.kernel.commands import Command, Key
from tactics.kernel.engine import Work
from tactics.kernel.refusals import illegal
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Value
from tactics.mission.offers import digest as digest
from tactics.mission.sightings import Appeared as Appeared
from tactics.mission.sightings import Arrived as Arrived
from tactics.mission.sightings import Vanished as Vanished
from tactics.mission.something_else import Idea
from tactics.mission.talk import Said as Said
from tactics.mission.talk import Talk as Talk
from tactics.mission.walking import Halted as Halted
from tactics.mission.walking import Walked as Walked
from tactics.tempus.timing_records import Extended, Prepared

PA = "pa"
MA = "ma"
POOL_ORDER = (PA, MA, "mp")
STAT_OF = {PA: "SPD", MA: "WIT"}
"""Pool -> the stat that grants it (T-031, T-032)."""


# --- parts of the state -----------------------------------------------------------------------------


class Leg(Value, frozen=True):
    """What of a Move is used: its steps, and whether one was diagonal (T-048; `tt.move.continue`)."""

    steps: int = 0
    diagonal: bool = False


class Change(Value, frozen=True):
    """A change of initiative that waits for the start of the next round (T-029). why: `Haste`, `GM`."""

    value: int
    why: str = ""


class Hand(Value, frozen=True):
    """A hand (T-176 to T-184). key: `right`. slots: None for what hands have, less one if it is impaired
    (`claws`, `injury`). grips: False for what holds things without being a hand (telekinesis)."""

    key: str
    slots: int | None = None
    impaired: str = ""
    grips: bool = True


class Thing(Value, frozen=True):
    """Something that a body carries. key: its name among the body's things (`potion`, `potion.2`); item: an item or
    weapon of the rules data. where: `pack`, `worn` (then `at` may name the thing that carries it) or `hand` (`at`:
    the hand that it was put into first; a big thing spans more). name, text: its own, where it has them; unclear:
    whoever did not write the text reads it with gaps (T-061); by: who wrote it."""

    key: str
    item: str
    count: int = 1
    where: str = "pack"
    at: str = ""
    name: str = ""
    text: str = ""
    unclear: bool = False
    by: str = ""


class Lying(Value, frozen=True):
    """Something on the ground. hidden_from, found_by: as of a body."""

    board: str
    x: int
    y: int
    item: str
    count: int = 1
    name: str = ""
    text: str = ""
    unclear: bool = False
    by: str = ""
    hidden_from: tuple[str, ...] = ()
    found_by: tuple[str, ...] = ()


class TempusUnit(Value, frozen=True):
    """A unit's own things.

    legs: body -> its unfinished Move, while the unit has done nothing else since. did: something was done
    this turn (End turn asks only if nothing was; table.md 8). queued, converted: what the next round's start
    adds to initiative, converted in points of MA (T-029, T-089). bonus: what conversion added for this round,
    taken off again at its end. extra: turns that an ability grants besides the one of each round (T-028). asks:
    what the GM is asked to allow (table.md 13). searching: its Packs stand open after Search Inventory, until it does
    something else (T-170).
    prepared: what is set aside until its next turn, in the order of declaration (T-073). extended: the action that is
    paid over turns (T-039). loss: points that its next turn lacks (T-084). standing: stops and orders of its own,
    before its seat's (table.md 1, 2).
    """

    legs: dict[str, Leg] = {}
    did: bool = False
    queued: tuple[Change, ...] = ()
    converted: int = 0
    bonus: int = 0
    extra: int = 0
    asks: str = ""
    searching: bool = False
    prepared: tuple[Prepared, ...] = ()
    extended: Extended | None = None
    loss: dict[str, int] = {}
    standing: dict[str, Any] = {}


class Power(Value, frozen=True):
    """How one of a body's bonuses and powers stands now; none is kept of one that stands as its data says.

    on: an activated power is on (T-112), a circumstantial bonus counts by word (T-109). burn: own turns until it
    goes out (T-113). quiet: own turns for which an aura is suppressed (T-115); strength: by what was it from outside
    (T-117), 0 if by its owner.
    """

    on: bool = False
    burn: int = 0
    quiet: int = 0
    strength: int = 0


class TempusBody(Value, frozen=True):
    """A body's own things. weapons: keys of the rules data that it has at hand. powers: skill -> how it stands.
    casting: spell, or `*` for all -> how this one casts it (T-126). retries: `skill>target` -> the bonus on the
    next attempt at the same (T-162).
    gear: all that it carries (T-163 to T-184). hands: None for the two that most have.
    pack_slots: slots of its own Pack, None for those that most have. weapons: at hand besides what it holds, from
    before there were hands. armed: its sheet says what it carries, so it strikes with nothing else.

    moved: cells walked in its current turn, or, out of turn, in its latest; moved_before: in the turn before
    that one (T-144: the GM is shown how far a target ran).
    """

    weapons: tuple[str, ...] = ()
    gear: tuple[Thing, ...] = ()
    hands: tuple[Hand, ...] | None = None
    pack_slots: int | None = None
    armed: bool = False
    moved: int = 0
    moved_before: int = 0
    powers: dict[str, Power] = {}
    casting: dict[str, Style] = {}
    retries: dict[str, int] = {}


class Delayed(Value, frozen=True):
    """A Prepared Action that was declared and waits until nothing is in progress (T-072)."""

    unit: str
    prepared: Prepared
    target: str = ""


class TempusMission(Value, frozen=True):
    """A Mission's own things. ideas: what the GM allowed beside the listed actions. ground: what lies there. delayed:
    Prepared Actions that wait for an empty stack, first declared first."""

    ideas: tuple[Idea, ...] = ()
    ground: tuple[Lying, ...] = ()
    delayed: tuple[Delayed, ...] = ()


def part(unit: AnyUnit) -> TempusUnit:
    """The unit's part; a unit that has none has done nothing."""
    return unit.part if unit.part is not None else TempusUnit()


def body_part(body: AnyBody) -> TempusBody:
    return body.part if body.part is not None else TempusBody()


def mission_part(state: AnyState) -> TempusMission:
    return state.part if state.part is not None else TempusMission()


# --- what the whole folder asks ---------------------------------------------------------------------


def stat(body: AnyBody, key: str) -> int:
    """A stat of a body; 0 for one that its sheet does not name."""
    return body.stats.get(key, 0)


def living(state: AnyState, unit: AnyUnit) -> tuple[AnyBody, ...]:
    """The bodies of a unit that are conscious."""
    return tuple(b for b in bodies_of(state, unit) if not b.down)


def lowest(bodies: tuple[AnyBody, ...], key: str) -> int:
    """The lowest value of a stat among bodies: what a Mob uses (T-017). 0 if there are none."""
    return min((stat(b, key) for b in bodies), default=0)


def left(unit: AnyUnit, pool: str) -> int:
    """Points left of a pool; 0 before it was ever granted."""
    found = unit.pools.get(pool)
    return found.left if found is not None else 0


def pay_free(state: AnyState) -> bool:
    """Whether nothing costs points now: free movement (table.md 18)."""
    return state.clock.mode == "free"


def unused_pa(state: AnyState, rules: Rules, unit: AnyUnit) -> int:
    """The DEF that a unit's unspent PA give it at this moment (T-088): not in its own turn, unless
    `tt.def.unused_pa_in_own_turn`; nothing before and after the rounds."""
    if state.phase != "running" or state.clock.mode != "turns":
        return 0
    if state.clock.active == unit.key and not rules.constant("tt.def.unused_pa_in_own_turn", state.options):
        return 0
    per_point: int = rules.constant("tt.def.per_unused_pa", state.options)
    return left(unit, PA) * per_point


def cost_of(cost: Mapping[str, int], times: int = 1) -> dict[str, int]:
    """A cost, or several times it, without what costs nothing: {"pa": 2}."""
    return {pool: points * times for pool, points in cost.items() if points * times}


def points(cost: Mapping[str, int]) -> str:
    """A cost in words: `2 PA, 1 MA`; `free` for none."""
    paid = [f"{cost[pool]} {pool.upper()}" for pool in sorted(cost, key=POOL_ORDER.index) if cost[pool]]
    return ", ".join(paid) or "free"


def lacking(unit: AnyUnit, cost: Mapping[str, int]) -> str:
    """Why a unit cannot pay: `needs 2 MA, 1 left`; empty if it can."""
    for pool in sorted(cost, key=POOL_ORDER.index):
        if cost[pool] > left(unit, pool):
            return f"needs {cost[pool]} {pool.upper()}, {left(unit, pool)} left"
    return ""


def pay(work: Work, unit: str, cost: Mapping[str, int], why: str) -> None:
    """Takes the points; refused with `illegal.cost` if they are not there. Free movement costs no points of action."""
    found = work.state.units[unit]
    cost = cost_of(cost)
    if pay_free(work.state):
        cost = {pool: n for pool, n in cost.items() if pool not in STAT_OF}
    if not cost:
        return
    short = next((p for p in sorted(cost, key=POOL_ORDER.index) if cost[p] > left(found, p)), None)
    if short is not None:
        raise illegal("cost", need=f"{cost[short]} {short.upper()}", left=f"{left(found, short)} {short.upper()}")
    rest = {pool: left(found, pool) - n for pool, n in cost.items()}
    work.emit(e.Spent(unit=unit, points=cost, left=rest, why=why))


# --- commands ---------------------------------------------------------------------------------------


class Convert(Command, frozen=True, tag="convert"):
    """Turns points of MA left into initiative for the next round (T-089)."""

    unit: Key
    points: Annotated[int, Meta(ge=1, le=99)]


COMMANDS: tuple[type[Command], ...] = (Talk, Convert)


# --- events -----------------------------------------------------------------------------------------


class LegBegun(e.Event, frozen=True, tag=True):
    """A Move is paid: each body of the unit has it whole before it (T-049)."""

    unit: str


class LegWalked(e.Event, frozen=True, tag=True):
    """A body's Move stands at so many steps; it may be continued until the unit does something else."""

    unit: str
    body: str
    steps: int
    diagonal: bool = False


class Acted(e.Event, frozen=True, tag=True):
    """The unit did something other than a Move: what was unfinished of a Move is over. action: its key."""

    unit: str
    action: str = ""


class InitiativeQueued(e.Event, frozen=True, tag=True):
    """A change of initiative that counts from the start of the next round on (T-029)."""

    unit: str
    value: int
    why: str = ""


class Converted(e.Event, frozen=True, tag=True):
    """So many MA, paid for by a `Spent`, become initiative at the start of the next round (T-089)."""

    unit: str
    points: int


class ChangesTaken(e.Event, frozen=True, tag=True):
    """A round starts: what was queued and converted stands in the initiative, which is `value` now; `bonus` of it
    lasts one round. terms: what made the difference."""

    unit: str
    value: int
    bonus: int = 0
    terms: dict[str, int] = {}


class ExtraTurnGranted(e.Event, frozen=True, tag=True):
    """An ability that says so grants one more turn (T-028)."""

    unit: str
    why: str = ""


class ExtraTurnTaken(e.Event, frozen=True, tag=True):
    """The unit may act once more in this round."""

    unit: str


EVENTS: tuple[type[e.Event], ...] = (
    LegBegun, LegWalked, Walked, Halted, Acted, Said, InitiativeQueued, Converted, ChangesTaken,
    ExtraTurnGranted, ExtraTurnTaken,
)  # fmt: skip
