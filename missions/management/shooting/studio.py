"""Sites that are thrown away, and a camera with the desktop's and the phone's size."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SIZES = {"1280x800": (1280, 800), "390x844": (390, 844)}
COLOURS = 256
SETTINGS = {"tempus": ("--set", "tt.window.beat_seconds=0")}  # a picture waits for nobody


@contextmanager
def site(*, demo: str = "") -> Iterator[Any]:
    """A server of a new site, with nobody on it or with the demo of these rules."""
    from tests.browser.server import Server, new_site

    made = new_site()
    try:
        made.manage("migrate", "--verbosity", "0")
        if demo:
            made.seed("--ruleset", demo, *SETTINGS.get(demo, ()))
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
