"""Points as dots, health, and the numbers that a GM changes where they stand (table.md 19)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.safestring import SafeString

from missions.live.markup import NOTHING, fill, icon, join, when
from missions.live.sockets import socket
from missions.live.speech import gettext as _
from tactics.kernel.view import BodyView, NumberView, PoolView, UnitView

MAX_PIPS = 12


def number(label: str, value: object, path: str = "") -> SafeString:
    """A value; with a `path` it is a button that opens the field for -7, +3 or =12."""
    if not path:
        return fill("<b>{value}</b>", value=value)
    return fill(
        '<button type="button" class="num" data-set="{path}" data-label="{label}" '
        'data-value="{value}">{value}</button>',
        path=path,
        label=label,
        value=value,
    )


def points(unit: UnitView, gm: bool, *, pressed: bool = False) -> SafeString:
    """A unit's pools; the GM's numbers are buttons. pressed: whether its sockets say what they are for."""

    def settable(pool: PoolView) -> SafeString:
        return number(f"{unit.name}: {pool.label}", pool.left, f"{unit.key}.{pool.key}")

    return pools(unit.pools, settable if gm else None, unit.key if pressed else "")


def health(body: BodyView, gm: bool) -> SafeString:
    """Hit points where they are known in numbers, else in a word."""
    if body.max_hp is None:
        return fill("{health}", health=body.health)
    value = number(f"{body.name}: HP", body.hp, f"{body.key}.hp" if gm else "")
    return fill("{value}<small>/{of} HP</small>", value=value, of=body.max_hp)


def vitals(unit: UnitView, gm: bool) -> SafeString:
    """Health, points and defence of who acts: of a single body, and of a unit of several the points alone."""
    only = unit.bodies[0] if len(unit.bodies) == 1 else None
    return fill(
        '<div class="stats">{health}{pools}{defence}</div>',
        health=when(
            only is not None and only.max_hp is not None,
            '<span class="hp-text">{heart}{health}</span>',
            heart=icon("heart"),
            health=health(only, gm) if only is not None else NOTHING,
        ),
        pools=points(unit, gm, pressed=True),
        defence=join(_defence(each) for each in (only.numbers if only is not None else ()) if each.key == "def"),
    )


def _defence(view: NumberView) -> SafeString:
    return fill(
        '<span class="dfn"{title}>{label} <b>{value}</b></span>',
        title=when(view.title, ' title="{title}"', title=view.title),
        label=view.label,
        value=view.value,
    )


def pools(
    views: Sequence[PoolView], number: Callable[[PoolView], SafeString] | None = None, unit: str = ""
) -> SafeString:
    """All pools of a unit; those with few points have dots, of a shape and colour for each pool, and sockets stand in
    one row. unit: whose sockets may be pressed, which says what each is for."""
    out, shape = [], 0
    for view in views:
        if view.hint:
            continue
        shape += has_dots(view)
        out.append(pips(view, shape, number(view) if number else NOTHING))
    row = join(socket(view, unit, number) for view in views if view.hint)
    out.append(when(row, '<div class="sockets" role="group" aria-label="{of}">{row}</div>', of=_("This turn"), row=row))
    return join(out)


def has_dots(pool: PoolView) -> bool:
    return max(pool.of, pool.left) <= MAX_PIPS


def pips(pool: PoolView, shape: int = 1, number: SafeString = NOTHING) -> SafeString:
    """Points as dots, what is left filled, with the number beside them (or the GM's button for it)."""
    dots = NOTHING
    if has_dots(pool):
        spent = max(0, pool.of - pool.left)
        dots = join(["<i></i>"] * max(0, pool.left) + ['<i class="spent"></i>'] * spent)
    return fill(
        '<span class="pips d{shape}" role="{role}" aria-label="{label}: {left} {word} {of}">'
        '<span class="pl">{label}</span> {dots}{number}<small>/{of}</small></span>',
        shape=shape,
        role="group" if number else "img",
        label=pool.label,
        left=pool.left,
        number=number or fill("<b>{left}</b>", left=pool.left),
        of=pool.of,
        word=_("of"),
        dots=dots,
    )


def house(marked: bool) -> SafeString:
    """The mark of a value that the document leaves open, one letter as on the rules page: in some rulesets most
    rows have it. The help says what it means."""
    return when(
        marked,
        ' <sup class="house" title="{title}"><span aria-hidden="true">{sign}</span>'
        '<span class="sr">{title}</span></sup>',
        sign=_("H"),
        title=_("house value"),
    )
