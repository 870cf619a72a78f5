"""The site itself: system checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "config"
    label = "site_config"

    def ready(self) -> None:
        from . import checks  # noqa: F401  (registers them)
