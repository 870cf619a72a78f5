"""The frame of a Mission: phases, objectives, the proposed end (T-003 to T-012, T-090 to T-092)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tactics.kernel.state import Objective
from tests.rules.table import GM, MAIN, Play, foe, hero

ROWS = ["a...b", ".....", ".....", ".....", "....."]
TWO = {"a": hero("ann", SPD=3, WIT=2), "b": hero("ben", SPD=3, WIT=2)}


def mission(*objectives: Objective, **more: object) -> Play:
    return Play(ROWS, TWO, objectives=objectives or (MAIN,), **more)  # type: ignore[arg-type]


@pytest.mark.rule("T-003")
def test_six_transitions_lead_to_post_mission() -> None:
    play = mission(phase="scenario")
    seen = [play.state.phase]
    play.do("advance")
    play.do("advance")
    seen += ["objectives", play.state.phase]
    play.do("roll_initiative", dice=[5, 3])
    seen += [play.state.phase]  # both have a cell: placement passes at once
    play.do("end_mission")
    seen += [play.state.phase]
    play.do("advance")
    assert [*seen, play.state.phase] == [
        "scenario",
        "objectives",
        "initiative",
        "running",
        "ended",
        "post_mission",
    ]


@pytest.mark.rule("T-003")
def test_there_is_no_way_back_from_running_to_placement() -> None:
    play = Play(ROWS, TWO, order="ab")
    assert play.refused("advance") == "illegal.phase"


@pytest.mark.rule("T-004")
def test_start_needs_initiative() -> None:
    assert mission().refused("start") == "illegal.phase"


@pytest.mark.rule("T-004")
def test_start_needs_everybody_placed() -> None:
    play = Play(["a....", "....."], TWO)
    play.do("roll_initiative", dice=[5, 3])
    assert play.state.phase == "placement"
    assert play.refused("start") == "illegal.phase"


@pytest.mark.rule("T-004", "T-026")
def test_with_all_four_set_round_one_begins() -> None:
    play = Play(["a....", "....."], TWO)
    play.do("roll_initiative", dice=[5, 3])
    play.do("place", by="ben", unit="b", at=[2, 1])
    assert (play.state.phase, play.state.clock.round, play.turn) == ("running", 1, "a")


@pytest.mark.rule("T-004")
def test_the_gm_may_add_objectives_while_it_runs_and_the_log_says_so() -> None:
    play = Play(ROWS, TWO, order="ab")
    play.do("set_objective", objective={"key": "late", "title": "Save the cat", "public": True})
    assert "Objective: Save the cat" in play.words("ann")


@pytest.mark.rule("T-005", "T-006")
def test_players_read_the_scenario_and_never_the_notes() -> None:
    play = mission(phase="scenario")
    play.do("set_scenario", text="s" * 100, notes="n" * 50)
    assert play.view("ann").scenario == "s" * 100
    assert play.view("ann").gm_notes == ""
    assert play.view().gm_notes == "n" * 50
    assert not any("n" * 50 in line for line in play.words("ann"))


@pytest.mark.rule("T-007")
def test_a_mission_needs_a_main_objective_unless_the_gm_forces_it() -> None:
    play = Play(ROWS, TWO, objectives=(), phase="objectives")
    assert play.refused("advance") == "illegal.phase"
    play.do("advance", force=True)
    assert play.state.phase == "initiative"
    assert "no main objective: the Mission could never end" in play.view().start_blockers


@pytest.mark.rule("T-008")
def test_a_player_may_have_no_objective() -> None:
    play = mission(Objective(key="o", title="Alone", recipients=("ann",)))
    assert len(play.view("ann").objectives) == 1
    assert len(play.view("ben").objectives) == 0


@pytest.mark.rule("T-009")
def test_objectives_are_best_outcome_unless_said_otherwise() -> None:
    play = mission(
        Objective(key="x", title="One", recipients=("ann",)),
        Objective(key="y", title="Two", recipients=("ann",), best_outcome=False),
    )
    assert [o.best_outcome for o in play.view("ann").objectives] == [True, False]


@pytest.mark.rule("T-010")
def test_experience_is_credited_after_the_mission_only() -> None:
    play = Play(
        ROWS,
        TWO,
        order="ab",
        objectives=(
            Objective(key="m", title="Main", recipients=("ann",), xp=20),
            Objective(key="s", title="Second", kind="secondary", recipients=("ann",), xp=10),
        ),
    )
    play.do("rule", settle={"m": "completed", "s": "failed"})
    assert play.state.xp == {}
    play.do("answer", by=GM, prompt="end_mission", value="yes")
    assert play.state.xp == {}
    play.do("advance")
    assert play.state.xp == {"ann": 20}


@pytest.mark.rule("T-011")
def test_an_alternate_settles_its_main() -> None:
    alternate = Objective(key="alt", title="Bribe", kind="alternate", instead_of="main", recipients=("ann",))
    play = Play(ROWS, TWO, order="ab", objectives=(MAIN, alternate))
    play.do("rule", settle={"alt": "completed"})
    assert play.state.objectives["main"].status == "completed"
    assert "Objective Win: completed by Bribe" in play.words("ann")
    assert "Objective Win: completed" in play.words("ben")


@pytest.mark.rule("T-011")
def test_a_personal_objective_has_one_recipient() -> None:
    play = mission()
    personal = {"key": "p", "title": "Mine", "kind": "personal", "recipients": ["ann", "ben"]}
    assert play.refused("set_objective", objective=personal) == "bad_field"


@pytest.mark.rule("T-012")
def test_contrary_objectives_stay_secret() -> None:
    play = mission(
        MAIN,
        Objective(key="p1", title="Protect the envoy", recipients=("ann",)),
        Objective(key="p2", title="Eliminate the envoy", recipients=("ben",), xp=77),
    )
    assert [o.title for o in play.view("ann").objectives] == ["Win", "Protect the envoy"]
    assert [o.title for o in play.view("ben").objectives] == ["Win", "Eliminate the envoy"]
    assert len(play.view().objectives) == 3
    assert "77" not in str(play.view("ann").objectives)


@pytest.mark.rule("T-012")
def test_what_is_published_is_seen_by_all() -> None:
    secret = Objective(key="p1", title="Protect the envoy", recipients=("ann",))
    play = mission(MAIN, secret)
    play.do("set_objective", objective={**_plain(replace(secret, public=True))})
    assert [o.title for o in play.view("ben").objectives] == ["Win", "Protect the envoy"]


def _plain(objective: Objective) -> dict[str, object]:
    return {k: getattr(objective, k) for k in objective.__struct_fields__}


@pytest.mark.rule("T-090")
def test_the_end_is_proposed_when_the_last_main_is_settled() -> None:
    play = Play(ROWS, TWO, order="ab", objectives=(Objective(key="A", title="A"), Objective(key="B", title="B")))
    play.do("rule", settle={"A": "completed"})
    assert play.state.prompts == ()
    play.do("rule", settle={"B": "failed"})
    assert [(p.kind, p.to) for p in play.state.prompts] == [("end_mission", "gm")]
    assert play.view("ann").prompts == ()
    play.do("end_turn", unit="a")  # nobody waits for the answer
    play.do("answer", by=GM, prompt="end_mission", value="yes")
    assert play.state.phase == "ended"


@pytest.mark.rule("T-091")
def test_all_player_characters_down_proposes_the_end() -> None:
    units = {**TWO, "f": foe(SPD=1, WIT=1)}
    play = Play(["a...b", "..f.."], units, order="abf")
    play.do("rule", knock_out="a")
    assert play.state.prompts == ()
    play.do("rule", set={"b.hp": 0})
    assert [p.kind for p in play.state.prompts] == ["end_mission"]
    assert play.state.prompts[0].data["why"] == "all Player Characters are unconscious"


@pytest.mark.rule("T-091")
def test_the_gm_sets_and_clears_unconsciousness() -> None:
    play = Play(ROWS, TWO, order="ab")
    play.do("rule", knock_out="b")
    assert play.state.bodies["b"].down
    play.do("rule", revive="b")
    assert not play.state.bodies["b"].down


@pytest.mark.rule("T-092")
def test_what_is_open_at_the_end_failed_and_the_gm_may_make_an_exception() -> None:
    second = Objective(key="s", title="Second", kind="secondary", recipients=("ann",), xp=10)
    play = Play(ROWS, TWO, order="ab", objectives=(MAIN, second))
    play.do("end_mission")
    assert play.state.objectives["s"].status == "failed"
    play.do("rule", settle={"s": "completed"})
    play.do("advance")
    assert play.state.xp == {"ann": 10}


@pytest.mark.rule("T-008")
@pytest.mark.rule("T-010")
def test_an_objective_that_nobody_was_given_pays_nobody() -> None:
    secret = Objective(key="s", title="Nobody knows", kind="secondary", xp=30)
    play = Play(ROWS, TWO, order="ab", objectives=(MAIN, secret))
    play.do("rule", settle={"main": "completed", "s": "completed"})
    play.do("end_mission")
    play.do("advance")
    assert play.state.xp == {"ann": 10, "ben": 10}  # the public main objective is everybody's
    assert not any("30" in line for line in play.words("ann"))


@pytest.mark.rule("T-091")
def test_the_end_is_proposed_although_the_action_waits_for_a_die() -> None:
    claws = {"kind": "mob", "side": "foes", "seat": "cat", "glyph": "m", "members": [{"skills": {"claw": 5}}] * 2}
    play = Play(["mam..", "....b"], {"a": hero("ann", HP=1), "b": hero("ben", HP=1), "m": claws}, order="mab")
    play.do("rule", knock_out="b")
    play.do("set_option", key="tt.ap.before_first_turn", value="full")
    play.do("rule", set={"m.pa": 2})
    play.do("set_standing", by="cat", choices={"typed_dice": True})
    play.do("act", unit="m", action="claw", target="a")
    for face in (9, 9):
        play.do("answer", by="cat", prompt="die", value=face)
    assert play.state.bodies["a"].down
    assert [p.kind for p in play.state.prompts] == ["end_mission", "die"]
    play.do("answer", prompt="end_mission", value="no")
    while play.state.prompts:
        assert [p.kind for p in play.state.prompts] == ["die"]
        play.do("answer", by="cat", prompt="die", value=1)
    play.do("rule", settle={"main": "failed"})  # another reason, another question
    assert (
        play.state.prompts[0].data["why"] == "every main objective is settled and all Player Characters are unconscious"
    )
