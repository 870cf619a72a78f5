"""Animal Handling: a Mount Tamer tames, and a rider calms a frightened mount (O-069, O-073, O-074, O-080, O-086).

A creature that may be tamed has the trait `tameable`: so the Guide approves of it. Each die is a step of its own, so
that it may come from the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tactics.effects.distribution import percent
from tactics.kernel import events as e
from tactics.kernel.appliers import with_unit
from tactics.kernel.engine import Work
from tactics.kernel.refusals import illegal
from tactics.kernel.ruleset import Known, Narrate, Step, Telling
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Frame
from tactics.kernel.view import LogLine, OptionView
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import attack_data, numbers, statuses
from tactics.outerah.parts import (
    MAINHAND,
    OFFHAND,
    Acted,
    body_part,
    constant,
    effects,
    left,
    living,
    pay,
    pay_free,
    sides_of_die,
    truth,
    with_body_part,
)

TAMEABLE = "tameable"


class Calmed(e.Event, frozen=True, tag=True):
    """An Animal Handling check for a mount (O-080), or one to tame it (O-074). total: the die and the rank."""

    body: str
    face: int
    total: int
    needs: int
    held: bool
    why: str = "calm"
    mount: str = ""


class Tamed(e.Event, frozen=True, tag=True):
    """A creature is this unit's mount from now on, of the level that it has (O-073)."""

    body: str
    unit: str


def is_tamer(known: Known, body: AnyBody) -> bool:
    """Mount Tamer, while its Wisdom lasts (O-069)."""
    return numbers.stat(known, body, "WIS") >= int(constant(known, "out.mount.wis"))


def beside(known: Known, body: AnyBody, mount: AnyBody) -> bool:
    a, b = body.place, mount.place
    return a is not None and b is not None and a.board == b.board and attack_data.cells_between(known, a, b) <= 1


def tame(work: Work, unit: AnyUnit, body: AnyBody, creature: AnyBody) -> None:
    """D100 and Wisdom above 100 and 5 for each level that the creature is above the tamer (house value, O-074)."""
    known = truth(work)
    if not is_tamer(known, body):
        raise illegal("phase", text=f"a Mount Tamer has Wisdom {constant(known, 'out.mount.wis')} or more")
    if creature.unit == unit.key or (TAMEABLE not in body_part(creature).traits and not work.by.is_gm):
        raise illegal("target", text="ask the Guide whether it can be tamed")
    if not beside(known, body, creature):
        raise illegal("range")
    pay(work, unit.key, (MAINHAND,), "tame")
    work.emit(Acted(unit=unit.key, action="ride"))
    work.push("ride", unit.key, ("tame_roll",), body=body.key, mount=creature.key)


def _both(work: Work, frame: Frame) -> tuple[AnyBody, AnyBody] | None:
    """The rider and the mount of a frame, while they are there."""
    body, mount = work.state.bodies.get(frame.args["body"]), work.state.bodies.get(frame.args["mount"])
    return (body, mount) if body is not None and mount is not None else None


def tame_roll(work: Work, frame: Frame) -> None:
    """A step of its own, as every die that may come from the table."""
    both = _both(work, frame)
    if both is None:
        return
    body, creature = both
    known = truth(work)
    face = work.roll(1, 100, f"{body.name} tames {creature.name}", unit=frame.unit).total
    total = face + numbers.stat(known, body, "WIS")
    needs = 101 + 5 * (numbers.level(known, creature) - numbers.level(known, body))
    held = total >= needs
    work.emit(Calmed(body.key, face, total, needs, held, why="tame", mount=creature.key))
    if held:
        work.emit(Tamed(body=creature.key, unit=frame.unit))


def calm(work: Work, unit: AnyUnit, body: AnyBody, mount: AnyBody) -> None:
    """A D20 and the rank against the DR; a natural 1 fails (O-080, O-086)."""
    pay(work, unit.key, (OFFHAND,), "Animal Handling")
    work.emit(Acted(unit=unit.key, action="animal_handling"))
    work.push("ride", unit.key, ("calm_roll",), body=body.key, mount=mount.key)


def calming(known: Known, body: AnyBody, mount: AnyBody) -> str:
    """`a D20 and Animal Handling 2 against DR 15: 13 or more calms it, 40 %`; a natural 1 never does (O-080, O-086)."""
    status = next((s for s, spec in effects(known.rules, mount) if spec.does == "feared"), None)
    if status is None:
        return ""
    dr, rank = status.numbers.get("number", 0), numbers.stat(known, body, "AH")
    sides = sides_of_die(constant(known, "out.mount.die"))
    needs = max(2, dr - rank)
    chance = percent(Fraction(max(0, sides + 1 - needs), sides))
    said = f"{needs} or more calms it, {chance}" if needs <= sides else "none does"
    return f"a D{sides} and Animal Handling {rank} against DR {dr}: {said}"


def taming(known: Known, body: AnyBody, creature: AnyBody) -> str:
    """`a D100 and Wisdom 40 above 100: 61 or more tames it`, as far as the creature's level is known (O-074)."""
    wisdom, level = numbers.stat(known, body, "WIS"), creature.stats.get("LV")
    said = f"a D100 and Wisdom {wisdom} above"
    if level is None:
        return f"{said} 100, and 5 more for each level that it has above yours"
    bar = 100 + 5 * (level - numbers.level(known, body))
    needs = max(1, bar + 1 - wisdom)
    return f"{said} {bar}: {needs} or more tames it" if needs <= 100 else f"{said} {bar}: no roll does"


def calm_roll(work: Work, frame: Frame) -> None:
    both = _both(work, frame)
    status = next((s for s, spec in effects(work.rules, both[1]) if spec.does == "feared"), None) if both else None
    if both is None or status is None:
        return
    body, mount = both
    needs = status.numbers.get("number", 0)
    face = work.roll(1, sides_of_die(work.constant("out.mount.die")), "Animal Handling", unit=frame.unit).total
    total = face + numbers.stat(truth(work), body, "AH")
    held = face != 1 and total >= needs
    work.emit(Calmed(body=body.key, face=face, total=total, needs=needs, held=held, mount=mount.key))
    if held:
        statuses.end(work, mount.key, status.key)


def tame_offers(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """Taming, for each creature beside a Mount Tamer of which the Guide approves (O-069, O-074): by its sheet, or, who
    plays for a hero, by doing it."""
    for body in living(known.state, unit)[:1]:
        for creature in known.state.bodies.values():
            approved = TAMEABLE in body_part(creature).traits
            if not (approved or _approves(known, unit, body, creature)) or not beside(known, body, creature):
                continue
            free = pay_free(known.state)
            why = "" if free or left(unit, MAINHAND) else "Mainhand is used"
            if not is_tamer(known, body):
                why = f"a Mount Tamer has Wisdom {constant(known, 'out.mount.wis')} or more"
            yield OptionView(
                key=f"ride.tame.{creature.key}", unit=unit.key, do="ride", label=f"Tame: {creature.name}",
                group="Mainhand", cost="free" if free else "Mainhand", costs={} if free else {MAINHAND: 1}, why_not=why,
                why_code="cost" if why else "", command={"mount": creature.key, "how": "tame"}, help="rule:O-074",
                title=taming(known, body, creature) + ("" if approved else "; by this you approve of it"), house=True,
            )  # fmt: skip


def _approves(known: Known, unit: AnyUnit, body: AnyBody, creature: AnyBody) -> bool:
    """Whether a Guide, asked at the table, could say yes here: a hero who tames, and a creature of the others."""
    other = known.state.units[creature.unit]
    strange = other.side != unit.side and other.kind != "ship" and not other.character
    return known.is_gm and unit.character and strange and is_tamer(known, body)


def _calmed(t: Telling, ev: Calmed) -> LogLine:
    whom = name(t, ev.mount) if ev.mount else "the creature" if ev.why == "tame" else "the mount"
    verb = ev.why if not ev.held else {"tame": "tames", "calm": "calms"}.get(ev.why, ev.why)
    text = f"{name(t, ev.body)} {'' if ev.held else 'does not '}{verb} {whom} ({ev.total}, {ev.needs} needed)"
    return line("roll", text, record={"kind": ev.why, "body": ev.body, "held": ev.held})


def _tamed(s: AnyState, ev: Tamed) -> AnyState:
    body, unit = s.bodies.get(ev.body), s.units.get(ev.unit)
    if body is None or unit is None:
        return s
    traits = (*(t for t in body_part(body).traits if t != TAMEABLE), f"mount_of:{unit.key}")
    return with_unit(with_body_part(s, ev.body, traits=traits), body.unit, side=unit.side, seat=unit.seat)


EVENTS: tuple[type[e.Event], ...] = (Calmed, Tamed)
APPLIERS: dict[type[e.Event], Any] = {Calmed: lambda s, ev: s, Tamed: _tamed}
STEPS: dict[str, Step] = {"tame_roll": tame_roll, "calm_roll": calm_roll}
AUDIENCE: dict[type[e.Event], Rule] = {Calmed: shared.body_numbers, Tamed: shared.both}
WORDS: dict[type[e.Event], Narrate] = {Calmed: _calmed}
