"""House rules: one entry of the rules data as one campaign has it."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Member


class HouseEntry(models.Model):
    """An entry of the layer that lies over the published rules. body: JSON of the fields that the campaign has
    otherwise than these (all of them, if the rules have no such entry); empty: the entry is left out."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="house")
    kind = models.CharField(_("kind"), max_length=20)
    key = models.CharField(_("key"), max_length=64)
    body = models.TextField(_("body"), blank=True)
    by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("house rule")
        verbose_name_plural = _("house rules")
        ordering = ["kind", "key"]
        constraints = [models.UniqueConstraint(fields=["campaign", "kind", "key"], name="one_house_rule_per_key")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

    @property
    def content(self) -> dict[str, Any] | None:
        """The body as plain values, None for an entry that is left out."""
        found: dict[str, Any] | None = json.loads(self.body) if self.body else None
        return found
