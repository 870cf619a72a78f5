"""What nobody types by chance: names that cannot be seen, numbers that no database holds, two who come at once."""

from __future__ import annotations

import pytest
from django.db import IntegrityError

from campaigns import forms, services
from campaigns.models import User
from campaigns.signals import members_changed


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("\u202eevil", "evil"),
        ("a\nb\u2028c", "a b c"),
        ("Z" + "\u0351" * 40, "Z" + "\u0351" * 3),
        ("e\u0301", "\u00e9"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("\u0645\u0631\u062d\u0628\u0627", "\u0645\u0631\u062d\u0628\u0627"),
        ("<script>", "<script>"),
    ],
)
def test_a_name_is_one_line_that_can_be_seen(typed: str, name: str) -> None:
    form = forms.NameForm({"name": typed})
    assert form.is_valid()
    assert form.cleaned_data["name"] == name


@pytest.mark.parametrize(
    "typed", ["", " ", "\u200b", "\u202e\u2066", "\u0351\u0352", "\u00a0", "\ufffe", "\U000e0041", "x" * 61]
)
def test_a_name_that_shows_nothing_is_none(typed: str) -> None:
    assert not forms.NameForm({"name": typed}).is_valid()


@pytest.mark.parametrize("digits", [str(2**63), "9" * 30, "9" * 5000], ids=len)
def test_a_number_beyond_the_database_is_not_there(table, browser, digits: str) -> None:
    client = browser(table.gil.user)
    for path in (f"/campaigns/{digits}/", f"/missions/{digits}/as/gil/"):
        assert client.get(path).status_code == 404
    for path in (f"/campaigns/{digits}/invite/", f"/campaigns/{table.campaign.pk}/links/{digits}/"):
        assert client.post(path, {"role": "player"}).status_code == 404


@pytest.mark.django_db
def test_the_second_of_two_first_visitors_finds_no_such_page(browser, monkeypatch) -> None:
    def late(**words: str) -> User:
        raise services.Refused("This site has an owner already.")

    monkeypatch.setattr(services, "make_owner", late)
    words = {"username": "dora", "password": "lanterns and rope", "name": "Dora"}
    assert browser().post("/first-run/", words).status_code == 404


def test_a_user_name_that_was_just_taken(table, browser, monkeypatch) -> None:
    client = browser(table.ana.user)

    def taken(self: User, *args: object, **kwargs: object) -> None:
        raise IntegrityError("UNIQUE constraint failed")

    monkeypatch.setattr(User, "save", taken)
    page = client.post("/keep/", {"username": "dora", "password": "lanterns and rope", "name": "Dora"})
    assert page.status_code == 200
    assert "Somebody has this user name already." in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_the_session_is_gone_when_a_sign_out_is_announced(table, browser) -> None:
    """The hubs ask at once who still may look."""
    client = browser()
    client.post(table.seat_link(table.ana))
    session, seen = client.session, []

    def heard(sender: object, what: str, **kwargs: object) -> None:
        seen.append((what, session.exists(session.session_key)))

    members_changed.connect(heard)
    try:
        client.post("/accounts/logout/")
    finally:
        members_changed.disconnect(heard)
    assert seen == [("logged_out", False)]
