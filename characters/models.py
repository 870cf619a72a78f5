"""The campaign's roster: people's characters, and templates of mobs for the GM.

A sheet is one document, in the set-up keys of docs/scenarios.md (`stats`, `skills`, `race`, `pack` ...); a unit's
numbers are copied from it when it joins a Mission, neither read nor written during play.
"""

from __future__ import annotations

from typing import Any

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Member


class Portrait(models.Model):
    """A square picture of a character or a kind of foe, as it was written anew here. It is never changed."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="portraits")
    digest = models.CharField(max_length=64, editable=False)
    media_type = models.CharField(max_length=20, editable=False)
    data = models.BinaryField()

    class Meta:
        verbose_name = _("portrait")
        verbose_name_plural = _("portraits")
        constraints = [models.UniqueConstraint(fields=["campaign", "digest"], name="one_portrait_per_digest")]

    def __str__(self) -> str:
        return self.digest[:8]


class Character(models.Model):
    """Somebody's character. `member` plays it; without one the GM does, and if it is `free`, whoever comes may take
    it."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="characters")
    member = models.ForeignKey(
        Member, models.SET_NULL, null=True, blank=True, related_name="characters"
    )
    number = models.PositiveIntegerField(_("number"), editable=False)
    """Its name within the campaign, in addresses and as `sheet` of units; it never changes, not by a copy elsewhere
    either."""
    name = models.CharField(_("name"), max_length=60)
    sheet = models.JSONField(_("sheet"), default=dict)
    about = models.TextField(_("who it is"), blank=True, max_length=4000)
    free = models.BooleanField(_("free to be taken"), default=False)
    xp = models.PositiveIntegerField(_("experience"), default=0)
    level = models.PositiveSmallIntegerField(_("level"), default=1)
    portrait = models.ForeignKey(Portrait, models.SET_NULL, null=True, blank=True, related_name="+")
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("character")
        verbose_name_plural = _("characters")
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_character_per_number")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.number is None:
            with transaction.atomic():
                # The campaign's row serves the numbers one after the other.
                Campaign.objects.select_for_update().get(pk=self.campaign_id)
                others = Character.objects.filter(campaign_id=self.campaign_id)
                self.number = (others.aggregate(last=models.Max("number"))["last"] or 0) + 1
                super().save(*args, **kwargs)
        else:
            super().save(*args, **kwargs)


class SheetEntry(models.Model):
    """The history of a sheet: what was changed when, and how it was before. mission: its number, if one did it.
    waits: a level that its player took, until a GM has entered what it brings."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="history")
    at = models.DateTimeField(_("at"), auto_now_add=True)
    mission = models.BigIntegerField(null=True, blank=True)
    by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    why = models.CharField(_("why"), max_length=120)
    before = models.JSONField(_("sheet before"))
    changes = models.JSONField(_("changes"))
    waits = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("change of a sheet")
        verbose_name_plural = _("changes of sheets")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.why


class XpEntry(models.Model):
    """The ledger of experience (T-094)."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="ledger")
    at = models.DateTimeField(_("at"), auto_now_add=True)
    mission = models.BigIntegerField(null=True, blank=True)
    points = models.IntegerField(_("points"))
    why = models.CharField(_("why"), max_length=120)

    class Meta:
        verbose_name = _("experience")
        verbose_name_plural = _("experience")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.points:+d} {self.why}"


class MobTemplate(models.Model):
    """A kind of foe or helper that the GM puts into Missions, any number of times."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="mob_templates")
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("notes"), blank=True, max_length=4000)
    count = models.PositiveSmallIntegerField(_("members"), default=1)
    sheet = models.JSONField(_("sheet of one member"), default=dict)
    portrait = models.ForeignKey(Portrait, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("mob template")
        verbose_name_plural = _("mob templates")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class MobEntry(models.Model):
    """The history of a mob template, as of a sheet."""

    mob = models.ForeignKey(MobTemplate, models.CASCADE, related_name="history")
    at = models.DateTimeField(_("at"), auto_now_add=True)
    by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    why = models.CharField(_("why"), max_length=120)
    before = models.JSONField(_("sheet before"))
    changes = models.JSONField(_("changes"))

    class Meta:
        verbose_name = _("change of a mob template")
        verbose_name_plural = _("changes of mob templates")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.why
