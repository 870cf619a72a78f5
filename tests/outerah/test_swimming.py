"""Swimming in three dimensions, the thrust, and breath (O-128 to O-131, O-178, O-181)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tactics.effects.distribution import permille
from tactics.kernel.refusals import Refused
from tactics.kernel.state import Edge
from tactics.outerah import attack_data, numbers, odds, ships
from tactics.outerah.collectors import Question, under_water
from tactics.outerah.strike_events import Struck
from tests.outerah.table import Battle, foe, hero, rules_with

POOL = ["=======", "=a=====", "=======", "=======", "......t"]


def pool(rows: list[str] | None = None, **spec: Any) -> Battle:
    given = {"HP": 40, "MOV": 5, "JMP": 5, "traits": ["swims"], **spec}
    play = Battle(rows or POOL, {"a": hero(**given), "t": foe(HP=40)}, order="at")
    if rows is None:  # the glyph stands on ground: put the swimmer into the water beside
        play.do("place", by="gil", body="a", at=[2, 1])
    return play


def swim(play: Battle, *target: int, level: int = 0, **words: Any) -> Any:
    return play.do("swim", unit="a", target=list(target) or None, level=level, **words)


def spot(play: Battle) -> tuple[int, int, int]:
    place = play.state.bodies["a"].place
    assert place is not None
    return (place.x, place.y, place.z)


def breath(play: Battle) -> int | None:
    found: int | None = play.state.bodies["a"].part.breath
    return found


@pytest.mark.rule("O-128")
def test_two_down_and_three_forward() -> None:
    play = pool()
    play.do("swim", unit="a", level=-2)
    assert spot(play) == (2, 1, -2)
    swim(play, 5, 1, level=-2)
    assert spot(play) == (5, 1, -2)
    assert play.refused("swim", unit="a", target=[6, 1], level=-2) == "illegal.limit"


@pytest.mark.rule("O-128")
def test_no_deeper_than_the_ground_and_not_out_of_the_water() -> None:
    play = pool()
    assert play.refused("swim", unit="a", level=-5) == "illegal.limit"
    assert play.refused("swim", unit="a", target=[2, 4]) == "illegal.limit"
    assert pool(traits=[]).refused("swim", unit="a", level=-1) == "bad_field"
    swim(play, 2, 3, level=-1)
    assert play.refused("move", unit="a", path=[[2, 4]]) == "illegal.blocked"  # from below the surface


@pytest.mark.rule("O-129")
@pytest.mark.parametrize(("level", "far"), [(-3, True), (-4, False)])
def test_a_diagonal_in_the_depth_costs_one_and_a_half(level: int, far: bool) -> None:
    play = pool(["=======", ".a=====", "=======", "=======", "......t"])
    play.do("place", by="gil", body="a", at=[2, 1])
    target = [2 - level, 1]
    if far:
        play.do("swim", unit="a", target=target, level=level)
        assert spot(play) == (5, 1, -3)  # three diagonals: 4.5
    else:
        assert play.refused("swim", unit="a", target=target, level=level) == "illegal.limit"  # four: 6


@pytest.mark.rule("O-128")
def test_who_cannot_swim_sinks_one_level_a_round() -> None:
    play = pool(traits=[])
    found = []
    for _ in range(5):
        play.round_over()
        found.append(spot(play)[2])
    assert found == [-1, -2, -3, -4, -4]


@pytest.mark.rule("O-130")
@pytest.mark.parametrize(("jump", "cells"), [(5, 2), (4, 2), (3, 1), (1, 0)])
def test_a_thrust_adds_a_cell_for_two_points_of_jump(jump: int, cells: int) -> None:
    play = pool(["==========", "a.........", "=" * 10, "=" * 10, ".........t"], MOV=3, JMP=jump)
    play.do("place", by="gil", body="a", at=[1, 2])
    assert numbers.jump(play.facts(), play.state.bodies["a"]).total == jump
    assert play.refused("swim", unit="a", target=[5 + cells, 2], thrust=True) == "illegal.limit"
    assert play.refused("swim", unit="a", target=[4 + cells, 2]) == "illegal.limit" if cells else True
    swim(play, 4 + cells, 2, thrust=True)
    assert spot(play) == (4 + cells, 2, 0)


@pytest.mark.rule("O-130")
def test_a_thrust_goes_straight_on() -> None:
    play = pool(["==========", "a.........", "=" * 10, "=" * 10, ".........t"], MOV=3)
    play.do("place", by="gil", body="a", at=[1, 2])
    # three cells and two more are five, but not around a corner that no straight line ends
    assert play.refused("swim", unit="a", target=[6, 3], thrust=True) == "illegal.limit"


@pytest.mark.rule("O-131")
def test_a_thrust_costs_the_offhand_and_ten_seconds() -> None:
    play = pool()
    swim(play, 5, 1, level=-2)
    assert breath(play) is None
    play.round_over()
    assert breath(play) == 50
    play.do("swim", unit="a", target=[6, 1], level=-2, thrust=True)
    assert play.parts("a")["offhand"] == 0
    assert breath(play) == 40
    play.round_over()
    assert breath(play) == 30


@pytest.mark.rule("O-131")
def test_sixty_seconds_are_forty_after_a_round_with_a_thrust() -> None:
    play = pool()
    swim(play, 3, 1, level=-2, thrust=True)
    play.round_over()
    assert breath(play) == 40


@pytest.mark.rule("O-131")
def test_without_the_offhand_there_is_no_thrust() -> None:
    play = pool()
    play.do("act", unit="a", action="hide", by="gil")
    assert play.parts("a")["offhand"] == 0
    assert play.refused("swim", unit="a", level=-2, thrust=True) == "illegal.cost"
    offer = next(o for o in play.view("ann").options if o.key == "thrust")
    assert offer.why_not == "Offhand is used"


@pytest.mark.rule("O-131")
def test_with_no_breath_left_a_tenth_of_the_hit_points_goes_each_round() -> None:
    play = pool()
    swim(play, level=-2)
    found = []
    for _ in range(8):
        play.round_over()
        found.append((breath(play), play.hp("a")))
    assert found[5:] == [(0, 40), (0, 36), (0, 32)]
    swim(play, level=0)
    play.round_over()
    assert (breath(play), play.hp("a")) == (None, 32)


@pytest.mark.rule("O-181")
@pytest.mark.parametrize("more", [{"pack": {"air_flask": 1}}, {"traits": ["swims", "breathes_water"]}])
def test_who_brings_air_or_breathes_water_needs_none(more: dict[str, Any]) -> None:
    play = pool(**more)
    swim(play, level=-2)
    play.round_over()
    assert breath(play) is None


def test_breath_is_told_to_the_own_side_alone() -> None:
    play = pool()
    swim(play, level=-2)
    play.round_over()
    assert "breath" in {b.key for u in play.view("ann").units for b in u.badges}
    assert any("50 seconds of breath" in line for line in play.words("ann"))


@pytest.mark.rule("O-131")
def test_the_guide_sets_the_breath_that_is_left() -> None:
    play = pool()
    swim(play, level=-2)
    play.do("rule", by="gil", set={"a.breath": "=10"})
    assert breath(play) == 10
    play.round_over()
    play.round_over()
    assert (breath(play), play.hp("a")) == (0, 36)


@pytest.mark.rule("O-132")
@pytest.mark.parametrize(
    ("traits", "level", "slowed"), [(["swims"], 0, True), (["swims"], -1, True), (["flies"], 0, False)]
)
def test_who_is_in_the_water_is_slowed_and_who_flies_over_is_not(traits: list[str], level: int, slowed: bool) -> None:
    play = pool(traits=traits, weapons=["throwing_knife"])
    if level:
        play.do("swim", unit="a", level=level)
    else:
        play.do("move", unit="a", path=[[3, 1]])  # over deep water, by swimming or by flying
    known, body = play.facts(), play.state.bodies["a"]
    assert under_water(known, body) is slowed


@pytest.mark.rule("O-132")
def test_a_ship_above_the_water_fires_as_above_land() -> None:
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 3}
    units = {"a": hero(CHA=40, aboard="wasp", zone="right_cannon"), "wasp": wasp, "t": foe(AGI=40, facing="n")}
    play = Battle(["w.......t", *["w========"] * 6], units, order="at")
    for key in play.state.units["wasp"].bodies:
        x, y = play.at(key) or (0, 0)
        play.do("place", by="gil", body=key, at=[x + 1, y])  # over the water beside
    gunner = ships.at_gun(play.state, play.state.bodies["a"], "ship")
    assert gunner.place is not None
    assert not under_water(play.facts(), gunner)


@pytest.mark.rule("O-072", "O-128", "O-132")
@pytest.mark.parametrize(("trait", "slowed"), [("swims", True), ("flies", False)])
def test_a_mount_that_swims_or_flies_bears_its_rider(trait: str, slowed: bool) -> None:
    horse = {"kind": "mount", "side": "heroes", "seat": "ann", "owner": "a", "traits": [trait], "initiative": 1}
    units = {"a": hero(HP=40, MOV=2, JMP=2), "m": {**horse, "stats": {"MOV": 7, "JMP": 4}}, "t": foe(HP=40)}
    play = Battle(["a======", "=======", "=======", "......t"], units, order="at")
    assert play.refused("move", unit="a", path=[[1, 0]]) == "illegal.blocked"
    play.do("ride", unit="a", mount="m", how="summon")
    play.do("move", unit="a", path=[[1, 0], [2, 0]])
    assert under_water(play.facts(), play.state.bodies["a"]) is slowed
    play.round_over()
    assert (spot(play), breath(play)) == ((2, 0, 0), None)
    assert {o.key for o in play.view("ann").options if o.do == "swim"} == ({"swim", "thrust"} if slowed else set())
    if slowed:
        swim(play, 2, 0, level=-3)
        assert spot(play) == (2, 0, -3)
    play.do("ride", unit="a", mount="m", how="dismiss")
    play.round_over()
    assert spot(play)[2] == (-4 if slowed else -1)  # on its own it cannot


@pytest.mark.rule("O-128", "O-131", "O-178")
def test_who_sits_in_a_boat_neither_sinks_nor_holds_the_breath() -> None:
    boat = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "deck": False}
    units = {"a": hero(HP=40, aboard="boat"), "boat": boat, "t": foe(HP=40)}
    play = Battle(["w=====", *["======"] * 5, "....t="], units, order="at")
    play.do("place", by="gil", body="a", at=[2, 2])
    play.round_over()
    assert (spot(play), breath(play)) == ((2, 2, 0), None)


@pytest.mark.rule("O-132", "O-256", "O-260")
def test_a_buff_that_is_cast_under_water_has_a_minus_charge() -> None:
    """Any roll of the use, not the hit check alone: the worst of two, before the cast, in it and in its line."""
    on_land = Battle(["a...t"], {"a": hero(WIS=10, skills=["aegis", "hasten"]), "t": foe()}, order="at")
    play = pool(WIS=10, skills=["aegis", "hasten"])
    said = []
    for each in (on_land, play):
        offers = {o.key: o for o in each.view("ann").options}
        (target,) = (t for t in offers["aegis"].targets if t.body == "a")
        labels = [b.label for b in target.breakdowns]
        own = offers["hasten"]
        said.append((target.chance, target.permille, target.effect, labels, own.label, own.title))
    assert said == [
        ("60 %", 600, "Shell", ["Success"], "Hasten: 60 %", "Haste: 60 % to succeed"),
        ("36 %", 360, "Shell", ["Success", "Minus Charge"], "Hasten: 36 %",
         "Haste: 36 % to succeed; Minus Charge: the worst of 2 D100"),
    ]  # fmt: skip
    play.do("part", unit="a", part="offhand", action="hasten", dice=[90, 40])
    assert play.statuses("a") == {}
    (line,) = [line for line in play.lines("ann") if line.record.get("kind") == "buff"]
    assert line.text == "A casts Haste: it fails (D100 40, 41 needed)"
    assert [b.words for b in line.breakdowns] == ["60 at 10 Wisdom = 60", "the worst of 2 D100: 90, 40"]
    assert line.card is not None
    assert (line.card.die, line.card.sum, line.card.outcome) == (40, "41 casts it", "fails")
    enemy = next(line for line in play.lines("stranger") if "Haste" in line.text)
    assert (enemy.text, enemy.breakdowns, enemy.card) == ("A casts Haste: it fails", (), None)
    play.round_over()
    play.do("part", unit="a", part="offhand", action="hasten", dice=[41, 90])
    assert play.statuses("a") == {"haste": 1}


STORM = {"label": "Storm", "does": "magic", "dice": "d4", "range": 9, "area": 2, "tags": ["electric"], "text": "x"}


@pytest.mark.rule("O-133")
@pytest.mark.parametrize(("face", "own"), [(70, True), (51, True), (50, False), (30, False)])
def test_electricity_under_water_may_strike_nobody_but_its_caster(face: int, own: bool) -> None:
    play = pool(skills=["lightning"], CHA=60, INT=0, WIS=0)
    (target,) = next(o for o in play.view("ann").options if o.key == "lightning").targets
    told = {b.label: (b.words, b.house) for b in target.breakdowns}
    assert told["Electricity"] == ("a D100 of 51 or more strikes nobody but A", True)
    assert target.chance == "50 %"  # half of what would be sure
    dice = [face, (8, 1), (8, 1), (8, 1)] if own else [face, 90, 90, (8, 1), (8, 1), (8, 1)]
    play.do("act", unit="a", action="lightning", target="t", dice=dice)
    assert [s.target for s in play.events(Struck)] == ["a" if own else "t"]
    assert (play.hp("a") < 40, play.hp("t") < 40) == (own, not own)
    said = "strikes nobody but itself" if own else "goes where it should"
    assert f"A, Lightning under water: D100 {face}, {said}" in play.words("ann")
    assert not any("under water" in line for line in play.words("stranger"))


@pytest.mark.rule("O-133")
def test_one_die_decides_for_all_whom_electricity_would_meet() -> None:
    units = {"a": hero(HP=40, INT=0, CHA=90, traits=["swims"], skills=["storm"]), "t": foe(HP=90), "u": foe(HP=90)}
    rules = rules_with({"skill": {"storm": STORM}})
    for face, met in ((70, ["a"]), (30, ["t", "u"])):
        play = Battle(["a==tu"], units, order="atu", rules=rules)
        play.do("move", unit="a", path=[[1, 0]])
        rest = [(4, 3)] if face > 50 else [60, 60, (4, 3)] * 2
        play.do("act", unit="a", action="storm", target="t", dice=[face, *rest])
        assert [s.target for s in play.events(Struck)] == met


@pytest.mark.rule("O-132", "O-133", "O-194", "O-204")
@pytest.mark.parametrize(
    ("skill", "cover", "hits", "any_harm"),
    [
        ("bolt", "", "0.25", "0.2575"),  # the worst of two at 50; of the misses one in a hundred comes down there
        ("bolt", "sandbags", "0.125", "0.1325"),  # what the die misses goes astray, what the cover stops does not
        ("spark", "", "0.125", "0.12875"),
        ("spark", "sandbags", "0.0625", "0.06625"),
    ],
)
def test_the_odds_under_water_know_of_all_that_is_rolled(skill: str, cover: str, hits: str, any_harm: str) -> None:
    bolt = {"label": "Bolt", "does": "magic", "dice": "d4", "range": 4, "text": "A bolt."}
    spark = {**bolt, "label": "Spark", "tags": ["electric"]}
    units = {
        "a": hero(HP=90, INT=0, CHA=30, traits=["swims"], skills=[skill]),
        "t": foe(HP=90, AGI=30, WIS=0, MDEF=0, facing="n"),
    }
    edges = [Edge(a=(2, 2), b=(3, 2), kind="cover", material=cover)] if cover else []
    rows = [".....", ".....", "a==t.", ".....", "....."]
    play = Battle(rows, units, order="at", rules=rules_with({"skill": {"spark": spark, "bolt": bolt}}), edges=edges)
    play.do("move", unit="a", path=[[1, 2]])
    known = play.facts()
    attack = attack_data.of_skill(known, known.state.bodies["a"], skill)
    assert attack is not None
    expected = odds.strike(known, Question(known.state.bodies["a"], known.state.bodies["t"], attack))
    assert 1 - Fraction(expected.weights[0], expected.of) == Fraction(any_harm)
    (target,) = next(o for o in play.view("ann").options if o.key == skill).targets
    assert target.permille == permille(Fraction(hits))
    dice = [*([30] if skill == "spark" else []), 90, 10, *([(10, 3)] if cover else []), (10, 5), (10, 5), (4, 2)]
    play.do("act", unit="a", action=skill, target="t", dice=dice)  # a miss that comes down where it was meant
    assert play.hp("t") == 88


@pytest.mark.rule("O-128")
def test_each_of_a_mob_swims_by_itself() -> None:
    mob = {"kind": "mob", "side": "foes", "seat": "gil", "traits": ["swims"], "members": [{}, {}], "glyph": "m"}
    play = Battle(["m==", "===", "m=="], {"a": hero(), "mob": mob}, order=["mob", "a"])
    for body, y in (("mob.1", 0), ("mob.2", 2)):
        play.do("place", by="gil", body=body, at=[1, y])
    dive = next(o for o in play.view("gil").options if o.key == "swim")
    who = next(field for field in dive.fields if field.name == "body")
    assert [body for body, _ in who.choices] == ["mob.1", "mob.2"]
    play.do("swim", by="gil", unit="mob", level=-2, body="mob.2", **dive.command)
    assert play.state.bodies["mob.2"].place.z == -2  # type: ignore[union-attr]
    play.do("swim", by="gil", unit="mob", body="mob.1", target=[2, 0], level=-1)  # all within one Movement
    assert play.state.bodies["mob.1"].place.z == -1  # type: ignore[union-attr]


# --- what a player reads of it -----------------------------------------------------------------------


def offer(play: Battle, key: str, seat: str = "ann") -> Any:
    return next(o for o in play.view(seat).options if o.key == key)


@pytest.mark.rule("O-128")
def test_the_log_and_the_card_say_how_deep() -> None:
    play = pool()
    swim(play, 3, 1, level=-2)
    assert play.words("ann")[-1] == "A swims to D2, 2 levels down"
    own = next(u for u in play.view("ann").units if u.key == "a")
    assert (own.bodies[0].cell, own.bodies[0].level) == ("D2", "2 levels down")
    swim(play, 3, 1, level=0)
    assert play.words("ann")[-1] == "A swims to D2"


@pytest.mark.rule("O-129", "O-131")
def test_the_offers_say_what_is_left_and_what_a_thrust_adds() -> None:
    play = pool()
    swim(play, 3, 2)  # a diagonal: 1.5 of 5
    assert offer(play, "swim").fields[0].help.startswith("3.5 cells of Movement left; a diagonal takes 1.5")
    thrust = offer(play, "thrust")
    assert (thrust.label, thrust.title) == (
        "Swim with a thrust",
        "2 cells more, straight on, for 10 seconds of held breath",
    )
    assert "2 cells more straight on" in thrust.fields[0].help
    swim(play, 3, 2, level=-3)
    assert offer(play, "swim").why_not == "its Movement is used"  # half a cell is no step
    assert not offer(play, "thrust").why_not
    assert offer(pool(JMP=1), "thrust").why_not == "its Jump is too small for a thrust"


@pytest.mark.rule("O-128")
def test_a_refusal_says_why_one_cannot_swim_there() -> None:
    play = pool()

    def told(*target: int, level: int = 0) -> str:
        with pytest.raises(Refused) as refusal:
            swim(play, *target, level=level)
        assert refusal.value.name == "illegal.limit"
        return str(refusal.value.params["text"])

    assert told(2, 1, level=-5) == "the water at C2 is 4 levels deep"
    assert told(2, 4) == "there is no deep water at C5"
    assert told(6, 0, level=-4) == (
        "G1, 4 levels down is too far to swim: 5 cells of Movement left, a diagonal takes 1.5"
    )


@pytest.mark.rule("O-131")
def test_held_breath_shows_as_soon_as_one_dives() -> None:
    play = pool()
    swim(play, level=-1)
    held = next(b for u in play.view("ann").units for b in u.badges if b.key == "breath")
    assert held.label == "breath 60 s"
    assert "A Round without air takes 10 s, with none left 10 % of Max HP" in held.title


@pytest.mark.rule("O-128")
def test_of_a_mob_the_member_that_is_named_swims() -> None:
    mob = hero(kind="mob", count=2, name="Otters", traits=["swims"], MOV=5, seat="ann")
    play = Battle(["=======", "a=====t", "======="], {"a": mob, "t": foe(HP=40)}, order="at")
    first, second = play.state.units["a"].bodies
    play.do("place", by="gil", body=first, at=[2, 1])
    play.do("place", by="gil", body=second, at=[4, 1])
    who, cell, level = offer(play, "swim").fields
    assert [value for value, _ in who.choices] == [first, second]
    assert who.choices[1][1].endswith("E2; 5 cells left")
    assert (cell.help, level.choices[0]) == (
        "a diagonal takes 1.5; left empty: straight up or down",
        ("", "as deep as now"),
    )
    play.do("swim", unit="a", body=second, level=-2)
    places = [play.state.bodies[key].place for key in (first, second)]
    assert [p and (p.cell, p.z) for p in places] == [((2, 1), 0), ((4, 1), -2)]


@pytest.mark.rule("O-101", "O-128")
def test_a_level_under_water_is_a_cell_to_whoever_attacks() -> None:
    play = Battle(["==.", "=a=", "=t."], {"a": hero(traits=["swims"], MOV=5), "t": foe(HP=40)}, order="at")
    play.do("place", by="gil", body="a", at=[0, 1])
    play.do("place", by="gil", body="t", at=[0, 2])

    def reached() -> bool:
        attack = next(o for o in play.view("ann").options if o.key.startswith("attack.mainhand"))
        return any(t.body == "t" for t in attack.targets)

    found = []
    for level in (0, -1, -2):
        if level:
            swim(play, level=level)
        found.append(reached())
    assert found == [True, True, False]


@pytest.mark.rule("O-126", "O-127")
@pytest.mark.parametrize(("traits", "far"), [([], 2), (["flies"], 4)])
def test_who_flies_is_not_held_up_by_water_that_others_wade_through(traits: list[str], far: int) -> None:
    rows = ["~" * 7, "a~~~~~t", *["~" * 7] * 3]
    play = Battle(rows, {"a": hero(MOV=4, traits=traits), "t": foe()}, order="at")
    reach = next(r for r in play.view("ann").reach if r.body == "a")
    assert max(cell.x for cell in reach.cells) == far
    assert play.refused("move", unit="a", path=[[n, 1] for n in range(1, far + 2)]) == "illegal.limit"
    play.do("move", unit="a", path=[[n, 1] for n in range(1, far + 1)])
    assert spot(play) == (far, 1, 0)
