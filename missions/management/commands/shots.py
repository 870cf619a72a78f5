"""`manage.py shots`: every screen at 1280x800 and 390x844, as PNG files in docs/screens.

It makes a site of its own in a temporary folder, seeds the demo, serves it with dice that always fall alike, and
drives it with Chromium as people would. Needs the test requirements; `dev.py shots` installs them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

SIZES = {"1280x800": (1280, 800), "390x844": (390, 844)}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
COLOURS = 256
PASSWORD = "a long enough word 7"  # noqa: S105  (of a site that is thrown away)


class Command(BaseCommand):
    help = "Takes the pictures of docs/screens."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--into", default=str(Path(settings.BASE_DIR) / "docs" / "screens"))
        parser.add_argument("--only", default="", help="only screens whose name holds this")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from playwright.sync_api import sync_playwright
        except ImportError:
            raise CommandError("Playwright is not installed: use `python3 dev.py shots`.") from None
        path = os.environ.get("SORTIE_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
        if path is None:
            raise CommandError("No Chromium found (Debian: sudo apt-get install chromium).")
        into = Path(options["into"])
        into.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            studio = Studio(browser, into, options["only"], self.stdout.write)
            with site() as server:
                owner(studio, server)
            with site(demo=True) as server:
                mission(studio, server)
            browser.close()
        self.stdout.write(f"{len(studio.taken)} pictures in {into}\n")


@contextmanager
def site(*, demo: bool = False) -> Iterator[Any]:
    """A server of a new site, with nobody on it or with the demo."""
    from tests.browser.server import Server, new_site

    made = new_site()
    try:
        made.manage("migrate", "--verbosity", "0")
        if demo:
            made.seed("--set", "tt.window.beat_seconds=0")  # a picture waits for nobody
        server = Server(made, app="tests.browser.steady:application")
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        made.drop()
        shutil.rmtree(made.folder.parent, ignore_errors=True)


class Studio:
    """Takes pictures: at the desktop's size and at the phone's, of the same moment."""

    def __init__(self, browser: Any, into: Path, only: str, say: Callable[[str], Any]) -> None:
        self.browser, self.into, self.only, self.say = browser, into, only, say
        self.taken: list[str] = []

    def take(self, name: str, size: str, page: Any) -> None:
        """One picture, in few colours so that the repository stays small."""
        from PIL import Image

        if self.only and self.only not in name:
            return
        target = self.into / f"{name}-{size}.png"
        page.wait_for_timeout(350)
        page.screenshot(path=target, animations="disabled", caret="hide")
        with Image.open(target) as picture:
            small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(target, optimize=True)
        self.taken.append(target.name)
        self.say(f"  {target.name}\n")

    def context(self, size: str, **words: Any) -> Any:
        width, height = SIZES[size]
        phone = width < 600
        made = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, **words
        )
        made.set_default_timeout(10_000)
        return made


# --- the site's own pages -----------------------------------------------------------------------------


def owner(studio: Studio, server: Any) -> None:
    """From the first visit of an empty site to a campaign with a link, and the admin."""
    contexts = {size: studio.context(size, base_url=server.url) for size in SIZES}
    pages = {size: context.new_page() for size, context in contexts.items()}

    def both(name: str, path: str) -> None:
        for size, page in pages.items():
            page.goto(path)
            studio.take(name, size, page)

    both("first-run", "/")
    desk = pages["1280x800"]
    desk.locator("input[name=username]").fill("olga")
    for field in desk.locator("input[type=password]").all():
        field.fill(PASSWORD)
    desk.get_by_role("button", name="Begin").click()
    desk.wait_for_selector("text=No campaign yet")
    pages["390x844"].goto("/accounts/login/")
    pages["390x844"].locator("input[name=login]").fill("olga")
    pages["390x844"].locator("input[name=password]").fill(PASSWORD)
    pages["390x844"].locator("main form button").first.click()
    both("home-empty", "/")
    both("campaign-new", "/campaigns/new/")
    desk.locator("input[name=name]").fill("The Harrow Valley")
    desk.get_by_role("button", name="Make it").click()
    desk.get_by_role("button", name="Make a link").click()
    studio.take("campaign-link", "1280x800", desk)
    invitation = "/join/" + desk.locator("#fresh").input_value().split("/join/")[1]
    both("campaign-empty", "/campaigns/1/")
    both("map-empty", "/campaigns/1/maps/empty/")
    both("map-shelf", "/campaigns/1/maps/shelf/")
    _drawn(desk)
    both("map-editor", "/campaigns/1/maps/1/edit/")
    both("map", "/campaigns/1/maps/1/")
    both("mission-new", "/missions/new/1/?map=1")
    desk.get_by_role("button", name="Keep the plan").last.click()
    desk.wait_for_selector("#checks")
    both("mission-plan", "/missions/plans/1/1/")
    both("admin", "/admin/")
    both("admin-entries", "/admin/rulebook/entry/?kind__exact=skill")
    entry = desk.locator("#result_list tbody th a", has_text="claw").first.get_attribute("href")
    both("admin-entry", entry)
    for context in contexts.values():
        context.close()
    for size in SIZES:
        context = studio.context(size, base_url=server.url)
        page = context.new_page()
        for name, path in {
            "home": "/",
            "sign-up": "/accounts/signup/",
            "sign-in": "/accounts/login/",
            "password-reset": "/accounts/password/reset/",
            "join": invitation,
            "not-found": "/nowhere/",
        }.items():
            page.goto(path)
            studio.take(name, size, page)
        context.close()


def _drawn(desk: Any) -> None:
    """A small map by hand: a house with a door and a stream."""
    from tests.browser.drawing import Editor

    desk.goto("/campaigns/1/maps/empty/")
    desk.get_by_label("Name").fill("The ford")
    desk.get_by_label("All of it is").select_option("grass")
    desk.get_by_role("button", name="Make it and draw").click()
    editor = Editor(desk)
    editor.saved()
    for tool, layer, kind, points in (
        ("brush", "ground", "water", ((2.5, 0.5), (4.5, 6.5), (3.5, 12.5), (6.5, 17.5))),
        ("rect", "ground", "floor", ((12.5, 4.5), (18.5, 10.5))),
        ("rect", "edge", "wall", ((12.5, 4.5), (18.5, 10.5))),
        ("brush", "edge", "door", ((12.04, 7.5),)),
        ("rect", "zone", "", ((0.5, 1.5), (1.5, 6.5))),
        ("brush", "start", "", ((16.5, 6.5),)),
    ):
        editor.draw(tool, layer, *points, kind=kind)
    editor.choose("layer", "ground")
    editor.saved()


# --- the Mission --------------------------------------------------------------------------------------


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


def mission(studio: Studio, server: Any) -> None:
    from tests.browser.demo import beside, pass_to, reachable

    cast = Cast(studio, server)
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
    pass_to(gil, "gnash")
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
    for size in SIZES:
        page = cast.seats["gil", size].context.new_page()
        page.goto("/campaigns/1/")
        studio.take("campaign", size, page)
        page.goto("/")
        studio.take("home-guest", size, page)
        page.close()
        page = cast.seats["ana", size].context.new_page()
        page.goto("/keep/")
        studio.take("keep", size, page)
        page.close()
    cast.close()
