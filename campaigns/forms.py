"""The forms of the site's own pages."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import UsernameField
from django.utils.translation import gettext_lazy as _

from . import selectors
from .models import Role, User

INVITED = [(role, role.label) for role in (Role.PLAYER, Role.SPECTATOR, Role.GM)]


JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Emoji and some scripts need them."""
MARKS = 3
"""So many signs may stand on one letter; more would paint over the lines above and below."""


class NameField(forms.CharField):
    """One line of text that can be seen: no signs that turn the direction of what follows or show nothing."""

    def to_python(self, value: Any) -> str:
        kept: list[str] = []
        marks = 0
        for sign in unicodedata.normalize("NFC", " ".join(str(value or "").split())):
            kind = unicodedata.category(sign)
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            if marks > MARKS or (kind in ("Cc", "Cf", "Cn", "Co", "Cs") and sign not in JOINERS):
                continue
            kept.append(sign)
        name = "".join(kept).strip()
        if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
            name = ""
        return str(super().to_python(name))


class NameForm(forms.Form):
    """A newcomer's name at the table."""

    name = NameField(label=_("Your name at the table"), max_length=60)


class CampaignForm(forms.Form):
    name = NameField(label=_("Name of the campaign"), max_length=120)
    ruleset = forms.ChoiceField(label=_("Rules"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = selectors.rulesets()
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        if choices:
            field.initial = choices[0][0]


class InviteForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=INVITED)


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class AccountForm(forms.Form):
    """A user name and a password: the first owner's, or a guest's who wants to stay."""

    name = NameField(label=_("Name at the table"), max_length=60, required=False)
    username = UsernameField(label=_("User name"), max_length=150, validators=[User.username_validator])
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 10 characters."),
    )

    def clean_username(self) -> str:
        username = str(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise forms.ValidationError(_("Somebody has this user name already."))
        return username

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if password := cleaned.get("password"):
            draft = User(username=cleaned.get("username", ""))
            try:
                password_validation.validate_password(password, draft)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned
