"""A Mission in memory: what scenarios run on when nobody asks for the database."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tactics.kernel.codec import codec, encode
from tactics.kernel.commands import Command, Timeout
from tactics.kernel.dice import Dice, SystemDice
from tactics.kernel.engine import THE_SYSTEM, Actor, expired
from tactics.kernel.entering import Memory
from tactics.kernel.log import dead
from tactics.kernel.ruleset import WAITS
from tactics.kernel.view import LogLine, MissionView
from tactics.scenarios.setup import Setup
from tactics.secrecy.feed import feed
from tactics.secrecy.project import project


class MemoryHost:
    """Appends as `missions.services.submit` does, to a list."""

    def __init__(self, setup: Setup) -> None:
        self.code, self.rules = setup.code, setup.rules
        self.log = Memory(setup.code, setup.genesis, setup.rules)
        self._lines: dict[str, tuple[int, list[LogLine]]] = {}

    def submit(self, command: Command, seat: str, role: str, now: int, dice: Dice, key: str) -> None:
        self.settle(now)
        self.log.submit(command, Actor(seat, role), now, dice, key)

    def settle(self, now: int) -> None:
        for prompt in expired(self.log.state, now):
            kind = self.code.prompts[prompt.kind]
            if prompt not in self.log.state.prompts:
                continue
            if kind.default(self.log.state, self.rules, prompt) is not WAITS:
                self.log.submit(Timeout(prompt=prompt.key), THE_SYSTEM, now, SystemDice())

    def view(self, seat: str, role: str) -> MissionView:
        return project(self.code, self.log.state, self.rules, seat, role)

    def feed(self, seat: str, role: str) -> Sequence[LogLine]:
        done, lines = self._lines.get(seat, (0, []))
        for entry in self.log.log[done:]:
            found = feed(self.code, self.rules, self.log.before(entry), entry, seat, role)
            # the GM's lines have the number of their row; the others' are numbered here to find the undone
            lines = [*lines, *(replace(line, seq=entry.seq) for line in found)]
        self._lines[seat] = (len(self.log.log), lines)
        gone = dead(self.log.log)
        return [replace(line, undone=line.seq in gone) for line in lines]

    def state_json(self) -> bytes:
        return encode(self.log.state)

    def reload(self) -> None:
        before = self.log.state
        self.log.state = codec(self.code).state(encode(before))
        if self.log.state != before:
            raise AssertionError("the state is not what its JSON says")

    @property
    def seq(self) -> int:
        return self.log.state.seq
