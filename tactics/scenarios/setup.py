"""From a script to the beginning of a Mission: rules data, seats, board, units, and who has the first turn.

What nobody wrote takes the defaults of docs/scenarios.md: a hero is a character of the side `heroes`; its seat
is a player named like it; everybody else is the GM's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from tactics.effects.rules import DataError, Document, digest, merge, parse
from tactics.kernel import commands as c
from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Clock, Place, Seat, State
from tactics.scenarios.maps import map_of, read_map, read_zone
from tactics.scenarios.script import Script, ScriptError, no_such

HEROES, FOES = "heroes", "foes"
GM = "gm"


@dataclass(frozen=True, eq=False)
class Setup:
    """A scenario ready to be played. document: the rules data, house rules of `content` merged.

    opening: what the GM does before the first step. roles: seat -> role.
    """

    script: Script
    code: Ruleset
    document: Document
    rules: Rules
    genesis: AnyState
    opening: tuple[c.Command, ...]
    roles: Mapping[str, str]

    @property
    def gm(self) -> str:
        return gm_of(self.roles)


def prepare(script: Script, code: Ruleset, document: Document, rules: Rules | None = None) -> Setup:
    """Sets up a script on a ruleset and its rules data. rules: what the document says, if somebody has read it; then
    the script's own `content` is not. Raises ScriptError."""
    if rules is None:
        document, rules = _rules(script, document)
    for option in script.options:
        if option not in rules.constants:
            raise no_such("constant", option, list(rules.constants))
    roles = seats_of(script, rules)
    joined = [build(code, rules, key, spec, roles) for key, spec in script.units.items()]
    bodies = {b.key: b for _, found in joined for b in found}
    units = {u.key: u for u, _ in joined}
    board = None
    spec = map_of(script)
    if spec is not None:
        board, stand = read_map(spec, rules, {k: len(u.bodies) for k, u in units.items()})
        for key, cells in stand.items():
            for body, (x, y) in zip(units[key].bodies, cells, strict=False):
                bodies[body] = replace(bodies[body], place=Place(board=board.key, x=x, y=y))
    state: AnyState = State(
        ruleset=code.name,
        rules=rules.hash,
        name=script.scenario,
        options=dict(sorted(script.options.items())),
        boards={} if board is None else {board.key: board},
        units=dict(sorted(units.items())),  # the order of their JSON
        bodies=dict(sorted(bodies.items())),
        seats={
            key: Seat(key=key, role=role, name=key, standing=_standing(script, units, key))
            for key, role in sorted(roles.items())
        },
        zones=() if spec is None else tuple(read_zone(z, i, board) for i, z in enumerate(spec.zones, start=1)),
        fog="none" if spec is None else spec.fog,
        part=_empty(code.mission_part),
    )
    opening: tuple[c.Command, ...] = ()
    if script.start is not None:
        state = _started(script, code, state)
        opening = (c.Start(force=True),)
    return Setup(script, code, document, rules, state, opening, roles)


_PARSED: dict[str, Rules] = {}
"""Rules by the digest of their document: reading one takes longer than most scenarios."""


def _standing(script: Script, units: Mapping[str, AnyUnit], seat: str) -> dict[str, Any]:
    """The seat's standing choices: `standing: {convert: 2}` of its units, as choice -> unit -> value."""
    out: dict[str, Any] = {}
    for key, spec in script.units.items():
        if units[key].seat == seat:
            for choice, value in spec.get("standing", {}).items():
                out.setdefault(choice, {})[key] = value
    return out


def _rules(script: Script, document: Document) -> tuple[Document, Rules]:
    try:
        if script.content:
            document = merge(document, script.content)
        key = digest(document)
        if key not in _PARSED:
            _PARSED[key] = parse(document)
        return document, _PARSED[key]
    except DataError as problem:
        raise ScriptError(f"content: {problem}") from problem


def seats_of(script: Script, rules: Rules) -> dict[str, str]:
    """Seat -> role: what is written, a player for each hero whose seat is not, and a GM."""
    roles: dict[str, str] = dict(script.seats)
    for key, spec in script.units.items():
        if is_hero(spec, rules) and "seat" not in spec:
            roles.setdefault(key, "player")
    if GM not in roles.values():
        roles[GM] = GM
    return roles


def kind_of(spec: Mapping[str, Any], rules: Rules) -> str:
    """`character` or `mob`, as the set-up or its template says."""
    template = rules.find("template", str(spec.get("template", "")))
    by_itself = "mob" if "members" in spec or "count" in spec else "character"
    return str(spec.get("kind") or getattr(template, "kind", by_itself))


def is_hero(spec: Mapping[str, Any], rules: Rules) -> bool:
    """Whether a unit's set-up makes it a hero: a character of the heroes' side."""
    return kind_of(spec, rules) == "character" and spec.get("side", HEROES) == HEROES


def gm_of(roles: Mapping[str, str]) -> str:
    """The first GM's seat."""
    return next(seat for seat, role in roles.items() if role == GM)


def build(
    code: Ruleset, rules: Rules, key: str, spec: Mapping[str, Any], roles: Mapping[str, str], step: int = 0
) -> tuple[AnyUnit, tuple[AnyBody, ...]]:
    """A unit as the set-up keys say, with the defaults of a scenario; it stands nowhere yet."""
    full = {"kind": kind_of(spec, rules), **spec}
    full.setdefault("side", HEROES if full["kind"] == "character" else FOES)
    full.setdefault("seat", key if is_hero(full, rules) else gm_of(roles))
    if full["seat"] not in roles:
        raise no_such("seat", str(full["seat"]), list(roles), step)
    try:
        unit, bodies = code.build_unit(rules, key, full)
    except Refused as refused:
        words = ", ".join(f"{k}: {v}" for k, v in refused.params.items())
        raise ScriptError(f"units: {key}: {refused.name} {words}", step) from refused
    return unit, bodies


def _started(script: Script, code: Ruleset, state: AnyState) -> AnyState:
    """The moment before round `start.round`: everybody has an initiative, and the order is the one written."""
    start = script.start
    assert start is not None
    for key in (*start.order, *start.initiative):
        if key not in state.units:
            raise no_such("unit", key, list(state.units))
    if len(set(start.order)) < len(start.order):
        raise ScriptError("start: order names a unit twice")
    order = (*start.order, *(k for k in script.units if k not in start.order))
    if start.initiative and not start.order:
        order = tuple(sorted(order, key=lambda k: -start.initiative.get(k, 0)))
    values = {key: len(order) - place for place, key in enumerate(order)}
    values.update(start.initiative)
    state = replace(
        state,
        phase="placement",
        units={k: replace(u, initiative=values[k]) for k, u in state.units.items()},
        clock=Clock(round=start.round - 1, order=order),
    )
    sorted_order = code.sort(state)
    if start.order and sorted_order[: len(start.order)] != start.order:
        raise ScriptError(f"start: by their initiative the order is {', '.join(sorted_order)}")
    return replace(state, clock=replace(state.clock, order=sorted_order))


def _empty(part: Any) -> Any:
    return part() if isinstance(part, type) and part is not type(None) else None
