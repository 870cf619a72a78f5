"""Who is asked to interrupt what: nobody who has not said so (table.md 1, 2, 12).

A seat's standing choices hold its stops (`stop_target`, `stop_prepared` on; `stop_ally`, `stop_reach`, `stop_any` off),
the round that it lets pass (`pass_round`), and its standing order (`order`): what its units do out of turn when nobody
answers, or when they are not asked. What it chose for one unit (`order.mara`) comes
first, then a unit's own choices from its set-up, then those for all of its units.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel.engine import GM
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyState, AnyUnit
from tactics.tempus import deeds
from tactics.tempus.check_facts import Facts
from tactics.tempus.deeds import Deed
from tactics.tempus.parts import part

TARGET, PREPARED, ALLY, REACH, ANYTHING = "target", "prepared", "ally", "reach", "any"
STOPS: dict[str, tuple[str, bool]] = {
    TARGET: ("Ask me when my unit is the target", True),
    PREPARED: ("Ask me when a condition of my prepared action is met", True),
    ALLY: ("Ask me when an ally is the target", False),
    REACH: ("Ask me when an enemy comes into reach", False),
    ANYTHING: ("Ask me at any action", False),
}
"""Stop -> its words and whether it is on when nobody has touched it."""
REASONS = {
    TARGET: "you are the target",
    PREPARED: "the condition of your prepared action is met",
    ALLY: "an ally is the target",
    REACH: "it comes into reach",
    ANYTHING: "",
}
LIVE, POST = "live", "post"


def choice(state: AnyState, unit: AnyUnit, key: str, default: Any = None) -> Any:
    """A standing choice of a unit: what its seat chose for it alone, else its own, else its seat's."""
    seat = state.seats.get(unit.seat)
    chosen = seat.standing if seat is not None else {}
    own = part(unit).standing
    return chosen.get(f"{key}.{unit.key}", own.get(key, chosen.get(key, default)))


ORDER_KEYS = {"when", "do", "action", "with"}
MOST = 99
"""Points that one standing choice may convert."""


def wrong(state: AnyState, rules: Rules, seat: str, key: str, value: Any) -> str:
    """Why a seat may not choose this, in words; or empty. Of units only its own are known to it."""
    mine = {unit.key for unit in state.units.values() if unit.seat == seat}
    name, _, unit = key.partition(".")
    if key in {f"stop_{stop}" for stop in STOPS}:
        return "" if isinstance(value, bool) else f"{key} is true or false"
    if key == "pass_round":
        return "" if _whole(value, 9_999) else "pass_round is the number of a round"
    if key == "convert":
        each = list(value.values()) if isinstance(value, dict) and set(value) <= mine else [value]
        return "" if all(n == "all" or _whole(n, MOST) for n in each) else f"convert a number from 0 to {MOST}, or all"
    if name == "order" and (not unit or unit in mine):
        return "" if _is_order(rules, value) else "choose one of the orders that the panel lists"
    return "choose one of those that the panel lists"


def _whole(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_order(rules: Rules, value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) <= ORDER_KEYS
        and value.get("do") in ("nothing", "prepared", "reflex")
        and value.get("when", TARGET) in (TARGET, ALLY, REACH, ANYTHING)
        and (value.get("do") != "reflex" or rules.find("action", str(value.get("action", ""))) is not None)
        and isinstance(value.get("with", ""), str)
    )


def stops(state: AnyState, unit: AnyUnit) -> frozenset[str]:
    """The stops that are on for a unit."""
    return frozenset(key for key, (_, on) in STOPS.items() if choice(state, unit, f"stop_{key}", on))


def lets_pass(state: AnyState, unit: AnyUnit) -> bool:
    """Whether its seat said "pass for this round"."""
    return bool(choice(state, unit, "pass_round") == state.clock.round)


def is_played(state: AnyState, unit: AnyUnit) -> bool:
    """Whether a player controls the unit: a GM's units never open or lengthen a window (table.md 2)."""
    seat = state.seats.get(unit.seat)
    return seat is not None and seat.role == "player" and unit.seat != GM


def is_waited_for(state: AnyState, rules: Rules, unit: AnyUnit) -> bool:
    """Whether others may ever wait for this unit: a player's that every player may know of, which lets nothing pass,
    in a Mission that is played live (table.md 12)."""
    return (
        is_played(state, unit)
        and rules.constant("tt.pace", state.options) == LIVE
        and not lets_pass(state, unit)
        and deeds.openly(state, rules, unit.bodies)
    )


def reasons(facts: Facts, unit: AnyUnit, of: Deed, *, met: bool) -> tuple[str, ...]:
    """Why the unit would be asked about this deed, by stop; empty: it is not asked."""
    state = facts.state
    actor = state.units.get(of.unit)
    sides = {state.bodies[b].unit for b in of.targets if b in state.bodies}
    friends = {k for k in sides if state.units[k].side == unit.side and k != unit.key}
    foe = actor is not None and actor.side != unit.side
    holds = {
        TARGET: unit.key in sides,
        PREPARED: met,
        ALLY: bool(friends),
        REACH: foe and bool(of.way) and deeds.comes_near(facts, unit, of, deeds.strike_reach(facts)),
        ANYTHING: True,
    }
    on = stops(state, unit)
    return tuple(key for key, held in holds.items() if held and key in on)


def standing_order(facts: Facts, unit: AnyUnit, of: Deed) -> dict[str, Any] | None:
    """What the unit does by itself about this deed: an answer to the window's question, or None.

    The order is {when: target, ally, reach or any, do: prepared or reflex, action, with}; a Reflex goes for who acts.
    """
    order = choice(facts.state, unit, "order")
    if not isinstance(order, dict) or order.get("do") not in ("prepared", "reflex"):
        return None
    state = facts.state
    sides = {state.bodies[b].unit for b in of.targets if b in state.bodies}
    actor = state.units.get(of.unit)
    foe = actor is not None and actor.side != unit.side
    when = order.get("when", TARGET)
    holds = {
        TARGET: unit.key in sides,
        ALLY: any(state.units[k].side == unit.side for k in sides),
        REACH: foe and deeds.comes_near(facts, unit, of, deeds.strike_reach(facts)),
        ANYTHING: foe,
    }
    if not holds.get(str(when), False):
        return None
    if order["do"] == "prepared":
        records = part(unit).prepared
        return {"prepared": records[0].number, "affects": True} if records else None
    answer: dict[str, Any] = {"reflex": True}
    if order.get("action"):
        answer["wish"] = {"action": str(order["action"]), "target": of.bodies[0]}
        if order.get("with"):
            answer["wish"]["with"] = str(order["with"])
    return answer
