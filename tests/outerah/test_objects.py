"""Objects that are taken up in the middle of a fight (O-026 to O-034)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah import parts
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero


def brawl(**ann: Any) -> Battle:
    units = {"a": hero(**{"STR": 10, "CHA": 50, "weapons": ["long_sword", "dagger"], **ann})}
    units["t"] = foe(HP=200, AGI=0, VIT=0)
    return Battle(["at.....", "......."], units, order="at")


def offer(play: Battle, key: str, seat: str = "ann") -> Any:
    return next(o for o in play.view(seat).options if o.key == key)


@pytest.mark.rule("O-026", "O-027", "O-030")
def test_a_sorcerer_takes_up_a_chair_and_strikes_with_it() -> None:
    """Strength 10, a face of 3: 13 Bludgeon."""
    play = brawl(cls="sorcerer")
    play.do("grab", unit="a", what="chair")
    assert play.words("ann") == ["A takes up: chair"]
    assert play.parts("a")["mainhand"] == 1
    shown = offer(play, "attack.mainhand.chair")
    assert shown.label == "Attack: Chair"
    assert shown.targets[0].effect == "11 to 14 damage, 12.5 on average before its defences"
    play.do("act", unit="a", action="attack", target="t", dice=[60, (4, 3), 1])
    (found,) = play.events(Struck)
    assert (found.key, found.dealt) == ("chair", 13)
    carried = next(unit for unit in play.view(GM).units if unit.key == "a")
    assert "Chair, Dagger" in str(carried)


@pytest.mark.rule("O-028", "O-029", "O-031", "O-032", "O-033", "O-034")
def test_the_offer_says_what_each_object_would_be_in_these_hands() -> None:
    said = [label for _, label in offer(brawl(STR=20, cls="paladin"), "grab").fields[0].choices]
    assert said == [
        "Broken bottle: 3d4 slashing", "Burning torch: 3d4+2 bludgeon fire", "Chair: 3d4 bludgeon",
        "Fork: 3d4 piercing",
    ]  # fmt: skip


@pytest.mark.rule("O-026")
def test_an_object_is_put_down_for_ones_own_weapon_and_the_offhand_keeps_its() -> None:
    play = brawl()
    assert "grab.down" not in {o.key for o in play.view("ann").options}
    play.do("grab", unit="a", what="fork")
    keys = {o.key for o in play.view("ann").options if o.key.startswith("attack")}
    assert keys == {"attack.mainhand.fork", "attack.offhand.dagger"}
    assert play.refused("grab", unit="a", what="fork") == "illegal.nothing"
    assert offer(play, "grab.down").label == "Put down: Fork"
    play.do("grab", unit="a")
    assert offer(play, "attack.mainhand.long_sword").label == "Attack: Long sword"
    assert play.refused("grab", unit="a", what="long_sword") == "unknown"


@pytest.mark.rule("O-026")
def test_everybody_can_a_mob_too_and_nobody_who_is_held() -> None:
    mob = {**foe(CHA=50, STR=0, HP=50), "kind": "mob", "count": 2}
    play = Battle(["mam...", "......"], {"a": hero(HP=300, AGI=0), "m": mob}, order="ma")
    play.do("grab", by=GM, unit="m", what="broken_bottle")
    dice = [60, 60, (4, 1)] * 2  # in a pincer
    play.do("act", by=GM, unit="m", action="attack", target="a", dice=dice)
    assert [ev.key for ev in play.events(Struck)] == ["broken_bottle"] * 2
    assert play.statuses("a") == {"wounds": 2}  # it is sharp: Slashing
    assert play.refused("grab", unit="a", what="chair") == "not_your_turn"


@pytest.mark.rule("O-029")
def test_the_guide_says_in_play_what_an_object_is() -> None:
    play = brawl()
    assert play.refused("say_object", by=GM, unit="a", roll="2d8") == "illegal.nothing"
    play.do("grab", unit="a", what="chair")
    assert "object.said" not in {o.key for o in play.view("ann").options}
    shown = offer(play, "object.said", GM)
    assert shown.label == "Say what it is: Chair"
    assert [field.name for field in shown.fields] == ["roll", "bonus", "blow"]
    assert play.refused("say_object", unit="a", roll="2d8") == "not_allowed"
    for wrong in ({"roll": "many"}, {"roll": "none"}, {"bonus": "two"}, {"blow": "biting"}):
        assert play.refused("say_object", by=GM, unit="a", **wrong) == "bad_field"
    play.do("say_object", by=GM, unit="a", roll="2d8", bonus="3", blow="slashing", reason="it is of iron")
    assert play.words("ann")[-1] == (
        "A: the GM says that the chair is 2d8+3 slashing, it was 1d4 bludgeon (it is of iron)"
    )
    shown = offer(play, "attack.mainhand.chair")
    assert shown.targets[0].effect == "15 to 29 damage, 22 on average before its defences"
    assert [field.value for field in offer(play, "object.said", GM).fields] == ["2d8", "3", "slashing"]
    play.do("act", unit="a", action="attack", target="t", dice=[60, (8, 5), (8, 4)])
    (found,) = play.events(Struck)
    assert (found.dealt, play.statuses("t")) == (22, {"wounds": 1})


@pytest.mark.rule("O-029")
def test_what_the_guide_said_of_an_object_ends_with_it_or_by_emptying() -> None:
    play = brawl()
    play.do("grab", unit="a", what="fork")
    play.do("say_object", by=GM, unit="a", bonus=5)
    assert parts.body_part(play.state.bodies["a"]).object_is == parts.ObjectIs(bonus=5)
    play.do("say_object", by=GM, unit="a")
    assert play.words("ann")[-1] == "A: the GM says that the fork is 1d4 piercing, it was 1d4+5 piercing"
    play.do("say_object", by=GM, unit="a", roll="d12")
    play.do("grab", unit="a", what="chair")
    assert parts.body_part(play.state.bodies["a"]).object_is is None
