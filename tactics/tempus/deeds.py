"""An action in progress, read off its frame: who does what to whom, for whoever may interrupt it (T-065)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from tactics.board import distance, grid, sees
from tactics.effects import steps as s
from tactics.effects.grounds import grounds
from tactics.effects.specs import Action
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Cell, Frame, Value
from tactics.secrecy.sight import knows_body, players_of
from tactics.tempus.action_plan import plan
from tactics.tempus.check_facts import Facts, constant
from tactics.tempus.parts import living

KINDS = ("action", "walk", "talk")
"""Kinds of frames that are declared actions; the others are parts of one."""


class Deed(Value, frozen=True):
    """A declared action. frame: its key. bodies, targets: those that take part, and whom it is done to. way:
    (body, x, y) of each step of a walk. how: `reflex`, `prepared`, or empty on its turn."""

    frame: int
    unit: str
    action: str
    label: str
    bodies: tuple[str, ...]
    targets: tuple[str, ...] = ()
    cell: Cell | None = None
    way: tuple[tuple[str, int, int], ...] = ()
    how: str = ""
    attacks: bool = False
    casts: bool = False
    speaks: bool = False
    interruptible: bool = True
    divine: bool = False
    secret: bool = False


def deed(rules: Rules, frame: Frame) -> Deed | None:
    """The declared action of a frame, or None."""
    if frame.kind not in KINDS:
        return None
    args = frame.args
    key = str(args["action"])
    found = rules.find("action", key)
    spec: Action | None = found if isinstance(found, Action) else None
    own = None if frame.kind != "action" else plan(rules, key, args["doers"][0][1] if args["doers"] else "")
    label = spec.label if spec is not None else own.action.label if own is not None else key
    skill = own.skill if own is not None else None
    base = Deed(
        frame=frame.key,
        unit=frame.unit,
        action=key,
        label=label,
        bodies=(),
        how="" if args.get("how") == "extended" else str(args.get("how", "")),
        interruptible=spec is None or spec.interruptible,
        divine=(spec is not None and spec.divine) or (skill is not None and skill.type == "divine"),
        secret=bool(args.get("secret")),
    )
    if frame.kind == "walk":
        way = tuple((str(b), int(x), int(y)) for b, x, y, *_ in args["way"])
        return _with(base, bodies=tuple(dict.fromkeys(b for b, *_ in way)), way=way)
    if frame.kind == "talk":
        return _with(base, bodies=(args["body"],), speaks=True)
    doers = args["doers"]
    harms = own is not None and any(isinstance(x, s.Harm) for x in s.flat(own.action.effect))
    cell = args.get("cell")
    return _with(
        base,
        bodies=tuple(d[0] for d in doers),
        targets=tuple(dict.fromkeys(d[3] for d in doers if d[3])),
        cell=None if cell is None else (cell[0], cell[1]),
        attacks=harms or any(isinstance(x, s.Check) and x.against in ("def", "versus") for x in own.action.effect)
        if own is not None
        else False,
        casts=skill is not None and skill.type in ("magic", "divine"),
    )


def _with(base: Deed, **more: object) -> Deed:
    return replace(base, **more)


def deeds(rules: Rules, state: AnyState) -> tuple[Deed, ...]:
    """The declared actions in progress, the newest last."""
    found = (deed(rules, frame) for frame in state.stack)
    return tuple(d for d in found if d is not None)


def openly(state: AnyState, rules: Rules, bodies: tuple[str, ...]) -> bool:
    """Whether every player knows of all these bodies. Whoever some seat may not see is never waited for, and nobody is
    asked about what some seat may not see: the wait itself would tell of it (architecture.md 6)."""
    there = [b for b in bodies if b in state.bodies]
    return all(knows_body(state, rules, seat, b) for seat in players_of(state) for b in there)


def has_in_sight(facts: Facts, unit: AnyUnit, of: Deed) -> bool:
    """Whether a conscious body of the unit has a clear line to one that acts (T-081): walls and closed doors block,
    bodies do not; where the target stands does not matter."""
    state = facts.state
    eyes = [b.place for b in living(state, unit) if b.place is not None]
    seen = [state.bodies[b].place for b in of.bodies if b in state.bodies]
    return any(
        a.board == p.board and sees(grid(state.boards[a.board], grounds(facts.rules)), a.cell, p.cell)
        for a in eyes
        for p in seen
        if p is not None and p.board in state.boards
    )


def near(facts: Facts, unit: AnyUnit, board: str, cell: Cell, within: int) -> bool:
    """Whether a conscious body of the unit is so near to a cell."""
    metric = str(constant(facts, "tt.grid.metric"))
    return any(
        b.place is not None and b.place.board == board and distance(b.place.cell, cell, metric) <= within
        for b in living(facts.state, unit)
    )


def strikes(state: AnyState, of: Deed | None, unit: AnyUnit) -> bool:
    """Whether the deed is an attack on this unit (T-086)."""
    mine = {key for key, body in state.bodies.items() if body.unit == unit.key}
    return of is not None and of.attacks and not mine.isdisjoint(of.targets)


def strike_reach(facts: Facts) -> int:
    """Cells within which a blow lands: what `comes into reach` means where nothing else is said."""
    return int(constant(facts, "tt.reach.natural"))


def comes_near(facts: Facts, unit: AnyUnit, of: Deed, within: int) -> bool:
    """Whether the walk enters a cell so near to the unit from outside."""
    for key, x, y in of.way:
        body: AnyBody | None = facts.state.bodies.get(key)
        if body is None or body.place is None:
            continue
        board = body.place.board
        if not near(facts, unit, board, body.place.cell, within) and near(facts, unit, board, (x, y), within):
            return True
    return False


@lru_cache(maxsize=512)
def action_label(rules: Rules, action: str, using: str = "") -> str:
    """What the rules data calls an action or a skill."""
    found = plan(rules, action, using)
    spec = rules.find("action", action)
    return spec.label if isinstance(spec, Action) else found.action.label if found is not None else action
