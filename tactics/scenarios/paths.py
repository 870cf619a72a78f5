"""Dotted paths into what a seat sees, and the comparison of `expect`.

A path names something of the Mission (`round`, `last.attempt.total`), of a unit (`gnash.pa`) or of a body
(`goblins.2.hp`; the unit's key does for its one body). It is resolved in the seat's view and log only, so it
can never find what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tactics.kernel.view import BodyView, LogLine, MissionView, UnitView
from tactics.scenarios.script import ABSENT


class _Absent:
    def __repr__(self) -> str:
        return "nothing there"


NOTHING = _Absent()
"""What a path finds that does not exist for the seat."""

PLAIN = (
    "phase", "round", "mode", "paused", "waiting", "scenario", "gm_notes", "outcome", "role", "can_take_back",
)  # fmt: skip


def find(view: MissionView, lines: Sequence[LogLine], news: int, path: str) -> Any:
    """What the path names, as plain data; NOTHING if it does not exist.

    lines: the seat's log; the lines from `news` on are of this step.
    """
    owner = _owner(view, path)
    if owner is not None:
        key, rest = owner
        return _walk(_thing(view, key), rest)
    head, _, rest = path.partition(".")
    if head in PLAIN:
        return _walk(getattr(view, head), rest)
    maker = ROOTS.get(head)
    return NOTHING if maker is None else _walk(maker(view, lines, news), rest)


def differences(
    view: MissionView, lines: Sequence[LogLine], news: int, expected: Mapping[str, Any]
) -> list[tuple[str, Any, Any]]:
    """(path, expected, found) for everything that is not as expected."""
    out = []
    for path, value in expected.items():
        found = find(view, lines, news, path)
        out += _compare(path, value, found)
    return out


# --- roots ------------------------------------------------------------------------------------------


def _turn(view: MissionView, lines: Sequence[LogLine], news: int) -> Any:
    return view.turn or None


def _last(view: MissionView, lines: Sequence[LogLine], news: int) -> Any:
    """The newest check or action: the record of the newest line that has one and was not undone."""
    for line in reversed(lines):
        if line.record and not line.undone:
            terms = {t.label: t.value for b in line.breakdowns for t in b.terms if t.counts}
            return {"text": line.text, "terms": terms, **line.record}
    return NOTHING


def _log(view: MissionView, lines: Sequence[LogLine], news: int) -> Any:
    """has, lacks: compared with the texts of this step. lines: the texts themselves."""
    texts = [line.text for line in lines[news:] if not line.undone]
    return {"has": Texts(texts, wanted=True), "lacks": Texts(texts, wanted=False), "lines": texts}


def _prompts(view: MissionView, lines: Sequence[LogLine], news: int) -> Any:
    return [_plain(p) for p in view.prompts]


def _objectives(view: MissionView, lines: Sequence[LogLine], news: int) -> Any:
    """By key and by title, and their count."""
    out: dict[str, Any] = {"count": len(view.objectives)}
    for objective in view.objectives:
        out.setdefault(objective.title, _plain(objective))
        out.setdefault(objective.key, _plain(objective))
    return out


ROOTS: dict[str, Any] = {
    "turn": _turn,
    "order": lambda view, lines, news: [row.unit for row in view.order],
    "acted": lambda view, lines, news: list(view.acted),
    "prompts": _prompts,
    "last": _last,
    "log": _log,
    "objectives": _objectives,
    "units": lambda view, lines, news: [u.key for u in view.units],
    "tokens": lambda view, lines, news: [t.key for t in view.tokens],
    "seats": lambda view, lines, news: {s.key: _plain(s) for s in view.seats},
    "laid": lambda view, lines, news: [_plain(m) for m in view.laid],
    "zones": lambda view, lines, news: [_plain(z) for z in view.zones],
    "start_blockers": lambda view, lines, news: list(view.start_blockers),
    "end_turn": lambda view, lines, news: NOTHING if view.end_turn is None else _plain(view.end_turn),
}


class Texts:
    """The texts that `log.has` and `log.lacks` look through."""

    def __init__(self, texts: Sequence[str], *, wanted: bool) -> None:
        self.texts, self.wanted = list(texts), wanted

    def fits(self, expected: Any) -> bool:
        words = [expected] if isinstance(expected, str) else list(expected)
        return all(any(word in text for text in self.texts) is self.wanted for word in words)

    def __repr__(self) -> str:
        return repr(self.texts)


# --- units and bodies -------------------------------------------------------------------------------


def _owner(view: MissionView, path: str) -> tuple[str, str] | None:
    """The longest key of a unit or body with which the path begins, and the rest."""
    keys = [u.key for u in view.units] + [b.key for u in view.units for b in u.bodies]
    fitting = [k for k in keys if path == k or path.startswith(k + ".")]
    if not fitting:
        return None
    key = max(fitting, key=len)
    return key, path[len(key) + 1 :]


def _thing(view: MissionView, key: str) -> dict[str, Any]:
    """All that is known of a unit or body under its short names."""
    for unit in view.units:
        if unit.key == key:
            out = _of_unit(view, unit)
            if len(unit.bodies) == 1:
                out = {**_of_body(unit.bodies[0]), **out}
            return out
        for body in unit.bodies:
            if body.key == key:
                return _of_body(body)
    raise KeyError(key)


def _of_unit(view: MissionView, unit: UnitView) -> dict[str, Any]:
    out: dict[str, Any] = {
        "name": unit.name,
        "kind": unit.kind,
        "side": unit.side,
        "seat": unit.seat,
        "relation": unit.relation,
        "initiative": unit.initiative,
        "bodies": [b.key for b in unit.bodies],
        "badges": [b.key for b in unit.badges],
        "pools": {p.key: _plain(p) for p in unit.pools},
        "numbers": {n.key: n.value for n in unit.numbers},
        "options": {o.key: _option(o) for o in view.options if o.unit == unit.key},
        "reach": _reach(view, unit.key),
    }
    return {**out, **{k: _plain(v) for k, v in unit.values.items()}}


def _option(option: Any) -> dict[str, Any]:
    """An option by its fields; its targets by body."""
    return {**_plain(option), "targets": {t.body: _plain(t) for t in option.targets}}


def _reach(view: MissionView, unit: str) -> dict[str, int]:
    """Way of moving and number of legs -> how many cells it can end in: `gnash.reach.move.1`."""
    out: dict[str, Any] = {}
    for reach in view.reach:
        if reach.unit == unit:
            counts = out.setdefault(reach.do, {})
            most = max((c.legs for c in reach.cells), default=0)
            for legs in range(1, most + 1):
                found = sum(c.legs <= legs for c in reach.cells)
                counts[str(legs)] = counts.get(str(legs), 0) + found
    return out


def _of_body(body: BodyView) -> dict[str, Any]:
    return {
        "at": None if body.at is None else [body.at[1], body.at[2]],
        "board": None if body.at is None else body.at[0],
        "cell": body.cell,
        "hp": body.hp,
        "max_hp": body.max_hp,
        "health": body.health,
        "down": body.down,
        "hidden": body.hidden,
        "statuses": list(body.statuses),
        "facing": body.facing,
        "elevation": body.elevation,
        **{n.key: _number(n.value) for n in body.numbers},
        "seen_by": NOTHING if body.seen_by is None else list(body.seen_by),
    }


def _number(text: str) -> Any:
    return int(text) if text.removeprefix("-").isdigit() else text


# --- walking and comparing --------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    """As the JSON of the page would be: mappings, lists, texts, numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _walk(value: Any, path: str) -> Any:
    """Follows a dotted path through mappings and lists; keys may hold dots themselves."""
    if not path:
        return value
    if isinstance(value, Mapping):
        if path in value:
            return value[path]
        for key in sorted((k for k in value if path.startswith(f"{k}.")), key=len, reverse=True):
            found = _walk(value[key], path[len(key) + 1 :])
            if found is not NOTHING:
                return found
        return NOTHING
    if isinstance(value, list | tuple):
        head, _, rest = path.partition(".")
        if head == "count" and not rest:
            return len(value)
        if head.isdigit() and int(head) < len(value):
            return _walk(value[int(head)], rest)
    return NOTHING


def _compare(path: str, expected: Any, found: Any) -> list[tuple[str, Any, Any]]:
    if expected == ABSENT:
        return [] if found is NOTHING else [(path, ABSENT, found)]
    if isinstance(found, Texts):
        return [] if found.fits(expected) else [(path, expected, found)]
    if isinstance(expected, Mapping):
        out = []
        for key, value in expected.items():
            out += _compare(f"{path}.{key}", value, _walk(found, str(key)))
        return out
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return [(path, expected, found)]
        return [d for i, (e, f) in enumerate(zip(expected, found, strict=True)) for d in _compare(f"{path}.{i}", e, f)]
    if isinstance(expected, str) and isinstance(found, Mapping) and "kind" in found:
        found = found["kind"]  # a prompt by its kind
    same = type(expected) is type(found) and expected == found
    return [] if same else [(path, expected, found)]
