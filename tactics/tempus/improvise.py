"""Something else in Tempus Tempera (table.md 13, T-047): a price in PA and MA, a skill that is checked, a difficulty.

`mission.something_else` asks, answers and keeps; here is what it costs and how it is run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from tactics.kernel.commands import Command, Key, Text
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Applier, Handler, Known, PromptKind
from tactics.kernel.state import AnyState, AnyUnit
from tactics.kernel.view import FieldView, OptionView
from tactics.mission import something_else
from tactics.mission.something_else import Idea
from tactics.mission.turns import active_unit
from tactics.tempus import mobs
from tactics.tempus.action_plan import ACTION, plan
from tactics.tempus.actions import start, too_dear
from tactics.tempus.check_events import Declared
from tactics.tempus.mobs import Doer
from tactics.tempus.parts import MA, PA, Acted, TempusMission, cost_of, lacking, part, pay, pay_free, points

CHECKED, SURE = something_else.OPTION, "something_else_sure"
"""Entries of the rules data: with a check, and without."""
Points = Annotated[int, Meta(ge=0, le=99)]


class Improvise(Command, frozen=True, tag="improvise"):
    """Tries something in own words. pa, ma, skill: what the player thinks it takes (None: no opinion); a GM's own are
    the decision, with `difficulty`. idea: one that was allowed before, by its key; then nothing else is needed."""

    unit: Key
    text: Text = ""
    pa: Points | None = None
    ma: Points | None = None
    skill: Annotated[str, Meta(max_length=64)] = ""
    difficulty: Annotated[int, Meta(ge=-99, le=99)] | None = None
    idea: Key | None = None


def improvise(work: Work, command: Improvise) -> None:
    unit = active_unit(work, command.unit)
    if not mobs.able(work, unit):
        raise illegal("status", name=unit.name, status="unconscious or not placed")
    if command.idea is not None:
        something_else.again(work, MANNER, unit, command.idea)
        return
    text = something_else.in_words(command.text)
    _skill(work.rules, command.skill)
    if work.by.is_gm:
        cost = cost_of({PA: command.pa or 0, MA: command.ma or 0})
        run(work, unit, Idea(something_else.next_key(work), text, cost, command.skill, command.difficulty))
        return
    something_else.ask(work, unit, text, pa=command.pa, ma=command.ma, skill=command.skill)


def _skill(rules: Rules, key: str) -> None:
    skill = rules.find("skill", key) if key else None
    if key and skill is None:
        raise Refused("unknown", what=key)
    if skill is not None and not skill.stats:
        raise bad_field("skill", f"{skill.label} is always on and is not checked (T-107): name another skill")


def run(work: Work, unit: AnyUnit, idea: Idea) -> None:
    """Pays and does it: declared, checked and told as any action, with the GM's difficulty if one was named."""
    cost = {} if pay_free(work.state) else dict(idea.cost)
    dear = too_dear(work, unit, cost)
    if dear is not None:
        raise dear
    if idea.skill:
        wanted = plan(work.rules, CHECKED, idea.skill)
        if wanted is None:
            raise illegal("disabled")
        doers = tuple(Doer(body.key, idea.skill) for body in mobs.able(work, unit))
        start(work, unit, wanted, doers, text=idea.text, cost=cost)
        if idea.difficulty is not None:
            work.note(work.state.stack[-1], ruling={"value": idea.difficulty})
        return
    bodies = tuple(body.key for body in mobs.able(work, unit))
    pay(work, unit.key, cost, SURE)
    work.emit(
        Acted(unit=unit.key, action=SURE),
        Declared(unit=unit.key, action=SURE, cost=cost, bodies=bodies, text=idea.text),
    )
    work.push("action", unit.key, ACTION, action=SURE, doers=[], cost=cost, cell=None, text=idea.text)


# --- price and check ----------------------------------------------------------------------------------


def _read(rules: Rules, given: Mapping[str, Any]) -> dict[str, Any]:
    skill = str(given.get("skill", ""))
    _skill(rules, skill)
    out: dict[str, Any] = {"skill": skill}
    for pool in (PA, MA):
        out[pool] = something_else.number(given.get(pool, 0), pool, 0)
    if skill and given.get("difficulty") not in (None, ""):
        out["difficulty"] = something_else.number(given["difficulty"], "difficulty", -99)
    return out


def _terms(value: Mapping[str, Any]) -> dict[str, Any]:
    cost = cost_of({PA: value[PA], MA: value[MA]})
    return {"cost": cost, "skill": value["skill"], "difficulty": value.get("difficulty")}


def _answer(state: AnyState, rules: Rules, unit: AnyUnit | None, data: Mapping[str, Any]) -> tuple[FieldView, ...]:
    usual = str(rules.constant("tt.check.difficulty", state.options))
    checks = (("", "none: it is done"), *_skills(rules))
    return (
        FieldView(name=PA, label="PA", kind="number", value=str(1 if data[PA] is None else data[PA])),
        FieldView(name=MA, label="MA", kind="number", value=str(data[MA] or 0)),
        FieldView(name="skill", label="Check", kind="choice", choices=checks, value=data["skill"]),
        FieldView(name="difficulty", label="Difficulty", kind="number", value=usual),
    )


def _skills(rules: Rules) -> list[tuple[str, str]]:
    """(key, label) of what can be checked, by label."""
    skills = rules.entries.get("skill", {}).items()
    return sorted(((k, str(s.label)) for k, s in skills if s.stats and not s.disabled), key=lambda pair: pair[1])


def _proposal(rules: Rules, data: Mapping[str, Any]) -> tuple[str, ...]:
    cost = points({pool: data[pool] for pool in (PA, MA) if data[pool]})
    skill = rules.find("skill", data["skill"]) if data["skill"] else None
    named = data[PA] is not None or data[MA] is not None
    return (cost if named else "", str(skill.label) if skill is not None else "")


def _fields(known: Known, unit: AnyUnit) -> tuple[FieldView, ...]:
    gm, skills = known.is_gm, _skills(known.rules)
    own = (FieldView(name="difficulty", label="Difficulty", kind="number", help="empty: as usual"),) if gm else ()
    return (
        FieldView(name=PA, label="PA" if gm else "PA, if you like", kind="number"),
        FieldView(name=MA, label="MA" if gm else "MA, if you like", kind="number"),
        FieldView(
            name="skill",
            label="Skill" if gm else "Skill, if you like",
            kind="choice",
            choices=(("", "none" if gm else "the GM says"), *skills),
        ),
        *own,
    )


def _checked(rules: Rules, idea: Idea) -> str:
    skill = rules.find("skill", idea.skill) if idea.skill else None
    return str(skill.label) if skill is not None else ""


MANNER = something_else.Manner(
    mission=TempusMission,
    part=part,
    able=mobs.able,
    free=pay_free,
    lacking=lacking,
    points=points,
    run=run,
    names=(PA, MA, "skill", "difficulty"),
    read=_read,
    terms=_terms,
    answer=_answer,
    proposal=_proposal,
    fields=_fields,
    checked=_checked,
)


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Something else, and what was allowed before."""
    return list(something_else.offers(MANNER, known, unit))


COMMANDS: tuple[type[Command], ...] = (Improvise,)
EVENTS = something_else.EVENTS
HANDLERS: dict[type, Handler] = {Improvise: improvise}
PROMPTS: dict[str, PromptKind] = {something_else.ASKED: something_else.prompt(MANNER)}
APPLIERS: dict[type, Applier] = something_else.appliers(MANNER)
AUDIENCE = something_else.AUDIENCE
WORDS = something_else.words(points)
