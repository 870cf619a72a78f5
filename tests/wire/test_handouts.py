"""A handout is there at once for the seats that were chosen, gone at once when it is taken back, and for the others
nothing comes down the wire at all."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from campaigns.handouts import services
from tests.missions.table import Table
from tests.wire.sockets import Socket

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]

CANARY = "c0ffee00000007"


async def opened(table: Table, seat: str) -> tuple[Socket, str]:
    """A socket whose page is current, and that page."""
    client = await sync_to_async(table.client)(seat)
    socket = await Socket(client, f"/ws/missions/{table.mission.pk}/as/{seat}/").open()
    await socket.until("v")
    page = await sync_to_async(client.get)(f"/missions/{table.mission.pk}/as/{seat}/")
    return socket, page.content.decode()


async def test_a_handout_reaches_the_chosen_at_once_and_nobody_else(table: Table) -> None:
    campaign = table.mission.campaign
    sockets = {seat: (await opened(table, seat))[0] for seat in ("gil", "ann", "ben", "sam")}
    made = await sync_to_async(services.make)(campaign, title=CANARY, text=f"{CANARY} *in the cellar*", to=["ann"])
    for seat in ("ann", "gil"):
        frame = await sockets[seat].until("content")
        assert f"{CANARY} <em>in the cellar</em>" in frame["content"], seat
    assert "data-hand-to" not in sockets["ann"].bytes
    for seat in ("ben", "sam"):
        await sockets[seat].silent()
    await sync_to_async(services.turn)(made, "public", True)
    assert CANARY in (await sockets["sam"].until("content"))["content"]
    await sockets["ann"].silent()
    await sockets["ben"].silent()
    await sync_to_async(services.turn)(made, "ann", False)
    gone = await sockets["ann"].until("content")
    assert 'id="handouts"></div>' in gone["content"]
    assert CANARY not in gone["content"]
    assert CANARY not in sockets["ben"].bytes
    _socket, page = await opened(table, "ann")
    assert CANARY not in page
    _socket, page = await opened(table, "sam")
    assert CANARY in page
    for socket in (*sockets.values(), _socket):
        await socket.close()


async def test_a_gm_who_looks_through_a_seat_sees_what_it_was_shown(table: Table) -> None:
    await sync_to_async(services.make)(table.mission.campaign, title=CANARY, text="x", to=["ann"])
    client = await sync_to_async(table.client)("gil")
    for seat, there in (("ann", True), ("ben", False)):
        page = await sync_to_async(client.get)(f"/missions/{table.mission.pk}/as/gil/see/{seat}/")
        assert (CANARY in page.content.decode()) is there
