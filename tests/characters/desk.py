"""A GM and two players at a campaign without a Mission, and what their browsers send of a page's form."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from campaigns import services as people
from campaigns.models import Campaign, Member, User
from characters import services
from characters.models import Character
from characters.selectors import rules_of
from characters.sheets import from_template
from tactics.rulebook import services as rulebook


@dataclass
class Desk:
    campaign: Campaign
    members: dict[str, Member]
    browsers: dict[str, Client] = field(default_factory=dict)

    def url(self, path: str) -> str:
        return f"/campaigns/{self.campaign.pk}/{path}"

    def get(self, who: str, path: str) -> tuple[int, str]:
        answer = self.browsers[who].get(self.url(path))
        return answer.status_code, answer.content.decode()

    def post(self, who: str, path: str, **data: Any) -> tuple[int, str]:
        answer = self.browsers[who].post(self.url(path), data)
        return answer.status_code, answer["Location"] if answer.status_code == 302 else answer.content.decode()

    def send(self, who: str, path: str, changed: dict[str, Any]) -> tuple[int, str]:
        """The page's form as it stands, with these values changed."""
        status, page = self.get(who, path)
        assert status == 200, page
        return self.post(who, path, **{**sent(page), **changed})

    def hero(self, whose: str = "ana", like: str = "mara") -> Character:
        sheet = from_template(rules_of(self.campaign), like)
        name = sheet.pop("name")
        by = self.members[whose]
        made = services.create_character(self.campaign, name, sheet, by=by, member=by)
        made.refresh_from_db()
        return made


def make(ruleset: str = "tempus") -> Desk:
    rulebook.publish_shipped()
    owner = User.objects.create_user("gil", password="lanterns and rope", display_name="Gil")
    campaign, gm = people.create_campaign(owner=owner, name="The Quarry Road", ruleset=ruleset)
    desk = Desk(campaign, {"gil": gm})
    desk.browsers["gil"] = Client()
    desk.browsers["gil"].force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    for key, role in (("ana", "player"), ("ben", "player"), ("sam", "spectator")):
        member = people.add_member(campaign, user=people.make_guest(key.title()), role=role, key=key, name=key.title())
        desk.members[key] = member
        _invitation, token = people.create_seat_link(member)
        desk.browsers[key] = Client()
        desk.browsers[key].post(f"/join/{token}/")
    return desk


class _Sent(HTMLParser):
    """What the forms of a page send, but for buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.data: dict[str, Any] = {}
        self.select = self.text = ""
        self.first: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        name = has.get("name") or ""
        if tag == "input" and name and has.get("type") not in ("file",):
            if has.get("type") not in ("checkbox", "radio") or "checked" in has:
                self.data[name] = has.get("value") or ("on" if has.get("type") == "checkbox" else "")
        elif tag == "select":
            self.select, self.first = name, None
        elif tag == "option" and self.select:
            value = has.get("value")
            if value is None:
                self.text = self.select if "selected" in has or self.select not in self.data else ""
            elif "selected" in has or self.select not in self.data:
                self.data[self.select] = value
        elif tag == "textarea":
            self.text = name
            self.data[name] = ""

    def handle_data(self, data: str) -> None:
        if self.text:
            self.data[self.text] = data.removeprefix("\n")
            self.text = ""

    def handle_endtag(self, tag: str) -> None:
        self.text = ""
        if tag == "select":
            self.select = ""


def sent(page: str) -> dict[str, Any]:
    found = _Sent()
    found.feed(page)
    found.data.pop("csrfmiddlewaretoken", None)
    return found.data
