"""The GM's box: the phases, a pause, what was laid, and the way back."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as lazy

from missions.live.markup import NOTHING, button, fill, icon, join, order, when
from missions.live.remember import remembered
from missions.live.speech import gettext as _
from tactics.board.cells import name as cell_name
from tactics.kernel.view import LaidView, MissionView

BEFORE = ("scenario", "objectives", "initiative", "placement")
"""Phases before round 1."""


NEXT = {
    "ended": lazy(
        "Play out what follows, and settle under Goals what is an exception. Then close the Mission: a page shows "
        "experience and what may stay on the sheets, and nothing is final before you say so there."
    ),
    "post_mission": lazy("The Mission is done. Its page says what stayed, and opens the next one."),
}
"""What a GM does next once the Mission is over."""


def gm_box(view: MissionView) -> SafeString:
    """Phases, pause, what was laid, and the rewind: only in a GM's page."""
    if view.role != "gm":
        return fill('<div id="gmbox"></div>')
    return fill(
        '<div id="gmbox">{blockers}{next}<div class="tools big">{buttons}</div>{newer}{laid}{hold}{rewind}</div>',
        hold=_hold(view),
        next=when(view.phase in NEXT, '<p class="small">{text}</p>', text=NEXT.get(view.phase, "")),
        newer=_newer(view),
        blockers=when(
            view.start_blockers and view.phase in BEFORE,
            '<ul class="blockers">{all}</ul>',
            all=join(
                fill("<li>{icon}{text}</li>", icon=icon("triangle-alert"), text=text[:1].upper() + text[1:])
                for text in view.start_blockers
            ),
        ),
        buttons=join(_phase_buttons(view)),
        laid=when(
            view.laid,
            '<h3>{h}</h3><ul class="laid">{all}</ul>',
            h=_("Laid modifiers"),
            all=join(_laid(view, each) for each in view.laid),
        ),
        rewind=_rewind(view),
    )


def _newer(view: MissionView) -> SafeString:
    """The rulebook was published anew since this Mission began: it goes on under its own until the GM says so."""
    return when(
        view.newer_rules and view.phase != "post_mission",
        '<p class="newer">{words}{adopt}</p>',
        words=_("Other rules were published since this Mission began."),
        adopt=button(
            _("Go on under them"),
            order("adopt_rules", rules=view.newer_rules),
            extra=fill(
                ' data-confirm="{text}"',
                text=_("It holds from now on and no rewind takes it back. Press again to go on under the new rules."),
            ),
        ),
    )


def _phase_buttons(view: MissionView) -> list[SafeString]:
    """What brings the Mission on. Where something is missing the GM may go on all the same, by a second press."""
    missing = bool(view.start_blockers)
    sure = when(missing, ' data-confirm="{text}"', text=_("Something is missing, see above. Press again to go on."))
    force: dict[str, Any] = {"force": True} if missing else {}
    out = []
    if view.phase in ("scenario", "objectives"):
        out.append(
            button(join([icon("chevrons-right"), _("Next phase")]), order("advance", **force), "primary", extra=sure)
        )
    if view.phase in ("objectives", "initiative"):
        out.append(button(join([icon("dices"), _("Roll initiative for all")]), order("roll_initiative"), "primary"))
    if view.phase == "placement":
        out.append(button(join([icon("map-pin"), _("Place the rest and begin")]), order("place_rest"), "primary"))
        main = "" if missing else "primary"
        out.append(button(join([icon("play"), _("Start round 1")]), order("start", **force), main, extra=sure))
    if view.phase in NEXT:
        word = _("Close the Mission …") if view.phase == "ended" else _("What stayed, and what comes next")
        out.append(fill('<a class="button primary" href="close/">{icon}{word}</a>', icon=icon("check"), word=word))
    if view.paused:
        out.append(button(join([icon("play"), _("Resume")]), order("resume"), "primary"))
    elif view.phase not in ("ended", "post_mission"):
        out.append(button(join([icon("pause"), _("Pause")]), order("pause")))
    if view.phase == "running":
        out += _modes(view)
        out.append(
            fill(
                '<button type="button" data-dialog="enddlg">{icon}{word}</button>',
                icon=icon("flag"),
                word=_("End the Mission"),
            )
        )
    return out


def _modes(view: MissionView) -> list[SafeString]:
    """Between rounds and free movement, and initiative for those whom the GM chooses (table.md 18)."""
    call = fill(
        '<button type="button" data-dialog="calldlg">{icon}{word}</button>',
        icon=icon("dices"),
        word=_("Call initiative"),
    )
    if view.mode == "free":
        return [call, button(join([icon("history"), _("Go on with the round")]), order("rule", mode="turns"))]
    free = button(join([icon("footprints"), _("Free movement")]), order("rule", mode="free"))
    return [free, call] if any(unit.initiative is None for unit in view.units) else [free]


CHANGES = {
    "attempt": lazy("Attempt"),
    "difficulty": lazy("Difficulty"),
    "effectiveness": lazy("Effectiveness"),
    "soak": lazy("Soak"),
    "def": lazy("Defence"),
    "impression": lazy("Impression"),
    "stat": lazy("Stat of the check"),
}


def _laid(view: MissionView, laid: LaidView) -> SafeString:
    return fill(
        "<li><span>{what} <small>{on}{until}</small></span>{secret}{lift}</li>",
        what=_("You rule it") if laid.applies == "ruled" else f"{laid.value:+d} {laid.label}",
        on=_where(view, laid),
        until=f", {laid.until}" if laid.until else "",
        secret=when(laid.secret and laid.applies != "ruled", '<em class="tag">{word}</em>', word=_("secret")),
        lift=button(_("Lift"), order("lift", key=laid.key)),
    )


def _where(view: MissionView, laid: LaidView) -> str:
    """`Mara, Attempt`, `next check of Mara`, `cell F8, Defence`."""
    kind, _sep, key = laid.on.partition(":")
    if kind == "cell":
        _board, x, y = key.split(":")
        where = f"{_('cell')} {cell_name((int(x), int(y)))}"
    else:
        names = {unit.key: unit.name for unit in view.units}
        names |= {body.key: body.name for unit in view.units for body in unit.bodies if len(unit.bodies) > 1}
        where = names.get(key, key)
    if kind == "next":
        where = _("next check of %(who)s") % {"who": where}
    return where if laid.applies == "ruled" else f"{where}, {CHANGES.get(laid.applies, laid.applies)}"


def _hold(view: MissionView) -> SafeString:
    """The GM's Hold: takes back the action just resolved, with its dice, for somebody who may come before it."""
    if view.phase != "running" or view.mode == "free" or view.strip or not view.rewind_to or not view.holds:
        return NOTHING
    others = [unit for unit in view.units if unit.key != view.turn and any(not body.down for body in unit.bodies)]
    others.sort(key=lambda unit: unit.seat != view.seat)
    return when(
        others,
        '<details id="holdback"><summary>{icon}{word}</summary><p class="small">{about}</p>'
        '<div class="tools">{all}</div></details>',
        icon=icon("hand"),
        word=_("Hold what was just done, for …"),
        about=_("It is taken back and declared again; its dice stay as they fell."),
        all=join(button(unit.name, order("reopen", unit=unit.key)) for unit in others),
    )


def _rewind(view: MissionView) -> SafeString:
    return when(
        view.rewind_to,
        '<details id="rewinds"><summary>{icon}{word}</summary><ul>{all}</ul></details>',
        icon=icon("history"),
        word=_("Rewind to just after …"),
        all=join(_back_to(seq, label) for seq, label in view.rewind_to),
    )


@remembered(512)
def _back_to(seq: int, label: str) -> SafeString:
    """What happened last in the moment that it leads back to."""
    spoken = fill(' aria-label="{text}"', text=_("Rewind to just after: %(what)s") % {"what": label})
    return fill("<li>{b}</li>", b=button(label, order("rewind", to=seq), extra=spoken))
