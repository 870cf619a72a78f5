"""The whole log of a Mission as one seat may know it: a page to read and to print, and JSON to keep.

A player's record holds what that player was told and nothing else; undone lines stay, marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.safestring import SafeString

from tactics.kernel.view import LogLine

from . import feeds, looks, stored
from .live.log import breakdowns
from .models import Mission

ALL = 10**9


@dataclass(frozen=True)
class Told:
    """A line with the moment when it was told. numbers: its terms, as HTML."""

    at: datetime
    line: LogLine

    @property
    def numbers(self) -> SafeString:
        return breakdowns(self.line.breakdowns, "../rules/")


def told(mission: Mission, seat: str, role: str, upto: int) -> list[Told]:
    """Every line that the seat was told up to a row, oldest first."""
    history = stored.History(mission)
    empty = feeds.Feed(looks.audience(seat, role), role, most=ALL)
    found = empty.grown(feeds.Walk(history, 0, upto))
    return [Told(moment(line), line) for line in found.lines]


def moment(line: LogLine) -> datetime:
    """A line is named by the moment of its entry (`feeds`)."""
    milliseconds = int(line.key.partition(".")[0], 16)
    return datetime.fromtimestamp(milliseconds / 1000, tz=timezone.get_current_timezone())


def plain(lines: list[Told]) -> Iterator[dict[str, Any]]:
    """The same as values of JSON. What is only there for a page's controls is left out."""
    for each in lines:
        line = each.line
        yield {
            "at": each.at.isoformat(timespec="milliseconds"),
            "kind": line.kind,
            "text": line.text,
            "secret": line.secret,
            "undone": line.undone,
            "numbers": msgspec.to_builtins(line.breakdowns),
        }
