"""Scenes of Outerah for the browser: a scenario file as a Mission with people, and dice that the tests set.

The shipped demos change with what they show; what a test is about stands in the files of `scenes/` instead.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from tests.browser.lent import Lent
from tests.browser.server import Server, Site

SCENES = Path(__file__).parent / "scenes"


def served(lent: Lent, bare: Site, scene: str) -> AbstractContextManager[Server]:
    """The scene, in its first Round, on a server with dice that the tests set (tests.browser.faces)."""

    def set_up(site: Site) -> None:
        site.output = site.hand("make_scene", str(SCENES / f"{scene}.yaml"))

    return lent.dice(bare, set_up)
