"""Sheets of another ruleset: made in three choices, changed in the form, out and in as files, and in a Mission."""

from __future__ import annotations

import importlib
import json
import re

import pytest
from django.apps import apps

from characters import roster, services
from characters.models import Character, MobTemplate
from characters.selectors import code_of, rules_of, starts
from missions.prepare import choices
from tactics.kernel.sheet_fields import same, value_at
from tactics.kernel.sheets import SheetChange
from tactics.outerah import closing
from tactics.outerah.parts import body_part, part
from tests.characters.desk import Desk, make
from tests.characters.test_roster import download, state, take
from tests.outerah.table import Battle, foe, hero

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return make("outerah")


def test_a_guest_has_made_one_in_three_choices_and_reads_the_sheet(desk: Desk) -> None:
    status, page = desk.get("ana", "characters/new/")
    assert status == 200
    assert {"Tamsin", "Pell", "Isaura"} <= {one.label for one in starts(desk.campaign, "character")}
    assert "Grey wolf" not in page
    status, where = desk.send("ana", "characters/new/", {"like": "tamsin", "name": "Nell"})
    assert status == 302, where
    nell = Character.objects.get()
    assert (nell.name, nell.sheet["companions"]) == ("Nell", ["grey_wolf"])
    _, page = desk.get("ana", f"characters/{nell.number}/")
    for word in ("Hunter", "Longbow", "Sure Shot", "Grey wolf", "Animal Handling"):
        assert word in page, word


def test_what_the_form_changes_is_there_in_a_mission(desk: Desk) -> None:
    nell = desk.hero("ana", like="tamsin")
    rows = {
        "sheet.weapons-0-key": "dagger", "sheet.weapons-0-count": "2", "sheet.weapons-1-key": "",
        # both rows: a database may keep keys in an order of its own
        "sheet.pack-0-key": "bandage", "sheet.pack-0-count": "3",
        "sheet.pack-1-key": "potion", "sheet.pack-1-count": "1",
        "sheet.companions-0-key": "cloud_gryphon", "sheet.companions-0-name": "Vesper",
    }  # fmt: skip
    plain = {"sheet.class": "druid", "sheet.level": "7", "sheet.stats.STR": "31", "sheet.resist.fire": "50"}
    changed = {**plain, **rows}
    status, page = desk.send("ana", f"characters/{nell.number}/edit/", changed)
    assert status == 302, page
    nell.refresh_from_db()
    assert nell.sheet["pack"] == {"bandage": 3, "potion": 1}
    code, rules = code_of(desk.campaign), rules_of(desk.campaign)
    spec = choices.spec_of(desk.campaign, f"sheet:{nell.number}")
    unit, (body,) = code.build_unit(rules, "n", spec)
    own = body_part(body)
    assert (own.cls, body.stats["LV"], body.stats["STR"], own.resist["fire"]) == ("druid", 7, 31, 50)
    assert own.weapons == ("dagger", "dagger")
    assert [one["name"] for one in code.followers(rules, "n", spec)] == ["Vesper"]
    assert unit.character


def test_what_does_not_fit_is_said(desk: Desk) -> None:
    nell = desk.hero("ana", like="tamsin")
    status, page = desk.send("ana", f"characters/{nell.number}/edit/", {"sheet.level": "0"})
    assert status == 422
    status, page = desk.send("ana", f"characters/{nell.number}/edit/", {"sheet.skills-0-key": "nothing"})
    assert (status, "there is no “nothing” in these rules" in page) == (422, True)


@pytest.mark.parametrize(
    ("like", "kind", "word"), [("sparrow", "ship", "Masts, tier of all"), ("grey_wolf", "pet", "tamed")]
)
def test_ships_and_pets_are_kinds_of_their_own(desk: Desk, like: str, kind: str, word: str) -> None:
    assert desk.send("gil", "mobs/new/", {"like": like, "name": "Our own"})[0] == 302
    made = MobTemplate.objects.get()
    assert made.sheet["kind"] == kind
    status, page = desk.get("gil", f"mobs/{made.pk}/")
    assert (status, word in page) == (200, True)
    changed = {"sheet.tiers.hull": "9"} if kind == "ship" else {"sheet.stats.STR": "40"}
    status, page = desk.send("gil", f"mobs/{made.pk}/", changed)
    assert status == 302, page
    made.refresh_from_db()
    unit, bodies = code_of(desk.campaign).build_unit(
        rules_of(desk.campaign), "x", choices.spec_of(desk.campaign, f"mob:{made.pk}")
    )
    if kind == "ship":
        ship = part(unit).ship
        assert ship is not None
        assert (ship.tiers["hull"], len(bodies)) == (9, 7)
    else:
        assert bodies[0].stats["STR"] == 40


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_roster_comes_back_as_it_was(desk: Desk, form: str) -> None:
    desk.hero("ana", like="pell")
    desk.hero("ben", like="kesh")
    for like in ("sparrow", "grey_wolf", "raiders", "cloud_gryphon"):
        assert desk.send("gil", "mobs/new/", {"like": like, "name": ""})[0] == 302
    before, text = state(desk), download(desk, form)
    Character.objects.all().delete()
    MobTemplate.objects.all().delete()
    status, page = take(desk, text, name=f"roster.{form}")
    assert status == 302, page
    after = state(desk)
    plain = json.loads(roster.as_json(desk.campaign))
    assert {one["kind"] for one in plain["entries"]} == {"character", "mob", "pet", "mount", "ship"}
    for old, new in zip(before[0], after[0], strict=True):  # type: ignore[call-overload]
        for one in code_of(desk.campaign).sheet_fields(rules_of(desk.campaign), old[1]):
            assert same(one, value_at(old[1], one.path), value_at(new[1], one.path)), one.key
    names = [one[0] for one in after[1]]  # type: ignore[attr-defined]
    assert names == sorted(one[0] for one in before[1])  # type: ignore[attr-defined]


@pytest.mark.rule("T-094")
def test_there_is_one_level_and_it_is_the_one_that_is_played(desk: Desk) -> None:
    status, where = desk.send("gil", "characters/new/", {"like": "kesh", "name": "Ruuk"})
    assert status == 302, where
    ruuk = Character.objects.get()
    assert (ruuk.level, ruuk.sheet["level"], ruuk.xp) == (5, 5, 400)
    _, page = desk.get("gil", f"characters/{ruuk.number}/")
    assert "Level 5, 400 XP; next level at 500" in " ".join(page.split())
    _, page = desk.get("gil", f"characters/{ruuk.number}/edit/")
    assert re.findall(r'name="((?:sheet\.)?level)"', page) == ["sheet.level"]

    status, where = desk.send("gil", f"characters/{ruuk.number}/edit/", {"xp": "520"})
    assert status == 302, where
    desk.post("gil", f"characters/{ruuk.number}/")
    ruuk.refresh_from_db()
    assert (ruuk.level, ruuk.sheet["level"]) == (6, 6)
    status, where = desk.send("gil", f"characters/{ruuk.number}/edit/", {"sheet.level": "3"})
    assert status == 302, where
    ruuk.refresh_from_db()
    assert (ruuk.level, ruuk.sheet["level"]) == (3, 3)
    latest = ruuk.history.order_by("-pk")[0]
    assert latest.changes == [{"label": "Level", "old": "6", "new": "3"}]
    desk.post("gil", f"characters/{ruuk.number}/change/", do="copy", count="1")
    copy = Character.objects.exclude(pk=ruuk.pk).get()
    assert (copy.level, copy.sheet["level"], copy.xp) == (3, 3, 200)


@pytest.mark.rule("T-094")
def test_a_level_that_a_mission_leaves_is_the_characters(desk: Desk) -> None:
    ruuk = desk.hero("ana", like="kesh")
    assert ruuk.level == 5
    change = SheetChange("stat.LV", "Level", "5", "7", ("level",), 7)
    services.take_over(ruuk, [change], [], mission=1, name="The duel")
    ruuk.refresh_from_db()
    assert (ruuk.level, ruuk.sheet["level"]) == (7, 7)


def test_a_roster_names_the_level_once_and_takes_it_back(desk: Desk) -> None:
    ruuk = desk.hero("ana", like="kesh")
    header = download(desk, "csv").removeprefix("\ufeff").splitlines()[0].split(",")
    assert header.count("level") == 1
    assert take(desk, "name,level,class\nKesh,9,Druid\n", change="yes")[0] == 302
    ruuk.refresh_from_db()
    assert (ruuk.level, ruuk.sheet["level"], ruuk.sheet["class"]) == (9, 9, "druid")
    # A file of an older release, which wrote a level of its own beside the sheet's.
    entry = {"kind": "character", "name": "Old", "level": 1, "sheet": {"kind": "character", "level": 4}}
    assert take(desk, json.dumps([entry]), name="roster.json")[0] == 302
    old = Character.objects.get(name="Old")
    assert (old.level, old.sheet["level"]) == (4, 4)


def test_sheets_of_older_releases_get_one_level(desk: Desk) -> None:
    ruuk = desk.hero("ana", like="kesh")
    Character.objects.update(level=1)
    migration = importlib.import_module("characters.migrations.0008_one_level")
    migration.level_of_the_sheet(apps, None)
    ruuk.refresh_from_db()
    assert (ruuk.level, ruuk.sheet["level"]) == (5, 5)


def test_whom_one_is_like_is_told_before_one_chooses(desk: Desk) -> None:
    told = {one.label: one.told for kind in ("character", "mob") for one in starts(desk.campaign, kind)}
    assert told["Kesh"] == "Sorcerer, Level 5, Hit Points 65, Fire wand, Dagger. Small patience, large fires."
    assert told["Grey wolves"].startswith("Mob of 3: Level ")
    assert told["Grey wolf"].startswith("Pet: Level 4, Hit Points 50, Fangs.")
    assert told["The Sparrow"].startswith("Ship: Hull, tier 2, ")
    classes = {
        told[name].split(",")[0] for name in ("Vael", "Brenn", "Oriel", "Tamsin", "Kesh", "Isaura", "Pell", "Ninove")
    }
    assert len(classes) == 8


def test_a_ships_form_says_what_a_tier_brings(desk: Desk) -> None:
    rules = rules_of(desk.campaign)
    fields = {one.key: one for one in code_of(desk.campaign).sheet_fields(rules, {"kind": "ship"})}
    assert "100, 110, 120, 135, 150, 170, 190, 215, 240, 275" in fields["tiers.hull"].help
    assert fields["tiers.mast"].help.startswith("From 1 to 10: each mast's Hit Points 25, 30,")


def test_a_ready_hero_of_a_mission_has_one_level(desk: Desk) -> None:
    spec = {"side": "heroes", "seat": "ana"}
    number = choices.kept(desk.campaign, rules_of(desk.campaign), "ready:kesh", spec).partition(":")[2]
    kesh = Character.objects.get(number=int(number))
    assert (kesh.level, kesh.sheet["level"], kesh.xp) == (5, 5, 400)


def test_a_first_level_that_the_guide_raised_has_its_own_place() -> None:
    play = Battle(["a...b", "....."], {"a": hero(level=1), "b": foe()}, order="ab")
    play.do("rule", by="gil", set={"a.stats.LV": "=3"})
    found = closing.changes(play.state, play.rules, play.state.units["a"], {"stats": {"STR": 1}})
    assert [(one.path, one.value) for one in found if one.label == "Level"] == [(("level",), 3)]
