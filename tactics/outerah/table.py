"""OUTERAH: the ruleset's table, joined from the files of its systems."""

from __future__ import annotations

from types import ModuleType

from tactics.kernel.ruleset import Ruleset
from tactics.mission import frame, phases
from tactics.outerah import (
    aboard,
    attacks,
    audience,
    breath,
    catapult,
    closing,
    craft_views,
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
    sheet,
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

FILES: tuple[ModuleType, ...] = (
    parts, order, statuses, turns, moving, doors, talk, attacks, pushes, properties, strays,
    hiding, spirit, ships, crew, triggers, skills, items, pets, pet_steps, mounts, deeds, audience, words,
    strike_events, strike_words, breath, drift, swimming, hookshot, aboard, falls, overboard, catapult, steering,
)  # fmt: skip
"""Every file that adds to the table; a later one's entry takes the place of an earlier one's."""


OUTERAH = Ruleset(
    **frame.shared(FILES),
    name="outerah",
    title="Outerah",
    unit_part=parts.OuterahUnit,
    body_part=parts.OuterahBody,
    mission_part=parts.OuterahMission,
    begin_round=turns.begin_round,
    begin_turn=turns.begin_turn,
    more_turns=turns.more_turns,
    skips=turns.skips,
    passes_over=turns.passes_over,
    roll_initiative=order.roll_all,
    sort=order.sort,
    idle=turns.idle,
    standing_wrong=standing.wrong,
    mask_body=knowledge.mask_body,
    mask_unit=knowledge.mask_unit,
    mask_mission=knowledge.mask_mission,
    pool_labels=views.POOL_LABELS,
    sockets=views.SOCKETS,
    crafts=craft_views.crafts,
    values=views.values,
    unit_numbers=views.unit_numbers,
    body_numbers=views.body_numbers,
    badges=views.badges,
    options=options.options,
    reach=options.reaches,
    reach_by=options.reach_by,
    end_turn=options.end_turn,
    start_blockers=phases.missing,
    set_number=units.set_number,
    build_unit=units.build_unit,
    spec_of=units.spec_of,
    plain_spec=units.plain_spec,
    carriers=("ship",),
    followers=units.followers,
    sheet_fields=sheet.fields,
    carries=views.carries,
    sheet_changes=closing.changes,
    metric=lambda known: str(constant(known, "out.grid.metric")),
    awaited=lambda known: phases.awaited(known, str(constant(known, "tt.placement.order"))),
)
KINDS = kinds.OUTERAH
"""Registered with the table, so that its rules data can be read."""
