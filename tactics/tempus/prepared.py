"""Prepared Actions: declared, judged, used in order, lost (T-066 to T-078).

Whether an action is legal is looked at when it is used, not when it is prepared (T-067). A condition is met at the
declaration of an action (somebody attacks, casts, speaks) or by a single step of a walk (table.md 4).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.board import in_bounds
from tactics.effects.specs import Action
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Place
from tactics.mission import turns
from tactics.secrecy.sight import knows_body
from tactics.tempus import actions, attacks, deeds, doing, movement, spells, stow_ready
from tactics.tempus import timing_events as t
from tactics.tempus.action_plan import Plan, plan, skill_by
from tactics.tempus.check_facts import Facts, constant
from tactics.tempus.deeds import Deed, strikes
from tactics.tempus.extended_block import rules_out
from tactics.tempus.movement import seen_by_sender
from tactics.tempus.parts import Acted, TempusMission, living, lowest, part, pay
from tactics.tempus.timing_records import (
    ANY,
    ASK,
    ATTACKS,
    AUTO,
    CASTS,
    ENTERS,
    EXACT,
    IN_REACH,
    NORMAL,
    SPEAKS,
    VAGUE,
    How,
    Prepared,
    Wish,
)

NEVER = ("disabled", "interrupt_only", "extended")
"""Reasons that will not go before the action could be used; all others are looked at then (T-067)."""
SPECIFICITIES = (VAGUE, NORMAL, EXACT)
CONDITIONS = (ENTERS, IN_REACH, ATTACKS, CASTS, SPEAKS)


def most(facts: Facts, unit: AnyUnit) -> int:
    """As many as it has Wits: the stat, not the points left (T-077)."""
    return lowest(living(facts.state, unit), str(constant(facts, "tt.prepared.max")))


# --- declaring ------------------------------------------------------------------------------------------


def prepare(work: Work, command: t.Prepare) -> None:
    """Pays the whole action and sets it aside, also one that is impossible now (T-066, T-067)."""
    unit = turns.active_unit(work, command.unit)
    if not turns.running(work.state):
        raise illegal("phase", phase=work.state.phase)
    if command.fire not in (ASK, AUTO):
        raise bad_field("fire", "choose ask or auto")
    if len(part(unit).prepared) >= most(work, unit):
        raise illegal("limit", text=f"{unit.name} can prepare at most {most(work, unit)} actions")
    moves = command.moves if command.action == stow_ready.ACTION else None
    wish = wish_of(work, command) if moves is None else stow_ready.wish_of(work, unit, moves, command.body)
    wanted = _playable(work, unit, wish) if moves is None else None
    lacking = spells.lacks(work, unit, wanted.action) if wanted is not None else None
    if lacking is not None:
        raise lacking
    when = _when(work, unit, command.when)
    record = Prepared(
        number=max((r.number for r in part(unit).prepared), default=0) + 1,
        wish=_placeless(wish) if wanted is not None and wanted.action.target in PLACELESS else wish,
        cost={pool: n for pool, n in doing.price_of(work, unit, wish).items() if pool in ("pa", "ma")},
        text=command.declaration.strip(),
        when=when,
        specificity=_specificity(work, command, wanted, wish, when),
        fire=command.fire if when else ASK,
    )
    pay(work, unit.key, record.cost, "prepared")
    work.emit(Acted(unit=unit.key, action=record.action), t.ActionPrepared(unit=unit.key, prepared=record))


PLACELESS = ("none", "anyone", "words", "item")
"""What an action aims at that is done to no place."""


def _placeless(wish: Wish) -> Wish:
    return {name: value for name, value in wish.items() if name != "target" or not doing.is_cell(value)}


def wish_of(work: Work, command: t.Prepare | t.Interrupt) -> Wish:
    """The arguments of the action, its target looked up as far as this seat may know."""
    target: Any = command.target
    if isinstance(target, str) and command.action == "move":
        target = list(movement.cell_of(target))
    elif isinstance(target, str):
        target = work.body_key(target)
    elif target is not None:
        target = [*target]
        if not doing.is_cell(target):
            raise bad_field("target", "a body, or a cell as [x, y]")
    found: Wish = {
        "action": command.action,
        "with": command.using,
        "target": target,
        "path": [list(cell) for cell in command.path] if command.path else None,
        "legs": [[list(cell) for cell in leg] for leg in command.legs] if command.legs else None,
        "text": command.text,
        "volume": command.volume if isinstance(command, t.Prepare) else "",
    }
    return {name: value for name, value in found.items() if value}


def _playable(work: Work, unit: AnyUnit, wish: Wish) -> Plan | None:
    """The action, if it is one that this unit may ever do; None for Move and Talk, which have rules of their own."""
    spec = work.rules.find("action", wish["action"])
    if wish["action"] == "move" or doing.speaks(work, wish["action"]):
        if not isinstance(spec, Action) or spec.disabled:
            raise illegal("disabled")
        under_way = rules_out(work, unit, spec)
        if under_way is not None:
            raise under_way
        return None
    wanted = plan(work.rules, wish["action"], skill_by(work.rules, str(wish.get("with", ""))))
    if wanted is None:
        raise Refused("unknown", what=wish["action"])
    refused = actions.barred(seen_by_sender(work), unit, wanted, How("prepared"))
    if refused is not None and refused.why in NEVER:
        raise refused
    return wanted


def _when(work: Work, unit: AnyUnit, given: dict[str, Any]) -> dict[str, Any]:
    """The condition, checked: one of the closed list, about a cell or somebody that this seat may know of."""
    if not given:
        return {}
    if len(given) != 1 or next(iter(given)) not in CONDITIONS:
        raise bad_field("when", f"give one of {', '.join(CONDITIONS)}")
    kind, value = next(iter(given.items()))
    if kind == ENTERS:
        x, y = movement.cell_of(value)
        boards = [work.state.boards[b.place.board] for b in living(work.state, unit) if b.place is not None]
        if not any(in_bounds(board, (x, y)) for board in boards):
            raise bad_field("when", "a cell of the board, such as F8")
        return {ENTERS: [x, y]}
    if not isinstance(value, str):
        raise bad_field("when", f"{kind}: somebody, or {ANY}")
    if value == ANY:
        return {kind: ANY}
    if value in work.state.units and len(work.state.units[value].bodies) != 1:
        return {kind: work.unit(value).key}
    return {kind: work.body_key(value)}


def _specificity(work: Work, command: t.Prepare, wanted: Plan | None, wish: Wish, when: dict[str, Any]) -> str:
    """As declared; by itself `vague` where a target is needed and none is named (T-068)."""
    if command.specificity and command.specificity not in SPECIFICITIES:
        raise bad_field("specificity", f"choose one of {', '.join(SPECIFICITIES)}")
    aims = wanted is not None and wanted.action.target in ("body", "cell")
    if command.specificity == EXACT and not (when and wish.get("target")) and not work.by.is_gm:
        raise bad_field("specificity", "exact names the target and the moment: add a condition")
    if not command.specificity:
        return VAGUE if aims and not wish.get("target") else NORMAL
    return command.specificity


def judge(work: Work, command: t.Judge) -> None:
    """The GM's word on a declaration, until it is used."""
    if not work.by.is_gm:
        raise Refused("not_allowed")
    unit = work.unit(command.unit)
    record = of_number(unit, command.prepared)
    if command.specificity not in SPECIFICITIES:
        raise bad_field("specificity", f"choose one of {', '.join(SPECIFICITIES)}")
    if record.specificity == command.specificity:
        raise illegal("nothing")
    work.emit(t.PreparedJudged(unit=unit.key, number=record.number, specificity=command.specificity))


def discard(work: Work, command: t.Discard) -> None:
    """The owner gives one up (T-075)."""
    unit = work.own_unit(command.unit)
    record = of_number(unit, command.prepared)
    work.emit(t.PreparedLost(unit=unit.key, numbers=(record.number,), why="discarded"))


def of_number(unit: AnyUnit, number: int) -> Prepared:
    """The record; refused for one that is gone or never was (T-073 to T-075)."""
    found = next((r for r in part(unit).prepared if r.number == number), None)
    if found is None:
        raise illegal("order", text="that prepared action is gone")
    return found


def lose(work: Work, unit: AnyUnit, why: str) -> None:
    """All that is unused is gone, without a refund (T-076)."""
    numbers = tuple(r.number for r in part(unit).prepared)
    if numbers:
        work.emit(t.PreparedLost(unit=unit.key, numbers=numbers, why=why))


# --- conditions -----------------------------------------------------------------------------------------


def met_by_deed(facts: Facts, unit: AnyUnit, of: Deed) -> Prepared | None:
    """The first Prepared Action that this declaration meets the condition of, as far as the owner may know of it."""
    kinds = {ATTACKS: of.attacks, CASTS: of.casts, SPEAKS: of.speaks}
    seen = all(knows_body(facts.state, facts.rules, unit.seat, b) for b in of.bodies)
    if not seen or of.secret:
        return None
    for record in part(unit).prepared:
        kind, value = next(iter(record.when.items()), ("", ""))
        if kinds.get(kind) and _is(facts.state, unit, value, of.unit, of.bodies):
            return record
    return None


def met_by_step(facts: Facts, unit: AnyUnit, body: AnyBody, was: Place) -> tuple[Prepared, ...]:
    """Those that this one step of a body meets the condition of."""
    now = body.place
    if now is None or body.unit == unit.key or not knows_body(facts.state, facts.rules, unit.seat, body.key):
        return ()
    return tuple(r for r in part(unit).prepared if r.when and _stepped(facts, unit, r, body, was, now))


def _stepped(facts: Facts, unit: AnyUnit, record: Prepared, body: AnyBody, was: Place, now: Place) -> bool:
    kind, value = next(iter(record.when.items()))
    if kind == ENTERS:
        meant = record.wish.get("target")
        who = str(meant) if isinstance(meant, str) and meant in facts.state.bodies else ANY
        return now.cell == (value[0], value[1]) and _is(facts.state, unit, who, body.unit, (body.key,))
    if kind == IN_REACH and _is(facts.state, unit, value, body.unit, (body.key,)):
        within = reach_of(facts, unit, record)
        return not deeds.near(facts, unit, was.board, was.cell, within) and deeds.near(
            facts, unit, now.board, now.cell, within
        )
    return False


def _is(state: AnyState, unit: AnyUnit, value: Any, actor: str, bodies: tuple[str, ...]) -> bool:
    """Whether a condition's somebody is meant: a unit, a body, or anybody of another side."""
    if value == ANY:
        return actor in state.units and state.units[actor].side != unit.side
    return value == actor or value in bodies


def reach_of(facts: Facts, unit: AnyUnit, record: Prepared) -> int:
    """How near "in reach" is: what the action's attack reaches, else a blow."""
    within = None
    using = str(record.wish.get("with", ""))
    weapon = facts.rules.find("weapon", using) if using else None
    for body in living(facts.state, unit):
        wanted = plan(facts.rules, record.action, skill_by(facts.rules, using))
        if wanted is not None and wanted.action.target == "body":
            held = using if weapon is not None else ""
            if not using and wanted.action.needs_skill == "attack":
                held = attacks.way_of(facts, body, "").weapon
            within = attacks.reach(facts, wanted, held)
        break
    return deeds.strike_reach(facts) if within is None else within


# --- using ----------------------------------------------------------------------------------------------


def bonus(facts: Facts, specificity: str) -> int:
    """What the declaration is worth to the Attempt (T-068, T-069)."""
    if specificity == NORMAL:
        return 0
    return int(constant(facts, f"tt.prepared.{specificity}"))


def how(facts: Facts, record: Prepared) -> How:
    return How("prepared", paid=True, bonus=bonus(facts, record.specificity))


def affects(state: AnyState, unit: AnyUnit, record: Prepared, of: Deed, target: Any = None) -> bool:
    """Whether it has an immediate effect on what is in progress by what it is (T-072): its condition or target is the
    one that acts, is acted on, or stands there; or its unit is the target and moves."""
    if met_condition(state, unit, record, of):
        return True
    meant: Any = target or record.wish.get("target")
    concerned = {*of.bodies, *of.targets}
    if isinstance(meant, str):
        return meant in concerned
    if doing.is_cell(meant) and record.action != "move":
        cells = {b.place.cell for k in concerned if (b := state.bodies.get(k)) is not None and b.place is not None}
        return (meant[0], meant[1]) in cells
    return meant is None and record.specificity == VAGUE


def met_condition(state: AnyState, unit: AnyUnit, record: Prepared, of: Deed) -> bool:
    kinds = {ATTACKS: of.attacks, CASTS: of.casts, SPEAKS: of.speaks}
    kind, value = next(iter(record.when.items()), ("", ""))
    return bool(kinds.get(kind)) and _is(state, unit, value, of.unit, of.bodies)


def wish_now(work: Work, unit: AnyUnit, record: Prepared, target: Any, of: Deed | None) -> Wish:
    """What is done now: as declared, an open target filled in (T-068); refused if it is not as declared (T-069)."""
    wish = dict(record.wish)
    wanted = plan(work.rules, record.action, skill_by(work.rules, str(wish.get("with", ""))))
    aims = wanted.action.target if wanted is not None else ""
    if aims == "body" and not wish.get("target"):
        if target is None and of is not None:
            target = of.bodies[0]
        if target is None:
            raise bad_field("target", "say whom it is for")
        wish["target"] = target
    elif aims == "cell" and not wish.get("target"):
        wish["target"] = target if doing.is_cell(target) else _where(work, of)
    if record.specificity == EXACT and record.when:
        _as_declared(work, unit, record, wish, of)
    right_moment(work, unit, wish, of)
    return wish


def _where(work: Work, of: Deed | None) -> list[int]:
    """Where whoever acts stands: what is done to a place that was left open is done there (T-068)."""
    body = work.state.bodies.get(of.bodies[0]) if of is not None and of.bodies else None
    if body is None or body.place is None:
        raise bad_field("target", "say where: a cell, such as F8")
    return list(body.place.cell)


def _as_declared(work: Work, unit: AnyUnit, record: Prepared, wish: Wish, of: Deed | None) -> None:
    """A bonus for an exact declaration has its price: it is legal only if the condition holds (T-069, T-070)."""
    kind, value = next(iter(record.when.items()))
    if kind == ENTERS:
        body = work.state.bodies.get(str(wish.get("target")))
        holds = body is not None and body.place is not None and body.place.cell == (value[0], value[1])
    elif kind == IN_REACH:
        holds = True  # out of reach it is refused as any other
    else:
        holds = of is not None and met_condition(work.state, unit, record, of)
    if not holds:
        raise illegal("target", text="it is not as it was declared: the moment is not there")


def right_moment(work: Work, unit: AnyUnit, wish: Wish, of: Deed | None) -> None:
    """An answer to an attack needs one: on whoever is attacking this unit (T-086)."""
    spec = work.rules.find("action", wish["action"])
    if not isinstance(spec, Action) or not spec.answers_attack:
        return
    if of is None or not strikes(work.state, of, unit) or wish.get("target") not in of.bodies:
        raise illegal("target", text=f"{spec.label} answers an attack: on whoever is attacking you now")


def use(work: Work, unit: AnyUnit, record: Prepared, wish: Wish, *, by_itself: bool = False) -> None:
    """Does it, and gives up those before it (T-073, T-075); raises Refused."""
    skipped = tuple(r.number for r in part(unit).prepared if r.number < record.number)
    work.emit(t.PreparedUsed(unit=unit.key, prepared=record, skipped=skipped, by_itself=by_itself))
    doing.carry_out(work, work.state.units[unit.key], wish, how(work, record))


def use_later(work: Work, unit: AnyUnit, record: Prepared, target: Any = None) -> None:
    """It joins those that wait until nothing is in progress (T-072)."""
    skipped = tuple(r.number for r in part(unit).prepared if r.number < record.number)
    meant = target if isinstance(target, str) else ""
    if doing.is_cell(target) and not record.wish.get("target"):
        record = replace(record, wish={**record.wish, "target": list(target)})
    work.emit(t.PreparedUsed(unit=unit.key, prepared=record, skipped=skipped, later=True, target=meant))


def run_delayed(work: Work) -> bool:
    """Does the first of those that wait; False if none does (T-072)."""
    own: TempusMission | None = work.state.part
    waiting = own.delayed if own is not None else ()
    if not waiting:
        return False
    first = waiting[0]
    taken = t.DelayedTaken(unit=first.unit, action=first.prepared.action)
    unit = work.state.units.get(first.unit)
    if unit is None or not living(work.state, unit):
        work.emit(replace(taken, why="status"))
        return True

    def do() -> None:
        wish = wish_now(work, unit, first.prepared, first.target or None, None)
        work.emit(taken)
        doing.carry_out(work, unit, wish, how(work, first.prepared))

    refused = work.tried(do)
    if refused is not None:
        work.emit(replace(taken, why=refused.why or refused.code))
    return True


HANDLERS: dict[type, Handler] = {t.Prepare: prepare, t.Judge: judge, t.Discard: discard}
