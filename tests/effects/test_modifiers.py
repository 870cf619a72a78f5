"""Modifiers: stacking and the one order."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactics.effects.breakdown import Breakdown, Term
from tactics.effects.modifiers import Modifier, add, collect, from_laid, sort_key, stacked, value_of
from tactics.kernel.state import Laid


@pytest.mark.rule("T-142")
def test_all_add_up_with_their_source():
    collectors = (
        lambda known, question: [Modifier("attempt", "hand", -3, "gear:torch")],
        lambda known, question: [Modifier("attempt", "Aim", 2, "action:aim"), Modifier("def", "cover", 2)],
        lambda known, question: [Modifier("attempt", "vague", -2, "prepared:1")],
    )
    found = collect(collectors, None, None)
    attempt = add(Breakdown("Attempt"), found, "attempt")
    assert attempt.total == value_of(found, "attempt") == -3
    assert [t.label for t in attempt.terms] == ["Aim", "hand", "vague"]


def test_the_same_thing_counts_once():
    twice = stacked([Modifier("attempt", "Aim", 2, "action:aim")] * 2)
    assert [m.counts for m in twice] == [True, False]
    assert twice[1].why == "counts only once"


def test_one_group_takes_the_best_bonus_and_the_worst_penalty():
    group = [
        Modifier("def", "tower", 4, "cover:tower", stack_group="cover"),
        Modifier("def", "hedge", 1, "cover:hedge", stack_group="cover"),
        Modifier("def", "mud", -1, "terrain:mud", stack_group="cover"),
        Modifier("def", "bog", -2, "terrain:bog", stack_group="cover"),
    ]
    found = {m.label: m for m in stacked(group)}
    assert {label for label, m in found.items() if m.counts} == {"tower", "bog"}
    assert found["hedge"].why == "does not stack with tower"


def test_without_source_or_group_everything_adds_up():
    assert value_of(stacked([Modifier("soak", "x", 1)] * 3), "soak") == 3


def test_a_secret_never_shows_in_the_reason_of_an_open_one():
    found = stacked(
        [
            Modifier("def", "open", 1, stack_group="g"),
            Modifier("def", "hidden blessing", 5, secret=True, stack_group="g"),
        ]
    )
    assert all("hidden" not in m.why for m in found if not m.secret)


def test_laid_by_the_gm():
    m = from_laid(Laid("3", "unit:a", "difficulty", "running", 5, secret=True))
    assert (m.applies, m.value, m.source, m.secret) == ("difficulty", 5, "laid:3", True)


MODIFIERS = st.lists(
    st.builds(
        Modifier,
        st.sampled_from(["attempt", "def"]),
        st.sampled_from(["a", "b"]),
        st.integers(-3, 3),
        st.sampled_from(["", "status:x", "zzz:y", "skill:z"]),
        stack_group=st.sampled_from(["", "g"]),
    ),
    max_size=8,
)


@given(MODIFIERS, st.integers())
def test_the_order_of_collecting_changes_nothing(modifiers, seed):
    shuffled = list(modifiers)
    random.Random(seed).shuffle(shuffled)
    assert stacked(shuffled) == stacked(modifiers)
    assert [m.label for m in stacked(modifiers)] == [m.label for m in sorted(modifiers, key=sort_key)]


def test_term_keeps_the_name():
    assert Modifier("def", "stance", 2, "posture:stance", house=True).term() == Term(
        "stance", 2, "posture:stance", house=True
    )
