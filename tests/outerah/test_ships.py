"""Ships: sections, tiers, the Charge of each, and what its loss does (O-140 to O-158)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.engine import GM as GM_ROLE
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Known
from tactics.outerah import attack_data, hit, ships
from tactics.outerah.collectors import Question
from tests.outerah.table import GM, Battle, foe, hero

SECTIONS = ("hull", "mast.1", "mast.2", "mast.3", "propeller", "wings", "deck")


def duel(ship: dict[str, Any] | None = None, crew: dict[str, Any] | None = None, **words: Any) -> Battle:
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 20, **(ship or {})}
    units = {
        "a": hero(HP=40, aboard="wasp", **{"zone": "deck", "weapons": ["longbow"], **(crew or {})}), "wasp": wasp,
        "t": foe(HP=100, weapons=["longbow"]),
    }  # fmt: skip
    return Battle(["wwwwwww..", "a........", ".........", ".......t."], units, order="at", **words)


def know(play: Battle) -> Known:
    return Known(play.state, play.rules, "", GM_ROLE)


def lose(play: Battle, *names: str) -> None:
    play.do("rule", by=GM, set={f"wasp.{name}.hp": "=0" for name in names})


def charges(play: Battle, attacker: str, target: str, weapon: str = "longbow") -> int:
    known = know(play)
    bodies = play.state.bodies
    attack = attack_data.of_weapon(known, bodies[attacker], weapon)
    assert attack is not None
    return hit.check(known, Question(bodies[attacker], bodies[target], attack)).step


def unit(play: Battle) -> Any:
    return play.state.units["wasp"]


@pytest.mark.rule("O-140", "O-144", "O-145", "O-148", "O-153", "O-155", "O-157")
def test_seven_targets_each_with_its_charge() -> None:
    play = duel()
    found = {key.removeprefix("wasp."): charges(play, "t", key) for key in unit(play).bodies}
    assert found == dict(zip(SECTIONS, (2, -1, -1, -1, -2, 0, 1), strict=True))
    play.end("a")
    offer = next(o for o in play.view(GM).options if o.key.startswith("attack.mainhand"))
    assert {t.body for t in offer.targets} >= {f"wasp.{name}" for name in SECTIONS}


@pytest.mark.rule("O-142", "O-143", "O-147", "O-152", "O-153", "O-155", "O-157")
def test_each_section_has_its_own_tier() -> None:
    tiers = {"hull": 4, "mast": 8, "propeller": 8, "wings": 5, "deck": 1}
    play = duel({"tiers": tiers})
    found = [play.state.bodies[f"wasp.{name}"].max_hp for name in SECTIONS]
    assert found == [135, 85, 85, 85, 100, 100, 60]
    for wrong in ({"hull": 11}, {"hull": 0}, {"keel": 1}):
        with pytest.raises(Refused, match="bad_field"):
            duel({"tiers": wrong})


@pytest.mark.rule("O-143")
def test_one_tier_covers_all_masts_unless_one_is_named() -> None:
    play = duel({"tiers": {"mast": 2, "mast.2": 10}})
    assert [play.state.bodies[f"wasp.mast.{n}"].max_hp for n in (1, 2, 3)] == [30, 120, 30]


@pytest.mark.rule("O-148")
def test_masts_have_three_pools() -> None:
    play = duel()
    lose(play, "mast.2")
    assert [play.hp(f"wasp.mast.{n}") for n in (1, 2, 3)] == [25, 0, 25]
    assert play.state.bodies["wasp.mast.2"].down
    assert play.state.bodies["wasp.mast.2"].part.spirit == -1  # no spirit to be released


@pytest.mark.rule("O-150")
def test_every_mast_lost_takes_one_movement() -> None:
    play = duel()
    found = []
    for name in ("mast.1", "mast.2", "mast.3"):
        found.append(ships.movement(know(play), unit(play)).total)
        lose(play, name)
    found.append(ships.movement(know(play), unit(play)).total)
    assert found == [6, 5, 4, 3]


@pytest.mark.rule("O-151", "O-158")
def test_turbulence_and_a_broken_deck_hinder_the_crew() -> None:
    play = duel()
    found = [charges(play, "a", "t")]
    for name in ("mast.1", "mast.2", "mast.3"):
        lose(play, name)
        found.append(charges(play, "a", "t"))
    assert found == [0, -1, -1, -2]
    deck = duel()
    lose(deck, "deck")
    assert (charges(deck, "a", "t"), charges(deck, "t", "a")) == (-1, 0)


@pytest.mark.rule("O-141", "O-154")
def test_without_its_propeller_a_ship_flies_on_at_half_speed() -> None:
    play = duel()
    lose(play, "propeller")
    known = know(play)
    assert (ships.movement(known, unit(play)).total, ships.wrecked(known, unit(play))) == (3, False)
    fatal = duel(options={"out.ship.propeller_fatal": True})
    lose(fatal, "propeller")
    assert ships.falling(know(fatal), unit(fatal))


@pytest.mark.rule("O-141", "O-146")
def test_without_its_hull_a_ship_falls_ten_levels_a_round() -> None:
    play = duel()
    lose(play, "hull")
    assert ships.falling(know(play), unit(play))
    found = []
    for _ in range(2):
        play.end("a", "t")
        found.append((unit(play).part.ship.altitude, play.state.bodies["wasp.deck"].place.z))
    assert found == [(10, 10), (0, 0)]
    assert not ships.falling(know(play), unit(play))


@pytest.mark.rule("O-146")
def test_a_wreck_is_told_in_the_air_and_on_the_ground() -> None:
    play = duel({"altitude": 10}, crew={"zone": "helm"})
    found = []
    lose(play, "hull")
    for _ in range(2):
        steer = next(o for o in play.view("ann").options if o.key == "ship.steer")
        labels = [b.label for craft in play.view("ben").crafts for b in craft.badges]
        found.append((labels, steer.why_not))
        play.end("a", "t")
    assert found == [(["falling"], "Wasp is falling"), (["wrecked"], "Wasp cannot fly any more")]


@pytest.mark.rule("O-146", "O-150")
def test_of_a_wreck_no_movement_is_told_and_steering_says_what_it_is() -> None:
    play = duel({"altitude": 10}, crew={"zone": "helm"})

    def told() -> list[str]:
        return [number.label for number in play.view("ann").crafts[0].numbers]

    assert told() == ["Altitude", "Heading", "Movement", "Climb"]
    lose(play, "hull")
    for status in ("Falling", "Wrecked"):
        assert told() == ["Altitude", "Heading"]
        with pytest.raises(Refused) as refused:
            play.do("ship", unit="a", role="steer", climb="1")
        assert refused.value.params["status"] == status
        play.end("a", "t")


@pytest.mark.rule("O-156")
def test_without_wings_it_sinks_one_level_a_round_and_climbs_one_less() -> None:
    play = duel({"altitude": 2})
    lose(play, "wings")
    assert ships.jump(know(play), unit(play)).total == 2
    found = []
    for _ in range(3):
        play.end("a", "t")
        found.append(unit(play).part.ship.altitude)
    assert found == [1, 0, 0]


@pytest.mark.rule("O-146")
def test_the_crash_is_the_guides() -> None:
    play = duel({"altitude": 10})
    lose(play, "hull")
    play.end("a", "t")
    assert unit(play).part.ship.altitude == 0
    assert any("falls to the ground: the GM says what the crash does" in text for text in play.words())
    assert (play.hp("a"), play.hp("wasp.deck")) == (40, 60)  # nothing happens by itself


@pytest.mark.rule("O-156")
@pytest.mark.parametrize(
    ("wings", "faces", "flies"),
    [(True, [51], True), (True, [50], False), (False, [90, 50], False), (False, [51, 90], True)],
)
def test_the_guide_may_ask_for_a_check_of_the_steering(wings: bool, faces: list[int], flies: bool) -> None:
    play = duel(crew={"zone": "helm"})
    if not wings:
        lose(play, "wings")
    assert play.refused("ask_steering", by="ann", unit="wasp") == "not_allowed"
    play.do("ask_steering", by=GM, unit="wasp")
    assert "ask_steering" in {o.key for o in play.view(GM).options}
    play.do("ship", unit="a", role="steer", target=[1, 0], heading="e", climb=1, dice=faces)
    own = unit(play).part.ship
    assert (play.at("wasp.hull"), own.heading, own.altitude) == ((1, 0), "e", 21) if flies else ((0, 0), "n", 20)
    assert play.parts("a")["mainhand"] == 0
    play.end("a", "t")
    play.do("ship", unit="a", role="steer", target=[2, 0] if flies else [1, 0])  # asked once


@pytest.mark.rule("O-156")
def test_the_helmsman_may_roll_that_check_with_real_dice() -> None:
    play = duel(crew={"zone": "helm"})
    play.do("ask_steering", by=GM, unit="wasp")
    play.do("set_standing", by="ann", choices={"typed_dice": True})
    play.do("ship", unit="a", role="steer", target=[1, 0])
    assert play.at("wasp.hull") == (0, 0)
    play.do("answer", by="ann", prompt="die", value=51)
    assert play.at("wasp.hull") == (1, 0)


@pytest.mark.rule("O-005", "O-173")
def test_ships_without_a_crew_begin_a_mission_and_wait_for_one() -> None:
    """Nobody rolls; no Round ends by itself while nobody could act; whoever comes aboard has a turn."""
    ships_alone = {
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w"},
        "yacht": {"kind": "ship", "side": "foes", "seat": GM, "glyph": "y"},
    }
    play = Battle(["w......y."] * 7, ships_alone)
    assert play.refused("roll_initiative", by="ann") == "illegal.nothing"
    play.do("roll_initiative", by=GM)
    assert play.state.phase in ("placement", "running")
    play.do("start", by=GM) if play.state.phase == "placement" else None
    assert (play.state.phase, play.state.clock.round, play.turn) == ("running", 1, None)
    play.do("rule", by=GM, set={"wasp.mast.1.hp": "=0"})
    assert play.state.clock.round == 1
    play.do("muster", by=GM, key="bo", template="raiders", side="heroes", count=1, at=[4, 6], dice=[(12, 7)])
    assert (play.state.clock.round, play.turn) == (2, "bo")


@pytest.mark.rule("O-173")
def test_ships_fly_on_when_nobody_aboard_is_left_to_act() -> None:
    play = duel()
    play.do("rule", knock_out="a")
    play.do("rule", knock_out="t")
    assert (play.turn, play.state.phase) == (None, "running")
    assert play.state.clock.round == 1
    play.do("rule", revive="a")
    assert play.turn == "a"


@pytest.mark.rule("O-173")
def test_speeds_of_15_12_and_9_act_in_that_order_aboard_too() -> None:
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w"}
    units = {key: hero(aboard="wasp") for key in "abc"} | {"wasp": wasp, "t": foe()}
    play = Battle(["wwwwwww..", "........t"], units)
    for key, speed in (("a", 9), ("b", 15), ("c", 12), ("t", 1)):
        play.do("rule", by=GM, set={f"{key}.initiative": f"={speed}"})
    assert [k for k in play.code.sort(play.state) if k != "wasp"] == ["b", "c", "a", "t"]


@pytest.mark.rule("O-173")
def test_the_crew_keeps_its_order_and_a_ship_has_no_turn() -> None:
    play = duel()
    assert play.state.clock.order == ("a", "t")
    play.end("a", "t")
    assert (play.state.clock.order, play.state.clock.round) == (("a", "t"), 2)


@pytest.mark.rule("O-150", "O-154", "O-156")
def test_the_panel_marks_what_is_a_house_value_and_says_what_changed_it() -> None:
    play = duel()
    (craft,) = play.view("ann").crafts
    numbers = {n.key: (n.value, n.house, n.title) for n in craft.numbers}
    assert numbers["movement"] == ("6", True, "6 ship = 6")
    assert numbers["climb"] == ("3", True, "3 ship = 3")
    assert not any(n.house for n in craft.numbers if n.key in ("altitude", "heading"))
    assert craft.sums == ()
    lose(play, "mast.1", "propeller")
    (craft,) = play.view("ann").crafts
    assert [(s.label, s.total, [t.label for t in s.terms]) for s in craft.sums] == [
        ("Movement", 2, ["ship", "masts lost", "propeller lost"])
    ]
    assert [t.house for t in craft.sums[0].terms] == [True, False, True]
    does = {s.body: s.does for s in craft.sections}
    assert does["wasp.propeller"] == "without it Movement is half (house value)"
    theirs = duel({"side": "foes", "seat": GM}).view("ann").crafts[0]
    assert (theirs.sums, [n.key for n in theirs.numbers]) == ((), ["altitude", "heading"])


@pytest.mark.rule("O-156")
def test_the_guide_sets_a_ship_s_altitude_in_place() -> None:
    play = duel()
    play.do("rule", by=GM, set={"wasp.altitude": "-8"})
    assert (unit(play).part.ship.altitude, play.state.bodies["wasp.deck"].place.z) == (12, 12)
    shown = next(u for u in play.view("ann").units if u.key == "wasp").numbers
    assert [(n.label, n.value) for n in shown] == [("Altitude", "12")]
    for wrong in ("-99", "=201"):
        assert play.refused("rule", by=GM, set={"wasp.altitude": wrong}) == "bad_field"
    assert play.refused("rule", by=GM, set={"a.altitude": "=1"}) == "unknown"


@pytest.mark.rule("O-140", "O-146")
def test_a_section_is_told_with_its_ship_and_as_a_thing() -> None:
    """Two ships have a Mast 1 each, and no mast falls unconscious."""
    rows = ["w....y....", *["w....y...."] * 6, "a"]
    both = {
        key: {"kind": "ship", "side": side, "seat": seat, "glyph": key[0], "name": name}
        for key, side, seat, name in (("wasp", "heroes", "ann", "Wasp"), ("yacht", "foes", GM, "The Yacht"))
    }
    bow = hero(CHA=60, HP=40, aboard="wasp", zone="deck", weapons=["longbow"])
    play = Battle(rows, {"a": bow, **both}, order="a")
    bows = next(o for o in play.view("ann").options if o.key == "attack.mainhand.longbow")
    targets = {target.body: target.name for target in bows.targets}
    assert [targets[f"{ship}.mast.1"] for ship in both] == ["Wasp's Mast 1", "The Yacht's Mast 1"]
    play.do("rule", knock_out="yacht.mast.1")
    assert play.words("ann")[-1] == "The Yacht's Mast 1 is destroyed"
    play.do("rule", revive="yacht.mast.1")
    assert play.words("ann")[-1] == "The Yacht's Mast 1 is whole again"
