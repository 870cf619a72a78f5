"""Two evenings of Outerah for `benchmarks.evening`: a skirmish with a Trainer's pet, and a duel of two airships."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from benchmarks.sitting import Sitting, field_of
from tactics.board import distance
from tactics.effects import rules as data
from tactics.kernel.engine import GM
from tactics.kernel.state import AnyState, Cell, Objective
from tactics.kernel.view import MissionView, OptionView, ReachView
from tactics.outerah.table import OUTERAH
from tactics.rulebook import yaml_content
from tactics.scenarios.script import parse
from tactics.scenarios.setup import prepare

HEROES = {"ana": "vael", "ben": "brenn", "cleo": "tamsin", "dora": "oriel"}
MOBS = {"raiders": 5, "riflemen": 3, "wolves": 4}
PET = {"ash": {"template": "grey_wolf", "name": "Ash", "owner": "tamsin", "seat": "cleo", "side": "heroes"}}


class Skirmish(Sitting):
    """A fight on open ground; Cleo's Tamsin sends a wolf."""

    players, mobs = HEROES, MOBS

    def __init__(self, answer: float = 4.0) -> None:
        rules = data.parse(yaml_content.load("outerah"))
        super().__init__(OUTERAH, rules, self.begins(), answer)

    def begins(self) -> AnyState:
        rules = data.parse(yaml_content.load("outerah"))
        return field_of(OUTERAH, rules, HEROES, PET)

    def step(self, seat: str, key: str) -> bool:
        """Strikes if somebody is in reach, else comes nearer; then the pet does the same. Where both could strike, the
        Trainer says before that they do it together."""
        view = self.view(seat)
        offers = [o for o in view.options if o.unit == key and not o.why_not]
        foes = foes_of(view, key)
        strike = first_blow((o for o in offers if o.click == "target" and not o.by), foes)
        if strike is not None:
            option, target = strike
            both = next((o for o in offers if o.command.get("order") == "together"), None)
            if both is not None and first_blow((o for o in offers if o.by and o.click == "target"), foes) is not None:
                self.do(seat, "panel", both.do, unit=key, **both.command)
            self.do(seat, "strike", option.do, unit=key, target=target, **option.command)
            return True
        return self.come_nearer(view, seat, key, set(foes)) or self._pet(view, seat, key, offers, foes)

    def _pet(self, view: MissionView, seat: str, key: str, offers: list[OptionView], foes: list[str]) -> bool:
        strike = first_blow((o for o in offers if o.click == "target" and o.by), foes)
        if strike is not None:
            option, target = strike
            self.do(seat, "pet strike", option.do, unit=key, target=target, **option.command)
            return True
        sent = next((r for r in view.reach if r.unit == key and r.command.get("order") == "move" and r.cells), None)
        at = cells_of(view, sent.board) if sent is not None else {}
        targets = [at[foe] for foe in foes if foe in at]
        if sent is None or not targets:
            return False
        here = (sent.x, sent.y)
        to = min(targets, key=lambda cell: (distance(cell, here), cell))
        end = min(((c.x, c.y) for c in sent.cells), key=lambda cell: (distance(cell, to), cell))
        if distance(end, to) >= distance(here, to):
            return False
        self.do(seat, "pet walk", sent.do, unit=key, target=list(end), **sent.command)
        return True


def first_blow(offers: Iterable[OptionView], foes: list[str]) -> tuple[OptionView, str] | None:
    """The first of these attacks that reaches anybody, at the first of the foes that it reaches."""
    for option in offers:
        within = {target.body for target in option.targets}
        for foe in foes:
            if foe in within:
                return option, foe
    return None


def foes_of(view: MissionView, key: str) -> list[str]:
    """Everybody of another side who is up, people before the sections of their craft."""
    side = next(u.side for u in view.units if u.key == key)
    sections = [s.body for craft in view.crafts for s in craft.sections]
    found = [b.key for u in view.units if u.side != side for b in u.bodies if not b.down]
    return sorted(found, key=lambda body: body in sections)


def cells_of(view: MissionView, board: str) -> dict[str, Cell]:
    stand = {b.key: b.at for u in view.units for b in u.bodies if b.at is not None}
    return {body: (at[1], at[2]) for body, at in stand.items() if at[0] == board}


# --- the duel ---------------------------------------------------------------------------------------

SKY = (34, 22)
FAR = 25
"""Cells to which a cannon deals its full damage."""
PLAN = ((0, 0), (-1, -1), (0, -1), (1, -1), (-2, 0), (1, 0), (-1, 0))
"""Where the sections of a ship lie around its hull."""
SHIPS = {"sparrow": (8, 15), "petrel": (17, 5)}
"""The hulls; too far ahead of one another for any gun to bear."""


class Duel(Skirmish):
    """Two airships: Ana steers, Ben and Cleo work cannon and catapult, Dora waits on deck; the Petrel's gunners and
    boarders are one entry each, and moths fly about."""

    players = {"ana": "pell", "ben": "brenn", "cleo": "kesh", "dora": "isaura"}
    mobs = {"void_moths": 4}

    def begins(self) -> AnyState:
        ours: dict[str, Any] = {"side": "heroes", "aboard": "sparrow"}
        theirs: dict[str, Any] = {"side": "foes", "seat": GM, "aboard": "petrel"}
        pirates = {**theirs, "template": "sky_pirates", "kind": "mob"}
        units: dict[str, dict[str, Any]] = {
            "sparrow": {"template": "sparrow", "side": "heroes", "seat": "ana", "altitude": 9, "heading": "n"},
            "pell": {**ours, "template": "pell", "seat": "ana", "zone": "helm"},
            "brenn": {**ours, "template": "brenn", "seat": "ben", "zone": "right_cannon"},
            "kesh": {**ours, "template": "kesh", "seat": "cleo", "zone": "catapult"},
            "isaura": {**ours, "template": "isaura", "seat": "dora", "zone": "deck"},
            "petrel": {"template": "iron_petrel", "side": "foes", "seat": GM, "altitude": 9, "heading": "n"},
            "captain": {**theirs, "template": "cutthroats", "kind": "character", "count": 1, "zone": "helm"},
            "gunners": {**pirates, "members": [{"zone": "left_cannon"}, {"zone": "right_cannon"}]},
            "boarders": {**pirates, "count": 6, "zone": "deck"},
        }
        rows = [["-"] * SKY[0] for _ in range(SKY[1])]
        legend: dict[str, Any] = {}
        for glyph, (ship, (x, y)) in zip("SP", SHIPS.items(), strict=True):
            legend[glyph] = {"unit": ship, "terrain": "sky"}
            for dx, dy in PLAN:
                rows[y + dy][x + dx] = glyph
        script = {
            "scenario": "A duel",
            "ruleset": "outerah",
            "seats": {**dict.fromkeys(self.players, "player"), GM: GM},
            "map": {"rows": ["".join(row) for row in rows], "legend": legend},
            "units": units,
            "steps": [{"do": "start"}],
        }
        setup = prepare(parse(script), OUTERAH, yaml_content.load("outerah"))
        main = {"main": Objective("main", "Bring it down", public=True)}
        return replace(setup.genesis, phase="objectives", objectives=main)

    def step(self, seat: str, key: str) -> bool:
        """At the helm the guns are brought to bear; at a gun it is fired, or loaded; on deck it is a skirmish, and
        across to the other ship once it is near enough."""
        view = self.view(seat)
        offers = [o for o in view.options if o.unit == key and o.do == "ship" and not o.why_not]
        helm = next((r for r in view.reach if r.unit == key and r.command.get("role") == "steer"), None)
        if helm is not None and self._alongside(view, seat, helm):
            return True
        hulls = [craft.sections[0].body for craft in view.crafts if craft.relation == "enemy" and craft.sections]
        shot = first_blow((o for o in offers if o.command["role"] == "fire"), [*hulls, *foes_of(view, key)])
        if shot is not None:
            option, target = shot
            self.do(seat, "fire", "ship", unit=key, target=target, **option.command)
            return True
        load = next((o for o in offers if o.command["role"] == "load" and not o.targets and not o.fields), None)
        if load is not None:
            self.do(seat, "panel", "ship", unit=key, **load.command)
            return True
        board = next((o for o in offers if o.command["role"] == "board"), None)
        if board is not None and not super().step(seat, key):
            self.do(seat, "panel", "ship", unit=key, **board.command)
            return True
        return board is None and super().step(seat, key)

    def _alongside(self, view: MissionView, seat: str, helm: ReachView) -> bool:
        """Steers where a side points at the nearest enemy hull within full range, unless it does so already."""
        at = cells_of(view, helm.board)
        hulls = [at[craft.sections[0].body] for craft in view.crafts if craft.relation == "enemy" and craft.sections]
        here = (helm.x, helm.y)
        if not hulls:
            return False
        foe = min(hulls, key=lambda cell: (distance(cell, here), cell))

        def off(cell: Cell) -> int:
            """How much too far ahead or astern, or too far away, the foe is for a ship that heads north or south."""
            dx, dy = abs(foe[0] - cell[0]), abs(foe[1] - cell[1])
            return max(0, dy - dx) + max(0, max(dx, dy) - FAR)

        end = min(((c.x, c.y) for c in helm.cells), key=lambda cell: (off(cell), distance(cell, here), cell))
        if off(end) >= off(here):
            return False
        self.do(seat, "steer", helm.do, unit=helm.unit, target=list(end), **helm.command)
        return True
