"""Units from set-up keys and templates, and numbers set in place (scenarios.md; table.md 19)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.kernel.refusals import Refused
from tactics.kernel.state import Pool
from tactics.tempus.units import build_unit
from tests.rules.table import Play, foe, hero, mob, shipped


def built(key: str = "kira", **spec: Any) -> Any:
    return build_unit(shipped(), key, spec)


def test_defaults() -> None:
    unit, (body,) = built(seat="ann")
    assert (unit.kind, unit.side, unit.name, unit.character) == ("character", "heroes", "Kira", True)
    assert (body.key, body.hp, body.max_hp, body.stats["SPD"], body.stats["WIT"]) == ("kira", 10, 10, 1, 1)
    assert (body.stats["DEF"], unit.pools, "HP" in body.stats) == (0, {}, False)


def test_a_hero_of_the_scenario_page() -> None:
    stats = {"STR": 2, "DEX": 3, "SPD": 4, "INT": 1, "WIT": 3, "CHA": 1, "DEF": 4, "SK": 0, "HP": 20, "MP": 5}
    unit, (body,) = built(race="monster", stats=stats, skills={"claw": 2, "observe": "P"}, hp=15, pa=1)
    assert (unit.race, body.hp, body.max_hp) == ("monster", 15, 20)
    assert body.skills == {"claw": "2", "observe": "P"}
    assert unit.pools == {"pa": Pool(1, 4), "mp": Pool(5, 5)}


def test_a_mob_numbers_its_members() -> None:
    unit, bodies = built("goblins", kind="mob", members=[{"stats": {"HP": 6}}, {"hp": 0}], side="foes")
    assert unit.bodies == ("goblins.1", "goblins.2")
    assert [(b.name, b.hp, b.down) for b in bodies] == [("Goblin 1", 6, False), ("Goblin 2", 0, True)]
    assert not unit.character


def test_a_template_fills_what_is_left_out() -> None:
    unit, bodies = built("g", template="goblins", count=3, side="foes", seat="gil")
    assert (unit.name, len(bodies), bodies[0].name, bodies[0].max_hp) == ("Goblins", 3, "Goblin 1", 6)
    assert [t.item for t in bodies[0].part.gear] == ["knife", "javelin"]
    unit, bodies = built("m", template="mara", name="Mira", seat="ann")
    assert (unit.kind, unit.name, bodies[0].stats["SPD"], [t.item for t in bodies[0].part.gear][:2]) == (
        "character",
        "Mira",
        5,
        ["short_bow", "knife"],
    )


def test_hidden_is_all_or_a_list_of_seats() -> None:
    assert built(hidden=True)[1][0].hidden_from == ("*",)
    assert built(hidden=["ann"])[1][0].hidden_from == ("ann",)


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ({"stats": {"SPEED": 3}}, "bad_field"),
        ({"skills": {"flying": 3}}, "bad_field"),
        ({"skills": {"claw": 11}}, "bad_field"),
        ({"colour": "red"}, "bad_field"),
        ({"template": "dragon"}, "unknown"),
        ({"kind": "mob", "members": []}, "bad_field"),
        ({"kind": "mob", "members": [{"seat": "ann"}]}, "bad_field"),
        ({"statuses": ["asleep"]}, "bad_field"),
        ({"kind": "ship"}, "bad_field"),
        ({"stats": {"SPD": "fast"}}, "bad_field"),
    ],
)
def test_what_cannot_be_read_is_refused(spec: dict[str, Any], name: str) -> None:
    with pytest.raises(Refused) as refusal:
        built(**spec)
    assert refusal.value.name == name


# --- in place ---------------------------------------------------------------------------------------


def table() -> Play:
    units = {"kira": {**hero("ann", SPD=3, WIT=2, DEF=4, HP=20), "glyph": "k"}, "goblins": mob({}, {}), "n": foe()}
    return Play(["k.mm.", "....n"], units, order=["kira", "goblins", "n"])


@pytest.mark.parametrize(
    ("path", "value", "now"),
    [
        ("kira.hp", "-7", 13),
        ("kira.hp", "+3", 23),
        ("kira.max_hp", "=12", 12),
        ("kira.stats.DEF", 6, 6),
        ("kira.pa", 1, 1),
        ("kira.pools.ma", 0, 0),
        ("kira.initiative", "+5", 55),
        ("goblins.2.hp", 4, 4),
    ],
)
def test_a_number_is_set_where_it_stands(path: str, value: int | str, now: int) -> None:
    play = table()
    play.do("rule", set={path: value})
    state = play.state
    kira, body = state.units["kira"], state.bodies["kira"]
    found = {
        "kira.hp": body.hp,
        "kira.max_hp": body.max_hp,
        "kira.stats.DEF": body.stats["DEF"],
        "kira.pa": kira.pools["pa"].left,
        "kira.pools.ma": kira.pools["ma"].left,
        "kira.initiative": kira.initiative,
        "goblins.2.hp": state.bodies["goblins.2"].hp,
    }
    assert found[path] == now


@pytest.mark.parametrize(
    "path", ["kira.luck", "nobody.hp", "goblins.hp", "kira.stats.LUCK", "kira", "", "kira.stats.HP"]
)
def test_a_path_that_is_none_is_unknown(path: str) -> None:
    assert table().refused("rule", set={path: 1}) == "unknown"


@pytest.mark.parametrize("value", ["much", "--3", "", 100_000, "=99999"])
def test_a_value_that_is_none_is_refused(value: int | str) -> None:
    assert table().refused("rule", set={"kira.hp": value}) == "bad_field"


def test_points_are_never_below_nothing() -> None:
    assert table().refused("rule", set={"kira.pa": -1}) == "bad_field"


def test_every_path_of_the_gm_s_view_can_be_set() -> None:
    play = table()
    view = play.view()
    paths = {n.path for u in view.units for n in u.numbers} | {
        n.path for u in view.units for b in u.bodies for n in b.numbers
    }
    paths |= {f"{u.key}.{p.key}" for u in view.units for p in u.pools}
    assert {"kira.stats.DEF", "kira.initiative", "goblins.2.stats.DEF", "kira.pa"} <= paths
    for path in sorted(paths):
        play.do("rule", set={path: 3})


def test_no_hit_points_left_is_unconscious_and_some_are_not() -> None:
    play = table()
    play.do("rule", set={"goblins.1.hp": "-20"})
    assert play.state.bodies["goblins.1"].down
    play.do("rule", set={"goblins.1.hp": 1})
    assert not play.state.bodies["goblins.1"].down
