"""Fragments that were made before. Most of what an audience is shown is what it, or another one, was shown a moment
ago; a view's content as bytes is a hundredth of the work of rendering it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

import msgspec

from missions.live.speech import language

P = ParamSpec("P")
T = TypeVar("T")

_pack = msgspec.msgpack.Encoder().encode


def remembered(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keeps the last `size` results of a pure function of views and plain values."""

    def wrap(make: Callable[P, T]) -> Callable[P, T]:
        kept: OrderedDict[Any, T] = OrderedDict()
        lock = Lock()

        @wraps(make)
        def found(*args: P.args, **kwargs: P.kwargs) -> T:
            key = (language(), _pack((args, kwargs)))
            if key in kept:
                return kept[key]
            made = make(*args, **kwargs)
            with lock:
                kept[key] = made
                while len(kept) > size:
                    kept.popitem(last=False)
            return made

        return found

    return wrap
