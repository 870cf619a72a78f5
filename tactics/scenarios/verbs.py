"""From a step to the command that the browser would post: defaults of the seat, short forms, unit set-ups.

Every command of the ruleset's table is a verb under its name. What the format lists for a later release is told
apart from what does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from tactics.kernel.codec import codec
from tactics.kernel.commands import Command, Join
from tactics.kernel.engine import GM_COMMANDS, SYSTEM, SYSTEM_COMMANDS
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import Place
from tactics.kernel.view import MissionView
from tactics.scenarios.maps import BOARD
from tactics.scenarios.script import Script, ScriptError, Step, no_such
from tactics.scenarios.setup import GM, Setup, build

FORMAT = (
    "set_objective", "roll_initiative", "place", "start", "move", "act", "talk", "prepare", "interrupt", "pass",
    "extend", "stop", "convert", "stow", "face", "part", "order_pet", "mount", "dismount", "ship", "end_turn",
    "answer", "rule", "rewind", "amend", "join", "leave", "end_mission",
)  # fmt: skip
"""The verbs of docs/scenarios.md, those of later releases included."""


def tag_of(kind: type[Command]) -> str:
    """The name of a command in scenario files."""
    return str(kind.__struct_config__.tag)


def known_verbs(code: Ruleset) -> dict[str, type[Command]]:
    """Verb -> command type, for all that this ruleset can do now."""
    return {tag_of(kind): kind for kind in code.commands}


def check(script: Script, code: Ruleset) -> None:
    """Raises ScriptError for a verb that does not exist, or not in this release."""
    verbs = known_verbs(code)
    for step in script.steps:
        if step.do and step.do not in verbs:
            if step.do in FORMAT:
                raise ScriptError(f"{step.do} is not in this release of {code.name}", step.number)
            raise no_such("verb", step.do, sorted({*verbs, *FORMAT}), step.number)


@dataclass(frozen=True)
class Moment:
    """What a step is read against. seq_of: step number or `last` -> the row to rewind to."""

    setup: Setup
    view: MissionView
    back_to: Callable[[int | str], int | None]
    row_of: Callable[[int | str], int | None]

    def seat_of_unit(self, key: Any) -> str | None:
        """Who controls the unit, or the unit of the body, `key`."""
        for unit in self.view.units:
            if key == unit.key or any(key == body.key for body in unit.bodies):
                return unit.seat
        return None


@dataclass(frozen=True)
class Wish:
    """A command with the seat that sends it."""

    command: Command
    seat: str
    role: str


def wishes(step: Step, moment: Moment) -> list[Wish]:
    """The commands of a step, usually one. Raises ScriptError, or Refused (`bad_field`) for a field that the
    site would refuse as unreadable."""
    setup = moment.setup
    verbs = known_verbs(setup.code)
    args = dict(step.args)
    out: list[Wish] = []
    if step.do == "act" and "modifiers" in args:
        out += _modifiers(step, args.pop("modifiers"), moment)
    short = SHORT.get(step.do)
    seat = step.by or _seat(step, verbs[step.do], moment)
    if seat == SYSTEM:
        role = SYSTEM
    elif seat in setup.roles:
        role = setup.roles[seat]
    else:
        raise no_such("seat", seat, list(setup.roles), step.number)
    if step.do == "join":
        out.append(Wish(_join(step, args, moment), seat, role))
        return out
    plain = short(step, args, moment) if short is not None else args
    if not plain.get("board") and "board" in verbs[step.do].__struct_fields__ and step.do in ON_BOARD:
        plain = {"board": BOARD, **plain}
    try:
        command = codec(setup.code).command_of({"do": step.do, **plain})
    except msgspec.ValidationError as problem:
        text, _, path = str(problem).partition(" - at ")
        raise bad_field(path.strip("`$.") or "command", text) from problem
    out.append(Wish(command, seat, role))
    return out


ON_BOARD = ("set_edge", "uncover", "paint")
"""Commands that must name a board; a scenario has one."""


def _seat(step: Step, kind: type[Command], moment: Moment) -> str:
    """The seat of the unit that acts; the GM's for what only a GM does, and where there is no unit."""
    if kind in SYSTEM_COMMANDS:
        return SYSTEM
    if kind in GM_COMMANDS:
        return moment.setup.gm
    if step.do == "answer":
        asked = [p for p in moment.view.prompts if step.args.get("prompt") in (p.kind, p.key)]
        to = asked[0].to if asked else GM
        return to if to in moment.setup.roles else moment.setup.gm
    units = step.args.get("units")
    key = step.args.get("unit") or step.args.get("body") or (units[0] if isinstance(units, list) and units else None)
    return moment.seat_of_unit(key) or moment.setup.gm


# --- short forms --------------------------------------------------------------------------------------

Short = Callable[[Step, dict[str, Any], Moment], dict[str, Any]]


def _wrapped(field: str) -> Short:
    """The fields stand in the step itself: `{do: set_objective, key: envoy, ...}`."""

    def wrap(step: Step, args: dict[str, Any], moment: Moment) -> dict[str, Any]:
        if field in args:
            return args
        return {field: args}

    return wrap


def _objective(step: Step, args: dict[str, Any], moment: Moment) -> dict[str, Any]:
    """The title defaults to the key."""
    if "objective" in args:
        return args
    return {"objective": {"title": args.get("key", ""), **args}}


def _zone(step: Step, args: dict[str, Any], moment: Moment) -> dict[str, Any]:
    return args if "zone" in args else {"zone": {"board": BOARD, **args}}


def _edge(step: Step, args: dict[str, Any], moment: Moment) -> dict[str, Any]:
    """`between` as in the map's set-up."""
    if "edge" in args:
        return args
    cells = args.pop("between", None)
    if not isinstance(cells, list) or len(cells) != 2:
        raise ScriptError("set_edge: give between, the two cells", step.number)
    a, b = sorted(cells)
    return {"edge": {"a": a, "b": b, **args}}


def _rewind(step: Step, args: dict[str, Any], moment: Moment) -> dict[str, Any]:
    to = args.get("to", "last")
    row = moment.back_to(to)
    if row is None:
        raise ScriptError(f"rewind: there is no live step {to!r} to go back to", step.number)
    return {**args, "to": row}


def _amend(step: Step, args: dict[str, Any], moment: Moment) -> dict[str, Any]:
    entry = args.get("entry", "last")
    row = moment.row_of(entry)
    if row is None:
        raise ScriptError(f"amend: nothing was rolled in {entry!r}", step.number)
    return {**args, "entry": row}


SHORT: Mapping[str, Short] = {
    "set_objective": _objective,
    "set_zone": _zone,
    "set_edge": _edge,
    "set_board": _wrapped("board"),
    "set_seat": _wrapped("seat"),
    "rewind": _rewind,
    "amend": _amend,
}


def _modifiers(step: Step, given: Any, moment: Moment) -> list[Wish]:
    """`modifiers: [{label, value}]` of an act: the GM lays them on the unit's next check."""
    if not isinstance(given, list) or not all(isinstance(m, dict) for m in given):
        raise ScriptError("modifiers: a list such as [{label: slippery, value: -2}]", step.number)
    gm = moment.setup.gm
    out = []
    for modifier in given:
        plain = {"do": "lay", "on": f"next:{step.args.get('unit')}", "applies": "attempt", **modifier}
        out.append(Wish(codec(moment.setup.code).command_of(plain), gm, GM))
    return out


def _join(step: Step, args: dict[str, Any], moment: Moment) -> Command:
    """`unit: {wolf: {...}}` as in `units`, `at: [x, y]` or a list with a cell for each body, `initiative`."""
    given = args.pop("unit", None)
    at, initiative = args.pop("at", None), args.pop("initiative", None)
    if args:
        raise no_such("field of join", sorted(args)[0], ("unit", "at", "initiative"), step.number)
    if not isinstance(given, Mapping) or len(given) != 1:
        raise ScriptError("join: write unit: {key: {kind: ..., stats: ...}}", step.number)
    key, spec = next(iter(given.items()))
    setup = moment.setup
    unit, bodies = build(setup.code, setup.rules, key, spec, setup.roles, step.number)
    cells = [] if at is None else [at] if not isinstance(at[0], Sequence) else list(at)
    if len(cells) > len(bodies):
        raise ScriptError("join: more cells than bodies", step.number)
    placed = list(bodies)
    for index, (x, y) in enumerate(cells):
        placed[index] = replace(placed[index], place=Place(board=BOARD, x=x, y=y))
    return Join(unit=unit, bodies=tuple(placed), initiative=initiative)


__all__ = ["FORMAT", "Moment", "Refused", "Wish", "check", "known_verbs", "tag_of", "wishes"]
