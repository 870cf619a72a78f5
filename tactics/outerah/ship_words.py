"""What happens to ships as lines of the log."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.mission.words import line, name, of_unit
from tactics.outerah import crew, ships
from tactics.outerah.crew import ZONE_LABELS
from tactics.secrecy.known import possessive

WHY = {"falls": ("falls", ""), "wings": ("sinks", " without wings")}


def _altitude(t: Telling, ev: ships.Altitude) -> LogLine:
    does, how = WHY.get(ev.why) or ("climbs" if ev.by > 0 else "descends" if ev.by < 0 else "goes", "")
    far = f" {levels(abs(ev.by))}{how}," if ev.by and ev.levels else how
    where = f"to {levels(ev.levels)} above the ground" if ev.levels else "to the ground"
    after = ": the GM says what the crash does" if ev.why == "falls" and not ev.levels else ""
    return line("move", f"{name(t, ev.unit)} {does}{far} {where}{after}", unit=of_unit(t, ev.unit))


def levels(many: int) -> str:
    return f"{many} level{'s' * (many != 1)}"


def _loaded(t: Telling, ev: crew.Loaded) -> LogLine | None:
    """What lies in a catapult is for its own crew to know; that something does, anybody sees."""
    where = f"{possessive(name(t, ev.unit))} {ZONE_LABELS[ev.zone]}"
    said = "is loaded" if ev.what else "is fired and empty now"
    return line("system", f"{where} {said}", unit=of_unit(t, ev.unit))


def _loading(t: Telling, ev: crew.Loading) -> LogLine:
    said = f"{possessive(name(t, ev.unit))} {ZONE_LABELS[ev.zone]} is being loaded: it takes another turn"
    return line("system", said, unit=of_unit(t, ev.unit))


def _posted(t: Telling, ev: crew.Posted) -> LogLine:
    return line("move", f"{name(t, ev.body)} goes to the {ZONE_LABELS[ev.zone]}")


WORDS: dict[type[e.Event], Narrate] = {
    ships.Altitude: _altitude,
    crew.Loaded: _loaded,
    crew.Loading: _loading,
    crew.Posted: _posted,
}
