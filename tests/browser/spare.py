"""Browsers of earlier tests, put away for later ones: to open a new one takes several times as long.

A plain seat comes back to its own person in the same module (Spare). Every other one is emptied and may become anybody
on any server (Pool).
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Error, ViewportSize

from tests.browser.table import Seat

PARKED = "/healthz"
"""Where a page waits that is put away: it leaves the table, and stays in its own process. From about:blank it would
come back in a new one, which takes as long again as the page itself."""


def is_unchanged(seat: Seat) -> bool:
    """Whether a new page is all that it takes to have the browser as it was."""
    if seat.changed or seat.proxy.is_odd:
        return False
    return [page.is_closed() for page in seat.context.pages] == [False]


class Spare:
    """Plain seats of earlier tests of a module, their pages put away.

    keep: whether those who leave now may be kept; not after a failure.
    """

    def __init__(self) -> None:
        self.seats: dict[str, Seat] = {}
        self.keep = True

    def take(self, name: str) -> Seat | None:
        return self.seats.pop(name, None)

    def put(self, seat: Seat) -> bool:
        """Whether the seat was taken in. Its page leaves the table, as for everybody who looks."""
        if not self.keep or seat.name in self.seats or not is_unchanged(seat):
            return False
        seat.page.mouse.up()
        seat.page.goto(PARKED)
        self.seats[seat.name] = seat
        return True

    def close(self) -> None:
        """The server goes; it still answers."""
        for seat in self.seats.values():
            if not POOL.put(seat):
                seat.context.close()
                seat.proxy.close()


class Pool:
    """Browsers of whoever left, without cookies and storage, by what they were opened with."""

    def __init__(self) -> None:
        self.seats: dict[str, list[Seat]] = {}

    @staticmethod
    def kind(**words: Any) -> str:
        return json.dumps(words, sort_keys=True, default=str)

    def take(self, kind: str, port: int, size: ViewportSize) -> Seat | None:
        """A browser of this kind on the way to this server."""
        if not self.seats.get(kind):
            return None
        seat = self.seats[kind].pop()
        seat.proxy.to = port
        if seat.page.viewport_size != size:
            seat.page.set_viewport_size(size)
        return seat

    def put(self, seat: Seat) -> bool:
        """Whether the seat was taken in; its server must still answer, as storage belongs to an address."""
        if not is_unchanged(seat):
            return False
        try:
            seat.page.mouse.up()
            seat.page.mouse.move(0, 0)
            seat.page.goto(PARKED)
            seat.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            seat.context.clear_cookies()
        except Error:
            return False
        seat.proxy.hang_up()
        self.seats.setdefault(seat.kind, []).append(seat)
        return True


SPARE: dict[int, Spare] = {}
"""By the port of the server."""
POOL = Pool()
