"""A campaign goes out as a file and comes in from one: the same bytes again, or nothing at all (P16)."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns import services as people
from campaigns.handouts import services as handouts
from campaigns.library.models import HouseEntry
from campaigns.models import Campaign, Member, User
from campaigns.threads import services as threads
from characters import services as sheets
from characters.models import Character, MobTemplate, Portrait
from missions import closing, selectors
from missions.models import LogEntry, Map, Mission, Picture, Plan
from missions.transfer import box, inward, outward
from missions.transfer.box import Unusable
from tests.missions import tempus
from tests.missions.table import Table

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc00000030101009c7b2d1a0000000049454e44ae426082"
)
WEBP = b"RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00/\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"


@pytest.fixture
def played(quiet: None) -> Table:
    """Two rounds of a Mission with chat, a rewind and a picture; a sheet with history, a Mob, experience."""
    table = tempus.make()
    closing.join_character(table.mission, Character.objects.get(name="Mara"))
    table.do("gil", "roll_initiative")
    table.do("ann", "chat", text="Über \u202eall <b>")
    table.do("gil", "rule", set={f"{unit(table)}.hp": 7})
    table.do("gil", "rule", set={f"{unit(table)}.hp": 5})
    Picture.objects.create(mission=table.mission, key="map", kind="board", media_type="image/png", data=PNG)
    campaign = table.mission.campaign
    face = Portrait.objects.create(campaign=campaign, digest="0", media_type="image/webp", data=WEBP)
    rats = {"name": "Rats", "count": 4, "sheet": {"kind": "mob"}, "about": "Grey", "portrait": face}
    MobTemplate.objects.create(campaign=campaign, **rats)
    HouseEntry.objects.create(campaign=campaign, kind="weapon", key="knife", body='{"effectiveness":"d4"}')
    HouseEntry.objects.create(campaign=campaign, kind="weapon", key="javelin", body="")
    mob = MobTemplate.objects.get(campaign=campaign)
    sheets.change_mob(mob, {"sheet": mob.sheet, "count": 5}, [], by=table.members["gil"], before=mob.sheet)
    mara = Character.objects.get(name="Mara")
    mara.about, mara.portrait = "Always late.", face
    mara.save()
    sheets.note(mara, table.members["gil"], "Looked at", mara.sheet, [])
    thread = threads.open_thread(campaign, table.members["gil"], "The tavern")
    threads.post(thread, table.members["ann"], key="a", text="An *ale*", voice="Mara", formula="d6", whisper=True)
    mob = MobTemplate.objects.get(campaign=campaign)
    table.mission.plan = Plan.objects.create(
        campaign=campaign, name="Rats", body=json.dumps({"foe_0": [f"mob:{mob.pk}"], "name": ["Rats"]})
    )
    table.mission.save(update_fields=["plan"])
    letter = handouts.make(campaign, title="A letter", text="Come *alone*", to=["ann", "public"])
    letter.picture = WEBP
    handouts.change(letter, title=letter.title, text=letter.text)
    sheets.take_over(mara, [], [(30, "Hold the mill")], mission=table.mission.pk, name="Rats in the mill")
    return table


def unit(table: Table) -> str:
    return next(iter(closing.state_of(table.mission).units))


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("olga", password="lanterns and rope", display_name="Olga")


def counts() -> tuple[int, ...]:
    return tuple(m.objects.count() for m in (Campaign, Member, Character, MobTemplate, Map, Mission, LogEntry, Picture))


def test_the_same_bytes_again(played: Table, owner: User) -> None:
    data = outward.export(played.mission.campaign)
    checked = inward.read(data)
    made = inward.bring_in(checked, owner)
    assert checked.ours
    assert made.pk != played.mission.campaign_id
    assert outward.export(made) == data


def test_the_copy_is_played_on(played: Table, owner: User) -> None:
    """Its states, its lines for each seat and its links between sheet and unit are there; people are names."""
    made = inward.bring_in(inward.read(outward.export(played.mission.campaign)), owner)
    copy = Mission.objects.get(campaign=made)
    assert closing.state_of(copy) == closing.state_of(played.mission)
    for seat, role in (("gil", "gm"), ("ann", "player"), ("sam", "spectator")):
        told = [line.text for line in selectors.look(played.mission, seat, role).lines]
        assert [line.text for line in selectors.look(copy, seat, role).lines] == told
        assert told
    assert {m.key: m.user for m in made.members.all()} == {"gil": owner, "ann": None, "ben": None, "sam": None}
    mara = made.characters.get()
    assert closing.busy(mara) == copy
    assert mara.ledger.get().mission == copy.pk
    plan, mobs = Plan.objects.get(campaign=made), MobTemplate.objects.get(campaign=made)
    assert (copy.plan, json.loads(plan.body)["foe_0"]) == (plan, [f"mob:{mobs.pk}"])
    assert made.threads.get().messages.get().dice
    for seat, role in (("ann", "player"), ("ben", "player"), ("sam", "spectator")):
        assert [h.title for h in handouts.handed_to(made.pk, seat, role)] == ([] if seat == "ben" else ["A letter"])
    again = Table(copy, {m.key: m for m in made.members.all()})
    again.do("gil", "rule", set={f"{unit(again)}.hp": 9})
    assert closing.state_of(copy) != closing.state_of(played.mission)


def test_a_file_of_another_site_is_told_from_ours(played: Table, settings: Any) -> None:
    data = outward.export(played.mission.campaign)
    settings.SECRET_KEY = "another site's secret, long enough to be one"
    assert not inward.read(data).ours


Change = Callable[[dict[str, bytes]], None]


def table_with(**changes: Any) -> Change:
    def change(pieces: dict[str, bytes]) -> None:
        pieces[outward.TABLE] = json.dumps({**json.loads(pieces[outward.TABLE]), **changes}).encode()

    return change


def rows(edit: Callable[[list[bytes]], list[bytes]], *, chained: bool) -> Change:
    """Edits a log; with `chained`, its chain as well, as somebody would who knows the format."""

    def change(pieces: dict[str, bytes]) -> None:
        lines = edit(pieces["logs/1.jsonl"].splitlines())
        pieces["logs/1.jsonl"] = b"".join(line + b"\n" for line in lines)
        if chained:
            table = json.loads(pieces[outward.TABLE])
            table["missions"][0]["chain"] = outward.chain(lines)
            pieces[outward.TABLE] = json.dumps(table).encode()

    return change


def field(row: int, **changes: Any) -> Callable[[list[bytes]], list[bytes]]:
    def edit(lines: list[bytes]) -> list[bytes]:
        return [
            msgspec.json.encode({**json.loads(line), **changes}) if n == row else line
            for n, line in enumerate(lines, 1)
        ]

    return edit


def drop(name: str) -> Change:
    return lambda pieces: void(pieces.pop(name))


def void(_value: object) -> None:
    return None


BAD: dict[str, tuple[Change, str]] = {
    "a field nobody knows": (table_with(password="x"), "password"),
    "another ruleset": (table_with(ruleset="chess"), "chess"),
    "no name": (table_with(name=""), "name"),
    "a name of the table itself": (
        table_with(members=[{"key": "system", "name": "S", "role": "player", "active": True}], characters=[]), "system",
    ),
    "twice the same seat": (
        table_with(members=[{"key": "ann", "name": "A", "role": "gm", "active": True}] * 2), "ann",
    ),
    "a character of nobody there": (
        table_with(characters=[{"number": 1, "name": "M", "sheet": {}, "xp": 0, "level": 1, "member": "zoe"}]), "M ",
    ),
    "a log whose row was edited": (rows(field(2, now=5), chained=False), "changed"),
    "a log cut short": (rows(lambda lines: lines[:-1], chained=False), "changed"),
    "a log whose rows changed places": (rows(lambda lines: [lines[1], lines[0], *lines[2:]], chained=True), "row 1"),
    "a log with a gap": (rows(lambda lines: [lines[0], *lines[2:]], chained=True), "row 2"),
    "a row that is no row": (rows(lambda lines: [*lines[:2], b"{}"], chained=True), "row 3"),
    "an event that nothing knows": (rows(field(3, events='[{"event":"Win"}]'), chained=True), "row 3"),
    "an event about nobody": (
        rows(field(3, events='[{"event":"Spent","unit":"zz","pool":"pa","amount":1}]'), chained=True), "row 3",
    ),
    "a command that nothing knows": (rows(field(2, command='{"do":"win"}'), chained=True), "row 2"),
    "no log": (drop("logs/1.jsonl"), "log"),
    "no campaign": (drop(outward.TABLE), outward.TABLE),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_brings_nothing(played: Table, owner: User, name: str) -> None:
    change, word = BAD[name]
    pieces = outward.pieces(played.mission.campaign)
    change(pieces)
    before = counts()
    with pytest.raises(Unusable, match=word.replace(".", r"\.")):
        inward.bring_in(inward.read(box.write(pieces)), owner)
    assert counts() == before


def test_no_changed_byte_comes_in_unnoticed(played: Table, owner: User) -> None:
    """Any byte of the file is another: refused, or what was changed is not part of what it says (a ZIP's own marks)."""
    data = bytearray(outward.export(played.mission.campaign))
    pieces = box.read(bytes(data))
    chance = random.Random(7)
    for _ in range(300):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            found = box.read(bytes(changed))
        except Unusable:
            continue
        assert found == pieces


def packed(*entries: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries:
            file.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "no campaign file"),
        (b"GIF89a", "no campaign file"),
        (packed(("../../etc/passwd", b"x")), "no export writes"),
        (packed(("manifest.json", b"{")), "readable list"),
        (packed(("manifest.json", b'{"format":"sortie-campaign","version":2,"files":{}}')), "newer release"),
        (packed(*((f"p{n}", b"") for n in range(box.PIECES + 1))), "more than"),
        (packed(("bomb", b"\0" * (box.WHOLE + 1))), "larger than 256 MB"),
    ],
)
def test_what_is_no_campaign_file_is_refused(data: bytes, word: str) -> None:
    with pytest.raises(Unusable, match=word):
        box.read(data)


def test_by_the_pages(played: Table, owner: User) -> None:
    """A GM takes the file home; somebody with an account brings it in and leads it."""
    campaign = played.mission.campaign
    answer = played.client("gil").get(f"/campaigns/{campaign.pk}/file/")
    assert answer["Content-Disposition"].startswith('attachment; filename="the-mill-')
    client = played.client("gil")
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    sent = client.post("/campaigns/bring/", {"file": SimpleUploadedFile("x.sortie", answer.content)}, follow=True)
    made = Campaign.objects.latest("pk")
    assert sent.redirect_chain[-1][0] == f"/campaigns/{made.pk}/"
    assert "The mill" in sent.content.decode()
    bad = client.post("/campaigns/bring/", {"file": SimpleUploadedFile("x.sortie", b"no")})
    assert bad.status_code == 422
    assert "no campaign file" in bad.content.decode()


def test_what_could_not_be_read_again_is_not_handed_out(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file for safe keeping that no site takes would be none."""
    client, home = played.client("gil"), f"/campaigns/{played.mission.campaign_id}/"
    for limit in ("FILE", "WHOLE", "PIECES"):
        with monkeypatch.context() as small:
            small.setattr(box, limit, 3)
            answer = client.get(f"{home}file/", follow=True)
        assert answer.redirect_chain == [(home, 302)]
        assert "too large for one file" in answer.content.decode()
    assert client.get(f"{home}file/")["Content-Type"] == "application/zip"


def test_a_guest_keeps_the_seat_first(played: Table) -> None:
    guest = played.client("ann")
    guest.force_login(people.make_guest("Gus"), backend="django.contrib.auth.backends.ModelBackend")
    assert guest.get("/campaigns/bring/")["Location"] == "/keep/"
