"""A process that submits until it is killed: `python -m tests.missions.killed MISSION FIRST`. Each line that it prints
is an acknowledged command: number and row."""

from __future__ import annotations

import os
import sys
from itertools import count


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from missions.services import TRUSTED, submit

    mission, first = int(sys.argv[1]), int(sys.argv[2])
    for number in count(first):
        answer = submit(mission, "ana", f"n{number}", {"do": "chat", "text": f"{number}"}, who=TRUSTED)
        print(number, answer.row, flush=True)


if __name__ == "__main__":
    main()
