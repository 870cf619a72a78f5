"""Tempus Tempera in the fog: beside the hall lies a vault without a way in. What is in it no player may know:
terrain, edges, who stands there and what changes. Doors open and close, also out of sight."""

from __future__ import annotations

from dataclasses import replace as with_fields

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel.state import AnyState, Edge, Place
from tests.laws import tempus_game
from tests.laws.kit import Wish
from tests.laws.shared import ANN, BEN, GM

VAULT = ("#....", "#....", "#....", "#....", "#....", "#....")
BESIDE = (((6, 0), (7, 0)), ((1, 3), (1, 4)), ((2, 0), (2, 1)))
WITHIN = Edge(a=(10, 2), b=(11, 2), kind="door")


def genesis(*, deep: bool = False, secret_name: str = "Umbra", secret_at: tuple[int, int] = (11, 1)) -> AnyState:
    """The hall of `tempus_game` with the vault to the right of it; the parameters are secrets."""
    state = tempus_game.genesis(secret_name=secret_name, secret_at=secret_at)
    old = state.boards["hall"]
    rows = [old.terrain[at : at + 8] for at in range(0, 48, 8)]
    board = replace(
        old,
        width=13,
        terrain="".join(row + extra.replace(".", "o" if deep else ".") for row, extra in zip(rows, VAULT, strict=True)),
        palette=(*((("o", "hill"),) if deep else ()), *old.palette),
        elevation=tuple(int(deep and at % 13 > 8) for at in range(13 * 6)),
        edges=(
            Edge(a=(1, 3), b=(1, 4), kind="door", closed=False),
            Edge(a=(2, 0), b=(2, 1), kind="door"),
            *((Edge(a=(9, 1), b=(10, 1), kind="wall"), replace(WITHIN, closed=False, locked=True)) if deep else ()),
            *old.edges,
        ),
    )
    bodies = {**state.bodies, "lurk": replace(state.bodies["lurk"], hidden_from=(), place=Place("hall", *secret_at))}
    return replace(state, fog="sight", boards={"hall": board}, bodies=bodies)


def wishes(state: AnyState) -> list[Wish]:
    """Those of `tempus_game`, doors, and what the GM does with fog and out of sight."""
    out = [(command, by) for command, by in tempus_game.wishes(state) if not isinstance(command, c.Place)]
    for key, by in (("kira", ANN), ("odo", BEN), ("gobs", GM)):
        out += [(c.Door(unit=key, at=at), by) for at in BESIDE]
    for at in BESIDE:
        for closed in (True, False):
            out.append((c.SetEdge(board="hall", edge=Edge(a=at[0], b=at[1], kind="door", closed=closed)), GM))
    out += [
        (c.SetEdge(board="hall", edge=WITHIN), GM),
        (c.SetEdge(board="hall", edge=Edge(a=(5, 3), b=(6, 3))), GM),
        (c.Place(body="lurk", at=(12, 5)), GM),
        (c.Place(body="gobs.1", at=(12, 3)), GM),
        (c.Place(body="gobs.2", at=(7, 5)), GM),
        (c.SetFog(fog="uncovered"), GM),
        (c.SetFog(fog="sight"), GM),
        (c.Uncover(board="hall", rect=((0, 0), (5, 3))), GM),
        (c.Uncover(board="hall", cells=[(3, 3), (4, 3)], cover=True), GM),
        (c.Uncover(board="hall", room=(3, 3)), GM),
    ]
    return out


GAME = with_fields(
    tempus_game.GAME,
    genesis=genesis,
    wishes=wishes,
    secrets=({}, {"deep": True, "secret_name": "Basilisk", "secret_at": (12, 4)}),
    reached=("Stepped", "EdgeSet", "Explored", "Remembered", "Uncovered", "FogSet", "Rewound", "RoundStarted"),
)
