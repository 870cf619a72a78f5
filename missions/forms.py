"""A posted command. With the page's script it comes as `key`, `do`, `basis` and `args` (JSON); a page without script
sends a button's whole command in `go`, or plain named fields."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tactics.kernel.refusals import bad_field
from tactics.kernel.view import MissionView, ReachView

from . import limits

OWN = frozenset({"csrfmiddlewaretoken", "key", "do", "basis", "args", "go"})
NUMBERS = frozenset({"convert", "aloud", "rounds", "xp", "to_row"})
CELL = re.compile(r"\s*([A-Za-z]{1,2})\s*([0-9]{1,3})\s*\Z")


@dataclass(frozen=True)
class Posted:
    """What arrived: the idempotency key, the command as plain data, and the basis of the offer or None."""

    key: str
    command: dict[str, Any]
    basis: str | None


def read(post: Mapping[str, str], view: MissionView | None = None) -> Posted:
    """Raises Refused (`bad_field`). view: what the sender sees, needed only where a cell was typed."""
    key = post.get("key") or f"form-{secrets.token_hex(12)}"
    order: dict[str, Any] = {"do": post.get("do", ""), "basis": post.get("basis", "")}
    if post.get("go") and not order["do"]:
        sent = limits.parse(post["go"])
        if not isinstance(sent, dict) or not isinstance(sent.get("args", {}), dict):
            raise bad_field("go", "a command is an object with `do`")
        order = {**sent, "args": {**sent.get("args", {}), **_plain(post)}}
    elif post.get("args"):
        order["args"] = limits.parse(post["args"])
    else:
        order["args"] = _plain(post)
    args = order.get("args", {})
    if not isinstance(args, dict) or "do" in args:
        raise bad_field("args", "the arguments are an object")
    if not isinstance(order["do"], str) or not order["do"]:
        raise bad_field("do", "choose something to do")
    command = {"do": order["do"], **args}
    basis = str(order.get("basis") or "")
    if "cell" in args and view is not None:
        command, basis = _to_cell(command, basis, view)
    if command["do"] == "chat" and str(command.get("to", "")).startswith("narration:"):
        command |= {"to": "", "style": "narration"}
    if command["do"] == "prepare":
        command = prepare(command)
    if command["do"] == "muster":
        command.setdefault("key", unit_key(key))
    if command["do"] == "split":
        command.setdefault("into", unit_key(key))
    return Posted(key, command, basis or None)


DECLARED = ("aim", "at", "when_kind", "when_who", "when_at")
"""The form's own fields of a declaration."""


AIMS = {"move": "cell", "acrobatics": "cell", "timed_movement": "cell", "stow": "", "talk": ""}
"""What aims at one kind of thing, whatever is chosen."""


def prepare(command: dict[str, Any]) -> dict[str, Any]:
    """The declaration of a Prepared Action from the flat fields of its form: what it aims at, and its condition."""
    out = {name: value for name, value in command.items() if name not in DECLARED and value != ""}
    action, _, using = str(command.get("action", "")).partition(":")
    out["action"] = action
    if action == "stow":
        out |= _things(using) if using else {}
        out.pop("specificity", None)  # it is worth something to an Attempt alone
    elif using:
        out["with"] = using
    if "aim" in command:
        aim = AIMS.get(action, command["aim"])
        if aim != "body":
            out.pop("target", None)
        if aim == "cell":
            out["target"] = list(cell_of(command.get("at", "")))
    kind = command.get("when_kind")
    if kind == "enters":
        out["when"] = {kind: list(cell_of(command.get("when_at", "")))}
    elif kind:
        out["when"] = {kind: command.get("when_who") or "any"}
    return out


def _things(text: str) -> dict[str, Any]:
    """What is moved, from the value of its choice."""
    found = limits.parse(text)
    if not isinstance(found, dict) or set(found) != {"body", "moves"}:
        raise bad_field("action", "choose what is moved")
    return found


def unit_key(key: str) -> str:
    """The key of a unit that a command adds: eight letters that say nothing, the same when it is sent again."""
    digest = hashlib.blake2b(key.encode(), digest_size=8).digest()
    return "".join(chr(97 + byte % 26) for byte in digest)


def needs_view(post: Mapping[str, str]) -> bool:
    """Whether `read` needs the view: somebody typed a cell."""
    return bool(post.get("cell")) and not post.get("args")


def _plain(post: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in post.items():
        if name in OWN or (value == "" and name != "to"):
            continue
        found[name] = int(value) if name in NUMBERS and re.fullmatch(r"[0-9]{1,6}", value) else value
    if "said" in found:
        del found["said"]
    else:
        found.pop("aloud", None)
    return found


def cell_of(text: Any) -> tuple[int, int]:
    """(x, y) of a cell's name, as it was typed or as the page read it: `A1` is (0, 0), `AA3` is (26, 2)."""
    if isinstance(text, list) and len(text) == 2 and all(type(n) is int for n in text):
        return text[0], text[1]
    text = str(text)
    found = CELL.match(text)
    if found is None:
        raise bad_field("cell", "type a cell such as F8")
    x = 0
    for letter in found[1].upper():
        x = x * 26 + ord(letter) - 64
    return x - 1, int(found[2]) - 1


def _to_cell(command: dict[str, Any], basis: str, view: MissionView) -> tuple[dict[str, Any], str]:
    """A typed cell becomes the cheapest way there, as the page's script would send it."""
    rest = {k: v for k, v in command.items() if k != "cell"}
    at = cell_of(str(command["cell"]))
    if command["do"] != "move":
        return {**rest, "at": list(at)}, basis
    offers = [r for r in view.reach if rest.get("unit") in (None, r.unit, r.body)]
    for offer in offers:
        legs = way(offer, at)
        if legs:
            walk = _walk(offer, legs, view)
            return {**rest, "do": offer.do, "unit": offer.unit, **walk}, offer.basis
    raise bad_field("cell", "nobody of yours can go there now")


def _walk(offer: ReachView, legs: list[list[list[int]]], view: MissionView) -> dict[str, Any]:
    """The arguments of a walk: of one body its legs, of a member of a Mob its path; cells without a leg of their
    own continue the Move that is under way."""
    several = any(len(unit.bodies) > 1 for unit in view.units if unit.key == offer.unit)
    path = [cell for leg in legs for cell in leg]
    args: dict[str, Any] = {"paths": {offer.body: path}} if several else {"legs": legs}
    begun = next(cell.legs == 0 for cell in offer.cells if [cell.x, cell.y] == path[0])
    return {**args, "continue": True} if begun else args


def way(offer: ReachView, at: tuple[int, int]) -> list[list[list[int]]]:
    """The legs of the cheapest way to a cell; empty if it is out of reach."""
    cells = {(c.x, c.y): c for c in offer.cells}
    legs: list[list[list[int]]] = []
    last = -1
    for _ in range(len(cells) + 1):
        cell = cells.get(at)
        if cell is None or at == (offer.x, offer.y):
            return legs
        if cell.legs != last:
            legs.insert(0, [])
            last = cell.legs
        legs[0].insert(0, [cell.x, cell.y])
        at = (cell.px, cell.py)
    return []
