"""Statuses: over time, resisted, at their Minimum, with stacks and Rounds; Buffs (O-228 to O-261)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah import casting, numbers
from tactics.outerah import statuses as st
from tactics.outerah.notation import Written, parse
from tests.outerah.table import GM, Battle, foe, hero, rules_with


def pair(target: Any = None, **words: Any) -> Battle:
    spec = {"a": hero(WIS=10), "t": foe(**{"HP": 30, "VIT": 35, "WIS": 90, **(target or {})})}
    return Battle(["a.t.."], spec, order="at", **words)


def put(play: Battle, key: str, body: str = "t", **words: Any) -> None:
    play.effect(lambda work: st.put(work, body, key, **words))


def inflict(play: Battle, key: str, *faces: int, **words: Any) -> bool:
    """Whether it took effect; faces of the resist roll."""
    from tactics.kernel.dice import ScriptedDice
    from tactics.kernel.engine import THE_SYSTEM, Work

    work = Work(play.code, play.state, THE_SYSTEM, 0, play.rules, ScriptedDice([(100, f) for f in faces]))
    return st.inflict(work, "t", key, **words)


@pytest.mark.rule("O-228", "O-229", "O-247")
def test_poison_and_burn_both_hurt_at_the_start_of_the_turn() -> None:
    play = pair()
    for key in ("poison", "burn", "poison"):
        put(play, key)
    play.end("a")
    assert (play.turn, play.hp("t")) == ("t", 20)
    assert play.statuses("t") == {"burn": 1, "poison": 1}


@pytest.mark.rule("O-230")
def test_wounds_come_before_healing_over_time() -> None:
    play = pair({"hp": 3})
    put(play, "regeneration")
    put(play, "wounds", number=3)
    play.end("a", "t")
    assert (play.hp("t"), play.state.bodies["t"].down) == (0, True)


@pytest.mark.rule("O-230", "O-231")
def test_healing_over_time_at_the_end_of_the_turn() -> None:
    play = pair({"hp": 3})
    put(play, "regeneration")
    play.end("a")
    assert play.hp("t") == 3
    play.end("t")
    assert play.hp("t") == 8


@pytest.mark.rule("O-245", "O-246", "O-254")
@pytest.mark.parametrize(("face", "took"), [(66, False), (65, True)])
def test_each_point_of_the_stat_is_one_number_to_resist(face: int, took: bool) -> None:
    assert inflict(pair(), "burn", face) is took


@pytest.mark.rule("O-245")
def test_of_several_stats_the_best_resists() -> None:
    rules = rules_with({"status": {"burn": {"stat": ["VIT", "WIS"]}}})
    play = pair(rules=rules)
    spec = rules.find("status", "burn")
    assert st.resistance(play.facts(), play.state.bodies["t"], spec) == 90


@pytest.mark.rule("O-255")
def test_100_in_the_stat_is_immune_without_a_die() -> None:
    assert inflict(pair({"VIT": 100}), "burn") is False
    assert inflict(pair({"VIT": 99}), "burn", 1) is True
    assert inflict(pair({"VIT": 99}), "burn", 2) is False


@pytest.mark.rule("O-255")
def test_that_somebody_is_immune_is_said_and_to_strangers_only_that_it_resists() -> None:
    units = {"a": hero(CHA=90, skills=["poison_blade"]), "t": foe(VIT=100, HP=90)}
    play = Battle(["at..."], units, order="at")
    play.do("act", unit="a", action="poison_blade", target="t", dice=[90, (8, 1)])  # no die to resist
    assert ("T is immune to Poison" in play.words(), "T resists Poison" in play.words("ann")) == (True, True)
    assert not any("immune" in words for words in play.words("ann"))


@pytest.mark.rule("O-252", "O-253")
def test_the_minimum_then_five_easier_each_turn() -> None:
    play = pair({"HP": 100})
    put(play, "burn")
    play.end("a", "t")  # the first turn: no roll
    play.end("a")
    play.do("end_turn", unit="t", dice=[63])
    assert play.events(st.Resisted)[0].needs == 66
    assert play.statuses("t") == {"burn": 1}
    play.end("a")
    play.do("end_turn", unit="t", dice=[63])
    assert (play.events(st.Resisted)[0].needs, play.statuses("t")) == (61, {})


@pytest.mark.rule("O-255")
def test_what_runs_ends_when_the_stat_reaches_100() -> None:
    play = pair({"HP": 100})
    put(play, "burn")
    play.do("rule", by="gil", set={"t.stats.VIT": "=99"})
    assert play.statuses("t") == {"burn": 1}
    play.do("rule", by="gil", set={"t.stats.VIT": "=100"})
    assert play.statuses("t") == {}


@pytest.mark.rule("O-256", "O-257", "O-259")
def test_a_buff_lasts_its_rounds_the_one_of_casting_being_the_first() -> None:
    play = pair()
    play.round_over()
    put(play, "protect", body="a")
    had = []
    for _ in range(3):
        had.append("protect" in play.statuses("a"))
        play.round_over()
    assert had == [True] * 3
    assert play.statuses("a") == {}


@pytest.mark.rule("O-257")
def test_again_restarts_and_does_not_add() -> None:
    play = pair()
    put(play, "protect", body="a", rounds=5)
    for _ in range(3):
        play.round_over()
    put(play, "protect", body="a", rounds=5)
    assert play.state.bodies["a"].statuses[0].numbers["rounds"] == 5


@pytest.mark.rule("O-260", "O-261")
@pytest.mark.parametrize(("wisdom", "percent"), [(0, 60), (10, 60), (19, 60), (20, 70), (35, 80), (50, 100), (60, 100)])
def test_g21_every_ten_wisdom_is_ten_points_of_success(wisdom: int, percent: int) -> None:
    play = Battle(["a...."], {"a": hero(WIS=wisdom)}, order="a")
    haste: Any = play.rules.find("status", "haste")
    found = casting.chance(play.facts(), play.state.bodies["a"], haste)
    assert found.total == percent
    assert found.terms[0].value == 60


@pytest.mark.rule("O-236", "O-250")
def test_a_buff_changes_numbers_while_it_lasts() -> None:
    play = pair()
    put(play, "protect", body="a")
    assert numbers.stat(play.facts(), play.state.bodies["a"], "DEF") == 5


@pytest.mark.rule("O-242", "O-243")
def test_g20_how_the_document_writes_a_status() -> None:
    names = ("Burn", "Poison", "Red Card")
    assert parse("Void Poison", names) == Written("Void", "Poison", None)
    assert parse("Everlasting Burn(3)", names) == Written("Everlasting", "Burn", 3)
    assert parse("Burn (3)", names) == Written("", "Burn", 3)
    assert parse("red card (1)", names) == Written("", "Red Card", 1)
    with pytest.raises(ValueError, match="write the name"):
        parse("Sunburn", names)


@pytest.mark.rule("O-241")
def test_a_higher_tier_replaces_a_lower_one_of_the_same_name() -> None:
    play = pair()
    put(play, "burn", tier=1, number=5)
    put(play, "burn", tier=2, number=9)
    assert play.state.bodies["t"].statuses[0].numbers["number"] == 9
    put(play, "burn", tier=1, number=5)
    assert play.state.bodies["t"].statuses[0].numbers["number"] == 9


def test_it_says_when_it_ends_and_on_whose_clock() -> None:
    play = pair()
    put(play, "burn", rounds=3)
    badge = next(b for u in play.view("gm").units if u.key == "t" for b in u.badges)
    assert badge.label == "Burn (3)"
    assert badge.ends == (
        "3 Rounds left, counted as each Round ends; "
        "from its 2nd own turn on, as the turn ends, a D100: "
        f"{101 - play.state.bodies['t'].stats['VIT']} or more resists"
    )
    put(play, "stop")
    stop = next(b for u in play.view("gm").units if u.key == "t" for b in u.badges if b.label == "Stop")
    assert stop.ends == "2 to 3 of its own turns are lost; an even die in number 2 breaks it"


# --- what statuses do to whoever has them --------------------------------------------------------------


@pytest.mark.rule("O-079")
def test_who_is_feared_runs_with_the_whole_movement_and_does_nothing_else() -> None:
    units = {"a": hero(MOV=4, CHA=20), "t": foe(skills=["terrify"], CHA=90), "b": hero("ben")}
    play = Battle([".......", ".......", "..a.t..", "......b", "......."], units, order="tab")
    play.do("act", by="gil", unit="t", action="terrify", target="a", dice=[50, 80])
    play.do("end_turn", unit="t", dice=[80])  # it does not resist as its slot ends
    assert (play.turn, play.at("a")) == ("b", (0, 2))
    assert "A flees to A3" in play.words("ann")
    assert any("flees and has no turn" in words for words in play.words("ann"))
    row = next(row for row in play.view("ann").order if row.unit == "a")
    assert (row.sign, "Feared: flees instead of acting" in row.label) == ("!", True)
    play.end("b")
    play.do("end_turn", unit="t", dice=[81])
    assert play.statuses("a") == {}  # two Rounds are over, or it resisted: it acts again
    assert play.turn in ("a", "b")


@pytest.mark.rule("O-079", "O-042")
def test_a_pet_that_is_feared_obeys_no_order() -> None:
    units = {"a": hero(), "p": hero(traits=["pet_of:a"], statuses=["feared"]), "t": foe()}
    play = Battle(["ap..t"], units, order="apt")
    assert play.refused("order", unit="a", pet="p", order="stay") == "illegal.cost"
    offers = [o for o in play.view("ann").options if o.do == "order" and o.command["order"] != "together"]
    assert offers
    assert {o.why_not for o in offers} == {"it is Feared"}


def test_one_of_a_mob_that_is_feared_flees_and_the_others_attack() -> None:
    members = [{"stats": {"MOV": 3}}, {"stats": {"MOV": 3}, "statuses": ["feared"]}]
    mob = {"kind": "mob", "side": "foes", "seat": "gil", "members": members, "glyph": "m"}
    play = Battle([".am..", "...m.", "....."], {"a": hero(HP=90), "mob": mob}, order=["a", "mob"])
    play.end("a")
    assert (play.turn, play.at("mob.1")) == ("mob", (2, 0))
    assert play.at("mob.2") != (3, 1)
    play.do("act", unit="mob", action="attack", target="a", dice=[1])
    assert play.refused("move", unit="mob", paths={"mob.2": [list(play.at("mob.2") or ())]}).startswith("illegal")
    assert {reach.body for reach in play.view("gil").reach} == {"mob.1"}
    assert "advance" not in {o.key for o in play.view("gil").options}  # one alone needs no formation


def test_outside_combat_whoever_is_feared_is_offered_nothing() -> None:
    play = Battle(["a...t"], {"a": hero(statuses=["feared"]), "t": foe()}, order="ta")
    play.do("rule", by="gil", mode="free")
    assert {o.why_not for o in play.view("ann").options if o.unit == "a"} == {"A is Feared"}
    assert not play.view("ann").reach


def test_whoever_sleeps_is_woken_by_harm() -> None:
    play = pair({"HP": 100})
    put(play, "sleep")
    badge = next(b for u in play.view("gm").units if u.key == "t" for b in u.badges)
    assert badge.ends.endswith("or until it is hurt")
    play.effect(lambda work: st.hurt(work, "t", 0, ""))
    assert play.statuses("t") == {"sleep": 1}
    play.effect(lambda work: st.hurt(work, "t", 1, ""))
    assert play.statuses("t") == {}


@pytest.mark.rule("O-020", "O-245")
def test_a_red_card_is_resisted_with_charisma_and_says_when_it_ends() -> None:
    assert inflict(pair({"CHA": 40}), "red_card", 61) is False
    assert inflict(pair({"CHA": 40}), "red_card", 60) is True
    play = pair({"CHA": 40})
    put(play, "red_card")
    badge = next(b for u in play.view("gm").units if u.key == "t" for b in u.badges)
    assert badge.ends.startswith("until its next own turn is lost; as its own turn ends a D100: 61 or more resists")


@pytest.mark.rule("O-241", "O-243")
def test_a_prefix_says_the_tier_and_a_higher_tier_does_more() -> None:
    ember = {"label": "Ember", "does": "status", "range": 6, "status": "burn", "text": "Burns."}
    skills = {"ember": ember, "blaze": {**ember, "label": "Blaze", "prefix": "Everlasting", "rounds": 3}}
    units = {"a": hero(CHA=90, skills=["blaze", "ember"], statuses=["haste"]), "t": foe(AGI=0, VIT=35, HP=100)}
    play = Battle(["a.t.."], units, order="at", rules=rules_with({"skill": skills}))
    play.do("act", unit="a", action="blaze", target="t", dice=[50, 10])
    assert [b.label for u in play.view("gm").units if u.key == "t" for b in u.badges] == ["Everlasting Burn (3)"]
    play.end("a")
    assert play.hp("t") == 90  # twice the five of a Burn
    play.end("t")
    play.do("act", unit="a", action="ember", target="t", dice=[50, 10])  # a lower tier changes nothing
    assert play.state.bodies["t"].statuses[0].numbers["tier"] == 2


def ruled(play: Battle, words: str, body: str = "t", **more: Any) -> None:
    play.do("rule", by="gil", status={"body": body, "key": words, **more})


@pytest.mark.rule("O-242", "O-243")
def test_the_guide_gives_a_status_as_the_document_writes_it() -> None:
    play = pair({"HP": 100})
    assert play.view("gil").kit.status_example == "Everlasting Burn (3)"  # type: ignore[union-attr]
    ruled(play, "Everlasting burn(3)")
    ruled(play, "Void Poison")
    assert {s.key: s.numbers for s in play.state.bodies["t"].statuses} == {
        "burn": {"rounds": 3, "tier": 2, "turns": 0}, "poison": {"tier": 3, "turns": 0}
    }  # fmt: skip
    for wrong in ("Sunburn", "Eternal Burn"):
        assert play.refused("rule", by="gil", status={"body": "t", "key": wrong}) == "bad_field"


@pytest.mark.rule("O-011", "O-090", "O-098")
def test_a_status_that_the_guide_gives_brings_along_what_belongs_to_it() -> None:
    play = pair({"HP": 100, "level": 5})
    for key in ("haste", "black_blue", "wounds"):
        ruled(play, key)
    assert (play.state.bodies["t"].max_hp, play.hp("t")) == (90, 90)
    assert {s.key: s.numbers.get("rounds") for s in play.state.bodies["t"].statuses} == {
        "haste": 3, "black_blue": 6, "wounds": 6
    }  # fmt: skip
    play.end("a", "t", "t")
    assert play.hp("t") == 90 - 2 * 3  # two turns of a body of level 5
    ruled(play, "black_blue", on=False)
    assert play.state.bodies["t"].max_hp == 100


@pytest.mark.rule("O-035")
def test_hidden_by_the_guides_word_is_unseen_and_ends_seen() -> None:
    play = pair()
    ruled(play, "hidden")
    assert "t" not in {u.key for u in play.view("ann").units}
    ruled(play, "hidden", on=False)
    assert "t" in {u.key for u in play.view("ann").units}


@pytest.mark.rule("O-252", "O-254")
def test_each_status_says_when_it_ends_in_words_that_can_come_true() -> None:
    play = pair({"HP": 100, "WIS": 10})
    for key in play.rules.entries["status"]:
        ruled(play, key)  # a Curse takes more Wisdom than there is
    view = play.view("gil")
    said = {b.key: b.ends for u in view.units if u.key == "t" for b in u.badges if b.help.startswith("status:")}
    assert set(said) == set(play.rules.entries["status"])
    assert all(said.values())
    assert said["charm"] == "from its 2nd own turn on, as the turn ends, a D100: none resists yet"
    assert said["slow_fall"] == "until a cure or the GM ends it"
    assert not [words for words in said.values() if any(f" {n} or more" in words for n in range(101, 200))]


@pytest.mark.rule("O-230", "O-242")
def test_the_log_names_what_heals_how_long_it_lasts_and_that_it_ends() -> None:
    play = pair({"hp": 3})
    put(play, "regeneration")
    does = "5 hit points at the end of each turn"
    assert play.words()[-1] == f"T has Regeneration (3): {does}; 3 Rounds left, counted as each Round ends"
    assert play.words("ann")[-1] == f"T has Regeneration: {does}"  # a stranger's counter
    said = []
    for _ in range(3):
        for unit in ("a", "t"):
            play.end(unit)
            said += play.words()
    assert said.count("T regains 5 HP from Regeneration") == 3
    assert said.count("Regeneration on T ends") == 1


@pytest.mark.rule("O-256")
def test_of_a_buff_friends_are_looked_for_first() -> None:
    play = Battle(["at."], {"a": hero(skills=["regrowth", "thorns"], INT=10, WIS=10), "t": foe(HP=30)}, order="at")
    helps = {option.key: option.helps for option in play.view("ann").options if option.targets}
    assert helps["regrowth"]
    assert not helps["thorns"]


@pytest.mark.rule("O-245", "O-246", "O-255")
def test_what_would_take_effect_is_told_before_the_roll() -> None:
    """The chance to resist it to whoever knows the target's numbers; of a stranger that it can."""
    rules = rules_with({"skill": {"sting": {"label": "Sting", "dice": "d4", "status": "poison", "text": "Stings."}}})

    def told(vit: int, seat: str, by: str = "ann") -> str:
        spec = {"skills": ["sting"], "STR": 0}
        play = Battle(["at"], {"a": hero(by, **spec), "t": foe(HP=50, VIT=vit, WIS=vit)}, order="at", rules=rules)
        option = next(o for o in play.view(seat).options if o.key == "sting" and o.unit == "a")
        return option.targets[0].effect.partition("; ")[2]

    stat = rules.entries["status"]["poison"].stat
    assert stat
    assert told(35, GM) == "Poison, 35 % to resist"
    assert told(100, GM) == "immune to Poison"
    assert told(35, "ann") == told(100, "ann") == "Poison unless it resists"
