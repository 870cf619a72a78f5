"""The same battle with and without somebody unseen, step by step: what Ann's browser gets of both is the same, byte for
byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tactics.kernel.codec import encode
from tactics.kernel.events import Placed
from tactics.kernel.refusals import Refused
from tactics.kernel.state import Place
from tests.outerah.table import Battle, foe

LURKER = {"hidden": True, "HP": 100, "AGI": 0, "VIT": 0, "WIS": 0, "name": "Lurker"}
Step = tuple[dict[str, Any], list[Any], list[Any]]
"""A command, its dice without the lurker and with it."""


def same(make: Callable[[bool], Battle], *steps: Step, refused: str = "") -> list[Battle]:
    """Plays the steps without and with the lurker (`make` is told which) and compares what Ann gets after each of
    them. refused: the name with which both refuse the last step. Returns both battles."""
    got: list[list[bytes]] = []
    battles = [make(False), make(True)]
    for there, play in enumerate(battles):
        got.append([encode(play.view("ann"))])
        for number, (command, without, with_it) in enumerate(steps, 1):
            if refused and number == len(steps):
                got[-1].append(encode(_refusal(play, command)))
                continue
            play.do(**command, dice=with_it if there else without)
            lines = play.lines("ann")
            assert all(line.text for line in lines)
            got[-1] += [encode([line.text for line in lines]), encode(seen(play))]
    for number, (one, other) in enumerate(zip(*got, strict=True)):
        assert one == other, f"what Ann gets differs (piece {number})"
    return battles


def with_and_without(rows: list[str], units: dict[str, Any], order: str, **words: Any) -> Callable[[bool], Battle]:
    """A maker of the two battles: `h` on the map is the lurker, or nobody. on_deck: its place on a deck instead, as
    (board, x, y). Words that begin with a capital or `hp` are the lurker's."""
    at = words.pop("on_deck", None)
    lurker = {key: words.pop(key) for key in tuple(words) if key.isupper() or key in ("hp", "traits")}

    def make(there: bool) -> Battle:
        drawn = rows if there else [row.replace("h", ".") for row in rows]
        found = {**units, "h": foe(**{**LURKER, **lurker})} if there else units
        play = Battle(drawn, found, order=[*order, *("h" if there else "")] if order else None, **words)
        put = [Placed(body="h", place=Place(*at))] if at and there else []
        play.effect(lambda work: work.emit(*put))
        return play

    return make


def seen(play: Battle) -> Any:
    """What Ann's view holds of units, tokens, order and offers; how many commands there were is no secret."""
    view = play.view("ann")
    return [view.units, view.tokens, view.order, view.options, view.reach]


def _refusal(play: Battle, command: dict[str, Any]) -> Any:
    try:
        play.do(**command)
    except Refused as refusal:
        return [refusal.name, sorted(refusal.params.items())]
    raise AssertionError("was not refused")
