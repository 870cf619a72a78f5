"""Mounts: riding, being knocked off, calming and taming (O-069 to O-086)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah import handling, mounts, numbers, statuses
from tests.outerah.table import GM, Battle, foe, hero


def field(enemy: int = 5, rider: dict[str, Any] | None = None, **words: Any) -> Battle:
    ann = {"HP": 100, "MOV": 4, "JMP": 2, "VIT": 0, "AGI": 0, "AH": 2, "WIS": 40, "level": 5, **(rider or {})}
    horse = hero(HP=50, MOV=7, JMP=3, level=8, traits=["mount_of:a"])
    troll = foe(HP=100, STR=11, CHA=0, level=enemy, weapons=["long_sword"])
    rows = [".....", ".at..", ".....", "....."]
    return Battle(rows, {"a": hero(**ann), "m": horse, "t": troll}, order="amt", **words)


def mount(play: Battle, how: str = "summon", **words: Any) -> None:
    play.do("ride", unit="a", mount="m", how=how, **words)


def hit(play: Battle, *faces: int) -> None:
    play.do("end_turn", unit="a")
    play.do("act", unit="t", action="attack", target="a", dice=[faces[0], (10, 1), *faces[1:]])


def thrown(enemy: int = 5, rider: dict[str, Any] | None = None) -> Battle:
    play = field(enemy, rider)
    mount(play)
    hit(play, 80, 96)
    play.do("end_turn", unit="t")
    return play


@pytest.mark.rule("O-070")
def test_outside_combat_it_costs_nothing() -> None:
    play = field()
    play.do("rule", by="gil", mode="free")
    for _ in range(3):
        mount(play)
        mount(play, "dismiss")
    assert play.parts("a")["mainhand"] == 1


@pytest.mark.rule("O-071")
def test_summoning_in_combat_takes_the_mainhand() -> None:
    play = field()
    mount(play)
    assert (play.parts("a")["mainhand"], play.parts("a")["offhand"]) == (0, 1)
    assert play.refused("act", unit="a", action="attack", target="t") == "illegal.cost"
    away = {body.name: body.away for unit in play.view("ann").units for body in unit.bodies if body.at is None}
    assert list(away.values()) == ["ridden by A"]  # nobody has to put it on the map
    rows = {row.unit: row for row in play.view("ann").order}
    assert (rows["m"].state, rows["t"].state) == ("waiting", "next")  # its own slot passes
    assert "A's mount, without a turn of its own" in rows["m"].label


@pytest.mark.rule("O-071")
def test_who_begins_mounted_has_no_mainhand_in_the_first_turn() -> None:
    play = field(rider={"statuses": ["mounted"]})
    assert play.parts("a")["mainhand"] == 0
    play.round_over()
    assert play.parts("a")["mainhand"] == 1


@pytest.mark.rule("O-072")
def test_a_rider_has_the_movement_and_jump_of_its_mount() -> None:
    play = field()

    def now() -> tuple[int, int]:
        body = play.state.bodies["a"]
        return numbers.movement(play.facts(), body).total, numbers.jump(play.facts(), body).total

    assert now() == (4, 2)
    mount(play)
    assert now() == (7, 3)
    hit(play, 80, 96)
    assert now() == (4, 2)


@pytest.mark.rule("O-072")
def test_what_hinders_the_mount_counts_while_one_rides_and_not_what_hinders_ones_own_legs() -> None:
    """Bruising takes a cell of Movement from whoever has it; a rooted mount goes nowhere."""

    def now(play: Battle) -> int:
        return numbers.movement(play.facts(), play.state.bodies["a"]).total

    for bruised, riding in (("a", 7), ("m", 6)):
        play = field()
        play.effect(lambda work, body=bruised: statuses.put(work, body, "bruising"))
        assert now(play) == (3 if bruised == "a" else 4)
        mount(play)
        assert now(play) == riding
    play.effect(lambda work: statuses.put(work, "m", "root"))
    assert now(play) == 0


@pytest.mark.rule("O-073")
def test_its_level_stays() -> None:
    play = field()
    play.do("rule", by="gil", set={"a.stats.LV": "=12"})
    mount(play)
    assert play.state.bodies["m"].stats["LV"] == 8


@pytest.mark.rule("O-076", "O-079")
@pytest.mark.parametrize(("face", "off"), [(95, False), (96, True)])
def test_a_hit_throws_off_one_in_twenty(face: int, off: bool) -> None:
    play = field()
    mount(play)
    hit(play, 80, face)
    assert ("mounted" in play.statuses("a")) is not off
    assert play.hp("a") == 88
    if off:
        assert (play.at("a"), play.at("m")) == ((1, 2), (1, 1))
        assert "feared" in play.statuses("m")


@pytest.mark.rule("O-077", "O-078")
def test_openers_and_criticals_throw_off_more_often() -> None:
    known = field().facts()
    shown = [mounts.percent(known, opener, critical) for opener in (False, True) for critical in (False, True)]
    assert shown == [5, 10, 10, 20]


@pytest.mark.rule("O-080", "O-083")
@pytest.mark.parametrize(("face", "calm"), [(13, True), (12, False)])
def test_animal_handling_calms_it(face: int, calm: bool) -> None:
    play = thrown()
    mount(play, "calm", dice=[(20, face)])
    assert ("feared" not in play.statuses("m")) is calm
    assert play.parts("a")["offhand"] == 0


def title(play: Battle, key: str, seat: str = "ann") -> str:
    return next(o.title for o in play.view(seat).options if o.key == key)


@pytest.mark.rule("O-072", "O-080", "O-085")
def test_the_offers_say_what_calms_it_and_what_it_carries() -> None:
    assert title(field(), "ride.summon.m") == "Movement 7 and Jump 3 in place of one's own"
    said = "a D20 and Animal Handling 2 against DR 15: 13 or more calms it, 40 %"
    assert title(thrown(), "ride.calm.m") == said
    assert title(thrown(enemy=15), "ride.calm.m").endswith("against DR 30: none does")
    assert title(thrown(rider={"AH": 40}), "ride.calm.m").endswith("2 or more calms it, 95 %")  # O-086


@pytest.mark.rule("O-074")
def test_the_offer_says_what_tames_as_far_as_the_level_is_known() -> None:
    units = {"a": hero(WIS=40, level=3), "t": foe(traits=["tameable"], level=5)}
    play = Battle(["at..."], units, order="at")
    unknown = "a D100 and Wisdom 40 above 100, and 5 more for each level that it has above yours"
    assert title(play, "ride.tame.t") == unknown
    own = {"a": hero(WIS=40, level=3), "t": hero("ben", traits=["tameable"], level=3)}
    play = Battle(["at..."], own, order="at")
    assert title(play, "ride.tame.t") == "a D100 and Wisdom 40 above 100: 61 or more tames it"


@pytest.mark.rule("O-081", "O-082", "O-083", "O-084", "O-085")
@pytest.mark.parametrize(("enemy", "dr"), [(10, 0), (11, 10), (19, 10), (20, 15), (21, 20), (29, 20), (30, 30)])
def test_the_difficulty_follows_the_levels(enemy: int, dr: int) -> None:
    assert mounts.difficulty(field().facts(), 20, enemy) == dr


@pytest.mark.rule("O-081")
def test_of_a_far_weaker_enemy_it_is_not_afraid() -> None:
    assert "feared" not in thrown(rider={"level": 20}).statuses("m")


@pytest.mark.rule("O-086")
def test_a_natural_one_fails() -> None:
    play = thrown(rider={"AH": 40})
    mount(play, "calm", dice=[(20, 1)])
    assert "feared" in play.statuses("m")


@pytest.mark.rule("O-069", "O-074")
@pytest.mark.parametrize(("wisdom", "face", "tamed"), [(39, 0, False), (40, 61, True), (40, 60, False)])
def test_a_mount_tamer_tames(wisdom: int, face: int, tamed: bool) -> None:
    units = {"a": hero(WIS=wisdom), "t": foe(traits=["tameable"])}
    play = Battle(["at..."], units, order="at")
    if not face:
        assert play.refused("ride", unit="a", mount="t", how="tame") == "illegal.phase"
        return
    assert any(o.key == "ride.tame.t" and not o.why_not for o in play.view("ann").options)
    play.do("ride", unit="a", mount="t", how="tame", dice=[face])
    assert bool(mounts.mounts_of(play.state, play.state.units["a"])) is tamed


@pytest.mark.rule("O-074")
def test_the_guide_approves_at_the_table_by_doing_it() -> None:
    """Of a creature whose sheet says nothing only the Guide has the offer, for a tamer alone."""
    play = Battle(["at..."], {"a": hero(WIS=40), "t": foe()}, order="at")
    assert "ride.tame.t" not in {o.key for o in play.view("ann").options}
    assert play.refused("ride", unit="a", mount="t", how="tame") == "illegal.target"
    assert title(play, "ride.tame.t", GM).endswith("; by this you approve of it")
    play.do("ride", by=GM, unit="a", mount="t", how="tame", dice=[61])
    assert mounts.mounts_of(play.state, play.state.units["a"])
    weak = Battle(["at..."], {"a": hero(WIS=39), "t": foe()}, order="at")
    assert "ride.tame.t" not in {o.key for o in weak.view(GM).options}


@pytest.mark.rule("O-074", "O-080")
def test_the_dice_of_taming_and_calming_may_come_from_the_table() -> None:
    play = thrown()
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    mount(play, "calm")
    assert "feared" in play.statuses("m")
    play.do("answer", by="ann", prompt="die", value=13)
    assert "feared" not in play.statuses("m")
    play = Battle(["at..."], {"a": hero(WIS=40), "t": foe(traits=["tameable"])}, order="at")
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    play.do("ride", unit="a", mount="t", how="tame")
    play.do("answer", by="ann", prompt="die", value=61)
    assert mounts.mounts_of(play.state, play.state.units["a"])


@pytest.mark.rule("O-069")
def test_a_tamer_whose_wisdom_is_lowered_keeps_its_mounts() -> None:
    play = field()
    play.effect(lambda work: statuses.put(work, "a", "curse"))
    assert not handling.is_tamer(play.facts(), play.state.bodies["a"])
    mount(play)
    assert "mounted" in play.statuses("a")


@pytest.mark.rule("O-085")
def test_a_terrified_mount_takes_flight_until_it_is_calmed() -> None:
    play = thrown(enemy=15)
    assert play.at("m") == (1, 1)
    play.do("end_turn", unit="a")
    assert play.at("m") == (0, 4)
    mild = thrown(enemy=14)
    mild.do("end_turn", unit="a")
    assert mild.at("m") == (1, 1)


@pytest.mark.rule("O-076")
def test_who_goes_down_in_the_saddle_falls_out_of_it() -> None:
    play = field(rider={"HP": 5})
    mount(play)
    play.do("end_turn", unit="a")
    play.do("act", unit="t", action="attack", target="a", dice=[80, (10, 10)])  # no roll to stay mounted
    assert (play.hp("a"), "mounted" in play.statuses("a")) == (0, False)
    assert (play.at("m"), play.at("a")) == ((1, 1), (1, 2))
    assert any("falls off its mount" in line for line in play.words("ann"))


@pytest.mark.rule("O-076")
def test_the_guide_may_knock_out_a_rider_too() -> None:
    play = field()
    mount(play)
    play.do("rule", by="gil", knock_out="a")
    assert (play.at("m"), "mounted" in play.statuses("a")) == ((1, 1), False)


@pytest.mark.rule("O-071")
def test_the_log_says_who_mounts_whom() -> None:
    play = field()
    mount(play)
    assert play.words("ann") == ["A mounts M"]
    mount(play, "dismiss")
    assert play.words("ann") == ["A dismounts"]
