"""What the runner needs of whoever keeps a Mission: in memory (`memory`), or in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tactics.kernel.commands import Command
from tactics.kernel.dice import Dice
from tactics.kernel.view import LogLine, MissionView


class Host(Protocol):
    """One Mission. `now` is its clock in integer milliseconds; seats are named by key."""

    def submit(self, command: Command, seat: str, role: str, now: int, dice: Dice, key: str) -> None:
        """Settles what time has run out for, then decides and appends. The same key has one effect.

        Raises Refused; what was refused has changed nothing.
        """
        ...

    def settle(self, now: int) -> None:
        """Takes the default of every prompt whose time is up."""
        ...

    def view(self, seat: str, role: str) -> MissionView:
        """What the seat sees now."""
        ...

    def feed(self, seat: str, role: str) -> Sequence[LogLine]:
        """The seat's log, oldest line first; undone lines are marked."""
        ...

    def state_json(self) -> bytes:
        """The state as canonical JSON: two states are equal if their texts are."""
        ...

    def reload(self) -> None:
        """Forgets the state and reads it again from JSON."""
        ...

    @property
    def seq(self) -> int:
        """The number of the newest entry of the log."""
        ...
