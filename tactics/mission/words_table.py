"""The lines of what is said at the table and of what the GM sets and rules (`words` has the rest)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tactics.board import cells
from tactics.effects.breakdown import shown
from tactics.effects.dice_text import parse
from tactics.effects.formula import explain
from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.state import AnyState
from tactics.kernel.view import LogLine
from tactics.mission import doors
from tactics.mission.talk import Said
from tactics.mission.words import at, because, body, line, listed, name, of_unit, seat_name, signed, unit, whole_of
from tactics.secrecy.known import possessive

# --- talk -------------------------------------------------------------------------------------------

VOLUMES = {"whisper": "whispers", "speak": "says", "yell": "yells"}


def said(price: Callable[[Telling, Said], str] = lambda t, ev: "") -> Narrate:
    """What somebody says, with its price in words."""

    def tell(t: Telling, ev: Said) -> LogLine:
        return _said(t, ev, price(t, ev))

    return tell


def _said(t: Telling, ev: Said, price: str) -> LogLine:
    known = unit(t, ev.unit) is not None
    who = name(t, ev.body) if known else "a voice"
    verb = VOLUMES.get(ev.volume, "says")
    record = {"kind": "talk", "actor": ev.unit if known else "", "words": ev.words, "volume": ev.volume}
    if t.known.is_gm and ev.text:
        # For the GM's hand on who heard it (T-054).
        record |= {"said": ev.text, "heard": list(ev.hearers)}
    words = f": “{ev.text}”" if ev.text else f" {ev.words} word{'s' * (ev.words != 1)} aloud"
    if known and price:
        words += f" ({price})"
    text = who + " " + verb + words
    return line("talk", text, unit=of_unit(t, ev.unit), record=record, at=at(t, ev.body))


def _chatted(t: Telling, ev: e.Chatted) -> LogLine:
    if ev.style == "narration":
        return line("narration", ev.text)
    to = f" to {seat_name(t, ev.to)}" if ev.to else ""
    return line("chat", f"{seat_name(t, ev.seat)}{to}: {ev.text}", secret=bool(ev.to))


def _thrown(t: Telling, ev: e.Thrown) -> LogLine:
    to = f", for {seat_name(t, ev.to)} alone" if ev.to else ""
    why = f" ({ev.why})" if ev.why else ""
    numbers = shown(explain(parse(ev.dice), {}, ev.faces, ev.dice), True, "")
    text = f"{seat_name(t, ev.seat)} rolls {ev.dice}{why}{to}: {ev.total}"
    return line("roll", text, secret=bool(ev.to), breakdowns=(numbers,))


# --- the GM -----------------------------------------------------------------------------------------


def number(label: Callable[[AnyState, str], tuple[str, str]]) -> Narrate:
    """A number that the GM set. label: (whose, what) of its path."""

    def tell(t: Telling, ev: e.NumberSet) -> LogLine:
        who, what = label(t.known.state, ev.path)
        key = ev.path.rpartition(".")[0]
        who = name(t, key) if whole_of(t, key) is not None else who  # two hulls are in sight in every duel
        return line("gm", f"GM: {possessive(who)} {what} {ev.old} → {ev.new}{because(ev.reason)}", secret=ev.secret)

    return tell


CHANGED = {
    "attempt": "Attempt",
    "difficulty": "Difficulty",
    "effectiveness": "Effectiveness",
    "soak": "Soak",
    "def": "Defence",
    "impression": "Impression",
}
"""What a laid modifier changes, as the GM's form calls it."""


def _laid(t: Telling, ev: e.Modified) -> LogLine:
    laid = ev.laid
    kind, _, key = laid.on.partition(":")
    if laid.applies == "stat":
        return line("gm", f"GM: the next check of {name(t, key)} adds {laid.label}", secret=laid.secret)
    if laid.applies == "ruled":
        return line("gm", f"the GM rules the next check of {name(t, key)}", secret=True)
    if kind == "cell":
        _, x, y = key.split(":")
        where = f"cell {cells.name((int(x), int(y)))}"
    else:
        where = ("the next check of " if kind == "next" else "") + name(t, key)
    text = f"GM: {signed(laid.value)} {laid.label} on {where} ({CHANGED.get(laid.applies, laid.applies)})"
    return line("gm", text, secret=laid.secret)


def _ruled(t: Telling, ev: e.Ruled) -> LogLine:
    return line("gm", f"GM: {ev.what}{because(ev.reason)}", secret=ev.secret)


def _objective(t: Telling, ev: e.ObjectiveSet) -> LogLine:
    return line("gm", f"Objective: {ev.objective.title}")


def _objective_gone(t: Telling, ev: e.ObjectiveRemoved) -> LogLine:
    return line("gm", "An objective is withdrawn")


def _settled(t: Telling, ev: e.ObjectiveSettled) -> LogLine | None:
    found = t.known.state.objectives.get(ev.key)
    if found is None:
        return None
    other = t.known.state.objectives.get(ev.because)
    why = f" by {other.title}" if other is not None else ""
    state = {"open": "open again", "partial": "partly completed"}.get(ev.status, ev.status)
    return line("gm", f"Objective {found.title}: {state}{why}")


def _scenario(t: Telling, ev: e.ScenarioSet) -> LogLine | None:
    return line("gm", "The scenario's text is changed") if ev.text is not None else None


def _edge(t: Telling, ev: e.EdgeSet) -> LogLine | None:
    if ev.edge.kind != "door":
        return None
    locked = ev.edge.locked and t.known.is_gm
    state = ("closed and locked" if locked else "closed") if ev.edge.closed else "broken" if ev.edge.broken else "open"
    where, place = f"the door between {doors.where(ev.edge)}", (ev.board, *ev.edge.a)
    who = body(t, ev.body)
    if who is None:
        return line("system", f"{where} is {state}", at=place)
    verb = "closes" if ev.edge.closed else "opens"
    return line("move", f"{who.name} {verb} {where}", unit=who.unit, at=place)


def _uncovered(t: Telling, ev: e.Uncovered) -> LogLine | None:
    board = t.known.state.boards.get(ev.board)
    if board is None or not ev.change:
        return None
    extent = f"{abs(ev.change)} cell{'s' * (abs(ev.change) != 1)}"
    on = f" of {board.name}" if len(t.known.state.boards) > 1 else ""
    return line("gm", f"{extent}{on} {'uncovered' if ev.change > 0 else 'covered'}", secret=True)


FOG_WORDS = {
    "none": "The fog lifts: the whole map is seen",
    "uncovered": "Fog: the GM uncovers the map",
    "sight": "Fog: each side sees what its members see",
}


def _fog(t: Telling, ev: e.FogSet) -> LogLine:
    return line("gm", FOG_WORDS.get(ev.fog, f"Fog: {ev.fog}"))


def _option(t: Telling, ev: e.OptionSet) -> LogLine:
    known = t.known.rules.constants.get(ev.key)
    what = known.label if known is not None and known.label else ev.key
    return line("gm", f"Setting “{what}”: {_value(ev.value)}", secret=ev.secret)


def _value(value: Any) -> str:
    """A setting's value in words: `whisper 1, speak 10`, `8, 10`, `on`."""
    if isinstance(value, dict):
        return listed([f"{key} {_value(part)}" for key, part in value.items()])
    if isinstance(value, list | tuple):
        return listed([_value(part) for part in value])
    if isinstance(value, bool) or value is None:
        return {True: "on", False: "off", None: "no limit"}[value]
    return str(value).replace("_", " ")


def _rewound(t: Telling, ev: e.Rewound) -> LogLine:
    return line("gm", "Taken back: what is struck through")


def _amended(t: Telling, ev: e.Amended) -> LogLine:
    return line("gm", "An earlier roll is amended, and all that followed from it")


def _reopened(t: Telling, ev: e.Reopened) -> LogLine:
    return line("gm", f"{name(t, ev.unit)} may come before it; what fell for it stays", secret=True)


def _adopted(t: Telling, ev: e.RulesAdopted) -> LogLine:
    return line("gm", "The Mission goes on under another version of the rules")


def _stood_in(t: Telling, ev: e.StoodIn) -> LogLine:
    who = seat_name(t, ev.seat)
    return line("gm", f"{seat_name(t, ev.by)} plays for {who}" if ev.by else f"{who} plays again")


def _paused(t: Telling, ev: e.Paused) -> LogLine:
    return line("gm", "Paused", secret=True)


def _resumed(t: Telling, ev: e.Resumed) -> LogLine:
    return line("gm", "Resumed", secret=True)


def _reordered(t: Telling, ev: e.OrderSet) -> LogLine | None:
    """Old order, new order and reason of a change by the GM's hand; else nothing, for the order stands on the page."""
    if not ev.before or ev.before == ev.order:
        return None
    now, before = (", ".join(name(t, key) for key in keys) for keys in (ev.order, ev.before))
    text = f"GM: the turn order is {now}; it was {before}{because(ev.reason)}"
    return line("gm", text, secret=ev.secret)


WORDS: dict[type[e.Event], Narrate] = {
    e.OrderSet: _reordered,
    e.Chatted: _chatted,
    e.Thrown: _thrown,
    e.Modified: _laid,
    e.Ruled: _ruled,
    e.ObjectiveSet: _objective,
    e.ObjectiveRemoved: _objective_gone,
    e.ObjectiveSettled: _settled,
    e.ScenarioSet: _scenario,
    e.EdgeSet: _edge,
    e.Uncovered: _uncovered,
    e.FogSet: _fog,
    e.OptionSet: _option,
    e.Rewound: _rewound,
    e.Amended: _amended,
    e.Reopened: _reopened,
    e.RulesAdopted: _adopted,
    e.StoodIn: _stood_in,
    e.Paused: _paused,
    e.Resumed: _resumed,
}
