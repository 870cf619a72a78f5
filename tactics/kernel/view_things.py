"""What a body carries and what lies about, as a seat sees it."""

from __future__ import annotations

from tactics.kernel.view_base import ViewValue
from tactics.kernel.view_board import MoveView


class ThingView(ViewValue, frozen=True):
    """Something carried, or lying where the body stands. text: what is written on it. both: it fills several hands."""

    key: str
    item: str
    name: str
    count: int = 1
    slots: int = 1
    place: str = ""
    inside: str = ""
    """The name of what carries it."""
    both: bool = False
    ready: bool = False
    title: str = ""
    text: str = ""
    house: bool = False
    hidden: bool = False
    moves: tuple[MoveView, ...] = ()
    basis: str = ""


class HolderView(ViewValue, frozen=True):
    """A hand, the body, the Pack, the ground. slots 0: without a limit of its own."""

    key: str
    label: str
    kind: str
    slots: int = 0
    used: int = 0
    note: str = ""
    things: tuple[ThingView, ...] = ()
    spanned: tuple[str, ...] = ()
    """Names of things of another holder that fill slots of this one too."""


class PackView(ViewValue, frozen=True):
    """All that a body carries, for its seat and the GM. search: what moving any number of things at once costs."""

    unit: str
    body: str
    name: str
    mine: bool = False
    active: bool = False
    why_not: str = ""
    open: bool = False
    """Whether that was paid already."""
    search: str = ""
    search_why: str = ""
    holders: tuple[HolderView, ...] = ()
    basis: str = ""


class LyingView(ViewValue, frozen=True):
    """What lies on a cell. hidden: from some seat; only in a GM's view."""

    board: str
    x: int
    y: int
    names: tuple[str, ...]
    hidden: bool = False
