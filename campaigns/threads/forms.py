"""The forms of threads. What does not fit is said at its field, and stays typed."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import NameField
from campaigns.models import Member
from tactics.effects.dice_text import MAX_LENGTH

from .services import LONGEST


class ThreadForm(forms.Form):
    title = NameField(label=_("Title"), max_length=120)


class PostForm(forms.Form):
    """A post. key: made with the form, so that sending it twice is one post."""

    voice = NameField(label=_("As"), max_length=60, required=False)
    text = forms.CharField(
        label=_("What is said and done"),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("*slanted*, **bold**, > a quote, - a list."),
    )
    formula = forms.CharField(
        label=_("Dice"), max_length=MAX_LENGTH, required=False,
        widget=forms.TextInput(attrs={"placeholder": "d10 + 3", "autocomplete": "off"}),
    )  # fmt: skip
    whisper = forms.BooleanField(label=_("Only the GM reads it"), required=False)
    key = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, member: Member, voices: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = secrets.token_hex(12)
        if member.is_gm:
            # A GM speaks as anybody; the roster is only proposed.
            self.fields["voice"].widget.attrs |= {"list": "voices", "autocomplete": "off", "placeholder": member.name}
            self.fields["whisper"].label = _("Only GMs read it")
        else:
            own = [("", member.name), *((name, name) for name in voices)]
            self.fields["voice"].widget = forms.Select(choices=own)
            # Who has one character mostly speaks as that.
            self.fields["voice"].initial = voices[0] if voices else ""
