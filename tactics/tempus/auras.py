"""Auras are always on; willpower suppresses one's own for a while, and asserts one that was suppressed from outside
(T-115 to T-117)."""

from __future__ import annotations

from msgspec.structs import replace

from tactics.effects import steps as s
from tactics.effects.specs import Skill
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Step
from tactics.kernel.state import AnyBody, Frame
from tactics.tempus import powers
from tactics.tempus.action_steps import effect, who
from tactics.tempus.check_facts import Facts, amount, constant
from tactics.tempus.parts import Power
from tactics.tempus.power_events import PowerSet

AURA = "supernatural_aura"


def of(facts: Facts, body: AnyBody) -> tuple[str, ...]:
    """The auras of a body, in the sheet's order."""
    found = ((key, facts.rules.find("skill", key)) for key in body.skills if powers.has(body, key))
    return tuple(key for key, skill in found if skill is not None and skill.type == AURA and not skill.disabled)


def problem(facts: Facts, body: AnyBody, key: str, effect: tuple[s.AnyStep, ...]) -> Refused | None:
    """Why this body cannot suppress or assert this aura now: it has none, or it would change nothing."""
    wanted = next((step.set for step in s.flat(effect) if isinstance(step, s.Aura)), "")
    if key not in of(facts, body):
        return illegal("not_ready")
    return illegal("nothing") if powers.suppressed(body, key) == (wanted == "suppressed") else None


def _aura(work: Work, frame: Frame, data: s.Aura) -> None:
    body = who(work, frame, "self")
    key = str(frame.args.get("using", ""))
    skill: Skill | None = work.rules.find("skill", key)
    if body is None or skill is None or powers.suppressed(body, key) == (data.set == "suppressed"):
        return
    turns = skill.suppress_rounds or int(constant(work, "tt.aura.suppress_rounds"))
    power = replace(powers.power(body, key), quiet=turns if data.set == "suppressed" else 0, strength=0)
    work.emit(PowerSet(body=body.key, key=key, power=power, why=data.set))


def _suppress(work: Work, frame: Frame, data: s.Suppress) -> None:
    """All auras of the target; a weaker suppression does not take the place of a stronger one."""
    body = who(work, frame, "target")
    if body is None:
        return
    strength = amount(work, data.strength)
    for key in of(work, body):
        old = powers.power(body, key)
        if old.strength < strength:
            power = replace(old, quiet=data.turns, strength=strength)
            work.emit(PowerSet(body=body.key, key=key, power=power, why="suppressed"))


def counted(power: Power) -> Power:
    """The power one own turn later: a suppression for a time that has passed is over."""
    if power.quiet <= 0:
        return power
    rest = power.quiet - 1
    return replace(power, quiet=rest, strength=power.strength if rest else 0)


STEPS: dict[str, Step] = {"aura": effect(_aura), "suppress": effect(_suppress)}
