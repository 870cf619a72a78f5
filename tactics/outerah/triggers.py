"""Trigger Actions and Auto Skills: what soul gems do when their bearer is attacked (O-232 to O-240).

One gem is active in all. Which one is a standing choice that asks nobody. A Trigger strikes back once in a Round, an
Auto Skill goes off every time, whatever the attack did; neither sets off another, unless `out.trigger.chain`.
"""

from __future__ import annotations

from typing import Any

from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Known, Step
from tactics.kernel.state import AnyBody, AnyState, Frame
from tactics.outerah import attack_data, attacks, items
from tactics.outerah.parts import body_part, has, with_body_part
from tactics.outerah.parts import truth as truth_of
from tactics.outerah.specs import Gem, Skill

CHOICE = "reaction"
"""The seat's standing choice: a gem, or what it grants (`trigger`, `auto`)."""


class Reacted(e.Event, frozen=True, tag=True):
    """A gem goes off; times: how often in this Round by now, of those that are counted."""

    unit: str
    body: str
    gem: str
    round: int
    times: int


def gems(known: Known, body: AnyBody) -> dict[str, Gem]:
    """What its sockets hold, and what its skills grant besides (O-232)."""
    skills = (known.rules.find("skill", key) for key in body.skills)
    keys = (*body_part(body).gems, *(skill.gem for skill in skills if isinstance(skill, Skill) and skill.gem))
    return {key: gem for key in keys if isinstance(gem := known.rules.find("gem", key), Gem)}


def active(known: Known, body: AnyBody) -> tuple[str, Gem] | None:
    """The one gem of a body that is active: the chosen one, else the first (O-237, O-238)."""
    socketed = list(gems(known, body).items())
    seat = known.state.seats.get(known.state.units[body.unit].seat)
    standing = seat.standing if seat is not None else {}
    choice = standing.get(f"{CHOICE}.{body.unit}", standing.get(CHOICE))
    if isinstance(choice, dict):
        choice = choice.get(body.unit)
    chosen = next(((key, gem) for key, gem in socketed if choice in (key, gem.grants)), None)
    return chosen or next(iter(socketed), None)


def limit(known: Known, gem: Gem) -> int:
    """How often it goes off in a Round; 0: always (O-239, O-240)."""
    if gem.limit is not None:
        return gem.limit
    return int(known.rules.constant("out.trigger.per_round", known.state.options)) if gem.grants == "trigger" else 0


def reactions(work: Work, frame: Frame) -> None:
    """The step of the plan: after the attack is resolved, hit or not."""
    if frame.args.get("how") in ("trigger", "auto", "counter") and not work.constant("out.trigger.chain"):
        return
    target, attacker = work.state.bodies.get(frame.args["target"]), work.state.bodies.get(frame.args["body"])
    if target is None or attacker is None or target.down or target.key == attacker.key:
        return
    known = truth_of(work)
    found = active(known, target)
    if found is None or has(work.rules, target, "frozen", "no_turn", "feared"):
        return
    key, gem = found
    round_, times = body_part(target).triggered
    times = times if round_ == work.state.clock.round else 0
    most = limit(known, gem)
    if most and times >= most:
        return
    unit = target.unit

    def note() -> None:
        # What goes off every time is not counted: it takes nothing from a Trigger of the same Round (O-238).
        count = times + 1 if most else times
        work.emit(Reacted(unit=unit, body=target.key, gem=key, round=work.state.clock.round, times=count))

    if gem.uses == "item":
        if body_part(target).pack.get(gem.what):
            note()
            items.consume(work, unit, target.key, target.key, gem.what)
        return
    skill = work.rules.find("skill", gem.what) if gem.uses == "skill" else None
    if isinstance(skill, Skill) and skill.does in ("buff", "heal"):
        note()
        work.push("skill", unit, (f"skill_{skill.does}",), body=target.key, target=target.key, key=gem.what)
        return
    kind = "skill" if gem.uses == "skill" else "weapon"
    what = gem.what or attack_data.in_hand(known, target, "mainhand")
    attack = attack_data.find(known, target, kind, what)
    if attack is None or attacks.hindrance(known, target, attacker, attack) is not None:
        return
    note()
    attacks.begin(work, unit, [(target.key, attacker.key, attack_data.plain(attack))], opener=False, how=gem.grants)


def _reacted(s: AnyState, ev: Reacted) -> AnyState:
    return with_body_part(s, ev.body, triggered=(ev.round, ev.times))


EVENTS: tuple[type[e.Event], ...] = (Reacted,)
APPLIERS: dict[type[e.Event], Any] = {Reacted: _reacted}
STEPS: dict[str, Step] = {"reactions": reactions}
