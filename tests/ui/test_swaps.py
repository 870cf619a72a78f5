"""Pieces of a region that come, go and change alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from missions.live.swaps import difference
from tests.ui.model import Page

NAMES = "abcdefgh"
WORDS = "a text that is long enough for its piece to be worth a way of its own"


def region(rows: list[str], changed: frozenset[str] = frozenset(), heading: str = "") -> dict[str, str]:
    """heading: the piece before which a heading stands, as in a second list."""
    made = [
        ("</ul><h3>More</h3><ul>" if name == heading else "")
        + f'<li id="c-{name}">{name}{"!" if name in changed else ""} {WORDS}</li>'
        for name in rows
    ]
    return {"options": f'<div id="options"><ul>{"".join(made)}</ul></div>'}


def some() -> st.SearchStrategy[tuple[list[str], frozenset[str], str]]:
    rows = st.lists(st.sampled_from(NAMES), unique=True)
    return st.tuples(rows, st.frozensets(st.sampled_from(NAMES), max_size=2), st.sampled_from(NAMES))


@settings(max_examples=400)
@given(some(), some())
def test_whatever_comes_goes_and_changes_the_page_is_the_new_one(
    before: tuple[list[str], frozenset[str], str], after: tuple[list[str], frozenset[str], str]
) -> None:
    old, new = region(*before), region(*after)
    page = Page(old)
    page.apply(difference(old, new))
    assert page == Page(new)


def test_what_stays_as_it_was_is_not_sent() -> None:
    old, new = region(list("abcefg"), heading="e"), region(list("xacyzefgh"), frozenset("f"), heading="e")
    sent = difference(old, new)
    assert [name for name in "abcefghxyz" if f'id="c-{name}"' in sent] == list("bfhxyz")
    assert "More" not in sent
    page = Page(old)
    page.apply(sent)
    assert page == Page(new)
