"""Names of units in malice, in both rulesets: on every page of a Mission, and in all that is sent, they are text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client

from campaigns import services as people
from campaigns.models import Campaign
from missions import looks, selectors, services
from missions.live.fragments import parts
from missions.management.commands.scenario import set_up
from missions.models import Mission
from tactics.kernel import commands as c
from tactics.rulebook.services import publish_document
from tactics.scenarios.script import parse
from tests.missions.test_hostile_pages import look

SCENES = Path(__file__).parents[1] / "browser" / "scenes"
EVIL = "<script>evil=1</script><img src=x onerror=evil=1>{{ 7|add:7 }}"
PAGES = ("", "recap/", "record/", "enlist/", "tonight/", "see/ana/", "screen/", "rules/")


@pytest.fixture(params=["tempus", "outerah"])
def mission(request: Any, db: None) -> tuple[Mission, dict[str, Client]]:
    """A Mission in its first Round, and a browser for each who plays."""
    text = (SCENES / f"names_{request.param}.yaml").read_text(encoding="utf-8")
    setup = set_up(parse(yaml.safe_load(text)))
    campaign = Campaign.objects.create(name="Names", ruleset=setup.code.name)
    browsers = {}
    for key, role in setup.script.seats.items():
        user = people.make_guest(key)
        people.add_member(campaign, user=user, role=role, key=key, name=key)
        browsers[key] = Client()
        browsers[key].force_login(user, "django.contrib.auth.backends.ModelBackend")
    version = publish_document(setup.document, "names")
    made = services.create_mission(campaign, "Names", genesis=setup.genesis, rules=version)
    for number, command in enumerate(setup.opening):
        services.submit(made.pk, "gm", f"opening-{number}", command, who=services.TRUSTED)
    return made, browsers


def test_a_name_is_text_on_every_page(mission: tuple[Mission, dict[str, Client]]) -> None:
    made, browsers = mission
    told: dict[str, int] = {}
    for who, browser in browsers.items():
        for page in PAGES:
            answer = browser.get(f"/missions/{made.pk}/as/{who}/{page}")
            if answer.status_code == 404 and who != "gm":
                continue  # what is the GM's alone
            assert answer.status_code == 200, (who, page)
            seen = look(answer.content.decode())
            assert seen.found == [], (who, page)
            told[who] = told.get(who, 0) + any("<script>evil=1" in words for words in seen.words)
    assert told["gm"] >= 3
    assert told["ana"] >= 2
    assert told["sam"] >= 1


def test_a_name_is_text_in_all_that_is_sent(mission: tuple[Mission, dict[str, Client]]) -> None:
    """In the turn of each unit: its options, its targets, the log and the map."""
    made, _browsers = mission
    for number, turn in enumerate(("solid", "markup", "long", "rtl", "signs", "unseen")):
        assert selectors.present(made).state.clock.active == turn
        now = selectors.present(made)
        for seat, role in (("gm", "gm"), ("ana", "player"), ("public", "spectator")):
            view = looks.view_of(now.code, now.state, now.digest, seat, role)
            seen = look("".join(parts(view, ()).values()))
            assert seen.found == [], (turn, seat)
            assert any("<script>evil=1" in words for words in seen.words), (turn, seat)
        end = c.EndTurn(unit=turn)
        services.submit(made.pk, "gm", f"end-{number}", end, who=services.TRUSTED)
