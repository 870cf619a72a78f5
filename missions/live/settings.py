"""What is set by a press: the seat's standing choices, for everybody, and for the GM the Mission's own numbers.

A number that is not the document's is marked as a house value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.utils.safestring import SafeString

from missions.live.markup import button, fill, join, order, when
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
    """The name, what holds now, and a button for each other choice; of a number one less and one more."""
    listed = any(value == view.value for value, _word in view.choices)
    shown = join(_choice(view, value, word, sends) for value, word in view.choices)
    return fill(
        '<li><span class="nm">{label}{house}{help}</span><span class="tools" role="group" aria-label="{label}">'
        "{now}{shown}</span></li>",
        label=view.label,
        house=house(view.house) + info,
        help=when(view.help, "<small>{help}</small>", help=view.help),
        now=when(not listed, "<b>{value}</b>", value=view.value.strip('"')),
        shown=shown,
    )


def _info(view: SettingView) -> SafeString:
    """The rule behind a constant."""
    return fill(
        '<a class="info" href="rules/#constant:{key}" data-help="constant:{key}" target="rules" '
        'aria-label="{label}">i</a>',
        key=view.key,
        label=_("Rule: %(what)s") % {"what": view.label},
    )


def _choice(view: SettingView, value: str, word: str, sends: Any) -> SafeString:
    if value == view.value:
        return fill('<b aria-current="true">{word}</b>', word=word)
    return button(
        word, sends(msgspec.json.decode(value.encode())), extra=fill(' aria-label="{t}"', t=f"{view.label}: {word}")
    )
