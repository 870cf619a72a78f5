"""What is not rendered again: a part of a page whose inputs are what they were is the part that it was.

A part is a function of a view. When it is made, what it reads of the view is noted with its values; the next time it
is taken as it was if all of that is equal. Nobody says what a part depends on, so nobody can say it wrong, and a part
of which nothing changed costs a few comparisons. Of units, bodies, tokens, rows of the order and boards the single
fields are noted, so that a part that reads names does not care who walks; of everything else the whole value is. What
must hold: a part reads nothing but the view that it is given (and the language, with which all begins anew), and
gives a unit, body, token, row or board as a whole to nobody who remembers or packs it (that fails at once).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar, cast, overload

from missions.live.speech import language
from tactics.kernel.view import MissionView

T = TypeVar("T")
V = TypeVar("V")

DEEP = frozenset({"units", "bodies", "tokens", "order", "boards"})
"""Fields with a tuple of which each item's fields are noted one by one."""


class _Noted:
    """A view, or a part of one, that notes which of its fields are read."""

    __slots__ = ("_read", "_value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Any, read: dict[str, Any]) -> None:
        self._value, self._read = value, read

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._value, name)
        if name not in DEEP:
            self._read[name] = value
            return value
        noted = self._read.get(name)
        if noted is None:
            noted = self._read[name] = _Several(value)
        return noted

    def __eq__(self, other: object) -> bool:
        raise TypeError("compare fields: of the whole nothing is noted")


class _Several:
    """A tuple of them. How many there are is always noted."""

    __slots__ = ("read", "values")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values
        self.read: dict[int, dict[str, Any]] = {}

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[_Noted]:
        return (self._at(n) for n in range(len(self.values)))

    @overload
    def __getitem__(self, at: int) -> _Noted: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[_Noted, ...]: ...
    def __getitem__(self, at: int | slice) -> _Noted | tuple[_Noted, ...]:
        numbers = range(len(self.values))[at]
        return self._at(numbers) if isinstance(numbers, int) else tuple(self._at(n) for n in numbers)

    def __eq__(self, other: object) -> bool:
        raise TypeError("compare fields: of the whole nothing is noted")

    def _at(self, number: int) -> _Noted:
        return _Noted(self.values[number], self.read.setdefault(number, {}))


def _holds(read: Mapping[str, Any], now: Any) -> bool:
    """Whether all that was read of a value is equal in another one."""
    for name, was in read.items():
        value = getattr(now, name)
        if value is was:
            continue
        if type(was) is not _Several:
            if value != was:
                return False
        elif value is not was.values:
            if len(value) != len(was.values):
                return False
            for number, noted in was.read.items():
                if value[number] is not was.values[number] and not _holds(noted, value[number]):
                    return False
    return True


class Again:
    """What one page was made of, for the next page of the same audience (`before`)."""

    def __init__(self, before: Again | None = None) -> None:
        self.language = language()
        if before is not None and before.language != self.language:
            before = None
        self._old_made = before._made if before is not None else {}
        self._old_items = before._items if before is not None else {}
        self._made: dict[str, tuple[dict[str, Any], Any, Any]] = {}
        self._items: dict[str, dict[str, tuple[Any, Any, str, str]]] = {}

    def done(self) -> Again:
        """Lets go of the page before."""
        self._old_made, self._old_items = {}, {}
        return self

    def made(self, name: str, make: Callable[[MissionView], T], view: MissionView, given: Any = None) -> T:
        """`make(view)`, or what it gave when all that it reads of the view was equal. name: unique on a page. given:
        what else it reads."""
        found = self._old_made.get(name)
        if found is None or found[2] != given or not _holds(found[0], view):
            read: dict[str, Any] = {}
            found = read, make(cast(MissionView, _Noted(view, read))), given
        self._made[name] = found
        return cast(T, found[1])

    def items(
        self,
        prefix: str,
        values: Iterable[tuple[str, V]],
        make: Callable[[V], str],
        name: Callable[[str], str],
        given: Any = None,
    ) -> Mapping[str, str]:
        """{dom id: `make(value)`} of each (key, value), those with the value they had taken as they were.

        name: the dom id of a key. given: what else `make` reads; if it is another, all are made anew.
        """
        old, new, out = self._old_items.get(prefix, {}), {}, {}
        for key, value in values:
            found = old.get(key)
            if found is None or (found[0] is not value and found[0] != value) or found[1] != given:
                found = (value, given, name(key), make(value))
            new[key] = found
            out[found[2]] = found[3]
        self._items[prefix] = new
        return out
