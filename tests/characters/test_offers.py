"""Whom somebody who comes may play: free characters and ready heroes, each once (table.md 32)."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns import hooks
from campaigns import services as people
from campaigns.models import Campaign, Member, User
from characters import offers
from characters.models import Character
from missions import closing, selectors, services
from tactics.kernel import state as s
from tactics.rulebook import services as rulebook

pytestmark = pytest.mark.django_db(transaction=True)


class House:
    def __init__(self) -> None:
        rulebook.publish_shipped()
        owner = User.objects.create_user("gil", password="lanterns and rope", display_name="Gil")
        self.campaign, self.gm = people.create_campaign(owner=owner, name="Salt", ruleset="tempus")
        self.gil = Client()
        self.gil.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
        self.url = f"/campaigns/{self.campaign.pk}/"

    def link(self, **more: object) -> str:
        _made, token = people.create_invitation(self.campaign, role="player", **more)  # type: ignore[arg-type]
        return f"/join/{token}/"

    def free(self, name: str = "Wren") -> Character:
        return Character.objects.create(campaign=self.campaign, name=name, free=True, about="A <i>quiet</i> scout.")


@pytest.fixture
def house() -> House:
    return House()


def test_a_guest_takes_a_free_character_with_name_and_choice(house: House) -> None:
    wren = house.free()
    guest, link = Client(), house.link()
    page = guest.get(link).content.decode()
    assert "A &lt;i&gt;quiet&lt;/i&gt; scout." in page
    assert "Mara" in page, "ready heroes are on offer as well"
    assert guest.post(link, {"name": "Ben", "hero": f"free:{wren.number}"})["Location"] == house.url
    wren.refresh_from_db()
    assert (wren.member.name, wren.free) == ("Ben", False)
    assert "Wren" not in [offer.name for offer in offers.offers(house.campaign)]
    assert "Taken by Ben" in [entry.why for entry in wren.history.all()]


def test_a_ready_hero_becomes_a_character_and_is_no_longer_on_offer(house: House) -> None:
    guest, link = Client(), house.link()
    guest.post(link, {"name": "Ben", "hero": "ready:mara"})
    mara = Character.objects.get()
    assert (mara.name, mara.member.name) == ("Mara", "Ben")
    assert mara.sheet["stats"]
    assert "Ogre" not in [offer.name for offer in offers.offers(house.campaign)]
    assert "ready:mara" not in [offer.key for offer in offers.offers(house.campaign)]


def test_the_second_of_two_keeps_the_name_and_chooses_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both pages showed the character; the second one's answer comes when it is gone."""
    wren, link = house.free(), house.link()
    first = offers.offers(house.campaign)
    Client().post(link, {"name": "Ben", "hero": f"free:{wren.number}"})
    real, shown = hooks.offers, iter([first])
    monkeypatch.setattr(hooks, "offers", lambda campaign: next(shown, None) or real(campaign))
    page = Client().post(link, {"name": "Cleo", "hero": f"free:{wren.number}"}).content.decode()
    assert "Somebody took that one a moment ago" in page
    assert 'value="Cleo"' in page
    assert f'value="free:{wren.number}"' not in page
    assert not Member.objects.filter(name="Cleo").exists(), "nobody was made"
    assert not User.objects.filter(display_name="Cleo").exists()


def test_the_gm_says_what_is_free_and_whether_ready_heroes_are_shown(house: House) -> None:
    one = Character.objects.create(campaign=house.campaign, name="Wren")
    house.gil.post(f"{house.url}characters/{one.number}/free/", {"free": "1"})
    house.gil.post(f"{house.url}settings/", {"do": "save", "name": "Salt"})
    campaign = Campaign.objects.get()
    assert [offer.name for offer in offers.offers(campaign)] == ["Wren"]
    house.gil.post(f"{house.url}characters/{one.number}/free/", {"free": "0"})
    assert offers.offers(campaign) == []
    assert "Whom do you play" not in Client().get(house.link()).content.decode()


def test_who_plays_somebody_is_not_given_away(house: House) -> None:
    ana = people.add_member(house.campaign, user=None, role="player", name="Ana")
    one = Character.objects.create(campaign=house.campaign, name="Wren", member=ana)
    house.gil.post(f"{house.url}characters/{one.number}/free/", {"free": "1"})
    one.refresh_from_db()
    assert one.free is False


def test_a_player_who_came_without_one_chooses_later(house: House) -> None:
    guest = Client()
    guest.post(house.link(), {"name": "Ben", "hero": ""})
    assert "Choose whom you play" in guest.get("/").content.decode()
    assert "Best at" in guest.get(f"{house.url}characters/choose/").content.decode()
    guest.post(f"{house.url}characters/choose/", {"hero": "ready:okka"})
    assert Character.objects.get().member.name == "Ben"
    assert "Choose whom you play" not in guest.get("/").content.decode()
    guest.post(f"{house.url}characters/choose/", {"hero": "ready:okka"})
    assert "a moment ago" in guest.get(f"{house.url}characters/choose/").content.decode()


def test_a_spectator_is_offered_nobody(house: House) -> None:
    _made, token = people.create_invitation(house.campaign, role="spectator")
    watcher = Client()
    assert "Whom do you play" not in watcher.get(f"/join/{token}/").content.decode()
    watcher.post(f"/join/{token}/", {"name": "Sam", "hero": "ready:okka"})
    assert not Character.objects.exists()
    assert watcher.get(f"{house.url}characters/choose/").status_code == 404


def mission(house: House, phase: str, **units: s.AnyUnit):
    version = rulebook.latest("tempus")
    begins = s.State(ruleset="tempus", rules=version.hash, phase=phase, units=units)
    return services.create_mission(house.campaign, "The ford", genesis=begins, rules=version)


def test_who_was_chosen_joins_a_mission_that_has_not_begun(house: House) -> None:
    made = mission(house, "initiative")
    guest = Client()
    where = guest.post(house.link(), {"name": "Ben", "hero": "ready:mara"})["Location"]
    assert where == f"/missions/{made.pk}/as/ben/"
    units = selectors.present(made).state.units.values()
    assert [(unit.name, unit.seat) for unit in units] == [("Mara", "ben")]


def test_into_a_running_mission_the_gm_lets_them(house: House) -> None:
    made = mission(house, "running")
    Client().post(house.link(), {"name": "Ben", "hero": "ready:mara"})
    assert not selectors.present(made).state.units
    assert "Mara may join The ford" in house.gil.get(house.url).content.decode()


def test_a_free_character_that_the_gm_put_into_a_mission_is_handed_over(house: House) -> None:
    wren = house.free()
    assert wren in closing.free_characters(house.campaign)
    made = mission(house, "running")
    closing.join_character(made, wren)
    guest = Client()
    guest.post(house.link(), {"name": "Ben", "hero": f"free:{wren.number}"})
    units = selectors.present(made).state.units.values()
    assert [(unit.name, unit.seat) for unit in units] == [("Wren", "ben")]
