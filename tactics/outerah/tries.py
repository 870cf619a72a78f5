"""The check of something else: a D100 with a stat as its percent, as every save (reference.md 1.3), or with the base
chance alone, or a D20 with Animal Handling against the DR of an equal (O-080).

The Guide makes it harder or easier by points, or lays a Charge on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from tactics.effects.breakdown import Breakdown, Term, shown
from tactics.effects.explained import entry_of
from tactics.effects.modifiers import from_laid
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Applier, Known, Narrate, Step, Telling
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Frame
from tactics.kernel.view import CheckCard, LogLine
from tactics.mission.audience import Rule, Weaken, nobody
from tactics.mission.something_else import Idea
from tactics.mission.words import at, line, name, of_unit
from tactics.outerah import hit, numbers, odds
from tactics.outerah.collectors import in_water
from tactics.outerah.knowledge import exact
from tactics.outerah.parts import constant, is_house, sides_of_die, truth
from tactics.outerah.strike_events import blanked, knows_body_numbers
from tactics.secrecy.sight import knows_body

ALONE, HANDLING = "alone", "AH"
"""A check with the base chance alone, and the one of a D20."""
NO_SAVES = ("DEF", "MDEF", "MOV", "JMP", "LV", "HP", HANDLING)
"""Numbers of the sheet that are no percent of anything."""
HIDDEN = "not known"


class Tried(e.Event, frozen=True, tag=True):
    """A check of something else. sides: of the dice; needs: the lowest face that succeeds. chance: of a D100 its
    percent, of a D20 the face that is needed, with its terms; charges: the steps of the ladder."""

    unit: str
    body: str
    text: str
    check: str
    held: bool
    sides: int = 100
    faces: tuple[int, ...] = ()
    die: int | None = None
    needs: int | None = None
    chance: Breakdown | None = None
    charges: Breakdown | None = None


def checks(rules: Rules) -> list[tuple[str, str]]:
    """(key, words) of what may be checked."""
    found = rules.entries.get("stat", {})
    saves = [(key, f"D100 with {spec.label}") for key, spec in found.items() if key not in NO_SAVES]
    handling = [(HANDLING, f"D20 with {found[HANDLING].label}")] if HANDLING in found else []
    return [*saves, (ALONE, "D100 alone"), *handling]


def chance_of(known: Known, body: AnyBody, idea: Idea) -> Breakdown:
    """Percent of a D100, unclamped; of a D20 the face that is needed."""
    harder = (Term("the GM", -idea.difficulty, "gm:something_else"),) if idea.difficulty else ()
    more = (*harder, *_laid(known, body))
    if idea.skill == HANDLING:
        terms = (
            Term("DR", int(constant(known, "out.mount.dr")["equal"]), "constant:out.mount.dr"),
            *(replace(term, value=-term.value) for term in numbers.breakdown(known, body, HANDLING).terms),
            *(replace(term, value=-term.value) for term in more),
        )
        return Breakdown("Needed", terms)
    if idea.skill == ALONE:
        base = int(constant(known, "out.hit.base"))
        mark = is_house(known, "out.hit.base")
        return Breakdown("Chance", (Term("base", base, "constant:out.hit.base", house=mark), *more))
    return Breakdown("Chance", (*numbers.breakdown(known, body, idea.skill).terms, *more))


def charges_of(known: Known, body: AnyBody, idea: Idea) -> Breakdown:
    """What the Guide laid on it, and a Minus Charge for whatever is done under water (O-132)."""
    given = (Term("the GM", idea.charge, "gm:something_else"),) if idea.charge else ()
    return Breakdown("Charge", (*given, *in_water(known, body)))


def _laid(known: Known, body: AnyBody) -> Iterator[Term]:
    """What the Guide laid on the unit's next check, on it, or on its cell (table.md 5)."""
    on = {f"next:{body.unit}", f"unit:{body.unit}", f"body:{body.key}"}
    if body.place is not None:
        on.add(f"cell:{body.place.board}:{body.place.x}:{body.place.y}")
    yield from (from_laid(laid).term() for laid in known.state.laid if laid.on in on and laid.applies == "attempt")


def needed(idea: Idea, chance: Breakdown) -> int:
    """The lowest face that succeeds; of a D20 a natural 1 never does (O-086)."""
    if idea.skill == HANDLING:
        return max(2, min(21, chance.total))
    return max(1, min(101, 101 - chance.total))


def begin(work: Work, unit: AnyUnit, bodies: Sequence[AnyBody], idea: Idea) -> None:
    """A frame for each who tries, the first of them first, and one for the end of all."""
    work.push("tries", unit.key, ("laid_is_over",))
    what = {"text": idea.text, "skill": idea.skill, "difficulty": idea.difficulty, "charge": idea.charge}
    for body in reversed(bodies):
        work.push("try", unit.key, ("try_roll",), body=body.key, **what)


def laid_is_over(work: Work, frame: Frame) -> None:
    """What was laid on the unit's next check has counted."""
    for laid in work.state.laid:
        if laid.on == f"next:{frame.unit}" and laid.applies == "attempt":
            work.emit(e.ModifierEnded(laid.key))


def try_roll(work: Work, frame: Frame) -> None:
    body = work.state.bodies.get(frame.args["body"])
    if body is None or body.down:
        return
    idea = Idea(key="", **{name: frame.args[name] for name in ("text", "skill", "difficulty", "charge")})
    known = truth(work)
    charges = charges_of(known, body, idea)
    step = hit.step_of(charges)
    chance = chance_of(known, body, idea)
    if idea.skill != HANDLING:
        chance = chance.plus(*hit.points(known, step))
    sides = sides_of_die(constant(known, "out.mount.die")) if idea.skill == HANDLING else 100
    count, keep = hit.dice(known, step)
    draw = work.roll(count, sides, f"{body.name}: {idea.text}", unit=frame.unit, keep=keep)
    needs = needed(idea, chance)
    work.emit(
        Tried(
            unit=frame.unit, body=body.key, text=idea.text, check=idea.skill, held=draw.total >= needs, sides=sides,
            faces=draw.faces, die=draw.total, needs=needs, chance=chance,
            charges=charges if charges.terms else None,
        )
    )  # fmt: skip


def _tried_less(before: AnyState, after: AnyState, rules: Rules, event: Tried, seat: str) -> Sequence[Tried]:
    """One's own side under `open` the whole, else without what the Guide made of it; of a stranger what came of it."""
    if not knows_body(after, rules, seat, event.body):
        return ()
    told = replace(event, chance=blanked(event.chance), charges=blanked(event.charges))
    if told.chance is not None and told.chance.secret:
        told = replace(told, needs=None)
    if knows_body_numbers(after, seat, event.body):
        return (told,) if exact(after, rules) else (replace(told, chance=None, charges=None, needs=None),)
    return (replace(told, check="", chance=None, charges=None, needs=None, faces=(), die=None),)


def _tried(t: Telling, ev: Tried) -> LogLine:
    die = f"D{ev.sides} {ev.die}" if ev.die is not None else ""
    sums = f"{die}, {ev.needs} needed" if ev.needs is not None and die else die
    said = "succeeds" if ev.held else "fails"
    with_ = dict(checks(t.known.rules)).get(ev.check, "")
    entry = partial(entry_of, t.known.rules)
    breakdowns = [] if ev.chance is None else [shown(ev.chance, t.known.is_gm, HIDDEN, entry)]
    if ev.charges is not None:
        found = odds.charge_view(t.known, ev.charges, t.known.is_gm, ev.sides)
        faces = ", ".join(map(str, ev.faces))
        breakdowns.append(replace(found, words=f"{found.words}: {faces}") if faces and found.total is None else found)
    attempt = {"die": ev.die, "faces": list(ev.faces) or None, "needs": ev.needs}
    return line(
        "roll",
        f"{name(t, ev.body)}, {ev.text}{f' ({with_})' if with_ else ''}: {', '.join(filter(None, (sums, said)))}",
        unit=of_unit(t, ev.unit),
        breakdowns=tuple(breakdowns),
        record={
            "kind": "check", "actor": ev.unit, "body": ev.body, "with": ev.check, "held": ev.held,
            "attempt": {k: v for k, v in attempt.items() if v is not None},
        },
        card=CheckCard(
            who=f"{name(t, ev.body)}: {ev.text}", die=ev.die, sum=sums, outcome=said, tone="good" if ev.held else "bad"
        ),
        at=at(t, ev.body),
    )  # fmt: skip


EVENTS: tuple[type[e.Event], ...] = (Tried,)
APPLIERS: dict[type[e.Event], Applier] = {Tried: lambda s, ev: s}
STEPS: dict[str, Step] = {"try_roll": try_roll, "laid_is_over": laid_is_over}
AUDIENCE: dict[type[e.Event], Rule] = {Tried: nobody}
WEAKEN: dict[type[e.Event], Weaken] = {Tried: _tried_less}
WORDS: dict[type[e.Event], Narrate] = {Tried: _tried}
