"""Bots play from the offers of their seats alone, to the end of each Mission."""

from __future__ import annotations

from functools import cache

import pytest

from tests.bots.referee import COMMANDS, Mission
from tests.bots.tables import duel, table

SHORT, TENTH, LONG = 5, 20, 200
DUELS, ALL_DUELS = 5, 50


@cache
def play(ruleset: str, seed: int, every: int = 1) -> Mission:
    mission = Mission(duel(seed) if ruleset == "duel" else table(ruleset, seed), seed, every)
    mission.play()
    return mission


@pytest.mark.parametrize("seed", range(SHORT))
def test_missions_finish(seed: int) -> None:
    assert play("tempus", seed).refused == []


@pytest.mark.parametrize("seed", range(SHORT, TENTH))
def test_a_tenth_of_all_missions_finish(seed: int, pytestconfig: pytest.Config) -> None:
    """Half the time of a Mission goes into looking at pages: not at each after each command every day."""
    assert play("tempus", seed, 1 if pytestconfig.getoption("--long") else 4).refused == []


@pytest.mark.parametrize("seed", range(TENTH))
def test_a_tenth_of_all_battles_finish(seed: int, pytestconfig: pytest.Config) -> None:
    assert play("outerah", seed, 1 if pytestconfig.getoption("--long") else 4).refused == []


@pytest.mark.parametrize("seed", range(DUELS))
def test_duels_finish(seed: int, pytestconfig: pytest.Config) -> None:
    assert play("duel", seed, 1 if pytestconfig.getoption("--long") else 4).refused == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(DUELS, ALL_DUELS))
def test_fifty_duels_finish(seed: int) -> None:
    assert play("duel", seed).refused == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(TENTH, LONG))
def test_two_hundred_battles_finish(seed: int) -> None:
    assert play("outerah", seed).refused == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(TENTH, LONG))
def test_more_missions_finish(seed: int) -> None:
    assert play("tempus", seed).refused == []


def test_the_same_seed_plays_the_same_mission() -> None:
    first, again = play("tempus", 1), play.__wrapped__("tempus", 1, COMMANDS)  # looked at or not
    assert first.memory.log == again.memory.log


def test_bots_do_what_a_mission_is_made_of() -> None:
    """Seeds of CI must come to more than ending turns, or they prove nothing."""
    logs = [play("tempus", seed).memory.log for seed in range(SHORT)]
    done = {type(event).__name__ for log in logs for entry in log for event in entry.events}
    assert {"Stepped", "Hurt", "KnockedOut", "Said", "Converted", "Checked", "Asked", "RoundStarted"} <= done
    assert {"ActionPrepared", "PreparedUsed", "PreparedLost", "ReflexTried", "ExtendedStarted", "ExtendedEnded"} <= done


def test_bots_fight_as_outerah_has_it() -> None:
    logs = [play("outerah", seed).memory.log for seed in range(SHORT)]
    done = {type(event).__name__ for log in logs for entry in log for event in entry.events}
    assert {"Struck", "Hurt", "KnockedOut", "Ordered", "Cast", "Mended", "Resisted", "Faced", "StatusEnded"} <= done
    logs = [play("duel", seed, 4).memory.log for seed in range(DUELS)]
    done = {type(event).__name__ for log in logs for entry in log for event in entry.events}
    assert {"Posted", "Loaded", "Altitude", "Struck"} <= done
