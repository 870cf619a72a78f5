"""The write path: one effect for one key, nothing for a refusal, and a state that is the fold of its log."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaigns import services as people
from campaigns.seats import Holder
from missions import selectors, services, stored
from missions.models import LogEntry, Mission, MissionState, Snapshot
from missions.services import TRUSTED, NotHere, submit
from tactics.kernel import log
from tactics.kernel.dice import ScriptedDice
from tactics.kernel.refusals import Refused
from tests.missions.table import Table


def state(table: Table):
    mission = Mission.objects.get(pk=table.mission.pk)
    return stored.read_state(mission, MissionState.objects.get(pk=mission.pk))


def rows(table: Table) -> list[LogEntry]:
    return list(LogEntry.objects.filter(mission=table.mission).order_by("seq"))


def assert_is_fold(table: Table) -> None:
    """The stored state, read from its text, equals the log folded from nothing."""
    mission = Mission.objects.get(pk=table.mission.pk)
    row = MissionState.objects.get(pk=mission.pk)
    read = stored.codec(stored.code_of(mission))
    entries = [stored.entry_of(stored.code_of(mission), r) for r in rows(table)]
    assert [e.seq for e in entries] == list(range(1, len(entries) + 1))
    assert read.state(row.body) == log.fold(stored.code_of(mission), read.state(mission.genesis), entries)
    assert row.digest == stored.digest_of(row.body)


def test_a_command_is_one_row(table: Table) -> None:
    answer = table.do("ann", "chat", text="hello")
    assert (answer.row, answer.again) == (1, False)
    [row] = rows(table)
    assert (row.seat, row.role) == ("ann", "player")
    assert '"hello"' in row.events
    assert_is_fold(table)


def test_the_same_key_has_one_effect(table: Table) -> None:
    answers = [table.do("ann", "chat", key="once", text="hello") for _ in range(3)]
    assert [a.row for a in answers] == [1, 1, 1]
    assert len(rows(table)) == 1


def test_a_key_belongs_to_its_seat(table: Table) -> None:
    table.do("ann", "chat", key="one", text="hello")
    table.do("ben", "chat", key="one", text="hello")
    assert len(rows(table)) == 2


def test_another_command_under_a_known_key_is_refused(table: Table) -> None:
    table.do("ann", "chat", key="one", text="hello")
    with pytest.raises(Refused) as refused:
        table.do("ann", "chat", key="one", text="goodbye")
    assert refused.value.code == "key_reused"
    assert len(rows(table)) == 1


def test_a_refusal_leaves_no_trace_and_its_key_is_decided_again(table: Table) -> None:
    before = MissionState.objects.get(pk=table.mission.pk).body
    with pytest.raises(Refused):
        table.do("ann", "hop", key="k", unit="hero", body="hero", at=[0, 1])
    assert MissionState.objects.get(pk=table.mission.pk).body == before
    assert rows(table) == []
    table.start()
    table.do("ann", "hop", key="k", unit="hero", body="hero", at=[0, 1])
    assert state(table).bodies["hero"].place.cell == (0, 1)


@pytest.mark.parametrize(
    "command",
    [
        "", "nonsense", "null", "[]", "4", '"chat"', "{}", '{"do": "no_such_wish"}', "[" * 100_000,
        '{"a":' * 5_000, '{"do": "chat", "text": "a", "extra": 1}', '{"do": "chat"}',
        '{"do": "chat", "text": 4}', '{"do": "chat", "text": "a\\u0000b"}', '{"do": "chat", "text": ""}',
        '{"do": "hop", "unit": "hero", "body": "hero", "at": [1e999, 0]}',
        '{"do": "hop", "unit": "hero", "body": "hero", "at": [0.5, 0]}',
        '{"do": "hop", "unit": "hero", "body": "hero", "at": [true, 0]}',
        '{"do": "hop", "unit": "hero", "body": "hero", "at": [-1, 0]}',
        '{"do": "answer", "prompt": "q1", "value": 1e5}',
        '{"do": "answer", "prompt": "q1", "value": 123456789012345678901234567890}',
        '{"do": "chat", "text": "\\ud800"}', '{"do": "chat", "text": "a"} trailing', "\ufeff{}",
        b"\xff\xfe", b'{"do": "chat", "text": "\x00"}', '{"do": "chat", "text": NaN}',
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_words(table: Table, command: str | bytes) -> None:
    with pytest.raises(Refused) as refused:
        submit(table.mission.pk, "ann", "k", command, who=TRUSTED)
    assert refused.value.code == "bad_field"
    assert refused.value.params["text"]
    assert rows(table) == []


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "a\n", "ä"])
def test_a_key_that_is_none_is_refused(table: Table, key: str) -> None:
    with pytest.raises(Refused) as refused:
        submit(table.mission.pk, "ann", key, {"do": "chat", "text": "hello"}, who=TRUSTED)
    assert refused.value.code == "bad_field"


def test_who_does_not_hold_the_seat_finds_nothing(table: Table) -> None:
    def as_ben(seat: str, mission: int) -> None:
        who = Holder(table.members["ben"].user, {})
        submit(mission, seat, "k", {"do": "chat", "text": "hello"}, who=who)

    as_ben("ben", table.mission.pk)
    here = table.mission.pk
    for seat, mission in (("ann", here), ("nobody", here), ("ben", 0), ("system", here)):
        with pytest.raises(NotHere):
            as_ben(seat, mission)


def test_permission_is_the_databases_and_asked_each_time(table: Table) -> None:
    ben = table.members["ben"]
    who = Holder(ben.user, {})
    people.remove_member(ben)
    with pytest.raises(NotHere):
        submit(table.mission.pk, "ben", "k", {"do": "chat", "text": "hello"}, who=who)


def test_a_player_who_becomes_a_spectator_can_only_talk(table: Table) -> None:
    table.start()
    people.change_role(table.members["ann"], "spectator")
    assert state(table).seats["ann"].role == "spectator"
    with pytest.raises(Refused) as refused:
        table.do("ann", "hop", unit="hero", body="hero", at=[0, 1])
    assert refused.value.code == "not_allowed"
    table.do("ann", "chat", text="hm")


def test_somebody_who_comes_gets_a_seat(table: Table) -> None:
    people.add_member(table.mission.campaign, user=people.make_guest("Zoe"), role="player", name="Zoe")
    assert state(table).seats["zoe"].name == "Zoe"
    assert_is_fold(table)


def test_somebody_who_is_removed_leaves_the_seat_and_units_go_to_the_gm(table: Table) -> None:
    people.remove_member(table.members["ann"])
    assert "ann" not in state(table).seats
    assert state(table).units["hero"].seat == "gil"


def test_an_offer_that_changed_is_stale(table: Table) -> None:
    table.start()
    from missions import looks

    row = MissionState.objects.get(pk=table.mission.pk)
    view = looks.view_of(stored.code_of(table.mission), state(table), row.digest, "ann", "player")
    [zap] = [o for o in view.options if o.do == "zap"]
    rat = next(t for t in zap.targets if t.body == "mob.1")
    table.do("gil", "place", body="mob.1", at=[5, 0], board="lower")
    with pytest.raises(Refused) as refused:
        submit(
            table.mission.pk, "ann", "k", {"do": "zap", "unit": "hero", "target": "mob.1"}, rat.basis,
            who=TRUSTED,
        )  # fmt: skip
    assert refused.value.code == "stale"


def test_an_offer_that_stands_is_taken(table: Table) -> None:
    table.start()
    from missions import looks

    row = MissionState.objects.get(pk=table.mission.pk)
    view = looks.view_of(stored.code_of(table.mission), state(table), row.digest, "ann", "player")
    assert view.end_turn is not None
    table_answer = submit(
        table.mission.pk, "ann", "k", {"do": "end_turn", "unit": "hero"}, view.end_turn.basis, who=TRUSTED
    )
    assert table_answer.row
    assert state(table).clock.active != "hero"


def zap_at_ally(table: Table, now: int) -> str:
    """Ben is asked whether his unit dodges; he has 20 seconds. The key of the prompt."""
    table.start()
    table.do("ann", "end_turn", unit="hero", now=now)
    table.do("ben", "end_turn", unit="ally", now=now)
    while state(table).clock.active != "hero":
        table.do("gil", "end_turn", unit=state(table).clock.active, now=now)
    table.do("ann", "zap", unit="hero", target="ally", now=now)
    [prompt] = state(table).prompts
    assert prompt.kind == "dodge"
    return prompt.key


def test_time_that_is_up_is_settled_before_anything_else(table: Table) -> None:
    key = zap_at_ally(table, 1_000)
    count = len(rows(table))
    services.submit(
        table.mission.pk, "gil", "late", {"do": "chat", "text": "well?"}, who=TRUSTED, now=22_000,
    )  # fmt: skip
    timeout, chat = rows(table)[count:]
    assert (timeout.seat, timeout.key) == ("system", f"{key}:timeout")
    assert chat.key == "late"
    assert state(table).prompts == ()
    assert_is_fold(table)


def test_what_time_settled_stays_though_the_command_is_refused(table: Table) -> None:
    zap_at_ally(table, 1_000)
    with pytest.raises(Refused):
        table.do("ben", "end_turn", unit="ally", now=22_000)
    assert state(table).prompts == ()
    assert_is_fold(table)


def test_two_timers_have_one_effect(table: Table) -> None:
    key = zap_at_ally(table, 1_000)
    assert services.settle(table.mission.pk, 20_999) is False
    assert services.settle(table.mission.pk, 21_000) is True
    assert services.settle(table.mission.pk, 21_000) is False
    assert [r.key for r in rows(table) if r.seat == "system"] == [f"{key}:timeout"]


def test_time_is_up_again_after_a_rewind(table: Table) -> None:
    """The prompt that a rewind brings back has the key that it had before."""
    key = zap_at_ally(table, 1_000)
    asked = rows(table)[-1].seq
    services.settle(table.mission.pk, 21_000)
    table.do("gil", "rewind", to=asked, now=30_000)
    assert [p.kind for p in state(table).prompts] == ["dodge"]
    assert services.settle(table.mission.pk, 30_001) is False
    assert services.settle(table.mission.pk, 50_001) is True
    assert [r.key for r in rows(table) if r.seat == "system"] == [f"{key}:timeout", f"{key}:timeout.2"]
    assert_is_fold(table)


def test_a_seat_that_is_away_answers_with_the_default(table: Table) -> None:
    key = zap_at_ally(table, 1_000)
    services.keep_present(table.mission.pk, "p1", ["ben"], 10_000)
    assert services.settle(table.mission.pk, 12_000, absent=[key]) is False
    assert services.settle(table.mission.pk, 15_001, absent=[key]) is True
    assert rows(table)[-1].key == f"{key}:absent"


def test_nobody_is_away_while_the_mission_is_paused(table: Table) -> None:
    key = zap_at_ally(table, 1_000)
    table.do("gil", "pause", now=2_000)
    assert services.settle(table.mission.pk, 60_000, absent=[key]) is False


def test_snapshots_and_a_state_row_of_another_schema(table: Table) -> None:
    table.start()
    while len(rows(table)) < 2 * stored.SNAPSHOT_EVERY + 3:
        table.do("ann", "chat", text=f"line {len(rows(table))}")
    assert Snapshot.objects.filter(mission=table.mission).count() == 2
    now = state(table)
    mission = Mission.objects.get(pk=table.mission.pk)
    MissionState.objects.filter(pk=mission.pk).update(schema=0, body="{}", digest="old")
    assert state(table) == now
    for seq in (0, 1, 49, 50, 51, 102):
        entries = [stored.entry_of(stored.code_of(mission), r) for r in rows(table)]
        folded = log.fold(
            stored.code_of(mission), stored.History(mission).genesis(), entries, upto=seq
        )
        assert replace(stored.History(mission).state_at(seq), seq=0) == replace(folded, seq=0)


def test_rewinds_amendments_and_snapshots_agree_with_the_fold(table: Table) -> None:
    table.start()
    for n in range(60):
        table.do("gil", "rule", set={"hero.hp": 1 + n % 5} )
        if n % 7 == 6:
            table.do("ann", "chat", text=f"{n}")
            table.do("gil", "rewind", to=rows(table)[-4].seq)
    assert_is_fold(table)
    mission = Mission.objects.get(pk=table.mission.pk)
    entries = stored.entries_of(mission)
    for seq in range(0, len(entries) + 1, 9):
        folded = log.fold(stored.code_of(mission), stored.History(mission).genesis(), entries, upto=seq)
        assert stored.History(mission).state_at(seq) == folded


def test_a_restored_database_is_noticed(table: Table) -> None:
    """The log cache may not survive rows that are not the ones that it read."""
    for n in range(3):
        table.do("ann", "chat", text=f"{n}")
    mission = Mission.objects.get(pk=table.mission.pk)
    assert len(stored.entries_of(mission)) == 3
    LogEntry.objects.filter(mission=mission, seq=3).delete()
    assert [e.seq for e in stored.entries_of(mission)] == [1, 2]


def test_a_closed_mission_takes_nothing_but_talk(table: Table) -> None:
    services.close_mission(table.mission)
    with pytest.raises(Refused) as refused:
        table.do("gil", "advance")
    assert refused.value.code == "ended"
    table.do("gil", "chat", text="thanks")


def test_a_player_takes_back_a_step(table: Table) -> None:
    table.start()
    table.do("ann", "hop", unit="hero", body="hero", at=[0, 1])
    table.do("ann", "take_back")
    assert state(table).bodies["hero"].place.cell == (0, 0)
    assert_is_fold(table)


def test_dice_are_the_callers_in_tests(table: Table) -> None:
    table.do("gil", "roll_initiative", units=["hero"], dice=ScriptedDice([(6, 2)]))
    assert state(table).units["hero"].initiative == 2


def test_why_nothing_can_be_taken_back_is_said_on_one_s_own_turn_alone(table: Table) -> None:
    def now(seat: str) -> tuple[bool, str]:
        view = selectors.look(table.mission, seat, "player").view
        return view.can_take_back, view.no_take_back

    table.start()
    assert now("ann") == (False, "There is nothing of yours to take back yet.")
    assert now("ben") == (False, "")
    table.do("ann", "hop", unit="hero", body="hero", at=[0, 1])
    assert now("ann") == (True, "")
    table.do("ann", "throw", formula="d6")
    assert now("ann") == (True, "")  # dice of the table's talk are no step
    table.do("ann", "zap", unit="hero", target="mob.1", dice=ScriptedDice([(6, 3)]))
    can, why = now("ann")
    assert not can
    assert "showed something" in why


def test_what_another_process_wrote_keeps_the_objects_of_what_did_not_change(table: Table) -> None:
    table.start()
    before = state(table)
    table.do("gil", "rule", set={"hero.hp": 2})
    mine = state(table)
    stored._states.clear()  # as if the text had been written elsewhere
    stored._newest.put(table.mission.pk, before)
    theirs = state(table)
    assert theirs == mine
    assert theirs.bodies["hero"] is not before.bodies["hero"]
    assert [key for key, body in theirs.bodies.items() if body is before.bodies[key]] == [
        key for key in theirs.bodies if key != "hero"
    ]
    assert theirs.boards["lower"] is before.boards["lower"]
