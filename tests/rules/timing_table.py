"""A Mission in which others may act out of turn: played live, and read by short names."""

from __future__ import annotations

from typing import Any

from tactics.kernel.commands import Timeout
from tactics.kernel.dice import ScriptedDice
from tactics.kernel.engine import THE_SYSTEM, expired
from tactics.kernel.ruleset import Known
from tactics.kernel.view import OptionView, PromptView, UnitView
from tactics.secrecy.known import known
from tactics.tempus.table import TEMPUS
from tests.rules.table import GM, Play


class Timed(Play):
    """Play is live here; the beat for Hold is left out unless `beat` says otherwise."""

    def __init__(self, rows: Any, units: Any, *, beat: int = 0, options: Any = None, **more: Any) -> None:
        settings = {"tt.window.beat_seconds": beat, **(options or {})}
        super().__init__(rows, units, options=settings, pace="live", **more)

    def refuses(self, why: str, do: str, **args: Any) -> None:
        """It is refused so, and nothing has changed."""
        found = self.refused(do, **args)
        assert found == why or found.startswith(f"{why}."), found

    def unit(self, key: str, seat: str = GM) -> UnitView:
        return next(u for u in self.view(seat).units if u.key == key)

    def value(self, key: str, name: str, seat: str = GM) -> Any:
        return self.unit(key, seat).values.get(name)

    def numbers(self, key: str) -> list[int]:
        """The numbers of what is prepared."""
        return [each["number"] for each in self.value(key, "prepared")]

    def hp(self, body: str) -> int:
        return self.state.bodies[body].hp

    def said(self, seat: str = GM) -> str:
        """The words of the newest entry."""
        return "\n".join(self.words(seat))

    def option(self, unit: str, key: str, seat: str = "ann") -> OptionView:
        return next(o for o in self.view(seat).options if o.unit == unit and o.key == key)

    def prompts(self, seat: str) -> list[PromptView]:
        return [p for p in self.view(seat).prompts if p.to == seat]

    def asked(self) -> list[tuple[str, str]]:
        """(kind, unit) of all open questions."""
        return [(p.kind, p.unit) for p in self.state.prompts]

    def know(self, seat: str = GM) -> Known:
        role = self.state.seats[seat].role
        return known(TEMPUS, self.state, self.rules, seat, role)

    def time_up(self, dice: Any = ()) -> None:
        """Twenty seconds pass: every open question takes its default, the earliest first."""
        self.now += 20_000
        script = ScriptedDice([d if isinstance(d, tuple) else (10, d) for d in dice])
        while due := expired(self.state, self.now):
            self.memory.submit(Timeout(prompt=due[0].key), THE_SYSTEM, self.now, script)
        script.finish()
        self.check()
