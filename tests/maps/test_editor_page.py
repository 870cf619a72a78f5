"""What the editor lists: ground and cover under headings, with what they mean in play, and unlike without colour."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from campaigns import services as people
from campaigns.models import User
from tactics.effects import specs
from tactics.rulebook import services as rulebook
from tests.laws import outerah_game, tempus_game

ROOT = Path(__file__).parents[2]
LOOKS = {"label", "letter", "style", "text", "items", "origin", "line", "house", "source", "disabled", "grapplable"}


@pytest.fixture
def page(db: None, settings: Any, tmp_path: Path) -> str:
    settings.DATA = tmp_path
    rulebook.publish_shipped()
    owner = User.objects.create_user("gil", password="lanterns and rope", display_name="Gil")
    campaign, _gm = people.create_campaign(owner=owner, name="The Hills", ruleset="outerah")
    browser = Client()
    browser.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    made = {"name": "The lake", "width": 12, "height": 8, "ground": "ground"}
    answer = browser.post(f"/campaigns/{campaign.pk}/maps/empty/", made)
    return browser.get(answer["Location"]).content.decode()


@pytest.mark.rule("O-124", "O-127", "O-134", "O-175")
def test_ground_stands_under_headings_and_says_what_it_does(page: str) -> None:
    section = page[page.index('data-layer="ground"') : page.index('data-layer="level"')]
    headings = re.findall(r"<legend>([^<]*)</legend>", section)
    plain = ["Plain ground", "Difficult ground", "Harmful ground", "Water", "Mountains", "Bars the way"]
    assert headings == [*plain, "Sky and space", "Ships and their decks"]
    told = dict(re.findall(r'value="([a-z_]+)" data-told="([^"]*)"', section))
    assert next(iter(told)) == "ground"
    assert told["swamp"] == "2 steps a cell, difficult: half a Jump."
    assert told["river"] == "1 step a cell, swum in, 2 levels deep."
    assert "a jump is rolled for" in told["mountain"]
    assert "-1 step of Charge on attacks into it" in told["fog_marsh"]
    assert "steers" in told["helm"]
    # What a new map is not made of already, so that the first stroke shows.
    (pen,) = re.findall(r'value="([a-z_]+)" data-told="[^"]*" aria-describedby="ground-told" checked', section)
    assert pen in ("floor", "grass")


@pytest.mark.rule("O-191", "O-193", "O-196")
def test_cover_stands_by_how_much_it_covers_and_says_against_what(page: str) -> None:
    section = page[page.index('data-layer="edge"') : page.index('data-layer="zone"')]
    shapes = re.findall(r'<i class="cover ([a-z]+)">', section)
    assert shapes == sorted(shapes, key=["full", "half", "concealed"].index)
    told = {key: unescape(words) for key, words in re.findall(r'value="cover:([a-z_]+)" data-told="([^"]*)"', section)}
    assert "stops piercing bullets" in told["brick"]
    assert "burns" in told["full_wood"]
    assert all(re.findall(r'name="edge" value="[a-z]+" data-told="([^"]+)"', section))


@pytest.mark.parametrize("rules", [outerah_game.rules, tempus_game.rules])
def test_ground_that_differs_in_play_differs_without_colour(rules: Any) -> None:
    flat = {"ground", "grass", "sand"}
    styles = (ROOT / "static/css/mission/ground.css").read_text()
    patterns = (ROOT / "templates/missions/_patterns.html").read_text()
    seen: dict[str, tuple[str, dict[str, Any]]] = {}
    for key, spec in rules().entries["terrain"].items():
        facts = {name: getattr(spec, name) for name in spec.__struct_fields__ if name not in LOOKS}
        shown = "flat" if spec.style in flat else spec.style
        other, others = seen.setdefault(shown, (key, facts))
        assert facts == others, f"{key} and {other} look alike and are not"
    for style in specs.TERRAIN_STYLES:
        found = re.search(rf"\.t-{style}\b(?!-)[^{{]*{{ fill: ([^;]*)", styles)
        assert found, style
        pattern = re.match(r"url\(#(p-[a-z-]+)\)", found[1])
        assert style in flat if pattern is None else f'id="{pattern[1]}"' in patterns
