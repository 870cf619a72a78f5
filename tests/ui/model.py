"""A page as the browser would hold it, in a few lines: the regions and lists, and the out-of-band swaps on them.

The swaps are those that static/vendor/htmx does with these fragments: `outerMorph` leaves the element as sent,
`innerMorph` a list as sent, `beforeend` adds, `afterend` and `beforebegin` put beside, `delete` takes away. A target
that is missing is an error here (htmx would say nothing).
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping

from missions.live.shown import LISTS

CONTAINERS = {kind.id: prefix for prefix, kind in LISTS.items()}


def text(element: ET.Element) -> str:
    element.tail = None
    return ET.tostring(element, encoding="unicode")


def normal(html: str) -> str:
    return text(ET.fromstring(html))


class Page:
    """Lists hold their items in the order of the page."""

    def __init__(self, parts: Mapping[str, str]) -> None:
        self.regions = {key: normal(html) for key, html in parts.items() if key[1:2] != "-"}
        self.lists: dict[str, dict[str, str]] = {name: {} for name in CONTAINERS}
        for key, html in parts.items():
            if key[1:2] == "-":
                self.lists[LISTS[key[0]].id][key] = normal(html)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Page) or self.regions != other.regions:
            return False
        return all(
            items == other.lists[name]
            and (not LISTS[CONTAINERS[name]].ordered or list(items) == list(other.lists[name]))
            for name, items in self.lists.items()
        )

    __hash__ = None  # type: ignore[assignment]

    def apply(self, content: str) -> None:
        for top in ET.fromstring(f"<r>{content}</r>"):
            how = top.get("hx-swap-oob")
            for element in [top] if how else list(top):
                self._swap(element, element.attrib.pop("hx-swap-oob"))

    def _swap(self, element: ET.Element, how: str) -> None:
        key = element.get("id", "")
        style, _, target = how.partition(":#")
        if style in ("innerMorph", "beforeend"):
            items = {item.get("id", ""): text(item) for item in element}
            held = self.lists[target]
            assert style == "innerMorph" or not held.keys() & items.keys(), "an id twice"
            self.lists[target] = items if style == "innerMorph" else held | items
        elif style in ("afterend", "beforebegin"):
            self._at_piece(target, lambda parent, at: _insert(parent, at + (style == "afterend"), element))
        elif key.startswith("c-"):
            put = {"outerMorph": lambda parent, at: parent.__setitem__(at, element), "delete": _take}
            self._at_piece(key, put[style])
        elif style == "delete":
            del self.lists[LISTS[key[0]].id][key]
        else:
            assert style == "outerMorph"
            held = self.lists[LISTS[key[0]].id] if key[1:2] == "-" else self.regions
            assert key in held, f"no such target: {key}"
            held[key] = text(element)

    def _at_piece(self, key: str, change: Callable[[ET.Element, int], None]) -> None:
        """Where the piece of a region or of an item with this id lies, what is around it is changed."""
        for held in (self.regions, *self.lists.values()):
            for name, html in held.items():
                root = ET.fromstring(html)
                for parent in root.iter():
                    for at, child in enumerate(parent):
                        if child.get("id") == key:
                            change(parent, at)
                            held[name] = normal(text(root))
                            return
        raise AssertionError(f"no such piece: {key}")


def _insert(parent: ET.Element, at: int, sent: ET.Element) -> None:
    parent[at:at] = list(sent)


def _take(parent: ET.Element, at: int) -> None:
    assert parent[at].tail is None, "text after a piece would be lost"
    del parent[at]
