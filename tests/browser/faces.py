"""The site with dice that a test sets: faces come from a file beside the database, one a die, the first first.

Dice that nobody set show a five, or their highest face where that is less. uvicorn tests.browser.faces:application
"""

from __future__ import annotations

import os
from pathlib import Path

from tactics.kernel.dice import Draw, SystemDice, drawn

FILE = Path(os.environ.get("SORTIE_DATA", ".")) / "faces"


def _draw(self: SystemDice, count: int, sides: int, keep: str, why: str) -> Draw:
    listed = FILE.read_text().split() if FILE.exists() else []
    faces = [min(sides, int(listed.pop(0)) if listed else 5) for _ in range(count)]
    if FILE.exists():
        FILE.write_text(" ".join(listed))
    return drawn(faces, sides, keep)


SystemDice.draw = _draw  # type: ignore[method-assign]

from tests.browser.hinted import application  # noqa: E402

__all__ = ["application"]
