"""The maps that ship: whole, reachable, and a Mission is played on them (table.md 36)."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns import services as people
from campaigns.models import Campaign, User
from missions import map_board, map_services, map_shelf, shelf, stored
from missions.models import Map, Mission, MissionState
from tactics import rulesets
from tactics.rulebook import services as rulebook
from tests.maps.test_pages import mission_on, signed_in

RULESETS = sorted(rulesets.RULESETS)


def made(ruleset: str) -> Campaign:
    rulebook.publish_shipped()
    gil = User.objects.create_user("gil", password="x", display_name="Gil")
    campaign, _ = people.create_campaign(owner=gil, name="The Quarry Road", ruleset=ruleset)
    return campaign


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", RULESETS)
def test_four_maps_or_more_with_ways_between_their_zones(ruleset: str) -> None:
    """Heroes reach their foes: nothing is walled in, but for doors."""
    campaign = made(ruleset)
    rules = map_services.rules_for(campaign)
    found = map_shelf.fitting(campaign)
    assert len(found) >= 4
    for key, kept in found.items():
        board = kept.board
        assert shelf.about(ruleset, key)["text"]
        assert kept.zones[0].side == "heroes"
        if rulesets.get(ruleset).drawn(rules, board) is not None:
            continue  # a deck: to its cannons below one gets by a hatch
        barred = {letter for letter, ground in board.palette if rules.find("terrain", ground).blocks_move}
        solid = {i for i, letter in enumerate(board.terrain) if letter in barred}
        walls = {frozenset((e.a, e.b)) for e in board.edges if e.kind == "wall"}
        seen, todo = set(), [cell for cell in kept.zones[0].cells if cell[1] * board.width + cell[0] not in solid][:1]
        while todo:
            x, y = at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                inside = 0 <= to[0] < board.width and 0 <= to[1] < board.height
                if inside and to[1] * board.width + to[0] not in solid and frozenset((at, to)) not in walls:
                    todo.append(to)
        free = board.width * board.height - len(solid)
        assert len(seen) >= 0.9 * free, f"{key}: {len(seen)} of {free} cells"
        for zone in kept.zones:
            assert len([cell for cell in zone.cells if cell in seen]) >= 6, f"{key}: {zone.name}"
        for edge in board.edges:
            assert edge.kind != "door" or {edge.a, edge.b} <= seen, f"{key}: a door in a wall at {edge.a}"


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_gm_takes_one_and_begins_a_mission_on_it(ruleset: str, settings: Any, tmp_path: Any) -> None:
    settings.DATA = tmp_path
    campaign = made(ruleset)
    gm = signed_in(User.objects.get(username="gil"))
    page_of = f"/campaigns/{campaign.pk}/maps/shelf/"
    assert f'href="{page_of}"' in gm.get(f"/campaigns/{campaign.pk}/").content.decode()
    page = gm.get(page_of).content.decode()
    key, name = shelf.names(ruleset)[0]
    assert shelf.about(ruleset, key)["text"] in page
    assert f'value="{key}"' in page
    answer = gm.post(page_of, {"map": key})
    taken = Map.objects.get()
    assert answer["Location"] == f"/campaigns/{campaign.pk}/maps/{taken.pk}/"
    assert (taken.name, taken.media_type) == (name, "image/jpeg")
    assert gm.get(f"{answer['Location']}picture/").content[:3] == b"\xff\xd8\xff"
    begun = mission_on(gm, taken)
    mission = Mission.objects.get()
    assert begun.status_code == 302
    state = stored.read_state(mission, MissionState.objects.get(pk=mission.pk))
    board = state.boards["map"]
    assert (board.name, board.picture) == (name, "background")
    assert board.terrain == map_board.decode(taken.body).board.terrain
    assert "heroes" in {zone.side for zone in state.zones}
    assert gm.post(page_of, {"map": "nowhere"}).status_code == 404


@pytest.mark.django_db
def test_the_limit_of_a_campaign_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = made("tempus")
    gm = signed_in(User.objects.get(username="gil"))
    monkeypatch.setattr(map_services, "MOST", 0)
    answer = gm.post(f"/campaigns/{campaign.pk}/maps/shelf/", {"map": "mill"})
    assert answer.status_code == 422
    assert "Delete some first" in answer.content.decode()
    assert not Map.objects.exists()
