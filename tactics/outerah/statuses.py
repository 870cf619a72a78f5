"""Statuses that come, tick and end (O-228 to O-230, O-241 to O-255, O-088 to O-100 as far as they are statuses).

A running status keeps its own numbers: `rounds` left (None of them: until it is resisted or cured), `age` in whole
Rounds, `turns` of its victim, `number` where it is not the entry's, `s1`, `s2` ... what each stack deals. Whose clock
it runs on is said by `status_words`, in plain words. The order of what happens at an edge of a turn stands in `turns`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.effects.breakdown import Breakdown
from tactics.kernel import events as e
from tactics.kernel.appliers import with_body
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyState, Status
from tactics.outerah import numbers, specs
from tactics.outerah.parts import MaxHpSet, body_part, constant, effects, truth


class Resisted(e.Event, frozen=True, tag=True):
    """A D100 against a status (O-246, O-252). needs: the lowest number that resists; at: `first` before it takes
    effect, `immune` without a die (O-255), else the turn of the victim. held: it was resisted."""

    body: str
    status: str
    face: int
    needs: int
    held: bool
    at: str = ""


class Cast(e.Event, frozen=True, tag=True):
    """A Buff was rolled for (O-256). needs: the lowest number that succeeds; faces: of all D100s, where a Charge made
    them more than one; chance, charges: with their terms."""

    body: str
    target: str
    status: str
    face: int
    needs: int
    held: bool
    faces: tuple[int, ...] = ()
    chance: Breakdown | None = None
    charges: Breakdown | None = None


class Ticked(e.Event, frozen=True, tag=True):
    """The counters of a running status stand like this now; nobody is told."""

    body: str
    status: Status


EVENTS: tuple[type[e.Event], ...] = (Resisted, Cast, Ticked)
APPLIERS: dict[type[e.Event], Any] = {
    Resisted: lambda s, ev: s,
    Cast: lambda s, ev: s,
    Ticked: lambda s, ev: _ticked(s, ev),
}


def _ticked(s: AnyState, ev: Ticked) -> AnyState:
    """In its place: the order of application is the order in which they act."""
    body = s.bodies.get(ev.body)
    if body is None:
        return s
    return with_body(s, ev.body, statuses=tuple(ev.status if x.key == ev.status.key else x for x in body.statuses))


# --- coming ------------------------------------------------------------------------------------------


def resistance(known: Known, body: AnyBody, spec: specs.Status) -> int | None:
    """Percent to resist: 1 for each point of the stat, the best of several (O-245, O-254); None: it cannot be."""
    if not spec.stat:
        return None
    return max(0, *(numbers.stat(known, body, key) for key in spec.stat))


def immune(known: Known, body: AnyBody, spec: specs.Status) -> bool:
    """100 in the stat: none of the effects that target it (O-255)."""
    found = resistance(known, body, spec)
    return found is not None and found >= int(constant(known, "out.status.immune"))


def inflict(
    work: Work,
    body: str,
    key: str,
    *,
    source: str = "",
    rounds: int | None = None,
    number: int | None = None,
    tier: int | None = None,
    sure: bool = False,
) -> bool:
    """A status takes effect, unless it is resisted (O-246). sure: without a roll. Returns whether it did."""
    found, spec = work.state.bodies.get(body), work.rules.find("status", key)
    if found is None or not isinstance(spec, specs.Status) or body_part(found).section:
        return False
    known = truth(work)
    if immune(known, found, spec):
        work.emit(Resisted(body=body, status=key, face=0, needs=0, held=True, at="immune"))
        return False
    chance = resistance(known, found, spec)
    if not sure and chance is not None:
        face = work.roll(1, 100, f"{found.name} resists {spec.label}").total
        needs = 101 - chance
        held = face >= needs
        work.emit(Resisted(body=body, status=key, face=face, needs=needs, held=held, at="first"))
        if held:
            return False
    put(work, body, key, source=source, rounds=rounds, number=number, tier=tier)
    return True


def put(
    work: Work,
    body: str,
    key: str,
    *,
    source: str = "",
    rounds: int | None = None,
    number: int | None = None,
    tier: int | None = None,
) -> None:
    """Sets a status or refreshes it: one more stack up to its most, the Rounds begin anew (O-247, O-257). A higher
    tier takes the place of a lower one of the same name, a lower one changes nothing (O-241)."""
    found, spec = work.state.bodies.get(body), work.rules.find("status", key)
    if found is None or not isinstance(spec, specs.Status) or body_part(found).section:
        return  # wood does not bleed: a section of a ship has no statuses (house value)
    old = next((s for s in found.statuses if s.key == key), None)
    had, has_now = old.numbers.get("tier", spec.tier) if old is not None else 0, spec.tier if tier is None else tier
    if had > has_now:
        return
    if had < has_now:
        old = None
    stacks = min(spec.stacks, (old.stacks if old is not None else 0) + 1)
    held = dict(old.numbers) if old is not None else {}
    lasts = rounds if rounds is not None else spec.lasts if spec.lasts is not None else spec.rounds
    if lasts is not None:
        held["rounds"] = lasts
    if tier is not None:
        held["tier"] = tier
    if number is not None and spec.stacks == 1:
        held["number"] = number
    elif number is not None and (old is None or stacks > old.stacks):
        held[f"s{stacks}"] = number
    held["turns"] = 0
    work.emit(e.StatusSet(body=body, status=Status(key=key, source=source, stacks=stacks, numbers=held)))
    settle_max_hp(work, body)


def end(work: Work, body: str, key: str) -> None:
    if any(s.key == key for s in work.state.bodies[body].statuses):
        work.emit(e.StatusEnded(body=body, key=key))
        settle_max_hp(work, body)


def patch_up(work: Work, body: str) -> None:
    """A healing skill or item that patches ends what can be patched (O-092, O-100)."""
    found = work.state.bodies[body]
    for status, spec in tuple(effects(work.rules, found)):
        if spec.patched:
            end(work, body, status.key)


def settle_max_hp(work: Work, body: str) -> None:
    """Max HP follows the statuses; what is above it is gone for good (O-098)."""
    found = work.state.bodies[body]
    most = numbers.max_hp(truth(work), found)
    if body_part(found).base_hp and most != found.max_hp:
        work.emit(MaxHpSet(body=body, max_hp=most, hp=min(found.hp, most)))


# --- ticking ------------------------------------------------------------------------------------------


def amount(known: Known, body: AnyBody, status: Status, spec: specs.Status) -> int:
    """What it deals or heals at one tick: the sum of what its stacks keep, else its number, in percent of Max HP if
    it says so (at least 1). Of a higher tier than its own as many times as much (house value, O-241)."""
    stacks = [n for name, n in status.numbers.items() if name[0] == "s" and name[1:].isdigit()]
    if stacks:
        return sum(stacks)
    number = status.numbers.get("number", (spec.number or 0) * status.numbers.get("tier", spec.tier) // spec.tier)
    if spec.percent:
        return max(1, body.max_hp * number // 100)
    return number * status.stacks


def deal(work: Work, body: str, does: str) -> None:
    """What all statuses of this kind do at their moment, in order of application; who is down feels nothing more."""
    for status, spec in tuple(effects(work.rules, work.state.bodies[body])):
        found = work.state.bodies[body]
        if spec.does != does or found.down or not any(s.key == status.key for s in found.statuses):
            continue
        number = amount(truth(work), found, status, spec)
        if number <= 0:
            continue
        if does == "hot":
            heal(work, body, number, spec.label)
        else:
            hurt(work, body, number, spec.label)


def hurt(work: Work, body: str, number: int, why: str) -> None:
    """Takes hit points; at 0 the body is down."""
    found = work.state.bodies[body]
    hp = max(0, found.hp - number)
    work.emit(e.Hurt(body=body, amount=number, hp=hp, why=why))
    if hp == 0 and not found.down:
        work.emit(e.KnockedOut(body))
    for status, spec in tuple(effects(work.rules, work.state.bodies[body])):
        if spec.hurt_ends and number > 0:
            end(work, body, status.key)


def settle(work: Work) -> None:
    """What runs ends at once when the stat that resists it comes to make immune (O-255)."""
    for body in tuple(work.state.bodies.values()):
        for status, spec in tuple(effects(work.rules, body)):
            if spec.kind == "bad" and immune(truth(work), body, spec):
                end(work, body.key, status.key)


def heal(work: Work, body: str, number: int, why: str) -> int:
    """Gives hit points up to the maximum; whoever is above 0 again stands up. Returns what was gained."""
    found = work.state.bodies[body]
    if body_part(found).spirit == 0:
        return 0  # its spirit is released (O-075)
    gained = max(0, min(number, found.max_hp - found.hp))
    if gained:
        work.emit(e.Healed(body=body, amount=gained, hp=found.hp + gained, why=why))
        if found.down and found.hp + gained > 0:
            work.emit(e.Revived(body))
    return gained


def resist_rolls(work: Work, body: str) -> None:
    """At the end of the victim's turn: from the Minimum on a D100 each turn, 5 easier every time (O-252, O-253)."""
    for status, spec in tuple(effects(work.rules, work.state.bodies[body])):
        found = work.state.bodies[body]
        if spec.does == "feared" and "number" in status.numbers:
            continue  # a mount is calmed by its rider alone (O-080)
        if spec.does == "lose_turn" and "sat" in status.numbers:
            continue  # its turn is lost already (O-020)
        if spec.kind != "bad" or spec.minimum is None or not any(s.key == status.key for s in found.statuses):
            continue
        known = truth(work)
        if immune(known, found, spec):
            end(work, body, status.key)
            continue
        chance = resistance(known, found, spec)
        turns = status.numbers.get("turns", 0) + 1
        if chance is None:
            continue
        if turns >= max(1, spec.minimum):
            step = int(work.constant("out.status.step")) * (turns - max(1, spec.minimum))
            face = work.roll(1, 100, f"{found.name} resists {spec.label}").total
            needs = max(1, 101 - chance - step)
            held = face >= needs
            work.emit(Resisted(body=body, status=status.key, face=face, needs=needs, held=held, at=str(turns)))
            if held:
                end(work, body, status.key)
                continue
        work.emit(Ticked(body=body, status=replace(status, numbers={**status.numbers, "turns": turns})))


def round_ends(work: Work, body: str) -> None:
    """Bleeding and Bruising come of what has been there longer than so many Rounds; then Rounds run out (O-091,
    O-099, O-259)."""
    for status, spec in tuple(effects(work.rules, work.state.bodies[body])):
        if not any(s.key == status.key for s in work.state.bodies[body].statuses):
            continue
        age = status.numbers.get("age", 0) + 1
        if spec.after and age > spec.after_rounds and not status.numbers.get("followed"):
            put(work, body, spec.after, source=status.source)
            status = replace(status, numbers={**status.numbers, "followed": 1})
        left = status.numbers.get("rounds")
        if left is not None and left <= 1:
            end(work, body, status.key)
            continue
        held = {**status.numbers, "age": age}
        if left is not None:
            held["rounds"] = left - 1
        work.emit(Ticked(body=body, status=replace(status, numbers=held)))
