"""No byte that a seat may not see leaves the server for it: pages, frames, answers to commands, headers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from msgspec.structs import replace

from missions import services
from tactics.kernel.state import AnyState, Laid, Objective
from tests.missions import table as tables
from tests.missions.table import Table
from tests.toy import mission as toy
from tests.wire.sockets import Socket, shown

pytestmark = [pytest.mark.live]

HIDDEN = "c0ffee00000001"
NOTES = "c0ffee00000002"
GOAL = "c0ffee00000003"
LAID = "c0ffee00000004"
WHISPER = "c0ffee00000005"
OPTION = "c0ffee00000006"
GM_ONLY = (HIDDEN, NOTES, LAID, OPTION)


def begins(hidden: str = HIDDEN) -> AnyState:
    """A Mission with a canary in each place that somebody may not see."""
    state = toy.genesis(secret_name=hidden)
    return replace(
        state,
        gm_notes=f"{NOTES} {hidden}",
        objectives={
            **state.objectives,
            GOAL: Objective(key=GOAL, title=GOAL, text=GOAL, kind="personal", recipients=("ben",)),
        },
        laid=(Laid(key="m1", on="body:hero", applies="attempt", label=LAID, value=-2, secret=True),),
        options={"secret.option": OPTION},
    )


@pytest.fixture
def table(quiet: None) -> Table:
    return tables.make(begins())


class Recorder:
    """A browser of a seat that keeps every byte that it got."""

    def __init__(self, table: Table, seat: str) -> None:
        self.seat, self.pk = seat, table.mission.pk
        self.client: Client = table.client(seat)
        self.got: list[str] = []
        self.socket = Socket(self.client, f"/ws/missions/{self.pk}/as/{seat}/")

    def _keep(self, response: Any) -> Any:
        self.got.append(response.content.decode(errors="replace") + str(sorted(response.headers.items())))
        return response

    def page(self) -> Any:
        return self._keep(self.client.get(f"/missions/{self.pk}/as/{self.seat}/"))

    def post(self, do: str, htmx: bool = True, **args: Any) -> Any:
        data = {"key": "", "do": do, "basis": "", "args": json.dumps(args)}
        headers = {"HX-Request": "true"} if htmx else {}
        return self._keep(
            self.client.post(f"/missions/{self.pk}/as/{self.seat}/command/", data, headers=headers)
        )

    def get(self, path: str) -> Any:
        return self._keep(self.client.get(path))

    @property
    def bytes(self) -> str:
        return "\n".join([*self.got, self.socket.bytes])


def script(table: Table) -> Iterator[Any]:
    """A play with hidden things in it, one call after the other."""
    yield lambda: table.start()
    yield lambda: table.do("gil", "rule", set={"lurk.hp": 3}, secret=True)
    yield lambda: table.do("gil", "chat", text=WHISPER, to="ben")
    yield lambda: table.do("gil", "place", body="lurk", at=[5, 4], board="lower")
    yield lambda: table.do("ann", "hop", unit="hero", body="hero", at=[0, 1])
    yield lambda: table.do("ann", "end_turn", unit="hero")
    for _ in range(4):
        yield lambda: table.do("gil", "end_turn", unit=table.state.clock.active)
    yield lambda: table.do("gil", "set_scenario", notes=f"{NOTES} again")
    yield lambda: table.do("gil", "rewind", to=4)


def probes(recorder: Recorder) -> None:
    """What a curious player posts."""
    for unit in ("lurk", "mob", "nobody"):
        for htmx in (True, False):
            recorder.post("hop", htmx, unit=unit, body="lurk", at=[5, 4])
            recorder.post("zap", htmx, unit="hero", target=unit)
            recorder.post("hop", htmx, unit="hero", body="hero", at=[5, 4])
            recorder.post("answer", htmx, prompt="q1", value="dodge")
            recorder.post("rule", htmx, reveal=unit)
            recorder.post("chat", htmx, text="hm", to=unit)
    for path in ("see/gil/", "see/ben/", "picture/x/", "nonsense/"):
        recorder.get(f"/missions/{recorder.pk}/as/{recorder.seat}/{path}")
    recorder.get(f"/missions/{recorder.pk}/as/gil/")


async def test_no_canary_reaches_who_may_not_know(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("missions.limits.PER_SECOND", 10_000)
    monkeypatch.setattr("missions.limits.CHATS", 10_000)
    seats = {seat: await sync_to_async(Recorder)(table, seat) for seat in tables.SEATS}
    for each in seats.values():
        await each.socket.open("")
        await each.socket.next()
    for step in script(table):
        await sync_to_async(step)()
        for each in seats.values():
            await sync_to_async(each.page)()
    for seat in ("ann", "sam"):
        await sync_to_async(probes)(seats[seat])
    for each in seats.values():  # everything that is still on its way
        await each.socket.send({"t": "ping"})
        await each.socket.until("pong")
        await each.socket.close()
    for seat in ("ann", "ben", "sam"):
        for canary in GM_ONLY:
            assert canary not in seats[seat].bytes, (seat, canary)
        assert '"lurk"' not in seats[seat].bytes
        assert "data-body=&quot;lurk" not in seats[seat].bytes
    for canary in (GOAL, WHISPER):
        assert canary not in seats["ann"].bytes
        assert canary not in seats["sam"].bytes
        assert canary in seats["ben"].bytes
    for canary in (*GM_ONLY[:3], GOAL):
        assert canary in seats["gil"].bytes, canary


async def play(table: Table, seat: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a seat is shown after each step of the script, each at a fixed moment of the Mission's clock."""
    client = await sync_to_async(table.client)(seat)
    socket = await Socket(client, f"/ws/missions/{table.mission.pk}/as/{seat}/").open("")
    await socket.next()
    for n, step in enumerate(script(table)):
        monkeypatch.setattr(services, "now_ms", lambda now=1_000_000 + 1_000 * n: now)
        await sync_to_async(step)()
        await shown(table.mission)
        await socket.send({"t": "hello", "v": "x"})
        while not (await socket.next())["snap"]:
            pass
    await socket.close()
    return socket.texts


@pytest.mark.parametrize("seat", ["ann", "sam"])
async def test_missions_that_differ_in_secrets_only_look_the_same(
    quiet: None, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for secret in ("Umbra", "Nox the Elder"):
        table = await sync_to_async(tables.make)(begins(secret))
        found.append(await play(table, seat, monkeypatch))
    assert [json.loads(t) for t in found[0]] == [json.loads(t) for t in found[1]]
