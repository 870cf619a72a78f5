"""The deck board of a ship: posts, boarding, falling off, attacks to and from it (O-171, O-174 to O-176, O-179)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tactics.kernel.entering import Memory
from tactics.kernel.refusals import Refused
from tactics.kernel.state import Board, Place
from tactics.kernel.view import OptionView
from tactics.outerah import aboard, deck_plans, decks, overboard, pushes
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero

AIR = "".ljust(24, ".")


def at_sea(
    ship: dict[str, Any] | None = None, foes: dict[str, Any] | None = None, ground: str = ".", **spec: Any
) -> Battle:
    """A ship in the left column with `a` and `b` aboard; `t` stands on the ground to the right of it."""
    wasp = {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 0, **(ship or {})}
    units = {
        "a": hero(HP=40, MOV=4, JMP=2, **{"aboard": "wasp", "zone": "deck", "weapons": ["longbow"], **spec}),
        "b": hero(HP=40, aboard="wasp", zone="right_cannon"),
        "wasp": wasp,
        "t": foe(HP=90, MOV=4, JMP=2, weapons=["longbow"], **(foes or {})),
    }
    rows = ["w".ljust(24, ground)] * 7
    rows[3] = "w" + "".ljust(7, ground) + "t" + "".ljust(15, ground)
    return Battle(rows, units, order="abt")


def on(play: Battle, body: str) -> tuple[str, int, int]:
    place = play.state.bodies[body].place
    assert place is not None
    return (place.board, place.x, place.y)


def zone(play: Battle, body: str) -> str:
    return aboard.post(play.state, play.state.bodies[body])


def put(play: Battle, body: str, x: int, y: int, board: str = "wasp.deck") -> None:
    play.do("place", by=GM, body=body, at=[x, y], board=board)


@pytest.mark.rule("O-175")
def test_a_ship_has_a_deck_board_and_its_people_stand_at_their_posts() -> None:
    play = at_sea()
    assert play.state.boards["wasp.deck"].carried_by == "wasp.hull"
    assert [b.key for b in play.view("ann").boards] == ["field", "wasp.deck"]
    assert (on(play, "a")[0], zone(play, "a"), zone(play, "b")) == ("wasp.deck", "deck", "right_cannon")
    posts = play.state.units["wasp"].part.ship.posts
    assert set(posts) == {"deck", "catapult", "left_cannon", "right_cannon", "helm"}
    for name, cells in posts.items():
        put(play, "a", *cells[-1])
        assert zone(play, "a") == name


@pytest.mark.rule("O-175")
@pytest.mark.parametrize(
    "plan", [["ddd"], ["ddddd"] * 6, ["dddxd"] * 6, 7, [" hcd ", "<lr# ", "     ", "     ", "     "]]
)
def test_a_plan_that_is_none_is_refused(plan: Any) -> None:
    with pytest.raises(Refused, match="bad_field"):
        deck_plans.read(plan)


@pytest.mark.rule("O-175", "O-176")
def test_a_deck_is_drawn_as_a_map_and_shows_its_posts() -> None:
    """What is drawn on a map with room around it is the plan of a ship, and its board says what stands where."""
    rules = Battle(["....."], {"a": hero()}).rules
    rows = ["!!!!!!!!", "!!!dd!!!", "!!<ddc>!", "!!dhhdd!", "!!llkk#!", "!!!!!!!!", "!!ddddd!"]
    known = {spec.letter: key for key, spec in rules.entries["terrain"].items()}
    board = Board("map", "Cutter", 8, 7, "".join(rows), tuple((sign, known[sign]) for sign in "!d<c>hlk#"))
    made = deck_plans.drawn(rules, board)
    assert made == {"deck": [" dd  ", "<ddc>", "dhhdd", "llrr#", "ddddd"]}
    play = at_sea(ship=dict(made))
    deck = play.state.boards["wasp.deck"]
    palette = dict(deck.palette)
    assert [palette[deck.terrain[y * 5 + x]] for x, y in ((0, 0), (1, 0), (0, 1), (3, 1), (1, 2), (0, 3), (2, 3))] == [
        "overboard", "deck", "left_hatch", "catapult", "helm", "left_cannon", "right_cannon",
    ]  # fmt: skip
    grass = replace(board, terrain="!" * 56)
    assert deck_plans.drawn(rules, replace(grass, palette=(("!", "grass"),))) is None
    with pytest.raises(Refused) as unfinished:
        deck_plans.drawn(rules, replace(board, terrain=board.terrain.replace("c", "d")))
    assert unfinished.value.params["text"] == "there is no catapult"


@pytest.mark.rule("O-176")
def test_a_sprint_leads_from_the_entrance_down_and_up_again() -> None:
    play = at_sea()
    put(play, "a", 3, 4)
    assert play.refused("ship", unit="a", role="post", to="left_cannon") == "illegal.range"
    offer = next(o for o in play.view("ann").options if o.key == "ship.post.left_cannon")
    assert offer.why_not == "the entrance to the left cannon is at A6"
    put(play, "a", 1, 5)
    play.do("ship", unit="a", role="post", to="left_cannon")
    assert zone(play, "a") == "left_cannon"
    assert (play.parts("a")["movement"], play.parts("a")["offhand"], play.parts("a")["mainhand"]) == (0, 0, 1)
    play.end("a", "b", "t")
    assert play.refused("move", unit="a", path=[[on(play, "a")[1], 12]]) == "illegal.status"
    play.do("ship", unit="a", role="post", to="deck")
    assert on(play, "a") == ("wasp.deck", 0, 5)  # the entrance on that side
    assert (play.parts("a")["movement"], play.parts("a")["offhand"], play.parts("a")["mainhand"]) == (0, 0, 1)


@pytest.mark.rule("O-174")
def test_one_walks_over_the_deck_to_the_helm_as_far_as_the_movement_goes() -> None:
    play = at_sea()
    put(play, "a", 3, 0)
    assert play.refused("ship", unit="a", role="post", to="helm") == "illegal.limit"
    put(play, "a", 3, 5)
    play.do("ship", unit="a", role="post", to="helm")
    assert zone(play, "a") == "helm"
    play.do("ship", unit="a", role="steer", target=[4, 0])
    assert (play.at("wasp.hull"), on(play, "a")[0]) == ((4, 0), "wasp.deck")


@pytest.mark.rule("O-174")
def test_boarding_from_the_ground_and_leaving() -> None:
    play = at_sea()
    play.end("a", "b")
    assert play.refused("ship", unit="t", by=GM, role="board", target="wasp.hull") == "illegal.range"
    put(play, "t", 2, 3, "field")
    assert "ship.board.wasp" in {o.key for o in play.view(GM).options}
    play.do("ship", unit="t", by=GM, role="board", target="wasp.deck")
    assert (on(play, "t")[0], zone(play, "t")) == ("wasp.deck", "deck")
    assert play.parts("t")["movement"] == 0
    play.end("t", "a", "b")
    play.do("ship", unit="t", by=GM, role="leave")
    assert on(play, "t")[0] == "field"


@pytest.mark.rule("O-174")
def test_who_has_left_a_ship_is_offered_none_of_its_posts() -> None:
    """Whatever the sheet said of where one began."""
    play = at_sea({"altitude": 0})
    put(play, "a", 0, 6)
    play.do("ship", unit="a", role="leave")
    assert on(play, "a")[0] == "field"
    play.end("a", "b", "t")
    assert not [o.key for o in play.view("ann").options if o.unit == "a" and o.key.startswith("ship.post")]


@pytest.mark.rule("O-174")
@pytest.mark.parametrize(("high", "why"), [(2, ""), (3, "illegal.limit")])
def test_one_boards_no_higher_than_one_jumps(high: int, why: str) -> None:
    play = at_sea({"altitude": high})
    put(play, "t", 2, 3, "field")
    play.end("a", "b")
    if why:
        assert play.refused("ship", unit="t", by=GM, role="board", target="wasp.hull") == why
    else:
        play.do("ship", unit="t", by=GM, role="board", target="wasp.hull")


@pytest.mark.rule("O-174")
def test_an_enemy_on_deck_does_not_work_the_ship() -> None:
    play = at_sea()
    put(play, "t", *play.state.units["wasp"].part.ship.posts["helm"][0])
    play.end("a", "b")
    assert play.refused("ship", unit="t", by=GM, role="steer", target=[1, 0]) == "bad_field"
    assert not any(o.key == "ship.steer" for o in play.view(GM).options)


@pytest.mark.rule("O-174")
def test_on_deck_one_fights_on_its_grid() -> None:
    play = at_sea(weapons=["mace"])
    put(play, "a", 3, 5)
    put(play, "t", 3, 6)
    play.do("act", unit="a", action="attack", target="t", dice=[20])
    assert play.refused("act", unit="b", action="attack", target="t") == "not_your_turn"
    play.end("a")
    assert play.refused("act", unit="b", action="attack", target="t") == "illegal.range"  # it is below


@pytest.mark.rule("O-151", "O-174")
def test_a_bow_reaches_from_the_deck_to_the_world_and_back_but_a_mace_does_not() -> None:
    play = at_sea()
    put(play, "t", 3, 3, "field")
    offer = next(o for o in play.view("ann").options if o.key == "attack.mainhand.longbow")
    assert offer.targets[0].body == "t"
    play.do("rule", by=GM, set={"wasp.mast.1.hp": "=0"})
    play.do("act", unit="a", action="attack", target="t", dice=[80, 30])  # turbulence: the worst of two
    play.end("a", "b")
    put(play, "t", 6, 3, "field")
    play.do("act", unit="t", by=GM, action="attack", target="a", dice=[20])
    assert play.refused("act", unit="t", by=GM, action="attack", target="b") in ("illegal.cost", "illegal.range")
    near = at_sea(weapons=["mace"])
    put(near, "t", 1, 0, "field")
    assert near.refused("act", unit="a", action="attack", target="t") == "illegal.range"


@pytest.mark.rule("O-151", "O-160", "O-174")
def test_who_came_aboard_in_the_mission_works_its_guns_and_shakes_as_the_crew_does() -> None:
    """Where somebody stands counts, not the ship that the sheet names, or that it names none."""
    play = at_sea(aboard="", zone="")
    put(play, "a", *play.state.units["wasp"].part.ship.posts["right_cannon"][-1])
    play.do("ship", unit="a", role="load")
    play.do("rule", by=GM, set={f"wasp.mast.{n}.hp": "=0" for n in (1, 2)})
    play.end("a", "b", "t")
    offer = next(o for o in play.view("ann").options if o.key == "ship.fire")
    assert [(t.body, t.chance) for t in offer.targets] == [("t", "25 %")]  # the worst of two at 50
    play.do("ship", unit="a", role="fire", target="t", dice=[80, 70, (10, 6)])
    assert play.hp("t") == 90 - (6 + 3 - 2)
    (shot,) = play.events(Struck)
    assert [t.house for t in shot.damage.terms if t.label == "Cannon"] == [False]  # type: ignore[union-attr]
    play.end("a", "b", "t")
    put(play, "a", 3, 5)
    bow = next(o for o in play.view("ann").options if o.key == "attack.mainhand.longbow")
    assert [t.chance for t in bow.targets if t.body == "t"] == ["25 %"]


@pytest.mark.rule("O-151")
def test_a_boarder_shakes_with_the_ship_on_which_it_stands() -> None:
    yacht = {"kind": "ship", "side": "foes", "seat": GM, "glyph": "y", "hp": {"mast": 0}}
    units = {
        "a": hero(HP=40, aboard="wasp", zone="deck", weapons=["longbow"]),
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w"}, "yacht": yacht, "t": foe(HP=90),
    }  # fmt: skip
    rows = ["w...y...".ljust(12, ".")] * 7
    play = Battle([*rows[:3], "w...y...t...", *rows[4:]], units, order="at")
    at = dict.fromkeys(("wasp.deck", "yacht.deck"), (3, 5))
    found = []
    for board, cell in at.items():
        put(play, "a", *cell, board)
        bow = next(o for o in play.view("ann").options if o.key == "attack.mainhand.longbow")
        found.append([t.chance for t in bow.targets if t.body == "t"])
    assert found == [["50 %"], ["13 %"]]  # without any mast a Hyper Charge: 12.5


@pytest.mark.rule("O-171")
@pytest.mark.parametrize(
    ("more", "hp"), [({}, 90 - 3 * 4), ({"traits": ["winged"]}, 90), ({"statuses": ["slow_fall"]}, 90)]
)
def test_who_is_pushed_off_the_deck_falls_as_deep_as_the_ship_is_high(more: dict[str, Any], hp: int) -> None:
    play = at_sea({"altitude": 3}, more)
    put(play, "t", 6, 4)
    play.effect(lambda work: _push(work, hp < 90))
    assert (on(play, "t")[0], play.hp("t")) == ("field", hp)


def _push(work: Any, hurts: bool) -> None:
    work.dice._faces = [(10, 4)] * 3 if hurts else []
    pushes.push(work, "t", (5, 4), 1, "shove")


@pytest.mark.rule("O-171")
def test_over_the_open_sky_the_guide_says_what_becomes_of_the_fallen() -> None:
    play = at_sea({"altitude": 9}, ground="-")
    put(play, "t", 6, 4)
    play.effect(lambda work: _push(work, False))
    assert play.state.bodies["t"].place is None
    put(play, "t", 6, 4)
    assert play.refused("ship", unit="a", role="leave") == "illegal.limit"


@pytest.mark.rule("O-172")
def test_a_slow_fall_is_two_levels_a_round() -> None:
    play = at_sea({"altitude": 5}, {"statuses": ["slow_fall"]})
    put(play, "t", 6, 4)
    play.effect(lambda work: _push(work, False))
    found = []
    for _ in range(4):
        place = play.state.bodies["t"].place
        found.append(place.z if place is not None else None)
        play.round_over()
    assert found == [5, 3, 1, 0]
    assert play.hp("t") == 90


@pytest.mark.rule("O-179")
@pytest.mark.parametrize(("heading", "way"), [("n", (1, 0)), ("e", (0, 1)), ("s", (-1, 0)), ("w", (0, -1))])
def test_in_space_one_drifts_off_to_the_side_on_which_one_fell(heading: str, way: tuple[int, int]) -> None:
    play = at_sea({"altitude": 3, "heading": heading}, ground="'")
    put(play, "t", 6, 4)  # starboard, with the bow at the top
    play.effect(lambda work: _push(work, False))
    assert (play.state.bodies["t"].part.drift, play.hp("t")) == (way, 90)
    assert overboard.turned((0, -1), heading) == {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[heading]


@pytest.mark.rule("O-177", "O-178")
def test_on_deck_there_is_ground_and_air() -> None:
    play = at_sea({"altitude": 3}, ground="'")
    play.round_over()
    assert play.state.bodies["a"].part.breath is None


@pytest.mark.rule("O-175")
def test_place_the_rest_as_the_first_command_puts_a_crew_at_its_posts() -> None:
    units = {
        "a": hero(HP=40, aboard="wasp", zone="helm"),
        "b": hero(HP=40),
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w"},
    }
    play = Battle(["wwwwwww"], {k: {**u, "initiative": 9} for k, u in units.items()}, phase="placement")
    play.do("place_rest")
    assert (on(play, "a")[0], zone(play, "a")) == ("wasp.deck", "helm")
    assert (play.state.phase, on(play, "b")[0]) == ("running", "field")


@pytest.mark.rule("O-175")
def test_a_map_with_the_name_of_a_deck_is_not_taken_for_it() -> None:
    """Whatever the maps of a Mission are called, a ship has a deck of its own."""
    units = {
        "a": hero(HP=40, aboard="wasp", zone="helm"),
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "initiative": 0},
    }
    play = Battle(["wwwwwww"], units)
    cave = replace(play.state.boards["field"], key="wasp.deck", name="Cave")
    play.memory = Memory(play.code, replace(play.state, boards={**play.state.boards, cave.key: cave}), play.rules)
    play.do("roll_initiative", dice=[(12, 5)])
    assert play.state.boards["wasp.deck"] == cave
    deck = decks.key_of(play.state, play.state.units["wasp"])
    assert (deck, on(play, "a")[0], zone(play, "a")) == ("wasp.deck2", "wasp.deck2", "helm")
    assert play.view("ann").crafts[0].boards == ("field", "wasp.deck2")


def test_a_hidden_ship_has_no_deck_for_players() -> None:
    units = {
        "a": hero(HP=40),
        "wasp": {"kind": "ship", "side": "foes", "seat": GM, "glyph": "w", "hidden": True},
        "t": foe(HP=40, aboard="wasp", zone="helm"),
    }
    play = Battle(["wwwwwww", "a......", "......."], units, order="at")
    assert [b.key for b in play.view("ann").boards] == ["field"]
    assert "t" not in {token.key for token in play.view("ann").tokens}
    assert {b.key for b in play.view(GM).boards} == {"field", "wasp.deck"}
    play.do("rule", by=GM, reveal="wasp.hull")
    assert [b.key for b in play.view("ann").boards] == ["field", "wasp.deck"]
    assert "t" in {token.key for token in play.view("ann").tokens}


def test_a_craft_without_a_deck_takes_its_people_along_on_the_wide_board() -> None:
    play = at_sea({"deck": False})
    assert list(play.state.boards) == ["field"]
    assert play.state.bodies["a"].place is None
    play.do("place", by=GM, body="a", at=[3, 6])
    assert play.state.bodies["a"].place == Place("field", 3, 6)


@pytest.mark.rule("O-174", "O-176")
def test_of_several_members_it_is_said_who_goes_to_a_post() -> None:
    """On foot each goes by the Movement of its own; down below and up again by one sprint of all who can."""
    play = at_sea(kind="mob", count=3)
    for body, cell in (("a.1", (2, 1)), ("a.2", (3, 1)), ("a.3", (4, 1))):
        put(play, body, *cell)

    def offers(key: str) -> dict[str, OptionView]:
        return {o.key: o for o in play.view("ann").options if o.key.startswith(key)}

    (walk,) = offers("ship.post.catapult").values()
    assert (walk.label, [t.body for t in walk.targets]) == ("Go to the catapult", ["a.1", "a.2", "a.3"])
    assert play.refused("ship", unit="a", role="post", to="catapult") == "bad_field"
    play.do("ship", unit="a", role="post", to="catapult", target="a.2")
    assert [zone(play, body) for body in ("a.1", "a.2", "a.3")] == ["deck", "catapult", "deck"]
    # The others still have their own Movement.
    (walk,) = offers("ship.post.catapult").values()
    assert (walk.why_not, [t.body for t in walk.targets]) == ("", ["a.1", "a.3"])
    assert (walk.cost, walk.costs) == ("the rest of the Movement", {})
    play.do("ship", unit="a", role="post", to="catapult", target="a.3")
    assert zone(play, "a.3") == "catapult"
    # Whoever has walked it all is not led one cell more, near as the post is.
    x, y = play.state.units["wasp"].part.ship.posts["catapult"][0]
    play.do("move", unit="a", paths={"a.1": [[2, 2], [1, 2], [1, 1], [1, 2]]})
    assert abs(on(play, "a.1")[1] - x) <= 1
    assert abs(on(play, "a.1")[2] - y) <= 1
    assert all(o.why_not for o in offers("ship.post.catapult").values())
    assert play.refused("ship", unit="a", role="post", to="catapult", target="a.3") == "bad_field"
    assert play.refused("ship", unit="a", role="post", to="catapult", target="t") == "bad_field"
    play.end("a", "b", "t")
    # Two beside the left entrance: one of them goes down, or both do.
    for body, cell in (("a.1", (0, 5)), ("a.2", (1, 5)), ("a.3", (4, 1))):
        put(play, body, *cell)
    down = offers("ship.post.left_cannon")
    assert set(down) == {"ship.post.left_cannon", "ship.post.left_cannon.all"}
    assert [t.body for t in down["ship.post.left_cannon"].targets] == ["a.1", "a.2"]
    assert down["ship.post.left_cannon.all"].label == "All: sprint to the left cannon"
    play.do("ship", unit="a", role="post", to="left_cannon")
    assert [zone(play, body) for body in ("a.1", "a.2", "a.3")] == ["left_cannon", "left_cannon", "deck"]
    assert (play.parts("a")["movement"], play.parts("a")["offhand"], play.parts("a")["mainhand"]) == (0, 0, 1)
    assert offers("ship.post.deck")["ship.post.deck"].why_not == "Movement is used"
    play.end("a", "b", "t")
    play.do("ship", unit="a", role="post", to="deck", target="a.2")
    assert [zone(play, body) for body in ("a.1", "a.2")] == ["left_cannon", "deck"]


@pytest.mark.rule("O-174", "O-016")
def test_who_is_held_goes_to_no_post_and_the_rest_of_a_movement_costs_nothing() -> None:
    play = at_sea(kind="mob", count=2)
    for body, cell in (("a.1", (2, 1)), ("a.2", (3, 1))):
        put(play, body, *cell)
    play.do("rule", by=GM, status={"body": "a.1", "key": "stop", "on": True})

    def walk() -> OptionView:
        return next(o for o in play.view("ann").options if o.key == "ship.post.catapult")

    assert [t.body for t in walk().targets] == ["a.2"]
    assert play.refused("ship", unit="a", role="post", to="catapult", target="a.1") == "bad_field"
    assert walk().costs == {"movement": 1}
    play.do("move", unit="a", paths={"a.2": [[4, 1]]})
    assert (walk().costs, walk().cost) == ({}, "the rest of the Movement")


@pytest.mark.rule("O-174")
def test_a_prize_is_worked_by_the_people_of_whom_it_was_given_to() -> None:
    """Standing at the helm of an enemy ship does not yet steer it; once the GM gives it to a player, it does."""
    prize = {"kind": "ship", "side": "foes", "seat": GM, "glyph": "p", "altitude": 0}
    units = {
        "a": hero(HP=40, aboard="wasp", zone="deck"),
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 0},
        "t": foe(HP=90, aboard="prize", zone="right_cannon"),
        "prize": {**prize, "weapons": {"cannon": 1}},
    }
    play = Battle(["w...p".ljust(24, ".")] * 7, units, order="at")
    put(play, "a", *play.state.units["prize"].part.ship.posts["helm"][0], board="prize.deck")
    assert play.refused("ship", unit="a", role="steer", heading="e") == "bad_field"
    play.do("control", by=GM, unit="prize", seat="ann")
    (steer,) = (o for o in play.view("ann").options if o.key == "ship.steer")
    assert (steer.label, steer.why_not) == ("Steer Prize", "")
    play.do("ship", unit="a", role="steer", heading="e")
    assert play.state.units["prize"].part.ship.heading == "e"
    play.end("a")
    assert play.refused("ship", by=GM, unit="t", role="load") == "bad_field"  # no longer its crew


@pytest.mark.rule("O-174")
def test_a_prize_tells_nothing_of_those_from_whom_it_was_taken() -> None:
    """Its player looks on from the side of the own people: hidden foes stay unknown, and others' numbers with them."""
    units = {
        "a": hero(HP=40, aboard="wasp", zone="deck"),
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 0},
        "prize": {"kind": "ship", "side": "foes", "seat": GM, "glyph": "p", "altitude": 0},
        "t": foe(HP=90, aboard="prize", zone="deck"),
        "m": foe(HP=22),
    }
    play = Battle(["w...p...m".ljust(24, ".")] + ["w...p".ljust(24, ".")] * 6, units, order="atm")
    play.do("rule", by=GM, hide="m")
    before = play.view("ann")
    assert "m" not in {u.key for u in before.units}
    play.do("control", by=GM, unit="prize", seat="ann")
    for seat in ("ann", "public"):
        view = play.view(seat)
        relations = {u.key: u.relation for u in view.units}
        assert "m" not in relations
        assert relations["t"] == "enemy"
        assert "m" not in {t.unit for t in view.tokens}
    (card,) = (u for u in play.view("ann").units if u.key == "prize")
    assert card.relation == "mine"
    (foes,) = (u for u in play.view("ann").units if u.key == "t")
    assert [b.hp for b in foes.bodies] == [b.hp for u in before.units if u.key == "t" for b in u.bodies]
    assert {u.key: u.relation for u in play.view(GM).units}["t"] == "enemy"
