"""The site with dice that fall the same way each time, for pictures that only change when the pages do.

uvicorn tests.browser.steady:application
"""

from __future__ import annotations

import random

from tactics.kernel.dice import Draw, SystemDice, drawn

_order = random.Random(11)


def _draw(self: SystemDice, count: int, sides: int, keep: str, why: str) -> Draw:
    return drawn([_order.randint(1, sides) for _ in range(count)], sides, keep)


SystemDice.draw = _draw  # type: ignore[method-assign]

from tests.browser.hinted import application  # noqa: E402

__all__ = ["application"]
