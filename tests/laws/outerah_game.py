"""Outerah under the laws: two heroes, a Mob of two and a hidden lurker on a small map with cover and a height."""

from __future__ import annotations

from functools import cache
from typing import Any

from tactics import rulesets
from tactics.effects.rules import parse
from tactics.kernel import commands as c
from tactics.kernel.commands import Command
from tactics.kernel.engine import Actor
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, Board, Edge, Place, State
from tactics.mission.talk import Talk
from tactics.outerah.parts import Face, Part
from tactics.rulebook import yaml_content
from tests.laws import shared
from tests.laws.kit import Game, Wish
from tests.laws.shared import ANN, GM

OUTERAH = rulesets.get("outerah")
ROWS = ("........", "..#..%..", "..#..%..", "......M.", "....#...", "........")
HEIGHTS = (0,) * 30 + (2,) + (0,) * 17


@cache
def rules() -> Rules:
    return parse(yaml_content.load("outerah"))


UNITS: dict[str, dict[str, Any]] = {
    "vael": {
        "kind": "character", "side": "heroes", "seat": "ann", "class": "nightblade", "hp": 40, "facing": "e",
        "weapons": ["short_sword", "throwing_knife"], "skills": ["poison_blade"],
        "stats": {"AGI": 30, "CHA": 45, "STR": 5, "HP": 40}, "armor": "light", "pack": {"potion": 1},
        "gems": ["riposte_gem"],
    },
    "oriel": {
        "kind": "character", "side": "heroes", "seat": "ben", "class": "druid", "hp": 30, "facing": "s",
        "weapons": ["staff", "wand"], "skills": ["thorns", "water_mend", "spirit_guard", "entangle"],
        "stats": {"INT": 10, "WIS": 25, "CHA": 40, "HP": 40},
    },
    "gobs": {
        "kind": "mob", "side": "foes", "seat": "gil", "weapons": ["mace"], "facing": "w",
        "members": [{"stats": {"AGI": 20, "HP": 20}}, {"stats": {"AGI": 20, "HP": 20}, "armor": "medium"}],
    },
}  # fmt: skip
CELLS = {"vael": (0, 0), "oriel": (0, 2), "gobs.1": (4, 1), "gobs.2": (3, 3)}


def genesis(
    *,
    secret_name: str = "Lurker",
    secret_at: tuple[int, int] = (7, 5),
    secret_vit: int = 10,
    secret_item: str = "potion",
) -> AnyState:
    """A Mission in the phase `initiative`, everybody with a cell; the parameters are secrets."""
    spec = {
        "kind": "character", "side": "foes", "seat": "gil", "name": secret_name, "hidden": True,
        "weapons": ["fangs"], "stats": {"VIT": secret_vit, "HP": 30}, "pack": {secret_item: 1},
    }  # fmt: skip

    def place(body: AnyBody, n: int) -> Place:
        return Place("hill", *CELLS.get(body.key, secret_at))

    specs = {**UNITS, "gobs": {**UNITS["gobs"], "pack": {secret_item: 2}}, "lurk": spec}
    units, bodies = shared.built(OUTERAH, rules(), specs, place)
    return State(
        ruleset="outerah",
        rules=rules().hash,
        name="Hill",
        phase="initiative",
        gm_notes=f"{secret_name} waits in the dark.",
        boards={
            "hill": Board(
                key="hill",
                name="Hill",
                width=8,
                height=6,
                terrain="".join(ROWS),
                palette=(("#", "wall"), ("%", "swamp"), (".", "ground"), ("M", "mountain")),
                elevation=HEIGHTS,
                edges=(
                    Edge(a=(1, 0), b=(2, 0), kind="cover", material="sandbags"),
                    Edge(a=(3, 2), b=(3, 3), kind="cover", material="wood"),
                    Edge(a=(1, 4), b=(2, 4), kind="wall"),
                ),
            )
        },
        units=units,
        bodies=bodies,
        seats=shared.SEATS,
        objectives=shared.objectives("Hold the hill"),
        zones=(shared.zone("hill"),),
    )


def _turn(state: AnyState, key: str, by: Actor) -> list[Wish]:
    """What a unit could do on its turn, sensible or not."""
    unit = state.units[key]
    bodies = [b for b in unit.bodies if b in state.bodies]
    out = shared.walks(state, unit, by)
    for other in (k for k in state.bodies if k not in bodies):
        out += [(c.Act(unit=key, action="attack", target=other), by)] * 2
        out.append((Part(unit=key, part="offhand", action="attack", target=other), by))
        out += [(c.Act(unit=key, action=skill, target=other), by) for skill in ("poison_blade", "thorns", "water_mend")]
    out += [
        (c.Act(unit=key, action="spirit_guard"), by),
        (c.Act(unit=key, action="item", using="potion"), by),
        (c.Act(unit=key, action="hide"), by),
        (c.Act(unit=key, action="sprint", target=[3, 5]), by),
        (Part(unit=key, part="mainhand", text="I kick the door."), by),
        (Face(unit=key, facing="n"), by),
        (Face(unit=key, facing="w"), by),
        (Talk(unit=key, text="stay close"), by),
    ]
    return [*out, *shared.ends(key, by), (c.EndTurn(unit=key, facing="s"), by)]


def wishes(state: AnyState) -> list[Wish]:
    """What somebody might send now: mostly the active unit's seat, sometimes the wrong one."""
    out: list[Wish] = []
    active = state.units.get(state.clock.active or "")
    if active is not None:
        by = shared.by_of(state, active)
        out += _turn(state, active.key, by)
    out += shared.answers(state)
    out += [
        (c.Rule(set={"vael.max_hp": "-1"}), GM),
        (c.Rule(status={"body": "vael", "key": "burn"}), GM),
        (c.Rule(status={"body": "gobs.2", "key": "stop"}), GM),
        (c.Rule(status={"body": "oriel", "key": "slow"}), GM),
        (c.Rule(status={"body": "oriel", "key": "wounds"}), GM),
        (c.Lay(on="unit:vael", label="dust", value=1, applies="attempt"), GM),
        (c.SetStanding(choices={"reaction": "trigger"}), ANN),
    ]
    return out + shared.overrules(state, "vael", "oriel")


def tells(command: Command) -> bool:
    """Besides, the GM uses a thing of a pack that is secret: whoever sees it used knows that it was there."""
    use = isinstance(command, c.Act) and command.action == "item" and command.unit in ("gobs", "lurk")
    return use or shared.tells(command)


GAME = Game(
    code=OUTERAH,
    rules=rules(),
    genesis=genesis,
    wishes=wishes,
    secrets=({}, {"secret_name": "Basilisk", "secret_at": (7, 4), "secret_vit": 90, "secret_item": "bandage"}),
    watched=shared.WATCHED,
    start=shared.start,
    tells=tells,
    reached=("Stepped", "Struck", "Hurt", "StatusSet", "Resisted", "Ticked", "Said", "Faced", "Strode", "RoundStarted"),
)
