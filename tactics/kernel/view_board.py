"""What one seat sees of the boards, and where its units could go and strike. `tactics.kernel.view` is where all views
are imported from."""

from __future__ import annotations

from typing import Any

from tactics.kernel.view_base import ViewValue


class ReachCell(ViewValue, frozen=True):
    """A cell that a move can end in: cost in points, and the cell before it on the cheapest path.

    legs: how many Moves are paid. used: half cells of what one payment holds that are gone at its end, where the
    reach is measured (ReachView.most).
    """

    x: int
    y: int
    cost: int
    px: int
    py: int
    legs: int = 1
    used: int = 0


class ReachView(ViewValue, frozen=True):
    """Where `body` can go with `do`; basis guards the offer. steps holds the way as legs: {"x,y": [[[x,y],...],...]}
    is not sent: the page walks the parents."""

    unit: str
    body: str
    board: str
    x: int
    y: int
    do: str = "move"
    pool: str = "pa"
    cells: tuple[ReachCell, ...] = ()
    basis: str = ""
    after: tuple[str, ...] = ()
    """What stays once so many Moves are paid: the first for none, and so on."""
    command: dict[str, Any] = {}
    """Where going there is another command than a walk: its arguments, to which `target` is added."""
    ordered: bool = False
    """It goes at another's word: only once it was chosen is a cell meant for it."""
    most: int = 0
    """Half cells that one payment holds; 0 where ways are not measured. All cells of a measured reach cost the same."""
    rest: str = ""
    """What a way costs that goes on with what is paid for, in words."""
    way: tuple[ReachCell, ...] = ()
    """Where somebody chose cells to walk by: the way over all of them, from the last of which `cells` go on."""


class ThreatView(ViewValue, frozen=True):
    """Where a body could go, and whom it could strike, on a turn of its own, as far as the viewer knows.

    reach, strikes: cells (x, y); strikes holds also what it can strike only after going there. words: what the
    figures rest on, in one line.
    """

    body: str
    board: str
    reach: tuple[tuple[int, int], ...] = ()
    strikes: tuple[tuple[int, int], ...] = ()
    words: str = ""


class MoveView(ViewValue, frozen=True):
    """What may be done with a thing: where it would go, by which action, at what price; or why not.

    to: the holder's key, or `<holder>/<thing>` in exchange for another thing. command: the arguments to post; moves:
    those of it that say what goes where, for several at once.
    """

    to: str
    label: str
    how: str = ""
    cost: str = ""
    costs: dict[str, int] = {}
    why_not: str = ""
    moves: tuple[dict[str, Any], ...] = ()
    command: dict[str, Any] = {}
    do: str = "stow"


class ZoneView(ViewValue, frozen=True):
    key: str
    board: str
    name: str
    cells: tuple[tuple[int, int], ...]
    mine: bool = True
    side: str = ""
    seat: str = ""
    """For whom it is; only in a GM's view."""


class AreaView(ViewValue, frozen=True):
    """Cells in which something of a body's counts: drawn as an outline with its name. helps: it does good to those
    whom it is meant for. title: whose and what, in one line."""

    key: str
    board: str
    label: str
    body: str
    cells: tuple[tuple[int, int], ...]
    helps: bool = False
    title: str = ""


class EdgeView(ViewValue, frozen=True):
    ax: int
    ay: int
    bx: int
    by: int
    kind: str
    closed: bool = True
    locked: bool | None = None
    broken: bool = False
    label: str = ""
    """Of cover: what it is made of."""
    style: str = ""
    """How much it covers: `half`, `full`, `concealed`, or a word of the ruleset that the stylesheet knows."""
    note: str = ""
    """What else there is to say of it: `3 levels high`."""
    look: str = ""
    """How what it is made of is drawn: a word of the ruleset that the stylesheet knows, or none."""


class TerrainView(ViewValue, frozen=True):
    """What the legend says of a kind of terrain. style: a class name of the closed set in the stylesheet."""

    letter: str
    key: str
    label: str
    style: str
    title: str = ""


class BoardView(ViewValue, frozen=True):
    """A board as known: unknown cells have the letter `?` and no elevation, and no edge beside them is sent.

    foggy: without fog all is seen and the masks are empty. lit: mask of cells in sight now; known: mask of cells
    ever seen; in a GM's view what the players see and have seen. picture: its key; of it only known cells may leave.
    """

    key: str
    name: str
    width: int
    height: int
    terrain: str
    elevation: tuple[int, ...] = ()
    palette: tuple[TerrainView, ...] = ()
    edges: tuple[EdgeView, ...] = ()
    picture: str = ""
    foggy: bool = False
    known: str = ""
    lit: str = ""
