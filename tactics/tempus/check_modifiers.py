"""All that changes a number of a check, each with its name and source (T-142): statuses, what the GM laid, gear,
the action, unspent points."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tactics.effects import specs
from tactics.effects.modifiers import Collector, Modifier, collect, from_laid
from tactics.effects.powers import Change
from tactics.kernel.state import AnyBody
from tactics.tempus import handling, powers
from tactics.tempus.check_facts import Facts, Trial, amount, is_house, unit_of, weapon_of
from tactics.tempus.parts import body_part, unused_pa


def _statuses(facts: Facts, trial: Trial) -> Iterator[Modifier]:
    """Statuses of the one who acts, and, for what concerns the target, of the target."""
    actor, target = facts.state.bodies.get(trial.body), facts.state.bodies.get(trial.target)
    if actor is not None:
        mine = ("attempt", "effectiveness", "crit", "botch") + (() if target else ("difficulty",))
        yield from _of_statuses(facts, actor, mine)
    if target is not None:
        yield from _of_statuses(facts, target, ("def", "soak", "difficulty"))


def _powers(facts: Facts, trial: Trial) -> Iterator[Modifier]:
    """Bonuses, auras and powers: of the one who acts what changes its roll, of the target its defence and soak."""
    skill = facts.rules.find("skill", trial.skill)
    actor, target = facts.state.bodies.get(trial.body), facts.state.bodies.get(trial.target)
    for body, applies in ((actor, ROLLED), (target, ("def", "soak"))):
        for active in powers.changes_on(facts, body) if body is not None else ():
            change = active.change
            if change.applies not in applies or (change.skill and change.skill != trial.skill):
                continue
            if change.stat and not _adds(trial, skill, change):
                continue
            yield Modifier(
                change.applies, active.label, change.value, active.source, stack_group=active.stack, house=active.house
            )


ROLLED = ("attempt", "effectiveness", "crit", "botch")


def _adds(trial: Trial, skill: specs.Skill | None, change: Change) -> bool:
    """Whether the check adds the stat that a change is of: to Effectiveness that of the skill, else the Attempt's."""
    if skill is None:
        return False
    if change.applies == "effectiveness":
        return change.stat == skill.effectiveness_stat
    return change.stat in (trial.stats or skill.stats)


def _retry(facts: Facts, trial: Trial) -> Iterator[Modifier]:
    """The bonus that a failure left for the next attempt at the same (T-162)."""
    actor = facts.state.bodies.get(trial.body)
    if actor is None or trial.resists:
        return
    value = body_part(actor).retries.get(retry_key(trial.skill, trial.target), 0)
    if value:
        yield Modifier("attempt", "retry", value, "posture:retry", house=True)


def retry_key(skill: str, target: str) -> str:
    return f"{skill}>{target}"


def _of_statuses(facts: Facts, body: AnyBody, applies: tuple[str, ...]) -> Iterator[Modifier]:
    for status in body.statuses:
        spec: specs.Status | None = facts.rules.find("status", status.key)
        source = f"status:{status.key}"
        if spec is not None:
            for change in spec.changes:
                if change.applies in applies:
                    label = change.label or spec.label
                    yield Modifier(change.applies, label, change.value * status.stacks, source, house=spec.house)
        for name, value in status.numbers.items():
            if name in applies:
                yield Modifier(name, posture(facts, status.key), value, source)


def posture(facts: Facts, key: str) -> str:
    """The label of a status that an action put on a body: of its own entry, else the action's (T-059)."""
    spec = facts.rules.find("status", key) or facts.rules.find("action", key)
    return spec.label if spec is not None else key


def _laid(facts: Facts, trial: Trial) -> Iterator[Modifier]:
    """What the GM, or an action, laid on those who take part, on their cells, or on this next check."""
    actor, target = facts.state.bodies.get(trial.body), facts.state.bodies.get(trial.target)
    mine = _spots(actor)
    theirs = _spots(target) if target is not None else mine
    for laid in facts.state.laid:
        if laid.applies in ("ruled", "stat"):
            continue
        if laid.applies == "impression":
            # what somebody thinks of people counts for social skills (T-103)
            skill = facts.rules.find("skill", trial.skill)
            social = skill is not None and skill.type == "social" and not trial.resists
            if target is not None and social and laid.on in theirs:
                yield replace(from_laid(laid), applies="attempt")
            continue
        if actor is not None and laid.on == f"next:{actor.unit}":
            if not trial.resists:
                yield from_laid(laid)
        elif laid.applies in ("attempt", "effectiveness", "crit", "botch"):
            if laid.on in mine:
                yield from_laid(laid)
        elif laid.on in theirs and (target is not None or laid.applies == "difficulty"):
            yield from_laid(laid)


def _spots(body: AnyBody | None) -> frozenset[str]:
    """What a modifier may lie on to touch this body."""
    if body is None:
        return frozenset()
    place = body.place
    cell = {f"cell:{place.board}:{place.x}:{place.y}"} if place is not None else set()
    return frozenset({f"body:{body.key}", f"unit:{body.unit}", *cell})


def _gear(facts: Facts, trial: Trial) -> Iterator[Modifier]:
    weapon = weapon_of(facts, trial.weapon)
    if weapon is None:
        return
    source = f"weapon:{trial.weapon}"
    if weapon.attempt_bonus:
        yield Modifier("attempt", weapon.label, weapon.attempt_bonus, source, house=weapon.house)
    if weapon.effectiveness_bonus:
        yield Modifier("effectiveness", weapon.label, weapon.effectiveness_bonus, source, house=weapon.house)


def _hands(facts: Facts, trial: Trial) -> Iterator[Modifier]:
    """What the hands take from handling something (T-178), and what aiming adds (T-055)."""
    if not trial.body:
        return
    for found in (handling.hand_penalty(facts, trial), handling.aim_bonus(facts, trial)):
        if found is not None:
            yield found


def _action(facts: Facts, trial: Trial) -> Iterator[Modifier]:
    """What the action itself adds to Effectiveness: Power Attack (T-052), Called Strike (T-060)."""
    if trial.bonus == 0:
        return
    spec = facts.rules.find("action", trial.action)
    label = spec.label if spec is not None else trial.action
    yield Modifier(
        "effectiveness",
        label,
        amount(facts, trial.bonus),
        f"action:{trial.action}",
        house=is_house(facts, trial.bonus),
    )


def _unused_points(facts: Facts, trial: Trial) -> Iterator[Modifier]:
    """+1 DEF for each PA that the target has not spent (T-088)."""
    target = facts.state.bodies.get(trial.target)
    if target is not None:
        value = unused_pa(facts.state, facts.rules, unit_of(facts, target))
        if value:
            house = is_house(facts, "tt.def.per_unused_pa")
            yield Modifier("def", "unused PA", value, "points:pa", house=house)


COLLECTORS: tuple[Collector[Facts, Trial], ...] = (
    _statuses, _powers, _retry, _laid, _gear, _hands, _action, _unused_points,
)  # fmt: skip


def modifiers(facts: Facts, trial: Trial) -> tuple[Modifier, ...]:
    """All that changes a number of this check, stacked and in order."""
    return collect(COLLECTORS, facts, trial)
