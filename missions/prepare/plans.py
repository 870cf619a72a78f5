"""Plans of Missions: kept while they are typed, copied, rehearsed without a trace, and made once they are ready."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.models import Campaign, Member
from characters.models import Character
from missions import closing, hints, portraits, selectors, services, stored
from missions.models import Mission, Plan
from tactics.kernel.rules import Rules
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyBody, AnyUnit
from tactics.rulebook.models import Version

from . import build
from .forms import MissionForm

MOST, LETTERS = 100, 200_000
"""Plans of a campaign that were not made yet, and letters of one."""
LASTS = timedelta(days=1)
"""A rehearsal that nobody ended is deleted after so long."""


class Full(Exception):
    """The campaign has as many plans as it may have, or this one is too long."""


class Overtaken(Exception):
    """Somebody else has saved the plan since it was opened."""


def kept(plan: Plan) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(plan.body)
    return found


def save(campaign: Campaign, plan: Plan | None, name: str, typed: Mapping[str, list[str]], rev: int = 0) -> Plan:
    """Keeps what was typed, whole or not. rev: of the plan when it was opened. Raises Full and Overtaken."""
    body = json.dumps(dict(typed))
    if len(body) > LETTERS:
        raise Full
    name = name[:120] or _("Mission")
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        if plan is None:
            if selectors.open_plans(campaign).count() >= MOST:
                raise Full
            return Plan.objects.create(campaign=campaign, name=name, body=body)
        now = Plan.objects.select_for_update().get(pk=plan.pk)
        if now.rev != rev and now.body != body:
            raise Overtaken
        now.name, now.body, now.rev = name, body, now.rev + 1
        now.save()
        return now


def copy(plan: Plan) -> Plan:
    """Another plan with the same words, not yet made."""
    return save(plan.campaign, None, _("%(name)s, again") % {"name": plan.name[:110]}, kept(plan))


def again(mission: Mission, gm: Member) -> Plan | Mission:
    """A Mission prepared anew: a copy of its plan, or, of one that had none, another Mission that begins as it did.
    Characters come from their sheets as they are now; those who take part in another Mission are left out."""
    if mission.plan is not None:
        return copy(mission.plan)
    begins, code = stored.History(mission).genesis(), stored.code_of(mission)
    rules = stored.rules_of(begins.rules)
    free = {str(one.number): one for one in closing.free_characters(mission.campaign)}
    units: dict[str, AnyUnit] = {}
    bodies: dict[str, AnyBody] = {}
    for unit in begins.units.values():
        found: list[AnyBody] = [begins.bodies[key] for key in unit.bodies]
        if unit.sheet:
            hero: Character | None = free.get(unit.sheet)
            if hero is None:
                continue
            spec = {**hero.sheet, "name": hero.name, "seat": unit.seat, "side": unit.side, "character": unit.character}
            spec |= portraits.worn(hero)
            made, bodies_of = code.build_unit(rules, unit.key, spec)
            found = list(bodies_of)
            unit = replace(made, sheet=unit.sheet, wish=unit.wish)
        units[unit.key] = unit
        bodies |= {body.key: body for body in found}
    name = (_("%(name)s, again") % {"name": mission.name[:110]})[:120]
    with transaction.atomic():
        fresh = services.create_mission(
            mission.campaign,
            name,
            genesis=replace(begins, units=units, bodies=bodies, seats={}),
            rules=services.version_of(begins.rules),
        )
        shown = (*begins.boards.values(), *bodies.values())
        services.copy_pictures(mission, fresh, {one.picture for one in shown})
        portraits.bring(fresh, bodies.values())
    return fresh


# --- rehearsals -------------------------------------------------------------------------------------


def rehearse(
    campaign: Campaign, gm: Member, code: Ruleset, version: Version, rules: Rules, form: MissionForm, plan: Plan
) -> Mission:
    """A Mission of a plan that only GMs find; the one before it is gone. Raises build.Unusable."""
    for old in Mission.everything.filter(rehearsal=True, campaign=campaign):
        if old.plan_id == plan.pk or old.created < timezone.now() - LASTS:
            end(old)
    return build.make(campaign, gm, code, version, rules, form, plan=plan, rehearsal=True)


def end_all(plan: Plan) -> None:
    """The plan was made, or deleted: its rehearsals are over."""
    for old in Mission.everything.filter(plan=plan, rehearsal=True):
        end(old)


def end(rehearsal: Mission) -> None:
    """Deletes a rehearsal with all that was done in it, and closes the pages that show it."""
    if not rehearsal.rehearsal:
        raise ValueError("this is no rehearsal")
    pk = rehearsal.pk
    rehearsal.delete()
    hints.publish(pk, recheck=True)
