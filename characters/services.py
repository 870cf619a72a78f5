"""What changes a character's sheet outside a Mission: what a Mission leaves, and levels."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from tactics.kernel.sheets import SheetChange, with_changes

from .models import Character, SheetEntry, XpEntry


class Refused(Exception):
    """Something that cannot be done now; the text says why."""


def level_of(xp: int, per_level: int) -> int:
    """The level that so much experience allows: 1 at first, one more for each full `per_level` (T-094)."""
    return 1 + max(0, xp) // max(1, per_level)


@transaction.atomic
def take_over(
    character: Character, changes: Iterable[SheetChange], xp: Iterable[tuple[int, str]], *, mission: int, name: str
) -> None:
    """What a Mission leaves goes to the sheet, with a line of history, and each XP to the ledger.

    mission: its number, name: its name. xp: (points, for what).
    """
    held = Character.objects.select_for_update().get(pk=character.pk)
    kept = list(changes)
    if kept:
        SheetEntry.objects.create(
            character=held,
            mission=mission,
            why=name,
            before=held.sheet,
            changes=[{"label": c.label, "old": c.old, "new": c.new} for c in kept],
        )
        held.sheet = with_changes(held.sheet, kept)
    for points, why in xp:
        XpEntry.objects.create(character=held, mission=mission, points=points, why=why or name)
        held.xp += points
    held.save(update_fields=["sheet", "xp"])


@transaction.atomic
def level_up(character: Character, per_level: int) -> int:
    """One level up; its effects are entered by hand (T-094 b). Refused without the experience."""
    held = Character.objects.select_for_update().get(pk=character.pk)
    if level_of(held.xp, per_level) <= held.level:
        needed = {"name": held.name, "n": held.level * per_level}
        raise Refused(_("%(name)s needs %(n)s XP for the next level.") % needed)
    held.level += 1
    change = SheetChange("level", str(_("Level")), str(held.level - 1), str(held.level), ("level",), held.level)
    SheetEntry.objects.create(
        character=held,
        why=_("Level %(n)s") % {"n": held.level},
        before=held.sheet,
        changes=[{"label": change.label, "old": change.old, "new": change.new}],
    )
    held.sheet = with_changes(held.sheet, [change])
    held.save(update_fields=["level", "sheet"])
    return held.level
