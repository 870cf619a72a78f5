"""Damage and healing with their terms, and the golden tests of the document's examples (reference.md 5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tactics.effects.breakdown import Term
from tactics.outerah import attack_data, damage, statuses
from tactics.outerah.attack_data import Attack
from tests.outerah.table import Battle, foe, hero, rules_with, terms


def bodies(attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **words: Any) -> Any:
    """(known, attacker, target)."""
    spec = {
        "a": hero(**{"STR": 0, "INT": 0, **(attacker or {})}),
        "t": foe(**{"VIT": 0, "WIS": 0, "DEF": 0, "MDEF": 0, **(target or {})}),
    }
    known = Battle(["a.t.."], spec, order="at", **words).facts()
    return known, known.state.bodies["a"], known.state.bodies["t"]


SWORD = Attack("weapon", "long_sword", "Long sword", dice="d10")
WAND = Attack("weapon", "wand", "Wand", dice="d10", does="magic")


def dealt(face: int, attack: Attack = SWORD, *, critical: bool = False, **more: Any) -> int:
    known, a, t = bodies(**more)
    added = damage.added(known, a, attack, [face])
    by = damage.factors(known, a, t, attack, critical=critical)
    found = damage.multiplied("Damage", added + damage.subtracted(known, t, attack), by)
    whole = sum(x.value for x in damage.added(known, a, attack, []) + damage.subtracted(known, t, attack))
    times = damage.multiplier(known, attack)
    assert found.total == damage.total(face * times + whole, by) == sum(x.value for x in found.terms)
    return found.total


@pytest.mark.rule("O-110", "O-208")
@pytest.mark.parametrize(("vitality", "less"), [(10, 2), (15, 2), (30, 6), (100, 20), (0, 0)])
def test_ten_vitality_takes_two_off(vitality: int, less: int) -> None:
    known, _, _ = bodies()
    assert damage.reduction(known, vitality) == less


@pytest.mark.rule("O-110")
def test_reduction_may_be_linear() -> None:
    known, _, _ = bodies(options={"out.reduction.mode": "linear"})
    assert damage.reduction(known, 15) == 3


@pytest.mark.rule("O-111", "O-214")
def test_wisdom_takes_off_magic() -> None:
    assert dealt(40, WAND, target={"WIS": 20, "MDEF": 6}) == 30
    assert dealt(40, SWORD, target={"WIS": 20, "MDEF": 6}) == 40


@pytest.mark.rule("O-112", "O-113", "O-114", "O-115", "O-116", "O-117", "O-118", "O-119", "O-120", "O-209")
@pytest.mark.parametrize(
    ("percent", "lost"), [(200, 80), (150, 60), (100, 40), (75, 30), (50, 20), (0, 0), (250, 100), (-10, -4)]
)
def test_elements(percent: int, lost: int) -> None:
    fire = replace(SWORD, element="fire")
    assert dealt(40, fire, target={"resist": {"fire": percent}}) == lost


@pytest.mark.rule("O-119", "O-120")
def test_immune_to_criticals_too_and_ten_percent_of_eighty() -> None:
    fire = replace(SWORD, element="fire")
    assert dealt(40, fire, critical=True, target={"resist": {"fire": 0}}) == 0
    assert dealt(80, fire, target={"resist": {"fire": -10}}) == -8


@pytest.mark.rule("O-109")
def test_both_kinds_of_resistance() -> None:
    fire = replace(SWORD, element="fire")
    assert dealt(40, fire, target={"VIT": 20, "resist": {"fire": 50}}) == 18


@pytest.mark.rule("O-030", "O-206", "O-207", "O-208", "O-210", "O-211")
@pytest.mark.parametrize(
    ("percent", "critical", "lost"),
    [(100, False, 39), (150, False, 58), (150, True, 117), (50, False, 19), (100, True, 78)],
)
def test_the_physical_formula_with_one_rounding_at_the_end(percent: int, critical: bool, lost: int) -> None:
    fire = replace(SWORD, element="fire", upgrade=3)
    target = {"VIT": 30, "DEF": 5, "armor_upgrade": 1, "resist": {"fire": percent}}
    assert dealt(8, fire, critical=critical, attacker={"STR": 40}, target=target) == lost


@pytest.mark.rule("O-211")
def test_the_terms_are_named_and_never_below_zero() -> None:
    known, a, t = bodies({"STR": 40}, {"VIT": 30, "DEF": 5, "armor_upgrade": 1})
    attack = replace(SWORD, upgrade=3)
    found = damage.multiplied("Damage", damage.added(known, a, attack, [8]) + damage.subtracted(known, t, attack), [])
    assert terms(found) == {"d10": 8, "STR": 40, "weapon upgrades": 3, "Vitality": -6, "DEF": -5, "armor upgrades": -1}
    assert damage.multiplied("Damage", [Term("x", -4)], []).total == 0


@pytest.mark.rule("O-212", "O-213", "O-214", "O-215", "O-216")
@pytest.mark.parametrize(("percent", "critical", "lost"), [(100, False, 50), (50, False, 25), (100, True, 100)])
def test_the_magic_formula(percent: int, critical: bool, lost: int) -> None:
    target = {"WIS": 20, "MDEF": 6, "resist": {"neutral": percent}}
    assert dealt(10, WAND, critical=critical, attacker={"INT": 50, "STR": 90}, target=target) == lost


@pytest.mark.rule("O-213")
@pytest.mark.parametrize(("mode", "worth"), [("add", 63), ("multiply", 180)])
def test_the_weapon_multiplier(mode: str, worth: int) -> None:
    options = {"out.magic.weapon_multiplier_mode": mode}
    assert dealt(10, replace(WAND, multiplier=3), attacker={"INT": 50}, options=options) == worth


@pytest.mark.rule("O-213", "O-214")
def test_a_multiplier_counts_before_wisdom_is_taken_off() -> None:
    options = {"out.magic.weapon_multiplier_mode": "multiply"}
    more = {"attacker": {"INT": 50}, "target": {"WIS": 20, "MDEF": 6}, "options": options}
    assert dealt(10, replace(WAND, multiplier=3), **more) == 170


@pytest.mark.rule("O-087")
@pytest.mark.parametrize(("percent", "lost"), [(100, 40), (150, 60), (50, 20), (0, 0)])
def test_a_creature_may_take_more_or_less_of_a_property(percent: int, lost: int) -> None:
    mace = replace(SWORD, blow="bludgeon")
    target = {"resist": {"bludgeon": percent}}
    assert (dealt(40, mace, target=target), dealt(40, replace(SWORD, blow="slashing"), target=target)) == (lost, 40)
    assert dealt(40, replace(WAND, blow="bludgeon"), target=target) == 40  # a wand does not strike


@pytest.mark.rule("O-038")
def test_some_skills_do_more_by_an_opener() -> None:
    known, a, t = bodies()
    blade = replace(SWORD, opener_dice="2d6", opener_bonus=1)
    assert sum(x.value for x in damage.added(known, a, blade, [4], opener=True, opener_faces=(2, 5))) == 12
    assert sum(x.value for x in damage.added(known, a, blade, [4])) == 4
    assert t is not None


@pytest.mark.rule("O-262", "O-263")
@pytest.mark.parametrize(("tier", "hp", "hit"), [(0, 80, 20), (1, 120, 20), (2, 160, 25), (3, 240, 30), (4, 400, 40)])
def test_badass_tiers(tier: int, hp: int, hit: int) -> None:
    known, a, _ = bodies({"badass": tier, "HP": 80})
    assert a.max_hp == hp
    assert damage.total(20, damage.factors(known, a, None, SWORD)) == hit


# --- healing ----------------------------------------------------------------------------------------


def healed(amount: int, element: str, *, potion: bool = False, **target: Any) -> int:
    known, _, t = bodies(target=target)
    return damage.healing(known, t, [Term("x", amount)], element, potion).total


@pytest.mark.rule("O-217", "O-220", "O-121")
@pytest.mark.parametrize(
    ("percent", "amount", "gained"),
    [(100, 30, 30), (50, 30, 15), (200, 30, 15), (150, 30, 20), (250, 30, 12), (0, 40, 0), (-10, 40, 4)],
)
def test_whatever_departs_from_neutral_heals_less(percent: int, amount: int, gained: int) -> None:
    assert healed(amount, "water", resist={"water": percent}) == gained


@pytest.mark.rule("O-218", "O-219")
def test_the_documents_pairs_and_the_boon_potion() -> None:
    assert healed(40, "water", potion=True, alignment="fire") == 20
    assert healed(40, "water", alignment="wind") == 20
    assert healed(40, "water", potion=True, alignment="water") == 20
    assert healed(40, "water", alignment="water") == 40


@pytest.mark.rule("O-217", "O-218", "O-219", "O-220", "O-121")
@pytest.mark.parametrize(
    ("spec", "of_potion", "of_spell"),
    [
        ({}, "heals 13 to 28, 20.5 on average", "heals 3 to 18, 10.5 on average"),
        ({"alignment": "water"}, "heals 6 to 14, 10 on average", "heals 3 to 18, 10.5 on average"),
        ({"alignment": "fire"}, "heals 6 to 14, 10 on average", "heals 1 to 9, 5 on average"),
        ({"resist": {"water": 200}}, "heals 6 to 14, 10 on average", "heals 1 to 9, 5 on average"),
        ({"resist": {"water": 0}}, "heals nothing", "heals nothing"),
    ],
)
def test_what_a_healing_will_give_is_said_before_it(spec: dict[str, Any], of_potion: str, of_spell: str) -> None:
    """With what the potion adds to its dice and what its element does to whoever drinks it, each said as it is."""
    own = hero(hp=5, HP=90, pack={"water_potion": 1}, skills=["water_mend"], **spec)
    play = Battle(["a.t"], {"a": own, "t": foe(HP=90)}, order="at")
    offers = {o.key: o for o in play.view("ann").options}
    (drunk,) = offers["item.water_potion"].targets
    cast = {t.body: t for t in offers["water_mend"].targets}
    assert (drunk.effect, cast["a"].effect) == (of_potion, of_spell)
    assert cast["t"].effect == "heals 3 to 18, 10.5 on average before its resistances"
    assert [b.label for b in drunk.breakdowns] == (["Element"] if spec else [])
    if spec.get("alignment") == "water":
        assert [b.words for b in drunk.breakdowns] == ["boon Water 50%"]


@pytest.mark.rule("O-121")
@pytest.mark.parametrize(("percent", "helped"), [(0, False), (50, True)])
def test_whoever_is_immune_to_an_element_has_nothing_of_its_buffs_and_cures(percent: int, helped: bool) -> None:
    content = {
        "skill": {"ward": {"label": "Ward", "does": "buff", "buff": "shell", "range": 3, "element": "water"}},
        "item": {"tonic": {"label": "Tonic", "element": "water", "cures": ["poison"], "buff": "strengthen"}},
    }
    units = {"a": hero(skills=["ward"], pack={"tonic": 1}), "b": hero("ben", resist={"water": percent})}
    play = Battle(["ab..."], {**units, "t": foe()}, order="abt", rules=rules_with(content))
    play.effect(lambda work: statuses.put(work, "b", "poison"))
    play.do("act", unit="a", action="ward", target="b", dice=[90] if helped else [])
    assert ("B is immune to water: it has nothing of it" in play.words("ann")) is not helped
    play.do("act", unit="a", action="item", target="b", **{"with": "tonic"})
    assert set(play.statuses("b")) == ({"shell", "strengthen"} if helped else {"poison"})


# --- improvised weapons -------------------------------------------------------------------------------


@pytest.mark.rule("O-026", "O-027", "O-031")
@pytest.mark.parametrize(("strength", "dice"), [(0, 1), (19, 1), (20, 2), (40, 3), (60, 4), (79, 4), (80, 5), (140, 5)])
def test_every_20_strength_is_a_die_up_to_five(strength: int, dice: int) -> None:
    known, a, _ = bodies({"STR": strength})
    found = attack_data.of_weapon(known, a, "chair")
    assert found is not None
    assert (found.dice, found.blow) == (f"{dice}d4", "bludgeon")


@pytest.mark.rule("O-028")
def test_a_paladin_has_one_die_more() -> None:
    known, a, _ = bodies({"STR": 20, "cls": "paladin"})
    assert attack_data.improvised_dice(known, a) == 3


@pytest.mark.rule("O-030")
def test_the_whole_of_strength_is_added() -> None:
    known, a, _ = bodies({"STR": 40})
    chair = attack_data.of_weapon(known, a, "chair")
    assert chair is not None
    assert sum(x.value for x in damage.added(known, a, chair, (2, 3, 4))) == 49


@pytest.mark.rule("O-032", "O-033", "O-034", "O-029")
@pytest.mark.parametrize(
    ("key", "blow"),
    [
        ("fork", "piercing"),
        ("broken_bottle", "slashing"),
        ("chair", "bludgeon"),
        ("pike", "piercing"),
        ("burning_torch", "bludgeon"),
    ],
)
def test_what_an_object_is_like_says_its_type(key: str, blow: str) -> None:
    rules = rules_with({"weapon": {"pike": {"label": "Stake", "improvised": True, "pointed": True}}})
    known, a, _ = bodies(rules=rules)
    found = attack_data.of_weapon(known, a, key)
    assert found is not None
    assert found.blow == blow


@pytest.mark.rule("O-029")
def test_the_guide_may_set_an_objects_dice_and_type() -> None:
    anvil = {"label": "Anvil", "improvised": True, "dice": "2d8", "property": "slashing", "bonus": 2}
    known, a, _ = bodies({"STR": 80}, rules=rules_with({"weapon": {"anvil": anvil}}))
    found, chair = (attack_data.of_weapon(known, a, key) for key in ("anvil", "chair"))
    assert found is not None
    assert chair is not None
    assert (found.dice, found.blow, found.bonus) == ("2d8", "slashing", 2)
    assert chair.dice == "5d4"


@pytest.mark.rule("O-029")
def test_the_guide_may_set_an_objects_damage() -> None:
    known, a, _ = bodies()
    torch = attack_data.of_weapon(known, a, "burning_torch")
    assert torch is not None
    assert torch.element == "fire"
    assert sum(x.value for x in damage.added(known, a, torch, [3])) == 5


# --- ranges ------------------------------------------------------------------------------------------


@pytest.mark.rule("O-101", "O-102", "O-103", "O-104", "O-105", "O-106")
@pytest.mark.parametrize(
    ("key", "reach", "long"),
    [
        ("revolver", 6, True),
        ("crossbow", 6, True),
        ("rifle", 9, True),
        ("longbow", 8, True),
        ("spear", 2, False),
        ("dagger", 1, False),
    ],
)
def test_ranges(key: str, reach: int, long: bool) -> None:
    known, a, _ = bodies()
    found = attack_data.of_weapon(known, a, key)
    assert found is not None
    assert (found.reach, found.long_range) == (reach, long)


@pytest.mark.rule("O-107", "O-108")
@pytest.mark.parametrize(
    ("key", "mine", "theirs", "reach"),
    [("longbow", 1, 0, 9), ("longbow", 3, 0, 11), ("rifle", 0, 3, 8), ("dagger", 3, 0, 1), ("longbow", 2, 2, 8)],
)
def test_higher_ground_carries_farther(key: str, mine: int, theirs: int, reach: int) -> None:
    heights = [mine, 0, theirs, 0, 0, *([0] * 20)]
    spec = {"a": hero(), "t": foe()}
    known = Battle(["a.t.."], spec, order="at", elevation=heights).facts()
    a, t = known.state.bodies["a"], known.state.bodies["t"]
    found = attack_data.of_weapon(known, a, key)
    assert found is not None
    assert a.place is not None
    assert t.place is not None
    assert attack_data.reach(known, found, a.place, t.place).total == reach
    once = {"out.elevation.up_per_level": "flat"}
    flat = Battle(["a.t.."], spec, order="at", elevation=heights, options=once).facts()
    assert attack_data.reach(flat, found, a.place, t.place).total == min(reach, 9)  # one cell in all, if any
