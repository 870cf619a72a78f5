"""OUTERAH: the ruleset's table, joined from the files of its systems."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel.appliers import KERNEL_APPLIERS
from tactics.kernel.ruleset import Ruleset
from tactics.mission import phases
from tactics.mission import table as around
from tactics.mission.fog import notices
from tactics.outerah import (
    aboard,
    attacks,
    audience,
    breath,
    catapult,
    closing,
    crew,
    deeds,
    doors,
    drift,
    falls,
    hiding,
    hookshot,
    items,
    kinds,
    knowledge,
    mounts,
    moving,
    options,
    order,
    overboard,
    parts,
    pet_steps,
    pets,
    properties,
    pushes,
    ships,
    skills,
    spirit,
    standing,
    statuses,
    steering,
    strays,
    strike_events,
    strike_words,
    swimming,
    talk,
    triggers,
    turns,
    units,
    views,
    words,
)
from tactics.outerah.parts import constant
from tactics.secrecy.sight import knows_body

FILES: tuple[ModuleType, ...] = (
    parts, order, statuses, turns, moving, doors, talk, attacks, pushes, properties, strays,
    hiding, spirit, ships, crew, triggers, skills, items, pets, pet_steps, mounts, deeds, audience, words,
    strike_events, strike_words, breath, drift, swimming, hookshot, aboard, falls, overboard, catapult, steering,
)  # fmt: skip
"""Every file that adds to the table; a later one's entry takes the place of an earlier one's."""


def _types(name: str) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(kind for file in FILES for kind in getattr(file, name, ())))


def _joined(name: str, base: Mapping[Any, Any]) -> dict[Any, Any]:
    out = dict(base)
    for file in FILES:
        out.update(getattr(file, name, {}))
    return out


OUTERAH = Ruleset(
    name="outerah",
    title="Outerah",
    unit_part=parts.OuterahUnit,
    body_part=parts.OuterahBody,
    mission_part=parts.OuterahMission,
    commands=(*c.KERNEL_COMMANDS, *_types("COMMANDS")),
    events=(*e.KERNEL_EVENTS, *_types("EVENTS")),
    handlers=_joined("HANDLERS", around.HANDLERS),
    appliers=_joined("APPLIERS", KERNEL_APPLIERS),
    steps=_joined("STEPS", around.STEPS),
    prompts=_joined("PROMPTS", around.PROMPTS),
    phases=phases.PHASES,
    begin_round=turns.begin_round,
    begin_turn=turns.begin_turn,
    more_turns=turns.more_turns,
    skips=turns.skips,
    passes_over=turns.passes_over,
    roll_initiative=order.roll_all,
    sort=order.sort,
    idle=turns.idle,
    knows_body=knows_body,
    standing_wrong=standing.wrong,
    audience=_joined("AUDIENCE", {}),
    weaken=_joined("WEAKEN", {}),
    notices=notices,
    mask_body=knowledge.mask_body,
    mask_unit=knowledge.mask_unit,
    mask_mission=knowledge.mask_mission,
    pool_labels=views.POOL_LABELS,
    sockets=views.SOCKETS,
    values=views.values,
    unit_numbers=views.unit_numbers,
    body_numbers=views.body_numbers,
    badges=views.badges,
    options=options.options,
    reach=options.reaches,
    reach_by=options.reach_by,
    end_turn=options.end_turn,
    start_blockers=phases.missing,
    words=_joined("WORDS", {}),
    set_number=units.set_number,
    build_unit=units.build_unit,
    spec_of=units.spec_of,
    plain_spec=units.plain_spec,
    carriers=("ship",),
    followers=units.followers,
    carries=views.carries,
    sheet_changes=closing.changes,
    objective_xp=lambda rules, options: int(rules.constant("tt.xp.objective_default", options)),
    level_xp=lambda rules: int(rules.constant("tt.xp.level", {})),
    metric=lambda known: str(constant(known, "out.grid.metric")),
    awaited=lambda known: phases.awaited(known, str(constant(known, "tt.placement.order"))),
)
KINDS = kinds.OUTERAH
"""Registered with the table, so that its rules data can be read."""
