"""When a hub has to act by itself: at the nearest deadline, and when a seat that is waited for has been away."""

from __future__ import annotations

from collections.abc import Mapping

from missions.live.reading import Seen
from missions.services import ABSENT_AFTER


def absent(seen: Seen, noticed: Mapping[str, int], now: int) -> list[str]:
    """Prompts all of whose seats have been away for ABSENT_AFTER. noticed: prompt -> when the hub first saw it."""
    return [w.prompt for w in seen.waiting if _gone_at(seen, w.prompt, w.holders, noticed, now) <= now]


def next_at(seen: Seen, noticed: Mapping[str, int], now: int) -> int | None:
    """The moment (milliseconds) at which the hub must look again, or None."""
    moments = [_gone_at(seen, w.prompt, w.holders, noticed, now) for w in seen.waiting]
    if seen.deadline is not None:
        moments.append(seen.deadline)
    return min(moments, default=None)


def _gone_at(
    seen: Seen, prompt: str, holders: frozenset[str], noticed: Mapping[str, int], now: int
) -> int:
    last = max((seen.there.get(seat, 0) for seat in holders), default=0)
    return max(last, noticed.get(prompt, now)) + ABSENT_AFTER
