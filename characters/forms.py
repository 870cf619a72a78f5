"""The forms of sheets, made from what the ruleset says of a sheet (`Ruleset.sheet_fields`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.forms import NameField
from campaigns.models import Campaign, Member, Role
from tactics.kernel.sheet_fields import SEVERAL, SheetField, same, value_at, with_value

from . import checking, selectors
from .rows import RowsField
from .services import LEVEL

ABOUT = 4000
"""Letters of who somebody is."""
MOB = 50
"""Members of a Mob."""


def seen(values: Any) -> str:
    """A mark of what a page was made from: a change in between is noticed."""
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:16]


class AboutField(forms.CharField):
    """Some lines of text; what cannot be seen or typed is left out."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 4})
        super().__init__(required=False, max_length=ABOUT, widget=widget, **kwargs)

    def to_python(self, value: Any) -> str:
        kept = "".join(c for c in str(value or "") if c in "\n\t" or c.isprintable() or c in "\u200c\u200d")
        return str(super().to_python(kept))


def made(field: SheetField) -> forms.Field:
    """The form's field for a field of the sheet."""
    help_text = field.help
    if field.type in SEVERAL:
        return RowsField(field, label=field.label, help_text=help_text)
    if field.type == "choice":
        choices = [("", _("(nothing)")), *field.choices]
        return forms.ChoiceField(label=field.label, help_text=help_text, choices=choices, required=False)
    if field.type == "number":
        return forms.IntegerField(
            label=field.label, help_text=help_text, min_value=field.least, max_value=field.most, required=False,
            widget=forms.NumberInput(attrs={"inputmode": "numeric" if field.least >= 0 else "text"}),
        )  # fmt: skip
    return forms.CharField(label=field.label, help_text=help_text, max_length=200, required=False)


class SheetForm(forms.Form):
    """A sheet with its name. `fields_of` the ruleset are named `sheet.<key>`; what the sheet holds besides stays."""

    name = NameField(label=lazy("Name"), max_length=60)
    about = AboutField(label=lazy("Who it is"))
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, campaign: Campaign, sheet: Mapping[str, Any], *args: Any, kind: str = "character", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.campaign, self.sheet, self.kind = campaign, dict(sheet), kind
        self.code, self.rules = selectors.code_of(campaign), selectors.rules_of(campaign)
        self.spec: Sequence[SheetField] = self.code.sheet_fields(self.rules, sheet)
        for field in self.spec:
            name = f"sheet.{field.key}"
            self.fields[name] = made(field)
            there = value_at(sheet, field.path)
            self.initial[name] = field.usual if there is None else there
            several = self.fields[name]
            if isinstance(several, RowsField):
                several.begin(there)
        self.initial["seen"] = self.mark()

    def mark(self) -> str:
        return seen(self.sheet)

    def more(self, name: str) -> None:
        """Further empty rows in a field of several."""
        found = self.fields.get(name)
        if isinstance(found, RowsField):
            found.widget.attrs["more"] = True

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("seen") and data["seen"] != self.mark():
            self.data = {**_first(self.data), "seen": self.mark()}
            text = _("It was changed by somebody else meanwhile. Look through what you wrote, and save again.")
            raise forms.ValidationError(text)
        if self.errors:
            return data
        sheet = self.sheet
        for field in self.spec:
            value = data.get(f"sheet.{field.key}")
            value = None if value == "" else value
            if not same(field, value_at(self.sheet, field.path), value):
                sheet = with_value(sheet, field.path, value)
        data["sheet"] = sheet
        wrong = checking.problem(self.code, self.rules, str(data["name"]), sheet, self.kind)
        if wrong is not None:
            where, text = wrong
            named = [f"sheet.{field.key}" for field in self.spec if field.path[0] == where]
            self.add_error(named[0] if named else None, text)
        return data

    # --- as the page shows it ------------------------------------------------------------------------

    def groups(self) -> list[tuple[str, list[forms.BoundField], list[forms.BoundField]]]:
        """(heading, single fields, fields of several rows)."""
        found: dict[str, tuple[list[forms.BoundField], list[forms.BoundField]]] = {}
        for field in self.spec:
            single, several = found.setdefault(field.group, ([], []))
            bound = self[f"sheet.{field.key}"]
            (several if isinstance(bound.field, RowsField) else single).append(bound)
        return [(group, *both) for group, both in found.items()]

    def first(self) -> list[forms.BoundField]:
        """Who it is and whose."""
        own = ("name", "member", "count", "level", "xp", "about")
        return [self[name] for name in own if name in self.fields]


def _first(data: Any) -> dict[str, Any]:
    return {key: data.get(key) for key in data}


class CharacterForm(SheetForm):
    """Somebody's character. What only the GM may say (whose it is, level, experience) is in the GM's form alone."""

    why = NameField(label=lazy("Why (for the history)"), max_length=120, required=False)

    def __init__(self, campaign: Campaign, member: Member, sheet: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(campaign, sheet, *args, **kwargs)
        for field in self.spec:
            self.fields[f"sheet.{field.key}"].disabled = (
                field.locked and not member.is_gm and value_at(sheet, field.path) is not None
            )
        if member.is_gm:
            players = campaign.members.filter(active=True).exclude(role=Role.SPECTATOR)
            self.fields["member"] = forms.ModelChoiceField(
                players, label=_("Who plays it"), required=False, empty_label=_("nobody (the GM)")
            )
            if not any(field.path == LEVEL for field in self.spec):  # else it is on the sheet, once
                self.fields["level"] = forms.IntegerField(label=_("Level"), min_value=1, max_value=999)
            self.fields["xp"] = forms.IntegerField(label=_("Experience"), min_value=0, max_value=1_000_000)


class MobForm(SheetForm):
    """A kind of foe or helper; the sheet is that of one member."""

    count = forms.IntegerField(
        label=lazy("How many, usually"), min_value=1, max_value=MOB, initial=1,
        help_text=lazy("With one it is a single foe. The number can be another in each Mission."),
    )  # fmt: skip

    def __init__(self, campaign: Campaign, sheet: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(campaign, sheet, *args, kind="mob", **kwargs)
        self.fields["about"].label = _("Notes")


class NewForm(forms.Form):
    """Three choices: like whom, what it is called, and (for the GM) whose it is."""

    like = forms.ChoiceField(label=lazy("Like whom"), required=False, widget=forms.RadioSelect)
    name = NameField(
        label=lazy("Name"), max_length=60, required=False, help_text=lazy("Empty: the name of the one it is like.")
    )

    def __init__(self, campaign: Campaign, member: Member, kind: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.starts = selectors.starts(campaign, kind)
        field = self.fields["like"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.key, one.label) for one in self.starts]
        if self.starts:
            field.initial = self.starts[0].key
        if kind == "character" and member.is_gm:
            players = campaign.members.filter(active=True).exclude(role=Role.SPECTATOR)
            self.fields["member"] = forms.ModelChoiceField(
                players, label=_("Who plays it"), required=False, empty_label=_("nobody (the GM)")
            )
