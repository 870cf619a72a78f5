"""Uploads between looking and keeping: files in the data folder, for an hour, outside the database.

An upload belongs to the member who sent it; its name is a secret. What is refused is deleted at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import secrets
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from campaigns.models import Member

from .maps import limits
from .maps.draft import Choices, Unreadable

LASTS = 3600
"""Seconds."""
PENDING = 3
"""Uploads of one member that may wait; the oldest goes."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{24,64}\Z")
ABOUT = "about.json"


@dataclass
class Intake:
    """One upload. names: base names as they were sent; `0`, `1` ... hold their bytes."""

    folder: Path
    names: list[str]
    choices: Choices = field(default_factory=Choices)
    terrain: dict[str, str] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)

    @property
    def token(self) -> str:
        return self.folder.name

    @property
    def paths(self) -> dict[str, Path]:
        return {name: self.folder / str(n) for n, name in enumerate(self.names)}

    def preview(self) -> Path:
        return self.folder / "preview"

    def digest(self) -> str:
        """SHA-256 of the files, one after another."""
        digest = hashlib.sha256()
        for path in self.paths.values():
            with path.open("rb") as file:
                while piece := file.read(1 << 20):
                    digest.update(piece)
        return digest.hexdigest()

    def drop(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def take(member: Member, files: Iterable[UploadedFile[Any]]) -> Intake:
    """Writes an upload down. Raises Unreadable where it is empty, too much, or too many."""
    files = list(files)
    if not files or not any(file.size for file in files):
        raise Unreadable("empty")
    if len(files) > limits.FILES:
        raise Unreadable("too_many_files", most=limits.FILES)
    if sum(file.size or 0 for file in files) > limits.FILE:
        raise Unreadable("too_heavy", most=limits.FILE // limits.MIB)
    _tidy(member)
    folder = _home() / secrets.token_urlsafe(24)
    folder.mkdir(mode=0o700)
    made = Intake(folder, [])
    try:
        for n, file in enumerate(files):
            made.names.append(_name(file.name or "", made.names))
            with (folder / str(n)).open("wb") as out:
                for piece in file.chunks():
                    out.write(piece)
        save(made, member)
    except BaseException:
        made.drop()
        raise
    return made


def save(intake: Intake, member: Member) -> None:
    about = {
        "member": member.pk,
        "names": intake.names,
        "choices": msgspec.to_builtins(intake.choices),
        "terrain": intake.terrain,
        "sides": intake.sides,
    }
    (intake.folder / ABOUT).write_text(json.dumps(about), encoding="utf-8")


def find(member: Member, token: str) -> Intake | None:
    """The member's own upload, if it is still there."""
    if not TOKEN.match(token):
        return None
    folder = _home() / token
    about = _about(folder)
    if about is None or about["member"] != member.pk or folder.stat().st_mtime < time.time() - LASTS:
        return None
    return Intake(
        folder,
        list(about["names"]),
        msgspec.convert(about["choices"], Choices),
        dict(about["terrain"]),
        dict(about["sides"]),
    )


def _about(folder: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found


def _home() -> Path:
    home = Path(settings.DATA) / "intake"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    return home


def _tidy(member: Member) -> None:
    """Deletes what is too old, and of this member's uploads all but the newest."""
    own = []
    for folder in _home().iterdir():
        with contextlib.suppress(OSError):
            when = folder.stat().st_mtime
            if when < time.time() - LASTS:
                shutil.rmtree(folder, ignore_errors=True)
            elif (about := _about(folder)) is not None and about["member"] == member.pk:
                own.append((when, folder))
    for _, folder in sorted(own, reverse=True)[PENDING - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def _name(given: str, taken: list[str]) -> str:
    """A file's base name as readers match it, printable and different from the others."""
    base = given.replace("\\", "/").rsplit("/", 1)[-1]
    base = "".join(c for c in base if c.isprintable())[-120:] or "map"
    while base in taken:
        base = f"_{base}"
    return base
