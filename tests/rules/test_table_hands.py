"""What the GM and the players do around the board: dice, standing in, copies, secret checks (table.md 10, 14, 16)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tactics.kernel.view import MissionView
from tactics.secrecy.project import project
from tactics.tempus.table import TEMPUS
from tests.rules.table import GM, Play, foe, hero, mob

ROWS = ["a.....", "......", "...x..", "..xx..", "......"]


def table(**more: Any) -> Play:
    units = {"a": hero("ann"), "x": {**mob({}, {}, {}, glyph="x"), "name": "Goblins"}}
    return Play(ROWS, units, order="ax", seats={"ben": "player", "sam": "spectator"}, **more)


# --- /roll -------------------------------------------------------------------------------------------


def test_a_roll_is_the_servers_and_everybody_reads_its_dice() -> None:
    play = table()
    play.do("throw", by="ann", formula="2d6+1", why="luck", dice=[(6, 3), (6, 4)])
    assert play.words("ben") == ["Ann rolls 2d6 + 1 (luck): 8"]
    (line,) = play.lines("ben")
    assert [(t.label, t.value) for t in line.breakdowns[0].terms] == [("d6", 3), ("d6", 4), ("", 1)]


def test_a_roll_for_the_gm_alone() -> None:
    play = table()
    play.do("throw", by="ann", formula="d20", to="gm", dice=[(20, 20)])
    assert play.words("ben") == []
    assert play.words("ann") == ["Ann rolls d20, for the GM alone: 20"]
    assert play.words(GM) == ["Ann rolls d20, for the GM alone: 20"]


@pytest.mark.parametrize("text", ["2d6 + dex", "d6 +", "101d6", "3 + 4", "d1", "2d6)"])
def test_a_mistake_is_refused(text: str) -> None:
    assert table().refused("throw", by="ann", formula=text) == "bad_field"


def test_a_spectator_rolls_nothing() -> None:
    assert table().refused("throw", by="sam", formula="d6") == "not_allowed"


# --- standing in -------------------------------------------------------------------------------------


def test_the_gm_plays_for_a_seat_and_the_seat_takes_it_back() -> None:
    play = table()
    play.do("stand_in", by=GM, seat="ann")
    assert [s.played_by for s in play.view("ben").seats if s.key == "ann"] == ["Gil"]
    assert "Gil plays for Ann" in [line.text for line in play.lines("ben")]
    assert play.refused("stand_in", by=GM, seat="ann") == "illegal.nothing"
    assert play.refused("stand_in", by="ben", seat="ann", on=False) == "not_allowed"
    play.do("stand_in", by="ann", seat="ann", on=False)
    assert not any(s.played_by for s in play.view("ben").seats)


# --- copies ------------------------------------------------------------------------------------------


def test_copies_go_on_counting_and_stand_around_a_cell() -> None:
    play = table()
    play.do("muster", by=GM, key="abcdefgh", like="x.1", count=3, at=[4, 1], dice=[5])
    bodies = [play.state.bodies[b] for b in play.state.units["abcdefgh"].bodies]
    assert [b.name for b in bodies] == ["Goblin 4", "Goblin 5", "Goblin 6"]
    cells = {b.place.cell for b in bodies if b.place}
    assert len(cells) == 3
    assert (4, 1) in cells
    assert play.state.units["abcdefgh"].side == "foes"
    assert play.state.units["abcdefgh"].initiative is not None


def test_a_second_group_of_a_name_is_told_from_the_first() -> None:
    play = table()
    play.do("muster", by=GM, key="abcdefgh", template="goblins", count=2, at=[4, 1], dice=[5])
    play.do("muster", by=GM, key="abcdefgi", template="goblins", count=2, at=[1, 4], dice=[3])
    assert sorted(u.name for u in play.state.units.values()) == ["A", "Goblins", "Goblins 2", "Goblins 3"]


def test_a_template_joins_hidden() -> None:
    play = table()
    play.do("muster", by=GM, key="abcdefgh", template="wolves", count=2, at=[5, 4], shape="line", hidden=True, dice=[5])
    assert not any(u.key == "abcdefgh" for u in play.view("ann").units)
    assert any(u.key == "abcdefgh" for u in play.view(GM).units)
    assert play.words("ann") == []


def test_no_room_is_refused() -> None:
    assert table().refused("muster", by=GM, key="abcdefgh", like="x", count=50, at=[4, 1]) == "illegal.limit"


def test_players_add_nobody() -> None:
    assert table().refused("muster", by="ann", key="abcdefgh", like="x", count=1) == "not_allowed"


# --- a check in secret -------------------------------------------------------------------------------


def test_a_check_that_the_gm_rolls_in_secret_is_nobody_elses() -> None:
    near = ["ax....", "......", "......"]
    units = {"a": hero("ann"), "x": {**foe(DEX=2, SPD=4), "skills": {"claw": 1}}}
    play = Play(near, units, order="xa")
    play.do("act", unit="x", action="simple_attack", **{"with": "claw"}, target="a", secret=True, dice=[7, 3])
    assert play.words("ann") == []
    (line,) = [found for found in play.lines() if found.kind == "roll"]
    assert line.secret


def test_a_player_rolls_in_the_open_whatever_is_sent() -> None:
    units = {"a": {**hero("ann", DEX=2, SPD=4), "skills": {"claw": 1}}, "x": foe()}
    play = Play(["ax...."], units, order="ax")
    play.do("act", unit="a", action="simple_attack", **{"with": "claw"}, target="x", secret=True, dice=[7, 3])
    assert play.words("ann")


# --- all suggestions at once, several dice in one amendment ------------------------------------------


def test_all_that_waits_takes_its_suggestion() -> None:
    units = {"a": {**hero("ann", DEX=2, SPD=4), "skills": {"claw": 1}}, "x": foe()}
    play = Play(["ax...."], units, order="ax", options={"tt.ask.difficulty": "all"})
    play.do("act", unit="a", action="simple_attack", **{"with": "claw"}, target="x")
    (prompt,) = play.view().prompts
    assert play.refused("accept_all", by="ann", prompts=[prompt.key]) == "not_allowed"
    play.do("accept_all", by=GM, prompts=[prompt.key, "difficulty.7"], dice=[7, 3])
    assert not play.view().prompts
    assert play.refused("accept_all", by=GM, prompts=[prompt.key]) == "illegal.nothing"


def test_two_dice_are_amended_at_once() -> None:
    units = {"a": {**hero("ann", DEX=2, SPD=4), "skills": {"claw": 1}}, "x": foe()}
    play = Play(["ax...."], units, order="ax")
    entry = play.do("act", unit="a", action="simple_attack", **{"with": "claw"}, target="x", dice=[7, 3])
    play.do("amend", by=GM, entry=entry.seq, change={"die": [[0, 0, 8], [1, 0, 5]]})
    (line,) = [found for found in play.lines() if found.kind == "roll"]
    assert line.record["attempt"]["die"] == 8
    again = play.memory.log[-1].seq  # the amendment stands for what it decided again
    assert play.refused("amend", by=GM, entry=again, change={"die": [[0, 3, 8]]}) == "illegal.limit"
    assert play.refused("amend", by=GM, entry=again, change={"die": [["x", 0, 8]]}) == "illegal.limit"


def test_what_a_player_can_do_is_left_out_of_a_gms_view_until_it_is_asked_for() -> None:
    """While nobody plays for the seat; nothing else of the view is another."""
    play = Play(["ab.o"], {"a": hero("ann"), "b": hero("ben"), "o": foe()}, order="abo")

    def gm(withhold: bool = True) -> MissionView:
        return project(TEMPUS, play.state, play.rules, GM, "gm", withhold=withhold)

    short, whole = gm(), gm(False)
    assert (short.act_for, short.withheld, whole.act_for, whole.withheld) == ("a", True, "a", False)
    assert {o.unit for o in whole.options} - {o.unit for o in short.options} == {"a"}
    assert not short.reach
    assert all(not t.moves for p in short.packs for h in p.holders for t in h.things)
    same = replace(short, options=whole.options, reach=whole.reach, packs=whole.packs, withheld=False)
    assert same == whole
    player = project(TEMPUS, play.state, play.rules, "ann", "player", withhold=True)
    assert (player.act_for, player.withheld) == ("", False)
    assert any(o.unit == "a" for o in player.options)
    play.do("stand_in", by=GM, seat="ann")
    assert gm() == gm(False)
    assert any(o.unit == "a" for o in gm().options)


@pytest.mark.rule("T-046", "T-068")
def test_what_the_gm_decides_about_a_unit_is_offered_without_asking() -> None:
    play = Play(["ab.o"], {"a": hero("ann", SPD=1, WIT=3), "b": hero("ben"), "o": foe()}, order="abo")

    def rulings() -> set[str]:
        seen = project(TEMPUS, play.state, play.rules, GM, "gm", withhold=True)
        return {option.do for option in seen.options if option.unit == "a"}

    assert rulings() == set()
    play.do("prepare", unit="a", action="search")
    assert rulings() == {"judge"}
    play.do("act", unit="a", action="search_inventory")
    assert rulings() == {"judge", "call_willpower"}


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ({"refund": {"pa": 1}, "unit": "a"}, "left again (it was a draw)"),
        ({"status": {"body": "a", "key": "blessed", "on": True}}, "Blessed (it was a draw)"),
        ({"status": {"body": "a", "key": "blessed", "on": False}}, "no longer blessed (it was a draw)"),
    ],
)
def test_a_ruling_says_its_reason_and_may_be_the_gms_alone(args: dict[str, Any], says: str) -> None:
    """Of points and statuses as of numbers (table.md 19)."""
    play = table()
    play.do("rule", by=GM, reason="it was a draw", **args)
    assert [line.text.endswith(says) for line in play.lines("ann")] == [True]
    play.do("rule", by=GM, reason="it was a draw", secret=True, **args)
    assert [(line.secret, line.text.endswith(says)) for line in play.lines(GM)] == [(True, True)]
    assert play.lines("ann") == play.lines("ben") == []


def test_whom_the_gm_moves_in_secret_just_stands_elsewhere() -> None:
    play = table()
    play.do("place", by=GM, body="a", at=[0, 3], secret=True)
    assert play.words("ann") == []
    assert play.at("a") == (0, 3)
