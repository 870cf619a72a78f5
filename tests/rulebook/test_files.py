"""Files of rules data: taken whole or not at all, told by row and reason, and safe in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json

import pytest
import tablib
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tactics.rulebook import services
from tactics.rulebook.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client):
    services.publish_shipped()
    client.force_login(get_user_model().objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def entry(kind: str, key: str) -> Entry:
    return Entry.objects.get(ruleset="tempus", kind=kind, key=key)


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


def sheet(rows) -> bytes:
    found = tablib.Dataset(headers=["ruleset", "kind", "key", "body"])
    found.extend(rows)
    return found.export("csv").encode()


def send(admin, name: str, content: bytes, format: str):
    file = SimpleUploadedFile(name, content)
    return admin.post(reverse("admin:rulebook_entry_import"), {"import_file": file, "format": format, "resource": ""})


def wrong(page) -> list[str]:
    text = page.content.decode()
    assert "Traceback" not in text
    assert "File &quot;" not in text
    return [one.split("</li>")[0] for one in text.split('id="wrong"')[1].split("</ul>")[0].split("<li>")[1:]]


def test_what_is_wrong_is_told_by_its_row_in_the_file(admin):
    """Rows are sorted before they are read; what is told is the place in the file."""
    rows = [
        ("tempus", "weapon", "whip", "label: Whip\nskill: lash"),
        ("tempus", "stat", "LCK", "label: Luck\nshort: LCK"),
        ("tempus", "skill", "gaze", "label: Gaze\ntype: mental\nstat: LKC"),
    ]
    told = wrong(send(admin, "rules.csv", sheet(rows), "0"))
    assert sorted(one[:6] for one in told) == ["row 1:", "row 3:"]
    assert any("skill gaze" in one and "did you mean &#x27;LCK&#x27;" in one for one in told)
    assert any("weapon whip" in one and "there is no skill &#x27;lash&#x27;" in one for one in told)
    told = wrong(send(admin, "rules.csv", sheet([*rows[1:2], ("tempus", "weapon", "w", "label: W\nskil: sword")]), "0"))
    assert len(told) == 1
    assert told[0].startswith("Row 2: weapon w: body: skil: there is no such field: did you mean &#x27;skill&#x27;")
    assert not Entry.objects.filter(key__in=["whip", "LCK", "gaze", "w"]).exists()


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (("tempsu", "status", "x", "label: X"), "did you mean &#x27;tempus&#x27;"),
        (("tempus", "statsu", "x", "label: X"), "did you mean &#x27;status&#x27;"),
        (("outerah", "race", "x", "label: X"), "no such kind"),
        (("tempus", "status", "", "label: X"), "Row 2: status : key: This field cannot be blank."),
        (("tempus", "status", "x" * 65, "label: X"), "at most 64"),
        (("tempus", "status", "1x", "label: X"), "the key must be letters"),
        (("tempus", "status", "x", ""), "Write fields and values"),
        (("tempus", "status", "x", "- a"), "Write fields and values"),
        (("tempus", "status", "x", "label: [" + "[" * 5000), "brackets"),
        (("tempus", "status", "x\0", "label: X"), "no text has"),
        (("tempus", "action", "x", "label: X\ncost: {pa: -1}"), "must be 0 to 99"),
        (("tempus", "action", "x", "label: X\ncost: {paa: 1}"), "did you mean &#x27;pa&#x27;"),
        (("tempus", "action", "x", "label: X\ndivnie: true"), "did you mean &#x27;divine&#x27;"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused_with_what_to_do(admin, row, says):
    before = Entry.objects.count()
    page = send(admin, "rules.csv", sheet([("tempus", "status", "fine", "label: Fine"), row]), "0")
    assert page.status_code == 200
    assert says.casefold() in page.content.decode().casefold()
    assert Entry.objects.count() == before


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        ("a.csv", b"\xff\xfe\x00bad", "0"),
        ("a.csv", b"", "0"),
        ("a.csv", b"a,b\n1,2\n", "0"),
        ("a.csv", b'ruleset,kind,key,body\n"', "0"),
        ("a.json", b"{", "1"),
        ("a.json", b"[" * 100_000, "1"),
        ("a.json", b'{"a": 1}', "1"),
        ("a.json", b"[1]", "1"),
        ("a.yaml", b"a: &a [*a]", "2"),
        ("a.yaml", b"!!python/object/apply:os.system ['id']", "2"),
        ("a.csv", b"ruleset,kind,key,body\n", "9"),
        ("a.csv", b"ruleset,kind,key,body\n", ""),
        ("a.csv", b"ruleset,kind,key,body\n", "x"),
    ],
)
def test_a_file_that_is_none_is_refused_with_words(admin, name, content, format):
    before = Entry.objects.count()
    page = send(admin, name, content, format)
    assert page.status_code == 200
    assert "Confirm import" not in page.content.decode()
    assert Entry.objects.count() == before


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"import_file_name": "../../etc/passwd", "original_file_name": "x", "format": "0"},
        {"import_file_name": "x", "original_file_name": "x", "format": "x"},
        {"import_file_name": "x", "original_file_name": "x", "format": "99999999999999999999"},
        {"import_file_name": "x", "original_file_name": "x", "format": "0", "resource": "7"},
        {"import_file_name": "x\0", "original_file_name": "x", "format": "-1"},
    ],
)
def test_a_confirmation_that_nobody_was_asked_for(admin, tmp_path, sent):
    page = admin.post(reverse("admin:rulebook_entry_process_import"), sent)
    if not sent:
        assert page["Location"] == reverse("admin:rulebook_entry_import")
    else:
        assert page.status_code == 200
        assert "errornote" in page.content.decode()


def test_what_became_wrong_before_it_was_confirmed_is_not_taken(admin):
    rows = [("tempus", "weapon", "whip", "label: Whip\nskill: lash"), ("tempus", "status", "fine", "label: Fine")]
    lash = {"label": "Lash", "type": "physical", "stat": "DEX", "attack": True, "effectiveness": "d4"}
    Entry.objects.create(ruleset="tempus", kind="skill", key="lash", body=json.dumps(lash))
    form = send(admin, "rules.csv", sheet(rows), "0").context["confirm_form"]
    Entry.objects.filter(key="lash").delete()
    page = admin.post(reverse("admin:rulebook_entry_process_import"), form.initial, follow=True)
    assert "Nothing was taken: the rules changed meanwhile." in page.content.decode()
    assert not Entry.objects.filter(key__in=["whip", "fine"]).exists()


def test_a_file_that_was_exported_comes_in_again_as_it_was(admin):
    chosen = {f"entryresource_{name}": "on" for name in ("ruleset", "kind", "key", "body", "archived")}
    for format in ("0", "1", "2"):
        page = admin.post(reverse("admin:rulebook_entry_export"), {"format": format, "resource": "", **chosen})
        again = send(admin, "rules", page.content, format)
        totals = again.context["result"].totals
        assert (totals["skip"], totals["new"], totals["update"]) == (Entry.objects.count(), 0, 0)


def test_no_cell_of_an_export_is_a_formula(admin):
    """What is archived is not read, so its key may be anything."""
    for key in ("=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1"):
        Entry.objects.bulk_create([Entry(ruleset="tempus", kind="status", key=key, body="{}", archived=True)])
    chosen = {f"entryresource_{name}": "on" for name in ("kind", "key", "body")}
    page = admin.post(reverse("admin:rulebook_entry_export"), {"format": "0", "resource": "", **chosen})
    cells = [cell for row in csv.reader(io.StringIO(page.content.decode())) for cell in row]
    assert "'=1+1" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
