"""Scenes of Outerah for the browser: a scenario file as a Mission with people, and dice that the tests set.

The shipped demos change with what they show; what a test is about stands in the files of `scenes/` instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.server import Server, Site, with_faces

SCENES = Path(__file__).parent / "scenes"

CODE = """
import yaml
from django.urls import reverse
from campaigns import services as people
from campaigns.models import Campaign
from missions import services
from missions.management.commands.scenario import set_up
from tactics.rulebook.services import publish_document
from tactics.scenarios.script import parse
setup = set_up(parse(yaml.safe_load(open(SCENE, encoding="utf-8"))))
campaign = Campaign.objects.create(name=setup.script.scenario, ruleset=setup.code.name)
members = []
for key, role in setup.script.seats.items():
    name = {"gm": "Gil"}.get(key, key.capitalize())
    members.append(people.add_member(campaign, user=people.make_guest(name), role=role, key=key, name=name))
version = publish_document(setup.document, "scene")
mission = services.create_mission(campaign, setup.script.scenario, genesis=setup.genesis, rules=version)
for number, command in enumerate(setup.opening):
    services.submit(mission.pk, "gm", f"opening-{number}", command, who=services.TRUSTED)
for member in members:
    _, token = people.create_seat_link(member)
    print(member.name, "http://127.0.0.1:1" + reverse("join", args=[token]))
"""


def made(bare: Site, scene: str) -> Site:
    """A site on which only this scene is played, in its first Round."""
    site = bare.copy(f"scene-{scene}")
    site.output = site.manage("shell", "-c", CODE.replace("SCENE", repr(str(SCENES / f"{scene}.yaml"))))
    return site


@contextmanager
def served(bare: Site, scene: str) -> Iterator[Server]:
    """The scene on a server of its own, with dice that the tests set (tests.browser.faces)."""
    with with_faces(made(bare, scene)) as server:
        yield server
