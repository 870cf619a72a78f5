"""The demo of the other rules: a hill with cover and pets, a river with depth, two ships; and its pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from missions.management.shooting.mission import Cast
from missions.management.shooting.studio import SIZES, Studio

HILL, RIVER, SKY = 3, 2, 1
"""The Missions of the demo; the one that is played first was made last."""
KEYS = {"gil": "gm"}


def pose(studio: Studio, cast: Cast) -> None:
    _hill(cast)
    _river(cast)
    _sky(cast)


def _go(cast: Cast, mission: int) -> None:
    """Everybody to another Mission of the campaign."""
    for (name, _), seat in cast.seats.items():
        seat.page.goto(f"/missions/{mission}/as/{KEYS.get(name, name)}/")
        seat.live()


def _show(tab: str) -> Callable[[Any], Any]:
    return lambda seat: seat.tab(tab)


def _begin(cast: Cast) -> Any:
    gil = cast.desk("gil")
    print([b for b in gil.find("#gmbox button").all_inner_texts()])
    for words in ("Roll initiative", "Place the rest"):
        gil.tab("gm")
        print(words, gil.opts()["phase"], gil.find("#gmbox button").all_inner_texts()[:6])
        gil.press(gil.find("#gmbox button").filter(has_text=words))
        gil.page.wait_for_timeout(1500)
        print(words, gil.opts()["phase"], gil.opts().get("turn"))
    gil.until(lambda: gil.opts()["phase"] == "running")
    return gil


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
    gil = _begin(cast)
    _until(cast, "vael")
    cast.take("outerah-turn", "ana", _show("act"))
    cast.take("outerah-gm", "gil", _show("act"))
    _until(cast, "tamsin")
    cast.take("outerah-pet", "cleo", _show("act"))
    _until(cast, "riflemen")
    cast.take("outerah-mob", "gil", _show("act"))
    cast.take("outerah-units", "ana", _show("units"))


def _river(cast: Cast) -> None:
    _go(cast, RIVER)
    _begin(cast)
    _until(cast, "isaura")
    cast.take("outerah-river", "ben", _show("act"))


def _sky(cast: Cast) -> None:
    _go(cast, SKY)
    _begin(cast)
    _until(cast, "pell")
    cast.take("outerah-helm", "ana", _show("act"))
    cast.take("outerah-ships-gm", "gil", _show("act"))
    _until(cast, "gunners")
    cast.take("outerah-cannon", "cleo", _show("act"))
