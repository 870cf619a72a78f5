"""A Mob's attack in two presses (table.md 14): focused on one target by its button, or spread, with a proposed target
for each member that may be changed before it is sent."""

from __future__ import annotations

from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyUnit
from tactics.kernel.view import FieldView, OptionView, TargetView
from tactics.mission.members import assigned
from tactics.tempus import mobs, odds
from tactics.tempus.action_offers import LONG
from tactics.tempus.action_plan import plan, skill_by
from tactics.tempus.parts import cost_of, living

NOBODY = ("", "does not attack")


def spread(known: Known, unit: AnyUnit, options: list[OptionView]) -> list[OptionView]:
    """One more offer for each attack that has several targets in reach of a unit with several members."""
    if len(mobs.able(known, unit)) < 2:
        return []
    found = (_spread(known, unit, option) for option in options if len(option.targets) > 1 and not option.why_not)
    return [option for option in found if option is not None]


def _spread(known: Known, unit: AnyUnit, option: OptionView) -> OptionView | None:
    action, using = str(option.command.get("action", "")), str(option.command.get("with", ""))
    wanted = plan(known.rules, action, skill_by(known.rules, using))
    if wanted is None or wanted.action.needs_skill != "attack":
        return None
    friends = {b for u in known.state.units.values() if u.side == unit.side for b in u.bodies}
    targets = [t for t in option.targets if t.body not in friends]
    able = [body.key for body in mobs.able(known, unit)]
    reached = {member: [t for t in targets if _can(known, unit, option, member, t.body)] for member in able}
    choices = {member: found for member, found in reached.items() if found}
    whole = LONG in option.cost and not known.is_gm  # over turns a Mob does it as a whole or not at all (T-042)
    if len(targets) < 2 or len(choices) < 2 or (whole and len(choices) < len(living(known.state, unit))):
        return None
    idle = () if whole else (NOBODY,)
    aims = assigned({member: [t.body for t in found] for member, found in choices.items()})

    def named(member: str, target: TargetView) -> str:
        """The target with the chance that this member has there."""
        doer = mobs.doers(known, unit, wanted, using or wanted.skill_key, (), {member: target.body})[0]
        chance = odds.of_member(known, unit, wanted, doer).chance
        return " ".join(part for part in (target.name, target.cell, chance) if part)

    fields = tuple(
        FieldView(
            name=f"targets/{member}",
            label=known.state.bodies[member].name,
            kind="choice",
            choices=(*((t.body, named(member, t)) for t in found), *idle),
            value=aims[member],
        )
        for member, found in choices.items()
    )
    return OptionView(
        key=f"spread:{option.key}",
        unit=unit.key,
        do="act",
        label=f"{option.label}, spread",
        group=option.group,
        cost=option.cost,
        costs=cost_of(option.costs),
        title="Each member goes for a target of its own; every one may be changed.",
        command=dict(option.command),
        fields=fields,
        help=option.help,
    )


def _can(known: Known, unit: AnyUnit, option: OptionView, member: str, target: str) -> bool:
    """Whether this member reaches that target with this attack."""
    using = str(option.command.get("with", ""))
    wanted = plan(known.rules, str(option.command["action"]), skill_by(known.rules, using))
    if wanted is None:
        return False
    try:
        mobs.doers(known, unit, wanted, using, (), {member: target})
    except Refused:
        return False
    return True
