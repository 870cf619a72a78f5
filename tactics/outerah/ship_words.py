"""What happens to ships as lines of the log."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.mission.words import line, name, of_unit
from tactics.outerah import ships

WHY = {"falls": "falls", "wings": "sinks without wings", "steered": "is steered"}


def _altitude(t: Telling, ev: ships.Altitude) -> LogLine:
    where = f"to {ev.levels} level{'s' * (ev.levels != 1)} above the ground" if ev.levels else "to the ground"
    after = ": the GM says what the crash does" if ev.why == "falls" and not ev.levels else ""
    return line("move", f"{name(t, ev.unit)} {WHY.get(ev.why, 'goes')} {where}{after}", unit=of_unit(t, ev.unit))


WORDS: dict[type[e.Event], Narrate] = {ships.Altitude: _altitude}
