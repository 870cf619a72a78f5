"""Law: what a preview shows is what the engine rolls and what counting every face by hand gives.

The explorer walks the real `decide` with branching dice; the hand count knows nothing of the code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tactics.effects.distribution import permille
from tactics.kernel import commands as c
from tactics.kernel.dice import BranchingDice
from tactics.kernel.engine import Actor, decide
from tactics.kernel.ruleset import Known
from tactics.secrecy.known import known
from tactics.tempus import odds
from tactics.tempus.action_plan import plan
from tactics.tempus.check_events import Checked
from tactics.tempus.checks import first_check
from tests.rules.table import Play, foe, hero, mob, rules_with

TINY = rules_with(
    {
        "skill": {
            "nip": {"label": "Nip", "type": "physical", "stat": "DEX", "attack": True, "effectiveness": "d2",
                    "effectiveness_stat": "STR"},
            "nudge": {"label": "Nudge", "type": "physical", "stat": "STR", "versus": "nudge"},
            "balk": {"label": "Balk", "type": "physical", "stat": "STR"},
        },
        "status": {
            "keen": {"label": "Keen", "changes": [{"applies": "crit", "value": 2}]},
            "clumsy": {"label": "Clumsy", "changes": [{"applies": "botch", "value": 1}]},
        },
    }
)  # fmt: skip


def duel(
    rank: str | int = 1, statuses: tuple[str, ...] = (), options: dict[str, Any] | None = None,
    foe_skills: dict[str, Any] | None = None, target: dict[str, int] | None = None, **stats: int,
) -> Play:  # fmt: skip
    skills = {"nip": rank, "nudge": rank, "balk": rank}
    a = {**hero(**{"SPD": 4, "WIT": 4, "STR": 1, "DEX": 3, **stats}), "race": "human", "skills": skills}
    b = {**foe(**{"DEF": 6, "SK": 1, "HP": 99, **(target or {})}), "skills": foe_skills or {}}
    play = Play(["ab"], {"a": a, "b": b}, order="ab", rules=TINY, options=options)
    for status in statuses:
        play.do("rule", status={"body": "a", "key": status})
    return play


def explored(play: Play, command: c.Command) -> dict[tuple[str, int], Fraction]:
    """(outcome, damage or 0) -> its chance, from every path of dice through the real decision."""

    def run(dice: BranchingDice) -> tuple[str, int]:
        work = decide(play.code, play.state, command, Actor("ann", "player"), 0, play.rules, dice)
        check = next(e for e in work.events if isinstance(e, Checked))
        return check.outcome, check.dealt or 0

    chances: Counter[tuple[str, int]] = Counter()
    for weight, result in BranchingDice().walk(run):
        chances[result] += weight  # type: ignore[assignment]
    return dict(chances)  # type: ignore[arg-type]


def won(chances: dict[tuple[str, int], Fraction]) -> Fraction:
    return sum((w for (outcome, _), w in chances.items() if outcome in ("success", "critical")), Fraction(0))


def knows(play: Play, seat: str = "ann") -> Known:
    return known(play.code, play.state, play.rules, seat, play.state.seats[seat].role)


# --- by hand -----------------------------------------------------------------------------------------


def hand_rolls(crit: range, botch: range) -> Iterator[tuple[str, int]]:
    """All 1000 ways of three d10, as the document reads them."""
    for first, second, third in product(range(1, 11), repeat=3):
        if first != 10:
            yield "plain", first
        elif second in crit:
            yield "critical", 10
        elif second in botch:
            yield "botch", 10
        else:
            yield "plain", third


def by_hand(bonus: int, difficulty: int, crit: range, botch: range, tie: bool) -> Fraction:
    wins = sum(
        kind == "critical" or (kind == "plain" and (face + bonus > difficulty or (tie and face + bonus == difficulty)))
        for kind, face in hand_rolls(crit, botch)
    )
    return Fraction(wins, 1000)


CASES: list[tuple[dict[str, Any], int, int, range, range, bool]] = [
    ({}, 4, 6, range(8, 11), range(1, 4), False),
    ({"rank": "P"}, 3, 6, range(8, 11), range(1, 4), False),
    ({"rank": 0}, -1, 6, range(8, 11), range(1, 4), False),
    ({"rank": 10, "DEX": 5}, 15, 6, range(8, 11), range(1, 4), False),
    ({"target": {"DEF": 30}}, 4, 30, range(8, 11), range(1, 4), False),
    ({"options": {"tt.check.tie": "succeed"}}, 4, 6, range(8, 11), range(1, 4), True),
    ({"statuses": ("keen",)}, 4, 6, range(6, 11), range(1, 4), False),
    ({"statuses": ("clumsy",)}, 4, 6, range(8, 11), range(1, 5), False),
    ({"options": {"tt.crit.success": [11, 10], "tt.crit.failure": [1, 0]}}, 4, 6, range(0), range(0), False),
]


@pytest.mark.rule("T-151", "T-152", "T-153")
@pytest.mark.parametrize("case", CASES)
def test_preview_explorer_and_hand_count_agree(case: tuple[dict[str, Any], int, int, range, range, bool]) -> None:
    set_up, bonus, difficulty, crit, botch, tie = case
    play = duel(**set_up)
    chances = explored(play, c.Act(unit="a", action="nip", target="b"))
    view = knows(play)
    shown = odds.targets(view, view.state.units["a"], "nip")[0]
    assert sum(chances.values()) == 1
    assert won(chances) == by_hand(bonus, difficulty, crit, botch, tie)
    assert shown.permille == permille(won(chances))


@pytest.mark.rule("T-153")
def test_the_odds_of_faces_criticals_and_botches() -> None:
    found = Counter(hand_rolls(range(8, 11), range(1, 4)))
    assert [found["plain", face] for face in range(1, 11)] == [104] * 9 + [4]
    assert (found["critical", 10], found["botch", 10]) == (30, 30)


@pytest.mark.rule("T-155", "T-157", "T-158")
@pytest.mark.parametrize(
    "set_up",
    [
        {},
        {"STR": -3},
        {"target": {"SK": 4}},
        {"options": {"tt.effectiveness.add_margin": True}},
        {"options": {"tt.crit.default": "told_by_gm"}},
    ],
)
def test_the_damage_is_the_one_of_the_preview(set_up: dict[str, Any]) -> None:
    play = duel(**set_up)
    chances = explored(play, c.Act(unit="a", action="nip", target="b"))
    wanted = plan(play.rules, "nip")
    assert wanted is not None
    truth = knows(play, "gil")
    trial = first_check(truth, wanted, "a", "", "b")
    assert trial is not None
    found = odds.effect_odds(odds.stakes(truth, trial), soak=play.state.bodies["b"].stats["SK"])
    assert found is not None
    dealt: Counter[int] = Counter()
    for (_, damage), weight in chances.items():
        dealt[damage] += weight  # type: ignore[assignment]
    assert dict(dealt) == {value: Fraction(weight, found.of) for value, weight in found.weights.items()}


@pytest.mark.rule("T-148")
@pytest.mark.parametrize(("mine", "theirs"), [(3, 3), (5, 1), (0, 6)])
def test_versus_is_counted_on_both_sides(mine: int, theirs: int) -> None:
    no_third_die = {"tt.crit.failure": [1, 7]}
    play = duel(STR=mine, foe_skills={"nudge": "P"}, target={"STR": theirs}, options=no_third_die)
    chances = explored(play, c.Act(unit="a", action="nudge", target="b"))
    view = knows(play, "gil")
    shown = odds.targets(view, view.state.units["a"], "nudge")[0]
    order = {"botch": 0, "plain": 1, "critical": 2}
    rolls = list(Counter(hand_rolls(range(8, 11), range(1, 8))).items())
    wins = 0
    for ((kind, face), weight), ((other, resisted), times) in product(rolls, repeat=2):
        alike = order[kind] == order[other] and face + mine + 1 > resisted + theirs
        wins += weight * times * (alike or order[kind] > order[other])
    assert won(chances) == Fraction(wins, 1_000_000)
    assert shown.permille == permille(won(chances))


def test_a_check_without_a_target_has_its_odds_too() -> None:
    play = duel()
    view = knows(play)
    shown = odds.check_preview(view, view.state.units["a"], "balk")
    assert shown is not None
    assert shown.permille == permille(won(explored(play, c.Act(unit="a", action="balk"))))


# --- what may be known (table.md 23) -----------------------------------------------------------------


def target_view(play: Play, seat: str = "ann", action: str = "nip") -> Any:
    view = knows(play, seat)
    return odds.targets(view, view.state.units["a"], action)[0]


def test_open_shows_the_chance_and_the_defence_as_one_sum() -> None:
    play = duel(target={"SK": 3})
    play.do("lay", by="gil", on="body:b", label="crate", value=2, applies="def")
    shown = target_view(play)
    assert shown.chance == "55 %"
    assert shown.breakdowns[1].words == "8 defence = 8"
    assert len(shown.breakdowns[1].terms) == 1
    assert shown.effect == "3.7 on average, 3 to 8 before soak"


def test_guarded_shows_words_and_closed_nothing() -> None:
    guarded = target_view(duel(options={"tt.show.npc": "guarded"}))
    assert (guarded.chance, guarded.permille, len(guarded.breakdowns)) == ("likely", None, 1)
    closed = target_view(duel(options={"tt.show.npc": "closed"}))
    assert (closed.chance, closed.permille, len(closed.breakdowns)) == ("", None, 1)


def test_the_gm_sees_every_term_and_what_is_left_after_soak() -> None:
    shown = target_view(duel(), "gil")
    assert shown.breakdowns[1].words == "6 DEF = 6"
    assert shown.effect.endswith("damage")


@pytest.mark.parametrize("show", ["open", "guarded", "closed"])
def test_what_may_not_be_known_changes_nothing(show: str) -> None:
    """Twin Missions that differ in the target's soak, a secret modifier and, when closed, its DEF."""
    one = duel(options={"tt.show.npc": show}, target={"SK": 0, "STR": 1})
    two = duel(options={"tt.show.npc": show}, target={"SK": 9, "STR": 7, "DEF": 9 if show == "closed" else 6})
    two.do("lay", by="gil", on="body:b", label="ward", value=5, applies="def", secret=True)
    for action in ("nip", "nudge"):
        assert target_view(one, action=action) == target_view(two, action=action)


def test_guarded_tells_no_more_of_the_defence_than_its_word() -> None:
    one, two = (duel(options={"tt.show.npc": "guarded"}, target={"DEF": d}) for d in (6, 7))
    before, after = target_view(one), target_view(two)
    assert (before.chance, before.effect, before.breakdowns) == (after.chance, after.effect, after.breakdowns)


@pytest.mark.parametrize(("show", "told"), [("open", "8 against 6"), ("guarded", "hits"), ("closed", "hits")])
def test_after_the_roll_the_same_holds_for_the_log(show: str, told: str) -> None:
    play = duel(options={"tt.show.npc": show})
    play.do("act", unit="a", action="nip", target="b", dice=[4, (2, 2)])
    line = play.lines("ann")[-1]
    assert told in line.text
    assert "soak" not in line.text
    assert ("difficulty" in line.record["attempt"]) == (show == "open")
    assert ("margin" in line.record["attempt"]) == (show == "open")


@pytest.mark.rule("T-143")
@pytest.mark.parametrize(
    ("show", "title", "line"),
    [("open", "45 %", "A, Climb: 6 against 8, fails"), ("guarded", "even", "A, Climb: 6, fails"),
     ("closed", "", "A, Climb: 6, fails")],
)  # fmt: skip
def test_a_difficulty_that_no_target_sets_is_told_as_far_as_strangers_are(show: str, title: str, line: str) -> None:
    climber = {**hero(STR=2, SPD=4), "skills": {"climb": 1}}
    play = Play(["a...b"], {"a": climber, "b": foe()}, order="ab", options={"tt.show.npc": show})
    option = next(o for o in play.view("ann").options if o.key == "check:climb")
    assert option.title.startswith(title)
    assert ("8" in option.title.partition(". ")[0]) == (show == "open")
    assert "8" in next(o for o in play.view().options if o.key == "check:climb").title
    play.do("act", unit="a", action="climb", dice=[3])
    assert play.words("ann") == [line]
    assert play.words() == ["A, Climb: 6 against 8, fails"]
    assert ("margin" in play.lines("ann")[0].record["attempt"]) == (show == "open")


def test_the_basis_changes_with_what_is_shown() -> None:
    play = duel()
    before = target_view(play).basis
    assert target_view(play).basis == before
    play.do("lay", by="gil", on="body:b", label="crate", value=2, applies="def")
    assert target_view(play).basis != before


def test_targets_are_the_legal_ones_and_foes_come_first() -> None:
    archer = {**hero(DEX=3, SPD=4), "skills": {"bow": 1}}
    units = {"a": archer, "c": hero("ben"), "b": foe(), "m": mob({}, {})}
    play = Play(["ac.b#m", "......", "....m."], units, order="acbm")
    play.do("rule", hide="m.2")
    view = knows(play)
    assert [t.body for t in odds.targets(view, view.state.units["a"], "bow")] == ["b", "c"]
    gm = knows(play, "gil")
    assert [t.body for t in odds.targets(gm, gm.state.units["a"], "bow")] == ["b", "m.2", "c"]
    assert odds.targets(view, view.state.units["a"], "climb") == ()
