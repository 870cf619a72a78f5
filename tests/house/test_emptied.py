"""What a transactional test leaves behind (tests.emptied)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission

from campaigns.models import Campaign, User
from tactics.rulebook.models import Entry, Version


def test_nothing_of_a_test_stays_and_what_migrate_made_does(transactional_db: None, emptied: Any) -> None:
    entries, versions = set(Entry.objects.values_list("pk", "body")), set(Version.objects.values_list("pk", flat=True))
    permissions = set(Permission.objects.values_list("pk", flat=True))
    assert entries
    assert versions
    assert permissions
    User.objects.create_user("olga")
    Campaign.objects.create(name="Cellar", ruleset="toy")
    Version.objects.create(ruleset="toy", hash="0" * 64, document="{}")
    emptied.empty()
    assert not User.objects.exists()
    assert not Campaign.objects.exists()
    assert set(Version.objects.values_list("pk", flat=True)) == versions
    assert set(Entry.objects.values_list("pk", "body")) == entries
    assert set(Permission.objects.values_list("pk", flat=True)) == permissions


def test_rules_that_were_changed_are_as_shipped_again(transactional_db: None, emptied: Any) -> None:
    shipped = dict(Entry.objects.values_list("key", "body"))
    entry = Entry.objects.order_by("pk")[0]
    Entry.objects.filter(pk=entry.pk).delete()
    emptied.empty()
    assert dict(Entry.objects.values_list("key", "body")) == shipped
    Entry.objects.filter(pk=Entry.objects.order_by("pk")[0].pk).update(archived=True)
    emptied.empty()
    assert not Entry.objects.filter(archived=True).exists()
    assert dict(Entry.objects.values_list("key", "body")) == shipped
