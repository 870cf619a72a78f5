"""With what, at whom, from how far: the ways to strike, and why a target cannot be chosen.

Everything here is asked of what the acting seat knows, by the command and by the offer alike, so a refusal tells
no more than the page shows.
"""

from __future__ import annotations

from functools import lru_cache

from tactics.board import distance, grid, in_bounds, sees
from tactics.effects.grounds import grounds
from tactics.effects.specs import Skill
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, Board, Cell, Place, Value
from tactics.secrecy import memo
from tactics.tempus import check_numbers as numbers
from tactics.tempus import gear
from tactics.tempus.action_plan import STRUCK_WITH, Plan
from tactics.tempus.check_numbers import Facts
from tactics.tempus.parts import body_part


class Way(Value, frozen=True):
    """What a body strikes with: an attack skill and, if one is at hand for it, a weapon."""

    skill: str
    weapon: str = ""


def ways(facts: Facts, body: AnyBody) -> tuple[Way, ...]:
    """Every way to strike that the body has: those of its sheet, best rank first, then in the sheet's order; then
    weapons at hand that it never learnt to use; with none of these, what anybody has (T-051, T-135)."""
    found: list[tuple[int, Way]] = []
    for key, rank in body.skills.items():
        skill: Skill | None = facts.rules.find("skill", key)
        if skill is None or not strikes(skill) or str(rank) == "0":
            continue
        if lacks_weapon(facts, body, key):
            continue
        for weapon in _at_hand(facts, body, key) or ("",):
            found.append((-numbers.rank_value(body, key), Way(key, weapon)))
    best = [way for _, way in sorted(found, key=lambda f: f[0])]
    best += [way for way in _unlearnt(facts, body) if way not in best]
    return tuple(best) or tuple(Way(key) for key in _natural(facts.rules))


def _unlearnt(facts: Facts, body: AnyBody) -> list[Way]:
    """The weapons at hand whose skill the body lacks, where that may be tried."""
    found = []
    for key in gear.held_weapons(body):
        weapon = numbers.weapon_of(facts, key)
        skill: Skill | None = facts.rules.find("skill", weapon.skill) if weapon is not None else None
        if weapon is None or skill is None or numbers.rank_of(body, weapon.skill) != "0":
            continue
        if strikes(skill) and skill.usable_untrained:
            found.append(Way(weapon.skill, key))
    return found


@lru_cache(maxsize=32)
def _natural(rules: Rules) -> tuple[str, ...]:
    """The attack skills that anybody may try."""
    return tuple(key for key, s in rules.entries.get("skill", {}).items() if s.natural and strikes(s))


def strikes(skill: Skill) -> bool:
    """Whether a Simple Attack can be made with it (T-051)."""
    return skill.attack and skill.type in STRUCK_WITH and not skill.disabled


@lru_cache(maxsize=32)
def _armed(rules: Rules) -> frozenset[str]:
    """The skills that one has weapons for."""
    return frozenset(weapon.skill for weapon in rules.entries.get("weapon", {}).values())


def lacks_weapon(facts: Facts, body: AnyBody, skill: str) -> bool:
    """Whether the body has no weapon at hand for a skill that needs one. Whose sheet says nothing of what it carries
    is taken to have what it fights with."""
    return body_part(body).armed and skill in _armed(facts.rules) and not _at_hand(facts, body, skill)


def _at_hand(facts: Facts, body: AnyBody, skill: str) -> tuple[str, ...]:
    """The weapons of a body that use this skill."""
    return tuple(
        key
        for key in gear.held_weapons(body)
        if (weapon := facts.rules.find("weapon", key)) is not None and weapon.skill == skill
    )


def way_of(facts: Facts, body: AnyBody, using: str) -> Way:
    """How a body strikes with `using`: a skill, a weapon, or, when it is empty, its best way.

    Raises Refused: `unknown` for a name that is nothing, `illegal.not_ready` for a weapon that it has not.
    """
    if not using:
        best = ways(facts, body)
        if not best:
            raise illegal("not_ready")
        return best[0]
    weapon = numbers.weapon_of(facts, using)
    if weapon is not None:
        if using not in gear.held_weapons(body):
            raise illegal("not_ready")
        return Way(weapon.skill, using)
    if facts.rules.find("skill", using) is None:
        raise Refused("unknown", what=using)
    if lacks_weapon(facts, body, using):
        raise illegal("not_ready")
    at_hand = _at_hand(facts, body, using)
    return Way(using, at_hand[0] if at_hand else "")


def reach(facts: Facts, plan: Plan, weapon: str) -> int | None:
    """Within how many cells the target must be; None: anywhere in sight. A weapon's reach, a shot's range, the
    skill's reach, the action's, in this order (T-051)."""
    held = numbers.weapon_of(facts, weapon)
    if held is not None:
        return held.range or held.reach
    if plan.skill is not None and plan.skill.range:
        return plan.skill.range
    if plan.skill is not None and plan.skill.reach is not None:
        return plan.skill.reach
    return plan.action.reach


def problem(facts: Facts, plan: Plan, body: AnyBody, target: AnyBody, within: int | None) -> Refused | None:
    """Why `body` cannot do this to `target`, or None: target, range, sight (in this order). within: its `reach`.

    A wall or closed door between neighbours stops a blow as it stops an arrow.
    """
    if target.place is None or body.place is None or (target.key == body.key and not plan.on_self):
        return illegal("target")
    return _line_problem(facts, body, target.place, within)


def place_problem(facts: Facts, plan: Plan, weapon: str, body: AnyBody, place: Place) -> Refused | None:
    """The same for a cell."""
    return _line_problem(facts, body, place, reach(facts, plan, weapon))


def _line_problem(facts: Facts, body: AnyBody, place: Place, within: int | None) -> Refused | None:
    if body.place is None or body.place.board != place.board:
        return illegal("range")
    board = facts.state.boards.get(place.board)
    if board is None or not in_bounds(board, place.cell):
        return illegal("target")
    metric = numbers.constant(facts, "tt.grid.metric")
    if within is not None and distance(body.place.cell, place.cell, metric) > within:
        return illegal("range")
    return None if _clear(facts, board, body.place.cell, place.cell) else illegal("sight")


def around(facts: Facts, body: AnyBody) -> tuple[tuple[AnyBody, int], ...]:
    """The bodies to which nothing stops the line from this one, itself among them, and how far off each stands.

    Every offer of a unit asks about them, so it is worked out once for a state.
    """
    notes, note = memo.of(facts.state), ("around", body.key, facts.rules)
    found: tuple[tuple[AnyBody, int], ...] | None = notes.get(note)
    if found is None:
        metric = numbers.constant(facts, "tt.grid.metric")
        here = body.place
        found = notes[note] = tuple(
            (other, distance(here.cell, other.place.cell, metric))
            for other in facts.state.bodies.values()
            if here is not None and other.place is not None and _line_problem(facts, body, other.place, None) is None
        )
    return found


def _clear(facts: Facts, board: Board, a: Cell, b: Cell) -> bool:
    """Whether nothing stops the line between two cells; every offer of a unit asks about the same few."""
    notes, note = memo.of(facts.state), ("clear", board.key, a, b, facts.rules)
    found: bool | None = notes.get(note)
    if found is None:
        found = notes[note] = sees(grid(board, grounds(facts.rules)), a, b)
    return found
