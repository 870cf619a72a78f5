"""The campaign's pages after its Mission: sheets, foes, rules of the house, threads, handouts, what happened."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from missions.management.shooting.mission import Cast
from missions.management.shooting.studio import SIZES, Studio

GM = {
    "close": "{seat}close/",
    "campaign": "/campaigns/1/",
    "campaign-settings": "/campaigns/1/settings/",
    "home-guest": "/",
    "character": "/campaigns/1/characters/1/",
    "character-edit": "/campaigns/1/characters/1/edit/",
    "character-new": "/campaigns/1/characters/new/",
    "foe-new": "/campaigns/1/mobs/new/",
    "roster": "/campaigns/1/roster/",
    "library": "/campaigns/1/library/",
    "library-weapon": "/campaigns/1/library/weapon/short_bow/",
    "library-spell-new": "/campaigns/1/library/spell/new/",
    "handouts": "/campaigns/1/handouts/",
    "threads": "/campaigns/1/threads/",
    "map-bring": "/campaigns/1/maps/new/",
    "recap": "{seat}recap/",
    "record": "{seat}record/",
    "rules": "{seat}rules/",
    "help": "/help/",
    "help-table": "/help/table/",
}
PLAYER = {"keep": "/keep/", "campaign-player": "/campaigns/1/", "screen": "{seat}screen/"}
POSTS = (
    "The ferryman spits into the river. **Nobody** crosses after dark, he says, not since the mill went quiet.",
    "Mara leans on the rail and weighs her purse. What if we row ourselves?",
)


def pose(studio: Studio, cast: Cast) -> None:
    for size in SIZES:
        for name, paths in (("gil", GM), ("ana", PLAYER)):
            at = cast.seats[name, size]
            page = at.context.new_page()
            seat = urlsplit(at.page.url).path
            if name == "gil" and size == "1280x800":
                _thread(page)
            for screen, path in paths.items():
                path = path.replace("{seat}", seat)
                answer = page.goto(path)
                if answer is None or answer.status != 200 or urlsplit(page.url).path != path:
                    raise RuntimeError(f"{screen}: {path} is not there")
                studio.take(screen, size, page)
            if name == "gil":
                page.goto("/campaigns/1/threads/")
                page.get_by_role("link", name="At the ferry").click()
                studio.take("thread", size, page)
            page.close()


def _thread(page: Any) -> None:
    page.goto("/campaigns/1/threads/")
    page.locator("input[name=title]").fill("At the ferry")
    page.get_by_role("button", name="Open it").click()
    for text in POSTS:
        page.locator("#next textarea").fill(text)
        page.locator("#next button.main").click()
