"""The crew of a ship: posts, cannons, the helm (O-159 to O-165, O-173 to O-176)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tactics.kernel.engine import GM as GM_ROLE
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.outerah import attack_data, damage, pet_orders, ships
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero

FAR = 60


def duel(
    at: int = 12, zone: str = "right_cannon", tier: int = 1, foes: Mapping[str, Any] | None = None, **words: Any
) -> Battle:
    """A ship that heads north in a column; its foe stands so many cells east of the hull."""
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "weapons": {"cannon": tier}}
    units = {
        "a": hero(HP=40, CHA=10, aboard="wasp", zone=zone), "wasp": wasp,
        "t": foe(HP=200, AGI=10, VIT=0, **(foes or {})),
    }  # fmt: skip
    first = list("w".ljust(FAR, "."))
    first[at] = "t"
    rows = ["".join(first), *["w".ljust(FAR, ".")] * 6, "a".ljust(FAR, ".")]
    return Battle(rows, units, order="at", **words)


def know(play: Battle) -> Known:
    return Known(play.state, play.rules, "", GM_ROLE)


def dealt(play: Battle, *faces: int) -> int:
    """What a hit of the cannon with these faces deals."""
    gunner = ships.at_gun(play.state, play.state.bodies["a"], "ship")
    target = play.state.bodies["t"]
    attack = attack_data.of_ship(know(play), gunner, "cannon")
    assert attack is not None
    terms = damage.added(know(play), gunner, attack, faces) + damage.subtracted(know(play), target, attack)
    return damage.multiplied("", terms, damage.factors(know(play), gunner, target, attack)).total


def offer(play: Battle, key: str) -> Any:
    return next(o for o in play.view("ann").options if o.key == key)


def refused(play: Battle, why: str, **wish: Any) -> None:
    with pytest.raises(Refused, match=why):
        play.do("ship", unit="a", **wish)


@pytest.mark.rule("O-159", "O-160")
def test_a_cannon_deals_by_its_tier_alone() -> None:
    assert (dealt(duel(), 1), dealt(duel(), 10), dealt(duel(tier=3), 2, 5, 10)) == (4, 13, 26)
    for tier, least, most in ((5, 20, 65), (10, 40, 130)):
        assert (dealt(duel(tier=tier), *[1] * tier), dealt(duel(tier=tier), *[10] * tier)) == (least, most)
    with pytest.raises(Refused, match="bad_field"):
        duel(tier=11)


@pytest.mark.rule("O-163")
@pytest.mark.parametrize(("size", "found"), [("tiny", 18), ("small", 9), ("large", 9), ("huge", 18)])
def test_double_on_tiny_and_huge(size: str, found: int) -> None:
    assert dealt(duel(foes={"size": size}), 6) == found


@pytest.mark.rule("O-164")
def test_full_to_25_cells_and_half_to_50() -> None:
    found = {at: dealt(duel(at, tier=2), 7, 7) for at in (20, 23, 25, 26, 50)}
    assert found == {20: 20, 23: 20, 25: 20, 26: 10, 50: 10}
    assert dealt(duel(40, tier=2, foes={"size": "tiny"}), 7, 7) == 20


@pytest.mark.rule("O-161", "O-162")
def test_load_in_one_turn_and_fire_in_another() -> None:
    play = duel(50)
    refused(play, "not_ready", role="fire", target="t")
    play.do("ship", unit="a", role="load")
    assert offer(play, "ship.fire").why_not == "Mainhand is used"
    refused(play, "cost", role="fire", target="t")
    play.end("a", "t")
    refused(play, "nothing", role="load")
    assert [t.body for t in offer(play, "ship.fire").targets] == ["t"]
    play.do("ship", unit="a", role="fire", target="t", dice=[80, (10, 6)])
    assert play.hp("t") == 200 - 4
    play.end("a", "t")
    assert offer(play, "ship.fire").why_not == "load it first"
    play.do("ship", unit="a", role="load")

    beyond = duel(51)
    beyond.do("ship", unit="a", role="load")
    beyond.end("a", "t")
    refused(beyond, "range", role="fire", target="t")


@pytest.mark.rule("O-052", "O-162")
def test_a_gunner_who_left_the_attack_to_a_pet_does_not_fire() -> None:
    play = duel(12)
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    play.effect(lambda work: work.emit(pet_orders.Agreed(unit="a", together=False)))
    refused(play, "phase", role="fire", target="t")
    assert offer(play, "ship.fire").why_not == "it has left this Round's attack to its pet"


@pytest.mark.rule("O-162")
def test_loading_may_take_more_turns_where_a_campaign_says_so() -> None:
    play = duel(options={"out.cannon.load_turns": 2})
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    refused(play, "not_ready", role="fire", target="t")
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    play.do("ship", unit="a", role="fire", target="t", dice=[20])


@pytest.mark.rule("O-164")
def test_where_the_document_contradicts_itself_the_damage_says_so() -> None:
    play = duel(23)
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    play.do("ship", unit="a", role="fire", target="t", dice=[80, (10, 6)])
    found = [t for t in play.events(Struck)[0].damage.terms if t.why]  # type: ignore[union-attr]
    assert [(t.value, "half past 20" in t.why) for t in found] == [(0, True)]


@pytest.mark.rule("O-165")
def test_a_cannon_fires_from_its_own_side() -> None:
    play = duel(zone="left_cannon")
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    refused(play, "bad_field", role="fire", target="t")
    assert not offer(play, "ship.fire").targets


@pytest.mark.rule("O-165")
def test_where_a_ship_heads_is_seen_by_everybody() -> None:
    """The wedge stands at its hull, on the board and for those who hear it; strangers read it on the panel too."""
    play = duel(zone="helm")
    play.do("ship", unit="a", role="steer", heading="se")
    for seat in ("ann", "ben", GM):
        shown = {t.key: t.facing for t in play.view(seat).tokens if t.unit == "wasp"}
        assert (shown.pop("wasp.hull"), set(shown.values())) == ("se", {""})
        assert "facing south-east" in next(t.label for t in play.view(seat).tokens if t.key == "wasp.hull")
        assert {n.key: n.value for n in play.view(seat).crafts[0].numbers}["heading"] == "south-east"


@pytest.mark.rule("O-175")
def test_five_posts_and_no_other() -> None:
    for zone in ("deck", "catapult", "left_cannon", "right_cannon", "helm"):
        assert duel(zone=zone).state.bodies["a"].part.zone == zone
    with pytest.raises(Refused, match="bad_field"):
        duel(zone="mast")


@pytest.mark.rule("O-176", "O-174")
def test_a_sprint_leads_from_a_cannon_to_the_deck() -> None:
    play = duel(zone="left_cannon")
    refused(play, "bad_field", role="post", to="helm")
    with pytest.raises(Refused, match="status"):
        play.do("move", unit="a", path=[[1, 7]])
    play.do("ship", unit="a", role="post", to="deck")
    left = play.parts("a")
    assert (left["movement"], left["offhand"], left["mainhand"]) == (0, 0, 1)
    assert play.state.bodies["a"].part.zone == "deck"


@pytest.mark.rule("O-174")
def test_who_is_on_deck_fights_there_and_who_is_below_does_not() -> None:
    for zone, why in (("deck", ""), ("left_cannon", "range")):
        units = {"a": hero(HP=40, aboard="wasp", zone=zone), "t": foe(HP=40)}
        play = Battle(["at..."], units, order="at")
        if why:
            with pytest.raises(Refused, match=why):
                play.do("act", unit="a", action="attack", target="t")
        else:
            play.do("act", unit="a", action="attack", target="t", dice=[2])


@pytest.mark.rule("O-174", "O-150", "O-156")
def test_the_helm_steers_once_a_round_and_all_aboard_fly_along() -> None:
    play = duel(zone="helm")
    refused(play, "limit", role="steer", target=[7, 0])
    refused(play, "limit", role="steer", climb=4)
    play.do("ship", unit="a", role="steer", target=[6, 0], climb=3, heading="e")
    own = play.state.units["wasp"].part.ship
    assert (own.altitude, own.heading, play.at("wasp.hull"), play.at("a")) == (3, "e", (6, 0), (6, 7))
    assert {play.state.bodies[k].place.z for k in play.state.units["wasp"].bodies} == {3}
    assert offer(play, "ship.steer").why_not
    refused(duel(zone="deck"), "bad_field", role="steer", target=[1, 0])


@pytest.mark.rule("O-174")
def test_a_ship_does_not_fly_into_others() -> None:
    play = duel(at=3, zone="helm")
    refused(play, "blocked", role="steer", target=[3, 0])


@pytest.mark.rule("O-162", "O-165", "O-174")
def test_a_crew_of_one_entry_works_every_gun_that_it_stands_at() -> None:
    """As a Mob attacks with every member that can: one Mainhand loads both sides, and the one that bears fires."""
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "weapons": {"cannon": 1}}
    posts = [{"zone": "left_cannon"}, {"zone": "right_cannon"}, {"zone": "helm"}]
    crew = {"kind": "mob", "side": "heroes", "seat": "ann", "aboard": "wasp", "stats": {"HP": 20}, "members": posts}
    units = {"a": crew, "wasp": wasp, "t": foe(HP=200, AGI=10, glyph="t")}
    rows = ["w...........t".ljust(20, "."), *["w".ljust(20, ".")] * 6]
    play = Battle(rows, units, order="at")
    assert (offer(play, "ship.load").label, offer(play, "ship.load").place) == ("Load the cannons", "left_cannon")
    assert offer(play, "ship.fire").why_not == "load them first"
    assert offer(play, "ship.steer").place == "helm"
    assert [r.command for r in play.view("ann").reach if r.command] == [{"role": "steer"}]
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    assert offer(play, "ship.load").why_not == "they are loaded"
    assert [t.body for t in offer(play, "ship.fire").targets] == ["t"]
    play.do("ship", unit="a", role="fire", target="t", dice=[20])
    assert [blow.body for blow in play.events(Struck)] == ["a.2"]
    play.end("a", "t")
    assert (offer(play, "ship.load").label, offer(play, "ship.load").place) == ("Load the right cannon", "right_cannon")
    assert offer(play, "ship.fire").label == "Fire the left cannon"
    assert offer(play, "ship.fire").why_not == "nobody is in its arc and range"


@pytest.mark.rule("O-140")
def test_a_repair_mends_the_sections_of_ones_own_ship() -> None:
    """From aboard, whatever the post; what is destroyed stays so, and healing mends no wood (house values)."""
    units = {
        "a": hero(HP=40, aboard="wasp", zone="helm", skills=["repair", "lay_on_hands"]),
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "hp": {"hull": 50, "mast.2": 0}},
        "drone": {"kind": "ship", "side": "foes", "seat": GM, "glyph": "d", "hp": {"hull": 50}},
    }
    play = Battle(["wwwwwww", "ddddddd"], units, order="a")
    targets = {o.key: {t.body for t in o.targets} for o in play.view("ann").options}
    assert {"wasp.hull", "wasp.mast.1"} <= targets["repair"]
    assert not {"wasp.mast.2", "drone.hull"} & targets["repair"]
    assert not [body for body in targets["lay_on_hands"] if body.startswith("wasp.")]
    assert play.refused("part", unit="a", part="offhand", action="repair", target="drone.hull") == "illegal.range"
    assert play.refused("part", unit="a", part="offhand", action="repair", target="wasp.mast.2") == "illegal.target"
    play.do("part", unit="a", part="offhand", action="repair", target="wasp.hull", dice=[(8, 5), (8, 6)])
    assert (play.hp("wasp.hull"), play.parts("a")["offhand"]) == (61, 0)
