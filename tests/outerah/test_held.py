"""Who is held while others of the same unit act, and pets, whose turn is in their Trainer's (O-011, O-015 to O-020)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah import statuses as st
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero, rules_with

FANG = {"label": "Fang", "property": "slashing", "dice": "d12"}
BARK = {"label": "Bark", "does": "status", "status": "weaken", "range": 9, "text": "A bark."}
UNRESISTED = {key: {"minimum": 50} for key in ("slow", "sleep", "freeze")}
RULES = rules_with({"weapon": {"fang": FANG}, "skill": {"bark": BARK}, "status": UNRESISTED})


def give(play: Battle, body: str, key: str, **words: Any) -> None:
    play.effect(lambda work: st.put(work, body, key, **words))


def pack(**words: Any) -> Battle:
    """A hero between two of a Mob."""
    mob = {**foe(CHA=30, STR=0, weapons=["fang"], HP=50, skills=["bark"], MOV=4), "kind": "mob", "count": 2}
    return Battle(["mam...", "......"], {"a": hero(HP=300, AGI=20), "m": mob}, order="am", rules=RULES, **words)


def attackers(play: Battle, *dice: Any) -> list[str]:
    """Who of the Mob attacks in this turn; each misses."""
    play.do("act", by=GM, unit="m", action="attack", target="a", dice=dice)
    return [ev.body for ev in play.events(Struck)]


@pytest.mark.rule("O-016", "O-017")
@pytest.mark.parametrize(("key", "label"), [("stop", "Stop"), ("sleep", "Sleep"), ("freeze", "Freeze")])
def test_a_member_that_is_held_does_nothing_while_the_others_act(key: str, label: str) -> None:
    play = pack()
    give(play, "m.1", key)
    play.end("a")
    assert play.turn == "m"
    shown = next(o for o in play.view(GM).options if o.key == "attack.mainhand.fang")
    assert not any(b.label == "Plus Charge" for t in shown.targets for b in t.breakdowns)  # no pincer with it (O-057)
    assert attackers(play, 10) == ["m.2"]
    assert {reach.body for reach in play.view(GM).reach} == {"m.2"}
    assert play.refused("move", by=GM, unit="m", paths={"m.1": [[0, 1]]}) == "illegal.status"


@pytest.mark.rule("O-016", "O-017")
@pytest.mark.parametrize(("face", "rounds"), [(6, 2), (7, 3)])
def test_stop_on_one_of_a_mob_runs_out_as_on_anybody(face: int, rounds: int) -> None:
    play = pack()
    give(play, "m.1", "stop")
    for number in range(1, 5):
        play.do("end_turn", unit="a", dice=[(10, face)] if number == 2 else [])
        held = number <= rounds
        assert ("stop" in play.statuses("m.1")) is held
        assert attackers(play, 10, *([] if held else [10, 10, 10])) == (["m.2"] if held else ["m.1", "m.2"])
        play.end("m")


@pytest.mark.rule("O-020")
def test_a_red_card_takes_the_next_turn_of_one_of_a_mob() -> None:
    play = pack()
    play.end("a")
    give(play, "m.1", "red_card")
    assert len(attackers(play, 10, 10, 10, 10)) == 2  # the turn that is under way is its own
    play.do("end_turn", unit="m", dice=[1])  # Charisma does not save it
    play.end("a")
    assert attackers(play, 10) == ["m.2"]
    play.end("m", "a")
    assert len(attackers(play, 10, 10, 10, 10)) == 2


@pytest.mark.rule("O-015")
def test_a_slowed_member_sits_every_other_round_out() -> None:
    play = pack()
    play.end("a", "m")  # both have had a turn in Round 1
    give(play, "m.1", "slow", rounds=99)
    for both in (False, True, False, True):
        play.end("a")
        assert len(attackers(play, *([10] * 4 if both else [10]))) == (2 if both else 1)
        play.end("m")


@pytest.mark.rule("O-016")
def test_where_each_is_held_by_something_else_the_turn_passes() -> None:
    play = pack()
    give(play, "m.1", "stop")
    give(play, "m.2", "sleep")
    play.end("a")
    assert play.turn == "a"


@pytest.mark.rule("O-011", "O-020")
def test_a_red_card_takes_the_first_of_two_hasted_turns_alone() -> None:
    play = Battle(["a.b.c"], {"a": hero(), "b": hero("ben"), "c": foe()}, order="abc", rules=RULES)
    give(play, "b", "haste", rounds=9)
    give(play, "b", "red_card")
    assert play.round_over() == ["a", "c", "b"]
    assert play.round_over() == ["a", "b", "c", "b"]


@pytest.mark.rule("O-011", "O-016")
def test_who_is_stopped_has_no_hasted_turn() -> None:
    play = Battle(["a.b.c"], {"a": hero(), "b": hero("ben"), "c": foe()}, order="abc", rules=RULES)
    give(play, "b", "haste", rounds=9)
    give(play, "b", "stop")
    assert play.round_over() == ["a", "c"]
    assert play.state.bodies["b"].statuses[1].numbers["lost"] == 1


# --- pets -------------------------------------------------------------------------------------------


def kennel() -> Battle:
    dog = hero(HP=50, CHA=30, traits=["pet_of:a", "pet_source:tamed"], weapons=["fang"], MOV=4)
    units = {"a": hero(HP=100, CHA=30), "p": dog, "t": foe(HP=200, AGI=20)}
    return Battle([".....", ".atp.", "....."], units, order="apt", rules=RULES)


def bidden(play: Battle) -> str:
    """Why the pet cannot be sent to attack, or empty."""
    offers = [o for o in play.view("ann").options if o.command.get("order") == "attack"]
    assert offers
    return offers[0].why_not


@pytest.mark.rule("O-016", "O-042")
@pytest.mark.parametrize(("key", "label"), [("stop", "Stop"), ("sleep", "Sleep"), ("freeze", "Freeze")])
def test_a_pet_that_is_held_obeys_no_order(key: str, label: str) -> None:
    play = kennel()
    give(play, "p", key)
    assert bidden(play) == f"it is held by {label}"
    assert play.refused("order", unit="a", pet="p", order="attack", target="t") == "illegal.cost"
    assert play.refused("order", unit="a", pet="p", order="move", target=[4, 1]) == "illegal.cost"


@pytest.mark.rule("O-017", "O-042")
def test_stop_on_a_pet_is_lost_in_its_trainers_turns() -> None:
    play = kennel()
    give(play, "p", "stop")  # in Ann's turn of Round 1, so 2 and 3 are lost
    play.end("a", "t", "a")
    play.do("end_turn", unit="t", dice=[(10, 6)])
    assert (play.state.clock.round, bidden(play)) == (3, "it is held by Stop")
    play.end("a", "t")
    assert (play.state.clock.round, bidden(play)) == (4, "")


@pytest.mark.rule("O-020", "O-042")
def test_a_red_card_takes_the_next_turn_in_which_a_pet_could_obey() -> None:
    play = kennel()
    play.end("a")
    give(play, "p", "red_card")
    play.end("t")
    assert bidden(play) == "it is held by Red Card"
    play.end("a", "t")
    assert (bidden(play), play.statuses("p")) == ("", {})


@pytest.mark.rule("O-015", "O-042")
def test_a_slowed_pet_obeys_every_other_round() -> None:
    play = kennel()
    give(play, "p", "slow", rounds=99)
    said = []
    for _ in range(4):
        said.append(bidden(play))
        if not said[-1]:
            play.do("order", unit="a", pet="p", order="attack", target="t", dice=[60, (12, 1)])
        play.end("a", "t")
    assert said == ["", "it is slowed: no order this Round"] * 2
