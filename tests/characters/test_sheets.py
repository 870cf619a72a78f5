"""Sheets made and changed by people: what the rules say of a sheet is the form, and every change has its line."""

from __future__ import annotations

import pytest

from campaigns import services as people
from campaigns.models import Campaign, User
from characters import hooks, services
from characters.models import Character, MobTemplate
from characters.selectors import rules_of as services_rules
from tactics.rulesets import RULESETS
from tactics.tempus.parts import TempusBody
from tests.characters.desk import Desk

TEMPUS = RULESETS["tempus"]
HOSTILE = "<script>alert(1)</script>"


def test_a_player_makes_a_character_in_three_choices(desk: Desk) -> None:
    status, page = desk.get("ana", "characters/new/")
    assert status == 200
    assert "Best at" in page
    status, where = desk.send("ana", "characters/new/", {"like": "mara", "name": "Nell"})
    made = Character.objects.get()
    assert (status, where) == (302, desk.url(f"characters/{made.number}/edit/"))
    assert (made.name, made.member, made.sheet["race"]) == ("Nell", desk.members["ana"], "human")
    assert [(line.why, line.by) for line in made.history.all()] == [("Made", desk.members["ana"])]


def test_an_untouched_form_changes_nothing(desk: Desk) -> None:
    for like in ("mara", "sera", "okka", "tovin"):
        hero = desk.hero(like=like)
        before = hero.sheet
        assert desk.send("ana", f"characters/{hero.number}/edit/", {})[0] == 302
        hero.refresh_from_db()
        assert hero.sheet == before
        assert hero.history.count() == 1


def test_each_change_has_a_line_and_can_be_put_back(desk: Desk) -> None:
    hero = desk.hero()
    before = hero.sheet
    changed = {"sheet.stats.STR": "7", "sheet.skills-0-key": "", "name": "Mara the Bold", "why": "Hard winter"}
    assert desk.send("ana", f"characters/{hero.number}/edit/", changed)[0] == 302
    hero.refresh_from_db()
    assert hero.sheet["stats"]["STR"] == 7
    assert len(hero.sheet["skills"]) == len(before["skills"]) - 1
    line = hero.history.first()
    assert line is not None
    assert (line.why, line.by, line.before) == ("Hard winter", desk.members["ana"], before)
    assert {change["label"] for change in line.changes} == {"Name", "Strength", "Skills"}
    assert desk.post("ana", f"characters/{hero.number}/change/", do="restore", entry=line.pk)[0] == 302
    hero.refresh_from_db()
    assert (hero.sheet, hero.name) == (before, "Mara the Bold")
    assert hero.history.count() == 3


def test_what_the_rules_refuse_is_said_at_its_field(desk: Desk) -> None:
    hero = desk.hero()
    for changed, told in (
        ({"sheet.stats.HP": "0"}, "greater than or equal to 1"),
        ({"sheet.skills-0-key": "flying"}, "there is no “flying”"),
        ({"sheet.skills-0-value": "11"}, "choose one of P, 0, 1"),
        ({"sheet.skills-0-key": "sword", "sheet.skills-1-key": "sword"}, "Sword stands twice"),
        ({"sheet.pack-0-key": "rope", "sheet.pack-0-count": "-3"}, "1 to 99 of it"),
        ({"sheet.weapons-0-key": "tent", "sheet.weapons-1-key": "ladder"}, "does not fit the hands"),
        ({"name": ""}, "required"),
        ({"about": "x" * 4001}, "at most 4000"),
    ):
        status, page = desk.send("ana", f"characters/{hero.number}/edit/", changed)
        assert status == 422, changed
        assert told in page, changed
    hero.refresh_from_db()
    assert hero.history.count() == 1


def test_two_who_edit_at_once_do_not_overwrite_each_other(desk: Desk) -> None:
    from tests.characters.desk import sent

    hero = desk.hero()
    address = f"characters/{hero.number}/edit/"
    early = sent(desk.get("ana", address)[1])
    assert desk.send("gil", address, {"sheet.stats.STR": "9"})[0] == 302
    status, page = desk.post("ana", address, **{**early, "sheet.stats.DEX": "9"})
    assert status == 422
    assert "by somebody else meanwhile" in page
    assert sent(page)["sheet.stats.DEX"] == "9"


def test_players_edit_their_own_and_the_gm_all(desk: Desk) -> None:
    hero = desk.hero("ana")
    for path in ("", "edit/"):
        assert desk.get("ben", f"characters/{hero.number}/{path}")[0] == 404
        assert desk.get("sam", f"characters/{hero.number}/{path}")[0] == 404
    assert desk.get("sam", "characters/new/")[0] == 404
    # What only the GM may say is not in the player's form, and is not read from it.
    assert desk.send("ana", f"characters/{hero.number}/edit/", {"xp": "900", "level": "9", "member": ""})[0] == 302
    hero.refresh_from_db()
    assert (hero.xp, hero.level, hero.member) == (0, 1, desk.members["ana"])
    for do in ("copy", "delete"):
        assert desk.post("ana", f"characters/{hero.number}/change/", do=do)[0] == 404
    changed = {"xp": "120", "level": "2", "member": str(desk.members["ben"].pk)}
    assert desk.send("gil", f"characters/{hero.number}/edit/", changed)[0] == 302
    hero.refresh_from_db()
    assert (hero.xp, hero.level, hero.member) == (120, 2, desk.members["ben"])
    assert [entry.points for entry in hero.ledger.all()] == [120]


def test_during_a_mission_edits_go_through_the_gm(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hero = desk.hero()
    monkeypatch.setattr(hooks, "busy", lambda one: "The Tower")
    status, where = desk.post("ana", f"characters/{hero.number}/edit/", name="X")
    assert (status, where) == (302, desk.url(f"characters/{hero.number}/"))
    page = desk.get("ana", f"characters/{hero.number}/")[1]
    assert "ask the GM" in page
    assert "Edit the sheet" not in page
    assert desk.send("gil", f"characters/{hero.number}/edit/", {"sheet.stats.STR": "6"})[0] == 302
    hero.refresh_from_db()
    assert hero.sheet["stats"]["STR"] == 6
    desk.post("gil", f"characters/{hero.number}/change/", do="delete")
    assert Character.objects.filter(number=hero.number).exists()


def test_hostile_text_is_text(desk: Desk) -> None:
    hero = desk.hero()
    changed = {"name": HOSTILE, "about": f"{HOSTILE} \u202e javascript:1 \x00", "why": HOSTILE}
    assert desk.send("ana", f"characters/{hero.number}/edit/", changed)[0] == 302
    for page in (f"characters/{hero.number}/", f"characters/{hero.number}/edit/", ""):
        text = desk.get("gil", page)[1]
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)" in text
        assert "\u202e" not in text


def test_what_a_form_does_not_show_stays(desk: Desk) -> None:
    """A thing's own name, and words that are unclear to who reads them, which the page does not give away."""
    hero = desk.hero()
    hero.sheet["pack"] = [
        "rope", {"item": "note", "name": "Torn letter", "text": "the bridge is out", "unclear": True, "by": "gil"}
    ]  # fmt: skip
    hero.save()
    page = desk.get("ana", f"characters/{hero.number}/edit/")[1]
    assert "the bridge is out" not in page
    assert "Torn letter" in page
    assert desk.send("ana", f"characters/{hero.number}/edit/", {"sheet.pack-0-key": ""})[0] == 302
    hero.refresh_from_db()
    assert hero.sheet["pack"] == [
        {"item": "note", "name": "Torn letter", "text": "the bridge is out", "unclear": True, "by": "gil"}
    ]


def test_more_rows_keep_what_was_typed(desk: Desk) -> None:
    hero = desk.hero()
    status, page = desk.send("ana", f"characters/{hero.number}/edit/", {"name": "Half done", "more": "sheet.skills"})
    assert status == 200
    assert 'value="Half done"' in page
    assert "Nothing was saved" not in page
    before = desk.get("ana", f"characters/{hero.number}/edit/")[1]
    assert page.count('aria-label="Skills ') > before.count('aria-label="Skills ')


def test_mob_templates_are_the_gms(desk: Desk) -> None:
    assert desk.get("ana", "mobs/new/")[0] == 404
    status, where = desk.send("gil", "mobs/new/", {"like": "wolves", "name": "Grey wolves"})
    mob = MobTemplate.objects.get()
    assert (status, where) == (302, desk.url(f"mobs/{mob.pk}/"))
    assert mob.count > 1
    assert "count" not in mob.sheet
    before = mob.sheet
    assert desk.send("gil", f"mobs/{mob.pk}/", {})[0] == 302
    mob.refresh_from_db()
    assert mob.sheet == before
    assert desk.send("gil", f"mobs/{mob.pk}/", {"count": "7", "sheet.stats.DEF": "5"})[0] == 302
    mob.refresh_from_db()
    assert (mob.count, mob.sheet["stats"]["DEF"]) == (7, 5)
    line = mob.history.first()
    assert line is not None
    assert (line.by, line.before) == (desk.members["gil"], before)
    assert {change["label"] for change in line.changes} == {"How many", "Defense"}
    assert "Defense" in desk.get("gil", f"mobs/{mob.pk}/")[1]
    assert desk.post("gil", f"mobs/{mob.pk}/change/", do="restore", entry="999999")[0] == 404
    assert desk.post("gil", f"mobs/{mob.pk}/change/", do="restore", entry=line.pk)[0] == 302
    mob.refresh_from_db()
    assert (mob.count, mob.sheet) == (7, before)
    assert [each.why for each in mob.history.all()][:2] == ["Back before “Edited”", "Edited"]
    assert desk.send("gil", f"mobs/{mob.pk}/", {"count": "51"})[0] == 422
    desk.post("gil", f"mobs/{mob.pk}/change/", do="copy", count=2)
    desk.post("gil", f"mobs/{mob.pk}/change/", do="copy", count=1)
    names = sorted(MobTemplate.objects.values_list("name", flat=True))
    assert names == ["Grey wolves", "Grey wolves 2", "Grey wolves 3", "Grey wolves 4"]
    desk.post("gil", f"mobs/{mob.pk}/change/", do="delete")
    assert MobTemplate.objects.count() == 3
    assert "Grey wolves 2" not in desk.get("ana", "")[1]


def test_copies_have_numbers_and_nobody_plays_them(desk: Desk) -> None:
    hero = desk.hero()
    desk.post("gil", f"characters/{hero.number}/change/", do="copy", count=2)
    assert {one.name: one.member for one in Character.objects.all()} == {
        "Mara": desk.members["ana"], "Mara 2": None, "Mara 3": None,
    }  # fmt: skip


def test_a_roster_has_an_end(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST", 1)
    desk.hero()
    status, page = desk.send("ana", "characters/new/", {"like": "mara"})
    assert status == 422
    assert "delete some first" in page
    assert Character.objects.count() == 1


def test_the_toys_sheet_opens_too(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in characters/ knows a ruleset: what the toy says of its sheets is the form."""
    from characters import selectors
    from tactics import rulesets
    from tests.characters.desk import Desk as Table
    from tests.toy.ruleset import RULES, TOY

    monkeypatch.setattr(rulesets, "RULESETS", {**rulesets.RULESETS, "toy": TOY})
    monkeypatch.setattr(selectors, "rules_of", lambda campaign: RULES)
    owner = User.objects.create_user("gil", password="lanterns and rope")
    campaign: Campaign = Campaign.objects.create(name="Cellar", ruleset="toy")
    table = Table(campaign, {"gil": people.add_member(campaign, user=owner, role="gm")})
    from django.test import Client

    table.browsers["gil"] = Client()
    table.browsers["gil"].force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    assert table.send("gil", "characters/new/", {"name": "Pip"})[0] == 302
    pip = Character.objects.get()
    address = f"characters/{pip.number}/"
    assert "Hearts" in table.get("gil", address)[1]
    status, page = table.send("gil", f"{address}edit/", {"sheet.hp": "9", "sheet.mood": "grim"})
    assert status == 422
    assert "The grim have 6 hit points at most." in page
    tricks = {"sheet.hp": "5", "sheet.mood": "grim", "sheet.tricks-0-key": "zap", "sheet.tricks-0-value": "2"}
    assert table.send("gil", f"{address}edit/", tricks)[0] == 302
    pip.refresh_from_db()
    assert pip.sheet == {"hp": 5, "mood": "grim", "tricks": {"zap": "2"}}
    assert "Zap 2" in table.get("gil", address)[1]


def unit_of(desk: Desk, hero: Character) -> TempusBody:
    """Its body's part as a Mission would make it."""
    rules = services_rules(desk.campaign)
    _unit, (body,) = TEMPUS.build_unit(rules, "x", {**hero.sheet, "name": hero.name, "kind": "character"})
    assert isinstance(body.part, TempusBody)
    return body.part


@pytest.mark.rule("T-126")
def test_how_it_casts_is_set_once_and_then_by_the_gm_alone(desk: Desk) -> None:
    hero = desk.hero()
    assert "casting" not in hero.sheet
    edit = f"characters/{hero.number}/edit/"
    page = desk.get("ana", edit)[1]
    assert "All spells" in page
    changed = {"sheet.casting-0-key": "*", "sheet.casting-0-stat": "CHA+WIT", "sheet.casting-0-skill": "healing"}
    changed |= {"sheet.casting-1-key": "cast_lit1", "sheet.casting-1-stat": "INT"}
    assert desk.send("ana", edit, changed)[0] == 302
    hero.refresh_from_db()
    assert hero.sheet["casting"] == {"*": {"stat": ["CHA", "WIT"], "skill": "healing"}, "cast_lit1": {"stat": "INT"}}
    part = unit_of(desk, hero)
    assert (part.casting["*"].stats, part.casting["cast_lit1"].stats) == (("CHA", "WIT"), ("INT",))
    line = hero.history.first()
    assert line is not None
    assert "All spells: Charisma + Wits / Healing" in line.changes[0]["new"]
    # What the player's form no longer lets them choose is not read either.
    assert 'name="sheet.casting-0-stat" aria-label="How it casts 1: Stat: as the spell says" disabled' in (
        desk.get("ana", edit)[1]
    )
    assert desk.send("ana", edit, {"sheet.casting-0-stat": "INT", "sheet.stats.STR": "7"})[0] == 302
    hero.refresh_from_db()
    assert (hero.sheet["stats"]["STR"], hero.sheet["casting"]["*"]["stat"]) == (7, ["CHA", "WIT"])
    assert desk.send("gil", edit, {"sheet.casting-0-stat": "INT", "sheet.casting-0-skill": ""})[0] == 302
    hero.refresh_from_db()
    assert hero.sheet["casting"]["*"] == {"stat": "INT"}


@pytest.mark.rule("T-181", "T-182", "T-183", "T-184")
def test_hands_of_another_make_hold_what_they_can(desk: Desk) -> None:
    hero = desk.hero(like="okka")
    edit = f"characters/{hero.number}/edit/"
    changed = {
        "sheet.limbs-0-key": "left", "sheet.limbs-0-impaired": "injury",
        "sheet.limbs-1-key": "mind", "sheet.limbs-1-slots": "2", "sheet.limbs-1-grips": "no",
    }  # fmt: skip
    assert desk.send("ana", edit, changed)[0] == 302
    hero.refresh_from_db()
    assert hero.sheet["limbs"] == {"left": {"impaired": "injury"}, "mind": {"slots": "2", "grips": "no"}}
    held = {"sheet.hands.mind-0-key": "torch", "sheet.hands.mind-0-count": "2"}
    assert desk.send("ana", edit, held)[0] == 302
    hero.refresh_from_db()
    part = unit_of(desk, hero)
    assert part.hands is not None
    assert [(h.key, h.slots, h.impaired, h.grips) for h in part.hands] == [
        ("right", None, "", True), ("left", None, "injury", True), ("mind", 2, "", False),
    ]  # fmt: skip
    assert sum(thing.count for thing in part.gear if thing.at == "mind") == 2
    status, page = desk.send("ana", edit, {"sheet.hands.mind-0-count": "3"})
    assert status == 422
    assert "does not fit the hands" in page
    for wrong, told in (({"limbs-0-slots": "99"}, "from its list"), ({"limbs-1-key": "left"}, "stands twice")):
        status, page = desk.send("ana", edit, {f"sheet.{key}": value for key, value in wrong.items()})
        assert status == 422
        assert told in page
    assert desk.send("ana", edit, {})[0] == 302
    assert hero.history.count() == 3


def test_a_thing_has_a_name_and_words_of_its_own(desk: Desk) -> None:
    hero = desk.hero()
    edit = f"characters/{hero.number}/edit/"
    at = list(hero.sheet["pack"]).index("grapnel")  # a database may keep keys in an order of its own
    own = {f"sheet.pack-{at}-name": "Grandmother’s <rope>", f"sheet.pack-{at}-text": "Come back."}
    assert desk.send("ana", edit, own)[0] == 302
    hero.refresh_from_db()
    thing = hero.sheet["pack"][at]
    assert (thing["name"], thing["text"]) == ("Grandmother’s <rope>", "Come back.")
    assert any((t.name, t.text) == ("Grandmother’s <rope>", "Come back.") for t in unit_of(desk, hero).gear)
    assert "Grandmother’s &lt;rope&gt;" in desk.get("ana", f"characters/{hero.number}/")[1]
    assert desk.send("ana", edit, {f"sheet.pack-{at}-name": "", f"sheet.pack-{at}-text": ""})[0] == 302
    hero.refresh_from_db()
    assert isinstance(hero.sheet["pack"][at], str)
