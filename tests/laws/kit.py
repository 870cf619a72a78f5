"""Random play for the laws: a list of numbers from hypothesis becomes commands and faces.

A `Game` names the ruleset's table, its rules, a genesis and `wishes(state)`: commands that somebody might send
in this state, sensible and senseless ones. The same numbers give the same play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tactics.kernel.commands import Command
from tactics.kernel.dice import Draw, drawn
from tactics.kernel.engine import Actor, apply
from tactics.kernel.entering import Memory
from tactics.kernel.log import Entry
from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState

Wish = tuple[Command, Actor]


@dataclass(frozen=True, repr=False)
class Game:
    """One ruleset under the laws. pools: what a turn grants, for the law of points."""

    code: Ruleset
    rules: Rules
    genesis: Callable[..., AnyState]
    wishes: Callable[[AnyState], Sequence[Wish]]
    secrets: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    """Two sets of arguments of genesis that differ only in what players may not know."""
    watched: tuple[tuple[str, str], ...] = ()
    """(seat, role) of those who may not know it."""
    start: Callable[[Play], None] = field(default=lambda play: None)
    tells: Callable[[Command], bool] = field(default=lambda command: False)
    """Whether a command tells players a secret of the genesis on purpose (the GM reveals)."""
    reached: tuple[str, ...] = ()
    """Events that random play must come to, or the laws prove nothing about them."""

    def __repr__(self) -> str:
        return f"<{self.code.name}>"


class NumberDice:
    """Faces from a list of numbers; shifted by one at each time round, so that no tie lasts for ever."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers, self._at = list(numbers) or [0], 0

    def draw(self, count: int, sides: int, keep: str, why: str) -> Draw:
        faces = []
        for _ in range(count):
            times, at = divmod(self._at, len(self._numbers))
            faces.append((self._numbers[at] + times * (at + 1)) % sides + 1)
            self._at += 1
        return drawn(faces, sides, keep)


class Play:
    """A Mission under way, played by numbers."""

    def __init__(self, game: Game, faces: Sequence[int], **secret: Any) -> None:
        self.game = game
        self.memory = Memory(game.code, game.genesis(**secret), game.rules)
        self.dice = NumberDice(faces)
        self.now = 1000

    @property
    def state(self) -> AnyState:
        return self.memory.state

    def wish(self, number: int) -> Entry | None:
        """Sends one wish; None when it was refused."""
        wishes = self.game.wishes(self.state)
        command, by = wishes[number % len(wishes)]
        return self.send(command, by)

    def send(self, command: Command, by: Actor, key: str | None = None) -> Entry | None:
        self.now += 1000
        before = self.state
        try:
            return self.memory.submit(command, by, self.now, self.dice, key)
        except Refused:
            assert self.state is before, "a refusal leaves no trace"
            return None


def played(game: Game, choices: Sequence[int], faces: Sequence[int], **secret: Any) -> Play:
    """A play of all choices."""
    play = Play(game, faces, **secret)
    game.start(play)
    for number in choices:
        play.wish(number)
    return play


def states(play: Play) -> Iterator[AnyState]:
    """The state after every single event, also in the middle of a command, as far as no rewind cuts it."""
    state = play.memory.genesis
    for entry in play.memory.log:
        if entry.rewound_to is not None:
            state = play.memory.state_at(entry.seq)
            continue
        for event in entry.events:
            state = apply(play.game.code, state, event)
            yield state
