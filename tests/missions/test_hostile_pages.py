"""Text that means harm, in every field that people fill in: on every page it is text, and nothing else."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from campaigns.handouts import services as handouts
from campaigns.library.models import HouseEntry
from campaigns.threads import services as threads
from characters.models import MobTemplate
from missions.models import Map, Mission, Plan
from tests.characters.desk import Desk, make, sent

EVIL = '<script>alert(1)</script><svg onload=alert(2) hx-get=/x><a href="javascript:alert(3)">x</a>\u202e{{ 7|add:7 }}'
LINK = "[click](javascript:alert(4)) ![](http://evil.example/x.png) <iframe srcdoc=x>"
OWN_HX = {"hx-get", "hx-post", "hx-swap", "hx-sync", "hx-config", "hx-ws:connect", "hx-trigger", "hx-target",
          "hx-status:404", "hx-select"}  # fmt: skip


class Looker(HTMLParser):
    """What of a page could do something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("iframe", "object", "embed") or (tag == "script" and not given.get("src") and not given.get("type")):
            self.found.append(tag)
        for name, value in attrs:
            bad = name.startswith("on") or name == "style" or (name.startswith("hx-") and name not in OWN_HX)
            if bad or ("javascript:" in (value or "") and name in ("href", "src", "action")) or (value or "") == "/x":
                self.found.append(f"{tag} {name}={value}")
        if tag == "img" and "evil.example" in (given.get("src") or ""):
            self.found.append("img")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def look(page: str) -> Looker:
    seen = Looker()
    seen.feed(page)
    return seen


@pytest.fixture
def desk(db: None) -> Desk:
    return make()


def filled(desk: Desk) -> dict[str, list[str]]:
    """Harm in every field; the pages that show it, by who looks."""
    campaign, gil, ana = desk.campaign, desk.members["gil"], desk.members["ana"]
    browser = desk.browsers["gil"]
    short = EVIL[:60]
    assert browser.post(desk.url("settings/"), {"do": "save", "name": EVIL[:120]}).status_code == 302
    assert desk.browsers["ana"].post(desk.url("seat/ana/"), {"do": "name", "name": short}).status_code == 302
    thread = threads.open_thread(campaign, gil, EVIL[:120])
    threads.post(thread, ana, key="a", text=f"{EVIL}\n\n{LINK}")
    handouts.make(campaign, title=EVIL[:120], text=f"{EVIL}\n\n{LINK}", to=["ana"])
    hero = desk.hero()
    edit = f"characters/{hero.number}/edit/"
    more = {"name": short, "about": EVIL, "why": EVIL[:100]}
    more |= {"sheet.pack-0-name": short, "sheet.pack-0-text": EVIL[:190]}
    assert desk.send("ana", edit, more)[0] == 302
    assert desk.send("gil", "mobs/new/", {"like": "wolves", "name": short})[0] == 302
    mob = MobTemplate.objects.get()
    assert desk.send("gil", f"mobs/{mob.pk}/", {"about": EVIL, "count": "2"})[0] == 302
    HouseEntry.objects.create(campaign=campaign, kind="item", key="evil", body='{"label": "<script>alert(1)</script>"}')
    browser.post(desk.url("maps/empty/"), {"name": EVIL[:120], "width": 12, "height": 8, "ground": "grass"})
    found = Map.objects.get()
    new = f"/missions/new/{campaign.pk}/"
    typed = sent(browser.get(new).content.decode()) | {
        "name": EVIL[:120], "scenario": EVIL, "notes": f"A1: {EVIL}", "goal": EVIL[:120], "goal_text": EVIL,
        "board": f"map:{found.pk}", "foe_0": f"mob:{mob.pk}", "called_0": short, "aim_0": EVIL[:120],
        "aim_0_kind": "secondary", "aim_0_public": "on", "hero_ana": f"sheet:{hero.number}",
    }  # fmt: skip
    assert browser.post(new, {**typed, "do": "save"}).status_code == 302
    answer = browser.post(new, {**typed, "do": "make"})
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    mission = Mission.objects.get()
    plan = Plan.objects.order_by("pk").first()
    assert plan is not None
    seat = f"/missions/{mission.pk}/as"
    post(desk.browsers["ana"], f"{seat}/ana/command/", "chat", '{"text": "<svg onload=alert(2)> javascript:alert(3)"}')
    shared = ["/", desk.url(""), desk.url("threads/"), desk.url(f"threads/{thread.pk}/"), desk.url("handouts/")]
    return {
        "ana": [
            *shared, desk.url(f"characters/{hero.number}/"),
            *(f"{seat}/ana/{page}" for page in ("", "recap/", "record/", "screen/", "rules/")),
        ],
        "gil": [
            *shared, desk.url("settings/"), desk.url(f"characters/{hero.number}/"), desk.url(edit),
            desk.url(f"mobs/{mob.pk}/"), desk.url("library/"), desk.url("roster/"), desk.url(f"maps/{found.pk}/"),
            desk.url(f"maps/{found.pk}/edit/"),
            desk.url(f"handouts/{campaign.handouts.get().key}/"), new, f"/missions/plans/{campaign.pk}/{plan.pk}/",
            *(f"{seat}/gil/{page}" for page in ("", "recap/", "record/", "enlist/", "tonight/", "see/ana/", "rules/")),
        ],
    }  # fmt: skip


def post(client: Client, path: str, do: str, args: str) -> Any:
    answer = client.post(path, {"key": "k1", "do": do, "basis": "", "args": args})
    assert answer.status_code in (200, 303), answer.content
    return answer


def test_harm_is_text_on_every_page(desk: Desk) -> None:
    pages = filled(desk)
    shown = 0
    for who, paths in pages.items():
        for path in paths:
            answer = desk.browsers[who].get(path)
            assert answer.status_code == 200, path
            seen = look(answer.content.decode())
            assert seen.found == [], path
            shown += any("alert(" in words for words in seen.words)
    assert shown > 12


def test_a_file_of_it_holds_no_formula_and_comes_in_again(desk: Desk) -> None:
    """What a spreadsheet would carry out stands behind an apostrophe."""
    hero = desk.hero()
    edit = f"characters/{hero.number}/edit/"
    assert desk.send("ana", edit, {"about": '=HYPERLINK("http://evil.example")', "name": "+Mara"})[0] == 302
    table = desk.get("gil", "roster/csv/")[1]
    assert "'=HYPERLINK" in table
    assert "'+Mara" in table
    assert ",=HYPERLINK" not in table
