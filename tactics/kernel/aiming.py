"""Where an action that goes for a cell may be aimed, and whom it would touch there, as a seat sees it."""

from __future__ import annotations

from tactics.kernel.view import ViewValue


class TouchView(ViewValue, frozen=True):
    """A known body that the area could touch. chance: of what the area does to it, once the action itself succeeds;
    empty if it needs none or the viewer may not know it. friend: of the own side."""

    body: str
    name: str
    x: int
    y: int
    chance: str = ""
    effect: str = ""
    friend: bool = False


class AimView(ViewValue, frozen=True):
    """`cells`: where it may be aimed now, as far as the viewer knows, from `x`, `y`. chance: of the action itself,
    empty if it needs no check or the viewer may not know it. radius: how far it spreads around the cell that is chosen,
    by the Mission's distance; 0 for one cell, and `spreads` False where it has no area."""

    board: str
    x: int
    y: int
    chance: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    spreads: bool = False
    radius: int = 0
    touches: tuple[TouchView, ...] = ()
