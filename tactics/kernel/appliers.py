"""How each shared fact changes the state. Total and free of rules data: replay, undo and live play share it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tactics.kernel import events as e
from tactics.kernel.ruleset import Applier
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Clock, Place, Pool

S = AnyState


def with_body(state: S, key: str, **changes: Any) -> S:
    """The state with these fields of a body replaced; unchanged if it has left."""
    body = state.bodies.get(key)
    if body is None:
        return state
    return replace(state, bodies={**state.bodies, key: replace(body, **changes)})


def with_unit(state: S, key: str, **changes: Any) -> S:
    """The state with these fields of a unit replaced; unchanged if it has left."""
    unit = state.units.get(key)
    if unit is None:
        return state
    return replace(state, units={**state.units, key: replace(unit, **changes)})


def put(mapping: Mapping[str, Any], **new: Any) -> dict[str, Any]:
    """The mapping with these entries, in the order of the keys: the order that its JSON has, so that nothing ever
    depends on who came first or on whether a state was just read."""
    return dict(sorted({**mapping, **new}.items()))


def without(mapping: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {k: v for k, v in mapping.items() if k not in keys}


def _scenario(s: S, ev: e.ScenarioSet) -> S:
    return replace(
        s,
        scenario=s.scenario if ev.text is None else ev.text,
        gm_notes=s.gm_notes if ev.notes is None else ev.notes,
    )


def _edge(s: S, ev: e.EdgeSet) -> S:
    board = s.boards[ev.board]
    rest = tuple(x for x in board.edges if (x.a, x.b) != (ev.edge.a, ev.edge.b))
    edges = tuple(sorted((*rest, ev.edge), key=lambda x: (x.a[1], x.a[0], x.b[1], x.b[0])))
    return replace(s, boards={**s.boards, ev.board: replace(board, edges=edges)})


def _remembered(s: S, ev: e.Remembered) -> S:
    if ev.memory.edges or ev.memory.cells:
        return replace(s, remembered=put(s.remembered, **{ev.key: ev.memory}))
    return replace(s, remembered=without(s.remembered, ev.key))


def _zone(s: S, ev: e.ZoneSet) -> S:
    return replace(s, zones=(*(z for z in s.zones if z.key != ev.zone.key), ev.zone))


def _stood_in(s: S, ev: e.StoodIn) -> S:
    seat = s.seats.get(ev.seat)
    return s if seat is None else replace(s, seats=put(s.seats, **{ev.seat: replace(seat, played_by=ev.by)}))


def _joined(s: S, ev: e.UnitJoined) -> S:
    return replace(
        s,
        units=put(s.units, **{ev.unit.key: ev.unit}),
        bodies=put(s.bodies, **{b.key: b for b in ev.bodies}),
    )


def _left(s: S, ev: e.UnitLeft) -> S:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    clock = s.clock
    return replace(
        s,
        units=without(s.units, ev.unit),
        bodies=without(s.bodies, *unit.bodies),
        gone=(*s.gone, ev.unit, *(b for b in unit.bodies if b != ev.unit)),
        laid=tuple(m for m in s.laid if m.on.partition(":")[2] not in (ev.unit, *unit.bodies)),
        clock=replace(
            clock,
            order=tuple(k for k in clock.order if k != ev.unit),
            acted=tuple(k for k in clock.acted if k != ev.unit),
            active=None if clock.active == ev.unit else clock.active,
        ),
    )


def _body_left(s: S, ev: e.BodyLeft) -> S:
    body = s.bodies.get(ev.body)
    if body is None:
        return s
    unit = s.units[body.unit]
    s = with_unit(s, unit.key, bodies=tuple(b for b in unit.bodies if b != ev.body))
    return replace(s, bodies=without(s.bodies, ev.body), gone=(*s.gone, ev.body))


def _settled(s: S, ev: e.ObjectiveSettled) -> S:
    objective = s.objectives.get(ev.key)
    if objective is None:
        return s
    return replace(s, objectives={**s.objectives, ev.key: replace(objective, status=ev.status)})


def _round(s: S, ev: e.RoundStarted) -> S:
    clock = Clock(round=ev.round, order=ev.order, active=None, acted=(), mode=s.clock.mode)
    return replace(s, clock=clock)


def _turn_ended(s: S, ev: e.TurnEnded) -> S:
    clock = s.clock
    acted = clock.acted if ev.unit in clock.acted else (*clock.acted, ev.unit)
    active = None if clock.active == ev.unit else clock.active
    return replace(s, clock=replace(clock, active=active, acted=acted))


def _wished(s: S, ev: e.Wished) -> S:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    rest = without(unit.wish, ev.body)
    return with_unit(s, ev.unit, wish=rest if ev.place is None else {**rest, ev.body: ev.place})


def _spent(s: S, ev: e.Spent) -> S:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    pools = {**unit.pools}
    for key, left in ev.left.items():
        pools[key] = Pool(left=left, of=pools[key].of if key in pools else left)
    return with_unit(s, ev.unit, pools=pools)


def _pools(s: S, ev: e.PoolsSet) -> S:
    unit = s.units.get(ev.unit)
    if unit is None:
        return s
    pools = {**unit.pools, **{k: Pool(left=left, of=of) for k, (left, of) in ev.pools.items()}}
    return with_unit(s, ev.unit, pools=pools)


def _status(s: S, ev: e.StatusSet) -> S:
    body = s.bodies.get(ev.body)
    if body is None:
        return s
    rest = tuple(x for x in body.statuses if x.key != ev.status.key)
    return with_body(s, ev.body, statuses=(*rest, ev.status))


def _status_ended(s: S, ev: e.StatusEnded) -> S:
    body = s.bodies.get(ev.body)
    if body is None:
        return s
    return with_body(s, ev.body, statuses=tuple(x for x in body.statuses if x.key != ev.key))


def _revealed(s: S, ev: e.BodyRevealed) -> S:
    body = s.bodies.get(ev.body)
    if body is None:
        return s
    if not ev.to:
        return with_body(s, ev.body, hidden_from=(), found_by=())
    return with_body(s, ev.body, found_by=tuple(sorted({*body.found_by, *ev.to})))


def _number(s: S, ev: e.NumberSet) -> S:
    """The path has three shapes: `<body>.hp`, `<body>.max_hp`, `<body>.stats.<STAT>`; `<unit>.initiative`;
    `<unit>.pools.<pool>`. Keys of bodies may hold a dot, so it is read from the right."""
    head, _, last = ev.path.rpartition(".")
    owner, _, group = head.rpartition(".")
    if group == "stats" and owner in s.bodies:
        return with_body(s, owner, stats={**s.bodies[owner].stats, last: ev.new})
    if group == "pools" and owner in s.units:
        unit = s.units[owner]
        of = unit.pools[last].of if last in unit.pools else ev.new
        return with_unit(s, owner, pools={**unit.pools, last: Pool(left=ev.new, of=of)})
    if last in ("hp", "max_hp") and head in s.bodies:
        return with_body(s, head, **{last: ev.new})
    if last == "initiative" and head in s.units:
        return with_unit(s, head, initiative=ev.new)
    return s


def _pushed(s: S, ev: e.FramePushed) -> S:
    return replace(s, stack=(*s.stack, ev.frame), made=s.made + 1)


def _frame(s: S, ev: e.FrameSet) -> S:
    stack = tuple(replace(f, todo=ev.todo, memo={**f.memo, **ev.memo}) if f.key == ev.key else f for f in s.stack)
    return replace(s, stack=stack)


def _popped(s: S, ev: e.FramePopped) -> S:
    return replace(
        s,
        stack=tuple(f for f in s.stack if f.key != ev.key),
        prompts=tuple(p for p in s.prompts if p.frame != ev.key),
    )


def _asked(s: S, ev: e.Asked) -> S:
    return replace(s, prompts=(*s.prompts, ev.prompt), made=s.made + 1)


def _without_prompt(s: S, key: str) -> S:
    return replace(s, prompts=tuple(p for p in s.prompts if p.key != key))


def _prompt(s: S, ev: e.PromptSet) -> S:
    return replace(s, prompts=tuple(ev.prompt if p.key == ev.prompt.key else p for p in s.prompts))


def _paused(s: S, ev: e.Paused) -> S:
    prompts = tuple(
        p if p.deadline is None else replace(p, deadline=None, left=max(0, p.deadline - ev.at)) for p in s.prompts
    )
    return replace(s, paused=ev.by, prompts=prompts)


def _resumed(s: S, ev: e.Resumed) -> S:
    prompts = tuple(p if p.left is None else replace(p, deadline=ev.at + p.left, left=None) for p in s.prompts)
    return replace(s, paused="", prompts=prompts)


def _initiative(s: S, ev: e.InitiativeSet) -> S:
    return with_unit(s, ev.unit, initiative=ev.value, tiebreak=())


def _tie(s: S, ev: e.TieBroken) -> S:
    unit = s.units.get(ev.unit)
    return s if unit is None else with_unit(s, ev.unit, tiebreak=(*unit.tiebreak, ev.face))


def _laid_key(s: S, ev: e.Modified) -> S:
    return replace(s, laid=(*(m for m in s.laid if m.key != ev.laid.key), ev.laid), made=s.made + 1)


def _same(s: S, ev: Any) -> S:
    return s


KERNEL_APPLIERS: dict[type[e.Event], Applier] = {
    e.ScenarioSet: _scenario,
    e.OptionSet: lambda s, ev: replace(s, options=put(s.options, **{ev.key: ev.value})),
    e.BoardSet: lambda s, ev: replace(s, boards=put(s.boards, **{ev.board.key: ev.board})),
    e.EdgeSet: _edge,
    e.ZoneSet: _zone,
    e.ZoneRemoved: lambda s, ev: replace(s, zones=tuple(z for z in s.zones if z.key != ev.key)),
    e.FogSet: lambda s, ev: replace(s, fog=ev.fog),
    e.Uncovered: lambda s, ev: replace(s, uncovered=put(s.uncovered, **{ev.board: ev.mask})),
    e.Remembered: _remembered,
    e.Explored: lambda s, ev: replace(s, explored=put(s.explored, **{ev.key: ev.mask})),
    e.ObjectiveSet: lambda s, ev: replace(s, objectives=put(s.objectives, **{ev.objective.key: ev.objective})),
    e.ObjectiveRemoved: lambda s, ev: replace(s, objectives=without(s.objectives, ev.key)),
    e.ObjectiveSettled: _settled,
    e.UnitJoined: _joined,
    e.UnitLeft: _left,
    e.BodyLeft: _body_left,
    e.ControlSet: lambda s, ev: with_unit(s, ev.unit, seat=ev.seat),
    e.SeatSet: lambda s, ev: replace(s, seats=put(s.seats, **{ev.seat.key: ev.seat})),
    e.StoodIn: _stood_in,
    e.SeatLeft: lambda s, ev: replace(s, seats=without(s.seats, ev.key)),
    e.PhaseChanged: lambda s, ev: replace(s, phase=ev.phase),
    e.InitiativeSet: _initiative,
    e.InitiativeDropped: lambda s, ev: with_unit(s, ev.unit, initiative=None, tiebreak=()),
    e.TieBroken: _tie,
    e.OrderSet: lambda s, ev: replace(s, clock=replace(s.clock, order=ev.order)),
    e.RoundStarted: _round,
    e.TurnStarted: lambda s, ev: replace(s, clock=replace(s.clock, active=ev.unit)),
    e.TurnEnded: _turn_ended,
    e.ModeSet: lambda s, ev: replace(s, clock=replace(s.clock, mode=ev.mode)),
    e.MissionEnded: lambda s, ev: replace(s, outcome=ev.outcome, clock=replace(s.clock, active=None)),
    e.XpCredited: lambda s, ev: replace(s, xp=put(s.xp, **{ev.seat: s.xp.get(ev.seat, 0) + ev.xp})),
    e.Wished: _wished,
    e.Placed: lambda s, ev: with_body(s, ev.body, place=ev.place),
    e.Stepped: lambda s, ev: with_body(s, ev.body, place=ev.place),
    e.Spent: _spent,
    e.PoolsSet: _pools,
    e.Hurt: lambda s, ev: with_body(s, ev.body, hp=ev.hp),
    e.Healed: lambda s, ev: with_body(s, ev.body, hp=ev.hp),
    e.KnockedOut: lambda s, ev: with_body(s, ev.body, down=True),
    e.Revived: lambda s, ev: with_body(s, ev.body, down=False),
    e.StatusSet: _status,
    e.StatusEnded: _status_ended,
    e.BodyHidden: lambda s, ev: with_body(s, ev.body, hidden_from=ev.hidden_from, found_by=()),
    e.BodyRevealed: _revealed,
    e.NumberSet: _number,
    e.Modified: _laid_key,
    e.ModifierEnded: lambda s, ev: replace(s, laid=tuple(m for m in s.laid if m.key != ev.key)),
    e.FramePushed: _pushed,
    e.FrameSet: _frame,
    e.FramePopped: _popped,
    e.Asked: _asked,
    e.Answered: lambda s, ev: _without_prompt(s, ev.prompt),
    e.PromptSet: _prompt,
    e.PromptWithdrawn: lambda s, ev: _without_prompt(s, ev.prompt),
    e.Rolled: _same,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.Chatted: _same,
    e.Thrown: _same,
    e.Ruled: _same,
    e.RulesAdopted: lambda s, ev: replace(s, rules=ev.rules),
    e.Rewound: _same,
    e.Amended: _same,
    e.Reopened: _same,
}


def bodies_of(state: S, unit: AnyUnit) -> tuple[AnyBody, ...]:
    """A unit's bodies, in their order."""
    return tuple(state.bodies[k] for k in unit.bodies if k in state.bodies)


def place_of(state: S, body: str) -> Place | None:
    found = state.bodies.get(body)
    return found.place if found else None
