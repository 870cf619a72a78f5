"""What a check adds up to before any die falls: Attempt, difficulty, Effectiveness, soak, each with its terms.

The engine asks with the true state, a preview with what its seat knows (`kernel.ruleset.Known`): one code, so
what is shown is what is rolled. Numbers are whole; C3 rounds halves of a Compound Check.
"""

from __future__ import annotations

from tactics.effects.breakdown import Breakdown, Term
from tactics.effects.formula import Dice
from tactics.effects.modifiers import Modifier, add, value_of
from tactics.effects.odds import Ranges
from tactics.effects.specs import Race, Skill
from tactics.kernel.state import AnyBody
from tactics.tempus.check_facts import (
    Facts,
    Trial,
    amount,
    constant,
    is_house,
    skill_of,
    unit_of,
    weapon_of,
)
from tactics.tempus.check_modifiers import modifiers
from tactics.tempus.parts import stat

__all__ = [
    "Facts", "Trial", "amount", "attempt", "constant", "defence", "dice_of", "difficulty", "effectiveness",
    "has_preset", "modifiers", "ranges", "rank_of", "rank_value", "resisting", "skill_of", "soak", "untrained",
    "untrained_terms", "weapon_of",
]  # fmt: skip

# --- ranks (T-133 to T-137) -------------------------------------------------------------------------


def rank_of(body: AnyBody, skill: str) -> str:
    """`P` or `0` to `10`; `0`: one does not have it."""
    return str(body.skills.get(skill, "0"))


def untrained(body: AnyBody, key: str, skill: Skill) -> bool:
    """Whether the body lacks the skill (T-135); unranked skills are nobody's lack (T-133)."""
    return not skill.unranked and rank_of(body, key) == "0" and not has_read(body, key)


def has_read(body: AnyBody, key: str) -> bool:
    """Whether the body has just read how it is done: its next attempt counts as rank P (T-057)."""
    return any(status.key == "manual_read" and status.source == f"skill:{key}" for status in body.statuses)


def rank_value(body: AnyBody, skill: str) -> int:
    rank = rank_of(body, skill)
    return 0 if rank == "P" else int(rank)


def race_term(facts: Facts, body: AnyBody, skill: Skill) -> Term:
    """The penalty for a skill that one does not have, by race (T-136)."""
    race = unit_of(facts, body).race
    spec: Race | None = facts.rules.find("race", race)
    overridden = facts.state.options.get("tt.race_penalty") or {}
    if race in overridden:
        return Term(f"no {skill.label}", int(overridden[race]), f"race:{race}", house=True)
    if spec is not None and race != "other":
        return Term(f"no {skill.label}", spec.penalty, f"race:{race}", house=spec.house)
    return Term(f"no {skill.label}", int(constant(facts, "tt.race_penalty.other")), "race:other", house=True)


def untrained_terms(facts: Facts, body: AnyBody, skill: Skill) -> tuple[Term, Term]:
    """What one adds to the die with a skill that one does not have: the race's penalty and the stat."""
    return race_term(facts, body, skill), stat_term(facts, body, skill)


def rank_term(facts: Facts, body: AnyBody, key: str, skill: Skill) -> Term | None:
    """What the rank gives: its number, nothing with P (T-134), the racial penalty without it (T-136)."""
    if skill.unranked:
        return None
    if untrained(body, key, skill):
        return race_term(facts, body, skill)
    if rank_of(body, key) == "0":
        return Term(f"{skill.label} P, as read", 0, f"skill:{key}", house=True)
    if rank_of(body, key) == "P":
        return Term(f"{skill.label} P", 0, f"skill:{key}")
    return Term(skill.label, rank_value(body, key), f"skill:{key}")


def stat_term(facts: Facts, body: AnyBody, skill: Skill, stats: tuple[str, ...] = ()) -> Term:
    """The stat of the Attempt (T-141), or half the sum of two (T-101). stats: in place of the skill's."""
    stats = stats or skill.stats
    if len(stats) == 1:
        return Term(stats[0], stat(body, stats[0]), f"stat:{stats[0]}")
    total = sum(stat(body, key) for key in stats)
    up = constant(facts, "tt.compound.round") != "down"
    return Term(f"half of {' + '.join(stats)}", -(-total // 2) if up else total // 2, "stat:compound")


# --- the four numbers -------------------------------------------------------------------------------


Found = tuple[Modifier, ...]
"""What `modifiers` gave for this trial, for who asks several of the numbers and gathers once."""


def attempt(facts: Facts, trial: Trial, found: Found | None = None) -> Breakdown:
    """Rank, stat and modifiers, without the die (T-140 to T-142): `2 Claw + 3 DEX = 5`."""
    body = facts.state.bodies[trial.body]
    skill = skill_of(facts, trial.skill)
    ranked = trial.rank or trial.skill
    rank = rank_term(facts, body, ranked, skill_of(facts, ranked))
    terms = ((rank,) if rank is not None else ()) + (stat_term(facts, body, skill, trial.stats),)
    return add(Breakdown("Attempt", terms), modifiers(facts, trial) if found is None else found, "attempt")


def defence(facts: Facts, body: AnyBody) -> Breakdown:
    """DEF with all that adds to it now: statuses, stance, unused PA (T-088), what was laid (T-144)."""
    base = Breakdown("Defence", _def_terms(facts, body))
    return add(base, modifiers(facts, Trial(body="", skill="", target=body.key)), "def")


def _def_terms(facts: Facts, body: AnyBody) -> tuple[Term, ...]:
    """The stat, and half of DEX + WIT where a campaign wants it (`tt.def.stat_bonus`)."""
    terms: tuple[Term, ...] = (Term("DEF", stat(body, "DEF"), "stat:DEF"),)
    if constant(facts, "tt.def.stat_bonus"):
        half = (stat(body, "DEX") + stat(body, "WIT")) // 2
        terms += (Term("half of DEX + WIT", half, "stat:bonus", house=True),)
    return terms


def difficulty(facts: Facts, trial: Trial, found: Found | None = None) -> Breakdown:
    """The suggested difficulty (T-143, T-144): DEF with what adds to it, or what the data or the constant says.

    Of a Versus check it is only what is added to the other's roll.
    """
    found = modifiers(facts, trial) if found is None else found
    base = Breakdown("Difficulty")
    if trial.against == "def":
        base = add(base.plus(*_def_terms(facts, facts.state.bodies[trial.target])), found, "def")
    elif trial.against == "difficulty":
        base = base.plus(_preset(facts, trial))
    elif trial.against == "suppression":
        base = base.plus(Term("suppression", trial.strength, "power:suppression"))
    return add(base, found, "difficulty")


def has_preset(facts: Facts, trial: Trial) -> bool:
    """Whether anything but the general constant suggests a difficulty (`tt.ask.difficulty`: some)."""
    return (
        trial.against != "difficulty"
        or trial.difficulty is not None
        or skill_of(facts, trial.skill).difficulty is not None
    )


def _preset(facts: Facts, trial: Trial) -> Term:
    skill = skill_of(facts, trial.skill)
    if trial.difficulty is not None:
        value, house = amount(facts, trial.difficulty), is_house(facts, trial.difficulty)
        return Term("difficulty", value, f"action:{trial.action}", house=house)
    if skill.difficulty is not None:
        return Term(skill.label, skill.difficulty, f"skill:{trial.skill}", house=skill.house)
    return Term("difficulty", int(constant(facts, "tt.check.difficulty")), "constant:tt.check.difficulty", house=True)


def dice_of(facts: Facts, trial: Trial) -> Dice | None:
    """The Effectiveness roll (T-159): the weapon's, else the skill's, or None (T-160)."""
    weapon = weapon_of(facts, trial.weapon)
    return weapon.dice if weapon is not None else skill_of(facts, trial.skill).dice


def effectiveness(facts: Facts, trial: Trial, found: Found | None = None) -> Breakdown:
    """Stat, ranks and modifiers of the Effectiveness, without its dice (T-157). Never below 0 (C4)."""
    body = facts.state.bodies[trial.body]
    skill = skill_of(facts, trial.skill)
    terms: tuple[Term, ...] = ()
    key = skill.effectiveness_stat
    if key:
        terms += (Term(key, stat(body, key), f"stat:{key}"),)
    ranked = trial.rank or trial.skill
    if not skill.unranked and rank_value(body, ranked):
        terms += (Term(skill_of(facts, ranked).label, rank_value(body, ranked), f"skill:{ranked}"),)
    found = modifiers(facts, trial) if found is None else found
    return add(Breakdown("Effectiveness", terms, floor=0), found, "effectiveness")


def soak(facts: Facts, trial: Trial) -> Breakdown:
    """What the target takes from damage (T-158); never below 0."""
    target = facts.state.bodies[trial.target]
    base = Breakdown("Soak", (Term("SK", stat(target, "SK"), "stat:SK"),), floor=0)
    return add(base, modifiers(facts, trial), "soak")


def ranges(facts: Facts, trial: Trial, found: Found | None = None) -> Ranges:
    """The faces of the second die that are critical or botch (T-151), as modifiers widen or narrow them (T-152).

    +1 crit makes 8 to 10 into 7 to 10, -1 botch makes 1 to 3 into 1 to 2. They never overlap: the critical
    range gives way.
    """
    found = modifiers(facts, trial) if found is None else found
    low, high = constant(facts, "tt.crit.success")
    first, last = constant(facts, "tt.crit.failure")
    last = max(0, min(10, last + value_of(found, "botch")))
    if last < first:
        first, last = 1, 0
    low = max(1, min(11, low - value_of(found, "crit")), last + 1)
    if low > high:
        low, high = 11, 10
    return Ranges(crit=(low, high), botch=(first, last))


def resisting(trial: Trial) -> Trial:
    """The other side of a Versus check: the same kind of check, rolled by the target (T-148)."""
    return Trial(
        body=trial.target, skill=trial.resist or trial.skill, action=trial.action, against="versus", resists=True
    )
