"""A Mob's attack, spread: a proposed target for each member, which may be changed before it is sent (table.md 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.kernel.ruleset import Known
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.kernel.view import FieldView, OptionView
from tactics.mission.members import assigned
from tactics.outerah import attack_data, attack_offers, legality
from tactics.outerah.attack_data import Attack

NOBODY = ("", "does not attack")


def with_spread(known: Known, unit: AnyUnit, offers: Iterable[OptionView]) -> Iterator[OptionView]:
    """The offers, each attack on which members could go for several enemies followed by one more."""
    for option in offers:
        yield option
        if option.command.get("action") == "attack" and len(option.targets) > 1 and not option.why_not:
            yield from _spread(known, unit, option)


def _spread(known: Known, unit: AnyUnit, option: OptionView) -> Iterator[OptionView]:
    key, hand = str(option.command["with"]), str(option.command["part"])
    foes = [target for target in option.targets if known.state.units[_unit_of(known, target.body)].side != unit.side]

    def weapon_of(body: AnyBody) -> Attack | None:
        held = attack_data.in_hand(known, body, hand)
        return attack_data.of_weapon(known, body, key) if held == key else None

    choices: dict[str, dict[str, str]] = {}
    """Member -> whom it can attack -> as it is called, with the chance that this member has there."""
    for target in foes:
        at = known.state.bodies[target.body]
        for body in legality.able(known, unit, weapon_of, at)[0]:
            weapon = weapon_of(body)
            if weapon is not None:
                chance = attack_offers.aimed_at(known, body, at, weapon).chance
                named = " ".join(part for part in (target.name, target.cell, chance) if part)
                choices.setdefault(body.key, {})[target.body] = named
    if len(choices) < 2 or len({foe for found in choices.values() for foe in found}) < 2:
        return
    aims = assigned({member: list(found) for member, found in choices.items()})
    yield OptionView(
        key=f"spread:{option.key}",
        unit=unit.key,
        do=option.do,
        label=f"{option.label}, spread",
        group=option.group,
        cost=option.cost,
        costs=option.costs,
        title="Each member goes for a target of its own; every one may be changed.",
        command=dict(option.command),
        house=option.house,
        help=option.help,
        fields=tuple(
            FieldView(
                name=f"targets/{member}",
                label=known.state.bodies[member].name,
                kind="choice",
                choices=(*choices[member].items(), NOBODY),
                value=aims[member],
            )
            for member in sorted(choices)
        ),
    )


def _unit_of(known: Known, body: str) -> str:
    return known.state.bodies[body].unit
