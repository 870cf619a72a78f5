"""Pets: orders, interference, pincers, counters and the link (O-042 to O-068)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.codec import codec
from tactics.outerah import bonds, statuses
from tactics.outerah.strike_events import Struck
from tactics.outerah.table import OUTERAH
from tests.outerah.table import Battle, foe, hero, rules_with

BLAST = {"label": "Blast", "does": "physical", "dice": "d12", "range": 9, "area": 3, "text": "All around."}
POUNCE = {"label": "Pounce", "does": "physical", "dice": "d12", "range": 1, "text": "A leap."}
FANG = {"label": "Fang", "property": "slashing", "dice": "d12"}
RULES = rules_with({"weapon": {"fang": FANG}, "skill": {"pounce": POUNCE, "blast": BLAST}})


def pet(seat: str = "ann", **spec: Any) -> dict[str, Any]:
    given = {"traits": ["pet_of:a", "pet_source:tamed"], "weapons": ["fang"], "skills": ["pounce"], "MOV": 4, **spec}
    return hero(seat, **given)


def yard(rows: list[str] | None = None, **more: Any) -> Battle:
    ann = {"HP": 100, "STR": 40, "CHA": 30, "VIT": 0, "AGI": 0, "weapons": ["fang"], "MOV": 4, **more.pop("ann", {})}
    dog = {"HP": 100, "STR": 20, "CHA": 30, "VIT": 0, "AGI": 0, **more.pop("dog", {})}
    troll = {"HP": 200, "VIT": 20, "AGI": 20, "CHA": 0, **more.pop("troll", {})}
    units = {"a": hero(**ann), "p": pet(**dog), "t": foe(**troll), **more.pop("more", {})}
    return Battle(rows or [".....", ".atp.", "....."], units, order=units, rules=RULES, **more)


def order(play: Battle, name: str, **words: Any) -> Any:
    return play.do("order", unit="a", pet="p", order=name, **words)


def swing(play: Battle, *dice: Any, **words: Any) -> None:
    play.do("act", unit="a", action="attack", target="t", dice=dice, **words)


def struck(play: Battle) -> Any:
    return play.events(Struck)[0]


@pytest.mark.rule("O-042")
@pytest.mark.rule("O-046")
def test_one_specialty_is_a_move_and_an_action_and_no_more() -> None:
    play = yard(["p.....", "......", "...t..", "a....."])
    order(play, "move", target=[3, 0])
    assert play.at("p") == (3, 0)
    order(play, "stay")
    assert play.parts("a") == {"movement": 1, "mainhand": 1, "offhand": 1, "chat": 1, "specialty": 0}
    assert play.refused("order", unit="a", pet="p", order="move", target=[1, 0]) == "illegal.cost"
    assert play.refused("order", unit="a", pet="p", order="guard") == "illegal.cost"


@pytest.mark.rule("O-043")
def test_one_pet_in_a_specialty_and_only_ones_own() -> None:
    units = {"a": hero(), "p": pet(), "q": pet(), "b": hero("ben"), "t": foe()}
    play = Battle(["a..p.", ".....", "b..q.", "....t"], units, order="apqbt", rules=RULES)
    order(play, "stay")
    assert play.refused("order", unit="a", pet="q", order="stay") == "illegal.cost"
    assert play.refused("order", unit="a", pet="q", order="move", target=[2, 2]) == "illegal.cost"
    assert play.refused("order", unit="a", pet="b", order="stay") == "unknown"
    rows = {row.unit: row for row in play.view("ben").order}
    assert [rows[key].state for key in "apqb"] == ["acting", "waiting", "waiting", "next"]
    assert "acts in A's turn" in rows["p"].label
    play.do("end_turn", unit="a")
    assert play.turn == "b"  # the pets' own slots pass


@pytest.mark.rule("O-044")
def test_four_sources_and_a_charm_for_its_rounds() -> None:
    play = yard(["a....", "....p", "..t.."])
    assert {"charmed", "created", "companion", "tamed"} < set(bonds.SOURCES)
    assert bonds.source(play.rules, play.state.bodies["p"]) == "tamed"
    play.effect(lambda work: statuses.put(work, "t", "charm", source="a", rounds=2))
    assert [u.key for u in bonds.pets_of(play.state, play.rules, play.state.units["a"])] == ["p", "t"]
    assert bonds.source(play.rules, play.state.bodies["t"]) == "charmed"
    play.do("order", unit="a", pet="t", order="move", target=[3, 3])
    play.round_over()
    play.do("end_turn", unit="a", dice=[1])  # it may be resisted from its second turn on
    assert [u.key for u in bonds.pets_of(play.state, play.rules, play.state.units["a"])] == ["p"]


@pytest.mark.rule("O-022", "O-044")
def test_who_comes_to_a_pet_in_the_middle_of_a_turn_commands_it_from_the_next_on() -> None:
    """Four parts without a pet, five with one; the offer says why not now."""
    play = Battle(["a..t."], {"a": hero(), "t": foe(WIS=0)}, order="at")
    assert sorted(play.parts("a")) == ["chat", "mainhand", "movement", "offhand"]
    play.effect(lambda work: statuses.put(work, "t", "charm", source="a"))
    stay = next(o for o in play.view("ann").options if o.key == "pet.t.stay")
    assert stay.why_not == "its Specialty begins with the next turn"
    assert play.refused("order", unit="a", pet="t", order="stay") == "illegal.cost"
    play.do("end_turn", unit="a")
    assert play.parts("a")["specialty"] == 1
    play.do("order", unit="a", pet="t", order="stay")


@pytest.mark.rule("O-045")
def test_a_pet_goes_no_farther_than_its_movement() -> None:
    play = yard(["p.....", "a.....", "t....."])
    assert play.refused("order", unit="a", pet="p", order="move", target=[5, 0]) == "illegal.limit"
    order(play, "move", target=[4, 0])
    assert play.at("p") == (4, 0)


def cliff(face: int, **dog: Any) -> Battle:
    """A ledge of three levels; the pet is sent over its edge."""
    play = yard(["ap...", "..t..", "....."], elevation=[5, 5, 0, 0, 0] + [0] * 20, dog={"WIS": 30, **dog})
    order(play, "move", target=[2, 0], dice=[face, *([(10, 1)] * 5 if face <= 70 else [])])
    return play


@pytest.mark.rule("O-047")
def test_a_harmful_order_is_resisted_above_seventy() -> None:
    assert cliff(71).at("p") == (1, 0)
    fallen = cliff(70)
    assert (fallen.at("p"), fallen.hp("p")) == ((2, 0), 95)


@pytest.mark.rule("O-047")
@pytest.mark.parametrize(("face", "charmed"), [(75, False), (70, True)])
def test_the_same_save_breaks_a_charm(face: int, charmed: bool) -> None:
    play = yard(["a....", "....p", "..t.."], troll={"WIS": 30, "MOV": 4})
    play.effect(lambda work: statuses.put(work, "t", "charm", source="a"))
    play.do("order", unit="a", pet="t", order="move", target=[3, 3], harmful="yes", dice=[face])
    assert ("charm" in play.statuses("t")) is charmed
    assert play.at("t") == ((3, 3) if charmed else (2, 2))


@pytest.mark.rule("O-047")
@pytest.mark.parametrize(("face", "at"), [(71, (0, 0)), (70, (3, 0))])
def test_an_order_over_harmful_ground_may_be_resisted_and_it_says_by_what(face: int, at: tuple[int, int]) -> None:
    play = yard(["pee...", "......", "a....t"], dog={"WIS": 30})
    option = next(o for o in play.view("ann").options if o.key == "pet.p.move")
    harm = next(field for field in option.fields if field.name == "harmful")
    for value, _label in harm.choices:
        codec(OUTERAH).command_of({"do": "order", "unit": "a", "pet": "p", "order": "move", "harmful": value})
    assert harm.help == "over an edge or harmful ground it may resist in any case: a D100 of 71 or more"
    order(play, "move", target=[3, 0], dice=[face])
    assert play.at("p") == at


@pytest.mark.rule("O-047")
def test_the_guide_says_that_an_order_harms_by_the_choice_of_the_offer() -> None:
    play = yard(["p.....", "......", "a....t"], dog={"WIS": 30})
    option = next(o for o in play.view("ann").options if o.key == "pet.p.move")
    said = next(value for field in option.fields if field.name == "harmful" for value, _ in field.choices if value)
    play.do(option.do, unit="a", **option.command, target=[3, 0], harmful=said, dice=[71])
    assert play.at("p") == (0, 0)
    assert any("resists the order (D100 71, 71 needed)" in line for line in play.words("ann"))


@pytest.mark.rule("O-047")
@pytest.mark.parametrize(("face", "obeys"), [(71, False), (70, True)])
def test_an_order_over_the_edge_of_a_deck_is_harmful_by_itself(face: int, obeys: bool) -> None:
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 2}
    dog = pet(HP=50, WIS=30, aboard="wasp", zone="deck")
    units = {"a": hero(HP=50, aboard="wasp", zone="deck"), "p": dog, "wasp": wasp, "t": foe()}
    play = Battle(["w......", *["w......"] * 5, "w.....t"], units, order="apt", rules=RULES)
    play.do("place", by="gil", body="p", at=[1, 1], board="wasp.deck")
    order(play, "move", target=[0, 1], dice=[face, *([(10, 3), (10, 3)] if obeys else [])])
    place = play.state.bodies["p"].place
    assert place is not None
    assert (place.board, play.hp("p")) == (("field", 44) if obeys else ("wasp.deck", 50))


@pytest.mark.rule("O-047")
@pytest.mark.parametrize(("face", "at"), [(71, (0, 0)), (70, (3, 0))])
def test_the_die_of_a_pet_that_may_resist_may_be_a_real_one(face: int, at: tuple[int, int]) -> None:
    play = yard(["pee...", "......", "a....t"], dog={"WIS": 30})
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    order(play, "move", target=[3, 0])
    assert (play.at("p"), play.parts("a")["specialty"]) == ((0, 0), 0)
    play.do("answer", by="ann", prompt="die", value=face)
    assert play.at("p") == at
    assert any(f"(D100 {face}, 71 needed)" in line for line in play.words("ann"))


@pytest.mark.rule("O-048")
def test_return_ends_at_the_nearest_cell_that_it_reaches() -> None:
    play = yard(["a......p", "........", "....t..."])
    order(play, "return")
    assert play.at("p") == (3, 0)


@pytest.mark.rule("O-049")
@pytest.mark.rule("O-051")
def test_a_pet_attacks_by_itself_or_with_its_skill() -> None:
    play = yard()
    offers = [o for o in play.view("ann").options if o.do == "order" and o.command["order"] == "attack"]
    assert {o.command["with"] for o in offers} == {"fang", "pounce"}
    order(play, "attack", target="t", dice=[60, (12, 9)], **{"with": "pounce"})
    assert (struck(play).kind, struck(play).key) == ("skill", "pounce")


@pytest.mark.rule("O-050")
def test_a_pet_searches_the_nine_cells_around_it() -> None:
    for cell, found in (((4, 4), True), ((5, 5), False)):
        rows = [list("......") for _ in range(6)]
        rows[3][3], rows[0][0], rows[cell[1]][cell[0]] = "p", "a", "t"
        play = yard(["".join(row) for row in rows], troll={"statuses": ["hidden"], "hidden": True})
        order(play, "search")
        numbers = play.state.bodies["t"].statuses[0].numbers
        assert bool(numbers.get("x:p")) is found


@pytest.mark.rule("O-050")
def test_a_pet_on_guard_stays_and_the_guide_is_told() -> None:
    play = yard()
    order(play, "guard")
    assert play.state.units["p"].part.stance == "guard"
    assert sum("stands guard" in line for line in play.words("ann")) == 1


@pytest.mark.rule("O-050")
def test_what_a_strangers_pet_is_told_stays_with_its_side() -> None:
    hound = {**foe(weapons=["fang"], traits=["pet_of:t"], HP=50), "seat": "gil"}
    units = {"a": hero(), "t": foe(), "h": hound}
    play = Battle(["a...t", "....h", "....."], units, order="tah", rules=RULES)
    for name in ("guard", "search", "stay", "alert"):
        play.do("order", by="gil", unit="t", pet="h", order=name)
        assert play.words("gil")
        assert play.words("ann") == []
        play.round_over()


@pytest.mark.rule("O-052")
@pytest.mark.rule("O-059")
def test_a_pet_alone_has_no_penalty_and_its_trainer_does_not_attack_then() -> None:
    play = yard()
    order(play, "attack", target="t", dice=[60, (12, 9)])
    assert struck(play).dealt == 25
    assert play.refused("act", unit="a", action="attack", target="t") == "illegal.phase"
    assert play.parts("a")["mainhand"] == 1


@pytest.mark.rule("O-052")
def test_interference_is_judged_by_the_round() -> None:
    play = yard(["at...", ".p...", "....."], ann={"statuses": ["haste"]})
    swing(play, 60, (12, 7))
    play.end("a", "t")
    assert play.turn == "a"
    order(play, "attack", target="t", dice=[60, (12, 9)])
    assert struck(play).dealt == 2


@pytest.mark.rule("O-052")
@pytest.mark.rule("O-053")
def test_a_trainer_who_attacked_first_keeps_that_strength_and_the_pet_is_interfered() -> None:
    play = yard(["at...", ".p...", "....."], ann={"weapons": ["fang", "fang"]})
    swing(play, 60, (12, 7))
    assert struck(play).dealt == 7 + 40 - 4
    offers = [o for o in play.view("ann").options if o.do == "order" and o.command["order"] == "attack"]
    assert {(o.command["with"], o.title, o.why_not) for o in offers} == {
        (with_, "half damage, no critical: its Trainer interferes", "") for with_ in ("fang", "pounce")
    }
    order(play, "attack", target="t", dice=[99, (12, 9)])
    assert (struck(play).outcome, struck(play).damage.total, struck(play).dealt) == ("hit", 5, 2)
    play.do("part", unit="a", part="offhand", action="attack", target="t", dice=[60, (12, 7)])
    assert struck(play).dealt == 3  # by now both attack together


@pytest.mark.rule("O-055", "O-120")
def test_half_of_what_heals_is_rounded_down_too() -> None:
    fiery = {"label": "Ember", "property": "slashing", "dice": "d12", "element": "fire"}
    rules = rules_with({"weapon": {"ember": fiery}, "skill": {"pounce": POUNCE}})
    units = {
        "a": hero(HP=100, CHA=30), "p": pet(HP=100, STR=0, CHA=30, weapons=["ember"]),
        "t": foe(HP=200, hp=100, VIT=0, AGI=20, resist={"fire": -100}),
    }  # fmt: skip
    play = Battle(["at...", ".p...", "....."], units, order="apt", rules=rules)
    order(play, "attack", target="t", together=True, dice=[60, (12, 9)])
    assert (struck(play).damage.total, struck(play).dealt, play.hp("t")) == (-9, -4, 104)


@pytest.mark.rule("O-053")
@pytest.mark.rule("O-054")
@pytest.mark.rule("O-055")
def test_a_joint_attack_is_without_strength_and_the_pet_s_is_halved() -> None:
    play = yard(["at...", ".p...", "....."])
    order(play, "attack", target="t", together=True, dice=[60, (12, 9)])
    assert (struck(play).damage.total, struck(play).dealt) == (5, 2)
    swing(play, 60, (12, 7))
    assert struck(play).dealt == 3


@pytest.mark.rule("O-053", "O-055", "O-094")
def test_interference_counts_behind_the_first_whom_a_shot_goes_through_too() -> None:
    """Die 8, no Strength, half: 4 on the first; on the one behind half of that."""
    bow = {"label": "Bow", "property": "piercing", "dice": "d12", "range": 6}
    rules = rules_with({"weapon": {"bow": bow}})
    dog = pet(HP=50, STR=20, CHA=30, weapons=["bow"], skills=[], level=30)
    units = {"a": hero(CHA=30), "p": dog, "t": foe(HP=100, VIT=0, AGI=20), "u": foe(HP=100, VIT=0)}
    play = Battle(["pa.t.u.", "......."], units, order="aptu", rules=rules)
    order(play, "attack", target="t", together=True, dice=[60, (12, 8), 90])
    assert [(ev.target, ev.dealt) for ev in play.events(Struck)] == [("t", 4), ("u", 2)]


@pytest.mark.rule("O-053")
def test_by_a_skill_of_the_trainer_the_pet_keeps_its_strength() -> None:
    play = yard(["at...", ".p...", "....."], ann={"skills": ["pounce"]})
    play.do("act", unit="a", action="pounce", target="t", dice=[60, (12, 1)])
    order(play, "attack", target="t", dice=[60, (12, 9)])
    assert struck(play).dealt == 12


@pytest.mark.rule("O-056")
def test_the_pet_cannot_be_critical_its_trainer_can() -> None:
    play = yard(["at...", ".p...", "....."])
    order(play, "attack", target="t", together=True, dice=[99, (12, 9)])
    assert struck(play).outcome == "hit"
    swing(play, 99, (12, 7))
    assert struck(play).outcome == "critical"


@pytest.mark.rule("O-057")
def test_a_pincer_gives_both_a_plus_charge() -> None:
    play = yard()
    order(play, "attack", target="t", together=True, dice=[10, 60, (12, 9)])
    assert struck(play).outcome == "hit"
    swing(play, 10, 60, (12, 7))
    assert struck(play).charges.sum == 1


@pytest.mark.rule("O-057")
@pytest.mark.parametrize(
    ("rows", "charges"), [(["mam..."], [1, 1]), (["ma....", ".m...."], [0, 0]), (["ma....", "m....."], [0, 0])]
)
def test_members_of_a_mob_are_in_a_pincer_too(rows: list[str], charges: list[int]) -> None:
    """They attack in one turn from exactly opposite sides; a miss turns on Trainers and pets alone (O-058)."""
    mob = {**foe(CHA=30, STR=0, weapons=["fang"], HP=50), "kind": "mob", "count": 2}
    play = Battle(rows, {"m": mob, "a": hero(HP=300, AGI=20)}, order="ma", rules=RULES)
    shown = next(t for o in play.view("gil").options if o.key == "attack.mainhand.fang" for t in o.targets)
    dice = [20, 10] * 2 if charges[0] else [20] * 2
    play.do("act", by="gil", unit="m", action="attack", target="a", dice=dice)
    strikes = play.events(Struck)
    assert [s.charges.sum if s.charges else 0 for s in strikes] == charges
    assert [s.how for s in strikes] == ["", ""]
    assert any(b.label == "Plus Charge" for b in shown.breakdowns) is bool(charges[0])


@pytest.mark.rule("O-057")
def test_a_hidden_member_makes_no_pincer_that_would_tell_of_it() -> None:
    mob = {**foe(CHA=30, STR=0, weapons=["fang"], HP=50), "kind": "mob", "count": 2}
    play = Battle(["mam..."], {"m": mob, "a": hero(HP=300, AGI=20)}, order="ma", rules=RULES)
    play.do("rule", by="gil", hide="m.2")
    play.do("act", by="gil", unit="m", action="attack", target="a", dice=[20, 10, 10, 10])
    assert play.events(Struck)[0].charges is None


@pytest.mark.rule("O-057")
def test_beside_each_other_is_no_pincer() -> None:
    play = yard([".....", ".atp.", "....."])
    order(play, "move", target=[2, 0])
    order(play, "attack", target="t", together=True, dice=[60, (12, 9)])
    assert struck(play).charges is None


@pytest.mark.rule("O-058")
def test_who_misses_in_a_pincer_hurts_itself() -> None:
    play = yard(dog={"VIT": 10})
    order(play, "attack", target="t", together=True, dice=[10, 20, (12, 9)])
    assert (play.hp("p"), play.hp("t")) == (97, 200)
    swing(play, 10, 20, (12, 7))
    assert play.hp("a") == 93


@pytest.mark.rule("O-058")
@pytest.mark.parametrize(("when", "rows"), [("pincer", None), ("any_joint", ["at...", ".p...", "....."])])
def test_by_the_campaigns_choice_such_a_miss_hurts_the_partner(when: str, rows: list[str] | None) -> None:
    """By its own defences: the pet's bite on the Trainer, the Trainer's blow on the pet."""
    options = {"out.pet.self_damage_to": "partner", "out.pet.self_damage_when": when}
    play = yard(rows, dog={"VIT": 10}, options=options)
    charge = [10] if when == "pincer" else []
    order(play, "attack", target="t", together=True, dice=[*charge, 20, (12, 9)])
    assert (play.hp("a"), play.hp("p"), play.hp("t")) == (96, 100, 200)
    assert any(" hurts A by the miss: 4 damage" in line for line in play.words("ann"))
    swing(play, *charge, 20, (12, 7))
    assert (play.hp("a"), play.hp("p")) == (96, 95)


@pytest.mark.rule("O-058")
def test_a_miss_outside_a_pincer_hurts_nobody() -> None:
    play = yard(["at...", ".p...", "....."])
    order(play, "attack", target="t", together=True, dice=[20])
    assert play.hp("p") == 100


@pytest.mark.rule("O-060")
@pytest.mark.rule("O-061")
def test_a_stay_order_strikes_back_once_and_turns_to_attack() -> None:
    play = yard(["a....", "..tp.", "....."], dog={"HP": 100}, troll={"weapons": ["fang", "fang"], "STR": 0})
    order(play, "stay")
    play.do("end_turn", unit="a")
    play.do("act", unit="t", action="attack", target="p", dice=[60, (12, 1), 60, (12, 9)])
    assert [ev.how for ev in play.events(Struck)] == ["", "counter"]
    assert (play.hp("t"), play.state.units["p"].part.stance) == (175, "attack")
    play.do("part", unit="t", part="offhand", action="attack", target="p", dice=[60, (12, 1)])
    assert play.hp("t") == 175


@pytest.mark.rule("O-061")
def test_a_pet_that_is_shot_from_afar_turns_to_attack_without_a_blow() -> None:
    play = yard(["a.....", "..p..t", "......"], troll={"weapons": ["longbow", "fang"], "STR": 0})
    order(play, "stay")
    play.do("end_turn", unit="a")
    play.do("act", unit="t", action="attack", target="p", dice=[60, (6, 1), (6, 1)])
    assert (len(play.events(Struck)), play.state.units["p"].part.stance) == (1, "attack")


@pytest.mark.rule("O-060")
def test_a_pet_that_stays_does_nothing_by_itself() -> None:
    play = yard()
    order(play, "stay")
    at = play.state.seq
    play.round_over()
    play.round_over()
    entries = [entry for entry in play.memory.log if entry.seq > at]
    assert not [ev for entry in entries for ev in entry.events if isinstance(ev, Struck)]


def linked(*dice: Any) -> Battle:
    play = yard()
    order(play, "skill", target="t", dice=dice or (60, (12, 4), 60, (12, 4)), **{"with": "pounce"})
    return play


@pytest.mark.rule("O-062")
@pytest.mark.rule("O-063")
def test_the_link_lasts_until_the_end_of_the_next_round_and_costs_two_parts() -> None:
    play = linked()
    assert play.parts("a") == {"movement": 1, "mainhand": 0, "offhand": 1, "chat": 1, "specialty": 0}
    for there in (True, True):
        assert ("linked" in play.statuses("a"), "linked" in play.statuses("p")) == (there, there)
        play.round_over()
    assert "linked" not in {**play.statuses("a"), **play.statuses("p")}


@pytest.mark.rule("O-064")
def test_a_skill_order_has_no_penalty_and_may_be_critical() -> None:
    play = linked(97, (12, 4), 60, (12, 4))
    assert [(ev.body, ev.dealt) for ev in play.events(Struck)] == [("p", 40), ("a", 40)]


@pytest.mark.rule("O-062", "O-064")
def test_a_skill_order_with_an_area_catches_all_in_it() -> None:
    play = yard(["a.....", ".....t", "p....u"], dog={"skills": ["blast"]}, more={"u": foe(HP=200, VIT=20, AGI=20)})
    hits = [60, (12, 4)] * 4
    order(play, "skill", target="t", dice=hits, **{"with": "blast"})
    assert [(ev.body, ev.target) for ev in play.events(Struck)] == [("p", "t"), ("p", "u"), ("a", "t"), ("a", "u")]


@pytest.mark.rule("O-065")
@pytest.mark.parametrize(("face", "hp"), [(60, 76), (40, 100)])
def test_a_miss_by_a_skill_order_may_hurt_oneself(face: int, hp: int) -> None:
    dice = (20, face, *([(12, 4)] if face > 50 else []), 60, (12, 4))
    assert linked(*dice).hp("p") == hp


@pytest.mark.rule("O-066")
def test_enemies_have_a_plus_charge_on_the_linked() -> None:
    play = linked()
    play.do("end_turn", unit="a")
    play.do("act", unit="t", action="attack", target="a", dice=[40, 65, (4, 1), 1])
    assert (struck(play).outcome, struck(play).charges.sum) == ("hit", 1)


@pytest.mark.rule("O-067")
def test_half_of_what_one_takes_the_other_takes_too() -> None:
    play = linked()
    play.do("rule", by="gil", set={"t.stats.STR": "=30"})
    play.do("end_turn", unit="a")
    play.do("act", unit="t", action="attack", target="a", dice=[40, 65, (4, 1), 1])
    assert (play.hp("a"), play.hp("p")) == (69, 85)


@pytest.mark.rule("O-068")
def test_an_area_on_both_takes_its_damage_and_the_shares() -> None:
    play = yard(dog={"VIT": 50}, troll={"STR": 30, "skills": ["blast"]})
    order(play, "skill", target="t", dice=(60, (12, 4), 60, (12, 4)), **{"with": "pounce"})
    play.do("end_turn", unit="a")
    play.do("act", unit="t", action="blast", target="a", dice=[60, 65, (12, 10), 60, 65, (12, 10)])
    dealt = {ev.target: ev.dealt for ev in play.events(Struck)}
    assert dealt == {"a": 40, "p": 30}
    assert (play.hp("a"), play.hp("p")) == (45, 50)


@pytest.mark.rule("O-068")
@pytest.mark.parametrize("first", ["a", "p"])
def test_an_area_does_its_full_damage_to_both_before_the_shares(first: str) -> None:
    """Trainer 40, pet 30: the pet's share takes it down, and the Trainer's own share comes all the same."""
    rows = [".....", ".atp.", "....."] if first == "a" else [".....", ".pta.", "....."]
    play = yard(rows, dog={"VIT": 50, "HP": 45}, troll={"STR": 30, "skills": ["blast"]})
    order(play, "skill", target="t", dice=(60, (12, 4), 60, (12, 4)), **{"with": "pounce"})
    play.do("end_turn", unit="a")
    hits = [60, 65, (12, 10), 60, 65, (12, 10)]
    play.do("act", unit="t", action="blast", target=first, dice=hits)
    assert {ev.target: ev.dealt for ev in play.events(Struck)} == {"a": 40, "p": 30}
    assert (play.hp("a"), play.hp("p")) == (45, 0)


LICK = {"label": "Lick", "does": "heal", "dice": "d8", "range": 1, "text": "Licks a wound."}
HOWL = {"label": "Howl", "does": "buff", "buff": "protect", "range": 0, "text": "Hardens itself."}
KIND = rules_with({"weapon": {"fang": FANG}, "skill": {"pounce": POUNCE, "lick": LICK, "howl": HOWL}})


@pytest.mark.rule("O-049", "O-051")
def test_a_pets_own_healing_and_buff_can_be_ordered() -> None:
    units = {
        "a": hero(HP=60, hp=20, weapons=["fang"]), "p": pet(skills=["pounce", "lick", "howl"], HP=60, WIS=10),
        "t": foe(HP=90, AGI=0),
    }  # fmt: skip
    play = Battle(["..p..", ".at..", "....."], units, order="apt", rules=KIND)
    offers = {o.key: o for o in play.view("ann").options if o.key.startswith("pet.p.help")}
    assert set(offers) == {"pet.p.help.lick", "pet.p.help.howl"}
    lick = offers["pet.p.help.lick"]
    assert (lick.label, lick.cost, {t.body: t.effect for t in lick.targets}["a"]) == (
        "P: Lick", "Specialty", "heals 1 to 8, 4.5 on average"
    )  # fmt: skip
    assert offers["pet.p.help.howl"].label.startswith("P: Howl: ")
    assert play.refused("order", unit="a", pet="p", order="help", target="a", **{"with": "pounce"}) == (
        "illegal.not_ready"
    )
    order(play, "help", target="a", dice=[(8, 5)], **{"with": "lick"})
    assert (play.hp("a"), play.parts("a")["specialty"], play.parts("a")["mainhand"]) == (25, 0, 1)
    assert play.refused("order", unit="a", pet="p", order="help", **{"with": "howl"}) == "illegal.cost"
    # It was no attack: the Trainer strikes with all its Strength.
    swing(play, 60, (12, 4))
    assert not bonds.joint(play.state, play.state.units["a"])
    play.end("a", "t")
    order(play, "help", dice=[100], **{"with": "howl"})
    assert "protect" in play.statuses("p")


@pytest.mark.rule("O-051")
def test_a_silenced_pet_helps_nobody_and_reach_counts() -> None:
    units = {"a": hero(HP=60, hp=20), "p": pet(skills=["lick"], statuses=["silence"]), "t": foe()}
    play = Battle(["a.p.t"], units, order="apt", rules=KIND)
    assert play.refused("order", unit="a", pet="p", order="help", target="a", **{"with": "lick"}) == "illegal.status"
    units["p"] = pet(skills=["lick"])
    far = Battle(["a.p.t"], units, order="apt", rules=KIND)
    assert far.refused("order", unit="a", pet="p", order="help", target="a", **{"with": "lick"}) == "illegal.range"


@pytest.mark.rule("O-062", "O-063")
def test_a_skill_order_takes_a_skill_that_heals_and_both_do_it() -> None:
    units = {
        "a": hero(HP=60, hp=20), "p": pet(skills=["pounce", "lick", "howl"], HP=60, WIS=10, hp=30),
        "t": foe(HP=90, AGI=0),
    }  # fmt: skip
    play = Battle(["..p..", ".at..", "....."], units, order="apt", rules=KIND)
    offers = {o.key: o for o in play.view("ann").options if o.key.startswith("pet.p.skill")}
    assert set(offers) == {"pet.p.skill.pounce", "pet.p.skill.lick", "pet.p.skill.howl"}
    lick = offers["pet.p.skill.lick"]
    assert (lick.label, lick.cost) == ("P: Skill Order: Lick", "Mainhand, Specialty")
    assert {"a", "p"} <= {t.body for t in lick.targets}
    order(play, "skill", target="a", dice=[(8, 5), (8, 3)], **{"with": "lick"})
    assert play.hp("a") == 28
    assert (play.parts("a")["mainhand"], play.parts("a")["specialty"], play.parts("a")["offhand"]) == (0, 0, 1)
    assert "linked" in play.statuses("a")
    assert "linked" in play.statuses("p")
    play.end("a", "t")
    assert "linked" in play.statuses("a")
    play.end("a", "t")
    assert "linked" not in play.statuses("a")


@pytest.mark.rule("O-062", "O-256")
def test_what_is_done_to_oneself_each_does_to_itself_and_rolls_for() -> None:
    units = {"a": hero(HP=60), "p": pet(skills=["howl"], WIS=10), "t": foe()}
    play = Battle(["..p..", ".at..", "....."], units, order="apt", rules=KIND)
    order(play, "skill", dice=[100, 1], **{"with": "howl"})
    assert ("protect" in play.statuses("p"), "protect" in play.statuses("a")) == (True, False)


@pytest.mark.rule("O-062")
def test_a_trainer_who_is_too_far_leaves_the_healing_to_its_pet() -> None:
    units = {"a": hero(HP=60), "b": hero("ben", HP=60, hp=20), "p": pet(skills=["lick"]), "t": foe()}
    play = Battle(["a...pb", "t....."], units, order="abpt", rules=KIND)
    order(play, "skill", target="b", dice=[(8, 5)], **{"with": "lick"})
    assert play.hp("b") == 25
    assert play.parts("a")["mainhand"] == 0
