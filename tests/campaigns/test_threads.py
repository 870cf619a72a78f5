"""Threads: who writes, who reads what, dice, and what becomes of a post."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaigns import services as people
from campaigns.models import Member, Message, Thread
from campaigns.services import Refused
from campaigns.text import html
from campaigns.threads import services
from characters.models import Character
from tests.campaigns.conftest import Table

Browser = Callable[..., Client]


@pytest.fixture
def thread(table: Table) -> Thread:
    Character.objects.create(campaign=table.campaign, member=table.ana, name="Mara")
    return services.open_thread(table.campaign, table.gil, "The tavern")


def say(thread: Thread, member: Member, text: str = "Hello", **words: Any) -> Message:
    say.count = getattr(say, "count", 0) + 1  # type: ignore[attr-defined]
    return services.post(thread, member, key=str(say.count), text=text, **words)  # type: ignore[attr-defined]


def address(thread: Thread, more: str = "") -> str:
    return f"/campaigns/{thread.campaign_id}/threads/{thread.pk}/{more}"


def test_a_player_speaks_as_the_own_character(thread: Thread, table: Table, browser: Browser) -> None:
    client = browser(table.ana.user)
    page = client.get(address(thread)).content.decode()
    assert '<option value="Mara" selected>' in page
    sent = client.post(address(thread), {"key": "a", "voice": "Mara", "text": "An *ale*, please."}, follow=True)
    page = sent.content.decode()
    assert "<strong>Mara</strong>" in page
    assert "An <em>ale</em>, please." in page
    with pytest.raises(Refused, match="own characters"):
        say(thread, table.ana, voice="The king")
    assert say(thread, table.gil, voice="The king").voice == "The king"


def test_the_same_form_twice_is_one_post(thread: Thread, table: Table, browser: Browser) -> None:
    client = browser(table.ana.user)
    for _ in range(2):
        client.post(address(thread), {"key": "a", "text": "Once", "formula": "d6"})
    assert thread.messages.count() == 1


def test_a_whisper_is_for_its_writer_and_the_gms(thread: Thread, table: Table, browser: Browser) -> None:
    """Neither words nor number nor order of threads tell others of it."""
    ben = people.add_member(table.campaign, user=people.make_guest("Ben"), role="player")
    other = services.open_thread(table.campaign, table.gil, "The road")
    say(thread, table.ana, "I pick his pocket", whisper=True)
    for member, reads in ((table.ana, True), (table.gil, True), (ben, False)):
        client = browser(member.user)
        pages = [client.get(address(thread)), client.get(address(thread, "newer/?after=0"))]
        assert [b"pick his pocket" in page.content for page in pages] == [reads, reads]
    assert services.threads_of(table.campaign, ben).get(pk=thread.pk).count == 0
    assert services.threads_of(table.campaign, ben).first() == other
    theirs = thread.messages.get()
    gone = browser(ben.user).post(address(thread, f"posts/{theirs.pk}/"))
    assert gone.status_code == 404


def test_dice_are_the_servers(thread: Thread, table: Table, browser: Browser) -> None:
    made = say(thread, table.ana, "", formula="2d6 + 1")
    assert made.roll["total"] == sum(made.roll["faces"]) + 1
    assert made.dice.startswith("2d6 + 1: ")
    bad = browser(table.ana.user).post(address(thread), {"key": "z", "text": "typed for long", "formula": "9**9"})
    assert bad.status_code == 422
    assert "at character 3" in bad.content.decode()
    assert "typed for long" in bad.content.decode()
    for formula in ("7", "9999999d9999999", "d0", "\u0661d\u0666", "d6/0"):
        with pytest.raises(Refused):
            say(thread, table.ana, "", formula=formula)


def test_taking_back_strikes_words_and_keeps_dice(thread: Thread, table: Table, browser: Browser) -> None:
    made = say(thread, table.ana, "A slip", formula="d6")
    ben = people.add_member(table.campaign, user=people.make_guest("Ben"), role="player")
    browser(ben.user).post(address(thread, f"posts/{made.pk}/"))
    assert not Message.objects.get().struck
    browser(table.ana.user).post(address(thread, f"posts/{made.pk}/"))
    page = browser(table.gil.user).get(address(thread)).content.decode()
    assert "A slip" not in page
    assert made.dice in page


def test_who_only_looks_does_not_write(thread: Thread, table: Table, browser: Browser) -> None:
    sam = people.add_member(table.campaign, user=people.make_guest("Sam"), role="spectator")
    client = browser(sam.user)
    assert b"<textarea" not in client.get(address(thread)).content
    assert client.post(address(thread), {"key": "a", "text": "Hi"}).status_code == 422
    services.set_closed(thread, table.gil, True)
    with pytest.raises(Refused, match="closed"):
        say(Thread.objects.get(pk=thread.pk), table.ana)
    assert not Message.objects.exists()


def test_newer_posts_come_by_number(thread: Thread, table: Table, browser: Browser) -> None:
    first, second = say(thread, table.ana, "one"), say(thread, table.ana, "two")
    piece = browser(table.gil.user).get(address(thread, f"newer/?after={first.pk}")).content.decode()
    assert "two" in piece
    assert "one" not in piece.replace("one back", "")
    assert f"?after={second.pk}" in piece
    for after in ("", "-1", "x", "9" * 30, "\u0661"):
        assert browser(table.gil.user).get(address(thread, f"newer/?after={after}")).status_code == 404


def test_a_thread_is_the_text_of_a_mission(thread: Thread, table: Table) -> None:
    say(thread, table.gil, "Rain.")
    say(thread, table.ana, "We ride!", voice="Mara")
    say(thread, table.ana, "secretly", whisper=True)
    assert services.as_scenario(thread) == "Rain.\n\nMara: We ride!"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("![x](http://e.example/x.png)", "!"),
        ("<b hx-get='/'>x</b>", "&lt;b hx-get='/'&gt;x&lt;/b&gt;"),
        ("# Big", "<h3>Big</h3>"),
    ],
)
def test_hostile_text_is_text(text: str, shown: str) -> None:
    made = html(text)
    assert shown in made
    assert "<img" not in made
    assert "<script" not in made


def test_a_link_of_a_post_says_that_people_wrote_it() -> None:
    assert 'rel="nofollow noopener noreferrer ugc"' in html("[a](https://e.example/)")
