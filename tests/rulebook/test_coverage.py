"""What counts as a test of a rule, and what a real control has sent."""

from __future__ import annotations

from tactics.rulebook.coverage import proofs, sent
from tactics.rulebook.yaml_content import index

PYTHON = """
import pytest
pytestmark = pytest.mark.rule("T-001")

@pytest.mark.rule("T-002", "T-003")
def test_a(): ...

@pytest.mark.rule("T-999")
class TestB: ...
# pytest.mark.rule("T-004")
"""
SCENARIO = """
scenario: one
rules: [T-048, T-049]
---
scenario: two
rules: [O-001]
"""


def test_marks_and_scenarios_count(tmp_path):
    scenarios = tmp_path / "tests" / "scenarios" / "tempus"
    scenarios.mkdir(parents=True)
    (tmp_path / "tests" / "test_x.py").write_text(PYTHON)
    (tmp_path / "tests" / "test_broken.py").write_text("def (")
    (scenarios / "walk.yaml").write_text(SCENARIO)
    (scenarios / "broken.yaml").write_text("a: [")
    found = proofs(tmp_path, index())
    assert set(found.by_id) == {"T-001", "T-002", "T-003", "T-048", "T-049", "O-001"}
    assert found.by_id["T-048"] == ("tests/scenarios/tempus/walk.yaml",)
    assert found.unknown == {"T-999": ("tests/test_x.py",)}
    assert len(found.unread) == 2


def test_controls(tmp_path):
    assert sent(tmp_path) == (frozenset(), frozenset())
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "controls.json").write_text('{"commands": {"move": ["drag"]}, "prompts": {"difficulty": []}}')
    assert sent(tmp_path) == ({"move"}, {"difficulty"})
