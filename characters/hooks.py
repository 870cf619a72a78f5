"""What the apps above know of characters; missions sets it in its ``AppConfig.ready``."""

from __future__ import annotations

from collections.abc import Callable

from .models import Character


def _nowhere(character: Character) -> str | None:
    return None


#: The name of the open Mission in which a character takes part, or None: it is downtime then (T-093, T-094).
busy: Callable[[Character], str | None] = _nowhere


def _nothing(character: Character) -> None:
    return None


#: Called after the commit in which somebody took an offered character: it may join what has not begun.
taken: Callable[[Character], None] = _nothing
