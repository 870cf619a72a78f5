"""What goes down the socket when somebody who carries much and can do much takes a step."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from missions.live.fragments import parts
from missions.live.shown import Parts
from missions.live.swaps import difference
from tactics.kernel.view import MissionView
from tests.rules.table import GM, Play, foe, hero
from tests.ui.model import Page

ANN = {
    **hero("ann", SPD=9, WIT=9, DEX=3),
    "weapons": ["short_sword"],
    "worn": ["sheath", "potion_belt", "healing_potion"],
    "pack": {"ration": 7, "torch": 1, "key": 1, "gem": 1},
}
EVENT_BYTES = 6_000


def play() -> Play:
    return Play(["ab.o", "...."], {"a": ANN, "b": hero("ben", SPD=4), "o": foe(SPD=3)}, order="abo")


def pages(at: Play, seat: str = "ann") -> Iterator[Parts]:
    """The page of a seat each time it is asked for, each made from the one before."""
    shown: Parts | None = None
    while True:
        shown = parts(at.view(seat), (), before=shown)
        yield shown


def option(view: MissionView, key: str) -> tuple[str, str]:
    return next((o.basis, o.after) for o in view.options if o.key == key)


def _piece(shown: Parts, key: str) -> str:
    """One option of the panel, to the next."""
    html = shown["options"]
    start = html.index(f'id="{key}"')
    end = html.find('<li id="c-', start)
    return html[start : end if end > 0 else None]


def test_a_step_of_who_can_do_much_keeps_the_budget() -> None:
    at = play()
    shown = pages(at)
    old = next(shown)
    at.do("move", unit="a", path=[[1, 1]])
    new = next(shown)
    sent = difference(old, new)
    assert len(zlib.compress(sent.encode(), 6)) < EVENT_BYTES
    page = Page(old)
    page.apply(sent)
    assert page == Page(new) == Page(parts(at.view("ann"), ()))


def test_a_step_sends_no_option_again_that_it_does_not_matter_to() -> None:
    """What is thrown has the same odds from the next cell, and a target's place in its list is the page's affair."""
    at = Play(["abo.", "..q."], {"a": ANN, "b": hero("ben", SPD=4), "o": foe(SPD=3), "q": foe(SPD=3)}, order="aboq")
    shown = pages(at)
    old = next(shown)
    at.do("move", unit="a", path=[[0, 1]])
    new = next(shown)
    sent = difference(old, new)
    targets = [key for key in re.findall(r'id="(c-a-[^"]*)"', new["options"]) if 'class="tgt"' in _piece(new, key)]
    stayed = [key for key in targets if f'id="{key}"' not in sent]
    assert stayed
    page = Page(old)
    page.apply(sent)
    assert page == Page(new)


def test_points_that_come_back_change_no_offer_that_they_do_not_bar() -> None:
    """What stays afterwards is told beside the offers: it changes with every step."""
    at = play()
    shown = pages(at)
    old, before = next(shown), option(at.view("ann"), "aim")
    at.do("rule", by=GM, set={"a.pa": 3})
    new, after = next(shown), option(at.view("ann"), "aim")
    assert before[0] == after[0]
    assert before[1] != after[1]
    assert after[1] not in new["options"]
    assert after[1] in new["opts"].replace("&quot;", '"')
    assert 'id="c-a-aim"' not in difference(old, new)


def test_of_a_pack_only_the_things_are_sent_that_changed() -> None:
    at = play()
    shown = pages(at)
    old = next(shown)
    at.do("rule", by=GM, set={"a.pa": 3})
    new = next(shown)
    sent = difference(old, new)
    assert 'id="c-se-a"' in sent  # a search costs four
    assert 'id="p-a"' not in sent
    changed = [key for key in re.findall(r'id="(c-th-[^"]*)"', new["p-a"]) if key in sent]
    assert len(changed) < 3
    page = Page(old)
    page.apply(sent)
    assert page == Page(new)
