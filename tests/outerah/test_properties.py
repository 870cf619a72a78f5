"""Wounds, piercing and Black&Blue (O-088 to O-100), and where a miss goes (O-202 to O-205)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tactics.kernel.state import Edge
from tactics.outerah import attack_data, properties, pushes, strays
from tactics.outerah import statuses as st
from tactics.outerah.strike_events import Struck
from tests.outerah.table import Battle, foe, hero, rules_with

ARMS = {
    "weapon": {
        "blade": {"label": "Blade", "property": "slashing", "dice": "d4"},
        "club": {"label": "Club", "property": "bludgeon", "dice": "d4"},
        "bow": {"label": "Bow", "property": "piercing", "dice": "d4", "range": 5},
        "rod": {"label": "Rod", "property": "bludgeon", "dice": "d4", "range": 9, "magic": True},
    }
}
RULES = rules_with(ARMS)


def fight(
    rows: list[str], weapon: str, *, level: int = 1, target: Any = None, order: str = "at",
    edges: Sequence[Edge] = (), **more: Any,
) -> Battle:  # fmt: skip
    spec = {
        "a": hero(weapons=[weapon], level=level, CHA=100, STR=0, INT=0),
        "t": foe(**{"AGI": 0, "VIT": 0, "HP": 200, "WIS": 0, "MDEF": 0, **(target or {})}),
        **more,
    }
    return Battle(rows, spec, order=order, rules=RULES, edges=edges)


def hit(play: Battle, *dice: Any, target: str = "t") -> list[Struck]:
    play.do("act", unit="a", action="attack", target=target, dice=[60, (4, 4), *dice])
    return play.events(Struck)


@pytest.mark.rule("O-089")
@pytest.mark.parametrize(("level", "deals"), [(1, 1), (2, 1), (3, 2), (10, 5), (29, 15), (30, 15)])
def test_wounds_deal_one_for_every_odd_level(level: int, deals: int) -> None:
    assert properties.wound(level) == deals


@pytest.mark.rule("O-088", "O-089", "O-090")
@pytest.mark.parametrize(("level", "full"), [(1, 3), (29, 45)])
def test_g10_three_wounds_at_level_1_and_45_at_level_29(level: int, full: int) -> None:
    play = fight(["at..."], "blade", level=level)
    lost = []
    for _ in range(4):
        hit(play)
        play.end("a")
        before = play.hp("t")
        play.end("t")
        lost.append(before - play.hp("t"))
    assert lost == [full // 3, full // 3 * 2, full, full]
    assert play.statuses("t") == {"wounds": 3}


@pytest.mark.rule("O-091", "O-092", "O-230")
def test_wounds_last_six_rounds_and_leave_bleeding() -> None:
    play = fight(["at..."], "blade")
    hit(play)
    for _ in range(5):
        play.end("a", "t")
        assert play.statuses("t") == {"wounds": 1}
    play.end("a", "t")
    assert play.statuses("t") == {"bleeding": 1}
    before = play.hp("t")
    play.end("a")
    assert play.hp("t") == before - 10  # 5 % of 200 at the start of its turn


@pytest.mark.rule("O-092", "O-091")
def test_who_is_patched_up_has_no_wounds() -> None:
    play = fight(["at..."], "blade", target={"pack": {"bandage": 1}})
    hit(play)
    play.end("a")
    play.do("act", unit="t", action="item", **{"with": "bandage"}, dice=[(6, 1)])
    assert play.statuses("t") == {}


@pytest.mark.rule("O-093")
@pytest.mark.parametrize(
    ("level", "percent"), [(1, 5), (4, 5), (5, 15), (9, 15), (10, 25), (15, 35), (20, 45), (25, 55), (29, 55), (30, 65)]
)
def test_g11_piercing(level: int, percent: int) -> None:
    assert properties.pierce_percent(fight(["at..."], "bow").facts(), level) == percent


@pytest.mark.rule("O-095")
@pytest.mark.parametrize(("level", "percent"), [(1, 5), (5, 10), (10, 15), (15, 20), (20, 25), (25, 30), (30, 35)])
def test_g12_shoving(level: int, percent: int) -> None:
    assert properties.shove_percent(fight(["at..."], "bow").facts(), level) == percent


@pytest.mark.rule("O-094")
def test_a_shot_goes_through_two_more() -> None:
    others = {k: foe(AGI=0, VIT=0, HP=100) for k in "uvw"}
    play = fight([".at.uvw"], "bow", order="atuvw", **others)
    dealt = [s.dealt for s in hit(play, 96)]
    assert dealt == [4, 2, 1]
    assert [play.hp(k) for k in "uvw"] == [98, 99, 100]
    assert play.statuses("u") == {}


@pytest.mark.rule("O-093")
def test_a_shot_that_does_not_go_through() -> None:
    play = fight([".at.u.."], "bow", order="atu", u=foe(HP=100))
    assert len(hit(play, 95)) == 1
    assert play.hp("u") == 100


@pytest.mark.rule("O-094", "O-199")
@pytest.mark.parametrize("between", ["wall", "cover"])
def test_a_wall_and_full_cover_stop_a_shot_that_goes_through(between: str) -> None:
    edge = Edge(a=(3, 0), b=(4, 0), kind=between, material="full_brick" if between == "cover" else "")
    play = fight([".at.u.."], "bow", order="atu", u=foe(AGI=0, VIT=0, HP=100), edges=[edge])
    assert len(hit(play)) == 1
    assert play.hp("u") == 100


@pytest.mark.rule("O-095", "O-096")
@pytest.mark.parametrize(("die", "at"), [(96, (2, 0)), (95, (1, 0))])
def test_a_shove_moves_the_target_one_cell_away(die: int, at: tuple[int, int]) -> None:
    play = fight(["at..."], "club")
    hit(play, die)
    assert play.at("t") == at


@pytest.mark.rule("O-096")
def test_what_is_behind_stops_a_shove() -> None:
    play = fight(["at#.."], "club")
    hit(play, 100)
    assert play.at("t") == (1, 0)


@pytest.mark.rule("O-096", "O-139")
def test_who_is_shoved_off_a_ledge_falls() -> None:
    spec = {"a": hero(weapons=["club"], CHA=100, STR=0), "t": foe(AGI=0, VIT=0, HP=200, JMP=2)}
    play = Battle(["at..."], spec, order="at", rules=RULES, elevation=[4, 4, 0, 0, 0, *([0] * 20)])
    hit(play, 100, (10, 1), (10, 2), (10, 3), (10, 4))
    (pushed,) = play.events(pushes.Pushed)
    assert (pushed.fell, pushed.damage, play.hp("t")) == (4, 10, 186)


@pytest.mark.rule("O-097", "O-098")
def test_black_and_blue_takes_ten_percent_of_max_hp_up_to_three_times() -> None:
    play = fight(["at..."], "club", target={"armor": "light"})
    most = []
    for _ in range(4):
        hit(play, 1)
        most.append(play.state.bodies["t"].max_hp)
        play.end("a", "t")
    assert most == [180, 160, 140, 140]
    assert play.hp("t") == 136  # clamped to 140 by the third, and the fourth still hurts


@pytest.mark.rule("O-098")
def test_a_tenth_of_an_odd_maximum_is_rounded_down_once_at_the_end() -> None:
    play = fight(["at..."], "club", target={"armor": "light", "HP": 195})
    hit(play, 1)
    assert play.state.bodies["t"].max_hp == 175  # of 175.5


@pytest.mark.rule("O-097")
@pytest.mark.parametrize(("armor", "stacks"), [("none", {}), ("heavy", {}), ("medium", {"black_blue": 1})])
def test_only_light_and_medium_armor_shows_a_blow(armor: str, stacks: dict[str, int]) -> None:
    play = fight(["at..."], "club", target={"armor": armor})
    hit(play, 1)
    assert play.statuses("t") == stacks


@pytest.mark.rule("O-098")
def test_hit_points_are_clamped_and_not_given_back() -> None:
    play = fight(["at..."], "club", target={"armor": "light", "hp": 195})
    hit(play, 1)
    assert (play.hp("t"), play.state.bodies["t"].max_hp) == (180, 180)
    play.effect(lambda work: st.patch_up(work, "t"))
    assert (play.hp("t"), play.state.bodies["t"].max_hp) == (180, 200)


@pytest.mark.rule("O-099", "O-100")
def test_black_and_blue_becomes_bruising_which_lasts_as_long() -> None:
    play = fight(["at..."], "club", target={"armor": "light"})
    hit(play, 1)
    for _ in range(5):
        play.end("a", "t")
        assert play.statuses("t") == {"black_blue": 1}
    play.end("a", "t")
    for _ in range(6):  # from the end of Round 6 to that of Round 12
        assert (play.state.clock.round <= 12, play.statuses("t")) == (True, {"bruising": 1})
        assert play.state.bodies["t"].max_hp == 180
        play.end("a")
        play.do("end_turn", unit="t", dice=[1] if play.state.clock.round > 7 else [])  # from its 2nd turn on: no
    assert (play.state.clock.round, play.statuses("t"), play.state.bodies["t"].max_hp) == (13, {}, 200)


def told(play: Battle) -> dict[str, str]:
    """What of the breakdowns of the attack on t says what a hit leaves."""
    option = next(o for o in play.view("ann").options if o.key.startswith("attack.mainhand"))
    target = next(t for t in option.targets if t.body == "t")
    return {b.label: b.words for b in target.breakdowns if b.label not in ("Chance", "Critical check", "Range")}


@pytest.mark.rule("O-089", "O-093", "O-095", "O-097")
def test_the_odds_say_what_a_hit_leaves_behind() -> None:
    others: dict[str, Any] = {k: foe(AGI=0, VIT=0, HP=100) for k in "uvw"}

    def with_(weapon: str, level: int, **target: Any) -> dict[str, str]:
        return told(fight([".at.uvw"], weapon, level=level, target=target, order="atuvw", **others))

    assert with_("blade", 29) == {"Wounds": "15 damage as each of its turns ends; 3 times at most"}
    shove = {"Shove": "35 % to push it back"}
    assert with_("club", 30, armor="light") == {**shove, "Black&Blue": "10 % less Max HP under light armor"}
    assert with_("club", 30, armor="heavy") == shove
    assert with_("bow", 30) == {"Goes through": "65 %, then to U, V"}
    assert told(fight([".at...."], "bow", level=30)) == {}


@pytest.mark.rule("O-076", "O-077", "O-078")
def test_the_odds_say_how_likely_a_rider_is_thrown_off() -> None:
    play = fight([".at...."], "blade", target={"statuses": ["mounted"]})
    assert told(play)["Thrown off its mount"] == "5 % by a hit that harms, 10 % by a critical one"
    play.effect(lambda work: st.put(work, "a", "hidden"))
    play.do("rule", by="gil", hide="a")
    assert told(play)["Thrown off its mount"] == "10 % by a hit that harms, 20 % by a critical one"


# --- a miss ------------------------------------------------------------------------------------------


@pytest.mark.rule("O-203")
def test_the_cone_behind_a_target() -> None:
    found = strays.cone((1, 5), (5, 5))
    assert found == {1: (5, 4), 2: (6, 4), 3: (6, 5), 4: (6, 5), 5: (6, 6), 6: (5, 6)}


@pytest.mark.rule("O-201", "O-203")
def test_a_missed_shot_may_hit_who_stands_beside() -> None:
    play = fight([".a.t.", "...u."], "bow", order="atu", u=foe(AGI=0, VIT=0, HP=100), target={"AGI": 100})
    play.do("act", unit="a", action="attack", target="t", dice=[10, (6, 6), 60, (4, 3)])
    first, second = play.events(Struck)
    assert (first.outcome, second.how, second.outcome, second.target) == ("miss", "stray", "hit", "u")
    assert play.hp("u") == 97
    assert play.words("ann")[1] == "Bow of A goes astray (D6 6): to D2"


@pytest.mark.rule("O-203")
def test_a_die_that_finds_nobody_is_told_all_the_same() -> None:
    play = fight([".a.t.", "...u."], "bow", order="atu", u=foe(HP=100), target={"AGI": 100})
    play.do("act", unit="a", action="attack", target="t", dice=[10, (6, 3)])
    assert play.words("ann") == ["A, Bow at T: D100 10, 51 needed, misses", "Bow of A goes astray (D6 3): to E1"]


@pytest.mark.rule("O-203")
@pytest.mark.parametrize(("heading", "behind"), [("n", (4, 5)), ("e", (3, 4)), ("s", (2, 5)), ("w", (3, 6))])
def test_a_shot_onto_a_deck_flies_on_as_the_ship_lies(heading: str, behind: tuple[int, int]) -> None:
    """From the west: behind the target is east of it, which is where its starboard is when the bow points north."""
    yacht = {"kind": "ship", "side": "foes", "seat": "gil", "glyph": "y", "heading": heading}
    units = {
        "a": hero(weapons=["bow"], CHA=0), "yacht": yacht, "t": foe(AGI=90, HP=90), "u": foe(AGI=0, VIT=0, HP=90),
    }  # fmt: skip
    play = Battle(["....y..", ".a..y..", *["....y.."] * 5], units, order="atu", rules=RULES)
    play.do("place", by="gil", body="a", at=[1, 0])
    for body, cell in (("t", (3, 5)), ("u", behind)):
        play.do("place", by="gil", body=body, at=list(cell), board="yacht.deck")
    play.do("act", unit="a", action="attack", target="t", dice=[10, (6, 3), 90, (4, 2)])
    assert [(s.target, s.how) for s in play.events(Struck)] == [("t", ""), ("u", "stray")]


@pytest.mark.rule("O-202")
def test_a_missed_blow_harms_nobody() -> None:
    play = fight(["at...", ".u..."], "blade", order="atu", u=foe(HP=100), target={"AGI": 100})
    play.do("act", unit="a", action="attack", target="t", dice=[10])
    assert [play.hp(k) for k in "tu"] == [200, 100]


@pytest.mark.rule("O-204", "O-205")
def test_a_missed_spell_comes_down_somewhere_without_another_check() -> None:
    rows = [".a.t......", "..........", "......u..."]
    play = fight(rows, "rod", order="atu", u=foe(AGI=100, WIS=0, HP=100), target={"AGI": 100})
    play.do("act", unit="a", action="attack", target="t", dice=[10, (10, 8), (10, 7), (4, 4)])
    first, second = play.events(Struck)
    assert (first.outcome, second.how, second.target, second.dealt) == ("miss", "retarget", "u", 4)
    assert play.words("ann")[1] == "Rod of A goes astray (2D10 8, 7): to G3"


@pytest.mark.rule("O-204")
@pytest.mark.parametrize(("faces", "where"), [((8, 10), "to N16"), ((5, 5), "to K11"), ((1, 1), "to G7")])
def test_a_field_of_ten_by_ten_around_the_target(faces: tuple[int, int], where: str) -> None:
    """The target at (10, 10): 8 and 0 are (13, 15), 5 and 5 the target itself."""
    rows = ["." * 18] * 10 + ["........a.t......."] + ["." * 18] * 7
    play = fight(rows, "rod", target={"AGI": 100})
    assert play.at("t") == (10, 10)
    more = [(4, 4)] if faces == (5, 5) else []
    play.do("act", unit="a", action="attack", target="t", dice=[10, *((10, f) for f in faces), *more])
    thrown = ", ".join(map(str, faces))
    assert f"Rod of A goes astray (2D10 {thrown}): {where}" in play.words("ann")


@pytest.mark.rule("O-204")
def test_a_reflected_spell_goes_astray_without_a_die() -> None:
    play = fight([".a.t......"], "rod", target={"statuses": ["reflect"]})
    play.do("act", unit="a", action="attack", target="t", dice=[(10, 10), (10, 10)])
    assert play.words("ann") == [
        "A, Rod at T: misses", "Rod of A goes astray (2D10 10, 10): off the map, where it fizzles"
    ]  # fmt: skip
    assert play.events(Struck)[0].outcome == "miss"
    assert play.hp("t") == 200


@pytest.mark.rule("O-204", "O-205")
def test_what_helps_is_sent_off_by_reflect_too_and_may_land_on_an_enemy() -> None:
    balm = {"label": "Balm", "does": "heal", "dice": "d20", "range": 6, "text": "A balm."}
    ward = {"label": "Ward", "does": "buff", "buff": "shell", "range": 6, "part": "offhand", "text": "A ward."}
    units = {
        "a": hero(skills=["balm", "ward"], WIS=60), "b": hero("ben", hp=10, HP=60, statuses=["reflect"]),
        "t": foe(HP=60, hp=10),
    }  # fmt: skip
    play = Battle(["a.b.t"], units, order="abt", rules=rules_with({"skill": {"balm": balm, "ward": ward}}))
    play.do("act", unit="a", action="balm", target="b", dice=[(10, 7), (10, 5), (20, 20)])
    assert (play.hp("b"), play.hp("t")) == (10, 30)
    assert "B reflects Balm: it goes astray" in play.words("ann")
    play.do("act", unit="a", action="ward", target="b", dice=[(10, 6), (10, 5)])  # nobody is there
    assert play.statuses("b") == {"reflect": 1}


@pytest.mark.rule("O-204")
def test_a_spell_that_only_inflicts_a_status_is_reflected_and_comes_down_elsewhere() -> None:
    skills = ["slow_time", "terrify", "soul_bind", "snare", "net"]
    units = {"a": hero(skills=skills, CHA=90), "t": foe(AGI=0, VIT=0, WIS=0, statuses=["reflect"]), "u": foe(STR=0)}
    play = Battle(["a.tu"], units, order="atu", rules=RULES)
    play.do("act", unit="a", action="slow_time", target="t", dice=[(10, 6), (10, 5), 1])  # a cell to the east
    assert ("slow" in play.statuses("t"), "slow" in play.statuses("u")) == (False, True)
    assert "Slow Time of A goes astray (2D10 6, 5): to D1" in play.words("ann")
    known = play.facts()
    found = {key: attack_data.of_skill(known, known.state.bodies["a"], key) for key in skills}
    assert {key for key, one in found.items() if one is not None and one.spell} == {"slow_time", "terrify", "soul_bind"}


@pytest.mark.rule("O-204")
def test_what_throws_a_net_is_not_turned_aside_by_reflect() -> None:
    units = {"a": hero(skills=["net"], CHA=90), "t": foe(AGI=0, statuses=["reflect"])}
    play = Battle(["a.t"], units, order="at", rules=RULES)
    play.do("act", unit="a", action="net", target="t", dice=[90, 1])
    assert "root" in play.statuses("t")


@pytest.mark.rule("O-204")
@pytest.mark.parametrize(("faces", "burnt"), [((1, 5), False), ((5, 5), True), ((4, 5), True)])
def test_a_spell_that_goes_astray_off_the_map_fizzles(faces: tuple[int, int], burnt: bool) -> None:
    ball = {"label": "Ball", "does": "magic", "dice": "d8", "range": 8, "area": 2, "text": "A ball."}
    units = {"a": hero(skills=["ball"], CHA=0, INT=0), "t": foe(AGI=90, WIS=0, HP=100)}
    play = Battle([".t....a"], units, order="at", rules=rules_with({"skill": {"ball": ball}}))
    damage = [(8, 3)] if burnt else []
    play.do("act", unit="a", action="ball", target="t", dice=[10, *((10, face) for face in faces), *damage])
    assert play.hp("t") == (97 if burnt else 100)


@pytest.mark.rule("O-055", "O-203")
def test_a_pets_shot_that_goes_astray_lacks_what_its_trainer_takes_from_it() -> None:
    units = {
        "a": hero(weapons=["blade"], CHA=90), "p": hero(traits=["pet_of:a"], weapons=["bow"], STR=40, CHA=0),
        "t": foe(AGI=90, VIT=0, HP=200), "u": foe(AGI=0, VIT=0, HP=100),
    }  # fmt: skip
    play = Battle(["p.atu"], units, order="aptu", rules=RULES)
    play.do("act", unit="a", action="attack", target="t", dice=[1])
    miss, back = [10, (6, 3)], [80, (4, 3)]
    play.do("order", unit="a", pet="p", order="attack", **{"with": "bow", "target": "t"}, dice=[*miss, *back])
    stray = play.events(Struck)[-1]
    assert (stray.target, stray.how, stray.dealt) == ("u", "stray", 1)  # half of three, without Strength


@pytest.mark.rule("O-136", "O-138")
@pytest.mark.parametrize(("face", "at", "topples"), [(7, (3, 0), False), (3, (1, 0), True)])
def test_whoever_flees_over_a_mountain_jumps_as_everybody(face: int, at: tuple[int, int], topples: bool) -> None:
    units = {"a": hero(statuses=["feared"], MOV=4, JMP=3, CHA=0, HP=60), "t": foe()}
    rows = ["taM.#", *["#####"] * 4]
    play = Battle(rows, units, order="ta", elevation=[0, 0, 2, 2, 0, *[0] * 20])
    play.do("set_standing", by="ann", choices={"typed_dice": True})  # a flight asks for none
    before = play.at("a")
    play.do("end_turn", unit="t", dice=[(10, face), 1])
    assert (before, play.at("a")) == ((1, 0), at)
    assert ("topple" in play.statuses("a")) is topples
    assert any(("jumps" if face == 7 else "topples") in words for words in play.words("ann"))


@pytest.mark.rule("O-136", "O-137", "O-138", "O-139")
def test_that_a_jump_on_a_mountain_is_rolled_for_is_said_before_it() -> None:
    for heights, said in (([0, 0, 2, 0, 0], True), ([2, 2, 2, 2, 2], False)):
        play = Battle(["taM.."], {"a": hero(MOV=4, JMP=3), "t": foe()}, order="at", elevation=heights * 5)
        move = next(o for o in play.view("ann").options if o.key == "move")
        words = "A jump on the mountain is rolled for: a D10 of 7 to 0 lands, 3 to 6 topples, 1 to 2 falls"
        assert move.title.startswith(words) is said
        assert move.label == ("Move; jumps on the mountain roll a D10" if said else "Move")
