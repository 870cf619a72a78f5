"""Calls the child process that reads maps. The only door to the readers from a server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import BoundedSemaphore

import msgspec

from . import limits
from .child import Answer, Request
from .draft import Choices, Unreadable

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = limits.SECONDS + 10
"""Seconds by the clock after which a child is killed."""
AT_ONCE = BoundedSemaphore(2)
KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "LD_LIBRARY_PATH")
"""Of the environment; the child needs no key and no address."""


def read(paths: Mapping[str, Path], choices: Choices, *, keep: bool = False, whole: bool = False) -> Answer:
    """Reads the files of an upload (base name -> where it lies). Raises Unreadable; nothing is written anywhere.

    The answer's picture is a preview, or with `keep` the background as it is to be stored, cut to the board, and with
    `whole` all of it.
    """
    request = Request(tuple(paths), tuple(str(path) for path in paths.values()), choices, keep, whole)
    if not AT_ONCE.acquire(timeout=PATIENCE):
        raise Unreadable("busy")
    try:
        done = subprocess.run(
            [sys.executable, "-E", "-s", "-m", "missions.maps.child"],
            input=msgspec.msgpack.encode(request),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=ROOT,
            env={key: os.environ[key] for key in KEPT if key in os.environ},
        )
    except subprocess.TimeoutExpired:
        raise Unreadable("took_too_long", seconds=limits.SECONDS) from None
    finally:
        AT_ONCE.release()
    if done.returncode:
        raise Unreadable(*_why(done.returncode, done.stderr))
    answer = msgspec.msgpack.decode(done.stdout, type=Answer)
    if answer.refused:
        raise Unreadable(answer.refused, **answer.params)
    return answer


def _why(code: int, said: bytes) -> tuple[str]:
    """The child ended without an answer: killed for its time or its memory, or by an error of ours."""
    if code in (-24, -9, 137, 152):
        return ("took_too_long",)
    if b"MemoryError" in said or code in (-11, -6, 134, 139):
        return ("too_much_memory",)
    return ("reader_failed",)
