"""From one page of a seat to another: the out-of-band HTML that a browser is sent (`shown.Parts`).

`difference(old, new)` turns a page that shows `old` into one that shows `new`; `snapshot(new)` does it from any page.
Items of a list come by `beforeend`, change by `outerMorph`, go by `delete`; a list whose order changed is sent whole
(`innerMorph`). Prompts are never morphed: what is typed into them would be lost. SVG comes inside an `<svg>`, else the
browser would read it as HTML. A region may hold pieces (PIECE), which come beside their neighbours, change and go by
themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache

from missions.live.shown import LISTS, SVG_REGIONS, List, items


def difference(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """Out-of-band HTML for a page that shows `old`; empty when nothing changed."""
    out: list[str] = []
    for prefix, kind in LISTS.items():
        out += _list_difference(kind, items(old, prefix), items(new, prefix))
    was = items(old, "")
    for key, html in items(new, "").items():
        if was.get(key) != html:
            out.append(_region_difference(key, was.get(key, ""), html))
    return "".join(out)


def snapshot(new: Mapping[str, str]) -> str:
    """Out-of-band HTML that makes any page of this seat show `new`."""
    out = [_whole(kind, items(new, prefix).values()) for prefix, kind in LISTS.items()]
    out += [_region(key, html) for key, html in items(new, "").items()]
    return "".join(out)


def _list_difference(kind: List, old: dict[str, str], new: dict[str, str]) -> list[str]:
    if old == new and (not kind.ordered or list(old) == list(new)):
        return []
    gone = [key for key in old if key not in new or (kind.fixed and old[key] != new[key])]
    left = set(gone)
    stay = [key for key in old if key not in left]
    kept = set(stay)
    come = [key for key in new if key not in kept]
    if kind.ordered and [*stay, *come] != list(new):
        return [_whole(kind, new.values())]
    out = [f'<div id="{key}" hx-swap-oob="delete"></div>' for key in gone]
    for key in stay:
        if old[key] != new[key]:
            out.append(_pieces_difference(old[key], new[key]) or _wrap(kind.tag, _oob(new[key], "outerMorph")))
    if come:
        sent = "".join(new[key] for key in come)
        out.append(f'<{kind.tag} hx-swap-oob="beforeend:#{kind.id}">{sent}</{kind.tag}>')
    return out


PIECE = '<li id="c-'
"""How a piece of a region or of an item begins: where nothing else changed, those alone are sent that went, changed or
came. They do not lie in one another."""
_LI = re.compile("<li[ >]|</li>")
MOST = 0.9
"""Up to this share of a region its pieces are sent alone."""


def _region_difference(key: str, old: str, new: str) -> str:
    return _pieces_difference(old, new) or _region(key, new)


def _pieces_difference(old: str, new: str) -> str:
    """The pieces that went, changed or came; empty if more did, or nearly all of them."""
    if PIECE not in new or PIECE not in old:
        return ""
    (before, were), (after, are) = _pieces(old), _pieces(new)
    was, now = dict(zip(before[1::2], were, strict=True)), dict(zip(after[1::2], are, strict=True))
    stay = was.keys() & now.keys()
    come = _come(after, are, stay)
    if come is None or len(now) < len(are) or _frame(before, stay) != _frame(after, stay):
        return ""
    gone = [f'<div id="{_piece_id(name)}" hx-swap-oob="delete"></div>' for name in was if name not in stay]
    changed = [_oob(html, "outerMorph") for name, html in now.items() if name in stay and html != was[name]]
    sent = "".join([*gone, *changed, *come])
    return sent if len(sent) < MOST * len(new) else ""


def _piece_id(name: str) -> str:
    """The id of a piece that begins so."""
    return name[name.index('"') + 1 :]


def _frame(between: list[str], stay: AbstractSet[str]) -> list[str]:
    """What lies around the pieces that stay, and they in their order, as if there were no others."""
    out = [""]
    for text, name in zip(between[::2], between[1::2], strict=False):
        out[-1] += text
        if name in stay:
            out += [name, ""]
    out[-1] += between[-1]
    return out


def _come(between: list[str], pieces: list[str], stay: AbstractSet[str]) -> list[str] | None:
    """The pieces that came, each run of them beside one that stays; None if one has no such neighbour in its list."""
    out, at, names, before = [], 0, between[1::2], between[::2]
    while at < len(pieces):
        end = at + 1
        if names[at] not in stay:
            while end < len(pieces) and names[end] not in stay and not before[end]:
                end += 1
            if at and not before[at]:
                where = f"afterend:#{_piece_id(names[at - 1])}"
            elif end < len(pieces) and not before[end]:
                where = f"beforebegin:#{_piece_id(names[end])}"
            else:
                return None
            out.append(f'<ul hx-swap-oob="{where}">{"".join(pieces[at:end])}</ul>')
        at = end
    return out


@lru_cache(maxsize=64)
def _pieces(html: str) -> tuple[list[str], list[str]]:
    """(what lies between the pieces with their ids, the pieces). Texts are escaped, so each `<li` is one."""
    between, pieces, end = [], [], 0
    start = html.find(PIECE)
    while start >= 0:
        between += [html[end:start], html[start : html.index('"', start + len(PIECE))]]
        depth = 0
        for tag in _LI.finditer(html, start):
            depth += -1 if tag.group() == "</li>" else 1
            if not depth:
                end = tag.end()
                break
        pieces.append(html[start:end])
        start = html.find(PIECE, end)
    return [*between, html[end:]], pieces


def _whole(kind: List, items: Iterable[str]) -> str:
    return f'<{kind.tag} hx-swap-oob="innerMorph:#{kind.id}">{"".join(items)}</{kind.tag}>'


def _region(key: str, html: str) -> str:
    return _wrap("svg" if key in SVG_REGIONS else "", _oob(html, "outerMorph"))


def _oob(html: str, how: str) -> str:
    """`html` begins with `<tag id=`, as every part does."""
    return html.replace(' id="', f' hx-swap-oob="{how}" id="', 1)


def _wrap(tag: str, html: str) -> str:
    return f"<svg>{html}</svg>" if tag == "svg" else html
