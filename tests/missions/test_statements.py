"""A query that was put into SQL once gives what the query gives."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from missions.models import LogEntry, Mission, MissionState
from missions.statements import Statement, insert, made, update
from tests.missions.table import Table

ENTRIES = Statement(
    lambda mission, seat, after: LogEntry.objects.filter(mission_id=mission, seat=seat, seq__gt=after)
    .order_by("seq")
    .values_list("seq", "key", "now"),
    mission=int,
    seat=str,
    after=int,
)


def test_other_values_are_asked_with_the_same_text(table: Table) -> None:
    for number in range(3):
        table.do("ann", "chat", text=f"line {number}")
    table.do("gil", "chat", text="and I")
    mission = table.mission.pk
    for seat, after in (("ann", 0), ("gil", 0), ("ann", 2), ("nobody", 0), ("'; --", 0)):
        wanted = LogEntry.objects.filter(mission_id=mission, seat=seat, seq__gt=after).order_by("seq")
        found = list(ENTRIES.rows(mission=mission, seat=seat, after=after))
        assert found == list(wanted.values_list("seq", "key", "now"))
    assert len(list(ENTRIES.rows(mission=mission, seat="ann", after=0))) == 3
    assert ENTRIES.first(mission=mission + 1, seat="ann", after=0) is None


def test_columns_come_as_the_model_has_them(table: Table) -> None:
    """A moment is a text on SQLite."""
    names = ("created", "id", "name")
    statement = Statement(lambda pk: Mission.objects.filter(pk=pk).values_list(*names), pk=int)
    values = statement.first(pk=table.mission.pk)
    assert values is not None
    row = made(Mission, names, values)
    fresh = Mission.objects.get(pk=table.mission.pk)
    assert (row.created, row.name, row.genesis) == (fresh.created, fresh.name, fresh.genesis)


def test_a_value_that_the_query_changes_is_refused(table: Table) -> None:
    upper = Statement(lambda text: LogEntry.objects.filter(key__icontains=text).values_list("seq"), text=str)
    with pytest.raises(ValueError, match="stands alone"):
        upper.first(text="x")
    lost = Statement(lambda pk: MissionState.objects.values_list("seq"), pk=int)
    with pytest.raises(ValueError, match="stands alone"):
        lost.first(pk=1)


def test_what_is_written_is_what_the_model_reads(table: Table) -> None:
    row = {"mission_id": table.mission.pk, "seq": 1, "seat": "ann", "role": "player", "key": "k", "body_hash": "h"}
    insert(LogEntry, **row, command="{\"'%s\": 1}", now=2**40, events="[]", answer="")
    found = LogEntry.objects.get(mission=table.mission)
    assert (found.seq, found.command, found.now) == (1, "{\"'%s\": 1}", 2**40)
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(LogEntry, **row, command="", now=1, events="", answer="")
    update(MissionState, table.mission.pk, seq=7, body="%s")
    state = MissionState.objects.get(pk=table.mission.pk)
    assert (state.seq, state.body) == (7, "%s")
    with pytest.raises(MissionState.DoesNotExist):
        update(MissionState, table.mission.pk + 1, seq=7)
