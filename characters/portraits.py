"""Portraits and token art: taken from an upload by way of a child process, shown to who may, brought into Missions."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.models import Campaign

from .models import Character, MobTemplate, Portrait
from .portrait_child import BYTES, LEAST, PIXELS, REFUSED, SECONDS
from .services import MOST, Refused

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = SECONDS + 5
AT_ONCE = BoundedSemaphore(2)
KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "LD_LIBRARY_PATH")
"""Of the environment; the child needs no key and no address."""
MEDIA_TYPE = "image/webp"
PARTS = [
    ("middle", lazy("its middle")), ("start", lazy("its top, or its left")), ("end", lazy("its bottom, or its right")),
]  # fmt: skip


def words(code: str) -> str:
    """Why a picture is refused, and what to do."""
    return {
        "empty": _("Choose a picture first."),
        "too_heavy": _("A picture has at most %(n)s MB. Save it smaller.") % {"n": BYTES // 1_000_000},
        "no_picture": _("This is no PNG, JPEG or WebP, whatever its name says. Save it as one of these."),
        "picture_broken": _("The picture is broken or cut short. Save or download it again."),
        "picture_too_large": _("A picture has at most %(n)s million pixels. Save it smaller.") % {"n": PIXELS // 10**6},
        "picture_too_small": _("A picture has at least %(n)s pixels a side.") % {"n": LEAST},
        "busy": _("Too many pictures are being read. Try again in a moment."),
    }.get(code, _("Reading this picture takes too long or too much memory. Save it smaller."))


def take(campaign: Campaign, file: UploadedFile[Any] | None, part: str) -> Portrait:
    """The upload cut to a square and written anew; an equal one is kept once. Raises Refused, and nothing is stored."""
    if file is None or not file.size:
        raise Refused(words("empty"))
    if file.size > BYTES:
        raise Refused(words("too_heavy"))
    data = _square(file.read(), part)
    digest = hashlib.sha256(data).hexdigest()
    if campaign.portraits.count() >= 2 * MOST:
        _tidy(campaign)
    made, _new = Portrait.objects.get_or_create(
        campaign=campaign, digest=digest, defaults={"data": data, "media_type": MEDIA_TYPE}
    )
    return made


def _square(data: bytes, part: str) -> bytes:
    if not AT_ONCE.acquire(timeout=PATIENCE):
        raise Refused(words("busy"))
    try:
        done = subprocess.run(  # noqa: S603  (nothing of it was sent by anybody but one of three words)
            [sys.executable, "-E", "-s", "-m", "characters.portrait_child", part if part in dict(PARTS) else "middle"],
            input=data,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=ROOT,
            env={key: os.environ[key] for key in KEPT if key in os.environ},
        )
    except subprocess.TimeoutExpired:
        raise Refused(words("took_too_long")) from None
    finally:
        AT_ONCE.release()
    if done.returncode == REFUSED:
        raise Refused(words(done.stderr.decode(errors="replace")))
    if done.returncode or not done.stdout:
        raise Refused(words("took_too_long"))
    return done.stdout


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
    response = HttpResponse(bytes(portrait.data), content_type=portrait.media_type)
    response["Content-Security-Policy"] = "sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = "private, max-age=604800"
    return response
