"""Cover in the way: who gets over it, and what of it one is told (O-125, O-126, O-188, O-199)."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.effects.text import sentence
from tactics.kernel import events as e
from tactics.kernel.refusals import Refused
from tactics.kernel.state import Edge, Place
from tactics.outerah import attack_data, attacks, pushes, ways
from tactics.outerah.cover import Cover
from tactics.secrecy.words import refusal_text
from tests.outerah.table import Battle, foe, hero, rules_with

BOW = {
    "fire": {
        "label": "Fire bow", "property": "piercing", "dice": "d4", "range": 30, "element": "fire", "text": "A bow.",
    }
}  # fmt: skip


def behind(material: str, rows: Any = (".a...b",), rules: Any = None, **spec: Any) -> Battle:
    """`a` with cover two cells to its right, over the whole height of the map."""
    content = rules_with({"weapon": BOW, **(rules or {})})
    edges = [Edge((1, y), (2, y), kind="cover", material=material) for y in range(5)]
    units = {"a": hero(MOV=5, weapons=["fire"], **spec), "b": foe(HP=100, AGI=0)}
    return Battle(list(rows), units, order="ab", edges=edges, rules=content)


def crosses(play: Battle) -> bool:
    """Whether `a` is offered the cell beyond, and gets there; both say the same."""
    known = play.facts()
    body = known.state.bodies["a"]
    offered = (2, 0) in ways.reach(known, body, ways.budget(known, body))
    try:
        play.do("move", unit="a", path=[[2, 0]])
    except Refused:
        assert not offered
        return False
    assert offered
    assert play.at("a") == (2, 0)
    return True


@pytest.mark.rule("O-188", "O-199")
@pytest.mark.parametrize(
    ("material", "jump", "over"),
    [
        ("sandbags", 2, True), ("sandbags", 0, False), ("box", 0, True), ("curtains", 0, True), ("burnt", 0, True),
        ("full_brick", 2, False), ("full_brick", 3, True), ("full_wood", 2, False), ("full_metal", 9, False),
    ],
)  # fmt: skip
def test_a_jump_as_high_as_cover_stands_gets_over_it(material: str, jump: int, over: bool) -> None:
    assert crosses(behind(material, JMP=jump)) is over


@pytest.mark.rule("O-126", "O-199")
@pytest.mark.parametrize(("jump", "over"), [(1, False), (2, True)])
def test_difficult_ground_halves_the_jump_over_cover(jump: int, over: bool) -> None:
    assert crosses(behind("sandbags", (".a*..b", *["..*..."] * 4), JMP=jump)) is over
    assert crosses(behind("sandbags", JMP=jump))


@pytest.mark.rule("O-199")
def test_nobody_slips_past_the_corner_of_full_cover() -> None:
    """A step aslant has two ways round; one that is open is enough, over cover as around walls."""
    play = behind("full_brick", (".a...b", "......"))
    with pytest.raises(Refused):
        play.do("move", unit="a", path=[[2, 1]])
    open_below = [Edge((1, 0), (2, 0), kind="cover", material="full_brick")]
    free = Battle([".a...b", "......"], {"a": hero(MOV=5), "b": foe()}, order="ab", edges=open_below)
    free.do("move", unit="a", path=[[2, 1]])
    assert free.at("a") == (2, 1)


@pytest.mark.rule("O-199")
def test_a_refusal_names_what_is_in_the_way_and_how_high_it_stands() -> None:
    play = behind("full_wood")
    with pytest.raises(Refused) as refused:
        play.do("move", unit="a", path=[[2, 0]])
    words = refusal_text(play.code, play.facts("ann"), refused.value)
    assert words == "The way to C1 is blocked by high fence, 3 levels high."


@pytest.mark.rule("O-199")
def test_a_height_of_its_own_goes_before_the_usual_one() -> None:
    low = {"material": {"full_wood": {"label": "High fence", "share": 100, "levels": 2, "burns": True}}}
    assert crosses(behind("full_wood", rules=low, JMP=2))
    spec = behind("full_wood", rules=low).rules.find("material", "full_wood")
    assert "2 levels high, a Jump of 2 gets over it" in sentence(spec, behind("full_wood", rules=low).rules)


@pytest.mark.rule("O-192", "O-199")
def test_a_fence_that_burns_opens_the_way() -> None:
    assert not crosses(behind("full_wood"))
    play = behind("full_wood")
    known = play.facts()
    a, b = known.state.bodies["a"], known.state.bodies["b"]
    shot = attack_data.of_weapon(known, a, "fire")
    assert shot is not None
    (edge,) = [edge for edge in play.state.boards["field"].edges if edge.a == (1, 0)]
    play.effect(lambda work: attacks.burn(work, b, shot, Cover("full", "High fence", edge=edge, material="full_wood")))
    play.do("move", unit="a", path=[[2, 0]])
    assert play.at("a") == (2, 0)


@pytest.mark.rule("O-096", "O-199")
@pytest.mark.parametrize(("material", "at"), [("sandbags", (3, 0)), ("full_brick", (1, 0))])
def test_a_push_ends_at_what_is_higher_than_the_jump(material: str, at: tuple[int, int]) -> None:
    play = behind(material, ("ba....",))
    play.effect(lambda work: pushes.push(work, "a", play.at("b"), 2, "shove"))
    assert play.at("a") == at


@pytest.mark.rule("O-199")
def test_a_flier_goes_over_a_high_fence_and_over_a_bulkhead_only_from_above() -> None:
    for material, level, over in (("full_brick", 0, True), ("full_metal", 0, False), ("full_metal", 3, True)):
        play = behind(material, traits=["flies"])
        up = e.Stepped(body="a", place=Place(board="field", x=1, y=0, z=level))
        play.effect(lambda work, up=up: work.emit(up))
        body = play.facts().state.bodies["a"]
        assert ((2, 0) in ways.reach(play.facts(), body, 10)) is over, (material, level)


@pytest.mark.rule("O-188", "O-199")
def test_the_map_says_how_high_full_cover_stands_as_the_mission_has_it() -> None:
    def said(material: str, **words: Any) -> set[str]:
        edges = [Edge((1, 0), (2, 0), kind="cover", material=material)]
        play = Battle([".a...b"], {"a": hero(), "b": foe()}, order="ab", edges=edges, **words)
        return {edge.note for edge in play.view("ann").boards[0].edges}

    assert said("full_wood") == {"3 levels high"}
    assert said("full_metal") == {"3 levels high, no Jump gets over it"}
    assert said("sandbags") == said("box") == {""}
    assert said("full_wood", options={"out.height.full_cover": 2}) == {"2 levels high"}
