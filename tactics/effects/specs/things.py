"""What is carried and what carries it: weapons, items, hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tactics.effects.formula import Dice
from tactics.effects.specs.entries import Entry, checked_cost, dice_of
from tactics.effects.steps import AnyStep
from tactics.kernel.state import Value


def checked_size(size: int) -> None:
    """ValueError unless it is a size that things have, in slots of the Pack."""
    if not 1 <= size <= 5:
        raise ValueError("size: 1 to 5 slots; big is 2, very big 3, huge 4, enormous 5")


class Weapon(Entry, frozen=True, kw_only=True):
    """A thing to fight with. skill: the attack skill that it uses; its dice take the place of the skill's."""

    skill: str
    effectiveness: str = "d10"
    effectiveness_bonus: int = 0
    attempt_bonus: int = 0
    reach: int = 1
    range: int = 0
    size: int = 1
    hands: int = 1
    sort: str = ""
    """What carriers know it by (`blade`); they may also name its key."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if dice_of(self.effectiveness) is None:
            raise ValueError("effectiveness: a weapon has dice, such as d10")
        if not 1 <= self.hands <= 4:
            raise ValueError("hands: 1 to 4")
        checked_size(self.size)

    @property
    def dice(self) -> Dice:
        roll = dice_of(self.effectiveness)
        assert roll is not None
        return roll


class Item(Entry, frozen=True, kw_only=True):
    """A thing that is no weapon (T-163 to T-184). size: slots in the Pack and in hands.

    simple: ready at hand it is used for the cost of `action`; a complex one names its own `cost`. With neither and
    no `effect` it is not used at all. use: who it is used on, with `reach`, as of an action. consumed: gone with
    its use. wearable: worn as it is; equipment: clothes or armour, worn and never a Ready Item. A carrier `holds`
    that many (`capacity`) things of these keys or sorts, and makes them wearable. pack: slots that it adds to the
    Pack while it is worn. manual: the skill that reading it helps with once (T-057).
    """

    size: int = 1
    sort: str = ""
    stackable: bool = False
    wearable: bool = False
    equipment: bool = False
    holds: tuple[str, ...] = ()
    capacity: int = 0
    pack: int = 0
    simple: bool = False
    consumed: bool = True
    action: str = "use_simple_item"
    cost: dict[str, int] = {}
    use: Literal["none", "body"] = "none"
    reach: int | None = 1
    skill: str = ""
    manual: str = ""
    effect: tuple[AnyStep, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_size(self.size)
        checked_cost(self.cost)
        if self.stackable and self.size != 1:
            raise ValueError("stackable: only things of one slot share it")
        if bool(self.holds) != (self.capacity > 0):
            raise ValueError("capacity: a carrier says what it holds, and how many")
        if not 0 <= self.capacity <= 20 or not 0 <= self.pack <= 20:
            raise ValueError("capacity, pack: 0 to 20")
        if (self.holds or self.pack or self.equipment) and not self.wearable:
            raise ValueError("wearable: it does nothing unless it is worn; write wearable: true")
        if self.simple and self.cost:
            raise ValueError("cost: a simple item has the cost of its action; write simple: false, or leave out cost")
        if self.reach is not None and not 0 <= self.reach <= 200:
            raise ValueError("reach: 0 to 200 cells, or null for any in sight")

    @property
    def usable(self) -> bool:
        """Whether anything is done with it besides carrying it."""
        return self.simple or bool(self.cost or self.effect or self.manual)


class HandSpec(Value, frozen=True):
    """A hand of a template or sheet. slots: None for what hands have (less one if it is impaired).

    impaired: `claws` or `injury` take one slot for good and leave the penalty (T-183, T-184). grips false: it holds
    Ready Items without being a hand, as telekinesis does (T-182). holds: keys of things in it.
    """

    name: str
    slots: int | None = None
    impaired: Literal["", "claws", "injury"] = ""
    grips: bool = True
    holds: tuple[str | dict[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.replace("_", "").isalnum():
            raise ValueError("hands: name each with letters, such as right")
        if self.slots is not None and not 0 <= self.slots <= 10:
            raise ValueError("hands: 0 to 10 slots")


USUAL_HANDS = ("right", "left")


def limbs_of(hands: Sequence[HandSpec]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """(limbs, what each holds) as a sheet has them: only what is not as usual; None where the usual two are not the
    first, which a sheet says as a list."""
    if tuple(hand.name for hand in hands[:2]) != USUAL_HANDS:
        return None
    limbs: dict[str, Any] = {}
    for hand in hands:
        own = {"slots": "" if hand.slots is None else str(hand.slots), "impaired": hand.impaired}
        made = {key: value for key, value in {**own, "grips": "" if hand.grips else "no"}.items() if value}
        if made or hand.name not in USUAL_HANDS:
            limbs[hand.name] = made
    return limbs, {hand.name: msgspec.to_builtins(hand.holds) for hand in hands if hand.holds}
