"""Mounts: summoned and ridden, thrown off by hits (O-070 to O-085); `handling` tames and calms them.

A mount is a unit whose body has the trait `mount_of:<unit>`. While it is ridden it stands on no cell of its own (house
value); its rider has the status that does `mounted`, with the mount as its source.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from tactics.board import can_step
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, Known, Narrate, Step, Telling
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Frame
from tactics.kernel.view import CheckCard, LogLine, OptionView
from tactics.mission import audience as shared
from tactics.mission import turns
from tactics.mission.audience import Rule
from tactics.mission.words import at, line, name
from tactics.outerah import fear, handling, hit, making_way, numbers, statuses, ways
from tactics.outerah.parts import (
    MAINHAND,
    OFFHAND,
    PART_LABELS,
    Acted,
    body_part,
    constant,
    effects,
    has,
    is_house,
    left,
    living,
    part,
    pay,
    pay_free,
    truth,
)

FLIGHT = "ten_above"


class Ride(c.Command, frozen=True, tag="ride"):
    """Summons, dismisses, calms or tames a mount."""

    unit: c.Key
    mount: c.Key
    how: Literal["summon", "dismiss", "calm", "tame"]


class KnockedOff(e.Event, frozen=True, tag=True):
    """Whether a hit throws a rider off (O-076). needs: the lowest D100 that does."""

    body: str
    face: int
    needs: int
    off: bool


class Unseated(e.Event, frozen=True, tag=True):
    """A rider that went down fell off its mount."""

    body: str


# --- whose it is --------------------------------------------------------------------------------------


def rider_of(state: AnyState, unit: AnyUnit) -> AnyUnit | None:
    """Whose mount a unit is."""
    for key in unit.bodies:
        for trait in body_part(state.bodies[key]).traits if key in state.bodies else ():
            kind, _, owner = trait.partition(":")
            if kind == "mount_of" and owner != unit.key:
                return state.units.get(owner)
    return None


def mounts_of(state: AnyState, unit: AnyUnit) -> list[AnyBody]:
    return [
        b for u in state.units.values()
        if (rider := rider_of(state, u)) is not None and rider.key == unit.key for b in living(state, u)
    ]  # fmt: skip


def waits(state: AnyState, unit: AnyUnit) -> bool:
    """A mount has no turn of its own."""
    rider = rider_of(state, unit)
    return rider is not None and bool(living(state, rider))


# --- riding -------------------------------------------------------------------------------------------


def ride(work: Work, command: Ride) -> None:
    unit = turns.active_unit(work, command.unit)
    able = living(work.state, unit)
    if not able:
        raise illegal("nothing")
    body = able[0]
    key = work.body_key(command.mount)
    if command.how == "tame":
        handling.tame(work, unit, body, work.state.bodies[key])
        return
    if key not in [b.key for b in mounts_of(work.state, unit)]:
        raise Refused("unknown", what=command.mount)
    mount = work.state.bodies[key]
    if why := closed(truth(work), unit, body, mount, command.how):
        raise illegal("cost" if why.endswith("is used") else "phase", text=why)
    {"summon": summon, "dismiss": dismiss, "calm": handling.calm}[command.how](work, unit, body, mount)


def closed(known: Known, unit: AnyUnit, body: AnyBody, mount: AnyBody, how: str) -> str:
    """Why that cannot be done with this mount now, or empty."""
    riding = numbers.carrier(known, body)
    feared = has(known.rules, mount, "feared")
    part_used = {"summon": MAINHAND, "calm": OFFHAND}.get(how)
    if how == "dismiss":
        return "" if riding.key == mount.key or mount.place is not None else "it is not here"
    if how == "calm":
        why = "" if feared else "it is calm"
    elif riding.key != body.key:
        why = "it rides already"
    elif feared:
        why = "it is Feared: calm it first"
    else:
        why = "" if mount.place is None or handling.beside(known, body, mount) else "it is too far away"
    if not why and part_used and not pay_free(known.state) and not left(unit, part_used):
        why = f"{PART_LABELS[part_used]} is used"
    return why


def summon(work: Work, unit: AnyUnit, body: AnyBody, mount: AnyBody) -> None:
    """Mounts at once: the Mainhand in a fight, free outside (O-070, O-071)."""
    pay(work, unit.key, (MAINHAND,), "summon a mount")
    work.emit(Acted(unit=unit.key, action="ride", keeps_moving=True))
    # First it rides, so that the log need not say of the mount that it leaves the board.
    key = next(k for k, spec in work.rules.entries["status"].items() if spec.does == "mounted")
    statuses.put(work, body.key, key, source=mount.key)
    if mount.place is not None:
        work.emit(e.Placed(body=mount.key, place=None))


def dismiss(work: Work, unit: AnyUnit, body: AnyBody, mount: AnyBody) -> None:
    """Free, in a fight too (house value, O-071)."""
    _end_riding(work, body.key)
    if mount.place is not None:
        work.emit(e.Placed(body=mount.key, place=None))


def _end_riding(work: Work, body: str) -> None:
    for status, spec in tuple(effects(work.rules, work.state.bodies[body])):
        if spec.does == "mounted":
            statuses.end(work, body, status.key)


def begins_mounted(state: AnyState, rules: Rules, unit: AnyUnit) -> bool:
    """Whether its turn is the first one of a fight that it begins in the saddle."""
    first = state.clock.round == 1 and part(unit).extra != 1
    return first and any(has(rules, b, "mounted") for b in living(state, unit))


def rides_in(work: Work, unit: AnyUnit) -> None:
    """Who begins a fight mounted has no Mainhand in its first turn (O-071)."""
    if begins_mounted(work.state, work.rules, unit):
        pay(work, unit.key, (MAINHAND,), "a mount at the start of the fight")


# --- knocked off, and calmed --------------------------------------------------------------------------


def percent(known: Known, opener: bool, critical: bool) -> int:
    """O-076 to O-078."""
    rule = constant(known, "out.mount.knock_percent")
    return int(rule["opener" if opener else "hit"]) * (int(rule["crit_factor"]) if critical else 1)


def difficulty(known: Known, rider: int, enemy: int) -> int:
    """DR by the levels of the rider and of who threw it off (O-081 to O-085)."""
    above = enemy - rider
    band = "ten_below" if above <= -10 else "below" if above < 0 else "equal" if not above else "above"
    return int(constant(known, "out.mount.dr")[FLIGHT if above >= 10 else band])


def knock_off(work: Work, frame: Frame) -> None:
    """The step of the plan: a hit that takes something may throw the rider off."""
    target, attacker = work.state.bodies.get(frame.args["target"]), work.state.bodies.get(frame.args["body"])
    if target is None or attacker is None or target.down or target.key == attacker.key or target.place is None:
        return
    known = truth(work)
    mount = numbers.carrier(known, target)
    if mount.key == target.key or frame.memo.get("outcome") not in hit.HITS or frame.memo.get("dealt", 0) <= 0:
        return
    chance = percent(known, bool(frame.args.get("opener")), frame.memo["outcome"] == hit.CRITICAL)
    face = work.roll(1, 100, f"{target.name} stays mounted").total
    off = face > 100 - chance
    work.emit(KnockedOff(body=target.key, face=face, needs=101 - chance, off=off))
    if not off:
        return
    unseat(work, target, mount)
    dr = difficulty(known, numbers.level(known, target), numbers.level(known, attacker))
    if dr:
        key = next(k for k, spec in work.rules.entries["status"].items() if spec.does == "feared")
        statuses.put(work, mount.key, key, source=attacker.key, number=dr)


def unseat(work: Work, rider: AnyBody, mount: AnyBody) -> None:
    """The rider lies on a free cell beside, and the mount stands where both were (O-076); without one it is gone."""
    _end_riding(work, rider.key)
    here = rider.place
    if here is None:
        return
    compiled, _ = ways.floor_of(truth(work), here.board)
    taken = making_way.taken(work, rider.key, here.board) | {here.cell}
    around = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]
    for cell in [(here.x + x, here.y + y) for x, y in around]:
        if cell in compiled and cell not in taken and can_step(compiled, here.cell, cell):
            work.emit(e.Stepped(body=rider.key, place=replace(here, x=cell[0], y=cell[1])))
            making_way.settle(work, rider.key)
            work.emit(e.Placed(body=mount.key, place=here))
            return


def settle(work: Work) -> None:
    """Who goes down in the saddle falls out of it, without a roll (house value, O-076)."""
    for body in tuple(work.state.bodies.values()):
        mount = numbers.carrier(truth(work), body) if body.down else body
        if mount.key != body.key:
            unseat(work, body, mount)
            work.emit(Unseated(body=body.key))


def flee(work: Work, unit: AnyUnit) -> None:
    """At the end of its rider's turn a terrified mount runs as far from its enemy as its Movement goes (O-085)."""
    for mount in mounts_of(work.state, unit):
        worst = int(work.constant("out.mount.dr")[FLIGHT])
        feared = [s for s, spec in effects(work.rules, mount) if spec.does == "feared"]
        enemy = work.state.bodies.get(feared[0].source) if feared else None
        if enemy is None or feared[0].numbers.get("number", 0) < worst or mount.place is None or enemy.place is None:
            continue
        fear.run(work, truth(work), mount, enemy.place)


# --- offers -------------------------------------------------------------------------------------------


def offers(known: Known, unit: AnyUnit) -> Iterator[OptionView]:
    """Mount, dismount and calm, for every mount of the unit, and taming."""
    yield from handling.tame_offers(known, unit)
    for body in living(known.state, unit)[:1]:
        for mount in mounts_of(known.state, unit):
            hows = ["dismiss"] if numbers.carrier(known, body).key == mount.key else ["summon"]
            for how in [*hows, *(["calm"] if has(known.rules, mount, "feared") else [])]:
                used = {"summon": MAINHAND, "calm": OFFHAND}.get(how)
                free = pay_free(known.state) or used is None
                why = closed(known, unit, body, mount, how)
                yield OptionView(
                    key=f"ride.{how}.{mount.key}", unit=unit.key, do="ride",
                    label={"summon": "Mount", "dismiss": "Dismiss", "calm": "Calm"}[how] + f": {mount.name}",
                    group=PART_LABELS[used] if used else "Free", cost="free" if free else PART_LABELS[used or MAINHAND],
                    costs={} if free or used is None else {used: 1}, why_not=why, why_code="cost" if why else "",
                    command={"mount": mount.key, "how": how}, help=HELP[how], title=_title(known, body, mount, how),
                    house=how == "calm" and is_house(known, "out.mount.die"),
                )  # fmt: skip


HELP = {"summon": "rule:O-071", "dismiss": "rule:O-071", "calm": "rule:O-080"}


def _title(known: Known, body: AnyBody, mount: AnyBody, how: str) -> str:
    """What it would come to: the mount's Movement and Jump, or the check that calms it with its numbers."""
    if how == "calm":
        return handling.calming(known, body, mount)
    if how == "dismiss":
        return ""
    mov, jmp = (numbers.stat(known, mount, key) for key in ("MOV", "JMP"))
    return f"Movement {mov} and Jump {jmp} in place of one's own"


def _knocked(t: Telling, ev: KnockedOff) -> LogLine:
    said = "is knocked off its mount" if ev.off else "stays mounted"
    record: dict[str, Any] = {"kind": "knock_off", "body": ev.body, "held": not ev.off}
    told = line("roll", f"{name(t, ev.body)} {said} (D100 {ev.face}, {ev.needs} needed)", record=record)
    outcome = said if ev.off else "stays on"  # a Mob's shots are as many cards: each keeps to one line on a phone
    card = CheckCard(
        who=name(t, ev.body), die=ev.face, sum=f"{ev.needs} throws off", outcome=outcome,
        tone="bad" if ev.off else "good",
    )  # fmt: skip
    return replace(told, card=card, at=at(t, ev.body))


COMMANDS: tuple[type[c.Command], ...] = (Ride,)
EVENTS: tuple[type[e.Event], ...] = (KnockedOff, Unseated)
APPLIERS: dict[type[e.Event], Any] = {
    KnockedOff: lambda s, ev: s,
    Unseated: lambda s, ev: s,
}
HANDLERS: dict[type, Handler] = {Ride: ride}
STEPS: dict[str, Step] = {"knock_off": knock_off}
AUDIENCE: dict[type[e.Event], Rule] = {
    **dict.fromkeys((KnockedOff, Unseated), shared.both),
}
WORDS: dict[type[e.Event], Narrate] = {
    Unseated: lambda t, ev: line("move", f"{name(t, ev.body)} falls off its mount"),
    KnockedOff: _knocked,
}
