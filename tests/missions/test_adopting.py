"""A running Mission keeps its rules until its GM takes over newer ones, with the campaign's house rules over them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db.models import ProtectedError

from campaigns.library import services as library
from campaigns.library.models import HouseEntry
from campaigns.models import Campaign, User
from campaigns.services import create_campaign
from missions import adopting, demo, selectors, services, stored
from missions.live import reading
from missions.models import Adoption, Mission, MissionState
from tactics.kernel.refusals import Refused
from tactics.rulebook import services as rulebook
from tactics.rulebook.models import Entry, Version

pytestmark = pytest.mark.django_db


@pytest.fixture
def mission() -> Mission:
    rulebook.publish_shipped()
    demo.make("tempus")
    return Mission.objects.get()


def change(kind: str, key: str, **fields: Any) -> Version:
    """Edits an entry as the admin does and publishes."""
    found = Entry.objects.get(ruleset="tempus", kind=kind, key=key)
    found.body = json.dumps({**found.content, **fields})
    found.save()
    return rulebook.publish("tempus")


def state(mission: Mission) -> Any:
    return stored.read_state(mission, MissionState.objects.get(mission=mission))


def offered(mission: Mission) -> str:
    return selectors.look(mission, "gm", "gm").view.newer_rules


def adopt(mission: Mission, rules: str, key: str = "k1", seat: str = "gm") -> None:
    services.submit(mission.pk, seat, key, {"do": "adopt_rules", "rules": rules}, who=services.TRUSTED)


def test_a_newer_version_is_offered_and_the_mission_keeps_its_own_until_it_is_taken(mission: Mission) -> None:
    old = state(mission).rules
    assert offered(mission) == ""
    new = change("constant", "tt.aim.bonus", value=3)
    assert offered(mission) == new.hash
    assert selectors.look(mission, "ana", "player").view.newer_rules == ""
    services.submit(mission.pk, "gm", "k0", {"do": "chat", "text": "on we go"}, who=services.TRUSTED)
    assert state(mission).rules == old
    adopt(mission, new.hash)
    assert state(mission).rules == new.hash
    assert offered(mission) == ""
    # What its log was played by is needed to read it, and no other version plays it now.
    change("constant", "tt.aim.bonus", value=4)
    for each in (old, new.hash):
        with pytest.raises((ProtectedError, ValidationError)):
            Version.objects.get(hash=each).delete()
        with pytest.raises(ProtectedError):
            Version.objects.filter(hash=each).delete()


def test_back_to_an_earlier_one_is_the_last_again(mission: Mission) -> None:
    first = state(mission).rules
    second = change("constant", "tt.aim.bonus", value=3).hash
    adopt(mission, second)
    assert change("constant", "tt.aim.bonus", value=1).hash != first
    rulebook.publish("tempus")
    found = Entry.objects.get(ruleset="tempus", kind="constant", key="tt.aim.bonus")
    found.body = found.shipped
    found.save()
    assert rulebook.publish("tempus").hash == first
    adopt(mission, first, "k2")
    found.body = json.dumps({**found.content, "value": 3})
    found.save()
    assert rulebook.publish("tempus").hash == second
    adopt(mission, second, "k3")
    assert [one.version.hash for one in mission.adoptions.all()] == [first, second]
    rows = [row.events for row in mission.log.order_by("seq")]
    assert adopting.named(rows) == [first, second]


def test_house_rules_lie_over_what_is_adopted(mission: Mission) -> None:
    """A Mission of a campaign with house rules is offered nothing while nothing changed, and loses none of them."""
    by = mission.campaign.members.get(key="gm")
    checked = library.check(mission.campaign, "weapon", "net", {"label": "Net", "skill": "throwing"})
    library.save(mission.campaign, checked, by=by)
    adopt(mission, offered(mission))
    assert (offered(mission), stored.rules_of(state(mission).rules).find("weapon", "net").label) == ("", "Net")
    new = change("constant", "tt.aim.bonus", value=3)
    assert offered(mission) not in ("", new.hash)
    adopt(mission, offered(mission), "k2")
    rules = stored.rules_of(state(mission).rules)
    assert (rules.find("weapon", "net").label, rules.constants["tt.aim.bonus"].value) == ("Net", 3)
    # House rules that do not fit what is published: nothing is offered, until somebody has mended them.
    HouseEntry.objects.create(campaign=mission.campaign, kind="weapon", key="odd", body='{"label":"X","skill":"no"}')
    change("constant", "tt.aim.bonus", value=4)
    assert offered(mission) == ""


def test_an_open_page_of_a_gm_learns_of_them_without_an_event(
    mission: Mission, django_assert_num_queries: Any
) -> None:
    """What a hub looks at every few seconds anyway; of an event it costs no query more than that look."""
    gm, ana = ("gm", "gm"), ("ana", "player")
    shown: list[tuple[tuple[str, str], str]] = []

    def show(audience: tuple[str, str], look: selectors.Look) -> None:
        shown.append((audience, look.view.newer_rules))

    def read(seen: reading.Seen) -> reading.Seen:
        shown.clear()
        return reading.read(mission, seen, [gm, ana], frozenset(seen.looks), show)

    seen = read(reading.Seen())
    assert shown == [(gm, ""), (ana, "")]
    seen = read(seen)
    assert shown == []
    new = change("constant", "tt.aim.bonus", value=3)
    seen = read(seen)
    assert shown == [(gm, new.hash)]
    by = mission.campaign.members.get(key="gm")
    checked = library.check(mission.campaign, "weapon", "net", {"label": "Net", "skill": "throwing"})
    library.save(mission.campaign, checked, by=by)
    seen = read(seen)
    assert [audience for audience, rules in shown if rules not in ("", new.hash)] == [gm]
    with django_assert_num_queries(2):
        read(seen)
    library.take_back(mission.campaign, "weapon", "net")
    read(seen)
    assert shown == [(gm, new.hash)]


def test_only_what_is_offered_can_be_adopted(mission: Mission) -> None:
    """Not another table's house rules, not a version that is no longer the newest, not nonsense; and only by the GM."""
    old = state(mission).rules
    other, gm = create_campaign(owner=User.objects.create_user("olga"), name="Other", ruleset="tempus")
    library.save(other, library.check(other, "weapon", "net", {"label": "Net", "skill": "throwing"}), by=gm)
    foreign = library.version_for(Campaign.objects.get(pk=other.pk))
    middle = change("constant", "tt.aim.bonus", value=3)
    new = change("constant", "tt.aim.bonus", value=4)
    for rules, code in ((foreign.hash, "unknown"), ("0" * 64, "unknown"), (middle.hash, "stale"), (old, "illegal")):
        with pytest.raises(Refused) as refused:
            adopt(mission, rules, rules[:8])
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        adopt(mission, new.hash, "p", seat="ana")
    assert refused.value.code == "not_allowed"
    assert (state(mission).rules, Adoption.objects.count()) == (old, 0)


def test_rules_without_what_the_mission_uses_are_refused_with_its_name(mission: Mission) -> None:
    old = stored.rules_of(state(mission).rules)
    used = adopting.used(adopting.words_of(state(mission)), old)
    found = [spec.label for kind, key, spec in used if kind == "weapon"]
    assert found
    for one in Entry.objects.filter(ruleset="tempus", kind="template"):
        one.archived = True
        one.save()
    for key, spec in old.entries["weapon"].items():
        if spec.label == found[0]:
            one = Entry.objects.get(ruleset="tempus", kind="weapon", key=key)
            one.archived = True
            one.save()
    new = rulebook.publish("tempus")
    with pytest.raises(Refused) as refused:
        adopt(mission, new.hash)
    told = selectors.words_of(mission, "gm", "gm", refused.value)
    assert found[0] in told
    assert "take it out of play first" in told
    assert (state(mission).rules, Adoption.objects.count()) == (old.hash, 0)
