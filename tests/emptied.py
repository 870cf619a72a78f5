"""The database after a test that committed: empty again but for what migrations put there, which no test may miss.

Django's flush makes the shipped rules, content types and permissions anew each time, which takes longer than most
tests. Here they stay as long as nobody has changed them.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import TransactionTestCase

FIXED = ("contenttypes.ContentType", "auth.Permission")
"""Made by migrate, and by nobody else."""
ENTRIES, HISTORY, VERSIONS = "rulebook.Entry", "rulebook.HistoricalEntry", "rulebook.Version"


def table(model: str) -> str:
    return connection.ops.quote_name(apps.get_model(model)._meta.db_table)


class Emptied:
    """Knows what migrate has made."""

    def __init__(self) -> None:
        kept = {apps.get_model(model)._meta.db_table for model in (*FIXED, ENTRIES, HISTORY, VERSIONS)}
        kept.add(MigrationRecorder.Migration._meta.db_table)
        self.tables = sorted(set(connection.introspection.django_table_names(only_existing=True)) - kept)
        self.look()

    def look(self) -> None:
        """What there is now is what migrate has made."""
        self.newest = self._rows(f"SELECT max(id) FROM {table(VERSIONS)}")[0][0]
        self.made = self.rules()

    def rules(self) -> list[Any]:
        """What tells whether somebody changed the shipped rules; versions that came later do not count."""
        newest = int(self.newest)
        return [
            self._rows(f"SELECT * FROM {table(ENTRIES)} ORDER BY id"),
            self._rows(f"SELECT count(*), max(history_id) FROM {table(HISTORY)}"),
            self._rows(f"SELECT * FROM {table(VERSIONS)} WHERE id <= {newest} ORDER BY id"),
        ]

    def empty(self) -> None:
        if self.rules() != self.made:
            call_command("flush", verbosity=0, interactive=False, reset_sequences=False)
            self.look()
            return
        with transaction.atomic(), connection.cursor() as cursor:
            for name in self.tables:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")
            cursor.execute(f"DELETE FROM {table(VERSIONS)} WHERE id > {int(self.newest)}")

    @staticmethod
    def _rows(sql: str) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchall()


def use() -> Emptied:
    """Has transactional tests end so; the database must have its tables."""
    emptied = Emptied()
    TransactionTestCase._fixture_teardown = lambda case: emptied.empty()  # type: ignore[method-assign]
    return emptied
