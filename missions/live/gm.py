"""What only a GM handles: what waits for an answer, who sits where, settings, the menu's lines (gm_box.py: the phases).

And one thing for everybody: the banner that says for whom the GM plays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as lazy

from missions.live.gm_box import gm_box
from missions.live.markup import NOTHING, button, fill, icon, join, order, when
from missions.live.speech import gettext as _
from tactics.kernel.ruleset import Ruleset
from tactics.kernel.view import MissionView, SeatView

MENU_ICONS = {
    "hp": "heart",
    "sheet": "scroll-text",
    "hide": "eye-off",
    "reveal": "eye",
    "seen": "users",
    "take": "map-pin",
    "status": "heart-pulse",
    "knock_out": "skull",
    "revive": "heart-pulse",
    "lay": "scale",
    "laynext": "scale",
    "ruled": "gavel",
    "check": "dices",
    "nextstat": "scroll-text",
    "casting": "scroll-text",
    "refund": "undo-2",
    "skip": "skip-forward",
    "earlier": "history",
    "later": "chevrons-right",
    "control": "hand",
    "split": "users",
    "merge": "users",
    "copy": "plus",
    "remove": "circle-x",
    "cell": "scale",
    "note": "scroll-text",
    "addhere": "plus",
    "gear": "backpack",
    "thing": "backpack",
    "ping": "target",
    "spot": "maximize",
}
MENU = tuple(
    {"rule": rule, "for": what, "icon": MENU_ICONS[rule], "label": label}
    for rule, what, label in (
        ("hp", "body", lazy("Hit points")),
        ("sheet", "body", lazy("Numbers and sheet")),
        ("hide", "body", lazy("Hide")),
        ("reveal", "body", lazy("Reveal")),
        ("seen", "body", lazy("Who sees it")),
        ("take", "body", lazy("Put on a cell")),
        ("status", "body", lazy("Statuses")),
        ("knock_out", "body", lazy("Knock out")),
        ("revive", "body", lazy("Revive")),
        ("lay", "body", lazy("Lay a modifier")),
        ("laynext", "body", lazy("Modifier on the next check")),
        ("ruled", "body", lazy("I rule the next check")),
        ("check", "body", lazy("Call a check")),
        ("nextstat", "body", lazy("Stat of the next check")),
        ("casting", "body", lazy("How it casts")),
        ("refund", "body", lazy("Refund points")),
        ("skip", "body", lazy("Skip the turn")),
        ("earlier", "body", lazy("Earlier in the order")),
        ("later", "body", lazy("Later in the order")),
        ("control", "body", lazy("Who plays it")),
        ("split", "body", lazy("Split the Mob")),
        ("merge", "body", lazy("Join another Mob")),
        ("gear", "body", lazy("What it carries")),
        ("copy", "body", lazy("Add copies")),
        ("remove", "body", lazy("Remove")),
        ("cell", "cell", lazy("Modifier on this cell")),
        ("note", "cell", lazy("Note on this cell")),
        ("addhere", "cell", lazy("Add units here")),
        ("thing", "cell", lazy("Put a thing here")),
        ("ping", "cell", lazy("Point here")),
        ("spot", "cell", lazy("Bring all here")),
    )
)
"""The GM's menu on a token and on a cell (static/js/mission-menu.js)."""
NEEDS = {
    "check": "call_check", "casting": "set_casting", "thing": "hand_out", "gear": "stow", "nextstat": "lay:stat",
    "ruled": "difficulty", "split": "split", "merge": "merge",
}  # fmt: skip
"""Lines of it that only some rules have, and what of the rules they need (`abilities`)."""


def abilities(code: Ruleset) -> frozenset[str]:
    """What can be done under these rules: commands and questions by their name, and what a laid modifier changes."""
    commands = (str(kind.__struct_config__.tag) for kind in code.commands)
    return frozenset((*commands, *code.prompts, *(f"lay:{what}" for what in code.lays)))


def menu(can: frozenset[str]) -> tuple[dict[str, Any], ...]:
    """Its lines under these rules: none that would do nothing."""
    return tuple(line for line in MENU if NEEDS.get(str(line["rule"]), "") in ("", *can))


SHAPES = (("block", lazy("a block")), ("line", lazy("a line")), ("ring", lazy("a ring")))
"""How added units stand around their cell."""


def regions() -> dict[str, Callable[[MissionView], str]]:
    """What makes the parts of this file, by their dom id."""
    return {"stand": stand, "waits": waits, "seats": seats, "switches": switches, "gmbox": gm_box}


# --- who plays for whom -----------------------------------------------------------------------------


def stand(view: MissionView) -> SafeString:
    """The banner of each seat that the GM plays for: all read it, the GM and the seat itself hand it back. Once the
    Mission is over there is nothing left to play."""
    over = view.phase in ("ended", "post_mission")
    return fill(
        '<div id="stand">{rows}</div>',
        rows=join(
            fill(
                '<p class="standin" data-seat="{key}">{icon}<span>{text}</span>{back}</p>',
                key=seat.key,
                icon=icon("hand"),
                text=_("%(gm)s plays %(who)s") % {"gm": seat.played_by, "who": _played(view, seat)},
                back=when(
                    view.role == "gm" or seat.key == view.seat,
                    "{button}",
                    button=button(_("Hand back") if view.role == "gm" else _("I am back"), _give(seat, False)),
                ),
            )
            for seat in view.seats
            if seat.played_by and not over
        ),
    )


def _give(seat: SeatView, on: bool) -> str:
    return order("stand_in", seat=seat.key, on=on)


def _played(view: MissionView, seat: SeatView) -> str:
    """`Mara`, or the name of the seat where this viewer knows none of its units."""
    names = [unit.name for unit in view.units if unit.key in seat.units]
    return ", ".join(names) or seat.name


def seats(view: MissionView) -> SafeString:
    """Everybody at the table, for the GM: who is there (the script marks it), whom they play, one switch to play
    for them, and their eyes."""
    if view.role != "gm":
        return fill('<ul id="seats" hidden="hidden"></ul>')
    return fill(
        '<ul id="seats" class="links" aria-label="{label}">{rows}</ul>',
        label=_("At the table"),
        rows=join(_seat(view, seat) for seat in view.seats if seat.key != view.seat),
    )


def _seat(view: MissionView, seat: SeatView) -> SafeString:
    play = NOTHING
    if seat.role == "player":
        play = fill(
            '<button form="cmd" name="go" value="{value}" class="switch" role="switch" aria-checked="{on}" '
            'aria-label="{label}">{icon}<span>{word}</span></button>',
            value=_give(seat, not seat.played_by),
            on="true" if seat.played_by else "false",
            label=_("Play for %(who)s") % {"who": seat.name},
            icon=icon("hand"),
            word=_("Play"),
        )
    return fill(
        '<li data-seat="{key}"><i class="here" role="img" aria-label="{away}"></i>'
        '<span class="nm">{name}<small>{units}</small></span>{play}'
        '<a href="see/{key}/" target="_blank" rel="noopener">{eye}<span class="sr">{see}</span></a></li>',
        key=seat.key,
        away=_("away"),
        name=seat.name,
        units=", ".join(unit.name for unit in view.units if unit.key in seat.units)
        or (_("spectator") if seat.role == "spectator" else _("GM") if seat.role == "gm" else ""),
        play=play,
        see=_("See what %(who)s sees") % {"who": seat.name},
        eye=icon("eye"),
    )


def switches(view: MissionView) -> SafeString:
    """Settings of this Mission that the GM changes at the table."""
    if view.kit is None:
        return fill('<div id="switches" hidden="hidden"></div>')
    return fill(
        '<div id="switches" class="tools">{all}</div>',
        all=join(
            fill(
                '<button form="cmd" name="go" value="{value}" class="switch" role="switch" aria-checked="{on}">'
                "{icon}<span>{label}</span></button>",
                value=order("set_option", key=key, value=not on),
                on="true" if on else "false",
                icon=icon("check") if on else icon("circle"),
                label=label,
            )
            for key, label, on in view.kit.switches
        ),
    )


# --- what waits -------------------------------------------------------------------------------------


def waits(view: MissionView) -> SafeString:
    """The head of the GM's one list of what waits (table.md 5): how many, and all suggestions at once."""
    mine = [prompt for prompt in view.prompts if prompt.mine]
    ready = [prompt for prompt in mine if prompt.default]
    if view.role != "gm" or not mine:
        return fill('<div id="waits"></div>')
    words = _("1 waits for you") if len(mine) == 1 else _("%(n)s wait for you") % {"n": len(mine)}
    return fill(
        '<div id="waits"><h2>{icon}{words}</h2>{all}</div>',
        icon=icon("gavel"),
        words=words,
        all=when(
            len(ready) > 1,
            "{button}",
            button=button(
                fill("{word} <b>{n}</b>", word=_("Accept all"), n=len(ready)),
                order("accept_all", prompts=[prompt.key for prompt in ready]),
                "all",
            ),
        ),
    )
