"""What all views are made of: plain values, and numbers that say where they come from."""

from __future__ import annotations

import msgspec


class ViewValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all view types: plain frozen data, JSON for the page and for tests."""


class TermView(ViewValue, frozen=True):
    """One named part of a number: `+3 DEX`, `+5 running`. `counts` False: listed but does not apply, and why.

    help: the entry of the rules that explains it (`stat:DEX`), or empty.
    """

    label: str
    value: int
    source: str = ""
    house: bool = False
    counts: bool = True
    why: str = ""
    help: str = ""


class BreakdownView(ViewValue, frozen=True):
    """A number with its terms. total None: the viewer may not know the sum; `words` says what may be known. house: how
    it is done is a house value."""

    label: str
    total: int | None
    terms: tuple[TermView, ...] = ()
    words: str = ""
    house: bool = False


class PoolView(ViewValue, frozen=True):
    """Points of a unit. icon, hint: of a socket, which is used or not and needs no selecting: its picture, and what
    uses it up (table.md 21)."""

    key: str
    label: str
    left: int
    of: int
    icon: str = ""
    hint: str = ""


class NumberView(ViewValue, frozen=True):
    """A named number or word of a unit: DEF 4, Initiative 13. `path` is what a GM may set in place (table.md 19)."""

    key: str
    label: str
    value: str
    path: str = ""
    title: str = ""
    house: bool = False
    """A house value is in it."""


class BadgeView(ViewValue, frozen=True):
    """A small mark with a word: a status, `active`, `down`. tone: good, bad, warn, info."""

    key: str
    label: str
    tone: str = "info"
    title: str = ""
    help: str = ""
    """The entry of the rules data, as `status:stunned`."""
    ends: str = ""
    """Of what lasts: when it ends and whose clock it runs on, in plain words."""
