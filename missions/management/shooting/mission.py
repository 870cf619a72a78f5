"""The demo's Mission, from initiative to its end, by everybody who sits there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from missions.management.shooting.studio import SIZES, Studio


class Cast:
    """Each person at both sizes, on pages that live through the whole Mission."""

    def __init__(self, studio: Studio, server: Any) -> None:
        from tests.browser.proxy import Proxy
        from tests.browser.table import Seat
        from tests.browser.watch import Watch

        self.studio = studio
        self.proxy = Proxy(server.port)
        links = server.site.links()
        self.seats: dict[tuple[str, str], Any] = {}
        for size, (width, _) in SIZES.items():
            for name in ("gil", "ana", "ben", "cleo", "sam"):
                link = next(path for words, path in links.items() if name in words.split())
                context = studio.context(size, base_url=server.url)
                watch = Watch(context, name)
                page = context.new_page()
                page.goto(link)
                if name == "ana":
                    studio.take("join-seat", size, page)
                page.get_by_role("button", name="Take the seat").click()
                seat = Seat(name, page, self.proxy, watch, touch=width < 600)
                seat.live()
                self.seats[name, size] = seat

    def desk(self, name: str) -> Any:
        return self.seats[name, "1280x800"]

    def take(self, screen: str, name: str, ready: Callable[[Any], Any] | None = None) -> None:
        """The page of one person, at both sizes, after `ready` has made it so."""
        for size in SIZES:
            seat = self.seats[name, size]
            if ready is not None:
                ready(seat)
            self.studio.take(screen, size, seat.page)

    def close(self) -> None:
        self.proxy.close()
        for seat in self.seats.values():
            seat.context.close()


@contextmanager
def seated(studio: Studio, server: Any) -> Iterator[Cast]:
    """Everybody of the demo in their seats, for as long as the block lasts."""
    cast = Cast(studio, server)
    try:
        yield cast
    finally:
        cast.close()


def pose(studio: Studio, cast: Cast) -> None:
    from tests.browser.demo import beside, reachable

    gil, ben = cast.desk("gil"), cast.desk("ben")

    def show(tab: str) -> Callable[[Any], Any]:
        return lambda seat: seat.tab(tab)

    def shut(seat: Any) -> None:
        seat.page.keyboard.press("Escape")

    cast.take("mission-initiative-gm", "gil", show("gm"))
    gil.press(gil.find("#gmbox button").filter(has_text="Roll initiative"))
    gil.page.wait_for_selector("#turns > li")
    cast.take("mission-placement-gm", "gil", show("gm"))
    cast.take("mission-placement-player", "ben", show("act"))
    gil.tab("gm")
    gil.press(gil.find("#gmbox button").filter(has_text="Place the rest"))
    gil.until(lambda: gil.opts()["phase"] == "running")

    # Ben's turn, with a goblin beside him.
    while (turn := gil.opts()["turn"]) != "gnash":
        gil.end_turn()
        gil.until(lambda turn=turn: gil.opts()["turn"] != turn)
    gil.fit()
    at = beside(gil, "gnash")
    gil.page.keyboard.down("Shift")
    gil.drag(gil.place("goblins.1"), at)
    gil.page.keyboard.up("Shift")
    ben.until(lambda: "goblins.1" in ben.tokens())
    cast.take("mission-player-turn", "ben", show("act"))
    to = reachable(ben, "gnash", far=True)
    ben.fit()
    ben.hover(*to)
    studio.take("mission-player-path", "1280x800", ben.page)

    def odds(seat: Any) -> None:
        option = seat.targets("Simple Attack: Claw")
        terms = option.locator(".terms > summary").first
        if option.locator(".terms[open]").count() == 0:
            seat.press(terms)

    cast.take("mission-player-odds", "ben", odds)
    gil.menu("gnash", "ruled")
    ben.targets("Simple Attack: Claw")
    ben.press(ben.find('#options [data-target="goblins.1"]').first)
    gil.page.wait_for_selector('#prompts .prompt[data-kind="difficulty"]')
    cast.take("mission-gm-difficulty", "gil", show("act"))
    cast.take("mission-player-waits", "ben", show("act"))
    gil.press(gil.find("#prompts .prompt button.primary").first)
    gil.page.wait_for_selector("#log li.roll details")

    def roll(seat: Any) -> None:
        seat.tab("log")
        line = seat.find('#log li.roll:has-text("Claw") summary').last
        if seat.find("#log li.roll details[open]").count() == 0:
            seat.press(line)
            line.scroll_into_view_if_needed()

    cast.take("mission-player-log", "ben", roll)
    cast.take("mission-player-units", "ben", show("units"))
    cast.take("mission-player-goals", "cleo", show("goals"))
    cast.take("mission-spectator", "sam", show("act"))
    cast.take("mission-gm", "gil", show("act"))
    cast.take("mission-gm-panel", "gil", show("gm"))
    cast.take("mission-gm-goals", "gil", show("goals"))
    for size in SIZES:
        at = cast.seats["gil", size]
        page = at.context.new_page()
        page.goto(f"{at.page.url}see/ben/")
        page.wait_for_selector("body[data-net=live]")
        studio.take("mission-gm-sees-as", size, page)
        page.close()

    def units(seat: Any) -> None:
        seat.tab("units")
        seat.open_unit("gnash")

    cast.take("mission-gm-units", "gil", units)

    def menu(seat: Any) -> None:
        units(seat)
        seat.press(seat.find('[data-menu="gnash"]'))

    cast.take("mission-gm-menu", "gil", menu)

    def lay(seat: Any) -> None:
        seat.press(seat.find('#menu [data-rule="lay"]'))

    cast.take("mission-gm-lay", "gil", lay)
    for size in SIZES:
        shut(cast.seats["gil", size])

    def number(seat: Any) -> None:
        units(seat)
        seat.press(seat.find('#units [data-set="gnash.hp"]').first)

    cast.take("mission-gm-number", "gil", number)
    for size in SIZES:
        shut(cast.seats["gil", size])
    cast.take("mission-help", "ben", lambda seat: seat.press(seat.find("[data-dialog=help]")))
    for size in SIZES:
        shut(cast.seats["ben", size])
    gil.tab("gm")
    gil.press(gil.find("#gmbox button").filter(has_text="Pause"))
    cast.take("mission-paused-player", "ben", show("act"))
    gil.press(gil.find("#gmbox button").filter(has_text="Resume"))

    gil.press(gil.find("[data-dialog=enddlg]"))
    gil.find("#end-outcome").fill("The mill is free.")
    gil.press(gil.find("#enddlg button.primary"))
    gil.until(lambda: gil.opts()["phase"] == "ended")
    cast.take("mission-ended-player", "cleo", show("goals"))
