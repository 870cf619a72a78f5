"""`manage.py demo`: Missions to click through, and a link for each seat. Run again, it goes on with the same ones."""

from __future__ import annotations

from io import StringIO
from typing import Any

import qrcode
import yaml
from django.core.management.base import BaseCommand, CommandError, CommandParser

from missions import demo, selectors
from missions.models import Mission
from tactics.effects.rules import parse
from tactics.rulebook import yaml_content


class Command(BaseCommand):
    help = "Seeds the demo of a ruleset and prints one link per seat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--fresh", action="store_true", help="start over")
        parser.add_argument("--base-url", default="http://127.0.0.1:8000", help="address that the links begin with")
        parser.add_argument("--qr", action="store_true", help="a QR code for each seat")
        parser.add_argument("--ruleset", default="", help="which rules to play (default: the first)")
        parser.add_argument("--others", action="store_true", help="the demos of all rules but the first")
        parser.add_argument(
            "--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of a new Mission: tt.pace=post"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = demo.available()
        if options["others"]:
            for ruleset in found[1:]:
                self._one(ruleset, options)
            return
        ruleset = options["ruleset"] or next(iter(found), "")
        if ruleset not in found:
            raise CommandError(f"There is no demo of {ruleset or 'any rules'}. Demos: {', '.join(found)}")
        self._one(ruleset, options)

    def _one(self, ruleset: str, options: dict[str, Any]) -> None:
        mission = None if options["fresh"] else demo.find(ruleset)
        old = mission is not None
        if mission is None:
            mission = demo.make(ruleset, _settings(ruleset, options["set"]))
        say = self.stdout.write
        where = _where(mission)
        say(f"\n{dict(demo.titles())[ruleset]}: {mission.name} ({f'goes on: {where}' if old else 'new'})\n\n")
        for member, path in demo.links(mission):
            address = options["base_url"].rstrip("/") + path
            say(f"  {member.name!s:8} {member.get_role_display():10} {address}\n")
            if options["qr"]:
                self._code(address)
        first = "; the GM begins with “Roll initiative for all”" if where == "Initiative" else ""
        say(f"\nOpen each link in a tab or browser of its own{first}.\n")
        later = [each.name for each in demo.open_ones(mission)[1:]]
        if later:
            say(f"The campaign's page leads to {' and '.join(later)} too; seats lead there when this one is closed.\n")

    def _code(self, address: str) -> None:
        code = qrcode.QRCode(border=2)
        code.add_data(address)
        # In one piece: every write of a command's output is a line of its own.
        picture = StringIO()
        code.print_ascii(out=picture, invert=True)
        self.stdout.write(picture.getvalue())


def _settings(ruleset: str, given: list[str]) -> dict[str, Any]:
    """The settings that were asked for, if the rules know them."""
    constants = parse(yaml_content.load(ruleset)).constants
    found = {}
    for each in given:
        key, _, value = each.partition("=")
        if key not in constants:
            raise CommandError(f"There is no setting {key}.")
        found[key] = yaml.safe_load(value)
    return found


def _where(mission: Mission) -> str:
    """`Initiative`, `round 2`: how far a Mission is, in words."""
    present = selectors.present(mission)
    if present.state.phase == "running":
        return f"round {present.state.clock.round}"
    return present.code.phases.get(present.state.phase, present.state.phase)
