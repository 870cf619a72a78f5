"""The admin as people use it: edit as YAML, publish, compare, import and export."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from campaigns.library.models import HouseEntry
from campaigns.models import Campaign
from tactics.effects import rules as data
from tactics.rulebook import services
from tactics.rulebook.models import Entry, Version, document_of

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
    draft = reverse("admin:rulebook_version_draft", args=["tempus"])
    text = admin.get(draft).content.decode()
    assert "constant tt.aim.bonus" in text
    assert "<td>value</td>" in text
    assert "root, " in text
    page = admin.post(draft, {"seen": seen(text), "note": "Aim is dearer"}, follow=True)
    after = services.latest("tempus")
    assert after != before
    assert (after.note, after.by) == ("Aim is dearer", "root")
    text = page.content.decode()
    assert f"New Missions play version {after}" in text
    assert "constant tt.aim.bonus" in text
    told = admin.get(reverse("admin:rulebook_version_history", args=[after.pk])).content.decode()
    assert "Published. Aim is dearer" in told
    assert "there is nothing to publish" in admin.get(draft).content.decode()


def seen(page: str) -> str:
    return page.split('name="seen" value="')[1].split('"')[0]


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


def test_a_new_entry_that_cannot_be_read_says_one_thing(admin):
    said = {"ruleset": "tempus", "kind": "weapon", "key": "spoon", "body": "label: ["}
    page = admin.post(reverse("admin:rulebook_entry_add"), said).content.decode()
    assert "This is not YAML" in page
    assert "This is not JSON" not in page, "nobody wrote JSON"
    assert not Entry.objects.filter(key="spoon").exists()


def test_a_reference_that_breaks_is_told_at_the_field(admin):
    page = edit(admin, entry("skill", "bow"), "label: Bow\ntype: physical\n")
    assert "weapon long_bow: skill: bow is no attack skill" in page.content.decode()


def test_what_is_in_use_is_not_deleted_and_says_who_uses_it(admin):
    Entry.objects.create(ruleset="tempus", kind="status", key="mine", body='{"label": "Mine"}')
    dust = '{"label": "Dust", "use": "body", "effect": [{"do": "inflict", "status": "mine"}]}'
    one = Entry.objects.create(ruleset="tempus", kind="item", key="dust", body=dust)
    for kind, key, says in (
        ("status", "mine", "item dust names it."),
        ("weapon", "javelin", "It ships with Sortie"),
    ):
        address = reverse("admin:rulebook_entry_delete", args=[entry(kind, key).pk])
        assert says in admin.get(address).content.decode()
        admin.post(address, {"post": "yes"})
        assert not entry(kind, key).archived
    campaign = Campaign.objects.create(name="Cellar", ruleset="tempus")
    HouseEntry.objects.create(campaign=campaign, kind="item", key="dust", body='{"label": "Ash"}')
    address = reverse("admin:rulebook_entry_delete", args=[one.pk])
    assert "Cellar: its house rules uses it." in admin.get(address).content.decode()
    admin.post(address, {"post": "yes"})
    assert entry("item", "dust").pk == one.pk
    campaign.delete()
    admin.post(address, {"post": "yes"})
    assert not Entry.objects.filter(key="dust").exists()
    current = reverse("admin:rulebook_version_delete", args=[services.latest("tempus").pk])
    assert "new Missions play it" in admin.get(current).content.decode()
    admin.post(current, {"post": "yes"})
    assert services.latest("tempus")


def test_back_to_what_ships(admin):
    found = entry("weapon", "knife")
    edit(admin, found, "label: Knife\nskill: dagger\neffectiveness: d4")
    listed = reverse("admin:rulebook_entry_changelist")
    admin.post(listed, {"action": "back_to_shipped", "_selected_action": [found.pk]}, follow=True)
    found.refresh_from_db()
    assert (found.origin, found.content["effectiveness"]) == ("shipped", "d6")


def test_players_see_none_of_it(client):
    client.force_login(get_user_model().objects.create(username="ana"))
    services.publish_shipped()
    version = Version.objects.first()
    for address in (
        reverse("admin:rulebook_entry_changelist"),
        reverse("admin:rulebook_version_diff", args=[version.pk]),
    ):
        assert client.get(address).status_code == 302


def test_it_is_said_and_tried_before_it_is_saved(admin):
    """The sentence, the odds of the real thing and the advice, and everything typed is still there."""
    found = entry("weapon", "knife")
    address = reverse("admin:rulebook_entry_change", args=[found.pk])
    body = "label: Great knife\nskill: dagger\neffectiveness: 3d6"
    text = admin.post(address, {"body": body, "_look": "1", "try-rank": "5"}).content.decode()
    assert "Great knife: " in text.split('id="about"')[1]
    assert "Simple Attack" in text
    assert "on average" in text
    assert "One go, with real dice" in text
    assert "effectiveness: 3d6" in text
    found.refresh_from_db()
    assert (found.origin, found.history.count()) == ("shipped", 0)
    text = admin.post(address, {"body": body.replace("3d6", "3x6"), "_look": "1"}).content.decode()
    assert "write d10, 2d6 or none" in text
    assert "effectiveness: 3x6" in text
    new = {"ruleset": "outerah", "kind": "weapon", "key": "", "body": "label: Oar", "_look": "1"}
    text = admin.post(reverse("admin:rulebook_entry_add"), new).content.decode()
    assert "This field is required" in text
    assert "label: Oar" in text


def test_nobody_overwrites_what_somebody_else_saved_meanwhile(admin):
    found = entry("constant", "tt.aim.bonus")
    address = reverse("admin:rulebook_entry_change", args=[found.pk])
    mine = seen(admin.get(address).content.decode())
    edit(admin, found, "label: Theirs\nvalue: 4")
    page = admin.post(address, {"body": "label: Mine\nvalue: 5", "seen": mine}).content.decode()
    assert "Somebody else changed this entry meanwhile" in page
    assert "label: Mine" in page
    assert entry("constant", "tt.aim.bonus").content["label"] == "Theirs"
    admin.post(address, {"body": "label: Mine\nvalue: 5", "seen": seen(page)})
    assert entry("constant", "tt.aim.bonus").content["label"] == "Mine"


def test_nobody_publishes_what_they_did_not_look_at(admin):
    draft = reverse("admin:rulebook_version_draft", args=["tempus"])
    edit(admin, entry("constant", "tt.aim.bonus"), "label: Aim\nvalue: 3")
    looked = seen(admin.get(draft).content.decode())
    edit(admin, entry("constant", "tt.aim.bonus"), "label: Aim\nvalue: 99")
    before = services.latest("tempus")
    for sent in (looked, "", "x"):
        page = admin.post(draft, {"seen": sent, "note": "mine"}).content.decode()
        assert "Somebody changed the rules meanwhile" in page
        assert 'value="mine"' in page
    assert services.latest("tempus") == before


def test_a_draft_names_what_is_wrong_and_what_is_unusual(admin):
    draft = reverse("admin:rulebook_version_draft", args=["tempus"])
    Entry.objects.create(ruleset="tempus", kind="status", key="twice", body='{"label": "Blessed"}')
    text = admin.get(draft).content.decode()
    assert "status twice" in text.split('id="advice"')[1].split("</ul>")[0]
    # Past every check, as a release can do that removes what an edited entry names.
    Entry.objects.filter(key="twice").update(body='{"label": "Blessed", "forbids": ["flying"]}')
    text = admin.get(draft).content.decode()
    assert "there is no action" in text.split('id="wrong"')[1].split("</ul>")[0]
    assert "Publish</" not in text
    before = services.latest("tempus")
    digest = data.digest(document_of("tempus"))
    assert "Nothing is published while something is wrong" in admin.post(draft, {"seen": digest}).content.decode()
    assert services.latest("tempus") == before


def staff(*names: str) -> Client:
    user = get_user_model().objects.create(username="stan", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="rulebook", codename__in=names))
    client = Client()
    client.force_login(user)
    return client


def test_who_may_edit_need_not_be_allowed_to_publish(admin):
    stan = staff("view_entry", "change_entry", "view_version")
    found = entry("constant", "tt.aim.bonus")
    assert "was changed successfully" in edit(stan, found, "label: Aim\nvalue: 3").content.decode()
    draft = reverse("admin:rulebook_version_draft", args=["tempus"])
    text = stan.get(draft).content.decode()
    assert "and not publish them" in text
    before = services.latest("tempus")
    assert stan.post(draft, {"seen": data.digest(document_of("tempus"))}).status_code == 403
    assert services.latest("tempus") == before
    # A file may make new entries, which stan may not.
    for name in ("import", "process_import"):
        assert stan.get(reverse(f"admin:rulebook_entry_{name}")).status_code in (403, 405)
        assert stan.post(reverse(f"admin:rulebook_entry_{name}"), {}).status_code == 403


def test_who_may_only_look_changes_nothing(admin):
    found = entry("constant", "tt.aim.bonus")
    edit(admin, found, "label: Aim\nvalue: 3")
    edit(admin, found, "label: Aim\nvalue: 4")
    stan = staff("view_entry", "view_version")
    address = reverse("admin:rulebook_entry_change", args=[found.pk])
    assert stan.get(address).status_code == 200
    older = found.history.last().pk
    back = reverse("admin:rulebook_entry_simple_history", args=[found.pk, older])
    for where, sent in ((address, {"body": "label: X"}), (address, {"body": "label: X", "_look": "1"}), (back, {})):
        assert stan.post(where, sent).status_code == 403
    assert entry("constant", "tt.aim.bonus").content["value"] == 4
    assert stan.get(reverse("admin:rulebook_entry_history", args=[found.pk])).status_code == 200
    nobody = staff_without()
    for where in (address, back, reverse("admin:rulebook_version_draft", args=["tempus"])):
        assert nobody.get(where).status_code == 403


def staff_without() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create(username="nora", is_staff=True))
    return client


def test_back_to_an_older_state_by_the_history(admin):
    found = entry("weapon", "knife")
    for dice in ("d4", "d8"):
        edit(admin, found, f"label: Knife\nskill: dagger\neffectiveness: {dice}")
    text = admin.get(reverse("admin:rulebook_entry_history", args=[found.pk])).content.decode()
    assert "root" in text
    back = reverse("admin:rulebook_entry_simple_history", args=[found.pk, found.history.last().pk])
    shown = admin.get(back).content.decode()
    assert "effectiveness: d4" in shown
    # A release came meanwhile: what ships is no matter of an older state.
    Entry.objects.filter(pk=found.pk).update(shipped=found.shipped.replace("d6", "d12"))
    admin.post(back, {"body": "label: Knife\nskill: dagger\neffectiveness: d4"})
    now = entry("weapon", "knife")
    assert now.content["effectiveness"] == "d4"
    assert "d12" in now.shipped
    assert now.history.first().history_user.username == "root"


def test_a_new_entry_begins_as_one_that_is_there_and_its_fields_are_explained(admin):
    like = Entry.objects.get(ruleset="outerah", kind="status", key="poison")
    shown = admin.get(reverse("admin:rulebook_entry_change", args=[like.pk])).content.decode()
    address = f"{reverse('admin:rulebook_entry_add')}?like={like.pk}"
    assert f'href="{address}"' in shown
    assert "<dt>minimum</dt><dd>Minimum (Own turns that it lasts before it may be resisted" in shown
    assert "dot = harms at the start of each turn" in shown
    form = admin.get(address).context["adminform"].form
    assert (form.initial["ruleset"], form.initial["kind"]) == ("outerah", "status")
    assert "does: dot" in form.initial["body"]
    assert "items" not in form.initial["body"]
    body = form.initial["body"].replace("label: Poison", "label: Venom")
    answer = admin.post(address, {"ruleset": "outerah", "kind": "status", "key": "venom", "body": body, "seen": ""})
    assert answer.status_code == 302, answer.content.decode()
    made = Entry.objects.get(ruleset="outerah", kind="status", key="venom")
    assert (made.content["label"], made.content["does"], made.origin) == ("Venom", "dot", "edited")
    assert admin.get(f"{reverse('admin:rulebook_entry_add')}?like=99999999999999999999999").status_code == 400
