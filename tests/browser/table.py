"""One person at the table: a browser on a seat's page, and the hands that people have. Reading is free."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.proxy import Proxy
from tests.browser.server import Site
from tests.browser.watch import Watch

PATIENCE = 15_000
"""Milliseconds that an expectation may take on a busy machine."""
expect.set_options(timeout=PATIENCE)


def cell_name(x: int, y: int) -> str:
    assert x < 26
    return f"{chr(65 + x)}{y + 1}"


def cell_of(name: str) -> tuple[int, int]:
    return ord(name[0]) - 65, int(name[1:]) - 1


WALKING = """document.getAnimations().filter(a => a.playState === 'running'
  && a.effect?.target?.closest?.('.tok') && a.effect.getComputedTiming().iterations < 99).length"""


RESTS = """() => new Promise(done => {
  const board = document.getElementById('board');
  const at = () => { const b = board.getBoundingClientRect(); return [b.left, b.top, b.width].join(); };
  let last = at(), still = 0;
  const look = () => { const now = at(); still = now === last ? still + 1 : 0; last = now;
    if (still >= 5) done(true); else requestAnimationFrame(look); };
  requestAnimationFrame(look);
})"""
"""Resolves once the map has not moved for some frames."""


class Seat:
    """A seat's page in a browser of its own."""

    def __init__(self, name: str, page: Page, proxy: Proxy, watch: Watch, touch: bool = False, kind: str = "") -> None:
        self.name, self.page, self.proxy, self.watch, self.touch = name, page, proxy, watch, touch
        self.kind = kind
        """What the browser was opened with (tests.browser.spare)."""
        self.site: Site | None = None
        """Where the page comes from."""
        self.changed = False
        """A test has done to this browser what a new page does not undo."""

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def find(self, css: str, **words: Any) -> Locator:
        return self.page.locator(css, **words)

    # --- waiting

    def live(self) -> None:
        """Until the page is connected and up to date."""
        expect(self.find("body")).to_have_attribute("data-net", "live")

    def idle(self) -> None:
        """Until nothing of this page is on its way: what was pressed was answered."""
        expect(self.find("#cmd")).not_to_have_class(re.compile("htmx-request"))

    # --- reading

    @property
    def key(self) -> str:
        return str(self.find("body").get_attribute("data-seat"))

    def opts(self) -> dict[str, Any]:
        """What the page's script knows (it comes from the server), the cells of a reach as places."""
        found = dict(self.page.evaluate("JSON.parse(document.getElementById('opts').dataset.o)"))
        for reach in found["reach"].values():
            x, y, cells = 0, 0, []
            for at in range(0, len(reach["cells"]), 6):
                right, down, cost, px, py, legs = reach["cells"][at : at + 6]
                x, y = x + right, y + down
                cells += [x, y, reach.get("cost", cost), x + px, y + py, legs]
            reach["cells"] = cells
        return found

    def shown_v(self) -> str:
        return str(self.find("#sock").get_attribute("data-v"))

    def log(self) -> list[str]:
        return [text.strip() for text in self.find("#log > li").all_inner_texts()]

    def token(self, body: str) -> Locator:
        return self.find(f'.tok[data-body="{body}"]')

    def place(self, body: str) -> tuple[int, int]:
        css = self.token(body).get_attribute("class") or ""
        found = re.search(r"\bx(\d+) y(\d+)\b", css)
        assert found, css
        return int(found[1]), int(found[2])

    def tokens(self) -> dict[str, str]:
        """{body: its classes} of everything on the map."""
        pairs = self.page.evaluate("[...document.querySelectorAll('.tok')].map(t => [t.dataset.body, t.className])")
        return {str(body): str(css).strip() for body, css in pairs}

    def order(self) -> list[tuple[str, str]]:
        """(unit, state) of each row of the turn order."""
        rows = self.page.evaluate(
            "[...document.querySelectorAll('#turns > li button')].map(b => [b.dataset.unit, b.parentElement.className])"
        )
        states = ("acting", "next", "waiting", "acted", "down")
        return [(str(unit), next((s for s in states if s in str(css).split()), "")) for unit, css in rows]

    def board(self) -> str:
        """Everything that an update may change, as text: two pages of one seat that show the same have it equal."""
        return str(
            self.page.evaluate(
                """() => {
                  const plain = n => n.id + '|' + n.className + '|' + n.textContent.replace(/\\s+/g, ' ').trim();
                  const ids = 'head turns now options endturn back units goals gmbox log prompts'.split(' ');
                  const toks = [...document.querySelectorAll('#tokens > *')].map(plain).sort();
                  return JSON.stringify([ids.map(i => plain(document.getElementById(i))), toks,
                    document.getElementById('opts').dataset.o]);
                }"""
            )
        )

    # --- the map

    def letter(self, x: int, y: int) -> str:
        """The letter of a cell's terrain as this page has it; `?` for one that it does not know."""
        found = self.page.evaluate(
            """([x, y]) => {
              const chunk = document.getElementById(`k-0-${Math.floor(x / 10)}-${Math.floor(y / 10)}`);
              const width = Math.min(10, JSON.parse(document.getElementById('boards').dataset.b)[0].w - x + x % 10);
              return chunk?.dataset.t?.[(y % 10) * width + x % 10] ?? '?';
            }""",
            [x, y],
        )
        return str(found)

    def fit(self) -> None:
        self.press(self.find('[data-cam="fit"]'))

    def fits_clear(self) -> bool:
        """Whether the whole map lies between the tabs of several boards and the buttons, once it is asked for."""
        self.fit()
        self.steady()
        edges = "box => { const { top, bottom, height } = box.getBoundingClientRect(); return [top, bottom, height]; }"
        view, tabs, buttons, board = (self.find(css).evaluate(edges) for css in ("#view", "#boards", "#cam", "#map"))
        top = tabs[1] if tabs[2] else view[0]
        return bool(top <= board[0] and board[1] <= buttons[0])

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The middle of a cell in the window; with halves a line or a corner between cells."""
        return tuple(  # type: ignore[return-value]
            self.page.evaluate(
                """([x, y]) => {
                  const b = document.getElementById('board').getBoundingClientRect();
                  const w = +document.getElementById('map').getAttribute('viewBox').split(' ')[2];
                  const s = document.getElementById('map').getBoundingClientRect().width / w;
                  return [b.left + (x + .5) * s, b.top + (y + .5) * s];
                }""",
                [x, y],
            )
        )

    def steady(self) -> None:
        """Until the map has come to rest: it glides to whoever it is asked to show."""
        self.until(lambda: self.page.evaluate(RESTS))

    def hover(self, x: float, y: float) -> None:
        self.page.mouse.move(*self.point(x, y))

    def click(self, x: float, y: float, **words: Any) -> None:
        self.page.mouse.click(*self.point(x, y), **words)

    def tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(*self.point(x, y))

    def drag(self, start: tuple[int, int], end: tuple[int, int], *, drop: bool = True) -> None:
        self.until(lambda: not self.page.evaluate(WALKING))  # a token that still walks is not yet where it stands
        self.page.mouse.move(*self.point(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.point(*start), steps=2)
        self.page.mouse.move(*self.point(*end), steps=6)
        if drop:
            self.page.mouse.up()

    def finger(self, *way: tuple[float, float], rest: float = 0.0, then: Callable[[], object] | None = None) -> None:
        """One finger goes down on the first cell, rests there for so many seconds, and draws over the others. then:
        what is looked at before it is lifted."""
        session = self.context.new_cdp_session(self.page)
        for number, cell in enumerate(way):
            x, y = self.point(*cell)
            kind = "touchMove" if number else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            if rest and not number:
                self.page.wait_for_timeout(rest * 1000)
        if then is not None:
            then()
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    # --- controls

    def press(self, control: Locator) -> None:
        """A real click, or a real tap on a phone."""
        if self.touch:
            control.tap()
        else:
            control.click()

    def tab(self, name: str) -> None:
        tab = self.find(f"#tb-{name}")
        if tab.is_visible() and tab.get_attribute("aria-selected") != "true":
            self.press(tab)

    def fill(self, css: str, text: str) -> None:
        self.press(self.find(css))
        self.find(css).press_sequentially(text)

    def chat(self, text: str, to: str = "") -> None:
        self.tab("log")
        if to:
            self.find("#chat-to").select_option(to)
        self.find("#chat-text").fill(text)
        self.press(self.find("#chat button"))
        expect(self.find("#chat-text")).to_have_value("")

    def open_unit(self, unit: str) -> None:
        card = self.find(f'.unit[data-unit="{unit}"]')
        if card.get_attribute("open") is None:
            self.press(card.locator("summary").first)

    def menu(self, body: str, ruling: str) -> None:
        """The GM's menu at a body: by right click on its token where it has one, and one of its lines."""
        self.fit()
        self.token(body).click(button="right")
        self.press(self.find(f'#menu [data-rule="{ruling}"]'))

    def end_turn(self) -> None:
        """Presses End turn, and again when it asks."""
        self.tab("act")
        button = self.find("#endturn button")
        before = len(self.watch.sent)
        # What an earlier turn was asked is no question of this one: pressed twice for it, two turns would end.
        self.find("#err").evaluate("line => { line.textContent = ''; }")
        self.press(button)
        # Asked by the words: an update may take the button's mark away before it is looked at.
        self.until(lambda: len(self.watch.sent) > before or "Press again" in self.find("#err").inner_text())
        if len(self.watch.sent) == before:
            self.press(button)
        self.sent(before)

    def until(self, holds: Callable[[], bool]) -> None:
        """Until something holds that no locator can say."""
        for _ in range(PATIENCE // 50):
            if holds():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.name}: it did not come to pass")

    def sent(self, before: int) -> None:
        """Until one more command than `before` was accepted."""
        for _ in range(PATIENCE // 50):
            if len(self.watch.sent) > before:
                return
            self.page.wait_for_timeout(50)
        told = self.find("#err").inner_text()
        raise AssertionError(f"{self.name}: nothing was accepted; {told!r}; {self.watch.refused}")

    def action(self, label: str) -> Locator:
        """An option of the panel that can be used."""
        return self.find("#options .opt:not(.no)").filter(has=self.page.locator(".nm", has_text=label)).first

    def targets(self, label: str) -> Locator:
        """An option with its list of targets opened."""
        self.tab("act")
        option = self.action(label)
        for _ in range(3):  # what was open may be closed by the update that just comes
            if option.locator("details[name=act][open]").count() == 0:
                self.press(option.locator("details[name=act] > summary"))
            self.page.wait_for_timeout(50)
            if option.locator("details[name=act][open]").count():
                break
        return option
