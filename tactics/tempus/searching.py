"""Looking about for what is hidden (T-058): things, and bodies that nobody in particular hides, by the check that came
before; a hider, a hidden body with the skill of hiding, by its own roll against the searcher's (T-148).

What comes of it is the searcher's and the GM's to know: a roll that a hider wins is told to the GM alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import convert

from tactics.board import distance
from tactics.effects import steps as s
from tactics.effects.breakdown import Breakdown
from tactics.effects.odds import SUCCESS, Roll, versus_outcome
from tactics.kernel import events as e
from tactics.kernel.engine import Work
from tactics.kernel.ruleset import Step
from tactics.kernel.state import EVERYONE, AnyBody, Frame
from tactics.tempus import check_numbers as numbers
from tactics.tempus import items
from tactics.tempus.action_plan import plan_of
from tactics.tempus.action_steps import effect, who
from tactics.tempus.attempt_dice import die_terms, finished, roll_attempt
from tactics.tempus.check_events import HIDER, Checked
from tactics.tempus.check_numbers import Trial
from tactics.tempus.checks import WON, is_secret, ruled, ruling


def _look(work: Work, frame: Frame, data: s.Look) -> None:
    """Finds within so many cells, for the searcher's seat."""
    body = who(work, frame, "self")
    if body is None or body.place is None:
        return
    won = frame.memo.get("outcome", SUCCESS) in WON
    radius, seat = numbers.amount(work, data.radius), work.state.units[frame.unit].seat
    for hidden in tuple(_hidden(work, body, radius, seat)):
        if data.resist and _hides(work, frame, data.resist, hidden):
            _versus(work, frame, data.resist, hidden, seat)
        elif won:
            work.emit(e.BodyRevealed(body=hidden.key, to=(seat,)))
    if won:
        items.find_things(work, body, radius)


def _hidden(work: Work, body: AnyBody, radius: int, seat: str) -> Iterator[AnyBody]:
    """Bodies near enough that this seat has not found yet; nobody looks for those that the same hand plays."""
    metric = numbers.constant(work, "tt.grid.metric")
    assert body.place is not None
    for other in work.state.bodies.values():
        unseen = {EVERYONE, seat} & set(other.hidden_from) and seat not in other.found_by
        if not unseen or other.place is None or work.state.units[other.unit].seat == seat:
            continue
        near = other.place.board == body.place.board
        if near and distance(body.place.cell, other.place.cell, metric) <= radius:
            yield other


def _hides(work: Work, frame: Frame, skill: str, body: AnyBody) -> bool:
    """Whether a hidden body sets the difficulty by a roll: it is conscious and knows how to hide, the searcher has
    rolled, and the GM ruled no number, which takes the roll's place as in any Versus check."""
    ruled_out = "value" in (ruling(work, frame) or {})
    able = not body.down and not numbers.untrained(body, skill, numbers.skill_of(work, skill))
    return able and "attempt" in frame.memo and not ruled_out


def _versus(work: Work, frame: Frame, skill: str, hider: AnyBody, seat: str) -> None:
    """The hider's roll, at once and unseen, is the difficulty of what the searcher rolled (T-148)."""
    searching = plan_of(work.rules, frame).skill_key
    body = frame.args["body"]
    trial = Trial(body=body, skill=searching, action=frame.args["action"], target=hider.key, against="versus")
    other = Trial(body=hider.key, skill=skill, action=trial.action, against="versus", resists=True)
    ranges = numbers.ranges(work, other)
    faces = roll_attempt(work, other, ranges, secret=True)
    total = numbers.attempt(work, other).plus(*numbers.difficulty(work, trial).terms, *die_terms(faces, ranges))
    label = f"{hider.name}: {numbers.skill_of(work, skill).label}"
    difficulty = ruled(Breakdown(label, total.terms), ruling(work, frame))
    attempt, roll = convert(frame.memo["attempt"], Breakdown), convert(frame.memo["roll"], Roll)
    against = finished(faces, ranges)
    outcome = versus_outcome(roll, attempt.total - roll.face, against, difficulty.total - against.face)
    if outcome in WON:
        work.emit(e.BodyRevealed(body=hider.key, to=(seat,)))
    work.emit(
        Checked(
            unit=frame.unit,
            body=body,
            action=trial.action,
            skill=searching,
            kind="versus",
            part=HIDER,
            outcome=outcome,
            target=hider.key,
            attempt=attempt,
            difficulty=difficulty,
            die=roll.face,
            margin=attempt.total - difficulty.total,
            secret=True,
            told=(seat,) if outcome in WON and not is_secret(work, frame) else (),
        )
    )


STEPS: dict[str, Step] = {"look": effect(_look)}
