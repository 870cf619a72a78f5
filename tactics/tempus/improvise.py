"""Something else: what no listed action says, tried in the player's own words (table.md 13, T-047).

The player may propose a price and a skill; the GM answers with price, check and difficulty, or with "no" and a word.
The question waits and holds nobody: the game goes on around it. What is allowed runs at once if the unit can do it
now, as any action does; else it stands among the unit's actions. The GM may keep it for everybody.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.appliers import with_unit
from tactics.kernel.commands import Command, Key, Text
from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import WAITS, Applier, Handler, Known, PromptKind
from tactics.kernel.state import AnyState, AnyUnit, Prompt
from tactics.kernel.view import FieldView, OptionView
from tactics.mission.turns import active_unit
from tactics.tempus import mobs
from tactics.tempus.action_plan import ACTION, plan
from tactics.tempus.actions import start, too_dear
from tactics.tempus.check_events import Declared
from tactics.tempus.mobs import Doer
from tactics.tempus.parts import MA, PA, Acted, Idea, TempusMission, cost_of, lacking, part, pay, pay_free, points

CHECKED, SURE = "something_else", "something_else_sure"
"""Entries of the rules data: with a check, and without."""
MOST = 20
"""Ideas that are kept at once; more would bury the actions."""
EACH = 3
"""What is allowed to one unit and still to be done; the oldest is forgotten."""
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


class IdeaAsked(e.Event, frozen=True, tag=True):
    """The GM is asked whether the unit may; without a text the question is over."""

    unit: str
    text: str = ""


class IdeaKept(e.Event, frozen=True, tag=True):
    """The GM allowed something that the unit does later, or, with no unit, that everybody may do again."""

    idea: Idea


class IdeaUsed(e.Event, frozen=True, tag=True):
    """What was allowed to one unit has been done, or is not wanted any more."""

    key: str


class IdeaDeclined(e.Event, frozen=True, tag=True):
    """The GM said no, with a word or without."""

    unit: str
    text: str
    word: str = ""


def improvise(work: Work, command: Improvise) -> None:
    unit = active_unit(work, command.unit)
    if not mobs.able(work, unit):
        raise illegal("status", name=unit.name, status="unconscious or not placed")
    if command.idea is not None:
        idea = next((i for i in ideas(work.state) if i.key == command.idea and i.unit in ("", unit.key)), None)
        if idea is None:
            raise Refused("unknown", what=command.idea)
        run(work, unit, idea)
        if idea.unit:
            work.emit(IdeaUsed(idea.key))
        return
    text = " ".join(command.text.split())
    if not text:
        raise bad_field("text", "say what is tried")
    _skill(work.rules, command.skill)
    if work.by.is_gm:
        cost = cost_of({PA: command.pa or 0, MA: command.ma or 0})
        run(work, unit, Idea(_key(work), text, cost, command.skill, command.difficulty))
        return
    work.emit(*(e.PromptWithdrawn(p.key) for p in work.state.prompts if p.kind == "improvise" and p.unit == unit.key))
    work.emit(IdeaAsked(unit.key, text))
    data = {"text": text, "pa": command.pa, "ma": command.ma, "skill": command.skill, "seat": work.by.seat}
    # Of no frame: nobody waits for the answer (table.md 6).
    work.emit(e.Asked(Prompt(key=f"q{work.state.made + 1}", kind="improvise", to=GM, unit=unit.key, data=data)))


def _skill(rules: Rules, key: str) -> None:
    skill = rules.find("skill", key) if key else None
    if key and skill is None:
        raise Refused("unknown", what=key)
    if skill is not None and not skill.stats:
        raise bad_field("skill", f"{skill.label} is always on and is not checked (T-107): name another skill")


def _key(work: Work) -> str:
    return f"idea{work.state.made + 1}"


def ideas(state: AnyState) -> tuple[Idea, ...]:
    return state.part.ideas if isinstance(state.part, TempusMission) else ()


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


# --- the question to the GM ---------------------------------------------------------------------------


def _read(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    """`no`, {answer: no, word}, or {pa, ma, skill, difficulty, keep}; also {cost: {pa, ma}, skill, difficulty}."""
    if value in ("no", False):
        value = {"answer": "no"}
    if not isinstance(value, dict):
        raise bad_field("value", "give a price, a skill and a difficulty, or no")
    given = {**value, **(value["cost"] if isinstance(value.get("cost"), dict) else {})}
    given.pop("cost", None)
    unknown = sorted(set(given) - {"answer", "word", PA, MA, "skill", "difficulty", "keep"})
    if unknown:
        raise bad_field("value", f"{unknown[0]} is no part of the answer")
    word = str(given.get("word", "")).strip()[:200]
    if given.get("answer") in ("no", False):
        return {"answer": "no", "word": word}
    skill = str(given.get("skill", ""))
    _skill(rules, skill)
    out: dict[str, Any] = {"answer": "yes", "word": word, "skill": skill, "keep": given.get("keep") in (True, "yes")}
    for pool in (PA, MA):
        out[pool] = _number(given.get(pool, 0), pool, 0)
    if skill and given.get("difficulty") not in (None, ""):
        out["difficulty"] = _number(given["difficulty"], "difficulty", -99)
    return out


def _number(value: Any, name: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 99:
        raise bad_field(name, f"a whole number from {least} to 99")
    return value


def _resolve(work: Work, prompt: Prompt, value: Any) -> None:
    """No is told to who asked. Yes runs now if it can; else it is kept for the unit's turn."""
    unit = work.state.units.get(prompt.unit)
    if unit is None:
        return
    text = str(prompt.data["text"])
    work.emit(IdeaAsked(unit.key))
    if value["answer"] == "no":
        work.emit(IdeaDeclined(unit=unit.key, text=text, word=value["word"]))
        return
    cost = cost_of({PA: value[PA], MA: value[MA]})
    idea = Idea(_key(work), text, cost, value["skill"], value.get("difficulty"), unit=unit.key)
    if value["keep"]:
        kept = replace(idea, unit="")
        if kept.same(ideas(work.state)):
            raise illegal("nothing")
        _room(work)
        work.emit(IdeaKept(kept))
    if _can_now(work, unit, cost):
        run(work, unit, idea)
    elif not value["keep"]:
        waiting = [i for i in ideas(work.state) if i.unit == unit.key]
        work.emit(*(IdeaUsed(i.key) for i in waiting[: len(waiting) + 1 - EACH]), IdeaKept(idea))


def _room(work: Work) -> None:
    if len(ideas(work.state)) >= MOST:
        raise illegal("limit")


def _can_now(work: Work, unit: AnyUnit, cost: dict[str, int]) -> bool:
    state = work.state
    now = state.phase == "running" and (state.clock.mode == "free" or state.clock.active == unit.key)
    return now and not state.stack and bool(mobs.able(work, unit)) and (pay_free(state) or not lacking(unit, cost))


def _show(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    data, unit = prompt.data, state.units.get(prompt.unit)
    usual = str(rules.constant("tt.check.difficulty", state.options))
    return {
        "title": f"{unit.name if unit is not None else 'Somebody'}: something else",
        "text": f"“{data['text']}”{_proposal(rules, data)}",
        "fields": (
            FieldView(name=PA, label="PA", kind="number", value=str(1 if data[PA] is None else data[PA])),
            FieldView(name=MA, label="MA", kind="number", value=str(data[MA] or 0)),
            FieldView(
                name="skill",
                label="Check",
                kind="choice",
                choices=(("", "none: it is done"), *_skills(rules)),
                value=data["skill"],
            ),
            FieldView(name="difficulty", label="Difficulty", kind="number", value=usual),
            FieldView(
                name="keep",
                label="Afterwards",
                kind="choice",
                choices=(("no", "this once"), ("yes", "everybody may do it again")),
                value="no",
            ),
            FieldView(name="word", label="A word, if you like", limit=200),
        ),
        "choices": (("no", "No"),),
        "together": True,
    }


def _skills(rules: Rules) -> list[tuple[str, str]]:
    """(key, label) of what can be checked, by label."""
    skills = rules.entries.get("skill", {}).items()
    return sorted(((k, str(s.label)) for k, s in skills if s.stats and not s.disabled), key=lambda pair: pair[1])


def _proposal(rules: Rules, data: dict[str, Any]) -> str:
    """What the player thinks that it takes."""
    cost = points({pool: data[pool] for pool in (PA, MA) if data[pool]})
    skill = rules.find("skill", data["skill"]) if data["skill"] else None
    words = [cost] if data[PA] is not None or data[MA] is not None else []
    words += [skill.label] if skill is not None else []
    return f" – proposes {', '.join(words)}" if words else ""


PROMPT = PromptKind(
    name="improvise",
    blocks=False,
    default=lambda state, rules, prompt: WAITS,
    read=_read,
    resolve=_resolve,
    show=_show,
)


# --- among the actions --------------------------------------------------------------------------------


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Something else, and what was allowed before."""
    if not mobs.able(known, unit):
        return []
    asked = part(unit).asks
    new = OptionView(
        key=CHECKED,
        unit=unit.key,
        do="improvise",
        label="Something else",
        group="Something else",
        cost="the GM has your question" if asked else "you decide" if known.is_gm else "the GM decides",
        title=f"Asked: {asked}" if asked else "Whatever no action here says, in your own words.",
        fields=_fields(known),
        help=f"action:{CHECKED}",
    )
    return [*(_kept(known, unit, idea) for idea in ideas(known.state) if idea.unit in ("", unit.key)), new]


def _kept(known: Known, unit: AnyUnit, idea: Idea) -> OptionView:
    cost = {} if pay_free(known.state) else dict(idea.cost)
    skill = known.rules.find("skill", idea.skill) if idea.skill else None
    lack = lacking(unit, cost)
    return OptionView(
        key=f"{CHECKED}:{idea.key}",
        unit=unit.key,
        do="improvise",
        label=idea.text,
        group="Something else",
        cost=points(cost),
        costs=cost,
        why_not=lack,
        why_code="cost" if lack else "",
        title=f"{skill.label} is checked." if skill is not None else "Allowed by the GM.",
        command={"idea": idea.key},
    )


def _fields(known: Known) -> tuple[FieldView, ...]:
    gm, skills = known.is_gm, _skills(known.rules)
    own = (FieldView(name="difficulty", label="Difficulty", kind="number", help="empty: as usual"),) if gm else ()
    return (
        FieldView(name="text", label="What is tried", limit=500),
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


# --- the table ----------------------------------------------------------------------------------------


def _with(state: AnyState, found: tuple[Idea, ...]) -> AnyState:
    part = state.part if isinstance(state.part, TempusMission) else TempusMission()
    return replace(state, part=replace(part, ideas=found))


COMMANDS: tuple[type[Command], ...] = (Improvise,)
EVENTS: tuple[type[e.Event], ...] = (IdeaAsked, IdeaKept, IdeaUsed, IdeaDeclined)
HANDLERS: dict[type, Handler] = {Improvise: improvise}
PROMPTS: dict[str, PromptKind] = {"improvise": PROMPT}


def _asked(s: AnyState, ev: IdeaAsked) -> AnyState:
    unit = s.units.get(ev.unit)
    return s if unit is None else with_unit(s, ev.unit, part=replace(part(unit), asks=ev.text))


APPLIERS: dict[type[e.Event], Applier] = {
    IdeaAsked: _asked,
    IdeaKept: lambda s, ev: replace(_with(s, (*ideas(s), ev.idea)), made=s.made + 1),
    IdeaUsed: lambda s, ev: _with(s, tuple(i for i in ideas(s) if i.key != ev.key)),
    IdeaDeclined: lambda s, ev: s,
}
