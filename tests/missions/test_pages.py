"""Pages and posted commands: what each status means, with htmx and without, and who finds nothing."""

from __future__ import annotations

import json
import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from campaigns import services as people
from missions import forms, limits
from missions.models import LogEntry
from tactics.kernel.refusals import Refused
from tactics.kernel.view import ReachCell, ReachView
from tests.missions.table import Table

HTMX = {"HX-Request": "true"}


def post(client: Client, table: Table, seat: str, do: str, /, *, htmx: bool = True, key: str = "k", **args: Any) -> Any:
    return client.post(
        f"/missions/{table.mission.pk}/as/{seat}/command/",
        {"key": key, "do": do, "basis": args.pop("basis", ""), "args": json.dumps(args)},
        headers=HTMX if htmx else {},
    )


def test_a_link_leads_to_the_seats_page(table: Table) -> None:
    _invitation, token = people.create_seat_link(table.members["ann"])
    response = Client().post(f"/join/{token}/")
    assert response.url == f"/missions/{table.mission.pk}/as/ann/"


def test_the_page_is_private_and_says_where_to_send(table: Table) -> None:
    response = table.client("ann").get(f"/missions/{table.mission.pk}/as/ann/")
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-store"
    text = response.content.decode()
    assert f'hx-post="/missions/{table.mission.pk}/as/ann/command/"' in text
    assert f'"/ws/missions/{table.mission.pk}/as/ann/"' in text
    assert "Lurker" not in text


def test_the_page_shows_the_map_and_not_its_source(table: Table) -> None:
    """A part that forgot to say that it is HTML would stand on the page as text, and the map be empty."""
    text = table.client("ann").get(f"/missions/{table.mission.pk}/as/ann/").content.decode()
    assert "&lt;" not in text
    for region in ("base", "grid", "fog", "zones"):
        assert f'<g id="{region}">' in text


def test_four_seats_side_by_side_in_one_browser(table: Table) -> None:
    client = Client()
    for seat in ("gil", "ann", "ben", "sam"):
        _invitation, token = people.create_seat_link(table.members[seat])
        client.post(f"/join/{token}/")
    for seat in ("gil", "ann", "ben", "sam"):
        response = client.get(f"/missions/{table.mission.pk}/as/{seat}/")
        assert response.status_code == 200
        assert ("Lurker" in response.content.decode()) is (seat == "gil")


@pytest.mark.parametrize("method", ["get", "post"])
def test_unknown_and_forbidden_are_the_same_bytes(table: Table, method: str) -> None:
    client = table.client("ben")
    pk = table.mission.pk
    paths = (f"{pk}/as/ann/", f"{pk}/as/nobody/", f"{pk + 1}/as/ben/", f"{10**25}/as/ben/", f"{pk}/as/system/")
    for htmx in (HTMX, {}):
        found = set()
        for path in paths:
            if method == "get":
                response = client.get(f"/missions/{path}", headers=htmx)
            else:
                response = client.post(f"/missions/{path}command/", {"do": "chat", "text": "x"}, headers=htmx)
            assert response.status_code == 404
            found.add(response.content)
        assert len(found) == 1


def test_a_gm_looks_through_a_players_eyes_and_only_looks(table: Table) -> None:
    pk = table.mission.pk
    response = table.client("gil").get(f"/missions/{pk}/as/gil/see/ann/")
    text = response.content.decode()
    assert response.status_code == 200
    assert "Lurker" not in text
    assert f"/ws/missions/{pk}/as/gil/see/ann/" in text
    assert 'data-readonly="1"' in text
    assert table.client("ann").get(f"/missions/{pk}/as/ann/see/gil/").status_code == 404


def test_an_accepted_command_empties_the_error_line(table: Table) -> None:
    response = post(table.client("ann"), table, "ann", "chat", text="hello")
    assert response.status_code == 200
    assert response.content.decode().strip() == '<p id="err" role="alert" hx-swap-oob="true"></p>'
    assert LogEntry.objects.filter(mission=table.mission, seat="ann").count() == 1


def test_the_same_post_three_times_is_one_effect(table: Table) -> None:
    client = table.client("ann")
    assert [post(client, table, "ann", "chat", text="hello").status_code for _ in range(3)] == [200] * 3
    assert LogEntry.objects.filter(mission=table.mission).count() == 1
    assert post(client, table, "ann", "chat", text="other").status_code == 409


def test_a_refusal_says_what_to_do(table: Table) -> None:
    table.start()
    client = table.client("ben")
    response = post(client, table, "ben", "hop", unit="ally", body="ally", at=[0, 4])
    assert response.status_code == 422
    assert "not your turn" in response.content.decode()
    assert response["X-Refused"] == "not_your_turn"
    assert post(client, table, "ben", "zap", unit="ally", target="lurk", key="k2").status_code == 422


def test_a_stale_offer_is_409(table: Table) -> None:
    table.start()
    response = post(table.client("ann"), table, "ann", "end_turn", unit="hero", basis="of-before")
    assert response.status_code == 409
    assert "Look again" in response.content.decode()


def test_a_spectator_cannot_command(table: Table) -> None:
    table.start()
    client = table.client("sam")
    for do, args in (("hop", {"unit": "hero", "body": "hero", "at": [0, 1]}), ("pause", {}), ("advance", {})):
        assert post(client, table, "sam", do, key=do, **args)["X-Refused"] == "not_allowed"
    assert post(client, table, "sam", "chat", text="go!").status_code == 200


def test_a_player_cannot_send_what_is_the_gms_or_the_systems(table: Table) -> None:
    client = table.client("ann")
    for do, args in (
        ("rule", {"reveal": "lurk"}), ("rewind", {"to": 0}), ("timeout", {"prompt": "q1"}),
        ("set_seat", {"seat": {"key": "ann", "role": "gm"}}), ("set_fog", {"fog": "none"}),
    ):  # fmt: skip
        assert post(client, table, "ann", do, key=do, **args)["X-Refused"] == "not_allowed"


def test_a_flood_of_commands_is_refused_with_a_wait(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    # All in one span, however long the posts take here.
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 1e9, monotonic=time.monotonic))
    client = table.client("ann")
    found = [post(client, table, "ann", "chat", key=f"k{n}", text="x") for n in range(8)]
    assert found[0].status_code == 200
    assert found[-1].status_code == 429
    assert int(found[-1]["Retry-After"]) >= 1


def test_too_much_is_refused(table: Table) -> None:
    response = post(table.client("ann"), table, "ann", "chat", text="x" * 20_000)
    assert response.status_code == 422
    assert "too long" in response.content.decode()


def test_without_script_a_button_carries_the_whole_command(table: Table) -> None:
    client = table.client("ann")
    go = json.dumps({"do": "chat", "basis": "", "args": {"text": "by button"}})
    address = f"/missions/{table.mission.pk}/as/ann/command/"
    response = client.post(address, {"key": "", "do": "", "basis": "", "args": "", "go": go})
    assert response.status_code == 303
    assert response.url == f"/missions/{table.mission.pk}/as/ann/"
    assert "by button" in client.get(response.url).content.decode()


def test_without_script_a_form_has_plain_fields_and_a_refusal_keeps_them(table: Table) -> None:
    client = table.client("ann")
    address = f"/missions/{table.mission.pk}/as/ann/command/"
    assert client.post(address, {"do": "chat", "text": "plain", "to": ""}).status_code == 303
    response = client.post(address, {"do": "chat", "text": "dear <nobody>", "to": "nobody"})
    assert response.status_code == 422
    assert "dear &lt;nobody&gt;</textarea>" in response.content.decode()


def test_a_form_without_token_is_refused(table: Table) -> None:
    client = table.client("ann")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    assert post(strict, table, "ann", "chat", text="x").status_code == 403


REACH = ReachView(
    unit="hero", body="hero", board="b", x=0, y=0, basis="fresh",
    cells=(ReachCell(1, 0, 1, 0, 0, 1), ReachCell(2, 0, 2, 1, 0, 1), ReachCell(3, 0, 3, 2, 0, 2)),
)  # fmt: skip


def test_a_typed_cell_becomes_the_cheapest_way() -> None:
    assert forms.way(REACH, (3, 0)) == [[[1, 0], [2, 0]], [[3, 0]]]
    assert forms.way(REACH, (4, 0)) == []
    assert forms.cell_of("D1") == (3, 0)
    assert forms.cell_of("aa10") == (26, 9)
    for text in ("", "4", "F", "F8 9", "é8", "AAA1", "F1234"):
        with pytest.raises(Refused):
            forms.cell_of(text)


def test_narration_comes_from_the_chats_menu() -> None:
    posted = forms.read({"do": "chat", "text": "Dusk.", "to": "narration:"})
    assert posted.command == {"do": "chat", "text": "Dusk.", "to": "", "style": "narration"}


@pytest.mark.parametrize("args", ["[]", "4", "{", '{"do": "rule"}', "[" * 9000])
def test_arguments_that_are_none_are_refused(args: str) -> None:
    with pytest.raises(Refused) as refused:
        forms.read({"do": "chat", "args": args})
    assert refused.value.code == "bad_field"


def test_the_campaigns_page_lists_its_missions(table: Table) -> None:
    response = table.client("ann").get(f"/campaigns/{table.mission.campaign_id}/")
    assert f"/missions/{table.mission.pk}/as/ann/" in response.content.decode()
