"""From the type of an entry to a form and back: which fields it has, what may stand in each, what a post says.

A post has one text a field, named by its path: `label`, `cost.pa`, `effect.0.do`, `effect.1.effect.0.amount`. What
comes out is the plain body that `tactics.effects.rules` reads; nothing is decided here but whole numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from tactics.effects import kinds, modifiers, powers, specs, steps
from tactics.kernel.rules import Rules
from tactics.kernel.state import Value

from . import labels

Form = Literal["text", "long", "number", "flag", "choice", "keys", "pair", "points", "rows", "steps", "group"]
ROWS, DEPTH, TEXT = 20, 3, 2000
NOTHING_MORE = "(nothing more)"
INT = re.compile(r"[+-]?[0-9]{1,9}\Z", re.ASCII)
Choices = tuple[tuple[str, str], ...]

REFERENCES = {
    "skill": "skill", "check": "skill", "versus": "skill", "resist": "skill", "manual": "skill", "status": "status",
    "inflicts": "status", "drawback": "status", "stat": "stat", "effectiveness_stat": "stat", "manifest_stat": "stat",
    "action": "action", "race": "race", "buff": "status", "after": "status", "material": "material", "classes": "class",
    "cures": "status",
}  # fmt: skip
"""Field -> the kind of entry that it names."""


@dataclass
class Node:
    """One field of the form, with what stands in it. rows: of `rows` and `steps` the fields of each, of `group` one."""

    path: str
    name: str
    label: str
    help: str
    form: Form
    value: Any = None
    choices: Choices = ()
    rows: list[list[Node]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    first: bool = False
    """It decides which other fields there are."""

    @property
    def id(self) -> str:
        return f"f-{self.path}"


@dataclass
class Reading:
    """What a post says. body: fields that are not as they would be anyway. shown: the fields that the form had. wrong:
    (first step of the path, what to do)."""

    body: dict[str, Any] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    wrong: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class _Field:
    name: str
    form: Form
    default: Any
    choices: Choices = ()
    of: tuple[type, ...] = ()
    optional: bool = False
    whole: bool = False


class Shape:
    """The fields of one kind of entry, by the rules as they are."""

    def __init__(self, cls: type[specs.Entry], rules: Rules) -> None:
        self.cls, self.rules = cls, rules
        self.own = kinds.of(rules.ruleset)
        self.kind = next((kind for kind, one in self.own.types.items() if one is cls), "")

    # --- to the page ----------------------------------------------------------------------------------

    def nodes(self, body: Mapping[str, Any]) -> list[Node]:
        """The form with the body's values, fields that nobody needs left out."""
        found = {one.name: one for one in self._fields(self.cls)}
        wanted = labels.wanted(self.cls, dict(body)) or tuple(found)
        extra = tuple(n for n in found if n not in wanted and n in body and body[n] != _plain(found[n].default))
        shown = (found[name] for name in (*wanted, *extra) if name in found)
        return [self._node(one, body, "") for one in shown if not _of_code(one, body.get(one.name))]

    def _node(self, one: _Field, body: Mapping[str, Any], before: str) -> Node:
        usual = labels.LABELS.get(one.name, (one.name.replace("_", " ").capitalize(), ""))
        label, text = self.own.words.get((self.kind, one.name), usual)
        path = f"{before}{one.name}"
        value = body.get(one.name, _plain(one.default))
        node = Node(path, one.name, str(label), str(text), one.form, value, one.choices)
        node.first = one.name in ("type", "do")
        if one.form == "pair":
            both = [value] if isinstance(value, str) else list(value or [])
            node.value = [*both, "", ""][:2]
        elif one.form == "points":
            given = value if isinstance(value, Mapping) else {}
            node.value = [(pool, title, given.get(pool, "")) for pool, title in one.choices]
        elif one.form == "keys":
            node.value = list(value or [])
        elif one.form == "group":
            node.rows = [self._row(one.of, value or {}, f"{path}.", blank=value is None)]
        elif one.form in ("rows", "steps") and before.count(".") < 2 * DEPTH:
            filled = [row for row in value or [] if isinstance(row, Mapping)][: ROWS - 1]
            node.rows = [self._row(one.of, row, f"{path}.{n}.") for n, row in enumerate(filled)]
            node.rows.append(self._row(one.of, {}, f"{path}.{len(filled)}.", blank=True))
        return node

    def _row(self, of: tuple[type, ...], row: Mapping[str, Any], before: str, blank: bool = False) -> list[Node]:
        """The fields of a step, a change, a group; of an empty one only the field that begins it."""
        if len(of) > 1:
            head = Node(f"{before}do", "do", str(labels.LABELS["do"][0]), "", "choice", row.get("do", ""), _steps(of))
            head.first = True
            cls = next((one for one in of if _tag(one) == row.get("do")), None)
            return [head, *(self._node(each, row, before) for each in self._fields(cls))] if cls else [head]
        found = self._fields(of[0])
        nodes = [self._node(each, row, before) for each in (found[:1] if blank else found)]
        nodes[0].first = True
        nodes[0].choices = (("", NOTHING_MORE), *(pair for pair in nodes[0].choices if pair[0]))
        nodes[0].value = "" if blank else nodes[0].value
        return nodes

    # --- from a post ----------------------------------------------------------------------------------

    def read(self, post: Mapping[str, Any]) -> Reading:
        """What the form was filled in with. `shown` in the post names its fields: a tick that is not set sends
        nothing."""
        shown = set(str(post.get("shown", "")).split(","))
        reading = Reading(shown=tuple(one.name for one in self._fields(self.cls) if one.name in shown))
        for one in self._fields(self.cls):
            if one.name in shown:
                self._take(one, post, "", reading.body, reading.wrong)
        return reading

    def over(self, reading: Reading, before: Mapping[str, Any]) -> dict[str, Any]:
        """The body that changes an entry which is `before` into what was read: only what is another."""
        defaults = {one.name: _plain(one.default) for one in self._fields(self.cls)}
        now = {name: reading.body.get(name, defaults[name]) for name in reading.shown}
        sets = {one.name for one in self._fields(self.cls) if one.form == "keys"}

        def same(name: str, value: Any) -> bool:
            there = before.get(name, defaults[name])
            return value == there or (name in sets and sorted(value) == sorted(there or ()))

        return {name: value for name, value in now.items() if not same(name, value)}

    def _take(self, one: _Field, post: Mapping[str, Any], before: str, body: dict[str, Any], wrong: Any) -> None:
        path, top = f"{before}{one.name}", f"{before}{one.name}".partition(".")[0]
        value = self._value(one, post, path, wrong, top)
        if value != _plain(one.default):
            body[one.name] = value

    def _value(self, one: _Field, post: Mapping[str, Any], path: str, wrong: Any, top: str) -> Any:
        text = str(post.get(path, "")).strip()[:TEXT]
        if one.form == "number" or (one.whole and INT.match(text)):
            if not text:
                return None if one.optional else _plain(one.default)
            if INT.match(text):
                return int(text)
            wrong.append((top, f"{labels.LABELS.get(one.name, (one.name,))[0]}: write a whole number, not {text[:40]}"))
            return _plain(one.default)
        if one.form == "flag":
            return bool(text) if not one.optional else {"yes": True, "no": False}.get(text)
        if one.form == "pair":
            both = [str(post.get(f"{path}.{n}", "")) for n in (0, 1)]
            kept = [each for each in both if each]
            return kept if len(kept) == 2 else "".join(kept)
        if one.form == "points":
            points: dict[str, int] = {}
            for pool, title in one.choices:
                given = str(post.get(f"{path}.{pool}", "")).strip()
                if INT.match(given):
                    points |= {pool: int(given)} if int(given) else {}
                elif given:
                    wrong.append((top, f"{title}: write a whole number, not {given[:40]}"))
            return points
        if one.form == "keys":
            return [key for key, _label in one.choices if post.get(f"{path}.{key}")]
        if one.form == "group":
            body = self._read_row(one.of, post, f"{path}.", wrong, top)
            return body or None
        if one.form in ("rows", "steps"):
            rows = (self._read_row(one.of, post, f"{path}.{n}.", wrong, top) for n in range(ROWS))
            return [row for row in rows if row]
        if not text and (one.optional or one.whole):
            return None if one.optional else _plain(one.default)
        return text

    def _read_row(
        self, of: tuple[type, ...], post: Mapping[str, Any], before: str, wrong: Any, top: str
    ) -> dict[str, Any]:
        if len(of) > 1:
            tag = str(post.get(f"{before}do", ""))
            cls = next((one for one in of if _tag(one) == tag), None)
            row: dict[str, Any] = {"do": tag}
        else:
            cls, row = of[0], {}
            if not str(post.get(f"{before}{self._fields(cls)[0].name}", "")).strip():
                return {}
        if cls is None or before.count(".") > 2 * DEPTH + 2:
            return {}
        for one in self._fields(cls):
            self._take(one, post, before, row, wrong)
            if one.name not in row and one.default is msgspec.NODEFAULT:
                row[one.name] = "" if one.form != "number" else 0
        return row

    # --- types ----------------------------------------------------------------------------------------

    def _fields(self, cls: type[Value]) -> list[_Field]:
        hints = get_type_hints(cls)
        found = (self._field(cls, one, hints[one.name]) for one in msgspec.structs.fields(cls))
        return [one for one in found if one is not None]

    def _field(self, cls: type, one: Any, hint: Any) -> _Field | None:
        name = one.name
        if name in labels.HIDDEN:
            return None
        default = one.default
        if one.default_factory is not msgspec.NODEFAULT:
            default = one.default_factory()
        args = get_args(hint)
        optional = type(None) in args
        inner = [arg for arg in args if arg is not type(None)] if optional else []
        own = self._choices(cls, name)
        if get_origin(hint) is tuple and args[-1] is Ellipsis:
            if args[0] is str:
                return _Field(name, "keys", default, own or self._keys(name))
            if get_origin(args[0]) is Literal:
                return _Field(name, "keys", default, own or tuple((str(c), _word(str(c))) for c in get_args(args[0])))
            of = get_args(args[0]) or (args[0],)
            if len(of) > 1:
                return _Field(name, "steps", default, of=tuple(each for each in of if each in labels.STEPS))
            return _Field(name, "rows", default, of=of) if isinstance(of[0], type) else None
        if hint is bool or inner == [bool]:
            return _Field(name, "flag", default, (("yes", "yes"), ("no", "no")) if optional else (), optional=optional)
        if hint is int or inner == [int]:
            return _Field(name, "number", default, optional=optional)
        if get_origin(hint) is Literal:
            return _Field(name, "choice", default, own or tuple((str(c), _word(str(c))) for c in args))
        if get_origin(hint) is dict:
            pools = specs.UPKEEP if name == "upkeep" else specs.POOLS
            return _Field(name, "points", default, tuple((p, p.upper()) for p in pools)) if args == (str, int) else None
        if own:
            empty = () if default is msgspec.NODEFAULT and name != "stat" else (("", "(nothing)"),)
            pair = any(get_origin(arg) is tuple for arg in args)
            return _Field(name, "pair" if pair else "choice", default, (*(empty or ()), *own))
        if len(inner) == 1 and isinstance(inner[0], type) and issubclass(inner[0], Value):
            return _Field(name, "group", default, of=(inner[0],), optional=True)
        if hint is str or hint is steps.Expression or int in (args or ()):
            whole = int in args
            return _Field(name, "long" if name == "text" and cls not in _STEP_TYPES else "text", default,
                          optional=optional, whole=whole)  # fmt: skip
        return None

    def _choices(self, cls: type, name: str) -> Choices:
        fixed: dict[tuple[type, str], Iterable[str]] = {
            (specs.Terrain, "style"): specs.TERRAIN_STYLES,
            (steps.Modify, "applies"): modifiers.APPLIES,
            (powers.Change, "applies"): dict.fromkeys((*powers.OF_A_BODY, *powers.OF_AN_AREA)),
            (steps.Spend, "pool"): specs.POOLS,
            (steps.Grant, "pool"): specs.POOLS,
        }
        told = self.own.choices.get((self.kind, name), {})
        listed = [pair for source in self.own.listed.get((self.kind, name), ()) for pair in self._listed(source)]
        if told or listed:
            return (*told.items(), *listed)
        if (cls, name) in fixed:
            return tuple((word, _word(word)) for word in fixed[(cls, name)])
        kind = REFERENCES.get(name, "")
        return self._entries(kind) if kind in self.rules.entries else ()

    def _listed(self, source: str) -> Choices:
        """The entries of a kind, or the members of a constant (`constant:<key>`)."""
        constant = source.partition("constant:")[2]
        if not constant:
            return self._entries(source)
        return tuple((key, _word(key)) for key in self.rules.constant(constant, {}))

    def _keys(self, name: str) -> Choices:
        if name == "forbids":
            kinds_of = tuple((word, f"every {word} action") for word in ("physical", "mental", "dynamic"))
            return (*kinds_of, *self._entries("action"))
        if name == "holds":
            things = [spec for kind in ("weapon", "item") for spec in self.rules.entries.get(kind, {}).values()]
            sorts = sorted({spec.sort for spec in things if spec.sort})
            named = dict((*self._entries("weapon"), *self._entries("item")))
            return tuple((named | {sort: f"any {_word(sort)}" for sort in sorts}).items())
        kind = REFERENCES.get(name, name)
        return self._entries(kind) if kind in self.rules.entries else self._in_use(name)

    def _in_use(self, name: str) -> Choices:
        """The words that entries of these rules have under this name already, where no kind of entry lists them."""
        found = {w for each in self.rules.entries.values() for one in each.values() for w in getattr(one, name, ())}
        return tuple((word, _word(word)) for word in sorted(found))

    def _entries(self, kind: str) -> Choices:
        found = ((key, spec.label) for key, spec in self.rules.entries.get(kind, {}).items())
        return tuple(sorted(found, key=lambda pair: pair[1].casefold()))


def _of_code(one: _Field, value: Any) -> bool:
    """Whether it has steps that no form has (they are code of the ruleset): then they stay as they are, unseen."""
    if one.form != "steps" or not isinstance(value, list):
        return False
    known = {_tag(cls) for cls in one.of}
    inner = any(_of_code(one, step.get("effect")) for step in value if isinstance(step, Mapping))
    return inner or any(isinstance(step, Mapping) and step.get("do") not in known for step in value)


_STEP_TYPES = frozenset(labels.STEPS)


def _plain(default: Any) -> Any:
    """A default as JSON has it; nothing where the field must be given."""
    if default is msgspec.NODEFAULT:
        return None
    if isinstance(default, tuple):
        return list(default)
    return default


def _tag(cls: type) -> str:
    return str(cls.__struct_config__.tag)  # type: ignore[attr-defined]


def _steps(of: tuple[type, ...]) -> Choices:
    return (("", NOTHING_MORE), *((_tag(one), str(labels.STEPS[one])) for one in of))


def _word(key: str) -> str:
    return key.replace("_", " ") or "(nothing)"
