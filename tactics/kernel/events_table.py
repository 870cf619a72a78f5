"""Events of the table: pauses, talk and thrown dice, rulings, and what of the log is undone or amended."""

from __future__ import annotations

from typing import Any

from tactics.kernel.event_base import Event


class Paused(Event, frozen=True, tag=True):
    """All clocks stop; prompts keep the milliseconds left."""

    by: str
    at: int


class Resumed(Event, frozen=True, tag=True):
    by: str
    at: int


class Chatted(Event, frozen=True, tag=True):
    """Out of character, free. to: empty for all, else a seat or `gm`. style: chat or narration."""

    seat: str
    text: str
    to: str = ""
    style: str = "chat"


class Thrown(Event, frozen=True, tag=True):
    """Dice at the table, for nobody's action. dice: the formula; faces: in its reading order; to: as in Chatted."""

    seat: str
    dice: str
    faces: tuple[int, ...]
    total: int
    why: str = ""
    to: str = ""


class Ruled(Event, frozen=True, tag=True):
    """The GM's words with a ruling: what, why, publicly or not."""

    what: str
    reason: str = ""
    secret: bool = False
    body: str = ""


class RulesAdopted(Event, frozen=True, tag=True):
    """The Mission goes on under another rules version."""

    rules: str


class Rewound(Event, frozen=True, tag=True):
    """Row `to` is the last live one before this; the fold skips the dead stretch. apply never sees it."""

    to: int


class Amended(Event, frozen=True, tag=True):
    """Row `entry` was decided again with `change`, and all that followed with its recorded faces."""

    entry: int
    change: dict[str, Any]


class Reopened(Event, frozen=True, tag=True):
    """The action of row `entry` was taken back and declared again, so that `unit` may come before it."""

    entry: int
    unit: str
