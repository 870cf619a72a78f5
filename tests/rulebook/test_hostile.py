"""Rules data that nobody writes by chance is refused with words, in the form and in a file."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tactics.rulebook.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client):
    client.force_login(get_user_model().objects.create(username="root", is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        ("skill", "label: " + "[" * 20_000, "too many brackets"),
        ("skill", "label: X\nline: " + "9" * 5_000, "Exceeds the limit"),
        ("skill", "label: X\nline: 2026-13-41", "month must be in 1..12"),
        ("skill", "!!python/object/apply:os.system ['id']", "could not determine a constructor"),
        ("skill", "a: &a [x]\nb: *a", "no aliases"),
        ("no such kind", "label: X", "Select a valid choice"),
    ],
)
def test_an_entry_that_makes_no_sense(admin, kind: str, body: str, words: str) -> None:
    sent = {"ruleset": "tempus", "kind": kind, "key": "odd", "body": body}
    page = admin.post(reverse("admin:rulebook_entry_add"), sent)
    assert page.status_code == 200
    assert words in page.content.decode()
    assert not Entry.objects.filter(key="odd").exists()


@pytest.mark.parametrize("text", ["- [1, 2]", "- 1", "[[]]"])
def test_a_file_without_columns(admin, text: str) -> None:
    before = Entry.objects.count()
    file = SimpleUploadedFile("rules.yaml", text.encode())
    sent = {"format": "2", "resource": "0", "import_file": file}
    page = admin.post(reverse("admin:rulebook_entry_import"), sent)
    assert page.status_code == 200
    assert Entry.objects.count() == before
