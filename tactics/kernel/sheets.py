"""What of a Mission goes back to a character's sheet (table.md 33): named changes of one document.

A ruleset lists them by comparing the unit with the sheet that it came from; a person says which stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tactics.kernel.state import Value


class SheetChange(Value, frozen=True):
    """One thing that is not as the sheet has it. path: where in the sheet; value: what it becomes, None to remove it.
    do: `set`, or `add` and `remove` for one value of the list there. An empty path: value is a mapping, each of whose
    entries is set or (None) removed.

    label, old, new: for people. stays: whether it goes to the sheet unless somebody says otherwise.
    """

    key: str
    label: str
    old: str
    new: str
    path: tuple[str, ...]
    value: Any = None
    do: str = "set"
    stays: bool = True


def with_changes(sheet: Mapping[str, Any], changes: Iterable[SheetChange]) -> dict[str, Any]:
    """The sheet with these changes; the one given is not touched."""
    out = dict(sheet)
    for change in changes:
        if not change.path:
            out |= {key: value for key, value in change.value.items() if value is not None}
            for key in [key for key, value in change.value.items() if value is None]:
                out.pop(key, None)
            continue
        holder = out
        for step in change.path[:-1]:
            inner = holder.get(step)
            holder[step] = dict(inner) if isinstance(inner, Mapping) else {}
            holder = holder[step]
        last, value = change.path[-1], change.value
        if change.do != "set":
            rest = [one for one in holder.get(last, ()) if _name(one) != change.value]
            value = [*rest, change.value] if change.do == "add" else rest or None
        if value is None:
            holder.pop(last, None)
        else:
            holder[last] = value
    return out


def _name(listed: Any) -> Any:
    """What a list's entry is called: itself, or its key."""
    return listed.get("key") if isinstance(listed, Mapping) else listed
