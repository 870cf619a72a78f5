"""The words of pages. Django asks for the language at each word, which costs more than the word: here it is asked for
once a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

from django.utils import translation

_words: dict[str | None, dict[str, str]] = {}
_here = local()


@contextmanager
def one_language() -> Iterator[None]:
    """Inside, the language does not change."""
    before = getattr(_here, "language", None)
    _here.language = (translation.get_language(),)
    try:
        yield
    finally:
        _here.language = before


def language() -> str | None:
    """The language of the page that is being made."""
    known: tuple[str | None] | None = getattr(_here, "language", None)
    return known[0] if known is not None else translation.get_language()


def gettext(message: str) -> str:
    """`django.utils.translation.gettext`, remembered."""
    known: tuple[str | None] | None = getattr(_here, "language", None)
    if known is None:
        return translation.gettext(message)
    words = _words.setdefault(known[0], {})
    found = words.get(message)
    if found is None:
        found = words[message] = translation.gettext(message)
    return found
