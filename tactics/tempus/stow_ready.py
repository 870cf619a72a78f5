"""Moving things as a Prepared Action: drawn, dropped or stowed out of turn (T-066, T-174, T-179).

A wish that moves things holds them as `moves`, with whose they are (`body`), the way (`how`) and the words for it
(`text`); its action is the one that is paid.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyUnit, Value
from tactics.tempus import pack_views, stow
from tactics.tempus.arrange import READY, SHIFT
from tactics.tempus.gear import HAND
from tactics.tempus.ground import at_feet
from tactics.tempus.parts import lacking, living, part, points
from tactics.tempus.stow import QUICK, SEARCH, Move, Priced
from tactics.tempus.stow_phrases import phrase
from tactics.tempus.timing_records import How, Wish

ACTION = "stow"
"""In the form of a Prepared Action: what stands before the things that are moved."""
MOST = 40


class Single(Value, frozen=True):
    """One move that is possible now, with its way, its words and its price, whether or not it can be paid."""

    body: str
    moves: tuple[dict[str, Any], ...]
    how: str
    words: str
    cost: dict[str, int]


def singles(known: Known, unit: AnyUnit) -> list[Single]:
    """Each move of a thing that needs no search of the Pack; those out of it or into it come last."""
    found: list[Single] = []
    for body in living(known.state, unit):
        if body.place is None:
            continue
        for outcomes in pack_views.outcomes(known, unit, body).values():
            for to, label, wanted, priced in outcomes:
                if isinstance(priced, str) or priced.how == SEARCH:
                    continue
                moves = tuple({"item": w.item, "to": w.to, "count": w.count, "from": w.source or None} for w in wanted)
                who = f"{body.name}: " if len(unit.bodies) > 1 else ""
                hand = f" ({label.lower()})" if to.startswith(HAND) and len(wanted) == 1 else ""
                words = f"{who}{said(known, priced)}{hand}"
                found.append(Single(body.key, moves, priced.how, words[:1].upper() + words[1:], priced.cost))
    return sorted(found, key=lambda each: each.how == QUICK)


def choices(known: Known, unit: AnyUnit) -> list[tuple[str, str]]:
    """(`stow:{...}`, words with the price) of each single move that can be paid now."""
    able = [each for each in singles(known, unit) if not lacking(unit, each.cost)]
    return [
        (f"{ACTION}:{json.dumps({'body': each.body, 'moves': each.moves})}", f"{each.words}, {price(each.cost)}")
        for each in able[:MOST]
    ]


def price(cost: dict[str, int]) -> str:
    return points(cost) or "free"


def said(facts: Known | Work, priced: Priced) -> str:
    return ", ".join(phrase(facts.rules, move) for move in priced.result.moves)


def wish_of(work: Work, unit: AnyUnit, given: Sequence[Any], body: str | None) -> Wish:
    """What is set aside; refused if it could not be done now: its price hangs on it."""
    moves = read(given)
    found = _priced(work, unit, moves, body, "")
    how = found.how if found.how in (SEARCH, QUICK) else ""
    plain = [msgspec.to_builtins(move) for move in moves]
    action = READY if found.how == SHIFT else found.how
    key = stow.body_of(work, unit, body).key
    return {"action": action, "moves": plain, "body": key, "how": how, "text": said(work, found)}


def cost(work: Work, unit: AnyUnit, wish: Wish) -> dict[str, int]:
    return _priced(work, unit, read(wish["moves"]), wish["body"], str(wish["how"])).cost


def carry_out(work: Work, unit: AnyUnit, wish: Wish, how: How) -> None:
    try:
        stow.carry(work, unit, wish["body"], read(wish["moves"]), str(wish["how"]), how)
    except Refused as refused:
        if refused.code != "unknown":
            raise
        raise illegal("nothing", text="what was to be moved is not there any more") from refused


def read(given: Sequence[Any]) -> list[Move]:
    try:
        return msgspec.convert(given, list[Move])
    except msgspec.ValidationError as problem:
        raise bad_field("moves", str(problem)) from problem


def _priced(work: Work, unit: AnyUnit, moves: Sequence[Move], key: str | None, way: str) -> Priced:
    body = stow.body_of(work, unit, key)
    if body.place is None:
        raise Refused("unknown", what=str(key))
    # out of turn no Pack is open: what is set aside is paid as if it were closed
    unit = replace(unit, part=replace(part(unit), searching=False))
    return stow.priced(work, unit, body, at_feet(work, body, unit.seat), stow.wanted_of(moves), way)
