"""Magic: what a spell costs and when it is consumed, how somebody casts, what comes back each turn (T-125 to T-132).

A spell is an action with a level. Its points are paid like any action's; its Magic Points are needed when it is
declared and consumed when its casting is complete: all of them, or half of a failure. A Mob casts as one and
consumes them once; one member's success is enough for the whole price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tactics.effects.specs import Action, Race, Style
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.ruleset import Handler
from tactics.kernel.state import AnyBody, AnyUnit, Frame, Pool
from tactics.tempus.check_facts import Facts, constant
from tactics.tempus.parts import body_part, left
from tactics.tempus.power_events import Fizzled, ManaSpent, StyleSet

if TYPE_CHECKING:
    from tactics.tempus.action_plan import Plan

MP = "mp"
ANY = "*"
"""In `casting`: every spell that has no way of its own."""


def mana(facts: Facts, action: Action) -> int:
    """The Magic Points of a spell: 5 for each level (T-128); 0 for what is none."""
    return action.level * int(constant(facts, "tt.mp.per_level"))


def lacks(facts: Facts, unit: AnyUnit, action: Action) -> Refused | None:
    """Why a spell cannot be declared: its Magic Points must all be there, also where it is cast later (T-130)."""
    need = mana(facts, action)
    return illegal("cost", need=f"{need} MP", left=f"{left(unit, MP)} MP") if need > left(unit, MP) else None


def share(facts: Facts, points: int) -> int:
    """What a failure consumes of a spell's points: half, rounded up (T-131)."""
    percent = round(float(constant(facts, "tt.mp.fail_share")) * 100)
    up = constant(facts, "tt.mp.fail_round") == "up"
    return -(-points * percent // 100) if up else points * percent // 100


def regained(facts: Facts, unit: AnyUnit) -> int:
    """What comes back at the start of a turn: 20 % of the maximum, rounded down, never above it (T-132)."""
    pool = unit.pools.get(MP, Pool())
    of = pool.of if constant(facts, "tt.mp.regen_of") == "max" else pool.left
    whole = of * int(constant(facts, "tt.mp.regen_percent"))
    points = -(-whole // 100) if constant(facts, "tt.mp.regen_round") == "up" else whole // 100
    return max(0, min(points, pool.of - pool.left))


def style_of(facts: Facts, body: AnyBody, spell: str) -> Style:
    """How a body casts a spell: as it alone does this one, or all, else as its race does (T-126)."""
    own = body_part(body).casting
    found = own.get(spell) or own.get(ANY)
    if found is not None:
        return found
    race: Race | None = facts.rules.find("race", facts.state.units[body.unit].race)
    return race.casting if race is not None else Style()


# --- while it is cast -----------------------------------------------------------------------------------


def fizzles(work: Work, frame: Frame, plan: Plan) -> bool:
    """Whether the points that were there at the declaration are gone: then it fails without a check (T-130)."""
    need = mana(work, plan.action)
    if not need or left(work.state.units[frame.unit], MP) >= need:
        return False
    work.emit(Fizzled(unit=frame.unit, action=plan.key))
    work.note(frame, cast="failed")
    return True


def came_to(work: Work, root: Frame | None, won: bool) -> None:
    """Notes what one caster's check came to, in the frame of the declaration."""
    if root is not None and root.memo.get("cast") != "complete":
        work.note(root, cast="complete" if won else "failed")


def consume(work: Work, frame: Frame, plan: Plan) -> None:
    """The casting is complete, or has failed. Broken off before its check it consumes nothing (reference 3.5)."""
    result = frame.memo.get("cast")
    need = mana(work, plan.action)
    if result is None or not need:
        return
    failed = result == "failed"
    pool = work.state.units[frame.unit].pools.get(MP, Pool())
    taken = min(pool.left, share(work, need) if failed else need)
    work.emit(
        e.Spent(unit=frame.unit, points={MP: taken}, left={MP: pool.left - taken}, why=plan.key),
        ManaSpent(unit=frame.unit, action=plan.key, mp=taken, failed=failed),
    )


# --- the GM sets how somebody casts ---------------------------------------------------------------------


class SetCasting(c.Command, frozen=True, tag="set_casting"):
    """The GM sets how a body casts a spell, or all of them (`*`): {stat, skill}, or None for its race's way."""

    body: c.Key
    spell: str = ANY
    stat: str | tuple[str, str] = ""
    skill: str = ""
    clear: bool = False


def set_casting(work: Work, command: SetCasting) -> None:
    if not work.by.is_gm:
        raise Refused("not_allowed")
    body = work.body_key(command.body)
    spell: Any = work.rules.find("action", command.spell)
    if command.spell != ANY and (spell is None or not spell.level):
        raise Refused("unknown", what=command.spell)
    style = Style(command.stat, command.skill)
    for stat in style.stats:
        if work.rules.find("stat", stat) is None:
            raise Refused("unknown", what=stat)
    if style.skill and work.rules.find("skill", style.skill) is None:
        raise Refused("unknown", what=style.skill)
    if len(set(style.stats)) != len(style.stats):
        raise bad_field("stat", "a compound check names two different stats")
    work.emit(StyleSet(body=body, spell=command.spell, style=None if command.clear else style))


COMMANDS: tuple[type[c.Command], ...] = (SetCasting,)
HANDLERS: dict[type, Handler] = {SetCasting: set_casting}
