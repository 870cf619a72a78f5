"""The demo: everything that it promises is there, it goes on where it was, and starts over when told to."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from campaigns import services as people
from campaigns.models import Member
from missions import demo, selectors, services
from missions.models import Mission
from tactics.kernel import commands as c


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any, transactional_db: None) -> None:
    settings.DATA = tmp_path


def run(*words: str) -> str:
    out = StringIO()
    call_command("demo", *words, stdout=out)
    return out.getvalue()


def links(text: str) -> list[str]:
    return [line.split()[-1] for line in text.splitlines() if "/join/" in line]


def test_it_prints_a_link_for_each_seat_that_opens_it() -> None:
    found = links(run("--base-url", "http://table.example"))
    assert len(found) == 5
    mission = Mission.objects.get()
    client = Client()
    seats = []
    for link in found:
        response = client.post(link.removeprefix("http://table.example"))
        assert response.url.startswith(f"/missions/{mission.pk}/as/")
        assert client.get(response.url).status_code == 200
        seats.append(response.url.split("/")[4])
    assert seats == ["gm", "ana", "ben", "cleo", "sam"]


@pytest.mark.parametrize("ruleset", demo.available())
def test_every_ruleset_has_one_that_can_be_played(ruleset: str) -> None:
    found = links(run("--ruleset", ruleset))
    mission = demo.find(ruleset)
    assert mission is not None
    client = Client()
    for link in found:
        response = client.post(link[link.index("/join/") :])
        assert client.get(response.url).status_code == 200
    for command in (c.RollInitiative(), c.PlaceRest()):
        services.submit(mission.pk, "gm", type(command).__name__, command, who=services.TRUSTED)
    at = selectors.look(mission, "gm", "gm")
    assert at.view.phase == "running"


def test_three_missions_of_one_campaign_that_seats_reach_one_after_the_other() -> None:
    """A hill with pets and mounts, a river, and two airships: each is ready, and the next comes when one is closed."""
    text = run("--others")
    names = ["The hill above Kestrel Ford", "The Otter crossing", "The Petrel's last flight"]
    assert text.count("/join/") == 5
    assert f"Outerah: {names[0]} (new)" in text
    assert all(name in text for name in names[1:])
    ana = Client()
    first = ana.post(links(text)[1][links(text)[1].index("/join/") :])["Location"]
    for name in names:
        mission = demo.find("outerah")
        assert mission is not None
        assert mission.name == name
        assert first.startswith(f"/missions/{mission.pk}/as/ana/") or name != names[0]
        services.submit(mission.pk, "gm", "roll", c.RollInitiative(), who=services.TRUSTED)
        if selectors.present(mission).state.phase == "placement":
            services.submit(mission.pk, "gm", "rest", c.PlaceRest(), who=services.TRUSTED)
        state = selectors.present(mission).state
        assert (state.phase, state.clock.round) == ("running", 1)
        assert all(body.place is not None for body in state.bodies.values())
        for seat, role in (("gm", "gm"), ("ana", "player"), ("sam", "spectator")):
            assert ana.get(first).status_code == 200
            assert selectors.look(mission, seat, role).parts
        services.close_mission(mission)
    assert demo.find("outerah") is None


@pytest.mark.parametrize(("ruleset", "there"), [("tempus", True), ("outerah", False)])
def test_the_guides_page_offers_only_what_these_rules_have(ruleset: str, there: bool) -> None:
    """No line of its menu, no button and no choice that would do nothing."""
    demo.make(ruleset)
    mission = demo.find(ruleset)
    assert mission is not None
    _invitation, token = people.create_seat_link(Member.objects.get(campaign=mission.campaign, role="gm"))
    client = Client()
    page = client.get(client.post(f"/join/{token}/")["Location"]).content.decode()
    for mark in (
        "data-check", 'id="checkdlg"', 'value="impression"', 'data-rule="ruled"', 'data-rule="nextstat"',
        'data-rule="casting"', 'data-rule="thing"', 'data-rule="gear"',
    ):  # fmt: skip
        assert (mark in page) is there, mark
    assert 'data-rule="laynext"' in page


def test_a_crew_and_its_ship_stand_where_they_belong() -> None:
    demo.make("outerah")
    mission = Mission.objects.get(name="The Petrel's last flight")
    services.submit(mission.pk, "gm", "roll", c.RollInitiative(), who=services.TRUSTED)
    state = selectors.present(mission).state
    boards = {key: {state.bodies[b].place.board for b in unit.bodies} for key, unit in state.units.items()}
    assert boards["sparrow"] == boards["petrel"] == boards["moths"] == {"map"}
    assert boards["pell"] == boards["kesh"] == boards["gunners"] == boards["drone"] == {"sparrow.deck"}
    assert boards["captain"] == boards["boarders"] == {"petrel.deck"}
    assert {state.bodies[b].place.z for b in state.units["petrel"].bodies} == {13}


def test_it_goes_on_where_it_was_with_the_same_links() -> None:
    first = run()
    assert links(run()) == links(first)
    assert Mission.objects.count() == 1


def test_fresh_starts_over() -> None:
    first = run()
    second = run("--fresh")
    assert set(links(first)).isdisjoint(links(second))
    assert Mission.objects.filter(closed=None).count() == 1
    assert [m.campaign.archived for m in Mission.objects.order_by("pk")] == [True, False]


def test_what_is_on_the_table() -> None:
    mission = demo.make(demo.available()[0])
    state = selectors.present(mission).state
    board = next(iter(state.boards.values()))
    assert (board.width, board.height) == (24, 18)
    assert sum(edge.kind == "door" for edge in board.edges) == 2
    assert max(board.elevation) >= 1
    members = {key: len(unit.bodies) for key, unit in state.units.items()}
    assert sorted(members.values()) == [1, 1, 1, 2, 3, 5]
    assert state.phase == "initiative"
    assert {o.kind for o in state.objectives.values()} == {"main", "alternate", "secondary", "personal"}
    hidden = {body.unit for body in state.bodies.values() if body.hidden_from}
    assert len(hidden) == 1
    assert len({key for key, unit in state.units.items() if state.seats[unit.seat].role == "player"}) == 4


def test_no_player_is_told_of_the_hidden_mob_or_of_others_goals() -> None:
    mission = demo.make(demo.available()[0])
    for seat, role in (("ana", "player"), ("ben", "player"), ("cleo", "player"), ("public", "spectator")):
        html = "".join(selectors.look(mission, seat, role).parts.values())
        assert "urker" not in html
        assert ("Burn the ledger" in html) is (seat == "ben")
        assert ("Save the ledger" in html) is (seat == "cleo")


def test_a_page_of_codes_for_phones() -> None:
    rows = [line for line in run("--qr").splitlines() if line.strip() and set(line) <= set("█▀▄\xa0 ")]
    assert len({len(row) for row in rows}) == 1
    assert 2 * len(rows) >= len(rows[0]) >= 29  # five squares, two modules a row, not a column of signs


def test_it_says_how_far_the_mission_is() -> None:
    text = run()
    assert "(new)" in text
    assert "begins with “Roll initiative for all”" in text
    mission = Mission.objects.get()
    services.submit(mission.pk, "gm", "roll", c.RollInitiative(), who=services.TRUSTED)
    text = run()
    assert "(goes on: Placement)" in text
    assert "Roll initiative" not in text
