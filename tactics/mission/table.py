"""The table around the Mission: seats, control, settings, boards, texts, chat, prompts' answers; and the
handlers, prompts and steps that a ruleset takes over into its own table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.effects import kinds
from tactics.effects.constant_forms import trouble
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.engine import SYSTEM, THE_SYSTEM, Work, answer, find_prompt
from tactics.kernel.refusals import Refused, bad_field, illegal
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Handler, PromptKind, Step
from tactics.kernel.state import AnyState, Prompt
from tactics.kernel.view import FieldView
from tactics.mission import fog, free, mapping, objectives, phases, placement, rulings, talk_dice, turns
from tactics.mission import muster as copies

BOARD_MIN, BOARD_MAX = 5, 100


def set_scenario(work: Work, command: c.SetScenario) -> None:
    """T-005, T-006: the public text and the GM's notes."""
    if command.text is None and command.notes is None:
        raise illegal("nothing")
    work.emit(e.ScenarioSet(text=command.text, notes=command.notes))


def set_board(work: Work, command: c.SetBoard) -> None:
    board = command.board
    for size in (board.width, board.height):
        if not BOARD_MIN <= size <= BOARD_MAX:
            raise bad_field("board", f"a board has {BOARD_MIN} to {BOARD_MAX} cells a side")
    if len(board.terrain) != board.width * board.height:
        raise bad_field("board", "one letter of terrain for each cell")
    if board.elevation and len(board.elevation) != board.width * board.height:
        raise bad_field("board", "one elevation for each cell, or none at all")
    letters = {letter for letter, _ in board.palette}
    if set(board.terrain) - letters:
        raise bad_field("board", "every letter of the terrain stands in the palette")
    for _, key in board.palette:
        if work.rules.find("terrain", key) is None:
            raise Refused("unknown", what=key)
    for edge in board.edges:
        _check_edge(board.width, board.height, edge.a, edge.b)
    fog.change(work, e.BoardSet(board))


def _check_edge(width: int, height: int, a: tuple[int, int], b: tuple[int, int]) -> None:
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 or a > b:
        raise bad_field("edge", "an edge stands between two neighbouring cells, the left or upper one first")
    for x, y in (a, b):
        if not (0 <= x < width and 0 <= y < height):
            raise bad_field("edge", "an edge stands on the board")


def set_edge(work: Work, command: c.SetEdge) -> None:
    """The GM sets an edge: a wall, or a door opened, closed, locked, broken (table.md 17). What it is made of stays
    unless it is said."""
    board = work.state.boards.get(command.board)
    if board is None:
        raise Refused("unknown", what=command.board)
    _check_edge(board.width, board.height, command.edge.a, command.edge.b)
    stands = next((x for x in board.edges if (x.a, x.b) == (command.edge.a, command.edge.b)), None)
    edge = command.edge
    if stands is not None and stands.kind == edge.kind and not edge.material:
        edge = replace(edge, material=stands.material)
    if edge.broken:
        if edge.kind != "door":
            raise bad_field("edge", "only a door is broken; set a wall to what shall stand there")
        edge = replace(edge, closed=False, locked=False)
    if edge == stands:
        raise illegal("nothing")
    fog.change(work, e.EdgeSet(board=command.board, edge=edge))


def set_zone(work: Work, command: c.SetZone) -> None:
    zone = command.zone
    board = work.state.boards.get(zone.board)
    if board is None:
        raise Refused("unknown", what=zone.board)
    if any(not (0 <= x < board.width and 0 <= y < board.height) for x, y in zone.cells):
        raise bad_field("zone", "all cells of a zone are on its board")
    work.emit(e.ZoneSet(zone))


def remove_zone(work: Work, command: c.RemoveZone) -> None:
    if not any(z.key == command.key for z in work.state.zones):
        raise Refused("unknown", what=command.key)
    work.emit(e.ZoneRemoved(command.key))


def set_option(work: Work, command: c.SetOption) -> None:
    """A constant of this Mission alone; only what the rules data registers, and a value of its shape."""
    known = work.rules.constants.get(command.key)
    if known is None:
        raise Refused("unknown", what=command.key)
    choices: tuple[str, ...] = getattr(work.rules.find("constant", command.key), "choices", ())
    if choices and command.value not in choices:
        raise bad_field("value", f"choose one of {', '.join(choices)}")
    value = _shaped(known.value, command.value)
    why = trouble(kinds.of(work.rules.ruleset).forms, command.key, value)
    if why:
        raise bad_field("value", why)
    try:
        work.rules.under({**work.state.options, command.key: value})
    except ValueError as error:
        raise bad_field("value", str(error)) from error
    if work.state.options.get(command.key, _plain(known.value)) == value:
        raise illegal("nothing")
    work.emit(e.OptionSet(key=command.key, value=value, secret=True))


POOLS = ("pa", "ma", "mp")


def _shaped(old: Any, new: Any) -> Any:
    """The new value, if it is of the kind of the old one. Of a mapping only some members may be given, the others
    stay; a cost is given whole."""
    if isinstance(old, Mapping):
        cost = set(old) <= set(POOLS)
        allowed = POOLS if cost else tuple(old)
        if not isinstance(new, dict) or set(new) - set(allowed):
            raise bad_field("value", f"give values for {', '.join(allowed)}")
        if cost:
            if not all(isinstance(n, int | str) and not isinstance(n, bool) for n in new.values()):
                raise bad_field("value", "points are whole numbers")
            return new
        return {**_plain(old), **{key: _shaped(old[key], part) for key, part in new.items()}}
    if isinstance(old, tuple):
        if not isinstance(new, list) or len(new) != len(old):
            raise bad_field("value", f"give a list of {len(old)}")
        return [_shaped(was, part) for was, part in zip(old, new, strict=True)]
    if old is None or new is None:
        if isinstance(new, int | None) and isinstance(old, int | None) and not isinstance(new, bool):
            return new
        raise bad_field("value", "a whole number or nothing")
    if type(old) is not type(new) and not (isinstance(old, float) and type(new) is int):
        raise bad_field("value", f"give a value like {old!r}")
    if isinstance(new, int | float) and not isinstance(new, bool) and not -999 <= new <= 999:
        raise bad_field("value", "a number from -999 to 999")
    return new


def _plain(value: Any) -> Any:
    """A constant's value as JSON has it."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


def join(work: Work, command: c.Join) -> None:
    """A unit joins. In a running Mission it rolls on arrival and enters the next round (T-027)."""
    state, unit = work.state, command.unit
    if state.phase in ("ended", "post_mission"):
        raise Refused("ended")
    keys = (unit.key, *(b.key for b in command.bodies))
    used = set(state.units) | set(state.bodies) | set(state.gone)
    if used & set(keys):
        raise bad_field("unit", f"the key {sorted(used & set(keys))[0]} was used before in this Mission")
    if tuple(b.key for b in command.bodies) != unit.bodies or any(b.unit != unit.key for b in command.bodies):
        raise bad_field("bodies", "the bodies are those that the unit names, in its order")
    if unit.seat not in state.seats:
        raise Refused("unknown", what=unit.seat)
    work.emit(e.UnitJoined(unit=replace(unit, initiative=None), bodies=command.bodies))
    if command.initiative is not None:
        work.emit(e.InitiativeSet(unit=unit.key, value=command.initiative))
        if state.phase == "placement":
            work.emit(e.OrderSet(order=work.code.sort(work.state)))
    elif state.phase in ("placement", "running"):
        work.push("initiative", unit.key, ("roll_initiative",), units=[unit.key])


def muster(work: Work, command: c.Muster) -> None:
    """The GM adds copies or a template's unit, numbered on and placed; it joins as any unit does, and after it whoever
    comes along with it."""
    unit, bodies = copies.unit_of(work, command)
    join(work, c.Join(unit=unit, bodies=bodies))
    for follower in copies.followers(work, command):
        unit, bodies = copies.unit_of(work, follower[0], follower[1])
        join(work, c.Join(unit=unit, bodies=bodies))


def leave(work: Work, command: c.Leave) -> None:
    """A unit, or one member of a Mob, leaves; whoever is next in the order is not touched by it."""
    unit = work.unit(command.unit)
    if work.state.stack:
        raise Refused("awaiting_answer")
    if command.body is not None:
        if command.body not in unit.bodies:
            raise Refused("unknown", what=command.body)
        if len(unit.bodies) > 1:
            work.emit(e.BodyLeft(command.body, name=work.state.bodies[command.body].name))
            return
    if work.state.clock.active == unit.key:
        work.emit(e.TurnEnded(unit=unit.key, skipped="left"))
    work.emit(e.UnitLeft(unit.key, name=unit.name))


def control(work: Work, command: c.Control) -> None:
    unit = work.unit(command.unit)
    if command.seat not in work.state.seats:
        raise Refused("unknown", what=command.seat)
    if unit.seat == command.seat:
        raise illegal("nothing")
    work.emit(e.ControlSet(unit=unit.key, seat=command.seat))


def set_seat(work: Work, command: c.SetSeat) -> None:
    work.emit(e.SeatSet(command.seat))


def leave_seat(work: Work, command: c.LeaveSeat) -> None:
    """The seat is gone; its units stay and answer to the GM."""
    if command.key not in work.state.seats:
        raise illegal("nothing")
    gm = next((s.key for s in work.state.seats.values() if s.role == "gm"), "")
    work.emit(e.SeatLeft(command.key))
    for unit in work.state.units.values():
        if unit.seat == command.key and gm:
            work.emit(e.ControlSet(unit=unit.key, seat=gm))


STANDING_BYTES = 4_000
"""All of a seat's standing choices; they are in every state and in each entry that sets one."""


def set_standing(work: Work, command: c.SetStanding) -> None:
    seat = work.state.seats.get(work.by.seat)
    if seat is None:
        raise Refused("not_allowed")
    for key, value in command.choices.items():
        if value is None:
            continue
        if key == "typed_dice":
            why = "" if isinstance(value, bool) else "typed_dice is true or false"
        else:
            why = work.code.standing_wrong(work.state, work.rules, seat.key, key, value)
        if why:
            raise bad_field("choices", why)
    merged = {k: v for k, v in {**seat.standing, **command.choices}.items() if v is not None}
    if len(merged) > 50 or len(msgspec.json.encode(merged)) > STANDING_BYTES:
        raise bad_field("choices", "too many standing choices")
    typed = bool(merged.pop("typed_dice", seat.typed_dice))
    work.emit(e.SeatSet(replace(seat, standing=merged, typed_dice=typed)))


def chat(work: Work, command: c.Chat) -> None:
    """Out of character, free (T-053 b): to all, to the GM or to one seat; narration is the GM's."""
    if command.style not in ("chat", "narration"):
        raise bad_field("style", "choose chat or narration")
    if command.style == "narration" and not work.by.is_gm:
        raise Refused("not_allowed")
    if command.to and command.to != "gm" and command.to not in work.state.seats:
        raise Refused("unknown", what=command.to)
    text = command.text.strip()
    if not text:
        raise bad_field("text", "type something to say")
    work.emit(e.Chatted(seat=work.by.seat, text=text, to=command.to, style=command.style))


def answer_prompt(work: Work, command: c.Answer) -> None:
    prompt = find_prompt(work, command.prompt)
    answer(work, prompt, command.value, default=command.default)


def timeout(work: Work, command: c.Timeout) -> None:
    """A prompt's time is up, or its seat is absent: its one default is taken. Twice has one effect."""
    prompt = next((p for p in work.state.prompts if p.key == command.prompt), None)
    if prompt is None:
        raise Refused("unknown", what=command.prompt)
    due = prompt.deadline is not None and prompt.deadline <= work.now
    if not due and not command.absent:
        raise illegal("nothing")
    answer(work, prompt, None, default=True)


MORE = 30_000
"""Milliseconds for which a touched prompt's clock stands still (table.md 3)."""


def more_time(work: Work, command: c.MoreTime) -> None:
    """Stops a prompt's clock for a while: its own seat once, a GM as often as wanted."""
    prompt = find_prompt(work, command.prompt)
    if prompt.deadline is None:
        raise illegal("nothing")
    if not work.by.is_gm and prompt.data.get("touched"):
        raise illegal("nothing", text="its clock was stopped once already")
    data = prompt.data if work.by.is_gm else {**prompt.data, "touched": True}
    work.emit(e.PromptSet(replace(prompt, deadline=max(prompt.deadline, work.now) + MORE, data=data)))


def adopt_rules(work: Work, command: c.AdoptRules) -> None:
    if command.rules == work.state.rules:
        raise illegal("nothing")
    if work.state.stack:
        raise Refused("awaiting_answer")
    work.emit(e.RulesAdopted(command.rules))


# --- a die from the table (typed dice) ---------------------------------------------------------------


SERVER = "rolled by the server"


def _read_die(state: AnyState, rules: Rules, prompt: Prompt, value: Any) -> Any:
    """A face, a list of them or a text such as `3 5`; a ten may be typed as the 0 that its die shows."""
    count, sides = int(prompt.data["count"]), int(prompt.data["sides"])
    if isinstance(value, dict) and set(value) == {"value"}:
        value = value["value"]
    if isinstance(value, str):
        value = [int(word) for word in re.findall(r"[0-9]{1,4}", value)]
    given = value if isinstance(value, list) else [value]
    faces = [sides if type(f) is int and f == 0 and sides % 10 == 0 else f for f in given]
    if len(faces) != count or any(type(f) is not int or not 1 <= f <= sides for f in faces):
        raise bad_field("value", f"type {count} face{'s' * (count > 1)} from 1 to {sides}")
    return faces


def _resolve_die(work: Work, prompt: Prompt, value: Any) -> None:
    data = prompt.data
    if value == SERVER:
        value = work.stand_in(int(data["count"]), int(data["sides"]), str(data["why"]))
    frame = next(f for f in work.state.stack if f.key == prompt.frame)
    work.note(frame, typed=[*frame.memo.get("typed", ()), *value])


def _show_die(state: AnyState, rules: Rules, prompt: Prompt) -> dict[str, Any]:
    count, sides = int(prompt.data["count"]), int(prompt.data["sides"])
    many = count > 1
    zero = f", 0 for {sides}" if sides % 10 == 0 else ""
    field = FieldView(
        name="value",
        label="Faces" if many else "Face",
        kind="text" if many else "number",
        limit=60,
        help=f"{f'{count} numbers' if many else 'a number'} from 1 to {sides}{zero}",
    )
    return {
        "title": f"Roll {count if many else ''}d{sides}",
        "text": str(prompt.data["why"]),
        "fields": (field,),
        "default": SERVER,
    }


DIE_PROMPT = PromptKind(
    name="die",
    blocks=True,
    default=lambda state, rules, prompt: SERVER,
    read=_read_die,
    resolve=_resolve_die,
    show=_show_die,
)

HANDLERS: dict[type[c.Command], Handler] = {
    c.SetScenario: set_scenario,
    c.SetObjective: objectives.set_objective,
    c.RemoveObjective: objectives.remove_objective,
    c.SetBoard: set_board,
    c.Paint: mapping.paint,
    c.SetEdge: set_edge,
    c.SetZone: set_zone,
    c.RemoveZone: remove_zone,
    c.SetOption: set_option,
    c.SetFog: fog.set_fog,
    c.Uncover: fog.uncover,
    c.Join: join,
    c.Leave: leave,
    c.Muster: muster,
    c.Control: control,
    c.SetSeat: set_seat,
    c.LeaveSeat: leave_seat,
    c.SetStanding: set_standing,
    c.Advance: phases.advance,
    c.RollInitiative: phases.roll_initiative,
    c.Place: placement.place,
    c.Wish: placement.wish,
    c.PlaceRest: placement.place_rest,
    c.Start: phases.start,
    c.EndMission: phases.end_mission,
    c.Answer: answer_prompt,
    c.Timeout: timeout,
    c.MoreTime: more_time,
    c.Lay: rulings.lay,
    c.Lift: rulings.lift,
    c.Rule: rulings.rule,
    c.Pause: rulings.pause,
    c.Resume: rulings.resume,
    c.Chat: chat,
    c.Throw: talk_dice.throw,
    c.StandIn: talk_dice.stand_in,
    c.AcceptAll: talk_dice.accept_all,
    c.AdoptRules: adopt_rules,
}
STEPS: dict[str, Step] = {"roll_initiative": phases.roll_step, **free.STEPS}
PROMPTS: dict[str, PromptKind] = {"die": DIE_PROMPT, "end_mission": phases.END_PROMPT}

__all__ = ["HANDLERS", "PROMPTS", "STEPS", "SYSTEM", "THE_SYSTEM", "turns"]
