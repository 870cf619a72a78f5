"""The catapult: range, payloads, orbs, who is launched, boxes (O-166 to O-172)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah import catapult
from tactics.outerah.catapult import ONLY_IF
from tests.outerah.table import GM, Battle, foe, hero, rules_with

BARREL = {"label": "Barrel of oil", "does": "burst", "dice": "2d6", "element": "fire", "area": 1, "text": "It burns."}
BOLT = {"label": "Bolt", "does": "magic", "dice": "d12", "range": 3, "area": 1, "text": "A bolt."}
BALM = {"label": "Balm", "does": "heal", "dice": "d8", "range": 3, "text": "A balm."}
RULES = rules_with({"payload": {"barrel": BARREL}, "skill": {"bolt": BOLT, "balm": BALM}})


def siege(at: int = 10, tier: int = 1, foes: dict[str, Any] | None = None, **spec: Any) -> Battle:
    """A ship whose hull is at (0, 0); `a` works its catapult, `b` stands beside, `t` so many cells away."""
    wasp = {
        "kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "weapons": {"catapult": tier},
        "altitude": spec.pop("altitude", 0),
    }  # fmt: skip
    units = {
        "a": hero(HP=40, INT=0, CHA=10, aboard="wasp", zone="catapult", skills=["bolt", "balm"], **spec.pop("ann", {})),
        "b": hero(HP=90, aboard="wasp", zone="catapult", **spec.pop("ben", {})),
        "wasp": wasp,
        "t": foe(HP=90, AGI=10, WIS=0, VIT=0, **(foes or {})),
    }
    first = list("w".ljust(80, "."))
    first[at] = "t"
    units |= spec.pop("more", {})
    column = "w".ljust(20, ".") + ("y" if "yacht" in units else ".")
    first[20] = column[20] if at != 20 else "t"
    return Battle(["".join(first), *[column.ljust(80, ".")] * 6], units, order="abt", rules=RULES, **spec)


def load(play: Battle, payload: str, **words: Any) -> None:
    play.do("ship", unit="a", role="load", payload=payload, **words)
    play.end("a", "b", "t")


def fire(play: Battle, target: Any, *dice: Any) -> Any:
    return play.do("ship", unit="a", role="fire", target=target, dice=dice)


def boxes(play: Battle) -> list[tuple[int, int, int]]:
    return [(box.place.x, box.place.y, box.levels) for box in catapult.boxes(play.state)]


@pytest.mark.rule("O-166")
@pytest.mark.parametrize(("cell", "why"), [(4, "illegal.range"), (5, ""), (25, ""), (26, "illegal.range")])
def test_five_to_twenty_five_cells(cell: int, why: str) -> None:
    play = siege()
    load(play, "item_box")
    if why:
        assert play.refused("ship", unit="a", role="fire", target=[cell, 0]) == why
        assert play.parts("a")["mainhand"] == 1
    else:
        fire(play, [cell, 0])
        assert boxes(play) == [(cell, 0, 0)]


@pytest.mark.rule("O-167")
@pytest.mark.parametrize(("tier", "far"), [(1, 25), (2, 30), (6, 50), (10, 70)])
def test_five_cells_more_for_each_tier_and_no_damage(tier: int, far: int) -> None:
    play = siege(tier=tier)
    load(play, "item_box")
    assert catapult.reach(play.facts(), play.state.units["wasp"]).total == far
    assert play.refused("ship", unit="a", role="fire", target=[4, 0]) == "illegal.range"
    assert play.refused("ship", unit="a", role="fire", target=[far + 1, 0]) == "illegal.range"
    fire(play, [far, 0])
    burst = siege(tier=tier)
    load(burst, "barrel")
    fire(burst, "t", 90, (6, 3), (6, 4))
    assert burst.hp("t") == 90 - 7  # whatever the tier


@pytest.mark.rule("O-168")
def test_payloads_are_data_and_a_fourth_can_be_thrown() -> None:
    assert {"spell_orb", "launched_unit", "item_box"} == set(rules_with({}).entries["payload"])
    play = siege()
    keys = {o.key for o in play.view("ann").options}
    assert {"ship.load.launched_unit", "ship.load.item_box", "ship.load.item_box.balloons", "ship.load.barrel"} <= keys
    spells = {"bolt", "balm"}  # the gunner's; one press each
    orbs = "ship.load.spell_orb."
    assert {key.removeprefix(orbs) for key in keys if key.startswith(orbs)} == spells
    assert play.refused("ship", unit="a", role="load", payload="cow") == "bad_field"
    assert play.refused("ship", unit="a", role="fire", target=[9, 0]) == "illegal.not_ready"
    load(play, "barrel")
    assert play.refused("ship", unit="a", role="load", payload="barrel") == "illegal.nothing"
    fire(play, [10, 1], 90, (6, 2), (6, 2))  # beside it, within its area
    assert play.hp("t") == 86


@pytest.mark.rule("O-169")
def test_a_spell_is_put_into_an_orb_in_one_turn_and_breaks_where_it_lands_in_another() -> None:
    play = siege(at=20)  # far out of the spell's own range
    assert play.refused("ship", unit="a", role="load", payload="spell_orb") == "bad_field"
    play.do("ship", unit="a", role="load", payload="spell_orb", **{"with": "bolt"})
    assert play.parts("a")["mainhand"] == 0
    assert play.refused("ship", unit="a", role="fire", target="t") == "illegal.cost"
    play.end("a", "b", "t")
    fire(play, "t", 90, (12, 9))
    assert play.hp("t") == 81
    heals = siege(at=20, foes={"hp": 50})
    load(heals, "spell_orb", **{"with": "balm"})
    fire(heals, "t", (8, 6))
    assert heals.hp("t") == 56


@pytest.mark.rule("O-169")
def test_a_caster_who_is_silenced_puts_nothing_into_an_orb() -> None:
    play = siege(ann={"statuses": ["silence"]})
    offer = next(o for o in play.view("ann").options if o.key.startswith("ship.load.spell_orb"))
    assert offer.why_not == "silenced"
    assert play.refused("ship", unit="a", role="load", payload="spell_orb", **{"with": "bolt"}) == "bad_field"


@pytest.mark.rule("O-170")
@pytest.mark.parametrize(("size", "ok"), [("tiny", 1), ("small", 1), ("medium", 1), ("large", 0), ("huge", 0)])
def test_medium_size_and_lower_is_launched(size: str, ok: int) -> None:
    play = siege(ben={"size": size})
    offer = next(o for o in play.view("ann").options if o.key == "ship.load.launched_unit")
    assert [t.body for t in offer.targets] == ["b"] * ok
    if not ok:
        assert play.refused("ship", unit="a", role="load", payload="launched_unit", target="b") == "illegal.target"
        return
    load(play, "launched_unit", target="b")
    fire(play, [12, 3], (10, 4), (10, 5))
    assert (play.at("b"), play.hp("b")) == ((12, 3), 81)
    assert play.state.bodies["b"].part.aboard == ""


@pytest.mark.rule("O-170")
def test_somebody_elses_unit_is_launched_only_if_it_agrees() -> None:
    play = siege(ben={"seat": "ben"})
    offer = next(o for o in play.view("ann").options if o.key == "ship.load.launched_unit")
    assert [(t.body, t.effect) for t in offer.targets] == [("b", ONLY_IF)]
    assert play.refused("ship", unit="a", role="load", payload="launched_unit", target="b") == "illegal.target"
    play.do("set_standing", by="ben", choices={"launch": True})
    play.do("ship", unit="a", role="load", payload="launched_unit", target="b")


@pytest.mark.rule("O-171")
@pytest.mark.parametrize(("traits", "levels"), [([], 6), (["winged"], 0), (["flies"], 0)])
def test_the_launched_fall_from_where_the_ship_is_unless_they_have_wings(traits: list[str], levels: int) -> None:
    play = siege(altitude=6, ben={"traits": traits})
    load(play, "launched_unit", target="b")
    fire(play, [12, 3], *[(10, 3)] * levels)
    assert play.hp("b") == 90 - 3 * levels


@pytest.mark.rule("O-171")
def test_one_may_be_launched_onto_an_enemys_deck() -> None:
    yacht = {"kind": "ship", "side": "foes", "seat": GM, "deck": ["ddhcd", "<ddd>", "ddddd", "#####", "ll#rr"]}
    play = siege(more={"yacht": {**yacht, "glyph": "y"}})
    load(play, "launched_unit", target="b")
    fire(play, "yacht.hull", (10, 1), (10, 1))
    place = play.state.bodies["b"].place
    assert place is not None
    assert (place.board, play.hp("b")) == ("yacht.deck", 88)


@pytest.mark.rule("O-172")
def test_a_box_falls_at_once_and_with_balloons_slowly_to_the_nearest_land() -> None:
    play = siege(altitude=10)
    load(play, "item_box", balloons=True)
    fire(play, [12, 3])
    found, told, shown = [], [], []
    for _ in range(6):
        found.append(boxes(play)[0][2])
        shown.append([b.label for b in play.view("ben").crafts[0].badges])
        play.round_over()
        told += play.words()
    assert found == [10, 8, 6, 4, 2, 0]
    assert shown == [[f"box {n} levels above M4"] for n in (10, 8, 6, 4, 2)] + [["box at M4"]]
    assert sum("lands softly at" in line for line in told) == 1
    at_once = siege(altitude=10)
    load(at_once, "item_box")
    fire(at_once, [12, 3])
    assert boxes(at_once) == [(12, 3, 0)]
    assert any("crashes down" in line and "the GM says what is in it" in line for line in at_once.words())


@pytest.mark.rule("O-172")
def test_the_guide_takes_a_box_away() -> None:
    play = siege(altitude=10)
    load(play, "item_box")
    fire(play, [12, 3])
    assert "take_box.1" not in {o.key for o in play.view("ann").options}
    shown = [o for o in play.view("gil").options if o.do == "take_box"]
    assert [(o.label, o.place, o.command) for o in shown] == [("Take away the box at M4", "craft", {"number": 1})]
    ship = shown[0].unit
    assert play.refused("take_box", by="ann", unit=ship, number=1) == "not_allowed"
    assert play.refused("take_box", by="gil", unit=ship, number=2) == "unknown"
    play.do("take_box", by="gil", unit=ship, number=1, reason="B opened it")
    assert (boxes(play), play.words("ann")[-1]) == ([], "The box at M4 is gone (B opened it)")
    assert not play.view("ben").crafts[0].badges


@pytest.mark.rule("O-172")
def test_balloons_look_for_land() -> None:
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "weapons": {"catapult": 1}, "altitude": 4}
    units = {"a": hero(aboard="wasp", zone="catapult"), "wasp": wasp, "t": foe()}
    play = Battle(["w......" + "=" * 7 + ".....t", *["w" + "=" * 19] * 6], units, order="at")
    play.do("ship", unit="a", role="load", payload="item_box", balloons="yes")
    play.end("a", "t")
    play.do("ship", unit="a", role="fire", target=[12, 1])
    assert boxes(play) == [(14, 0, 4)]


def test_a_box_that_comes_down_out_of_sight_is_not_told() -> None:
    play = siege(altitude=10, fog="uncovered")
    load(play, "item_box", balloons=True)
    fire(play, [12, 3])
    for seat, told in (("gil", True), ("ann", False)):
        assert any("box on balloons" in line for line in play.words(seat)) is told
        ship = next(u for u in play.view(seat).units if u.key == "wasp")
        assert bool(ship.values["boxes"]) is told
