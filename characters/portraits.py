"""Portraits and token art: taken from an upload (`campaigns.uploads`), shown to who may, brought into Missions."""

from __future__ import annotations

import hashlib
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as lazy

from campaigns import uploads
from campaigns.models import Campaign

from .models import Character, MobTemplate, Portrait
from .services import MOST

PARTS = [
    ("middle", lazy("its middle")), ("start", lazy("its top, or its left")), ("end", lazy("its bottom, or its right")),
]  # fmt: skip


def take(campaign: Campaign, file: UploadedFile[Any] | None, part: str) -> Portrait:
    """The upload cut to a square and written anew; an equal one is kept once. Raises Refused, and nothing is stored."""
    data = uploads.written_anew(file, part if part in dict(PARTS) else "middle")
    digest = hashlib.sha256(data).hexdigest()
    if campaign.portraits.count() >= 2 * MOST:
        _tidy(campaign)
    made, _new = Portrait.objects.get_or_create(
        campaign=campaign, digest=digest, defaults={"data": data, "media_type": uploads.MEDIA_TYPE}
    )
    return made


def change(one: Character | MobTemplate, portrait: Portrait | None) -> None:
    """Gives it this picture, or none. One that nobody has any more goes."""
    old, one.portrait = one.portrait, portrait
    one.save(update_fields=["portrait"])
    if old is not None and old != portrait and not _used(old):
        old.delete()


def _used(portrait: Portrait) -> bool:
    return any(kind.objects.filter(portrait=portrait).exists() for kind in (Character, MobTemplate))


def _tidy(campaign: Campaign) -> None:
    """Pictures that nobody has."""
    used = {pk for kind in (Character, MobTemplate) for pk in kind.objects.values_list("portrait", flat=True) if pk}
    campaign.portraits.exclude(pk__in=used).delete()


def answer(portrait: Portrait) -> HttpResponse:
    """The picture, as nothing but one."""
    return uploads.answer(bytes(portrait.data), portrait.media_type, "private, max-age=604800")
