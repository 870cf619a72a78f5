"""Plays a Mission of bots to its end and holds every command to the invariants of the rules (reference 3.7)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.codec import codec, encode
from tactics.kernel.dice import Draw, drawn
from tactics.kernel.engine import THE_SYSTEM, Actor, apply
from tactics.kernel.entering import Memory
from tactics.kernel.log import Entry, fold, live
from tactics.kernel.order import all_down
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import WAITS
from tactics.kernel.state import AnyState, Prompt
from tactics.kernel.view import MissionView
from tactics.scenarios.setup import Setup
from tactics.secrecy.feed import feed
from tactics.secrecy.project import project
from tests.bots.bot import Choice, answer, choose

ROUNDS = 15
"""After so many the GM says that the Mission has failed: bots do not always find each other."""
COMMANDS = 6000
OUT_OF_TURN = ("interrupt", "hold", "pass", "discard")


class SeededDice:
    """Faces from a seed, so that a failing Mission can be played again."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def draw(self, count: int, sides: int, keep: str, why: str) -> Draw:
        return drawn([self._chance.randint(1, sides) for _ in range(count)], sides, keep)


def carried(state: AnyState) -> Counter[str]:
    """Every thing of the Mission by its kind, with whomever and wherever it is."""
    found: Counter[str] = Counter()
    for body in state.bodies.values():
        for thing in getattr(body.part, "gear", ()):
            found[thing.item] += thing.count
    for lying in getattr(state.part, "ground", ()):
        found[lying.item] += lying.count
    return found


class Mission:
    """One Mission under way. every: after so many commands a seat looks at its page. `refused`: offers that were
    refused, which must stay empty."""

    def __init__(self, setup: Setup, seed: int, every: int = 1) -> None:
        self.setup, self.seed, self.every = setup, seed, every
        self.chance = Random(seed)
        self.dice = SeededDice(self.chance)
        self.memory = Memory(setup.code, setup.genesis, setup.rules)
        self.now = 1_000_000
        self.turns: Counter[tuple[int, str]] = Counter()
        self.looked = 0
        self.refused: list[str] = []
        self.shown: tuple[AnyState | None, dict[str, MissionView]] = (None, {})

    @property
    def state(self) -> AnyState:
        return self.memory.state

    def view(self, seat: str) -> MissionView:
        """What the seat's page shows now. Whoever looks at it twice sees the same."""
        state, views = self.shown
        if state is not self.state:
            views = {}
            self.shown = (self.state, views)
        if seat not in views:
            views[seat] = project(self.setup.code, self.state, self.setup.rules, seat, self.setup.roles[seat])
        return views[seat]

    # --- sending -------------------------------------------------------------------------------------

    def send(self, command: c.Command, by: Actor) -> Entry:
        """Raises Refused."""
        self.now += 1000
        before = self.state
        text = encode(before)
        try:
            entry = self.memory.submit(command, by, self.now, self.dice)
        except Refused:
            assert encode(self.state) == text, "a refusal leaves no trace"
            raise
        assert entry is not None
        self.check(before, entry)
        return entry

    def offered(self, choice: Choice, seat: str) -> None:
        """Sends what was offered; it must be done, and cost what was said."""
        by = Actor(seat, self.setup.roles[seat])
        unit = self.state.clock.active
        try:
            entry = self.send(codec(self.setup.code).command_of(choice.command), by)
        except Refused as refused:
            if not (choice.guess and refused.code in ("illegal", "bad_field")):
                self.refused.append(
                    f"seed {self.seed}: {seat} was offered {choice.says} {choice.command}: {refused.name} "
                    f"{refused.params}"
                )
            self.send(c.EndTurn(unit=unit or ""), by)
            return
        if choice.costs is not None:
            spent: dict[str, int] = {}
            for event in entry.events:
                if isinstance(event, e.Spent) and event.unit == unit:
                    for pool, points in event.points.items():
                        spent[pool] = spent.get(pool, 0) + points
            # of a spell that fails less MP are consumed than its casting needs (T-130)
            paid = {k: v for k, v in spent.items() if v and k != "mp"}
            said = {k: v for k, v in choice.costs.items() if v and k != "mp"}
            if any(isinstance(event, e.Asked) for event in entry.events):
                return  # a die from the table comes first
            stopped = any(type(event).__name__ == "Halted" for event in entry.events)
            if paid.get("mp", 0) < said.get("mp", 0):  # a spell that fails takes half of its Magic Points
                paid, said = ({k: v for k, v in found.items() if k != "mp"} for found in (paid, said))
            assert paid == said or stopped, f"seed {self.seed}: {choice.command} said {said}, cost {paid}"

    # --- laws ----------------------------------------------------------------------------------------

    def check(self, before: AnyState, entry: Entry) -> None:
        code, state = self.setup.code, self.state
        if entry.rewound_to is None:
            step = before
            for event in entry.events:
                step = apply(code, step, event)
                if isinstance(event, e.TurnStarted | e.TurnEnded):
                    assert not step.stack, f"seed {self.seed}: a turn starts or ends within an action"
                self.count(self.turns, step, event)
            assert replace(step, seq=state.seq) == state, f"seed {self.seed}: replay gives another state"
        else:
            self.turns = self.turns_of_log()
        assert not self.turns or max(self.turns.values()) <= 1, f"seed {self.seed}: a unit acts twice in a round"
        for mapping in (state.units, state.bodies, state.seats, state.objectives, state.boards):
            assert list(mapping) == sorted(mapping), "a state is in the order of its JSON, or a restart changes play"
        if not any(code.prompts[p.kind].blocks for p in state.prompts):
            assert not state.stack
        for unit in state.units.values():
            for pool in unit.pools.values():
                assert pool.left >= 0, f"seed {self.seed}: {unit.key} has {pool.left} points"
        cells = [b.place for b in state.bodies.values() if b.place is not None]
        assert len(cells) == len(set(cells)), f"seed {self.seed}: two bodies in one cell"
        assert codec(code).state(encode(state)) == state
        if entry.rewound_to is None:
            used = sum(getattr(event, "how", "") == "use" for event in entry.events)
            written = sum(getattr(event, "how", "") == "write" for event in entry.events)
            was, now = carried(before), carried(state)
            assert now.total() == was.total() - used + written, f"seed {self.seed}: {was - now} lost, {now - was} new"
        self.look(before, entry)

    @staticmethod
    def count(turns: Counter[tuple[int, str]], state: AnyState, event: e.Event) -> None:
        """Turns taken, less those that were granted besides the one of each round."""
        if isinstance(event, e.TurnStarted):
            turns[state.clock.round, event.unit] += 1
        elif type(event).__name__ == "ExtraTurnTaken":
            turns[state.clock.round, getattr(event, "unit", "")] -= 1

    def turns_of_log(self) -> Counter[tuple[int, str]]:
        """(round, unit) of every turn that was not undone."""
        found: Counter[tuple[int, str]] = Counter()
        step = self.setup.genesis
        for _, events in live(self.memory.log):
            for event in events:
                step = apply(self.setup.code, step, event)
                self.count(found, step, event)
        return found

    def look(self, before: AnyState, entry: Entry) -> None:
        """Each seat in turn looks at its page: that must always be possible, and tell no secret."""
        seats = list(self.setup.roles.items())
        seat, role = seats[self.looked // self.every % len(seats)]
        self.looked += 1
        if self.looked % self.every:
            return
        view = self.view(seat)
        if entry.rewound_to is None:
            feed(self.setup.code, self.setup.rules, before, entry, seat, role)
        if role != "gm":
            self.secret(seat, view)

    def secret(self, seat: str, view: MissionView) -> None:
        """Nothing of a body that the seat may not know of is in its view."""
        text = encode(view).decode()
        # what one has named in a declaration of one's own one may read there again
        declared = b"".join(encode(u.part) for u in self.state.units.values() if u.seat == seat).decode()
        boards = {board.key for board in view.boards}  # a deck and the section of that name share a key
        for body in self.state.bodies.values():
            if not self.setup.code.knows_body(self.state, self.setup.rules, seat, body.key):
                shown = [t.key for t in view.tokens]
                assert body.key not in shown, f"seed {self.seed}: {seat} sees {body.key}"
                at = text.find(f'"{body.key}"')
                mine = self.state.units[body.unit].seat == seat or f'"{body.key}"' in declared
                told = at >= 0 and not mine and body.key not in boards
                assert not told, f"seed {self.seed}: {seat} reads of {body.key}: {text[max(0, at - 200) : at + 60]}"

    # --- playing -------------------------------------------------------------------------------------

    def play(self) -> None:
        """To the end: a side is down, or the rounds are over."""
        gm = Actor(self.setup.gm, "gm")
        self.send(codec(self.setup.code).command_of(
            {"do": "set_objective", "objective": {"key": "win", "title": "Win", "kind": "main"}}), gm)  # fmt: skip
        if self.seed % 2 and not self.setup.code.standing_wrong(self.state, self.setup.rules, "ann", "stop_any", True):
            self.send(c.SetStanding(choices={"stop_any": True}), Actor("ann", "player"))
            order = {"when": "target", "do": "reflex", "action": "counter_attack"}
            self.send(c.SetStanding(choices={"order": order}), gm)
        if self.seed % 3 == 0:
            self.send(c.SetStanding(choices={"typed_dice": True}), Actor("ben", "player"))
        self.send(c.RollInitiative(), gm)
        for _ in range(COMMANDS):
            if self.state.phase == "ended":
                break
            self.speaks_up()
            if self.answer() or self.settle(gm):
                continue
            self.turn(gm)
        assert self.state.phase == "ended", f"seed {self.seed}: no end"
        self.send(c.Advance(), gm)
        assert self.state.phase == "post_mission"
        again = fold(self.setup.code, self.setup.genesis, self.memory.log)
        assert encode(again) == encode(self.state), f"seed {self.seed}: the log does not give the state"

    def answer(self) -> bool:
        """One open prompt takes its default; the end is agreed to."""
        for prompt in self.state.prompts:
            kind = self.setup.code.prompts[prompt.kind]
            if prompt.kind == "die":
                faces = [self.chance.randint(1, prompt.data["sides"]) for _ in range(prompt.data["count"])]
                self.send(c.Answer(prompt="die", value=faces), Actor(prompt.to, "player"))
            elif prompt.kind == "improvise":
                said = self.chance.choice(["no", self.terms(prompt)])
                self.send(c.Answer(prompt=prompt.kind, value=said), Actor(self.setup.gm, "gm"))
            elif kind.default(self.state, self.setup.rules, prompt) is WAITS:
                value: str | bool = "no" if prompt.kind == "improvise" else True
                self.send(c.Answer(prompt=prompt.kind, value=value), Actor(self.setup.gm, "gm"))
            elif not self.says(prompt):
                self.send(c.Timeout(prompt=prompt.key, absent=True), THE_SYSTEM)
            return True
        return False

    def terms(self, prompt: Prompt) -> dict[str, Any]:
        """Price and check of something else, of those that the GM's page shows."""
        shown = next(p for p in self.view(self.setup.gm).prompts if p.kind == prompt.kind and p.unit == prompt.unit)
        said: dict[str, Any] = {"keep": "no"}
        for field in shown.fields:
            if field.kind == "number":
                said[field.name] = self.chance.choice([0, 1, 2, 6])
            elif field.choices and field.name != "keep":
                said[field.name] = self.chance.choice(field.choices)[0]
        return said

    def says(self, prompt: Prompt) -> bool:
        """A player answers a window's question with one of the choices that its page shows."""
        if self.setup.roles.get(prompt.to) != "player":
            return False
        shown = next(p for p in self.view(prompt.to).prompts if p.kind == prompt.kind and p.unit == prompt.unit)
        value = answer(shown, self.chance)
        if value is None:
            return False
        try:
            self.send(c.Answer(prompt=shown.key, value=value), Actor(prompt.to, "player"))
        except Refused as refused:
            prepared = value == "use" or (isinstance(value, dict) and "prepared" in value)
            if refused.code != "illegal" or not prepared:  # what is prepared may be impossible when it is used (T-067)
                self.refused.append(f"seed {self.seed}: {prompt.kind} offered {value}: {refused.name} {refused.params}")
            return False
        return True

    def speaks_up(self) -> None:
        """Out of turn somebody uses, gives up or holds something that is on offer."""
        if self.chance.random() > 0.15:
            return
        seat = self.chance.choice([seat for seat, role in self.setup.roles.items() if role == "player"])
        offers = [o for o in self.view(seat).options if o.do in OUT_OF_TURN and not o.why_not]
        if offers:
            chosen = self.chance.choice(offers)
            command = {"do": chosen.do, "unit": chosen.unit, **chosen.command}
            if chosen.targets:
                command["target"] = self.chance.choice(chosen.targets).body
            elif any(field.kind == "cell" for field in chosen.fields):
                command["target"] = [self.chance.randrange(6), self.chance.randrange(5)]
            try:
                self.send(codec(self.setup.code).command_of(command), Actor(seat, "player"))
            except Refused as refused:
                if chosen.do != "interrupt" or refused.code != "illegal":
                    self.refused.append(f"seed {self.seed}: {seat} was offered {command}: {refused.name}")

    def settle(self, gm: Actor) -> bool:
        """The GM judges the objective when the foes are down, or when it takes too long."""
        if self.state.objectives["win"].status != "open" or self.state.phase != "running":
            return False
        foes = [u.key for u in self.state.units.values() if u.side == "foes"]
        if all(all_down(self.state, k) for k in foes):
            self.send(c.Rule(settle={"win": "completed"}), gm)
        elif self.state.clock.round > ROUNDS:
            self.send(c.Rule(settle={"win": "failed"}), gm)
        else:
            return False
        return True

    def turn(self, gm: Actor) -> None:
        """The seat of the active unit does one thing; now and then the GM meddles."""
        if self.state.phase in ("scenario", "initiative"):
            self.send(c.RollInitiative(), gm)  # the GM went back to before it
            return
        if self.state.clock.mode == "free":
            self.send(c.Rule(mode="turns"), gm)  # nobody knew of anybody any more: the fight goes on (O-041)
            return
        active = self.state.clock.active
        assert active is not None, f"seed {self.seed}: nobody acts in {self.state.phase}"
        seat = self.state.units[active].seat
        if self.chance.random() < 0.03:
            self.meddle(gm)
            return
        choice = choose(self.view(seat), self.chance)
        assert choice is not None, f"seed {self.seed}: {seat} cannot end the turn of {active}"
        self.offered(choice, seat)

    def meddle(self, gm: Actor) -> None:
        bodies = sorted(self.state.bodies)
        body = self.chance.choice(bodies)
        rulings = [
            c.Rule(hide=body),
            c.Rule(reveal=body),
            c.Rule(set={f"{body}.hp": "-3"}),
            c.Rule(skip=self.state.clock.active or ""),
            c.Lay(on=f"body:{body}", label="mud", value=2, rounds=1),
            c.Rule(ruled=True, unit=self.state.clock.active),
            c.Rewind(to=self.chance.choice([entry.seq for entry, _ in live(self.memory.log)][-6:-1])),
        ]
        try:
            self.send(self.chance.choice(rulings), gm)
        except Refused as refused:
            if refused.code not in ("illegal", "unknown"):
                raise
