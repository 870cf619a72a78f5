"""People at the table: users, campaigns, members and the links that bring them in."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from . import receivers, second_factor, watch  # noqa: F401  (they connect receivers)
