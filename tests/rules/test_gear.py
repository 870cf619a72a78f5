"""Pack, hands and ground: what is offered is what is done, who sees what, and the GM's hand in it."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.effects.rules import DataError
from tactics.kernel.codec import encode
from tactics.kernel.refusals import Refused
from tactics.kernel.view import MissionView, PackView
from tactics.tempus.parts import body_part
from tactics.tempus.table import TEMPUS
from tests.rules.table import GM, Play, foe, hero, rules_with

ANN: dict[str, Any] = {
    **hero("ann", SPD=9, WIT=9, DEX=3),
    "weapons": ["short_sword"],
    "worn": ["sheath", "potion_belt", "healing_potion"],
    "pack": {"ration": 7, "torch": 1, "key": 1, "gem": 1},
}


def play_of(**more: Any) -> Play:
    return Play(["ab.o"], {"a": {**ANN, **more}, "b": hero("ben", SPD=4), "o": foe(SPD=3)}, order="abo")


def pack_of(view: MissionView, body: str) -> PackView:
    return next(pack for pack in view.packs if pack.body == body)


def carried(play: Play, body: str) -> list[tuple[str, int, str]]:
    return [(t.item, t.count, t.where) for t in body_part(play.state.bodies[body]).gear]


@pytest.mark.rule("T-170")
@pytest.mark.rule("T-171")
@pytest.mark.rule("T-179")
def test_every_move_on_offer_is_done_for_its_price_and_every_other_is_refused() -> None:
    """Law: what the panel shows of each thing is what the command does."""
    play = play_of()
    play.do("stow", unit="a", moves=[{"item": "short_sword", "to": "ground"}])
    seen = 0
    for holder in pack_of(play.view("ann"), "a").holders:
        for thing in holder.things:
            for move in thing.moves:
                before = {pool: play.pool("a", pool) for pool in ("pa", "ma")}
                if move.why_not:
                    assert play.refused("stow", unit="a", moves=list(move.moves)), (thing.key, move.to)
                    continue
                play.do("stow", by="ann", **move.command)
                paid = {p: before[p] - play.pool("a", p) for p in before if before[p] != play.pool("a", p)}
                assert paid == move.costs, (thing.key, move.to)
                play.do("rewind", by=GM, to=play.state.seq - 1)
                seen += 1
    assert seen >= 20


@pytest.mark.rule("T-164")
def test_of_another_pack_nothing_reaches_anybody() -> None:
    """Twins: two Missions that differ in Ann's Pack alone look the same to everybody else, move by move."""
    rich = play_of(pack={"gem": 9, "ledger": 1})
    poor = play_of(pack={"torch": 1})
    for play in (rich, poor):
        play.do("stow", unit="a", moves=[{"item": "short_sword", "to": "worn"}])
    for seat in ("ben", "public"):
        assert encode(rich.view(seat)) == encode(poor.view(seat))
        assert rich.words(seat) == poor.words(seat) == ["A sheathes Short sword"]
    assert not rich.view("ben").packs or all(p.unit == "b" for p in rich.view("ben").packs)
    assert encode(rich.view("ann")) != encode(poor.view("ann"))


@pytest.mark.rule("T-166")
def test_an_ability_may_add_slots() -> None:
    skill = {"label": "Deep pockets", "type": "bonus", "changes": [{"applies": "pack", "value": 2}]}
    rules = rules_with({"skill": {"deep_pockets": skill}})
    play = Play(["ab"], {"a": {**ANN, "skills": {"deep_pockets": "P"}}, "b": foe()}, order="ab", rules=rules)
    assert play.view().units[0].values["pack"]["slots"] == 7


@pytest.mark.rule("T-181")
def test_the_gm_edits_hands_and_pack_in_place_and_it_is_undone() -> None:
    play = play_of()
    before = play.state
    play.do("hand_out", by=GM, body="a", hands=[{"key": "right", "slots": 3}])
    for item in ("torch", "key"):
        play.do("stow", unit="a", how="quick_stash", moves=[{"item": item, "to": "hand"}])
    assert play.view().units[0].values["hands"] == {"right": ["short_sword", "torch", "key"]}
    assert play.refused("stow", unit="a", how="quick_stash", moves=[{"item": "gem", "to": "hand"}]) == "illegal.hands"
    assert play.refused("hand_out", by=GM, body="a", hands=[{"key": "right", "slots": 1}]) == "illegal.hands"
    play.do("hand_out", by=GM, body="a", pack_slots=9)
    assert pack_of(play.view("ann"), "a").holders[1].slots == 9
    play.do("rewind", by=GM, to=before.seq)
    assert play.state.bodies["a"].part == before.bodies["a"].part


def test_the_gm_gives_takes_and_changes_things() -> None:
    play = play_of()
    play.do("hand_out", by=GM, body="a", give={"item": "ledger", "to": "hand", "name": "The miller's ledger"})
    assert ("ledger", 1, "hand") in carried(play, "a")
    assert play.words("ann") == ["GM: A: The miller's ledger to hand"]
    assert play.words("ben") == []
    play.do("hand_out", by=GM, body="a", change={"thing": "ledger", "text": "paid", "to": "pack"})
    assert ("ledger", 1, "pack") in carried(play, "a")  # although the Pack is full: the GM may
    note = next(t for h in pack_of(play.view("ann"), "a").holders for t in h.things if t.key == "ledger")
    assert (note.name, note.text) == ("The miller's ledger", "paid")
    play.do("hand_out", by=GM, body="a", take={"thing": "ration", "count": 5}, secret=True)
    assert ("ration", 2, "pack") in carried(play, "a")
    assert play.words("ann") == []
    assert play.refused("hand_out", by="ann", body="a", give={"item": "gem"}) == "not_allowed"
    assert play.refused("hand_out", by=GM, body="a", give={"item": "moon"}) == "unknown"
    assert play.refused("hand_out", by=GM, body="a", give={"item": "gem"}, pack_slots=3) == "bad_field"
    assert play.refused("hand_out", by=GM, body="a", give={"item": "ladder", "to": "hand"}) == "illegal.hands"


@pytest.mark.rule("T-058")
def test_a_hidden_thing_is_found_by_who_searches_near_it() -> None:
    spec = {**ANN, "skills": {"search": 3}}
    play = Play(["ab...."], {"a": spec, "b": hero("ben", SPD=4)}, order="ab")
    play.do("hand_out", by=GM, at=[3, 0], give={"item": "gem", "hidden": True})
    play.do("hand_out", by=GM, at=[5, 0], give={"item": "key", "hidden": True})
    play.do("hand_out", by=GM, at=[1, 0], give={"item": "torch"})
    assert [x.names for x in play.view("ann").lying] == [("Torch",)]
    play.do("act", unit="a", action="search", dice=[9])
    assert "A finds Gem" in play.words("ann")
    assert [x.names for x in play.view("ann").lying] == [("Torch",), ("Gem",)]
    assert [x.names for x in play.view("ben").lying] == [("Torch",)]
    assert len(play.view().lying) == 3


def test_what_lies_out_of_sight_is_not_known() -> None:
    play = Play(["ab#.."], {"a": ANN, "b": hero("ben", SPD=4)}, order="ab", fog="sight")
    play.do("hand_out", by=GM, at=[4, 0], give={"item": "gem"})
    assert play.view("ann").lying == ()
    assert len(play.view().lying) == 1


@pytest.mark.rule("T-061")
def test_a_note_is_read_by_who_holds_it_and_an_unclear_one_with_gaps() -> None:
    play = Play(["a....", "b...."], {"a": ANN, "b": hero("ben", SPD=9)}, order="ab")
    play.do("act", unit="a", action="scribble_notes", text="the chief sleeps by the millstone at noon")
    note = next(t for h in pack_of(play.view("ann"), "a").holders for t in h.things if t.item == "note")
    assert note.text == "the chief sleeps by the millstone at noon"
    play.do("hand_out", by=GM, body="a", change={"thing": "note", "unclear": True})
    play.do("stow", unit="a", moves=[{"item": "note", "to": "ground"}])
    assert "chief" not in encode(play.view("ben")).decode()
    play.do("place", by=GM, body="a", at=[4, 0])
    play.do("place", by=GM, body="b", at=[0, 0])
    play.do("end_turn", unit="a")
    play.do("stow", unit="b", moves=[{"item": "note", "from": "ground", "to": "hand"}])
    read = next(t for h in pack_of(play.view("ben"), "b").holders for t in h.things if t.item == "note")
    assert read.text == "the chief … by the … at noon"


@pytest.mark.rule("T-050")
def test_what_is_used_on_somebody_reaches_oneself_too() -> None:
    spec = {**hero("ann", SPD=4), "hp": 3, "max_hp": 20, "hands": {"right": ["bandage"]}}
    play = Play(["ab.o"], {"a": spec, "b": {**hero("ben"), "hp": 2, "max_hp": 9}, "o": foe()}, order="abo")
    offer = next(o for o in play.view("ann").options if o.key == "use.bandage")
    assert {t.body for t in offer.targets} == {"a", "b"}
    play.do("act", unit="a", action="use_simple_item", target="b", **{"with": "bandage"}, dice=[(4, 3)])
    assert play.state.bodies["b"].hp == 5
    again = play.refused("act", unit="a", action="use_simple_item", target="b", **{"with": "bandage"})
    assert again == "illegal.not_ready"
    assert play.refused("act", unit="a", action="use_simple_item") == "bad_field"
    assert play.refused("act", unit="a", action="read_manual", **{"with": "bandage"}) == "bad_field"


@pytest.mark.rule("T-174")
@pytest.mark.parametrize(
    ("item", "says"),
    [
        ({"label": "Odd", "size": 6}, "1 to 5 slots"),
        ({"label": "Odd", "holds": ["blade"]}, "capacity"),
        ({"label": "Odd", "pack": 2}, "wearable"),
        ({"label": "Odd", "wearable": True, "holds": ["swrod"], "capacity": 1}, "there is no item or sort 'swrod'"),
        ({"label": "Odd", "simple": True, "cost": {"pa": 1}}, "cost"),
        ({"label": "Odd", "manual": "whistling", "action": "read_manual"}, "there is no skill 'whistling'"),
        ({"label": "Odd", "stackable": True, "size": 2}, "stackable"),
    ],
)
def test_an_item_that_cannot_work_is_refused_when_it_is_saved(item: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        rules_with({"item": {"odd": item}})


def test_a_sheet_that_does_not_fit_is_refused_with_words() -> None:
    with pytest.raises(Refused) as refused:
        play_of(weapons=["great_sword", "great_sword"])
    assert "does not fit the hands" in refused.value.params["text"]
    with pytest.raises(Refused) as refused:
        play_of(worn=["long_sword"])
    assert "sheath" in refused.value.params["text"]


@pytest.mark.rule("T-163")
def test_after_the_mission_the_sheet_has_what_is_carried_and_nothing_twice() -> None:
    """A sheet that nothing happened to has no change; moves, words and losses are in the keys that hold them,
    and a unit made of the changed sheet carries just what the first one did."""
    sheet = {**ANN, "pack": {"ration": 7, "torch": 1}}
    play = Play(["ab"], {"a": sheet, "b": foe()}, order="ab")
    changes = TEMPUS.sheet_changes
    assert changes is not None
    assert [c for c in changes(play.state, play.rules, play.state.units["a"], sheet) if c.key.startswith("gear")] == []
    play.do("act", unit="a", action="scribble_notes", text="the chief sleeps")
    play.do("stow", unit="a", moves=[{"item": "short_sword", "to": "worn"}, {"item": "torch", "to": "ground"}])
    after: dict[str, Any] = dict(sheet)
    for change in changes(play.state, play.rules, play.state.units["a"], sheet):
        if change.key == "gear":
            after |= change.value
    after = {key: value for key, value in after.items() if value is not None}
    again = Play(["ab"], {"a": after, "b": foe()}, order="ab")
    assert sorted(carried(again, "a")) == sorted(carried(play, "a"))
    assert any(t.text == "the chief sleeps" for t in body_part(again.state.bodies["a"]).gear)
