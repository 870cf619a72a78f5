"""What the rulebook asks of house rules: whose they are, and what they name."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.models import Campaign
from tactics.effects.use import words
from tactics.rulebook.uses import Holder

from . import services


def holders(ruleset: str) -> Iterator[Holder]:
    """The house rules of each campaign of the ruleset."""
    for campaign in Campaign.objects.filter(ruleset=ruleset, house__isnull=False).distinct():
        layer = services.layer(campaign)
        yield Holder(campaign.name, _("its house rules"), words([*layer.values()]), layer=layer)
