"""The second factor: who is asked for it, what it guards, and the way back in after a lost device."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import get_resolver, reverse

from campaigns import second_factor
from campaigns.models import User

PASSWORD = "lanterns and rope"
Browser = Callable[..., Client]


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def code(secret: str, steps: int = 0) -> str:
    """What the authenticator app shows now, or some half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))


def sign_in(client: Client, name: str = "dora", to: str = "/") -> Any:
    return client.post("/accounts/login/", {"login": name, "password": PASSWORD, "next": to})


def set_up(client: Client) -> str:
    """Set a second factor up as a person does; its key."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r'id="key">([A-Z2-7]+)<', page)[1]
    done = client.post("/accounts/2fa/totp/activate/", {"code": code(secret)})
    assert done["Location"] == "/accounts/2fa/recovery-codes/"
    return secret


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("dora", password=PASSWORD)


@pytest.fixture
def stan(db: None) -> User:
    return User.objects.create_superuser("stan", password=PASSWORD)


@pytest.fixture
def secret(dora: User, browser: Browser) -> str:
    client = browser()
    sign_in(client)
    return set_up(client)


def codes_of(user: User) -> list[str]:
    kept = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    return list(kept.wrap().get_unused_codes())


def who(client: Client) -> Any:
    return client.get("/").wsgi_request.user


def test_password_and_code_sign_in(secret: str, dora: User, browser: Browser) -> None:
    client = browser()
    assert sign_in(client)["Location"] == "/accounts/2fa/authenticate/"
    assert who(client).is_anonymous, "the password alone opens nothing"
    wrong = client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert "Incorrect code" in wrong.content.decode()
    assert who(client).is_anonymous
    assert client.post("/accounts/2fa/authenticate/", {"code": code(secret, 1)})["Location"] == "/"
    assert who(client) == dora


def test_a_code_signs_in_once(secret: str, browser: Browser) -> None:
    seen = code(secret, 1)
    first, second = browser(), browser()
    for client in (first, second):
        sign_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": seen})
    assert who(first).is_authenticated
    assert who(second).is_anonymous, "somebody looked over the shoulder"


def test_a_recovery_code_signs_in_once(secret: str, dora: User, browser: Browser) -> None:
    recovery = codes_of(dora)[0]
    first, second = browser(), browser()
    for client in (first, second):
        sign_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": recovery})
    assert who(first) == dora
    assert who(second).is_anonymous
    assert len(codes_of(dora)) == 9


def test_sixth_wrong_code_is_not_looked_at(secret: str, browser: Browser) -> None:
    client = browser()
    sign_in(client)
    for _ in range(5):
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    page = client.post("/accounts/2fa/authenticate/", {"code": code(secret, 1)})
    assert "Too many failed login attempts" in page.content.decode()
    assert who(client).is_anonymous


def test_seats_stay_over_both_steps(secret: str, table: Any, browser: Browser) -> None:
    client = browser()
    client.post(table.seat_link(table.gil))
    sign_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code(secret, 1)})
    assert who(client).username == "dora"
    assert client.get(f"/campaigns/{table.campaign.pk}/").status_code == 200


def test_turning_it_off_needs_the_code(secret: str, dora: User, browser: Browser) -> None:
    client = browser()
    sign_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code(secret, 1)})
    asked = client.post("/accounts/2fa/totp/deactivate/")["Location"]
    assert asked.startswith("/accounts/2fa/reauthenticate/")
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD})["Location"].startswith(
        "/accounts/2fa/reauthenticate/"
    ), "a password alone confirms nothing here"
    assert second_factor.has_one(dora)
    cache.clear()  # half a minute later the same step is another code
    client.post(asked, {"code": code(secret)})
    client.post("/accounts/2fa/totp/deactivate/")
    assert not second_factor.has_one(dora)
    assert not Authenticator.objects.filter(user=dora).exists(), "the recovery codes are void as well"


def test_pages_need_no_script_and_show_the_key(dora: User, browser: Browser) -> None:
    client = browser()
    sign_in(client)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    assert 'src="data:image/svg+xml;base64,' in page
    set_up(client)
    for path in ("/accounts/2fa/", "/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/generate/"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "<script" not in answer.content.decode(), path
    for each in codes_of(dora):
        assert each in client.get("/accounts/2fa/recovery-codes/").content.decode()
        assert each in client.get("/accounts/2fa/recovery-codes/download/").content.decode()


def factor_addresses() -> list[str]:
    return [reverse(name) for name in get_resolver().reverse_dict if str(name).startswith("mfa_")]


def test_each_address_is_its_owners(secret: str, dora: User, table: Any, browser: Browser) -> None:
    """Strangers are led to the sign-in, guests have none, and nobody reads what is another's."""
    other = User.objects.create_user("olga", password=PASSWORD)
    guest, account = browser(table.ana.user), browser(other)
    account.post("/accounts/reauthenticate/", {"password": PASSWORD})
    found = factor_addresses()
    assert len(found) == 8, found
    held = [secret, *codes_of(dora)]
    for path in found:
        for client in (browser(), guest, account):
            for answer in (client.get(path), client.post(path)):
                text = answer.content.decode()
                assert not any(each in text for each in held), path
                if client is guest and answer.status_code == 200:
                    assert "Make your seat an account first" in text, path
                elif client is not account:
                    assert answer.status_code in (302, 403, 404, 405), (path, answer.status_code)
                    to = answer.get("Location", "")
                    assert not to or to == "/" or to.startswith(("/accounts/login/", "/accounts/2fa/")), (path, to)
    assert Authenticator.objects.exclude(user=dora).count() == 0
    assert len(codes_of(dora)) == 10


# The admin -----------------------------------------------------------------------------------------


def test_the_admin_has_no_sign_in_of_its_own(stan: User, browser: Browser) -> None:
    client = browser()
    sent = client.post("/admin/login/", {"username": "stan", "password": PASSWORD, "next": "/admin/"})
    assert sent["Location"] == "/accounts/login/?next=/admin/"
    assert who(client).is_anonymous
    assert client.get("/admin/rulebook/entry/", follow=True).redirect_chain[-1][0] == (
        "/accounts/login/?next=/admin/rulebook/entry/"
    )
    assert sign_in(client, "stan", "/admin/rulebook/entry/")["Location"] == "/admin/rulebook/entry/"
    assert client.get("/admin/rulebook/entry/").status_code == 200


def test_the_admin_is_nowhere_for_others(dora: User, table: Any, browser: Browser) -> None:
    for user in (dora, table.ana.user):
        assert browser(user).get("/admin/", follow=True).status_code == 404


@pytest.mark.parametrize("to", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_the_way_in_leads_nowhere_else(stan: User, browser: Browser, to: str) -> None:
    assert browser(stan).get("/admin/login/", {"next": to})["Location"] == "/admin/"


@pytest.mark.django_db(transaction=True)  # what was set up counts once it is committed
def test_where_it_is_asked_staff_set_one_up_first(stan: User, browser: Browser, settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = True
    client = browser()
    sign_in(client, "stan", "/admin/")
    answer = client.get("/admin/", follow=True)
    assert "asks its staff for a second factor" in answer.content.decode()
    assert client.get("/admin/campaigns/user/").status_code == 302, "nothing of the admin is open"
    set_up(client)
    assert client.get("/admin/campaigns/user/").status_code == 200, "the code just typed counts"


@pytest.mark.django_db(transaction=True)  # what was set up counts once it is committed
def test_an_old_session_shows_it_again(stan: User, browser: Browser, monkeypatch: Any) -> None:
    client = browser()
    sign_in(client, "stan")
    key = set_up(client)
    assert client.get("/admin/campaigns/user/").status_code == 200
    monkeypatch.setattr(second_factor, "SHOWN_FOR", timedelta(0))
    asked = client.get("/admin/campaigns/user/", follow=True).redirect_chain[-1][0]
    assert asked == "/accounts/2fa/reauthenticate/?next=/admin/campaigns/user/"
    assert client.post("/admin/campaigns/user/add/", {"username": "x"}).status_code == 302
    monkeypatch.undo()
    assert client.post(asked, {"code": code(key, 1)})["Location"] == "/admin/campaigns/user/"
    assert client.get("/admin/campaigns/user/").status_code == 200


def test_a_session_that_never_showed_it_opens_no_admin(stan: User, browser: Browser) -> None:
    """As one that was open before the second factor was set up elsewhere."""
    client = browser()
    sign_in(client, "stan")
    set_up(client)
    assert browser(stan).get("/admin/campaigns/user/").status_code == 302


def test_nobody_reads_the_keys_in_the_admin(stan: User, browser: Browser) -> None:
    assert Authenticator not in admin.site._registry
    assert browser(stan).get("/admin/mfa/authenticator/").status_code == 404


# A lost device --------------------------------------------------------------------------------------


def test_the_owner_of_the_machine_lets_somebody_in(secret: str, dora: User, browser: Browser) -> None:
    said = StringIO()
    call_command("lost_device", "dora", stdout=said)
    assert "by the password alone" in said.getvalue()
    client = browser()
    assert sign_in(client)["Location"] == "/"
    assert who(client) == dora
    with pytest.raises(CommandError, match="has no second factor"):
        call_command("lost_device", "dora")
    with pytest.raises(CommandError, match="Did you mean dora"):
        call_command("lost_device", "dorra")


def test_a_superuser_lets_somebody_in(secret: str, dora: User, stan: User, browser: Browser) -> None:
    chosen = {"action": "lost_device", "_selected_action": [dora.pk]}
    helper = User.objects.create_user("hal", password=PASSWORD, is_staff=True)
    helper.user_permissions.set(Permission.objects.all())
    browser(helper).post("/admin/campaigns/user/", chosen)
    assert second_factor.has_one(dora), "staff that may edit people, but is no superuser"
    page = browser(stan).post("/admin/campaigns/user/", chosen, follow=True).content.decode()
    assert "1 person signs in by the password alone now" in page
    assert not second_factor.has_one(dora)
