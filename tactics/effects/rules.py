"""Rules data as one document: merge layers, validate, parse to `Rules`, digest.

A document is `{"ruleset": name, "entries": {kind: {key: body}}}`, plain JSON values. A layer (a campaign's
house rules, a scenario's `content`) is `{kind: {key: body}}`: its fields replace those of the entry of the
same key, other fields stay; `null` in the place of a body removes the entry.

    >>> rules = parse(merge(base, {"action": {"vault": {"label": "Vault", "cost": {"pa": 2}}}}))
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

import msgspec

from tactics.effects import kinds, specs
from tactics.effects.constant_forms import trouble
from tactics.effects.dice_text import suggestion
from tactics.effects.references import Problem
from tactics.effects.steps import Expression
from tactics.kernel.rules import Constant, Rules, Use

Document = Mapping[str, Any]
Layer = Mapping[str, Mapping[str, Mapping[str, Any] | None]]

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.]{0,63}")
FACTS = frozenset(("rank", "level", "max_hp", "damage", "margin"))
"""Names that formulas may use besides the stats and skills of the document."""


class DataError(ValueError):
    """Rules data that cannot be used; `problems` names each with entry, field and what to do."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


def merge(base: Document, layer: Layer) -> dict[str, Any]:
    """The document with the layer's changes; neither argument is touched.

    A changed constant or entry of the document becomes a house one, unless the layer says otherwise.
    Raises DataError when the layer has not the shape of one.
    """
    problems = _misshapen(layer, kinds.of(str(base.get("ruleset"))), layer=True)
    if problems:
        raise DataError(problems)
    entries = {kind: dict(found) for kind, found in base["entries"].items()}
    for kind, changes in layer.items():
        there = entries.setdefault(kind, {})
        for key, body in changes.items():
            if body is None:
                there.pop(key, None)
                continue
            old = there.get(key, {})
            new = {**old, **body}
            if new != old and "origin" not in body and old.get("origin") == "document":
                new["origin"] = "house"
                new.pop("line", None)
            there[key] = new
    return {**base, "entries": entries}


def canonical(document: Document) -> bytes:
    """The one JSON text of a document: sorted keys, no spaces, UTF-8. Raises ValueError for NaN."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def digest(document: Document) -> str:
    """SHA-256 of the canonical text, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(document)).hexdigest()


def parse(document: Document, *, published: bool = False) -> Rules:
    """The typed, immutable rules of a document. Raises DataError with every problem found. published: as of `read`."""
    parsed, problems = read(document, published=published)
    if problems:
        raise DataError(problems)
    return made(document, parsed)


def made(document: Document, parsed: Mapping[str, Mapping[str, Any]]) -> Rules:
    """The rules of a document of which `read` found parsed and no problem."""
    constants = {
        key: Constant(key, _frozen(spec.value), spec.origin, spec.items, spec.label)
        for key, spec in parsed.get("constant", {}).items()
    }
    return Rules(
        hash=digest(document),
        ruleset=document["ruleset"],
        constants=MappingProxyType(constants),
        entries=MappingProxyType({kind: MappingProxyType(found) for kind, found in parsed.items()}),
        uses=MappingProxyType(_uses(document["entries"], kinds.of(document["ruleset"]))),
    )


def _uses(entries: Mapping[str, Any], of: kinds.Kinds) -> dict[str, tuple[Use, ...]]:
    """Constant -> the entries that name it in the place of a value."""
    found: dict[str, tuple[Use, ...]] = {}
    for kind in of.types:
        for key, body in sorted(entries.get(kind, {}).items()):
            for name in FROM_CONSTANTS:
                constant, _, member = str(body.get(name, "")).partition("[")
                if constant in entries.get("constant", {}):
                    found[constant] = (*found.get(constant, ()), Use(kind, key, name, member.removesuffix("]")))
    return found


def read(document: Document, *, published: bool = False) -> tuple[dict[str, dict[str, Any]], list[Problem]]:
    """Every entry that can be read, typed and with its defaults, and every problem. published: it was checked when it
    was published; what a later release checks besides locks nobody out of a Mission that plays by it."""
    if not isinstance(document, Mapping) or not isinstance(document.get("ruleset"), str):
        return {}, [Problem("document", "ruleset", "name the ruleset")]
    entries = document.get("entries")
    if not isinstance(entries, Mapping):
        return {}, [Problem("document", "entries", "must be a mapping of kinds")]
    own = kinds.of(document["ruleset"])
    problems = _misshapen(entries, own, layer=False)
    if problems:
        return {}, problems
    words = vocabulary(document)
    parsed: dict[str, dict[str, Any]] = {kind: {} for kind in own.types}
    for kind in own.types:
        for key, body in sorted(entries.get(kind, {}).items()):
            spec = read_entry(kind, key, resolved(body, entries), words, own)
            if isinstance(spec, specs.Constant) and not published and (why := trouble(own.forms, key, spec.value)):
                spec = Problem(f"{kind} {key}", "value", why)
            if isinstance(spec, Problem):
                problems.append(spec)
            else:
                parsed[kind][key] = spec
    own.complete(parsed)
    if not problems and not published:
        problems = own.references(parsed)
    return parsed, problems


def vocabulary(document: Document) -> frozenset[str]:
    """What formulas of this document may name: its stats and skills and the FACTS, in lower case."""
    entries = document["entries"]
    keys = [*entries.get("stat", {}), *entries.get("skill", {})]
    return FACTS | {str(key).lower() for key in keys}


FROM_CONSTANTS = (
    "cost", "effectiveness", "penalty", "reach", "steps", "difficulty", "range", "radius", "size", "success", "number",
    "stacks", "rounds", "after_rounds",
)  # fmt: skip
"""Fields that may name a constant (`tt.move.cost`, `tt.race_penalty[human]`) in the place of a value."""


def resolved(body: Mapping[str, Any], entries: Mapping[str, Any]) -> dict[str, Any]:
    """The body with the values of the constants that it names; one number stands in one place."""
    constants = entries.get("constant", {})
    result = dict(body)
    for field in FROM_CONSTANTS:
        named = body.get(field)
        if isinstance(named, str):
            key, _, member = named.partition("[")
            found = constants.get(key)
            if isinstance(found, Mapping) and "value" in found:
                value = found["value"]
                if not member:
                    result[field] = value
                elif isinstance(value, Mapping) and member.endswith("]") and member[:-1] in value:
                    result[field] = value[member[:-1]]
    return result


def read_entry(
    kind: str, key: str, body: Any, words: frozenset[str] = FACTS, own: kinds.Kinds = kinds.POINTS
) -> specs.Entry | Problem:
    """One entry as its spec, or the problem with it (the first that its type finds). own: its ruleset's kinds."""
    where = f"{kind} {key}"
    if not _KEY.fullmatch(key):
        return Problem(where, "", "the key must be letters, digits, _ or . and start with a letter")
    closed = own.closed.get(kind)
    if closed is not None and key not in closed:
        return Problem(where, "", f"there are {len(closed)} of the kind {kind}; {suggestion(key, closed)}")
    spec = own.types[kind]
    if isinstance(body, Mapping):
        unknown = [name for name in body if name not in spec.__struct_fields__]
        if unknown:
            hint = suggestion(str(unknown[0]), spec.__struct_fields__)
            return Problem(where, str(unknown[0]), f"there is no such field: {hint}")
    try:
        return msgspec.convert(body, spec, dec_hook=partial(_read_custom, words=words))
    except msgspec.ValidationError as error:
        return _problem(where, str(error), spec)


def _read_custom(wanted: type, value: Any, words: frozenset[str]) -> Any:
    if wanted is not Expression:
        raise NotImplementedError(wanted)
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise ValueError("a formula is a text such as 2d6 + str")
    return Expression.read(str(value), words)


def _problem(where: str, message: str, spec: type[specs.Entry]) -> Problem:
    """msgspec says `Expected int, got str - at `$.cost.pa``; a check of ours says `field: what to do`."""
    text, _, path = message.partition(" - at `$")
    field = re.sub(r"^\.", "", path.rstrip("`"))
    if not field:
        named = re.match(r"([a-z_]+): (.+)", text, re.S)
        missing = re.search(r"missing required field `(\w+)`", text)
        if named:
            field, text = named.group(1), named.group(2)
        elif missing:
            field, text = missing.group(1), "must be given"
    choices = get_args(get_type_hints(spec).get(field)) if field else ()
    if text.startswith("Invalid enum value") and choices:
        text = f"one of {', '.join(choice or '(empty)' for choice in choices)}"
    return Problem(where, field, text[:1].lower() + text[1:])


def _misshapen(entries: Any, own: kinds.Kinds, layer: bool) -> list[Problem]:
    """What keeps `entries` from being {kind: {key: body}}; a layer may hold null for a body."""
    if not isinstance(entries, Mapping):
        return [Problem("document", "", "must be a mapping of kinds to entries")]
    problems: list[Problem] = []
    for kind, found in entries.items():
        if kind not in own.types:
            hint = suggestion(str(kind), own.types)
            problems.append(Problem("document", str(kind), f"there is no such kind: {hint}"))
        elif not isinstance(found, Mapping):
            problems.append(Problem("document", kind, "must be a mapping of keys to entries"))
        else:
            problems += [
                Problem(f"{kind} {key}", "", "must be a mapping of fields")
                for key, body in found.items()
                if not isinstance(body, Mapping) and not (layer and body is None)
            ]
    return problems


def _frozen(value: Any) -> Any:
    """Lists and mappings of a constant as tuples and read-only mappings: nobody may change them."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(inner) for key, inner in value.items()})
    return tuple(_frozen(inner) for inner in value) if isinstance(value, list) else value
