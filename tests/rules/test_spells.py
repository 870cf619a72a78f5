"""Magic: levels, Magic Points, ways of casting (T-125 to T-132)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.effects.rules import DataError
from tactics.kernel import events as e
from tactics.tempus.action_plan import plan
from tactics.tempus.check_events import Checked
from tactics.tempus.check_numbers import attempt
from tactics.tempus.checks import first_check
from tactics.tempus.power_events import Fizzled, ManaSpent
from tactics.tempus.spells import mana, share
from tactics.tempus.table import TEMPUS
from tests.rules.table import Play, foe, hero, mob, rules_with


def caster(rows: tuple[str, ...] = ("a..b",), mp: int = 20, stats: dict[str, int] | None = None, **more: Any) -> Play:
    a = {
        **hero(**{"SPD": 4, "WIT": 5, "INT": 4, "MP": mp, **(stats or {})}),
        "race": "human",
        "skills": {"lightning": 1, "healing": 2},
        **more.pop("a", {}),
    }
    units = {"a": a, "b": foe(DEF=6, HP=30), **more.pop("units", {})}
    return Play(list(rows), units, order=units, **more)


def mp(play: Play, unit: str = "a") -> int:
    return play.pool(unit, "mp")


@pytest.mark.rule("T-056", "T-127", "T-128", "T-129")
def test_a_spell_consumes_five_for_each_level() -> None:
    play = caster()
    play.do("act", unit="a", action="cast_lit1", target="b", dice=[5, 6])
    found = play.events(Checked)[0]
    assert (found.attempt.total, found.difficulty.total, found.dealt) == (10, 6, 11)
    assert (mp(play), play.pool("a", "ma")) == (15, 3)
    pools = {p.key: p.label for u in play.view("ann").units if u.key == "a" for p in u.pools}
    assert pools["mp"] == "MP"
    assert "A: Cast Lit1 takes 5 MP" in play.words("ann")


@pytest.mark.rule("T-128", "T-129", "T-131")
def test_costs_and_what_a_failure_takes_by_level() -> None:
    facts = caster().facts()
    levels = [rules_with({"action": {"cast_lit1": {"level": n}}}).find("action", "cast_lit1") for n in range(1, 6)]
    costs = [mana(facts, spell) for spell in levels]
    assert costs == [5, 10, 15, 20, 25]
    assert [share(facts, cost) for cost in costs] == [3, 5, 8, 10, 13]


@pytest.mark.rule("T-131")
@pytest.mark.parametrize("dice", [[1], [10, 2, (10, 4)]])
def test_a_failure_and_a_botch_take_half_rounded_up(dice: list[Any]) -> None:
    play = caster()
    play.do("act", unit="a", action="cast_lit1", target="b", dice=dice)
    assert play.events(Checked)[0].outcome in ("failure", "botch")
    assert mp(play) == 17
    assert play.events(ManaSpent)[0].failed


@pytest.mark.rule("T-130")
def test_too_few_points_are_refused_before_anything_is_paid() -> None:
    play = caster(mp=4)
    assert play.refused("act", unit="a", action="cast_lit1", target="b") == "illegal.cost"
    option = next(o for o in play.view("ann").options if o.key == "cast_lit1")
    assert (option.why_not, option.cost) == ("needs 5 MP, 4 left", "2 MA, 5 MP")


@pytest.mark.rule("T-130")
def test_points_that_are_gone_when_it_is_complete_fail_it_without_a_roll() -> None:
    play = caster(options={"tt.ask.difficulty": "all"})
    play.do("act", unit="a", action="cast_lit1", target="b")
    assert play.state.prompts[0].kind == "difficulty"
    play.do("rule", set={"a.mp": "=2"})
    play.do("answer", prompt="difficulty", default=True, by="gil")
    assert play.events(Fizzled)
    assert not play.events(Checked)
    assert mp(play) == 0


@pytest.mark.rule("T-130")
def test_broken_off_before_its_check_it_takes_nothing() -> None:
    play = caster(options={"tt.ask.difficulty": "all"})
    play.do("act", unit="a", action="cast_lit1", target="b")
    play.do("rule", knock_out="a")
    play.do("answer", prompt="difficulty", default=True, by="gil")
    assert not play.events(Checked)
    assert mp(play) == 20


@pytest.mark.rule("T-130")
def test_an_extended_casting_consumes_when_it_is_complete_and_nothing_when_it_is_broken_off() -> None:
    play = caster(stats={"WIT": 2})
    play.do("act", unit="a", action="cast_lit2", target="b")
    assert (play.pool("a", "ma"), mp(play)) == (0, 20)
    play.round_over()
    play.do("extend", unit="a", dice=[9, 4])
    assert (play.events(Checked)[0].outcome, mp(play)) == ("success", 10)
    play = caster(stats={"WIT": 2})
    play.do("act", unit="a", action="cast_lit2", target="b")
    play.round_over()
    play.do("stop", unit="a")
    assert mp(play) == 20
    play = caster(mp=9, stats={"WIT": 2})
    assert play.refused("act", unit="a", action="cast_lit2", target="b") == "illegal.cost"


@pytest.mark.rule("T-130")
def test_a_prepared_spell_needs_its_points_at_once_and_takes_them_when_it_is_cast() -> None:
    play = caster(mp=5)
    play.do("prepare", unit="a", action="cast_lit1", target="b")
    assert (mp(play), play.pool("a", "ma")) == (5, 3)
    play.do("end_turn", unit="a")
    play.do("interrupt", unit="a", prepared=1, dice=[9, 4])
    assert mp(play) == 0
    play = caster(mp=4)
    assert play.refused("prepare", unit="a", action="cast_lit1", target="b") == "illegal.cost"


@pytest.mark.rule("T-130")
def test_a_prepared_spell_whose_points_are_gone_fails_and_takes_what_is_left() -> None:
    """By hand, and by its condition in the middle of a foe's walk; of two with points for one, the second."""
    play = caster()
    play.do("prepare", unit="a", action="cast_lit2", target="b")
    play.do("end_turn", unit="a")
    play.do("rule", set={"a.mp": "=4"})
    play.do("interrupt", unit="a", prepared=1)
    assert play.events(Fizzled)
    assert not play.events(Checked)
    assert (mp(play), play.state.units["a"].part.prepared) == (0, ())
    play = caster(mp=10, stats={"WIT": 6})
    play.do("prepare", unit="a", action="cast_lit2", target="b")
    play.do("prepare", unit="a", action="cast_lit2", target="b")
    play.do("end_turn", unit="a")
    play.do("interrupt", unit="a", prepared=1, dice=[9, 4])
    assert mp(play) == 0
    play.do("interrupt", unit="a", prepared=2)
    assert play.events(Fizzled)
    assert play.state.units["a"].part.prepared == ()
    play = caster(rows=("a..b", "...."))
    play.do("prepare", unit="a", action="cast_lit2", target="b", when={"enters": [3, 1]}, fire="auto", declaration="x")
    play.do("end_turn", unit="a")
    play.do("rule", set={"a.mp": "=4"})
    play.do("move", unit="b", path=[[3, 1]])
    assert (mp(play), play.state.units["a"].part.prepared) == (0, ())


@pytest.mark.rule("T-130")
def test_an_extended_casting_whose_points_are_gone_fails_at_its_end() -> None:
    play = caster(stats={"WIT": 2})
    play.do("act", unit="a", action="cast_lit2", target="b")
    play.round_over()
    play.do("rule", set={"a.mp": "=7"})
    play.do("extend", unit="a")
    assert play.events(Fizzled)
    assert mp(play) == 2


@pytest.mark.rule("T-125")
def test_spells_are_mental_but_for_some() -> None:
    rules = caster().rules
    kinds = [a.kind for a in rules.entries["action"].values() if a.level]
    assert rules.find("action", "cast_lit1").kind == "mental"
    assert rules.find("action", "cast_gust1").kind == "dynamic"
    assert kinds.count("mental") > kinds.count("dynamic") > 0


@pytest.mark.rule("T-126")
def test_between_people_the_roll_for_one_spell_differs() -> None:
    b = {**foe(WIT=3, CHA=6, INT=1, MP=20), "skills": {"lightning": 2}, "casting": {"*": {"stat": ["WIT", "CHA"]}}}
    play = caster(units={"c": b})

    def total(body: str, spell: str = "cast_lit1") -> int:
        wanted = plan(play.rules, spell)
        assert wanted is not None
        trial = first_check(play.facts(), wanted, body, "", "b")
        assert trial is not None
        return attempt(play.facts(), trial).total + 5

    assert (total("a"), total("c")) == (10, 11)
    play.do("set_casting", body="c", spell="cast_lit2", stat="INT", skill="lightning", by="gil")
    assert (total("c"), total("c", "cast_lit2")) == (11, 8)
    assert play.refused("set_casting", body="a", stat="CHA", by="ann") == "not_allowed"
    assert play.refused("set_casting", body="a", stat="LUCK", by="gil") == "unknown"
    play.do("set_casting", body="c", spell="cast_lit2", clear=True, by="gil")
    assert total("c", "cast_lit2") == 11


@pytest.mark.rule("T-126")
def test_a_race_has_its_own_way_and_the_effect_keeps_the_spells() -> None:
    rules = rules_with({"race": {"human": {"casting": {"stat": "CHA"}}}})
    play = caster(stats={"CHA": 1}, rules=rules)
    play.do("act", unit="a", action="cast_lit1", target="b", dice=[9, 6])
    found = play.events(Checked)[0]
    assert found.attempt.total == 1 + 1 + 9
    assert found.effectiveness.total == 6 + 4 + 1


@pytest.mark.rule("T-132")
@pytest.mark.parametrize(
    ("most", "now", "then", "options"),
    [
        (30, 10, 16, {}),
        (27, 10, 15, {}),
        (30, 28, 30, {}),
        (30, 10, 12, {"tt.mp.regen_of": "current"}),
        (27, 10, 16, {"tt.mp.regen_round": "up"}),
    ],
)
def test_a_fifth_comes_back_at_the_start_of_a_turn(most: int, now: int, then: int, options: dict[str, Any]) -> None:
    play = caster(mp=most, options=options)
    assert mp(play) == most
    play.do("rule", set={"a.mp": f"={now}"})
    play.do("end_turn", unit="a")
    assert mp(play) == now
    play.do("end_turn", unit="b")
    assert mp(play) == then


def test_a_mob_casts_as_one_and_pays_once() -> None:
    m = {**mob({"INT": 2}, {"INT": 2}), "skills": {"lightning": 1}, "stats": {"WIT": 4, "MP": 10}, "mp": 10}
    play = Play(["mm..b"], {"m": {**m, "glyph": "m"}, "b": foe(DEF=6, HP=30)}, order="mb")
    play.do("act", unit="m", action="cast_lit1", target="b", by="gil", dice=[1, 9, 5])
    assert [c.outcome for c in play.events(Checked)] == ["failure", "success"]
    assert play.pool("m", "mp") == 5


def test_an_area_spell_is_cast_once_and_strikes_each() -> None:
    play = caster(("a....", "...b.", "...c."), units={"c": foe(DEF=9, HP=30)}, a={"skills": {"lightning": 1}})
    play.do("act", unit="a", action="cast_lit3", target=[3, 1], dice=[5, 4, 2, 4])
    found = [(c.target, c.outcome) for c in play.events(Checked)]
    assert found == [("", "success"), ("b", "success"), ("c", "failure")]
    assert mp(play) == 5
    play = caster(("a....", "...b."))
    play.do("act", unit="a", action="cast_lit3", target=[3, 1], dice=[3])
    assert mp(play) == 12


def test_healing_gives_hit_points() -> None:
    play = caster(("ac..b",), units={"c": {**hero("cyd", HP=20), "hp": 3}})
    play.do("act", unit="a", action="cast_mend1", target="c", dice=[6, (6, 2)])
    assert play.state.bodies["c"].hp == 3 + 2 + 4
    assert play.events(e.Healed)


def test_one_sees_the_spells_of_ones_schools_alone() -> None:
    keys = {o.key: o for o in caster(mp=60).view("ann").options}
    assert {"cast_lit1", "cast_lit2", "cast_mend1"} <= set(keys)
    assert not {"cast_fire1", "bless"} & set(keys)
    assert keys["cast_lit5"].why_code == "untrained"
    assert keys["cast_lit1"].group == "Spells"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"level": 11, "check": "lightning"}, "level: a spell has a level from 1 to 10"),
        ({"level": 1}, "check: a spell names the skill"),
        ({"level": 1, "check": "climb", "effect": [{"do": "check"}]}, "cast with a magic or divine skill"),
        ({"level": 1, "check": "lightning", "effect": []}, "a spell is cast by a check"),
        ({"effect": [{"do": "check", "against": "def"}]}, "write target: body"),
        ({"effect": [{"do": "spend", "pool": "mana", "amount": 1}]}, "effect.pool: "),
    ],
)
def test_a_spell_that_cannot_work_is_refused(body: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        rules_with({"action": {"x": {"label": "X", **body}}})


@pytest.mark.rule("T-132", "T-093")
@pytest.mark.parametrize(
    ("number", "given", "written"),
    [("mp", 25, []), ("mp", 12, [("mp", "20", "12", 12)]), ("hp", 15, []), ("hp", 7, [("hp", "10", "7", 7)])],
)
def test_what_the_gm_gives_above_a_maximum_passes_with_the_mission(number: str, given: int, written: Any) -> None:
    """It counts in play; on the sheet it would be a greater maximum in the next one."""
    play = caster()
    play.do("rule", set={f"a.{number}": f"={given}"})
    assert (mp(play) if number == "mp" else play.state.bodies["a"].hp) == given
    assert TEMPUS.sheet_changes is not None
    sheet = {"stats": {"SPD": 4, "WIT": 5, "INT": 4, "MP": 20}, "skills": {"lightning": 1, "healing": 2}}
    changes = TEMPUS.sheet_changes(play.state, play.rules, play.state.units["a"], sheet)
    assert [(c.key, c.old, c.new, c.value) for c in changes] == written
