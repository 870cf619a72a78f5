"""Sheets of another ruleset: made in three choices, changed in the form, out and in as files, and in a Mission."""

from __future__ import annotations

import json

import pytest

from characters import roster
from characters.models import Character, MobTemplate
from characters.selectors import code_of, rules_of, starts
from missions.prepare import choices
from tactics.kernel.sheet_fields import same, value_at
from tactics.outerah.parts import body_part, part
from tests.characters.desk import Desk, make
from tests.characters.test_roster import download, state, take

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
