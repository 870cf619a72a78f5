"""What is no part of the page, and fetched when somebody looks at it: long lists, and where a thing may go."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client

from characters.models import Character
from missions import closing, selectors
from tests.missions import tempus
from tests.missions.table import Table


@pytest.fixture
def table(quiet: None) -> Table:
    """Mara acts, with a knife in her hand."""
    table = tempus.make(sheet={**tempus.SHEET, "weapons": ["knife"]})
    key = closing.join_character(table.mission, Character.objects.get(name="Mara"))
    table.do("gil", "roll_initiative")
    table.do("gil", "place", body=key, at=[1, 1])
    return table


def seated(table: Table, *seats: str) -> tuple[dict[str, str], list[Client]]:
    return {seat: selectors.seat_address(table.mission.pk, seat) for seat in seats}, [*map(table.client, seats)]


def test_a_long_list_is_fetched_by_what_stands_on_the_page(table: Table) -> None:
    here, (ann, gil, sam) = seated(table, "ann", "gil", "sam")
    key = table.state.clock.active
    page = unescape(ann.get(here["ann"]).content.decode())
    asked = [json.loads(text) for text in re.findall(r'data-ask="(\[.*?\])" data-go', page)]
    named = {f["name"]: f for fields in asked for f in fields if isinstance(f.get("choices"), dict)}
    where = named["skill"]["choices"]
    assert where == {"unit": key, "option": "something_else", "field": "skill"}
    found = ann.get(f"{here['ann']}choices/", where).json()
    assert ["climb", "Climb"] in found
    assert '"Climb"' not in page
    # The GM sees her options too; of who has none, and of what is not on offer, nothing is told.
    assert ["climb", "Climb"] in gil.get(f"{here['gil']}choices/", where).json()
    assert sam.get(f"{here['sam']}choices/", where).json() == []
    assert ann.get(f"{here['ann']}choices/", {**where, "field": "pa"}).json() == []
    assert ann.get(f"{here['ann']}choices/").json() == []
    assert sam.get(f"{here['ann']}choices/", where).status_code == 404


def test_where_a_thing_may_go_is_fetched_by_whose_it_is(table: Table) -> None:
    here, (ann, gil, ben) = seated(table, "ann", "gil", "ben")
    page = ann.get(here["ann"]).content.decode()
    body, place = f"{table.state.clock.active}", "hand.right"
    assert f'data-thing="knife" data-place="{place}"' in page
    assert "&quot;do&quot;:&quot;stow&quot;" not in page
    where = {"body": body, "place": place, "thing": "knife"}
    rows = ann.get(f"{here['ann']}moves/", where).content.decode()
    assert 'data-to="ground"' in rows
    button = json.loads(unescape(re.findall(r'value="([^"]*)"', rows)[0]))
    sent = {"key": "k1", "do": button["do"], "basis": button["basis"], "args": json.dumps(button["args"])}
    # Nobody else learns of it, nor what else there might be.
    assert ben.get(f"{here['ben']}moves/", where).content == b""
    assert ann.get(f"{here['ann']}moves/", {**where, "thing": "rope"}).content == b""
    assert ben.get(f"{here['ann']}moves/", where).status_code == 404
    assert gil.get(f"{here['gil']}moves/", where).content
    assert ann.post(f"{here['ann']}command/", sent, headers={"HX-Request": "true"}).status_code == 200


def test_through_a_players_eyes_a_gm_gets_what_the_player_gets(table: Table) -> None:
    here, (ann, gil) = seated(table, "ann", "gil")
    key = table.state.clock.active
    asked = [
        "choices/?" + urlencode({"unit": key, "option": "something_else", "field": "skill"}),
        "moves/?" + urlencode({"body": key, "place": "hand.right", "thing": "knife"}),
        f"reach/{key}/?via=1.2",
        f"threat/{key}/",
    ]
    for what in asked:
        own = ann.get(here["ann"] + what)
        seen = gil.get(f"{here['gil']}see/ann/{what}")
        assert own.content == seen.content, what
        assert len(own.content) > 10
        # Ben is shown nothing of hers, and nobody but a GM looks through other eyes.
        assert what.startswith("threat") or gil.get(f"{here['gil']}see/ben/{what}").content in (b"", b"[]", b"{}")
        assert ann.get(f"{here['ann']}see/ben/{what}").status_code == 404
        assert gil.get(f"{here['gil']}see/nobody/{what}").status_code == 404
