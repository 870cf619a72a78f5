"""Who it is: peoples with their way of casting, ready heroes and Mobs."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tactics.effects.specs.entries import Entry
from tactics.effects.specs.things import HandSpec, limbs_of
from tactics.kernel.state import Value

RANKS = ("P", *(str(rank) for rank in range(11)))


class Style(Value, frozen=True):
    """How somebody casts (T-126). stat: one or two for a compound check; skill: whose rank counts, by default that
    of the spell's own skill."""

    stat: str | tuple[str, str] = ""
    skill: str = ""

    @property
    def stats(self) -> tuple[str, ...]:
        if isinstance(self.stat, tuple):
            return self.stat
        return (self.stat,) if self.stat else ()


class Race(Entry, frozen=True, kw_only=True):
    """penalty: added to an Attempt with a skill that one does not have (T-136); 0 or less. casting: how its people
    cast, unless somebody does it in a way of their own (T-126)."""

    penalty: int
    casting: Style = Style()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.penalty > 0:
            raise ValueError("penalty: 0 or a negative number")


class Template(Entry, frozen=True, kw_only=True):
    """A ready hero or Mob. count: members of a Mob. skills: key -> rank (`P`, 0 to 10)."""

    kind: Literal["character", "mob"] = "character"
    race: str = ""
    stats: dict[str, int]
    skills: dict[str, str | int] = {}
    weapons: tuple[str, ...] = ()
    """Things in its hands."""
    hands: tuple[HandSpec, ...] = ()
    worn: tuple[str, ...] = ()
    pack: dict[str, int] = {}
    """Item -> how many."""
    pack_slots: int | None = None
    casting: dict[str, Style] = {}
    """Spell, or `*` for all of them -> how this one casts it (T-126)."""
    count: int = 1
    size: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(not 1 <= n <= 99 for n in self.pack.values()):
            raise ValueError("pack: 1 to 99 of each item")
        for key, rank in self.skills.items():
            if str(rank) not in RANKS:
                raise ValueError(f"skills: the rank of {key} is {rank!r}; a rank is P or 0 to 10")
        if not 1 <= self.count <= 50 or (self.kind == "character" and self.count != 1):
            raise ValueError("count: 1 to 50 for a mob, 1 for a character")

    @property
    def ranks(self) -> dict[str, str]:
        """The skills as a body holds them."""
        return {key: str(rank) for key, rank in self.skills.items()}

    def sheet(self) -> dict[str, Any]:
        """The set-up keys of one such unit, as plain data: what a character of the roster begins with."""
        sheet: dict[str, Any] = {
            "name": self.label,
            "kind": self.kind,
            "race": self.race,
            "stats": dict(self.stats),
            "skills": self.ranks,
            "weapons": list(self.weapons),
            "hands": msgspec.to_builtins(self.hands),
            "worn": list(self.worn),
            "pack": dict(self.pack),
            "size": self.size,
        }
        own = limbs_of(self.hands)
        if own is not None:
            sheet["hands"] = own[1]
            sheet |= {"limbs": own[0]} if own[0] else {}
        if self.casting:
            sheet["casting"] = msgspec.to_builtins(self.casting)
        if self.pack_slots is not None:
            sheet["pack_slots"] = self.pack_slots
        if self.kind == "mob":
            sheet["count"] = self.count
        return sheet
