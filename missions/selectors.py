"""What pages and hubs read of Missions. Who does not hold a seat gets `NotHere`, as for one that does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns import seats as held
from campaigns.handouts.handed import Handed
from campaigns.handouts.services import handed_to
from campaigns.models import Campaign, Member, Thread
from tactics.kernel.aiming import AimView
from tactics.kernel.log import Entry
from tactics.kernel.refusals import Refused
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.state import AnyState
from tactics.kernel.view import LogLine, MissionView, OptionView, ReachView, ThingView, ThreatView
from tactics.secrecy.known import known
from tactics.secrecy.words import refusal_text

from . import adopting, feeds, looks, services, stored
from .live.fragments import parts
from .live.shown import Parts, digest
from .models import SYSTEM, Mission, MissionState, Plan, Seat
from .services import NotHere
from .statements import Statement, made

STATE_FIELDS = ("mission_id", "seq", "schema", "digest")
_STATE = Statement(lambda pk: MissionState.objects.filter(pk=pk).values_list(*STATE_FIELDS), pk=int)


@dataclass(frozen=True)
class Sitting:
    """A seat as the database says now, and the Mission that it belongs to."""

    mission: Mission
    key: str
    role: str
    member: Member

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"


@dataclass(frozen=True)
class Present:
    """The present state of a Mission; digest names its text."""

    mission: Mission
    code: Ruleset
    state: AnyState
    digest: str


@dataclass(frozen=True)
class Look:
    """All that the page of one audience shows. v: a digest of the parts."""

    view: MissionView
    lines: tuple[LogLine, ...]
    parts: Parts
    v: str


def ask_who(who: held.HasSeats) -> None:
    """Reads the session, also where the address alone decides: whether it was read shows in the `Vary` header and
    in the time that an answer takes, and so would tell what exists from what does not."""
    _ = who.user is not None and who.user.is_authenticated


def sitting(who: held.HasSeats, mission_id: int, key: str) -> Sitting:
    """The seat that `who` holds; NotHere otherwise."""
    ask_who(who)
    mission = Mission.everything.select_related("campaign").filter(pk=mission_id).first()
    if mission is None or mission.campaign.archived or key == SYSTEM:
        raise NotHere
    member = Member.objects.filter(campaign_id=mission.campaign_id, key=key, active=True).first()
    if member is None or not held.may_hold(who, member) or (mission.rehearsal and not member.is_gm):
        raise NotHere
    seat = Seat.objects.filter(mission_id=mission.pk, key=key).first()
    if seat is None or seat.role != member.role:
        # Somebody who came, or whose role changed, while nobody announced it to this Mission.
        services.sync_mission(mission)
    held.shown(who, member)
    return Sitting(mission, key, member.role, member)


def other_seat(at: Sitting, key: str) -> Sitting:
    """Another seat of the same Mission, for the GM who looks through its eyes."""
    if not at.is_gm:
        raise NotHere
    if key == looks.PUBLIC:
        return everybody(at)
    member = Member.objects.filter(campaign_id=at.mission.campaign_id, key=key, active=True).first()
    if member is None:
        raise NotHere
    return Sitting(at.mission, key, member.role, member)


def screened(at: Sitting) -> Sitting:
    """Whose eyes a seat's shared screen has: for a GM's, which stands where all look, those of the spectators."""
    return everybody(at) if at.is_gm else at


def everybody(at: Sitting) -> Sitting:
    """What all spectators see, also where nobody holds such a seat."""
    return Sitting(at.mission, looks.PUBLIC, "spectator", at.member)


def other_seats(at: Sitting) -> list[tuple[str, str]]:
    """(key, name) of the other seats whose view a GM may open."""
    people = Member.objects.filter(campaign_id=at.mission.campaign_id, active=True).exclude(key=at.key)
    return [(member.key, member.name) for member in people]


def present(mission: Mission) -> Present:
    """The state row, decoded; its text is fetched only if it is new to this process."""
    values = _STATE.first(pk=mission.pk)
    if values is None:
        raise MissionState.DoesNotExist
    row = made(MissionState, STATE_FIELDS, values)
    state = stored.read_state(mission, row)
    return Present(mission, stored.code_of(mission), state, row.digest)


def look(mission: Mission, seat: str, role: str) -> Look:
    """What a seat's page shows now."""
    now = present(mission)
    feed = feeds.feed_of(mission, seat, role, now.state.seq)
    handed = handed_to(mission.campaign_id, seat, role)
    return look_at(now, stored.History(mission).entries(), feed, seat, role, handed=handed)


def look_at(
    now: Present,
    entries: Sequence[Entry],
    feed: feeds.Feed,
    seat: str,
    role: str,
    before: Look | None = None,
    *,
    whole: bool = False,
    handed: Sequence[Handed] = (),
    rules: adopting.Stamp | None = None,
) -> Look:
    """The same from what is at hand: the state, all entries up to it and the lines. before: the look that this
    audience had last; what is the same is not rendered again. whole: with what a GM's page leaves out until somebody
    asks for it. handed: the handouts that it may see. rules: the stamp of the
    campaign's rules, if it is at hand."""
    view = looks.view_of(now.code, now.state, now.digest, seat, role, withhold=not whole)
    may, why_not = feeds.take_back(now.state, entries, feed, role)
    view = replace(
        view,
        can_take_back=may,
        no_take_back=why_not,
        rewind_to=feed.live_rows if role == "gm" else (),
        newer_rules=adopting.offered(now.mission, now.state, rules) if role == "gm" else "",
    )
    shown = parts(view, feed.lines, before.parts if before is not None else None, handed)
    return Look(view, feed.lines, shown, digest(shown))


def words_of(mission: Mission, seat: str, role: str, refused: Refused) -> str:
    """What a refusal says to the seat that asked."""
    now = present(mission)
    if "entry" in refused.params and role == "gm":
        return _hinders(mission, seat, role, refused)
    if refused.code == "stale" and not refused.params:
        refused = Refused("stale", what=_("Something changed before this arrived."))
    seen = known(now.code, now.state, stored.rules_of(now.state.rules), looks.audience(seat, role), role)
    return refusal_text(now.code, seen, refused)


def _hinders(mission: Mission, seat: str, role: str, refused: Refused) -> str:
    """What stands in the way of an amendment: the later line that would not come out the same, and why."""
    row, cause = refused.params["entry"], refused.__cause__
    why = words_of(mission, seat, role, cause) if isinstance(cause, Refused) else str(refused.params["problem"])
    feed = feeds.feed_of(mission, seat, role, present(mission).state.seq)
    line = next((x.text for x, at in zip(feed.lines, feed.rows, strict=True) if at == row), "")
    first = _("Nothing was changed.")
    return f"{first} {_('It hinders:')} “{line}” – {why}" if line else f"{first} {why}"


# --- a campaign's Missions --------------------------------------------------------------------------


def running(campaign: Campaign) -> Mission | None:
    """The newest open Mission of a campaign; of one that is put away none is open."""
    if campaign.archived:
        return None
    return campaign.missions.filter(closed=None).defer("genesis").order_by("-pk").first()


def seat_address(mission_id: int, key: str) -> str:
    return reverse("mission", args=[mission_id, key])


def address_of(campaign: Campaign, member: Member) -> str | None:
    """Where a member sits in the campaign's newest open Mission."""
    mission = running(campaign)
    return seat_address(mission.pk, member.key) if mission is not None else None


def open_plans(campaign: Campaign) -> QuerySet[Plan]:
    """Plans of which no Mission was made yet, the newest first; a rehearsal is none."""
    made = campaign.missions.filter(plan__isnull=False).values("plan")
    return campaign.plans.exclude(pk__in=made)


def plan_from(campaign: Campaign, thread: Thread) -> str:
    """The address at which a thread becomes a plan's scenario."""
    return f"{reverse('mission-new', args=[campaign.pk])}?thread={thread.pk}"


def panel(campaign: Campaign, member: Member) -> dict[str, object]:
    """The Missions of a campaign's page, newest first: name, state in words, address of the member's seat. For a GM
    the maps as well."""
    found = []
    for mission in campaign.missions.defer("genesis").order_by("-pk"):
        now = present(mission)
        label = now.code.phases.get(now.state.phase, now.state.phase)
        if now.state.phase == "running" and now.state.clock.round:
            label = _("Round %(n)s") % {"n": now.state.clock.round}
        found.append(
            {
                "name": mission.name,
                "state": _("closed") if mission.closed else label,
                "url": reverse("mission-recap", args=[mission.pk, member.key])
                if mission.closed
                else seat_address(mission.pk, member.key),
                "again": reverse("mission-again", args=[mission.pk, member.key]) if member.is_gm else "",
            }
        )
    if not member.is_gm:
        return {"missions": found, "new_url": ""}
    maps = [
        {
            "name": each.name,
            "size": _("%(w)s × %(h)s cells") % {"w": each.width, "h": each.height},
            "url": reverse("map", args=[campaign.pk, each.pk]),
        }
        for each in campaign.maps.only("name", "width", "height")
    ]
    return {
        "missions": found,
        "new_url": reverse("mission-new", args=[campaign.pk]),
        "maps": maps,
        "map_url": reverse("map-bring", args=[campaign.pk]),
        "file_url": reverse("campaign-file", args=[campaign.pk]) if member.leads else "",
        "plans": [
            {"name": plan.name, "url": reverse("mission-plan", args=[campaign.pk, plan.pk])}
            for plan in open_plans(campaign).only("name", "campaign_id")
        ],
        "draw_url": reverse("map-empty", args=[campaign.pk]),
        "shelf_url": reverse("map-shelf", args=[campaign.pk]),
        "rehearsals": [
            {
                "name": each.name,
                "created": each.created,
                "url": seat_address(each.pk, member.key),
                "end": reverse("mission-rehearsed", args=[each.pk, member.key]),
            }
            for each in Mission.everything.filter(campaign=campaign, rehearsal=True).defer("genesis")
        ],
    }


def view(at: Sitting) -> MissionView:
    """What a seat sees now, without its log."""
    now = present(at.mission)
    return looks.view_of(now.code, now.state, now.digest, looks.audience(at.key, at.role), at.role)


def choices(at: Sitting, unit: str, option: str, field: str) -> Sequence[tuple[str, str]]:
    """(value, label) of all that a field of an option on offer lists; empty for any other."""
    return next(
        (
            each.choices
            for one in view(at).options
            if (one.unit, one.key) == (unit, option)
            for each in one.fields
            if each.name == field
        ),
        (),
    )


def thing(at: Sitting, body: str, place: str, key: str) -> ThingView | None:
    """A thing of one of the seat's Packs with where it may go; None for any other."""
    held = (holder for pack in view(at).packs if pack.body == body for holder in pack.holders)
    return next((x for holder in held for x in holder.things if (x.place, x.key) == (place, key)), None)


def reach_by(at: Sitting, body: str, via: Sequence[tuple[int, int]]) -> ReachView | None:
    """Where a body that the seat may walk can go by way of these cells; None for any other, and out of reach."""
    now = present(at.mission)
    if now.code.reach_by is None or not any(reach.body == body for reach in view(at).reach):
        return None
    seen = known(now.code, now.state, stored.rules_of(now.state.rules), looks.audience(at.key, at.role), at.role)
    found = seen.state.bodies.get(body)
    return now.code.reach_by(seen, found, via) if found is not None else None


def ahead(at: Sitting) -> MissionView:
    """The seat's view with the offers that its own units would have if their next turns began now, who comes first
    first; none for a unit that acts."""
    now = present(at.mission)
    shown = view(at)
    seen = known(now.code, now.state, stored.rules_of(now.state.rules), looks.audience(at.key, at.role), at.role)
    options: list[OptionView] = []
    reach: list[ReachView] = []
    rows = [row.unit for row in shown.order]
    at_turn = rows.index(shown.turn) + 1 if shown.turn in rows else 0
    coming = {key: place for place, key in enumerate([*rows[at_turn:], *rows[:at_turn]])}
    for unit in sorted(seen.state.units.values(), key=lambda unit: coming.get(unit.key, len(coming))):
        then = now.code.ahead(seen, unit) if now.code.ahead is not None and unit.seat == at.key else None
        if then is not None:
            own = then.state.units[unit.key]
            options += now.code.options(then, own)
            reach += now.code.reach(then, own)
    first = options[0].unit if options else ""
    bare = replace(shown, act_for="", withheld=False, end_turn=None)
    return replace(bare, turn=first, options=tuple(options), reach=tuple(reach))


def aim(at: Sitting, unit: str, action: str, using: str) -> AimView | None:
    """Where one of the seat's units may aim an action at a cell, and whom it would touch; None for any other."""
    now = present(at.mission)
    seen = known(now.code, now.state, stored.rules_of(now.state.rules), looks.audience(at.key, at.role), at.role)
    found = seen.state.units.get(unit)
    if now.code.aim is None or found is None or not (at.is_gm or found.seat == at.key):
        return None
    return now.code.aim(seen, found, action, using)


def march(at: Sitting, unit: str, to: tuple[int, int], lead: str) -> dict[str, list[tuple[int, int]]]:
    """A proposed way for each member of one of the seat's units; empty for one that cannot, or is not the seat's."""
    now = present(at.mission)
    seen = known(now.code, now.state, stored.rules_of(now.state.rules), looks.audience(at.key, at.role), at.role)
    found = seen.state.units.get(unit)
    if now.code.march is None or found is None or not (at.is_gm or found.seat == at.key):
        return {}
    try:
        return now.code.march(seen, found, to, lead)
    except Refused:
        return {}


def threat(at: Sitting, body: str) -> ThreatView | None:
    """Where a body could go and strike, of what the seat knows; None for one that it does not know, or that cannot."""
    now = present(at.mission)
    if now.code.threat is None:
        return None
    seen = known(now.code, now.state, stored.rules_of(now.state.rules), looks.audience(at.key, at.role), at.role)
    found = seen.state.bodies.get(body)
    return now.code.threat(seen, found) if found is not None else None
