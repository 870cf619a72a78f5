"""A turn of sockets that need no selecting: which are used, and why a click on the map does nothing (table.md 21)."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString

from missions.live.draw import class_name
from missions.live.markup import fill, icon, when
from missions.live.speech import gettext as _
from tactics.kernel.view import MissionView, PoolView


def socket(view: PoolView, unit: str, number: Callable[[PoolView], SafeString] | None) -> SafeString:
    """A part of the turn, used or not: told by a mark and a line through its name, and in words."""
    used = view.left <= 0
    face = fill(
        "{icon}<span>{label}</span>{more}",
        icon=icon("check") if used else icon(class_name(view.icon)),
        label=view.label,
        more=when(view.left > 1, "<b>{n}</b>", n=view.left),
    )
    words = f"{view.label}: {_('used')}" if used else f"{view.label}: {view.hint}"
    if unit:
        shown = fill(
            '<button type="button" class="socket{css}" data-socket="{label}" data-unit="{unit}" title="{words}" '
            'aria-label="{words}">{face}</button>',
            css=" used" if used else "",
            label=view.label,
            unit=unit,
            words=words,
            face=face,
        )
    else:
        shown = fill(
            '<span class="socket{css}" role="img" title="{words}" aria-label="{words}">{face}</span>',
            css=" used" if used else "",
            words=words,
            face=face,
        )
    return fill('<span class="part">{shown}{number}</span>', shown=shown, number=number(view)) if number else shown


def shut(view: MissionView) -> dict[str, dict[str, str]]:
    """Why a plain click does nothing, by unit: on a `cell`, on a `target`. With what is left of the turn."""
    left = view.end_turn.keeps if view.end_turn is not None else ""
    out: dict[str, dict[str, str]] = {}
    for option in view.options:
        if not option.click or option.unit != view.turn:
            continue
        if option.click == "cell" and not option.why_not:
            continue
        mine = out.setdefault(option.unit, {})
        words = option.why_not or _("out of reach or out of sight: %(what)s") % {"what": option.label}
        mine.setdefault(option.click, f"{words[:1].upper()}{words[1:]}. {left[:1].upper()}{left[1:]}.")
    return out
