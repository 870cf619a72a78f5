"""Rows of the form of which there may be more: objectives beside the main one, and units beside each player's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import NameField
from campaigns.models import Member

from .choices import Choices

TEXT, NOTES = 2000, 8000
"""Letters of a scenario or of an objective, and of notes, as the command that changes them takes."""
GOALS, FOES = 2, 4
"""Rows that a new form has."""
MOST = 30
"""Rows of a kind; more come at the table."""
MEMBERS = 50
XP = 9999
KINDS = [("secondary", _("secondary")), ("personal", _("personal")), ("alternate", _("another way to the main one")),
         ("main", _("main"))]  # fmt: skip
SIDES = [("foes", _("foes")), ("heroes", _("heroes"))]


@dataclass(frozen=True)
class GoalRow:
    """A further objective; fields by their last word."""

    number: int
    fields: Mapping[str, forms.BoundField]


def how_many(data: Mapping[str, Any] | None, name: str, least: int) -> int:
    """Rows of a kind in a form that was sent."""
    text = str((data or {}).get(name, ""))
    return min(MOST, max(least, int(text))) if text.isdecimal() and len(text) < 4 else least


def goal_fields(number: int, players: list[Member]) -> Iterator[tuple[str, forms.Field]]:
    """`aim_<n>` is the title; of one without a title nothing comes."""
    yield f"aim_{number}", NameField(label=_("Objective"), max_length=120, required=False)
    yield f"aim_{number}_kind", forms.ChoiceField(label=_("Kind"), choices=KINDS, required=False)
    yield (
        f"aim_{number}_text",
        forms.CharField(
            label=_("What has to come true"), max_length=TEXT, required=False, widget=forms.Textarea(attrs={"rows": 2})
        ),
    )
    yield f"aim_{number}_for", forms.MultipleChoiceField(
        label=_("Who gets it"), choices=[(p.key, p.name) for p in players], required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    yield f"aim_{number}_public", forms.BooleanField(label=_("Everybody knows it"), required=False)
    yield f"aim_{number}_xp", xp_field()


def xp_field() -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"placeholder": _("as usual")})
    return forms.IntegerField(label=_("XP"), min_value=0, max_value=XP, required=False, widget=widget)


def with_whom(players: list[Member], units: int) -> Choices:
    """Whose a unit may be, or aboard of what: fields of the form that say whom there is."""
    own = [(f"hero_{player.key}", str(player.name)) for player in players]
    return [*own, *((f"foe_{n}", _("Unit %(n)s below") % {"n": n + 1}) for n in range(units))]


def with_field(label: Any, found: Choices) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[("", _("nobody, nowhere")), *found], required=False)


def unit_fields(
    number: int, foes: Choices, players: list[Member], company: Choices, drawn: Choices = ()
) -> Iterator[tuple[str, forms.Field]]:
    """`foe_<n>`: whom the GM brings, whatever side they are on. company: see `with_whom`; empty where nobody is
    anybody's. drawn: maps as which something that carries others may be built."""
    if drawn:
        yield (
            f"drawn_{number}",
            forms.ChoiceField(label=_("Deck, of what has one"), choices=[("", _("as usual")), *drawn], required=False),
        )
    if company:
        others = [one for one in company if one[0] != f"foe_{number}"]
        yield f"with_{number}", with_field(_("Belongs to, or is aboard of"), others)
    yield f"foe_{number}", forms.ChoiceField(label=_("Who"), choices=[("", _("nobody")), *foes], required=False)
    yield f"count_{number}", forms.IntegerField(
        label=_("How many"), min_value=1, max_value=MEMBERS, required=False,
        widget=forms.NumberInput(attrs={"placeholder": _("usual")}),
    )  # fmt: skip
    yield f"hidden_{number}", forms.BooleanField(label=_("Hidden"), required=False)
    yield f"at_{number}", forms.CharField(
        label=_("Where they stand"), max_length=400, required=False,
        widget=forms.TextInput(attrs={"list": "starts", "placeholder": _("M5 L7, or a name on the map")}),
    )  # fmt: skip
    yield f"side_{number}", forms.ChoiceField(label=_("Side"), choices=SIDES, required=False)
    seats = [("", _("the GM")), *((p.key, p.name) for p in players)]
    yield f"seat_{number}", forms.ChoiceField(label=_("Who plays them"), choices=seats, required=False)
    yield (
        f"called_{number}",
        NameField(
            label=_("Called"),
            max_length=60,
            required=False,
            widget=forms.TextInput(attrs={"placeholder": _("as usual")}),
        ),
    )
