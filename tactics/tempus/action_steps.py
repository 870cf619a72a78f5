"""What an action does besides its check: harm, heal, statuses, modifiers, points, shoves, areas, looking about.

Each is a step of an `effect` frame. It reads its data where the frame stands, does it, and goes one on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tactics.board import can_step, distance, grid
from tactics.effects import formula
from tactics.effects import steps as s
from tactics.effects.grounds import grounds
from tactics.kernel import events as e
from tactics.kernel.appliers import place_of
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Step
from tactics.kernel.state import AnyBody, AnyState, Frame, Laid, Pool, Status, Until
from tactics.kernel.state import Place as Spot
from tactics.mission import phases
from tactics.mission.placement import occupied
from tactics.tempus import check_numbers as numbers
from tactics.tempus import items
from tactics.tempus.action_plan import SET_OR_END, compiled, here, plan_of

Effect = Callable[[Work, Frame, Any], None]
Named = Callable[[Work, Frame, dict[str, Any]], None]


def effect(do: Effect) -> Step:
    """A frame's step that does one step of the data and moves on to the next."""

    def step(work: Work, frame: Frame) -> None:
        data = here(work, frame)
        work.note(frame, at=frame.memo.get("at", 0) + 1)
        do(work, frame, data)

    return step


def who(work: Work, frame: Frame, on: str) -> AnyBody | None:
    """The body that a step is done to: the actor, or its target; None if it has left."""
    return work.state.bodies.get(frame.args["body"] if on == "self" else frame.args.get("target", ""))


def hurt(work: Work, body: str, dealt: int, why: str) -> None:
    """Damage, and unconsciousness at 0 hit points or less (T-091)."""
    found = work.state.bodies.get(body)
    if found is None or dealt <= 0:
        return
    work.emit(e.Hurt(body=body, amount=dealt, hp=found.hp - dealt, why=why))
    if found.hp - dealt <= 0 and not found.down:
        work.emit(e.KnockedOut(body))
        phases.propose_end(work)


def _harm(work: Work, frame: Frame, data: s.Harm) -> None:
    """What the check's record says was dealt."""
    hurt(work, frame.args.get("target", ""), frame.memo.get("dealt") or 0, frame.args["action"])


def _tell(work: Work, frame: Frame, data: s.Tell) -> None:
    """The record of the check holds the number; what it means is the GM's to say, then or later (T-161)."""


def _heal(work: Work, frame: Frame, data: s.Heal) -> None:
    body = who(work, frame, data.on)
    if body is None:
        return
    faces: list[int] = []
    for roll in formula.dice(data.amount.tree):
        why = f"{body.name}: {plan_of(work.rules, frame).action.label}"
        faces += work.roll(roll.count, roll.sides, why, unit=frame.unit).faces
    actor = work.state.bodies[frame.args["body"]]
    given = max(0, formula.evaluate(data.amount.tree, facts_of(work, frame, actor), faces))
    hp = max(body.hp, min(body.max_hp, body.hp + given))
    if hp > body.hp:
        work.emit(e.Healed(body=body.key, amount=hp - body.hp, hp=hp, why=frame.args["action"]))
        if hp > 0 and body.down:
            work.emit(e.Revived(body.key))


def facts_of(work: Work, frame: Frame, actor: AnyBody) -> dict[str, int]:
    """What a formula may name: the actor's stats and ranks, and what the check came to."""
    stats = {key.lower(): 0 for key in work.rules.entries.get("stat", {})}
    skills = {key.lower(): numbers.rank_value(actor, key) for key in work.rules.entries.get("skill", {})}
    own = {key.lower(): value for key, value in actor.stats.items()}
    return {
        **skills,
        **stats,
        **own,
        "rank": numbers.rank_value(actor, frame.args.get("using", "")),
        "level": 0,
        "max_hp": actor.max_hp,
        "damage": frame.memo.get("dealt") or 0,
        "margin": frame.memo.get("margin") or 0,
    }


def _inflict(work: Work, frame: Frame, data: s.Inflict) -> None:
    body = who(work, frame, data.on)
    if body is None:
        return
    until = Until(edge="start", unit=body.unit, count=data.turns) if data.turns else None
    work.emit(e.StatusSet(body=body.key, status=Status(data.status, source=f"body:{frame.args['body']}", until=until)))


def _set_or_end(work: Work, frame: Frame, args: dict[str, Any]) -> None:
    """The winner of a Versus check frees itself if it is held, else holds the other (T-148)."""
    key = str(args["status"])
    actor, target = who(work, frame, "self"), who(work, frame, "target")
    if actor is not None and any(status.key == key for status in actor.statuses):
        work.emit(e.StatusEnded(body=actor.key, key=key))
    elif target is not None:
        work.emit(e.StatusSet(body=target.key, status=Status(key, source=f"body:{frame.args['body']}")))


def _modify(work: Work, frame: Frame, data: s.Modify) -> None:
    """A posture of the body until an edge of its unit's next turn; `used`: on its next check alone.

    The same action done again takes the place of the first; it does not add up.
    """
    body = who(work, frame, data.on)
    if body is None:
        return
    value = numbers.amount(work, data.value)
    if data.until == "used":
        laid = Laid(f"m{work.state.made + 1}", f"next:{body.unit}", data.applies, data.label, value)
        work.emit(e.Modified(laid))
        return
    edge = "start" if data.until == "next_turn_start" else "end"
    # the end of the turn that is under way is not the end of the next one
    count = 2 if edge == "end" and work.state.clock.active == body.unit else 1
    status = Status(
        frame.args["action"],
        source=f"body:{frame.args['body']}",
        until=Until(edge=edge, unit=body.unit, count=count),
        numbers={data.applies: value},
    )
    work.emit(e.StatusSet(body=body.key, status=status))


def _spend(work: Work, frame: Frame, data: s.Spend) -> None:
    """As much as is left, if that is less."""
    pool = work.state.units[frame.unit].pools.get(data.pool, Pool())
    taken = min(pool.left, numbers.amount(work, data.amount))
    if taken > 0:
        rest = {data.pool: pool.left - taken}
        work.emit(e.Spent(unit=frame.unit, points={data.pool: taken}, left=rest, why=frame.args["action"]))


def _grant(work: Work, frame: Frame, data: s.Grant) -> None:
    body = who(work, frame, data.on)
    if body is None:
        return
    pool = work.state.units[body.unit].pools.get(data.pool, Pool())
    left = max(pool.left, min(pool.of, pool.left + numbers.amount(work, data.amount)))
    if left != pool.left:
        pools = {data.pool: (left, pool.of)}
        work.emit(e.PoolsSet(unit=body.unit, pools=pools, why=frame.args["action"]))


def _push(work: Work, frame: Frame, data: s.Push) -> None:
    """Straight away from the actor, cell by cell, until something is in the way; negative: towards it."""
    target = who(work, frame, "target")
    start = place_of(work.state, frame.args["body"])
    if target is None or start is None or target.place is None or target.place.board != start.board:
        return
    sign = 1 if data.cells > 0 else -1
    dx, dy = target.place.x - start.x, target.place.y - start.y
    step = (sign * ((dx > 0) - (dx < 0)), sign * ((dy > 0) - (dy < 0)))
    compiled_board = grid(work.state.boards[start.board], grounds(work.rules))
    place = target.place
    for _ in range(abs(data.cells)):
        to = (place.x + step[0], place.y + step[1])
        others = {c for c, b in occupied(work.state, place.board).items() if b != target.key}
        if step == (0, 0) or not can_step(compiled_board, place.cell, to, others):
            return
        place = Spot(place.board, to[0], to[1], place.z)
        work.emit(e.Stepped(body=target.key, place=place))


def _area(work: Work, frame: Frame, data: s.Area) -> None:
    """Its steps, to every body within the radius of the target, nearest first; one frame each."""
    centre = _centre(work, frame)
    if centre is None:
        return
    radius, metric = numbers.amount(work, data.radius), numbers.constant(work, "tt.grid.metric")
    found = []
    for body in work.state.bodies.values():
        if body.place is not None and body.place.board == centre.board:
            away = distance(centre.cell, body.place.cell, metric)
            if away <= radius and not spares(work.state, data, frame.unit, frame.args["body"], body):
                found.append((away, body.place.y, body.place.x, body.key))
    path = [*frame.args.get("path", []), frame.memo.get("at", 0)]
    for *_, key in sorted(found, reverse=True):
        work.push(frame.kind, frame.unit, compiled(data.effect), **{**frame.args, "target": key, "path": path})


def spares(state: AnyState, data: s.Area, unit: str, doer: str, body: AnyBody) -> bool:
    """Whether the area of what `doer`, a body of `unit`, does leaves this body alone."""
    if data.spare == "nobody" or body.key == doer:
        return data.spare in ("self", "allies")
    ally = state.units[body.unit].side == state.units[unit].side
    return ally if data.spare == "allies" else not ally if data.spare == "enemies" else False


def _centre(work: Work, frame: Frame) -> Spot | None:
    target, actor = who(work, frame, "target"), who(work, frame, "self")
    if target is not None:
        return target.place
    if actor is None or actor.place is None:
        return None
    cell = frame.args.get("cell")
    return actor.place if cell is None else Spot(actor.place.board, cell[0], cell[1])


def _python(work: Work, frame: Frame, data: s.Python) -> None:
    PYTHON[data.name](work, frame, data.args)


PYTHON: dict[str, Named] = {SET_OR_END: _set_or_end, **items.PYTHON}
"""The registered Python steps. An action that names another one is not playable."""

STEPS: dict[str, Step] = {
    "harm": effect(_harm),
    "tell": effect(_tell),
    "heal": effect(_heal),
    "inflict": effect(_inflict),
    "modify": effect(_modify),
    "spend": effect(_spend),
    "grant": effect(_grant),
    "shove": effect(_push),
    "area": effect(_area),
    "python": effect(_python),
}
