"""The form of a new Mission, made from what its campaign and its rules data have. Nothing in it must be filled in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from campaigns.forms import NameField
from campaigns.models import Campaign
from missions import closing, shelf
from tactics.kernel.rules import Rules
from tactics.mission.table import BOARD_MAX, BOARD_MIN

from . import choices, rows
from .rows import NOTES, TEXT

EDGES = [
    ("map", _("where the map says; on a board without a map along the left edge")),
    ("left", _("along the left edge")), ("right", _("along the right edge")), ("top", _("along the top edge")),
    ("bottom", _("along the bottom edge")), ("", _("anywhere")),
]  # fmt: skip
FOG = [
    ("", _("As the map says; where it says nothing, by sight")),
    ("sight", _("Each side sees what its units see, and remembers the rest")),
    ("uncovered", _("I uncover the board bit by bit")),
    ("none", _("No fog: everybody sees the whole board")),
]
OPTION = "opt:"
"""Before the key of a setting."""
LARGEST = 999
"""Of a number, as the command that sets one at the table takes."""


class MissionForm(forms.Form):
    """`hero_<seat>`: whom that player plays. Rows of units and objectives: see `rows`; `goals` and `foes` say how many
    there are. `opt:<key>`: a setting of this Mission, empty as the rules have it."""

    name = NameField(label=_("Name"), max_length=120, required=False)
    scenario = forms.CharField(
        label=_("Scenario"), max_length=TEXT, required=False, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Everybody reads it when they come."),
    )  # fmt: skip
    goal = NameField(
        label=_("Main objective"), max_length=120, required=False, help_text=_("Everybody knows it."),
    )  # fmt: skip
    goal_text = forms.CharField(
        label=_("What has to come true"), max_length=TEXT, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    goal_xp = rows.xp_field()
    notes = forms.CharField(
        label=_("Notes"), max_length=NOTES, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only GMs read them."),
    )  # fmt: skip
    board = forms.ChoiceField(label=_("Board"))
    width = forms.IntegerField(label=_("Width"), min_value=BOARD_MIN, max_value=BOARD_MAX, initial=24)
    height = forms.IntegerField(label=_("Height"), min_value=BOARD_MIN, max_value=BOARD_MAX, initial=18)
    ground = forms.ChoiceField(label=_("Ground of an empty board"))
    rows = forms.CharField(
        label=_("Drawing, for “as drawn below”"), required=False, strip=False, max_length=(BOARD_MAX + 2) * BOARD_MAX,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "letters"}),
    )  # fmt: skip
    start = forms.ChoiceField(label=_("The players' units start"), choices=EDGES, required=False, initial="map")
    fog = forms.ChoiceField(label=_("Fog"), choices=FOG, required=False)

    def __init__(self, campaign: Campaign, rules: Rules, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.campaign, self.rules = campaign, rules
        self.fields["name"].initial = _("Mission %(n)s") % {"n": campaign.missions.count() + 1}
        self._choose("board", self._boards())
        self._choose("ground", choices.terrains(rules))
        letters = ((t.letter, t.label) for t in rules.entries.get("terrain", {}).values())
        self.fields["rows"].help_text = _("One letter a cell, one line a row: %(letters)s") % {
            "letters": ", ".join(f"{letter} {label}" for letter, label in letters)
        }
        self.players = choices.players(campaign)
        free = closing.free_characters(campaign)
        proposed: set[str] = set()
        for member in self.players:
            found = choices.heroes(free, member, rules)
            # Somebody's own character comes first; one of nobody's is proposed to one of them.
            own = next((key for key, _name in found if key.startswith("sheet:") and key not in proposed), "")
            proposed.add(own)
            self.fields[f"hero_{member.key}"] = forms.ChoiceField(
                label=member.name, choices=[("", _("nobody yet")), *found], required=False, initial=own
            )
        self.company = rows.with_whom(self.players, rows.how_many(data, "foes", rows.FOES))
        self.company = self.company if choices.owned(rules) else []
        ships = [one for one in self.company if one[0].startswith("foe_")]
        for member in self.players if ships else ():
            self.fields[f"with_{member.key}"] = rows.with_field(_("Aboard of, if of anything"), ships)
        self.goals = rows.how_many(data, "goals", rows.GOALS)
        self.foes = rows.how_many(data, "foes", rows.FOES)
        for number in range(self.goals):
            self.fields.update(rows.goal_fields(number, self.players))
        foes = choices.foes(campaign, rules, free)
        drawn = choices.drawn(campaign, rules)
        for number in range(self.foes):
            self.fields.update(rows.unit_fields(number, foes, self.players, self.company, drawn))
        self.settings = choices.settings(rules)
        for one in self.settings:
            self.fields[f"{OPTION}{one.key}"] = _setting(one)

    def _boards(self) -> choices.Choices:
        ready = shelf.names(self.campaign.ruleset)
        return [
            ("blank", str(_("Empty, to be painted at the table"))),
            ("letters", str(_("As drawn below"))),
            *((key, _("The map “%(name)s”") % {"name": name}) for key, name in choices.maps(self.campaign)),
            *((f"shelf:{key}", _("“%(name)s”, ready to play") % {"name": name}) for key, name in ready),
            *((key, _("As in “%(name)s”") % {"name": name}) for key, name in choices.boards(self.campaign)),
        ]

    def _choose(self, name: str, found: choices.Choices) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = found

    # --- what was chosen -----------------------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        """The settings of a valid form that are not as the rules have them."""
        found = ((one.key, self.cleaned_data[f"{OPTION}{one.key}"]) for one in self.settings)
        given = {key: json.loads(value) if isinstance(value, str) else value for key, value in found if value != ""}
        return {key: value for key, value in given.items() if value is not None}

    def clean(self) -> dict[str, Any]:
        """Numbers that the rules cannot have together are said at the first of them."""
        data = super().clean() or {}
        if not self.errors:
            numbers = [one.key for one in self.settings if data.get(f"{OPTION}{one.key}") not in ("", None)]
            try:
                self.rules.under(self.options())
            except ValueError as problem:
                self.add_error(f"{OPTION}{numbers[0]}", str(problem))
        return data

    # --- as the page shows it ------------------------------------------------------------------------

    def what(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "scenario", "notes")]

    def main(self) -> list[forms.BoundField]:
        return [self[name] for name in ("goal", "goal_xp", "goal_text")]

    def aims(self) -> list[dict[str, forms.BoundField]]:
        parts = ("kind", "text", "for", "public", "xp")
        return [{"title": self[f"aim_{n}"], **{p: self[f"aim_{n}_{p}"] for p in parts}} for n in range(self.goals)]

    def where(self) -> list[forms.BoundField]:
        return [self[name] for name in ("rows", "start", "fog")]

    def size(self) -> list[forms.BoundField]:
        return [self[name] for name in ("width", "height", "ground")]

    def heroes(self) -> list[forms.BoundField]:
        names = (f"{part}_{member.key}" for member in self.players for part in ("hero", "with"))
        return [self[name] for name in names if name in self.fields]

    def units(self) -> list[dict[str, list[forms.BoundField]]]:
        groups = {"first": ("foe", "count", "hidden"), "more": ("at", "side", "seat", "called", "with", "drawn")}
        return [
            {g: [self[name] for p in parts if (name := f"{p}_{n}") in self.fields] for g, parts in groups.items()}
            for n in range(self.foes)
        ]

    def own_settings(self) -> list[forms.BoundField]:
        """What a table agrees on."""
        return [self[f"{OPTION}{one.key}"] for one in self.settings if not one.of_rules]

    def house_settings(self) -> list[forms.BoundField]:
        """Numbers and choices of the rules."""
        return [self[f"{OPTION}{one.key}"] for one in self.settings if one.of_rules]

    @property
    def has_own_settings(self) -> bool:
        return any(field.value() for field in self.own_settings())

    @property
    def has_house_settings(self) -> bool:
        return any(field.value() for field in self.house_settings())


def _setting(one: choices.Setting) -> forms.Field:
    if one.choices:
        return forms.ChoiceField(label=one.label, choices=one.choices, required=False, help_text=one.help)
    number = forms.NumberInput(attrs={"placeholder": one.usual, "inputmode": "numeric"})
    return forms.IntegerField(
        label=one.label, min_value=-LARGEST, max_value=LARGEST, required=False, help_text=one.help, widget=number
    )


def kept_of(form: MissionForm, data: MultiValueDict[str, str]) -> dict[str, list[str]]:
    """What of a sent form is worth keeping: its own fields, as they were typed."""
    return {name: data.getlist(name) for name in ["goals", "foes", *form.fields] if name in data}


def data_of(kept: Mapping[str, list[str]]) -> MultiValueDict[str, str]:
    """The same as a form takes it."""
    return MultiValueDict({name: list(values) for name, values in kept.items()})
