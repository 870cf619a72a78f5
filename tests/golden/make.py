"""Records the golden log of this release: `python -m tests.golden.make NAME RULESET`.

Made once for a release and kept for ever: what was played then must fold to the same state now.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def record(name: str, ruleset: str) -> Path:
    from tactics.kernel.codec import encode
    from tests.laws import games
    from tests.laws.kit import played

    game = games.ALL[ruleset]
    numbers = [(i * 104_729 + 13) % 10_007 for i in range(400)]
    play = played(game, numbers, numbers[::-1])
    entries: list[dict[str, Any]] = [
        {
            "seq": x.seq,
            "seat": x.seat,
            "role": x.role,
            "key": x.key,
            "now": x.now,
            "command": json.loads(encode(x.command)),
            "events": json.loads(encode(x.events)),
        }
        for x in play.memory.log
    ]
    path = FOLDER / f"{name}.json"
    document = {
        "ruleset": ruleset,
        "genesis": json.loads(encode(play.memory.genesis)),
        "entries": entries,
        "state": hashlib.sha256(encode(play.state)).hexdigest(),
    }
    path.write_text(json.dumps(document, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(record(*sys.argv[1:3]))
