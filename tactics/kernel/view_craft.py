"""Craft with a crew, as a seat sees them: sections, posts, numbers."""

from __future__ import annotations

from tactics.kernel.view_base import BadgeView, BreakdownView, NumberView, ViewValue


class SectionView(ViewValue, frozen=True):
    """A part of a craft that can be aimed at. hp: where they are known; charge: what whoever aims at it has; far: cells
    from the viewer's own craft; does: what its loss does; bears: (weapon, chance) of what of the own craft could be
    fired at it from where both are, loaded or not; the chance is empty where nobody stands at it or it is not told.
    None: there is nothing to fire."""

    body: str
    name: str
    health: str
    hp: int | None = None
    max_hp: int | None = None
    down: bool = False
    charge: str = ""
    far: int | None = None
    does: str = ""
    bears: tuple[tuple[str, str], ...] | None = None


class PostView(ViewValue, frozen=True):
    """A place of work aboard. weapon: `Cannon, tier 3`; load: what lies in it, or `empty`, where there is one."""

    key: str
    label: str
    who: tuple[str, ...] = ()
    weapon: str = ""
    load: str = ""


class CraftView(ViewValue, frozen=True):
    """A craft with a crew: its numbers, its sections, and for its own crew its posts."""

    key: str
    name: str
    relation: str
    numbers: tuple[NumberView, ...] = ()
    sums: tuple[BreakdownView, ...] = ()
    """Of the numbers those that something has changed, with their terms."""
    badges: tuple[BadgeView, ...] = ()
    sections: tuple[SectionView, ...] = ()
    posts: tuple[PostView, ...] = ()
    boards: tuple[str, ...] = ()
    """Of its own crew: the wide board, and the deck if it has one."""
    deck: str = ""
    """The board of its deck, with the bow at its top, if it has one that the viewer knows of."""
    core: str = ""
    """The section from which it is steered: `heading` and `rays` begin there."""
    heading: str = ""
    """Where its bow points: `n`, `se`."""
    rays: tuple[str, ...] = ()
    """Of its own crew: the directions between which its weapons bear."""
