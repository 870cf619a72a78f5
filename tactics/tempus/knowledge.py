"""Who may know what of a unit's numbers, and what a seat's copy of the state holds of them (table.md 23).

A side knows its own numbers; spectators know those of the players' sides. Of everybody else's bodies the
setting `tt.show.npc` tells: `open` and `guarded` the defence, as one sum (the odds need it; guarded shows
them in words), `closed` not even that. Hit points are told in four words, points and soak never.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, AnyUnit
from tactics.mission import something_else
from tactics.mission.knowledge import CLOSED, HEALTH_OF, OPEN, tenths
from tactics.mission.knowledge import knows_numbers as knows_numbers
from tactics.secrecy import memo
from tactics.secrecy.sight import knows_body
from tactics.tempus import gear, ground, powers
from tactics.tempus.parts import Power, TempusBody, TempusMission, TempusUnit, body_part, part, stat, unused_pa
from tactics.tempus.timing_records import Extended, Prepared


def mask_unit(state: AnyState, rules: Rules, seat: str, role: str, unit: AnyUnit) -> AnyUnit:
    """The unit with only what this seat may know of its points and plans: of what allies have prepared, how many."""
    if unit.seat == seat:
        return unit
    own = part(unit)
    if knows_numbers(state, seat, unit):
        waiting = tuple(Prepared(number=i, wish={"action": ""}) for i in range(1, len(own.prepared) + 1))
        return replace(unit, wish={}, sheet="", part=TempusUnit(prepared=waiting, extended=_begun(own, whole=True)))
    return replace(unit, wish={}, sheet="", pools={}, part=TempusUnit(extended=_begun(own, whole=False)))


def _begun(own: TempusUnit, *, whole: bool) -> Extended | None:
    """What of an Extended Action others see: that it is under way; friends also how far it is. Never on whom."""
    long = own.extended
    if long is None:
        return None
    return replace(long, wish={"action": long.action}) if whole else Extended(wish={"action": long.action}, cost={})


def mask_body(state: AnyState, rules: Rules, seat: str, role: str, body: AnyBody) -> AnyBody:
    """The body with only the numbers that this seat may know. A stranger's `DEF` is its defence as one sum, what
    its unspent points give included; statuses and what the GM laid openly are seen and counted besides."""
    unit = state.units[body.unit]
    if unit.seat == seat:
        return body
    if knows_numbers(state, seat, unit):
        return memo.derived(body, "to friends", lambda: _to_friends(body))
    shown = rules.constant("tt.show.npc", state.options)
    defence = {} if shown == CLOSED else {"DEF": defence_sum(state, rules, unit, body)}
    areas = open_areas(rules, body)
    return replace(
        body,
        hp=tenths(body),
        max_hp=HEALTH_OF,
        stats=defence,
        skills=dict.fromkeys(areas, "P"),
        hidden_from=(),
        found_by=(),
        part=replace(
            TempusBody(),
            powers={key: Power(on=True) for key in areas},
            **_carried(body),
        ),
    )


def _to_friends(body: AnyBody) -> AnyBody:
    own = replace(body_part(body), pack_slots=None, **_carried(body))
    return replace(body, hidden_from=(), found_by=(), part=own)


def open_areas(rules: Rules, body: AnyBody) -> tuple[str, ...]:
    """The auras and powers with an area that whoever sees the body sees too: those in effect that are not subtle."""
    found = ((key, rules.find("skill", key)) for key in body.skills)
    return tuple(
        key for key, s in found if s is not None and s.radius and not s.subtle and powers.in_effect(body, key, s)
    )


def knows_area(state: AnyState, rules: Rules, seat: str, body: str, key: str) -> bool:
    """Whether a seat may know of the area of one of a body's powers."""
    found, skill = state.bodies.get(body), rules.find("skill", key)
    if found is None or skill is None:
        return False
    if knows_numbers(state, seat, state.units[found.unit]):
        return True
    return not skill.subtle and knows_body(state, rules, seat, body)


def _carried(body: AnyBody) -> dict[str, Any]:
    """What others than its own seat know of what a body carries: what it holds and wears, not the Pack."""
    own = body_part(body)
    things = memo.derived(body, "seen gear", lambda: gear.seen(body))
    return {"gear": things, "hands": own.hands, "weapons": own.weapons, "armed": own.armed}


def defence_sum(state: AnyState, rules: Rules, unit: AnyUnit, body: AnyBody) -> int:
    """What of a body's defence nobody can read off it: the stat, its bonus from others, its own bonuses and powers,
    and the unspent points."""
    bonus = 0
    if rules.constant("tt.def.stat_bonus", state.options):
        bonus = (stat(body, "DEX") + stat(body, "WIT")) // 2
    bonus += powers.gain(Known(state, rules, "", "gm"), body, "def")
    return stat(body, "DEF") + bonus + unused_pa(state, rules, unit)


def defence_shown(state: AnyState, rules: Rules, seat: str, unit: AnyUnit) -> bool:
    """Whether a seat may read a unit's defence as a number."""
    return knows_numbers(state, seat, unit) or rules.constant("tt.show.npc", state.options) == OPEN


def mask_mission(state: AnyState, rules: Rules, seat: str, role: str) -> TempusMission:
    """What was allowed to the seat's own units and to everybody; the GM's difficulty is the GM's (T-143). What lies
    on the ground as far as the seat knows."""
    if role == "gm":
        return state.part if isinstance(state.part, TempusMission) else TempusMission()
    return TempusMission(
        ideas=something_else.known_ideas(state, seat, role),
        ground=ground.known_ground(state, rules, seat),
    )
