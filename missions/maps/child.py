"""Reads an upload in a process of its own, which may be killed and holds limits: called by `limited`.

    python -m missions.maps.child < request > answer

The request names the files; nothing else is opened. Memory and time are limited where the system can (not on Windows:
there the time limit of the caller holds alone).
"""

from __future__ import annotations

import contextlib
import gc
import sys
from pathlib import Path

import msgspec

from . import limits, picture
from .draft import Choices, Draft, Params, Unreadable
from .read import Whole, read

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]


class Request(msgspec.Struct, frozen=True):
    """names and paths go together. keep: cut the picture to the crop; whole: all of it, as it may be stored; else
    make a preview of all of it."""

    names: tuple[str, ...]
    paths: tuple[str, ...]
    choices: Choices
    keep: bool = False
    whole: bool = False


class Answer(msgspec.Struct, frozen=True):
    """Either a draft, the name of its file and a picture (a preview or what is to be stored), or a refusal."""

    draft: Draft | None = None
    name: str = ""
    picture: bytes = b""
    refused: str = ""
    params: Params = {}


def main() -> int:
    hold()
    gc.disable()  # this process ends soon, and looking for circles among millions of values takes longest of all
    try:
        request = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Request)
        answer = answered(request)
    except Unreadable as problem:
        answer = Answer(refused=problem.code, params=problem.params)
    except MemoryError:
        answer = Answer(refused="too_much_memory", params={"most": limits.MEMORY // limits.MIB})
    except RecursionError:
        answer = Answer(refused="too_deep")
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer))
    return 0


def hold() -> None:
    """Takes the limits upon this process."""
    if resource is None:
        return
    for which, most in (
        (resource.RLIMIT_AS, limits.MEMORY),
        (resource.RLIMIT_CPU, limits.SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(which, (most, most))


def answered(request: Request) -> Answer:
    files = {name: Path(path).read_bytes() for name, path in zip(request.names, request.paths, strict=True)}
    whole = read(files, request.choices)
    del files
    if whole.background is None or whole.draft.picture is None:
        return Answer(whole.draft, whole.name)
    if request.whole:
        return Answer(whole.draft, whole.name, picture.whole(whole.background))
    return Answer(whole.draft, whole.name, _kept(whole, request) if request.keep else picture.preview(whole.background))


def _kept(whole: Whole, request: Request) -> bytes:
    assert whole.background is not None
    assert whole.draft.picture is not None
    box = request.choices.crop or (0, 0, whole.draft.width, whole.draft.height)
    return picture.cut(whole.background, whole.draft.picture, box)


if __name__ == "__main__":
    sys.exit(main())
