"""What may be answered to an interrupt: made from what the asked seat knows, by the code that offers actions on a turn.

The prompt names what is happening, what can be done, what it costs and the chance of a Reflex with the price of failing
(interface.md 13), so that a declaration with its action needs no second question.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tactics.effects.specs import Action
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyState, AnyUnit, Prompt, Value
from tactics.kernel.view import FieldView, FoldView
from tactics.tempus import movement, reflex, stops, stow_ready, ways
from tactics.tempus.action_offers import LONG, out_of_turn
from tactics.tempus.deeds import action_label
from tactics.tempus.extended_block import rules_out
from tactics.tempus.parts import cost_of, lacking, left, part, points
from tactics.tempus.timing_records import Prepared, Wish

MOVE = "move"


def body_of(state: AnyState, key: Any) -> str:
    """A body's key, or the one body of a unit."""
    if isinstance(key, str) and key in state.bodies:
        return key
    unit = state.units.get(key) if isinstance(key, str) else None
    if unit is not None and len(unit.bodies) == 1:
        return unit.bodies[0]
    raise Refused("unknown", what=str(key))


def wish_from(state: AnyState, given: Any) -> Wish:
    """The arguments of an action as an answer brings them."""
    if not isinstance(given, dict) or not isinstance(given.get("action"), str):
        raise bad_field("value", "name the action: {action: ...}, or decline")
    wish: Wish = {"action": given["action"]}
    if isinstance(given.get("with"), str) and given["with"]:
        wish["with"] = given["with"]
    if isinstance(given.get("text"), str) and given["text"]:
        wish["text"] = given["text"][:2000]
    if given.get("moves"):
        if not isinstance(given["moves"], list) or not isinstance(given.get("body"), str):
            raise bad_field("moves", "what is moved, and whose it is")
        return {"action": stow_ready.ACTION, "moves": given["moves"], "body": given["body"], "how": ""}
    target = given.get("target") or given.get("to")
    if target:
        if given["action"] == "move" or isinstance(target, list):
            wish["target"] = list(movement.cell_of(target))
        else:
            wish["target"] = body_of(state, target)
    for name in ("path", "legs"):
        if given.get(name):
            wish[name] = _cells(given[name], deep=name == "legs")
    return wish


def _cells(given: Any, *, deep: bool) -> list[Any]:
    if not isinstance(given, list) or len(given) > 40:
        raise bad_field("path", "cells as [x, y]")
    if deep:
        return [_cells(leg, deep=False) for leg in given]
    return [list(movement.cell_of(cell)) for cell in given]


# --- what can be chosen -------------------------------------------------------------------------------------


def described(state: AnyState, rules: Rules, record: Prepared) -> str:
    """`Simple Attack on Goblin 1 when it comes into reach`: a Prepared Action in words."""
    label = action_label(rules, record.action, str(record.wish.get("with", "")))
    if record.wish.get("moves"):
        return f"{label}: {record.wish['text']}{condition(state, record)}"
    target = record.wish.get("target")
    on = ""
    if isinstance(target, str):
        body = state.bodies.get(target)
        on = f" on {body.name}" if body is not None else " on somebody"
    elif isinstance(target, list):
        on = f" {'to' if record.action == 'move' else 'on'} {ways.cell_name((target[0], target[1]))}"
    elif record.wish.get("path"):
        end = record.wish["path"][-1]
        on = f" to {ways.cell_name((end[0], end[1]))}"
    elif record.wish.get("text"):
        on = f": {record.wish['text']}"
    return f"{label}{on}{condition(state, record)}"


CONDITION_WORDS = {
    "in_reach": "when {who} comes into reach",
    "attacks": "when {who} attacks",
    "casts": "when {who} casts",
    "speaks": "when {who} speaks",
}


def condition(state: AnyState, record: Prepared) -> str:
    """The condition in words, with a blank before it; empty for none."""
    if not record.when:
        return ""
    kind, value = next(iter(record.when.items()))
    if kind == "enters":
        return f" when {ways.cell_name((value[0], value[1]))} is entered"
    found = state.bodies.get(value) or state.units.get(value)
    who = "an enemy" if value == "any" else found.name if found is not None else "somebody"
    return f" {CONDITION_WORDS[kind].format(who=who)}"


def prepared_choices(state: AnyState, rules: Rules, unit: AnyUnit) -> list[tuple[str, str]]:
    found = []
    for index, record in enumerate(part(unit).prepared):
        lost = f", gives up {index} before it" if index else ""
        value = json.dumps({"prepared": record.number})
        found.append((value, f"Prepared {record.number}: {described(state, rules, record)}{lost}"))
    return found


class Reaction(Value, frozen=True):
    """An action that a Reflex could pay for now, at one target or none. wish: JSON of it."""

    wish: str
    action: str
    price: str
    on: str = ""
    friend: bool = False
    acting: bool = False
    thing: bool = False

    @property
    def words(self) -> str:
        return f"{self.action}{f' on {self.on}' if self.on else ''}, {self.price}"


def reactions(known: Known, unit: AnyUnit, prompt: Prompt) -> list[Reaction]:
    """What a Reflex could pay for now, at each target: first at whoever acts, at friends last."""
    extra = reflex.surcharge(known)
    acting = prompt.data.get("bodies", ())
    found: list[Reaction] = []
    for option in out_of_turn(known, unit):
        cost = {pool: option.costs.get(pool, 0) + extra.get(pool, 0) for pool in sorted({*option.costs, *extra})}
        if option.why_not or LONG in option.cost or lacking(unit, cost):
            continue
        price = points(cost)
        spec = known.rules.find("action", option.command.get("action", ""))
        answers = isinstance(spec, Action) and spec.answers_attack
        for target in option.targets:
            if answers and not (prompt.data.get("struck") and target.body in acting):
                continue
            body = known.state.bodies.get(target.body)
            found.append(
                Reaction(
                    wish=json.dumps({**option.command, "target": target.body}),
                    action=option.label,
                    price=price,
                    on=f"{target.name} ({target.chance})" if target.chance else target.name,
                    friend=body is not None and known.state.units[body.unit].side == unit.side,
                    acting=target.body in acting,
                )
            )
        if not option.targets and not option.fields and not answers:
            found.append(Reaction(wish=json.dumps(dict(option.command)), action=option.label, price=price))
    found.sort(key=lambda one: (one.friend, not one.acting, not one.on))
    return found + _things(known, unit, extra)


def _things(known: Known, unit: AnyUnit, extra: dict[str, int]) -> list[Reaction]:
    """What is drawn, dropped or put away; without a price of its own it costs what every Reflex does."""
    found = []
    for each in stow_ready.singles(known, unit):
        cost = {pool: each.cost.get(pool, 0) + extra.get(pool, 0) for pool in sorted({*each.cost, *extra})}
        if not lacking(unit, cost):
            wish = {"action": stow_ready.ACTION, "body": each.body, "moves": each.moves}
            found.append(Reaction(json.dumps(wish), each.words, stow_ready.price(cost), thing=True))
    return found[: stow_ready.MOST]


ON_FRIENDS, AT_NOBODY, THINGS = "Aimed at friends", "Without a target", "Draw, drop or put away"


def folds(found: list[Reaction], value: Callable[[str], str], before: str = "") -> tuple[FoldView, ...]:
    """By action; then what needs no target, and what is done to friends. value: makes the answer of a wish; before:
    begins all its words."""
    hostile = [one for one in found if one.on and not one.friend]
    made = [
        FoldView(
            label=f"{action}, {price}",
            choices=tuple(
                (value(one.wish), one.on, before + one.words)
                for one in hostile
                if (one.action, one.price) == (action, price)
            ),
        )
        for action, price in dict.fromkeys((one.action, one.price) for one in hostile)
    ]
    for label, rest in (
        (AT_NOBODY, [x for x in found if not x.on and not x.thing]),
        (ON_FRIENDS, [x for x in found if x.friend]),
        (THINGS, [x for x in found if x.thing]),
    ):
        if rest:
            made.append(
                FoldView(label=label, choices=tuple((value(one.wish), one.words, before + one.words) for one in rest))
            )
    return tuple(made)


def goings(known: Known, unit: AnyUnit) -> tuple[tuple[str, str], ...]:
    """(action, words with the price) of each way to go by Reflex: a Move, a leap, as far as it can be paid."""
    extra = reflex.surcharge(known)
    found = []
    for key, spec in known.rules.entries.get("action", {}).items():
        if spec.target != "path" or spec.disabled or not spec.playable or rules_out(known, unit, spec) is not None:
            continue
        own = ways.move_cost(known.state, known.rules) if key == MOVE else cost_of(spec.cost)
        cost = cost_of({pool: own.get(pool, 0) + extra.get(pool, 0) for pool in sorted({*own, *extra})})
        barred = all(ways.forbidden(known, known.state.bodies[b], key) for b in unit.bodies if b in known.state.bodies)
        if not barred and not lacking(unit, cost):
            found.append((key, f"{spec.label}, {points(cost)}"))
    return tuple(sorted(found, key=lambda each: each[0] != MOVE))


def going_fields(known: Known, unit: AnyUnit, before: str, label: str) -> tuple[FieldView, ...]:
    """The cell, and by what, if there is more than one way to go. before: begins the names of the fields."""
    found = goings(known, unit)
    if not found:
        return ()
    cell = FieldView(
        name=f"{before}move", label=label, kind="cell", help=f"a cell such as F8; {found[0][1]}"
    )  # fmt: skip
    if len(found) == 1:
        return (cell,)
    return (
        FieldView(name=cell.name, label=cell.label, kind="cell", help="a cell such as F8"),
        FieldView(name=f"{before}way", label="By", kind="choice", choices=found, value=found[0][0]),
    )


def wish_to_go(value: dict[str, Any], before: str) -> dict[str, Any]:
    """The wish that the fields of a going are."""
    way = value.get(f"{before}way") or MOVE
    if not isinstance(way, str):
        raise bad_field(f"{before}way", "choose how to go")
    return {"action": way, "target": list(movement.cell_of(value[f"{before}move"]))}


def _known(state: AnyState, rules: Rules, prompt: Prompt) -> Known:
    return Known(state=state, rules=rules, seat=prompt.to, role="player")


# --- the prompts as they are shown ----------------------------------------------------------------------------


def show_interrupt(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    unit = state.units.get(prompt.unit)
    if unit is None:
        return {"title": "Interrupt?"}
    known = _known(state, rules, prompt)
    reasons = ", ".join(words for key in prompt.data["why"] if (words := stops.REASONS[key]))
    choices: list[tuple[str, str]] = [(json.dumps("pass"), "Pass")]
    choices += prepared_choices(state, rules, unit)
    fields: tuple[FieldView, ...] = ()
    note = ""
    by_reflex: tuple[FoldView, ...] = ()
    text = f"{prompt.data['what']}."
    if reasons:
        text += f" {reasons[:1].upper()}{reasons[1:]}."
    if prompt.data["reflex"] and left(unit, "ma"):
        chance = reflex.chance(known, unit)
        note = f"Reflex: {chance} %, then the action's cost and 1 MA."
        note += f" If it fails: {left(unit, 'ma')} MA now, d4 MA and d4 PA of your next turn."
        by_reflex = folds(
            reactions(known, unit, prompt),
            lambda wish: json.dumps({"reflex": True, "wish": json.loads(wish)}),
            "Reflex: ",
        )
        choices.append((json.dumps({"reflex": True}), f"Reflex ({chance} %), then choose"))
        fields = going_fields(known, unit, "reflex_", "Reflex: Move to")
    way = steps(prompt)
    if way and len(choices) > 1:
        fields = (FieldView(name="step", label="Interrupt", kind="choice", choices=way, value=way[0][0]), *fields)
    return {
        "title": f"{unit.name}: interrupt?",
        "text": text,
        "choices": tuple(choices),
        "folds": by_reflex,
        "note": note,
        "fields": fields,
        "together": bool(way),
        "default": "the standing order" if prompt.data.get("order") else json.dumps("pass"),
    }


def steps(prompt: Prompt) -> tuple[tuple[str, str], ...]:
    """When a walk may be interrupted (table.md 1): before it, or after so many of its cells."""
    way = prompt.data.get("way", ())
    if len(way) < 2:
        return ()
    after = ((n, f" ({cell})" if cell else "") for n, cell in enumerate(way[:-1], 1))
    return (("0", "before it begins"), *((str(n), f"after {n} of {len(way)} cells{cell}") for n, cell in after))


def show_reflex_action(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    unit = state.units.get(prompt.unit)
    if unit is None:
        return {"title": "Which action?"}
    known = _known(state, rules, prompt)
    return {
        "title": f"{unit.name}: the Reflex succeeded",
        "text": "Which action? Nothing is spent if you decline.",
        "choices": ((json.dumps("decline"), "Decline"),),
        "folds": folds(reactions(known, unit, prompt), lambda wish: wish),
        "fields": going_fields(known, unit, "", "Move to"),
        "default": json.dumps("decline"),
    }


def show_prepared(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    unit = state.units.get(prompt.unit)
    records = part(unit).prepared if unit is not None else ()
    record = next((r for r in records if r.number == prompt.data["number"]), None)
    if unit is None or record is None:
        return {"title": "Use the prepared action?"}
    before = [r for r in records if r.number < record.number]
    lost = f" Gives up {len(before)} prepared before it." if before else ""
    return {
        "title": f"{unit.name}: the moment for {described(state, rules, record)}",
        "text": f"{prompt.data['what']}.{lost}",
        "choices": ((json.dumps("use"), "Use it now"), (json.dumps("keep"), "Keep it")),
        "default": json.dumps("use" if prompt.data.get("order") else "keep"),
    }
