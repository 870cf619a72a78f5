"""TEMPUS: the ruleset's table, joined from the files of its systems."""

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
from tactics.secrecy.sight import knows_body
from tactics.tempus import (
    action_steps,
    actions,
    activated,
    ahead,
    aiming,
    appliers,
    audience,
    auras,
    call_words,
    calls,
    check_difficulty,
    check_events,
    check_words,
    checks,
    closing,
    doing,
    doors,
    extended,
    hand_out,
    hand_over,
    improvise,
    initiative,
    interrupts,
    items,
    kinds,
    knowledge,
    march,
    mob_shapes,
    movement,
    options,
    pack_views,
    parts,
    power_events,
    power_views,
    power_words,
    prepared,
    reflex,
    sheet,
    spells,
    stops,
    stow,
    stow_words,
    talk,
    threat,
    timing_events,
    timing_state,
    timing_words,
    trial,
    turns,
    units,
    untrained,
    views,
    willpower,
    windows,
    words,
    words_table,
)
from tactics.tempus.check_facts import constant

FILES: tuple[ModuleType, ...] = (
    parts, appliers, initiative, turns, movement, doors, talk, stow, items, stow_words, hand_out, hand_over,
    actions, action_steps, checks, check_difficulty, improvise, march, mob_shapes, check_events, check_words,
    power_events, power_words, calls, call_words, untrained, auras, activated, spells, audience, words, words_table,
    timing_events, timing_state, timing_words, extended, doing, willpower, prepared, reflex, windows, interrupts,
)  # fmt: skip
"""Every file that adds to the table; a later one's entry takes the place of an earlier one's."""


def _types(name: str) -> tuple[Any, ...]:
    return tuple(kind for file in FILES for kind in getattr(file, name, ()))


def _joined(name: str, base: Mapping[Any, Any]) -> dict[Any, Any]:
    out = dict(base)
    for file in FILES:
        out.update(getattr(file, name, {}))
    return out


TEMPUS = Ruleset(
    name="tempus",
    title="Tempus Tempera",
    unit_part=parts.TempusUnit,
    body_part=parts.TempusBody,
    mission_part=parts.TempusMission,
    commands=(*c.KERNEL_COMMANDS, *_types("COMMANDS")),
    events=(*e.KERNEL_EVENTS, *_types("EVENTS")),
    handlers=_joined("HANDLERS", around.HANDLERS),
    appliers=_joined("APPLIERS", KERNEL_APPLIERS),
    steps=_joined("STEPS", around.STEPS),
    prompts=_joined("PROMPTS", around.PROMPTS),
    phases=phases.PHASES,
    begin_round=turns.begin_round,
    begin_turn=turns.begin_turn,
    skips=turns.skips,
    passes_over=turns.passes_over,
    roll_initiative=initiative.roll_all,
    sort=initiative.sort,
    idle=turns.idle,
    knows_body=knows_body,
    audience=_joined("AUDIENCE", {}),
    weaken=_joined("WEAKEN", {}),
    notices=notices,
    mask_body=knowledge.mask_body,
    mask_unit=knowledge.mask_unit,
    mask_mission=knowledge.mask_mission,
    pool_labels=views.POOL_LABELS,
    values=views.values,
    unit_numbers=views.unit_numbers,
    body_numbers=views.body_numbers,
    badges=views.badges,
    card_reads=views.card_reads,
    options=options.options,
    rulings=options.rulings,
    reach=options.reaches,
    end_turn=options.end_turn,
    start_blockers=views.start_blockers,
    words=_joined("WORDS", {}),
    set_number=units.set_number,
    build_unit=units.build_unit,
    threat=threat.threat,
    aim=aiming.aim,
    packs=pack_views.packs,
    carries=pack_views.carries,
    lying=pack_views.lies,
    areas=power_views.areas,
    reach_by=options.reach_by,
    choices=power_views.choices,
    standing=views.standing,
    standing_wrong=stops.wrong,
    objective_xp=lambda rules, options: int(rules.constant("tt.xp.objective_default", options)),
    ahead=ahead.next_turn,
    march=march.paths,
    plain_spec=units.plain_spec,
    sheet_changes=closing.changes,
    sheet_fields=sheet.fields,
    trial=trial.trial,
    carried=lambda state: parts.TempusMission(ideas=tuple(i for i in improvise.ideas(state) if not i.unit)),
    level_xp=lambda rules: int(rules.constant("tt.xp.level", {})),
    metric=lambda known: str(constant(known, "tt.grid.metric")),
    awaited=lambda known: phases.awaited(known, str(constant(known, "tt.placement.order"))),
    spec_of=units.spec_of,
    switches=("tt.talk.aloud", "tt.scene.night"),
    anytime=interrupts.ANYTIME,
    strip=views.strip,
)
KINDS = kinds.TEMPUS
"""Registered with the table, so that its rules data can be read."""
