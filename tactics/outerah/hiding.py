"""Hidden, found, and the Opener that comes of it (O-035 to O-041).

Hidden is a status; for each enemy it counts the whole Rounds in which that one did not find the hider. An attack on
somebody who has not found it for `out.hidden.rounds` Rounds is an Opener; whoever begins the battle hidden has that
count from the start. Any enemy within `out.hidden.radius` cells finds, and so does whomever the Guide reveals it to;
then the count begins anew. Whoever has not found it again for that long sees it no more.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics.board import sees
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.refusals import illegal
from tactics.kernel.ruleset import Known
from tactics.kernel.state import EVERYONE, AnyBody, AnyState, AnyUnit, Status
from tactics.mission.walking import seen_by_sender
from tactics.outerah import attack_data, heights, statuses
from tactics.outerah.parts import Acted, body_part, constant, effects, free_to_act, pay, truth

FRESH = "fresh"
"""The Round in which it hid does not count."""
READY = "ready"
"""0: it hid in the middle of the battle and has to stay unfound first."""


class Found(e.Event, frozen=True, tag=True):
    """An enemy finds a hidden body (O-040)."""

    body: str
    by: str


class CombatOver(e.Event, frozen=True, tag=True):
    """Nobody is in combat any more: whoever was sought stayed unfound long enough (O-041)."""


def hidden(known: Known, body: AnyBody) -> Status | None:
    return next((s for s, spec in effects(known.rules, body) if spec.does == "hidden"), None)


def unfound(known: Known, body: AnyBody, enemy: str) -> int:
    """Whole Rounds for which this enemy has not found the body; 0 for one that is not hidden."""
    status = hidden(known, body)
    if status is None:
        return 0
    whole = int(constant(known, "out.hidden.rounds"))
    return status.numbers.get(f"r:{enemy}", whole if status.numbers.get(READY, 1) else 0)


def unaware(known: Known, body: AnyBody, enemy: AnyBody) -> bool:
    """Whether an attack of the body on this enemy is an Opener (O-035, O-040). Whoever is hidden without the status,
    by the Guide's hand, is so from the seats that it is hidden from."""
    if hidden(known, body) is None:
        seat = known.state.units[enemy.unit].seat
        return bool({EVERYONE, seat} & set(body.hidden_from)) and seat not in body.found_by
    return hidden(known, body) is not None and unfound(known, body, enemy.key) >= int(
        constant(known, "out.hidden.rounds")
    )


def enemies(state: AnyState, body: AnyBody) -> list[AnyBody]:
    """The conscious bodies of other sides on the same board."""
    side = state.units[body.unit].side
    return [
        b
        for b in state.bodies.values()
        if state.units[b.unit].side != side and not b.down and b.place is not None and body.place is not None
        and b.place.board == body.place.board
    ]  # fmt: skip


# --- hiding -------------------------------------------------------------------------------------------


def hide(work: Work, unit: AnyUnit, wish: Any) -> None:
    """Into Hidden: where no enemy has a line of sight, as far as the unit knows; the Guide may let it happen anyway."""
    known = seen_by_sender(work)
    able = [b for b in free_to_act(known, unit) if hidden(known, b) is None]
    if not able:
        raise illegal("nothing")
    for body in able:
        watcher = seen_by(known, body)
        if watcher is not None and not work.by.is_gm:
            raise illegal("sight", name=watcher.name)
    pay(work, unit.key, (wish.part or "offhand",), "hide")
    work.emit(Acted(unit=unit.key, action="hide"))
    key = next(k for k, spec in work.rules.entries["status"].items() if spec.does == "hidden")
    for body in able:
        numbers = {READY: 0, FRESH: 1}
        work.emit(e.StatusSet(body=body.key, status=Status(key=key, source=body.key, numbers=numbers)))
        work.emit(e.BodyHidden(body=body.key, hidden_from=(EVERYONE,)))
    settle(work)


def seen_by(known: Known, body: AnyBody) -> AnyBody | None:
    """An enemy that has the body in sight, or None."""
    if body.place is None:
        return None
    for enemy in enemies(known.state, body):
        if enemy.place is None or enemy.place.board != body.place.board:
            continue
        if sees(heights.between(known, enemy.place, body.place), enemy.place.cell, body.place.cell):
            return enemy
    return None


# --- being found ------------------------------------------------------------------------------------


def settle(work: Work) -> None:
    """Whoever stands near enough finds the hidden, at any moment but in the hider's own turn: so one steals up and
    strikes in one turn (house value)."""
    clock = work.state.clock
    if work.state.phase != "running":
        return
    _revealed(work)
    if clock.mode == "turns" and clock.active is None:
        return
    radius = max(1, int(work.constant("out.hidden.radius")))
    for body in tuple(work.state.bodies.values()):
        status = hidden(truth(work), body)
        if status is None or body.place is None or body.unit == work.state.clock.active:
            continue
        for enemy in enemies(work.state, body):
            assert enemy.place is not None
            near = attack_data.cells_between(truth(work), body.place, enemy.place) <= radius
            if near and not status.numbers.get(f"x:{enemy.key}"):
                found_by(work, body.key, enemy.key)
                status = hidden(truth(work), work.state.bodies[body.key]) or status


def _revealed(work: Work) -> None:
    """To whom the Guide revealed it in this command, that one has found it (O-040)."""
    for body in dict.fromkeys(ev.body for ev in work.events if isinstance(ev, e.BodyRevealed)):
        found = work.state.bodies.get(body)
        status = hidden(truth(work), found) if found is not None else None
        if found is None or status is None:
            continue
        seats: set[str] = set()
        for ev in work.events:
            if isinstance(ev, e.BodyHidden) and ev.body == body:
                break  # what follows names those who go on seeing it
            if isinstance(ev, e.BodyRevealed) and ev.body == body:
                seats |= set(ev.to) or {EVERYONE}
            elif isinstance(ev, Found) and ev.body == body:  # by one of them alone
                seats.discard(work.state.units[work.state.bodies[ev.by].unit].seat)
        numbers = dict(status.numbers)
        for enemy in enemies(work.state, found):
            if {EVERYONE, work.state.units[enemy.unit].seat} & seats:
                numbers |= {f"r:{enemy.key}": 0, f"x:{enemy.key}": 1}
        if numbers != status.numbers:
            work.emit(statuses.Ticked(body=body, status=replace(status, numbers=numbers)))


def found_by(work: Work, body: str, enemy: str) -> None:
    """This enemy knows where the body is: its count is 0, and its seat sees it."""
    status = hidden(truth(work), work.state.bodies[body])
    if status is None:
        return
    numbers = {**status.numbers, f"r:{enemy}": 0, f"x:{enemy}": 1}
    work.emit(statuses.Ticked(body=body, status=replace(status, numbers=numbers)), Found(body=body, by=enemy))
    seat = work.state.units[work.state.bodies[enemy].unit].seat
    found = work.state.bodies[body]
    if found.hidden_from and seat not in found.found_by:
        work.emit(e.BodyRevealed(body=body, to=(seat,)))


def round_ends(work: Work) -> None:
    """A whole Round more without being found, for each enemy; the Round of hiding and one of being found do not
    count. Where nobody is in combat with anybody by then, the battle is over (O-041)."""
    whole, slipped = int(work.constant("out.hidden.rounds")), False
    for body in tuple(work.state.bodies.values()):
        status = hidden(truth(work), body)
        if status is None:
            continue
        numbers, gone = dict(status.numbers), False
        if numbers.pop(FRESH, 0) == 0:
            for enemy in enemies(work.state, body):
                count = unfound(truth(work), body, enemy.key)
                numbers[f"r:{enemy.key}"] = 0 if numbers.get(f"x:{enemy.key}") else count + 1
                gone |= numbers[f"r:{enemy.key}"] == whole
        slipped |= gone
        numbers = {k: n for k, n in numbers.items() if not k.startswith("x:")}
        if numbers != status.numbers:
            work.emit(statuses.Ticked(body=body.key, status=replace(status, numbers=numbers)))
        if gone:
            _out_of_sight(work, body.key)
    if slipped and work.state.clock.mode == "turns" and not _in_combat(truth(work)):
        work.emit(CombatOver(), e.ModeSet("free"))


def _out_of_sight(work: Work, key: str) -> None:
    """It is hidden again from the seats none of whose bodies is aware of it any more (O-040)."""
    state, body = work.state, work.state.bodies[key]
    there = {state.units[enemy.unit].seat: False for enemy in enemies(state, body)}
    for enemy in enemies(state, body):
        there[state.units[enemy.unit].seat] |= not unaware(truth(work), body, enemy)
    seeing = there if not body.hidden_from else body.found_by
    if all(there.get(seat, True) for seat in seeing):
        return
    work.emit(e.BodyHidden(body=key, hidden_from=body.hidden_from or (EVERYONE,)))
    still = tuple(seat for seat in seeing if there.get(seat, True))
    if still:
        work.emit(e.BodyRevealed(body=key, to=still))


def _in_combat(known: Known) -> bool:
    """Whether two of different sides are left who are both aware of one another."""
    there = [b for b in known.state.bodies.values() if b.place is not None and not b.down and not body_part(b).section]
    return any(
        not unaware(known, body, enemy) and not unaware(known, enemy, body)
        for body in there
        for enemy in enemies(known.state, body)
        if not body_part(enemy).section
    )


EVENTS: tuple[type[e.Event], ...] = (Found, CombatOver)
APPLIERS: dict[type[e.Event], Any] = dict.fromkeys(EVENTS, lambda s, ev: s)
