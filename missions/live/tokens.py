"""Tokens and the turn order: one button a body on the map, one row a unit in the order.

This is the hot path (a hundred of them per audience and change), so it is str.format over escaped values.
A token is placed by classes: `x12 y7` (static/css/xy.css), `b1` for the second board. Short signs stand in
`data-s`, which the stylesheet shows: what a screen reader or a voice command uses is the label alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from missions.live.draw import class_name
from missions.live.markup import esc, icon, picture, safe_id
from missions.live.remember import remembered
from missions.live.speech import gettext as _
from tactics.kernel.view import BadgeView, OrderRow, TokenView

MAX_BADGES = 3

_PIECE = (
    '<button id="t-{id}" type="button" class="tok {css}" data-body="{key}" data-unit="{unit}" '
    'tabindex="-1" aria-label="{label}">{face}{body}<i class="hp h{health}"></i>{badges}</button>'
)


@remembered(4096)
def token(view: TokenView, board: int) -> str:
    """The token of a body on the `board`-th board of the view."""
    css = [class_name(view.relation), f"b{board}", f"x{view.x}", f"y{view.y}"]
    if view.size > 1:
        css.append(f"s{min(view.size, 9)}")
    css += [word for word, on in (("act", view.active), ("down", view.down), ("hid", view.hidden)) if on]
    return _PIECE.format(
        id=safe_id(view.key),
        css=" ".join(css),
        key=esc(view.key),
        unit=esc(view.unit),
        label=esc(view.label or view.name),
        face=f'<i class="face f-{class_name(view.facing)}"></i>' if view.facing else "",
        body=_portrait(view),
        health=max(0, min(10, view.health_step)),
        badges=_badges(view.badges) + _level(view.z) + _mount(view.on),
    )


def _mount(name: str) -> str:
    """Whom it rides, on a plate below it."""
    short = name if len(name) <= 8 else f"{name[:7]}…"  # what a token is wide enough for
    return f'<i class="mount" data-s="{esc(short)}"></i>' if name else ""


def _level(z: int) -> str:
    """How far above or below its ground it is."""
    arrow = "\N{UPWARDS ARROW}" if z > 0 else "\N{DOWNWARDS ARROW}"
    return f'<i class="lvl" data-s="{arrow}{abs(z)}"></i>' if z else ""


def _portrait(view: TokenView) -> str:
    if view.picture:
        return f'<b><img src="{picture(view.picture)}" alt=""/></b>'
    return f'<b data-s="{esc(view.short)}"></b>'


def _badges(badges: tuple[BadgeView, ...]) -> str:
    """The first letters of the first few; the accessible name has them all."""
    if not badges:
        return ""
    marks = "".join(
        f'<i class="{class_name(badge.tone)}" data-s="{esc(badge.label[:1])}"></i>' for badge in badges[:MAX_BADGES]
    )
    return f'<i class="marks">{marks}</i>'


_ROW = (
    '<li id="o-{id}" class="{css}"{current}><button type="button" data-focus="{focus}" '
    'data-unit="{unit}" aria-label="{label}"{title}><b data-s="{short}"></b><span class="nm">{name}</span>'
    '<i class="ini" data-s="{initiative}"></i>{sign}{mark}</button></li>'
)

_MARKS: Mapping[str, str] = {"acted": "check", "down": "skull", "next": "chevrons-right"}


@remembered(2048)
def order_row(view: OrderRow) -> str:
    """One row of the turn order."""
    css = f"{class_name(view.relation)} {class_name(view.state)}{' hid' if view.hidden else ''}"
    words = {
        "acting": _("acting now"),
        "next": _("next"),
        "acted": _("has acted"),
        "down": _("down"),
    }
    label = view.label or ", ".join(part for part in (view.name, words.get(view.state, "")) if part)
    return _ROW.format(
        id=safe_id(view.unit),
        css=css,
        current=' aria-current="step"' if view.state == "acting" else "",
        focus=esc(view.focus),
        unit=esc(view.unit),
        label=esc(label),
        title=f' title="{esc(label)}"' if view.sign else "",
        short=esc(view.short),
        name=esc(view.name),
        initiative="" if view.initiative is None else view.initiative,
        sign=f'<i class="sign" data-s="{esc(view.sign)}"></i>' if view.sign else "",
        mark=(icon("eye-off") if view.hidden else "") + (icon(_MARKS[view.state]) if view.state in _MARKS else ""),
    )
