"""A Mission in the database: its beginning, its log, its present state, and who sits at it.

The log is the truth: one row for each accepted command, never changed. `MissionState` and `Snapshot` are caches
of its fold. Everything that the kernel reads is canonical JSON as text, never a database's own JSON, whose rules
differ (missions.stored reads and writes it). Writes go through `missions.services`, reads through
`missions.selectors`.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models import KEY_LENGTH, Campaign, Member, Role

SYSTEM = "system"
"""The seat key of the server itself: time that ran out, seats that changed."""


class Plan(models.Model):
    """A Mission that a GM prepares: what was typed into the form so far, whole or not. It stays with the Missions that
    are made of it, so that they can be prepared again. rev: two GMs do not overwrite each other."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="plans")
    name = models.CharField(_("name"), max_length=120)
    body = models.TextField(editable=False)
    rev = models.PositiveIntegerField(default=0, editable=False)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("plan of a mission")
        verbose_name_plural = _("plans of missions")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class Played(models.Manager["Mission"]):
    """Missions that count. A rehearsal is in no list: whoever means it asks for everything."""

    def get_queryset(self) -> models.QuerySet[Mission]:
        return super().get_queryset().filter(rehearsal=False)


class Mission(models.Model):
    """One evening's play: where it began (`genesis`) and the rules version that it started with.

    A rehearsal is one that only GMs find, that leaves nothing to any sheet, and that is deleted at its end.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="missions")
    name = models.CharField(_("name"), max_length=120)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    genesis = models.TextField(editable=False)
    rules = models.ForeignKey("rulebook.Version", models.PROTECT, related_name="missions")
    plan = models.ForeignKey(Plan, models.SET_NULL, null=True, blank=True, related_name="missions", editable=False)
    rehearsal = models.BooleanField(default=False, editable=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    closed = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = Played()
    everything = models.Manager["Mission"]()

    class Meta:
        verbose_name = _("mission")
        verbose_name_plural = _("missions")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class Adoption(models.Model):
    """A version that a Mission has gone on under, later than the one it began with; the last one is what it plays.
    Its log can be read only with it, so it stays as long as the Mission."""

    mission = models.ForeignKey(Mission, models.CASCADE, related_name="adoptions")
    version = models.ForeignKey("rulebook.Version", models.PROTECT, related_name="adoptions")

    class Meta:
        verbose_name = _("adopted version")
        verbose_name_plural = _("adopted versions")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["mission", "version"], name="one_adoption_per_version")]

    def __str__(self) -> str:
        return f"{self.mission}: {self.version}"


class Seat(models.Model):
    """Who sits at a Mission: the key of the campaign's member, in every Mission the same.

    `role` is what the state was last told; permission is asked of the member each time. Without a member the
    seat is nobody's, and only the server itself speaks for it.
    """

    mission = models.ForeignKey(Mission, models.CASCADE, related_name="seats")
    key = models.CharField(_("seat key"), max_length=KEY_LENGTH)
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    member = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="seats")

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["mission", "key"], name="one_seat_per_mission")]

    def __str__(self) -> str:
        return self.key


class MissionState(models.Model):
    """The state after row `seq` of the log. `schema`: of the code that wrote it; another one means refold."""

    mission = models.OneToOneField(
        Mission, models.CASCADE, primary_key=True, related_name="state"
    )
    seq = models.PositiveIntegerField(default=0)
    schema = models.PositiveIntegerField()
    digest = models.CharField(max_length=32)
    """Of `body`: who has decoded that very text need not fetch it again."""
    body = models.TextField()

    def __str__(self) -> str:
        return f"{self.mission_id}@{self.seq}"


class LogEntry(models.Model):
    """One accepted command and the facts that it made. Refusals are not stored."""

    mission = models.ForeignKey(Mission, models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    seat = models.CharField(max_length=KEY_LENGTH)
    role = models.CharField(max_length=10)
    key = models.CharField(max_length=80)
    """The command's idempotency key, unique for its seat."""
    body_hash = models.CharField(max_length=64)
    command = models.TextField()
    now = models.BigIntegerField()
    """The Mission's clock in milliseconds when it was decided."""
    events = models.TextField()
    answer = models.TextField()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["mission", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["mission", "seq"], name="one_row_per_seq"),
            models.UniqueConstraint(fields=["mission", "seat", "key"], name="one_effect_per_key"),
        ]

    def __str__(self) -> str:
        return f"{self.mission_id}#{self.seq}"


class Snapshot(models.Model):
    """The state after a row, so that looking back need not begin at the beginning."""

    mission = models.ForeignKey(Mission, models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    schema = models.PositiveIntegerField()
    body = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["mission", "seq"], name="one_snapshot_per_seq")]

    def __str__(self) -> str:
        return f"{self.mission_id}@{self.seq}"


class Presence(models.Model):
    """That a seat is connected to a process, until `until` (milliseconds) unless it is renewed."""

    mission = models.ForeignKey(Mission, models.CASCADE, related_name="presences")
    seat = models.CharField(max_length=KEY_LENGTH)
    process = models.CharField(max_length=32)
    until = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["mission", "seat", "process"], name="one_presence_per_process"
            )
        ]

    def __str__(self) -> str:
        return f"{self.mission_id}/{self.seat}"


class Picture(models.Model):
    """A picture of a board or a token; boards and bodies name it by its key.

    It is never changed: another picture has another key, for a tile that was sent is not fetched again. `digest` is
    the SHA-256 of `data`.
    """

    mission = models.ForeignKey(Mission, models.CASCADE, related_name="pictures")
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=10, choices=[("board", _("board")), ("token", _("token"))])
    media_type = models.CharField(max_length=20)
    data = models.BinaryField()
    digest = models.CharField(max_length=64, editable=False)

    class Meta:
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")
        constraints = [models.UniqueConstraint(fields=["mission", "key"], name="one_picture_per_key")]

    def __str__(self) -> str:
        return self.key

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.digest = hashlib.sha256(bytes(self.data)).hexdigest()
        super().save(*args, **kwargs)


class Map(models.Model):
    """A map of a campaign, of which Missions take copies: a board with its zones and notes (`missions.map_board`).

    origin: JSON of where it came from: name and SHA-256 of the file, the readers' version, the choices, the report.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="maps")
    name = models.CharField(_("name"), max_length=120)
    body = models.TextField(editable=False)
    width = models.PositiveSmallIntegerField(_("columns"), editable=False)
    height = models.PositiveSmallIntegerField(_("rows"), editable=False)
    picture = models.BinaryField(blank=True, default=b"")
    media_type = models.CharField(max_length=20, blank=True, editable=False)
    size = models.PositiveIntegerField(default=0, editable=False)
    """Bytes of the picture."""
    origin = models.TextField(default="{}", editable=False)
    rev = models.PositiveIntegerField(default=0, editable=False)
    """How many edits it has had; `body` is the map after the last one."""
    sized = models.PositiveIntegerField(default=0, editable=False)
    """The edit that changed its size last: places that are older mean other cells."""
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("map")
        verbose_name_plural = _("maps")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class MapSize(models.Model):
    """A change of a map's size, to be undone. sides: cells added at the left, top, right and bottom; before: the map
    as it was."""

    map = models.ForeignKey(Map, models.CASCADE, related_name="sizes")
    rev = models.PositiveIntegerField()
    sides = models.JSONField()
    before = models.TextField()

    class Meta:
        ordering = ["map", "pk"]

    def __str__(self) -> str:
        return f"{self.map_id}@{self.rev}"


class MapEdit(models.Model):
    """What one stroke of an editor changed on a map, for the other editors that have it open.

    ops: JSON as `missions.map_sheet` reads it. over: JSON of what it changed that another had changed meanwhile.
    """

    map = models.ForeignKey(Map, models.CASCADE, related_name="edits")
    rev = models.PositiveIntegerField()
    tab = models.CharField(max_length=32)
    """The open page that it came from."""
    key = models.CharField(max_length=64)
    who = models.CharField(max_length=60)
    ops = models.TextField()
    over = models.TextField(default="[]")

    class Meta:
        ordering = ["map", "rev"]
        constraints = [
            models.UniqueConstraint(fields=["map", "rev"], name="one_edit_per_rev"),
            models.UniqueConstraint(fields=["map", "tab", "key"], name="one_effect_per_edit"),
        ]

    def __str__(self) -> str:
        return f"{self.map_id}#{self.rev}"
