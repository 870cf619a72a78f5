"""What a page of help is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Words = tuple[Any, ...]


@dataclass(frozen=True)
class Topic:
    """One screen. Each line is a sentence or two, in the words that the screen itself uses."""

    key: str
    title: Any
    can: Words
    costs: Words
    wrong: Words
