"""Checks and declared actions as lines of the log, from what `check_events.weaken_*` left for the reader."""

from __future__ import annotations

from functools import partial
from typing import Any

from tactics.effects.breakdown import DIE, Breakdown, shown
from tactics.effects.explained import entry_of
from tactics.effects.text import cost_text
from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import CheckCard, LogLine
from tactics.tempus.action_plan import plan
from tactics.tempus.check_events import HIDER, Checked, Declared

OUTCOMES = {
    "attack": {
        "success": "hits",
        "failure": "misses",
        "critical": "critical, hits",
        "botch": "botch, misses",
    },
    "": {
        "success": "succeeds",
        "failure": "fails",
        "critical": "critical, succeeds",
        "botch": "botch, fails",
    },
}
TONES = {"success": "good", "critical": "good", "failure": "bad", "botch": "bad"}
HIDDEN = "not known"


def name(telling: Telling, body: str) -> str:
    """A body's name, as the reader knows it."""
    found = telling.known.state.bodies.get(body)
    return found.name if found is not None else "somebody"


def label(telling: Telling, kind: str, key: str) -> str:
    found = telling.known.rules.find(kind, key)
    return found.label if found is not None else key


def action_label(telling: Telling, key: str) -> str:
    """What an action is called; that of a skill that is checked for itself is the skill's."""
    found = plan(telling.known.rules, key)
    return found.action.label if found is not None else key


def checked(telling: Telling, event: Checked) -> LogLine:
    """`Gnash, Claw at the runner: 8 against 7, hits; no effect (8, soak 12)`."""
    what = _what(telling, event)
    head = f"{name(telling, event.body)}, {what}" if event.body else "Something"
    if event.target:
        head += f" {'at' if event.kind == 'attack' else 'against'} {name(telling, event.target)}"
    gm = telling.known.is_gm
    parts = [p for p in (_numbers(event, gm), _outcome(event)) if p]
    text = f"{head}: {', '.join(parts)}" if parts else head
    effect = _effect(event, gm)
    if effect:
        text += f"; {effect}"
    entry = partial(entry_of, telling.known.rules)
    listed = (event.attempt, event.difficulty, event.effectiveness, event.extra, event.soak, event.severity)
    return LogLine(
        key="",
        seq=0,
        kind="roll",
        text=text,
        # all that is called at once is one card on the map
        unit="" if event.part == "called" else event.unit,
        breakdowns=tuple(shown(b, gm, HIDDEN, entry) for b in listed if b is not None),
        record=record(event, gm) | ({"rolls_effect": True} if gm and _has_dice(telling, event) else {}),
        card=_card(telling, event, effect),
        at=_at(telling, event.target or event.body),
        secret=event.secret,
        amendable=event.part != HIDER,  # what is amended is the Search that it goes with
    )


def _has_dice(telling: Telling, event: Checked) -> bool:
    """Whether a failure of this can be gauged: there is an Effectiveness to roll (T-162)."""
    skill = telling.known.rules.find("skill", event.skill)
    return bool(event.weapon) or (skill is not None and skill.dice is not None)


def _what(telling: Telling, event: Checked) -> str:
    """`Claw`, `Called Strike with Claw`: what is tried; an attack that is no simple one is named."""
    what = label(telling, "weapon", event.weapon) if event.weapon else label(telling, "skill", event.skill)
    special = event.kind == "attack" and event.action not in ("", "simple_attack")
    if event.part in PARTS:
        return f"{what}, {PARTS[event.part]}"
    action = action_label(telling, event.action) if special or event.skill != event.action else what
    if not event.action or event.action == "simple_attack":
        action = what
    return what if action == what else f"{action} with {what}"


PARTS = {"manifest": "to manifest", "gauge": "how badly it failed", "called": "called by the GM"}


def _card(telling: Telling, event: Checked, effect: str) -> CheckCard:
    """The line in the few words that fit where it happened."""
    what = _what(telling, event)
    return CheckCard(
        who=f"{name(telling, event.body)}, {what}" if event.body else "Something",
        target=name(telling, event.target) if event.target else "",
        die=event.die,
        was=_again(event),
        sum=_numbers(event, telling.known.is_gm),
        outcome=_outcome(event),
        effect=effect,
        tone=TONES.get(event.outcome, ""),
    )


def _again(event: Checked) -> int | None:
    """The face that was rolled again (T-151): two dice before the one that counts do not."""
    faces = [term for term in event.attempt.terms if term.kind == DIE] if event.attempt is not None else []
    return faces[0].value if len(faces) == 3 and not faces[0].counts else None


def total(breakdown: Breakdown | None, gm: bool) -> int | None:
    """The total, if the reader may know it: one with a secret in it is the GM's alone (table.md 23)."""
    return None if breakdown is None or (breakdown.secret and not gm) else breakdown.total


def effect_total(event: Checked, gm: bool) -> int | None:
    """The whole Effectiveness before soak, if the reader may know it."""
    extra = event.extra if event.extra_counts else None
    if total(event.effectiveness, gm) is None or (extra is not None and total(extra, gm) is None):
        return None
    return event.effect


def _numbers(event: Checked, gm: bool) -> str:
    attempt, difficulty = total(event.attempt, gm), total(event.difficulty, gm)
    if attempt is None:
        return ""
    return f"{attempt}" if difficulty is None else f"{attempt} against {difficulty}"


def _outcome(event: Checked) -> str:
    if event.part == "gauge":
        return ""
    words = OUTCOMES["attack" if event.kind == "attack" else ""]
    return words.get(event.outcome, event.outcome)


def _effect(event: Checked, gm: bool) -> str:
    """What came of it, in words: the default that stands until the GM says more (T-154, T-156, T-161)."""
    whole = effect_total(event, gm)
    if event.part == "gauge":
        severity = total(event.severity, gm)
        return "" if severity is None else f"severity {severity}"
    if event.outcome == "botch":
        severity = total(event.severity, gm)
        return "" if severity is None else f"something goes wrong, severity {severity}"
    if event.dealt is None:
        return "" if whole is None else f"Effectiveness {whole}"
    text = f"{event.dealt} damage" if event.dealt else "no effect"
    soak, extra = total(event.soak, gm), total(event.extra, gm)
    if whole is not None and soak is not None:
        text += f" ({whole}, soak {soak})"
    if extra is not None and not event.extra_counts:
        text += f"; a further benefit worth {extra}"
    return text


def record(event: Checked, gm: bool) -> dict[str, Any]:
    """The check as scenario files name it (`last`): without what the reader may not know."""
    attempt = {
        "total": total(event.attempt, gm),
        "difficulty": total(event.difficulty, gm),
        "margin": event.margin,
        "die": event.die,
        "outcome": event.outcome or None,
    }
    effect = {
        "total": effect_total(event, gm),
        "dealt": event.dealt,
        "extra": total(event.extra, gm),
        "soak": total(event.soak, gm),
        "severity": total(event.severity, gm),
    }
    found: dict[str, Any] = {
        "kind": event.kind,
        "actor": event.unit,
        "body": event.body,
        "action": event.action,
        "skill": event.skill,
        "target": event.target,
        "weapon": event.weapon,
        "cost": event.cost,
        "attempt": {k: v for k, v in attempt.items() if v is not None},
        "effectiveness": {k: v for k, v in effect.items() if v is not None},
    }
    return {k: v for k, v in found.items() if v not in ("", {}) or (k == "cost" and event.unit)}


def declared(telling: Telling, event: Declared) -> LogLine | None:
    """`Goblins: Simple Attack (2 PA)`. A single check's own line says it all, unless words go with it."""
    if event.checks == 1 and not event.text:
        return None
    unit = telling.known.state.units.get(event.unit)
    text = f"{unit.name if unit is not None else 'somebody'}: {action_label(telling, event.action)}"
    if event.cost:
        text += f" ({cost_text(event.cost)})"
    if event.text:
        text += f": {event.text}"
    return LogLine(
        key="",
        seq=0,
        kind="roll" if event.checks else "system",
        text=text,
        unit=event.unit,
        record={"kind": "action", "actor": event.unit, "action": event.action, "cost": event.cost},
        at=_at(telling, event.bodies[0]) if event.bodies else None,
    )


def _at(telling: Telling, body: str) -> tuple[str, int, int] | None:
    found = telling.known.state.bodies.get(body)
    place = found.place if found is not None else None
    return (place.board, place.x, place.y) if place is not None else None


WORDS: dict[type[e.Event], Narrate] = {Checked: checked, Declared: declared}
