"""The record of a Mission: all lines of a seat, and no other's."""

from __future__ import annotations

import json
import re

import pytest

from missions import feeds, record, selectors
from tests.missions.table import Table


def texts(table: Table, seat: str, role: str) -> list[str]:
    seq = selectors.present(table.mission).state.seq
    return [each.line.text for each in record.told(table.mission, seat, role, seq)]


@pytest.fixture
def talked(table: Table) -> Table:
    """Longer than a page of the log; a whisper to Ann; a line that was taken back."""
    for n in range(feeds.LINES + 30):
        table.do("gil", "chat", text=f"line {n}")
    table.do("gil", "chat", text="for you alone", to="ann")
    table.do("gil", "rule", set={"hero.hp": 3})
    table.do("gil", "rewind", to=selectors.present(table.mission).state.seq - 1)
    return table


def test_it_holds_every_line_in_order(talked: Table) -> None:
    told = [found[1] for text in texts(talked, "ann", "player") if (found := re.search(r"line (\d+)", text))]
    assert told == [str(n) for n in range(feeds.LINES + 30)]


def test_each_seat_reads_its_own(talked: Table) -> None:
    for seat, knows in (("ann", True), ("ben", False), ("sam", False), ("gil", True)):
        client = talked.client(seat)
        base = f"/missions/{talked.mission.pk}/as/{seat}/record/"
        page, file = client.get(base), client.get(f"{base}json/")
        assert (b"for you alone" in page.content) == knows
        assert (b"for you alone" in file.content) == knows
        assert "no-store" in page["Cache-Control"]
    base = f"/missions/{talked.mission.pk}/as/gil/see/ben/record/"
    assert b"for you alone" not in talked.client("gil").get(base).content


def test_as_json_it_says_when_and_what_was_undone(talked: Table) -> None:
    answer = talked.client("gil").get(f"/missions/{talked.mission.pk}/as/gil/record/json/")
    found = json.loads(answer.content)
    assert (found["seat"], found["role"]) == ("gil", "gm")
    assert [line["undone"] for line in found["lines"]].count(True) == 1
    moments = [line["at"] for line in found["lines"]]
    assert moments == sorted(moments)
