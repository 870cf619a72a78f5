"""Somebody whom a player may not know of changes nothing of what the player gets, aboard of ships and over edges: where
one is launched to, boards, falls overboard, is sent over an edge or put at a post."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tactics.kernel.engine import Work
from tactics.kernel.events import BoardSet, Placed
from tactics.kernel.state import Place
from tactics.outerah import making_way, statuses
from tests.outerah.table import GM, Battle, foe, hero, rules_with
from tests.outerah.twins import Step, same, with_and_without

RULES = rules_with({"weapon": {"maul": {"label": "Maul", "property": "bludgeon", "dice": "d4"}}})
PLAN = ["dhccd", "<ddd>", "ddddd", "#####", "ll#rr"]
WASP = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "deck": PLAN, "altitude": 0}
YACHT = {"kind": "ship", "side": "foes", "seat": GM, "glyph": "y", "deck": PLAN, "altitude": 0}


def ends(*units: str) -> list[Step]:
    return [({"do": "end_turn", "unit": unit}, [], []) for unit in units]


def ship(unit: str, role: str, *dice: Any, **words: Any) -> Step:
    return ({"do": "ship", "unit": unit, "role": role, **words}, list(dice), list(dice))


def place(play: Battle, body: str) -> tuple[str, int, int]:
    found = play.state.bodies[body].place
    assert found is not None
    return (found.board, found.x, found.y)


# --- the catapult ---------------------------------------------------------------------------------------


def siege(rows: list[str], **words: Any) -> Any:
    wasp = {**WASP, "weapons": {"catapult": 1}}
    units = {
        "a": hero(HP=40, aboard="wasp", zone="catapult"), "b": hero("ben", HP=90, aboard="wasp", zone="catapult"),
        "wasp": wasp, "yacht": YACHT, "t": foe(),
    }  # fmt: skip
    found = with_and_without(rows, units, "abt", rules=RULES, **words)

    def make(there: bool) -> Battle:
        play: Battle = found(there)
        for command, _, _ in LAUNCH:
            play.do(**command)
        if there:
            play.end("h")
        else:
            play.effect(lambda work: None)
        return play

    return make


LAUNCH = [
    ({"do": "set_standing", "by": "ben", "choices": {"launch": True}}, [], []),
    ship("a", "load", payload="launched_unit", target="b"),
    *ends("a", "b", "t"),
]


@pytest.mark.rule("O-170", "O-171")
def test_one_is_launched_to_where_somebody_unseen_stands() -> None:
    rows = ["w.........h........t", *["w" + "." * 18 + "y"] * 6]
    into = ship("a", "fire", (10, 4), (10, 5), target=[10, 0])
    _, play = same(siege(rows), into)
    assert (play.at("b"), play.at("h")) == ((10, 0), (10, 1))


@pytest.mark.rule("O-171")
def test_one_is_launched_onto_a_deck_where_somebody_unseen_stands() -> None:
    rows = ["w..................t", *["w" + "." * 18 + "y"] * 6]
    onto = ship("a", "fire", (10, 1), (10, 1), target="yacht.hull")
    one, _ = same(siege(rows), onto)
    at = place(one, "b")
    assert at[0] == "yacht.deck"
    _, play = same(siege(rows, on_deck=at), onto)
    assert (place(play, "b"), place(play, "h") != at) == (at, True)


# --- boarding, leaving, posts ---------------------------------------------------------------------------


def alongside(**words: Any) -> Any:
    """`a` stands beside the yacht, `b` aboard of the wasp."""
    units = {
        "a": hero(HP=40, JMP=2), "b": hero(HP=40, JMP=2, aboard="wasp", zone="deck"), "wasp": WASP, "yacht": YACHT,
        "t": foe(),
    }  # fmt: skip
    rows = ["w".ljust(18, ".") + "ay", *["w".ljust(19, ".") + "y"] * 5, "w....t".ljust(19, ".") + "y"]
    return with_and_without(words.pop("rows", rows), units, "abt", rules=RULES, **words)


@pytest.mark.rule("O-174")
def test_one_boards_where_somebody_unseen_stands() -> None:
    one, _ = same(alongside(), ship("a", "board", target="yacht.hull"))
    at = place(one, "a")
    assert at[0] == "yacht.deck"
    _, play = same(alongside(on_deck=at), ship("a", "board", target="yacht.hull"))
    assert (place(play, "a"), place(play, "h") != at) == (at, True)


@pytest.mark.rule("O-174")
def test_one_leaves_to_where_somebody_unseen_stands() -> None:
    leave = [*ends("a"), ship("b", "leave")]
    one, _ = same(alongside(), *leave)
    at = place(one, "b")
    assert at[0] == "field"
    _, play = same(alongside(on_deck=at), *leave)
    assert (place(play, "b"), place(play, "h") != at) == (at, True)


@pytest.mark.rule("O-176")
def test_a_post_below_where_somebody_unseen_is_can_be_taken() -> None:
    down = [
        ({"do": "place", "by": GM, "body": "b", "at": [0, 1], "board": "wasp.deck"}, [], []),
        *ends("a"),
        ship("b", "post", to="left_cannon"),
    ]
    one, _ = same(alongside(), *down)
    at = place(one, "b")
    assert at == ("wasp.deck", 0, 4)
    same(alongside(on_deck=at), *down)


@pytest.mark.rule("O-174")
def test_who_has_no_place_is_put_at_a_post_where_somebody_unseen_stands() -> None:
    one, _ = same(alongside())
    at = place(one, "b")

    def make(there: bool) -> Battle:
        play: Battle = alongside()(there)
        play.do("place", by=GM, body="b", at=[4, 2], board="wasp.deck")
        if there:
            play.do("place", by=GM, body="h", at=list(at[1:]), board="wasp.deck", secret=True)
        else:
            play.effect(lambda work: None)
        play.effect(lambda work: work.emit(Placed(body="b", place=None)))
        return play

    battles = same(make, *ends("a"))
    assert [place(play, "b") for play in battles] == [at, at]


# --- overboard ------------------------------------------------------------------------------------------

MAUL = {"weapons": ["maul"], "CHA": 40, "STR": 0}


def fight(rows: list[str], altitude: int = 3, **words: Any) -> Any:
    """Ann's `a` and the foe `t` on her deck, `t` at its right edge."""
    units = {
        "a": hero(HP=40, aboard="wasp", zone="deck", **MAUL), "wasp": {**WASP, "altitude": altitude},
        "t": foe(HP=100, AGI=40, VIT=0, traits=words.pop("can", [])),
    }  # fmt: skip
    found = with_and_without(rows, units, "at", rules=RULES, **words)

    def make(there: bool) -> Battle:
        play: Battle = found(there)
        for body, x in (("a", 3), ("t", 4)):
            play.do("place", by=GM, body=body, at=[x, 2], board="wasp.deck")
        return play

    return make


SHOVE = {"do": "act", "unit": "a", "action": "attack", "target": "t"}


@pytest.mark.rule("O-096", "O-171")
@pytest.mark.parametrize("ground", [".", "'", "="])
def test_who_is_shoved_off_a_deck_comes_down_where_somebody_unseen_is(ground: str) -> None:
    rows = ["w".ljust(12, ground)] * 6 + ["w....t".replace(".", ground).ljust(12, ground)]
    can = ["swims"] if ground == "=" else []
    falls = [(10, 2)] * (3 if ground != "'" else 0)
    dice = [60, (4, 2), 100, *falls]
    over = [(SHOVE, dice, dice), *ends("a", "t")]
    one, _ = same(fight(rows, can=can), over[0])
    at = place(one, "t")
    assert at[0] == "field"
    _, play = same(fight(rows, can=can, on_deck=at, traits=can, hp=0), *over)
    assert place(play, "h") != at


@pytest.mark.rule("O-096")
def test_who_is_shoved_along_a_deck_is_not_stopped_by_somebody_unseen() -> None:
    def make(there: bool) -> Battle:
        play: Battle = fight(["w".ljust(12, ".")] * 6 + ["w....t"], on_deck=("wasp.deck", 0, 1))(there)
        for body, x in (("t", 2), ("a", 1)):
            play.do("place", by=GM, body=body, at=[x, 2], board="wasp.deck")
        put = [Placed(body="h", place=Place("wasp.deck", 3, 2))] if there else []
        play.effect(lambda work: work.emit(*put))
        return play

    dice = [60, (4, 2), 100]
    battles = same(make, (SHOVE, dice, dice))
    assert [place(play, "t") for play in battles] == [("wasp.deck", 3, 2)] * 2


# --- pets -----------------------------------------------------------------------------------------------


def order(*target: int, dice: Any = (), pet: str = "p") -> Step:
    command = {"do": "order", "unit": "a", "pet": pet, "order": "move", "target": list(target)}
    return (command, list(dice), list(dice))


PET = {"traits": ["pet_of:a", "pet_source:tamed"], "MOV": 4, "WIS": 30, "HP": 100, "AGI": 0}


@pytest.mark.rule("O-047")
def test_a_pet_is_sent_over_an_edge_to_where_somebody_unseen_stands() -> None:
    high = (5, 5, 0, 0, 0, *[0] * 20)
    units = {"a": hero(), "p": hero(**PET), "t": foe()}
    down = order(2, 0, dice=[70, *[(10, 1)] * 5])
    _, play = same(with_and_without(["aph..", "..t.."], units, "apt", rules=RULES, elevation=high), down)
    assert (play.at("p"), play.at("h") != (2, 0)) == ((2, 0), True)


@pytest.mark.rule("O-047")
def test_a_pet_is_sent_off_a_deck_to_where_somebody_unseen_stands() -> None:
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 2}
    dog = hero(**PET, aboard="wasp", zone="deck")
    units = {"a": hero(aboard="wasp", zone="deck"), "p": dog, "wasp": wasp, "t": foe()}

    def battle(**words: Any) -> Any:
        found = with_and_without(["w......"] * 6 + ["w.....t"], units, "apt", rules=RULES, **words)

        def make(there: bool) -> Battle:
            play: Battle = found(there)
            play.do("place", by=GM, body="p", at=[1, 1], board="wasp.deck")
            return play

        return make

    over = order(0, 1, dice=[70, (10, 3), (10, 3)])
    one, _ = same(battle(), over)
    at = place(one, "p")
    assert at[0] == "field"
    _, play = same(battle(on_deck=at), over)
    assert (place(play, "p"), place(play, "h") != at) == (at, True)


@pytest.mark.rule("O-045")
@pytest.mark.parametrize("pet", ["p", "t"])
def test_a_pet_that_is_sent_knows_of_nobody_whom_its_trainer_does_not(pet: str) -> None:
    """How far it can be sent, and where it cannot, is the same, be it one's own or a charmed foe (`t`)."""
    units = {"a": hero(), "p": hero(**PET), "t": foe(MOV=4, JMP=4)}

    def make(there: bool) -> Battle:
        play: Battle = with_and_without(["a..p.", "th...", "....."], units, "apt", rules=RULES)(there)
        play.effect(lambda work: statuses.put(work, "t", "charm", source="a"))
        return play

    same(make, order(1, 0, pet=pet))
    same(make, order(9, 9, pet=pet), refused="illegal.limit")


@pytest.mark.rule("O-045")
@pytest.mark.parametrize("pet", ["p", "t"])
def test_a_pet_that_walks_into_somebody_unseen_stops_as_any_walk_does(pet: str) -> None:
    """Its Trainer reads that something is in the way, and the Guide is asked whether it is revealed."""
    units = {"a": hero(), "p": hero(**PET), "t": foe(MOV=4, JMP=4)}
    rows = ["p....", "t.h..", "....a"] if pet == "t" else ["t....", "p.h..", "....a"]
    play = with_and_without(rows, units, "apt", rules=RULES)(True)
    play.effect(lambda work: statuses.put(work, "t", "charm", source="a"))
    play.do(**order(2, 1, pet=pet)[0])
    assert play.at(pet) == (1, 1)
    assert any("something is in the way" in text for text in play.words("ann"))
    assert [(p.kind, p.to, p.data["body"]) for p in play.state.prompts] == [("reveal", "gm", "h")]


# --- the helm -------------------------------------------------------------------------------------------

FLEET = {"a": hero(HP=40, aboard="wasp", zone="helm"), "wasp": WASP, "t": foe()}
GHOST = {"kind": "ship", "side": "foes", "seat": GM, "glyph": "g", "deck": PLAN, "altitude": 0, "hidden": True}


def sea(width: int = 20, *, at: int = 3) -> Any:
    """The wasp in the left column, and in the twin a hidden ship with somebody on its deck `at` cells to the right."""

    def make(there: bool) -> Battle:
        row = "w".ljust(width, ".")
        rows = [row[:at] + "g" + row[at + 1 :] if there else row] * 7
        rows[6] = rows[6][:-1] + "t"
        more = {"ghost": {**GHOST, "name": "Ghost"}, "h": foe(hidden=True, aboard="ghost", zone="deck")}
        units = {**FLEET, **(more if there else {})}
        return Battle(rows, units, order=["a", "t", *("h" if there else "")], rules=RULES)

    return make


@pytest.mark.rule("O-174")
def test_a_ship_flies_to_where_somebody_unseen_stands() -> None:
    rows = ["w...".ljust(20, ".")] * 2 + ["w..h".ljust(20, ".")] + ["w".ljust(20, ".")] * 3 + ["w....t".ljust(20, ".")]
    to = ship("a", "steer", target=[3, 0])
    _, play = same(with_and_without(rows, FLEET, "at", rules=RULES), to, *ends("a"))
    assert (play.at("wasp.hull"), play.at("h")) == ((3, 0), (4, 2))


@pytest.mark.rule("O-174")
@pytest.mark.parametrize("target", [[3, 0], [3, 1]])
def test_a_ship_that_nobody_sees_makes_way_as_a_whole(target: list[int]) -> None:
    def make(there: bool) -> Battle:
        play: Battle = sea()(there)
        if target[1]:  # one row lower is room for it
            board = play.state.boards["field"]
            higher = replace(board, height=9, terrain=board.terrain + board.terrain[:1] * board.width * 2)
            play.effect(lambda work: work.emit(BoardSet(higher)))
        return play

    _, play = same(make, ship("a", "steer", target=target), *ends("a"))
    sections = [play.at(key) for key in play.state.units["ghost"].bodies]
    assert play.at("wasp.hull") == tuple(target)
    assert sections[0] != (3, 0)
    assert sections == [(sections[0][0], sections[0][1] + n) for n in range(7)]
    taken = [b.place for b in play.state.bodies.values() if b.place is not None]
    assert len({(at.board, at.cell) for at in taken}) == len(taken)


@pytest.mark.rule("O-174")
@pytest.mark.parametrize("room", [True, False])
def test_the_guide_reads_once_of_a_ship_that_another_flew_into(room: bool) -> None:
    """Where the map has no room for both, both are in one place."""
    units = {**FLEET, "ghost": {**GHOST, "name": "Ghost"}}
    play = Battle(["w...."] * 6 + ["w...t"], units, order="at", rules=RULES)
    sections = [key.removeprefix("wasp.") for key in play.state.units["wasp"].bodies]

    def meets(work: Work) -> None:
        if not room:
            work.emit(BoardSet(replace(work.state.boards["field"], width=1, terrain="." * 7)))
        work.emit(*(Placed(body=f"ghost.{n}", place=work.state.bodies[f"wasp.{n}"].place) for n in sections))
        making_way.settle(work, *(f"wasp.{n}" for n in sections))

    play.effect(meets)
    apart = play.at("ghost.hull") != play.at("wasp.hull")
    told = [text for text in play.words() if "unseen" in text]
    assert (apart, len(told), play.words("ann")) == (room, 1, [])
    assert ("makes way for" if room else "are on one cell") in told[0]


@pytest.mark.rule("O-174")
def test_a_ship_stops_short_of_what_comes_into_sight() -> None:
    """What only the fog hid is seen from there, and no ship is flown into."""
    rows = ["w..#g"] * 6 + ["w..#g"] + ["...#t"]
    units = {**FLEET, "ghost": {**GHOST, "hidden": False}}
    play = Battle(rows, units, order="at", rules=RULES, fog="sight")
    assert "ghost" not in {unit.key for unit in play.view("ann").units}
    play.do(**ship("a", "steer", target=[4, 0])[0])
    assert (play.at("wasp.hull"), play.at("ghost.hull")) == ((3, 0), (4, 0))
    assert any("something is in the way" in text for text in play.words("ann"))
