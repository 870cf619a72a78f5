"""The lines of the log say who did what to whom, with which result, and each deed once."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.outerah import statuses
from tests.outerah.table import GM, Battle, foe, hero, rules_with

BALM = {"label": "Balm", "does": "heal", "dice": "d8", "range": 3, "text": "A balm."}
MAUL = {"label": "Maul", "property": "bludgeon", "dice": "d4"}
GUARD = {"label": "Guard", "kind": "good", "lasts": 3, "text": "x", "changes": [{"applies": "DEF", "value": 5}]}
RULES = rules_with({"skill": {"balm": BALM}, "weapon": {"maul": MAUL}, "status": {"guard": GUARD}})


def play(rows: list[str] | None = None, order: str = "at", **more: Any) -> Battle:
    units = {"a": hero(HP=40, name="Ada", skills=["balm"], weapons=["maul"], **more.pop("ann", {})), "t": foe(HP=90)}
    return Battle(rows or ["at...", "....."], {**units, **more.pop("more", {})}, order=order, rules=RULES, **more)


@pytest.mark.rule("O-071")
def test_mounting_is_one_line_and_so_is_getting_off() -> None:
    ride = {"m": {**hero(name="Bramble"), "kind": "mount", "owner": "a"}}
    game = play(["at...", "m...."], order="atm", more=ride)
    game.do("ride", unit="a", mount="m", how="summon")
    assert game.words("ann") == ["Ada mounts Bramble"]
    assert game.words("gil") == ["Ada mounts Bramble"]
    game.do("ride", unit="a", mount="m", how="dismiss")
    assert game.words("ann") == ["Ada dismounts"]


@pytest.mark.rule("O-076")
def test_who_is_knocked_off_is_told_once() -> None:
    ride = {"m": {**hero(name="Bramble"), "kind": "mount", "owner": "a"}}
    game = play(["at...", "m...."], order="atm", more=ride)
    game.do("ride", unit="a", mount="m", how="summon")
    game.end("a")
    game.do("act", unit="t", by=GM, action="attack", target="a", dice=[80, (4, 2), 1, 96])
    told = [text for text in game.words("ann") if "mount" in text]
    assert told == ["Ada is knocked off its mount (D100 96, 96 needed)"]
    assert not any("placed" in text for text in game.words("ann"))


@pytest.mark.rule("O-242", "O-252")
def test_a_status_says_what_it_does_and_to_its_own_side_when_it_ends() -> None:
    game = play()
    game.effect(lambda work: statuses.put(work, "a", "burn", rounds=3))
    told = game.words("ann")[0]
    assert told.startswith("Ada has Burn (3): 5 damage at the start of each turn; 3 Rounds left")
    game.effect(lambda work: statuses.put(work, "t", "burn", rounds=3))
    assert game.words("ann") == ["T has Burn: 5 damage at the start of each turn"]
    game.effect(lambda work: statuses.put(work, "a", "guard"))
    assert game.words("ann") == ["Ada has Guard (3): +5 Defense; 3 Rounds left, counted as each Round ends"]
    game.effect(lambda work: statuses.end(work, "a", "guard"))
    assert game.words("ann") == ["Guard on Ada ends"]
    game.effect(lambda work: statuses.end(work, "a", "burn"))
    assert game.words("ann") == ["Ada is free of Burn"]


@pytest.mark.rule("O-035")
def test_hiding_is_one_line() -> None:
    game = play(["a#t..", ".#..."])
    game.do("act", unit="a", action="hide")
    assert len(game.words("ann")) == 1
    assert game.words("ann")[0].startswith("Ada is Hidden: until ")


@pytest.mark.rule("O-218")
def test_a_healing_is_one_line() -> None:
    game = play(ann={"hp": 10})
    game.do("act", unit="a", action="balm", target="a", dice=[(8, 6)])
    assert game.words("ann") == ["Ada uses Balm: 6 HP regained"]


@pytest.mark.rule("O-228", "O-230")
def test_what_a_status_takes_is_told_with_its_name() -> None:
    game = play()
    game.effect(lambda work: statuses.put(work, "a", "burn"))
    game.effect(lambda work: statuses.hurt(work, "a", 5, "Burn"))
    assert game.words("ann") == ["Ada takes 5 damage from Burn"]


@pytest.mark.rule("O-096", "O-139")
def test_a_push_over_an_edge_is_told_once_with_its_damage() -> None:
    heights = (5, 5, 0, 0, 0, *[0] * 20)
    game = play(["at...", "....."], elevation=heights)
    game.do("act", unit="a", action="attack", target="t", dice=[97, (4, 2), 100, *[(10, 2)] * 5])
    assert [text for text in game.words() if "fall" in text] == [
        "T is pushed back 1 cell and falls 5 levels: 10 damage"
    ]


def sky(**more: Any) -> Battle:
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "name": "The Wasp", "altitude": 0}
    units = {"a": hero(HP=40, aboard="wasp", zone="helm"), "b": hero(HP=40, aboard="wasp", zone="left_cannon")}
    rows = ["w".ljust(12, ".")] * 6 + ["w....t".ljust(12, ".")]
    return Battle(rows, {**units, "wasp": wasp, "t": foe()}, order="abt", rules=RULES, **more)


@pytest.mark.rule("O-162")
def test_a_cannon_is_told_when_it_is_loaded_and_by_its_shot() -> None:
    game = sky()
    game.end("a")
    game.do("ship", unit="b", role="load")
    assert game.words("ann") == ["The Wasp's left cannon is loaded"]


@pytest.mark.rule("O-148")
def test_a_section_is_named_with_its_ship() -> None:
    game = sky()
    game.do("rule", set={"wasp.mast.1.hp": "=0"})
    assert "GM: The Wasp's Mast 1's HP 25 → 0" in game.words()
