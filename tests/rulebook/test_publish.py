"""Entries and versions in the database: validation, publishing, what ships against what was edited."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from tactics.effects import rules as data
from tactics.rulebook import services, yaml_content
from tactics.rulebook.models import Entry, Frozen, Version, get_rules

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _published():
    """As after `migrate`; a test before this one may have emptied the tables."""
    services.publish_shipped()


def entry(kind: str, key: str) -> Entry:
    return Entry.objects.get(ruleset="tempus", kind=kind, key=key)


def change(found: Entry, **fields: object) -> Entry:
    found.body = json.dumps({**found.content, **fields})
    found.save()
    return found


def test_migrate_publishes_what_ships():
    version = services.latest("tempus")
    assert version.hash == data.digest(yaml_content.load("tempus"))
    assert version.content == yaml_content.load("tempus")
    assert get_rules(version.hash).find("action", "move").cost == {"pa": 1}
    assert services.publish_shipped() == [services.Report("outerah"), services.Report("tempus")]


@pytest.mark.rule("T-047")
def test_an_action_added_by_the_admin_is_offered_in_the_next_version():
    before = services.latest("tempus")
    Entry.objects.create(ruleset="tempus", kind="action", key="vault", body='{"label": "Vault", "cost": {"pa": 2}}')
    assert services.latest("tempus") == before
    after = services.publish("tempus", "vaulting")
    assert after == services.latest("tempus")
    assert get_rules(after.hash).find("action", "vault").kind == "physical"
    assert get_rules(before.hash).find("action", "vault") is None


def test_a_version_of_an_earlier_release_has_what_came_later():
    """Nobody who updates in the middle of a Mission meets a constant that its version does not know."""
    early = yaml_content.load("outerah")
    del early["entries"]["constant"]["out.height.full_cover"]
    early["entries"]["constant"]["out.height.wall"]["value"] = 5
    version = services.publish_document(early, "an earlier release")
    rules = get_rules(version.hash)
    assert rules.hash == version.hash
    assert rules.constant("out.height.full_cover", {}) == 3
    assert rules.constant("out.height.wall", {}) == 5  # its own, where it has one


def test_an_edit_never_changes_a_published_version():
    before = services.latest("tempus")
    text = before.document
    change(entry("constant", "tt.move.orthogonal"), value=4)
    assert services.publish("tempus") != before
    before.refresh_from_db()
    assert (before.document, data.digest(before.content)) == (text, before.hash)


def test_back_to_an_older_state_is_the_older_version():
    first = services.latest("tempus")
    found = entry("constant", "tt.move.orthogonal")
    change(found, value=4)
    second = services.publish("tempus")
    change(found, value=3)
    assert services.publish("tempus") == first
    assert services.latest("tempus") == first
    assert not Version.objects.get(pk=second.pk).current
    assert Version.objects.filter(ruleset="tempus").count() == 2


@pytest.mark.parametrize(
    ("kind", "key", "body", "says"),
    [
        ("action", "x", "{", "not JSON"),
        ("action", "x", "[]", "fields and values"),
        ("action", "x", '{"label": "X", "cst": 1}', "did you mean 'cost'"),
        ("action", "x", '{"label": "X", "check": "lor"}', "there is no skill 'lor'"),
        ("skill", "x", '{"label": "X", "type": "mental", "effectiveness": "2x"}', "write d10"),
        ("terrain", "x", '{"label": "X", "letter": "#", "style": "sand"}', "is the letter of"),
        ("constant", "x", '{"label": "X", "value": NaN}', "not finite"),
        ("constant", "tt.move.cost", '{"label": "Cost", "value": "much"}', "write points of pa, ma and mp"),
        ("skill", "search", '{"label": "S", "type": "mental", "stat": "LUCK"}', "there is no stat 'LUCK'"),
    ],
)
def test_bad_entries_are_not_saved(kind, key, body, says):
    found = Entry.objects.filter(ruleset="tempus", kind=kind, key=key).first()
    found = found or Entry(ruleset="tempus", kind=kind, key=key)
    found.body = body
    with pytest.raises(ValidationError) as caught:
        found.save()
    assert says in str(caught.value.message_dict["body"])


def test_what_others_need_stays():
    with pytest.raises(ValidationError, match=r"'int' is not known"):
        entry("stat", "INT").delete()
    with pytest.raises(ValidationError, match="there is no skill 'bow'"):
        entry("skill", "bow").delete()


def test_what_ships_is_archived_not_deleted():
    found = entry("weapon", "long_bow")
    found.delete()
    assert entry("weapon", "long_bow").archived
    assert get_rules(services.publish("tempus").hash).find("weapon", "long_bow") is None
    own = Entry.objects.create(ruleset="tempus", kind="status", key="mine", body='{"label": "Mine"}')
    own.delete()
    assert not Entry.objects.filter(key="mine").exists()


def test_versions_are_immutable():
    version = services.latest("tempus")
    version.note = "other"
    for attempt in (version.save, lambda: Version.objects.update(document="{}"), version.delete):
        with pytest.raises(Frozen):
            attempt()
    assert Version.objects.filter(pk=version.pk, note="shipped").exists()


def test_a_tampered_version_is_noticed():
    version = services.latest("tempus")
    wrong = {**version.content, "entries": {}}
    Version.objects.filter(pk=version.pk)._mark(document=data.canonical(wrong).decode())
    get_rules.cache_clear()
    with pytest.raises(ValueError, match="tampered"):
        get_rules(version.hash)
    get_rules.cache_clear()


def test_house_rules_are_a_version_of_their_own():
    base = services.latest("tempus")
    assert services.with_layer(base, {}) == base
    house = services.with_layer(base, {"constant": {"tt.check.tie": {"value": "succeed"}}}, "our table")
    assert house.house
    assert services.latest("tempus") == base
    tie = get_rules(house.hash).constants["tt.check.tie"]
    assert (tie.value, tie.origin) == ("succeed", "house")
    assert services.with_layer(base, {"constant": {"tt.check.tie": {"value": "succeed"}}}) == house
    with pytest.raises(data.DataError):
        services.with_layer(base, {"constant": {"tt.check.tie": {"value": "maybe"}}})


def test_who_changes_a_number_of_the_document_makes_it_a_house_value():
    found = change(entry("constant", "tt.move.orthogonal"), value=4)
    assert (found.content["origin"], found.content.get("line")) == ("house", None)
    change(found, value=3)
    assert (found.content["origin"], found.content["line"], found.origin) == ("document", 52, "shipped")
    change(found, label="Steps")
    assert (found.content["origin"], found.origin) == ("document", "edited")


class Release:
    """Lets another set of files ship."""

    def __init__(self, monkeypatch):
        self.document = yaml_content.load("tempus")
        monkeypatch.setattr(yaml_content, "load", lambda ruleset: self.document)
        monkeypatch.setattr(yaml_content, "shipped", lambda: ("tempus",))

    def set(self, kind, key, **fields):
        self.document = data.merge(self.document, {kind: {key: fields}})
        return self


@pytest.fixture
def release(monkeypatch):
    return Release(monkeypatch)


def test_a_release_updates_what_nobody_edited(release):
    release.set("weapon", "knife", effectiveness="d8").set("status", "new", label="New")
    release.document["entries"]["weapon"].pop("long_bow")
    [report] = services.publish_shipped()
    assert report.version == services.latest("tempus")
    assert report.differences == ()
    assert report.version.content == release.document
    assert not Entry.objects.filter(key="long_bow").exists()


def test_a_release_never_overwrites_an_edit_and_lists_it(release):
    change(entry("weapon", "knife"), effectiveness="d4")
    release.set("weapon", "knife", effectiveness="d8").set("weapon", "hatchet", effectiveness="d8")
    [report] = services.publish_shipped()
    assert entry("weapon", "knife").content["effectiveness"] == "d4"
    assert entry("weapon", "hatchet").content["effectiveness"] == "d8"
    [difference] = report.differences
    assert (difference.key, difference.field, difference.before, difference.after) == (
        "knife",
        "effectiveness",
        "d8",
        "d4",
    )
    # Said once: the hash is not new any more.
    assert services.publish_shipped() == [services.Report("tempus")]


def test_a_release_that_breaks_an_edit_changes_no_version(release):
    before = services.latest("tempus")
    Entry.objects.create(ruleset="tempus", kind="weapon", key="net", body='{"label": "Net", "skill": "throwing"}')
    for kind, key in (("skill", "throwing"), ("weapon", "javelin"), ("template", "goblins"), ("template", "ogre")):
        release.document = data.merge(release.document, {kind: {key: None}})
    [report] = services.publish_shipped()
    assert report.version is None
    assert "weapon net" in str(report.problems[0])
    assert services.latest("tempus") == before


def test_back_to_what_ships():
    found = change(entry("weapon", "knife"), effectiveness="d4")
    assert (found.origin, found.differs) == ("edited", True)
    change(found, effectiveness="d6")
    assert (found.origin, found.differs) == ("shipped", False)


def test_the_rules_command(capsys):
    call_command("rules", "--short")
    told = capsys.readouterr().out
    assert "of 185 rules have a test" in told
    assert "of 263 rules have a test" in told
    assert "tempus: commands that only the server sends: join, leave_seat, set_board, set_seat, timeout" in told
    never = next(line for line in told.splitlines() if line.startswith("tempus: commands that no real control"))
    assert not {"join", "timeout"} & set(never.split(": ")[-1].split(", "))
    call_command("rules", "T-048", "X-1")
    told = capsys.readouterr().out
    assert "T-048 PARTIAL, line 52: Move, 1 PA" in told
    assert "tests/content/test_content.py" in told
    assert "X-1: no such rule" in told


def test_a_version_of_an_earlier_release_is_played_on_although_it_would_be_refused_today():
    """Its constants and steps were good enough when it was published."""
    document = yaml_content.load("tempus")
    document["entries"]["constant"]["tt.talk.words_per_ma"]["value"] = 0
    document["entries"]["action"]["vault"] = {"label": "Vault", "effect": [{"do": "walk"}]}
    assert len(data.read(document)[1]) == 1
    found = data.digest(document)
    Version.objects.create(ruleset="tempus", hash=found, document=data.canonical(document).decode())
    assert get_rules(found).constant("tt.talk.words_per_ma", {}) == 0
