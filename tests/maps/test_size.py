"""Another size of a map: what is cut off is told first, kept, and put back by an undo that leaves what came since."""

from __future__ import annotations

import json
from typing import Any

import pytest

from missions.models import MapSize
from tactics.board import masks
from tests.maps.test_edits import Studio, own_folder, studio

__all__ = ["own_folder", "studio"]
pytestmark = pytest.mark.django_db


def size(studio: Studio, who: str = "gil", status: int = 200, **body: Any) -> dict[str, Any]:
    answer = studio.browsers[who].post(
        studio.url.replace("/edits/", "/size/"), json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == status, answer.content
    return dict(answer.json())


def draw(studio: Studio) -> None:
    """Something of each kind in the first column and the last row of 12 x 8 cells, and in the middle."""
    studio.send(
        "gil",
        ["t", "wall", [0, 1, 40, 1]],
        ["l", 3, [12, 1]],
        ["e", "door", [24 * 2, 1, 41 * 2, 1]],
        ["z", {"key": "z1", "name": "Gate", "side": "heroes", "seat": ""}, []],
        ["c", ["z1", 1], [12, 2, 95, 1]],
        ["s", "Wolves", [0, 1, 42, 1]],
        ["n", "A trap", [36, 1]],
        ["f", 1, [0, 2]],
    )


def test_growing_moves_everything_along(studio: Studio) -> None:
    draw(studio)
    assert size(studio, sides=[2, 1, 0, 3], dry=True) == {"lost": []}
    made = size(studio, sides=[2, 1, 0, 3])
    assert (made["w"], made["h"], made["rev"]) == (14, 12, 2)
    kept = studio.stored
    palette = dict(kept.board.palette)
    assert palette[kept.board.terrain[1 * 14 + 2]] == "wall"
    assert palette[kept.board.terrain[0]] == "ground"
    assert kept.board.elevation[2 * 14 + 2] == 3
    assert {(e.a, e.b) for e in kept.board.edges} == {((2, 3), (3, 3)), ((7, 4), (8, 4))}
    assert set(kept.zones[0].cells) == {(2, 2), (3, 2), (13, 8)}
    assert kept.starts[0].cells == ((2, 1), (8, 4))
    assert kept.notes == "C5: A trap"
    assert set(masks.cells(kept.board, kept.shown)) == {(2, 1), (3, 1)}
    assert (studio.map.width, studio.map.height) == (14, 12)


def test_what_is_cut_off_is_told_and_comes_back(studio: Studio) -> None:
    draw(studio)
    before = studio.stored
    assert size(studio, sides=[-1, 0, 0, -1], dry=True)["lost"] == [
        "19 cells of ground that is drawn", "1 height", "1 wall or door", "1 starting place", "1 note",
        "2 cells of zones",
    ]  # fmt: skip
    number = size(studio, sides=[-1, 0, 0, -1])["number"]
    assert (studio.stored.board.width, studio.stored.board.height) == (11, 7)
    assert studio.stored.notes == ""
    studio.send("ona", ["t", "water", [5, 1]], basis=studio.map.rev)
    size(studio, undo=number)
    after = studio.stored
    palette = dict(after.board.palette)
    assert palette[after.board.terrain[6]] == "water"  # what came since stays, where it was drawn
    for name in ("zones", "starts", "notes", "shown"):
        assert getattr(after, name) == getattr(before, name), name
    assert after.board.edges == before.board.edges
    assert after.board.elevation == before.board.elevation
    was = dict(before.board.palette)
    assert [palette[x] for n, x in enumerate(after.board.terrain) if n != 6] == [
        was[x] for n, x in enumerate(before.board.terrain) if n != 6
    ]
    assert not MapSize.objects.exists()


@pytest.mark.parametrize(
    ("sides", "says"),
    [
        ([-8, 0, 0, 0], "4 by 8: a map has 5 to 100"),
        ([0, 0, 89, 0], "101 by 8"),
        ([-12, 0, 12, 0], "nothing would be left"),
        ([0, 0, 0, 0], "this size already"),
        ([1, 2, 3], "four whole numbers"),
        (["1", 0, 0, 0], "four whole numbers"),
        (None, "four whole numbers"),
    ],
)
def test_sizes_that_cannot_be(studio: Studio, sides: Any, says: str) -> None:
    assert says in size(studio, status=422, sides=sides)["words"]
    assert studio.map.rev == 0


def test_an_edit_of_the_old_size_is_refused_and_others_get_the_whole(studio: Studio) -> None:
    size(studio, sides=[1, 0, 0, 0])
    assert "another size" in studio.send("ona", ["t", "water", [0, 1]], basis=0, status=422)["words"]
    told = studio.look("ona", 0)
    assert (told["w"], told["h"]) == (13, 8)
    assert told["all"]


def test_only_the_last_change_is_undone_and_each_once(studio: Studio) -> None:
    first = size(studio, sides=[1, 0, 0, 0])["number"]
    second = size(studio, "ona", sides=[0, 1, 0, 0])["number"]
    assert "since" in size(studio, status=422, undo=first)["words"]
    size(studio, undo=second)
    size(studio, undo=first)
    assert "since" in size(studio, status=422, undo=first)["words"]
    assert (studio.map.width, studio.map.height) == (12, 8)
    for body in ({"undo": "x"}, {"undo": None}):
        size(studio, status=400, **body)
