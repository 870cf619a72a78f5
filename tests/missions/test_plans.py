"""A Mission is prepared in several sittings: what is typed stays, what is missing is said, a rehearsal leaves nothing,
and a Mission can be prepared again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from campaigns import services as people
from campaigns.models import User
from characters.models import Character
from characters.sheets import from_template
from missions import closing, demo, map_board, selectors, services, stored
from missions.models import LogEntry, Map, Mission, MissionState, Plan
from tactics.kernel.state import Board, Zone
from tests.missions.test_prepare import Desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk()


def planned(desk: Desk, **changed: object) -> Plan:
    status, where = desk.send(do="save", **changed)
    assert status == 302, where
    plan = Plan.objects.latest("pk")
    assert where == f"/missions/plans/{desk.campaign.pk}/{plan.pk}/"
    return plan


def at(desk: Desk, plan: Plan) -> str:
    return f"/missions/plans/{desk.campaign.pk}/{plan.pk}/"


def resend(desk: Desk, plan: Plan, browser: Client | None = None, **changed: object) -> Any:
    """The plan's form as its page shows it, with changes."""
    browser = browser or desk.browser
    page = browser.get(at(desk, plan))
    data = {f.name: desk._sent(f) for f in page.context["form"]}
    sent = {name: value for name, value in data.items() if value is not None}
    rev = page.context["rev"]
    return browser.post(at(desk, plan), {"rev": rev, "goals": 2, "foes": 4, **sent, **changed})


def words(desk: Desk, plan: Plan, sort: str) -> list[str]:
    found = desk.browser.get(at(desk, plan)).context["checks"]
    return [check.words for check in found if check.sort == sort]


def drawn(desk: Desk) -> Map:
    """A map of 12 x 8 cells with a wall, a zone and starting places."""
    board = Board("map", "Yard", 12, 8, "#" + "." * 95, ((".", "ground"), ("#", "wall")))
    start = map_board.Start("Goblins", ((5, 5), (6, 5), (7, 5)))
    zone = Zone("z1", "map", ((0, 1), (1, 1)), "heroes", name="Gate")
    made = map_board.Stored(board, (zone,), "B2: a trap", (start,))
    return Map.objects.create(
        campaign=desk.campaign, name="Yard", body=map_board.encode(made), width=12, height=8
    )


def test_a_draft_is_left_and_taken_up_again_whole_or_not(desk: Desk) -> None:
    plan = planned(desk, name="The ford", scenario="It rains.", aim_0="Find the boat", width="")
    assert not Mission.objects.exists()
    page = desk.browser.get(at(desk, plan))
    assert page.context["form"]["scenario"].value() == "It rains."
    assert any("Width" in text for text in words(desk, plan, "must"))  # not whole, and kept all the same
    assert "The ford" in desk.browser.get(f"/campaigns/{desk.campaign.pk}/").content.decode()
    answer = resend(desk, plan, do="save", width="20", goal="Cross")
    assert answer.status_code == 302
    assert words(desk, plan, "must") == []
    answer = resend(desk, plan, do="make")
    mission = Mission.objects.get()
    assert answer["Location"] == f"/missions/{mission.pk}/as/{desk.gm.key}/"
    assert mission.plan == plan
    assert "seen by GMs alone" not in desk.browser.get(f"/campaigns/{desk.campaign.pk}/").content.decode()


def test_what_is_missing_is_said(desk: Desk) -> None:
    found = drawn(desk)
    plan = planned(
        desk, board=f"map:{found.pk}", start="map", foe_0="ready:goblins", count_0="5", at_0="goblins",
        aim_0="Burn it", aim_0_kind="personal",
    )  # fmt: skip
    still = words(desk, plan, "open")
    for part in ("no scenario", "no main objective", "Ana plays nobody", "“Burn it”", "2 of 5 have no cell"):
        assert any(part in text for text in still), (part, still)
    resend(
        desk, plan, do="save", scenario="x", goal="y", at_0="F6-H6 F7 G7", aim_0_for=[desk.ana.key],
        **{f"hero_{desk.ana.key}": "ready:mara"},
    )  # fmt: skip
    assert words(desk, plan, "open") == []
    assert not Character.objects.exists()  # a look at what is missing stores nothing
    foe = {"foe_1": "ready:town_guards", "side_1": "heroes", "count_1": "3"}
    resend(desk, plan, do="save", **foe)
    assert any("room for 2" in text for text in words(desk, plan, "must"))


def test_everything_prepared_is_there_when_it_begins(desk: Desk) -> None:
    found = drawn(desk)
    mission, now = desk.made(
        board=f"map:{found.pk}", start="map", goal="Hold", goal_text="Stand there.", goal_xp="12",
        aim_0="Talk", aim_0_kind="alternate", aim_0_for=[desk.ana.key],
        aim_1="Steal", aim_1_kind="personal", aim_1_for=[desk.ana.key], aim_1_xp="5", aim_1_text="Unseen.",
        foe_0="ready:goblins", count_0="3", at_0="Goblins", called_0="Redcaps",
        foe_1="ready:town_guards", side_1="heroes", seat_1=desk.ana.key, count_1="2",
        **{"opt:tt.pace": '"post"', "opt:tt.hand.slots": "3", "opt:tt.mp.regen_percent": ""},
    )  # fmt: skip
    units = {unit.name: unit for unit in now.state.units.values()}
    assert [place.cell for place in units["Redcaps"].wish.values()] == [(5, 5), (6, 5), (7, 5)]
    guards = next(unit for unit in units.values() if unit.side == "heroes")
    assert (guards.seat, len(guards.bodies)) == (desk.ana.key, 2)
    goals = now.state.objectives
    assert (goals["main"].xp, goals["main"].text, goals["main"].public) == (12, "Stand there.", True)
    assert (goals["aim1"].kind, goals["aim1"].instead_of, goals["aim1"].public) == ("alternate", "main", False)
    assert (goals["aim2"].recipients, goals["aim2"].xp, goals["aim2"].text) == ((desk.ana.key,), 5, "Unseen.")
    assert now.state.options == {"tt.pace": "post", "tt.hand.slots": 3}
    assert now.state.gm_notes == "B2: a trap"
    assert (now.state.phase, mission.plan is not None) == ("initiative", True)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("opt:tt.hand.slots", "1000", "less than or equal to 999"),
        ("opt:tt.hand.slots", "two", "whole number"),
        ("at_0", "Z99", "no cell of this board"),
        ("at_0", "A1", "Nobody can stand in A1"),
        ("at_0", "B1 B1", "has somebody already"),
        ("at_0", "<script>alert(1)</script>", "no cell of this board"),
        ("aim_0_kind", "alternate", "no main objective"),
    ],
)
def test_what_cannot_be_says_where(desk: Desk, field: str, value: str, says: str) -> None:
    found = drawn(desk)
    base = {"board": f"map:{found.pk}", "foe_0": "ready:goblins", "aim_0": "Talk"}
    status, page = desk.send(**{**base, field: value})
    assert status == 422
    assert says in page
    assert "<script>alert" not in page
    assert (Mission.objects.count(), Plan.objects.count()) == (0, 0)
    status, _where = desk.send(do="save", **{**base, field: value})
    assert status == 302  # a draft may be wrong


def test_two_gms_do_not_overwrite_each_other(desk: Desk) -> None:
    second = User.objects.create_user("ona", display_name="Ona")
    people.add_member(desk.campaign, user=second, role="gm")
    other = Client()
    other.force_login(second, backend="django.contrib.auth.backends.ModelBackend")
    plan = planned(desk, name="The ford")
    opened = desk.browser.get(at(desk, plan)).context["rev"]
    assert resend(desk, plan, other, do="save", scenario="Of Ona").status_code == 302
    late = resend(desk, plan, do="save", scenario="Of Gil", rev=opened)
    assert late.status_code == 409
    assert "Of Gil" in late.content.decode()
    assert "Of Ona" in Plan.objects.get().body
    assert resend(desk, plan, do="save", scenario="Of Gil", rev=late.context["rev"]).status_code == 302
    assert "Of Gil" in Plan.objects.get().body


def test_a_rehearsal_leaves_no_trace(desk: Desk) -> None:
    sheet = from_template(stored.rules_of(rules_hash(desk)), "mara")
    sheet.pop("name")
    wren = Character.objects.create(campaign=desk.campaign, member=desk.ana, name="Wren", sheet=sheet)
    player = Client()
    player.force_login(desk.ana.user, backend="django.contrib.auth.backends.ModelBackend")
    before, kept = seen_by(player, desk), Character.objects.get().sheet
    status, where = desk.send(do="rehearse", goal="Hold", foe_0="ready:goblins")
    assert status == 302
    mission = Mission.everything.get()
    assert mission.rehearsal
    assert not Mission.objects.exists()
    assert where == f"/missions/{mission.pk}/as/{desk.gm.key}/"
    page = desk.browser.get(where).content.decode()
    assert "Rehearsal: only GMs see it" in page
    # For its players there is no such Mission, whatever they ask for.
    seat = f"/missions/{mission.pk}/as/{desk.ana.key}/"
    for address in (seat, f"{seat}rules/", f"{seat}screen/", f"{seat}ahead/"):
        assert player.get(address).status_code == 404
    command = {"key": "k1", "do": "chat", "args": '{"text": "hello"}'}
    assert player.post(f"{seat}command/", command).status_code == 404
    with pytest.raises(services.NotHere):
        services.submit(mission.pk, desk.ana.key, "k2", {"do": "chat", "text": "x"}, who=Holder(desk))
    assert seen_by(player, desk) == before
    assert player.get("/").content.count(b"Mission 1") == 0
    # A GM plays it, through other eyes too; no sheet is held or changed.
    assert desk.browser.get(f"{where}see/{desk.ana.key}/").status_code == 200
    assert desk.browser.post(f"{where}command/", {"do": "start", "key": "k3"}).status_code in (302, 303, 422)
    assert closing.busy(wren) is None
    assert [one.name for one in closing.free_characters(desk.campaign)] == ["Wren"]
    assert all(not unit.sheet for unit in selectors.present(mission).state.units.values())
    # Another one of the same plan takes its place; ending it leaves the plan alone.
    plan = Plan.objects.get()
    resend(desk, plan, do="rehearse")
    again = Mission.everything.get()
    assert again.pk != mission.pk
    assert "In preparation" in desk.browser.get(f"/campaigns/{desk.campaign.pk}/").content.decode()
    closing_page = desk.browser.get(f"/missions/{again.pk}/as/{desk.gm.key}/close/").content.decode()
    assert "rehearsal leaves nothing" in closing_page
    assert desk.browser.post(f"/missions/{again.pk}/as/{desk.gm.key}/close/", {"as-it-is": "1"}).status_code == 422
    assert desk.browser.get(f"/missions/{again.pk}/as/{desk.gm.key}/enlist/").status_code == 404
    gone = desk.browser.post(f"/missions/{again.pk}/as/{desk.gm.key}/rehearsed/")
    assert gone["Location"] == at(desk, plan)
    assert not Mission.everything.exists()
    assert not LogEntry.objects.exists()
    assert not MissionState.objects.exists()
    assert Character.objects.get().sheet == kept


def seen_by(browser: Client, desk: Desk) -> str:
    """The campaign's page, without what is new on every page."""
    page = browser.get(f"/campaigns/{desk.campaign.pk}/").content.decode()
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


class Holder:
    """Ana, as a socket or a form would bring her."""

    def __init__(self, desk: Desk) -> None:
        self.user, self.session = desk.ana.user, {}


def rules_hash(desk: Desk) -> str:
    from tactics.rulebook import services as rulebook

    return rulebook.latest_or_shipped(desk.campaign.ruleset).hash


def test_a_real_mission_cannot_be_ended_as_a_rehearsal(desk: Desk) -> None:
    mission, _now = desk.made()
    assert desk.browser.post(f"/missions/{mission.pk}/as/{desk.gm.key}/rehearsed/").status_code == 404
    assert Mission.objects.filter(pk=mission.pk).exists()


def test_a_mission_is_prepared_again(desk: Desk) -> None:
    mission, _now = desk.made(name="The ford", goal="Cross")
    answer = desk.browser.post(f"/missions/{mission.pk}/as/{desk.gm.key}/again/")
    copy = Plan.objects.latest("pk")
    assert answer["Location"] == at(desk, copy)
    assert (copy.name, copy.missions.count()) == ("The ford, again", 0)
    assert desk.browser.get(at(desk, copy)).context["form"]["goal"].value() == "Cross"
    resend(desk, copy, do="copy")
    assert Plan.objects.count() == 3
    resend(desk, copy, do="delete")
    assert Plan.objects.count() == 2


def test_a_mission_without_a_plan_begins_as_it_did(desk: Desk, settings: Any, tmp_path: Any) -> None:
    settings.DATA = tmp_path
    mission = demo.make("tempus")
    gm = mission.campaign.members.get(key="gm")
    browser = Client()
    browser.force_login(gm.user, backend="django.contrib.auth.backends.ModelBackend")
    answer = browser.post(f"/missions/{mission.pk}/as/gm/again/")
    fresh = Mission.objects.latest("pk")
    assert answer["Location"] == f"/missions/{fresh.pk}/as/gm/"
    was, now = stored.History(mission).genesis(), stored.History(fresh).genesis()
    assert (now.boards, now.objectives, now.zones) == (was.boards, was.objectives, was.zones)
    # The heroes take part in the first one still; the others are as they were.
    assert {unit.name for unit in was.units.values() if not unit.sheet} == {u.name for u in now.units.values()}
    assert fresh.pictures.count() == mission.pictures.count()


def test_a_rehearsal_that_was_left_over_is_offered_to_be_ended(desk: Desk) -> None:
    plan = planned(desk, name="The ford")
    resend(desk, plan, do="rehearse", goal="Hold")
    left = Mission.everything.get(rehearsal=True)
    end = f"/missions/{left.pk}/as/{desk.gm.key}/rehearsed/"
    campaign = f"/campaigns/{desk.campaign.pk}/"
    assert end in desk.browser.get(campaign).content.decode()
    desk.browser.post(end)
    assert not Mission.everything.filter(rehearsal=True).exists()
    assert "Rehearsals" not in desk.browser.get(campaign).content.decode()


def test_who_makes_or_deletes_a_plan_ends_its_rehearsal(desk: Desk) -> None:
    plan = planned(desk, name="The ford")
    for do, left in (("make", 1), ("delete", 1)):
        resend(desk, plan, do="rehearse")
        assert Mission.everything.filter(rehearsal=True).count() == 1
        resend(desk, plan, do=do)
        assert (Mission.everything.filter(rehearsal=True).count(), Mission.objects.count()) == (0, left)
