"""Exact odds of an Attempt with the Zero rule, of two sides' rolls, and of what a hit then does.

The Zero rule (T-150 to T-153): a ten on the d10 asks for a second d10. In the `crit` range the Attempt
succeeds critically, in the `botch` range it fails critically, else a third d10 takes the first one's place
and counts as it shows. So of 1000 ways: the faces 1 to 9 come up 104 times each, a plain ten 4 times,
a critical and a botch 30 times each (with the default ranges).

The outcome functions are the ones that the engine uses too: preview and play cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tactics.effects.distribution import Distribution, certain, mixed
from tactics.kernel.state import Value

CRITICAL, SUCCESS, FAILURE, BOTCH, PLAIN = "critical", "success", "failure", "botch", "plain"

Range = tuple[int, int]
CRIT_RANGE: Range = (8, 10)
BOTCH_RANGE: Range = (1, 3)
OF = 1000


def span(faces: Range) -> range:
    return range(faces[0], faces[1] + 1)


class Ranges(Value, frozen=True):
    """Faces of the second die, both ends included; (1, 0) is empty. Overlapping ones are refused (T-152)."""

    crit: Range = CRIT_RANGE
    botch: Range = BOTCH_RANGE

    def __post_init__(self) -> None:
        for low, high in (self.crit, self.botch):
            if not (1 <= low <= 11 and 0 <= high <= 10):
                raise ValueError(f"a range of faces lies within 1 to 10, not {low} to {high}")
        if set(span(self.crit)) & set(span(self.botch)):
            raise ValueError("a face cannot be critical and botch at once")

    def second(self, face: int) -> str:
        """`critical`, `botch` or `plain` (roll the third die) for the second die's face."""
        if face in span(self.crit):
            return CRITICAL
        return BOTCH if face in span(self.botch) else PLAIN


DEFAULT = Ranges()


class Roll(Value, frozen=True):
    """A finished Attempt roll: `kind` critical, botch or plain; `face` what counts as the die (1 to 10)."""

    kind: str
    face: int


def rolls(ranges: Ranges) -> Iterator[tuple[Roll, int]]:
    """Every finished roll with its weight of 1000. A critical or botch keeps the ten of the first die."""
    crits, botches = len(span(ranges.crit)), len(span(ranges.botch))
    again = 10 - crits - botches
    for face in range(1, 10):
        yield Roll(PLAIN, face), 100 + again
    yield Roll(PLAIN, 10), again
    yield Roll(CRITICAL, 10), 10 * crits
    yield Roll(BOTCH, 10), 10 * botches


def beats(total: int, difficulty: int, tie: str = "fail") -> bool:
    """Strictly greater (T-147, C1); `tie` is `fail` or `succeed`."""
    return total > difficulty or (tie == "succeed" and total == difficulty)


def outcome(roll: Roll, bonus: int, difficulty: int, tie: str = "fail") -> str:
    """What an Attempt comes to: a critical succeeds and a botch fails whatever the numbers (T-151)."""
    if roll.kind != PLAIN:
        return roll.kind
    return SUCCESS if beats(roll.face + bonus, difficulty, tie) else FAILURE


_STEP = {BOTCH: 0, PLAIN: 1, CRITICAL: 2}


def versus_outcome(roll: Roll, bonus: int, resisting: Roll, resisting_bonus: int) -> str:
    """What the initiator's Attempt comes to against the resister's roll (T-148).

    Critical beats what is none, what is no botch beats a botch; when both are alike the totals decide and
    the resister holds a tie. The initiator's success is critical when its roll is critical and the
    resister's is not, else plain; its failure is a botch when its roll is a botch and the resister's is not.
    """
    mine, theirs = _STEP[roll.kind], _STEP[resisting.kind]
    if mine == theirs:
        won = beats(roll.face + bonus, resisting.face + resisting_bonus)
        return SUCCESS if won else FAILURE
    if mine > theirs:
        return CRITICAL if roll.kind == CRITICAL else SUCCESS
    return BOTCH if roll.kind == BOTCH else FAILURE


class AttemptOdds(Value, frozen=True):
    """In how many of `of` equally likely ways each outcome comes up."""

    critical: int
    success: int
    failure: int
    botch: int
    of: int = OF

    @property
    def chance(self) -> Fraction:
        """Of success of either kind."""
        return Fraction(self.critical + self.success, self.of)

    @property
    def shares(self) -> dict[str, Fraction]:
        return {
            CRITICAL: Fraction(self.critical, self.of),
            SUCCESS: Fraction(self.success, self.of),
            FAILURE: Fraction(self.failure, self.of),
            BOTCH: Fraction(self.botch, self.of),
        }


def attempt_odds(
    bonus: int,
    difficulty: int,
    crit: Range = CRIT_RANGE,
    botch: Range = BOTCH_RANGE,
    tie: str = "fail",
) -> AttemptOdds:
    """The odds of d10 + bonus against the difficulty. Raises ValueError for overlapping ranges."""
    counts = dict.fromkeys((CRITICAL, SUCCESS, FAILURE, BOTCH), 0)
    for roll, weight in rolls(Ranges(crit, botch)):
        counts[outcome(roll, bonus, difficulty, tie)] += weight
    return AttemptOdds(**counts)


def versus_odds(
    bonus: int,
    resisting_bonus: int,
    ranges: Ranges = DEFAULT,
    resisting: Ranges = DEFAULT,
) -> AttemptOdds:
    """The initiator's odds when both sides roll (of a million ways)."""
    counts = dict.fromkeys((CRITICAL, SUCCESS, FAILURE, BOTCH), 0)
    for mine, weight in rolls(ranges):
        for theirs, other in rolls(resisting):
            counts[versus_outcome(mine, bonus, theirs, resisting_bonus)] += weight * other
    return AttemptOdds(**counts, of=OF * OF)


def effectiveness_odds(dice: Distribution, bonus: int, soak: int = 0) -> Distribution:
    """Of a hit: max(0, dice + bonus - soak), the damage dealt (T-157, T-158)."""
    return dice.map(lambda face: max(0, face + bonus - soak))


def strike_odds(
    bonus: int,
    difficulty: int,
    dice: Distribution,
    effectiveness: int,
    soak: int = 0,
    ranges: Ranges = DEFAULT,
    tie: str = "fail",
    crit_adds: bool = True,
    add_margin: bool = False,
) -> Distribution:
    """What one attack does to its target, misses as 0.

    dice + `effectiveness` - soak on a success; a critical adds a second Effectiveness roll (T-155,
    `crit_adds`), soak once to the sum; a failure and a botch do nothing. add_margin: the Attempt's margin
    counts too (T-157), for a critical with the ten of its first die, never less than 0.
    """
    parts: list[tuple[int, int, Distribution]] = []
    twice = dice.plus(dice)
    for roll, weight in rolls(ranges):
        result = outcome(roll, bonus, difficulty, tie)
        margin = max(0, roll.face + bonus - difficulty) if add_margin else 0
        if result == SUCCESS or (result == CRITICAL and not crit_adds):
            dealt = effectiveness_odds(dice, effectiveness + margin, soak)
        elif result == CRITICAL:
            dealt = effectiveness_odds(twice, 2 * effectiveness + margin, soak)
        else:
            dealt = certain(0)
        parts.append((weight, OF, dealt))
    return mixed(parts)
