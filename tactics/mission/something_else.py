"""Something else: what no listed action says, tried in the player's own words (table.md 13).

The player may propose a price and a check; the GM answers with price, check and difficulty, or with "no" and a word.
The question waits and holds nobody: the game goes on around it. What is allowed runs at once if the unit can do it
now, as any action does; else it stands among the unit's actions. The GM may keep it for everybody.

What a price and a check are is a ruleset's own: it says so in its `Manner`, and makes its own command and its own way
of running what was allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.appliers import with_unit
from tactics.kernel.engine import GM, Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import ALL, WAITS, Applier, Audience, Known, Narrate, PromptKind, Telling
from tactics.kernel.state import AnyState, AnyUnit, Prompt, Value
from tactics.kernel.view import FieldView, LogLine, OptionView
from tactics.mission.audience import Rule, controller, nobody
from tactics.mission.words import line, name, of_unit

OPTION, GROUP = "something_else", "Something else"
ASKED = "improvise"
"""The kind of the question to the GM."""
MOST = 20
"""Ideas that are kept at once; more would bury the actions."""
EACH = 3
"""What is allowed to one unit and still to be done; the oldest is forgotten."""
WORDS_LIMIT = 500


class Idea(Value, frozen=True):
    """Something else that the GM allowed (table.md 13). cost: points by pool; skill: what is checked, or empty;
    difficulty: None for the usual one; charge: steps of a ladder of extra dice; unit: who may do it once, or empty:
    everybody, again and again."""

    key: str
    text: str
    cost: dict[str, int] = {}
    skill: str = ""
    difficulty: int | None = None
    unit: str = ""
    charge: int = 0

    def same(self, others: Sequence[Idea]) -> bool:
        """Whether the very same stands among others, whatever its key."""
        return any((o.text, o.cost, o.skill, o.unit) == (self.text, self.cost, self.skill, self.unit) for o in others)


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


@dataclass(frozen=True)
class Manner:
    """What of it is a ruleset's own. `Terms` below are the fields of an Idea that say price and check."""

    mission: type
    """The mission part, with a field `ideas`."""
    part: Callable[[AnyUnit], Any]
    """A unit's part, with a field `asks`."""
    able: Callable[[Known | Work, AnyUnit], Sequence[Any]]
    """The members that could do it."""
    free: Callable[[AnyState], bool]
    """Whether nothing costs anything now."""
    lacking: Callable[[AnyUnit, Mapping[str, int]], str]
    """Why a unit cannot pay, or empty."""
    points: Callable[[Mapping[str, int]], str]
    """A price in words."""
    run: Callable[[Work, AnyUnit, Idea], None]
    """Pays, tells and checks it."""
    names: Sequence[str]
    """What an answer may say of price and check."""
    read: Callable[[Rules, Mapping[str, Any]], dict[str, Any]]
    """(rules, answer): the same, checked, as the prompt keeps it, or Refused."""
    terms: Callable[[Mapping[str, Any]], dict[str, Any]]
    """(what `read` made): cost, skill, difficulty and charge of the Idea."""
    answer: Callable[[AnyState, Rules, AnyUnit | None, Mapping[str, Any]], Sequence[FieldView]]
    """(state, rules, unit, question): the fields of price and check, with what the player proposed."""
    proposal: Callable[[Rules, Mapping[str, Any]], Sequence[str]]
    """What the player thinks that it takes, in words."""
    fields: Callable[[Known, AnyUnit], Sequence[FieldView]]
    """The same of the one who asks; a GM's are the decision."""
    checked: Callable[[Rules, Idea], str]
    """What a kept idea is checked with, in words, or empty."""


# --- asking -------------------------------------------------------------------------------------------


def ideas(state: AnyState) -> tuple[Idea, ...]:
    return getattr(state.part, "ideas", ())


def carried(state: AnyState) -> tuple[Idea, ...]:
    """What the campaign's next Mission begins with."""
    return tuple(idea for idea in ideas(state) if not idea.unit)


def known_ideas(state: AnyState, seat: str, role: str) -> tuple[Idea, ...]:
    """What was allowed to a seat's own units and to everybody; the GM's difficulty is the GM's."""
    if role == "gm":
        return ideas(state)
    own = frozenset(u.key for u in state.units.values() if u.seat == seat)
    return tuple(replace(i, difficulty=None, charge=0) for i in ideas(state) if not i.unit or i.unit in own)


def next_key(work: Work) -> str:
    return f"idea{work.state.made + 1}"


def again(work: Work, manner: Manner, unit: AnyUnit, key: str) -> None:
    """Does what was allowed before."""
    idea = next((i for i in ideas(work.state) if i.key == key and i.unit in ("", unit.key)), None)
    if idea is None:
        raise Refused("unknown", what=key)
    manner.run(work, unit, idea)
    if idea.unit:
        work.emit(IdeaUsed(idea.key))


def in_words(text: str) -> str:
    """What is tried, in one line; refused if it says nothing."""
    words = " ".join(text.split())
    if not words:
        raise bad_field("text", "say what is tried")
    return words


def ask(work: Work, unit: AnyUnit, text: str, **proposed: Any) -> None:
    """Asks the GM; a new question takes the place of the unit's old one. Nobody waits for the answer (table.md 6)."""
    work.emit(*(e.PromptWithdrawn(p.key) for p in work.state.prompts if p.kind == ASKED and p.unit == unit.key))
    work.emit(IdeaAsked(unit.key, text))
    data = {"text": text, **proposed, "seat": work.by.seat}
    work.emit(e.Asked(Prompt(key=f"q{work.state.made + 1}", kind=ASKED, to=GM, unit=unit.key, data=data)))


# --- the question to the GM ---------------------------------------------------------------------------


def prompt(manner: Manner) -> PromptKind:
    return PromptKind(
        name=ASKED,
        blocks=False,
        default=lambda state, rules, asked: WAITS,
        read=lambda state, rules, asked, value: _read(manner, rules, value),
        resolve=lambda work, asked, value: _resolve(manner, work, asked, value),
        show=lambda state, rules, asked: _show(manner, state, rules, asked),
    )


def _read(manner: Manner, rules: Rules, value: Any) -> Any:
    """`no`, {answer: no, word}, or price, check and keep; the price may stand under `cost` as well."""
    if value in ("no", False):
        value = {"answer": "no"}
    if not isinstance(value, dict):
        raise bad_field("value", "give a price, a check and a difficulty, or no")
    given = {**value, **(value["cost"] if isinstance(value.get("cost"), dict) else {})}
    given.pop("cost", None)
    unknown = sorted(set(given) - {"answer", "word", "keep", *manner.names})
    if unknown:
        raise bad_field("value", f"{unknown[0]} is no part of the answer")
    word = str(given.get("word", "")).strip()[:200]
    if given.get("answer") in ("no", False):
        return {"answer": "no", "word": word}
    keep = given.get("keep") in (True, "yes")
    return {"answer": "yes", "word": word, "keep": keep, **manner.read(rules, given)}


def number(value: Any, name: str, least: int, most: int = 99) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise bad_field(name, f"a whole number from {least} to {most}")
    return value


def _resolve(manner: Manner, work: Work, asked: Prompt, value: Any) -> None:
    """No is told to who asked. Yes runs now if it can; else it is kept for the unit's turn."""
    unit = work.state.units.get(asked.unit)
    if unit is None:
        return
    text = str(asked.data["text"])
    work.emit(IdeaAsked(unit.key))
    if value["answer"] == "no":
        work.emit(IdeaDeclined(unit=unit.key, text=text, word=value["word"]))
        return
    idea = Idea(key=next_key(work), text=text, unit=unit.key, **manner.terms(value))
    if value["keep"]:
        kept = replace(idea, unit="")
        if kept.same(ideas(work.state)):
            raise illegal("nothing")
        if len(ideas(work.state)) >= MOST:
            raise illegal("limit")
        work.emit(IdeaKept(kept))
    if _can_now(manner, work, unit, idea.cost):
        manner.run(work, unit, idea)
    elif not value["keep"]:
        waiting = [i for i in ideas(work.state) if i.unit == unit.key]
        work.emit(*(IdeaUsed(i.key) for i in waiting[: len(waiting) + 1 - EACH]), IdeaKept(idea))


def _can_now(manner: Manner, work: Work, unit: AnyUnit, cost: Mapping[str, int]) -> bool:
    state = work.state
    now = state.phase == "running" and (state.clock.mode == "free" or state.clock.active == unit.key)
    payable = manner.free(state) or not manner.lacking(unit, cost)
    return now and not state.stack and bool(manner.able(work, unit)) and payable


def _show(manner: Manner, state: AnyState, rules: Rules, asked: Prompt) -> dict[str, Any]:
    data, unit = asked.data, state.units.get(asked.unit)
    proposed = ", ".join(filter(None, manner.proposal(rules, data)))
    return {
        "title": f"{unit.name if unit is not None else 'Somebody'}: something else",
        "text": f"“{data['text']}”" + (f" – proposes {proposed}" if proposed else ""),
        "fields": (
            *manner.answer(state, rules, unit, data),
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


# --- among the actions --------------------------------------------------------------------------------


def offers(manner: Manner, known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """What was allowed before, and something else."""
    if not manner.able(known, unit):
        return
    for idea in ideas(known.state):
        if idea.unit in ("", unit.key):
            yield _kept(manner, known, unit, idea)
    asked = manner.part(unit).asks
    yield OptionView(
        key=OPTION,
        unit=unit.key,
        do=ASKED,
        label=GROUP,
        group=GROUP,
        cost="the GM has your question" if asked else "you decide" if known.is_gm else "the GM decides",
        title=f"Asked: {asked}" if asked else "Whatever no action here says, in your own words.",
        fields=(FieldView(name="text", label="What is tried", limit=WORDS_LIMIT), *manner.fields(known, unit)),
        help=f"action:{OPTION}",
    )


def _kept(manner: Manner, known: Known, unit: AnyUnit, idea: Idea) -> OptionView:
    cost = {} if manner.free(known.state) else dict(idea.cost)
    lack, check = manner.lacking(unit, cost), manner.checked(known.rules, idea)
    return OptionView(
        key=f"{OPTION}:{idea.key}",
        unit=unit.key,
        do=ASKED,
        label=idea.text,
        group=GROUP,
        cost=manner.points(cost),
        costs=cost,
        why_not=lack,
        why_code="cost" if lack else "",
        title=f"{check} is checked." if check else "Allowed by the GM.",
        command={"idea": idea.key},
    )


# --- the table ----------------------------------------------------------------------------------------

EVENTS: tuple[type[e.Event], ...] = (IdeaAsked, IdeaKept, IdeaUsed, IdeaDeclined)


def appliers(manner: Manner) -> dict[type[e.Event], Applier]:
    def ideas_now(state: AnyState, found: tuple[Idea, ...]) -> AnyState:
        part: Any = state.part if isinstance(state.part, manner.mission) else manner.mission()
        return replace(state, part=replace(part, ideas=found))

    def asked(s: AnyState, ev: IdeaAsked) -> AnyState:
        unit = s.units.get(ev.unit)
        return s if unit is None else with_unit(s, ev.unit, part=replace(manner.part(unit), asks=ev.text))

    return {
        IdeaAsked: asked,
        IdeaKept: lambda s, ev: replace(ideas_now(s, (*ideas(s), ev.idea)), made=s.made + 1),
        IdeaUsed: lambda s, ev: ideas_now(s, tuple(i for i in ideas(s) if i.key != ev.key)),
        IdeaDeclined: lambda s, ev: s,
    }


def _audience_of_kept(before: AnyState, after: AnyState, rules: Rules, event: IdeaKept) -> Audience:
    """What everybody may do again is told to all, what is allowed to one unit to its seat."""
    unit = after.units.get(event.idea.unit)
    return ALL if unit is None else Audience(frozenset({unit.seat}))


AUDIENCE: dict[type[e.Event], Rule] = {
    IdeaKept: _audience_of_kept,
    IdeaUsed: nobody,
    **dict.fromkeys((IdeaAsked, IdeaDeclined), controller),
}


def words(points: Callable[[Mapping[str, int]], str]) -> dict[type[e.Event], Narrate]:
    """The lines of the log; points: a price in words."""

    def kept(t: Telling, ev: IdeaKept) -> LogLine:
        whose = name(t, ev.idea.unit) if ev.idea.unit else "everybody"
        return line("gm", f"GM: {whose} may “{ev.idea.text}” ({points(ev.idea.cost)})", unit=of_unit(t, ev.idea.unit))

    return {IdeaAsked: _asked, IdeaKept: kept, IdeaDeclined: _declined}


def _asked(t: Telling, ev: IdeaAsked) -> LogLine | None:
    text = f"{name(t, ev.unit)} asks the GM: “{ev.text}”"
    return line("gm", text, unit=of_unit(t, ev.unit), secret=True) if ev.text else None


def _declined(t: Telling, ev: IdeaDeclined) -> LogLine:
    word = f": {ev.word}" if ev.word else ""
    return line("gm", f"GM: no “{ev.text}” for {name(t, ev.unit)}{word}", unit=of_unit(t, ev.unit))
