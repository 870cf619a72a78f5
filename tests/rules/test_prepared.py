"""Prepared Actions (T-066 to T-078): declared, used in order, lost; conditions that the server can see (table.md 4)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tactics.kernel import events as e
from tactics.secrecy.known import known
from tactics.tempus import timing_events as t
from tactics.tempus.action_offers import out_of_turn, to_prepare
from tests.rules.table import foe, hero, rules_with
from tests.rules.timing_table import Timed

POTION = {
    "action": {
        "drink": {
            "label": "Drink Potion", "cost": {"pa": 1}, "effect": [{"do": "heal", "on": "self", "amount": "1"}],
        }
    }
}  # fmt: skip


def table(**more: Any) -> Timed:
    """Ann's a (5 PA, 4 MA) at (0,2), Ben's c beside it, the GM's b at (4,2)."""
    units = {
        "a": hero("ann", SPD=5, WIT=4, DEX=3, STR=2, **more),
        "b": foe(SPD=4, WIT=3, DEX=3, HP=30, DEF=1),
        "c": hero("ben", SPD=3, WIT=3, HP=9),
    }
    rows = [".......", ".......", "a...b..", ".......", "c......"]
    return Timed(rows, units, order="abc", objectives=())


def four() -> Timed:
    """The document's example: Move, Attack, Move, Drink Potion prepared, and the turn is over."""
    units = {"a": hero("ann", SPD=5, WIT=4, DEX=9, STR=1, HP=20), "b": foe(SPD=4, WIT=3, HP=30, DEF=1)}
    play = Timed(["......", ".ab...", "......"], units, order="ab", rules=rules_with(POTION))
    play.do("rule", set={"a.hp": "=10"})
    play.do("prepare", unit="a", action="move", target=[1, 0])
    play.do("prepare", unit="a", action="simple_attack", target="b")
    play.do("prepare", unit="a", action="move", target=[1, 2])
    play.do("prepare", unit="a", action="drink")
    assert play.pool("a", "pa") == 0
    play.do("end_turn", unit="a")
    return play


# --- declaring -----------------------------------------------------------------------------------------


@pytest.mark.rule("T-066", "T-088")
def test_preparing_pays_the_whole_cost_now_so_that_it_defends_nobody() -> None:
    play = four()
    assert play.numbers("a") == [1, 2, 3, 4]
    assert play.defence("a") == 0
    assert play.pool("a", "ma") == 4  # Move, Attack, Move and Drink draw none


@pytest.mark.rule("T-067", "T-070")
def test_what_is_impossible_now_may_be_prepared_and_is_looked_at_when_it_is_used() -> None:
    play = table()
    play.do("prepare", unit="a", action="simple_attack", target="b", declaration="when it comes")
    play.do("end_turn", unit="a")
    play.refuses("illegal.range", "interrupt", unit="a", prepared=1)
    assert play.numbers("a") == [1]
    play.refuses("unknown", "interrupt", unit="z", prepared=1)


@pytest.mark.rule("T-077")
def test_at_most_as_many_as_the_wits_whatever_points_are_left() -> None:
    play = Timed(["a...."], {"a": hero("ann", SPD=5, WIT=3)}, order="a")
    play.do("talk", unit="a", text="one two three four five six seven eight nine ten eleven")  # all MA
    for x in (1, 2, 1):
        play.do("prepare", unit="a", action="move", target=[x, 1])
    play.refuses("illegal.limit", "prepare", unit="a", action="move", target=[1, 1])


@pytest.mark.rule("T-068", "T-069")
@pytest.mark.parametrize(
    ("declared", "total"),
    [({}, 8), ({"specificity": "vague"}, 6), ({"target": None}, 6)],
)
def test_a_vague_declaration_has_a_penalty(declared: dict[str, Any], total: int) -> None:
    units = {"a": hero("ann", SPD=4, WIT=3, DEX=3), "b": foe(HP=30, DEF=20)}
    play = Timed(["ab..."], units, order="ab")
    args = {"target": "b", **declared}
    play.do("prepare", unit="a", action="simple_attack", **{k: v for k, v in args.items() if v})
    play.do("end_turn", unit="a")
    play.do("interrupt", unit="a", prepared=1, target="b", dice=[9])
    record = next(line.record for line in play.lines() if "attempt" in line.record)
    assert record["attempt"]["total"] == total  # 3 + 9, less the human's 4 for an untrained fist


@pytest.mark.rule("T-069")
def test_an_exact_declaration_has_a_bonus_and_is_legal_only_as_declared() -> None:
    units = {"a": hero("ann", SPD=4, WIT=3, DEX=3), "b": foe(SPD=4, HP=30, DEF=20)}
    play = Timed(["a....", ".....", "..b.."], units, order="ab")
    exact = {"target": "b", "when": {"enters": [1, 1]}, "specificity": "exact"}
    play.refuses("bad_field", "prepare", unit="a", action="simple_attack", target="b", specificity="exact")
    play.do("prepare", unit="a", action="simple_attack", **exact)
    play.do("end_turn", unit="a")
    play.do("move", unit="b", path=[[1, 2], [0, 1]])
    play.refuses("illegal.target", "interrupt", unit="a", prepared=1)  # in reach, and not where it was said
    play.do("move", unit="b", path=[[1, 1]])
    assert play.asked() == [("prepared", "a")]
    play.do("answer", by="ann", prompt="prepared", value="use", dice=[9])
    record = next(line.record for line in play.lines() if "attempt" in line.record)
    assert record["attempt"]["total"] == 10


@pytest.mark.rule("T-068")
def test_the_gm_says_how_specific_a_declaration_was() -> None:
    play = table()
    play.do("prepare", unit="a", action="simple_attack", target="b")
    play.refuses("not_allowed", "judge", by="ann", unit="a", prepared=1, specificity="exact")
    play.do("judge", by="gil", unit="a", prepared=1, specificity="vague")
    assert play.value("a", "prepared")[0]["specificity"] == "vague"
    assert play.words("ben") == []


@pytest.mark.rule("T-069")
def test_the_gm_judges_it_from_the_offer_and_nobody_else_has_one() -> None:
    play = table()
    play.do("prepare", unit="a", action="simple_attack", target="b")
    option = play.option("a", "judge:1", seat="gil")
    words = [word for _, word in option.fields[0].choices]
    assert words == ["vaguely, -2 on the Attempt", "exactly, +2 on the Attempt"]
    assert all(o.do != "judge" for o in play.view("ann").options)
    play.do(option.do, by="gil", unit="a", specificity="exact", **option.command)
    assert play.option("a", "judge:1", seat="gil").cost == "declared exactly"


@pytest.mark.rule("T-070")
def test_an_attack_on_a_space_meets_whoever_stands_there_then() -> None:
    units = {"a": hero("ann", SPD=4, WIT=3, DEX=3), "b": foe(SPD=3), "c": hero("ben", SPD=3, HP=30, DEF=20)}
    play = Timed(["a....", "c....", "..b.."], units, order="abc")
    play.do("prepare", unit="a", action="simple_attack", target=[1, 0])
    play.do("end_turn", unit="a")
    play.refuses("illegal.target", "interrupt", unit="a", prepared=1)  # nobody there
    play.do("end_turn", unit="b")
    play.do("move", unit="c", path=[[1, 0]])
    play.do("interrupt", unit="a", prepared=1, dice=[3])
    assert "C" in play.said()


# --- using ---------------------------------------------------------------------------------------------


@pytest.mark.rule("T-073", "T-074", "T-075", "T-078")
@pytest.mark.parametrize("used", [(1, 4), (1, 3), (2, 3, 4)])
def test_the_documents_allowed_sequences(used: tuple[int, ...]) -> None:
    play = four()
    for number in used:
        dice = [9, (8, 4)] if number == 2 else []
        play.do("interrupt", unit="a", prepared=number, dice=dice)
    assert play.numbers("a") == [n for n in (1, 2, 3, 4) if n > used[-1]]


@pytest.mark.rule("T-075", "T-078")
def test_drink_and_then_move_is_not_allowed() -> None:
    play = four()
    play.do("interrupt", unit="a", prepared=4)
    assert play.hp("a") == 11
    for number in (1, 3):
        play.refuses("illegal.order", "interrupt", unit="a", prepared=number)


@pytest.mark.rule("T-071", "T-076")
def test_they_last_until_the_own_turn_resumes_without_a_refund() -> None:
    play = four()
    play.do("interrupt", unit="a", prepared=1)
    play.do("end_turn", unit="b")
    assert (play.turn, play.numbers("a"), play.pool("a", "pa")) == ("a", [], 5)
    assert play.events(t.PreparedLost)[0].why == "turn"


@pytest.mark.rule("T-071")
def test_they_may_end_with_the_round_instead() -> None:
    units = {"a": hero("ann", SPD=5, WIT=4), "b": foe(SPD=4, WIT=3)}
    play = Timed(["ab...", "....."], units, order="ba", options={"tt.prepared.window": "round_end"})
    play.do("end_turn", unit="b")
    play.do("prepare", unit="a", action="move", target=[1, 1])
    play.do("end_turn", unit="a")
    assert (play.turn, play.numbers("a")) == ("b", [])


@pytest.mark.rule("T-075")
def test_one_may_be_given_up_before_its_time() -> None:
    play = four()
    play.do("discard", unit="a", prepared=2)
    assert play.numbers("a") == [1, 3, 4]
    play.refuses("illegal.order", "interrupt", unit="a", prepared=2)


# --- into what is in progress (T-072) --------------------------------------------------------------------


def struck(cell: list[int]) -> Timed:
    """A Move prepared by a, which b then attacks."""
    units = {"a": hero("ann", SPD=3, WIT=2), "b": foe(SPD=4, DEX=3), "c": hero("ben", SPD=2, WIT=2)}
    play = Timed(["......", "..a...", "...b..", "......", "c....."], units, order="abc")
    play.do("prepare", unit="a", action="move", target=cell)
    play.do("end_turn", unit="a")
    play.do("act", unit="b", action="simple_attack", target="a")
    assert play.asked() == [("interrupt", "a")]
    return play


@pytest.mark.rule("T-072")
def test_out_of_reach_before_the_blow_ends_it_without_a_roll() -> None:
    play = struck([0, 0])
    play.do("interrupt", unit="a", prepared=1, affects=True)
    assert play.at("a") == (0, 0)
    assert [ev.action for ev in play.events(t.Foiled)] == ["simple_attack"]
    assert (play.pool("b", "pa"), play.events(e.Rolled)) == (2, [])


@pytest.mark.rule("T-072")
def test_still_in_reach_the_blow_goes_on() -> None:
    play = struck([2, 2])
    play.do("interrupt", unit="a", prepared=1, affects=True, dice=[1])
    assert play.at("a") == (2, 2)
    assert not play.events(t.Foiled)


@pytest.mark.rule("T-072")
def test_what_does_not_affect_it_waits_until_all_is_over() -> None:
    play = struck([0, 0])
    play.do("interrupt", unit="a", prepared=1, dice=[1])  # not said to affect the blow
    kinds = [type(ev).__name__ for ev in play.memory.log[-1].events]
    assert kinds.index("Checked") < kinds.index("DelayedTaken") < kinds.index("Stepped")
    assert play.at("a") == (0, 0)


# --- conditions (table.md 4) -----------------------------------------------------------------------------


def walker(**prepared: Any) -> Timed:
    """Foe b walks past Ann's a, who has prepared a blow."""
    units = {"a": hero("ann", SPD=4, WIT=3, DEX=9, STR=1), "b": foe(SPD=4, WIT=2, HP=30, DEF=1)}
    play = Timed(["......", "..a...", "......", "b....."], units, order="ab")
    play.do("prepare", unit="a", action="simple_attack", **prepared)
    play.do("end_turn", unit="a")
    return play


@pytest.mark.rule("T-070")
def test_a_blow_fires_by_itself_in_the_middle_of_a_walk() -> None:
    play = walker(target="b", when={"in_reach": "b"}, fire="auto")
    play.do("move", unit="b", legs=[[[1, 3], [2, 3], [3, 3]], [[3, 2], [3, 1]]], dice=[9, (8, 4)])
    kinds = [type(ev).__name__ for ev in play.memory.log[-1].events]
    assert kinds.count("Stepped") == 5
    assert kinds[: kinds.index("PreparedUsed")].count("Stepped") == 4  # at (3,2)
    assert play.hp("b") < 30
    assert play.asked() == []


@pytest.mark.rule("T-070")
def test_the_owner_is_asked_at_that_moment_and_may_keep_it() -> None:
    play = walker(target="b", when={"enters": [2, 3]})
    play.do("move", unit="b", path=[[1, 3], [2, 3], [3, 3]])
    assert (play.asked(), play.at("b")) == ([("prepared", "a")], (2, 3))
    play.do("answer", by="ann", prompt="prepared", value="keep")
    assert (play.at("b"), play.numbers("a")) == ((3, 3), [1])


def test_nobody_is_asked_whose_stop_is_off() -> None:
    play = walker(target="b", when={"enters": [2, 3]})
    play.do("set_standing", by="ann", choices={"stop_prepared": False})
    play.do("move", unit="b", path=[[1, 3], [2, 3], [3, 3]])
    assert (play.asked(), play.at("b")) == ([], (3, 3))


def test_by_post_it_fires_by_itself() -> None:
    play = walker(target="b", when={"in_reach": "any"})
    play.do("set_option", key="tt.pace", value="post")
    play.do("move", unit="b", path=[[0, 2], [1, 2]], dice=[9, (8, 4)])
    assert play.hp("b") < 30


@pytest.mark.parametrize(
    ("when", "deed", "fires"),
    [
        ({"attacks": "any"}, {"do": "act", "action": "simple_attack", "target": "c"}, True),
        ({"speaks": "b"}, {"do": "talk", "text": "hello there"}, True),
        ({"speaks": "b"}, {"do": "move", "path": [[4, 1]]}, False),
        ({"casts": "any"}, {"do": "talk", "text": "hello there"}, False),
    ],
)
def test_attacks_and_speech_meet_a_condition(when: dict[str, Any], deed: dict[str, Any], fires: bool) -> None:
    units = {
        "a": hero("ann", SPD=4, WIT=3),
        "b": foe(SPD=4, WIT=3),
        "c": hero("ben", SPD=2, WIT=0, DEF=30),
    }
    play = Timed(["......", "..ab..", "...c.."], units, order="abc")
    play.do("prepare", unit="a", action="move", target=[1, 0], when=when, fire="auto")
    play.do("end_turn", unit="a")
    play.do(deed.pop("do"), unit="b", dice=[2] if deed.get("action") else [], **deed)
    assert (play.at("a") == (1, 0)) == fires


def test_a_condition_names_something_that_one_may_know_of() -> None:
    play = table()
    play.do("rule", hide="b")
    for when in ({"in_reach": "b"}, {"attacks": "b"}, {"in_reach": "nobody"}):
        play.refuses("unknown", "prepare", unit="a", action="move", target=[1, 2], when=when)
    for when in ({"sleeps": "b"}, {"enters": [90, 3]}, {"attacks": 3}, {"enters": [1, 1], "attacks": "c"}):
        play.refuses("bad_field", "prepare", unit="a", action="move", target=[1, 2], when=when)


# --- who may know ----------------------------------------------------------------------------------------


def test_what_is_prepared_is_the_owners_and_the_gms_to_know() -> None:
    play = table()
    play.do("prepare", unit="a", action="simple_attack", target="b", declaration="for the king")
    assert "for the king" in play.said("ann")
    assert "for the king" in play.said("gil")
    assert play.said("ben") == ""
    assert [b.label for b in play.unit("a", "ben").badges] == ["1 prepared"]
    assert play.value("a", "prepared", "ben") == [{"number": 1, "action": "", "specificity": "normal", "when": {}}]
    play.do("end_turn", unit="a")
    play.do("prepare", unit="b", action="move", target=[4, 3])
    assert play.said("ann") == ""
    assert play.value("b", "prepared", "ann") is None


@pytest.mark.rule("T-066", "T-067", "T-070", "T-083")
def test_skills_powers_and_things_of_the_pack_are_offered_too() -> None:
    """For preparing and for a Reflex; a thing that is not at hand only for preparing, for that may change."""
    ann = hero("ann", SPD=5, WIT=4) | {"skills": {"grapple": 2, "observe": 1}, "pack": {"healing_potion": 1}}
    play = Timed(["a...b"], {"a": ann, "b": foe(SPD=4)}, order="ab", objectives=())
    play.do("end_turn", unit="a")
    seen = known(play.code, play.state, play.rules, "ann", "player")
    unit = seen.state.units["a"]
    prepared = {str(option.command["action"]) for option in to_prepare(seen, unit)}
    assert {"grapple", "observe", "simple_attack", "use.healing_potion"} <= prepared
    by_reflex = {str(option.command["action"]) for option in out_of_turn(seen, unit) if not option.why_not}
    assert "observe" in by_reflex
    assert "use.healing_potion" not in by_reflex
    play.round_over()
    play.do("prepare", unit="a", action="use.healing_potion")
    assert play.numbers("a") == [1]


# --- declared at nobody, or nowhere ---------------------------------------------------------------------------


@pytest.mark.rule("T-068")
def test_what_was_declared_at_nobody_asks_at_whom_when_it_is_used() -> None:
    units = {"a": hero("ann", SPD=4, WIT=3, DEX=3), "b": foe(HP=30, DEF=1), "d": foe(HP=30, DEF=1)}
    play = Timed(["abd..", "....."], units, order="abd")
    play.do("prepare", unit="a", action="simple_attack")
    play.do("end_turn", unit="a")
    use = play.option("a", "prepared:1")
    assert [target.body for target in use.targets] == ["b"]
    play.do("place", body="b", at=[4, 1])
    play.do("place", body="d", at=[3, 1])
    assert play.option("a", "prepared:1").why_code == "range"


CASTER: dict[str, Any] = {"SPD": 4, "WIT": 6, "INT": 4, "MP": 30}


@pytest.mark.rule("T-068", "T-070")
def test_a_spell_at_no_place_yet_is_cast_where_it_is_said_or_where_one_acts() -> None:
    def ready() -> Timed:
        a = {**hero("ann", **CASTER), "skills": {"lightning": "3"}}
        play = Timed(["a......", ".......", "....b.."], {"a": a, "b": foe(SPD=4, HP=50, DEF=1)}, order="ab")
        play.do("prepare", unit="a", action="cast_lit3")
        play.do("end_turn", unit="a")
        return play

    play = ready()
    assert [(f.name, f.kind) for f in play.option("a", "prepared:1").fields] == [("target", "cell")]
    play.refuses("bad_field", "interrupt", unit="a", prepared=1)
    play.do("interrupt", unit="a", prepared=1, target=[4, 2], dice=[9, 9, 9])
    assert play.hp("b") < 50
    play = ready()
    play.do("set_standing", by="ann", choices={"stop_any": True})
    play.do("move", unit="b", path=[[4, 1]])
    choice = next(value for value, words in play.prompts("ann")[0].choices if words.startswith("Prepared 1"))
    play.do("answer", by="ann", prompt="interrupt", value=json.loads(choice), dice=[9, 9, 9])
    assert play.hp("b") < 50
