"""What a browser's page said while a test drove it: errors, reports of the content policy, commands that left it.

A page is only ever driven by mouse, touch and keys; commands are seen here as they leave, never made here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response

COMMAND = re.compile(r"/missions/\d+/as/[\w-]+/command/$")
LOUD = ("error", "warning", "assert")


class Controls:
    """The kinds of commands, and of prompts answered, that a real control has sent and the server accepted."""

    def __init__(self) -> None:
        self.commands: set[str] = set()
        self.prompts: set[str] = set()

    def note(self, do: str, args: dict[str, object]) -> None:
        self.commands.add(do)
        if do == "answer":
            self.prompts.add(str(args.get("prompt", "")).rsplit(".", 1)[0])
        if do == "hold":  # what the moment before an action's effect is answered with
            self.prompts.add("beat")

    def text(self) -> str:
        whole = {"commands": sorted(self.commands), "prompts": sorted(self.prompts)}
        return json.dumps(whole, indent=2) + "\n"


CONTROLS = Controls()


class Watch:
    """One browser context and all its pages."""

    def __init__(self, context: BrowserContext, name: str) -> None:
        self.name = name
        self.errors: list[str] = []
        self.sent: list[dict[str, object]] = []
        """Accepted commands: {do, args, basis}."""
        self.refused: list[tuple[int, dict[str, object]]] = []
        self._expected: list[Callable[[str], bool]] = []
        context.on("page", self._page)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.errors.append(f"page error: {error.error}"))
        context.on("response", self._response)

    def expect(self, *texts: str) -> None:
        """Console errors that hold one of these texts belong to what the test does."""
        for text in texts:
            self._expected.append(lambda line, text=text: text in line)  # type: ignore[misc]

    def forget(self) -> None:
        """Another test begins with the same browser."""
        self.errors.clear()
        self.sent.clear()
        self.refused.clear()
        self._expected.clear()

    def unexpected(self) -> list[str]:
        return [line for line in self.errors if not any(is_fine(line) for is_fine in self._expected)]

    def _page(self, page: Page) -> None:
        page.on("crash", lambda _: self.errors.append("the page crashed"))

    def _console(self, message: ConsoleMessage) -> None:
        # The policy's refusals come as errors too.
        if message.type in LOUD or "Content Security Policy" in message.text:
            where = message.location.get("url", "") if message.location else ""
            self.errors.append(f"console {message.type}: {message.text} ({where})")

    def _response(self, response: Response) -> None:
        request = response.request
        if request.method != "POST" or not COMMAND.search(request.url.split("?")[0]):
            return
        posted = {name: values[0] for name, values in parse_qs(request.post_data or "", keep_blank_values=True).items()}
        order = as_order(posted)
        if response.status in (200, 303):
            self.sent.append(order)
            CONTROLS.note(str(order["do"]), dict(order["args"]))  # type: ignore[call-overload]
        else:
            self.refused.append((response.status, order))


def as_order(posted: dict[str, str]) -> dict[str, object]:
    """A posted form as {do, basis, args}; a button of a page without script has it whole in `go`."""
    if posted.get("go") and not posted.get("do"):
        return {"args": {}, "basis": "", **json.loads(posted["go"])}
    args = json.loads(posted["args"]) if posted.get("args") else {}
    return {"do": posted.get("do", ""), "basis": posted.get("basis", ""), "args": args}
