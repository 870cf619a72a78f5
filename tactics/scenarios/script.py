"""A scenario as typed data: strict, so that a misspelt word is an error and not a step that proves nothing.

`parse` takes the plain data of one document. `ScriptError` says where: document, step, and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal

import msgspec

Role = Literal["gm", "player", "spectator"]
ABSENT = "absent"
"""In `expect`: the path must not exist."""

_RULE = re.compile(r"[TO]-\d{3}")
_DIE = re.compile(r"d(\d{1,3})=(\d{1,3})")


class ScriptError(ValueError):
    """A scenario that cannot be read or set up. step: its number, 0 for what stands above the steps."""

    def __init__(self, text: str, step: int = 0) -> None:
        super().__init__(text)
        self.text, self.step = text, step


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all parts of a scenario."""


class Cell(Strict, frozen=True):
    """What a glyph stands for, in full. unit: a unit's key, or a glyph that the legend gives to a unit."""

    terrain: str = ""
    elevation: int = 0
    unit: str = ""


class EdgeSpec(Strict, frozen=True):
    """between: the two neighbouring cells."""

    between: tuple[tuple[int, int], tuple[int, int]]
    kind: Literal["wall", "door", "cover"] = "wall"
    closed: bool = True
    locked: bool = False
    material: str = ""


class ZoneSpec(Strict, frozen=True):
    """cells, or rect [x, y, width, height]; for a side, for a seat, or for every player."""

    cells: tuple[tuple[int, int], ...] = ()
    rect: tuple[int, int, int, int] | None = None
    side: str = ""
    seat: str = ""
    name: str = ""


Legend = dict[str, str | Cell]


class MapSpec(Strict, frozen=True):
    """`map` written out: rows of glyphs, and what may stand beside `map` instead."""

    rows: str | tuple[str, ...]
    legend: Legend = {}
    edges: tuple[EdgeSpec, ...] = ()
    zones: tuple[ZoneSpec, ...] = ()
    fog: Literal["none", "uncovered", "sight"] = "none"


class Start(Strict, frozen=True):
    """Skips initiative and placement. order: unit keys; units that it leaves out follow in the file's order.

    initiative: unit -> value; by default they count down to 1 in that order.
    """

    round: int = 1
    order: tuple[str, ...] = ()
    initiative: dict[str, int] = {}


class Step(Strict, frozen=True):
    """One step. do: the verb, or empty for a step that only waits or looks. args: what the verb takes.

    faces: (sides, face) in the order of rolling. see: seat -> path -> value; "" is the GM.
    line: of the file, 0 if unknown.
    """

    number: int
    do: str = ""
    args: dict[str, Any] = {}
    by: str = ""
    faces: tuple[tuple[int, int], ...] = ()
    see: dict[str, dict[str, Any]] = {}
    refused: str = ""
    wait: int = 0
    repeat: int = 1
    reload: bool = False
    line: int = 0


class Script(Strict, frozen=True):
    """One scenario: who stands where, what is done, what must be true."""

    scenario: str
    ruleset: str
    rules: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    content: dict[str, dict[str, dict[str, Any] | None]] = {}
    seats: dict[str, Role] = {}
    map: str | MapSpec = ""
    legend: Legend = {}
    edges: tuple[EdgeSpec, ...] = ()
    zones: tuple[ZoneSpec, ...] = ()
    fog: Literal["none", "uncovered", "sight"] = "none"
    units: dict[str, dict[str, Any]] = {}
    start: Start | None = None
    steps: tuple[Step, ...] = ()


def parse(plain: Any, lines: Sequence[int] = ()) -> Script:
    """The scenario of one document. lines: of each step in the file. Raises ScriptError."""
    if not isinstance(plain, Mapping):
        raise ScriptError("a scenario is a mapping that begins with `scenario: ...`")
    body = dict(plain)
    steps = body.pop("steps", None)
    if not isinstance(steps, list) or not steps:
        raise ScriptError("steps: write at least one step")
    unknown = set(body) - set(Script.__struct_fields__)
    if unknown:
        raise ScriptError(_no_such("key", sorted(unknown)[0], Script.__struct_fields__))
    try:
        script = msgspec.convert(body, Script)
    except msgspec.ValidationError as problem:
        raise ScriptError(_readable(problem)) from problem
    if not script.scenario.strip():
        raise ScriptError("scenario: say in a few words what it shows")
    for rule in script.rules:
        if not _RULE.fullmatch(rule):
            raise ScriptError(f"rules: {rule!r} is no rule id such as T-048")
    read = tuple(
        _step(number, step, lines[number - 1] if number <= len(lines) else 0)
        for number, step in enumerate(steps, start=1)
    )
    return msgspec.structs.replace(script, steps=read)


_RESERVED = ("do", "by", "dice", "expect", "as", "refused", "wait", "repeat", "reload")


def _step(number: int, plain: Any, line: int) -> Step:
    if not isinstance(plain, Mapping):
        raise ScriptError("a step is a mapping such as {do: end_turn, unit: gnash}", number)
    args = {k: v for k, v in plain.items() if k not in _RESERVED}
    given = {k: plain[k] for k in _RESERVED if k in plain}
    do = given.get("do", "")
    if not isinstance(do, str) or (not do and (args or "refused" in given or "dice" in given)):
        raise ScriptError("do: name what is done", number)
    if not do and not {"expect", "as", "wait", "reload"} & set(given):
        raise ScriptError("an empty step: it does nothing and expects nothing", number)
    see = _looks(given, number)
    refused = given.get("refused", "")
    if not isinstance(refused, str):
        raise ScriptError("refused: write the code of the refusal, such as illegal.cost", number)
    by = given.get("by", "")
    if not isinstance(by, str):
        raise ScriptError("by: name a seat", number)
    wait, repeat, reload = given.get("wait", 0), given.get("repeat", 1), given.get("reload", False)
    if type(wait) is not int or not 0 <= wait <= 10_000_000:
        raise ScriptError("wait: a number of seconds", number)
    if type(repeat) is not int or not 1 <= repeat <= 100:
        raise ScriptError("repeat: how many times, 1 to 100", number)
    if type(reload) is not bool:
        raise ScriptError("reload: true or nothing", number)
    return Step(
        number=number, do=do, args=args, by=by, faces=_faces(given.get("dice", []), number), see=see,
        refused=refused, wait=wait, repeat=repeat, reload=reload, line=line,
    )  # fmt: skip


def _looks(given: Mapping[str, Any], number: int) -> dict[str, dict[str, Any]]:
    """`expect`, and `as` beside it or inside it, as seat -> path -> value."""
    expect = given.get("expect", {})
    if not isinstance(expect, Mapping):
        raise ScriptError("expect: a mapping of paths to values", number)
    see: dict[str, dict[str, Any]] = {"": {k: v for k, v in expect.items() if k != "as"}}
    for seats in (expect.get("as", {}), given.get("as", {})):
        if not isinstance(seats, Mapping):
            raise ScriptError("as: a mapping of seats to what they see", number)
        for seat, paths in seats.items():
            if not isinstance(paths, Mapping):
                raise ScriptError(f"as: {seat}: a mapping of paths to values", number)
            see.setdefault(str(seat), {}).update(paths)
    return {seat: paths for seat, paths in see.items() if paths}


def _faces(plain: Any, number: int) -> tuple[tuple[int, int], ...]:
    if isinstance(plain, str):
        plain = [plain]
    if not isinstance(plain, list):
        raise ScriptError("dice: a list such as [d10=3, d8=5]", number)
    out = []
    for text in plain:
        found = _DIE.fullmatch(str(text))
        if found is None:
            raise ScriptError(f"dice: {text!r} is no die and face such as d10=3", number)
        sides, face = int(found[1]), int(found[2])
        if not 1 <= face <= sides:
            hint = f"; write d{sides}={sides} for a zero" if face == 0 else ""
            raise ScriptError(f"dice: d{sides} has no face {face}{hint}", number)
        out.append((sides, face))
    return tuple(out)


def _no_such(what: str, word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    return f"there is no {what} {word!r}: {hint}"


def no_such(what: str, word: str, known: Sequence[str], step: int = 0) -> ScriptError:
    """The error for a misspelt word, with what was probably meant."""
    return ScriptError(_no_such(what, word, known), step)


def _readable(problem: msgspec.ValidationError) -> str:
    text, _, path = str(problem).partition(" - at `$")
    field = path.rstrip("`").lstrip(".")
    return f"{field}: {text}" if field else text
