"""What is set by a press: the seat's standing choices, for everybody, and for the GM the Mission's own numbers.

A number that is not the document's is marked as a house value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.utils.safestring import SafeString

from missions.live.markup import button, fill, icon, join, order, safe_id, when
from missions.live.pips import house
from missions.live.remember import remembered
from missions.live.speech import gettext as _
from tactics.kernel.view import MissionView, SettingView

ALONE = "order."
"""How the key of a choice for one unit begins."""


def regions() -> dict[str, Callable[[MissionView], str]]:
    """What makes the parts of this file, by their dom id; both stand on every page."""
    return {"standing": lambda view: standing(view.standing), "settings": lambda view: settings(view.settings)}


@remembered(256)
def standing(views: tuple[SettingView, ...]) -> SafeString:
    """The choices of this seat; those for one unit of several are folded away."""
    if not views:
        return fill('<div id="standing" hidden="hidden"></div>')
    alone = [view for view in views if view.key.startswith(ALONE)]
    return fill(
        '<details id="standing" class="later"><summary>{word}</summary><ul class="settings">{rows}</ul>'
        "{each}</details>",
        word=_("My standing choices"),
        rows=join(_chosen(view) for view in views if not view.key.startswith(ALONE)),
        each=when(
            alone,
            '<details id="standing-each" class="later"><summary>{word}</summary>'
            '<ul class="settings">{rows}</ul></details>',
            word=_("Orders for one unit alone"),
            rows=join(map(_chosen, alone)),
        ),
    )


def _chosen(view: SettingView) -> SafeString:
    return _row(view, lambda value: order("set_standing", choices={view.key: value}))


@remembered(64)
def settings(views: tuple[SettingView, ...]) -> SafeString:
    """The constants of this Mission; only a GM's page has any."""
    if not views:
        return fill('<div id="settings" hidden="hidden"></div>')
    return fill(
        '<details id="settings" class="later"><summary>{word}</summary><ul class="settings">{rows}</ul></details>',
        word=_("Settings of this Mission"),
        rows=join(
            _row(view, lambda value, key=view.key: order("set_option", key=key, value=value), _info(view))
            for view in views
        ),
    )


def _row(view: SettingView, sends: Any, info: str = "") -> SafeString:
    """The name and what holds now: of on and off a switch; of more, a button for each, of which one is pressed; of a
    number one less and one more."""
    if [word for _value, word in view.choices] == ["on", "off"]:
        return _switch(view, sends)
    listed = any(value == view.value for value, _word in view.choices)
    shown = join(_choice(view, value, word, sends) for value, word in view.choices)
    return fill(
        '<li id="{id}"><span class="nm">{label}{house}{help}</span>'
        '<span class="tools" role="group" aria-label="{label}">'
        "{now}{shown}</span></li>",
        id=_piece(view),
        label=view.label,
        house=house(view.house) + info,
        help=when(view.help, "<small>{help}</small>", help=view.help),
        now=when(not listed, "<b>{value}</b>", value=view.value.strip('"')),
        shown=shown,
    )


def _piece(view: SettingView) -> str:
    """A row is sent alone: one of them tells the number of the round."""
    return f"c-set-{safe_id(view.key)}"


def _switch(view: SettingView, sends: Any) -> SafeString:
    on, off = (value for value, _word in view.choices)
    holds = view.value == on
    return fill(
        '<li id="{id}"><span class="nm">{label}{house}{help}</span>'
        '<button form="cmd" name="go" value="{value}" class="switch" role="switch" aria-checked="{on}" '
        'aria-label="{label}">{icon}<span>{word}</span></button></li>',
        id=_piece(view),
        label=view.label,
        house=house(view.house) + _info(view),
        help=when(view.help, "<small>{help}</small>", help=view.help),
        value=sends(msgspec.json.decode((off if holds else on).encode())),
        on="true" if holds else "false",
        icon=icon("check") if holds else icon("circle"),
        word=_("on") if holds else _("off"),
    )


def _info(view: SettingView) -> SafeString:
    """The rule behind a constant."""
    return fill(
        '<a class="info" href="rules/#constant:{key}" target="rules" '
        'aria-label="{label}">i</a>',
        key=view.key,
        label=_("Rule: %(what)s") % {"what": view.label},
    )


def _choice(view: SettingView, value: str, word: str, sends: Any) -> SafeString:
    if value == view.value:
        return fill(
            '<button type="button" aria-pressed="true" aria-label="{t}">{word}</button>',
            word=word,
            t=f"{view.label}: {word}",
        )
    return button(
        word, sends(msgspec.json.decode(value.encode())), extra=_unpressed(view, word)
    )


def _unpressed(view: SettingView, word: str) -> SafeString:
    """A number's less and more are no states."""
    listed = any(value == view.value for value, _word in view.choices)
    pressed = when(listed, ' aria-pressed="false"')
    return fill(' aria-label="{t}"{pressed}', t=f"{view.label}: {word}", pressed=pressed)
