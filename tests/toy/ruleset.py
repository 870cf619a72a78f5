"""The toy ruleset: the smallest game that has everything which the kernel must carry.

Two pools (`go`, `zap`), one interrupt (a zapped unit may dodge), a hidden body, a Mob of two, two boards joined by
a lift. It exists so that no law of the kernel can be true of one real ruleset only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tactics.board import can_step, grid
from tactics.effects.grounds import grounds
from tactics.effects.specs import Terrain
from tactics.kernel import appliers
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.codec import encode
from tactics.kernel.engine import Work
from tactics.kernel.order import all_down
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Constant, Rules
from tactics.kernel.ruleset import ALL, Audience, Known, PromptKind, Ruleset, Telling
from tactics.kernel.sheet_fields import SheetField
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Body, Frame, Place, Pool, Prompt, Unit, Value
from tactics.kernel.view import EndTurnView, LogLine, OptionView, TargetView
from tactics.mission import phases, placement, table, turns
from tactics.secrecy.sight import knows_body, seats_that_know

POOLS = {"go": 2, "zap": 2}


class ToyUnit(Value, frozen=True):
    dodged: int = 0


class Hop(c.Command, frozen=True, tag="hop"):
    """One step to a neighbouring cell: 1 go."""

    unit: c.Key
    body: c.Key
    at: c.At


class Lift(c.Command, frozen=True, tag="ride"):
    """To the same cell of the other board: 1 go."""

    unit: c.Key
    body: c.Key


class Zap(c.Command, frozen=True, tag="zap"):
    """2 zap: a d6 of 4 or more hits for a d4, unless the target dodges first."""

    unit: c.Key
    target: c.Key


class Dodged(e.Event, frozen=True, tag=True):
    unit: str


class Zapped(e.Event, frozen=True, tag=True):
    unit: str
    target: str
    hit: bool


def _pay(work: Work, unit: AnyUnit, pool: str, points: int, why: str) -> None:
    left = unit.pools.get(pool, Pool()).left
    if left < points:
        raise illegal("cost", need=f"{points} {pool}", left=left)
    work.emit(e.Spent(unit=unit.key, points={pool: points}, left={pool: left - points}, why=why))


def _body(work: Work, unit: AnyUnit, key: str) -> AnyBody:
    if key not in unit.bodies:
        raise Refused("unknown", what=key)
    return work.state.bodies[key]


def hop(work: Work, command: Hop) -> None:
    unit = turns.active_unit(work, command.unit)
    body = _body(work, unit, command.body)
    at = body.place
    board = work.state.boards[at.board] if at else None
    if at is None or board is None or body.down:
        raise illegal("blocked", cell="there")
    if not (command.at[0] < board.width and command.at[1] < board.height):
        raise illegal("blocked", cell="there")
    taken = placement.occupied(work.state, at.board)
    known = {cell for cell, key in taken.items() if work.by.is_gm or knows_body(work.state, work.rules, unit.seat, key)}
    if command.at in known:
        raise illegal("occupied", cell="there")
    if not can_step(grid(board, grounds(work.rules)), at.cell, command.at, set()):
        raise illegal("blocked", cell="there")
    _pay(work, unit, "go", 1, "hop")
    # A hidden body is a ghost here: what one may not know of neither refuses nor stops anybody.
    work.emit(e.Stepped(body=body.key, place=Place(board=at.board, x=command.at[0], y=command.at[1])))


def ride(work: Work, command: Lift) -> None:
    unit = turns.active_unit(work, command.unit)
    body = _body(work, unit, command.body)
    if body.place is None or body.down:
        raise illegal("blocked", cell="there")
    there = replace(body.place, board="upper" if body.place.board == "lower" else "lower")
    _pay(work, unit, "go", 1, "ride")
    work.emit(e.Stepped(body=body.key, place=there))


def zap(work: Work, command: Zap) -> None:
    unit = turns.active_unit(work, command.unit)
    target = work.body_key(command.target)
    if work.state.bodies[target].unit == unit.key or work.state.bodies[target].down:
        raise illegal("target")
    _pay(work, unit, "zap", 2, "zap")
    work.push("zap", unit.key, ("window", "strike"), target=target)


def window(work: Work, frame: Frame) -> None:
    """Asks the target's seat, if the unit can dodge and everybody who waits may know it."""
    target = work.state.bodies[frame.args["target"]]
    unit = work.state.units[target.unit]
    actor = work.state.units[frame.unit]
    seen = not target.hidden_from and all(not work.state.bodies[b].hidden_from for b in actor.bodies)
    if seen and unit.pools.get("go", Pool()).left and not target.down:
        work.ask("dodge", unit.seat, unit=unit.key, seconds=20)


def strike(work: Work, frame: Frame) -> None:
    target = work.state.bodies.get(frame.args["target"])
    if target is None or frame.memo.get("dodged"):
        return
    hit = work.roll(1, 6, "zap", unit=frame.unit).total >= 4
    work.emit(Zapped(unit=frame.unit, target=target.key, hit=hit))
    if hit:
        amount = work.roll(1, 4, "harm", unit=frame.unit).total
        hp = max(0, target.hp - amount)
        work.emit(e.Hurt(body=target.key, amount=amount, hp=hp, why="zap"))
        if hp == 0:
            work.emit(e.KnockedOut(target.key))


def end_turn(work: Work, command: c.EndTurn) -> None:
    turns.end_turn(work, turns.active_unit(work, command.unit))


def _read_dodge(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    if value not in ("dodge", "pass"):
        raise bad_field("value", "answer dodge or pass")
    return value


def _resolve_dodge(work: Work, prompt: Prompt, value: Any) -> None:
    if value == "dodge":
        unit = work.state.units[prompt.unit]
        _pay(work, unit, "go", 1, "dodge")
        work.emit(Dodged(unit=unit.key))
        frame = next(f for f in work.state.stack if f.key == prompt.frame)
        work.note(frame, dodged=True)


DODGE = PromptKind(
    name="dodge",
    blocks=True,
    default=lambda state, rules, prompt: "pass",
    read=_read_dodge,
    resolve=_resolve_dodge,
    show=lambda state, rules, prompt: {"title": "Dodge?", "choices": (("dodge", "Dodge"), ("pass", "Pass"))},
)


def begin_round(work: Work) -> tuple[str, ...]:
    return sort(work.state)


def sort(state: AnyState) -> tuple[str, ...]:
    ready = [u for u in state.units.values() if u.initiative is not None]
    return tuple(u.key for u in sorted(ready, key=lambda u: (-(u.initiative or 0), u.key)))


def begin_turn(work: Work, unit: AnyUnit) -> None:
    work.emit(e.PoolsSet(unit=unit.key, pools={k: (n, n) for k, n in POOLS.items()}, why="turn"))


def roll_initiative(work: Work, units: Sequence[AnyUnit]) -> None:
    for unit in units:
        draw = work.roll(1, 6, "initiative", unit=unit.key)
        work.emit(e.InitiativeSet(unit=unit.key, value=draw.total, faces=draw.faces))


def _of_body(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    return Audience(seats_that_know(before, rules, event.body) | seats_that_know(after, rules, event.body))


def _of_unit(before: AnyState, after: AnyState, rules: Rules, event: Any) -> Audience:
    key = event.unit if isinstance(event.unit, str) else event.unit.key
    unit = after.units.get(key) or before.units.get(key)
    seats: frozenset[str] = frozenset()
    for body in unit.bodies if unit else ():
        seats |= seats_that_know(after, rules, body)
    return Audience(seats)


def _zap_audience(before: AnyState, after: AnyState, rules: Rules, event: Zapped) -> Audience:
    return Audience(
        _of_unit(before, after, rules, event).seats & seats_that_know(after, rules, event.target)  # type: ignore[operator]
    )


def _line(kind: str, text: str, **more: Any) -> LogLine:
    return LogLine(key="", seq=0, kind=kind, text=text, **more)


def _name(telling: Telling, key: str) -> str:
    state = telling.known.state
    found = state.bodies.get(key) or state.units.get(key)
    return found.name if found else "somebody"


def basis(*facts: Any) -> str:
    return hashlib.sha256(encode(facts)).hexdigest()[:16]


def options(known: Known, unit: AnyUnit) -> list[OptionView]:
    state = known.state
    if state.phase != "running" or state.clock.active != unit.key:
        return []
    left = unit.pools.get("zap", Pool()).left
    targets = tuple(
        TargetView(
            body=b.key, name=b.name, cell="", x=b.place.x, y=b.place.y, chance="50 %", permille=500,
            basis=basis("zap", unit.key, b.key, left, b.place),
        )
        for b in state.bodies.values()
        if b.unit != unit.key and b.place is not None and not b.down
    )  # fmt: skip
    return [
        OptionView(
            key="zap", unit=unit.key, do="zap", label="Zap", cost="2 zap", costs={"zap": 2},
            why_not="" if left >= 2 else f"needs 2 zap, {left} left", targets=targets,
            command={"unit": unit.key}, basis=basis("zap", unit.key, left),
        )
    ]  # fmt: skip


def build_unit(rules: Rules, key: str, spec: dict[str, Any]) -> tuple[AnyUnit, tuple[AnyBody, ...]]:
    hp = int(spec.get("hp", 6))
    if spec.get("mood") == "grim" and hp > 6:
        raise bad_field("mood", "the grim have 6 hit points at most")
    names = [key] if spec.get("kind") != "mob" else [f"{key}.{n}" for n in range(1, int(spec.get("count", 1)) + 1)]
    name, side = str(spec.get("name", key)), str(spec.get("side", "heroes"))
    bodies = tuple(Body(key=one, unit=key, name=name, hp=hp, max_hp=hp) for one in names)
    kind = str(spec.get("kind", "character"))
    return Unit(key=key, name=name, kind=kind, side=side, seat=str(spec.get("seat", "")), bodies=tuple(names)), bodies


def sheet_fields(rules: Rules, sheet: Mapping[str, Any]) -> tuple[SheetField, ...]:
    moods, tricks = (("merry", "Merry"), ("grim", "Grim")), (("hop", "Hop"), ("zap", "Zap"))
    return (
        SheetField(("hp",), "Hearts", least=1, most=12, usual=6, help="How many hits it takes."),
        SheetField(("mood",), "Mood", "choice", choices=moods),
        SheetField(("tricks",), "Tricks", "ranks", "Tricks", choices=tricks, values=("1", "2")),
    )


def set_number(state: AnyState, rules: Rules, path: str, value: int | str) -> e.Event:
    from tactics.mission.rulings import number

    body, _, field = path.rpartition(".")
    if body not in state.bodies or field != "hp":
        raise Refused("unknown", what=path)
    old = state.bodies[body].hp
    return e.NumberSet(path=path, old=old, new=number(old, value))


def _mask_unit(state: AnyState, rules: Rules, seat: str, role: str, unit: AnyUnit) -> AnyUnit:
    owner = state.seats.get(unit.seat)
    foe = owner is None or owner.role == "gm"
    return replace(unit, pools={}) if foe else unit


def _mask_body(state: AnyState, rules: Rules, seat: str, role: str, body: AnyBody) -> AnyBody:
    owner = state.seats.get(state.units[body.unit].seat)
    if owner is None or owner.role == "gm":
        known = 0 if body.down else 3 if body.hp * 2 < body.max_hp else 7 if body.hp < body.max_hp else 10
        return replace(body, hp=known, max_hp=10, stats={}, hidden_from=(), found_by=())
    return body


PUBLIC_EVENTS = (
    e.PhaseChanged, e.RoundStarted, e.ModeSet, e.MissionEnded, e.ScenarioSet, e.Paused, e.Resumed,
)  # fmt: skip
UNIT_EVENTS = (e.InitiativeSet, e.InitiativeDropped, e.TurnStarted, e.TurnEnded, e.UnitJoined, Dodged)
BODY_EVENTS = (e.Placed, e.Stepped, e.Hurt, e.Healed, e.KnockedOut, e.Revived)

WORDS = {
    e.RoundStarted: lambda t, ev: _line("system", f"Round {ev.round}"),
    e.Stepped: lambda t, ev: _line("move", f"{_name(t, ev.body)} moves", unit=ev.body),
    Zapped: lambda t, ev: _line(
        "roll",
        f"{_name(t, ev.unit)} zaps {_name(t, ev.target)}: {'hit' if ev.hit else 'miss'}",
        record={"kind": "zap", "outcome": "success" if ev.hit else "failure"},
    ),
    e.Hurt: lambda t, ev: _line("roll", f"{_name(t, ev.body)} is hurt"),
    e.Chatted: lambda t, ev: _line("chat", ev.text),
    e.NumberSet: lambda t, ev: _line("gm", f"{ev.path}: {ev.old} to {ev.new}"),
}

TOY = Ruleset(
    name="toy",
    title="Toy",
    unit_part=ToyUnit,
    body_part=ToyUnit,
    mission_part=ToyUnit,
    commands=(*c.KERNEL_COMMANDS_SHARED, Hop, Lift, Zap),
    events=(*e.KERNEL_EVENTS, Dodged, Zapped),
    handlers={**table.HANDLERS, Hop: hop, Lift: ride, Zap: zap, c.EndTurn: end_turn},
    appliers={
        **appliers.KERNEL_APPLIERS,
        Dodged: lambda s, ev: appliers.with_unit(
            s, ev.unit, part=ToyUnit(dodged=(s.units[ev.unit].part or ToyUnit()).dodged + 1)
        ),
        Zapped: lambda s, ev: s,
    },
    steps={**table.STEPS, "window": window, "strike": strike},
    prompts={**table.PROMPTS, "dodge": DODGE},
    phases=phases.PHASES,
    begin_round=begin_round,
    begin_turn=begin_turn,
    skips=lambda state, rules, unit: "down" if all_down(state, unit.key) else "",
    roll_initiative=roll_initiative,
    sort=sort,
    idle=phases.idle,
    knows_body=knows_body,
    audience={
        **{kind: (lambda b, a, r, ev: ALL) for kind in PUBLIC_EVENTS},
        **dict.fromkeys(UNIT_EVENTS, _of_unit),
        **dict.fromkeys(BODY_EVENTS, _of_body),
        Zapped: _zap_audience,
        e.Chatted: lambda b, a, r, ev: Audience(frozenset({ev.seat, ev.to})) if ev.to else ALL,
    },
    weaken={},
    mask_body=_mask_body,
    mask_unit=_mask_unit,
    mask_mission=lambda state, rules, seat, role: None,
    pool_labels={"go": "Go", "zap": "Zap"},
    values=lambda known, unit: {k: p.left for k, p in unit.pools.items()},
    unit_numbers=lambda known, unit: (),
    body_numbers=lambda known, body: (),
    badges=lambda known, unit: (),
    options=options,
    reach=lambda known, unit: (),
    end_turn=lambda known, unit: EndTurnView(
        unit=unit.key, keeps="", ask=False, basis=basis("end", unit.key, known.state.clock.round)
    ),
    start_blockers=phases.missing,
    words=WORDS,
    set_number=set_number,
    build_unit=build_unit,
    sheet_fields=sheet_fields,
)

_TERRAIN = {
    "floor": Terrain(label="Floor", letter=".", style="ground"),
    "wall": Terrain(label="Wall", letter="#", style="wall", blocks_move=True, blocks_sight=True),
}
RULES = Rules(
    hash="0" * 64,
    ruleset="toy",
    constants={
        "tt.placement.order": Constant("tt.placement.order", "high_first", "house"),
    },
    entries={"terrain": _TERRAIN},
)
