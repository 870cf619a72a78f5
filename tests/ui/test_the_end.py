"""What a page says once the Mission is over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from missions.live.fragments import parts
from tests.ui import fixtures


@pytest.mark.parametrize("phase", ["ended", "post_mission"])
def test_a_player_reads_the_outcome_and_what_came_of_each_objective(phase: str) -> None:
    view = fixtures.view("ann")
    goals = tuple(replace(goal, status="completed", xp=7) for goal in view.objectives)
    over = replace(view, phase=phase, outcome="Complete success", options=(), reach=(), turn="", objectives=goals)
    html = parts(over, ())["now"]
    assert "Complete success" in html
    assert html.count("7 XP") == len(goals) > 0
    assert goals[0].title in html


def test_the_gm_reads_what_comes_next() -> None:
    view = replace(fixtures.view("gil"), phase="ended", outcome="Failure", options=(), reach=(), turn="")
    """One way through: a link to the page that closes it, and afterwards the same page."""
    ended, after = parts(view, ())["gmbox"], parts(replace(view, phase="post_mission"), ())["gmbox"]
    assert "may stay on the sheets" in ended
    assert "what comes next" in after
    assert [html.count('href="close/"') for html in (ended, after)] == [1, 1]
    assert "advance" not in ended + after


def test_nobody_is_played_for_any_more() -> None:
    """The banner over the map goes with the Mission's end."""
    view = fixtures.view("ann")
    seats = tuple(replace(seat, played_by="Gil") for seat in view.seats)
    at = {phase: parts(replace(view, seats=seats, phase=phase), ()) for phase in ("running", "ended", "post_mission")}
    assert ["standin" in found["stand"] for found in at.values()] == [True, False, False]
