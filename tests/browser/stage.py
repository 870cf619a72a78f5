"""A scene for a test, set by the server's own hand: who stands where with how many points, and whose turn it is.

Only the scene is set like this; what a test is about is done by people on their pages.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.server import Server, Site


def stage(site: Site, *commands: dict[str, Any]) -> None:
    """Has the GM's seat do these commands; `{"do": "until", "unit": ...}` ends turns until it is that unit's."""
    site.hand("set_scene", *commands)


def set_faces(server: Server, *faces: int) -> None:
    """The next dice show these."""
    Path(server.site.folder, "faces").write_text(" ".join(map(str, faces)))
