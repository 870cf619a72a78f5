"""Rosters as files: what goes out comes back the same, what is wrong is said by line, and then nothing is taken."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from characters.models import Character, MobTemplate
from tactics.rulebook.cells import FORMULA
from tests.characters.desk import Desk


def take(desk: Desk, text: str | bytes, change: str = "", name: str = "roster.csv") -> tuple[int, str]:
    data = text.encode() if isinstance(text, str) else text
    answer = desk.browsers["gil"].post(desk.url("roster/"), {"file": SimpleUploadedFile(name, data), "change": change})
    return answer.status_code, answer.content.decode()


def download(desk: Desk, form: str) -> str:
    answer = desk.browsers["gil"].get(desk.url(f"roster/{form}/"))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return str(answer.content.decode())


def state(desk: Desk) -> list[object]:
    roster = Character.objects.order_by("name")
    heroes = [(one.name, one.sheet, one.about, one.xp, one.level, one.member) for one in roster]
    return [heroes, [(one.name, one.count, one.sheet, one.about) for one in MobTemplate.objects.order_by("name")]]


def test_a_table_of_few_columns_makes_a_roster(desk: Desk) -> None:
    text = "Name;kind;Player;STR;Dexterity;skills;In hand, whichever is free;pack;race\r\n" \
           "Nell;;Ana;4;3;Sword 3; ...\r\n"  # fmt: skip
    # A semicolon parts the columns here, so a cell with several things stands in quotes.
    text = text.replace("Sword 3; ...", '"Sword 3; climb P";short sword;"rope; 3 Ration";Human')
    assert take(desk, text.replace("short sword", "Short sword"))[0] == 302
    nell = Character.objects.get()
    assert (nell.name, nell.member) == ("Nell", desk.members["ana"])
    assert nell.sheet == {
        "kind": "character", "stats": {"STR": 4, "DEX": 3}, "skills": {"sword": "3", "climb": "P"},
        "weapons": ["short_sword"], "pack": ["rope", {"item": "ration", "count": 3}], "race": "human",
    }  # fmt: skip


def test_one_bad_line_and_nothing_is_taken(desk: Desk) -> None:
    text = (
        "name,kind,count,STR,skills,player\n"
        "Ott,character,,3,sword 2,\n"
        "\n"
        'Ulf,character,,lots,"flying 2",Zora\n'
        '"Rats",mob,99,1,,\n'
        "Ott,character,,3,,\n"
        "Worn,character,,1,sword 12,\n"
    )
    status, page = take(desk, text)
    assert status == 422
    assert "Nothing was taken" in page
    for told in (
        "<td>4</td><td>Ulf</td>", "nobody here is called “Zora”; there are Ana, Ben, Gil",
        "<td>5</td><td>Rats</td>", "less than or equal to 50",
        "<td>6</td><td>Ott</td>", "The file has two of this name",
        "<td>7</td><td>Worn</td>", "choose one of P, 0, 1",
    ):  # fmt: skip
        assert told in page, told
    assert Character.objects.count() == MobTemplate.objects.count() == 0
    mended = "\n".join(line for n, line in enumerate(text.splitlines(), 1) if n not in (4, 5, 6, 7))
    assert take(desk, mended)[0] == 302
    assert Character.objects.get().sheet["skills"] == {"sword": "2"}


@pytest.mark.parametrize("form", ["csv", "json"])
def test_what_goes_out_comes_back_the_same(desk: Desk, form: str) -> None:
    hero = desk.hero()
    hero.sheet["pack"] = ["rope", {"item": "note", "text": "the bridge is out", "by": "gil"}]
    hero.save()
    desk.hero("ben", like="sera")
    desk.send("gil", "mobs/new/", {"like": "wolves"})
    before = state(desk)
    text = download(desk, form)
    assert take(desk, text)[0] == 422, "they are here already"
    assert take(desk, text, change="yes")[0] == 302
    assert state(desk) == before
    assert [one.history.count() for one in Character.objects.all()] == [1, 1]
    if form == "json":
        Character.objects.all().delete()
        MobTemplate.objects.all().delete()
        assert take(desk, text)[0] == 302
        assert state(desk) == before


def test_a_changed_table_changes_sheets_with_a_line_of_history(desk: Desk) -> None:
    hero = desk.hero()
    text = download(desk, "csv")
    table = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert take(desk, f"name,STR,xp\nMara,9,{hero.xp + 30}\n", change="yes")[0] == 302
    hero.refresh_from_db()
    assert hero.sheet["stats"]["STR"] == 9
    assert hero.xp == 30
    assert hero.sheet["stats"]["DEX"] == int(table[0]["stats.DEX"])
    line = hero.history.first()
    assert line is not None
    assert (line.why, [change["label"] for change in line.changes]) == ("From a file", ["Strength"])


def test_cells_are_no_formulas_and_come_back_as_they_were(desk: Desk) -> None:
    for name in ("=1+1", "+SUM(A1)", "-2+3", "@cmd", "=HYPERLINK(\"http://x\",\"y\")"):
        hero = desk.hero()
        hero.name, hero.about = name, f"{name}\nsecond line"
        hero.save()
    text = download(desk, "csv")
    for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
        for cell in row:
            assert not cell.startswith(FORMULA) or cell.lstrip("-").isdecimal(), cell
    before = state(desk)
    assert take(desk, text, change="yes")[0] == 302
    assert state(desk) == before


REFUSED = {
    "empty": (b"", "empty"),
    "binary": (b"PK\x03\x04\x00\x00\x00", "no text"),
    "no name": (b"kind,STR\ncharacter,3\n", "one of them must be “name”"),
    "only a header": (b"name,STR\n", "nobody in this file"),
    "broken json": (b'{"sortie": "roster", "version": 1,', "no JSON"),
    "deep json": (b"[" * 100_000, "too deep for a roster"),
    "later json": (b'{"sortie": "roster", "version": 2}', "later release"),
    "other rules": (b'{"sortie": "roster", "version": 1, "ruleset": "chess", "entries": []}', "other rules"),
    "no sheet": (b'[{"name": "X", "sheet": 3}]', "not the form of one"),
    "foreign key": (b'[{"name": "X", "sheet": {"seat": "gm"}}]', "is nothing of a sheet"),
    "unknown key": (b'[{"name": "X", "sheet": {"wings": 2}}]', "is no set-up key"),
    "wrong shape": (b'[{"name": "X", "sheet": {"stats": [1, 2]}}]', "X"),
    "long lines": (b"name\n" + b"x\n" * 400, "at most 300 lines"),
    "wide cell": (b"name,about\nX," + b"y" * 200_000 + b"\n", "cannot be read"),
    "open quote": (b'name,about\nAsh,"a\nElm,b\n', "Line 3 cannot be read"),
    "large": (b"name\n" + b"x" * 1_100_000, "at most 1 MB"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_says_so(desk: Desk, name: str) -> None:
    data, told = REFUSED[name]
    status, page = take(desk, data)
    assert status == 422
    assert told in page
    assert Character.objects.count() == 0


def test_a_table_from_an_old_spreadsheet(desk: Desk) -> None:
    """cp1252, tabs, and a column that nobody knows: left out, with a word."""
    answer = desk.browsers["gil"].post(
        desk.url("roster/"),
        {"file": SimpleUploadedFile("old.csv", "name\tShoe size\tSTR\nJörg\t44\t2\n".encode("cp1252"))},
        follow=True,
    )
    assert Character.objects.get().name == "Jörg"
    assert "Shoe size" in answer.content.decode()


def test_the_files_are_the_gms(desk: Desk) -> None:
    for who in ("ana", "sam"):
        for path in ("roster/", "roster/csv/", "roster/json/"):
            assert desk.get(who, path)[0] == 404
    assert desk.get("gil", "roster/xml/")[0] == 404
    everything = json.loads(download(desk, "json"))
    assert everything == {"sortie": "roster", "version": 1, "ruleset": "tempus", "entries": []}
