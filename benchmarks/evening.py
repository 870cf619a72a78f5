"""How an evening flows with the default settings: what each seat is asked, how often it clicks or taps, and how long
play waits for answers.

    python -m benchmarks.evening [--answer SECONDS] [--check]

A set evening: 4 heroes, each played by somebody, against 12 bodies in 3 Mobs of the GM's, 8 rounds, placement
included. Everybody does the plain thing (walk to the nearest enemy, strike, end the turn); every question is answered
after `--answer` seconds (4) by its default. The beat in which Hold may be pressed passes unused and
counts as waiting. Nothing but the offers of each seat's own view is used, as on its page. The
dice are of a fixed seed. `--check`: exit code 1 if an aim is missed.

Clicks and taps are those of the page's shortest way, which the browser tests walk: a cell or a target is one click, or
two taps (the first shows, the second does); a button is one of each; see WAYS.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tactics.board import distance
from tactics.effects import rules as data
from tactics.kernel.codec import codec
from tactics.kernel.commands import Timeout
from tactics.kernel.dice import Dice, Draw, drawn
from tactics.kernel.engine import GM, THE_SYSTEM, Actor
from tactics.kernel.log import Memory
from tactics.kernel.rules import Rules
from tactics.kernel.state import Board, Objective, Seat, State, Zone
from tactics.kernel.view import MissionView, OptionView, PromptView
from tactics.rulebook import yaml_content
from tactics.secrecy.known import known
from tactics.secrecy.project import project
from tactics.tempus.march import paths
from tactics.tempus.table import TEMPUS

ROUNDS = 8
WIDTH, HEIGHT = 24, 18
HEROES = {"ana": "mara", "ben": "gnash", "cleo": "ilven", "dora": "ogre"}
MOBS = {"goblins": 5, "lurkers": 3, "wolves": 4}
SEED = 7
WAYS: dict[str, tuple[int, int]] = {
    "walk": (1, 2),
    "strike": (1, 2),
    "march": (2, 3),
    "spread": (2, 2),
    "end": (1, 1),
    "answer": (1, 1),
    "button": (1, 1),
    "muster": (3, 4),
}
"""(clicks, taps) of what is done: a group's strike is its option and Do it; a Mob of any size is placed by the cell's
menu line, Add and, for a finger, the long press."""
BLOW, BEAT = "simple_attack", "beat"
AIMS = {"player prompts": 12, "GM prompts": 15, "hero clicks": 3, "hero taps": 5, "Mob turn clicks": 6, "waiting": 360}


class Seeded(Dice):
    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def draw(self, count: int, sides: int, keep: str, why: str) -> Draw:
        return drawn([self.chance.randint(1, sides) for _ in range(count)], sides, keep)


@dataclass
class Tally:
    """What one seat did: prompts by kind, clicks, taps, seconds in which play waited for it."""

    prompts: Counter[str] = field(default_factory=Counter)
    clicks: int = 0
    taps: int = 0
    waited: float = 0.0


@dataclass(frozen=True)
class Turn:
    """What a turn took, and by which of the WAYS."""

    mob: bool
    clicks: int
    ways: tuple[str, ...]


def whole(turns: list[Turn], *, mob: bool) -> tuple[int, int]:
    """(clicks, taps) of one move, one blow and the end, by the dearest ways that were used for them: what the aims
    speak of."""
    used = {way for turn in turns if turn.mob == mob for way in turn.ways}
    move = max(WAYS[way] for way in used & {"walk", "march"})
    blow = max(WAYS[way] for way in used & {"strike", "spread"})
    clicks, taps = zip(move, blow, WAYS["end"], strict=True)
    return sum(clicks), sum(taps)


class Evening:
    """The evening under way. now: the Mission's clock in milliseconds, moved on by waiting alone."""

    def __init__(self, answer: float = 4.0) -> None:
        self.answer, self.now, self.dice = answer, 0, Seeded(SEED)
        self.rules: Rules = data.parse(yaml_content.load("tempus"))
        self.memory = Memory(TEMPUS, self._begins(), self.rules)
        self.tally = {seat: Tally() for seat in self.memory.state.seats}
        self.seen: set[str] = set()
        self.beats = 0.0
        self.turns: list[Turn] = []
        self.ways: list[str] = []
        self.placing: list[int] = []

    def _begins(self) -> State[Any, Any, Any]:
        board = Board(
            "field", "Field", WIDTH, HEIGHT, terrain="." * WIDTH * HEIGHT, palette=((".", "ground"),)
        )
        units, bodies = {}, {}
        for seat, template in HEROES.items():
            spec = {"template": template, "seat": seat, "side": "heroes"}
            unit, parts = TEMPUS.build_unit(self.rules, template, spec)
            units[unit.key] = unit
            bodies |= {b.key: b for b in parts}
        roles = {**dict.fromkeys(HEROES, "player"), GM: GM}
        cells = tuple((x, y) for y in range(HEIGHT) for x in range(3))
        return State(
            ruleset="tempus",
            rules=self.rules.hash,
            name="An evening",
            phase="objectives",
            boards={"field": board},
            units=units,
            bodies=bodies,
            seats={k: Seat(k, role, k.title()) for k, role in sorted(roles.items())},
            objectives={"main": Objective("main", "Drive them off", public=True)},
            zones=(Zone("start", "field", cells, side="heroes"),),
            part=TEMPUS.mission_part(),
        )

    # --- doing ---------------------------------------------------------------------------------------

    def view(self, seat: str) -> MissionView:
        return project(TEMPUS, self.memory.state, self.rules, seat, self.memory.state.seats[seat].role)

    def do(self, seat: str, way: str, do: str, **args: Any) -> None:
        clicks, taps = WAYS[way]
        self.tally[seat].clicks += clicks
        self.tally[seat].taps += taps
        self.ways.append(way)
        self._send(seat, do, args)
        self._settle()

    def _send(self, seat: str, do: str, args: dict[str, Any]) -> None:
        command = codec(TEMPUS).command_of({"do": do, **args})
        self.memory.submit(command, Actor(seat, self.memory.state.seats[seat].role), self.now, self.dice)

    def _settle(self) -> None:
        """Answers what is asked, each question after the same time, those asked at once at once."""
        for _ in range(200):
            prompts = self.memory.state.prompts
            for prompt in prompts:
                if prompt.kind != BEAT and prompt.key not in self.seen:
                    self.seen.add(prompt.key)
                    self.tally[self._seat(prompt.to)].prompts[prompt.kind] += 1
            blocking = [p for p in prompts if TEMPUS.prompts[p.kind].blocks]
            waiting = blocking or list(prompts)
            if not waiting:
                return
            first = waiting[0]
            seat = self._seat(first.to)
            if first.kind == BEAT and first.deadline is not None:
                # Nobody presses Hold: it passes by itself, and asks nothing of anybody.
                self.beats += max(0, first.deadline - self.now) / 1000
                self.now = max(self.now, first.deadline)
                self.memory.submit(Timeout(prompt=first.key), THE_SYSTEM, self.now, self.dice)
                continue
            if blocking:
                due = [p.deadline for p in blocking if p.deadline is not None]
                span = min([self.answer * 1000, *(max(0, at - self.now) for at in due)])
                self.now += int(span)
                self.tally[seat].waited += span / 1000
            self._answer(seat, first.kind)
        raise RuntimeError("the questions do not end")

    def _answer(self, seat: str, kind: str) -> None:
        asked: PromptView | None = next((p for p in self.view(seat).prompts if p.kind == kind and p.mine), None)
        name = asked.key if asked is not None else kind
        clicks, taps = WAYS["answer"]
        self.tally[seat].clicks += clicks
        self.tally[seat].taps += taps
        if kind == "end_mission":
            self._send(seat, "answer", {"prompt": name, "value": False})
        else:
            self._send(seat, "answer", {"prompt": name, "default": True})

    def _seat(self, to: str) -> str:
        return to if to in self.tally else GM

    # --- playing -------------------------------------------------------------------------------------

    def play(self, rounds: int = ROUNDS) -> None:
        """From the objectives to the end of the last round, or until one side is down."""
        for n, (template, count) in enumerate(MOBS.items()):
            before = self.tally[GM].clicks
            args = {"key": f"mob{n}", "template": template, "count": count, "side": "foes", "at": [19, 3 + 5 * n]}
            self.do(GM, "muster", "muster", **args)
            self.placing.append(self.tally[GM].clicks - before)
        self.do(GM, "button", "advance")
        if self.memory.state.phase == "initiative":
            self.do(GM, "button", "roll_initiative")
        if self.memory.state.phase == "placement":
            self.do(GM, "button", "place_rest")
        for _ in range(rounds * 20):
            state = self.memory.state
            if state.clock.round > rounds or state.phase != "running" or state.clock.active is None:
                return
            self.turn(state.clock.active)

    def turn(self, key: str) -> None:
        unit = self.memory.state.units[key]
        seat, number = unit.seat, self.memory.state.clock.round
        before = self.tally[seat].clicks
        self.ways = []
        for _ in range(12):
            state = self.memory.state
            if state.clock.active != key or state.clock.round != number or not self.step(seat, key):
                break
        if self.memory.state.clock.active == key and self.memory.state.clock.round == number:
            view = self.view(seat)
            assert view.end_turn is not None
            # With nothing done the button asks once: a second press.
            for _ in range(1 + view.end_turn.ask):
                clicks, taps = WAYS["end"]
                self.tally[seat].clicks += clicks
                self.tally[seat].taps += taps
            self._send(seat, "end_turn", {"unit": key})
            self._settle()
        self.turns.append(Turn(unit.kind == "mob", self.tally[seat].clicks - before, tuple(self.ways)))

    def step(self, seat: str, key: str) -> bool:
        """Strikes if somebody is in reach, else comes nearer; False when neither can be done."""
        view = self.view(seat)
        side = next(u.side for u in view.units if u.key == key)
        foes = {b.key for u in view.units if u.side != side for b in u.bodies if not b.down}
        offers = [o for o in view.options if o.unit == key and not o.why_not and BLOW in o.key.split(":")]
        spread = next((o for o in offers if o.key.startswith("spread:")), None)
        if spread is not None:
            aims = {f.name.partition("/")[2]: f.value for f in spread.fields}
            self.do(seat, "spread", "act", unit=key, targets=aims, **spread.command)
            return True
        strike = self._best(offers, foes)
        if strike is not None:
            option, target = strike
            self.do(seat, "strike", "act", unit=key, target=target, **option.command)
            return True
        return self._come_nearer(view, seat, key, foes)

    def _best(self, offers: list[OptionView], foes: set[str]) -> tuple[OptionView, str] | None:
        """A plain attack on the first foe in reach."""
        near = [(o, t.body) for o in offers for t in o.targets if t.body in foes]
        found = [(sum(o.costs.values()), n, o, body) for n, (o, body) in enumerate(near)]
        if not found:
            return None
        _cost, _n, option, target = min(found, key=lambda one: one[:2])
        return option, target

    def _come_nearer(self, view: MissionView, seat: str, key: str, foes: set[str]) -> bool:
        at = {b.key: (b.at[1], b.at[2]) for u in view.units for b in u.bodies if b.at is not None}
        targets = [at[b] for b in foes if b in at]
        mine = [at[b.key] for u in view.units if u.key == key for b in u.bodies if b.key in at and not b.down]
        if not targets or not mine:
            return False
        to = min(targets, key=lambda cell: (min(distance(cell, own) for own in mine), cell))
        if any(o.key == "advance" and o.unit == key and not o.why_not for o in view.options):
            role = self.memory.state.seats[seat].role
            seen = known(TEMPUS, self.memory.state, self.rules, seat, role)
            if not paths(seen, seen.state.units[key], to):
                return False  # the ghosts show that nobody comes nearer
            self.do(seat, "march", "march", unit=key, at=list(to))
            return True
        reach = next((r for r in view.reach if r.unit == key and r.cells), None)
        if reach is None or min(distance(to, own) for own in mine) <= 1:
            return False
        points = next(p.left for u in view.units if u.key == key for p in u.pools if p.key == reach.pool)
        # As far as a blow may still be struck after it, as a person would; else as far as it goes.
        near = min(reach.cells, key=lambda c: (c.cost > points - 2, distance((c.x, c.y), to), c.cost, c.y, c.x))
        if distance((near.x, near.y), to) >= distance((reach.x, reach.y), to):
            return False
        legs = _legs(reach, near)
        args = {"paths": {reach.body: [c for leg in legs for c in leg]}} if len(mine) > 1 else {"legs": legs}
        go_on = {"continue": True} if _begun(reach, legs) else {}
        self.do(seat, "walk", "move", unit=key, **args, **go_on)
        return True

    # --- counting ------------------------------------------------------------------------------------

    def result(self) -> dict[str, float]:
        """What the aims are about."""
        hero, mob = whole(self.turns, mob=False), whole(self.turns, mob=True)
        return {
            "player prompts": max(sum(self.tally[s].prompts.values()) for s in HEROES),
            "GM prompts": sum(self.tally[GM].prompts.values()),
            "hero clicks": hero[0],
            "hero taps": hero[1],
            "Mob placed clicks": max(self.placing),
            "Mob turn clicks": mob[0],
            "most clicks of any turn": max(t.clicks for t in self.turns),
            "beats": round(self.beats, 1),
            "waiting": round(self.beats + sum(t.waited for t in self.tally.values()), 1),
        }

    def missed(self) -> list[str]:
        """The aims of table.md 37 that were not met."""
        found = self.result()
        out = [f"{name}: {found[name]:g}, aim {aim}" for name, aim in AIMS.items() if found[name] > aim]
        return out + ([f"Mob placed: {found['Mob placed clicks']:g}, aim 3"] if found["Mob placed clicks"] > 3 else [])


def _legs(reach: Any, end: Any) -> list[list[list[int]]]:
    cells = {(c.x, c.y): c for c in reach.cells}
    legs: list[list[list[int]]] = []
    last, cell = -1, end
    while cell is not None:
        if cell.legs != last:
            legs.insert(0, [])
            last = cell.legs
        legs[0].insert(0, [cell.x, cell.y])
        cell = None if (cell.px, cell.py) == (reach.x, reach.y) else cells.get((cell.px, cell.py))
    return legs


def _begun(reach: Any, legs: list[list[list[int]]]) -> bool:
    first = legs[0][0]
    return any(c.legs == 0 and [c.x, c.y] == first for c in reach.cells)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answer", type=float, default=4.0, help="seconds that every answer takes")
    parser.add_argument("--check", action="store_true", help="exit code 1 if an aim is missed")
    wanted = parser.parse_args()
    evening = Evening(wanted.answer)
    evening.play()
    print(f"{evening.memory.state.clock.round - 1} rounds, {len(evening.memory.log)} commands")
    print(f"{'seat':8} {'prompts':>8} {'clicks':>7} {'taps':>6} {'waited s':>9}  of which")
    for seat, tally in evening.tally.items():
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(tally.prompts.items()))
        asked = sum(tally.prompts.values())
        print(f"{seat:8} {asked:8} {tally.clicks:7} {tally.taps:6} {tally.waited:9.1f}  {kinds}")
    for name, value in evening.result().items():
        aim = AIMS.get(name, 3 if name == "Mob placed clicks" else None)
        print(f"{name}: {value:g}" + (f" (aim {aim})" if aim is not None else ""))
    missed = evening.missed()
    for line in missed:
        print("missed:", line)
    return int(bool(missed) and wanted.check)


if __name__ == "__main__":
    sys.exit(main())
