"""Long lists of an option's fields: they are no part of the page, and fetched when somebody looks at them."""

from __future__ import annotations

import json
import re
from html import unescape

from characters.models import Character
from missions import closing, selectors
from tests.missions import tempus


def test_a_long_list_is_fetched_by_what_stands_on_the_page(quiet: None) -> None:
    table = tempus.make()
    key = closing.join_character(table.mission, Character.objects.get(name="Mara"))
    table.do("gil", "roll_initiative")
    table.do("gil", "place", body=key, at=[1, 1])
    ann, gil, sam = (table.client(seat) for seat in ("ann", "gil", "sam"))
    here = {seat: selectors.seat_address(table.mission.pk, seat) for seat in ("ann", "gil", "sam")}
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
