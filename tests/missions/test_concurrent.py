"""Many at once, on their own connections: every acknowledged command is a row, and a thing is spent once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from missions import services
from missions.models import LogEntry
from tactics.kernel.refusals import Refused
from tests.missions.table import Table
from tests.missions.test_submit import assert_is_fold

pytestmark = [pytest.mark.live]


def at_once(jobs: list[Callable[[], str]]) -> Counter[str]:
    """Runs all jobs in eight threads; what each gave, or the code of its refusal."""

    def run(job: Callable[[], str]) -> str:
        try:
            return job()
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        return Counter(pool.map(run, jobs))


def test_nobodys_command_is_lost(table: Table) -> None:
    def say(n: int) -> Callable[[], str]:
        return lambda: str(table.do(("ann", "ben", "gil")[n % 3], "chat", key=f"c{n}", text=f"{n}").again)

    assert at_once([say(n) for n in range(60)]) == {"False": 60}
    assert LogEntry.objects.filter(mission=table.mission).count() == 60
    assert_is_fold(table)


def test_the_same_command_from_many_tabs_has_one_effect(table: Table) -> None:
    found = at_once([lambda: str(table.do("ann", "chat", key="one", text="once").again)] * 30)
    assert found == {"False": 1, "True": 29}
    assert_is_fold(table)


def test_points_are_spent_once(table: Table) -> None:
    """Two points; twenty tabs each want to spend two."""
    table.start()

    def zap(n: int) -> Callable[[], str]:
        def job() -> str:
            table.do("ann", "zap", key=f"z{n}", unit="hero", target="mob.1")
            return "done"

        return job

    found = at_once([zap(n) for n in range(20)])
    assert found["done"] == 1
    assert set(found) <= {"done", "illegal", "awaiting_answer"}
    assert_is_fold(table)


def test_many_timers_have_one_effect(table: Table) -> None:
    from tests.missions.test_submit import zap_at_ally

    zap_at_ally(table, 1_000)
    found = at_once([lambda: str(services.settle(table.mission.pk, 30_000))] * 12)
    assert found == {"True": 1, "False": 11}
    assert_is_fold(table)
