"""The few queries that every action asks, each put into SQL once, and the rows that it writes: Django's way from a
query to its text costs ten times what the database then takes for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
Row = tuple[Any, ...]


class Statement:
    """A query of plain columns (`values_list`).

    make: the query for given values, which it must pass on to the database as they are. wanted: their names and types
    (int or str). It is asked once for each database backend; the text then takes other values.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], **wanted: type) -> None:
        self._make, self._wanted = make, wanted
        self._ready: dict[str, tuple[str, tuple[Any, ...], Any]] = {}

    def rows(self, **values: Any) -> Iterator[Row]:
        """The rows for these values."""
        sql, marks, converters = self._ready.get(connection.vendor) or self._compiled()
        with connection.cursor() as cursor:
            cursor.execute(sql, [values[mark.name] if isinstance(mark, _Mark) else mark for mark in marks])
            found = cursor.fetchall()
        if converters is None:
            return iter(found)
        compiler, by_column = converters
        return (tuple(row) for row in compiler.apply_converters(found, by_column))

    def first(self, **values: Any) -> Row | None:
        return next(self.rows(**values), None)

    def _compiled(self) -> tuple[str, tuple[Any, ...], Any]:
        # Values that nothing else of the query can be, found again among the parameters.
        marks = {
            name: 2_100_000_000 + at if kind is int else f"?{name}?"
            for at, (name, kind) in enumerate(self._wanted.items())
        }
        names = {mark: _Mark(name) for name, mark in marks.items()}
        query = self._make(**marks)
        compiler = query.query.get_compiler(query.db)
        sql, given = compiler.as_sql()
        params = tuple(names.get(value, value) for value in given)
        if {param.name for param in params if isinstance(param, _Mark)} != self._wanted.keys():
            raise ValueError(f"not every value stands alone in: {sql}")
        found = compiler.get_converters([column for column, *_ in compiler.select])
        self._ready[connection.vendor] = made = sql, params, (compiler, found) if found else None
        return made


def made(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    """A row as a model that has these fields; the others are fetched when they are asked for."""
    given = dict(zip(names, values, strict=True))
    order = [field.attname for field in model._meta.concrete_fields if field.attname in given]
    return model.from_db(connection.alias, order, [given[name] for name in order])


def insert(model: type[Model], **values: int | str) -> None:
    """Writes a new row; values go to the database as they are, by the names of the model's columns in Python. No signal
    is sent."""
    with connection.cursor() as cursor:
        cursor.execute(_insert_text(connection.vendor, model, tuple(values)), list(values.values()))


def update(model: type[Model], pk: int, **values: int | str) -> None:
    """Changes columns of the row with this primary key; raises the model's DoesNotExist if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_update_text(connection.vendor, model, tuple(values)), [*values.values(), pk])
        if not cursor.rowcount:
            raise model.DoesNotExist  # type: ignore[attr-defined]  # every model has it


@lru_cache(maxsize=32)
def _insert_text(vendor: str, model: type[Model], names: tuple[str, ...]) -> str:
    columns = ", ".join(_column(model, name) for name in names)
    marks = ", ".join(["%s"] * len(names))
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608  (own names)


@lru_cache(maxsize=32)
def _update_text(vendor: str, model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{_column(model, name)} = %s" for name in names)
    key = _quoted(model._meta.pk.column)
    return f"UPDATE {_quoted(model._meta.db_table)} SET {changes} WHERE {key} = %s"  # noqa: S608  (own names)


def _column(model: type[Model], name: str) -> str:
    return next(_quoted(field.column) for field in model._meta.concrete_fields if field.attname == name)


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(name or "")


class _Mark:
    """Where a value goes."""

    def __init__(self, name: str) -> None:
        self.name = name
