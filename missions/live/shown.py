"""What a seat's page shows, as {dom id: html}: its lists, their items, and the name of it all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from django.utils.safestring import SafeString

from missions.live.again import Again


@dataclass(frozen=True)
class List:
    """A container of the page. ordered: the order of its items is seen. fixed: its items never change."""

    id: str
    tag: str
    ordered: bool = False
    fixed: bool = False


LISTS: Mapping[str, List] = {
    "t": List("tokens", "div"),
    "i": List("pictures", "svg"),
    "k": List("terrain", "svg"),
    "w": List("edges", "svg"),
    "g": List("lying", "div"),
    "o": List("turns", "ol", ordered=True),
    "u": List("units", "div", ordered=True),
    "p": List("packs", "div", ordered=True),
    "q": List("prompts", "ul", fixed=True),
    "e": List("log", "ol", ordered=True),
}

SVG_REGIONS = frozenset({"base", "grid", "areas", "zones", "hulls", "fog"})


class Parts(dict[str, str]):
    """{dom id: html}; a template takes the items of a list by the list's name (`parts.tokens`).

    again: what the parts were made of, for the next page of the same audience; names: a digest of each part.
    """

    def __init__(self) -> None:
        super().__init__()
        self.again: Again | None = None
        self.names: dict[str, bytes] = {}
        self.sorted: dict[str, dict[str, str]] = {}

    def __getattr__(self, name: str) -> SafeString:
        for prefix, kind in LISTS.items():
            if kind.id == name:
                return SafeString("".join(items(self, prefix).values()))
        raise AttributeError(name)


def items(shown: Mapping[str, str], prefix: str) -> dict[str, str]:
    """The items of one list, or with an empty prefix all regions. Sorted once for each page."""
    if not isinstance(shown, Parts):
        return _sorted(shown).get(prefix, {})
    if not shown.sorted:
        shown.sorted = _sorted(shown)
    return shown.sorted.get(prefix, {})


def _sorted(shown: Mapping[str, str]) -> dict[str, dict[str, str]]:
    out: dict[str, dict[str, str]] = {}
    for key, html in shown.items():
        out.setdefault(key[0] if key[1:2] == "-" else "", {})[key] = html
    return out


def name_of(key: str, html: str) -> bytes:
    """A digest of one part under its id."""
    return blake2b(f"{key}\0{html}".encode(), digest_size=12).digest()


def digest(shown: Mapping[str, str]) -> str:
    """A short name of what a page shows: equal for equal parts in equal order."""
    names = shown.names if isinstance(shown, Parts) else {key: name_of(key, html) for key, html in shown.items()}
    return blake2b(b"".join(names.values()), digest_size=12).hexdigest()
