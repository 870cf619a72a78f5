"""What changes a character's sheet outside a Mission: people, what a Mission leaves, and levels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Member
from tactics.kernel.sheet_fields import SheetField, new_words, same, value_at
from tactics.kernel.sheets import SheetChange, with_changes

from .models import Character, MobEntry, MobTemplate, SheetEntry, XpEntry

MOST = 500
"""Characters, and mob templates, of a campaign."""
COPIES = 20


LEVEL = ("level",)
"""Where a sheet keeps the level; `Character.level` is always the same number (T-094)."""


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
        if any(change.path == LEVEL for change in kept):
            held.level = int(held.sheet.get("level") or 1)
    for points, why in xp:
        XpEntry.objects.create(character=held, mission=mission, points=points, why=why or name)
        held.xp += points
    held.save(update_fields=["sheet", "xp", "level"])


@transaction.atomic
def level_up(character: Character, per_level: int, *, by: Member) -> int:
    """One level up; its effects are entered by hand (T-094 b), for which the GM's lists ask. Refused without the
    experience."""
    held = Character.objects.select_for_update().get(pk=character.pk)
    if level_of(held.xp, per_level) <= held.level:
        needed = {"name": held.name, "n": held.level * per_level}
        raise Refused(_("%(name)s needs %(n)s XP for the next level.") % needed)
    held.level += 1
    change = SheetChange("level", str(_("Level")), str(held.level - 1), str(held.level), ("level",), held.level)
    SheetEntry.objects.create(
        character=held,
        by=by,
        waits=not by.is_gm,
        why=_("Level %(n)s") % {"n": held.level},
        before=held.sheet,
        changes=[{"label": change.label, "old": change.old, "new": change.new}],
    )
    held.sheet = with_changes(held.sheet, [change])
    held.save(update_fields=["level", "sheet"])
    return held.level


def entered(character: Character) -> None:
    """A GM has entered what the levels brought that its player took."""
    character.history.filter(waits=True).update(waits=False)


# --- by hand ------------------------------------------------------------------------------------------

Fields = Sequence[SheetField]
Entry = tuple[str, str, str]
"""(label, old, new): one line of a change."""


def differences(fields: Fields, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Entry]:
    """What of a sheet is another, in words."""
    found = []
    for field in fields:
        old, new = value_at(before, field.path), value_at(after, field.path)
        if not same(field, old, new):
            old, new = (field.usual if one is None else one for one in (old, new))
            found.append((field.label, *new_words(field, old, new)))
    return found


def at_level(sheet: Mapping[str, Any], level: int) -> dict[str, Any]:
    """The sheet with this level; the first is not written."""
    return {**{key: value for key, value in sheet.items() if key != "level"}, **({"level": level} if level > 1 else {})}


def make_room(campaign: Campaign, new: int, *, mobs: bool = False) -> None:
    """Refused when the roster would have too many."""
    there = campaign.mob_templates.count() if mobs else campaign.characters.count()
    if there + new > MOST:
        raise Refused(_("A campaign has %(most)s at most: delete some first.") % {"most": MOST})


@transaction.atomic
def create_character(
    campaign: Campaign, name: str, sheet: Mapping[str, Any], *, by: Member, member: Member | None, **more: Any
) -> Character:
    """more: about, xp, level, portrait. Without a level it is the sheet's. Experience that it begins with is in its
    ledger."""
    make_room(campaign, 1)
    level = int(more.pop("level", None) or sheet.get("level") or 1)
    made = Character.objects.create(
        campaign=campaign, name=name, sheet=at_level(sheet, level), member=member, level=level, **more
    )
    if made.xp:
        XpEntry.objects.create(character=made, points=made.xp, why=_("It begins with this"))
    note(made, by, str(_("Made")), {}, [])
    return made


def note(character: Character, by: Member, why: str, before: Mapping[str, Any], changes: Iterable[Entry]) -> None:
    """A line of history."""
    listed = [{"label": label, "old": old, "new": new} for label, old, new in changes]
    SheetEntry.objects.create(character=character, by=by, why=why[:120], before=dict(before), changes=listed)


@transaction.atomic
def change_mob(
    mob: MobTemplate, data: Mapping[str, Any], fields: Fields, *, by: Member, before: Mapping[str, Any], why: str = ""
) -> bool:
    """The same of a mob template; data: name, about, count, sheet. before: the sheet that it was made from; Refused if
    it is another by now. False if nothing is new."""
    held = MobTemplate.objects.select_for_update().get(pk=mob.pk)
    if held.sheet != before:
        raise Refused(_("It was changed by somebody else meanwhile. Open it again and repeat what you want."))
    changes: list[Entry] = []
    for name, label in (("name", _("Name")), ("about", _("Notes")), ("count", _("How many"))):
        old, new = getattr(held, name), data.get(name)
        if new is not None and old != new:
            changes.append((str(label), _short(old), _short(new)))
            setattr(held, name, new)
    changes += differences(fields, held.sheet, data["sheet"])
    if not changes and held.sheet == data["sheet"]:
        return False
    listed = [{"label": label, "old": old, "new": new} for label, old, new in changes]
    MobEntry.objects.create(
        mob=held, by=by, why=why[:120] or str(_("Edited")), before=dict(held.sheet), changes=listed
    )
    held.sheet = dict(data["sheet"])
    held.save()
    return True


@transaction.atomic
def change_character(
    character: Character, data: Mapping[str, Any], fields: Fields, *, by: Member, before: Mapping[str, Any]
) -> bool:
    """What a form or file says goes to the sheet, with a line of history. data: name, about, sheet, and what else of
    level, xp, member is in it; without a level it is the sheet's, where these rules have one there. before: the sheet
    that it was made from; Refused if it is another by now. False if nothing is new."""
    held = Character.objects.select_for_update().get(pk=character.pk)
    if by.is_gm:
        entered(held)
    if held.sheet != before:
        raise Refused(_("It was changed by somebody else meanwhile. Open it again and repeat what you want."))
    changes: list[Entry] = []
    on_sheet = any(field.path == LEVEL for field in fields)
    level = int(data.get("level") or (data["sheet"].get("level") or 1 if on_sheet else held.level))
    for name, label, new in (
        ("name", _("Name"), data.get("name")), ("about", _("Who it is"), data.get("about")),
        ("level", _("Level"), level),
    ):  # fmt: skip
        old = getattr(held, name)
        if new is not None and old != new:
            changes.append((str(label), _short(old), _short(new)))
            setattr(held, name, new)
    if "member" in data and data["member"] != held.member:
        old, new = (one.name if one else str(_("nobody")) for one in (held.member, data["member"]))
        changes.append((str(_("Who plays it")), old, new))
        held.member = data["member"]
    sheet = at_level(data["sheet"], level)
    changes += differences([field for field in fields if field.path != LEVEL], held.sheet, sheet)
    points = int(data["xp"]) - held.xp if data.get("xp") is not None else 0
    why = str(data.get("why") or "")
    if points:
        XpEntry.objects.create(character=held, points=points, why=why or str(_("Set by the GM")))
        held.xp += points
    if changes or held.sheet != sheet:
        note(held, by, why or str(_("Edited")), held.sheet, changes)
    elif not points:
        return False
    held.sheet = sheet
    held.save()
    return True


def _short(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 80 else f"{text[:79]}…"


def put_back(character: Character, entry: SheetEntry, fields: Fields, *, by: Member) -> bool:
    """The sheet as it was before a line of its history; name, level and experience stay."""
    data = {
        "sheet": entry.before,
        "level": character.level,
        "why": _("As it was before “%(why)s”") % {"why": entry.why},
    }
    return change_character(character, data, fields, by=by, before=character.sheet)


def next_names(name: str, taken: Iterable[str], count: int) -> list[str]:
    """`Goblin 2`, `Goblin 3` ...: the name with the next numbers that are free."""
    stem = re.sub(r"\s+[0-9]{1,4}$", "", name)[:54] or name[:54]
    held, n = set(taken), 2
    found: list[str] = []
    while len(found) < count:
        made = f"{stem} {n}"
        if made not in held:
            found.append(made)
        n += 1
    return found


@transaction.atomic
def copies(one: Character | MobTemplate, count: int, *, by: Member, xp: int = 0) -> list[Character] | list[MobTemplate]:
    """So many copies, with numbers; unplayed, and without the history. xp: what a character's begin with. Refused when
    there is no room."""
    count = max(1, min(COPIES, count))
    make_room(one.campaign, count, mobs=isinstance(one, MobTemplate))
    if isinstance(one, MobTemplate):
        names = next_names(one.name, one.campaign.mob_templates.values_list("name", flat=True), count)
        more = {"about": one.about, "count": one.count, "sheet": one.sheet, "portrait": one.portrait}
        return [MobTemplate.objects.create(campaign=one.campaign, name=name, **more) for name in names]
    names = next_names(one.name, one.campaign.characters.values_list("name", flat=True), count)
    return [
        create_character(
            one.campaign, name, one.sheet, by=by, member=None,
            about=one.about, level=one.level, xp=xp, portrait=one.portrait,
        )
        for name in names
    ]  # fmt: skip
