"""A number with its names: what was added to what, from where, and what did not count and why.

A check, a damage, a cost or a range is never a bare int but a `Breakdown`. It is stored in the event;
the log line opens to it. Text form: `2 Claw + 3 DEX + 3 d10 = 8`.

    >>> claw = Breakdown("Attempt", (Term("Claw", 2), Term("DEX", 3), die(10, 3)))
    >>> claw.total, str(claw)
    (8, '2 Claw + 3 DEX + 3 d10 = 8')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from tactics.kernel.state import Value
from tactics.kernel.view import BreakdownView, TermView

FLAT = "flat"
DIE = "die"

MINUS = "\N{MINUS SIGN}"


class Term(Value, frozen=True):
    """One named part of a number, in whole units of that number.

    kind: `flat` or `die` (then `value` is the face and `sides` the die's). source: where it comes from,
    as `kind:key` (`skill:claw`, `status:blessed`, `laid:3`). counts False: listed, not added, and `why`.
    secret: only the GM may know of it. house: the number is a house value, not the document's.
    """

    label: str
    value: int
    source: str = ""
    kind: str = FLAT
    counts: bool = True
    why: str = ""
    secret: bool = False
    house: bool = False
    sides: int = 0


class Breakdown(Value, frozen=True):
    """A labelled sum. `floor`: the total is never below it (effectiveness after soak: 0, rule C4)."""

    label: str
    terms: tuple[Term, ...] = ()
    floor: int | None = None

    @property
    def sum(self) -> int:
        """What the counting terms add up to, before the floor."""
        return sum(term.value for term in self.terms if term.counts)

    @property
    def total(self) -> int:
        return self.sum if self.floor is None else max(self.floor, self.sum)

    @property
    def secret(self) -> bool:
        """True when a part that counts is secret: then the total is secret too (table.md 23)."""
        return any(term.secret and term.counts for term in self.terms)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of the dice in it, in order."""
        return tuple(term.value for term in self.terms if term.kind == DIE)

    def plus(self, *terms: Term) -> Breakdown:
        """The same number with more terms at the end."""
        return msgspec.structs.replace(self, terms=self.terms + terms)

    def without_dice(self) -> Breakdown:
        """What is known before the roll: `2 Claw + 3 DEX = 5` (T-140)."""
        return msgspec.structs.replace(self, terms=tuple(t for t in self.terms if t.kind != DIE))

    def __str__(self) -> str:
        return words(self)


def die(sides: int, face: int, source: str = "", counts: bool = True, why: str = "") -> Term:
    """The term of a rolled die. A ten of a d10 is 10, as everywhere."""
    return Term(f"d{sides}", face, source, DIE, counts, why, sides=sides)


def words(breakdown: Breakdown) -> str:
    """`2 Claw + 3 DEX + 3 d10 = 8`; terms that do not count are left out, the floor is named."""
    counting = [term for term in breakdown.terms if term.counts]
    parts: list[str] = []
    for term in counting:
        amount = f"{abs(term.value)} {term.label}".rstrip()
        sign = MINUS if term.value < 0 else "+"
        if parts:
            parts += [sign, amount]
        else:
            parts.append(MINUS + amount if term.value < 0 else amount)
    total = signed(breakdown.total) if breakdown.total < 0 else str(breakdown.total)
    if breakdown.total != breakdown.sum:
        total += f" (not below {breakdown.floor})"
    return f"{' '.join(parts)} = {total}" if parts else total


def signed(value: int) -> str:
    """`+3`, `−2`, `+0`, with the real minus sign."""
    return f"{MINUS if value < 0 else '+'}{abs(value)}"


def compared(left: Breakdown, right: Breakdown) -> str:
    """`2 Claw + 3 DEX + 3 d10 = 8  vs  2 DEF + 5 running = 7`."""
    return f"{words(left)}  vs  {words(right)}"


def merged(
    breakdown: Breakdown,
    label: str,
    which: Callable[[Term], bool] = lambda term: True,
    source: str = "",
) -> Breakdown:
    """The terms that `which` picks as one sum in the place of the first of them: `7 defence`.

    What others may know of a target's defence is this one sum (table.md 23). Its total is unchanged.
    Picked terms that do not count vanish (they would tell the parts); a picked secret makes the sum secret.
    A picked house value makes the sum a house value. The floor stays.
    """
    picked = [term for term in breakdown.terms if which(term)]
    if not picked:
        return breakdown
    counting = [term for term in picked if term.counts]
    one = Term(
        label,
        sum(term.value for term in counting),
        source,
        secret=any(term.secret for term in counting),
        house=any(term.house for term in counting),
    )
    terms: list[Term] = []
    for term in breakdown.terms:
        if not which(term):
            terms.append(term)
        elif term is picked[0]:
            terms.append(one)
    return msgspec.structs.replace(breakdown, terms=tuple(terms))


def _unexplained(source: str) -> str:
    return ""


def shown(
    breakdown: Breakdown, secrets: bool, hidden_words: str = "", entry: Callable[[str], str] = _unexplained
) -> BreakdownView:
    """What a viewer gets. secrets False: secret terms are left out, and when one counts, the total too.

    hidden_words: what to say in the place of a hidden total. entry: the entry of the rules that explains what comes
    from a source (`explained.entry_of`).
    """
    visible = [term for term in breakdown.terms if secrets or not term.secret]
    known = secrets or not breakdown.secret
    return BreakdownView(
        label=breakdown.label,
        total=breakdown.total if known else None,
        terms=tuple(TermView(t.label, t.value, t.source, t.house, t.counts, t.why, entry(t.source)) for t in visible),
        words=words(breakdown) if known else hidden_words,
    )


def total_of(terms: Iterable[Term]) -> int:
    """The sum of the terms that count."""
    return sum(term.value for term in terms if term.counts)
