"""What only Outerah keeps in the state, and the facts, wishes and short questions that its files share.

Every other file of this folder may import this one; it imports `specs` alone. A file of a system offers what it adds
to the ruleset's table under fixed names, each optional, and `table.py` joins them: `COMMANDS`, `EVENTS` (tuples of
types), `APPLIERS`, `HANDLERS`, `STEPS`, `PROMPTS`, `AUDIENCE`, `WEAKEN`, `WORDS` (mappings as in `kernel.ruleset`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.appliers import KERNEL_APPLIERS, bodies_of, with_body, with_unit
from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Place, Status, Value
from tactics.mission.something_else import Idea
from tactics.outerah import specs
from tactics.outerah.specs import PARTS

MOVEMENT, MAINHAND, OFFHAND, CHAT, SPECIALTY = PARTS
PART_LABELS = {
    MOVEMENT: "Movement",
    MAINHAND: "Mainhand",
    OFFHAND: "Offhand",
    CHAT: "Chat",
    SPECIALTY: "Specialty",
}
DIRECTIONS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""The four facings (O-023)."""
SLANTED = {"ne": (1, -1), "se": (1, 1), "sw": (-1, 1), "nw": (-1, -1)}


# --- parts of the state -----------------------------------------------------------------------------


class Ship(Value, frozen=True):
    """What a ship has besides its sections, which are its bodies (O-140). tiers: section -> 1 to 10; weapons: cannon
    and catapult -> tier; loaded: zone -> what lies in its weapon; altitude: levels above the ground; heading: where
    its bow points; steered: the last Round in which it was steered."""

    tiers: dict[str, int] = {}
    weapons: dict[str, int] = {}
    loaded: dict[str, str] = {}
    altitude: int = 0
    heading: str = "n"
    steered: int = 0
    loading: dict[str, int] = {}
    """Zone -> turns of loading that are done, where one is not enough (O-162)."""
    asked: bool = False
    """The Guide has asked for a check of its next steering (O-156)."""
    plan: tuple[str, ...] = ()
    """Of its deck, see `decks`; empty: it has no deck board."""
    posts: dict[str, tuple[tuple[int, int], ...]] = {}
    """Zone -> its cells on the deck board (O-175)."""


class OuterahUnit(Value, frozen=True):
    """A unit's own things. did: something was done this turn (table.md 8). walked: body -> half cells of this turn's
    Movement that it has gone; walking: the Movement may go on, for nothing else was done since.

    acted: the last Round in which it took a turn, before: the one before that (O-015). extra: the Round whose extra
    turn by Haste is taken (O-011). attacked: the last Round in which it attacked (O-052).
    """

    did: bool = False
    walked: dict[str, int] = {}
    walking: bool = False
    acted: int = 0
    before: int = 0
    extra: int = 0
    attacked: int = 0
    ship: Ship | None = None
    foe: str = ""
    """Whom it attacked at last (O-057)."""
    skilled: int = 0
    """The last Round in which it attacked with a skill (O-053)."""
    joint: int = 0
    """The Round in which it attacks together with a pet; `alone`: in which it leaves the attack to the pet (O-052)."""
    alone: int = 0
    struck: bool = False
    """Whether it attacked in this turn."""
    pet: str = ""
    """The pet that it commanded this turn; `ordered`: which halves of the Specialty are used (O-042)."""
    ordered: tuple[str, ...] = ()
    orders: dict[str, int] = {}
    """Pet -> the last Round in which it was given an order (O-015)."""
    stance: str = ""
    """Of a pet: the order under which it stands (O-060, O-061)."""
    asks: str = ""
    """What the GM was asked for it and has not answered (table.md 13)."""


class ObjectIs(Value, frozen=True):
    """What the Guide says of an improvised object in play (O-029): dice, such as 2d6; bonus: added to its damage; blow:
    slashing, piercing or bludgeon. Empty or None: as the rules have it."""

    dice: str = ""
    bonus: int | None = None
    blow: str = ""


class OuterahBody(Value, frozen=True):
    """A body's own things, copied from its sheet. resist: element -> percent, where it is not 100 (O-112).

    weapons: what its hands hold, the mainhand first. base_hp: Max HP without what lessens it (O-098). pack: item ->
    how many. gems: soul gems in its sockets. triggered: Round and times its Trigger Action was used (O-239).
    """

    cls: str = ""
    armor: str = "none"
    armor_upgrade: int = 0
    resist: dict[str, int] = {}
    alignment: str = ""
    weapons: tuple[str, ...] = ()
    object: str = ""
    """What its mainhand has taken up in place of its weapon (O-026)."""
    object_is: ObjectIs | None = None
    pack: dict[str, int] = {}
    gems: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    badass: int = 0
    crit: int | None = None
    """Percent of a critical hit with whatever has none of its own (O-222); None: `out.crit.percent`."""
    size: str = "medium"
    base_hp: int = 0
    triggered: tuple[int, int] = (0, 0)
    spirit: int = -1
    """Rounds left to one that is down (O-075); 0: it is released, -1: nothing is counted."""
    breath: int | None = None
    """Seconds of held breath that are left; None: it has air (O-131)."""
    drift: tuple[int, int] | None = None
    """Where to it drifts in space, a cell a Round (O-179)."""
    aloft: int = 0
    """Levels that it still has to fall slowly (O-172)."""
    section: str = ""
    """Of a ship: hull, mast, propeller, wings or deck (O-140)."""
    aboard: str = ""
    """The ship whose crew it is of, and its post there (O-174, O-175)."""
    zone: str = ""


class Box(Value, frozen=True):
    """A box that a catapult threw: on balloons still so many levels above its place, or landed (O-172)."""

    number: int
    place: Place
    levels: int = 0
    balloons: bool = False


class OuterahMission(Value, frozen=True):
    """A Mission's own things. ideas: what the GM allowed beside the listed actions (table.md 13)."""

    boxes: tuple[Box, ...] = ()
    ideas: tuple[Idea, ...] = ()


def part(unit: AnyUnit) -> OuterahUnit:
    return unit.part if unit.part is not None else OuterahUnit()


def body_part(body: AnyBody) -> OuterahBody:
    return body.part if body.part is not None else OuterahBody()


def with_part(state: AnyState, unit: str, **changes: Any) -> AnyState:
    """The state with these fields of a unit's part replaced; unchanged if it has left."""
    found = state.units.get(unit)
    return state if found is None else with_unit(state, unit, part=replace(part(found), **changes))


def with_body_part(state: AnyState, body: str, **changes: Any) -> AnyState:
    found = state.bodies.get(body)
    return state if found is None else with_body(state, body, part=replace(body_part(found), **changes))


# --- what the whole folder asks ---------------------------------------------------------------------


def truth(work: Work) -> Known:
    """All there is, as what numbers are made from."""
    return Known(work.state, work.rules, "", GM)


def constant(known: Known | Work, key: str) -> Any:
    return known.rules.constant(key, known.state.options)


def is_house(known: Known, key: str) -> bool:
    """Whether a constant is a house value, as where it is met is marked."""
    spec = known.rules.constants.get(key)
    return spec is not None and spec.origin == "house"


def sides_of_die(text: str) -> int:
    """`d10` -> 10."""
    return int(str(text).lower().removeprefix("1").removeprefix("d"))


def living(state: AnyState, unit: AnyUnit) -> tuple[AnyBody, ...]:
    return tuple(b for b in bodies_of(state, unit) if not b.down)


def left(unit: AnyUnit, pool: str) -> int:
    found = unit.pools.get(pool)
    return found.left if found is not None else 0


def pay_free(state: AnyState) -> bool:
    """Whether nothing is used up now: free movement, outside combat (table.md 18)."""
    return state.clock.mode == "free"


def pay(work: Work, unit: str, parts: tuple[str, ...], why: str) -> None:
    """Uses up parts of the turn; refused with `illegal.cost` for one that is gone (O-021)."""
    if pay_free(work.state) or not parts:
        return
    found = work.state.units[unit]
    if why := why_held(truth(work), found):
        raise illegal("phase", text=why)
    for name in parts:
        if not left(found, name):
            raise illegal("cost", need=PART_LABELS[name], left=points(left_over(found)))
    work.emit(e.Spent(unit=unit, points=dict.fromkeys(parts, 1), left=dict.fromkeys(parts, 0), why=why))


def left_over(unit: AnyUnit) -> dict[str, int]:
    """What is left of the turn."""
    return {name: left(unit, name) for name in PARTS if left(unit, name)}


def points(cost: Any) -> str:
    """A price in words: `Movement`, `Mainhand, Offhand`; `nothing` for none."""
    return ", ".join(PART_LABELS[name] for name in PARTS if cost.get(name)) or "nothing"


def effects(rules: Rules, body: AnyBody) -> Iterator[tuple[Status, specs.Status]]:
    """The statuses of a body with their entries, in order of application."""
    for status in body.statuses:
        spec = rules.find("status", status.key)
        if isinstance(spec, specs.Status):
            yield status, spec


def has(rules: Rules, body: AnyBody, *does: str) -> bool:
    """Whether a status of the body does one of these."""
    return any(spec.does in does for _, spec in effects(rules, body))


HOLDS = ("feared", "frozen", "no_turn")
"""What keeps a body from acting as long as it is there."""
SITS_OUT = ("lose_turn", "alternate_turns")
"""What keeps it from acting in a turn that is lost: `sat` names the Round (O-015, O-020)."""


def held_by(known: Known, body: AnyBody) -> specs.Status | None:
    """What keeps a body from acting now, or None: it flees, is frozen or asleep, or sits this turn out while the rest
    of its group acts."""
    for status, spec in effects(known.rules, body):
        sits = spec.does in SITS_OUT and status.numbers.get("sat") == known.state.clock.round
        if sits or spec.does in HOLDS:
            return spec
    return None


def free_to_act(known: Known, unit: AnyUnit) -> tuple[AnyBody, ...]:
    """The members that do what they are told: not those who flee (reference.md 1.3) or are held."""
    return tuple(b for b in living(known.state, unit) if held_by(known, b) is None)


def why_held(known: Known, unit: AnyUnit) -> str:
    """`Vael is Feared`, `Vael is held by Stop`, of a unit that nobody of is free to act; else empty."""
    bodies = living(known.state, unit)
    if not bodies or free_to_act(known, unit):
        return ""
    spec = held_by(known, bodies[0])
    assert spec is not None
    return f"{unit.name} is {spec.label if spec.does == 'feared' else f'held by {spec.label}'}"


def only_body(unit: AnyUnit, state: AnyState) -> AnyBody | None:
    """The one conscious body of a unit, or None."""
    able = living(state, unit)
    return able[0] if len(able) == 1 else None


# --- commands and events that several files share -----------------------------------------------------


class Part(c.Command, frozen=True, tag="part"):
    """Uses one part of the turn for something (O-021): `action` is an option of the rules data, a skill, or free
    words under `something_else`."""

    unit: c.Key
    part: c.Key
    action: c.Key = "something_else"
    using: c.Key | None = msgspec.field(default=None, name="with")
    target: c.Key | list[c.Coordinate | c.Key] | None = None
    targets: dict[c.Key, c.Key] | None = None
    """Of a Mob's attack: which member goes for whom (table.md 14); then there is no `target`."""
    text: c.Text = ""


class Face(c.Command, frozen=True, tag="face"):
    """Turns a body (O-023). On its own turn; the last one counts."""

    unit: c.Key
    facing: str
    body: c.Key | None = None


class Faced(e.Event, frozen=True, tag=True):
    body: str
    facing: str


class Acted(e.Event, frozen=True, tag=True):
    """The unit did something other than moving: unless Movement may be split, it is over."""

    unit: str
    action: str = ""
    keeps_moving: bool = False


class Strode(e.Event, frozen=True, tag=True):
    """So many half cells of its Movement a body has gone this turn, altogether."""

    unit: str
    body: str
    halves: int


class ExtraTurnTaken(e.Event, frozen=True, tag=True):
    """The unit may act once more in this Round. why: `haste` or `inspiration`."""

    unit: str
    round: int
    why: str = ""


class MaxHpSet(e.Event, frozen=True, tag=True):
    """Max HP is another one; the hit points are no more than it (O-098)."""

    body: str
    max_hp: int
    hp: int


class PackSet(e.Event, frozen=True, tag=True):
    """How many of an item a body has now."""

    body: str
    item: str
    count: int


class Declared(e.Event, frozen=True, tag=True):
    """Something is done that the Guide rules on, in words (O-025)."""

    unit: str
    part: str
    text: str


COMMANDS: tuple[type[c.Command], ...] = (Part, Face)
EVENTS: tuple[type[e.Event], ...] = (Faced, Acted, Strode, ExtraTurnTaken, MaxHpSet, PackSet, Declared)


def _turn_started(s: AnyState, ev: e.TurnStarted) -> AnyState:
    s = replace(s, clock=replace(s.clock, active=ev.unit))
    unit = s.units.get(ev.unit)
    own = part(unit) if unit is not None else OuterahUnit()
    before = own.before if own.acted == s.clock.round else own.acted
    return with_part(
        s, ev.unit, did=False, walked={}, walking=False, acted=s.clock.round, before=before, struck=False, pet="",
        ordered=(),
    )  # fmt: skip


def _turn_ended(s: AnyState, ev: e.TurnEnded) -> AnyState:
    clock = s.clock
    acted = clock.acted if ev.unit in clock.acted else (*clock.acted, ev.unit)
    active = None if clock.active == ev.unit else clock.active
    s = with_part(s, ev.unit, walking=False)
    return replace(s, clock=replace(clock, active=active, acted=acted))


def _extra(s: AnyState, ev: ExtraTurnTaken) -> AnyState:
    clock = replace(s.clock, acted=tuple(k for k in s.clock.acted if k != ev.unit))
    s = replace(s, clock=clock)
    return with_part(s, ev.unit, extra=ev.round) if ev.why == "haste" else s


def _dropped(s: AnyState, ev: e.InitiativeDropped) -> AnyState:
    """Outside the order, so that a new Speed check sorts it in anew."""
    s = with_unit(s, ev.unit, initiative=None, tiebreak=())
    return replace(s, clock=replace(s.clock, order=tuple(k for k in s.clock.order if k != ev.unit)))


def _strode(s: AnyState, ev: Strode) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    return with_part(s, ev.unit, walked={**part(unit).walked, ev.body: ev.halves}, walking=True, did=True)


def _acted(s: AnyState, ev: Acted) -> AnyState:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    return with_part(s, ev.unit, did=True, walking=part(unit).walking and ev.keeps_moving)


def _pack(s: AnyState, ev: PackSet) -> AnyState:
    body = s.bodies.get(ev.body)
    if body is None:
        return s
    pack = {k: n for k, n in {**body_part(body).pack, ev.item: ev.count}.items() if n > 0}
    return with_body_part(s, ev.body, pack=dict(sorted(pack.items())))


def _number_set(s: AnyState, ev: e.NumberSet) -> AnyState:
    """Max HP that the Guide sets is the base from which statuses take; altitude and breath are kept here alone."""
    head, _, last = ev.path.rpartition(".")
    s = KERNEL_APPLIERS[e.NumberSet](s, ev)
    if last == "altitude" and head in s.units:
        return with_part(s, head, ship=replace(part(s.units[head]).ship or Ship(), altitude=ev.new))
    field = {"max_hp": "base_hp", "breath": "breath"}.get(last)
    return with_body_part(s, head, **{field: ev.new}) if field else s


APPLIERS: dict[type[e.Event], Any] = {
    e.NumberSet: _number_set,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.InitiativeDropped: _dropped,
    Faced: lambda s, ev: with_body(s, ev.body, facing=ev.facing),
    Acted: _acted,
    Strode: _strode,
    ExtraTurnTaken: _extra,
    MaxHpSet: lambda s, ev: with_body(s, ev.body, max_hp=ev.max_hp, hp=ev.hp),
    PackSet: _pack,
    Declared: lambda s, ev: s,
}
