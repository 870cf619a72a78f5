"""The runner itself: what must fail fails, and says where and why."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from django.core.management import call_command

from missions.management.commands.scenario import play, read_file
from tactics.scenarios.memory import MemoryHost

HEAD = """
scenario: A test
ruleset: tempus
map: |
  ab...
  .....
legend: {a: ann, b: ben}
units:
  ann: {race: monster, stats: {SPD: 4, WIT: 3, DEX: 3}, skills: {claw: 2}}
  ben: {side: foes, stats: {DEF: 7}}
start: {order: [ann, ben]}
"""
HIT = "{do: act, unit: ann, action: claw, target: ben"


def failures(tmp_path: Path, steps: str, head: str = HEAD) -> list[str]:
    path = tmp_path / "one.yaml"
    path.write_text(head + "steps:\n" + dedent(steps))
    return [str(f) for found in read_file(path) for f in play(found, MemoryHost)]


def test_what_is_right_passes(tmp_path: Path) -> None:
    assert failures(tmp_path, f"- {HIT}, dice: [d10=1], expect: {{ann.pa: 2, turn: ann}}}}") == []


def test_a_die_that_is_not_listed_says_what_it_was_for(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, f"- {HIT}, dice: [d10=3]}}")
    assert found.startswith("step 1 (line 13), act: dice: a d10 is rolled for")
    assert "no face is listed" in found
    assert "Claw" in found


def test_a_listed_die_that_is_not_rolled_fails(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, f"- {HIT}, dice: [d10=1, d8=2]}}")
    assert "listed but not rolled: d8=2" in found


def test_a_die_of_another_size_fails(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, f"- {HIT}, dice: [d8=1]}}")
    assert "a d10 is rolled for" in found
    assert "d8=1 is listed" in found


def test_a_refused_step_rolls_nothing(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, "- {do: end_turn, unit: ben, refused: not_your_turn, dice: [d10=1]}")
    assert "listed but not rolled" in found


@pytest.mark.parametrize(
    ("face", "words"),
    [("d10=0", "write d10=10 for a zero"), ("d10=11", "no face 11"), ("10", "no die and face")],
)
def test_faces_are_checked_when_read(tmp_path: Path, face: str, words: str) -> None:
    (found,) = failures(tmp_path, f"- {HIT}, dice: [{face}]}}")
    assert words in found


def test_an_unexpected_refusal_fails_with_its_reason(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, "- {do: end_turn, unit: ben}")
    assert found == "step 1 (line 13), end_turn: refused: not_your_turn"


def test_the_wrong_refusal_fails(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, "- {do: end_turn, unit: ben, refused: illegal.cost}")
    assert "expected the refusal illegal.cost, found not_your_turn" in found


def test_a_refusal_that_does_not_come_fails(tmp_path: Path) -> None:
    (found,) = failures(tmp_path, "- {do: end_turn, unit: ann, refused: not_your_turn}")
    assert "expected the refusal not_your_turn, found that it was done" in found


def test_illegal_accepts_any_why_and_a_why_only_itself(tmp_path: Path) -> None:
    steps = "- {{do: move, unit: ann, path: [[1, 0]], refused: {}}}"
    assert failures(tmp_path, steps.format("illegal")) == []
    assert failures(tmp_path, steps.format("illegal.occupied")) == []
    assert failures(tmp_path, steps.format("illegal.cost")) != []


def test_expectations_name_path_expected_and_found(tmp_path: Path) -> None:
    found = failures(tmp_path, "- {do: end_turn, unit: ann, expect: {turn: ann, ben.hp: 3, ben.hpp: 3}}")
    assert [f.partition("end_turn: ")[2] for f in found] == [
        "turn: expected 'ann', found 'ben'",
        "ben.hp: expected 3, found 10",
        "ben.hpp: expected 3, found nothing there",
    ]


def test_absent_means_that_the_path_must_not_exist(tmp_path: Path) -> None:
    assert failures(tmp_path, "- {expect: {last: absent, cid: absent}}") == []
    (found,) = failures(tmp_path, "- {expect: {ben: absent}}")
    assert "ben: expected 'absent'" in found


def test_as_looks_through_a_seat(tmp_path: Path) -> None:
    steps = """
        - {do: rule, hide: ben, expect: {ben.at: [1, 0]}, as: {ann: {ben: absent, order: [ann]}}}
        - {expect: {as: {ann: {ben.hp: absent, units: [ann]}}}}
    """
    assert failures(tmp_path, steps) == []
    (found,) = failures(tmp_path, "- {as: {ann: {ben: absent}}}")
    assert "as ann: ben: expected 'absent'" in found
    (found,) = failures(tmp_path, "- {as: {zoe: {turn: ann}}}")
    assert "there is no seat 'zoe'" in found


def test_lists_have_as_many_items_and_mappings_only_the_keys_given(tmp_path: Path) -> None:
    assert failures(tmp_path, "- {expect: {order: [ann, ben], ann: {pa: 4, side: heroes}}}") == []
    assert len(failures(tmp_path, "- {expect: {order: [ann]}}")) == 1


def test_one_is_not_true(tmp_path: Path) -> None:
    assert len(failures(tmp_path, "- {expect: {round: true}}")) == 1


def test_repeat_takes_effect_once(tmp_path: Path) -> None:
    assert failures(tmp_path, "- {do: move, unit: ann, path: [[0, 1]], repeat: 4, expect: {ann.pa: 3}}") == []
    assert failures(tmp_path, f"- {HIT}, dice: [d10=1], repeat: 3, expect: {{ann.pa: 2}}}}") == []


def test_a_prompt_takes_its_default_unless_the_next_step_answers(tmp_path: Path) -> None:
    head = HEAD + "options: {tt.ask.difficulty: all}\n"
    assert failures(tmp_path, f"- {HIT}, dice: [d10=1], expect: {{prompts: [], ann.pa: 2}}}}", head) == []
    steps = f"""
        - {HIT}, expect: {{prompts: [difficulty]}}}}
        - {{do: end_turn, unit: ann, refused: awaiting_answer}}
        - {{do: answer, prompt: difficulty, value: {{value: 30}}, dice: [d10=9]}}
    """
    assert failures(tmp_path, steps, head) == []


def test_a_question_without_default_waits(tmp_path: Path) -> None:
    steps = """
        - {do: rule, knock_out: ann, expect: {prompts: [end_mission]}}
        - {do: rule, revive: ann, expect: {prompts: []}}
    """
    assert failures(tmp_path, steps) == []


def test_reload_and_wait(tmp_path: Path) -> None:
    assert failures(tmp_path, "- {wait: 30, reload: true, expect: {turn: ann}}") == []


def test_rewind_by_number_and_to_the_last_step(tmp_path: Path) -> None:
    steps = """
        - {do: move, unit: ann, path: [[0, 1]]}
        - {do: end_turn, unit: ann}
        - {do: rewind, to: last, expect: {turn: ann, ann.at: [0, 1]}}
        - {do: rewind, to: last, expect: {ann.at: [0, 0]}}
        - {do: move, unit: ann, path: [[0, 1]]}
        - {do: rewind, to: 0, expect: {ann.at: [0, 0], ann.pa: 4}}
    """
    assert failures(tmp_path, steps) == []
    (found,) = failures(tmp_path, "- {do: rewind, to: 7}")
    assert "no live step 7" in found


def test_an_amendment_decides_again_with_the_same_dice(tmp_path: Path) -> None:
    steps = f"""
        - {HIT}, dice: [d10=3, d10=4], expect: {{ben.hp: 4}}}}
        - {{do: amend, entry: last, change: {{die: [1, 1]}}, expect: {{ben.hp: 7, last.effectiveness.total: 3}}}}
    """
    assert failures(tmp_path, steps) == []


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (HEAD + "unit: {}\n", "there is no key 'unit': did you mean units?"),
        (HEAD + "options: {tt.ask.dificulty: all}\n", "did you mean tt.ask.difficulty?"),
        (HEAD + "rules: [T-48]\n", "no rule id"),
        (HEAD.replace("tempus", "chess"), "is not in this release"),
        (HEAD.replace("order: [ann", "order: [amn"), "did you mean ann?"),
        (HEAD.replace("  .....", "  ...."), "same number of glyphs"),
        (HEAD.replace("  .....", "  ....x"), "does not say what 'x' is"),
        (HEAD.replace("b: ben", "b: bun"), "did you mean ben?"),
        (HEAD.replace("ab...", "aa..."), "stands in 2 cells but has 1 bodies"),
        (HEAD.replace("side: foes", "seat: gun"), "there is no seat 'gun'"),
        (HEAD.replace("claw: 2", "claw: 11"), "ann"),
        (HEAD.replace("DEX: 3", "DEXX: 3"), "ann"),
        (HEAD + "content: {action: {vault: {lable: Vault}}}\n", "vault"),
    ],
)
def test_a_set_up_that_cannot_be_meant_is_refused(tmp_path: Path, head: str, words: str) -> None:
    (found,) = failures(tmp_path, "- {do: end_turn, unit: ann}", head)
    assert words in found


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("{do: ship, unit: ann}", "ship is not in this release of tempus"),
        ("{do: end_trun, unit: ann}", "did you mean end_turn?"),
        ("{do: end_turn, unit: ann, by: zoe}", "there is no seat 'zoe'"),
        ("{unit: ann}", "do: name what is done"),
        ("{}", "an empty step"),
        ("{do: end_turn, unit: ann, repeat: 0}", "repeat"),
        ("{do: end_turn, unit: ann, speed: 3}", "bad_field"),
    ],
)
def test_a_step_that_cannot_be_meant_is_refused(tmp_path: Path, step: str, words: str) -> None:
    (found,) = failures(tmp_path, f"- {step}")
    assert words in found


def test_a_file_that_is_no_yaml_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("scenario: x\nsteps: [\n")
    (found,) = read_file(path)
    assert "no YAML" in str(found.failure)
    path.write_text("scenario: x\nscenario: y\n")
    (found,) = read_file(path)
    assert "stands twice" in str(found.failure)
    assert "line 2" in str(found.failure)


def test_the_command_counts_and_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = "- {do: end_turn, unit: ann}\n", "- {do: end_turn, unit: ben}\n"
    path = tmp_path / "two.yaml"
    path.write_text(f"{HEAD}steps:\n{good}---\n{HEAD}steps:\n{bad}")
    with pytest.raises(SystemExit) as left:
        call_command("scenario", path)
    assert left.value.code == 1
    out = capsys.readouterr().out
    assert "two.yaml: A test: step 1 (line 27), end_turn: refused: not_your_turn" in out
    assert out.endswith("1 passed, 1 failed\n")
    path.write_text(f"{HEAD}steps:\n{good}")
    call_command("scenario", tmp_path)
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
