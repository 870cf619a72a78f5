"""Stop for tonight, and what each reads when they come back (table.md 34)."""

from __future__ import annotations

import pytest

from missions import recap, services
from missions.models import Presence
from tests.missions.table import Table

pytestmark = pytest.mark.live


def page(table: Table, seat: str, rest: str = "") -> str:
    return f"/missions/{table.mission.pk}/as/{seat}/{rest}"


def was_here(table: Table, seat: str, ago: int) -> int:
    seen = services.now_ms() - ago
    Presence.objects.create(mission=table.mission, seat=seat, process="old", until=seen + recap.LINGER)
    return seen


def test_the_gm_stops_with_words_that_all_read(table: Table) -> None:
    table.start()
    client = table.client("gil")
    key = client.get(page(table, "gil", "tonight/")).context["key"]
    sent = {"words": "The rats sleep. <b>So do you.</b>", "key": key}
    assert client.post(page(table, "gil", "tonight/"), sent)["Location"] == f"/campaigns/{table.mission.campaign_id}/"
    assert table.state.paused
    rows = table.state.seq
    client.post(page(table, "gil", "tonight/"), sent)
    assert table.state.seq == rows, "pressed twice it is done once"
    told = table.client("ann").get(page(table, "ann", "recap/")).content.decode()
    assert "&lt;b&gt;So do you.&lt;/b&gt;" in told
    assert "the GM is deciding" in told, "as in every pause"


def test_without_words_all_are_told_that_the_evening_is_over(table: Table) -> None:
    table.start()
    table.client("gil").post(page(table, "gil", "tonight/"), {"words": " ", "key": "k"})
    assert table.state.paused
    assert "We stop here for tonight." in table.client("ann").get(page(table, "ann", "recap/")).content.decode()


def test_too_many_words_are_kept_in_the_field(table: Table) -> None:
    table.start()
    answer = table.client("gil").post(page(table, "gil", "tonight/"), {"words": "x" * 2001, "key": "k"})
    assert answer.status_code == 422
    assert "x" * 2001 in answer.content.decode()
    assert not table.state.paused


def test_only_a_gm_stops(table: Table) -> None:
    assert table.client("ann").post(page(table, "ann", "tonight/"), {"key": "k"}).status_code == 404


def test_who_comes_back_is_told_of_it_until_they_read_it(table: Table) -> None:
    table.start()
    ann = table.client("ann")
    assert "since you were here" not in ann.get(page(table, "ann")).content.decode(), "she was never here"
    seen = was_here(table, "ann", ago=3_600_000)
    table.do("ben", "chat", text="where is everybody")
    for _look in range(2):
        there = ann.get(page(table, "ann"))
        assert f"recap/?since={seen}" in there.content.decode()
        services.keep_present(table.mission.pk, "new", ["ann"], services.now_ms() + recap.LINGER)
    told = ann.get(page(table, "ann", f"recap/?since={seen}")).content.decode()
    assert "where is everybody" in told
    assert "Since you were here" in told
    assert "since you were here" not in ann.get(page(table, "ann")).content.decode()


def test_nothing_told_meanwhile_is_no_news(table: Table) -> None:
    table.start()
    ann = table.client("ann")
    Presence.objects.create(mission=table.mission, seat="ann", process="old", until=services.now_ms() + 20 * 60_000)
    kept = recap.last_visit(table.mission.pk, "ann")
    assert kept is not None
    assert "since you were here" not in ann.get(page(table, "ann")).content.decode()


def test_away_and_who_plays_for_them(table: Table) -> None:
    table.start()
    services.keep_present(table.mission.pk, "p", ["ann", "gil"], services.now_ms() + recap.LINGER)
    command = {"do": "stand_in", "seat": "ben", "on": True}
    services.submit(table.mission.pk, "gil", "stand", command, who=services.TRUSTED)
    told = table.client("ann").get(page(table, "ann", "recap/")).content.decode()
    away = told[told.index("Away now") :]
    assert "Ben" in away
    assert "Gil plays for them" in away
    assert "Sam" not in away


def test_a_closed_mission_leaves_a_summary_in_the_campaign(table: Table) -> None:
    table.start()
    table.do("gil", "end_mission", outcome="The cellar is clear.")
    services.close_mission(table.mission)
    ann = table.client("ann")
    campaign = ann.get(f"/campaigns/{table.mission.campaign_id}/").content.decode()
    assert page(table, "ann", "recap/") in campaign
    told = ann.get(page(table, "ann", "recap/")).content.decode()
    assert "Closed on" in told
    assert "The cellar is clear." in told


@pytest.mark.parametrize("since", ["x", "-1", "٣", "9" * 30, ""])
def test_a_strange_since_means_from_the_beginning(table: Table, since: str) -> None:
    table.start()
    assert table.client("ann").get(page(table, "ann", f"recap/?since={since}")).status_code == 200


def test_a_recap_tells_no_secret(table: Table) -> None:
    table.start()
    told = table.client("ann").get(page(table, "ann", "recap/")).content.decode()
    assert "Lurker" not in told
    assert "Lurker" in table.client("gil").get(page(table, "gil")).content.decode()
