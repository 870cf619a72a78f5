"""Everything that changes a Mission. `submit` is the only way to do so, whoever asks: a form, a timer, the demo,
a scenario.

A wish is decided under the Mission's lock, in one transaction with the row of the log that it makes; what was
acknowledged is on disk, and nothing is sent before. Functions raise `Refused` (tactics.kernel.refusals): nothing
was changed then. `NotHere` means that the seat does not exist or that who asks does not hold it; the two are
never told apart.
"""

from __future__ import annotations

import contextlib
import secrets
import string
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone
from msgspec.structs import replace

from campaigns import seats as held
from campaigns.models import Campaign, Member, Role
from tactics import rulesets
from tactics.kernel import commands as c
from tactics.kernel import engine, entering
from tactics.kernel import state as s
from tactics.kernel.codec import codec
from tactics.kernel.dice import Dice, SystemDice
from tactics.kernel.refusals import Refused, bad_field
from tactics.kernel.ruleset import WAITS, Ruleset
from tactics.rulebook.models import Version

from . import adopting, hints, limits, looks, stored
from .models import SYSTEM, LogEntry, Mission, MissionState, Picture, Plan, Presence, Seat, Snapshot
from .statements import Statement, insert, made, update

ABSENT_AFTER = 5_000
"""Milliseconds without a live connection after which a seat's prompts take their default."""

TRUSTED = object()
"""As `who`: the caller is the server itself and speaks for any seat."""


class NotHere(Exception):
    """There is no such Mission or seat for the one who asks."""


@dataclass(frozen=True)
class Answer:
    """A command was accepted. row: its number in the log, which no player may learn. again: it had been before."""

    row: int
    again: bool = False


def now_ms() -> int:
    """The clock of Missions, in milliseconds."""
    return time.time_ns() // 1_000_000


# --- the write path ---------------------------------------------------------------------------------


def submit(
    mission_id: int,
    seat: str,
    key: str,
    command: c.Command | Mapping[str, Any] | str | bytes,
    basis: str | None = None,
    *,
    who: held.HasSeats | object,
    now: int | None = None,
    dice: Dice | None = None,
) -> Answer:
    """Decides one command of a seat and appends it to the log.

    key: the same key of a seat has one effect and one answer; with another command it is refused
    (`key_reused`). basis: what the sender was shown of the offer; `stale` if it is not on offer any more.
    who: a request or a `campaigns.seats.Holder`, asked under the lock whether it holds the seat; or TRUSTED.
    now, dice: for scenarios and tests.
    """
    limits.check_key(key)
    now = now_ms() if now is None else now
    refused: Refused | None = None
    answer = Answer(0, again=True)
    with transaction.atomic(durable=True):
        table = _Table(mission_id, now)
        by = table.actor(seat, who)
        table.settle()
        try:
            if not isinstance(command, c.Command):
                command = read_command(table.code, command)
            if who is not TRUSTED:
                limits.check_rate(mission_id, seat, "chat" if isinstance(command, c.Chat | c.Throw) else "other")
            answer = table.take(key, command, by, dice or SystemDice(), basis)
        except Refused as problem:
            refused = problem  # what time settled before it stays settled
        table.save()
    if refused is not None:
        raise refused
    return answer


def settle(mission_id: int, now: int | None = None, *, absent: Iterable[str] = ()) -> bool:
    """Takes the default of each prompt whose time is up, and of those in `absent` whose seat is still away.

    True if anything was settled. Several processes may call it at once: it has one effect.
    """
    with transaction.atomic(durable=True):
        table = _Table(mission_id, now_ms() if now is None else now)
        table.settle()
        table.settle_absent(absent)
        table.save()
        return table.wrote


def read_command(code: Ruleset, given: Mapping[str, Any] | str | bytes) -> c.Command:
    """A command from JSON or plain data; raises Refused (`bad_field`) that says which field and why."""
    if isinstance(given, str | bytes):
        plain = limits.parse(given)
    else:
        plain = dict(given)
        limits.check_plain(plain)
    if not isinstance(plain, dict):
        raise bad_field("command", "a command is an object with `do`")
    try:
        return codec(code).command_of(limits.closed(plain))
    except msgspec.ValidationError as problem:
        words, _, path = str(problem).partition(" - at ")
        field = path.strip("`$.") or "command"
        raise Refused("bad_field", field=field, text=words, broken=True) from problem
    except RecursionError as problem:
        raise bad_field("command", "too many brackets inside one another") from problem


STATE = ("mission_id", "seq", "schema", "digest")
MISSION = ("id", "campaign_id", "name", "ruleset", "rules_id", "created", "closed", "rehearsal")
MEMBER = ("id", "role", "active", "epoch", "user_id")
_LOCKED = Statement(
    lambda mission: MissionState.objects.select_for_update().filter(pk=mission).values_list(*STATE), mission=int
)
_MISSION = Statement(lambda mission: Mission.everything.filter(pk=mission).values_list(*MISSION), mission=int)
_SEAT = Statement(
    lambda mission, seat: Seat.objects.filter(mission_id=mission, key=seat).values_list(
        "role", "mission__campaign__archived", *(f"member__{name}" for name in MEMBER)
    ),
    mission=int,
    seat=str,
)
_DONE = Statement(
    lambda mission, seat, key: LogEntry.objects.filter(mission_id=mission, seat=seat, key=key).values_list(
        "seq", "body_hash"
    ),
    mission=int,
    seat=str,
    key=str,
)


class _Table:
    """One Mission under its lock, within one transaction. now: the clock of what is decided."""

    def __init__(self, mission_id: int, now: int) -> None:
        if not 0 < mission_id < 2**63:
            raise NotHere
        # PostgreSQL waits here for whoever else decides; SQLite's transaction began with its one write lock.
        locked = _LOCKED.first(mission=mission_id)
        about = _MISSION.first(mission=mission_id)
        if locked is None or about is None:
            raise NotHere
        self.now = now
        self.row = made(MissionState, STATE, locked)
        self.mission = made(Mission, MISSION, about)
        self.code = stored.code_of(self.mission)
        self.state = stored.read_state(self.mission, self.row)
        self.history = stored.History(self.mission)
        self.wrote = False

    def actor(self, seat: str, who: held.HasSeats | object) -> engine.Actor:
        """The seat as the database says now; NotHere if `who` does not hold it."""
        if seat == SYSTEM:
            if who is TRUSTED:
                return engine.THE_SYSTEM
            raise NotHere
        found = _SEAT.first(mission=self.mission.pk, seat=seat)
        if found is None:
            raise NotHere
        role, away, *values = found
        if away and who is not TRUSTED:
            raise NotHere
        if values[0] is None:
            if who is not TRUSTED:
                raise NotHere
            return engine.Actor(seat, role)
        member = made(Member, MEMBER, values)
        if who is not TRUSTED and not held.may_hold(who, member):  # type: ignore[arg-type]
            raise NotHere
        if who is not TRUSTED and self.mission.rehearsal and member.role != Role.GM:
            raise NotHere
        return engine.Actor(seat, member.role)

    def take(
        self, key: str, command: c.Command, by: engine.Actor, dice: Dice, basis: str | None
    ) -> Answer:
        """Decides a command and appends its row, unless the key says that this was done before."""
        digest = stored.body_hash(command)
        known = _DONE.first(mission=self.mission.pk, seat=by.seat, key=key)
        if known is not None:
            if known[1] != digest:
                raise Refused("key_reused")
            return Answer(known[0], again=True)
        if self.mission.closed is not None and by.role != SYSTEM and not isinstance(command, c.Chat):
            raise Refused("ended")
        if basis:
            view = looks.view_of(self.code, self.state, self.row.digest, by.seat, by.role)
            if basis not in looks.bases(view):
                raise Refused("stale")
        if isinstance(command, c.AdoptRules) and by.is_gm:
            # The kernel cannot know: only what is published can be played.
            adopting.adopt(self.mission, self.state, command.rules)
        return self._append(key, command, digest, by, dice)

    def _append(
        self, key: str, command: c.Command, digest: str, by: engine.Actor, dice: Dice
    ) -> Answer:
        rules = stored.rules_of(self.state.rules)
        events, state = entering.decide_entry(
            self.code, self.state, command, by, self.now, rules, dice, self.history
        )
        seq = self.state.seq + 1
        self.state = replace(state, seq=seq)
        insert(
            LogEntry,
            mission_id=self.mission.pk,
            seq=seq,
            seat=by.seat,
            role=by.role,
            key=key,
            body_hash=digest,
            command=stored.text_of(command),
            now=self.now,
            events=stored.text_of(events),
            answer=stored.text_of({"row": seq}),
        )
        self.history = stored.History(self.mission)
        self.wrote = True
        stored.write_state(self.row, self.mission, self.state)
        if seq % stored.SNAPSHOT_EVERY == 0:
            Snapshot.objects.create(
                mission_id=self.mission.pk, seq=seq, schema=stored.SCHEMA, body=self.row.body
            )
        return Answer(seq)

    def settle(self) -> None:
        """Each prompt whose time is up takes its default, the earliest first, each in a row of its own."""
        for _turn in range(100):
            due = [p for p in engine.expired(self.state, self.now) if self._has_default(p)]
            if not due:
                return
            self._time(due[0], "timeout", absent=False)
        raise RuntimeError("prompts expire without end")

    def settle_absent(self, prompts: Iterable[str]) -> None:
        """The same for prompts whose seat has no live connection."""
        wanted = set(prompts)
        if not wanted or self.state.paused:
            return
        here = present(self.mission.pk, self.now - ABSENT_AFTER)
        for prompt in self.state.prompts:
            if prompt.key in wanted and self._has_default(prompt) and not here.intersection(
                holders(self.state, prompt.to)
            ):
                self._time(prompt, "absent", absent=True)

    def _has_default(self, prompt: s.Prompt) -> bool:
        rules = stored.rules_of(self.state.rules)
        return self.code.prompts[prompt.kind].default(self.state, rules, prompt) is not WAITS

    def _time(self, prompt: s.Prompt, why: str, *, absent: bool) -> None:
        if prompt not in self.state.prompts:
            return
        key = f"{prompt.key}:{why}"
        # A rewind takes prompts back, and the same ones are asked again: another time is up then.
        before = LogEntry.objects.filter(
            mission_id=self.mission.pk, seat=SYSTEM, key__startswith=key
        ).count()
        if before:
            key = f"{key}.{before + 1}"
        command = c.Timeout(prompt=prompt.key, absent=absent)
        self._append(key, command, stored.body_hash(command), engine.THE_SYSTEM, SystemDice())

    def save(self) -> None:
        """Writes the state row; after the commit, whoever looks is told that there is something to see."""
        if self.wrote:
            row = self.row
            update(MissionState, row.pk, seq=row.seq, schema=row.schema, digest=row.digest, body=row.body)
            hints.after_commit(self.mission.pk)


def holders(state: s.AnyState, to: str) -> frozenset[str]:
    """The seats that may answer a prompt: its own and the GM that plays for it, or for the GMs' audience every GM's."""
    if not to:  # asked of nobody in particular
        return frozenset(state.seats)
    if to != engine.GM:
        seat = state.seats.get(to)
        return frozenset([to, seat.played_by] if seat is not None and seat.played_by else [to])
    return frozenset(seat.key for seat in state.seats.values() if seat.role == engine.GM)


def keep_present(mission_id: int, process: str, seats: Iterable[str], until: int) -> None:
    """Writes down that these seats are connected to a process until then, unless it is renewed; of a Mission that is
    not there any more, nothing."""
    with contextlib.suppress(IntegrityError), transaction.atomic():
        Presence.objects.bulk_create(
            [Presence(mission_id=mission_id, seat=seat, process=process, until=until) for seat in seats],
            update_conflicts=True,
            unique_fields=["mission", "seat", "process"],
            update_fields=["until"],
        )


def present(mission_id: int, since: int) -> frozenset[str]:
    """Seats that were connected to some process at `since` or later (milliseconds)."""
    return frozenset(
        Presence.objects.filter(mission_id=mission_id, until__gt=since).values_list("seat", flat=True)
    )


# --- Missions and seats -----------------------------------------------------------------------------


def create_mission(
    campaign: Campaign,
    name: str,
    *,
    genesis: s.AnyState | None = None,
    rules: Version,
    plan: Plan | None = None,
    rehearsal: bool = False,
) -> Mission:
    """A Mission of a campaign under a published version, with a seat for each active member.

    genesis: how it begins; ruleset, rules, name and the members' seats are filled in. Seats of it that no member
    has are nobody's.
    """
    code = rulesets.get(campaign.ruleset)
    begins: s.AnyState = genesis or s.State(
        ruleset=code.name, rules=rules.hash, part=_empty(code.mission_part)
    )
    members = list(campaign.members.filter(active=True))
    by_key = {m.key: m for m in members}
    own = {m.key: s.Seat(key=m.key, role=m.role, name=m.name) for m in members}
    begins = replace(
        begins, ruleset=code.name, rules=rules.hash, name=name, seq=0, seats={**begins.seats, **own}
    )
    with transaction.atomic():
        mission = Mission.objects.create(
            campaign=campaign,
            name=name,
            ruleset=code.name,
            rules=rules,
            genesis=stored.text_of(begins),
            plan=plan,
            rehearsal=rehearsal,
        )
        Seat.objects.bulk_create(
            Seat(mission=mission, key=seat.key, role=seat.role, member=by_key.get(seat.key))
            for seat in begins.seats.values()
        )
        row = MissionState(mission=mission)
        stored.write_state(row, mission, begins)
        row.save(force_insert=True)
    return mission


def copy_pictures(like: Mission, mission: Mission, keys: set[str]) -> None:
    """These pictures of an earlier Mission, for one that has its boards."""
    for picture in Picture.objects.filter(mission=like, key__in=keys - {""}):
        picture.pk, picture.mission = None, mission
        picture.save(force_insert=True)


def version_of(rules: str) -> Version:
    """The published version of this hash."""
    return Version.objects.get(hash=rules)


def _empty(part: Any) -> Any:
    return part() if isinstance(part, type) and part is not type(None) else None


def new_unit_key() -> str:
    """Eight random letters: a key that tells nothing, not even how many there are."""
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(8))


def join_unit(
    mission: Mission,
    spec: Mapping[str, Any],
    *,
    seat: str = SYSTEM,
    key: str | None = None,
    initiative: int | None = None,
    who: held.HasSeats | object = TRUSTED,
) -> str:
    """Makes a unit from the set-up keys of docs/scenarios.md (a sheet, a template) and joins it; its key."""
    code, row = stored.code_of(mission), MissionState.objects.get(pk=mission.pk)
    state = stored.read_state(mission, row)
    key = key or new_unit_key()
    unit, bodies = code.build_unit(stored.rules_of(state.rules), key, spec)
    command = c.Join(unit=unit, bodies=tuple(bodies), initiative=initiative)
    submit(mission.pk, seat, f"join-{key}", command, who=who)
    return key


def sync_seats(campaign_id: int) -> None:
    """Brings the seats of the campaign's open Missions in step with its members."""
    for mission in Mission.everything.filter(campaign_id=campaign_id, closed=None).defer("genesis"):
        sync_mission(mission)


def sync_mission(mission: Mission) -> None:
    """Announces members who came, left, or changed name or role, as the system, in the Mission's log."""
    members: Sequence[Member] = list(Member.objects.filter(campaign_id=mission.campaign_id))
    seats = {seat.key: seat for seat in Seat.objects.filter(mission_id=mission.pk)}
    state = stored.read_state(mission, MissionState.objects.get(pk=mission.pk))
    for member in members:
        seat, known = seats.get(member.key), state.seats.get(member.key)
        if member.active:
            if seat is None:
                Seat.objects.get_or_create(
                    mission_id=mission.pk,
                    key=member.key,
                    defaults={"role": member.role, "member": member},
                )
            wanted = replace(known or s.Seat(key=member.key, role=member.role), role=member.role, name=member.name)
            if wanted != known:
                _announce(mission, c.SetSeat(wanted))
            if seat is not None and (seat.role != member.role or seat.member_id != member.pk):
                Seat.objects.filter(pk=seat.pk).update(role=member.role, member=member)
        elif known is not None:
            _announce(mission, c.LeaveSeat(member.key))


def _announce(mission: Mission, command: c.Command) -> None:
    try:
        submit(mission.pk, SYSTEM, f"seat-{secrets.token_hex(8)}", command, who=TRUSTED)
    except Refused as refused:
        if refused.code not in ("illegal", "ended"):  # somebody else announced it in between
            raise


def close_mission(mission: Mission) -> None:
    """Nothing but talk after this; the log stays readable."""
    Mission.objects.filter(pk=mission.pk, closed=None).update(closed=timezone.now())
    hints.publish(mission.pk)


def is_gm(member: Member) -> bool:
    return member.role == Role.GM
