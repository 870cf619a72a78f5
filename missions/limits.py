"""How much one seat may send, and what a command may hold. Every entry point shares these numbers."""

from __future__ import annotations

import os
import re
import time
from collections import OrderedDict, deque
from typing import Any

import msgspec
from django.core.cache import cache

from tactics.kernel.refusals import Refused, bad_field

COMMAND_BYTES = 16 * 1024
GM_COMMAND_BYTES = 512 * 1024
"""A board of 100 x 100 cells with its heights fits."""
FRAME_BYTES = 64 * 1024
DEPTH = 16
LARGEST = 2**53
KEY = re.compile(r"[A-Za-z0-9_.:\-]{1,64}\Z")

PER_SECOND = int(os.environ.get("SORTIE_COMMANDS_PER_SECOND", "10"))
"""Commands of one seat, over all its tabs; three seconds' worth may come at once."""
SPAN = 3
CHATS = int(os.environ.get("SORTIE_CHATS", "5"))
"""Lines of chat of one seat in CHAT_SPAN seconds."""
CHAT_SPAN = 5
PINGS = 6
PING_SPAN = 6

POSTS = 1.5
"""Of the commands of a seat so many times as many posts are looked at, whatever is in them."""
_posts: OrderedDict[tuple[str, str], deque[float]] = OrderedDict()
_SENDERS = 5_000

# Characters that no field wants: the databases differ about NUL, browsers about the others.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u2028\u2029\ufffe\uffff\ud800-\udfff]")

_TURNS = {
    **dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c"),
    **dict.fromkeys("\u2066\u2067\u2068", "\u2069"),
}
"""Signs that turn the direction of what follows, until the sign that ends them."""


def check_posts(sender: str, address: str) -> None:
    """Counts a post before anything is asked of the database; raises Refused (`rate_limited`) when one browser sends
    too many to one address, or four times as many in all. Counted in this process alone: what is flooded is it."""
    now = time.monotonic()
    for key, times in (((sender, address), 1), ((sender, ""), 4)):
        most = int(PER_SECOND * SPAN * POSTS * times)
        lately = _posts.setdefault(key, deque())
        _posts.move_to_end(key)
        while lately and now - lately[0] > SPAN:
            lately.popleft()
        if len(lately) >= most:
            raise Refused("rate_limited", seconds=SPAN)
        lately.append(now)
    while len(_posts) > _SENDERS:
        _posts.popitem(last=False)


def check_rate(mission_id: int, seat: str, kind: str) -> None:
    """Counts a command; raises Refused (`rate_limited`, retry in `seconds`) when a seat sends too many."""
    now = time.time()
    for name, span, most in (
        ("all", SPAN, PER_SECOND * SPAN),
        *((("chat", CHAT_SPAN, CHATS),) if kind == "chat" else ()),
        *((("ping", PING_SPAN, PINGS),) if kind == "ping" else ()),
    ):
        key = f"rate:{mission_id}:{seat}:{name}:{int(now // span)}"
        cache.add(key, 0, timeout=span * 2)
        try:
            count = cache.incr(key)
        except ValueError:  # it expired between the two
            continue
        if count > most:
            raise Refused("rate_limited", seconds=max(1, int(span - now % span) + 1))


def check_key(key: str) -> None:
    """An idempotency key: 1 to 64 letters, digits and `_.:-`."""
    if not KEY.match(key):
        raise bad_field("key", "the key has 1 to 64 letters, digits or hyphens")


def check_size(size: int, *, gm: bool) -> None:
    if size > (GM_COMMAND_BYTES if gm else COMMAND_BYTES):
        raise bad_field("command", "that is too long for one command")


def parse(text: bytes | str) -> Any:
    """Plain data from JSON, with nothing in it that a command may not hold. Raises Refused (`bad_field`)."""
    try:
        plain = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError) as problem:
        raise bad_field("command", f"this is not JSON: {problem}") from problem
    except RecursionError as problem:
        raise bad_field("command", "too many brackets inside one another") from problem
    check_plain(plain)
    return plain


def check_plain(value: Any, field: str = "command", depth: int = 0) -> None:
    """Refuses what some part of the way would not carry: fractions, huge numbers, control characters, depth."""
    if depth > DEPTH:
        raise bad_field(field, "too many brackets inside one another")
    if isinstance(value, str):
        if _CONTROL.search(value):
            raise bad_field(field, "it holds a character that cannot be typed")
    elif isinstance(value, float):
        raise bad_field(field, "only whole numbers")
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            raise bad_field(field, "the number is too large")
    elif isinstance(value, dict):
        for key, each in value.items():
            check_plain(str(key), field, depth + 1)
            check_plain(each, str(key)[:40] if depth == 0 else field, depth + 1)
    elif isinstance(value, list):
        for each in value:
            check_plain(each, field, depth + 1)


def closed(value: Any) -> Any:
    """Plain data whose texts end every turn of direction that they begin: what the page says after them stays as it
    is, while whoever writes from right to left may turn within the text."""
    if isinstance(value, str):
        return value + "".join(reversed(_open(value)))
    if isinstance(value, dict):
        return {key: closed(each) for key, each in value.items()}
    return [closed(each) for each in value] if isinstance(value, list) else value


def _open(text: str) -> list[str]:
    """The signs that would end what is still turned at the end of a text, the outermost first."""
    ends: list[str] = []
    for sign in text:
        if sign in _TURNS:
            ends.append(_TURNS[sign])
        elif sign == "\u2069" and sign in ends:  # an isolate's end ends all that was turned in it
            while ends.pop() != sign:
                pass
        elif ends and ends[-1] == sign:
            ends.pop()
    return ends
