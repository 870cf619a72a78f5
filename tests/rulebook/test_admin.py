"""The admin as people use it: edit as YAML, publish, compare, import and export."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tactics.rulebook import services
from tactics.rulebook.models import Entry, Version

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client):
    services.publish_shipped()
    client.force_login(get_user_model().objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def entry(kind: str, key: str) -> Entry:
    return Entry.objects.get(ruleset="tempus", kind=kind, key=key)


def edit(admin, found: Entry, body: str):
    address = reverse("admin:rulebook_entry_change", args=[found.pk])
    return admin.post(address, {"body": body}, follow=True)


def test_every_page_opens(admin):
    found = entry("action", "simple_attack")
    version = services.latest("tempus")
    for address in (
        reverse("admin:rulebook_entry_changelist"),
        reverse("admin:rulebook_entry_add"),
        reverse("admin:rulebook_entry_change", args=[found.pk]),
        reverse("admin:rulebook_entry_history", args=[found.pk]),
        reverse("admin:rulebook_entry_import"),
        reverse("admin:rulebook_entry_export"),
        reverse("admin:rulebook_version_changelist"),
        reverse("admin:rulebook_version_change", args=[version.pk]),
        reverse("admin:rulebook_version_diff", args=[version.pk]),
    ):
        page = admin.get(address)
        assert page.status_code == 200, address
        text = page.content.decode()
        assert " style=" not in text, address
        assert "onclick=" not in text, address


def test_the_body_is_shown_as_yaml_with_its_meaning(admin):
    text = admin.get(
        reverse("admin:rulebook_entry_change", args=[entry("action", "simple_attack").pk])
    ).content.decode()
    assert "label: Simple Attack" in text
    assert "one Attempt against DEF at reach 1" in text


def test_edit_and_publish(admin):
    found = entry("constant", "tt.aim.bonus")
    page = edit(admin, found, "label: Attempt bonus of Aim\nvalue: 3\n")
    assert "was changed successfully" in page.content.decode()
    found.refresh_from_db()
    assert found.origin == "edited"
    assert found.history.count() == 1
    assert found.history.first().history_user.username == "root"
    before = services.latest("tempus")
    listed = reverse("admin:rulebook_entry_changelist")
    page = admin.post(listed, {"action": "publish", "_selected_action": [found.pk]}, follow=True)
    after = services.latest("tempus")
    assert after != before
    assert str(after) in page.content.decode()
    text = admin.get(reverse("admin:rulebook_version_diff", args=[after.pk])).content.decode()
    assert "constant tt.aim.bonus" in text
    assert "<td>value</td>" in text


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("label: [", "This is not YAML"),
        ("- a", "Write fields and values"),
        ("label: X\nlabel: Y", "stands twice"),
        ("label: X\nvalue: 2026-01-01", "Put dates and the like in quotes"),
        ("label: X\nvalue: 1\nvaleu: 2", "did you mean &#x27;value&#x27;"),
    ],
)
def test_errors_stand_at_the_field(admin, body, says):
    found = entry("constant", "tt.aim.bonus")
    page = edit(admin, found, body)
    assert says in page.content.decode()
    assert Entry.objects.get(pk=found.pk).body == found.body


def test_a_reference_that_breaks_is_told_at_the_field(admin):
    page = edit(admin, entry("skill", "bow"), "label: Bow\ntype: physical\n")
    assert "weapon long_bow: skill: bow is no attack skill" in page.content.decode()


def test_deletion_is_offered_only_for_what_was_made_here_and_nobody_needs(admin):
    own = Entry.objects.create(ruleset="tempus", kind="status", key="mine", body='{"label": "Mine"}')
    assert admin.get(reverse("admin:rulebook_entry_delete", args=[own.pk])).status_code == 200
    shipped = reverse("admin:rulebook_entry_delete", args=[entry("weapon", "javelin").pk])
    assert admin.get(shipped).status_code == 403
    current = reverse("admin:rulebook_version_delete", args=[services.latest("tempus").pk])
    assert admin.get(current).status_code == 403


def test_back_to_what_ships(admin):
    found = entry("weapon", "knife")
    edit(admin, found, "label: Knife\nskill: dagger\neffectiveness: d4")
    listed = reverse("admin:rulebook_entry_changelist")
    admin.post(listed, {"action": "back_to_shipped", "_selected_action": [found.pk]}, follow=True)
    found.refresh_from_db()
    assert (found.origin, found.content["effectiveness"]) == ("shipped", "d6")


def upload(admin, rows):
    file = SimpleUploadedFile("rules.json", json.dumps(rows).encode(), "application/json")
    address = reverse("admin:rulebook_entry_import")
    page = admin.post(address, {"import_file": file, "format": "1", "resource": ""})
    form = page.context.get("confirm_form")
    if form is None:
        return page
    return admin.post(reverse("admin:rulebook_entry_process_import"), form.initial, follow=True)


def row(kind, key, **body):
    return {"ruleset": "tempus", "kind": kind, "key": key, "body": json.dumps(body), "archived": False}


def test_import_takes_a_file_whole(admin):
    rows = [
        row("weapon", "whip", label="Whip", skill="lash"),
        row("skill", "lash", label="Lash", type="physical", attack=True, effectiveness="d4", effectiveness_stat="LCK"),
        row("stat", "LCK", label="Luck", short="LCK"),
    ]
    page = upload(admin, rows)
    assert page.status_code == 200
    assert entry("weapon", "whip").content["skill"] == "lash"
    assert services.publish("tempus").hash


def test_import_of_a_broken_file_changes_nothing(admin):
    rows = [row("status", "fine", label="Fine"), row("weapon", "whip", label="Whip", skill="lash")]
    page = upload(admin, rows)
    assert "there is no skill &#x27;lash&#x27;" in page.content.decode()
    assert not Entry.objects.filter(key__in=["fine", "whip"]).exists()
    page = upload(admin, [row("status", "fine", label="Fine"), row("weapon", "whip", labl="Whip")])
    assert "did you mean" in page.content.decode()
    assert not Entry.objects.filter(key__in=["fine", "whip"]).exists()


def test_export(admin):
    address = reverse("admin:rulebook_entry_export")
    fields = ("ruleset", "kind", "key", "body", "archived")
    chosen = {f"entryresource_{name}": "on" for name in fields}
    page = admin.post(address, {"format": "1", "resource": "", **chosen})
    rows = json.loads(page.content)
    assert {"ruleset", "kind", "key", "body"} <= rows[0].keys()
    assert len(rows) == Entry.objects.count()


def test_players_see_none_of_it(client):
    client.force_login(get_user_model().objects.create(username="ana"))
    services.publish_shipped()
    version = Version.objects.first()
    for address in (
        reverse("admin:rulebook_entry_changelist"),
        reverse("admin:rulebook_version_diff", args=[version.pk]),
    ):
        assert client.get(address).status_code == 302
