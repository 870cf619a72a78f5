"""A handout as a page shows it. Knows no database, so that whoever renders needs none."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

ALL, PUBLIC = "all", "public"
"""To all players, to all spectators: also those who come later."""


@dataclass(frozen=True)
class Handed:
    """A handout as somebody may see it. mark: another one for other content. to: whom it is shown to, for GMs alone."""

    key: str
    mark: str
    title: str
    html: SafeString
    picture: str
    """Its address, or empty."""
    address: str
    to: tuple[str, ...] = ()
