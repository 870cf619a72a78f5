"""Who reads of things that are moved, and in which words: what is seen of a hand is told, the Pack is not (T-164)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.effects.text import cost_text
from tactics.kernel import events as e
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Audience, Narrate, Telling
from tactics.kernel.state import AnyState
from tactics.kernel.view import LogLine
from tactics.mission.audience import Rule, Weaken, unit_of
from tactics.secrecy.sight import seats_that_know
from tactics.tempus import gear as g
from tactics.tempus.arrange import Moved
from tactics.tempus.ground import knows
from tactics.tempus.items import PackOpened
from tactics.tempus.parts import Thing
from tactics.tempus.stow import Handled, ThingsFound
from tactics.tempus.stow_phrases import phrase
from tactics.tempus.words import at, line, listed, name, of_unit


def _holder(before: AnyState, after: AnyState, rules: Rules, event: Handled | PackOpened) -> Audience:
    unit = unit_of(before, after, event.unit)
    return Audience(frozenset({unit.seat}) if unit is not None else frozenset())


def _handled_less(before: AnyState, after: AnyState, rules: Rules, event: Handled, seat: str) -> Sequence[e.Event]:
    """What was seen of it: moves within the Pack are not, nor is what was taken from where only the holder knew it."""
    if seat not in seats_that_know(after, rules, event.body):
        return ()
    hidden = {x.item for x in event.taken if not knows(before, rules, seat, x)}
    moves = tuple(
        replace(m, source="" if m.source == g.GROUND and m.item in hidden else m.source)
        for m in event.moves
        if {m.source.partition(".")[0], m.to.partition(".")[0]} - {g.PACK, ""}
    )
    return (replace(event, moves=moves, gear=(), dropped=(), taken=(), cost={}),) if moves else ()


def _finder(before: AnyState, after: AnyState, rules: Rules, event: ThingsFound) -> Audience:
    return Audience(frozenset(event.to))


AUDIENCE: dict[type[e.Event], Rule] = {Handled: _holder, ThingsFound: _finder, PackOpened: _holder}
WEAKEN: dict[type[e.Event], Weaken] = {Handled: _handled_less}


# --- words --------------------------------------------------------------------------------------------


def thing_label(t: Telling, move: Moved) -> str:
    return g.label(t.known.rules, Thing("", move.item, move.count, name=move.name))


HOWS = {"search_inventory": "Search Inventory", "quick_stash": "Quick Stash"}


def _handled(t: Telling, ev: Handled) -> LogLine | None:
    who = name(t, ev.body)
    record = {
        "kind": "gear",
        "actor": ev.unit,
        "action": ev.how,
        "cost": ev.cost,
        "moves": [{"item": m.item, "count": m.count, "from": m.source, "to": m.to} for m in ev.moves],
    }
    if ev.how == "use":
        text = f"{who} uses up {listed([thing_label(t, m) for m in ev.moves])}"
    elif ev.how == "write":
        text = f"{who} writes a note"
    else:
        text = f"{who} {listed([phrase(t.known.rules, m) for m in ev.moves])}"
        action = HOWS.get(ev.how, "")
        price = cost_text(ev.cost) if ev.cost else ""
        tail = ", ".join(x for x in (action, price) if x)
        text += f" ({tail})" if tail else ""
    return line("move", text, unit=of_unit(t, ev.unit), record=record, at=at(t, ev.body))


def _things_found(t: Telling, ev: ThingsFound) -> LogLine:
    found = listed([g.label(t.known.rules, x) for x in ev.things])
    return line("system", f"{name(t, ev.body)} finds {found}", at=at(t, ev.body))


WORDS: dict[type[e.Event], Narrate] = {Handled: _handled, ThingsFound: _things_found}
