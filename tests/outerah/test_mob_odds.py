"""Of a Mob's attack each member has its own odds: facing, height, cover, pincers and its weapon differ by who it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tactics.effects.distribution import permille
from tactics.kernel.codec import codec
from tactics.kernel.dice import BranchingDice, Draw, drawn
from tactics.kernel.engine import Actor, decide
from tactics.kernel.state import Edge
from tactics.kernel.view import TargetView
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, rules_with

FANG = {"label": "Fang", "property": "slashing", "dice": "d12"}
BOW = {"label": "Bow", "property": "piercing", "dice": "d4", "range": 9}
RULES = rules_with({"weapon": {"fang": FANG, "bow": BOW}})


class Own(BranchingDice):
    """Walks the dice of one member's check; all others show one face."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.second = name, False

    def draw(self, count: int, sides: int, keep: str = "all", why: str = "") -> Draw:
        first = why.startswith(f"{self.name} attacks ")
        check = first or (self.second and why.startswith("second die"))
        self.second = first or (self.second and " attacks " not in why)
        return super().draw(count, sides, keep, why) if check else drawn([1] * count, sides, keep)


def explored(play: Battle, member: str, key: str) -> Fraction:
    """The chance that a member hits, from every path of its dice through the attack of the whole Mob."""
    wish = codec(play.code).command_of({"do": "act", "unit": "m", "action": "attack", "target": "t", "with": key})

    def run(dice: Any) -> bool:
        dice.second = False
        work = decide(play.code, play.state, wish, Actor("ann", "player"), 0, play.rules, dice)
        blow = next(e for e in work.events if isinstance(e, Struck) and e.body == member)
        return blow.outcome in ("hit", "critical")

    return sum((weight for weight, won in Own(play.state.bodies[member].name).walk(run) if won), Fraction(0))


def shown(play: Battle, key: str, seat: str = "ann") -> TargetView:
    option = next(o for o in play.view(seat).options if o.key == f"attack.mainhand.{key}")
    return next(t for t in option.targets if t.body == "t")


def pack(rows: list[str], *members: dict[str, Any], weapon: str = "fang", **words: Any) -> Battle:
    mob = {
        "kind": "mob", "side": "heroes", "seat": "ann", "glyph": "m", "weapons": [weapon],
        "members": [{"stats": {"CHA": 30, "STR": 0, "HP": 50}, **member} for member in members],
    }  # fmt: skip
    units = {"m": mob, "t": foe(AGI=20, VIT=0, HP=900, facing=words.pop("faces", "n"))}
    return Battle(rows, units, order="mt", rules=RULES, **words)


AROUND = ["..m..", ".mt..", "..m.."]
BRICK = [Edge(a=(5, 0), b=(6, 0), kind="cover", material="sandbags")]
CASES = {
    "facing": (AROUND, "fang", {}),
    "pincer": ([".....", ".mtm.", "..m.."], "fang", {"faces": "e"}),
    "height": (["m..t.", ".....", "...m."], "bow", {"elevation": [4, 0, 0, 0, 0, *[0] * 20]}),
    "cover": (["....m.t...", "..........", "......m..."], "bow", {"edges": BRICK}),
}


@pytest.mark.rule("O-225", "O-226", "O-227", "O-057", "O-107")
@pytest.mark.parametrize("case", CASES)
def test_each_member_s_own_chance_is_shown_and_exact(case: str) -> None:
    rows, weapon, words = CASES[case]
    count = sum(row.count("m") for row in rows)
    play = pack(rows, *[{}] * count, weapon=weapon, **words)
    exact = {f"m.{n}": explored(play, f"m.{n}", weapon) for n in range(1, count + 1)}
    assert len(set(exact.values())) > 1
    target = shown(play, weapon)
    heads = {view.label: view.words for view in target.breakdowns if view.total is None and view.words.endswith("%")}
    told = {name: said for label, said in heads.items() for name in label.split(", ")}
    percents = {key: permille(chance) for key, chance in exact.items()}
    assert {play.state.bodies[key].name: f"{n // 10} %" for key, n in percents.items()} == told
    least, most = min(percents.values()) // 10, max(percents.values()) // 10
    assert (target.chance, target.permille) == (f"{least}\N{EN DASH}{most} %", None)
    shares = [f"{list(percents.values()).count(n)} at {n // 10} %" for n in sorted({*percents.values()}, reverse=True)]
    assert target.effect.startswith(f"{count} attack: {', '.join(shares)}; each: ")


@pytest.mark.rule("O-223")
def test_members_that_are_alike_are_told_once() -> None:
    play = pack(["mtm..", "....."], {}, {})
    target = shown(play, "fang")
    exact = permille(explored(play, "m.1", "fang"))
    assert exact == permille(explored(play, "m.2", "fang"))
    assert (target.chance, target.permille) == (f"{exact // 10} %", exact)
    assert target.effect == "2 attack; each: 1 to 12 damage, 6.5 on average before its defences"
    assert not any("M 1" in view.label for view in target.breakdowns)


@pytest.mark.rule("O-207")
def test_members_whose_blows_differ_say_which_does_what() -> None:
    strong = {"stats": {"CHA": 30, "STR": 40, "HP": 50}}
    play = pack([".mt..", "..m.."], {}, strong)
    told = shown(play, "fang", GM)
    assert (
        told.effect
        == "2 attack: 1 at 70 %, 41 to 52 damage, 46.5 on average; 1 at 60 %, 1 to 12 damage, 6.5 on average"
    )


@pytest.mark.rule("O-223")
@pytest.mark.parametrize(
    ("show", "chance", "effect"),
    [("guarded", "even to likely", "2 attack: 1 likely, 1 even"), ("closed", "", "2 attack")],
)
def test_of_a_stranger_no_more_is_told_than_the_mission_shows(show: str, chance: str, effect: str) -> None:
    play = pack([".mt..", "..m.."], {}, {}, options={"tt.show.npc": show})
    target = shown(play, "fang")
    assert (target.chance, target.permille) == (chance, None)
    assert target.effect.split("; ")[0] == effect
    assert not any("%" in view.words for view in target.breakdowns)
