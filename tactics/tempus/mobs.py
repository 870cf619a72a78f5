"""A Mob acts as one: every member that can does the action, each with its own roll (T-015), paid once.

`doers` is the list of who does what to whom, for Characters too: theirs has one entry. It is made from what the
acting seat knows. `tt.mob.attack_mode: single` lets the first member's dice count for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Value
from tactics.tempus import attacks
from tactics.tempus.action_plan import Plan, plan
from tactics.tempus.check_numbers import Facts, rank_value, untrained
from tactics.tempus.parts import living


class Doer(Value, frozen=True):
    """A body that carries out an action: with which skill and weapon, at which body (keys; empty: none)."""

    body: str
    skill: str = ""
    weapon: str = ""
    target: str = ""


def able(facts: Facts, unit: AnyUnit) -> tuple[AnyBody, ...]:
    """The members that can act: conscious and on a board. Lost members are not among them."""
    return tuple(b for b in living(facts.state, unit) if b.place is not None)


def held_by(facts: Facts, body: AnyBody, wanted: Plan) -> str:
    """The label of the status that forbids the action or its kind to this body, or empty."""
    for status in body.statuses:
        spec = facts.rules.find("status", status.key)
        if spec is not None and {wanted.key, wanted.action.kind} & set(spec.forbids):
            return str(spec.label)
    return ""


def doers(
    facts: Known,
    unit: AnyUnit,
    wanted: Plan,
    using: str,
    targets: Sequence[str],
    each: dict[str, str] | None,
) -> tuple[Doer, ...]:
    """Who does it to whom. targets: none, or one for all members within reach of it; each: member -> target.

    Raises Refused: with `each`, every pair must be legal; with one target, at least one member must reach it.
    """
    members = able(facts, unit)
    if not members:
        raise illegal("phase")
    if each is not None:
        return tuple(_pair(facts, unit, wanted, using, member, target) for member, target in each.items())
    if not targets:
        return tuple(_doer(facts, wanted, using, member, "") for member in members)
    if len(targets) > 1:
        raise bad_field("target", "one target for all, or `targets` that says which member goes for whom")
    found: list[Doer] = []
    refused: list[Refused] = []
    for member in members:
        try:
            found.append(_aimed(facts, wanted, using, member, targets[0]))
        except Refused as reason:
            refused.append(reason)
    if not found:
        raise _nearest(refused)
    return tuple(found)


class Aim(NamedTuple):
    """A member that can act, before it has a target. doer: without one; own: the plan with what it does it; within:
    so many cells, or None for any in sight."""

    body: AnyBody
    doer: Doer
    own: Plan
    within: int | None


def aims(facts: Known, unit: AnyUnit, wanted: Plan, using: str) -> tuple[Aim, ...]:
    """The members that may do it at all, for who asks about many targets."""
    found = []
    for member in able(facts, unit):
        try:
            doer = _doer(facts, wanted, using, member, "")
        except Refused:
            continue
        own = plan(facts.rules, wanted.key, doer.skill)
        assert own is not None
        found.append(Aim(member, doer, own, attacks.reach(facts, own, doer.weapon)))
    return tuple(found)


def in_reach(facts: Known, aims: Sequence[Aim]) -> dict[str, list[tuple[Doer, int]]]:
    """Target -> those of them that reach it, each with its distance: what `doers` gives for each target."""
    found: dict[str, list[tuple[Doer, int]]] = {}
    for aim in aims:
        for target, away in attacks.around(facts, aim.body):
            if aim.within is not None and away > aim.within:
                continue
            if target.key != aim.body.key or aim.own.on_self:
                found.setdefault(target.key, []).append((replace(aim.doer, target=target.key), away))
    return found


_ORDER = ("illegal.sight", "illegal.range", "illegal.target")


def _nearest(refused: list[Refused]) -> Refused:
    """The reason of the member that came nearest to it: who is in range and does not see says so."""
    rank = {name: index for index, name in enumerate(_ORDER)}
    return min(refused, key=lambda r: rank.get(r.name, len(_ORDER)))


def _pair(facts: Known, unit: AnyUnit, wanted: Plan, using: str, member: str, target: str) -> Doer:
    if member not in unit.bodies or member not in facts.state.bodies:
        raise Refused("unknown", what=member)
    body = facts.state.bodies[member]
    if body.down or body.place is None:
        raise illegal("target")
    return _aimed(facts, wanted, using, body, target)


def _aimed(facts: Known, wanted: Plan, using: str, body: AnyBody, target: str) -> Doer:
    """The member's part against a target that it can reach; raises Refused."""
    doer = _doer(facts, wanted, using, body, target)
    own = plan(facts.rules, wanted.key, doer.skill)
    assert own is not None
    within = attacks.reach(facts, own, doer.weapon)
    reason = attacks.problem(facts, own, body, facts.state.bodies[target], within)
    if reason is not None:
        raise reason
    return doer


def _doer(facts: Known, wanted: Plan, using: str, body: AnyBody, target: str) -> Doer:
    """With what the member does it: as told, or its own best way of striking."""
    if wanted.action.needs_skill == "attack":
        way = attacks.way_of(facts, body, using)
        return _trained(facts, wanted, Doer(body.key, way.skill, way.weapon, target))
    return _trained(facts, wanted, Doer(body.key, wanted.skill_key, "", target))


def _trained(facts: Known, wanted: Plan, doer: Doer) -> Doer:
    """Raises `illegal.untrained` for what nobody may try without a rank (T-135); the GM may all the same."""
    own = plan(facts.rules, wanted.key, doer.skill) if doer.skill else None
    if own is None or facts.is_gm or trained(facts.state.bodies[doer.body], own):
        return doer
    raise illegal("untrained")


def trained(body: AnyBody, wanted: Plan) -> bool:
    """Whether a body may try this by itself: it has the skill, or nobody needs it; of a spell also the rank."""
    skill = wanted.skill
    if skill is None:
        return True
    if wanted.action.needs_rank > rank_value(body, wanted.skill_key):
        return False
    return skill.usable_untrained is not False or not untrained(body, wanted.skill_key, skill)
