"""That somebody has a status and that it is over, as lines of the log: what it does, and when it ends as far as the
reader knows its counters. What another line of the same deed tells already is not told again."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.mission.words import because, body, line, name
from tactics.outerah import sentences, specs, status_words, statuses
from tactics.outerah.catapult import Flung
from tactics.outerah.handling import Calmed
from tactics.outerah.mounts import KnockedOff, Unseated
from tactics.outerah.moving import Jumped
from tactics.outerah.overboard import Crossed
from tactics.outerah.pet_orders import Balked
from tactics.outerah.pushes import Pushed
from tactics.outerah.statuses import Resisted
from tactics.outerah.strike_events import Mended, Struck
from tactics.outerah.views import owns

FALL = "fall"
AMOUNTS = ("dot", "hot", "end_damage")
"""What a status does by so many points each time."""
ADJECTIVES = ("hidden", "linked", "feared", "mounted")
"""What a status does whose name says how somebody is, not what somebody has."""


def _line(t: Telling, ev: e.StatusSet | e.StatusEnded, text: str, by_gm: bool = False) -> LogLine:
    found = body(t, ev.body)
    kind = "gm" if by_gm or ev.reason or ev.secret else "system"
    unit = found.unit if found is not None else ""
    return line(kind, text + because(ev.reason), unit=unit, secret=ev.secret)


def _set(t: Telling, ev: e.StatusSet) -> LogLine | None:
    """`Tamsin has Burn: 5 damage at the start of each turn; from its 2nd own turn on ...`."""
    if ev.counted:
        return None
    spec, found, who = t.known.rules.find("status", ev.status.key), body(t, ev.body), name(t, ev.body)
    by_gm = ev.status.source == "gm"
    if not isinstance(spec, specs.Status) or found is None:
        return _line(t, ev, f"{who} has {getattr(spec, 'label', ev.status.key)}", by_gm)
    if spec.does == "mounted" and ev.status.source in t.known.state.bodies:
        return _line(t, ev, f"{who} mounts {name(t, ev.status.source)}", by_gm)
    counted = owns(t.known, t.known.state.units[found.unit])
    said = [] if spec.does == "hidden" else [", ".join(filter(None, sentences.effects(spec, t.known.rules)))]
    if counted and spec.does in AMOUNTS:
        said = [f"{statuses.amount(t.known, found, ev.status, spec)} {sentences.DOES[spec.does]}"]
    if spec.does == "linked" and ev.status.source in t.known.state.bodies:
        said = [f"it shares damage with {name(t, ev.status.source)}"]
    if spec.does == "charmed" and ev.status.source in t.known.state.bodies:
        said = [f"it obeys {name(t, ev.status.source)}"]
    if counted:
        said.append(status_words.ends(t.known, found, ev.status, spec))
    told = "; ".join(filter(None, said))
    verb = "is" if spec.does in ADJECTIVES else "has"
    written = status_words.written(t.known, ev.status, spec, counted=counted)
    return _line(t, ev, f"{who} {verb} {written}{f': {told}' if told else ''}", by_gm)


def _ended(t: Telling, ev: e.StatusEnded) -> LogLine | None:
    spec, who = t.known.rules.find("status", ev.key), name(t, ev.body)
    label = str(getattr(spec, "label", ev.key))
    if isinstance(spec, specs.Status):
        if any(_tells_end(spec, ev, other) for other in t.also):
            return None
        if spec.does == "mounted":
            return _line(t, ev, f"{who} dismounts")
        if spec.does in ADJECTIVES:
            return _line(t, ev, f"{who} is no longer {label}")
        if spec.kind == "good":
            return _line(t, ev, f"{label} on {who} ends")
    return _line(t, ev, f"{who} is free of {label}")


def _tells_end(spec: specs.Status, ev: e.StatusEnded, other: e.Event) -> bool:
    """Whether the line of another event says that this status of the body is over."""
    match other:
        case KnockedOff(off=True) | Unseated():
            return spec.does == "mounted" and other.body == ev.body
        case e.BodyRevealed():
            return spec.does == "hidden" and other.body == ev.body
        case Balked(freed=True):
            return spec.does == "charmed" and other.body == ev.body
        case Resisted(held=True):
            return (other.body, other.status) == (ev.body, ev.key)
        case Calmed(held=True, why="calm"):
            return spec.does == "feared" and other.mount == ev.body
    return False


def _healed(t: Telling, ev: e.Healed) -> LogLine | None:
    """What neither a healing's own line nor that of an attack tells that heals."""
    for other in t.also:
        match other:
            case Mended(target=ev.body, amount=amount) if amount is not None:
                return None
            case Struck(target=ev.body, dealt=dealt) if dealt is not None and dealt < 0:
                return None
    found, why = body(t, ev.body), f" from {ev.why}" if ev.why else ""
    unit = found.unit if found is not None else ""
    return line("system", f"{name(t, ev.body)} regains {ev.amount} HP{why}", unit=unit)


def _hurt(t: Telling, ev: e.Hurt) -> LogLine | None:
    """What no other line tells: damage over time, a fall by itself."""
    if not ev.why:
        return None
    if ev.why == FALL:
        for other in t.also:
            match other:
                case Crossed() | Flung() | Pushed() | Jumped() if other.body == ev.body and other.damage:
                    return None
    found = body(t, ev.body)
    how = {FALL: "by the fall", "no air": "for want of air", "Linked": "through the link"}.get(ev.why, f"from {ev.why}")
    place = found.place if found is not None else None
    where = (place.board, place.x, place.y) if place is not None else None
    unit = found.unit if found is not None else ""
    return line("roll", f"{name(t, ev.body)} takes {ev.amount} damage {how}", unit=unit, at=where)


WORDS: dict[type[e.Event], Narrate] = {
    e.StatusSet: _set, e.StatusEnded: _ended, e.Healed: _healed, e.Hurt: _hurt,
}  # fmt: skip
