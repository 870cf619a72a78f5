"""Many rewinds cost no more than few, and the state is the same from whichever snapshot it is reached."""

from __future__ import annotations

import pytest

from missions import selectors, stored
from missions.models import LogEntry, Mission, Snapshot
from tactics.kernel import log
from tactics.kernel.engine import apply
from tactics.kernel.events import Event
from tests.missions.table import Table


def history(table: Table) -> stored.History:
    stored.forget()
    return stored.History(Mission.objects.get(pk=table.mission.pk))


def test_rewinds_after_rewinds_are_not_gone_through_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the steps taken back was an entry of its own: going through them doubled the work with each."""
    table.start()
    for _ in range(20):
        table.do("ann", "hop", unit="hero", body="hero", at=[0, 1])
        table.do("gil", "rewind", to=LogEntry.objects.filter(mission=table.mission).count() - 1)
    applied = 0

    def counted(code: object, state: object, event: Event) -> object:
        nonlocal applied
        applied += 1
        assert applied < 20_000
        return apply(code, state, event)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "apply", counted)
    mission = history(table).mission
    assert selectors.look(mission, "ben", "player").lines


def test_a_state_is_the_fold_from_any_snapshot(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "SNAPSHOT_EVERY", 3)
    table.start()
    for number in range(12):
        table.do("ann", "chat", text=f"{number}")
        table.do("gil", "rule", set={"hero.hp": 1 + number % 6})
        if number % 3 == 2:
            stands = log.standing(history(table).entries())
            table.do("gil", "rewind", to=stands[-min(len(stands) - 1, number)].seq)
    assert Snapshot.objects.filter(mission=table.mission).count() > 5
    found = history(table)
    entries = found.entries()
    for seq in range(len(entries) + 1):
        assert found.state_at(seq) == log.fold(found.code, found.genesis(), entries[:seq]), seq


def test_only_steps_of_the_game_are_offered_to_go_back_to(table: Table) -> None:
    """Chat and a pause stay where they are whatever is rewound; a rewind itself is no moment of its own."""
    table.start()
    table.do("ann", "hop", unit="hero", body="hero", at=[0, 1])
    hopped = LogEntry.objects.filter(mission=table.mission).count()
    table.do("ann", "chat", text="what now?")
    table.do("gil", "pause")
    table.do("gil", "resume")
    table.do("gil", "rule", set={"hero.hp": 3})
    table.do("gil", "rewind", to=hopped)
    mission = history(table).mission
    view = selectors.look(mission, "gil", "gm").view
    assert view.rewind_to[0][0] == hopped
    assert not {"Paused", "Resumed"} & {label for _, label in view.rewind_to}
    assert not any("what now?" in label for _, label in view.rewind_to)
    assert any("what now?" in line.text for line in selectors.look(mission, "gil", "gm").lines)
