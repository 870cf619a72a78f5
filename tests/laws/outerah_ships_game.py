"""Two ships under the laws: crews on their decks, one hidden aboard, a hidden ship, a pet and its orders, a mount.

What players may not know: who hides on the enemy's deck and where, what the enemy has loaded, whatever the hidden ship
is, and what a stranger's pet has been told.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tactics import rulesets
from tactics.kernel import commands as c
from tactics.kernel.engine import Actor
from tactics.kernel.state import AnyBody, AnyState, Board, Objective, Place, State
from tactics.outerah import decks
from tactics.outerah.crew import ShipWork
from tactics.outerah.hookshot import Hook
from tactics.outerah.mounts import Ride
from tactics.outerah.parts import Face, part
from tactics.outerah.pet_orders import Order
from tactics.outerah.steering import AskSteering
from tests.laws import shared
from tests.laws.kit import Game, Play, Wish
from tests.laws.outerah_game import rules
from tests.laws.shared import ANN, GM

OUTERAH = rulesets.get("outerah")
HIGH = 4
"""Levels above the ground of the two ships that players know of."""
PLAN = ["ddhcd", "<ddd>", "ddddd", "#####", "ll#rr"]
UNITS: dict[str, dict[str, Any]] = {
    "wasp": {
        "kind": "ship", "side": "heroes", "seat": "ann", "weapons": {"cannon": 2, "catapult": 1}, "altitude": HIGH,
        "deck": PLAN,
    },
    "yacht": {"kind": "ship", "side": "foes", "seat": "gil", "altitude": HIGH, "heading": "s", "deck": PLAN},
    "vael": {
        "kind": "character", "side": "heroes", "seat": "ann", "class": "nightblade", "hp": 40, "aboard": "wasp",
        "zone": "helm", "weapons": ["longbow"], "pack": {"hookshot": 1}, "stats": {"AGI": 30, "CHA": 45, "HP": 40},
    },
    "oriel": {
        "kind": "character", "side": "heroes", "seat": "ben", "hp": 30, "aboard": "wasp", "zone": "right_cannon",
        "weapons": ["wand"], "skills": ["fireball"], "stats": {"INT": 10, "CHA": 40, "HP": 40},
    },
    "rex": {"kind": "pet", "owner": "vael", "side": "heroes", "seat": "ann", "aboard": "wasp", "weapons": ["fangs"],
            "stats": {"CHA": 30, "WIS": 20, "HP": 20}},
    "horse": {"kind": "mount", "owner": "vael", "side": "heroes", "seat": "ann", "stats": {"HP": 30, "MOV": 6}},
    "mate": {
        "kind": "character", "side": "foes", "seat": "gil", "aboard": "yacht", "weapons": ["mace"],
        "stats": {"AGI": 20, "CHA": 30, "HP": 30},
    },
    "hound": {"kind": "pet", "owner": "mate", "side": "foes", "seat": "gil", "aboard": "yacht", "zone": "left_cannon",
              "weapons": ["fangs"], "stats": {"AGI": 10, "HP": 20}},
}  # fmt: skip
SIDE = 16
TOP = {"wasp": 1, "yacht": 9, "ghost": 15}
"""The column of each ship."""


def genesis(
    *,
    secret_name: str = "Lurker",
    secret_at: tuple[int, int] = (4, 4),
    secret_high: int = 3,
    secret_loaded: bool = False,
    secret_guard: bool = False,
) -> AnyState:
    """A Mission in the phase `initiative`, everybody aboard; the parameters are secrets."""
    lurk = {
        "kind": "character", "side": "foes", "seat": "gil", "name": secret_name, "hidden": True, "aboard": "yacht",
        "weapons": ["fangs"], "stats": {"HP": 30},
    }  # fmt: skip
    ghost = {
        "kind": "ship", "side": "foes", "seat": "gil", "name": f"{secret_name} Dutchman", "hidden": True,
        "altitude": secret_high, "deck": PLAN,
    }  # fmt: skip
    specter = {"kind": "character", "side": "foes", "seat": "gil", "name": f"{secret_name} Bones", "aboard": "ghost"}

    def place(body: AnyBody, n: int) -> Place | None:
        high = secret_high if body.unit == "ghost" else HIGH
        return Place("sky", TOP[body.unit], n, high) if body.unit in TOP else None

    specs = {**UNITS, "lurk": lurk, "ghost": ghost, "specter": specter}
    units, bodies = shared.built(OUTERAH, rules(), specs, place)
    found = (decks.board_of(rules(), units[key], f"{key}.deck") for key in TOP)
    boards = {"sky": sky(), **{board.key: board for board in found if board is not None}}
    bodies["lurk"] = replace(bodies["lurk"], place=Place("yacht.deck", *secret_at))
    bodies["specter"] = replace(bodies["specter"], place=Place("ghost.deck", *secret_at))
    yacht = part(units["yacht"])
    assert yacht.ship is not None
    loaded = {"left_cannon": "ball"} if secret_loaded else {}
    units["yacht"] = replace(units["yacht"], part=replace(yacht, ship=replace(yacht.ship, loaded=loaded)))
    units["hound"] = replace(units["hound"], part=replace(part(units["hound"]), stance="guard" if secret_guard else ""))
    return State(
        ruleset="outerah",
        rules=rules().hash,
        name="Sky",
        phase="initiative",
        boards=dict(sorted(boards.items())),
        units=units,
        bodies=bodies,
        seats=shared.SEATS,
        objectives={"win": Objective(key="win", title="Win the duel", public=True)},
    )


def sky() -> Board:
    return Board(
        key="sky", name="Sky", width=SIDE, height=SIDE, terrain="'" * (SIDE * SIDE // 2) + "." * (SIDE * SIDE // 2),
        palette=(("'", "space"), (".", "ground")),
    )  # fmt: skip


def _turn(state: AnyState, key: str, by: Actor) -> list[Wish]:
    """What a member of a crew could do on its turn, sensible or not."""
    out = shared.walks(state, state.units[key], by)

    def ship(role: str, **more: Any) -> None:
        out.append((ShipWork(unit=key, role=role, **more), by))

    for to in ("deck", "catapult", "left_cannon", "helm"):
        ship("post", to=to)
    ship("steer", target=[2, 0], heading="e")
    ship("steer", target=[3, 1], climb=1)
    ship("board", target="yacht.hull")
    ship("board", target="wasp.hull")
    ship("leave")
    if state.units[key].side == "heroes":
        ship("post", to="right_cannon")
        ship("load")
        ship("load", payload="item_box", balloons=True)
        ship("load", payload="spell_orb", using="fireball")
        ship("load", payload="launched_unit", target="vael")
        for target in ("yacht.hull", "yacht.deck", "yacht.mast.1", "mate"):
            ship("fire", target=target)
            out.append((c.Act(unit=key, action="attack", target=target), by))
        ship("fire", target=[8, 8])
        orders: tuple[tuple[Any, Any], ...] = (("move", [0, 0]), ("guard", None), ("search", None), ("attack", "mate"))
        out += [(Order(unit=key, pet="rex", order=order, target=target), by) for order, target in orders]
        out += [(Ride(unit=key, mount="horse", how="summon"), by), (Hook(unit=key, target="wasp.wings"), by)]
    else:
        out += [(Order(unit=key, pet="hound", order="alert"), by), (Order(unit=key, pet="hound", order="search"), by)]
        out += [(c.Act(unit=key, action="attack", target=target), by) for target in ("vael", "wasp.deck")]
    out += [(Face(unit=key, facing="n"), by)]
    return out + shared.ends(key, by)


def wishes(state: AnyState) -> list[Wish]:
    """What somebody might send now: mostly the active unit's seat, sometimes the wrong one."""
    out: list[Wish] = []
    active = state.units.get(state.clock.active or "")
    if active is not None:
        by = shared.by_of(state, active)
        out += _turn(state, active.key, by)
    out += shared.answers(state)
    out += [
        (c.Rule(set={"wasp.wings.hp": "=0"}), GM),
        (c.Rule(set={"yacht.mast.1.hp": "=0"}), GM),
        (c.Rule(set={"yacht.hull.hp": "=0"}), GM),
        (c.Rule(set={"wasp.mast.2.hp": "-9"}), GM),
        (c.Rule(knock_out="vael"), GM),
        (c.Rule(revive="vael"), GM),
        (c.Rule(status={"body": "mate", "key": "slow_fall"}), GM),
        (c.Place(body="vael", at=(4, 12), board="sky"), GM),
        (c.Place(body="mate", at=(1, 2), board="yacht.deck"), GM),
        (AskSteering(unit="wasp"), GM),
        (AskSteering(unit="ghost"), GM),
        (c.SetStanding(choices={"launch": True}), ANN),
        *shared.paces(state),
    ]
    return out


def start(play: Play) -> None:
    shared.start(play)
    play.send(c.PlaceRest(), GM)
    play.send(c.Start(force=True), GM)


GAME = Game(
    code=OUTERAH,
    rules=rules(),
    genesis=genesis,
    wishes=wishes,
    secrets=(
        {},
        {
            "secret_name": "Basilisk", "secret_at": (3, 4), "secret_high": 5, "secret_loaded": True,
            "secret_guard": True,
        },
    ),
    watched=shared.WATCHED,
    start=start,
    tells=shared.tells,
    reached=("Stepped", "Struck", "Loaded", "Steered", "Posted", "Altitude", "Stance", "RoundStarted"),
)
