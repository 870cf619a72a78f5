"""House rules: made in forms, said in words, tried out, checked with all rules, and played by the next Mission."""

from __future__ import annotations

import json
from itertools import count

import pytest
from msgspec.structs import asdict

from campaigns import services as people
from campaigns.library import entry, services
from campaigns.library.models import HouseEntry
from characters.selectors import rules_of
from missions import selectors, stored
from missions import services as plays
from missions.models import Mission
from tactics.effects import kinds
from tactics.rulebook.models import Version
from tests.characters.desk import Desk, sent

keys = count(1)
WHIP = {"label": "Chain whip", "skill": "sword", "effectiveness": "d8", "attempt_bonus": "2", "reach": "3"}


def make(desk: Desk, section: str, **values: str) -> tuple[int, str]:
    return desk.send("gil", f"library/{section}/new/", {**values, "do": "save"})


def body(desk: Desk, kind: str, key: str) -> dict[str, object]:
    found = HouseEntry.objects.get(campaign=desk.campaign, kind=kind, key=key).content
    assert found is not None
    return found


def test_a_weapon_is_made_with_its_sentence_and_odds(desk: Desk) -> None:
    status, page = desk.send("gil", "library/weapon/new/", {**WHIP, "do": "look"})
    assert status == 200
    assert "Chain whip: Sword, d8, +2 Attempt, reach 3." in page
    assert "Simple Attack: Chain whip" in page
    assert "on average" in page
    assert "One go, with real dice" in page
    assert HouseEntry.objects.count() == 0
    status, where = make(desk, "weapon", **WHIP)
    assert (status, where) == (302, desk.url("library/weapon/chain_whip/"))
    assert body(desk, "weapon", "chain_whip") == {
        "label": "Chain whip", "skill": "sword", "effectiveness": "d8", "attempt_bonus": 2, "reach": 3,
    }  # fmt: skip
    listed = desk.get("gil", "library/")[1]
    assert "Chain whip: Sword, d8, +2 Attempt, reach 3." in listed


def test_the_odds_are_those_of_the_one_who_is_chosen(desk: Desk) -> None:
    hero = desk.hero()
    make(desk, "weapon", **WHIP)
    address = "library/weapon/chain_whip/"
    found = []
    for rank in ("P", "5"):
        chosen = {"try-who": f"sheet:{hero.number}", "try-at": "ready:ogre", "try-rank": rank, "try-far": "2"}
        page = desk.send("gil", address, {**chosen, "do": "look"})[1]
        assert f'<option value="sheet:{hero.number}" selected>' in page
        found.append(page[page.index("<tbody>") : page.index("</tbody>")])
    assert found[0] != found[1]
    out = desk.send("gil", address, {"try-far": "9", "do": "look"})[1]
    assert "nobody in reach" in out


def test_every_shipped_entry_opens_and_stays_as_it_is(desk: Desk) -> None:
    """The form loses nothing: what is saved untouched says nothing else than the rules, whatever the kind."""
    for section, _title, kind, spell in entry.sections(desk.campaign):
        for row in entry.rows(desk.campaign, kind, rules_of(desk.campaign), spell)[1]:
            post = sent(desk.get("gil", f"library/{section}/{row.key}/")[1])
            again = entry.posted(desk.campaign, kind, row.key, "", bool(spell), post)
            assert again.said, row
            assert again.checked is not None
            assert (again.wrong, again.checked.body) == ([], {}), (row.key, again.checked.body)


def test_another_like_it_is_equal_but_for_its_name(desk: Desk) -> None:
    rules = rules_of(desk.campaign)
    for section, kind, key in (
        ("spell", "action", "cast_lit3"), ("skill", "skill", "scream"), ("skill", "skill", "sworn_foe"),
        ("item", "item", "potion_belt"), ("status", "status", "grappled"), ("action", "action", "defensive_stance"),
    ):  # fmt: skip
        page = desk.get("gil", f"library/{section}/new/?like={key}")[1]
        status, where = desk.post("gil", f"library/{section}/new/", **{**sent(page), "label": "Mine", "do": "save"})
        assert status == 302, where
        assert where.endswith("/mine/")
        made, old = rules_of(desk.campaign).find(kind, "mine"), rules.find(kind, key)
        own = ("label", "origin", "line", "source", "items")
        same, other = ({k: v for k, v in asdict(one).items() if k not in own} for one in (made, old))
        for name in {"holds", "forbids"} & same.keys():
            same[name], other[name] = set(same[name]), set(other[name])
        assert same == other
        HouseEntry.objects.all().delete()


def test_wrong_input_is_said_with_what_to_do_and_nothing_is_lost(desk: Desk) -> None:
    for changed, told in (
        ({"effectiveness": "lots"}, "write d10, 2d6 or none"),
        ({"reach": "far"}, "write a whole number, not far"),
        ({"label": ""}, "write the name that people read"),
        ({"skill": "climb"}, "is no attack skill"),
        ({"hands": "9"}, "1 to 4"),
        ({"effectiveness": "9999999d9999999"}, "Effectiveness"),
        ({"skill": "swrod"}, "sword"),
    ):
        status, page = make(desk, "weapon", **{**WHIP, **changed})
        assert status == 422, changed
        assert told.casefold() in page.casefold(), changed
        assert sent(page)["attempt_bonus"] == "2"
    assert HouseEntry.objects.count() == 0


def test_steps_are_built_row_by_row(desk: Desk) -> None:
    """A step's own fields come when it is chosen, and there is always one row more."""
    like = sent(desk.get("gil", "library/spell/new/")[1])
    look = {**like, "label": "Hail", "check": "fire", "target": "cell", "level": "2", "cost.ma": "3", "do": "look"}
    look |= {"effect.0.do": "check", "effect.0.against": "difficulty", "effect.1.do": "area"}
    page = desk.post("gil", "library/spell/new/", **look)[1]
    fields = sent(page)
    assert "effect.1.radius" in fields
    assert "effect.2.do" in fields
    fields |= {"effect.1.radius": "2", "effect.1.spare": "self", "effect.1.effect.0.do": "check", "do": "look"}
    fields = sent(desk.post("gil", "library/spell/new/", **fields)[1])
    fields |= {"effect.1.effect.0.against": "def", "effect.1.effect.1.do": "harm", "do": "look"}
    fields = sent(desk.post("gil", "library/spell/new/", **fields)[1])
    fields |= {"effect.1.effect.1.bonus": "2", "do": "save"}
    status, where = desk.post("gil", "library/spell/new/", **fields)
    assert status == 302, where
    assert body(desk, "action", "hail")["effect"] == [
        {"do": "check"},
        {"do": "area", "radius": 2, "spare": "self",
         "effect": [{"do": "check", "against": "def"}, {"do": "harm", "bonus": 2}]},
    ]  # fmt: skip
    assert "to all but oneself within 2" in desk.get("gil", "library/")[1]


def test_a_changed_entry_lies_over_the_rules_and_is_taken_back(desk: Desk) -> None:
    status, _where = desk.send("gil", "library/weapon/knife/", {"effectiveness": "d4", "do": "save"})
    assert status == 302
    assert body(desk, "weapon", "knife") == {"effectiveness": "d4"}
    assert rules_of(desk.campaign).find("weapon", "knife").effectiveness == "d4"
    desk.post("gil", "library/weapon/knife/", do="back")
    assert rules_of(desk.campaign).find("weapon", "knife").effectiveness == "d6"


def test_what_others_name_is_neither_left_out_nor_deleted(desk: Desk) -> None:
    desk.post("gil", "library/status/shaken/", do="out")
    desk.post("gil", "library/status/marked/", do="out")
    assert {one.key for one in HouseEntry.objects.filter(body="")} <= {"shaken", "marked"}
    desk.post("gil", "library/skill/sword/", do="out")
    assert not HouseEntry.objects.filter(key="sword").exists()
    assert "there is no skill" in desk.get("gil", "library/skill/sword/")[1]
    make(desk, "skill", label="Whirl", type="physical", stat__="", attack="on", effectiveness="d8")
    make(desk, "weapon", **{**WHIP, "skill": "whirl"})
    desk.post("gil", "library/skill/whirl/", do="back")
    assert HouseEntry.objects.filter(key="whirl").exists()
    desk.post("gil", "library/weapon/chain_whip/", do="back")
    desk.post("gil", "library/skill/whirl/", do="back")
    assert not HouseEntry.objects.filter(key="whirl").exists()


def test_house_rules_are_played_by_the_next_mission_and_by_no_earlier_one(desk: Desk) -> None:
    from tests.characters.desk import sent as form

    before = form(desk.browsers["gil"].get(f"/missions/new/{desk.campaign.pk}/").content.decode())
    desk.browsers["gil"].post(f"/missions/new/{desk.campaign.pk}/", {**before, "name": "First"})
    make(desk, "weapon", **WHIP)
    make(desk, "terrain", label="Brambles", letter="b", style="rough", steps="3")
    hero = desk.hero()
    assert desk.send("ana", f"characters/{hero.number}/edit/", {"sheet.weapons-0-key": "chain_whip"})[0] == 302
    page = desk.browsers["gil"].get(f"/missions/new/{desk.campaign.pk}/").content.decode()
    assert "b Brambles" in page
    fields = form(page) | {"name": "Second", "board": "letters", "rows": "\n".join(["bbbbbb"] * 6)}
    answer = desk.browsers["gil"].post(f"/missions/new/{desk.campaign.pk}/", fields)
    assert answer.status_code == 302, answer.content.decode()
    first, second = Mission.objects.get(name="First"), Mission.objects.get(name="Second")
    assert stored.rules_of(first.rules.hash).find("weapon", "chain_whip") is None
    rules = stored.rules_of(second.rules.hash)
    assert rules.find("weapon", "chain_whip").label == "Chain whip"
    genesis = stored.History(second).genesis()
    assert {unit.name for unit in genesis.units.values()} == {"Mara"}
    assert "brambles" in {key for board in genesis.boards.values() for _letter, key in board.palette}
    # Looking at pages made no versions: one for each Mission's rules, and what ships.
    assert Version.objects.filter(house=True).count() == 1


def test_house_rules_are_shared_between_a_gms_campaigns(desk: Desk) -> None:
    make(desk, "skill", label="Whirl", type="physical", attack="on", effectiveness="d8")
    make(desk, "weapon", **{**WHIP, "skill": "whirl"})
    make(desk, "status", label="Dazed")
    owner = desk.members["gil"].user
    assert owner is not None
    other, gm = people.create_campaign(owner=owner, name="The Other Road", ruleset="tempus")
    there = Desk(other, {"gil": gm}, desk.browsers)
    page = there.get("gil", "library/take/")[1]
    assert "Chain whip" in page
    assert "Dazed" in page
    status, _where = there.post("gil", "library/take/", **{"from": desk.campaign.pk, "entry": ["weapon:chain_whip"]})
    assert status == 302
    assert {one.key for one in other.house.all()} == {"chain_whip", "whirl"}
    # Another GM's campaign is no source, whatever is posted.
    stranger = people.add_member(other, user=people.make_guest("Zoe"), role="gm", key="zoe", name="Zoe")
    assert stranger.is_gm
    _invitation, token = people.create_seat_link(stranger)
    from django.test import Client

    zoe = Client()
    zoe.post(f"/join/{token}/")
    answer = zoe.post(f"/campaigns/{other.pk}/library/take/", {"from": desk.campaign.pk, "entry": ["status:dazed"]})
    assert answer.status_code == 200
    assert {one.key for one in other.house.all()} == {"chain_whip", "whirl"}


def test_the_library_is_the_gms(desk: Desk) -> None:
    for who in ("ana", "sam"):
        for path in ("library/", "library/take/", "library/weapon/new/", "library/weapon/knife/"):
            assert desk.get(who, path)[0] == 404
            assert desk.post(who, path, do="out")[0] in (404, 405)
    for path in ("library/nothing/new/", "library/weapon/none/", "library/constant/new/", "library/spell/x/"):
        assert desk.get("gil", path)[0] == 404


def test_house_rules_that_fit_no_more_say_so(desk: Desk) -> None:
    """A new release may lack what they name: no Mission is made, and the library says what to mend."""
    HouseEntry.objects.create(
        campaign=desk.campaign, kind="weapon", key="relic", body=json.dumps({"label": "Relic", "skill": "gone"})
    )
    answer = desk.browsers["gil"].get(f"/missions/new/{desk.campaign.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, desk.url("library/"))
    page = desk.get("gil", "library/")[1]
    assert "there is no skill &#x27;gone&#x27;" in page
    hero = desk.hero()
    assert desk.get("ana", f"characters/{hero.number}/")[0] == 200
    assert desk.post("gil", "library/weapon/relic/", do="back")[0] == 302
    assert services.problems(desk.campaign) == ()


def test_two_who_write_one_entry_do_not_overwrite_each_other(desk: Desk) -> None:
    make(desk, "weapon", **WHIP)
    early = sent(desk.get("gil", "library/weapon/chain_whip/")[1])
    desk.send("gil", "library/weapon/chain_whip/", {"reach": "2", "do": "save"})
    status, page = desk.post("gil", "library/weapon/chain_whip/", **{**early, "reach": "4", "do": "save"})
    assert status == 422
    assert "Somebody else changed it" in page
    assert body(desk, "weapon", "chain_whip")["reach"] == 2


def test_hostile_text_is_text_and_large_bodies_have_an_end(desk: Desk) -> None:
    name = '"><script>alert(1)</script>'
    status, where = make(desk, "status", label=name, text=f"javascript:1 {name}")
    assert status == 302
    for path in ("library/", where.removeprefix(desk.url("")), "library/take/"):
        assert "<script>alert" not in desk.get("gil", path)[1]
    many = {f"effect.{n}.do": "ask" for n in range(300)} | {f"effect.{n}.text": "x" * 3000 for n in range(300)}
    page = entry.posted(
        desk.campaign, "action", "", "", False, {"shown": "label,effect", "label": "Long", **many}
    )
    assert page.checked is not None
    assert len(page.checked.body["effect"]) <= 20
    assert kinds.of("tempus").types["action"] is not None


@pytest.mark.parametrize("label", ["Ёж", "漢字", "9 lives", "Übermut", "knife"])
def test_any_name_makes_a_key(desk: Desk, label: str) -> None:
    key = services.free_key(desk.campaign, "weapon", label)
    assert key != "knife"
    assert make(desk, "weapon", **{**WHIP, "label": label})[0] == 302
    assert rules_of(desk.campaign).find("weapon", key).label == label


def test_a_house_weapon_strikes_in_a_mission(desk: Desk) -> None:
    """From the form to the log: made, held by a hero of the roster, and used at the table by its player."""
    make(desk, "weapon", **WHIP)
    hero = desk.hero("ana", like="tovin")
    desk.send("ana", f"characters/{hero.number}/edit/", {"sheet.weapons-0-key": "chain_whip"})
    new = f"/missions/new/{desk.campaign.pk}/"
    fields = sent(desk.browsers["gil"].get(new).content.decode()) | {"foe_0": "ready:ogre", "start": "", "goal": "Win"}
    assert desk.browsers["gil"].post(new, fields).status_code == 302
    mission = Mission.objects.get()
    state = selectors.present(mission).state
    mine = next(key for key, unit in state.units.items() if unit.seat == "ana")
    theirs = next(key for key, unit in state.units.items() if unit.seat == desk.members["gil"].key)

    def do(seat: str, do: str, **args: object) -> None:
        command, who = {"do": do, **args}, plays.TRUSTED
        plays.submit(mission.pk, desk.members[seat].key, f"k{next(keys)}", command, who=who)

    do("gil", "roll_initiative")
    do("gil", "rule", set={f"{mine}.initiative": 99})
    for key, x in ((mine, 3), (theirs, 6)):
        do("gil", "place", unit=key, at=[x, 5])
    target = state.units[theirs].bodies[0]
    do("ana", "act", unit=mine, action="simple_attack", target=target, **{"with": "chain_whip"})
    lines = [line.text for line in selectors.look(mission, "ana", "player").lines]
    assert any("Chain whip at Ogre" in line for line in lines), lines


def test_an_empty_form_blames_nobody_before_it_is_sent(desk: Desk) -> None:
    assert "errorlist" not in desk.get("gil", "library/spell/new/")[1]
    assert "errorlist" in desk.send("gil", "library/spell/new/", {"label": "", "level": "1", "do": "save"})[1]
