"""What happens to ships as lines of the log."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.mission.words import line, name, of_unit
from tactics.outerah import crew, ships
from tactics.outerah.crew import ZONE_LABELS

WHY = {"falls": "falls", "wings": "sinks without wings", "steered": "is steered"}


def _altitude(t: Telling, ev: ships.Altitude) -> LogLine:
    where = f"to {ev.levels} level{'s' * (ev.levels != 1)} above the ground" if ev.levels else "to the ground"
    after = ": the GM says what the crash does" if ev.why == "falls" and not ev.levels else ""
    return line("move", f"{name(t, ev.unit)} {WHY.get(ev.why, 'goes')} {where}{after}", unit=of_unit(t, ev.unit))


def _loaded(t: Telling, ev: crew.Loaded) -> LogLine | None:
    where = ZONE_LABELS[ev.zone]
    said = f"{name(t, ev.unit)}: {where} loaded" if ev.what else f"{name(t, ev.unit)}: {where} is empty"
    return line("system", said, unit=of_unit(t, ev.unit))


def _loading(t: Telling, ev: crew.Loading) -> LogLine:
    said = f"{name(t, ev.unit)}: {ZONE_LABELS[ev.zone]} half loaded"
    return line("system", said, unit=of_unit(t, ev.unit))


def _posted(t: Telling, ev: crew.Posted) -> LogLine:
    return line("move", f"{name(t, ev.body)} goes to the {ZONE_LABELS[ev.zone]}")


WORDS: dict[type[e.Event], Narrate] = {
    ships.Altitude: _altitude,
    crew.Loaded: _loaded,
    crew.Loading: _loading,
    crew.Posted: _posted,
}
