"""Who may open what: every address of the site for every kind of person. A new address must be written down here.

Whoever may not gets exactly what they get for a thing that does not exist.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns import services as people
from campaigns.handouts import services as handouts
from campaigns.models import Campaign, User
from campaigns.threads import services as threads
from characters.models import Character
from tactics.rulebook.models import Version
from tests.characters.test_portraits import picture
from tests.missions.table import Table

pytestmark = pytest.mark.live

EVERYBODY = frozenset(
    {"anonymous", "outsider", "removed", "spectator", "other player", "player", "gm", "other gm", "staff"}
)
TABLE = frozenset({"spectator", "other player", "player", "gm"})
OWN = frozenset({"player"})
GM = frozenset({"gm"})
ASKED = ("march", "aim", "moves", "choices", "threat", "reach")
"""What the page of a Mission asks when somebody points at something or opens it."""

POLICY: dict[str, tuple[str, frozenset[str]]] = {
    # name: (method, who may)
    "campaign": ("GET", TABLE),
    "campaign-invite": ("POST", GM),
    "campaign-revoke": ("POST", GM),
    "campaign-member": ("POST", GM),
    "campaign-settings": ("GET", GM),
    "campaign-seat": ("POST", OWN),
    **dict.fromkeys(("threads", "thread", "thread-newer"), ("GET", TABLE)),
    "thread-post": ("POST", GM | OWN),
    "handouts": ("GET", TABLE),
    "handout": ("GET", GM),
    "handout-picture": ("GET", GM | OWN),
    "mission-new": ("GET", GM),
    "character": ("GET", OWN | GM),
    "character-edit": ("GET", OWN | GM),
    "character-change": ("POST", OWN | GM),
    "character-choose": ("GET", frozenset({"player", "other player"})),
    "character-free": ("POST", GM),
    "character-new": ("GET", TABLE - {"spectator"}),
    "mob-new": ("GET", GM),
    "mob": ("GET", GM),
    "mob-change": ("POST", GM),
    "roster": ("GET", GM),
    "roster-export": ("GET", GM),
    "character-portrait": ("POST", OWN | GM),
    "mob-portrait": ("GET", GM),
    **dict.fromkeys(("library", "library-take", "library-new", "library-entry"), ("GET", GM)),
    **dict.fromkeys(("map-bring", "map", "map-picture", "map-look", "map-look-picture"), ("GET", GM)),
    **dict.fromkeys(("map-empty", "map-edit", "map-edits", "map-shelf"), ("GET", GM)),
    "map-change": ("POST", GM),
    "map-lay": ("POST", GM),
    "map-size": ("POST", GM),
    "mission": ("GET", OWN),
    "mission-ahead": ("GET", OWN),
    "mission-aim": ("GET", OWN),
    "mission-march": ("GET", OWN),
    "mission-reach": ("GET", OWN),
    "mission-recap": ("GET", OWN),
    "mission-tonight": ("GET", GM),
    "mission-close": ("GET", GM),
    "mission-next": ("POST", GM),
    "mission-plan": ("GET", GM),
    "mission-again": ("POST", GM),
    "mission-rehearsed": ("POST", GM),
    "mission-enlist": ("GET", GM),
    "mission-command": ("POST", OWN),
    "mission-ping": ("POST", OWN),
    "mission-screen": ("GET", OWN),
    "mission-threat": ("GET", OWN),
    "mission-rules": ("GET", OWN),
    **dict.fromkeys(("mission-record", "mission-record-json"), ("GET", OWN)),
    **dict.fromkeys(("mission-see-record", "mission-see-record-json", "campaign-file"), ("GET", GM)),
    **dict.fromkeys(("mission-rule", "mission-choices", "mission-moves"), ("GET", OWN)),
    "mission-picture": ("GET", OWN),
    "mission-tile": ("GET", OWN),
    "mission-screen-picture": ("GET", OWN),
    "mission-screen-tile": ("GET", OWN),
    "mission-row": ("GET", GM),
    "mission-see": ("GET", GM),
    "mission-see-rules": ("GET", GM),
    **dict.fromkeys((f"mission-see-{what}" for what in ASKED), ("GET", GM)),
    "mission-see-picture": ("GET", GM),
    "mission-see-tile": ("GET", GM),
}
"""What belongs to one table."""
BOTH = {
    "campaign-settings", "mission-tonight",
    "mission-new", "mission-plan", "mission-close", "mission-enlist", "map-bring", "map-look",
    "map-empty", "map-edits", "map-shelf",
    "threads", "thread", "handouts", "handout",
    "character", "character-choose", "character-edit", "character-new", "mob-new", "mob",
    "library-take", "library-new", "library-entry", "roster",
}  # fmt: skip
"""Forms: looked at and sent at the same address."""
OPEN = {
    "home", "first-run", "keep", "join", "campaign-new", "campaign-bring", "demo-copy", "healthz", "readyz",
    "csp-report", "help-index", "help", None,
}  # fmt: skip
"""What belongs to no table: tests/campaigns and tests/house look at these (None: the icon)."""
GUARDED = {"accounts/", "admin/"}
"""Whole applications with guards of their own."""


def own_addresses() -> dict[str | None, str]:
    """name -> pattern of every address of the site's own pages."""
    found: dict[str | None, str] = {}

    def walk(patterns: list[Any], before: str) -> None:
        for each in patterns:
            path = before + str(each.pattern)
            if isinstance(each, URLResolver) and path not in GUARDED:
                walk(each.url_patterns, path)
            elif isinstance(each, URLPattern):
                found[each.name] = path

    walk(get_resolver().url_patterns, "")
    return found


def test_every_address_says_who_may_open_it() -> None:
    assert set(own_addresses()) - set(POLICY) - OPEN == set()
    assert set(POLICY) - set(own_addresses()) == set()


@dataclass
class Doors:
    table: Table
    who: dict[str, Client]
    invitation: int
    character: int
    thread: int
    message: int
    handout: str

    def address(self, name: str, *, gone: str = "") -> str:
        """The address with what is there, or with one thing that is not. For the player's seat, or the GM's where
        only a GM may."""
        seat = "gil" if POLICY[name][1] == GM else "ann"
        values: dict[str, Any] = {
            "campaign": self.table.mission.campaign_id, "seat": seat, "other": "ben", "body": "hero", "row": 1,
            "name": "talk", "key": "map", "token": "x", "unit": "hero", "x": 1, "y": 1, "map_pk": 1,
            "mob": 1, "section": "weapon", "form": "csv", "plan": 1,
            "number": self.character, "invitation_pk": self.invitation,
            "thread_pk": self.thread, "message_pk": self.message,
            "pk": self.table.mission.pk if name.startswith("mission") else self.table.mission.campaign_id,
        }  # fmt: skip
        if name.startswith("handout"):
            values["key"] = self.handout
        if name.startswith("campaign"):
            values["key"] = "ann" if name == "campaign-seat" else "ben"
        if gone:
            values |= {"pk": 999_999, "campaign": 999_999}
        wanted = re.findall(r"<(?:\w+:)?(\w+)>", own_addresses()[name])
        return reverse(name, kwargs={key: values[key] for key in wanted})


@pytest.fixture
def doors(table: Table) -> Doors:
    """Everybody who may knock. All accounts are real; the other GM leads a table of the same rules."""
    campaign = table.mission.campaign

    def account(name: str, **extra: Any) -> tuple[User, Client]:
        user = User.objects.create_user(name, password="lanterns and rope", display_name=name, **extra)
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return user, client

    who = {"anonymous": Client(), "outsider": account("otto")[1]}
    user, who["removed"] = account("rem")
    removed = people.add_member(campaign, user=user, role="player")
    people.remove_member(removed)
    user, who["other gm"] = account("olga")
    elsewhere = Campaign.objects.create(name="Elsewhere", ruleset="toy")
    people.add_member(elsewhere, user=user, role="gm")
    who["staff"] = account("stan", is_staff=True, is_superuser=True)[1]
    who |= {"gm": table.client("gil"), "player": table.client("ann")}
    who |= {"other player": table.client("ben"), "spectator": table.client("sam")}
    Version.objects.make_current(table.mission.rules)
    made, _token = people.create_invitation(campaign, role="player")
    assert set(who) == EVERYBODY
    ann = Character.objects.create(campaign=campaign, member=table.members["ann"], name="Wren")
    thread = threads.open_thread(campaign, table.members["gil"], "The tavern")
    message = threads.post(thread, table.members["ann"], key="a", text="An ale")
    handout = handouts.make(campaign, title="The letter", file=SimpleUploadedFile("a.png", picture()), to=["ann"])
    return Doors(table, who, made.pk, ann.number, thread.pk, message.pk, handout.key)


def shape(answer: Any) -> tuple[Any, ...]:
    """What of an answer could tell something; the form token and nonces differ each time."""
    text = re.sub(rb'(csrfmiddlewaretoken" value=")[^"]*', rb"\1", answer.content)
    return (answer.status_code, text, sorted(k for k in answer.headers if k not in ("Content-Length",)))


def test_who_may_not_learns_nothing(doors: Doors) -> None:
    for name, (method, allowed) in POLICY.items():
        for who in EVERYBODY - allowed:
            here = doors.who[who].generic(method, doors.address(name))
            nowhere = doors.who[who].generic(method, doors.address(name, gone="all"))
            assert here.status_code == 404, (name, who)
            assert shape(here) == shape(nowhere), (name, who)


def test_who_may_is_let_in(doors: Doors) -> None:
    """Also where the toy Mission has nothing to show, the answer is another one than for a stranger."""
    empty = {"character", "character-choose", "character-edit", "character-new", "character-change", "mob-new", "mob",
             "mob-change", "map", "map-look", "map-change", "mission-rule", "mission-row"}
    empty |= {"map-edit", "map-edits", "map-lay", "mission-plan", "mission-rehearsed"}
    empty |= {"map-edit", "map-edits", "map-lay", "map-size"}
    empty |= {name for name in POLICY if name.startswith(("library", "roster")) or name.endswith("portrait")}
    empty |= {name for name in POLICY if name.endswith(("picture", "tile"))} - {"handout-picture"}
    for name, (method, allowed) in POLICY.items():
        for who in allowed if name not in empty else ():
            send = doors.who[who].post if method == "POST" else doors.who[who].get
            assert send(doors.address(name), {"do": "link"}).status_code != 404, (name, who)


def test_what_looks_changes_nothing(doors: Doors) -> None:
    """A POST where only looking is meant, and a GET where something would change, are refused for everybody."""
    for name, (method, _allowed) in POLICY.items():
        if name in BOTH:
            continue
        wrong = "POST" if method == "GET" else "GET"
        for client in (doors.who["gm"], doors.who["player"], doors.who["anonymous"]):
            assert client.generic(wrong, doors.address(name)).status_code in (404, 405), name
