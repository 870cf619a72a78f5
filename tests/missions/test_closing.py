"""A Mission's wounds and experience go to the sheet, and the next Mission starts from it (T-093, T-094)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from characters.models import Character
from missions import closing, services, stored
from missions.models import Mission
from tactics.kernel.refusals import Refused
from tactics.kernel.sheets import with_changes
from tactics.tempus.table import TEMPUS
from tests.missions import tempus
from tests.missions.table import Table


@pytest.fixture
def table(quiet: None) -> Table:
    return tempus.make()


def mara() -> Character:
    return Character.objects.get(name="Mara")


def played(table: Table, close: bool = True, **numbers: Any) -> str:
    """Mara joins, is hurt, and the Mission is won; it stands in the Post-Mission, or without `close` at its end. The
    key of her unit."""
    key = closing.join_character(table.mission, mara())
    table.do("gil", "roll_initiative")
    table.do("gil", "place", body=key, at=[1, 1])
    assert table.state.phase == "running"
    for name, value in {"hp": -7, **numbers}.items():
        table.do("gil", "rule", set={f"{key}.{name}": str(value)})
    table.do("gil", "rule", settle={"main": "completed"})
    table.do("gil", "end_mission")
    if close:
        table.do("gil", "advance")
    return key


def fields(table: Table) -> list[str]:
    """The ticks that the page proposes."""
    return [
        name
        for one in closing.proposals(table.mission)
        for name, row in [*one.rows, *one.xp]
        if row.stays  # type: ignore[attr-defined]
    ]


@pytest.mark.rule("T-093", "T-094", "T-010")
def test_wounds_and_experience_are_on_the_sheet_after_closing(table: Table) -> None:
    played(table)
    client, address = table.client("gil"), f"/missions/{table.mission.pk}/as/gil/close/"
    page = client.get(address).content.decode()
    assert "20 → 13" in page
    assert "30 XP" in page
    assert mara().xp == 0
    client.post(address, dict.fromkeys(fields(table), "on"))
    hero = mara()
    assert (hero.sheet["hp"], hero.xp) == (13, 30)
    assert [(x.points, x.why) for x in hero.ledger.all()] == [(30, "Hold the mill")]
    assert hero.history.get().changes == [{"label": "HP", "old": "20", "new": "13"}]
    assert Mission.objects.get(pk=table.mission.pk).closed is not None


@pytest.mark.rule("T-010", "T-092", "T-093")
def test_one_page_closes_a_mission_that_has_ended(table: Table) -> None:
    """It shows the experience before it is credited; an exception that is settled meanwhile is on it, too."""
    key = played(table, close=False)
    client, address = table.client("gil"), f"/missions/{table.mission.pk}/as/gil/close/"
    assert "30 XP" in client.get(address).content.decode()
    table.do("gil", "rule", settle={"main": "failed"})
    assert "30 XP" not in client.get(address).content.decode()
    table.do("gil", "rule", settle={"main": "completed"})
    assert table.state.phase == "ended"
    assert not table.state.xp
    client.post(address, dict.fromkeys(fields(table), "on"))
    assert table.state.phase == "post_mission"
    assert table.state.xp
    assert Mission.objects.get(pk=table.mission.pk).closed is not None
    assert (mara().sheet["hp"], mara().xp) == (13, 30)
    assert key


def test_what_came_of_an_objective_is_called_the_same_on_both_pages(table: Table) -> None:
    played(table, close=False)
    table.do("gil", "rule", settle={"main": "partial"})
    for address in ("gil/close/", "ann/", "gil/"):
        seat = address.partition("/")[0]
        page = table.client(seat).get(f"/missions/{table.mission.pk}/as/{address}").content.decode()
        assert "partly" in page.replace("<b>", "")
        assert ": partial" not in page


def test_from_a_mission_that_is_over_a_page_leads_on(table: Table) -> None:
    """A phone has no sign at the head of the page: the panel itself leads to the sheets and the next Mission."""
    played(table)
    for seat in ("ann", "gil"):
        page = table.client(seat).get(f"/missions/{table.mission.pk}/as/{seat}/").content.decode()
        onward = page.partition('id="onward"')[2].partition("</p>")[0]
        assert f'href="/campaigns/{table.mission.campaign_id}/"' in onward
        assert table.client(seat).get(f"/campaigns/{table.mission.campaign_id}/").status_code == 200


def test_only_what_is_ticked_stays(table: Table) -> None:
    key = played(table, max_hp=-2, **{"stats.STR": "+1"})
    rows = {c.key: c for c in closing.proposals(table.mission)[0].changes}
    assert {k: (c.old, c.new, c.stays) for k, c in rows.items()} == {
        "max_hp": ("20", "18", True),
        "hp": ("20", "13", True),
        "stat.STR": ("0", "1", False),
    }
    closing.close(table.mission, {f"c{mara().number}.max_hp"})
    hero = mara()
    assert hero.sheet["stats"]["HP"] == 18
    assert "hp" not in hero.sheet
    assert "STR" not in hero.sheet["stats"]
    assert hero.xp == 0
    assert key


def test_statuses_that_pass_do_not_stay(table: Table) -> None:
    key = closing.join_character(table.mission, mara())
    table.do("gil", "roll_initiative")
    table.do("gil", "place", body=key, at=[1, 1])
    table.do("gil", "rule", status={"body": key, "key": "blessed", "on": True})
    table.do("gil", "end_mission")
    table.do("gil", "advance")
    change = closing.proposals(table.mission)[0].changes[0]
    assert (change.label, change.stays) == ("Blessed", True)
    closing.close(table.mission, {f"c{mara().number}.status.blessed"})
    assert mara().sheet["statuses"] == ["blessed"]


def test_what_was_found_and_used_up_and_a_note_are_on_the_sheet(table: Table) -> None:
    """Things hang together: what is in hand, worn and in the Pack is one tick."""
    Character.objects.update(sheet={**tempus.SHEET, "pack": [{"item": "ration", "count": 3}]})
    key = closing.join_character(table.mission, mara())
    state = table.state
    body = state.bodies[key]
    note = {"item": "note", "text": "the key is under the stone", "by": "Mara"}
    after = {**mara().sheet, "pack": [{"item": "ration", "count": 1}, note]}
    _unit, (carries,) = TEMPUS.build_unit(stored.rules_of(state.rules), key, {**after, "seat": "ann"})
    moved = replace(state, bodies={**state.bodies, key: replace(body, part=carries.part)})
    rules = stored.rules_of(state.rules)
    (change,) = TEMPUS.sheet_changes(moved, rules, moved.units[key], mara().sheet)
    assert (change.label, change.stays) == ("Things", True)
    assert "gained" in change.new
    assert "gone 2" in change.new
    sheet = with_changes(mara().sheet, [change])
    _unit, (again,) = TEMPUS.build_unit(rules, key, {**sheet, "seat": "ann"})
    assert again.part == carries.part
    assert TEMPUS.sheet_changes(moved, rules, moved.units[key], sheet) == ()


@pytest.mark.rule("T-093")
def test_the_next_mission_starts_from_the_sheet(table: Table) -> None:
    played(table)
    closing.close(table.mission, fields(table))
    client = table.client("gil")
    response = client.post(f"/missions/{table.mission.pk}/as/gil/next/", {"name": "The cellar"})
    after = Mission.objects.get(name="The cellar")
    assert response.url == f"/missions/{after.pk}/as/gil/"
    state = closing.state_of(after)
    unit = closing.units_of(state)[mara().number]
    assert (state.bodies[unit.key].hp, state.bodies[unit.key].max_hp, unit.seat) == (13, 20, "ann")
    assert state.phase == "scenario"
    assert set(state.boards) == {"field"}


def test_the_page_leads_to_the_missions_that_are_prepared_already(table: Table) -> None:
    played(table)
    client, address = table.client("gil"), f"/missions/{table.mission.pk}/as/gil/close/"
    begins = stored.History(table.mission).genesis()
    services.create_mission(table.mission.campaign, "The cellar", genesis=begins, rules=table.mission.rules)
    assert "The cellar" not in client.get(address).content.decode()
    closing.close(table.mission, fields(table))
    cellar = Mission.objects.get(name="The cellar")
    assert f'<a href="/missions/{cellar.pk}/as/gil/">The cellar</a>' in client.get(address).content.decode()
    other = services.create_mission(
        table.mission.campaign, "The loft", genesis=replace(begins, phase="running"), rules=table.mission.rules
    )
    assert other.name not in client.get(address).content.decode()


def test_a_character_is_in_one_open_mission_at_a_time(table: Table) -> None:
    closing.join_character(table.mission, mara())
    with pytest.raises(Refused, match=r"illegal\.limit"):
        closing.join_character(table.mission, mara())
    page = table.client("ann").get(f"/campaigns/{table.mission.campaign_id}/characters/{mara().number}/")
    assert "In the Mission Rats in the mill" in page.content.decode()


def test_closing_has_one_effect_and_only_after_the_end(table: Table) -> None:
    key = closing.join_character(table.mission, mara())
    with pytest.raises(Refused, match=r"illegal\.phase"):
        closing.close(table.mission, ())
    with pytest.raises(Refused, match=r"illegal\.phase"):
        closing.next_mission(table.mission, "Too soon")
    table.do("gil", "roll_initiative")
    table.do("gil", "place", body=key, at=[1, 1])
    table.do("gil", "rule", settle={"main": "completed"})
    table.do("gil", "end_mission")
    table.do("gil", "advance")
    ticked = fields(table)
    closing.close(table.mission, ticked)
    with pytest.raises(Refused, match="ended"):
        closing.close(table.mission, ticked)
    assert mara().xp == 30


def test_a_mission_that_came_to_nothing_is_put_away(table: Table) -> None:
    """It holds its characters no longer, and leaves nothing to them."""
    closing.join_character(table.mission, mara())
    client, address = table.client("gil"), f"/missions/{table.mission.pk}/as/gil/close/"
    assert "not over" in client.get(address).content.decode()
    client.post(address, {"as-it-is": ""})
    assert Mission.objects.get(pk=table.mission.pk).closed is not None
    assert closing.busy(mara()) is None
    assert not mara().history.exists()


@pytest.mark.rule("T-094")
def test_a_level_is_offered_at_a_hundred_and_only_in_downtime(table: Table) -> None:
    Character.objects.update(xp=90)
    played(table)
    client, address = table.client("ann"), f"/campaigns/{table.mission.campaign_id}/characters/{mara().number}/"
    client.post(address)
    assert mara().level == 1
    closing.close(table.mission, fields(table))
    assert mara().xp == 120
    assert "Take level 2" in client.get(address).content.decode()
    client.post(address)
    client.post(address)
    assert (mara().level, mara().sheet["level"]) == (2, 2)
    assert "Take level" not in client.get(address).content.decode()


def test_the_pages_are_the_gms_and_the_owners(table: Table) -> None:
    played(table)
    close = f"/missions/{table.mission.pk}/as/"
    sheet = f"/campaigns/{table.mission.campaign_id}/characters/{mara().number}/"
    for seat in ("ann", "ben", "sam"):
        client = table.client(seat)
        for page in ("close/", "next/", "enlist/"):
            assert client.post(f"{close}{seat}/{page}").status_code == 404
        assert client.get(f"{close}gil/close/").status_code == 404
    assert table.client("ben").get(sheet).status_code == 404
    assert Client().get(sheet).status_code == 404
    assert table.client("ann").get(sheet).status_code == 200
    assert mara().xp == 0


def test_a_character_enlists_from_the_roster(table: Table) -> None:
    client, address = table.client("gil"), f"/missions/{table.mission.pk}/as/gil/enlist/"
    assert client.post(address, {"character": "999999"}).status_code == 404
    assert client.post(address, {"character": "x"}).status_code == 404
    assert [one.name for one in closing.free_characters(table.mission.campaign)] == ["Mara"]
    assert "Mara joins" in client.get(address).content.decode()
    client.post(address, {"character": str(mara().number)})
    assert mara().number in closing.units_of(closing.state_of(table.mission))
    assert closing.free_characters(table.mission.campaign) == []
    assert services.is_gm(table.members["gil"])
