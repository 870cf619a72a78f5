"""Bytes that each audience is sent for each event of whole fights: the demo's Missions, played by bots.

    python -m benchmarks.sizes [--ruleset NAME] [--seeds 3] [--rounds 6] [--worst 5]

The Missions are the demo's, with their fog and their settings; their seats do one of the things that are on offer
(tests/bots), until one side is down or the rounds are over. After each command every audience is shown what a hub would
show it: each GM and player, one of the spectators, and a GM who asked for what players' units can do. A frame's size is
what a socket that deflates sends for it, after all that it sent before; `alone` is that of its text deflated by itself.
The same seeds give the same bytes on every machine. `in turn`: the largest one with which no turn began. `--worst` also
says what the largest frames are made of: deflated bytes of each part alone.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.extensions import Extension
from websockets.frames import Frame as Text
from websockets.frames import Opcode

from config.sockets import DEFLATE

LIMIT = 6_000
ALL_OFFERS = ("gm", "gm, all offers")
MOST = 400
"""Commands of one fight at most."""


def deflated(text: str) -> int:
    return len(zlib.compress(text.encode(), 6))


@dataclass(frozen=True)
class Frame:
    """What one audience was sent for one command. who: `gm`, `gm, all offers`, `acting`, `player` or `spectator`.
    begins: whether a turn began with it. size: bytes on the way, after the frames before; alone: without them."""

    who: str
    did: str
    begins: bool
    content: str
    size: int
    alone: int

    def made_of(self) -> dict[str, int]:
        """{part: deflated bytes of it alone}, the largest first."""
        found: dict[str, int] = defaultdict(int)
        for piece in re.split(r"(?=<[a-z]+ (?:class=\"[^\"]*\" )?hx-swap-oob=)", self.content):
            name = re.search(r'id="([^"]*)"', piece) or re.search(r'oob="beforeend:#([^"]*)"', piece)
            if piece:
                found[name.group(1) if name else "?"] += deflated(piece)
        return dict(sorted(found.items(), key=lambda one: -one[1]))


@dataclass
class Fight:
    """A Mission of the demo under way. frames: all that were sent since round 1 began."""

    mission: Any
    seed: int
    frames: list[Frame] = field(default_factory=list)

    def __post_init__(self) -> None:
        from missions.live import reading
        from tests.bots.referee import SeededDice

        self.chance = Random(self.seed)
        self.dice = SeededDice(self.chance)
        self.now, self.number = 1_000_000, 0
        self.seen = reading.Seen()
        self.sockets: dict[tuple[str, str], Extension] = {}
        self.aside: Any = None
        self.turn_of: Any = None
        seats = self.mission.seats.values_list("key", "role")
        self.roles = {key: role for key, role in seats if role in ("gm", "player")}
        self.audiences = [*self.roles.items(), ("public", "spectator")]

    @property
    def state(self) -> Any:
        from missions import selectors

        return selectors.present(self.mission).state

    def view(self, seat: str) -> Any:
        from missions import looks, selectors

        now = selectors.present(self.mission)
        return looks.view_of(now.code, now.state, now.digest, seat, self.roles[seat])

    def send(self, seat: str, command: Any) -> None:
        """Raises Refused."""
        from missions import services

        self.number += 1
        self.now += 1000
        key = f"k{self.number}"
        services.submit(
            self.mission.pk, seat, key, command, who=services.TRUSTED, now=self.now, dice=self.dice
        )

    def play(self, rounds: int, most: int = MOST) -> None:
        """From initiative to the end of these rounds, or until a side is down or so many commands were sent."""
        from tactics.kernel import commands as c
        from tactics.kernel.order import all_down

        self.send("gm", c.RollInitiative())
        while self.state.phase != "running":
            if not self.answered():
                self.send("gm", c.PlaceRest())
        self.look("")
        for _ in range(most):
            state = self.state
            sides = defaultdict(list)
            for unit in state.units.values():
                sides[unit.side].append(all_down(state, unit.key))
            if state.phase != "running" or state.clock.round > rounds or any(map(all, sides.values())):
                return
            acting = state.units[state.clock.active].seat if state.clock.active else ""
            did = self.answered() or self.turn()
            self.look(did, acting)

    def answered(self) -> str:
        """One open question takes an answer, or its default."""
        from missions.models import SYSTEM
        from tactics.kernel import commands as c

        state = self.state
        for prompt in state.prompts:
            if prompt.kind == "improvise":
                self.send("gm", c.Answer(prompt=prompt.kind, value="no"))
            elif prompt.kind in ("die", "end_mission"):
                self.send("gm", c.Answer(prompt=prompt.key, value=False))
            else:
                self.send(SYSTEM, c.Timeout(prompt=prompt.key, absent=True))
            return f"answer {prompt.kind}"
        return ""

    def turn(self) -> str:
        """Whoever is at its turn does one thing that is on offer."""
        from tactics.kernel import commands as c
        from tactics.kernel.refusals import Refused
        from tests.bots.bot import choose

        unit = self.state.clock.active
        seat = self.state.units[unit].seat
        choice = choose(self.view(seat), self.chance)
        assert choice is not None
        try:
            self.send(seat, choice.command)
        except Refused:
            self.send(seat, c.EndTurn(unit=unit))
            return "end_turn"
        return str(choice.command["do"])

    def look(self, did: str, acting: str = "") -> None:
        """What every audience is sent now."""
        from missions import selectors
        from missions.live import frames, reading
        from missions.live.swaps import difference

        old, clock = self.seen.looks, self.state.clock
        self.begins, self.turn_of = (clock.round, clock.active) != self.turn_of, (clock.round, clock.active)

        def show(audience: tuple[str, str], look: Any) -> None:
            was = old.get(audience)
            who = "acting" if audience[0] == acting and audience[1] == "player" else audience[1]
            self._sent(audience, who, did, was, look)

        def change(was: Any, look: Any) -> tuple[str, str]:
            known = {line.key for line in was.lines}
            content = difference(was.parts, look.parts)
            return content, frames.change(look.v, content, [x.text for x in look.lines if x.key not in known])

        self._change = change
        self.seen = reading.read(self.mission, self.seen, self.audiences, frozenset(old), show)
        now = selectors.present(self.mission)
        from missions import stored

        feed = self.seen.feeds[("gm", "gm")]
        entries = stored.History(self.mission).entries()
        whole = selectors.look_at(now, entries, feed, "gm", "gm", self.aside, whole=True)
        self._sent(ALL_OFFERS, ALL_OFFERS[1], did, self.aside, whole)
        self.aside = whole

    def _sent(self, audience: tuple[str, str], who: str, did: str, was: Any, look: Any) -> None:
        if was is not None and was.v != look.v:
            content, frame = self._change(was, look)
            if audience not in self.sockets:
                _asked, self.sockets[audience] = DEFLATE.process_request_params([], [])
            text = self.sockets[audience].encode(Text(Opcode.TEXT, frame.encode()))
            self.frames.append(Frame(who, did, self.begins, content, len(text.data), deflated(frame)))


def fights(ruleset: str, seeds: int, rounds: int) -> Iterator[tuple[str, Fight]]:
    from missions import demo

    for seed in range(seeds):
        first = demo.make(ruleset)
        for mission in demo.open_ones(first):
            fight = Fight(mission, seed)
            fight.play(rounds)
            yield mission.name, fight


def report(name: str, frames: list[Frame], worst: int) -> None:
    sizes = defaultdict(list)
    for frame in frames:
        sizes[frame.who].append(frame)
    for who, each in sorted(sizes.items()):
        each.sort(key=lambda frame: frame.size)
        at = [frame.size for frame in each]
        over = sum(size > LIMIT for size in at)
        half, most = at[len(at) // 2], at[int(len(at) * 0.95)]
        within = max((frame.size for frame in each if not frame.begins), default=0)
        alone = max(frame.alone for frame in each)
        print(
            f"{name:28} {who:15} {len(at):5} {half:6} {most:6} {at[-1]:6} {within:7} {over:5} {alone:6}  {each[-1].did}"
        )
        for frame in reversed(each[-worst:] if worst else []):
            parts = ", ".join(f"{key} {size}" for key, size in list(frame.made_of().items())[:9])
            print(f"      {frame.size:6} {frame.did}: {parts}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--ruleset", default="")
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--rounds", type=int, default=6)
    options.add_argument("--worst", type=int, default=0)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        from benchmarks import table

        table.prepare(Path(folder))
        from missions import demo

        numbers = f"{'n':>5} {'p50':>6} {'p95':>6} {'max':>6} {'in turn':>7} {'over':>5} {'alone':>6}"
        print(f"{'Mission':28} {'audience':15} {numbers}  largest")
        for ruleset in [given.ruleset] if given.ruleset else demo.available():
            found: dict[str, list[Frame]] = defaultdict(list)
            for name, fight in fights(ruleset, given.seeds, given.rounds):
                found[name] += fight.frames
            for name, frames in found.items():
                report(name, frames, given.worst)


if __name__ == "__main__":
    main()
