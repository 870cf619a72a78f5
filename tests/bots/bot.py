"""A player who knows only what its seat is shown, and does one of the things that are on offer.

Whatever it sends was offered to it, so a refusal is a fault of the offer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from missions import forms
from tactics.board import cells as cells_of
from tactics.kernel.view import FieldView, MissionView, OptionView, PromptView, ReachCell, ReachView
from tactics.outerah.catapult import ONLY_IF


@dataclass(frozen=True)
class Choice:
    """A command as the page would post it, what it was said to cost, and the basis of the offer."""

    command: dict[str, Any]
    basis: str
    costs: dict[str, int] | None = None
    says: str = ""
    guess: bool = False
    """It names a cell or a number that the page leaves to whoever types it, or what another seat has to agree to: that
    may be refused."""


TYPED = ("order", "swim", "ship", "hook")
"""Where a pet, a swimmer, a ship or a shot goes is typed or clicked; what is on offer is that it may go somewhere."""


def choose(view: MissionView, chance: Random) -> Choice | None:
    """What to do with the active unit: mostly act, sometimes move, in the end the turn. None: not its turn."""
    unit = view.turn
    if view.end_turn is None or view.end_turn.unit != unit:
        return None
    offers = [o for o in view.options if o.unit == unit and not o.why_not and o.do not in ("move", "end_turn", "open")]
    # Nobody knows before asking whom an untrained try would reach; around a leader who is hemmed in nobody goes.
    offers = [o for o in offers if o.key not in ("ask_untrained", "formation")]
    aimed = [o for o in offers if any(_worth(view, o, t.body) for t in o.targets)]
    ways = [r for r in view.reach if r.unit == unit and r.cells]
    what = chance.random()
    declares = [o for o in offers if o.do == "prepare"]
    if declares and what < 0.12:
        return _act(view, declares[0], chance)
    if what > 0.97 or (what < 0.06 and not aimed):
        moved = _handle(view, chance)
        if moved is not None:
            return moved
    if aimed and what < 0.55:
        return _act(view, chance.choice(aimed), chance) or _end(view, chance)
    if ways and what < 0.8:
        return _walk(chance.choice(ways), chance, view)
    if offers and what < 0.9:
        choice = _act(view, chance.choice(offers), chance)
        if choice is not None:
            return choice
    return _end(view, chance)


def _handle(view: MissionView, chance: Random) -> Choice | None:
    """One thing to somewhere else: any move that the Pack panel offers."""
    found = [
        (pack, move)
        for pack in view.packs
        if pack.unit == view.turn
        for holder in pack.holders
        for thing in holder.things
        for move in thing.moves
        if not move.why_not
    ]
    if not found:
        return None
    pack, move = chance.choice(found)
    return Choice({"do": move.do, **move.command}, pack.basis, dict(move.costs), f"{move.label} ({move.how})")


def _worth(view: MissionView, option: OptionView, body: str) -> bool:
    relation = {token.key: token.relation for token in view.tokens}
    mine = {u.key: u.side for u in view.units}
    active = next((u for u in view.units if u.key == option.unit), None)
    owner = next((u for u in view.units if any(b.key == body for b in u.bodies)), None)
    if active is None or owner is None:
        return relation.get(body) == "enemy"
    return mine[owner.key] != mine[active.key]


def _act(view: MissionView, option: OptionView, chance: Random) -> Choice | None:
    command: dict[str, Any] = {"do": option.do, "unit": option.unit, **option.command}
    basis, guess = option.basis, False
    if option.targets:
        worth = [t for t in option.targets if _worth(view, option, t.body)]
        target = chance.choice(worth or list(option.targets))
        command["target"] = target.body
        basis, guess = target.basis or basis, target.effect == ONLY_IF
    for field in option.fields:
        value = _cell(view, option, chance) if field.kind == "cell" else _fill(field, chance)
        if value is None and field.kind == "cell" and option.do != "prepare":
            return None
        holder, _slash, member = field.name.partition("/")
        if member and value:
            command.setdefault(holder, {})[member] = value
        elif value is not None and not member and field.name not in command:
            command[field.name] = value
    if option.do == "prepare":
        return Choice(_prepared(command, view, chance), basis, None, option.label)
    if option.do in TYPED and any(field.kind in ("cell", "number") for field in option.fields):
        return Choice(command, basis, None, option.label, guess=True)
    if any(field.name.startswith("targets/") for field in option.fields) and "targets" not in command:
        return None  # nobody would strike
    return Choice(command, basis, dict(option.costs) or None, option.label, guess)


def _prepared(command: dict[str, Any], view: MissionView, chance: Random) -> dict[str, Any]:
    """The form's fields, as the page sends them; at a creature or a cell that is there."""
    shown = [f"{chr(65 + t.x)}{t.y + 1}" for t in view.tokens]
    aim = "cell" if command["action"] == "move" else chance.choice(["body", "body", "cell", ""])
    bodies = [t.key for t in view.tokens if not t.down]
    fields = {**command, "aim": aim, "at": chance.choice(shown), "target": chance.choice(bodies)}
    if fields["action"] != "move" and chance.random() < 0.5:
        fields |= {"when_kind": chance.choice(["in_reach", "attacks"]), "when_who": "any", "aim": "", "fire": "auto"}
        return forms.prepare({**fields, "specificity": "", "text": "watch out"})
    fields |= {"when_at": chance.choice(shown), "when_who": chance.choice(["any", *bodies])}
    if fields.get("specificity") == "exact" and (not aim or not fields.get("when_kind")):
        fields["specificity"] = ""
    if fields["action"] == "talk":
        fields |= {"text": "watch out", "aim": "", "specificity": ""}
    return forms.prepare(fields)


def answer(prompt: PromptView, chance: Random) -> Any:
    """What is said to a window's question: any of its choices; `pass` and `decline` come first."""
    if not prompt.choices or chance.random() < 0.4:
        return None
    folded = [value for fold in prompt.folds for value, *_words in fold.choices]
    value = chance.choice([*(value for value, _label in prompt.choices), *folded])
    return json.loads(value)


def _cell(view: MissionView, option: OptionView, chance: Random) -> list[int] | None:
    """Where an action that is a way may end: what one Move reaches, or what is left of one. A spell is cast where
    one stands, which is always in reach."""
    if option.group == "Spells":
        own = next((t for t in view.tokens if t.unit == option.unit and not t.down), None)
        return None if own is None else [own.x, own.y]
    shown = [c for r in view.reach if r.unit == option.unit and not r.command for c in r.cells]
    cells = [c for c in shown if c.legs == min(c.legs for c in shown)]
    cell = chance.choice(cells) if cells else None
    return None if cell is None else [cell.x, cell.y]


def _fill(field: FieldView, chance: Random) -> Any:
    if field.kind == "choice" and field.choices:
        return chance.choice(field.choices)[0]
    if field.kind == "number":
        return int(field.value) if field.value.isdigit() else None
    if field.name in ("roll", "bonus"):  # what the Guide says of an object; the same again would change nothing
        roll = f"{chance.randint(1, 4)}d{chance.randint(2, 20)}"
        return roll if field.name == "roll" else str(chance.randint(-9, 9))
    if field.kind == "text":
        return " ".join(["hold"] * chance.randint(1, 5))
    return None


def _walk(offer: ReachView, chance: Random, view: MissionView) -> Choice:
    """To a cell on offer, by the way that the page draws: along the parents."""
    cells = {(c.x, c.y): c for c in offer.cells}
    target = _towards(offer, chance, view)
    if offer.command:  # what is sent there is no walk of the unit itself
        sent = {"do": offer.do, "unit": offer.unit, **offer.command, "target": [target.x, target.y]}
        return Choice(sent, offer.basis, None, f"{offer.do} to {target.x},{target.y}")
    at = (target.x, target.y)
    legs: list[list[list[int]]] = []
    last = -1
    while at != (offer.x, offer.y):
        cell = cells[at]
        if cell.legs != last:
            legs.insert(0, [])
            last = cell.legs
        legs[0].insert(0, [cell.x, cell.y])
        at = (cell.px, cell.py)
    if chance.random() < 0.2:
        typed = forms.read({"do": offer.do, "unit": offer.body, "cell": cells_of.name((target.x, target.y))}, view)
        return Choice(typed.command, typed.basis or "", None, "a typed cell")
    command: dict[str, Any] = {"do": offer.do, "unit": offer.unit}
    bodies = next(len(u.bodies) for u in view.units if u.key == offer.unit)
    if bodies > 1:
        command["paths"] = {offer.body: [cell for leg in legs for cell in leg]}
    else:
        command["legs"] = legs
    if last == 0:  # the way begins with what is left of a Move
        command["continue"] = True
    return Choice(command, offer.basis, {offer.pool: target.cost}, f"{offer.do} to {target.x},{target.y}")


def _towards(offer: ReachView, chance: Random, view: MissionView) -> ReachCell:
    """Mostly the cell nearest to somebody of another side, sometimes any."""
    side = next(u.side for u in view.units if u.key == offer.unit)
    others = {b.key for u in view.units if u.side != side for b in u.bodies if not b.down}
    foes = [t for t in view.tokens if t.key in others and t.board == offer.board]
    if not foes or chance.random() < 0.25:
        return chance.choice(offer.cells)
    return min(offer.cells, key=lambda c: min(max(abs(c.x - t.x), abs(c.y - t.y)) for t in foes))


def _end(view: MissionView, chance: Random) -> Choice:
    end = view.end_turn
    assert end is not None
    command: dict[str, Any] = {"do": "end_turn", "unit": end.unit}
    if end.convert_max and chance.random() < 0.4:
        command["convert"] = chance.randint(0, end.convert_max)
    return Choice(command, end.basis, None, "end turn")
