"""Something else in Outerah (table.md 13, O-021, O-025): it uses a part of the turn, or none, and the Guide may ask
for a check (`tries`).

`mission.something_else` asks, answers and keeps; here is what it costs and how it is run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Applier, Handler, Known, Narrate, PromptKind
from tactics.kernel.state import AnyBody, AnyState, AnyUnit
from tactics.kernel.view import FieldView, OptionView
from tactics.mission import something_else
from tactics.mission.audience import Rule
from tactics.mission.something_else import Idea
from tactics.mission.turns import active_unit
from tactics.outerah import hit, tries
from tactics.outerah.parts import (
    PART_LABELS,
    Acted,
    Declared,
    OuterahMission,
    free_to_act,
    left,
    part,
    pay,
    pay_free,
    points,
    truth,
)
from tactics.outerah.specs import Option

STEPS = {charge: step for step, charge in hit.LADDER.items()}
CHARGES = tuple((charge, charge.capitalize() if step else "none") for charge, step in STEPS.items())
Charge = Literal["super", "plus", "none", "minus", "hyper"]
Named = Annotated[str, Meta(max_length=64)]
Harder = Annotated[int, Meta(ge=-99, le=99)]


class Improvise(c.Command, frozen=True, tag="improvise"):
    """Tries something in own words. part, check: what the player thinks it takes (empty: no opinion); a GM's own are
    the decision, with `difficulty` and `charge`. idea: one that was allowed before, by its key; then nothing else is
    needed."""

    unit: c.Key
    text: c.Text = ""
    part: Named = ""
    check: Named = ""
    difficulty: Harder | None = None
    charge: Charge = "none"
    idea: c.Key | None = None


def able(known: Known | Work, unit: AnyUnit) -> tuple[AnyBody, ...]:
    """The members that could do it."""
    facts = truth(known) if isinstance(known, Work) else known
    return tuple(b for b in free_to_act(facts, unit) if b.place is not None)


def improvise(work: Work, command: Improvise) -> None:
    unit = active_unit(work, command.unit)
    if not able(work, unit):
        raise illegal("nothing")
    if command.idea is not None:
        something_else.again(work, MANNER, unit, command.idea)
        return
    text = something_else.in_words(command.text)
    _known_terms(work.rules, command.part, command.check)
    if not work.by.is_gm:
        something_else.ask(work, unit, text, part=command.part, check=command.check)
        return
    cost = {command.part: 1} if command.part else {}
    key, step = something_else.next_key(work), STEPS[command.charge]
    run(work, unit, Idea(key, text, cost, command.check, command.difficulty, charge=step))


def parts_of(rules: Rules) -> tuple[str, ...]:
    """What of a turn it may use (O-025)."""
    spec = rules.find("action", something_else.OPTION)
    return tuple(spec.parts) if isinstance(spec, Option) else ()


def _known_terms(rules: Rules, used: str, check: str) -> None:
    if used and used not in parts_of(rules):
        raise bad_field("part", f"choose one of {', '.join(parts_of(rules))}")
    if check and check not in dict(tries.checks(rules)):
        raise Refused("unknown", what=check)


def run(work: Work, unit: AnyUnit, idea: Idea) -> None:
    """Does it, and checks it of every member that does."""
    declare(work, unit, next((name for name, count in idea.cost.items() if count), ""), idea.text)
    if idea.skill:
        tries.begin(work, unit, able(work, unit), idea)


def declare(work: Work, unit: AnyUnit, used: str, text: str) -> None:
    """Uses up a part of the turn, or none, and tells what is done with it."""
    pay(work, unit.key, (used,) if used else (), something_else.OPTION)
    work.emit(Acted(unit=unit.key, action=something_else.OPTION), Declared(unit=unit.key, part=used, text=text))


def plainly(work: Work, unit: AnyUnit, used: str, text: str) -> None:
    """A part of the turn for something that no entry names, without a check (O-025): the Guide reads it and rules what
    comes of it."""
    if used not in PART_LABELS:
        raise bad_field("part", f"choose one of {', '.join(PART_LABELS)}")
    declare(work, unit, used, something_else.in_words(text))


# --- price and check ----------------------------------------------------------------------------------


def _lacking(unit: AnyUnit, cost: Mapping[str, int]) -> str:
    """`Mainhand is used`, or that it has no such part."""
    for used in cost:
        if used not in unit.pools:
            return f"it has no {PART_LABELS[used]}"
        if not left(unit, used):
            return f"{PART_LABELS[used]} is used"
    return ""


def _read(rules: Rules, given: Mapping[str, Any]) -> dict[str, Any]:
    used, check, charge = (str(given.get(key, "")) for key in ("part", "check", "charge"))
    _known_terms(rules, used, check)
    if charge not in ("", *STEPS):
        raise bad_field("charge", f"choose one of {', '.join(STEPS)}")
    out: dict[str, Any] = {"part": used, "check": check, "charge": charge or "none"}
    if check and given.get("difficulty") not in (None, ""):
        out["difficulty"] = something_else.number(given["difficulty"], "difficulty", -99)
    return out


def _terms(value: Mapping[str, Any]) -> dict[str, Any]:
    cost = {value["part"]: 1} if value["part"] else {}
    step = STEPS[value["charge"]] if value["check"] else 0
    return {"cost": cost, "skill": value["check"], "difficulty": value.get("difficulty"), "charge": step}


def _parts(rules: Rules, unit: AnyUnit | None) -> tuple[tuple[str, str], ...]:
    """Those that the unit's turns have."""
    has = parts_of(rules) if unit is None else [name for name in parts_of(rules) if name in unit.pools]
    return tuple((name, PART_LABELS[name]) for name in has or parts_of(rules))


def _rulings() -> tuple[FieldView, ...]:
    return (
        FieldView(name="difficulty", label="Harder by", kind="number", value="0", help="points; below 0: easier"),
        FieldView(name="charge", label="Charge", kind="choice", choices=CHARGES, value="none"),
    )


def _answer(state: AnyState, rules: Rules, unit: AnyUnit | None, data: Mapping[str, Any]) -> tuple[FieldView, ...]:
    parts = _parts(rules, unit)
    there = [name for name, _ in parts if unit is None or left(unit, name)] or [parts[0][0]]
    # What the unit has used already it could use for this on a later turn only.
    told = ((name, label if unit is None or left(unit, name) else f"{label}, used this turn") for name, label in parts)
    used = FieldView(
        name="part", label="Uses", kind="choice", choices=(("", "nothing"), *told), value=data["part"] or there[0]
    )  # fmt: skip
    choices = (("", "none: it is done"), *tries.checks(rules))
    check = FieldView(name="check", label="Check", kind="choice", choices=choices, value=data["check"])
    return (used, check, *_rulings())


def _proposal(rules: Rules, data: Mapping[str, Any]) -> Sequence[str]:
    return (PART_LABELS.get(data["part"], ""), dict(tries.checks(rules)).get(data["check"], ""))


def _fields(known: Known, unit: AnyUnit) -> tuple[FieldView, ...]:
    gm = known.is_gm
    none, unasked = ("nothing", "none: it is done") if gm else ("the GM says", "the GM says")
    parts = _parts(known.rules, unit)
    if gm:  # whose own are the decision
        parts = tuple(each for each in parts if pay_free(known.state) or left(unit, each[0]))
    return (
        FieldView(
            name="part",
            label="Uses" if gm else "Uses, if you like",
            kind="choice",
            choices=(("", none), *parts),
        ),
        FieldView(
            name="check",
            label="Check" if gm else "Check, if you like",
            kind="choice",
            choices=(("", unasked), *tries.checks(known.rules)),
        ),
        *(_rulings() if gm else ()),
    )


MANNER = something_else.Manner(
    mission=OuterahMission,
    part=part,
    able=able,
    free=pay_free,
    lacking=_lacking,
    points=lambda cost: points(cost) if cost else "free",
    run=run,
    names=("part", "check", "difficulty", "charge"),
    read=_read,
    terms=_terms,
    answer=_answer,
    proposal=_proposal,
    fields=_fields,
    checked=lambda rules, idea: dict(tries.checks(rules)).get(idea.skill, ""),
)


def offers(known: Known, unit: AnyUnit) -> list[OptionView]:
    """Something else, and what was allowed before."""
    return list(something_else.offers(MANNER, known, unit))


COMMANDS: tuple[type[c.Command], ...] = (Improvise,)
EVENTS = something_else.EVENTS
HANDLERS: dict[type, Handler] = {Improvise: improvise}
PROMPTS: dict[str, PromptKind] = {something_else.ASKED: something_else.prompt(MANNER)}
APPLIERS: dict[type[e.Event], Applier] = something_else.appliers(MANNER)
AUDIENCE: dict[type[e.Event], Rule] = something_else.AUDIENCE
WORDS: dict[type[e.Event], Narrate] = something_else.words(MANNER.points)
