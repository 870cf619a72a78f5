"""Attacks and healings as lines of the log and as cards on the map, from what `strike_events` left for the reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from tactics.board import cells
from tactics.effects.breakdown import Breakdown, shown
from tactics.effects.explained import entry_of
from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import BreakdownView, CheckCard, LogLine
from tactics.mission.words import at, body, line, name
from tactics.outerah import odds
from tactics.outerah.strike_events import Astray, Backfired, Mended, Struck

OUTCOMES = {
    "critical": "critical, hits",
    "hit": "hits",
    "miss": "misses",
    "covered": "is stopped by cover",
}
TONES = {"critical": "good", "hit": "good", "miss": "bad", "covered": "bad"}
HOW = {
    "opener": "Opener",
    "stray": "a stray shot",
    "retarget": "gone astray",
    "pierce": "goes through",
    "trigger": "Trigger Action",
    "auto": "Auto Skill",
    "counter": "counter-attack",
    "own": "hits itself",
    "pet": "by order",
    "skill_order": "Skill Order",
}
HIDDEN = "not known"


def label(t: Telling, kind: str, key: str) -> str:
    if kind == "ship":
        _, _, payload = key.partition(".")
        thrown = t.known.rules.find("payload", payload) if payload else None
        return str(getattr(thrown, "label", key.capitalize()))
    found = t.known.rules.find(kind, key) if kind else None
    return str(getattr(found, "label", key))


def numbers(event: Struck) -> str:
    """`D100 71, 51 needed`, as far as the reader may know it."""
    if event.die is None:
        return ""
    return f"D100 {event.die}, {event.needs} needed" if event.needs is not None else f"D100 {event.die}"


def effect(event: Struck) -> str:
    if event.dealt is None:
        return ""
    if event.dealt < 0:
        return f"heals {-event.dealt}"
    kind = "" if event.element == "neutral" else f"{event.element} "
    return f"{event.dealt} {kind}damage" if event.dealt else "no damage"


def struck(t: Telling, event: Struck) -> LogLine:
    """`Vael, Short sword at Raider 2: D100 71, 51 needed, hits; 12 damage`."""
    head = f"{name(t, event.body)}, {label(t, event.kind, event.key)}" if event.body else "Something"
    if event.how in HOW:
        head += f" ({HOW[event.how]})"
    if event.target:
        head += f" at {name(t, event.target)}"
    outcome = OUTCOMES.get(event.outcome, "")
    if event.second is not None:
        outcome += f" (second die {event.second} against {event.cover.lower()})"
    if event.how == "backlash":
        whom = "itself" if event.target == event.body else name(t, event.target)
        head, outcome = f"{name(t, event.body)} hurts {whom} by the miss", ""
    parts = [p for p in (numbers(event), outcome) if p]
    text = f"{head}: {', '.join(parts)}" if parts else head
    what = effect(event)
    if what:
        text += f"{';' if parts else ':'} {what}"
    gm = t.known.is_gm
    found = body(t, event.body)
    return LogLine(
        key="",
        seq=0,
        kind="roll",
        text=text,
        unit=found.unit if found is not None else "",
        breakdowns=tuple(_terms(t, event)),
        record=record(event, gm),
        card=CheckCard(
            who=f"{name(t, event.body)}, {label(t, event.kind, event.key)}" if event.body else "Something",
            target=name(t, event.target) if event.target else "",
            die=event.die,
            sum=numbers(event),
            outcome=outcome,
            effect=what,
            tone=TONES.get(event.outcome, ""),
        ),
        at=at(t, event.target or event.body),
        secret=event.secret,
    )


def _terms(t: Telling, event: Struck) -> Iterator[BreakdownView]:
    """In the order in which it was decided, as the preview had it: chance, Charge with its dice, critical check, cover,
    damage."""
    gm = t.known.is_gm
    yield from _views(t, event.chance)
    if event.charges is not None:
        found = odds.charge_view(t.known, event.charges, gm)
        faces = ", ".join(map(str, event.faces))
        yield replace(found, words=f"{found.words}: {faces}") if faces and found.total is None else found
    if event.crit is not None and event.die is not None:
        passed = event.die >= event.crit
        told = f"a D100 of {event.crit} or more; {event.die} {'is one' if passed else 'is none'}"
        yield BreakdownView(label="Critical check", total=None, words=told)
    if event.cover:
        words = event.cover
        if event.second is not None:
            words += f", second die {event.second}: {'odd, stopped' if event.second % 2 else 'even, past it'}"
        yield BreakdownView(label="Cover", total=None, words=words)
    yield from _views(t, event.damage)


def _views(t: Telling, *found: Breakdown | None) -> list[BreakdownView]:
    entry = partial(entry_of, t.known.rules)
    return [shown(one, t.known.is_gm, HIDDEN, entry) for one in found if one is not None]


def record(event: Struck, gm: bool) -> dict[str, Any]:
    """The attack as scenario files name it (`last`): without what the reader may not know."""

    def total(found: Breakdown | None) -> int | None:
        return None if found is None or (found.secret and not gm) else found.total

    attempt = {
        "die": event.die,
        "faces": list(event.faces) or None,
        "needs": event.needs,
        "chance": total(event.chance),
        "charge": total(event.charges),
        "second": event.second,
        "outcome": event.outcome or None,
    }
    return {
        "kind": "attack",
        "actor": event.unit,
        "body": event.body,
        "target": event.target,
        "with": event.key,
        "how": event.how,
        "attempt": {k: v for k, v in attempt.items() if v is not None},
        "damage": {k: v for k, v in {"total": total(event.damage), "dealt": event.dealt}.items() if v is not None},
    }


def mended(t: Telling, event: Mended) -> LogLine:
    who = name(t, event.body) if event.body else "Something"
    what = label(t, event.kind, event.key) if event.key else ""
    on = "" if event.target == event.body else f" on {name(t, event.target)}"
    gained = f": {event.gained} HP regained" if event.amount is not None else ""
    found = body(t, event.body)
    return LogLine(
        key="",
        seq=0,
        kind="roll",
        text=f"{who} uses {what}{on}{gained}" if what else f"{who} heals {name(t, event.target)}",
        unit=found.unit if found is not None else "",
        breakdowns=tuple(_views(t, event.amount)),
        record={"kind": "heal", "target": event.target, "with": event.key, "gained": event.gained}
        | ({"total": event.amount.total} if event.amount is not None else {}),
        at=at(t, event.target),
    )


def backfired(t: Telling, event: Backfired) -> LogLine:
    what, said = label(t, event.kind, event.key), "strikes nobody but itself" if event.own else "goes where it should"
    told = line("roll", f"{name(t, event.body)}, {what} under water: D100 {event.face}, {said}", unit=event.unit)
    card = CheckCard(
        who=f"{name(t, event.body)}, {what}", die=event.face, sum=f"{event.needs} turns on itself", outcome=said,
        tone="bad" if event.own else "good",
    )  # fmt: skip
    return replace(told, card=card, at=at(t, event.body))


def astray(t: Telling, event: Astray) -> LogLine:
    """`Bow of A goes astray (D6 2): to D3`; of a spell where it comes down, or that it does not."""
    die = "D6" if len(event.faces) == 1 else "2D10"
    head = f"{label(t, event.kind, event.key)} of {name(t, event.body)} goes astray"
    thrown = f"{die} {', '.join(map(str, event.faces))}"
    where = f"to {cells.name(event.at.cell)}" if event.at is not None else "off the map, where it fizzles"
    at = (event.at.board, event.at.x, event.at.y) if event.at is not None else None
    return line("roll", f"{head} ({thrown}): {where}", at=at)


WORDS: dict[type[e.Event], Narrate] = {Struck: struck, Mended: mended, Backfired: backfired, Astray: astray}
