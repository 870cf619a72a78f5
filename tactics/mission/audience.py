"""Who gets an event whole, and what is left of it for everybody else. The GMs get all.

Three families cover most: what a body does goes to the seats that know of it before and after (whoever gains or
loses sight of it gets `Appeared` or `Vanished` in its place); what concerns a unit's numbers goes to those who
know its numbers; the machinery (frames, prompts, order) goes to nobody, since the views show what it means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import ALL, GM_ONLY, Audience
from tactics.kernel.state import AnyState, AnyUnit, Place
from tactics.mission import sightings, talk, walking
from tactics.mission.fog import CameIntoSight, WentOutOfSight
from tactics.mission.knowledge import knows_numbers
from tactics.secrecy.known import sees_objective
from tactics.secrecy.sight import knows_body, seats_of_whom, seats_that_know, sees

Rule = Callable[[AnyState, AnyState, Rules, Any], Audience]
Weaken = Callable[[AnyState, AnyState, Rules, Any, str], Sequence[e.Event]]


def _everybody(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    return ALL


def _nobody(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    return GM_ONLY


# --- bodies -----------------------------------------------------------------------------------------


def _both(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    """Those who know the body before and after."""
    body = event.body
    return Audience(seats_that_know(before, rules, body) & seats_that_know(after, rules, body))


def _comes_and_goes(before: AnyState, after: AnyState, rules: Rules, event: Any, seat: str) -> Sequence[e.Event]:
    """Appears to one who did not know of it, vanishes for one who does not any more; by a step, in sight."""
    body, walks = event.body, isinstance(event, e.Stepped | e.Placed)
    knew, knows = knows_body(before, rules, seat, body), knows_body(after, rules, seat, body)
    if knows and not knew:
        return (CameIntoSight((body,)) if walks and after.fog != "none" else sightings.Appeared(body=body),)
    if knew and not knows and before.bodies[body].place is not None:
        name = before.bodies[body].name
        return (WentOutOfSight((name,)) if walks and after.fog != "none" else sightings.Vanished(name=name),)
    return ()


def _status(before: AnyState, after: AnyState, rules: Rules, event: e.StatusSet | e.StatusEnded) -> Audience:
    return GM_ONLY if event.secret else _both(before, after, rules, event)


def _placed(before: AnyState, after: AnyState, rules: Rules, event: e.Placed) -> Audience:
    """A body that the GM moves in secret just stands elsewhere."""
    return GM_ONLY if event.secret else _both(before, after, rules, event)


def _left_body(before: AnyState, after: AnyState, rules: Rules, event: e.BodyLeft) -> Audience:
    return Audience(seats_that_know(before, rules, event.body))


def _revealed(before: AnyState, after: AnyState, rules: Rules, event: e.BodyRevealed) -> Audience:
    """Whom it is revealed to is the business of its own side; whoever sees it now gets `Appeared`."""
    body = after.bodies.get(event.body)
    unit = after.units.get(body.unit) if body else None
    return _own_side(after, unit)


# --- units ------------------------------------------------------------------------------------------


def unit_of(before: AnyState, after: AnyState, key: str) -> AnyUnit | None:
    return after.units.get(key) or before.units.get(key)


def who_know(state: AnyState, rules: Rules, unit: AnyUnit | None) -> frozenset[str]:
    """Seats that may know of a unit: its own, and those that know one of its bodies."""
    if unit is None:
        return frozenset()
    seats = frozenset({unit.seat})
    for body in unit.bodies:
        seats |= seats_that_know(state, rules, body)
    return seats


def _of_unit(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    return Audience(who_know(after, rules, unit_of(before, after, event.unit)))


def _left_unit(before: AnyState, after: AnyState, rules: Rules, event: e.UnitLeft) -> Audience:
    return Audience(who_know(before, rules, before.units.get(event.unit)))


def _own_side(state: AnyState, unit: AnyUnit | None) -> Audience:
    if unit is None:
        return GM_ONLY
    return Audience(seats_of_whom(state, lambda s: knows_numbers(state, s, unit)))


def _numbers(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    """Those who know the unit and its numbers."""
    unit = unit_of(before, after, event.unit)
    seats = _own_side(after, unit).seats or frozenset()
    return Audience(seats & who_know(after, rules, unit))


def _pools(before: AnyState, after: AnyState, rules: Rules, event: e.PoolsSet) -> Audience:
    return GM_ONLY if event.secret else _numbers(before, after, rules, event)


def _body_numbers(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    body = after.bodies.get(event.body)
    unit = after.units.get(body.unit) if body else None
    seats = _own_side(after, unit).seats or frozenset()
    return Audience(seats & seats_that_know(after, rules, event.body))


def _controller(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    unit = unit_of(before, after, event.unit)
    return Audience(frozenset({unit.seat})) if unit else GM_ONLY


def _sender(before: AnyState, after: AnyState, rules: Rules, event: walking.Halted) -> Audience:
    """Whoever sent the walker, and whose it is."""
    found = _controller(before, after, rules, event)
    return Audience((found.seats or frozenset()) | {event.seat}) if event.seat else found


def ties(state: AnyState, rules: Rules, seat: str, unit: AnyUnit, same: Callable[[AnyUnit], Any]) -> list[AnyUnit]:
    """The units, this one among them, of which a seat may know that they are of one initiative; `same` says what has to
    be equal. Empty if it knows of no other: a tie with somebody unseen is no tie for it."""
    found = [
        u for u in state.units.values()
        if u.initiative is not None and same(u) == same(unit) and seat in who_know(state, rules, u)
    ]  # fmt: skip
    return found if unit in found and len(found) > 1 else []


of_unit, numbers, controller = _of_unit, _numbers, _controller
both, body_numbers, nobody, everybody = _both, _body_numbers, _nobody, _everybody
"""For the files of other systems."""


def _joined(before: AnyState, after: AnyState, rules: Rules, event: e.UnitJoined) -> Audience:
    return Audience(frozenset({event.unit.seat}))


def _joined_less(before: AnyState, after: AnyState, rules: Rules, event: e.UnitJoined, seat: str) -> Sequence[e.Event]:
    known = seat in who_know(after, rules, after.units.get(event.unit.key))
    return (sightings.Arrived(unit=event.unit.key),) if known else ()


def _initiative_less(
    before: AnyState, after: AnyState, rules: Rules, event: e.InitiativeSet, seat: str
) -> Sequence[e.Event]:
    """Of a stranger the value, never the parts: they are its Speed and Wits."""
    if seat in who_know(after, rules, after.units.get(event.unit)):
        return (e.InitiativeSet(unit=event.unit, value=event.value),)
    return ()


def _walked(before: AnyState, after: AnyState, rules: Rules, event: walking.Walked) -> Audience:
    """Those who know every walker, and its numbers."""
    seats = _numbers(before, after, rules, event).seats or frozenset()
    for body in event.bodies:
        seats &= seats_that_know(after, rules, body)
    return Audience(seats)


def _walked_less(
    before: AnyState, after: AnyState, rules: Rules, event: walking.Walked, seat: str
) -> Sequence[e.Event]:
    """The walkers that are seen. The price would tell of the part of the way that is not."""
    bodies = tuple(b for b in event.bodies if knows_body(after, rules, seat, b))
    return (replace(event, bodies=bodies, cost={}),) if bodies else ()


def _said(before: AnyState, after: AnyState, rules: Rules, event: talk.Said) -> Audience:
    return Audience(frozenset(event.hearers))


def _rolled(before: AnyState, after: AnyState, rules: Rules, event: e.Rolled) -> Audience:
    """The bare dice; what they mean is told by the event that follows, as far as each may know."""
    unit = after.units.get(event.unit)
    if event.secret or unit is None:
        return GM_ONLY
    seats = _own_side(after, unit).seats or frozenset()
    return Audience(seats & who_know(after, rules, unit))


# --- the order --------------------------------------------------------------------------------------


def _known_order(after: AnyState, rules: Rules, order: Sequence[str], seat: str) -> tuple[str, ...]:
    return tuple(k for k in order if k in after.units and seat in who_know(after, rules, after.units[k]))


def _order_less(before: AnyState, after: AnyState, rules: Rules, event: e.OrderSet, seat: str) -> Sequence[e.Event]:
    """The order of those whom the seat knows; and that the GM changed it, if that is no secret and more than somebody
    unseen has another place."""
    order, old = (_known_order(after, rules, keys, seat) for keys in (event.order, event.before))
    if event.secret or order == old:
        return (e.OrderSet(order=order),)
    return (replace(event, order=order, before=old),)


def _round_less(before: AnyState, after: AnyState, rules: Rules, event: e.RoundStarted, seat: str) -> Sequence[e.Event]:
    return (replace(event, order=_known_order(after, rules, event.order, seat)),)


# --- texts, objectives, settings, rulings ------------------------------------------------------------


def _scenario(before: AnyState, after: AnyState, rules: Rules, event: e.ScenarioSet) -> Audience:
    return ALL if event.notes is None else GM_ONLY


def _scenario_less(
    before: AnyState, after: AnyState, rules: Rules, event: e.ScenarioSet, seat: str
) -> Sequence[e.Event]:
    return (e.ScenarioSet(text=event.text),) if event.text is not None else ()


def _option(before: AnyState, after: AnyState, rules: Rules, event: e.OptionSet) -> Audience:
    return GM_ONLY if event.secret else ALL


def _objective(before: AnyState, after: AnyState, rules: Rules, event: e.ObjectiveSet) -> Audience:
    """Recipients only; who else has some is itself a secret (T-012)."""
    return GM_ONLY


def _objective_less(
    before: AnyState, after: AnyState, rules: Rules, event: e.ObjectiveSet, seat: str
) -> Sequence[e.Event]:
    if not sees_objective(after, seat, event.objective):
        return ()
    own = () if event.objective.public else (seat,)
    return (e.ObjectiveSet(replace(event.objective, recipients=own)),)


def _sees_objective(state: AnyState, seat: str, key: str) -> bool:
    found = state.objectives.get(key)
    return found is not None and sees_objective(state, seat, found)


def _objective_gone(before: AnyState, after: AnyState, rules: Rules, event: e.ObjectiveRemoved) -> Audience:
    return Audience(seats_of_whom(before, lambda s: _sees_objective(before, s, event.key)))


def _settled(before: AnyState, after: AnyState, rules: Rules, event: e.ObjectiveSettled) -> Audience:
    keys = [k for k in (event.key, event.because) if k]
    return Audience(seats_of_whom(after, lambda s: all(_sees_objective(after, s, k) for k in keys)))


def _settled_less(
    before: AnyState, after: AnyState, rules: Rules, event: e.ObjectiveSettled, seat: str
) -> Sequence[e.Event]:
    """That an alternate settled it is told to those who know of the alternate."""
    return (replace(event, because=""),) if _sees_objective(after, seat, event.key) else ()


def _edge(before: AnyState, after: AnyState, rules: Rules, event: e.EdgeSet) -> Audience:
    """Those who see it before or after; that a door is locked shows to nobody who looks at it."""
    edge = event.edge
    old = next((x for x in before.boards[event.board].edges if (x.a, x.b) == (edge.a, edge.b)), None)
    if old is not None and replace(old, locked=edge.locked) == edge:
        return GM_ONLY
    ends = [Place(event.board, *edge.a), Place(event.board, *edge.b)]
    return Audience(
        seats_of_whom(after, lambda s: any(sees(x, rules, s, end) for x in (before, after) for end in ends))
    )


def _xp(before: AnyState, after: AnyState, rules: Rules, event: e.XpCredited) -> Audience:
    return Audience(frozenset({event.seat}))


def _seat(before: AnyState, after: AnyState, rules: Rules, event: e.SeatSet) -> Audience:
    return Audience(frozenset({event.seat.key}))


def _number(before: AnyState, after: AnyState, rules: Rules, event: e.NumberSet) -> Audience:
    """Public corrections go to those who know the number anyway; an initiative to all who know the unit."""
    if event.secret:
        return GM_ONLY
    body, unit = owner_of(after, event.path)
    if unit is None:
        return GM_ONLY
    knowing = seats_that_know(after, rules, body) if body else who_know(after, rules, unit)
    if event.path.endswith(".initiative"):
        return Audience(knowing)
    return Audience(knowing & (_own_side(after, unit).seats or frozenset()))


def owner_of(state: AnyState, path: str) -> tuple[str, AnyUnit | None]:
    """(body or "", unit) that the path of a NumberSet speaks of."""
    head = path.rpartition(".")[0]
    for key in (head, head.rpartition(".")[0]):
        if key in state.bodies:
            return key, state.units.get(state.bodies[key].unit)
        if key in state.units:
            return "", state.units[key]
    return "", None


def _laid(before: AnyState, after: AnyState, rules: Rules, event: e.Modified) -> Audience:
    if event.laid.secret:
        return GM_ONLY
    kind, _, key = event.laid.on.partition(":")
    if kind == "cell":
        return ALL
    if kind == "body":
        return Audience(seats_that_know(after, rules, key))
    return Audience(who_know(after, rules, after.units.get(key)))


def _ruled(before: AnyState, after: AnyState, rules: Rules, event: e.Ruled) -> Audience:
    if event.secret:
        return GM_ONLY
    return Audience(seats_that_know(after, rules, event.body)) if event.body else ALL


def _chatted(before: AnyState, after: AnyState, rules: Rules, event: e.Chatted | e.Thrown) -> Audience:
    return Audience(frozenset({event.seat, event.to})) if event.to else ALL


def _hidden(before: AnyState, after: AnyState, rules: Rules, event: e.BodyHidden) -> Audience:
    body = after.bodies.get(event.body)
    unit = after.units.get(body.unit) if body else None
    knowing = seats_that_know(after, rules, event.body)
    return Audience(knowing & (_own_side(after, unit).seats or frozenset()))


AUDIENCE: dict[type[e.Event], Rule] = {
    **dict.fromkeys(
        (e.PhaseChanged, e.ModeSet, e.MissionEnded, e.RulesAdopted, e.Rewound, e.FogSet, e.StoodIn), _everybody
    ),
    **dict.fromkeys((e.Stepped, e.KnockedOut, e.Revived), _both),
    **dict.fromkeys((e.StatusSet, e.StatusEnded), _status),
    e.Placed: _placed,
    **dict.fromkeys((e.Hurt, e.Healed), _body_numbers),
    **dict.fromkeys((e.TurnStarted, e.TurnEnded, e.ControlSet), _of_unit),
    e.TieBroken: _nobody,
    **dict.fromkeys((e.InitiativeSet, e.Spent), _numbers),
    e.PoolsSet: _pools,
    e.Wished: _controller,
    walking.Halted: _sender,
    **dict.fromkeys(
        (
            e.OrderSet, e.RoundStarted, e.BoardSet, e.ZoneSet, e.ZoneRemoved, e.Uncovered, e.Explored, e.Remembered,
            e.SeatLeft, e.Paused, e.Resumed, e.Amended, e.Reopened, e.ModifierEnded, e.FramePushed, e.FrameSet,
            e.FramePopped, e.Asked, e.Answered, e.InitiativeDropped, e.PromptSet, e.PromptWithdrawn,
        ),
        _nobody,
    ),
    e.ScenarioSet: _scenario,
    e.OptionSet: _option,
    e.EdgeSet: _edge,
    e.ObjectiveSet: _objective,
    e.ObjectiveRemoved: _objective_gone,
    e.ObjectiveSettled: _settled,
    e.UnitJoined: _joined,
    e.UnitLeft: _left_unit,
    e.BodyLeft: _left_body,
    e.SeatSet: _seat,
    e.XpCredited: _xp,
    e.BodyHidden: _hidden,
    e.BodyRevealed: _revealed,
    e.NumberSet: _number,
    e.Modified: _laid,
    e.Ruled: _ruled,
    e.Rolled: _rolled,
    **dict.fromkeys((e.Chatted, e.Thrown), _chatted),
    walking.Walked: _walked,
    talk.Said: _said,
}  # fmt: skip
"""Of what all rulesets share."""
WEAKEN: dict[type[e.Event], Weaken] = {
    **dict.fromkeys((e.Placed, e.Stepped, e.BodyHidden, e.BodyRevealed), _comes_and_goes),
    e.UnitJoined: _joined_less,
    e.InitiativeSet: _initiative_less,
    e.OrderSet: _order_less,
    e.RoundStarted: _round_less,
    e.ScenarioSet: _scenario_less,
    e.ObjectiveSet: _objective_less,
    e.ObjectiveSettled: _settled_less,
    walking.Walked: _walked_less,
}
