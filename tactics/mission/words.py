"""Events as lines of the log, in plain English, from what the reader knows.

A name that the reader may not know is "somebody"; a key never stands in a line. Lines of kind `move`, `roll` and
`talk` carry the record of what was done, which scenario files read as `last`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tactics.board import cells
from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import LogLine
from tactics.mission.fog import CameIntoSight, WentOutOfSight
from tactics.mission.sightings import Appeared, Arrived, Vanished
from tactics.mission.walking import Halted, Walked
from tactics.secrecy.known import possessive

SOMEBODY = "somebody"
OF_MEMBERS = ("character", "mob")


def line(kind: str, text: str, **more: Any) -> LogLine:
    """A line; its key and number are given by whoever keeps the log."""
    return LogLine(key="", seq=0, kind=kind, text=text[:1].upper() + text[1:], **more)


def unit(telling: Telling, key: str) -> AnyUnit | None:
    return telling.known.state.units.get(key)


def body(telling: Telling, key: str) -> AnyBody | None:
    return telling.known.state.bodies.get(key)


def name(telling: Telling, key: str) -> str:
    """The name of a unit or body, or `somebody`; of one of several parts with whose part it is."""
    found, whole = body(telling, key), whole_of(telling, key)
    if found is not None and whole is not None:
        return f"{possessive(whole.name)} {found.name}"
    either = found or unit(telling, key)
    return either.name if either is not None else SOMEBODY


def whole_of(telling: Telling, key: str) -> AnyUnit | None:
    """The unit that the body is a part of, if it is of parts, as a craft is of its sections; not of members."""
    found = body(telling, key)
    owner = unit(telling, found.unit) if found is not None else None
    return owner if owner is not None and owner.kind not in OF_MEMBERS and len(owner.bodies) > 1 else None


def seat_name(telling: Telling, key: str) -> str:
    found = telling.known.state.seats.get(key)
    return (found.name or found.key) if found is not None else "the GM" if key == "gm" else SOMEBODY


def cell(telling: Telling, key: str) -> str:
    """Where a body stands: `F8`, or empty."""
    found = body(telling, key)
    return cells.name(found.place.cell) if found is not None and found.place is not None else ""


def spot(telling: Telling, key: str) -> str:
    """Where a body is, with its level where that is not the ground's: `F8, 2 levels down`."""
    found = body(telling, key)
    high = cells.height(found.place.z) if found is not None and found.place is not None else ""
    return ", ".join(part for part in (cell(telling, key), high) if part)


def at(telling: Telling, key: str) -> tuple[str, int, int] | None:
    found = body(telling, key)
    if found is None or found.place is None:
        return None
    return (found.place.board, found.place.x, found.place.y)


def because(reason: str) -> str:
    """A GM's reason at the end of a line, if one was given."""
    return f" ({reason})" if reason else ""


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def of_unit(telling: Telling, key: str) -> str:
    """The unit's key if the reader may know it, for the line's link."""
    return key if unit(telling, key) is not None else ""


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"\N{MINUS SIGN}{-number}"


# --- phases, rounds, turns --------------------------------------------------------------------------

PHASE_WORDS = {
    "scenario": "The scenario is told.",
    "objectives": "The objectives are handed out.",
    "initiative": "Initiative is rolled.",
    "placement": "Placement begins.",
    "running": "The Mission begins.",
    "ended": "The Mission has ended.",
    "post_mission": "The Mission is closed.",
}


def _phase(t: Telling, ev: e.PhaseChanged) -> LogLine:
    return line("system", PHASE_WORDS.get(ev.phase, ev.phase))


def initiative(die: str, called: str = "initiative") -> Narrate:
    """What was rolled for the order: with a `d10`, `d12`."""

    def tell(t: Telling, ev: e.InitiativeSet) -> LogLine | None:
        parts = [f"{die} {face}" for face in ev.faces] + [f"{v} {k}" for k, v in ev.terms.items()]
        how = f" = {' + '.join(parts)}" if parts and ev.faces else ""
        return line("roll", f"{name(t, ev.unit)}: {called} {ev.value}{how}", unit=of_unit(t, ev.unit))

    return tell


def _tie(t: Telling, ev: e.TieBroken) -> LogLine:
    return line("roll", f"{name(t, ev.unit)}: {ev.face} to break the tie", unit=of_unit(t, ev.unit))


def _round(t: Telling, ev: e.RoundStarted) -> LogLine:
    return line("system", f"Round {ev.round}")


def _turn(t: Telling, ev: e.TurnStarted) -> LogLine:
    return line("system", f"{possessive(name(t, ev.unit))} turn", unit=of_unit(t, ev.unit), turns=True)


def _turn_ended(t: Telling, ev: e.TurnEnded) -> LogLine | None:
    who = name(t, ev.unit)
    said = {"down": f"{who}: unconscious, cannot act", "gm": f"{possessive(who)} turn passes"}.get(ev.skipped)
    return line("system", said, unit=of_unit(t, ev.unit)) if said else None


def _mode(t: Telling, ev: e.ModeSet) -> LogLine:
    return line("gm", "Free movement: no order, no points" if ev.mode == "free" else "Back to rounds")


def _ended(t: Telling, ev: e.MissionEnded) -> LogLine | None:
    return line("gm", f"Outcome: {ev.outcome}") if ev.outcome else None


def _xp(t: Telling, ev: e.XpCredited) -> LogLine:
    title = t.known.state.objectives.get(ev.objective)
    what = f" for {title.title}" if title is not None else ""
    return line("system", f"{seat_name(t, ev.seat)} gains {ev.xp} XP{what}")


# --- coming, going, walking -------------------------------------------------------------------------


def _joined(t: Telling, ev: e.UnitJoined) -> LogLine:
    return line("system", f"{ev.unit.name} joined", unit=of_unit(t, ev.unit.key))


def _arrived(t: Telling, ev: Arrived) -> LogLine:
    return line("system", f"{name(t, ev.unit)} joined", unit=of_unit(t, ev.unit))


def _gone(t: Telling, ev: e.UnitLeft | e.BodyLeft) -> LogLine:
    return line("system", f"{ev.name or SOMEBODY} left")


def _control(t: Telling, ev: e.ControlSet) -> LogLine:
    who = seat_name(t, ev.seat)
    return line("gm", f"{who} now plays {name(t, ev.unit)}", unit=of_unit(t, ev.unit))


def _placed(t: Telling, ev: e.Placed) -> LogLine | None:
    found = body(t, ev.body)
    if found is None:
        return None
    where, whole = cell(t, ev.body), whole_of(t, ev.body)
    if whole is not None and whole.bodies[0] != ev.body:
        return None  # its parts come with the first
    verb = "is moved to" if ev.by_gm else "is placed at"
    text = f"{(whole or found).name} {verb} {where}" if where else f"{(whole or found).name} is taken off the board"
    return line("gm" if ev.by_gm else "move", text, unit=found.unit, at=at(t, ev.body), secret=ev.secret)


Price = Callable[[Mapping[str, int]], str]


def walked(points: Price, verbs: Mapping[str, str] = MappingProxyType({})) -> Narrate:
    """Who walked where. points: a price in words. verbs: how what is no entry of the rules is said, as `swims`."""

    def tell(t: Telling, ev: Walked) -> LogLine | None:
        price = points(ev.cost) if any(ev.cost.values()) else ""
        return _walked(t, ev, f" ({price})" if price else "", verbs.get(ev.action, ""))

    return tell


def _walked(t: Telling, ev: Walked, price: str, verb: str) -> LogLine | None:
    seen = [b for b in ev.bodies if body(t, b) is not None]
    if not seen:
        return None
    found = unit(t, ev.unit)
    record = {"kind": ev.action, "actor": ev.unit, "cost": dict(ev.cost), "bodies": seen}
    spec = t.known.rules.find("action", ev.action)
    plain = ev.action == "move" or spec is None
    how = verb or ("moves" if plain else f"moves with {getattr(spec, 'label', ev.action)}")
    if len(seen) == 1:
        text = f"{name(t, seen[0])} {how} to {spot(t, seen[0])}{price}"
    else:
        ends = listed([f"{name(t, b)} to {spot(t, b)}" for b in seen])
        text = f"{found.name if found else SOMEBODY} move{price}: {ends}"
    return line("move", text, unit=of_unit(t, ev.unit), record=record, at=at(t, seen[0]))


def _halted(t: Telling, ev: Halted) -> LogLine:
    who = name(t, ev.body)
    said = {
        "in_the_way": f"{who} stops: something is in the way",
        "in_sight": f"{who} stops: something new comes into sight",
        "barred": f"{who} stops: the way is barred",
    }
    return line("move", said.get(ev.why, f"{who} stops"), unit=of_unit(t, ev.unit), at=at(t, ev.body))


def _appeared(t: Telling, ev: Appeared) -> LogLine | None:
    found, where = body(t, ev.body), spot(t, ev.body)
    if found is None:
        return None
    text = f"{name(t, ev.body)} appears{f' at {where}' if where else ''}"
    return line("move", text, unit=found.unit, at=at(t, ev.body))


def _vanished(t: Telling, ev: Vanished) -> LogLine:
    return line("move", f"{ev.name} goes out of sight")


def _into_sight(t: Telling, ev: CameIntoSight) -> LogLine | None:
    found = [b for b in ev.bodies if body(t, b) is not None]
    if not found:
        return None
    who = listed([f"{name(t, b)}{f' at {cell(t, b)}' if len(found) > 1 else ''}" for b in found])
    verb = "come into sight" if len(found) > 1 else f"comes into sight at {cell(t, found[0])}"
    return line("move", f"{who} {verb}", unit=_unit_of(t, found[0]), at=at(t, found[0]))


def _out_of_sight(t: Telling, ev: WentOutOfSight) -> LogLine:
    return line("move", f"{listed(ev.names)} {'are' if len(ev.names) > 1 else 'is'} out of sight")


def _hidden(t: Telling, ev: e.BodyHidden) -> LogLine | None:
    found = body(t, ev.body)
    if found is None:
        return None
    return line("gm", f"{name(t, ev.body)} is hidden now", unit=found.unit, at=at(t, ev.body), secret=t.known.is_gm)


def _revealed(t: Telling, ev: e.BodyRevealed) -> LogLine | None:
    found = body(t, ev.body)
    if found is None:
        return None
    whom = f" to {listed([seat_name(t, s) for s in ev.to])}" if ev.to and t.known.is_gm else ""
    return line("gm", f"{name(t, ev.body)} is revealed{whom}", unit=found.unit, at=at(t, ev.body))


# --- states of bodies -------------------------------------------------------------------------------


def _are(t: Telling, body: str) -> str:
    """The verb for a part of something: wings are several."""
    called = name(t, body)
    return "are" if called.endswith("s") and not called.endswith("ss") else "is"


def _out(t: Telling, ev: e.KnockedOut) -> LogLine:
    whole = whole_of(t, ev.body) is not None
    said = f"{_are(t, ev.body)} destroyed" if whole else "falls unconscious"
    return line("system", f"{name(t, ev.body)} {said}", unit=_unit_of(t, ev.body), at=at(t, ev.body))


def _revived(t: Telling, ev: e.Revived) -> LogLine:
    said = f"{_are(t, ev.body)} whole again" if whole_of(t, ev.body) is not None else "is conscious again"
    return line("system", f"{name(t, ev.body)} {said}", unit=_unit_of(t, ev.body), at=at(t, ev.body))


def _unit_of(t: Telling, key: str) -> str:
    found = body(t, key)
    return found.unit if found is not None else ""


def _status(t: Telling, ev: e.StatusSet) -> LogLine | None:
    if ev.counted:
        return None
    return ruled(t, ev, f"{name(t, ev.body)}: {_label(t, ev.status.key)}", by_gm=ev.status.source == "gm")


def _status_ended(t: Telling, ev: e.StatusEnded) -> LogLine:
    return ruled(t, ev, f"{name(t, ev.body)}: no longer {_label(t, ev.key).lower()}")


def ruled(t: Telling, ev: e.StatusSet | e.StatusEnded, text: str, by_gm: bool = False) -> LogLine:
    """A change of a body, with the GM's reason if it is a ruling."""
    kind = "gm" if by_gm or ev.reason or ev.secret else "system"
    return line(kind, text + because(ev.reason), unit=_unit_of(t, ev.body), secret=ev.secret)


def _label(t: Telling, key: str) -> str:
    return str(getattr(t.known.rules.find("status", key), "label", key))


def _healed(t: Telling, ev: e.Healed) -> LogLine:
    return line("system", f"{name(t, ev.body)} regains {ev.amount} HP", unit=_unit_of(t, ev.body))


# --- points -----------------------------------------------------------------------------------------


def pools(points: Price) -> Narrate:
    """Points that came back by a ruling."""

    def tell(t: Telling, ev: e.PoolsSet) -> LogLine | None:
        if ev.why != "refund":
            return None
        left = points({k: v[0] for k, v in ev.pools.items()})
        text = f"{name(t, ev.unit)}: {left} left again{because(ev.reason)}"
        return line("gm", text, unit=of_unit(t, ev.unit), secret=ev.secret)

    return tell


WORDS: dict[type[e.Event], Narrate] = {
    e.PhaseChanged: _phase,
    e.TieBroken: _tie,
    e.RoundStarted: _round,
    e.TurnStarted: _turn,
    e.TurnEnded: _turn_ended,
    e.ModeSet: _mode,
    e.MissionEnded: _ended,
    e.XpCredited: _xp,
    e.UnitJoined: _joined,
    e.UnitLeft: _gone,
    e.BodyLeft: _gone,
    e.ControlSet: _control,
    e.Placed: _placed,
    e.BodyHidden: _hidden,
    e.BodyRevealed: _revealed,
    e.KnockedOut: _out,
    e.Revived: _revived,
    e.StatusSet: _status,
    e.StatusEnded: _status_ended,
    e.Healed: _healed,
    Halted: _halted,
    Appeared: _appeared,
    Vanished: _vanished,
    CameIntoSight: _into_sight,
    WentOutOfSight: _out_of_sight,
    Arrived: _arrived,
}
