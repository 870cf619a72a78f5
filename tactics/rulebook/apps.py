"""The rulebook app."""

from django.apps import AppConfig


class RulebookConfig(AppConfig):
    name = "tactics.rulebook"
    default_auto_field = "django.db.models.BigAutoField"
