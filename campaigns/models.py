"""Who plays: users, campaigns, members and invitations.

A *member* is a person's seat in a campaign. Its ``key`` (``ana``) is the seat's name in
addresses, in the log and in scenario files, and never changes or returns to another person.
Writes go through ``campaigns.services``, reads through ``campaigns.selectors``.
"""

from __future__ import annotations

import hashlib

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from . import text

KEY_LENGTH = 24
KEY_PATTERN = r"[a-z][a-z0-9-]{0,23}"

#: Names that the log and the audiences already use; no player may carry one.
RESERVED_KEYS = frozenset({"gm", "public", "system", "all", "none", "me"})


class User(AbstractUser):
    """A person. A guest has no password: a link brought them in and brings them back."""

    display_name = models.CharField(_("name at the table"), max_length=60, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)

    def get_short_name(self) -> str:
        return self.display_name or self.username

    def __str__(self) -> str:
        return self.get_short_name()


class Role(models.TextChoices):
    GM = "gm", _("GM")
    PLAYER = "player", _("player")
    SPECTATOR = "spectator", _("spectator")


class Post(models.TextChoices):
    """What somebody may be made at a table: the roles, and of the GMs those who only help."""

    PLAYER = "player", _("player")
    SPECTATOR = "spectator", _("spectator")
    CO_GM = "co-gm", _("co-GM")
    GM = "gm", _("GM")

    @property
    def role(self) -> Role:
        return Role.GM if self is Post.CO_GM else Role(self.value)


class Campaign(models.Model):
    """A table that meets again: one ruleset, some people, many missions.

    ``archived``: put away. It is looked at and nothing more; its links and Missions are closed until it is restored.
    ``handed``: rises with every change of its handouts, so that open Missions see it.
    """

    name = models.CharField(_("name"), max_length=120)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    archived = models.BooleanField(_("archived"), default=False)
    ready_heroes = models.BooleanField(
        _("Players who come may choose a ready hero of the rules"), default=True,
    )
    handed = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A seat in a campaign and who holds it.

    ``epoch`` rises when the GM takes the seat's links back: whatever a browser held by an
    earlier link no longer counts. ``co_gm``: a GM at every Mission who has no say over the campaign itself, its GMs
    and its links for GMs; meaningless for other roles.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="memberships")
    key = models.CharField(_("seat key"), max_length=KEY_LENGTH, validators=[RegexValidator(rf"^{KEY_PATTERN}\Z")])
    name = models.CharField(_("name at this table"), max_length=60)
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    co_gm = models.BooleanField(_("co-GM"), default=False)
    active = models.BooleanField(_("active"), default=True)
    epoch = models.PositiveIntegerField(default=0)
    joined = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="one_seat_per_key"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_gm(self) -> bool:
        return self.role == Role.GM

    @property
    def leads(self) -> bool:
        """True for a GM who is no co-GM: the campaign is theirs."""
        return self.is_gm and not self.co_gm

    @property
    def post(self) -> Post:
        return Post.CO_GM if self.is_gm and self.co_gm else Post(self.role)


class Invitation(models.Model):
    """A link. Only the SHA-256 of its token is stored, so a stolen database opens no seat.

    With ``member`` it is a personal link that returns to that seat on any device; without,
    each use makes a new member of the given role.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    co_gm = models.BooleanField(_("co-GM"), default=False)
    member = models.ForeignKey(Member, models.CASCADE, null=True, blank=True, related_name="invitations")
    created = models.DateTimeField(_("created"), auto_now_add=True)
    expires = models.DateTimeField(_("expires"), null=True, blank=True)
    max_uses = models.PositiveIntegerField(_("uses allowed"), null=True, blank=True)
    uses = models.PositiveIntegerField(_("uses"), default=0)
    revoked = models.BooleanField(_("revoked"), default=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.get_role_display()} ({self.uses})"

    @property
    def post(self) -> Post:
        """As what it brings people in; a personal link as what its member now is."""
        if self.member is not None:
            return self.member.post
        return Post.CO_GM if self.role == Role.GM and self.co_gm else Post(self.role)

    @staticmethod
    def digest_of(token: str) -> str:
        """The stored form of a token: 64 hexadecimal digits."""
        return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()

    @property
    def is_open(self) -> bool:
        """True while the link still works."""
        if self.revoked or self.campaign.archived:
            return False
        if self.expires is not None and self.expires <= timezone.now():
            return False
        if self.member is not None and not self.member.active:
            return False
        return self.max_uses is None or self.uses < self.max_uses


class Thread(models.Model):
    """Roleplay between the Missions: posts in turn, in character or not. ``closed``: read and nothing more."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="threads")
    title = models.CharField(_("title"), max_length=120)
    closed = models.BooleanField(_("closed"), default=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    stirred = models.DateTimeField(_("last post"), auto_now_add=True)

    class Meta:
        verbose_name = _("thread")
        verbose_name_plural = _("threads")
        ordering = ["closed", "-stirred", "-pk"]

    def __str__(self) -> str:
        return self.title


class Message(models.Model):
    """A post of a thread. ``voice``: the character that speaks, or empty for the person; ``whisper``: for the writer
    and the GMs alone; ``roll``: what the dice showed, as JSON {formula, faces, total}, or empty."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="messages")
    member = models.ForeignKey(Member, models.CASCADE, related_name="messages")
    key = models.CharField(max_length=40)
    """Of the form that sent it: the same form twice is one post."""
    voice = models.CharField(_("as"), max_length=60, blank=True)
    text = models.TextField(_("text"), blank=True)
    roll = models.JSONField(_("dice"), null=True, blank=True)
    whisper = models.BooleanField(_("whisper"), default=False)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    struck = models.BooleanField(_("taken back"), default=False)

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["thread", "member", "key"], name="one_post_per_form")]

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def html(self) -> SafeString:
        return text.html(self.text)

    @property
    def dice(self) -> str:
        """`2d6 + 1: 4, 2 = 7`."""
        if not self.roll:
            return ""
        faces = ", ".join(map(str, self.roll["faces"]))
        return f"{self.roll['formula']}: {faces} = {self.roll['total']}"


class Handout(models.Model):
    """A text, a picture or both, which a GM shows to chosen seats and may take back. ``key`` is random: numbers in
    addresses would tell how many there are. ``picture`` is WebP made here; ``mark`` changes with the content."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="handouts")
    key = models.CharField(max_length=24, editable=False)
    title = models.CharField(_("title"), max_length=120)
    text = models.TextField(_("text"), blank=True)
    picture = models.BinaryField(blank=True, default=b"")
    has_picture = models.BooleanField(default=False, editable=False)
    mark = models.CharField(max_length=16, editable=False)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("handout")
        verbose_name_plural = _("handouts")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["campaign", "key"], name="one_handout_per_key")]

    def __str__(self) -> str:
        return self.title

    @property
    def html(self) -> SafeString:
        return text.html(self.text)


class Showing(models.Model):
    """To whom a handout is shown: a player's seat key, `all` players, or `public` for the spectators, also those who
    come later (names that no seat may have)."""

    handout = models.ForeignKey(Handout, models.CASCADE, related_name="showings")
    to = models.CharField(_("to"), max_length=KEY_LENGTH)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("showing")
        verbose_name_plural = _("showings")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["handout", "to"], name="shown_once")]

    def __str__(self) -> str:
        return self.to
