"""Every shipped scenario, on every host; no two are the same."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from missions.management.commands.scenario import Found, play, read_all, stored_host
from tactics.scenarios.memory import MemoryHost

FOLDER = Path(__file__).parent
FOUND = list(read_all([FOLDER]))
EACH = pytest.mark.parametrize(
    "found",
    [pytest.param(one, id=f"{one.path.stem}-{one.number}") for one in FOUND],
)


@EACH
def test_in_memory(found: Found) -> None:
    assert [str(f) for f in play(found, MemoryHost)] == []


@EACH
def test_through_json_before_every_step(found: Found) -> None:
    assert [str(f) for f in play(found, MemoryHost, reload=True)] == []


@pytest.mark.live
@pytest.mark.django_db
@EACH
def test_on_missions(found: Found) -> None:
    assert [str(f) for f in play(found, stored_host, reload=True)] == []


def test_there_are_enough_and_no_two_have_the_same_steps() -> None:
    scripts = [one.script for one in FOUND if one.script is not None]
    assert len(scripts) >= 60
    seen: dict[bytes, str] = {}
    for script in scripts:
        # where a step stands in its file is not what it does
        steps = [msgspec.structs.replace(step, line=0) for step in script.steps]
        body = msgspec.json.encode(steps, order="sorted")
        assert body not in seen, f"{script.scenario!r} has the steps of {seen[body]!r}"
        seen[body] = script.scenario


def test_each_names_what_it_proves_and_has_its_own_title() -> None:
    scripts = [one.script for one in FOUND if one.script is not None]
    assert all(script.rules for script in scripts)
    titles = [script.scenario for script in scripts]
    assert sorted(titles) == sorted(set(titles))


def _ids(*spans: tuple[int, int]) -> set[str]:
    return {f"T-{number:03}" for first, last in spans for number in range(first, last + 1)}


def test_every_rule_of_the_first_slice_has_a_scenario() -> None:
    wanted = _ids((3, 29), (30, 38), (47, 49), (51, 54), (60, 60), (62, 64), (88, 92), (133, 161))
    proven = {rule for one in FOUND if one.script is not None for rule in one.script.rules}
    assert sorted(wanted - proven) == []
