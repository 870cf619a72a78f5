"""The toy ruleset under the laws."""

from __future__ import annotations

from tactics.kernel import commands as c
from tactics.kernel.engine import THE_SYSTEM, Actor
from tactics.kernel.state import AnyState
from tests.laws.kit import Game, Play, Wish
from tests.toy.mission import genesis
from tests.toy.ruleset import RULES, TOY, Hop, Lift, Zap

GM = Actor("gil", "gm")
ANN = Actor("ann", "player")
BEN = Actor("ben", "player")
SAM = Actor("sam", "spectator")


def wishes(state: AnyState) -> list[Wish]:
    """What somebody might send now: mostly the active unit's seat, sometimes the wrong one."""
    out: list[Wish] = []
    active = state.units.get(state.clock.active or "")
    if active is not None:
        by = Actor(active.seat, state.seats[active.seat].role) if active.seat in state.seats else GM
        bodies = [b for b in active.bodies if b in state.bodies]
        for key in bodies:
            place = state.bodies[key].place
            if place is not None:
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1)):
                    if place.x + dx >= 0 and place.y + dy >= 0:
                        out.append((Hop(unit=active.key, body=key, at=(place.x + dx, place.y + dy)), by))
            out.append((Lift(unit=active.key, body=key), by))
        out += [(Zap(unit=active.key, target=k), by) for k in state.bodies if k not in bodies]
        out += [(c.EndTurn(unit=active.key), by)] * 3
        out += [(c.EndTurn(unit=active.key), who) for who in (ANN, BEN, SAM)]
    out += [(c.Answer(prompt=p.kind, value="dodge"), Actor(p.to, "player")) for p in state.prompts]
    out += [(c.Answer(prompt=p.kind, default=True), GM) for p in state.prompts]
    out += [(c.Timeout(prompt=p.key), THE_SYSTEM) for p in state.prompts]
    out += [
        (c.Rule(hide="ally"), GM),
        (c.Rule(reveal="lurk"), GM),
        (c.Rule(knock_out="mob.1"), GM),
        (c.Rule(revive="mob.1"), GM),
        (c.Rule(set={"hero.hp": "-1"}), GM),
        (c.Rule(skip=state.clock.active or "hero"), GM),
        (c.Place(body="lurk", at=(4, 5)), GM),
        (c.Pause(), GM),
        (c.Resume(), GM),
        (c.Chat(text="hm"), BEN),
        (c.TakeBack(), ANN),
        (c.TakeBack(), BEN),
        (c.Rewind(to=max(0, state.seq - 2)), GM),
        (c.Leave(unit="mob", body="mob.2"), GM),
        (c.Leave(unit="ally"), GM),
    ]
    return out


def start(play: Play) -> None:
    play.send(c.RollInitiative(), GM)


GAME = Game(
    code=TOY,
    rules=RULES,
    genesis=genesis,
    wishes=wishes,
    secrets=({}, {"secret_name": "Basilisk", "secret_at": (2, 5)}),
    watched=(("ann", "player"), ("ben", "player"), ("public", "spectator")),
    start=start,
    reached=(
        "Stepped",
        "Hurt",
        "KnockedOut",
        "Asked",
        "Answered",
        "Rewound",
        "RoundStarted",
        "UnitLeft",
        "Paused",
        "Dodged",
    ),
    tells=lambda command: (
        isinstance(command, c.Rule | c.Rewind) and (isinstance(command, c.Rewind) or command.reveal is not None)
    ),
)
