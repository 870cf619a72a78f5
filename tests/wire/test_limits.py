"""Commands that are too much for one: each is refused with words, and changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from missions import limits, services
from missions.models import LogEntry
from tactics.kernel import commands as c
from tactics.kernel.refusals import Refused
from tests.missions.table import Table

FAR = [[[3, 5], [2, 5]] * 100] * 12


def test_a_way_of_thousands_of_cells_is_refused_when_it_is_read(table: Table) -> None:
    """Each cell is a step of the engine, which ends a decision that has too many."""
    for order in (
        {"do": "move", "unit": "hero", "legs": FAR},
        {"do": "move", "unit": "hero", "paths": {f"hero.{n}": leg for n, leg in enumerate(FAR)}},
        {"do": "act", "unit": "hero", "action": "acrobatics", "legs": FAR},
    ):
        with pytest.raises(msgspec.ValidationError, match="at most 1000 cells"):
            msgspec.convert(order, c.Move | c.Act)


def test_standing_choices_may_not_fill_the_state(table: Table) -> None:
    table.do("ann", "set_standing", choices={"convert": 2})
    with pytest.raises(Refused, match="bad_field"):
        table.do("ann", "set_standing", choices={"note": "x" * 5_000})
    for n in range(10):
        try:
            table.do("ann", "set_standing", choices={f"note{n}": "x" * 900})
        except Refused:
            break
    else:
        raise AssertionError("they grow without end")
    assert len(table.state.seats["ann"].standing) < 8
    assert LogEntry.objects.filter(mission=table.mission).count() == len(table.state.seats["ann"].standing)


def test_a_flood_of_nonsense_is_not_asked_of_the_database(
    table: Table, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(limits, "PER_SECOND", 2)
    limits._posts.clear()
    clients = {seat: table.client(seat) for seat in ("ann", "ben")}

    def post(seat: str, at: str) -> int:
        address = f"/missions/{table.mission.pk}/as/{at}/command/"
        return int(clients[seat].post(address, {"do": "hop", "args": "{"}).status_code)

    assert [post("ann", "ann") for _ in range(9)] == [422] * 9
    with django_assert_max_num_queries(0):
        assert post("ann", "ann") == 429
    assert [post("ann", f"nobody-{n}") for n in range(40)][-1] == 429
    assert post("ben", "ben") == 422


@pytest.mark.parametrize("rest", ["", "command/", "picture/x/", "see/ben/", "see/nobody/"])
def test_forbidden_and_unknown_differ_in_no_header(table: Table, rest: str) -> None:
    client, pk = table.client("ann"), table.mission.pk
    found = set()
    for address in (f"/missions/{pk}/as/ben/", f"/missions/{pk}/as/nobody/", f"/missions/{pk + 1}/as/ann/",
                    f"/missions/{pk}/as/{services.SYSTEM}/"):  # fmt: skip
        answer = client.post(address + rest, {"do": "chat"}) if rest == "command/" else client.get(address + rest)
        headers = {name: value for name, value in answer.headers.items() if name != "Content-Security-Policy"}
        found.add((answer.status_code, answer.content.replace(address.encode(), b""), str(sorted(headers.items()))))
    assert len(found) == 1, found
    assert found.pop()[0] == 404


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("plain", "plain"),
        ("\u202eevil", "\u202eevil\u202c"),
        ("\u202e\u2067evil", "\u202e\u2067evil\u2069\u202c"),
        ("\u2067\u202eevil\u2069 on", "\u2067\u202eevil\u2069 on"),
        ("\u202edesolc\u202c \u05e9\u05dc\u05d5\u05dd", "\u202edesolc\u202c \u05e9\u05dc\u05d5\u05dd"),
        ("\u2069\u202c only ends", "\u2069\u202c only ends"),
    ],
)
def test_a_text_turns_nothing_but_itself(typed: str, kept: str) -> None:
    """What the page says after it goes on in its own direction."""
    assert limits.closed({"text": typed, "moves": [{"name": typed}], "n": 3}) == {
        "text": kept,
        "moves": [{"name": kept}],
        "n": 3,
    }
