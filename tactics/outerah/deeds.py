"""What the parts of a turn are used for: from a wish (`act`, `part`) to the file that carries it out (O-021, O-025).

An option of the rules data names the parts that it may use, the usual one first; `part` names one of them. A weapon
or skill may stand in the place of an option: then it is an attack or a use of that skill.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tactics.kernel import commands as c
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler
from tactics.kernel.state import AnyUnit, Value
from tactics.mission import turns
from tactics.outerah import attacks, hiding, improvise, items, moving, skills
from tactics.outerah.parts import Part
from tactics.outerah.specs import PARTS, Option, Skill, Weapon


class Wish(Value, frozen=True):
    """What somebody wants to do. part: which part of the turn, or empty: the usual one."""

    action: str
    part: str = ""
    using: str = ""
    target: Any = None
    text: str = ""
    targets: Mapping[str, str] | None = None
    """Which member of a Mob attacks whom."""


Deed = Callable[[Work, AnyUnit, Wish], None]


def act(work: Work, command: c.Act) -> None:
    wish = Wish(command.action, "", command.using or "", command.target, command.text, command.targets)
    do(work, turns.active_unit(work, command.unit), wish)


def part(work: Work, command: Part) -> None:
    if command.part not in PARTS:
        raise bad_field("part", f"choose one of {', '.join(PARTS)}")
    wish = Wish(command.action, command.part, command.using or "", command.target, command.text, command.targets)
    do(work, turns.active_unit(work, command.unit), wish)


def do(work: Work, unit: AnyUnit, wish: Wish) -> None:
    """Carries it out, or says why not."""
    for kind, spec, action in (("weapon", Weapon, "attack"), ("skill", Skill, "skill")):
        if isinstance(work.rules.find(kind, wish.action), spec):
            wish = Wish(action, wish.part, wish.action, wish.target, wish.text, wish.targets)
    option = work.rules.find("action", wish.action)
    deed = DEEDS.get(wish.action)
    if not isinstance(option, Option) or deed is None:
        raise Refused("unknown", what=wish.action)
    if option.disabled or not option.playable:
        raise illegal("disabled")
    if wish.part and wish.part not in option.parts:
        raise bad_field("part", f"{option.label} uses {' or '.join(option.parts)}")
    deed(work, unit, wish)


def _sprint(work: Work, unit: AnyUnit, wish: Wish) -> None:
    moving.sprint(work, unit, wish.target)


def _something_else(work: Work, unit: AnyUnit, wish: Wish) -> None:
    improvise.plainly(work, unit, wish.part or "mainhand", wish.text)


DEEDS: Mapping[str, Deed] = {
    "attack": attacks.attack,
    "skill": skills.use,
    "item": items.use,
    "hide": hiding.hide,
    "sprint": _sprint,
    "something_else": _something_else,
}
HANDLERS: dict[type, Handler] = {c.Act: act, Part: part}
