"""The demo of the other rules: a hill with cover and pets, a river with depth, two ships; and its pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from missions.management.shooting.mission import Cast
from missions.management.shooting.studio import SIZES, Studio

HILL, RIVER, SKY = 3, 2, 1
"""The Missions of the demo; the one that is played first was made last."""
KEYS = {"gil": "gm"}
PAGES = {
    "outerah-character": "/campaigns/1/characters/1/",
    "outerah-character-edit": "/campaigns/1/characters/1/edit/",
    "outerah-character-new": "/campaigns/1/characters/new/",
    "outerah-foe-new": "/campaigns/1/mobs/new/",
    "outerah-library": "/campaigns/1/library/",
    "outerah-status": "/campaigns/1/library/status/burn/",
    "outerah-map-shelf": "/campaigns/1/maps/shelf/",
    "outerah-plan": "/missions/new/1/",
    "outerah-rules": f"/missions/{HILL}/as/gm/rules/",
}


def pose(studio: Studio, cast: Cast) -> None:
    _hill(cast)
    _river(cast)
    _sky(cast)
    _pages(studio, cast)


def _go(cast: Cast, mission: int) -> None:
    """Everybody to another Mission of the campaign."""
    for (name, _), seat in cast.seats.items():
        seat.page.goto(f"/missions/{mission}/as/{KEYS.get(name, name)}/")
        seat.live()


def _show(tab: str) -> Callable[[Any], Any]:
    return lambda seat: seat.tab(tab)


def _begin(cast: Cast) -> None:
    """From initiative to the first Round, by the GM's two buttons; where everybody has a cell the first is enough."""
    gil = cast.desk("gil")
    gil.tab("gm")
    gil.press(gil.find("#gmbox button").filter(has_text="Roll initiative"))
    gil.until(lambda: gil.opts()["phase"] != "initiative")
    if gil.opts()["phase"] == "placement":
        gil.press(gil.find("#gmbox button").filter(has_text="Place the rest"))
    gil.until(lambda: gil.opts()["phase"] == "running")


def _until(cast: Cast, unit: str) -> None:
    gil = cast.desk("gil")
    for _ in range(20):
        turn = gil.opts()["turn"]
        if turn == unit:
            return
        gil.end_turn()
        gil.until(lambda turn=turn: gil.opts()["turn"] != turn)
    raise RuntimeError(f"It is never the turn of {unit}.")


def _hill(cast: Cast) -> None:
    _go(cast, HILL)
    _begin(cast)
    _until(cast, "vael")
    cast.take("outerah-turn", "ana", _show("act"))
    _until(cast, "tamsin")
    cast.take("outerah-pet", "cleo", _show("act"))

    def odds(seat: Any) -> None:
        option = seat.targets("Attack: Longbow")
        if option.locator(".terms[open]").count() == 0:
            seat.press(option.locator(".terms > summary").first)

    cast.take("outerah-odds", "cleo", odds)
    cleo = cast.desk("cleo")
    cleo.press(cleo.find('#options .opt:has(details[open]) [data-target]').first)
    cast.desk("gil").page.wait_for_selector("#log li.roll details")

    def roll(seat: Any) -> None:
        seat.tab("log")
        if seat.find("#log li.roll details[open]").count() == 0:
            seat.press(seat.find("#log li.roll summary").last)

    cast.take("outerah-log", "cleo", roll)
    _until(cast, "riflemen")
    cast.take("outerah-mob", "gil", _show("act"))

    def unit(seat: Any) -> None:
        seat.tab("units")
        seat.open_unit("vael")

    cast.take("outerah-units", "ana", unit)


def _river(cast: Cast) -> None:
    _go(cast, RIVER)
    _begin(cast)
    _until(cast, "ninove")
    cast.take("outerah-river", "cleo", _show("act"))


def _sky(cast: Cast) -> None:
    _go(cast, SKY)
    _begin(cast)
    _until(cast, "pell")

    def wide(seat: Any) -> None:
        seat.tab("act")
        if seat.find("#board").get_attribute("data-show") != "0":
            seat.press(seat.find("#crafts [data-deck]").first)
        seat.fit()

    cast.take("outerah-helm", "ana", _show("act"))
    cast.take("outerah-sky", "ana", wide)
    cast.take("outerah-ships-gm", "gil", _show("act"))
    _until(cast, "gunners")
    cast.take("outerah-cannon", "cleo", _show("act"))


def _pages(studio: Studio, cast: Cast) -> None:
    """Sheets, the plan of a Mission with ships, maps and data of these rules."""
    for size in SIZES:
        page = cast.seats["gil", size].context.new_page()
        for screen, path in PAGES.items():
            answer = page.goto(path)
            if answer is None or answer.status != 200:
                raise RuntimeError(f"{screen}: {path} is not there")
            studio.take(screen, size, page)
        page.close()
