"""The forms of the site's own pages."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, TypedDict

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import UsernameField
from django.utils.translation import gettext_lazy as _

from . import selectors
from .hooks import Offer
from .models import Member, Post, Role, User

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


class JoinForm(forms.Form):
    """What a link asks: of a stranger a name; of a new player whom they play, where characters are on offer."""

    hero = forms.ChoiceField(label=_("Whom do you play?"), required=False, widget=forms.RadioSelect)

    def __init__(self, offers: Sequence[Offer], stranger: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if stranger:
            self.fields["name"] = NameField(
                label=_("Your name at the table"), max_length=60,
                widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
            )  # fmt: skip
        self.offers = offers
        field = self.fields["hero"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*((offer.key, offer.name) for offer in offers), ("", _("I choose later"))]

    def cards(self) -> list[tuple[Any, str]]:
        """(the choice, a line on it) for the page; none where nothing is on offer."""
        about = {offer.key: offer.about for offer in self.offers}
        return [(each, about.get(each.data["value"], "")) for each in self["hero"]] if self.offers else []


class SettingsForm(forms.Form):
    name = NameField(label=_("Name of the campaign"), max_length=120)
    ready_heroes = forms.BooleanField(
        label=_("Players who come may choose a ready hero of the rules"), required=False,
        help_text=_("Characters that you mark as free can be chosen in any case."),
    )  # fmt: skip


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


DAYS = [("1", _("one day")), ("14", _("14 days")), ("90", _("90 days")), ("", _("until I take it back"))]
USES = [("1", _("one person")), ("5", _("5 people")), ("20", _("20 people")), ("", _("any number"))]


class Limits(TypedDict):
    """How long a link works, in days, and for how many; None: without end."""

    days: int | None
    max_uses: int | None


class InviteForm(forms.Form):
    """A link for anybody. Only who leads the campaign brings in other GMs."""

    role = forms.ChoiceField(label=_("They come as"))
    days = forms.ChoiceField(label=_("It works for"), choices=DAYS, required=False, initial="14")
    uses = forms.ChoiceField(label=_("It lets in"), choices=USES, required=False, initial="20")

    def __init__(self, member: Member, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = posts_by(member)

    def limits(self) -> Limits:
        """Of the link; what the form does not say is as usual."""
        usual = {"days": "14", "uses": "20"}
        got = {name: self.cleaned_data[name] if name in self.data else usual[name] for name in usual}
        return Limits(
            days=int(got["days"]) if got["days"] else None,
            max_uses=int(got["uses"]) if got["uses"] else None,
        )


def posts_by(member: Member) -> list[tuple[str, Any]]:
    """As what this GM may bring people in, or make them."""
    return [(p, p.label) for p in Post if member.leads or p.role != Role.GM]


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
