"""Let somebody sign in by the password alone, whose second factor and recovery codes are lost."""

from __future__ import annotations

from argparse import ArgumentParser
from difflib import get_close_matches
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns import second_factor
from campaigns.models import User


class Command(BaseCommand):
    help = "Take the second factor of an account away, after its device was lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the user name with which the person signs in")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["username"]
        user = User.objects.filter(username=name).first()
        if user is None:
            near = get_close_matches(name, User.objects.filter(is_guest=False).values_list("username", flat=True), 1)
            raise CommandError(f"Nobody has the user name {name}." + (f" Did you mean {near[0]}?" if near else ""))
        if not second_factor.take_away(user):
            raise CommandError(f"{name} has no second factor: the password alone signs in.")
        self.stdout.write(f"{name} signs in by the password alone now.")
        self.stdout.write("If somebody else may have the device, set a new password too: that ends every session.")
