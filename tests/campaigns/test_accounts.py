"""Sign-up, sign-in and reset by allauth, in our pages and with its limits."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.core.cache import cache

from campaigns.models import User

PASSWORD = "lanterns and rope"


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.mark.django_db
def test_sign_up_makes_an_account_that_signs_in(browser):
    words = {"username": "dora", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert browser().post("/accounts/signup/", words)["Location"] == "/"
    dora = User.objects.get()
    assert not dora.is_guest
    assert not dora.is_staff
    client = browser()
    assert client.post("/accounts/login/", {"login": "dora", "password": PASSWORD})["Location"] == "/"
    assert client.get("/").wsgi_request.user == dora


@pytest.mark.django_db
def test_sixth_wrong_password_is_not_looked_at(browser):
    User.objects.create_user("dora", password=PASSWORD)
    for _ in range(5):
        browser().post("/accounts/login/", {"login": "dora", "password": "wrong"})
    page = browser().post("/accounts/login/", {"login": "dora", "password": PASSWORD})
    assert page.status_code == 200
    assert "Too many failed login attempts" in page.content.decode()


@pytest.mark.django_db
def test_reset_by_mail(browser):
    User.objects.create_user("dora", email="dora@sortie.example", password=PASSWORD)
    client = browser()
    client.post("/accounts/password/reset/", {"email": "dora@sortie.example"})
    address = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)[1]
    page = client.get(address, follow=True)
    form = page.request["PATH_INFO"]
    client.post(form, {"password1": "a longer rope still", "password2": "a longer rope still"})
    assert User.objects.get().check_password("a longer rope still")


@pytest.mark.django_db
def test_reset_does_not_tell_who_exists(browser):
    User.objects.create_user("dora", email="dora@sortie.example", password=PASSWORD)
    answers = {
        browser().post("/accounts/password/reset/", {"email": email})["Location"]
        for email in ("dora@sortie.example", "nobody@sortie.example")
    }
    assert len(answers) == 1


def test_guest_has_no_way_in_by_password(table, browser):
    for password in ("", "!", table.ana.user.password):
        browser().post("/accounts/login/", {"login": table.ana.user.username, "password": password})
    assert table.ana.user.last_login is None
    table.ana.user.refresh_from_db()
    assert table.ana.user.last_login is None
