"""A set evening under way: what every game of `benchmarks.evening` shares.

A sitting plays one Mission in memory, in which everybody does the plain thing through the offers of the own view, and
counts for each seat the questions, the clicks and taps of the page's shortest way, and the seconds that play waited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tactics.board import distance
from tactics.kernel.codec import codec
from tactics.kernel.commands import Timeout
from tactics.kernel.dice import Dice, Draw, drawn
from tactics.kernel.engine import GM, THE_SYSTEM, Actor
from tactics.kernel.entering import Memory
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState, Board, Objective, Seat, State, Zone
from tactics.kernel.view import MissionView, PromptView
from tactics.secrecy.known import known
from tactics.secrecy.project import project

ROUNDS = 8
WIDTH, HEIGHT = 24, 18
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
    "steer": (1, 2),
    "fire": (1, 1),
    "panel": (1, 1),
    "pet walk": (2, 3),
    "pet strike": (2, 3),
}
"""(clicks, taps) of what is done: a group's strike is its option and Do it; a Mob of any size is placed by the cell's
menu line, Add and, for a finger, the long press; a pet is chosen first; a craft's panel has a button for each deed."""
BEAT = "beat"
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
    move = max((WAYS[way] for way in used & {"walk", "march", "steer"}), default=(0, 0))
    blow = max((WAYS[way] for way in used & {"strike", "spread", "fire"}), default=(0, 0))
    clicks, taps = zip(move, blow, WAYS["end"], strict=True)
    return sum(clicks), sum(taps)


class Sitting:
    """The evening under way. now: the Mission's clock in milliseconds, moved on by waiting alone."""

    players: Mapping[str, str]
    """Seat -> the unit that it plays."""
    mobs: Mapping[str, int] = {}
    """Template -> members, of the Mobs that the GM places when all have come."""

    def __init__(self, code: Ruleset, rules: Rules, genesis: AnyState, answer: float = 4.0) -> None:
        self.code, self.rules, self.answer = code, rules, answer
        self.now, self.dice = 0, Seeded(SEED)
        self.memory = Memory(code, genesis, rules)
        self.tally = {seat: Tally() for seat in self.memory.state.seats}
        self.seen: set[str] = set()
        self.beats = 0.0
        self.turns: list[Turn] = []
        self.ways: list[str] = []
        self.placing: list[int] = []

    # --- doing ---------------------------------------------------------------------------------------

    def view(self, seat: str) -> MissionView:
        return project(self.code, self.memory.state, self.rules, seat, self.memory.state.seats[seat].role)

    def do(self, seat: str, way: str, do: str, **args: Any) -> None:
        clicks, taps = WAYS[way]
        self.tally[seat].clicks += clicks
        self.tally[seat].taps += taps
        self.ways.append(way)
        self._send(seat, do, args)
        self._settle()

    def _send(self, seat: str, do: str, args: dict[str, Any]) -> None:
        command = codec(self.code).command_of({"do": do, **args})
        self.memory.submit(command, Actor(seat, self.memory.state.seats[seat].role), self.now, self.dice)

    def _settle(self) -> None:
        """Answers what is asked, each question after the same time, those asked at once at once."""
        for _ in range(200):
            prompts = self.memory.state.prompts
            for prompt in prompts:
                if prompt.kind != BEAT and prompt.key not in self.seen:
                    self.seen.add(prompt.key)
                    self.tally[self._seat(prompt.to)].prompts[prompt.kind] += 1
            blocking = [p for p in prompts if self.code.prompts[p.kind].blocks]
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
        for n, (template, count) in enumerate(self.mobs.items()):
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
        """One thing of the plain turn; False when nothing is left to do."""
        raise NotImplementedError

    def too_dear(self, view: MissionView, key: str, pool: str) -> int:
        """The highest price of a walk that leaves enough of the turn for a blow."""
        return 1

    def come_nearer(self, view: MissionView, seat: str, key: str, foes: set[str]) -> bool:
        """Walks towards the nearest foe on the same board, as far as a blow may still be struck after it."""
        stand = {b.key: b.at for u in view.units for b in u.bodies if b.at is not None}
        able = [b.key for u in view.units if u.key == key for b in u.bodies if b.key in stand and not b.down]
        at = {b: (x, y) for b, (board, x, y) in stand.items() if able and board == stand[able[0]][0]}
        targets = [at[b] for b in foes if b in at]
        mine = [at[b] for b in able if b in at]
        if not targets or not mine:
            return False
        to = min(targets, key=lambda cell: (min(distance(cell, own) for own in mine), cell))
        if any(o.key == "advance" and o.unit == key and not o.why_not for o in view.options):
            role = self.memory.state.seats[seat].role
            seen = known(self.code, self.memory.state, self.rules, seat, role)
            assert self.code.march is not None
            if not self.code.march(seen, seen.state.units[key], to, ""):
                return False  # the ghosts show that nobody comes nearer
            self.do(seat, "march", "march", unit=key, at=list(to))
            return True
        reach = next((r for r in view.reach if r.unit == key and r.cells and not r.command), None)
        if reach is None or min(distance(to, own) for own in mine) <= 1:
            return False
        dear = self.too_dear(view, key, reach.pool)
        near = min(reach.cells, key=lambda c: (c.cost > dear, distance((c.x, c.y), to), c.cost, c.y, c.x))
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
            "player prompts": max(sum(self.tally[s].prompts.values()) for s in self.players),
            "GM prompts": sum(self.tally[GM].prompts.values()),
            "hero clicks": hero[0],
            "hero taps": hero[1],
            "Mob placed clicks": max(self.placing, default=0),
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


def field_of(
    code: Ruleset, rules: Rules, players: Mapping[str, str], company: Mapping[str, Mapping[str, Any]] | None = None
) -> AnyState:
    """An open field before the objectives: each player's hero of a template, who comes along, and where they begin.
    company: unit -> its set-up keys."""
    board = Board("field", "Field", WIDTH, HEIGHT, terrain="." * WIDTH * HEIGHT, palette=((".", "ground"),))
    specs = {hero: {"template": hero, "seat": seat, "side": "heroes"} for seat, hero in players.items()}
    units, bodies = {}, {}
    for key, spec in {**specs, **(company or {})}.items():
        unit, parts = code.build_unit(rules, key, spec)
        units[unit.key] = unit
        bodies |= {b.key: b for b in parts}
    roles = {**dict.fromkeys(players, "player"), GM: GM}
    cells = tuple((x, y) for y in range(HEIGHT) for x in range(3))
    return State(
        ruleset=code.name,
        rules=rules.hash,
        name="An evening",
        phase="objectives",
        boards={"field": board},
        units=units,
        bodies=bodies,
        seats={k: Seat(k, role, k.title()) for k, role in sorted(roles.items())},
        objectives={"main": Objective("main", "Drive them off", public=True)},
        zones=(Zone("start", "field", cells, side="heroes"),),
        part=code.mission_part(),
    )


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
