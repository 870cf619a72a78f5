"""The form of a handout. What does not fit is said at its field, and stays typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import NameField
from campaigns.models import Campaign

from .services import LONGEST, chosen


class HandoutForm(forms.Form):
    title = NameField(label=_("Title"), max_length=120)
    text = forms.CharField(
        label=_("Text"),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("*slanted*, **bold**, > a quote, - a list."),
    )
    picture = forms.FileField(
        label=_("Picture (PNG, JPEG or WebP)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    drop_picture = forms.BooleanField(label=_("Take the picture away"), required=False)
    to = forms.MultipleChoiceField(
        label=_("Show it to"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("Nobody ticked: only GMs see it, until you show it."),
    )  # fmt: skip

    mark = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)
    """Of the content that the page showed."""

    def __init__(self, campaign: Campaign, *args: Any, has_picture: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["to"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = chosen(campaign)
        if not has_picture:
            del self.fields["drop_picture"]
