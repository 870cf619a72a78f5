"""What the hands, and what is in them, allow and take from a check (T-050, T-055, T-175 to T-179)."""

from __future__ import annotations

from tactics.effects.modifiers import Modifier
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.state import AnyBody
from tactics.tempus import gear as g
from tactics.tempus.action_plan import Plan, plan
from tactics.tempus.check_facts import Facts, Trial, constant
from tactics.tempus.parts import Thing

AIM, MANUAL = "aim", "manual_read"
"""Statuses: who aims (source: at whom), and who has read how to do a skill (source: which)."""


def ready_item(facts: Facts, body: AnyBody, item: str) -> Thing | None:
    """The Ready Item of this kind, one in the hands before one that is worn."""
    found = [t for t in g.ready(facts, body) if t.item == item]
    return min(found, key=lambda t: t.where != g.HAND, default=None)


def needs_hand(wanted: Plan) -> bool:
    """Whether something is handled besides what one strikes with (reference: `needs_hand`)."""
    skill = wanted.skill
    return wanted.action.needs_hand or (skill is not None and skill.needs_hand and not skill.attack)


def hindered(facts: Facts, body: AnyBody, wanted: Plan) -> Refused | None:
    """Why these hands cannot do it: the item is not ready, or no hand is free for it (T-050, T-175, T-179)."""
    if wanted.item:
        thing = ready_item(facts, body, wanted.item)
        if thing is None:
            return illegal("not_ready")
        if thing.where == g.HAND:
            return None
    elif not needs_hand(wanted):
        return None
    return illegal("hands") if g.handling(facts, body) is None else None


def hand_penalty(facts: Facts, trial: Trial) -> Modifier | None:
    """-3 on a check that handles an object other than the one held, with a hand that holds something (T-178)."""
    body = facts.state.bodies.get(trial.body)
    wanted = plan(facts.rules, trial.action or trial.skill, trial.skill)
    if body is None or wanted is None or trial.resists or trial.weapon:
        return None
    if wanted.item:
        thing = ready_item(facts, body, wanted.item)
        if thing is not None and thing.where == g.HAND:
            return None
    elif not needs_hand(wanted):
        return None
    value = g.handling(facts, body)
    if not value:
        return None
    return Modifier("attempt", "half a hand", value, "gear:hands", house=False)


def aim_bonus(facts: Facts, trial: Trial) -> Modifier | None:
    """What Aim adds to a shot at the one that was aimed at."""
    body = facts.state.bodies.get(trial.body)
    if body is None or not trial.target or not shot(facts, trial.skill, trial.weapon):
        return None
    for status in body.statuses:
        if status.key == AIM and status.source == f"body:{trial.target}":
            value = int(constant(facts, "tt.aim.bonus")) * status.stacks
            return Modifier("attempt", "Aim", value, "action:aim", house=True)
    return None


def shot(facts: Facts, skill: str, weapon: str) -> bool:
    """Whether an attack carries further than an arm."""
    held = facts.rules.find("weapon", weapon) if weapon else None
    spec = facts.rules.find("skill", skill) if skill else None
    return bool(held.range if held is not None else spec is not None and spec.attack and spec.range)
