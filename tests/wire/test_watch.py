"""The socket of a campaign's open pages: who is cut, who is told of what, and that it carries nothing else."""

from __future__ import annotations

import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from campaigns import services as people
from campaigns import watch, workers
from campaigns.models import Member, Thread, User
from campaigns.threads import services as threads
from tests.missions.table import Table
from tests.wire.sockets import Socket

pytestmark = [pytest.mark.live]


async def opened(table: Table, seat: str, post: str) -> Socket:
    client = await sync_to_async(table.client)(seat)
    where = f"/ws/campaigns/{table.mission.campaign_id}/as/{seat}/{post}/"
    socket = await Socket(client, where).open(None)
    await socket.silent(0.2)  # it was asked once, and stays
    return socket


async def close(*sockets: Socket) -> None:
    for socket in sockets:
        await socket.close()


async def test_whoever_is_removed_is_cut_and_the_others_stay(table: Table) -> None:
    ann, ben = await opened(table, "ann", "player"), await opened(table, "ben", "player")
    await sync_to_async(people.remove_member)(table.members["ann"])
    assert await ann.next(1) == {"closed": watch.FORBIDDEN}
    await ben.silent()
    await close(ben)


async def test_a_lower_post_cuts_and_a_higher_one_is_told(table: Table) -> None:
    """What a GM had open must not stay with a player; what a player had half typed stays."""
    ben = await opened(table, "ben", "player")
    await sync_to_async(people.change_role)(table.members["ben"], "gm")
    assert await ben.next(1) == {"overtaken": True}
    gm = await opened(table, "ben", "gm")
    await sync_to_async(people.change_role)(table.members["ben"], "co-gm")
    assert await gm.until("closed", 1) == {"closed": watch.FORBIDDEN}
    await sync_to_async(people.change_role)(table.members["ben"], "player")
    await sync_to_async(people.change_role)(table.members["ben"], "spectator")
    assert await ben.until("closed", 1) == {"closed": watch.FORBIDDEN}


async def test_signing_out_and_links_taken_back_cut(table: Table) -> None:
    client = await sync_to_async(table.client)("ann")
    where = f"/ws/campaigns/{table.mission.campaign_id}/as/ann/player/"
    ann, ben = await Socket(client, where).open(None), await opened(table, "ben", "player")
    await sync_to_async(client.post)("/accounts/logout/")
    assert await ann.next(1.5) == {"closed": watch.LOGGED_OUT}
    await sync_to_async(people.take_links_back)(table.members["ben"])
    assert (await ben.next(1))["closed"] in (watch.FORBIDDEN, watch.LOGGED_OUT)


async def test_another_password_cuts_and_leaves_the_session_to_django(table: Table) -> None:
    """Who looks whether a session still holds does not end it: it may just be renewed."""
    client = Client()

    def account() -> User:
        user = User.objects.create_user("dora", password="lanterns and rope")
        Member.objects.filter(pk=table.members["gil"].pk).update(user=user)
        client.force_login(user)
        return user

    user = await sync_to_async(account)()
    gil = await Socket(client, f"/ws/campaigns/{table.mission.campaign_id}/as/gil/gm/").open(None)
    await gil.silent(0.2)
    user.set_password("another quarry road")
    await user.asave()
    assert (await gil.next(1))["closed"] == watch.FORBIDDEN
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert await Session.objects.filter(session_key=key).aexists()


async def test_a_page_that_was_loaded_before_the_change_is_cut_when_it_connects(table: Table) -> None:
    await sync_to_async(people.change_role)(table.members["ben"], "spectator")
    client = await sync_to_async(table.client)("ben")
    where = f"/ws/campaigns/{table.mission.campaign_id}/as/ben/player/"
    assert await (await Socket(client, where).open(None)).next() == {"closed": watch.NOT_HERE}


async def test_anothers_seat_is_one_that_is_not_there(table: Table) -> None:
    client = await sync_to_async(table.client)("ben")
    mine = table.mission.campaign_id
    for where in (f"{mine}/as/ann/player/", f"{mine}/as/nobody/gm/", f"{10**30}/as/ann/player/"):
        for each in (client, None):
            found = await Socket(each, f"/ws/campaigns/{where}").open(None)
            assert await found.next() == {"closed": watch.NOT_HERE}


async def test_who_talks_is_closed_and_one_seat_has_so_many(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await opened(table, "ann", "player")
    monkeypatch.setattr(watch, "PER_SEAT", 1)
    client = await sync_to_async(table.client)("ann")
    other = Socket(client, f"/ws/campaigns/{table.mission.campaign_id}/as/ann/player/")
    assert await (await other.open(None)).next() == {"closed": watch.TOO_MANY}
    await ann.send("hello")
    assert await ann.next(1) == {"closed": watch.RULES_BROKEN}


async def test_a_campaign_put_away_is_told(table: Table) -> None:
    gil = await opened(table, "gil", "gm")
    await sync_to_async(people.archive)(table.mission.campaign)
    assert await gil.next(1) == {"overtaken": True}
    await close(gil)


async def test_of_a_whisper_only_those_hear_who_may_read_it(table: Table) -> None:
    gil, ann, ben = [await opened(table, *who) for who in (("gil", "gm"), ("ann", "player"), ("ben", "player"))]
    thread = await Thread.objects.acreate(campaign=table.mission.campaign, title="The tavern")
    said = sync_to_async(threads.post)
    whisper = await said(thread, table.members["ann"], key="a", text="psst", whisper=True)
    for socket in (gil, ann):
        assert await socket.next(1) == {"thread": thread.pk, "anew": False}
    await ben.silent()
    await said(thread, table.members["gil"], key="b", text="Aloud.")
    for socket in (gil, ann, ben):
        assert await socket.next(1) == {"thread": thread.pk, "anew": False}
    await sync_to_async(threads.take_back)(whisper)
    assert await gil.next(1) == {"thread": thread.pk, "anew": True}
    await close(gil, ann, ben)
    assert "psst" not in gil.bytes + ann.bytes


async def test_everybody_is_asked_again_whatever_was_announced(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "SESSIONS", 0.3)
    ann = await opened(table, "ann", "player")
    await Member.objects.filter(pk=table.members["ann"].pk).aupdate(active=False)
    assert await ann.next(2) == {"closed": watch.FORBIDDEN}


async def test_another_process_is_told_and_heard(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes to the layer is enough for a process that only hears it."""
    sent: list[tuple[str, dict]] = []
    monkeypatch.setattr(workers, "send", lambda group, message: sent.append((group, json.loads(json.dumps(message)))))
    ann = await opened(table, "ann", "player")
    monkeypatch.setattr(watch, "_hear", lambda told: None)
    await sync_to_async(people.remove_member)(table.members["ann"])
    await ann.silent()
    monkeypatch.undo()
    group, message = sent[-1]
    assert group == watch.GROUP
    watch._hear(message)
    assert await ann.next(1) == {"closed": watch.FORBIDDEN}


async def test_every_page_names_its_socket(table: Table) -> None:
    """A page for each kind of reader; the address is the one that the routes know."""
    campaign = table.mission.campaign_id
    for seat, post, path in [
        ("gil", "gm", f"/campaigns/{campaign}/"),
        ("ann", "player", f"/campaigns/{campaign}/threads/"),
        ("ann", "player", f"/missions/{table.mission.pk}/as/ann/record/"),
    ]:
        page = await sync_to_async((await sync_to_async(table.client)(seat)).get)(path)
        named = re.search(r'data-watch="([^"]+)"', page.content.decode())
        assert named, path
        assert named[1] == f"/ws/campaigns/{campaign}/as/{seat}/{post}/"
