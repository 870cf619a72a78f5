"""A scene for a test, set by the server's own hand: who stands where with how many points, and whose turn it is.

Only the scene is set like this; what a test is about is done by people on their pages.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.browser.server import Server, Site

CODE = """
import json, sys
from missions import demo, services, stored
from missions.models import Mission, MissionState
from tactics.kernel.refusals import Refused
mission = demo.find("tempus") or Mission.objects.get()
def state():
    return stored.read_state(mission, MissionState.objects.get(pk=mission.pk))
def do(command, number=[state().seq * 100]):
    number[0] += 1
    try:
        services.submit(mission.pk, "gm", f"stage-{number[0]}", command, who=services.TRUSTED)
    except Refused as refused:
        raise SystemExit(f"{command}: {refused.name} {refused.params}")
for command in json.loads(COMMANDS):
    if command["do"] == "until":
        for _ in range(20):
            if state().clock.active == command["unit"]:
                break
            if state().prompts:  # a test that failed left a window open
                services.settle(mission.pk, services.now_ms() + 3_600_000)
            do({"do": "end_turn", "unit": state().clock.active})
    else:
        do(command)
"""


def stage(site: Site, *commands: dict[str, Any]) -> str:
    """Has the GM's seat do these commands; `{"do": "until", "unit": ...}` ends turns until it is that unit's."""
    return site.manage("shell", "-c", CODE.replace("COMMANDS", repr(json.dumps(list(commands)))))


def set_faces(server: Server, *faces: int) -> None:
    """The next dice show these."""
    Path(server.site.folder, "faces").write_text(" ".join(map(str, faces)))
