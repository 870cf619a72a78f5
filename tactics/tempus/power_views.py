"""Bonuses, auras and powers as a seat sees them: switches among the offers, marks on units, areas on the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from tactics.board import distance
from tactics.effects.breakdown import signed
from tactics.effects.specs import Action, Skill
from tactics.effects.text import changes_text, named, sentence
from tactics.kernel.appliers import bodies_of
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit, Cell
from tactics.kernel.view import AreaView, BadgeView, OptionView
from tactics.tempus import mobs, powers
from tactics.tempus.check_facts import constant
from tactics.tempus.knowledge import knows_numbers

GROUP, BONUSES = "Powers", "Bonuses"


def own_skills(known: Known, unit: AnyUnit) -> list[tuple[str, Skill]]:
    """The bonuses and supernatural powers of any member, in the sheet's order."""
    there = _there(known.rules)
    bodies = bodies_of(known.state, unit)
    keys = dict.fromkeys(k for b in bodies for k in b.skills if k in there and powers.has(b, k))
    return [(key, there[key]) for key in keys]


@lru_cache(maxsize=32)
def _there(rules: Rules) -> dict[str, Skill]:
    """The skills of the data that are always there or can be on."""
    entries: dict[str, Skill] = dict(rules.entries.get("skill", {}))
    return {key: s for key, s in entries.items() if (s.always or s.toggled) and not s.disabled}


def others(known: Known, unit: AnyUnit, action: Action) -> bool:
    """Whether an action is only for those who have a spell's school or an aura, and nobody of the unit has one."""
    bodies = bodies_of(known.state, unit)
    if action.needs_skill == "aura":
        return not any(s.type == "supernatural_aura" for _, s in own_skills(known, unit))
    skill = known.rules.find("skill", action.check) if action.check else None
    if skill is None or skill.usable_untrained is not False:
        return False
    return not any(powers.has(body, action.check) for body in bodies)


def switches(known: Known, unit: AnyUnit) -> list[OptionView]:
    """What can be switched now: off a power that is on, on or off a bonus that counts by word (T-109, T-112)."""
    out = []
    for key, skill in own_skills(known, unit):
        bodies = [b for b in mobs.able(known, unit) if powers.has(b, key)]
        on = [b for b in bodies if powers.power(b, key).on]
        by_word = skill.when is not None and skill.when.met == "choice"
        if not bodies or not (by_word or (skill.toggled and on)):
            continue
        option = OptionView(
            key=f"switch:{key}",
            unit=unit.key,
            do="switch",
            label=f"{skill.label}: switch {'off' if on else 'on'}",
            group=BONUSES if by_word else GROUP,
            cost="free",
            title=f"{'On' if on else 'Off'} now.",
            rule=sentence(skill, known.rules),
            help=f"skill:{key}",
            command={"skill": key, "on": not on},
            house=skill.house,
        )
        out.append(_cannot(option, on[0], key) if skill.burn_out and on and not known.is_gm else option)
    return out


def _cannot(option: OptionView, body: AnyBody, key: str) -> OptionView:
    turns = powers.power(body, key).burn
    words = f"burns out by itself in {turns} turn{'s' * (turns != 1)}"
    return OptionView(
        key=option.key, unit=option.unit, do=option.do, label=option.label, group=option.group, title=option.title,
        rule=option.rule, help=option.help, why_not=words, why_code="limit", house=option.house,
    )  # fmt: skip


# --- marks ------------------------------------------------------------------------------------------------


def badges(known: Known, unit: AnyUnit) -> list[BadgeView]:
    """How the unit's own powers stand, and whose areas it is in, as far as the viewer knows."""
    out = []
    own = known.is_gm or knows_numbers(known.state, known.seat, unit)
    for key, skill in own_skills(known, unit):
        bodies = [b for b in bodies_of(known.state, unit) if powers.has(b, key)]
        word, tone = _state(known, bodies, key, skill)
        if word:
            out.append(BadgeView(f"power.{key}", word, tone, changes_text(skill) if own or skill.radius else ""))
    for body in bodies_of(known.state, unit):
        for active in powers.changes_on(known, body):
            if active.source.startswith("aura:"):
                change = active.change
                tone = "good" if change.value > 0 else "bad"
                label = f"{active.label} {signed(change.value)} {named(change.applies)}"
                badge = BadgeView(f"in.{active.stack}.{change.applies}", label, tone, f"{body.name} is in this area")
                if all(badge.key != other.key for other in out):
                    out.append(badge)
    return out


def waiting(known: Known, bodies: list[AnyBody]) -> tuple[bool, ...]:
    """Whether each bonus that waits for something counts now."""
    there = _waiting(known.rules)
    return tuple(powers.met(known, b, k, there[k].when) for b in bodies for k in b.skills if k in there)


@lru_cache(maxsize=32)
def _waiting(rules: Rules) -> dict[str, Skill]:
    return {key: s for key, s in _there(rules).items() if s.type == "bonus" and s.when is not None}


def _state(known: Known, bodies: list[AnyBody], key: str, skill: Skill) -> tuple[str, str]:
    """(words, tone) of a power for its badge; none for what is off or always there."""
    if skill.type == "bonus":
        counts = skill.when is not None and any(powers.met(known, b, key, skill.when) for b in bodies)
        return (f"{skill.label} counts", "good") if counts else ("", "")
    if skill.toggled:
        left = max((powers.power(b, key).burn for b in bodies if powers.power(b, key).on), default=-1)
        return ("", "") if left < 0 else (f"{skill.label} on{f', {left} left' if left else ''}", "good")
    held = [powers.power(b, key) for b in bodies if powers.suppressed(b, key)]
    if not held:
        return skill.label, "info"
    strength = max(p.strength for p in held)
    return f"{skill.label} suppressed{f', strength {strength}' if strength else ''}", "warn"


# --- areas ------------------------------------------------------------------------------------------------


def areas(known: Known) -> tuple[AreaView, ...]:
    """The area of every aura and power in effect that this viewer may know of, for the map."""
    metric = str(constant(known, "tt.grid.metric"))
    out = []
    for source in powers.sources(known):
        skill: Skill = known.rules.entries["skill"][source.key]
        owner, place = known.state.bodies[source.body], source.place
        board = known.state.boards.get(place.board) if place is not None else None
        if board is None or place is None:
            continue
        out.append(
            AreaView(
                key=f"{source.body}.{source.key}",
                board=board.key,
                label=skill.label,
                body=source.body,
                cells=_around(place.cell, skill.radius, metric, board.width, board.height),
                helps=all(change.value >= 0 for change in skill.changes),
                title=f"{skill.label} of {owner.name}: {changes_text(skill)}",
            )
        )
    return tuple(out)


@lru_cache(maxsize=1024)
def _around(at: Cell, r: int, metric: str, width: int, height: int) -> tuple[Cell, ...]:
    """The cells of a board that are at most so far away."""
    columns = range(max(0, at[0] - r), min(width, at[0] + r + 1))
    rows = range(max(0, at[1] - r), min(height, at[1] + r + 1))
    return tuple((x, y) for y in rows for x in columns if distance(at, (x, y), metric) <= r)


@lru_cache(maxsize=32)
def choices(rules: Rules) -> dict[str, tuple[tuple[str, str], ...]]:
    """Skills that can be checked, spells and stats, for the GM's windows; each by its label."""

    def some(kind: str, wanted: Callable[[Any], bool]) -> tuple[tuple[str, str], ...]:
        found = [(key, spec.label) for key, spec in rules.entries.get(kind, {}).items() if wanted(spec)]
        return tuple(sorted(found, key=lambda pair: pair[1]))

    return {
        "skill": some("skill", lambda s: not s.disabled and bool(s.stats) and not s.always),
        "spell": some("action", lambda a: a.level > 0),
        "stat": some("stat", lambda s: True),
    }
