"""The rulebook: the rules data in the database, its admin, and the published versions."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class RulebookConfig(AppConfig):
    name = "tactics.rulebook"
    verbose_name = _("Rulebook")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(publish_after_migrate, sender=self)


def publish_after_migrate(using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """A new or updated installation has the shipped rules without another step."""
    from tactics.rulebook.models import Entry, Version
    from tactics.rulebook.services import publish_shipped

    tables = connections[using].introspection.table_names()
    # Migrated back to before the app existed, there is nothing to publish into.
    if using == DEFAULT_DB_ALIAS and {Entry._meta.db_table, Version._meta.db_table} <= set(tables):
        publish_shipped()
