"""The frames of the socket, in both directions.

Up: `{"t": "hello", "v": "..."}` once the page is there, `{"t": "ping"}`, and from a GM's page `{"t": "offers", "on":
true}` to be shown what players' units can do; nothing else is decided here.
Down: `{"v", "swap", "content", "say", "snap"}`, `{"v", "same": true}`, `{"pong": 1}`, `{"error", "text"}`,
and what passes: `{"ping": {...}}`, `{"here": [seats]}` (missions.live.notes). A frame
carries no number that could have gaps: `v` is a digest of what the page then shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

CAME_BACK = 1012
SLOW = 1013
RULES_BROKEN = 1008
"""Malformed frames, again and again."""
LOGGED_OUT = 4401
FORBIDDEN = 4403
"""Removed, or another role: the page is to be opened anew."""
NOT_HERE = 4404
TOO_MANY = 4429


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello", tag_field="t"):
    """The page shows `v` (may be empty) and wants to go on from there."""

    v: str = ""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping", tag_field="t"):
    pass


class Offers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="offers", tag_field="t"):
    """The page wants to show what a player's unit can do, or not any more."""

    on: bool


_UP = msgspec.json.Decoder(Hello | Ping | Offers)
_DOWN = msgspec.json.Encoder()

PONG = '{"pong":1}'


class BadFrame(ValueError):
    """A frame that says nothing known."""


def read(text: str | None) -> Hello | Ping | Offers:
    """Raises BadFrame."""
    if text is None:
        raise BadFrame("frames are text")
    try:
        frame: Hello | Ping | Offers = _UP.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadFrame(str(problem)) from problem
    return frame


def change(v: str, content: str, say: Iterable[str]) -> str:
    """What turns the page that was shown before into `v`."""
    return _text({"v": v, "swap": "none", "snap": False, "say": " ".join(say), "content": content})


def whole(v: str, content: str) -> str:
    """What turns any page of this seat into `v`."""
    return _text({"v": v, "swap": "none", "snap": True, "say": "", "content": content})


def same(v: str) -> str:
    return _text({"v": v, "same": True})


def ping(shown: Mapping[str, object]) -> str:
    """Somebody points at a cell; nothing of the page changes."""
    return _text({"ping": dict(shown)})


def here(seats: Iterable[str]) -> str:
    """Which seats are connected: for the GM."""
    return _text({"here": sorted(seats)})


def error(code: str, text: str) -> str:
    return _text({"error": code, "text": text})


def _text(value: dict[str, object]) -> str:
    return _DOWN.encode(value).decode()
