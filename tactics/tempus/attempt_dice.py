"""The dice of an Attempt with the Zero rule (T-145, T-150 to T-153), and how they are told as terms."""

from __future__ import annotations

from tactics.effects.breakdown import Term, die
from tactics.effects.odds import CRITICAL, PLAIN, Ranges, Roll
from tactics.kernel.engine import Work
from tactics.tempus import check_numbers as numbers
from tactics.tempus.check_numbers import Trial


def roll_attempt(work: Work, trial: Trial, ranges: Ranges, *, secret: bool = False) -> tuple[int, ...]:
    """The faces of an Attempt: one d10; after a ten a second one, and a third one where that decides nothing. In
    secret nobody is asked for a die from the table."""
    body = work.state.bodies[trial.body]
    why = f"{body.name}: {numbers.skill_of(work, trial.skill).label}"
    unit = "" if secret else body.unit
    faces = [work.roll(1, 10, f"{why}, Attempt", unit=unit, secret=secret).total]
    if faces[0] == 10:
        faces.append(work.roll(1, 10, f"{why}, second die after a ten", unit=unit, secret=secret).total)
        if ranges.second(faces[1]) == PLAIN:
            faces.append(work.roll(1, 10, f"{why}, the die again", unit=unit, secret=secret).total)
    return tuple(faces)


def finished(faces: tuple[int, ...], ranges: Ranges) -> Roll:
    """What the faces of an Attempt come to. A third die takes the first one's place, ten as ten (T-153)."""
    if len(faces) == 1:
        return Roll(PLAIN, faces[0])
    kind = ranges.second(faces[1])
    return Roll(kind, faces[2] if kind == PLAIN else faces[0])


def die_terms(faces: tuple[int, ...], ranges: Ranges) -> tuple[Term, ...]:
    """The dice as terms; those that do not count say why."""
    if len(faces) == 1:
        return (die(10, faces[0]),)
    kind = ranges.second(faces[1])
    if kind != PLAIN:
        words = "critical success" if kind == CRITICAL else "critical failure"
        return (die(10, faces[0]), die(10, faces[1], counts=False, why=words))
    return (
        die(10, faces[0], counts=False, why="rolled again"),
        die(10, faces[1], counts=False, why="the die is rolled again"),
        die(10, faces[2]),
    )
