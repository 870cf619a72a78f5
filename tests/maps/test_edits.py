"""A map is edited by several GMs at once: slot by slot, each edit once, the later one holds and both are told."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from campaigns import services as people
from campaigns.models import Campaign, Role, User
from missions import map_board, map_edits, map_sheet, stored
from missions.models import Map, Mission, MissionState, Picture
from tactics.board import masks
from tactics.rulebook import services as rulebook

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA = tmp_path


class Studio:
    """Two GMs at one map of 12 x 8 cells. send: one edit of a tab; look: what it would be told."""

    def __init__(self) -> None:
        rulebook.publish_shipped()
        owner = User.objects.create_user("gil", password="lanterns and rope", display_name="Gil")
        self.campaign, _ = people.create_campaign(owner=owner, name="The Quarry Road", ruleset="tempus")
        second = User.objects.create_user("ona", password="lanterns and rope", display_name="Ona")
        people.add_member(self.campaign, user=second, role=Role.GM)
        self.ana = people.add_member(self.campaign, user=people.make_guest("Ana"), role="player")
        self.browsers = {"gil": Client(), "ona": Client()}
        for user, browser in zip((owner, second), self.browsers.values(), strict=True):
            browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        made = {"name": "The yard", "width": 12, "height": 8, "ground": "grass"}
        answer = self.browsers["gil"].post(f"/campaigns/{self.campaign.pk}/maps/empty/", made)
        assert answer.status_code == 302
        assert answer["Location"].endswith("/edit/")
        self.url = answer["Location"].replace("/edit/", "/edits/")
        self.count = 0

    def send(self, who: str, *ops: list[Any], basis: int = 0, key: str = "", status: int = 200) -> dict[str, Any]:
        self.count += 1
        body = {"key": key or f"k{self.count}", "tab": f"{who}-tab-1", "basis": basis, "ops": list(ops)}
        answer = self.browsers[who].post(self.url, json.dumps(body), content_type="application/json")
        assert answer.status_code == status, answer.content
        return dict(answer.json())

    def look(self, who: str, rev: int) -> dict[str, Any]:
        return dict(self.browsers[who].get(self.url, {"rev": rev, "tab": f"{who}-tab-1"}).json())

    @property
    def map(self) -> Map:
        return Map.objects.get()

    @property
    def stored(self) -> map_board.Stored:
        return map_board.decode(self.map.body)


@pytest.fixture
def studio() -> Studio:
    return Studio()


def test_every_kind_of_slot_is_kept(studio: Studio) -> None:
    studio.send(
        "gil",
        ["t", "wall", [0, 3, 12, 1]],
        ["l", 2, [5, 1]],
        ["e", "door", [2 * 14, 1]],
        ["e", "secret", [2 * 15 + 1, 1]],
        ["z", {"key": "z1", "name": "The road", "side": "", "seat": studio.ana.key}, []],
        ["c", ["z1", 1], [24, 2]],
        ["s", "Goblins", [30, 2]],
        ["n", "A trap <b>here</b>", [31, 1]],
        ["f", 1, [0, 12]],
        ["g", "uncovered", []],
        ["w", "Nobody knows.\nNobody asks.", []],
    )
    kept = studio.stored
    palette = dict(kept.board.palette)
    assert [palette[kept.board.terrain[n]] for n in (0, 2, 3, 12)] == ["wall", "wall", "grass", "wall"]
    assert kept.board.elevation[5] == 2
    assert [(e.a, e.b, e.kind) for e in kept.board.edges] == [((2, 1), (3, 1), "door"), ((3, 1), (3, 2), "wall")]
    assert [(z.name, z.seat, z.cells) for z in kept.zones] == [("The road", studio.ana.key, ((0, 2), (1, 2)))]
    assert kept.starts == (map_board.Start("Goblins", ((6, 2), (7, 2))),)
    assert kept.notes.split("\n") == [
        "Nobody knows.", "Nobody asks.", "H3: A trap <b>here</b>", "D2: secret door to D3",
    ]  # fmt: skip
    assert (kept.fog, len(masks.cells(kept.board, kept.shown))) == ("uncovered", 12)
    # What an editor is shown of it makes the same map again, a secret door as one.
    again = map_sheet.read(kept)
    assert (again.edges[31], again.notes[31], again.words) == (
        "secret", "A trap <b>here</b>", "Nobody knows.\nNobody asks.",
    )  # fmt: skip
    assert map_sheet.everything(again) == studio.look("ona", -1)["all"]


def test_different_cells_of_two_gms_both_stay(studio: Studio) -> None:
    first = studio.send("gil", ["t", "water", [0, 2]])
    second = studio.send("ona", ["t", "sand", [2, 2]])  # knows nothing of the first
    assert (first["rev"], second["rev"], second["over"]) == (1, 2, [])
    assert [(e["who"], e["ops"]) for e in second["edits"]] == [("Gil", [["t", "water", [0, 2]]])]
    told = studio.look("gil", 1)
    assert [(e["who"], e["ops"], e["over"]) for e in told["edits"]] == [("Ona", [["t", "sand", [2, 2]]], [])]
    assert told["here"] == ["Ona"]
    palette = dict(studio.stored.board.palette)
    assert [palette[letter] for letter in studio.stored.board.terrain[:5]] == [
        "water", "water", "sand", "sand", "grass",
    ]  # fmt: skip


def test_the_same_cell_the_later_holds_and_both_are_told(studio: Studio) -> None:
    studio.send("gil", ["t", "water", [0, 2]])
    second = studio.send("ona", ["t", "sand", [1, 2]])
    assert second["over"] == [{"who": "Gil", "slots": [["t", 1]]}]
    assert studio.look("gil", 1)["edits"][0]["over"] == second["over"]
    palette = dict(studio.stored.board.palette)
    assert [palette[letter] for letter in studio.stored.board.terrain[:3]] == ["water", "sand", "sand"]
    # Who had seen it changed it on purpose: nothing to tell.
    assert studio.send("gil", ["t", "wall", [1, 1]], basis=2)["over"] == []


def test_an_edit_that_arrives_twice_counts_once(studio: Studio) -> None:
    first = studio.send("gil", ["l", 3, [0, 1]], key="same")
    studio.send("ona", ["l", 4, [0, 1]], basis=1)
    again = studio.send("gil", ["l", 3, [0, 1]], key="same")
    assert first["rev"] == 1
    assert again["rev"] == 2
    assert studio.stored.board.elevation[0] == 4


@pytest.mark.parametrize(
    ("op", "why"),
    [
        (["t", "no such ground", [0, 1]], "cannot have this value"),
        (["t", "grass", [95, 2]], "not on the map"),
        (["t", "grass", [5, 1, 3, 1]], "out of order"),
        (["t", "grass", [0]], "pairs"),
        (["t", "grass", [True, 1]], "pairs"),
        (["e", "wall", [2 * 11, 1]], "rim"),
        (["e", "wall", [2 * 84 + 1, 1]], "rim"),
        (["l", 100, [0, 1]], "cannot have"),
        (["c", ["nowhere", 1], [0, 1]], "cannot have"),
        (["z", {"key": "z1", "side": "ours"}, []], "a zone is for"),
        (["z", {"key": "z1", "seat": "gm"}, []], "a zone is for"),
        (["a", [0, 0, 0.5, 40], []], "2 pixels"),
        (["a", [0, 0, 1e300, 40], []], "2 pixels"),
        (["g", "mist", []], "cannot have"),
        (["x", 1, []], "cannot have"),
        ("t", "no operation"),
        (["n", 5, [0, 1]], "cannot have"),
    ],
)  # fmt: skip
def test_a_bad_operation_changes_nothing_and_says_why(studio: Studio, op: Any, why: str) -> None:
    before = studio.map.body
    answer = studio.send("gil", ["l", 1, [0, 1]], op, status=422)
    assert why in answer["words"]
    assert "operation 2" in answer["words"]
    assert (studio.map.body, studio.map.rev) == (before, 0)


def test_hostile_text_is_kept_as_text_and_controls_are_not(studio: Studio) -> None:
    studio.send("gil", ["n", "a\u0000b\u202ec" + "x" * 5000, [0, 1]], ["w", "=1+1\r\n\u0007" + "y" * 9000, []])
    note, words = map_sheet.read(studio.stored).notes[0], map_sheet.read(studio.stored).words
    assert len(note) == map_sheet.NOTE
    assert note.startswith("a b c")
    assert all(c.isprintable() or c == "\n" for c in words)
    page = studio.browsers["gil"].get(studio.url.replace("/edits/", "/")).content.decode()
    assert "=1+1" in page


def test_who_knows_too_little_gets_everything(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_edits, "KEPT", 2)
    for n in range(4):
        studio.send("gil", ["l", 1, [n, 1]], basis=n)
    assert studio.map.edits.count() == 2
    assert "all" in studio.look("ona", 1)
    assert [len(e["ops"]) for e in studio.look("ona", 2)["edits"]] == [1, 1]
    assert "all" in studio.look("ona", 99)


def test_a_new_map_may_be_like_one_of_the_shelf(studio: Studio) -> None:
    made = {"name": "Our mill", "width": 5, "height": 5, "ground": "grass", "like": "mill"}
    assert studio.browsers["gil"].post(f"/campaigns/{studio.campaign.pk}/maps/empty/", made).status_code == 302
    found = Map.objects.get(name="Our mill")
    kept = map_board.decode(found.body)
    assert (found.width, found.height, kept.board.name, kept.fog) == (24, 18, "Our mill", "sight")
    assert [zone.name for zone in kept.zones] == ["The road"]
    assert [edge.locked for edge in kept.board.edges] == [False, True]


def test_a_whole_board_is_one_edit_and_quick(studio: Studio) -> None:
    made = {"name": "Plain", "width": 100, "height": 100, "ground": "grass"}
    answer = studio.browsers["gil"].post(f"/campaigns/{studio.campaign.pk}/maps/empty/", made)
    studio.url = answer["Location"].replace("/edit/", "/edits/")
    rivers = [n for n in range(0, 10_000, 2) for n in (n, 1)]
    studio.send("gil", ["t", "water", rivers], ["l", 1, [0, 10_000]])
    found = Map.objects.get(name="Plain")
    assert map_board.decode(found.body).board.terrain.count("~") == 5000


def test_nobody_else_can_edit(studio: Studio) -> None:
    outsider = Client()
    outsider.force_login(User.objects.create_user("x"), backend="django.contrib.auth.backends.ModelBackend")
    assert outsider.get(studio.url).status_code == 404
    assert outsider.post(studio.url, "{}", content_type="application/json").status_code == 404
    for body in ("", "[]", '{"key": 1}', "[" * 5000, '{"key":"k","tab":"short","basis":0,"ops":[]}'):
        answer = studio.browsers["gil"].post(studio.url, body, content_type="application/json")
        assert answer.status_code == 400, body[:40]
    large = studio.browsers["gil"].post(studio.url, " " * 600_000, content_type="application/json")
    assert large.status_code == 413


def test_a_picture_is_laid_moved_and_taken_away(studio: Studio) -> None:
    data = io.BytesIO()
    Image.new("RGB", (480, 320), (200, 10, 10)).save(data, "PNG")
    lay, gil = studio.url.replace("/edits/", "/lay/"), studio.browsers["gil"]
    assert gil.post(lay, {"do": "lay", "upload": SimpleUploadedFile("a.png", data.getvalue())}).status_code == 302
    found = studio.map
    assert found.size > 0
    assert studio.stored.lies == map_board.Lies(0, 0, 40, 40)
    assert "all" in studio.look("ona", 0)  # a page that was open takes everything anew
    studio.send("ona", ["a", [-20, 0, 40, 40], []], basis=found.rev)
    assert studio.stored.lies == map_board.Lies(-20, 0, 40, 40)
    bad = SimpleUploadedFile("a.png", b"GIF89a no picture")
    assert gil.post(lay, {"do": "lay", "upload": bad}, follow=True).context["refusal"]
    assert studio.map.size == found.size
    gil.post(lay, {"do": "away"})
    assert (studio.map.size, studio.stored.lies, studio.stored.board.picture) == (0, None, "")


def test_the_campaign_lists_the_way_to_an_empty_map(studio: Studio) -> None:
    campaign: Campaign = studio.campaign
    page = studio.browsers["gil"].get(f"/campaigns/{campaign.pk}/").content.decode()
    assert f"/campaigns/{campaign.pk}/maps/empty/" in page
    too_large = {"name": "x", "width": 101, "height": 4, "ground": "grass"}
    answer = studio.browsers["gil"].post(f"/campaigns/{campaign.pk}/maps/empty/", too_large)
    assert answer.status_code == 422


def test_a_mission_takes_what_was_drawn(studio: Studio) -> None:
    """The picture cut to the cells, the fog, what is uncovered, zones: all as the map has them."""
    data = io.BytesIO()
    picture = Image.new("RGB", (480, 320), (200, 10, 10))
    picture.paste((10, 200, 10), (0, 0, 240, 320))
    picture.save(data, "PNG")
    gil = studio.browsers["gil"]
    gil.post(
        studio.url.replace("/edits/", "/lay/"), {"do": "lay", "upload": SimpleUploadedFile("a.png", data.getvalue())}
    )
    studio.send("gil", ["a", [240, 0, 20, 40], []], ["g", "uncovered", []], ["f", 1, [0, 5]], basis=1)
    studio.send("gil", ["z", {"key": "z1", "name": "Gate", "side": "heroes"}, []], ["c", ["z1", 1], [0, 4]], basis=2)
    form = {"board": f"map:{studio.map.pk}", "start": "map", "width": 24, "height": 18, "ground": "grass"}
    answer = gil.post(f"/missions/new/{studio.campaign.pk}/", form)
    assert answer.status_code == 302
    mission = Mission.objects.get()
    state = stored.read_state(mission, MissionState.objects.get(pk=mission.pk))
    assert (state.fog, len(masks.cells(studio.stored.board, state.uncovered["map"]))) == ("uncovered", 5)
    assert [(zone.name, len(zone.cells)) for zone in state.zones] == [("Gate", 4)]
    cut = Image.open(io.BytesIO(bytes(Picture.objects.get().data)))
    assert cut.width * 8 == cut.height * 12  # whole cells of equal size
    assert cut.getpixel((cut.width // 12, cut.height // 2))[0] > 150  # type: ignore[index]
