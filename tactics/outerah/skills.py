"""Skills: attacks by other numbers, areas, statuses, Buffs and healing (O-256 to O-261, O-217)."""

from __future__ import annotations

from typing import Any

from tactics.effects.breakdown import Term, die
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Known, Narrate, Step, Telling
from tactics.kernel.state import AnyBody, AnyUnit, Frame
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.walking import seen_by_sender
from tactics.mission.words import line, name
from tactics.outerah import aboard, attack_data, attacks, casting, damage, legality, order, spirit, statuses, strays
from tactics.outerah.attack_data import Attack
from tactics.outerah.parts import Acted, body_part, free_to_act, has, pay, truth
from tactics.outerah.specs import Skill
from tactics.outerah.strike_events import Mended


class SentOff(e.Event, frozen=True, tag=True):
    """A body turns aside a spell that would have helped it (O-204)."""

    body: str
    skill: str


class Untouched(e.Event, frozen=True, tag=True):
    """A body is immune to the element of what would have helped it (O-121)."""

    body: str
    element: str


SELF = 0
"""The range of a skill that is done to oneself."""


def use(work: Work, unit: AnyUnit, wish: Any) -> None:
    """Uses a skill of the unit on a target: the part of the turn that the skill says."""
    spec = work.rules.find("skill", wish.using)
    if not isinstance(spec, Skill) or spec.disabled or spec.does == "gem":
        raise Refused("unknown", what=wish.using)
    known = seen_by_sender(work)
    user = next((b for b in free_to_act(truth(work), unit) if wish.using in b.skills), None)
    if user is None:
        raise illegal("not_ready", skill=spec.label)
    if has(work.rules, user, "no_skills"):
        raise illegal("status", name=user.name, status=spec.label)
    found = attack_data.of_skill(known, user, wish.using)
    assert found is not None
    if spec.range == SELF or wish.target is None:
        if spec.range != SELF and spec.does in ("physical", "magic", "status"):
            raise bad_field("target", "name whom it is done to")
        target = user.key
    elif isinstance(wish.target, str):
        target = work.body_key(wish.target)
    else:
        raise bad_field("target", "name whom it is done to")
    if target != user.key:
        wrong = helps(known, user, known.state.bodies[target], found, spec)
        if wrong is not None:
            raise wrong
    part = wish.part or spec.part
    pay(work, unit.key, (part,), wish.using)
    work.emit(Acted(unit=unit.key, action=wish.using))
    if spec.does in ("physical", "magic", "status"):
        attacks.declare(work, unit, target, skill=True)
        place = work.state.bodies[target].place
        near = attacks.caught(truth(work), user, place.board, place.cell, found) if found.area and place else [target]
        others = [one for one in near if one != user.key]
        attacks.begin(work, unit.key, attacks.on_each(user.key, others, found, target))
    else:
        work.push("skill", unit.key, (f"skill_{spec.does}",), body=user.key, target=target, key=wish.using)


def helps(known: Known, user: AnyBody, target: AnyBody, found: Attack, spec: Skill) -> Refused | None:
    """Why the skill cannot reach the target; one that helps reaches the down too, if it heals, and needs no enemy."""
    if spec.does not in ("heal", "buff"):
        return legality.hindrance(known, user, target, found)
    if body_part(target).section:
        return _repairs(known, user, target, spec)
    if user.place is None or target.place is None or user.place.board != target.place.board:
        return illegal("range")
    far = attack_data.cells_apart(known, user.place, target.place)
    if far > attack_data.reach(known, found, user.place, target.place).total:
        return illegal("range")
    return None


def _repairs(known: Known, user: AnyBody, target: AnyBody, spec: Skill) -> Refused | None:
    """Why it does not mend this section: what is destroyed stays so, and it is done aboard (house values)."""
    if not spec.repairs or target.down:
        return illegal("target")
    ship = aboard.ship_of(known.state, user)
    return None if ship is not None and ship.key == target.unit else illegal("range")


def skill_buff(work: Work, frame: Frame) -> None:
    """Rolled for to be cast; what makes its target go next does so at once (O-018, O-256)."""
    spec = work.rules.find("skill", frame.args["key"])
    caster = work.state.bodies.get(frame.args["body"])
    target = work.state.bodies.get(frame.args["target"])
    if caster is None or target is None or not isinstance(spec, Skill) or sent_off(work, frame):
        return
    if damage.untouched(target, spec.element):
        work.emit(Untouched(body=target.key, element=spec.element))
        return
    if casting.cast(work, caster, target.key, spec.buff):
        buff = work.rules.find("status", spec.buff)
        if buff is not None and buff.does == "move_next":
            order.inspire(work, target.unit)


def sent_off(work: Work, frame: Frame) -> bool:
    """Whether the target turns aside what helps it too: then it is done to whoever is where it comes down (O-204,
    O-205)."""
    caster, target = work.state.bodies.get(frame.args["body"]), work.state.bodies.get(frame.args["target"])
    if caster is None or target is None or caster.key == target.key or frame.args.get("astray"):
        return False
    found = attack_data.of_skill(truth(work), caster, frame.args["key"])
    if found is None or not has(work.rules, target, "reflect"):
        return False
    work.emit(SentOff(body=target.key, skill=frame.args["key"]))
    for one in strays.astray(work, caster, target, found):
        work.push("skill", frame.unit, (f"skill_{found.does}",), **{**frame.args, "target": one, "astray": True})
    return True


def skill_heal(work: Work, frame: Frame) -> None:
    spec = work.rules.find("skill", frame.args["key"])
    if isinstance(spec, Skill) and not sent_off(work, frame):
        mend(work, frame, "skill", spec, spec.upgrade, spec.element)


def mend(work: Work, frame: Frame, kind: str, spec: Any, bonus: int, element: str, potion: bool = False) -> None:
    """Rolls and gives hit points: the element counts (O-217), and what patches ends Wounds and Black&Blue if at least
    one point came (O-092)."""
    target = work.state.bodies.get(frame.args["target"])
    user = work.state.bodies.get(frame.args["body"])
    roll = spec.roll
    if target is None or user is None or roll is None:
        return
    known = truth(work)
    faces = work.roll(roll.count, roll.sides, f"{spec.label} heals", unit=frame.unit).faces
    terms = [die(roll.sides, face, f"{kind}:{frame.args['key']}") for face in faces]
    if bonus:
        terms.append(Term(spec.label, bonus, f"{kind}:{frame.args['key']}"))
    amount = damage.healing(known, target, terms, element, potion)
    gained = 0 if spirit.released(work.state, target.key) else max(0, min(amount.total, target.max_hp - target.hp))
    work.emit(
        Mended(
            unit=frame.unit, body=user.key, target=target.key, kind=kind, key=frame.args["key"], amount=amount,
            gained=gained,
        )
    )  # fmt: skip
    statuses.heal(work, target.key, amount.total, "")
    if spec.patches and amount.total >= 1:
        statuses.patch_up(work, target.key)


def _sent_off(t: Telling, ev: SentOff) -> LogLine:
    what = str(getattr(t.known.rules.find("skill", ev.skill), "label", ev.skill))
    return line("roll", f"{name(t, ev.body)} reflects {what}: it goes astray")


def _untouched(t: Telling, ev: Untouched) -> LogLine:
    return line("roll", f"{name(t, ev.body)} is immune to {ev.element}: it has nothing of it")


EVENTS: tuple[type[e.Event], ...] = (SentOff, Untouched)
APPLIERS: dict[type[e.Event], Any] = dict.fromkeys(EVENTS, lambda s, ev: s)
AUDIENCE: dict[type[e.Event], Rule] = dict.fromkeys(EVENTS, shared.both)
WORDS: dict[type[e.Event], Narrate] = {SentOff: _sent_off, Untouched: _untouched}
STEPS: dict[str, Step] = {"skill_buff": skill_buff, "skill_heal": skill_heal}
