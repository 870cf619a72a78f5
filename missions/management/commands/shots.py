"""`manage.py shots`: every screen at 1280x800 and 390x844, as PNG files in docs/screens.

It makes a site of its own in a temporary folder, seeds the demo, serves it with dice that always fall alike, and
drives it with Chromium as people would. Needs the test requirements; `dev.py shots` installs them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from missions.management.shooting import campaign, hill_and_sky, mission, owner
from missions.management.shooting.studio import Studio, site
from tactics.rulesets import RULESETS

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Command(BaseCommand):
    help = "Takes the pictures of docs/screens."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--into", default=str(Path(settings.BASE_DIR) / "docs" / "screens"))
        parser.add_argument("--only", default="", help="only screens whose name holds this")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from playwright.sync_api import expect, sync_playwright
        except ImportError:
            raise CommandError("Playwright is not installed: use `python3 dev.py shots`.") from None
        path = os.environ.get("SORTIE_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
        if path is None:
            raise CommandError("No Chromium found (Debian: sudo apt-get install chromium).")
        expect.set_options(timeout=15_000)  # on a busy machine too
        into = Path(options["into"])
        into.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            studio = Studio(browser, into, options["only"], self.stdout.write)
            with site() as server:
                owner.pose(studio, server)
            first, second = RULESETS
            with site(demo=first) as server, mission.seated(studio, server) as cast:
                mission.pose(studio, cast)
                campaign.pose(studio, cast)
            with site(demo=second) as server, mission.seated(studio, server) as cast:
                hill_and_sky.pose(studio, cast)
            browser.close()
        self.stdout.write(f"{len(studio.taken)} pictures in {into}\n")
