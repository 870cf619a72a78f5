"""Activated powers are switched on by a check and off at will, cost upkeep, and may burn out (T-112, T-113, T-118,
T-119). A circumstantial bonus that nobody but its owner can judge is switched here too (T-109).

What the start of a turn counts for powers and auras is here as well (reference 3.5: after the points and the MP).
"""

from __future__ import annotations

from msgspec.structs import replace

from tactics.effects import steps as s
from tactics.effects.specs import Skill
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.appliers import bodies_of
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Handler, Step
from tactics.kernel.state import AnyBody, AnyUnit, Frame, Status
from tactics.mission.turns import active_unit
from tactics.tempus import auras, powers
from tactics.tempus.action_steps import effect, hurt, who
from tactics.tempus.parts import left
from tactics.tempus.power_events import PowerSet


class Switch(c.Command, frozen=True, tag="switch"):
    """Switches an activated power off, or a bonus that counts by word on or off. body: one member of a Mob."""

    unit: c.Key
    skill: c.Key
    on: bool = False
    body: c.Key | None = None


def switch(work: Work, command: Switch) -> None:
    """In the own turn and free of cost (house value); the GM at any time."""
    unit = work.own_unit(command.unit) if work.by.is_gm else active_unit(work, command.unit)
    skill: Skill | None = work.rules.find("skill", command.skill)
    if skill is None:
        raise Refused("unknown", what=command.skill)
    wanted = bodies_of(work.state, unit)
    if command.body is not None:
        wanted = tuple(b for b in wanted if b.key == work.body_key(command.body))
    bodies = [b for b in wanted if powers.has(b, command.skill)]
    if not bodies:
        raise illegal("not_ready")
    by_word = skill.when is not None and skill.when.met == "choice"
    if not by_word and not (skill.toggled and (not command.on or work.by.is_gm)):
        raise illegal("disabled")
    if skill.burn_out and not command.on and not work.by.is_gm:
        raise illegal("limit")
    changed = [b for b in bodies if powers.power(b, command.skill).on != command.on]
    if not changed:
        raise illegal("nothing")
    for body in changed:
        (turn_on if command.on else turn_off)(work, body, command.skill, skill)


def turn_on(work: Work, body: AnyBody, key: str, skill: Skill) -> None:
    power = replace(powers.power(body, key), on=True, burn=skill.burn_out)
    work.emit(PowerSet(body=body.key, key=key, power=power, why="on"))
    if skill.drawback:
        work.emit(e.StatusSet(body=body.key, status=Status(skill.drawback, source=f"power:{key}")))


def turn_off(work: Work, body: AnyBody, key: str, skill: Skill, why: str = "off") -> None:
    power = replace(powers.power(body, key), on=False, burn=0)
    work.emit(PowerSet(body=body.key, key=key, power=power, why=why))
    if any(status.key == skill.drawback and status.source == f"power:{key}" for status in body.statuses):
        work.emit(e.StatusEnded(body=body.key, key=skill.drawback))


def _switch(work: Work, frame: Frame, data: s.Switch) -> None:
    body = who(work, frame, "self")
    key = str(frame.args.get("using", ""))
    skill: Skill | None = work.rules.find("skill", key)
    if body is not None and skill is not None and not powers.power(body, key).on:
        turn_on(work, body, key, skill)


# --- the start of a turn ----------------------------------------------------------------------------------


def turn_passes(work: Work, unit: AnyUnit, *, skipped: bool = False) -> None:
    """Counts what ends after own turns, and takes upkeep. A turn that is skipped passes for this too, without upkeep:
    who lies there pays nothing."""
    for body in bodies_of(work.state, unit):
        for key in sorted(body.part.powers if body.part is not None else ()):
            _passes(work, unit.key, body.key, key, upkeep=not skipped)


def _passes(work: Work, unit: str, owner: str, key: str, *, upkeep: bool) -> None:
    body = work.state.bodies[owner]
    skill: Skill | None = work.rules.find("skill", key)
    power = powers.power(body, key)
    if skill is None:
        return
    counted = auras.counted(power)
    if counted != power:
        over = powers.suppressed(body, key) and not (counted.quiet or counted.strength)
        work.emit(PowerSet(body=owner, key=key, power=counted, why="back" if over else ""))
    if not (skill.toggled and counted.on):
        return
    if counted.burn == 1:
        turn_off(work, body, key, skill, "burnt_out")
        return
    if upkeep and skill.upkeep and not _pays(work, work.state.units[unit], body, key, skill):
        turn_off(work, body, key, skill, "unpaid")
    elif counted.burn:
        work.emit(PowerSet(body=owner, key=key, power=replace(counted, burn=counted.burn - 1)))


def _pays(work: Work, unit: AnyUnit, body: AnyBody, key: str, skill: Skill) -> bool:
    """Takes the upkeep, or nothing at all if it is not there; never the last hit point (T-119)."""
    points = {pool: n for pool, n in skill.upkeep.items() if pool != "hp" and n}
    health = skill.upkeep.get("hp", 0)
    if any(left(unit, pool) < n for pool, n in points.items()) or (health and body.hp <= health):
        return False
    if points:
        rest = {pool: left(unit, pool) - n for pool, n in points.items()}
        work.emit(e.Spent(unit=unit.key, points=points, left=rest, why=key))
    hurt(work, body.key, health, key)
    return True


COMMANDS: tuple[type[c.Command], ...] = (Switch,)
HANDLERS: dict[type, Handler] = {Switch: switch}
STEPS: dict[str, Step] = {"switch": effect(_switch)}
