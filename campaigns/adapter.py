"""What allauth asks this site: signing in keeps the seats that the browser already holds, and a second factor is
guarded by itself."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from . import seats


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def login(self, request: HttpRequest, user: Any) -> None:
        with seats.kept(request):
            super().login(request, user)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Where there is a second factor the password alone confirms nothing: it could else be turned off by it."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [each for each in methods if each["id"].startswith("mfa")] or methods
