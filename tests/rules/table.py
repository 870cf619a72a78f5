"""A Mission to play in a test, written as a scenario is: a map of glyphs, units, an order, then what is done.

>>> play = Play(["a..", "...", "..b"], {"a": {"seat": "ann"}, "b": {"seat": "gil", "side": "foes"}}, order="ab")
>>> play.do("move", unit="a", path=[[1, 0]])
>>> play.at("a")
(1, 0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from tactics.effects import rules as data
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.codec import codec, encode
from tactics.kernel.dice import ScriptedDice
from tactics.kernel.engine import THE_SYSTEM, Actor, Work
from tactics.kernel.entering import Memory
from tactics.kernel.log import Entry, fold
from tactics.kernel.refusals import Refused
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Known, Ruleset
from tactics.kernel.state import Board, Cell, Edge, Objective, Place, Seat, State, Zone
from tactics.kernel.view import LogLine, MissionView
from tactics.rulebook import yaml_content
from tactics.secrecy.feed import feed
from tactics.secrecy.known import known
from tactics.secrecy.project import project
from tactics.tempus.table import TEMPUS

Stats = dict[str, int]
GM = "gil"
MAIN = Objective(key="main", title="Win", public=True)


@cache
def shipped(ruleset: str = "tempus") -> Rules:
    return data.parse(yaml_content.load(ruleset))


def rules_with(content: Mapping[str, Any], ruleset: str = "tempus") -> Rules:
    """The shipped rules data with a layer of house rules."""
    return data.parse(data.merge(yaml_content.load(ruleset), content))


class Play:
    """A Mission in memory. `rows`: one glyph a cell; a unit's key (or its `glyph`) stands where it stands, once a
    member for a Mob; everything else is a letter of terrain. With an `order` round 1 has begun (initiative 50, 49
    ... unless a unit brings its own); without one it is in the phase `phase`.
    pace: by post nobody is waited for, so no test meets a window that it does not ask for (`live`)."""

    code: Ruleset = TEMPUS
    sides = 10
    """Of a die that is given as a face alone."""

    def __init__(
        self,
        rows: Sequence[str],
        units: Mapping[str, Mapping[str, Any]],
        *,
        order: Iterable[str] | None = None,
        phase: str = "initiative",
        options: Mapping[str, Any] | None = None,
        seats: Mapping[str, str] | None = None,
        zones: Sequence[Zone] = (),
        edges: Sequence[Edge] = (),
        fog: str = "none",
        rules: Rules | None = None,
        objectives: Sequence[Objective] = (MAIN,),
        elevation: Sequence[int] = (),
        pace: str | None = "post",
    ) -> None:
        self.rules = rules or shipped(self.code.name)
        self.now = 0
        glyphs = {str(spec.get("glyph", key)): key for key, spec in units.items()}
        cells: dict[str, list[Cell]] = {key: [] for key in units}
        letters = []
        width = max(5, *(len(row) for row in rows))
        rows = [row.ljust(width, ".") for row in rows]
        rows += ["." * width] * (5 - len(rows))
        for y, row in enumerate(rows):
            for x, glyph in enumerate(row):
                if glyph in glyphs:
                    cells[glyphs[glyph]].append((x, y))
                    glyph = "."
                letters.append(glyph)
        palette = {spec.letter: key for key, spec in self.rules.entries["terrain"].items()}
        board = Board(
            key="field",
            name="Field",
            width=width,
            height=len(rows),
            terrain="".join(letters),
            palette=tuple(sorted({g: palette[g] for g in letters}.items())),
            edges=tuple(edges),
            elevation=tuple(elevation),
        )
        holders = {str(spec["seat"]) for spec in units.values()} | {GM}
        roles = {**dict.fromkeys(holders, "player"), GM: "gm", **(seats or {})}
        all_units, bodies = {}, {}
        for key, spec in units.items():
            given = {k: v for k, v in spec.items() if k != "glyph"}
            unit, parts = self.code.build_unit(self.rules, key, given)
            all_units[key] = unit
            for i, body in enumerate(parts):
                place = Place("field", *cells[key][i]) if i < len(cells[key]) else None
                bodies[body.key] = replace(body, place=place)
        state: State[Any, Any, Any] = State(
            ruleset=self.code.name,
            rules=self.rules.hash,
            name="Test",
            phase=phase,
            options={**({"tt.pace": pace} if pace else {}), **(options or {})},
            boards={"field": board},
            units=all_units,
            bodies=bodies,
            seats={k: Seat(k, role, k.title()) for k, role in sorted(roles.items())},
            objectives={o.key: o for o in objectives},
            zones=tuple(zones),
            fog=fog,
            part=self.code.mission_part(),
        )
        if order is not None:
            keys = list(order)
            for i, key in enumerate(keys):
                unit = state.units[key]
                value = 50 - i if unit.initiative is None else unit.initiative
                state = replace(state, units={**state.units, key: replace(unit, initiative=value)})
            state = replace(state, phase="placement", clock=replace(state.clock, order=tuple(keys)))
        self.memory = Memory(self.code, state, self.rules)
        if order is not None:
            self.do("start", by=GM, force=True)

    # --- doing ---------------------------------------------------------------------------------------

    @property
    def state(self) -> State[Any, Any, Any]:
        return self.memory.state

    def do(self, do: str, *, by: str | None = None, dice: Sequence[int | tuple[int, int]] = (), **args: Any) -> Entry:
        """Sends a command. dice: faces of d10s, or (sides, face); all must be rolled. by: the unit's seat, else
        the GM's."""
        if by is None:
            unit = self.state.units.get(str(args.get("unit", "")))
            by = unit.seat if unit is not None else GM
        if "go_on" in args:
            args["continue"] = args.pop("go_on")
        command = codec(self.code).command_of({"do": do, **args})
        script = ScriptedDice([d if isinstance(d, tuple) else (self.sides, d) for d in dice])
        entry = self.memory.submit(command, self.actor(by), self.now, script)
        assert entry is not None
        script.finish()
        self.check()
        return entry

    def effect(self, what: Callable[[Work], None]) -> None:
        """Lets something of the rules happen that no command brings about yet, as an ability would."""
        work = Work(self.code, self.state, THE_SYSTEM, self.now, self.rules, ScriptedDice())
        what(work)
        seq = self.state.seq + 1
        self.memory.log.append(Entry(seq, "system", "system", f"effect-{seq}", c.Pause(), self.now, tuple(work.events)))
        self.memory.state = replace(work.state, seq=seq)

    def round_over(self) -> list[str]:
        """Everybody ends the turn until the next round; returns who had one."""
        number, had = self.state.clock.round, []
        while self.state.clock.round == number:
            assert self.turn is not None
            had.append(self.turn)
            self.do("end_turn", unit=self.turn)
        return had

    def actor(self, seat: str) -> Actor:
        return THE_SYSTEM if seat == "system" else Actor(seat, self.state.seats[seat].role)

    def refused(self, do: str, **args: Any) -> str:
        """The refusal's name; the state must be as before."""
        before = self.state
        try:
            self.do(do, **args)
        except Refused as refusal:
            assert self.state == before
            return refusal.name
        raise AssertionError("was not refused")

    def check(self) -> None:
        """Two laws, cheap enough for every step: the state is the fold of the log, and JSON."""
        assert fold(self.code, self.memory.genesis, self.memory.log) == self.state
        assert codec(self.code).state(encode(self.state)) == self.state

    # --- looking -------------------------------------------------------------------------------------

    def view(self, seat: str = GM) -> MissionView:
        role = self.state.seats[seat].role if seat in self.state.seats else "spectator"
        return project(self.code, self.state, self.rules, seat, role)

    def lines(self, seat: str = GM, entry: Entry | None = None) -> list[LogLine]:
        """The lines of an entry (the newest), as a seat reads them."""
        entry = entry or self.memory.log[-1]
        before = self.memory.state_at(entry.seq - 1)
        role = self.state.seats[seat].role if seat in self.state.seats else "spectator"
        return feed(self.code, self.rules, before, entry, seat, role)

    def words(self, seat: str = GM) -> list[str]:
        return [line.text for line in self.lines(seat)]

    def facts(self, seat: str | None = None) -> Known:
        """The truth, or what a seat knows, as what a check reads."""
        role = "gm" if seat is None else self.state.seats[seat].role
        return known(self.code, self.state, self.rules, seat or GM, role)

    def pool(self, unit: str, pool: str = "pa") -> int:
        found: int = self.state.units[unit].pools[pool].left
        return found

    def at(self, body: str) -> Cell | None:
        place = self.state.bodies[body].place
        return place.cell if place is not None else None

    @property
    def turn(self) -> str | None:
        return self.state.clock.active

    @property
    def order(self) -> tuple[str, ...]:
        return self.state.clock.order

    def events(self, kind: type[e.Event]) -> list[Any]:
        """The events of a kind in the newest entry."""
        return [ev for ev in self.memory.log[-1].events if isinstance(ev, kind)]

    def defence(self, unit: str, seat: str = GM) -> Any:
        return next(u for u in self.view(seat).units if u.key == unit).values.get("def")


def hero(seat: str = "ann", **stats: int) -> dict[str, Any]:
    """A hero with these stats."""
    return {"kind": "character", "side": "heroes", "seat": seat, "stats": stats}


def foe(**stats: int) -> dict[str, Any]:
    """A unit of the GM's."""
    return {"kind": "character", "side": "foes", "seat": GM, "stats": stats, "character": False}


def mob(*members: Stats, seat: str = GM, side: str = "foes", glyph: str = "m") -> dict[str, Any]:
    """A Mob with a member for each mapping of stats."""
    return {"kind": "mob", "side": side, "seat": seat, "glyph": glyph, "members": [{"stats": m} for m in members]}
