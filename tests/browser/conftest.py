"""Real browsers on a real server. Without Chromium they are skipped in one line; see server.py and watch.py.

`server` is one site for each test module; `sit` opens a seat's page in a browser of its own. Whatever a test
does, afterwards no page may have said an error, no policy may have been broken, and the server's log is clean.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.browser.proxy import Proxy
from tests.browser.server import POSTGRES, ROOT, Server, Site, new_site
from tests.browser.stage import stage
from tests.browser.watch import CONTROLS, Watch

playwright_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: no browser tests")

from tests.browser.lent import Lent, serving  # noqa: E402
from tests.browser.spare import POOL, SPARE, Spare  # noqa: E402
from tests.browser.table import Seat  # noqa: E402

HERE = Path(__file__).parent
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

Sit = Callable[..., Seat]


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """In CI a browser gets a second try: dice are real and machines are busy. The first failure is printed."""
    if not os.environ.get("CI"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if any(report.failed for report in reports):
        for report in reports:
            if report.failed:
                print(f"\n-- once more: {item.nodeid}\n{report.longreprtext[-3000:]}")
        _forget_failed(item)
        item._initrequest()  # type: ignore[attr-defined]
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _forget_failed(item: Any) -> None:
    """A fixture of the module that failed is made anew; pytest would tell its first failure again."""
    for definitions in item._fixtureinfo.name2fixturedefs.values():
        for definition in definitions:
            if definition.cached_result is not None and definition.cached_result[2] is not None:
                definition.cached_result = None


# --- sites and servers ------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def maker() -> Iterator[Site]:
    """The site on which those are made that the others copy, one after another and by one process."""
    site = new_site("maker")
    try:
        yield site
    finally:
        site.drop()
        shutil.rmtree(site.folder.parent, ignore_errors=True)


@pytest.fixture(scope="session")
def bare(maker: Site) -> Iterator[Site]:
    """A site on which nobody has been yet; nothing serves it, others copy it."""
    maker.hand("manage", "migrate", "--verbosity", "0")
    yield from _copied(maker, "bare")


@pytest.fixture(scope="session")
def seed(bare: Site, maker: Site) -> Iterator[Site]:
    """The demo as it is first opened; nothing serves it, others copy it."""
    maker.seed("--set", "tt.pace=post")  # nobody is waited for, but where a test of that says so
    yield from _copied(maker, "seed")


@pytest.fixture(scope="session")
def started(seed: Site, maker: Site) -> Iterator[Site]:
    """The demo in round 1, by the commands of what a GM presses in `begin`."""
    stage(maker, {"do": "roll_initiative"}, {"do": "place_rest"})
    yield from _copied(maker, "started")


def _copied(site: Site, name: str) -> Iterator[Site]:
    copy = site.copy(name)
    try:
        yield copy
    finally:
        copy.drop()


def begin(gm: Seat) -> None:
    """From wherever the demo begins to round 1, by the GM's own buttons."""
    expect = playwright_api.expect
    gm.tab("gm")
    for words in ("Roll initiative", "Place the rest"):
        button = gm.find("#gmbox button").filter(has_text=words)
        expect(button).to_be_visible()
        before = len(gm.watch.sent)
        gm.press(button)
        gm.sent(before)
    # With everybody on the map round 1 begins by itself.
    expect(gm.find("#head .phase")).to_contain_text("Round 1")


PICTURES = ROOT / ".cache" / "browser"
OPEN: list[Table] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """A picture of every open page of a test that failed, in .cache/browser."""
    report = yield
    if report.failed and HERE in item.path.parents:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for table in OPEN:
            table.spare.keep = False
            (PICTURES / f"{item.name}-server.log").write_text(table.server.said()[-50_000:])
            for context, _, watch in table.open:
                for number, page in enumerate(context.pages):
                    with contextlib.suppress(playwright_api.Error):
                        page.screenshot(path=PICTURES / f"{item.name}-{watch.name}-{number}.png", timeout=5000)
    return report


@pytest.fixture(scope="session")
def lent() -> Iterator[Lent]:
    lent = Lent()
    yield lent
    lent.close()


@pytest.fixture(scope="module")
def empty(bare: Site, chromium: Any, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of a site on which nobody has been yet."""
    yield from _served(bare, request)


@pytest.fixture(scope="module")
def fresh(seed: Site, lent: Lent, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of the demo as it is first opened."""
    yield from _served(seed, request) if POSTGRES else lent.lend(seed)


@pytest.fixture(scope="module")
def server(started: Site, lent: Lent, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of the demo in round 1."""
    yield from _served(started, request) if POSTGRES else lent.lend(started)


@pytest.fixture
def people(scene: Server, chromium: Any) -> Iterator[Table]:
    """Who plays the module's own `scene`; everybody leaves after each test."""
    with Table(scene, chromium) as table:
        yield table


def _served(base: Site, request: pytest.FixtureRequest) -> Iterator[Server]:
    site = base.copy(f"{request.module.__name__.rsplit('.', 1)[-1]}-{base.folder.name}")
    try:
        with serving(site) as server:
            yield server
    finally:
        site.drop()


# --- people -----------------------------------------------------------------------------------------


def take(page: Any, link: str) -> None:
    """Follows a seat's link as a person does."""
    page.goto(link)
    if page.locator("#view").count() == 0:
        page.get_by_role("button", name="Take the seat").click()
    page.wait_for_selector("#view")


class Table:
    """Everybody's browsers on one server. On leaving it, what the pages complained of is a failure."""

    def __init__(self, server: Server, chromium: Any) -> None:
        self.server, self.chromium = server, chromium
        self.spare = SPARE.setdefault(server.port, Spare())
        self.seats: list[Seat] = []
        self.open: list[tuple[Any, Proxy, Watch]] = []
        self.cookies = server.cookies
        self.watches: list[Watch] = []

    def __enter__(self) -> Table:
        OPEN.append(self)
        return self

    def __exit__(self, *problem: object) -> None:
        OPEN.remove(self)
        said = [f"{w.name}: {line}" for w in self.watches for line in w.unexpected()]
        kept = [seat.context for seat in self.seats if self._keep(seat)]
        for context, proxy, _ in self.open:
            if context not in kept:
                context.close()
                proxy.close()
        self.spare.keep = True
        if problem[0] is None:
            assert not said, "\n".join(said)
            assert json.loads(self.server.get("/csp-report/")) == {"reports": 0}

    def _keep(self, seat: Seat) -> bool:
        return self.spare.keep and ((seat.kind == PLAIN and self.spare.put(seat)) or POOL.put(seat))

    def browser(
        self, name: str, *, touch: bool = False, size: dict[str, int] | None = None, **words: Any
    ) -> tuple[Any, Proxy, Watch]:
        """A browser of its own: own cookies, own way to the server."""
        proxy = Proxy(self.server.port)
        context = self.chromium.new_context(
            base_url=f"http://127.0.0.1:{proxy.port}",
            viewport=self._size(touch, size),
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=2 if touch else 1,
            **words,
        )
        context.set_default_timeout(10_000)
        watch = Watch(context, name)
        self.open.append((context, proxy, watch))
        self.watches.append(watch)
        return context, proxy, watch

    def link(self, seat: str) -> str:
        """The path of a seat's link, by a word of the demo's line for it."""
        links = self.server.site.links()
        found = [path for words, path in links.items() if seat in words.split()]
        assert found, f"no link for {seat} in {links}"
        return found[0]

    take = staticmethod(take)

    def key_of(self, name: str) -> str:
        """The key of a person's seat: their name, but for the GM."""
        return "gm" if name == "gil" else name

    def sit(self, name: str, *, touch: bool = False, size: dict[str, int] | None = None, **words: Any) -> Seat:
        """Opens a seat by its link (the first time) and waits until the page is live."""
        known = self.cookies.get(name)
        kind = POOL.kind(touch=touch, size=size, **words)
        seat = self.spare.take(name) if kind == PLAIN else None
        if seat is None:
            seat = POOL.take(kind, self.server.port, self._size(touch, size))
            if seat is None:
                context, proxy, watch = self.browser(name, touch=touch, size=size, **words)
                seat = Seat(name, context.new_page(), proxy, watch, touch, kind)
            else:
                self._welcome(seat)
                seat.name = seat.watch.name = name
            if known:
                seat.context.add_cookies(known[0]["cookies"])
        else:
            self._welcome(seat)
        self.seats.append(seat)
        seat.site = self.server.site
        if known:
            seat.page.goto(known[1])
        else:
            take(seat.page, self.link(name))
        seat.live()
        if not known:
            self.cookies[name] = (seat.context.storage_state(), seat.page.evaluate("location.pathname"))
        return seat

    def _welcome(self, seat: Seat) -> None:
        """Somebody comes with a browser that was put away."""
        seat.watch.forget()
        seat.proxy.received.clear()
        self.open.append((seat.context, seat.proxy, seat.watch))
        self.watches.append(seat.watch)

    @staticmethod
    def _size(touch: bool, size: dict[str, int] | None) -> Any:
        return size or (PHONE if touch else DESKTOP)


PLAIN = POOL.kind(touch=False, size=None)


@pytest.fixture
def table(server: Server, chromium: Any) -> Iterator[Table]:
    """The table in round 1."""
    with Table(server, chromium) as table:
        yield table


@pytest.fixture
def first(fresh: Server, chromium: Any) -> Iterator[Table]:
    """The table as the demo is first opened."""
    with Table(fresh, chromium) as table:
        yield table


@pytest.fixture
def nobody(empty: Server, chromium: Any) -> Iterator[Table]:
    """No table yet."""
    with Table(empty, chromium) as table:
        yield table


# --- docs/controls.json -----------------------------------------------------------------------------


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """After a green run: which commands and prompts left a real control. A run of some tests only adds to the file."""
    ran = {item.path.name for item in session.items if HERE in item.path.parents}
    if exitstatus or session.testsfailed or not ran or not CONTROLS.commands:
        return
    partial = {path.name for path in HERE.glob("test_*.py")} - ran
    partial = partial or hasattr(session.config, "workerinput")  # one of several processes has seen its own tests only
    partial = partial or session.config.getoption("-k") or any("::" in str(arg) for arg in session.config.args)
    target = ROOT / "docs" / "controls.json"
    before = target.read_text(encoding="utf-8") if target.exists() else "{}"
    if partial:
        known = json.loads(before)
        CONTROLS.commands |= set(known.get("commands", ()))
        CONTROLS.prompts |= set(known.get("prompts", ()))
    if CONTROLS.text() != before:
        target.write_text(CONTROLS.text(), encoding="utf-8")
