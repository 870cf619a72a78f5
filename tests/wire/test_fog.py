"""Fog on the wire: two Missions that differ in what nobody has seen send a player the same bytes."""

from __future__ import annotations

import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from msgspec.structs import replace

from missions import services
from tactics.kernel.state import AnyState, Edge, Place
from tests.missions import table as tables
from tests.missions.table import Table
from tests.toy import mission as toy
from tests.wire.sockets import Socket, shown

CANARY = "c0ffee00000007"
WALL = 6
"""The column beyond which nobody sees."""


def begins(*, dark: bool) -> AnyState:
    """The cellar with a sealed vault to its right; `dark` changes all that is in there."""
    state = toy.genesis(fog="sight")
    old = state.boards["lower"]
    rows = [old.terrain[at : at + 6] for at in range(0, 36, 6)]
    within = ".#.#." if dark else "....."
    board = replace(
        old,
        width=12,
        terrain="".join(f"{row}#{within}" for row in rows),
        elevation=tuple(3 if dark and at % 12 > WALL else 0 for at in range(72)),
        edges=(
            *old.edges,
            *((Edge(a=(8, 1), b=(9, 1)), Edge(a=(8, 2), b=(9, 2), kind="door", locked=True)) if dark else ()),
        ),
    )
    lurk, name = state.bodies["lurk"], CANARY if dark else "Umbra"
    return replace(
        state,
        boards={**state.boards, "lower": board},
        units={**state.units, "lurk": replace(state.units["lurk"], name=name)},
        bodies={
            **state.bodies,
            "lurk": replace(lurk, name=name, hidden_from=(), hp=2, place=Place("lower", 11 if dark else 7, 3)),
        },
    )


def page(client: Client, table: Table, seat: str) -> str:
    """A seat's page without what each has of its own: the numbers of Mission, campaign and user, the form's token."""
    html = client.get(f"/missions/{table.mission.pk}/as/{seat}/").content.decode()
    html = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", html)
    html = re.sub(r'data-(now|user)="[0-9.]*"', "", html)
    html = html.replace(f"/campaigns/{table.mission.campaign_id}/", "/campaigns/N/")
    return re.sub(rf"(/ws)?/missions/{table.mission.pk}/", "/missions/N/", html)


@pytest.mark.django_db
@pytest.mark.parametrize("seat", ["ann", "ben", "sam"])
def test_pages_of_missions_that_differ_in_the_unseen_are_equal(seat: str) -> None:
    found = [tables.make(begins(dark=dark)) for dark in (False, True)]
    pages = [page(table.client(seat), table, seat) for table in found]
    assert pages[0] == pages[1]
    assert CANARY not in pages[1]


@pytest.mark.django_db
@pytest.mark.rule("T-024")
@pytest.mark.parametrize("seat", ["ann", "ben", "sam"])
def test_whom_the_gm_has_still_to_place_nobody_is_told_of(seat: str) -> None:
    """Placed in the fog it would never have been seen: neither its name nor its rank in the order may show before."""
    pages = []
    for dark in (False, True):
        state = begins(dark=dark)
        lurk = replace(state.bodies["lurk"], place=None)
        state = replace(state, phase="placement", bodies={**state.bodies, "lurk": lurk})
        order = ("lurk", "hero", "ally", "mob") if dark else ("hero", "ally", "mob", "lurk")
        state = replace(state, clock=replace(state.clock, order=order))
        table = tables.make(state)
        pages.append(page(table.client(seat), table, seat))
        assert ("Umbra" if not dark else CANARY) in page(table.client("gil"), table, "gil")
    assert pages[0] == pages[1]
    assert CANARY not in pages[1]
    assert "Umbra" not in pages[0]


@pytest.mark.django_db
def test_the_gm_s_page_has_it_all() -> None:
    table = tables.make(begins(dark=True))
    assert CANARY in page(table.client("gil"), table, "gil")


DOOR = {"a": [8, 4], "b": [9, 4], "kind": "door"}


async def play(table: Table, seat: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a seat's socket brings while the GM works in the vault and a hero walks outside."""
    client = await sync_to_async(table.client)(seat)
    socket = await Socket(client, f"/ws/missions/{table.mission.pk}/as/{seat}/").open("")
    await socket.next()
    steps = (
        lambda: table.start(),
        lambda: table.do("gil", "set_edge", board="lower", edge=DOOR),
        lambda: table.do("gil", "place", body="lurk", at=[10, 5]),
        lambda: table.do("ann", "hop", unit="hero", body="hero", at=[0, 1]),
        lambda: table.do("gil", "set_edge", board="lower", edge={**DOOR, "closed": False}),
    )
    for n, step in enumerate(steps):
        monkeypatch.setattr(services, "now_ms", lambda now=1_000_000 + 1_000 * n: now)
        await sync_to_async(step)()
        await shown(table.mission)
        await socket.send({"t": "hello", "v": "x"})
        while not (await socket.next())["snap"]:
            pass
    await socket.close()
    return socket.texts


@pytest.mark.live
@pytest.mark.parametrize("seat", ["ann", "sam"])
async def test_what_happens_out_of_sight_sends_nothing(
    transactional_db: None, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for dark in (False, True):
        table = await sync_to_async(tables.make)(begins(dark=dark))
        found.append(await play(table, seat, monkeypatch))
    assert [json.loads(t) for t in found[0]] == [json.loads(t) for t in found[1]]
    assert not any(CANARY in text for text in found[1])
