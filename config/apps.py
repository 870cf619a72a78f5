"""The site itself: system checks."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class SiteConfig(AppConfig):
    name = "config"
    label = "site_config"

    def ready(self) -> None:
        from . import checks  # noqa: F401  (registers them)


class StaffConfig(AdminConfig):
    default_site = "config.staff.Staff"

    def ready(self) -> None:
        super().ready()
        from allauth.mfa.models import Authenticator
        from django.contrib import admin

        # Its form shows the secrets of everybody's second factor; what staff need of it is an action on people.
        admin.site.unregister(Authenticator)
