"""Formulas typed as text, both ways: `parse("claw + dex + d10", VOCABULARY)` and `render(tree)`.

Grammar (ASCII only; spaces are free; names are not case sensitive):

    sum     = product { ("+" | "-") product }
    product = factor { ("*" | "/") factor }
    factor  = "-" factor | NUMBER | DICE | NAME | FUNCTION "(" sum { "," sum } ")" | "(" sum ")"
    DICE    = [NUMBER] "d" NUMBER
    FUNCTION = floor | ceil | min | max | best | worst     (best and worst take one roll: best(3d100))

Limits: 200 characters, 100 dice, 2 to 1000 sides, depth 8, numbers up to 1,000,000.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

import msgspec

from tactics.effects.formula import (
    Call,
    Dice,
    Formula,
    Name,
    Negate,
    Number,
    Operation,
    children,
    dice,
)

MAX_LENGTH = 200
MAX_DICE = 100
MAX_SIDES = 1000
MAX_DEPTH = 8
MAX_NUMBER = 1_000_000
FUNCTIONS = ("floor", "ceil", "min", "max", "best", "worst")

_TOKEN = re.compile(
    r" *(?:(?P<dice>[0-9]*[dD][0-9]+)(?![A-Za-z_0-9])|(?P<number>[0-9]+)(?![A-Za-z_0-9])"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<mark>[-+*/(),]))"
)

_BEGUN = re.compile(r"[0-9]+[dD]?[0-9]*")


class FormulaError(ValueError):
    """A text that is no formula. `at`: 0-based position of the trouble; `hint`: what to do, or empty."""

    def __init__(self, text: str, at: int, problem: str, hint: str = "") -> None:
        self.text, self.at, self.problem, self.hint = text, at, problem, hint
        super().__init__(f"{problem} at character {at + 1} of {text!r}" + (f": {hint}" if hint else ""))


class _Token(msgspec.Struct, frozen=True):
    kind: str
    text: str
    at: int


def parse(text: str, vocabulary: Collection[str] = ()) -> Formula:
    """The tree of `text`. vocabulary: the names that may be used, in lower case.

    Raises FormulaError with the position and, for a mistyped name, the nearest one.
    """
    if len(text) > MAX_LENGTH:
        raise FormulaError(
            text[:40] + "...",
            MAX_LENGTH,
            "the formula is too long",
            f"at most {MAX_LENGTH} characters",
        )
    return _Parser(text, vocabulary).whole()


class _Parser:
    def __init__(self, text: str, vocabulary: Collection[str]) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.tokens = list(self._scan())
        self.next = 0
        self.open = 0

    def _scan(self) -> list[_Token]:
        tokens: list[_Token] = []
        at, end = 0, len(self.text.rstrip(" "))
        while at < end:
            match = _TOKEN.match(self.text, at)
            if match is None:
                at += len(self.text[at:]) - len(self.text[at:].lstrip(" "))
                begun = _BEGUN.match(self.text, at)
                if begun is not None:
                    raise self._half(begun.end())
                raise FormulaError(
                    self.text,
                    at,
                    f"{self.text[at]!r} is not part of a formula",
                    "use ASCII digits, names, d6, + - * / and parentheses",
                )
            kind = match.lastgroup or ""
            tokens.append(_Token(kind, match.group(kind).lower(), match.start(kind)))
            at = match.end()
        return [*tokens, _Token("end", "", len(self.text))]

    def _half(self, at: int) -> FormulaError:
        """What begins as a number or a die and goes on as neither."""
        if at == len(self.text) or self.text[at] == " ":
            return FormulaError(self.text, at, "the sides of a die are missing", "write them after d, as in 2d6")
        return FormulaError(self.text, at, f"{self.text[at]!r} was not expected", "join parts with + - * or /")

    @property
    def here(self) -> _Token:
        return self.tokens[self.next]

    def take(self) -> _Token:
        token = self.here
        self.next += 1
        return token

    def fail(self, problem: str, hint: str = "", at: int | None = None) -> FormulaError:
        return FormulaError(self.text, self.here.at if at is None else at, problem, hint)

    def whole(self) -> Formula:
        tree = self.sum()
        if self.here.kind != "end":
            raise self.fail(f"{self.here.text!r} was not expected", "join parts with + - * or /")
        rolled = sum(roll.count for roll in dice(tree))
        if rolled > MAX_DICE:
            raise self.fail(f"{rolled} dice are too many", f"at most {MAX_DICE}", 0)
        if depth(tree) > MAX_DEPTH:
            raise self.fail("the formula is nested too deeply", f"at most {MAX_DEPTH} levels", 0)
        return tree

    def sum(self) -> Formula:
        # Parentheses are bounded before the tree exists: the parser itself must not run out of stack.
        self.open += 1
        if self.open > 2 * MAX_DEPTH:
            raise self.fail("the formula is nested too deeply", f"at most {MAX_DEPTH} levels")
        left = self.product()
        while self.here.text in ("+", "-"):
            left = Operation(self.take().text, left, self.product())
        self.open -= 1
        return left

    def product(self) -> Formula:
        left = self.factor()
        while self.here.text in ("*", "/"):
            op = self.take()
            at = self.here.at
            right = self.factor()
            if op.text == "/" and not (isinstance(right, Number) and right.value):
                raise self.fail("only a number other than 0 may divide", "write a number after /", at)
            left = Operation(op.text, left, right)
        return left

    def factor(self) -> Formula:
        token = self.take()
        if token.text == "-":
            self.open += 1
            if self.open > 2 * MAX_DEPTH:
                raise self.fail("the formula is nested too deeply", f"at most {MAX_DEPTH} levels", token.at)
            inner = self.factor()
            self.open -= 1
            return Negate(inner)
        if token.kind == "number":
            return Number(self._number(token.text, token.at))
        if token.kind == "dice":
            return self._dice(token)
        if token.kind == "name":
            return self._function(token) if self.here.text == "(" else self._name(token)
        if token.text == "(":
            inner = self.sum()
            self._close(token)
            return inner
        problem = "the formula ends too early" if token.kind == "end" else f"{token.text!r} was not expected"
        raise self.fail(problem, "a number, a die or a name belongs here", token.at)

    def _close(self, opened: _Token) -> None:
        if self.here.text != ")":
            raise self.fail("a closing parenthesis is missing", f"for the one at character {opened.at + 1}")
        self.take()

    def _number(self, digits: str, at: int) -> int:
        if len(digits) > 7 or int(digits) > MAX_NUMBER:
            raise self.fail("the number is too large", f"at most {MAX_NUMBER}", at)
        return int(digits)

    def _dice(self, token: _Token) -> Dice:
        count, _, sides = token.text.partition("d")
        roll = Dice(self._number(count, token.at) if count else 1, self._number(sides, token.at))
        if not 1 <= roll.count <= MAX_DICE:
            raise self.fail(f"{roll.count} dice cannot be rolled", f"1 to {MAX_DICE} dice", token.at)
        if not 2 <= roll.sides <= MAX_SIDES:
            raise self.fail(f"a die of {roll.sides} sides does not exist", f"2 to {MAX_SIDES} sides", token.at)
        return roll

    def _name(self, token: _Token) -> Name:
        if token.text in FUNCTIONS:
            raise self.fail(f"{token.text!r} needs parentheses", f"{token.text}(...)", token.at)
        if token.text not in self.vocabulary:
            raise self.fail(
                f"{token.text!r} is not known here",
                suggestion(token.text, self.vocabulary),
                token.at,
            )
        return Name(token.text)

    def _function(self, token: _Token) -> Formula:
        if token.text not in FUNCTIONS:
            raise self.fail(f"there is no function {token.text!r}", suggestion(token.text, FUNCTIONS), token.at)
        opened = self.take()
        args = [self.sum()]
        while self.here.text == ",":
            self.take()
            args.append(self.sum())
        self._close(opened)
        if token.text in ("best", "worst"):
            if len(args) != 1 or not isinstance(args[0], Dice) or args[0].keep != "sum":
                raise self.fail(f"{token.text} takes one roll", f"{token.text}(3d100)", token.at)
            return msgspec.structs.replace(args[0], keep=token.text)
        if token.text in ("floor", "ceil") and len(args) != 1:
            raise self.fail(f"{token.text} takes one argument", f"{token.text}(a / 2)", token.at)
        if token.text in ("min", "max") and len(args) < 2:
            raise self.fail(f"{token.text} takes two or more arguments", f"{token.text}(a, b)", token.at)
        return Call(token.text, tuple(args))


def suggestion(word: str, known: Collection[str]) -> str:
    """`did you mean 'dex'?`, or the list of what is known."""
    by_lower = {name.lower(): name for name in sorted(known)}
    near = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    if near:
        return f"did you mean {by_lower[near[0]]!r}?"
    return "known are " + ", ".join(sorted(known)[:12]) if known else "no names may be used here"


def depth(formula: Formula) -> int:
    """How deeply parentheses would nest; a chain of additions counts once."""
    parts = children(formula)
    if not parts:
        return 1
    if isinstance(formula, Operation):
        same = "+-" if formula.op in "+-" else "*/"
        levels = [depth(p) - (isinstance(p, Operation) and p.op in same) for p in parts]
        return 1 + max(levels)
    return 1 + max(depth(part) for part in parts)


def render(formula: Formula) -> str:
    """The text of a tree: `parse(render(tree)) == tree`."""
    if isinstance(formula, Number):
        return str(formula.value)
    if isinstance(formula, Name):
        return formula.key
    if isinstance(formula, Dice):
        roll = f"{formula.count if formula.count > 1 else ''}d{formula.sides}"
        return roll if formula.keep == "sum" else f"{formula.keep}({roll})"
    if isinstance(formula, Negate):
        return "-" + _wrapped(formula.of, isinstance(formula.of, Operation))
    if isinstance(formula, Call):
        return f"{formula.function}({', '.join(render(arg) for arg in formula.args)})"
    tight = formula.op in "*/"
    loose_left = isinstance(formula.left, Operation) and tight and formula.left.op in "+-"
    loose_right = isinstance(formula.right, Operation) and (tight or formula.right.op in "+-")
    return f"{_wrapped(formula.left, loose_left)} {formula.op} {_wrapped(formula.right, loose_right)}"


def _wrapped(formula: Formula, parentheses: bool) -> str:
    return f"({render(formula)})" if parentheses else render(formula)
