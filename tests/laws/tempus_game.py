"""Tempus Tempera under the laws: two heroes, a Mob of two and a hidden lurker on a small map with a wall and a door."""

from __future__ import annotations

from functools import cache
from typing import Any

from tactics import rulesets
from tactics.effects.rules import merge, parse
from tactics.kernel import commands as c
from tactics.kernel.engine import Actor
from tactics.kernel.rules import Rules
from tactics.kernel.state import AnyBody, AnyState, Board, Edge, Place, State
from tactics.rulebook import yaml_content
from tactics.tempus.activated import Switch
from tactics.tempus.calls import CallCheck, GrantRetry, Tell
from tactics.tempus.hand_over import HandOver
from tactics.tempus.parts import Convert, Talk
from tactics.tempus.stow import Move, Stow
from tests.laws import shared
from tests.laws.kit import Game, Wish
from tests.laws.shared import ANN, BEN, GM

TEMPUS = rulesets.get("tempus")
ROWS = ("........", "..#..~..", "..#..~..", "........", "....#...", "........")


OMEN: dict[str, Any] = {
    "type": "supernatural_aura", "radius": 6, "affects": "enemies", "subtle": True,
    "changes": [{"applies": "attempt", "value": -1}, {"applies": "botch", "value": 1}],
}  # fmt: skip
AURAS = {
    "black_omen": {"label": "Black omen", **OMEN},
    "pale_omen": {"label": "Pale omen", **OMEN},
    "undertow": {"label": "Undertow", **OMEN, "changes": [{"applies": "attempt", "value": -2, "skill": "swim"}]},
}
"""Auras that nobody but the GM is told of. The first two do the same; nobody swims here."""


@cache
def rules() -> Rules:
    return parse(merge(yaml_content.load("tempus"), {"skill": AURAS}))


UNITS: dict[str, dict[str, Any]] = {
    "kira": {
        "kind": "character", "side": "heroes", "seat": "ann", "race": "monster", "hp": 12,
        "skills": {"claw": 2, "courage": 1, "thick_hide": "P", "second_wind": 1},
        "stats": {"STR": 2, "DEX": 3, "SPD": 4, "WIT": 3, "DEF": 3, "SK": 1},
        "hands": {"right": ["torch"]}, "worn": ["potion_belt", "healing_potion"], "pack": {"ration": 2, "key": 1},
    },
    "odo": {
        "kind": "character", "side": "heroes", "seat": "ben", "race": "human", "hp": 8,
        "skills": {"fist": 1, "climb": 1, "lightning": 1, "quiet_mind": 1, "stone_form": 1},
        "stats": {"STR": 3, "DEX": 2, "SPD": 3, "WIT": 4, "DEF": 2, "INT": 2, "MP": 12},
    },
    "gobs": {
        "kind": "mob", "side": "foes", "seat": "gil",
        "members": [{"stats": {"SPD": 3, "WIT": 1, "DEX": 1, "STR": 1}, "hp": 4, "skills": {"claw": 1}},
                    {"stats": {"SPD": 2, "WIT": 4, "DEX": 1, "STR": 1}, "hp": 4, "skills": {"claw": 1}}],
    },
}  # fmt: skip
CELLS = {"kira": (0, 0), "odo": (0, 2), "gobs.1": (4, 1), "gobs.2": (3, 3)}


def genesis(*, secret_name: str = "Lurker", secret_at: tuple[int, int] = (7, 5), secret_def: int = 3,
            secret_item: str = "gem", secret_auras: tuple[str, ...] = ("black_omen",)) -> AnyState:  # fmt: skip
    """A Mission in the phase `initiative`, everybody with a cell; the parameters are secrets."""
    spec = {
        "kind": "character", "side": "foes", "seat": "gil", "name": secret_name, "hidden": True, "hp": 9,
        "skills": {"claw": 3}, "stats": {"SPD": 4, "WIT": 2, "DEX": 4, "STR": 2, "DEF": secret_def},
        "hands": {"right": [secret_item]},
    }  # fmt: skip
    # what strangers carry in their Packs is nobody else's to know
    gobs = {**UNITS["gobs"], "pack": [secret_item], "pack_slots": 5}
    first, second = gobs["members"]
    gobs["members"] = [{**first, "skills": {**first["skills"], **dict.fromkeys(secret_auras, 1)}}, second]

    def place(body: AnyBody, n: int) -> Place:
        return Place("hall", *CELLS.get(body.key, secret_at))

    units, bodies = shared.built(TEMPUS, rules(), {**UNITS, "gobs": gobs, "lurk": spec}, place)
    return State(
        ruleset="tempus",
        rules=rules().hash,
        name="Hall",
        phase="initiative",
        gm_notes=f"{secret_name} waits in the dark.",
        boards={
            "hall": Board(
                key="hall",
                name="Hall",
                width=8,
                height=6,
                terrain="".join(ROWS).replace("~", "r"),
                palette=((".", "ground"), ("#", "wall"), ("r", "rough")),
                edges=(Edge(a=(6, 0), b=(7, 0), kind="door"), Edge(a=(1, 4), b=(2, 4), kind="wall")),
            )
        },
        units=units,
        bodies=bodies,
        seats=shared.SEATS,
        objectives=shared.objectives("Hold the hall"),
        zones=(shared.zone("hall"),),
    )


def _stowing(unit: str, by: Actor) -> list[Wish]:
    """Things of Kira's moved about; nobody else has any of them."""
    pairs = (
        ("torch", "ground"),
        ("torch", "pack"),
        ("key", "hand"),
        ("ration", "hand.left"),
        ("healing_potion", "hand"),
    )
    out: list[Wish] = [(Stow(unit=unit, moves=[Move(item=item, to=to)]), by) for item, to in pairs]
    out.append((Stow(unit=unit, moves=[Move(item="torch", to="hand", source="ground")]), by))
    out += [(HandOver(unit=unit, item="torch", to=to), by) for to in ("kira", "odo")]
    out.append((c.Act(unit=unit, action="use_simple_item", using="healing_potion"), by))
    out.append((c.Act(unit=unit, action="search_inventory"), by))
    return out


def _skilled(unit: str, by: Actor, others: list[str]) -> list[Wish]:
    """Spells, powers and auras; whoever lacks one is refused, or asks the GM."""
    out: list[Wish] = [(c.Act(unit=unit, action="cast_lit1", target=k), by) for k in others]
    out += [(c.Act(unit=unit, action=key), by) for key in ("quiet_mind", "stone_form", "second_wind")]
    out += [(c.Act(unit=unit, action=key, using="courage"), by) for key in ("suppress_aura", "assert_aura")]
    out.append((Switch(unit=unit, skill="quiet_mind"), by))
    return out


CALLED: list[Wish] = [
    (CallCheck(who=["kira", "lurk"], skill="observe", difficulty=9), GM),
    (CallCheck(who=["odo"], skill="climb", how="blind"), GM),
    (CallCheck(who=["kira"], skill="observe", how="secret"), GM),
    (Tell(text="It smells of smoke.", to=["ann"]), GM),
    (GrantRetry(body="odo", skill="climb"), GM),
]


def wishes(state: AnyState) -> list[Wish]:
    """What somebody might send now: mostly the active unit's seat, sometimes the wrong one."""
    out: list[Wish] = []
    active = state.units.get(state.clock.active or "")
    if active is not None:
        by = shared.by_of(state, active)
        bodies = [b for b in active.bodies if b in state.bodies]
        out += shared.walks(state, active, by)
        others = [k for k in state.bodies if k not in bodies]
        for action in ("simple_attack", "power_attack", "claw"):
            out += [(c.Act(unit=active.key, action=action, target=k), by) for k in others]
        out += _stowing(active.key, by)
        out += _skilled(active.key, by, others)
        out.append((Talk(unit=active.key, text="stay close to me now please", volume="speak"), by))
        out += [(Convert(unit=k, points=1), GM) for k in state.clock.acted]
        out += shared.ends(active.key, by)
    out += shared.answers(state)
    if state.prompts:
        out.append((c.AcceptAll(prompts=[p.kind for p in state.prompts]), GM))
    out += [(c.Answer(prompt=p.kind, value=True), GM) for p in state.prompts if p.kind == "untrained"]
    out += CALLED
    out += [
        (c.Rule(ruled=True, unit="kira"), GM),
        (c.Throw(formula="2d6 + 1", why="luck"), ANN),
        (c.StandIn(seat="ann"), GM),
        (c.StandIn(seat="ann", on=False), ANN),
        (c.Lay(on="unit:kira", label="dust", value=1), GM),
        (c.TakeBack(), BEN),
    ]
    return out + shared.overrules(state, "kira", "odo")


GAME = Game(
    code=TEMPUS,
    rules=rules(),
    genesis=genesis,
    wishes=wishes,
    secrets=({}, {"secret_name": "Basilisk", "secret_at": (7, 4), "secret_def": 9, "secret_item": "ledger",
                  "secret_auras": ("pale_omen", "undertow")}),
    watched=shared.WATCHED,
    start=shared.start,
    reached=(
        "Stepped",
        "Hurt",
        "Checked",
        "Rewound",
        "RoundStarted",
        "Paused",
        "Said",
        "Converted",
        "Handled",
        "KnockedOut",
    ),
    tells=shared.tells,
)
