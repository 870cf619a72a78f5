"""A GM brings a map, looks, chooses and keeps it; for everybody else there is no such page."""

from __future__ import annotations

import io
import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from campaigns import services as people
from campaigns.models import Campaign, Role, User
from missions import map_board, map_intake, map_services, stored
from missions.maps.draft import Unreadable
from missions.models import Map, Mission, MissionState, Picture
from tactics.rulebook import services as rulebook
from tests.maps.samples import path_of

Upload = Callable[..., Any]


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA = tmp_path


@pytest.fixture
def campaign(db: None) -> Campaign:
    rulebook.publish_shipped()
    gil = User.objects.create_user("gil", password="x", display_name="Gil")
    made, _ = people.create_campaign(owner=gil, name="The Quarry Road", ruleset="tempus")
    return made


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def gm(campaign: Campaign) -> Client:
    return signed_in(User.objects.get(username="gil"))


@pytest.fixture
def upload(campaign: Campaign, gm: Client) -> Upload:
    def send(*names: str, data: bytes | None = None) -> Any:
        files = [
            SimpleUploadedFile(Path(name).name, path_of(name).read_bytes() if data is None else data) for name in names
        ]
        return gm.post(f"/campaigns/{campaign.pk}/maps/new/", {"upload": files})

    return send


def form_of(client: Client, address: str) -> dict[str, Any]:
    """The fields of the page's form as a browser would send them."""
    form = client.get(address).context["form"]
    found = {}
    for name, field in form.fields.items():
        value = form[name].value()
        if value is None and getattr(field, "choices", None):
            value = next(iter(field.choices))[0]
        if value is not None and value is not False and value != []:
            found[name] = value
    return found


def mission_on(gm: Client, found: Map, **changes: str) -> Any:
    """A Mission made on the page to which the map's own page leads."""
    address = f"/missions/new/{found.campaign_id}/?map={found.pk}"
    assert f'href="{address}"' in gm.get(f"/campaigns/{found.campaign_id}/maps/{found.pk}/").content.decode()
    return gm.post(address, form_of(gm, address) | changes)


def waiting() -> list[Path]:
    home = Path(settings.DATA) / "intake"
    return sorted(home.iterdir()) if home.exists() else []


def test_from_a_file_to_a_mission(campaign: Campaign, gm: Client, upload: Upload) -> None:
    answer = upload("uvtt/oganm-test.dd2vtt")
    assert answer.status_code == 302
    look = answer["Location"]
    page = gm.get(look)
    text = page.content.decode()
    assert "The map has 20 × 20 cells." in text
    assert "2 pillars and pieces of furniture" in text
    assert Map.objects.count() == 0
    assert gm.get(f"{look}picture/").content[:3] == b"\xff\xd8\xff"

    kept = gm.post(look, form_of(gm, look) | {"do": "keep", "name": "The cave"})
    made = Map.objects.get()
    assert kept["Location"] == f"/campaigns/{campaign.pk}/maps/{made.pk}/"
    assert (made.name, made.width, made.height, made.media_type) == ("The cave", 20, 20, "image/jpeg")
    assert waiting() == []
    assert "The cave" in gm.get(f"/campaigns/{campaign.pk}/").content.decode()
    assert gm.get(kept["Location"]).status_code == 200
    assert gm.get(f"{kept['Location']}picture/").content == bytes(made.picture)

    begun = mission_on(gm, made)
    mission = Mission.objects.get()
    assert begun["Location"] == f"/missions/{mission.pk}/as/gil/"
    state = stored.read_state(mission, MissionState.objects.get(pk=mission.pk))
    board = state.boards["map"]
    assert (board.name, board.width, board.picture) == ("The cave", 20, "background")
    assert sum(edge.kind == "door" for edge in board.edges) == 5
    assert bytes(Picture.objects.get(mission=mission).data) == bytes(made.picture)
    assert gm.get(begun["Location"]).status_code == 200


def test_choices_are_read_again_and_kept(gm: Client, upload: Upload) -> None:
    look = upload("uvtt/thunderforge-synthetic-freestanding.dd2vtt")["Location"]
    fields = form_of(gm, look)
    gm.post(look, fields | {"do": "look", "objects": "wall", "name": "Pillars", "crop_x": 1, "crop_w": 9})
    assert form_of(gm, look)["objects"] == "wall"
    gm.post(look, form_of(gm, look) | {"do": "keep"})
    made = Map.objects.get()
    assert (made.name, made.width, made.height) == ("Pillars", 9, 10)
    assert map_board.decode(made.body).board.edges != ()


def test_the_mapping_of_terrain_and_zones(gm: Client, upload: Upload) -> None:
    look = upload("ascii/made-map.txt")["Location"]
    form = gm.get(look).context["form"]
    (water,) = [name for name in form.fields if form.fields[name].label.startswith("~")]
    gm.post(look, form_of(gm, look) | {"do": "keep", water: "lava", "zone-1": "-"})
    kept = map_board.decode(Map.objects.get().body)
    assert "lava" in dict(kept.board.palette).values()
    assert [(zone.name, zone.side) for zone in kept.zones] == [("A", "heroes")]


def test_the_grid_of_a_picture(gm: Client, upload: Upload) -> None:
    look = upload("image/made-grid-37.5px-offset-11-7.png")["Location"]
    wrong = gm.get(look).context["draft"]
    assert (wrong.width, wrong.height) != (12, 8)
    gm.post(look, form_of(gm, look) | {"do": "look", "across": "37.5", "down": "37.5", "left": "11", "top": "7"})
    right = gm.get(look).context["draft"]
    assert (right.width, right.height) == (12, 8)
    gm.post(look, form_of(gm, look) | {"do": "keep"})
    made = Map.objects.get()
    with Image.open(io.BytesIO(bytes(made.picture))) as picture:
        assert picture.size == (12 * 40, 8 * 40)
        # The dark block is the cells 2..4, 1..3, whole.
        dark = {
            (x, y) for x in range(12) for y in range(8)
            if sum(picture.convert("RGB").getpixel((x * 40 + 20, y * 40 + 20))) < 300  # type: ignore[arg-type]
        }  # fmt: skip
    assert dark == {(x, y) for x in (2, 3, 4) for y in (1, 2, 3)}


def test_columns_and_rows_instead_of_pixels(gm: Client, upload: Upload) -> None:
    look = upload("image/made-grid-37.5px-offset-11-7.png")["Location"]
    gm.post(look, form_of(gm, look) | {"do": "look", "columns": "10", "rows": "8"})
    draft = gm.get(look).context["draft"]
    assert (draft.width, draft.height, draft.picture.across) == (10, 8, 47.0)


def test_tabs_are_asked_before_anything_is_shown(gm: Client, upload: Upload) -> None:
    answer = upload("ascii/made-map-crlf-tabs-ragged.txt")
    page = gm.get(answer["Location"])
    assert "Say for how many cells a tab stands" in page.content.decode()
    assert list(page.context["form"].fields) == ["tab"]
    gm.post(answer["Location"], {"do": "look", "tab": "2"})
    assert gm.get(answer["Location"]).context["draft"].width == 6


@pytest.mark.parametrize("name", ["entity-bomb.tmx", "zstd-bomb.tmj", "uvtt-png-bomb.dd2vtt"])
def test_a_refused_upload_leaves_nothing(name: str, gm: Client, upload: Upload) -> None:
    answer = upload(f"hostile/{name}")
    assert answer.status_code == 422
    assert re.search(r'role="alert">[^<]{20,}<', answer.content.decode())
    assert waiting() == []
    assert Map.objects.count() == 0


def test_a_part_that_is_none_is_refused_and_changes_nothing(gm: Client, upload: Upload) -> None:
    look = upload("uvtt/oganm-test.dd2vtt")["Location"]
    answer = gm.post(look, form_of(gm, look) | {"do": "keep", "crop_x": 18})
    assert answer.status_code == 422
    assert "Choose a part of the map: 5 to 100 cells a side" in answer.content.decode()
    assert Map.objects.count() == 0
    assert form_of(gm, look)["crop_x"] == 0


def test_files_that_belong_together(gm: Client, upload: Upload) -> None:
    folder = "tiled/layer_tests/all_layer_types"
    look = upload(f"{folder}/map.tmx", f"{folder}/tileset.tsx")["Location"]
    assert "tile_set_image#0" in gm.get(look).content.decode()


def test_hostile_text_in_a_map_is_text(gm: Client, upload: Upload) -> None:
    evil = "<script>alert(1)</script>\u202e\u200b{{ 7|add:7 }}"
    note = {"text": evil, "pos": {"x": 1, "y": 1}}
    data = json.dumps({"title": evil, "rects": [{"x": 0, "y": 0, "w": 6, "h": 6}], "notes": [note]}).encode()
    look = upload("a.json", data=data)["Location"]
    text = gm.get(look).content.decode()
    assert "<script>alert" not in text
    assert "\u202e" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    page = gm.get(gm.post(look, form_of(gm, look) | {"do": "keep"})["Location"]).content.decode()
    assert "<script>alert" not in page
    assert "\u202e" not in page


def test_names_of_files_lead_nowhere(campaign: Campaign, gm: Client) -> None:
    """A path as a name: the file lies where all lie, under a number."""
    file = SimpleUploadedFile("x.txt", b"#####\n" * 5)
    file._name = "../../../evil.txt"  # type: ignore[attr-defined]
    member = campaign.members.get()
    intake = map_intake.take(member, [file])
    assert intake.names == ["evil.txt"]
    assert sorted(path.name for path in intake.folder.iterdir()) == ["0", "about.json"]


def test_a_mission_takes_zones_and_notes_of_its_map(gm: Client, upload: Upload) -> None:
    look = upload("foundry/made-v12.json")["Location"]
    gm.post(look, form_of(gm, look) | {"do": "keep"})
    mission_on(gm, Map.objects.get(), notes="Mine.")
    mission = Mission.objects.get()
    state = stored.read_state(mission, MissionState.objects.get(pk=mission.pk))
    assert [(zone.side, len(zone.cells)) for zone in state.zones] == [("heroes", 6)]
    assert state.gm_notes == "Mine."
    starts = map_board.decode(Map.objects.get().body).starts
    assert [(start.name, start.cells) for start in starts] == [("Guard", ((2, 2),)), ("Ogre", ((9, 4),))]
    page = gm.get(f"/missions/new/{mission.campaign_id}/?map={Map.objects.get().pk}").content.decode()
    assert "Ogre" in page


@pytest.mark.parametrize("number", ["99999", "x", "1" * 40, ""])
def test_a_link_to_a_map_that_is_not_there_chooses_nothing(number: str, campaign: Campaign, gm: Client) -> None:
    assert gm.get(f"/missions/new/{campaign.pk}/?map={number}").status_code == 200


# --- who ---------------------------------------------------------------------------------------------


@pytest.fixture
def others(campaign: Campaign) -> dict[str, Client]:
    """Everybody who is not this campaign's GM."""
    other = User.objects.create_user("olga", password="x")
    people.create_campaign(owner=other, name="Another", ruleset="tempus")
    found = {"nobody": Client(), "another campaign's GM": signed_in(other)}
    for role in (Role.PLAYER, Role.SPECTATOR):
        user = User.objects.create_user(f"a-{role}", password="x")
        people.add_member(campaign, user=user, role=role)
        found[str(role)] = signed_in(user)
    gone = User.objects.create_user("gone", password="x")
    people.remove_member(people.add_member(campaign, user=gone, role=Role.GM))
    found["removed"] = signed_in(gone)
    staff = User.objects.create_user("staff", password="x", is_staff=True)
    found["staff"] = signed_in(staff)
    return found


def test_for_everybody_else_there_is_no_such_page(
    campaign: Campaign, gm: Client, upload: Upload, others: dict[str, Client]
) -> None:
    look = upload("ascii/made-map.txt")["Location"]
    second = upload("ascii/made-map.txt")["Location"]
    gm.post(second, form_of(gm, second) | {"do": "keep"})
    made = Map.objects.get()
    base = f"/campaigns/{campaign.pk}/maps"
    for who, client in others.items():
        nothing = client.get("/campaigns/99999/maps/new/").content
        for address in (f"{base}/new/", look, f"{look}picture/", f"{base}/{made.pk}/", f"{base}/{made.pk}/picture/"):
            answer = client.get(address)
            assert (answer.status_code, answer.content) == (404, nothing), (who, address)
        for address, data in (
            (f"{base}/new/", {"upload": SimpleUploadedFile("a.txt", b"#####\n" * 5)}),
            (look, {"do": "drop"}),
            (f"{base}/{made.pk}/change/", {"do": "delete"}),
        ):
            assert client.post(address, data).status_code == 404, (who, address)
        assert "Bring a map" not in client.get(f"/campaigns/{campaign.pk}/").content.decode()
    assert Map.objects.count() == 1
    assert len(waiting()) == 1
    assert gm.get(look).status_code == 200


def test_an_upload_is_its_senders_alone(campaign: Campaign, gm: Client, upload: Upload) -> None:
    """Another GM of the same campaign has no part in it before it is kept."""
    look = upload("ascii/made-map.txt")["Location"]
    user = User.objects.create_user("gwen", password="x")
    people.add_member(campaign, user=user, role=Role.GM)
    other = signed_in(user)
    assert other.get(look).status_code == 404
    gm.post(look, form_of(gm, look) | {"do": "keep"})
    assert other.get(f"/campaigns/{campaign.pk}/maps/{Map.objects.get().pk}/").status_code == 200


def test_a_map_of_another_campaign_is_not_here(campaign: Campaign, gm: Client, upload: Upload) -> None:
    look = upload("ascii/made-map.txt")["Location"]
    gm.post(look, form_of(gm, look) | {"do": "keep"})
    second, _ = people.create_campaign(owner=User.objects.get(username="gil"), name="Second", ruleset="tempus")
    assert gm.get(f"/campaigns/{second.pk}/maps/{Map.objects.get().pk}/").status_code == 404
    assert gm.get(f"/campaigns/{second.pk}/maps/{2**70}/").status_code == 404


# --- how much -----------------------------------------------------------------------------------------


def test_uploads_wait_for_an_hour_and_few_at_once(campaign: Campaign, gm: Client, upload: Upload) -> None:
    looks = [upload("ascii/made-map.txt")["Location"] for _ in range(map_intake.PENDING + 2)]
    assert len(waiting()) == map_intake.PENDING
    assert gm.get(looks[-1]).status_code == 200
    folder = Path(settings.DATA) / "intake" / looks[-1].split("/")[-2]
    old = time.time() - map_intake.LASTS - 5
    os.utime(folder, (old, old))
    assert gm.get(looks[-1]).status_code == 404
    upload("ascii/made-map.txt")
    assert not folder.exists()


def test_too_many_files_and_too_much(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    member = campaign.members.get()
    files = [SimpleUploadedFile(f"{n}.txt", b"x") for n in range(6)]
    with pytest.raises(Unreadable, match="too_many_files"):
        map_intake.take(member, files)
    monkeypatch.setattr("missions.maps.limits.FILE", 3)
    with pytest.raises(Unreadable, match="too_heavy"):
        map_intake.take(member, files[:4])
    assert waiting() == []


def test_a_full_campaign_says_so(gm: Client, upload: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_services, "MOST", 0)
    look = upload("ascii/made-map.txt")["Location"]
    answer = gm.post(look, form_of(gm, look) | {"do": "keep"})
    assert answer.status_code == 422
    assert "Delete some first" in answer.content.decode()
    assert Map.objects.count() == 0


def test_a_map_is_renamed_and_deleted_and_missions_keep_theirs(
    campaign: Campaign, gm: Client, upload: Upload
) -> None:
    look = upload("uvtt/oganm-test.dd2vtt")["Location"]
    address = gm.post(look, form_of(gm, look) | {"do": "keep"})["Location"]
    gm.post(f"{address}change/", {"do": "rename", "name": "Below"})
    assert Map.objects.get().name == "Below"
    gm.post(f"{address}change/", {"do": "rename", "name": " "})
    assert Map.objects.get().name == "Below"
    mission_on(gm, Map.objects.get())
    gm.post(f"{address}change/", {"do": "delete"})
    assert (Map.objects.count(), Mission.objects.count(), Picture.objects.count()) == (0, 1, 1)
