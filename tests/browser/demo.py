"""The demo as tests play it: who plays whom, and an evening with some of its people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.browser.stage import stage
from tests.browser.table import PATIENCE, Seat

PLAYS = {"mara": "ana", "gnash": "ben", "ilven": "cleo", "guards": "cleo", "goblins": "gil", "lurkers": "gil"}
SECRET = b"lurker"
"""In key, name and notes of the Mob that is hidden at first; and nowhere else."""


class Evening:
    """Some people at the table, each in a browser of their own."""

    def __init__(self, table: Any, *names: str) -> None:
        self.table = table
        self.seats: dict[str, Seat] = {name: table.sit(name) for name in names}

    def __getitem__(self, name: str) -> Seat:
        return self.seats[name]

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats.values())

    def agree(self) -> None:
        """Until every page names the same active unit as far as it may know it, and the same round."""
        pages = list(self)
        pages[0].until(lambda: len({seat.find("#head .phase").inner_text() for seat in pages}) == 1)

    def fresh_pages_agree(self) -> None:
        """What every page shows is what it would show if it were opened now."""
        for seat in self:
            wait_for_same(seat)

    def player_of(self, unit: str) -> Seat:
        return self.seats[PLAYS[unit]]


def wait_for_same(seat: Seat) -> None:
    """Compares a page with a second one of the same seat that is loaded now."""
    page = seat.context.new_page()
    page.goto(seat.page.url)
    other = Seat(seat.name, page, seat.proxy, seat.watch)
    other.live()
    for _ in range(PATIENCE // 200):
        if other.board() == seat.board():
            break
        page.wait_for_timeout(200)
    shown, new = seat.board(), other.board()
    at = next((i for i, (a, b) in enumerate(zip(shown, new, strict=False)) if a != b), min(len(shown), len(new)))
    told = f"shown {shown[max(0, at - 80) : at + 80]!r}, new {new[max(0, at - 80) : at + 80]!r}"
    assert shown == new, f"{seat.name}'s page differs from a fresh one: {told}"
    page.close()
    seat.page.bring_to_front()


def pass_to(gm: Seat, unit: str) -> None:
    """Turns end until it is this unit's, by the server's own hand; the GM's page shows the Act panel then."""
    assert gm.site is not None
    if gm.opts()["turn"] != unit:
        stage(gm.site, {"do": "until", "unit": unit})
    gm.tab("act")
    gm.until(lambda: gm.opts()["turn"] == unit)


def reachable(seat: Seat, body: str, *, far: bool = False, west: bool = False) -> tuple[int, int]:
    """A free cell to which the page offers a walk of this body: near and to the east, the dearest, or to the west."""
    cells = seat.opts()["reach"][body]["cells"]
    rows = [cells[i : i + 6] for i in range(0, len(cells), 6)]
    taken = {seat.place(other) for other in seat.tokens()}
    free = [row for row in rows if (row[0], row[1]) not in taken]
    free = [row for row in free if row[0] < 8] or free  # outside the mill
    if far:
        chosen = max(free, key=lambda row: (row[2], -row[1]))
    else:
        chosen = min(free, key=lambda row: (row[5], row[0] if west else -row[0]))
    return int(chosen[0]), int(chosen[1])


def beside(seat: Seat, body: str) -> tuple[int, int]:
    """A free cell next to a body."""
    free = _free_around(seat, seat.place(body))
    assert free, (body, seat.place(body))
    return free[0]


def _free_around(seat: Seat, at: tuple[int, int]) -> list[tuple[int, int]]:
    taken = {seat.place(other) for other in seat.tokens()}
    steps = ((1, 0), (1, 1), (0, 1), (1, -1), (0, -1), (-1, 0), (-1, 1), (-1, -1))
    around = [(at[0] + dx, at[1] + dy) for dx, dy in steps]
    return [cell for cell in around if cell not in taken and min(cell) >= 0]


def roomy(seat: Seat) -> tuple[int, int]:
    """A free cell of the meadow with room on all sides."""
    taken = {seat.place(other) for other in seat.tokens()}
    meadow = [(x, y) for y in range(2, 8) for x in range(2, 7)]
    return max((at for at in meadow if at not in taken), key=lambda at: len(_free_around(seat, at)))
