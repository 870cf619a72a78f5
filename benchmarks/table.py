"""Missions to measure on: the demo's board in the first hero's turn, who walks to and fro while the GM refills.

Call `prepare` once, before anything else of Django is imported.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HEROES = ("mara", "gnash", "ilven", "mara", "gnash", "ilven")
FIRST = (9, 11)
"""Cell of the first hero; the others stand beside it."""
WIDE, WIDE_UNITS = 100, 50
FOE = {"side": "foes", "seat": "gm"}
UNASKED = {"tt.window.beat_seconds": 0}
"""What is measured is one action to its end: no moment in which somebody might press Hold."""


def prepare(data: Path, database: str = "", redis: str = "") -> None:
    """Settings for a database of this run's own, migrated."""
    os.environ.update(SORTIE_DATA=str(data), DJANGO_SETTINGS_MODULE="config.settings")
    os.environ.update(DATABASE_URL=database, REDIS_URL=redis, SORTIE_COMMANDS_PER_SECOND="100000")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from tactics.rulebook.services import publish_shipped

    publish_shipped()


@dataclass
class Bench:
    """One Mission. cookie, token: of a signed-in browser that holds all its seats."""

    pk: int
    players: list[str]
    spectators: list[str]
    cookie: str
    token: str
    number: int = 0

    @property
    def seats(self) -> list[str]:
        return ["gm", *self.players, *self.spectators]

    def address(self, seat: str) -> str:
        return f"/missions/{self.pk}/as/{seat}/"

    def step(self) -> tuple[str, dict[str, str]]:
        """(seat, form) of the next action: a step of the hero; every other time the GM gives the points back."""
        number, self.number = self.number, self.number + 1
        x, y = FIRST[0], FIRST[1] + (0 if number // 2 % 2 else 1)
        do, args = "move", f'{{"unit":"h1","path":[[{x},{y}]]}}'
        if number % 2:
            do, args = "rule", '{"set":{"h1.pa":4}}'
        key = secrets.token_hex(8)
        return ("gm" if number % 2 else "p1"), {"key": key, "do": do, "basis": "", "args": args}


def make(spectators: int, *, fog: str = "sight", players: int = 6, wide: bool = False) -> Bench:
    """A Mission with one GM, players and spectators. wide: on 100x100 open cells with 50 units all over them, half of
    them the players'."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from msgspec.structs import replace

    from campaigns import seats as held
    from campaigns import services as people
    from campaigns.models import Campaign, Member
    from missions import demo, services, stored
    from tactics import rulesets
    from tactics.kernel.state import Clock, Place, Pool
    from tactics.rulebook.services import latest

    name = demo.available()[0]
    code, version = rulesets.get(name), latest(name)
    plan: dict[str, Any] = demo.read(name)
    plan["units"] = {
        **{
            f"h{n + 1}": {"template": HEROES[n], "side": "heroes", "seat": f"p{n + 1}", "name": f"Hero {n + 1}"}
            for n in range(players)
        },
        **{k: v for k, v in plan["units"].items() if k in ("guards", "goblins", "lurkers")},
    }
    plan["units"]["guards"]["seat"] = "p1"
    others = range(WIDE_UNITS - players if wide else 0)
    if wide:
        plan["units"] = {key: spec for key, spec in plan["units"].items() if key.startswith("h")}
        plan["map"] = {"rows": ["." * WIDE] * WIDE}
        plan.pop("painting", None)
        for n in others:
            whose = {"side": "heroes", "seat": f"p{n % players + 1}"} if n < WIDE_UNITS // 2 - players else FOE
            plan["units"][f"u{n}"] = {"template": HEROES[n % 3], "name": f"Unit {n}", **whose}
    plan["objectives"] = plan["objectives"][:1]
    plan["map"]["fog"] = fog
    begins = demo.begin(code, stored.rules_of(version.hash), plan)
    bodies = dict(begins.bodies)
    for n in range(players):
        bodies[f"h{n + 1}"] = replace(bodies[f"h{n + 1}"], place=Place("map", FIRST[0] + n, FIRST[1]))
    for unit in begins.units.values():
        for body, place in unit.wish.items():
            bodies[body] = replace(bodies[body], place=place)
    for n in others:
        cell = (n * 193 + 57) * 31 % WIDE**2
        bodies[f"u{n}"] = replace(bodies[f"u{n}"], place=Place("map", cell % WIDE, cell // WIDE))
    for n in range(0 if wide else 3):
        bodies[f"guards.{n + 1}"] = replace(bodies[f"guards.{n + 1}"], place=Place("map", 2 + n, 6))
    pools = {"pa": Pool(4, 4), "ma": Pool(2, 2)}
    begins = replace(
        begins, phase="running", options=UNASKED, bodies=bodies,
        clock=Clock(round=1, order=tuple(begins.units), active="h1"),
        units={k: replace(u, initiative=10, wish={}, pools=pools) for k, u in begins.units.items()},
    )  # fmt: skip
    campaign = Campaign.objects.create(name="Bench", ruleset=name)
    keys = [("gm", "gm"), *((f"p{n + 1}", "player") for n in range(players))]
    keys += [(f"s{n + 1}", "spectator") for n in range(spectators)]
    members = Member.objects.bulk_create(
        Member(campaign=campaign, key=key, name=key.upper(), role=role) for key, role in keys
    )
    mission = services.create_mission(campaign, "Bench", genesis=begins, rules=version)
    user = people.make_guest("Bench")
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store[held.SESSION_KEY] = {str(m.pk): m.epoch for m in members}
    store.create()
    token = secrets.token_hex(16)
    cookie = f"{settings.SESSION_COOKIE_NAME}={store.session_key}; {settings.CSRF_COOKIE_NAME}={token}"
    return Bench(
        mission.pk,
        [k for k, r in keys if r == "player"],
        [k for k, r in keys if r == "spectator"],
        cookie,
        token,
    )
