"""Why a command is refused. A refusal leaves no trace: no event, no change, no row in the log.

`code` is one of the closed set of scenarios.md; `illegal` carries a `why`. `params` fill the sentence that
`tactics.secrecy.words` makes of it for the one who asked; they hold nothing that this seat may not know,
and asking for something that one may not know of answers `unknown`, exactly as for something that does
not exist.
"""

from __future__ import annotations

from typing import Any

CODES = frozenset(
    {
        "not_your_turn",
        "not_your_unit",
        "not_allowed",
        "unknown",
        "illegal",
        "awaiting_answer",
        "stale",
        "key_reused",
        "bad_field",
        "rate_limited",
        "ended",
    }
)
WHYS = frozenset(
    {
        "cost",
        "range",
        "sight",
        "blocked",
        "occupied",
        "hands",
        "capacity",
        "wear",
        "holds",
        "extended",
        "limit",
        "phase",
        "not_interruptible",
        "interrupt_only",
        "divine",
        "target",
        "untrained",
        "zone",
        "locked",
        "order",
        "disabled",
        "nothing",
        "not_ready",
        "moved",
        "status",
    }
)


class Refused(Exception):
    """A wish that the rules, the phase or the seat's rights do not allow."""

    def __init__(self, code: str, why: str = "", **params: Any) -> None:
        assert code in CODES, code
        assert not why or why in WHYS, why
        super().__init__(f"{code}.{why}" if why else code)
        self.code = code
        self.why = why
        self.params = params

    @property
    def name(self) -> str:
        """`illegal.cost`: as scenario files write it."""
        return f"{self.code}.{self.why}" if self.why else self.code


def illegal(why: str, **params: Any) -> Refused:
    """The commonest refusal: the rules do not allow it, and why."""
    return Refused("illegal", why, **params)


def bad_field(field: str, text: str) -> Refused:
    """A field of the command that cannot be read; `text` says what to do."""
    return Refused("bad_field", field=field, text=text)
