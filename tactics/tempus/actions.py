"""Declaring an action: what it is, whether it may be done now, what it costs; then its frame (reference 3.5).

Order of what is looked at: whose turn it is, the action, its skill, its points, its target. Nothing is spent
before all of it is right. A custom action of the rules data needs no code (T-047).
"""

from __future__ import annotations

from collections.abc import Sequence

from tactics.effects import steps as s
from tactics.effects.text import cost_text
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler, Known, Step
from tactics.kernel.state import AnyBody, AnyUnit, Cell, Frame, Laid, Place
from tactics.mission.turns import active_unit
from tactics.tempus import (
    attacks,
    auras,
    extended,
    handling,
    items,
    mobs,
    movement,
    powers,
    spells,
    talk,
    untrained,
    willpower,
)
from tactics.tempus.action_plan import ACTION, NAMES, USE_ITEM, Plan, compiled, plan, skill_by
from tactics.tempus.action_steps import PYTHON, hurt
from tactics.tempus.check_difficulty import end_next, still_doers, trials_of
from tactics.tempus.check_events import Declared
from tactics.tempus.check_numbers import Facts, constant
from tactics.tempus.extended_block import rules_out
from tactics.tempus.mobs import Doer, held_by
from tactics.tempus.movement import seen_by_sender
from tactics.tempus.parts import Acted, Talk, cost_of, left, pay, pay_free
from tactics.tempus.timing_events import Foiled
from tactics.tempus.timing_records import TURN, How

ELSEWHERE = (s.Walk, s.Speak)
"""Steps that `movement` and `talk` carry out, as whole actions."""


def act(work: Work, command: c.Act) -> None:
    """The handler of `act`. Walking and talking have rules of their own and are theirs from here on."""
    unit = active_unit(work, command.unit)
    wanted = chosen(work, command)
    lay_own(work, unit, command)
    if extended.is_long(work, unit, wanted):
        reason = barred(seen_by_sender(work), unit, wanted) or extended.why_not_begin(work, unit, wanted)
        if reason is not None:
            raise reason
        *_, each = aims(work, wanted, command)
        extended.begin(work, unit, wanted, command, tuple(each) if each is not None else None)
        return
    if command.pay is not None:
        raise bad_field("pay", "this action is paid at once")
    do(work, unit, command, TURN)


def lay_own(work: Work, unit: AnyUnit, command: c.Act) -> None:
    """What the GM adds to this action's check goes on the unit's next one."""
    if not command.modifiers:
        return
    if not work.by.is_gm:
        raise Refused("not_allowed")
    for extra in command.modifiers:
        if extra.applies not in CHANGES:
            raise bad_field("modifiers", f"applies: one of {', '.join(CHANGES)}")
        laid = Laid(f"m{work.state.made + 1}", f"next:{unit.key}", extra.applies, extra.label, extra.value)
        work.emit(e.Modified(laid))


CHANGES = ("attempt", "difficulty", "effectiveness", "soak", "def")


def do(work: Work, unit: AnyUnit, command: c.Act, how: How) -> None:
    """Does the action, on the unit's turn or out of it; raises Refused, and then nothing has happened."""
    wanted = chosen(work, command)
    view = seen_by_sender(work)
    reason = forbidden(view, unit, wanted, how)
    if reason is not None:
        raise reason
    if wanted.action.target == "path":
        movement.walk_path(work, unit, command, how)
    elif any(isinstance(step, s.Speak) for step in wanted.action.effect):
        talk.say(work, unit, Talk(unit=command.unit, text=command.text), how)
    else:
        try:
            declare(work, view, unit, wanted, command, how)
        except Refused as refused:
            if refused.why != "untrained" or how.kind != "turn":
                raise
            _ask_to_try(work, view, unit, wanted, command)


def _ask_to_try(work: Work, view: Known, unit: AnyUnit, wanted: Plan, command: c.Act) -> None:
    """What only the rank stands against is the GM's to allow (T-135); all else is refused as ever."""
    doers_of(work, untrained.lenient(view), unit, wanted, command)
    cost = needed(work, wanted)
    dear = too_dear(work, unit, cost)
    if dear is not None:
        raise dear
    untrained.ask(work, unit, wanted, command, cost)


def chosen(work: Work, command: c.Act) -> Plan:
    """What the command names; `unknown` for what the rules data lacks."""
    using = command.using or ""
    item = work.rules.find("item", using) if using else None
    if item is not None:
        use = plan(work.rules, command.action, using)
        if use is None or not use.item:
            raise bad_field("with", f"{item.label} is not used like that")
        return use
    skill = skill_by(work.rules, using)
    if skill and work.rules.find("skill", skill) is None:
        raise Refused("unknown", what=using)
    found = plan(work.rules, command.action, skill)
    if found is None:
        raise Refused("unknown", what=command.action)
    if found.action.target == "item":
        raise bad_field("action", "say what goes where: stow")
    if not found.item and found.action.effect == (USE_ITEM,):
        raise bad_field("with", "name the item to use")
    if found.skill is None and found.checks and found.action.needs_skill == "":
        raise bad_field("with", "name the skill to check")
    if found.action.needs_skill in ("any", "aura") and not skill:
        what = "the aura" if found.action.needs_skill == "aura" else "the skill to check"
        raise bad_field("with", f"name {what}")
    if found.action.needs_skill == "attack" and found.skill is not None and not attacks.strikes(found.skill):
        raise bad_field("with", "name an attack skill or a weapon at hand")
    return found


# --- may it be done now -------------------------------------------------------------------------------


def forbidden(facts: Facts, unit: AnyUnit, wanted: Plan, how: How = TURN) -> Refused | None:
    """Why this unit cannot do this action at all now, whatever the target: not carried out yet or switched off,
    only as an interrupt, forbidden by a status or by what is under way, too few points. None: it may."""
    return barred(facts, unit, wanted, how) or too_dear(facts, unit, due(facts, wanted, how))


def barred(facts: Facts, unit: AnyUnit, wanted: Plan, how: How = TURN) -> Refused | None:
    """The same whatever points are left."""
    action = wanted.action
    if action.disabled or not carried_out(wanted) or (wanted.skill is not None and wanted.skill.disabled):
        return illegal("disabled")
    if action.interrupt_only and not how.interrupts:
        return illegal("interrupt_only")
    under_way = None if how.kind == "extended" else rules_out(facts, unit, wanted)
    if under_way is not None:
        return under_way
    able = mobs.able(facts, unit)
    if not able:
        return illegal("status", name=unit.name, status="unconscious or not placed")
    held = [held_by(facts, body, wanted) for body in able]
    if all(held):
        return illegal("status", name=unit.name, status=held[0])
    hindering = [handling.hindered(facts, body, wanted) for body in able]
    if all(hindering):
        return hindering[0]
    return idle(facts, able, wanted)


def idle(facts: Facts, able: Sequence[AnyBody], wanted: Plan) -> Refused | None:
    """Why nobody of these can do it, of its own kind: a power that is on, an aura that stands as is wanted, hit
    points that are not there to be paid."""
    key, health = wanted.skill_key, wanted.action.hp_cost
    if wanted.action.needs_skill == "aura" and key:
        reasons = [auras.problem(facts, body, key, wanted.action.effect) for body in able]
        return next(iter(reasons)) if all(reasons) else None
    if wanted.skill is not None and wanted.skill.toggled and all(powers.power(body, key).on for body in able):
        return illegal("nothing")
    if health and all(body.hp <= health for body in able):
        return illegal("cost", need=f"{health} HP", left=f"{max(body.hp for body in able)} HP")
    return None


def carried_out(wanted: Plan) -> bool:
    """Whether there is code for every step of the action's data, and the data says that it may be played."""
    return wanted.action.playable and all(
        step.name in PYTHON if isinstance(step, s.Python) else type(step) in NAMES or type(step) in ELSEWHERE
        for step in s.flat(wanted.action.effect)
    )


def price(facts: Facts, wanted: Plan) -> dict[str, int]:
    """What is paid now: in free movement no points of action (table.md 18), MP all the same."""
    cost = cost_of(wanted.cost)
    return {p: n for p, n in cost.items() if p == spells.MP} if pay_free(facts.state) else cost


def needed(facts: Facts, wanted: Plan) -> dict[str, int]:
    """What must be there: the price, and of a spell the Magic Points that its casting will consume (T-130)."""
    cost, points = price(facts, wanted), spells.mana(facts, wanted.action)
    return {**cost, spells.MP: cost.get(spells.MP, 0) + points} if points else cost


def due(facts: Facts, wanted: Plan, how: How) -> dict[str, int]:
    """What must be there to do it in this way. A spell that was declared and paid for before is not refused for its
    Magic Points: without them it fails (T-130)."""
    return how.price(price(facts, wanted) if how.paid else needed(facts, wanted))


def too_dear(facts: Facts, unit: AnyUnit, cost: dict[str, int]) -> Refused | None:
    """`illegal.cost` when a pool has too little left (T-031, T-036)."""
    if all(left(unit, pool) >= points for pool, points in cost.items()):
        return None
    have = {pool: left(unit, pool) for pool in cost}
    return illegal("cost", need=cost_text(cost), left=cost_text(have) if any(have.values()) else "nothing")


# --- declaring ------------------------------------------------------------------------------------------


def declare(work: Work, view: Known, unit: AnyUnit, wanted: Plan, command: c.Act, how: How = TURN) -> None:
    """Finds who does it to whom, pays, and starts the frame."""
    cell, found = doers_of(work, view, unit, wanted, command)
    secret = command.secret and work.by.is_gm
    start(work, unit, wanted, found, how=how, cell=cell, text=command.text, secret=secret)


def doers_of(
    work: Work, view: Known, unit: AnyUnit, wanted: Plan, command: c.Act
) -> tuple[Cell | None, tuple[Doer, ...]]:
    """At which cell, and who does it to whom."""
    cell, bodies, each = aims(work, wanted, command)
    if cell is not None:
        _check_cell(view, unit, wanted, cell)
    # an attack skill given as the action is what it is done with, also where another one is better
    found = mobs.doers(view, unit, wanted, command.using or wanted.skill_key, bodies, each)
    found = tuple(d for d in found if not _unable(view, view.state.bodies[d.body], wanted))
    return cell, tuple(d for d in found if idle(view, (view.state.bodies[d.body],), wanted) is None)


def _unable(view: Known, body: AnyBody, wanted: Plan) -> bool:
    """Whether a status or its hands keep this member from what the others do."""
    return bool(held_by(view, body, wanted)) or handling.hindered(view, body, wanted) is not None


def aims(work: Work, wanted: Plan, command: c.Act) -> tuple[Cell | None, tuple[str, ...], dict[str, str] | None]:
    """(cell, target bodies, member -> target) of the command, as far as this seat may know them."""
    needs = wanted.action.target
    if command.targets is not None:
        if not command.targets:
            raise bad_field("targets", "say which member goes for whom")
        members = {work.body_key(m): work.body_key(t) for m, t in command.targets.items()}
        return None, (), members
    given = command.target
    if given is None:
        if needs in ("body", "cell"):
            raise bad_field("target", "choose a target")
        return None, (), None
    if isinstance(given, str):
        if needs == "cell":
            raise bad_field("target", "choose a cell")
        return None, (work.body_key(given),), None
    numbers = [n for n in given if isinstance(n, int)]
    if len(numbers) == len(given) == 2:
        if needs != "cell":
            raise bad_field("target", "choose a body")
        return (numbers[0], numbers[1]), (), None
    keys = [k for k in given if isinstance(k, str)]
    if numbers or not keys or needs == "cell":
        raise bad_field("target", "a body, a list of bodies, or a cell as [x, y]")
    return None, tuple(dict.fromkeys(work.body_key(k) for k in keys)), None


def _check_cell(view: Known, unit: AnyUnit, wanted: Plan, cell: Cell) -> None:
    reasons = []
    for body in mobs.able(view, unit):
        assert body.place is not None
        place = Place(body.place.board, *cell)
        reasons.append(attacks.place_problem(view, wanted, "", body, place))
    if reasons and all(r is not None for r in reasons):
        raise next(r for r in reasons if r is not None)


def start(
    work: Work,
    unit: AnyUnit,
    wanted: Plan,
    found: tuple[Doer, ...],
    *,
    how: How = TURN,
    cell: Cell | None = None,
    text: str = "",
    secret: bool = False,
    cost: dict[str, int] | None = None,
) -> None:
    """Pays, records the declaration and pushes its frame. cost: in place of the action's own."""
    if not found:
        raise illegal("target")
    skills = {d.skill for d in found}
    if len(skills) == 1:
        own = plan(work.rules, wanted.key, found[0].skill)
        assert own is not None
        wanted = own
    dear = too_dear(work, unit, due(work, wanted, how) if cost is None else cost)
    cost = how.price(price(work, wanted)) if cost is None else cost
    if dear is not None:
        raise dear
    pay(work, unit.key, cost, wanted.key)
    for doer in found:
        hurt(work, doer.body, wanted.action.hp_cost, wanted.key)
    work.emit(
        Acted(unit=unit.key, action=wanted.key),
        Declared(
            unit=unit.key,
            action=wanted.key,
            cost=cost,
            using=wanted.skill_key,
            bodies=tuple(d.body for d in found),
            targets=tuple(dict.fromkeys(d.target for d in found if d.target)),
            cell=cell,
            text=text.strip(),
            checks=len(found) if wanted.checks else 0,
            secret=secret,
        ),
    )
    work.push(
        "action",
        unit.key,
        ACTION,
        action=wanted.key,
        doers=[[d.body, d.skill, d.weapon, d.target] for d in found],
        single=len(found) > 1 and constant(work, "tt.mob.attack_mode") == "single",
        cost=cost,
        cell=None if cell is None else list(cell),
        text=text.strip(),
        **({"secret": True} if secret else {}),
        **({"how": how.kind} if how.kind != "turn" else {}),
        **({"bonus": how.bonus} if how.bonus else {}),
    )


# --- the frame of the declaration -----------------------------------------------------------------------


def still_step(work: Work, frame: Frame) -> None:
    """After an interrupt: whoever cannot do it any more is left out; with nobody left the action ends without a roll,
    its points gone (reference 3.5)."""
    if not frame.memo.get("reacted"):
        return
    unit = work.state.units.get(frame.unit)
    kept = [d for d in still_doers(frame) if unit is not None and _still(work, unit, frame, d)]
    if kept:
        work.note(frame, doers=kept)
        return
    work.emit(Foiled(unit=frame.unit, action=frame.args["action"]))
    work.replan(frame, ())


def _still(work: Work, unit: AnyUnit, frame: Frame, doer: list[str]) -> bool:
    body, skill, weapon, target = doer
    with work.as_seat(unit.seat):
        view = seen_by_sender(work)
    own, found = plan(work.rules, frame.args["action"], skill), view.state.bodies.get(body)
    if own is None or found is None or found.down or found.place is None or held_by(view, found, own):
        return False
    if target:
        other = view.state.bodies.get(target)
        within = attacks.reach(view, own, weapon)
        return other is not None and attacks.problem(view, own, found, other, within) is None
    cell = frame.args["cell"]
    place = None if cell is None else Place(found.place.board, cell[0], cell[1])
    return place is None or attacks.place_problem(view, own, weapon, found, place) is None


def perform_step(work: Work, frame: Frame) -> None:
    """One frame for each body that carries it out; the first in the unit's order runs first."""
    declared = _declared(work, frame)
    if declared is not None and spells.fizzles(work, frame, declared):
        return
    if trials_of(work, frame):
        work.note(frame, checked=True)
    for body, skill, weapon, target in reversed(still_doers(frame)):
        own = plan(work.rules, frame.args["action"], skill)
        if own is None or body not in work.state.bodies:
            continue
        work.push(
            "effect",
            frame.unit,
            compiled(own.action.effect),
            action=own.key,
            using=skill,
            body=body,
            weapon=weapon,
            target=target,
            cost=frame.args["cost"],
            cell=frame.args["cell"],
            text=frame.args["text"],
            root=frame.key,
        )


def _declared(work: Work, frame: Frame) -> Plan | None:
    """What was declared, as its first doer does it."""
    doers = frame.args["doers"]
    return plan(work.rules, frame.args["action"], doers[0][1]) if doers else None


def done_step(work: Work, frame: Frame) -> None:
    """A spell consumes its Magic Points; what the GM laid on the next check ends with it; whoever was attacked in the
    middle of an Extended Action may lose it (T-045)."""
    declared = _declared(work, frame)
    if declared is not None and frame.unit in work.state.units:
        spells.consume(work, frame, declared)
    if frame.memo.get("checked"):
        end_next(work, frame.unit)
        items.spend_postures(work, frame)
    for body, damage in reversed(list(frame.memo.get("struck", {}).items())):
        willpower.struck(work, body, damage)


HANDLERS: dict[type[c.Command], Handler] = {c.Act: act}
STEPS: dict[str, Step] = {
    "action_still": still_step,
    "action_perform": perform_step,
    "action_done": done_step,
}
