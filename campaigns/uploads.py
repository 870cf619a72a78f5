"""Pictures that people upload: written anew by a child process (`upload_child`) with limits, and answered as nothing
but one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils.translation import gettext as _

from .services import Refused
from .upload_child import BYTES, LEAST, PIXELS, REFUSED, SECONDS

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = SECONDS + 5
AT_ONCE = BoundedSemaphore(2)
KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "LD_LIBRARY_PATH")
"""Of the environment; the child needs no key and no address."""
MEDIA_TYPE = "image/webp"
HOW = ("whole", "start", "middle", "end")


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


def written_anew(file: UploadedFile[Any] | None, how: str) -> bytes:
    """The upload as WebP of pixels made here. how: `whole`, or which part is cut to a square (else its middle). Raises
    Refused with words."""
    if file is None or not file.size:
        raise Refused(words("empty"))
    if file.size > BYTES:
        raise Refused(words("too_heavy"))
    if not AT_ONCE.acquire(timeout=PATIENCE):
        raise Refused(words("busy"))
    try:
        done = subprocess.run(  # noqa: S603  (nothing of it was sent by anybody but one of four words)
            [sys.executable, "-E", "-s", "-m", "campaigns.upload_child", how if how in HOW else "middle"],
            input=file.read(),
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
    return bytes(done.stdout)


def answer(data: bytes, media_type: str, keep: str) -> HttpResponse:
    """The picture, as nothing but one. keep: who may keep it, in the words of Cache-Control."""
    response = HttpResponse(data, content_type=media_type)
    response["Content-Security-Policy"] = "sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = keep
    return response
