"""What each sample must give, number by number."""

from __future__ import annotations

import base64
import gzip
import json
from collections import Counter
from typing import Any

import pytest

from missions.maps import tiled_file, tiled_layers
from missions.maps.draft import Choices, Report, Side, Unreadable
from missions.maps.read import read
from missions.maps.tiled_layers import FLAGS
from tests.maps.samples import HERE, draft_of, path_of, said

UVTT: list[tuple[str, int, int, dict[str, int]]] = [
    ("uvtt/oganm-test.dd2vtt", 20, 20,
     {"segments": 197, "edges": 47, "doors": 3, "door_edges": 5, "pairs": 88, "pairs_door": 5, "objects": 2,
      "lights": 1}),
    ("uvtt/vttmaps-red-tower-cropped.dd2vtt", 10, 12,
     {"segments_read": 441, "segments": 89, "doors_read": 41, "doors": 4, "door_edges": 4, "edges": 28, "pairs": 48,
      "pairs_door": 4}),
    ("uvtt/vttmaps-safe-room-fmt02.dd2vtt", 10, 10,
     {"segments_read": 20, "segments": 16, "edges": 32, "pairs": 32, "doors": 0}),
    ("uvtt/vttmaps-headmasters-quarters-fmt02.dd2vtt", 10, 10,
     {"segments": 14, "edges": 24, "doors": 6, "door_edges": 4, "pairs": 6, "pairs_door": 10}),
    ("uvtt/imagix-sampleMap-cropped.dd2vtt", 10, 10,
     {"segments": 7, "edges": 37, "doors": 2, "door_edges": 3, "objects": 1, "lights": 2}),
    ("uvtt/thunderforge-synthetic-freestanding.dd2vtt", 10, 10, {"edges": 38, "door_edges": 2, "objects": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "width", "height", "numbers"), UVTT, ids=[each[0] for each in UVTT])
def test_universal_vtt(name: str, width: int, height: int, numbers: dict[str, int]) -> None:
    draft = draft_of(name)
    assert (draft.format, draft.width, draft.height) == ("uvtt", width, height)
    assert {key: draft.measures[key] for key in numbers} == numbers


def test_a_cropped_export_says_what_lies_outside() -> None:
    draft = draft_of("uvtt/vttmaps-red-tower-cropped.dd2vtt")
    assert said(draft, "part_of_drawing") == {"x": 2.0, "y": 12.0, "sort": "read"}
    # 441 less 89 inside, less two without length elsewhere in the drawing.
    assert (said(draft, "walls_outside")["n"], said(draft, "doors_outside")["n"]) == (350, 37)


def test_slanted_windows_are_reported_and_keep_their_place() -> None:
    draft = draft_of("uvtt/vttmaps-headmasters-quarters-fmt02.dd2vtt")
    assert said(draft, "slanted_doors") == {"n": 2, "sort": "guessed"}
    assert said(draft, "narrow_windows") == {"n": 6, "sort": "guessed"}
    assert Counter(side.what for side in draft.sides) == {"window": 10, "wall": 6}
    doors = draft_of("uvtt/vttmaps-headmasters-quarters-fmt02.dd2vtt", windows="door")
    assert Counter(side.what for side in doors.sides) == {"door": 10, "wall": 6}


def test_an_opening_that_is_not_closed_is_a_window_and_the_other_a_door() -> None:
    draft = draft_of("uvtt/imagix-sampleMap-cropped.dd2vtt")
    assert sum(side.what == "door" for side in draft.sides) + sum(side.what == "window" for side in draft.sides) == 3
    assert said(draft, "narrow_windows")["n"] == 1


def test_furniture_is_left_out_until_it_is_said_what_it_is() -> None:
    name = "uvtt/thunderforge-synthetic-freestanding.dd2vtt"
    assert said(draft_of(name), "objects") == {"n": 1, "sort": "left_out"}
    assert {side.what for side in draft_of(name, objects="cover").sides} == {"cover"}
    assert said(draft_of(name), "odd_picture")["sort"] == "warning"


def test_a_file_with_little_in_it_is_read_with_warnings() -> None:
    draft = draft_of("hostile/uvtt-missing-fields-bom.uvtt")
    assert (draft.width, draft.height) == (5, 3)
    assert said(draft, "part_cells") == {"across": 4.5, "down": 3.0, "width": 5, "height": 3, "sort": "warning"}


# --- Tiled ------------------------------------------------------------------------------------------

ALIKE = [
    f"tiled/layer_tests/{folder}/map.{ending}"
    for folder in ("b64", "b64_gzip", "b64_zlib", "b64_zstd", "all_layer_types", "infinite_map", "infinite_map_b64")
    for ending in ("tmx", "json")
]


def gids(data: bytes) -> list[tuple[tuple[int, int], int]]:
    """The tiles of a map's only layer, row by row from the first that is used."""
    sheet = tiled_layers.read(tiled_file.load(data), Report())
    (layer,) = sheet.layers
    left, top, _, _ = sheet.box
    return sorted((((x - left, y - top), gid) for (x, y), gid in layer.gids.items()), key=lambda e: (e[0][1], e[0][0]))


@pytest.mark.parametrize("name", ALIKE)
def test_one_tiled_map_in_every_way_of_writing_it(name: str) -> None:
    expected = [((n % 8, n // 8), n + 1) for n in range(48)]
    assert gids(path_of(name).read_bytes()) == expected
    draft = draft_of(name)
    assert (draft.width, draft.height, draft.measures["tiles"]) == (8, 6, 48)


def test_a_layer_packed_by_gzip() -> None:
    """The same map, packed here."""
    found = json.loads((HERE / "tiled/layer_tests/b64/map.json").read_text())
    layer = found["layers"][0]
    layer["data"] = base64.b64encode(gzip.compress(base64.b64decode(layer["data"]))).decode()
    layer["compression"] = "gzip"
    assert [gid for _, gid in gids(json.dumps(found).encode())] == list(range(1, 49))


def test_layers_of_all_types_are_counted() -> None:
    draft = draft_of("tiled/layer_tests/all_layer_types/map.tmx", "tiled/layer_tests/all_layer_types/tileset.tsx")
    assert draft.measures["objects"] == 1
    assert said(draft, "image_layers") == {"n": 2, "sort": "left_out"}
    assert draft.kinds[1].key == "tile_set_image#0"


@pytest.mark.parametrize("ending", ["tmx", "json"])
def test_an_offset_that_is_no_whole_number_of_tiles_is_ignored_with_a_warning(ending: str) -> None:
    draft = draft_of(f"tiled/layer_tests/infinite_map/map.{ending}")
    assert said(draft, "layer_offset") == {"n": 1, "sort": "warning"}


def test_hexagons_are_refused_by_their_name() -> None:
    with pytest.raises(Unreadable) as refused:
        draft_of("tiled/map_tests/hexagonal/map.tmx")
    assert (refused.value.code, refused.value.params) == ("not_square", {"shape": "hexagonal"})


def test_flips_are_no_part_of_a_tile() -> None:
    found = gids(path_of("tiled/tiled_flipped.tmx").read_bytes())
    assert [gid & ~FLAGS for _, gid in found] == [3, 3, 3, 3]
    assert [f"{gid >> 28:04b}"[:3] for _, gid in found] == ["111", "010", "100", "001"]
    draft = draft_of("tiled/tiled_flipped.tmx", "tiled/tilesheet.tsx")
    assert [(kind.key, kind.count) for kind in draft.kinds if kind.count] == [("tilesheet#2", 4)]
    assert said(draft, "flipped_tiles")["n"] == 4


def test_a_tileset_without_columns_is_read() -> None:
    found = tiled_file.load(path_of("tiled/tilesheet.tsx").read_bytes())
    assert (found["tilecount"], tiled_file.columns(found)) == ("84", 14)


# --- cells of whole dungeons ------------------------------------------------------------------------


def numbers(measures: dict[str, int], **wanted: int) -> None:
    assert {key: measures.get(key, 0) for key in wanted} == wanted


def test_one_page_dungeon() -> None:
    draft = draft_of("watabou/house_of_the_immortal_lord.json")
    assert (draft.width, draft.height, len(draft.notes)) == (13, 10, 4)
    numbers(draft.measures, shift_x=6, shift_y=2, floor=61, border=76, doors=7, door_exit=1, door_door=2, door_secret=2,
            door_double=1, door_down=1)  # fmt: skip
    # The way leads right: the door stands on the side from which one comes.
    assert Side(7, 5, True, "door") in draft.sides
    assert said(draft, "secret_doors") == {"n": 2, "sort": "guessed"}


def test_one_page_dungeon_with_rotundas_and_water() -> None:
    draft = draft_of("watabou/tomb_of_death_cross.json")
    assert (draft.width, draft.height) == (28, 28)
    numbers(draft.measures, shift_x=5, shift_y=16, floor=245, border=274, doors=32, columns=12, water=62, rotundas=3)
    square = Counter(draft.cells)[0]
    assert Counter(draft_of("watabou/tomb_of_death_cross.json", rotundas="round").cells)[0] > square


@pytest.mark.parametrize("ending", ["json", "tsv"])
def test_donjon(ending: str) -> None:
    draft = draft_of(f"donjon/made-small.{ending}")
    assert (draft.format, draft.width, draft.height) == ("donjon", 13, 11)
    numbers(draft.measures, floor=50, border=68, stairs_down=2)
    assert set(draft.sides) >= {Side(6, 2, True, "door"), Side(11, 6, False, "locked"), Side(6, 8, True, "secret")}
    assert len(draft.sides) == 4


def test_donjon_knows_more_in_json() -> None:
    draft = draft_of("donjon/made-small.json")
    numbers(draft.measures, door_door=1, door_locked=1, door_portcullis=1, door_secret=1, rooms=2, labels=2)
    assert [note.text for note in draft.notes] == ["1. Empty", "2. Empty"]


def test_ascii() -> None:
    draft = draft_of("ascii/made-map.txt")
    assert (draft.width, draft.height) == (14, 7)
    numbers(draft.measures, doors_closed=1, doors_open=1, water=4, rough=2, level_1=2, level_2=2, level_3=5)
    assert {zone.name: len(zone.cells) for zone in draft.zones} == {"A": 4, "B": 2}
    assert set(draft.sides) == {Side(4, 1, True, "door"), Side(2, 5, True, "open")}


def test_tabs_are_asked_about() -> None:
    with pytest.raises(Unreadable) as refused:
        draft_of("ascii/made-map-crlf-tabs-ragged.txt")
    assert refused.value.code == "tabs"
    draft = draft_of("ascii/made-map-crlf-tabs-ragged.txt", tab=2)
    assert (draft.height, said(draft, "tabs_expanded")["n"]) == (5, 2)


# --- Foundry ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["v9", "v12", "v14-levels"])
def test_foundry(which: str) -> None:
    draft = draft_of(f"foundry/made-{which}.json")
    assert (draft.width, draft.height) == (12, 8)
    numbers(draft.measures, padding_x=300, padding_y=200, walls=10, both=7, move_only=1, sight_only=2, doors=2,
            doors_secret=1, doors_open=1, door_edges=3, edges=28, pairs=35, pairs_door=3, levels=2)  # fmt: skip
    found = [(t.name, t.x, t.y, t.width, t.height) for t in draft.tokens]
    assert found == [("Guard", 2, 2, 1, 1), ("Ogre", 9, 4, 2, 2)]
    if which != "v9":
        (zone,) = draft.zones
        assert set(zone.cells) == {(x, y) for x in range(2) for y in range(3)}


def test_foundry_in_its_newest_shape() -> None:
    """Levels of their own, and walls that name theirs: as made-v12, rewritten."""
    scene: dict[str, Any] = json.loads((HERE / "foundry/made-v12.json").read_text())
    scene.pop("flags")
    scene["levels"] = [
        {"_id": "g", "name": "Ground", "elevation": {"bottom": 0, "top": 9}, "background": scene.pop("background")},
        {"_id": "u", "name": "Upper", "elevation": {"bottom": 10, "top": 19}, "background": {"src": None}},
    ]
    for n, wall in enumerate(scene["walls"]):
        wall["levels"] = ["u"] if n == 7 else ["g", "u"] if n == 6 else ["g"]
    files = {"scene.json": json.dumps(scene).encode()}
    draft = read(files, Choices()).draft
    numbers(draft.measures, levels=2, walls=10, edges=28, pairs=35)
    assert said(draft, "picture_elsewhere")["name"] == "made.webp"
    upper = read(files, Choices(level="Upper")).draft
    numbers(upper.measures, walls=2, doors=0)
    assert said(upper, "other_level")["n"] == 8


def test_half_height_and_one_way_walls_are_said() -> None:
    draft = draft_of("foundry/made-v9.json")
    assert (said(draft, "limited_walls")["n"], said(draft, "one_way")["n"]) == (1, 1)
    assert Counter(side.what for side in draft.sides)["curtain"] == 8
    assert Side(2, 1, True, "open") in draft.sides  # the secret door that stands open is no secret


# --- pictures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["png", "webp"])
def test_a_grid_that_is_no_whole_number_of_pixels(ending: str) -> None:
    name = f"image/made-grid-37.5px-offset-11-7.{ending}"
    draft = draft_of(name, across=37.5, left=11.0, top=7.0)
    assert (draft.width, draft.height) == (12, 8)
    assert draft.picture is not None
    assert (draft.picture.across, draft.picture.down, draft.picture.left) == (37.5, 37.5, 11.0)


def test_the_first_frame_and_the_colours_of_print() -> None:
    assert said(draft_of("image/made-animated.webp"), "frames") == {"n": 1, "sort": "left_out"}
    assert said(draft_of("image/made-cmyk.jpg"), "cmyk")["sort"] == "read"


def test_a_picture_lies_as_its_notes_say() -> None:
    draft = draft_of("image/made-exif-orientation6.jpg")
    assert draft.picture is not None
    assert (draft.picture.width, draft.picture.height) == (320, 470)


@pytest.mark.parametrize(("name", "code"), [("truncated", "picture_broken"), ("html-named", "no_picture")])
def test_what_is_no_picture_is_refused(name: str, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        draft_of(f"image/made-{name}.png")
    assert refused.value.code == code
