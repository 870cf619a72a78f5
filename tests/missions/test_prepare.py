"""A GM makes a Mission by the page: what is left alone has a sensible value, what cannot be says what to change."""

from __future__ import annotations

import pytest
from django.forms import BoundField, MultipleChoiceField
from django.test import Client
from msgspec.structs import replace

from campaigns import services as people
from campaigns.models import Campaign, Member, User
from campaigns.threads import services as threads
from characters.models import Character, MobTemplate
from characters.sheets import from_template
from missions import map_board, map_services, selectors, stored
from missions.models import Mission, MissionState
from missions.prepare import boards
from tactics.kernel.state import Board, Zone
from tactics.mission.something_else import Idea
from tactics.rulebook import services as rulebook
from tactics.tempus.parts import TempusMission

pytestmark = pytest.mark.django_db


class Desk:
    """A GM's browser and the form as the page would send it untouched."""

    ruleset = "tempus"

    def __init__(self) -> None:
        rulebook.publish_shipped()
        owner = User.objects.create_user(f"gil-{self.ruleset}", password="lanterns and rope", display_name="Gil")
        self.campaign, self.gm = people.create_campaign(owner=owner, name="The Quarry Road", ruleset=self.ruleset)
        self.ana = people.add_member(self.campaign, user=people.make_guest("Ana"), role="player")
        self.browser = Client()
        self.browser.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
        self.url = f"/missions/new/{self.campaign.pk}/"

    def send(self, **changed: object) -> tuple[int, str]:
        form = self.browser.get(self.url).context["form"]
        data = {f.name: self._sent(f) for f in form}
        data = {name: value for name, value in data.items() if value is not None}
        answer = self.browser.post(self.url, {**data, **changed})
        return answer.status_code, answer.content.decode() if answer.status_code != 302 else answer["Location"]

    @staticmethod
    def _sent(field: BoundField) -> object:
        """What a browser sends of a field that nobody touched: of a list its first line."""
        choices = getattr(field.field, "choices", None)
        if isinstance(field.field, MultipleChoiceField):
            return field.value() or None
        if field.value() in (None, False) and choices:
            return next(iter(choices))[0]
        return field.value() or None

    def made(self, **changed: object) -> tuple[Mission, selectors.Present]:
        status, where = self.send(**changed)
        assert status == 302, where
        mission = Mission.objects.get(campaign=self.campaign, closed=None)
        assert where == f"/missions/{mission.pk}/as/{self.gm.key}/"
        return mission, selectors.present(mission)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_an_untouched_form_makes_a_mission(desk: Desk) -> None:
    mission, now = desk.made()
    assert mission.name == "Mission 1"
    board = next(iter(now.state.boards.values()))
    assert (board.width, board.height, now.state.fog, now.state.phase) == (24, 18, "sight", "scenario")
    assert now.state.zones[0].cells[:2] == ((0, 0), (1, 0))
    assert desk.browser.get(f"/missions/{mission.pk}/as/{desk.gm.key}/").status_code == 200


def test_a_character_of_nobody_is_proposed_to_one(desk: Desk) -> None:
    """Left alone, the form may not ask for what it then refuses."""
    people.add_member(desk.campaign, user=people.make_guest("Ben"), role="player")
    sheet = from_template(map_services.rules_for(desk.campaign), "mara")
    for name in ("Ogda", "Perrin"):
        Character.objects.create(campaign=desk.campaign, name=name, sheet=sheet)
    _mission, now = desk.made()
    heroes = sorted((unit.seat, unit.name) for unit in now.state.units.values() if unit.seat in ("ana", "ben"))
    assert heroes == [("ana", "Ogda"), ("ben", "Perrin")]


def test_what_everybody_may_do_again_is_the_campaigns(desk: Desk) -> None:
    """Of Something else: kept in one Mission, on offer in the next that is made, however it is made (table.md 13)."""
    mission, now = desk.made()
    swing = Idea("idea1", "swing on the chandelier", {"pa": 1}, "climb")
    row = MissionState.objects.get(pk=mission.pk)
    mine = replace(swing, key="idea2", unit="somebody")
    stored.write_state(row, mission, replace(now.state, part=TempusMission(ideas=(swing, mine))))
    row.save()
    desk.send(name="The cellar")
    assert selectors.present(Mission.objects.get(name="The cellar")).state.part.ideas == (swing,)


def test_heroes_and_foes_are_those_chosen(desk: Desk) -> None:
    rules = stored.rules_of(rulebook.latest("tempus").hash)
    sheet = from_template(rules, "mara")
    sheet.pop("name")
    own = Character.objects.create(campaign=desk.campaign, member=desk.ana, name="Wren", sheet=sheet)
    crow = from_template(rules, "wolves")
    crow.pop("name"), crow.pop("count")
    mob = MobTemplate.objects.create(campaign=desk.campaign, name="Crows", count=3, sheet=crow)
    _mission, now = desk.made(
        goal="Hold the bridge", foe_0="ready:goblins", count_0="7", foe_1=f"mob:{mob.pk}", hidden_1="on",
    )  # fmt: skip
    units = {u.name: u for u in now.state.units.values()}
    assert set(units) == {"Wren", "Goblins", "Crows"}
    assert (units["Wren"].seat, units["Wren"].side) == (desk.ana.key, "heroes")
    assert [len(units[n].bodies) for n in ("Goblins", "Crows")] == [7, 3]
    assert all(now.state.bodies[b].hidden_from for b in units["Crows"].bodies)
    assert now.state.objectives["main"].title == "Hold the bridge"
    # Until that Mission is closed the sheet waits for what it leaves.
    offered = desk.browser.get(desk.url).context["form"].fields[f"hero_{desk.ana.key}"].choices
    assert f"sheet:{own.number}" not in dict(offered)


def test_two_groups_of_a_name_are_told_apart(desk: Desk) -> None:
    twice = {"foe_0": "ready:goblins", "count_0": "2", "foe_1": "ready:goblins", "count_1": "2"}
    _mission, now = desk.made(**twice, foe_2="ready:ogre", foe_3="ready:ogre")
    names = {u.name: sorted(now.state.bodies[b].name for b in u.bodies) for u in now.state.units.values()}
    assert names["Goblins"] == ["Goblin 1", "Goblin 2"]
    assert names["Goblins 2"] == ["Goblin 3", "Goblin 4"]
    assert (names["Ogre"], names["Ogre 2"]) == (["Ogre"], ["Ogre 2"])


def test_a_board_is_drawn_in_letters_and_taken_over(desk: Desk) -> None:
    drawing = "......\n.####.\n.#__#.\n.#__#.\n.##T#.\n~~~~~~\r\n\n"
    mission, now = desk.made(board="letters", rows=drawing, start="bottom")
    board = next(iter(now.state.boards.values()))
    keys = dict(board.palette)
    assert (board.width, board.height) == (6, 6)
    assert keys[board.terrain[6 * 4 + 3]] == "tree"
    assert {y for _x, y in now.state.zones[0].cells} == {2, 3, 4, 5}
    Mission.objects.filter(pk=mission.pk).update(closed="2026-01-01T00:00:00Z")
    _again, later = desk.made(board=f"mission:{mission.pk}", start="")
    assert later.state.boards == now.state.boards
    assert later.state.zones == ()


@pytest.mark.parametrize(
    ("rows", "says"),
    [("", "Draw the board"), ("....\n...", "same number"), ("...\n...\n...", "5 to 100"), ("....?\n" * 6, "?")],
)
def test_a_drawing_that_is_no_board_is_kept_and_says_why(desk: Desk, rows: str, says: str) -> None:
    status, page = desk.send(board="letters", rows=rows, name="Stays <b>typed</b>")
    assert status == 422
    assert says in page
    assert "Stays &lt;b&gt;typed&lt;/b&gt;" in page
    assert not Mission.objects.exists()


def test_a_sheet_that_the_rules_do_not_know_is_named(desk: Desk) -> None:
    bad = Character.objects.create(campaign=desk.campaign, name="Odd", sheet={"kind": "character", "shoe": 44})
    status, page = desk.send(**{f"hero_{desk.ana.key}": f"sheet:{bad.number}"})
    assert status == 422
    assert "does not fit the rules" in page
    assert not Mission.objects.exists()


def test_foreign_choices_are_no_choices(desk: Desk) -> None:
    """Another campaign's character, Mission or Mob is as one that does not exist."""
    other = Campaign.objects.create(name="Elsewhere", ruleset="tempus")
    theirs = Character.objects.create(campaign=other, number=77, name="Theirs", sheet={})
    mob = MobTemplate.objects.create(campaign=other, name="Theirs", sheet={})
    for field, value in (
        (f"hero_{desk.ana.key}", f"sheet:{theirs.number}"), ("foe_0", f"mob:{mob.pk}"), ("board", "mission:999999"),
    ):  # fmt: skip
        status, page = desk.send(**{field: value})
        assert status == 422
        assert "Theirs" not in page


def test_only_the_gm_finds_the_page(desk: Desk) -> None:
    player = Client()
    player.force_login(desk.ana.user, backend="django.contrib.auth.backends.ModelBackend")
    for browser in (player, Client()):
        assert browser.get(desk.url).status_code == 404
        assert browser.post(desk.url, {"name": "x"}).status_code == 404
    assert desk.browser.get("/missions/new/99999999999999999999/").status_code == 404
    assert "/missions/new/" in desk.browser.get(f"/campaigns/{desk.campaign.pk}/").content.decode()
    assert "/missions/new/" not in player.get(f"/campaigns/{desk.campaign.pk}/").content.decode()
    assert Member.objects.filter(campaign=desk.campaign).count() == 2


def test_characters_count_by_campaign(desk: Desk) -> None:
    other = Campaign.objects.create(name="Elsewhere", ruleset="tempus")
    first, second = (Character.objects.create(campaign=other, name=name) for name in ("Ash", "Elm"))
    assert (first.number, second.number) == (1, 2)
    first.delete()
    assert Character.objects.create(campaign=other, name="Oak").number == 3


def test_a_thread_becomes_the_scenario(desk: Desk) -> None:
    """What all may read of it; a whisper, or another campaign's thread, never."""
    thread = threads.open_thread(desk.campaign, desk.gm, "The tavern")
    threads.post(thread, desk.gm, key="a", text="Rain.")
    threads.post(thread, desk.ana, key="b", text="secretly", whisper=True)
    page = desk.browser.get(f"/campaigns/{desk.campaign.pk}/threads/{thread.pk}/").content.decode()
    address = f"/missions/new/{desk.campaign.pk}/?thread={thread.pk}"
    assert f'href="{address}"' in page
    page = desk.browser.get(address).content.decode()
    assert 'value="The tavern"' in page
    assert "Rain." in page
    assert "secretly" not in page
    other = Campaign.objects.create(name="Elsewhere", ruleset="tempus")
    theirs = threads.open_thread(other, people.add_member(other, user=None, role="gm", name="Olga"), "Theirs")
    for number in (theirs.pk, "x", 10**30):
        page = desk.browser.get(f"/missions/new/{desk.campaign.pk}/?thread={number}")
        assert page.status_code == 200
        assert "Theirs" not in page.content.decode()


# --- what another ruleset brings: pets with an owner, ships, maps from the shelf ---------------------


class Hangar(Desk):
    """The same under Outerah."""

    ruleset = "outerah"

    def draw(self, name: str, rows: list[str]) -> str:
        """The choice of a new map of the campaign, a letter of terrain a cell."""
        rules = map_services.rules_for(self.campaign)
        signs = {spec.letter: key for key, spec in rules.entries["terrain"].items()}
        letters = "".join(rows)
        palette = tuple((sign, signs[sign]) for sign in sorted(set(letters)))
        board = Board(map_board.BOARD, name, len(rows[0]), len(rows), letters, palette)
        return f"map:{map_services.store(self.campaign, name, map_board.Stored(board)).pk}"


def test_a_map_of_the_shelf_brings_its_zones_and_fog(desk: Desk) -> None:
    _, found = desk.made(board="shelf:ruin", start="map", goal="Get out")
    (board,) = found.state.boards.values()
    assert (board.name, board.width, found.state.fog) == ("The broken watchtower", 20, "sight")
    assert [zone.name for zone in found.state.zones] == ["The old road"]
    assert desk.send(board="shelf:nowhere")[0] == 422


@pytest.mark.rule("T-022", "T-025")
@pytest.mark.parametrize(("start", "names"), [("left", ["Start", "Camp", "Lair"]), ("", ["Camp", "Lair"])])
def test_an_edge_for_the_heroes_leaves_the_zones_of_others(start: str, names: list[str]) -> None:
    """What was drawn for heroes, or for one player, gives way; of everybody's the foes keep theirs."""
    rows = {
        "ours": ("heroes", "", "Road"), "zone1": ("foes", "", "Camp"), "all": ("", "", "Lair"),
        "ann": ("", "ann", "Hers"),
    }  # fmt: skip
    zones = tuple(Zone(key, "map", ((9, 3),), side, seat, name) for key, (side, seat, name) in rows.items())
    board = Board("map", "Map", 12, 8, "." * 96, palette=((".", "ground"),))
    found = boards.zones_for(board, map_board.Stored(board, zones), start)
    assert [zone.name for zone in found] == names
    assert [zone.side for zone in found] == ["heroes", "foes", "foes"][3 - len(names) :]
    assert len({zone.key for zone in found}) == len(found)
    assert boards.zones_for(board, map_board.Stored(board, zones), "map") == zones


@pytest.mark.parametrize(("touched", "zone"), [({}, "The old road"), ({"start": "left"}, "Start")])
def test_a_map_that_is_chosen_keeps_its_zones_unless_an_edge_is_chosen(
    desk: Desk, touched: dict[str, str], zone: str
) -> None:
    _, found = desk.made(board="shelf:ruin", goal="Get out", **touched)
    assert [one.name for one in found.state.zones] == [zone]


def test_nobody_belongs_to_anybody_where_the_rules_have_no_such(desk: Desk) -> None:
    form = desk.browser.get(desk.url).context["form"]
    assert not [name for name in form.fields if name.startswith("with_")]


def test_pets_come_along_and_crews_go_aboard() -> None:
    hangar = Hangar()
    seat = hangar.ana.key
    _, found = hangar.made(**{
        f"hero_{seat}": "ready:tamsin", f"with_{seat}": "foe_1", "foe_0": "ready:river_horse", "with_0": f"hero_{seat}",
        "foe_1": "ready:sparrow", "side_1": "heroes", "foe_2": "ready:raiders", "board": "shelf:sky", "goal": "Fly",
    })  # fmt: skip
    state = found.state
    by_name = {unit.name: unit for unit in state.units.values()}
    assert set(by_name) == {"Tamsin", "Grey wolf", "River horse", "The Sparrow", "Raiders"}
    hero = by_name["Tamsin"]
    traits = {name: set(state.bodies[unit.bodies[0]].part.traits) for name, unit in by_name.items()}
    assert f"pet_of:{hero.key}" in traits["Grey wolf"]
    assert f"mount_of:{hero.key}" in traits["River horse"]
    assert {by_name[name].seat for name in ("Tamsin", "Grey wolf", "River horse")} == {seat}
    assert {by_name[name].side for name in ("Grey wolf", "River horse")} == {"heroes"}
    assert state.bodies[hero.bodies[0]].part.aboard == by_name["The Sparrow"].key
    assert len(by_name["The Sparrow"].bodies) == 7
    sheets = [unit.name for unit in state.units.values() if unit.sheet]
    assert sheets == ["Tamsin"]


def test_what_belongs_to_nobody_is_told() -> None:
    hangar = Hangar()
    status, page = hangar.send(foe_0="ready:raiders", with_0="foe_1")
    assert (status, "Nobody was chosen there." in page) == (422, True)
    status, page = hangar.send(foe_0="ready:raiders", foe_1="ready:grey_wolf", with_0="foe_1")
    assert (status, "only a pet, a mount or a ship belongs to somebody" in page) == (422, True)


def test_a_ship_is_built_with_the_deck_that_was_drawn() -> None:
    """The page offers a map with a helm as a deck; one that lacks something says what, and only a ship has one."""
    hangar = Hangar()
    hangar.draw("Meadow", ["....."] * 5)
    assert not [name for name in hangar.browser.get(hangar.url).context["form"].fields if name.startswith("drawn_")]
    deck = hangar.draw("Cutter", ["!!dd!", "<ddc>", "dhhdd", "llkk#", "ddddd"])
    bare = hangar.draw("Hulk", ["!!dd!", "<dd!>", "dhhdd", "llkk#", "ddddd"])
    goal = {"goal": "Fly", "side_0": "heroes"}
    status, page = hangar.send(**goal, foe_0="ready:sparrow", drawn_0=bare)
    assert (status, "This deck is not finished: there is no catapult" in page) == (422, True)
    status, page = hangar.send(**goal, foe_0="ready:raiders", drawn_0=deck)
    assert (status, "Only what carries others has a deck" in page) == (422, True)
    _, found = hangar.made(**goal, foe_0="ready:sparrow", drawn_0=deck)
    (ship,) = (unit for unit in found.state.units.values() if unit.kind == "ship")
    assert ship.part.ship.plan == ("  dd ", "<ddc>", "dhhdd", "llrr#", "ddddd")
