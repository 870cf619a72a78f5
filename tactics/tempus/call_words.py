"""The lines of called checks and of what the GM tells."""

from __future__ import annotations

from tactics.kernel import events as e
from tactics.kernel.ruleset import Narrate, Telling
from tactics.kernel.view import LogLine
from tactics.tempus.calls import Called, Told
from tactics.tempus.words import at, line, listed, name, seat_name


def _called(t: Telling, ev: Called) -> LogLine:
    skill = t.known.rules.find("skill", ev.skill)
    who = listed([name(t, body) for body in ev.bodies])
    how = {"secret": " in secret", "blind": "; the GM keeps what it comes to"}.get(ev.how, "")
    text = f"The GM calls a check of {skill.label if skill is not None else ev.skill}: {who}{how}"
    return line("gm", text, secret=ev.how == "secret", at=at(t, ev.bodies[0]))


def _told(t: Telling, ev: Told) -> LogLine:
    to = f" (to {listed([seat_name(t, seat) for seat in ev.to])})" if ev.to else ""
    return line("gm", f"GM{to}: {ev.text}", secret=bool(ev.to), at=at(t, ev.body) if ev.body else None)


WORDS: dict[type[e.Event], Narrate] = {Called: _called, Told: _told}
