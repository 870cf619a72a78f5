"""Closing a Mission: what it changed of each character, and what of that goes to the sheets (T-093, T-094;
table.md 33). The next Mission starts from them."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from campaigns.models import Campaign
from characters import services as sheets
from characters.models import Character
from tactics.kernel import commands as c
from tactics.kernel import events as e
from tactics.kernel import log
from tactics.kernel.refusals import Refused, illegal
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.sheets import SheetChange
from tactics.kernel.state import AnyState, AnyUnit, State
from tactics.mission import phases

from . import hints, portraits, services, stored
from .models import Mission, MissionState


@dataclass(frozen=True)
class Gain:
    """Experience for an objective, or what the ruleset adds to it; key: of the tick."""

    key: str
    points: int
    why: str
    stays: bool = True


@dataclass(frozen=True)
class Proposal:
    """What a Mission leaves to one character."""

    character: Character
    player: str
    changes: tuple[SheetChange, ...]
    gains: tuple[Gain, ...]

    def field(self, key: str) -> str:
        """The name of a tick in the form."""
        return f"c{self.character.number}.{key}"

    @property
    def rows(self) -> list[tuple[str, SheetChange]]:
        return [(self.field(change.key), change) for change in self.changes]

    @property
    def xp(self) -> list[tuple[str, Gain]]:
        return [(self.field(gain.key), gain) for gain in self.gains]


def state_of(mission: Mission) -> AnyState:
    return stored.read_state(mission, MissionState.objects.get(pk=mission.pk))


def units_of(state: AnyState) -> dict[int, AnyUnit]:
    """Character -> the unit that came from its sheet."""
    return {int(u.sheet): u for u in state.units.values() if u.sheet.isdecimal()}


def proposals(mission: Mission) -> list[Proposal]:
    """For each character that took part and is still in the roster, by name."""
    state, code = state_of(mission), stored.code_of(mission)
    rules = stored.rules_of(state.rules).under(state.options)
    units = units_of(state)
    credited = _credited(mission, state)
    found, paid = [], set()
    roster = Character.objects.filter(campaign_id=mission.campaign_id, number__in=units).select_related("member")
    for character in roster:
        unit = units[character.number]
        seat = character.member.key if character.member is not None else unit.seat
        # A seat's experience goes to the first of its characters unless the GM says otherwise (T-010).
        first = seat not in paid
        paid.add(seat)
        earned = credited.get(seat, [])
        further = code.more_xp(state, rules, seat, sum(gain.points for gain in earned))
        more = [Gain(f"more.{key}", points, why) for key, points, why in further]
        found.append(
            Proposal(
                character=character,
                player=character.member.name if character.member is not None else "",
                changes=tuple(code.sheet_changes(state, rules, unit, character.sheet)),
                gains=tuple(dataclasses.replace(gain, stays=first) for gain in (*earned, *more)),
            )
        )
    return found


def _credited(mission: Mission, state: AnyState) -> dict[str, list[Gain]]:
    """Seat -> what it was credited, objective by objective, from the log; before the Post-Mission what it would be."""
    if state.phase == "ended":
        rules = stored.rules_of(state.rules).under(state.options)
        events: list[e.Event] = [*phases.credits(stored.code_of(mission), state, rules)]
    else:
        events = [event for entry in log.standing(stored.History(mission).entries()) for event in entry.events]
    found: dict[str, list[Gain]] = {}
    for event in events:
        if isinstance(event, e.XpCredited):
            objective = state.objectives.get(event.objective)
            title = objective.title if objective is not None else mission.name
            found.setdefault(event.seat, []).append(Gain(f"xp.{event.objective}", event.xp, title[:120]))
    return found


def close(mission: Mission, ticked: Collection[str], *, as_it_is: bool = False) -> None:
    """Takes over what is ticked (`Proposal.field`) and closes the Mission, once; one that has ended comes to its
    Post-Mission by it. Refused before its end, unless nothing is to be taken over (`as_it_is`): one that came to
    nothing may not hold its characters."""
    if mission.closed is None and state_of(mission).phase == "ended" and not as_it_is:
        key = f"close-{services.new_unit_key()}"
        services.submit(mission.pk, services.SYSTEM, key, c.Advance(), who=services.TRUSTED)
    with transaction.atomic():
        held = Mission.objects.select_for_update().get(pk=mission.pk)
        if held.closed is not None:
            raise Refused("ended")
        if state_of(held).phase != "post_mission" and not as_it_is:
            raise illegal("phase", missing="the end of the Mission")
        for one in () if as_it_is else proposals(held):
            kept = [change for change in one.changes if one.field(change.key) in ticked]
            gains = [(gain.points, gain.why) for gain in one.gains if one.field(gain.key) in ticked]
            sheets.take_over(one.character, kept, gains, mission=held.pk, name=held.name)
        held.closed = timezone.now()
        held.save(update_fields=["closed"])
    hints.publish(mission.pk)


# --- from the sheet into a Mission --------------------------------------------------------------------


def busy(character: Character) -> Mission | None:
    """The open Mission in which the character takes part, if there is one."""
    for mission in Mission.objects.filter(campaign_id=character.campaign_id, closed=None).defer("genesis"):
        if character.number in units_of(state_of(mission)):
            return mission
    return None


def busy_name(character: Character) -> str | None:
    found = busy(character)
    return found.name if found is not None else None


def free_characters(campaign: Campaign) -> list[Character]:
    """Those who take part in no open Mission."""
    taken: set[int] = set()
    for mission in Mission.objects.filter(campaign=campaign, closed=None).defer("genesis"):
        taken |= set(units_of(state_of(mission)))
    return [one for one in Character.objects.filter(campaign=campaign) if one.number not in taken]


def join_character(mission: Mission, character: Character) -> str:
    """The character joins as its sheet has it now, and the pets and mounts that the sheet names come along; the key of
    its unit. Refused while it is in an open Mission."""
    if busy(character) is not None:
        raise illegal("limit")
    code, state = stored.code_of(mission), state_of(mission)
    gm = next((s.key for s in state.seats.values() if s.role == "gm"), "")
    seat = character.member.key if character.member is not None and character.member.active else gm
    spec = {
        **character.sheet, "name": character.name, "seat": seat, "side": "heroes", "character": True,
        **portraits.worn(character),
    }  # fmt: skip
    key = services.new_unit_key()
    rules = stored.rules_of(state.rules)
    unit, bodies = code.build_unit(rules, key, spec)
    portraits.bring(mission, bodies)
    joining = [(replace(unit, sheet=str(character.number)), bodies)]
    joining += [code.build_unit(rules, services.new_unit_key(), each) for each in code.followers(rules, key, spec)]
    for one, found in joining:
        command = c.Join(unit=one, bodies=tuple(found))
        services.submit(mission.pk, services.SYSTEM, f"join-{one.key}", command, who=services.TRUSTED)
    return key


BEFORE = ("scenario", "objectives", "initiative", "placement")
"""Phases before round 1 (T-003)."""


def welcome(character: Character) -> None:
    """Who was just chosen by a player joins the newest open Mission as long as it has not begun; the unit of one that
    the GM put there is the player's from now on. Later the GM says who joins (`enlist`)."""
    member, there = character.member, busy(character)
    if member is None:
        return
    if there is not None:
        unit = units_of(state_of(there)).get(character.number)
        if unit is not None and unit.seat != member.key:
            command = c.Control(unit=unit.key, seat=member.key)
            key = f"take-{services.new_unit_key()}"
            services.submit(there.pk, services.SYSTEM, key, command, who=services.TRUSTED)
        return
    open_missions = Mission.objects.filter(campaign_id=character.campaign_id, closed=None).defer("genesis")
    mission = open_missions.order_by("-pk").first()
    if mission is not None and state_of(mission).phase in BEFORE:
        join_character(mission, character)


def handed_on(campaign: Campaign, code: Ruleset) -> Any:
    """The mission part with which a new Mission of the campaign begins: what a GM kept for the campaign in the newest
    one under these rules (table.md 13); None if nothing was."""
    last = campaign.missions.filter(ruleset=code.name).defer("genesis").order_by("-pk").first()
    return code.carried(state_of(last)) if last is not None else None


def next_mission(mission: Mission, name: str) -> Mission:
    """The Mission after a closed one: the same boards, settings and kept ideas under the same rules; each character
    who took part joins from its sheet."""
    if mission.closed is None:
        raise illegal("phase", missing="the end of the Mission")
    last, code = state_of(mission), stored.code_of(mission)
    begins: AnyState = State(
        ruleset=last.ruleset,
        rules=last.rules,
        options=dict(last.options),
        boards=last.boards,
        zones=last.zones,
        fog=last.fog,
        part=code.carried(last),
    )
    rules = mission.rules if mission.rules.hash == last.rules else services.version_of(last.rules)
    made = services.create_mission(mission.campaign, name, genesis=begins, rules=rules)
    services.copy_pictures(mission, made, {board.picture for board in last.boards.values()})
    units: Mapping[int, AnyUnit] = units_of(last)
    for character in Character.objects.filter(campaign_id=mission.campaign_id, number__in=units):
        if busy(character) is None:
            join_character(made, character)
    return made
