"""A toy Mission: a hero, an ally, a Mob of two, a hidden lurker; a lower and an upper board."""

from __future__ import annotations

from typing import Any

from tactics.kernel.state import (
    AnyState,
    Board,
    Body,
    Edge,
    Objective,
    Place,
    Seat,
    State,
    Unit,
    Zone,
)
from tests.toy.ruleset import RULES

ROWS = ("......", ".#....", ".#....", "......", "....#.", "......")


def board(key: str) -> Board:
    return Board(
        key=key,
        name=key.title(),
        width=6,
        height=6,
        terrain="".join(ROWS),
        palette=((".", "floor"), ("#", "wall")),
        edges=(Edge(a=(3, 2), b=(4, 2), kind="door"),),
    )


def body(key: str, unit: str, name: str, x: int, y: int, **more: Any) -> Body[Any]:
    return Body(key=key, unit=unit, name=name, hp=more.pop("hp", 6), max_hp=6, place=Place("lower", x, y), **more)


def unit(key: str, name: str, side: str, seat: str, *bodies: str, **more: Any) -> Unit[Any]:
    kind = "mob" if len(bodies) > 1 else "character"
    return Unit(key=key, name=name, kind=kind, side=side, seat=seat, bodies=bodies or (key,), **more)


def genesis(*, secret_name: str = "Lurker", secret_at: tuple[int, int] = (5, 5), fog: str = "none") -> AnyState:
    """A Mission in the phase `initiative`; what the parameters change, no player may know."""
    units = {
        u.key: u
        for u in (
            unit("hero", "Hero", "heroes", "ann", character=True),
            unit("ally", "Ally", "heroes", "ben", character=True),
            unit("mob", "Rats", "foes", "gil", "mob.1", "mob.2"),
            unit("lurk", secret_name, "foes", "gil"),
        )
    }
    bodies = {
        b.key: b
        for b in (
            body("hero", "hero", "Hero", 0, 0),
            body("ally", "ally", "Ally", 0, 3),
            body("mob.1", "mob", "Rat 1", 3, 1),
            body("mob.2", "mob", "Rat 2", 3, 3),
            body("lurk", "lurk", secret_name, *secret_at, hidden_from=("*",)),
        )
    }
    return State(
        ruleset="toy",
        rules=RULES.hash,
        name="Toy",
        phase="initiative",
        scenario="Rats in the cellar.",
        gm_notes=f"{secret_name} waits upstairs.",
        boards={"lower": board("lower"), "upper": board("upper")},
        units=units,
        bodies=bodies,
        fog=fog,
        seats={
            s.key: s
            for s in (
                Seat("gil", "gm", "Gil"),
                Seat("ann", "player", "Ann"),
                Seat("ben", "player", "Ben"),
                Seat("sam", "spectator", "Sam"),
            )
        },
        objectives={
            "rats": Objective(key="rats", title="Clear the cellar", public=True),
            "steal": Objective(key="steal", title="Find the hoard", kind="personal", recipients=("ben",)),
        },
        zones=(Zone(key="z", board="lower", cells=((0, 0), (0, 1), (0, 3)), side="heroes"),),
    )
