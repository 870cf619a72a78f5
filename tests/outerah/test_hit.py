"""The hit check: D100, critical, Charisma against Agility, facing, Charges and cover; and the exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from tactics.board.sight import crosses
from tactics.kernel.codec import codec
from tactics.kernel.dice import BranchingDice, ScriptedDice
from tactics.kernel.engine import Actor, decide
from tactics.kernel.events import BoardSet
from tactics.kernel.state import Edge, Place
from tactics.outerah import attack_data, facing, hit, odds
from tactics.outerah.collectors import Question
from tactics.outerah.forms import FORMS
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero, rules_with

PLAIN = {
    "weapon": {"unarmed": {"dice": "d4"}, "rod": {"label": "Rod", "property": "slashing", "dice": "d4", "range": 9}}
}
RULES = rules_with(PLAIN)


def duel(rows: Any = ("a.t",), *, attacker: Any = None, target: Any = None, **words: Any) -> Battle:
    """a attacks t with a rod."""
    spec = {
        "a": hero(weapons=["rod"], **{"CHA": 40, "AGI": 0, "STR": 0, **(attacker or {})}),
        "t": foe(**{"AGI": 40, "VIT": 0, "DEF": 0, "HP": 100, "facing": "n", **(target or {})}),
    }
    return Battle(list(rows), spec, order="at", rules=RULES, **words)


def asked(play: Battle, **more: Any) -> hit.Check:
    known = play.facts()
    a, t = known.state.bodies["a"], known.state.bodies["t"]
    attack = attack_data.of_weapon(known, a, "rod")
    assert attack is not None
    return hit.check(known, Question(a, t, attack, **more))


def struck(play: Battle, *dice: Any) -> Struck:
    play.do("act", unit="a", action="attack", target="t", dice=dice)
    (found,) = play.events(Struck)
    return found


@pytest.mark.rule("O-227", "O-224")
@pytest.mark.parametrize(
    ("at", "side"),
    [((0, -1), "front"), ((0, 1), "back"), ((1, 0), "side"), ((-1, 0), "side"), ((1, -1), "side"), ((1, -2), "front"),
     ((-3, 4), "back"), ((2, 2), "side")],
)  # fmt: skip
def test_front_and_back_are_within_45_degrees(at: tuple[int, int], side: str) -> None:
    assert facing.side("n", (0, 0), at) == side


@pytest.mark.rule("O-223", "O-224", "O-225", "O-226", "O-227")
@pytest.mark.parametrize(("faces", "needs"), [("w", 61), ("n", 51), ("s", 51), ("e", 41), ("", 51)])
def test_facing_is_ten_numbers(faces: str, needs: int) -> None:
    assert asked(duel(target={"facing": faces})).needs == needs


@pytest.mark.rule("O-223")
def test_charisma_against_agility() -> None:
    check = asked(duel(attacker={"CHA": 60}, target={"AGI": 30}))
    assert (check.chance.total, check.needs) == (80, 21)
    assert {t.label: t.value for t in check.chance.terms} == {"base": 50, "CHA": 60, "AGI": -30}


@pytest.mark.rule("O-221")
@pytest.mark.parametrize(
    ("face", "outcome"), [(50, "miss"), (51, "hit"), (95, "hit"), (96, "critical"), (100, "critical")]
)
def test_one_d100_reads_high(face: int, outcome: str) -> None:
    play = duel()
    found = struck(play, face, *([(4, 3)] if outcome != "miss" else []))
    assert (found.outcome, found.needs) == (outcome, 51)
    assert play.hp("t") == {"miss": 100, "hit": 97, "critical": 94}[outcome]


@pytest.mark.rule("O-222")
def test_a_critical_hits_although_100_would_be_needed() -> None:
    play = duel(attacker={"CHA": 0}, target={"AGI": 90})
    assert struck(play, 97, (4, 1)).outcome == "critical"
    assert struck_again(play, 95).outcome == "miss"


@pytest.mark.rule("O-222")
@pytest.mark.parametrize(("own", "weapon", "least"), [(None, None, 96), (20, None, 81), (20, 1, 100), (0, None, 101)])
def test_the_critical_chance_is_the_weapons_else_the_units_else_everybodys(
    own: int | None, weapon: int | None, least: int
) -> None:
    rod = {**PLAIN["weapon"]["rod"], **({} if weapon is None else {"crit": weapon})}
    units = {"a": hero(weapons=["rod"], CHA=0, **({} if own is None else {"crit": own})), "t": foe(AGI=90, HP=100)}
    play = Battle(["a.t"], units, order="at", rules=rules_with({"weapon": {"rod": rod}}))
    check = asked(play)
    assert [check.outcome(face) for face in (least - 1, min(least, 100))] == [
        "miss", "critical" if least <= 100 else "miss"
    ]  # fmt: skip
    shown = next(t for o in play.view("ann").options if o.key == "attack.mainhand.rod" for t in o.targets)
    told = [b.words for b in shown.breakdowns if b.label == "Critical check"]
    assert told == ([f"a D100 of {least} or more hits and doubles"] if least <= 100 else [])


@pytest.mark.rule("O-222")
def test_a_units_critical_chance_is_its_own_sides_to_know_and_its_copies_have_it() -> None:
    play = Battle(["a.t"], {"a": hero(), "t": foe(crit=30)}, order="at")
    other = Battle(["a.t"], {"a": hero(), "t": foe(crit=40)}, order="at")
    assert play.view("ann") == other.view("ann")
    assert play.code.spec_of(play.state.units["t"], play.state.bodies["t"])["crit"] == 30  # type: ignore[misc]


def struck_again(play: Battle, face: int) -> Struck:
    play.end("a", "t")
    return struck(play, face)


# --- Charges ----------------------------------------------------------------------------------------


@pytest.mark.rule("O-037")
@pytest.mark.parametrize(
    ("chance", "step", "share"),
    [(50, 2, "0.875"), (50, 1, "0.75"), (50, 0, "0.5"), (50, -1, "0.25"), (50, -2, "0.125"),
     (60, 2, "0.936"), (60, 1, "0.84"), (60, -1, "0.36"), (60, -2, "0.216")],
)  # fmt: skip
def test_the_ladder_of_charges(chance: int, step: int, share: str) -> None:
    assert hit.at_least(duel().facts(), step, 101 - chance) == Fraction(share)


@pytest.mark.rule("O-035", "O-036", "O-037")
def test_an_opener_rolls_three_and_keeps_the_best_and_ends_hidden() -> None:
    play = duel(attacker={"statuses": ["hidden"]})
    found = struck(play, 20, 44, 71, (4, 2))
    assert (found.faces, found.die, found.outcome, found.how) == ((20, 44, 71), 71, "hit", "opener")
    assert play.statuses("a") == {}


FLAT = {
    "super": {"dice": 1, "flat_mod": 20, "damage_mult": 2}, "plus": {"dice": 1, "flat_mod": 10}, "none": {"dice": 1},
    "minus": {"dice": 1, "flat_mod": -10}, "hyper": {"dice": 1, "flat_mod": -20, "damage_mult": 0.5},
}  # fmt: skip


@pytest.mark.rule("O-037")
@pytest.mark.parametrize(
    ("status", "needs", "words", "dealt"),
    [("hidden", 31, "one D100, +20 points, damage ×2", 6), ("blind", 61, "one D100, -10 points", 3)],
)
def test_a_campaign_may_make_charges_points_and_damage(status: str, needs: int, words: str, dealt: int) -> None:
    """`flat_mod` and `damage_mult` of each Charge (reference.md 1.2), in the preview and in the blow."""
    play = duel(attacker={"statuses": [status]}, options={"out.charge": FLAT})
    attack = next(o for o in play.view("ann").options if o.key == "attack.mainhand.rod")
    (shown,) = attack.targets
    assert shown.permille == (101 - needs) * 10
    assert shown.effect.startswith(f"{dealt // 3} to {4 * dealt // 3} damage")
    found = struck(play, needs, (4, 3))
    assert (found.needs, found.outcome, found.dealt) == (needs, "hit", dealt)
    told = next(line for line in play.lines("ann") if line.breakdowns)
    assert next(b.words for b in told.breakdowns if b.label.endswith("Charge")).startswith(words)


def test_a_charge_of_the_data_is_refused_when_it_cannot_work() -> None:
    form = FORMS["out.charge"]
    assert form.fits(FLAT)
    for wrong in ({"flat_mod": 0.5}, {"flat_mod": 101}, {"damage_mult": -1}, {"damage_mult": "2"}, {"bonus": 1}):
        assert not form.fits({**FLAT, "plus": {"dice": 1, **wrong}}), wrong


@pytest.mark.rule("O-037")
def test_minus_keeps_the_worst() -> None:
    play = duel(attacker={"statuses": ["blind"]})
    found = struck(play, 80, 30)
    assert (found.die, found.outcome) == (30, "miss")


@pytest.mark.rule("O-132")
def test_charges_add_on_the_ladder_and_are_clamped() -> None:
    water = Battle(
        ["..t", "==="],
        {"a": hero(weapons=["rod"], CHA=40, traits=["swims"], statuses=["hidden"]), "t": foe(AGI=40, facing="n")},
        phase="running",
        rules=RULES,
    )
    known = water.facts()
    a = replace(known.state.bodies["a"], place=Place("field", 0, 1))
    attack = attack_data.of_weapon(known, a, "rod")
    assert attack is not None
    check = hit.check(known, Question(a, known.state.bodies["t"], attack, opener=True))
    assert (check.charges.sum, check.charge) == (1, "plus")
    check = hit.check(known, Question(a, known.state.bodies["t"], attack))
    assert check.charge == "minus"


@pytest.mark.rule("O-124")
def test_a_fog_marsh_hides_whoever_stands_in_it_but_not_a_ship_above() -> None:
    wasp = {"kind": "ship", "side": "foes", "seat": GM, "glyph": "w", "altitude": 20}
    units = {"a": hero(weapons=["longbow"], CHA=40), "wasp": wasp, "t": foe(AGI=40, facing="n")}
    play = Battle(["a.t....", "wwwwwww"], units, order="at")
    board = play.state.boards["field"]
    foggy = replace(board, terrain="f" * len(board.terrain), palette=(("f", "fog_marsh"),))
    play.effect(lambda work: work.emit(BoardSet(foggy)))
    bow = next(o for o in play.view("ann").options if o.key == "attack.mainhand.longbow")
    labels = {t.body: [b.label for b in t.breakdowns if "Charge" in b.label] for t in bow.targets}
    assert labels["t"] == ["Minus Charge"]
    assert {labels[f"wasp.{n}"][0] for n in ("hull", "deck")} == {"Super Charge", "Plus Charge"}


# --- cover ------------------------------------------------------------------------------------------


def behind(material: str, **words: Any) -> Battle:
    """t stands behind a piece of cover at its west side, a shoots from the west."""
    edges = [Edge((1, 0), (2, 0), kind="cover", material=material)]
    return duel(["a.t"], edges=edges, **words)


@pytest.mark.rule("O-190", "O-193", "O-194", "O-195")
@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [(60, 4, "hit"), (60, 7, "covered"), (40, 4, "miss"), (97, 3, "covered"), (60, 10, "hit")],
)
def test_half_cover_is_a_second_die(first: int, second: int, outcome: str) -> None:
    play = behind("sandbags")
    harmed = [(4, 1)] if outcome == "hit" else []
    assert struck(play, first, (10, second), *harmed).outcome == outcome
    assert hit.odds(play.facts(), asked(play))[0] == Fraction(1, 4)


@pytest.mark.rule("O-188", "O-195", "O-196")
def test_what_only_conceals_has_no_die() -> None:
    play = behind("curtains")
    assert asked(play).cover.kind == "concealed"
    assert struck(play, 60, (4, 1)).outcome == "hit"
    assert hit.odds(play.facts(), asked(play))[0] == Fraction(1, 2)


@pytest.mark.rule("O-189")
def test_who_stands_beside_cover_fires_out() -> None:
    edges = [Edge((0, 0), (1, 0), kind="cover", material="sandbags")]
    assert not asked(duel(["a.t"], edges=edges)).cover.stops
    across = duel(["at."], edges=edges)
    assert not asked(across).cover.stops


FLAME = {"label": "Flame", "property": "slashing", "dice": "d4", "range": 9, "element": "fire"}


@pytest.mark.rule("O-189", "O-192")
@pytest.mark.parametrize(("at", "material"), [(2, "burnt"), (0, "wood")])
def test_fire_destroys_the_wood_that_it_meets_and_not_what_one_fires_out_from(at: int, material: str) -> None:
    """A fire hit across wood leaves nothing of it; who stands beside the own fence and fires out keeps it."""
    edges = [Edge((at, 0), (at + 1, 0), kind="cover", material="wood")]
    units = {"a": hero(weapons=["flame"], CHA=40, STR=0), "t": foe(AGI=40, VIT=0, HP=100, facing="n")}
    play = Battle(["a..t"], units, order="at", rules=rules_with({"weapon": {"flame": FLAME}}), edges=edges)
    second = [(10, 4)] if at else []
    play.do("act", unit="a", action="attack", target="t", dice=[60, *second, (4, 1)])
    assert play.state.boards["field"].edges[0].material == material
    assert any("burns down" in words for words in play.words("ann")) is (material == "burnt")


@pytest.mark.rule("O-198")
@pytest.mark.parametrize(("charisma", "stops"), [(90, False), (89, True)])
def test_charisma_50_above_agility_passes_half_cover(charisma: int, stops: bool) -> None:
    assert asked(behind("sandbags", attacker={"CHA": charisma})).cover.stops is stops


@pytest.mark.rule("O-199", "O-200")
def test_full_cover_cannot_be_attacked_across() -> None:
    play = behind("full_brick", attacker={"CHA": 200})
    assert play.refused("act", unit="a", action="attack", target="t") == "illegal.sight"
    assert hit.odds(play.facts(), asked(play))[0] == 0


@pytest.mark.rule("O-199")
def test_an_area_and_a_stray_shot_do_not_get_through_full_cover() -> None:
    rules = rules_with(
        {
            **PLAIN,
            "skill": {"ball": {"label": "Ball", "does": "magic", "dice": "d8", "range": 8, "area": 1, "text": "x"}},
        }
    )
    wall = [Edge((4, 0), (5, 0), kind="cover", material="full_brick")]
    units = {
        "a": hero(weapons=["longbow"], skills=["ball"], CHA=50, STR=0, INT=0), "t": foe(AGI=40, WIS=0, HP=100),
        "u": foe(AGI=40, WIS=0, HP=100),
    }  # fmt: skip
    play = Battle(["a...tu."], units, order="atu", rules=rules, edges=wall)
    play.do("act", unit="a", action="ball", target="t", dice=[90, (8, 5), 97])
    assert [(s.target, s.outcome) for s in play.events(Struck)] == [("t", "hit"), ("u", "covered")]
    assert play.hp("u") == 100
    assert any("is stopped by cover" in words for words in play.words("ann"))
    play.end("a", "t", "u")
    play.do("act", unit="a", action="attack", target="t", dice=[1, (6, 3), 97])
    assert [s.outcome for s in play.events(Struck)] == ["miss", "covered"]


@pytest.mark.rule("O-191", "O-192", "O-200", "O-197")
@pytest.mark.parametrize(
    ("material", "flags", "stops"),
    [("brick", {"piercing_bullet": True}, True), ("wood", {"piercing_bullet": True}, False), ("wood", {}, True),
     ("full_brick", {"armor_piercing": True}, False), ("full_wood", {}, True),
     ("sandbags", {"ignores_half_cover": True}, False)],
)  # fmt: skip
def test_what_gets_past_what(material: str, flags: dict[str, bool], stops: bool) -> None:
    play = behind(material)
    known = play.facts()
    a, t = known.state.bodies["a"], known.state.bodies["t"]
    attack = attack_data.of_weapon(known, a, "rod")
    assert attack is not None
    assert hit.check(known, Question(a, t, replace(attack, **flags))).cover.stops is stops


def test_the_line_crosses_a_side() -> None:
    side = ((1, 0), (2, 0))
    assert crosses((0, 0), (3, 0), side)
    assert crosses((3, 0), (0, 0), side)
    assert not crosses((0, 0), (1, 0), side)
    assert not crosses((0, 1), (3, 1), side)
    assert crosses((0, 0), (0, 2), ((0, 0), (0, 1)))
    assert not crosses((0, 0), (2, 2), ((0, 0), (1, 0)))  # through the corner


# --- the exact odds ------------------------------------------------------------------------------------


@pytest.mark.rule("O-221", "O-194")
@pytest.mark.parametrize("cover", [None, "sandbags"])
@pytest.mark.parametrize("statuses", [[], ["blind"], ["hidden"]])
def test_preview_is_what_every_path_of_the_dice_comes_to(cover: str | None, statuses: list[str]) -> None:
    spec = {"statuses": statuses}
    all_paths(behind(cover, attacker=spec) if cover else duel(attacker=spec), opener=statuses == ["hidden"])


@pytest.mark.rule("O-204")
@pytest.mark.parametrize(("rows", "back"), [(["t...a"], 4), (["", "", "..t..a", "", ""], 9)])
def test_a_missed_spell_may_come_down_on_its_target_all_the_same(rows: list[str], back: int) -> None:
    ball = {"label": "Ball", "does": "magic", "dice": "d8", "range": 8, "area": 1, "text": "A ball."}
    units = {"a": hero(skills=["ball"], CHA=0, INT=9), "t": foe(AGI=40, WIS=0, MDEF=0, HP=100)}
    play = Battle(rows, units, order="at", rules=rules_with({"skill": {"ball": ball}}))
    known = play.facts()
    attack = attack_data.of_skill(known, known.state.bodies["a"], "ball")
    assert attack is not None
    command = codec(play.code).command_of({"do": "act", "unit": "a", "action": "ball", "target": "t"})

    hurt = 0
    for pair in product(range(1, 11), repeat=2):  # a miss, then each fall of the two D10
        dice = ScriptedDice([(100, 1), *((10, face) for face in pair), (8, 1)])
        work = decide(play.code, play.state, command, Actor("ann", "player"), 0, play.rules, dice)
        hurt += work.state.bodies["t"].hp < 100
    question = Question(known.state.bodies["a"], known.state.bodies["t"], attack)
    assert hurt == back
    assert odds.strays_back(known, question) == Fraction(back, 100)


def all_paths(play: Battle, weapon: str = "rod", *, opener: bool = False) -> None:
    """The odds of the attack are the weights of what the real decision comes to."""
    known = play.facts()
    a, t = known.state.bodies["a"], known.state.bodies["t"]
    attack = attack_data.of_weapon(known, a, weapon)
    assert attack is not None
    expected = odds.strike(known, Question(a, t, attack, opener=opener))
    command = codec(play.code).command_of({"do": "act", "unit": "a", "action": "attack", "target": "t"})

    def run(dice: Any) -> int:
        work = decide(play.code, play.state, command, Actor("ann", "player"), 0, play.rules, dice)
        return 100 - work.state.bodies["t"].hp

    found: dict[int, Fraction] = {}
    for weight, lost in BranchingDice().walk(run):
        found[lost] = found.get(lost, Fraction(0)) + weight
    assert found == {value: Fraction(weight, expected.of) for value, weight in expected.weights.items()}


@pytest.mark.rule("O-223")
def test_a_player_reads_the_exact_chance_and_the_defence_as_one_sum() -> None:
    play = duel()
    option = next(o for o in play.view("ann").options if o.key.startswith("attack.mainhand"))
    (target,) = option.targets
    assert (target.chance, target.permille) == ("50 %", 500)
    assert {b.label: b.house for b in target.breakdowns} == {"Chance": False, "Critical check": True, "Wounds": False}
    assert [t.label for b in target.breakdowns for t in b.terms if t.house] == ["base"]
    labels = [t.label for b in target.breakdowns for t in b.terms]
    assert labels == ["base", "CHA", "defence"]
    assert "before its defences" in target.effect
    gm = next(o for o in play.view(GM).options if o.key.startswith("attack.mainhand"))
    assert gm.targets[0].effect == "1 to 4 damage, 2.5 on average"
