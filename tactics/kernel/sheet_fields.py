"""What a ruleset says of its sheets: places with a label, a type and a help text, from which pages, forms and files of
sheets are made. Whoever shows a sheet knows no ruleset.

A sheet is one document in the set-up keys of docs/scenarios.md; a field is a path in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tactics.kernel.state import Value

Path = tuple[str | int, ...]
Type = Literal["number", "text", "choice", "names", "ranks", "things", "table"]
"""`table`: a mapping of key -> a mapping of the field's columns. `names`: a list of keys.
`ranks`: a mapping of key -> one of `values`. `things`: a list of keys or of {item, count, name, text}, or a mapping of
key -> number; what is carried."""
SEVERAL = frozenset({"names", "ranks", "things", "table"})
"""Types of several rows."""
MOST_THINGS = 99
JOINED = "+"
"""Between the parts of a table's cell that the sheet has as a list."""


class Column(Value, frozen=True):
    """A column of a table: (value, label) of what may stand there; what is empty says nothing."""

    key: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()


class SheetField(Value, frozen=True):
    """A place of a sheet.

    choices: (key, label) of what may stand there. values: the ranks. least, most: of a number. usual: what a sheet
    that says nothing means, in the sheet's own form. group: the heading that it stands under. columns: of a table.
    counted: things of which a sheet keeps how many there are alone, as key -> number.
    locked: once something stands there, only a GM changes it. brief: told where one chooses among several sheets.
    """

    path: Path
    label: str
    type: Type = "number"
    group: str = ""
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 9999
    usual: Any = None
    columns: tuple[Column, ...] = ()
    locked: bool = False
    counted: bool = False
    brief: bool = False

    @property
    def key(self) -> str:
        """`stats.STR`: its name in forms and files."""
        return ".".join(str(step) for step in self.path)


def value_at(sheet: Mapping[str, Any], path: Path) -> Any:
    """What stands there, or None."""
    found: Any = sheet
    for step in path:
        if isinstance(step, int):
            found = found[step] if isinstance(found, Sequence) and step < len(found) else None
        else:
            found = found.get(step) if isinstance(found, Mapping) else None
        if found is None:
            return None
    return found


def with_value(sheet: Mapping[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """The sheet with this value there, None to remove it; the one given is not touched. A mapping that would be empty
    goes too."""
    made = _put(sheet, path, value)
    return dict(made) if made else {}


def _put(holder: Any, path: Path, value: Any) -> Any:
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(holder) if isinstance(holder, Sequence) else []
        if step < len(items):
            items[step] = _put(items[step], rest, value) if rest else value
        return items
    out = dict(holder) if isinstance(holder, Mapping) else {}
    new = _put(out.get(step), rest, value) if rest else value
    if new is None or (rest and new == {}):
        out.pop(step, None)
    else:
        out[step] = new
    return out


def rows(field: SheetField, value: Any) -> list[dict[str, Any]]:
    """The value of a field of several rows, row by row: {key, value} of ranks, {key} of names, and of things
    {key, count, name, text} with whatever else the thing has; of a table {key} and its columns as texts."""
    if not value:
        return []
    if field.type == "ranks":
        return [{"key": str(key), "value": str(rank)} for key, rank in value.items()]
    if field.type == "names":
        return [{"key": one if isinstance(one, str) else str(one.get("key", ""))} for one in value]
    if field.type == "table":
        return [{"key": str(key), **{name: _cell(cell) for name, cell in row.items()}} for key, row in value.items()]
    if isinstance(value, Mapping):
        return [{"key": str(key), "count": int(count)} for key, count in value.items()]
    listed = [value] if isinstance(value, str) else value
    return [_row(one) for one in listed]


def _cell(value: Any) -> str:
    return JOINED.join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _row(one: Any) -> dict[str, Any]:
    if isinstance(one, str):
        return {"key": one, "count": 1}
    more = {key: value for key, value in one.items() if key != "item"}
    return {**more, "key": str(one.get("item", "")), "count": one.get("count", 1)}


def of_rows(field: SheetField, given: Sequence[Mapping[str, Any]]) -> Any:
    """The value that such rows make, None for no row. Raises ValueError, with what to do, for a key that stands twice
    where that cannot be."""
    if not given:
        return None
    keys = [str(row["key"]) for row in given]
    twice = [key for key, n in Counter(keys).items() if n > 1]
    if twice and field.type != "things":
        raise ValueError(f"{dict(field.choices).get(twice[0], twice[0])} stands twice: keep one of them")
    if field.type == "ranks":
        return {str(row["key"]): str(row["value"]) for row in given}
    if field.type == "names":
        return keys
    if field.type == "table":
        return {
            str(row["key"]): {
                name: cell.split(JOINED) if JOINED in cell else cell
                for name, cell in row.items()
                if name != "key" and cell
            }
            for row in given
        }
    if field.counted:
        total: Counter[str] = Counter()
        for row in given:
            total[str(row["key"])] += int(row.get("count", 1))
        return dict(total)
    return [_thing(row) for row in given]


def _thing(row: Mapping[str, Any]) -> Any:
    more = {key: value for key, value in row.items() if key not in ("key", "count") and value}
    count = int(row.get("count", 1))
    if count == 1 and not more:
        return str(row["key"])
    return {"item": str(row["key"]), **({"count": count} if count > 1 else {}), **more}


def words(field: SheetField, value: Any) -> str:
    """The value for people; empty where nothing stands."""
    if value is None or value in ("", {}, [], ()):
        return ""
    labels = dict(field.choices)
    if field.type in SEVERAL:
        return ", ".join(_row_words(field, row, labels) for row in rows(field, value))
    if field.type == "choice":
        return labels.get(str(value), str(value).replace("_", " "))
    return str(value)


def new_words(field: SheetField, old: Any, new: Any) -> tuple[str, str]:
    """(what went, what came), in words; of a field of several rows only those that are not on both sides."""
    if field.type not in SEVERAL:
        return words(field, old), words(field, new)
    labels = dict(field.choices)
    before, after = (Counter(_row_words(field, row, labels) for row in rows(field, one)) for one in (old, new))
    return ", ".join((before - after).elements()), ", ".join((after - before).elements())


def _row_words(field: SheetField, row: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    name = row.get("name") or labels.get(row["key"], row["key"].replace("_", " "))
    if field.type == "ranks":
        return f"{name} {row['value']}"
    if field.type == "table":
        said = [dict(column.choices).get(row.get(column.key, ""), row.get(column.key, "")) for column in field.columns]
        told = " / ".join(each for each, column in zip(said, field.columns, strict=True) if row.get(column.key))
        return f"{name}: {told}" if told else str(name)
    count = int(row.get("count", 1))
    return f"{count} × {name}" if count > 1 else str(name)


def same(field: SheetField, one: Any, other: Any) -> bool:
    """Whether two values mean the same, whatever form each has."""
    if field.type in SEVERAL:
        first, second = rows(field, one), rows(field, other)
        return sorted(map(_sorted, first)) == sorted(map(_sorted, second))
    return bool((field.usual if one is None else one) == (field.usual if other is None else other))


def _sorted(row: Mapping[str, Any]) -> str:
    return repr(sorted((key, value) for key, value in row.items() if value))
