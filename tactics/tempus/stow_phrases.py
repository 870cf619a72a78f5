"""A thing that is moved, in words."""

from __future__ import annotations

from collections.abc import Callable

from tactics.kernel.rules import Rules
from tactics.tempus import gear as g
from tactics.tempus.arrange import Moved
from tactics.tempus.parts import Thing


def _hand(place: str) -> str:
    """`the right hand`; telekinesis holds without one."""
    key = place.partition(".")[2]
    return f"the {key} hand" if key in g.NAMES else key.replace("_", " ") or "a hand"


def phrase(rules: Rules, move: Moved) -> str:
    """`draws Knife`: one thing moved, without who moves it."""
    what = g.label(rules, Thing("", move.item, move.count, name=move.name))
    first, last = move.source.partition(".")[0], move.to.partition(".")[0]
    said: dict[tuple[str, str], Callable[[], str]] = {
        (g.PACK, g.HAND): lambda: f"takes {what} out of the Pack",
        (g.PACK, g.WORN): lambda: f"takes {what} out of the Pack and puts it on",
        (g.PACK, g.GROUND): lambda: f"takes {what} out of the Pack and lays it down",
        (g.HAND, g.PACK): lambda: f"puts {what} into the Pack",
        (g.WORN, g.PACK): lambda: f"takes {what} off and puts it into the Pack",
        (g.HAND, g.GROUND): lambda: f"drops {what}",
        (g.WORN, g.GROUND): lambda: f"takes off {what} and lets it fall",
        (g.GROUND, g.HAND): lambda: f"picks up {what}",
        ("", g.HAND): lambda: f"has {what} in hand",
        (g.HAND, g.HAND): lambda: f"moves {what} to {_hand(move.to)}",
        (g.WORN, g.HAND): lambda: f"draws {what}" if "." in move.source else f"takes {what} off",
        (g.HAND, g.WORN): lambda: f"sheathes {what}" if "." in move.to else f"puts on {what}",
    }
    found = said.get((first, last))
    return found() if found is not None else f"rearranges {what}"
