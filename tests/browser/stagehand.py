"""The process that sets a site up: it does what it is told by a line of JSON, and says what came of it in another.

`python -m tests.browser.stagehand`; tests.browser.server starts it. To start Django takes longer than to set a scene,
and some scenes are set again before each test.
"""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import django
import yaml

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.urls import reverse  # noqa: E402

from campaigns import services as people  # noqa: E402
from campaigns.models import Campaign  # noqa: E402
from missions import demo, services, stored  # noqa: E402
from missions.management.commands.scenario import set_up  # noqa: E402
from missions.models import Mission, MissionState  # noqa: E402
from tactics.kernel.refusals import Refused  # noqa: E402
from tactics.kernel.state import AnyState  # noqa: E402
from tactics.rulebook.services import publish_document  # noqa: E402
from tactics.scenarios.script import parse  # noqa: E402

_number = 0


def _state(mission: Mission) -> AnyState:
    return stored.read_state(mission, MissionState.objects.get(pk=mission.pk))


def _do(mission: Mission, command: dict[str, Any]) -> None:
    global _number
    _number += 1
    key = f"stage-{_state(mission).seq}-{_number}"
    services.submit(mission.pk, "gm", key, command, who=services.TRUSTED)


def _until(mission: Mission, unit: str) -> None:
    """Ends turns until it is this unit's."""
    for _ in range(20):
        if _state(mission).clock.active == unit:
            return
        if _state(mission).prompts:  # a test that failed left a window open
            services.settle(mission.pk, services.now_ms() + 3_600_000)
        _do(mission, {"do": "end_turn", "unit": _state(mission).clock.active})


def set_scene(*commands: dict[str, Any]) -> None:
    """See tests.browser.stage. Raises Refused."""
    mission = demo.find("tempus") or Mission.objects.get()
    for command in commands:
        if command["do"] == "until":
            _until(mission, command["unit"])
        else:
            _do(mission, command)


def make_scene(path: str) -> str:
    """The scenario of a file as a Mission with people, in its first Round; a line with the link of each seat."""
    setup = set_up(parse(yaml.safe_load(Path(path).read_text(encoding="utf-8"))))
    campaign = Campaign.objects.create(name=setup.script.scenario, ruleset=setup.code.name)
    members = []
    for key, role in setup.script.seats.items():
        name = {"gm": "Gil"}.get(key, key.capitalize())
        members.append(people.add_member(campaign, user=people.make_guest(name), role=role, key=key, name=name))
    version = publish_document(setup.document, "scene")
    mission = services.create_mission(campaign, setup.script.scenario, genesis=setup.genesis, rules=version)
    for number, command in enumerate(setup.opening):
        services.submit(mission.pk, "gm", f"opening-{number}", command, who=services.TRUSTED)
    links = ((member.name, people.create_seat_link(member)[1]) for member in members)
    return "".join(f"{name} http://127.0.0.1:1{reverse('join', args=[token])}\n" for name, token in links)


def manage(*words: str) -> str:
    """A command of manage.py; what it printed."""
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def done(what: str, *words: Any) -> dict[str, str]:
    try:
        if what == "manage":
            return {"said": manage(*words)}
        if what == "make_scene":
            return {"said": make_scene(*words)}
        set_scene(*words)
        return {"said": ""}
    except Refused as refused:
        return {"refused": f"{words}: {refused.name} {refused.params}"}


def main() -> None:
    for line in sys.stdin:
        answer = done(*json.loads(line))
        # Whoever copies the site finds the database at rest.
        connection.close()
        if connection.vendor == "postgresql":
            connection.close_pool()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
