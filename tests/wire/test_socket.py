"""What a socket answers, and to whom."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async

from campaigns import services as people
from missions.live import frames, outbox
from missions.live.swaps import PIECE
from tests.missions.table import Table
from tests.wire.sockets import Socket

pytestmark = [pytest.mark.live]


def path(table: Table, seat: str, see: str = "") -> str:
    return f"/ws/missions/{table.mission.pk}/as/{seat}/" + (f"see/{see}/" if see else "")


async def opened(table: Table, seat: str, v: str | None = "", see: str = "") -> Socket:
    client = await sync_to_async(table.client)(seat)
    return await Socket(client, path(table, seat, see)).open(v)


async def do(table: Table, *args: object, **kwargs: object) -> None:
    await sync_to_async(table.do)(*args, **kwargs)


async def test_hello_gets_the_whole_page_then_differences(table: Table) -> None:
    ann = await opened(table, "ann")
    whole = await ann.next()
    assert whole["snap"] is True
    assert "Rat 1" in whole["content"]
    await do(table, "ben", "chat", text="hello there")
    change = await ann.next()
    assert change["snap"] is False
    assert change["say"] == "hello there"
    assert "hello there" in change["content"]
    assert "Rat 1" not in change["content"]
    await ann.close()


async def test_hello_with_what_is_shown_is_answered_by_same(table: Table) -> None:
    ann = await opened(table, "ann")
    v = (await ann.next())["v"]
    await ann.close()
    again = await opened(table, "ann", v)
    assert await again.next() == {"v": v, "same": True}
    await again.close()


async def test_the_page_and_the_socket_show_the_same(table: Table) -> None:
    await sync_to_async(table.start)()
    await do(table, "ann", "chat", text="well")
    client = await sync_to_async(table.client)("ann")
    page = await sync_to_async(client.get)(f"/missions/{table.mission.pk}/as/ann/")
    socket = await Socket(client, path(table, "ann")).open(page.context["v"])
    assert (await socket.next()).get("same") is True
    await socket.close()


async def test_what_came_while_away_comes_as_a_whole(table: Table) -> None:
    ann = await opened(table, "ann")
    v = (await ann.next())["v"]
    await ann.close()
    await do(table, "ben", "chat", text="you missed this")
    again = await opened(table, "ann", v)
    frame = await again.next()
    assert frame["snap"] is True
    assert "you missed this" in frame["content"]
    await again.close()


async def test_ping_is_answered_and_looks_for_what_no_hint_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await opened(table, "ann")
    await ann.next()
    monkeypatch.setattr("missions.hints.publish", lambda *args, **kwargs: None)
    await do(table, "ben", "chat", text="lost hint")
    await asyncio.sleep(2.6)
    await ann.send({"t": "ping"})
    frames_seen = [await ann.next(), await ann.next()]
    assert {"pong": 1} in frames_seen
    assert "lost hint" in [frame.get("say") for frame in frames_seen]
    await ann.close()


@pytest.mark.parametrize(("seat", "mission"), [("ann", None), ("nobody", None), ("ben", 10**30), ("gil", None)])
async def test_a_seat_that_is_anothers_is_one_that_is_not_there(
    table: Table, seat: str, mission: int | None
) -> None:
    client = await sync_to_async(table.client)("ben")
    where = f"/ws/missions/{mission or table.mission.pk}/as/{seat}/"
    socket = await Socket(client, where).open(None)
    assert await socket.next() == {"closed": frames.NOT_HERE}


async def test_a_stranger_gets_nothing(table: Table) -> None:
    socket = await Socket(None, path(table, "ann")).open(None)
    assert await socket.next() == {"closed": frames.NOT_HERE}


async def test_only_a_gm_sees_as_another(table: Table) -> None:
    gil = await opened(table, "gil", see="ann")
    frame = await gil.next()
    assert "Lurker" not in frame["content"]
    await gil.close()
    ben = await opened(table, "ben", v=None, see="ann")
    assert await ben.next() == {"closed": frames.NOT_HERE}


BAD = [
    "", "nonsense", "null", "[]", "4", '"hello"', "{}", '{"t": "no"}', '{"t": 4}', '{"t": "hello", "v": 4}',
    '{"t": "hello", "v": null}', '{"t": "ping", "x": 1}', "[" * 60_000, '{"t":' * 10_000, b"\x00\xff",
    '{"t": "hello", "v": NaN}', '{"t": "ping"} {}', "x" * 70_000, '{"do": "end_turn"}', "\ufeff{}",
]  # fmt: skip


@pytest.mark.parametrize("frame", BAD)
async def test_a_malformed_frame_gets_a_typed_answer_and_drops_nobody(table: Table, frame: str | bytes) -> None:
    ann = await opened(table, "ann")
    await ann.next()
    await ann.send(frame)
    assert (await ann.next())["error"] == "bad_frame"
    await ann.send({"t": "ping"})
    assert await ann.next() == {"pong": 1}
    await ann.close()


async def test_five_malformed_frames_end_the_socket_of_their_sender_alone(table: Table) -> None:
    ann, ben = await opened(table, "ann"), await opened(table, "ben")
    await ann.next()
    await ben.next()
    for _ in range(5):
        await ann.send("nonsense")
    assert await ann.until("closed") == {"closed": frames.RULES_BROKEN}
    await do(table, "ben", "chat", text="still here")
    assert (await ben.next())["say"] == "still here"
    await ben.close()


async def test_a_flood_is_throttled_and_then_ended(table: Table) -> None:
    ann, ben = await opened(table, "ann"), await opened(table, "ben")
    await ann.next()
    await ben.next()
    for _ in range(200):
        await ann.send({"t": "ping"})
    assert (await ann.until("error"))["error"] == "rate_limited"
    assert await ann.until("closed") == {"closed": frames.TOO_MANY}
    await ben.send({"t": "ping"})
    assert await ben.next() == {"pong": 1}
    await ben.close()


async def test_a_removed_player_is_cut_and_gets_nothing_after(table: Table) -> None:
    ann, ben = await opened(table, "ann"), await opened(table, "ben")
    await ann.next()
    await ben.next()
    await sync_to_async(people.remove_member)(table.members["ann"])
    await do(table, "ben", "chat", text="now that she is gone")
    assert await ann.until("closed", 1) == {"closed": frames.FORBIDDEN}
    assert "gone" not in ann.bytes
    await ben.until("say")
    await ben.close()


async def test_nothing_is_sent_to_who_was_removed_though_no_signal_came(table: Table) -> None:
    """Whoever may not look any more is cut before the new state is sent, whatever announced it."""
    ann = await opened(table, "ann")
    await ann.next()
    member = table.members["ann"]
    await sync_to_async(type(member).objects.filter(pk=member.pk).update)(active=False, epoch=member.epoch + 1)
    await do(table, "ben", "chat", text="secret of the rest")
    assert await ann.next() == {"closed": frames.FORBIDDEN}


async def test_who_gets_another_role_opens_the_page_anew(table: Table) -> None:
    ann = await opened(table, "ann")
    await ann.next()
    await sync_to_async(people.change_role)(table.members["ann"], "spectator")
    assert await ann.until("closed", 1) == {"closed": frames.FORBIDDEN}
    again = await opened(table, "ann")
    assert "content" in await again.next()
    await again.close()


async def test_a_campaign_that_is_put_away_is_closed_at_once(table: Table) -> None:
    """Its sockets, its pages and its commands; restored, all is as it was."""
    ann, gil = await opened(table, "ann"), await opened(table, "gil")
    await ann.next()
    await gil.next()
    client = await sync_to_async(table.client)("ann")
    await sync_to_async(people.archive)(table.mission.campaign)
    for each in (ann, gil):
        assert await each.until("closed", 1) == {"closed": frames.FORBIDDEN}
    page = f"/missions/{table.mission.pk}/as/ann/"
    assert (await sync_to_async(client.get)(page)).status_code == 404
    sent = {"do": "chat", "key": "k", "text": "anybody there?"}
    assert (await sync_to_async(client.post)(f"{page}command/", sent)).status_code == 404
    await sync_to_async(people.restore)(table.mission.campaign)
    assert (await sync_to_async(client.get)(page)).status_code == 200
    assert (await sync_to_async(client.post)(f"{page}command/", sent)).status_code == 303


async def test_a_gm_who_gave_it_up_sees_no_secret_any_more(table: Table) -> None:
    await sync_to_async(people.change_role)(table.members["ben"], "gm")
    ben = await opened(table, "ben")
    assert "Lurker" in (await ben.until("content"))["content"]
    await sync_to_async(people.change_role)(table.members["ben"], "player")
    assert await ben.until("closed", 1) == {"closed": frames.FORBIDDEN}
    again = await opened(table, "ben")
    assert "Lurker" not in (await again.until("content"))["content"]
    await again.close()


async def test_links_taken_back_end_their_sockets(table: Table) -> None:
    ann = await opened(table, "ann")
    await ann.next()
    await sync_to_async(people.take_links_back)(table.members["ann"])
    frame = await ann.until("closed", 1)
    assert frame["closed"] in (frames.FORBIDDEN, frames.LOGGED_OUT)


async def test_signing_out_ends_the_socket_within_a_second(table: Table) -> None:
    client = await sync_to_async(table.client)("ann")
    socket = await Socket(client, path(table, "ann")).open("")
    await socket.next()
    await sync_to_async(client.post)("/accounts/logout/")
    assert await socket.until("closed", 1.5) == {"closed": frames.LOGGED_OUT}


async def test_a_browser_that_does_not_read_delays_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its frames queue up to a bound, then it is closed; the others get each frame at once."""
    monkeypatch.setattr(outbox, "FRAMES", 5)
    client = await sync_to_async(table.client)("sam")
    stuck = asyncio.Event()
    slow = Socket(client, path(table, "sam"))
    sent: list[str] = []

    async def send(message: dict) -> None:
        sent.append(message["type"])
        if message["type"] == "websocket.send":
            await stuck.wait()

    task = asyncio.create_task(_run_with(slow, send))
    ann = await opened(table, "ann")
    await ann.next()
    for n in range(12):
        await do(table, "ben", "chat", text=f"line {n}")
        frame = await ann.next(2)
        assert frame["say"].endswith(f"line {n}")
    assert sent.count("websocket.send") == 1
    stuck.set()
    await asyncio.sleep(0.1)
    assert sent[-1] == "websocket.close"
    task.cancel()
    await ann.close()


async def _run_with(socket: Socket, send: object) -> None:
    from tests.wire.sockets import app

    queue: asyncio.Queue = asyncio.Queue()
    for message in ({"type": "websocket.connect"}, {"type": "websocket.receive", "text": '{"t": "hello"}'}):
        queue.put_nowait(message)
    await app(socket.scope, queue.get, send)


OFFER = f"{PIECE}hero-"
"""How an option of the hero begins."""


async def test_a_gm_is_shown_what_a_player_can_do_once_it_is_asked_for(table: Table) -> None:
    await sync_to_async(table.start)()
    gil, other, ann = [await opened(table, seat) for seat in ("gil", "gil", "ann")]
    first = (await gil.until("content"))["content"]
    assert 'data-offers="hero"' in first
    assert OFFER not in first
    assert OFFER in (await ann.until("content"))["content"]
    await other.until("content")
    await gil.send({"t": "offers", "on": True})
    shown = await gil.until("content")
    assert OFFER in shown["content"]
    assert (await other.until("content"))["v"] == shown["v"]  # pages of one seat show the same
    await do(table, "ann", "chat", text="mine")
    assert OFFER not in (await gil.until("content"))["content"]
    await gil.send({"t": "offers", "on": False})
    gone = (await gil.until("content"))["content"]
    assert OFFER not in gone
    assert 'id="options"' in gone
    for socket in (gil, other, ann):
        await socket.close()


async def test_a_player_who_asks_for_it_gets_nothing(table: Table) -> None:
    await sync_to_async(table.start)()
    ben = await opened(table, "ben")
    await ben.until("content")
    await ben.send({"t": "offers", "on": True})
    await ben.silent()
    await ben.close()
