"""Law over the shipped data: the chance that a page shows of an attack is the exact chance, counted by walking every
path of dice through the real decision, with every Charge, facing and cover; a player reads the same under `open`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tactics.effects.distribution import permille
from tactics.kernel.codec import codec
from tactics.kernel.dice import BranchingDice, Draw, drawn
from tactics.kernel.engine import Actor, decide
from tactics.kernel.state import Edge
from tactics.kernel.view import TargetView
from tactics.outerah.attack_data import CATAPULT
from tactics.outerah.specs import Skill, Weapon
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero, rules_with

CHARGES = {
    name: {"label": f"Test {name}", "text": "x", "changes": [{"applies": "charge", "value": step}]}
    for name, step in (("super", 2), ("plus", 1), ("minus", -1), ("hyper", -2))
}
BARREL = {"label": "Barrel", "does": "burst", "dice": "2d6", "element": "fire", "text": "It burns."}
RULES = rules_with({"status": CHARGES, "payload": {"barrel": BARREL}})
LADDER = ("none", *CHARGES)
FACINGS = ("w", "n", "e")
COVERS = ("", "sandbags", "brick", "curtains", "wood")


class HitDice(BranchingDice):
    """Walks the dice of the hit check; what comes after changes nothing of the chance and shows one face."""

    at = 0

    def draw(self, count: int, sides: int, keep: str = "all", why: str = "") -> Draw:
        self.at += " attacks " in why  # a blow that goes astray makes a check of its own
        check = self.at == 1 and (" attacks " in why or why.startswith("second die"))
        return super().draw(count, sides, keep, why) if check else drawn([1] * count, sides, keep)


def explored(play: Battle, by: str, command: dict[str, Any], target: str) -> Fraction:
    """The chance that the first blow on the target hits, from every path of dice."""
    wish = codec(play.code).command_of(command)

    def run(dice: HitDice) -> bool:
        dice.at = 0
        work = decide(play.code, play.state, wish, Actor(by, "gm" if by == GM else "player"), 0, play.rules, dice)
        blow = next(e for e in work.events if isinstance(e, Struck) and e.target == target)
        return blow.outcome in ("hit", "critical")

    return sum((weight for weight, won in HitDice().walk(run) if won), Fraction(0))


def shown(play: Battle, seat: str, key: str, target: str) -> TargetView | None:
    option = next((o for o in play.view(seat).options if o.key == key), None)
    assert option is not None, (key, [o.key for o in play.view(seat).options])
    return next((t for t in option.targets if t.body == target), None)


def agree(play: Battle, key: str, command: dict[str, Any], target: str) -> None:
    """The GM's view, the player's and the dice say the same; what the page does not offer is refused."""
    mine, gms = shown(play, "ann", key, target), shown(play, GM, key, target)
    assert (mine is None) == (gms is None)
    if mine is None or gms is None:
        assert play.refused(command.pop("do"), **command).startswith("illegal")
        return
    exact = permille(explored(play, "ann", command, target))
    assert (gms.permille, mine.permille, mine.chance) == (exact, exact, gms.chance)


def attacks() -> Iterator[tuple[str, str]]:
    yield from (("weapon", k) for k, w in RULES.entries["weapon"].items() if isinstance(w, Weapon) and not w.disabled)
    for key, skill in RULES.entries["skill"].items():
        if isinstance(skill, Skill) and skill.does in ("physical", "magic", "status") and not skill.disabled:
            yield "skill", key


ALL = sorted(attacks())
ANGLES = list(product(LADDER, FACINGS, COVERS))
CASES = [(*attack, *ANGLES[i * 7 % len(ANGLES)]) for i, attack in enumerate(ALL)]
"""Every attack with an angle of its own; seven has no factor in common with the angles, so they spread over all."""
BOW = [("weapon", "longbow", *angle) for angle in ANGLES[::4]]


@pytest.mark.rule("O-223")
@pytest.mark.parametrize("case", [*CASES, *BOW], ids="-".join)
def test_the_chance_of_every_attack_is_exact(case: tuple[str, str, str, str, str]) -> None:
    compare(*case)


@pytest.mark.long
@pytest.mark.parametrize("attack", ALL, ids="-".join)
def test_the_chance_of_every_attack_is_exact_at_every_angle(attack: tuple[str, str]) -> None:
    for angle in ANGLES:
        compare(*attack, *angle)


def compare(kind: str, key: str, charge: str, faces: str, cover: str) -> None:
    """An attack with this Charge on somebody who faces there behind this cover."""
    spec: Any = RULES.find(kind, key)
    reach = RULES.constant("out.range", {}).get(getattr(spec, "family", ""), spec.range)
    far = min(3, reach)
    held = {"weapons": [key]} if kind == "weapon" else {"skills": [key]}
    units = {
        "a": hero(CHA=35, AGI=10, HP=90, **held, statuses=[] if charge == "none" else [charge]),
        "t": foe(AGI=20, HP=900, facing=faces),
    }
    row = list(".......")
    row[1], row[1 + far] = "a", "t"
    edges = [Edge(a=(far, 1), b=(far + 1, 1), kind="cover", material=cover)] if cover else []
    play = Battle([".......", "".join(row), "......."], units, order="at", rules=RULES, edges=edges)
    command: dict[str, Any] = {"do": "act", "unit": "a", "action": "attack" if kind == "weapon" else key, "target": "t"}
    agree(play, f"attack.mainhand.{key}" if kind == "weapon" else key, command, "t")


def duel(**ship: Any) -> Battle:
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", **ship}
    units = {
        "a": hero(CHA=5, INT=0, HP=90, aboard="wasp", zone="right_cannon", skills=["fireball"]),
        "b": hero(CHA=5, INT=0, HP=90, aboard="wasp", zone="catapult", skills=["fireball"]),
        "wasp": wasp,
        "yacht": {"kind": "ship", "side": "foes", "seat": GM, "glyph": "y"},
        "t": foe(AGI=15, HP=900, facing="e"),
    }
    rows = ["w..........y".ljust(30, ".")] * 7
    rows[0] = rows[0][:15] + "t" + rows[0][16:]
    return Battle(rows, units, order="abt", rules=RULES)


@pytest.mark.rule("O-144", "O-151", "O-160")
@pytest.mark.parametrize("masts", [0, 2, 3])
def test_the_chance_of_a_cannon_is_exact_for_every_section(masts: int) -> None:
    play = duel()
    play.do("ship", unit="a", role="load")
    play.do("rule", by=GM, set={f"wasp.mast.{n}.hp": "=0" for n in range(1, masts + 1)}) if masts else None
    play.end("a", "b", "t")
    for section in ("hull", "mast.1", "propeller", "wings", "deck"):
        target = f"yacht.{section}"
        agree(play, "ship.fire", {"do": "ship", "unit": "a", "role": "fire", "target": target}, target)
    agree(play, "ship.fire", {"do": "ship", "unit": "a", "role": "fire", "target": "t"}, "t")


@pytest.mark.rule("O-168", "O-169")
@pytest.mark.parametrize("load", [{"payload": "barrel"}, {"payload": "spell_orb", "with": "fireball"}])
def test_the_chance_of_what_a_catapult_throws_is_exact(load: dict[str, str]) -> None:
    play = duel(weapons={CATAPULT: 1})
    play.end("a")
    play.do("ship", unit="b", role="load", **load)
    play.end("b", "t", "a")
    for target in ("t", "yacht.propeller"):
        agree(play, "ship.fire", {"do": "ship", "unit": "b", "role": "fire", "target": target}, target)
