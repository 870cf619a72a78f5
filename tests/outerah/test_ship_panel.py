"""What a crew reads of a duel: who bears on what, what lies in the weapons, what the log says of it (table.md 22)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from missions.live import craft, hulls
from tactics.kernel.refusals import Refused
from tactics.kernel.view import CraftView, OptionView, SectionView
from tactics.outerah.strike_events import Struck
from tests.outerah.table import GM, Battle, foe, hero


def duel(
    zone: str = "right_cannon", *, unseen: bool = False, mates: Any = None, ground: str = "w.........h", **more: Any
) -> Battle:
    """The Wasp heads north in the west, the Hornet lies ten cells east of it; its own people alone may know of that."""
    units = {
        "a": hero(HP=40, CHA=10, aboard="wasp", zone=zone, **more),
        "wasp": {"kind": "ship", "side": "heroes", "seat": "ann", "glyph": "w", "altitude": 5,
                 "weapons": {"cannon": 1, "catapult": 1}},
        "t": foe(HP=40, aboard="hornet", zone="helm"),
        "hornet": {"kind": "ship", "side": "foes", "seat": GM, "glyph": "h", "altitude": 5, "hidden": unseen},
        **(mates or {}),
    }  # fmt: skip
    return Battle([ground.ljust(30, ".")] * 7, units, order=f"a{''.join(mates or ())}t")


def crafts(play: Battle, seat: str = "ann") -> dict[str, CraftView]:
    return {one.key: one for one in play.view(seat).crafts}


def section(play: Battle, name: str = "hornet.hull", seat: str = "ann") -> SectionView:
    return next(s for one in play.view(seat).crafts for s in one.sections if s.body == name)


def offer(play: Battle, key: str) -> OptionView:
    return next(o for o in play.view("ann").options if o.key == key)


@pytest.mark.rule("O-145", "O-223")
def test_a_section_is_hit_by_its_charge_alone() -> None:
    """Agility and Defense of wood are 0 (reference 1.3): CHA 10 hits the Hull by the best of three at 60 %."""
    play = duel()
    stats = play.state.bodies["hornet.hull"].stats
    assert {stats.get(stat, 0) for stat in ("AGI", "VIT", "WIS", "DEF", "MDEF")} == {0}
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    found = {t.body: t.chance for t in offer(play, "ship.fire").targets}
    assert (found["hornet.hull"], found["hornet.wings"], found["hornet.mast.1"]) == ("94 %", "60 %", "36 %")


@pytest.mark.rule("O-160")
def test_what_a_cannon_adds_for_its_tier_is_no_house_value() -> None:
    play = duel()
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    play.do("ship", unit="a", role="fire", target="hornet.wings", dice=[80, (10, 4)])
    sums = play.events(Struck)[-1].damage
    assert sums is not None
    assert [(t.label, t.value, t.house) for t in sums.terms if t.label == "Cannon"] == [("Cannon", 3, False)]


@pytest.mark.rule("O-165", "O-174")
def test_the_panel_says_which_cannon_bears_with_which_chance() -> None:
    """Before anything is loaded and whoever acts: a helm is turned by it."""
    play = duel()
    assert section(play).bears == (("right cannon", "94 %"),)
    assert section(play, "wasp.hull").bears is None
    play.do("rule", by=GM, set={"hornet.wings.hp": "=0"})
    assert section(play, "hornet.wings").bears is None
    at_helm = duel(zone="helm")
    assert section(at_helm).bears == (("right cannon", ""),)  # nobody stands at it
    at_helm.do("ship", unit="a", role="steer", heading="s")
    assert section(at_helm).bears == (("left cannon", ""),)
    at_helm.end("a", "t")
    at_helm.do("ship", unit="a", role="steer", heading="e")
    assert section(at_helm).bears == ()


@pytest.mark.rule("O-168", "O-169", "O-172")
def test_what_lies_in_the_catapult_is_named_and_only_what_can_be_done_is_offered() -> None:
    play = duel(zone="catapult", skills=["fireball"])
    keys = [o.key for o in play.view("ann").options if o.key.startswith(("ship.load", "ship.fire"))]
    assert "ship.load.spell_orb.fireball" in keys
    assert keys.count("ship.fire") == 1
    assert "ship.fire.cell" not in keys
    play.do("ship", unit="a", role="load", payload="spell_orb", **{"with": "fireball"})
    (post,) = (p for p in crafts(play)["wasp"].posts if p.key == "catapult")
    assert post.load == "loaded: Spell orb, Fireball"
    play.end("a", "t")
    found = {o.key: o for o in play.view("ann").options if o.key.startswith(("ship.load", "ship.fire"))}
    assert (found["ship.load"].label, found["ship.load"].why_not) == ("Load the catapult", "it is loaded")
    assert set(found) == {"ship.load", "ship.fire", "ship.fire.cell"}
    assert found["ship.fire.cell"].fields[0].board == "field"


@pytest.mark.rule("O-174")
def test_whoever_boards_another_ship_switches_between_its_deck_and_the_wide_board() -> None:
    play = duel(zone="deck")
    play.do("place", by=GM, body="a", at=[3, 5], board="hornet.deck")
    first = play.view("ann").crafts[0]
    assert (first.key, first.boards, first.posts) == ("hornet", ("field", "hornet.deck"), ())


@pytest.mark.rule("O-150", "O-156", "O-174")
def test_the_log_says_where_a_ship_flew_and_how_high() -> None:
    play = duel(zone="helm")
    play.do("ship", unit="a", role="steer", target=[4, 0], climb=2, heading="se")
    assert play.words()[-2:] == [
        "Wasp flies 4 cells to E1 and turns south-east",
        "Wasp climbs 2 levels, to 7 levels above the ground",
    ]
    play.end("a", "t")
    play.do("ship", unit="a", role="steer", climb=-1)
    assert play.words()[-1] == "Wasp descends 1 level, to 6 levels above the ground"
    play.do("rule", by=GM, set={"wasp.wings.hp": "=0"})
    assert "GM: Wasp's Wings' HP 50 → 0" in play.words()
    assert "Wasp's Wings are destroyed" in play.words()
    play.end("a", "t")
    assert "Wasp sinks 1 level without wings, to 5 levels above the ground" in play.words()
    assert not [text for text in play.words() if "is steered" in text]


@pytest.mark.rule("O-174")
def test_a_helm_that_is_not_moved_costs_nothing() -> None:
    play = duel(zone="helm")
    for wish in ({}, {"target": [0, 0]}, {"heading": "n", "climb": 0}):
        with pytest.raises(Refused, match="nothing"):
            play.do("ship", unit="a", role="steer", **wish)
    assert play.parts("a")["mainhand"] == 1
    field = offer(play, "ship.steer").fields[0]
    assert (field.board, field.help) == ("field", "at most 6 cells from A1")


@pytest.mark.rule("O-162", "O-164")
def test_the_log_names_the_ship_whose_weapon_it_is() -> None:
    play = duel()
    play.do("ship", unit="a", role="load")
    assert play.words()[-1] == "Wasp's right cannon is loaded"
    play.end("a", "t")
    play.do("ship", unit="a", role="fire", target="hornet.hull", dice=[80, 70, 60, (10, 4)])
    assert "Wasp's right cannon is fired and empty now" in play.words()


def rows(play: Battle) -> dict[str, str]:
    """{section: its row of the panel} as the page has it."""
    html = str(craft.crafts(play.view("ann")))
    return {part.split('"', 1)[0]: part.split("</li>", 1)[0] for part in html.split('data-section="')[1:]}


@pytest.mark.rule("O-140", "O-174")
def test_the_panel_offers_the_ships_weapons_first_and_nothing_against_ones_own() -> None:
    play = duel(weapons=["longbow"], skills=["repair", "fireball", "frost", "lightning"])
    play.do("ship", unit="a", role="load")
    play.end("a", "t")
    found = rows(play)
    assert "Fire the right cannon" in found["hornet.hull"]
    assert "right cannon <b>94 %</b>" in found["hornet.hull"]
    assert "<button" not in found["wasp.hull"]
    play.do("rule", by=GM, set={"wasp.hull.hp": "-20"})
    found = rows(play)
    assert "Repair" in found["wasp.hull"]
    assert "Repair" not in found["wasp.deck"]


def test_what_cannot_be_done_says_why_on_the_button() -> None:
    html = str(craft.crafts(duel().view("ann")))
    assert "Fire the right cannon <small>load it first</small>" in html


@pytest.mark.rule("O-165")
def test_the_map_shows_each_ship_as_one_with_its_name_and_its_bow() -> None:
    """Whatever its tokens are called; the lines between which cannons bear are those of the own ship alone."""
    play = duel(zone="helm")
    play.do("ship", unit="a", role="steer", heading="se")
    drawn = str(hulls.hulls(play.view("ann"))).split('<g class="hull ')[1:]
    drawn = [one for one in drawn if not one.startswith("deck")]
    own, other = sorted(drawn, key=lambda one: "Hornet" in one)
    assert own.startswith("mine b0")
    assert other.startswith("enemy b0")
    assert ("Wasp</text>" in own, 'class="bow"' in own, 'class="ray"' in own) == (True, True, True)
    assert ("Hornet</text>" in other, 'class="bow"' in other, 'class="ray"' in other) == (True, True, False)
    # South-east: the arrow lies on the first cell that way without a section; its tip is farthest that way.
    assert hulls.arrow((0, 0), (1, 1), [(0, 0)]).startswith("M1.83 1.83L")
    assert hulls.arrow((0, 3), (0, -1), [(0, 3), (0, 2)]).startswith("M0.50 1.04L")
    assert "Hornet" not in str(hulls.hulls(duel(unseen=True).view("ann")))


@pytest.mark.rule("O-165", "O-175")
def test_the_deck_shows_which_way_its_bow_points() -> None:
    """It is drawn with the bow at its top, whatever way the ship heads; beside it stand the arrow, and which way."""
    play = duel(zone="helm")
    view = play.view("ann")
    boards = [board.key for board in view.boards]

    def of(deck: str) -> str:
        drawn = str(hulls.hulls(play.view("ann")))
        start = drawn.index(f'<g class="hull deck {"mine" if deck == "wasp.deck" else "enemy"} b{boards.index(deck)}">')
        return drawn[start : drawn.index("</g>", start)]

    assert "bow, north</text>" in of("wasp.deck")
    play.do("ship", unit="a", role="steer", heading="se")
    assert "bow, south-east</text>" in of("wasp.deck")
    assert "bow, north</text>" in of("hornet.deck")
    # On what is no deck: in the first row, where nobody stands; the arrow points up.
    deck = next(board for board in view.boards if board.key == "wasp.deck")
    rims = {entry.letter for entry in deck.palette if entry.style == "rim"}
    tip = float(of("wasp.deck").split('d="M')[1].split()[0])
    assert deck.terrain[int(tip)] in rims
    assert "deck" not in str(hulls.hulls(duel(unseen=True).view("ann"))).split("hull deck mine")[-1].split("</g>", 1)[1]


def test_the_names_of_ships_that_are_close_do_not_lie_on_each_other() -> None:
    """Side by side and both heading north, both names would stand below, one on the other."""

    def rows(ground: str) -> dict[str, float]:
        drawn = str(hulls.hulls(duel(ground=ground).view("ann")))
        return {name: float(y) for y, name in re.findall(r'y="([-.\d]+)">(Wasp|Hornet)</text>', drawn)}

    near, far = rows("wh"), rows("w.........h")
    assert far["Wasp"] == far["Hornet"] > 7
    assert abs(near["Wasp"] - near["Hornet"]) > 0.5


@pytest.mark.rule("O-170")
def test_whom_a_catapult_launches_is_chosen_by_one_press_at_its_post() -> None:
    play = duel(zone="catapult", mates={"p": hero(HP=20, name="Pip", aboard="wasp", zone="catapult")})
    html = str(craft.crafts(play.view("ann"))).split('data-post="catapult"', 1)[1].split("</li>", 1)[0]
    assert "Load the catapult: Launched unit: Pip" in html
