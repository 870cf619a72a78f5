"""Held breath: below the surface, and in space off every ship (O-131, O-178, O-181).

A Round without air takes its ten seconds of breath; with none left a body takes `out.breath.percent` of its Max HP at
the end of each Round (house value). Who has air again breathes in at once. Whoever cannot swim sinks one level in a
Round (house value, O-128).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Known, Narrate, Telling
from tactics.kernel.state import AnyBody
from tactics.kernel.view import LogLine
from tactics.mission import audience as shared
from tactics.mission.audience import Rule
from tactics.mission.words import line, name
from tactics.outerah import aboard, numbers, space, statuses, ways
from tactics.outerah.parts import body_part, constant, truth, with_body_part
from tactics.outerah.specs import Thing

WATER_BREATHER, NO_BREATH = "breathes_water", "no_breath"
"""Traits: of who breathes under water, and of who breathes nowhere."""


class Breathed(e.Event, frozen=True, tag=True):
    """Seconds of breath that are left to a body; None: it has air."""

    body: str
    left: int | None


def submerged(known: Known, body: AnyBody) -> bool:
    """Below the surface of deep water."""
    place = body.place
    if place is None or place.z >= 0 or place.board not in known.state.boards:
        return False
    ground = ways.floor_of(known, place.board)[1].ground(known, place.cell)
    return ground is not None and ground.water == "deep"


def airless(known: Known, body: AnyBody) -> str:
    """`water`, `space` where the body cannot breathe, or empty. A ship keeps air around itself as far as its gravity
    holds (O-178); whoever carries air needs none (O-181)."""
    own = body_part(body)
    if own.section or NO_BREATH in own.traits:
        return ""
    where = "water" if submerged(known, body) else "space" if space.adrift(known, body) else ""
    if not where or (where == "water" and WATER_BREATHER in own.traits):
        return ""
    carried = (known.rules.find("item", key) for key in own.pack)
    return "" if any(isinstance(spec, Thing) and spec.air for spec in carried) else where


def most(known: Known) -> int:
    return int(constant(known, "out.breath.seconds"))


def left(known: Known, body: AnyBody) -> int:
    """Seconds of breath that it has."""
    found = body_part(body).breath
    return most(known) if found is None else found


def hold(work: Work, body: str, seconds: int) -> None:
    """So many seconds of held breath are gone."""
    found = work.state.bodies[body]
    work.emit(Breathed(body=body, left=max(0, left(truth(work), found) - seconds)))


def round_ends(work: Work) -> None:
    for body in tuple(work.state.bodies.values()):
        if body.place is None:
            continue
        sink(work, body)
        body = work.state.bodies[body.key]
        if not airless(truth(work), body):
            if body_part(body).breath is not None:
                work.emit(Breathed(body=body.key, left=None))
        elif body.down:
            continue
        elif left(truth(work), body) > 0:
            hold(work, body.key, int(work.constant("out.round.seconds")))
        else:
            percent = int(work.constant("out.breath.percent"))
            statuses.hurt(work, body.key, max(1, body.max_hp * percent // 100), "no air")


def sink(work: Work, body: AnyBody) -> None:
    """One level down, to the bottom, whoever is in deep water and cannot swim; who is aboard of a craft is not in it,
    and a mount that swims or flies bears its rider."""
    place, known = body.place, truth(work)
    if place is None or body_part(body).section or aboard.ship_of(work.state, body) is not None:
        return
    if numbers.SWIMS in numbers.traits(known, body) or numbers.flies(known, body):
        return
    ground = ways.floor_of(known, place.board)[1].ground(known, place.cell)
    if ground is not None and ground.water == "deep" and place.z > -ground.depth:
        work.emit(e.Stepped(body=body.key, place=replace(place, z=place.z - 1)))


def _breathed(t: Telling, ev: Breathed) -> LogLine | None:
    if ev.left is None:
        return line("system", f"{name(t, ev.body)} breathes again")
    return line("system", f"{name(t, ev.body)} has {ev.left} seconds of breath left")


EVENTS: tuple[type[e.Event], ...] = (Breathed,)
APPLIERS: dict[type[e.Event], Any] = {Breathed: lambda s, ev: with_body_part(s, ev.body, breath=ev.left)}
AUDIENCE: dict[type[e.Event], Rule] = {Breathed: shared.body_numbers}
WORDS: dict[type[e.Event], Narrate] = {Breathed: _breathed}
