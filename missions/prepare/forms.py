"""The form of a new Mission, made from what its campaign and its rules data have. Nothing in it must be filled in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import NameField
from campaigns.models import Campaign, Member
from missions import closing
from tactics.kernel.rules import Rules
from tactics.mission.table import BOARD_MAX, BOARD_MIN

from . import choices

TEXT = 2000
"""Letters of a scenario or of notes, as the command that changes them takes."""
FOES = 6
"""Rows for foes; more come at the table."""
MEMBERS = 50
EDGES = [
    ("left", _("along the left edge")), ("right", _("along the right edge")), ("top", _("along the top edge")),
    ("bottom", _("along the bottom edge")), ("", _("anywhere")), ("map", _("where the map says")),
]  # fmt: skip
FOG = [
    ("", _("As the map says; where it says nothing, by sight")),
    ("sight", _("Each side sees what its units see, and remembers the rest")),
    ("uncovered", _("I uncover the board bit by bit")),
    ("none", _("No fog: everybody sees the whole board")),
]


class MissionForm(forms.Form):
    """`hero_<seat>`: whom that player plays. `foe_<n>`, `count_<n>`, `hidden_<n>`: whom the GM brings."""

    name = NameField(label=_("Name"), max_length=120, required=False)
    scenario = forms.CharField(
        label=_("Scenario"), max_length=TEXT, required=False, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Everybody reads it when they come."),
    )  # fmt: skip
    goal = NameField(
        label=_("Main objective"), max_length=120, required=False,
        help_text=_("Everybody knows it. Further and secret ones are added at the table."),
    )  # fmt: skip
    notes = forms.CharField(
        label=_("Notes"), max_length=TEXT, required=False, widget=forms.Textarea(attrs={"rows": 3}),
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
    start = forms.ChoiceField(label=_("The players' units start"), choices=EDGES, required=False, initial="left")
    fog = forms.ChoiceField(label=_("Fog"), choices=FOG, required=False)

    def __init__(self, campaign: Campaign, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        self.fields["name"].initial = _("Mission %(n)s") % {"n": campaign.missions.count() + 1}
        self._choose("board", self._boards())
        self._choose("ground", choices.terrains(rules))
        letters = ((t.letter, t.label) for t in rules.entries.get("terrain", {}).values())
        self.fields["rows"].help_text = _("One letter a cell, one line a row: %(letters)s") % {
            "letters": ", ".join(f"{letter} {label}" for letter, label in letters)
        }
        self.players = choices.players(campaign)
        free = closing.free_characters(campaign) if self.players else []
        for member in self.players:
            self._add_hero(member, choices.heroes(free, member, rules))
        foes = choices.foes(campaign, rules)
        for number in range(FOES):
            self._add_foe(number, foes)

    def _boards(self) -> choices.Choices:
        return [
            ("blank", str(_("Empty, to be painted at the table"))),
            ("letters", str(_("As drawn below"))),
            *((key, _("The map “%(name)s”") % {"name": name}) for key, name in choices.maps(self.campaign)),
            *((key, _("As in “%(name)s”") % {"name": name}) for key, name in choices.boards(self.campaign)),
        ]

    def _choose(self, name: str, found: choices.Choices) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = found

    def _add_hero(self, member: Member, found: choices.Choices) -> None:
        own = next((key for key, _name in found if key.startswith("sheet:")), "")
        self.fields[f"hero_{member.key}"] = forms.ChoiceField(
            label=member.name, choices=[("", _("nobody yet")), *found], required=False, initial=own
        )

    def _add_foe(self, number: int, found: choices.Choices) -> None:
        self.fields[f"foe_{number}"] = forms.ChoiceField(
            label=_("Who"), choices=[("", _("nobody")), *found], required=False
        )
        self.fields[f"count_{number}"] = forms.IntegerField(
            label=_("How many"), min_value=1, max_value=MEMBERS, required=False,
            widget=forms.NumberInput(attrs={"placeholder": _("usual")}),
        )  # fmt: skip
        self.fields[f"hidden_{number}"] = forms.BooleanField(label=_("Hidden"), required=False)

    # --- as the page shows it ------------------------------------------------------------------------

    def what(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "scenario", "goal", "notes")]

    def where(self) -> list[forms.BoundField]:
        return [self[name] for name in ("rows", "start", "fog")]

    def size(self) -> list[forms.BoundField]:
        return [self[name] for name in ("width", "height", "ground")]

    def heroes(self) -> list[forms.BoundField]:
        return [self[f"hero_{member.key}"] for member in self.players]

    def foes(self) -> list[list[forms.BoundField]]:
        return [[self[f"{part}_{n}"] for part in ("foe", "count", "hidden")] for n in range(FOES)]
