"""The library app."""

from django.apps import AppConfig


class LibraryConfig(AppConfig):
    name = "campaigns.library"
    label = "library"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tactics.rulebook import uses

        from . import selectors

        uses.finders.append(selectors.holders)
