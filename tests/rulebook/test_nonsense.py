"""Senseless queries to the admin: each is answered with a page or a refusal, none with an error of the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.contrib import admin as site
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import URLPattern, URLResolver

from campaigns.models import Campaign
from tactics.rulebook import services
from tactics.rulebook.models import Entry, Version

pytestmark = pytest.mark.django_db
BAD = ("", "-1", "0", "9" * 24, "abc", "\x00", "1.5", "٣", "[]", "' or 1=1", "../..")
NAMES = (
    "p", "q", "all", "o", "e", "_popup", "_to_field", "_changelist_filters", "page", "format", "resource", "with", "id",
    "id__in", "kind__exact", "archived__exact", "is_staff__exact", "current__exact", "ruleset__exact", "nothing__x",
    "user__password__startswith", "created__gte", "app_label", "model_name", "field_name", "term", "object_id",
)  # fmt: skip
POSTED = ("_selected_action", "action", "index", "select_across", "format", "export_items", "import_file_name",
          "kind", "key", "body", "archived", "seen", "note", "resource", "post")  # fmt: skip
SIGNED_OUT = ("logout", "login", "password")
ALWAYS = ("_to_field", "id__in", "format", "page", "with")


def patterns() -> list[str]:
    found: set[str] = set()

    def walk(patterns: list[URLPattern | URLResolver], before: str) -> None:
        for each in patterns:
            path = before + str(each.pattern)
            if isinstance(each, URLResolver):
                walk(each.url_patterns, path)
            elif "(?P" not in path and not any(name in path for name in SIGNED_OUT):
                found.add(path)

    walk(site.site.get_urls(), "/admin/")
    return sorted(found)


@pytest.fixture
def root() -> Client:
    services.publish_shipped()
    # A long list takes its time, and no page reads a query otherwise for it.
    entries = Entry.objects.exclude(kind__in=("stat", "status"))
    entries._raw_delete(entries.db)
    user = get_user_model().objects.create(username="root", is_staff=True, is_superuser=True)
    Campaign.objects.create(name="Cellar", ruleset="tempus")
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def filled(pattern: str) -> str:
    """The address of something that is there."""
    kinds = {"rulebook/entry": Entry, "rulebook/version": Version, "campaigns/campaign": Campaign}
    model = next((model for part, model in kinds.items() if part in pattern), get_user_model())
    found = model.objects.order_by("-pk").values_list("pk", flat=True)[0]
    return re.sub(r"<[^>]+>", str(found), pattern.replace("<slug:ruleset>", "tempus"))


def asked() -> Iterator[tuple[str, str, dict[str, str]]]:
    """(method, address, what is sent): each place of an address and each name, with senseless values in turn."""
    for number, pattern in enumerate(patterns()):
        ours = "rulebook" in pattern
        plain = filled(pattern)
        for bad in BAD if ours else BAD[number % 3 :: 3]:
            if "<" in pattern:
                odd = quote(bad, safe="").join(re.split(r"<[^>]+>", pattern))
                yield "get", odd, {}
                yield "post", odd, {}
        yield "get", plain, {}
        for at, name in enumerate(NAMES if ours else ("_to_field", "id__in", "q")):
            for bad in BAD[::3] if name in ALWAYS else BAD[at % 11 :: 11]:
                yield "get", f"{plain}?{name}={quote(bad)}", {}
        if ours and "/delete/" not in pattern:
            for at, name in enumerate(POSTED):
                for bad in BAD[at % 11 :: 11]:
                    yield "post", plain, {name: bad}
            yield "post", plain, {"action": "back_to_shipped", "_selected_action": "x", "index": "0"}
            yield "post", plain, {"action": "export_admin_action", "_selected_action": "\x00", "index": "0"}


def test_no_senseless_query_breaks_a_page(root: Client) -> None:
    bad = []
    for method, address, sent in asked():
        answer = getattr(root, method)(address, sent) if sent else getattr(root, method)(address)
        if answer.status_code >= 500:
            bad.append(f"{method} {address} {sent}")
    assert bad == []
