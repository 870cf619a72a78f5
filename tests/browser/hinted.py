"""The site, which looks at its missions when it is told that another process has changed them: by SIGUSR1.

On SQLite one process serves, and nobody else ever writes; only the process that sets scenes does. Without a hint the
pages would hear of it up to five seconds later. With Redis the hint comes as it does from any process.

uvicorn tests.browser.hinted:application
"""

from __future__ import annotations

import signal

from config.asgi import application
from missions import hints
from missions.live import hub


def _look(number: int, frame: object) -> None:
    for _, mission in list(hub._hubs):
        hints.here(mission, False)


signal.signal(signal.SIGUSR1, _look)

__all__ = ["application"]
