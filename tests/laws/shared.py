"""What the games of the rulesets have alike: who sits at the table, where one steps, and what is sent whatever the
rules. What a ruleset alone has stays in its own game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tactics.kernel import commands as c
from tactics.kernel.engine import THE_SYSTEM, Actor
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyBody, AnyState, AnyUnit, Objective, Place, Seat, Zone
from tests.laws.kit import Play, Wish

GM = Actor("gil", "gm")
ANN = Actor("ann", "player")
BEN = Actor("ben", "player")
SAM = Actor("sam", "spectator")
SEATS = {a.seat: Seat(a.seat, a.role, a.seat.capitalize()) for a in (GM, ANN, BEN, SAM)}
WATCHED = (("ann", "player"), ("ben", "player"), ("public", "spectator"))
"""Who may not know the secrets of a game."""
WAYS = (
    ((1, 0), (2, 0)),
    ((0, 1),),
    ((1, 1),),
    ((-1, 0), (-1, 1)),
    ((0, -1), (1, -1)),
    ((1, 0), (2, 0), (3, 0)),
)


def built(
    code: Ruleset, rules: Rules, specs: Mapping[str, Mapping[str, Any]], place: Callable[[AnyBody, int], Place | None]
) -> tuple[dict[str, AnyUnit], dict[str, AnyBody]]:
    """The units of these set-up keys and their bodies. place: of a body, by its number within its unit."""
    units, bodies = {}, {}
    for key, given in specs.items():
        unit, own = code.build_unit(rules, key, given)
        units[key] = unit
        for n, body in enumerate(own):
            bodies[body.key] = replace(body, place=place(body, n))
    return dict(sorted(units.items())), dict(sorted(bodies.items()))


def objectives(title: str) -> dict[str, Objective]:
    """One for all, and one that Ben alone knows."""
    return {
        "hold": Objective(key="hold", title=title, public=True),
        "own": Objective(key="own", title="Spare the goblins", kind="personal", recipients=("ben",)),
    }


def zone(board: str) -> Zone:
    return Zone(key="z", board=board, cells=((0, 0), (0, 1), (0, 2)), side="heroes")


def by_of(state: AnyState, unit: AnyUnit) -> Actor:
    """Who plays a unit."""
    return Actor(unit.seat, state.seats[unit.seat].role) if unit.seat in state.seats else GM


def walks(state: AnyState, unit: AnyUnit, by: Actor) -> list[Wish]:
    """Short ways of every member, as far as a command can name them."""
    out: list[Wish] = []
    for body in (b for b in unit.bodies if b in state.bodies):
        place = state.bodies[body].place
        for way in WAYS if place is not None else ():
            path = [(place.x + dx, place.y + dy) for dx, dy in way]  # type: ignore[union-attr]
            if all(x >= 0 and y >= 0 for x, y in path):
                out.append((c.Move(unit=unit.key, paths={body: path}), by))
    return out


def ends(unit: str, by: Actor) -> list[Wish]:
    """The end of the turn, mostly by whom it belongs to."""
    return [*[(c.EndTurn(unit=unit), by)] * 4, *((c.EndTurn(unit=unit), who) for who in (ANN, BEN, SAM))]


def answers(state: AnyState) -> list[Wish]:
    out: list[Wish] = [(c.Answer(prompt=p.kind, default=True), GM) for p in state.prompts]
    return out + [(c.Timeout(prompt=p.key), THE_SYSTEM) for p in state.prompts]


def overrules(state: AnyState, hurt: str, hides: str) -> list[Wish]:
    """What the GM does with any rules: hurt and hides are two heroes; there are `gobs`, a Mob of two, and `lurk`."""
    return [
        (c.Rule(hide=hides), GM),
        (c.Rule(reveal=hides), GM),
        (c.Rule(knock_out="gobs.1"), GM),
        (c.Rule(revive="gobs.1"), GM),
        (c.Rule(set={f"{hurt}.hp": "-2"}), GM),
        (c.Rule(skip=state.clock.active or hurt), GM),
        (c.Rule(settle={"own": "completed"}), GM),
        (c.Throw(formula="d20", to="gm"), GM),
        (c.Muster(key=f"more{state.seq}", like="gobs.1", count=2, at=(5, 3)), GM),
        (c.Muster(key=f"dark{state.seq}", like="gobs.1", at=(6, 5), hidden=True), GM),
        (c.Lay(on="body:lurk", label="cover", value=2, secret=True), GM),
        (c.Place(body="lurk", at=(6, 5)), GM),
        (c.Chat(text="hm"), BEN),
        (c.Leave(unit="gobs", body="gobs.2"), GM),
        *paces(state),
    ]


def paces(state: AnyState) -> list[Wish]:
    """A pause, and what is taken back."""
    return [
        (c.Pause(), GM),
        (c.Resume(), GM),
        (c.TakeBack(), ANN),
        (c.Rewind(to=max(0, state.seq - 2)), GM),
    ]


def start(play: Play) -> None:
    play.send(c.RollInitiative(), GM)


def tells(command: c.Command) -> bool:
    """The GM undoes what was told, or shows what was hidden: what players may know differs on purpose."""
    return isinstance(command, c.Rewind) or (isinstance(command, c.Rule) and command.reveal is not None)
