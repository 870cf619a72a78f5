"""What allauth asks this site: signing in keeps the seats that the browser already holds."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from . import seats


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def login(self, request: HttpRequest, user: Any) -> None:
        with seats.kept(request):
            super().login(request, user)
