"""An entry tried out before anybody plays with it: a Mission in memory with one who has it and one whom it is done to.

What it costs, its odds and what came of one go are those of the real thing: the same options, dice and words.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import ValidationError, convert

from tactics.kernel.codec import codec
from tactics.kernel.dice import SystemDice
from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, Ruleset, Trial
from tactics.kernel.state import State
from tactics.kernel.view import OptionView, TargetView
from tactics.scenarios.memory import MemoryHost
from tactics.scenarios.script import Script, ScriptError
from tactics.scenarios.setup import prepare
from tactics.secrecy.words import refusal_text

log = logging.getLogger(__name__)

WIDTH, HEIGHT = 24, 7
LINES = 12
"""Of what came of it, at most."""
LATER = 600_000
"""Milliseconds after which every question has taken its default."""
DEEDS = ("act", "part")
"""What is done in a turn, by the name of its command; everything else only prepares it."""
WHO, AT, RANK = "who", "at", "3"


@dataclass(frozen=True)
class Person:
    """Somebody to try it with. key: `ready:mara`, or one of the roster."""

    key: str
    label: str
    spec: Mapping[str, Any]


@dataclass(frozen=True)
class Odds:
    """An option of the one who tries it: its price, and to whom with which chance and effect."""

    label: str
    cost: str
    why_not: str = ""
    targets: tuple[TargetView, ...] = ()


@dataclass
class Tried:
    """odds: its options. lines: what came of one go. said: why it could not be tried, or what it does by itself."""

    odds: list[Odds] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    said: str = ""
    who: str = ""
    at: str = ""
    far: int = 1
    rank: str = RANK
    ranked: bool = False
    """Whether there is a rank to choose."""
    may: bool = False
    """Whether there is anything to try."""
    doers: Sequence[Person] = ()
    targets: Sequence[Person] = ()
    """Among whom may be chosen."""


def people(code: Ruleset, rules: Rules, own: Sequence[Person] = ()) -> tuple[list[Person], list[Person]]:
    """(who may try it, to whom): `own`, then the ready ones of the rules; nobody tries with what carries others."""
    templates = rules.entries.get("template", {}).items()
    ready = sorted((one for one in templates if one[1].kind not in code.carriers), key=lambda one: one[1].label)
    found = [Person(f"ready:{key}", spec.label, {"template": key}) for key, spec in ready]
    foes = [one for (_key, spec), one in zip(ready, found, strict=True) if spec.kind != "character"]
    heroes = [one for (_key, spec), one in zip(ready, found, strict=True) if spec.kind == "character"]
    return [*own, *heroes, *foes], [*foes, *own, *heroes]


def run(
    code: Ruleset, rules: Rules, kind: str, key: str, chosen: Mapping[str, str], own: Sequence[Person] = ()
) -> Tried:
    """chosen: `who`, `at`, `rank`, `far`, as the page sent them; what it did not send has a sensible default. own: whom
    it may be tried with besides those that the rules hold ready."""
    rank = chosen.get("rank", "").strip()[:3].upper() or RANK
    plan = code.trial(rules, kind, key, rank) if code.trial is not None else None
    doers, targets = people(code, rules, own)
    if plan is None or not doers or not targets:
        return Tried()
    doer, target = _chosen(doers, chosen.get(WHO, "")), _chosen(targets, chosen.get(AT, ""))
    if doer.key != chosen.get(WHO):
        doer = next((one for one in doers if _can(code, rules, plan, one)), doer)
    text = chosen.get("far", "")
    far = min(WIDTH - 2, max(1, int(text))) if text.isdecimal() and len(text) < 4 else plan.far
    tried = Tried(who=doer.key, at=target.key, far=far, rank=rank, may=True, doers=doers, targets=targets)
    tried.ranked = plan.ranked
    try:
        if plan.at is not None:
            _compare(code, rules, plan, doer.spec, target.spec, tried)
        else:
            host = _begin(code, rules, _with(rules, doer.spec, plan), target.spec, far)
            tried.odds = _odds(host, plan.names)
            _go(code, host, plan.names, tried)
    except Refused as refused:
        known = Known(State(ruleset=code.name, rules=rules.hash), rules, "gm", "gm")
        tried.said = refusal_text(code, known, refused)
    except (ScriptError, ValidationError) as problem:
        # Of what a set-up says, the reason alone: where it stands in the file is nobody's matter here.
        tried.said = str(problem).rpartition("text: ")[2]
    except Exception:
        # What no check foresaw would stop a Mission too: better that it is seen here, and by who keeps the site.
        log.exception("%s %s could not be tried", kind, key)
        tried.said = "The rules stumble over it: play it only after somebody has looked into it."
    return tried


def chosen(post: Mapping[str, Any]) -> dict[str, str]:
    """What a page with `_tried.html` sent of its choices."""
    return {name: str(post.get(f"try-{name}", "")) for name in (WHO, AT, "rank", "far")}


def _chosen(found: Sequence[Person], key: str) -> Person:
    return next((one for one in found if one.key == key), found[0])


def _can(code: Ruleset, rules: Rules, plan: Trial, one: Person) -> bool:
    """Whether somebody can have it at all: not everybody has the hands for a great sword."""
    try:
        _begin(code, rules, _with(rules, one.spec, plan), one.spec, plan.far)
    except (Refused, ScriptError, ValidationError):
        return False
    return True


def _with(rules: Rules, spec: Mapping[str, Any], plan: Trial) -> dict[str, Any]:
    """Somebody with the entry: it lies over what they have of that sort."""
    template = rules.find("template", str(spec.get("template", "")))
    base: dict[str, Any] = {**(template.sheet() if template is not None else {}), **spec}
    base.pop("template", None)
    for name in ("count", "hands", "weapons", "members"):
        base.pop(name, None)
    for name, value in plan.who.items():
        base[name] = {**base.get(name, {}), **value} if isinstance(value, Mapping) else value
    base["stats"] = {**base.get("stats", {}), **plan.stats}
    return {**base, "kind": "character", "side": "heroes"}


def _begin(code: Ruleset, rules: Rules, who: Mapping[str, Any], at: Mapping[str, Any], far: int) -> MemoryHost:
    """The two on an empty board, so many cells apart, in the first turn of the one who tries it."""
    terrains = rules.entries["terrain"]
    bare = [(one.letter != ".", key) for key, one in terrains.items() if not one.blocks_move and one.steps == 1]
    ground = min(bare)[1] if bare else next(iter(terrains))
    rows = [["_"] * WIDTH for _ in range(HEIGHT)]
    rows[HEIGHT // 2][1], rows[HEIGHT // 2][1 + far] = "1", "2"
    units: dict[str, dict[str, Any]] = {
        WHO: {key: value for key, value in who.items() if key != "seat"},
        AT: {**{k: v for k, v in at.items() if k != "members"}, "kind": "mob", "count": 1, "side": "foes"},
    }
    plain = {
        "scenario": "trial",
        "ruleset": code.name,
        "map": {"rows": ["".join(row) for row in rows], "legend": {"_": ground, "1": WHO, "2": AT}},
        "units": units,
        "start": {"round": 1, "order": [WHO, AT]},
    }
    made = prepare(convert(plain, Script), code, {"ruleset": code.name, "entries": {}}, rules)
    host = MemoryHost(made)
    for number, command in enumerate(made.opening):
        host.submit(command, "gm", "gm", 0, SystemDice(), f"open-{number}")
    return host


def _compare(
    code: Ruleset, rules: Rules, plan: Trial, who: Mapping[str, Any], at: Mapping[str, Any], tried: Tried
) -> None:
    """What is on somebody: an attack without it, by one who has it, and at one who has it."""
    plain = replace(plan, who={})
    for label, doer, target in (
        ("without it", _with(rules, who, plain), at),
        ("by one who has it", _with(rules, who, plan), at),
        ("at one who has it", _with(rules, who, plain), {**at, **(plan.at or {})}),
    ):
        found = [one for one in _odds(_begin(code, rules, doer, target, tried.far), plan.names) if one.targets]
        tried.odds += [replace(one, label=f"{one.label}, {label}") for one in found[:1]]


def _options(host: MemoryHost, names: Sequence[str]) -> list[OptionView]:
    wanted = set(names)

    def by_name(one: OptionView) -> bool:
        words = {*one.key.split(":"), one.help.partition(":")[2], *(str(v) for v in one.command.values())}
        words |= {key for asked in one.fields if one.do in DEEDS for key, _label in asked.choices}
        return one.unit == WHO and bool(words & wanted)

    return [one for one in host.view("gm", "gm").options if by_name(one)]


def _odds(host: MemoryHost, names: Sequence[str]) -> list[Odds]:
    return [Odds(one.label, one.cost, one.why_not, one.targets) for one in _options(host, names)][:LINES]


def _go(code: Ruleset, host: MemoryHost, names: Sequence[str], tried: Tried) -> None:
    """The first of its options that can be done, once, with every question at its default."""
    found = next((one for one in _options(host, names) if not one.why_not and one.do in DEEDS), None)
    if found is None:
        return
    before = len(host.feed("gm", "gm"))
    plain: dict[str, Any] = {"do": found.do, "unit": WHO, **found.command}
    for one in found.fields:
        fitting = [key for key, _label in one.choices if key in names] or [key for key, _label in one.choices]
        if "/" not in one.name:  # how much of a pool to pay now: left out, all that is possible
            plain.setdefault(one.name, fitting[0] if fitting else one.value or "…")
    bodies = host.log.state.bodies.values()
    spots: list[Any] = [None]
    if found.targets:
        plain["target"] = found.targets[0].body
    elif any(one.name == "target" for one in found.fields):
        at, who = (next(b.place for b in bodies if b.unit == unit and b.place) for unit in (AT, WHO))
        spots = [[at.x, at.y], [who.x, who.y - 1]]  # where the other stands; for a leap a free cell
    for number, spot in enumerate(spots):
        try:
            sent = plain if spot is None else {**plain, "target": spot}
            host.submit(codec(code).command_of(sent), "gm", "gm", 0, SystemDice(), f"go-{number}")
            break
        except Refused:
            if spot is spots[-1]:
                raise
    host.settle(LATER)
    tried.lines = [line.text for line in host.feed("gm", "gm")[before:]][-LINES:]
