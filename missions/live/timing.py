"""What is in progress out of turn: the strip of what interrupts what, who is waited for and how long, Hold, and the
GM's hands on the window (table.md 1 to 3)."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString

from missions.live.markup import NOTHING, button, compact, fill, icon, join, order, when
from missions.live.speech import gettext as _
from tactics.kernel.view import MissionView, OptionView, PromptView, StripView

BEAT = ("hold", "pass")
"""Offers that stand here, not among the actions."""


def regions() -> dict[str, Callable[[MissionView], str]]:
    return {"timing": timing}


def timing(view: MissionView) -> SafeString:
    """Empty between actions. data-clocks: prompt -> when its time is up, as it is now: cards never change."""
    clocks = {prompt.key: prompt.deadline for prompt in view.prompts if prompt.deadline is not None}
    if not view.strip and not clocks:
        return fill('<div id="timing"></div>')
    return fill(
        '<div id="timing" data-clocks="{clocks}">{strip}{wait}{hold}{gm}</div>',
        clocks=compact(clocks),
        strip=when(
            view.strip,
            '<ol class="strip" aria-label="{label}">{rows}</ol>',
            label=_("What is in progress, newest first"),
            rows=join(_row(row) for row in view.strip),
        ),
        wait=_wait(view),
        hold=_hold(view),
        gm=_gm(view) if view.role == "gm" else NOTHING,
    )


def _row(row: StripView) -> SafeString:
    return fill(
        '<li data-bodies="{bodies}">{how}{text}</li>',
        bodies=" ".join(row.bodies),
        how=when(row.how, '<em class="tag">{how}</em> ', how=row.how),
        text=row.text,
    )


def _wait(view: MissionView) -> SafeString:
    """Who is waited for, and how long, for who may know it."""
    if not view.held:
        return NOTHING
    return fill(
        '<p class="waitline">{icon}{text}{left}</p>',
        icon=icon("hourglass"),
        text=view.waiting,
        left=when(view.until is not None, ' <output class="left" data-until="{at}"></output>', at=view.until),
    )


def _hold(view: MissionView) -> SafeString:
    """Hold and let pass, for each unit of this seat that may."""
    offers = [option for option in view.options if option.do in BEAT]
    names = {unit.key: unit.name for unit in view.units}
    units = list(dict.fromkeys(option.unit for option in offers))
    return join(
        fill(
            '<div class="row hold">{who}{all}</div>',
            who=when(len(units) > 1, '<span class="who">{name}</span>', name=names.get(unit, "")),
            all=join(
                _say(option, names.get(unit, "") if len(units) > 1 else "", keyed=unit == units[0])
                for option in offers
                if option.unit == unit
            ),
        )
        for unit in units
    )


def _say(option: OptionView, who: str, *, keyed: bool) -> SafeString:
    """Hold, or let pass. keyed: the key of it is this button's."""
    return button(
        fill(
            "{word}{key}",
            word=option.label,
            key=when(keyed, " <kbd>{key}</kbd>", key="H" if option.do == "hold" else "N"),
        ),
        order(option.do, option.basis, unit=option.unit),
        "primary" if option.do == "hold" else "",
        option.title,
        fill(
            ' data-beat="{do}"{who}',
            do=option.do,
            who=when(who, ' aria-label="{word}: {who}"', word=option.label, who=who),
        ),
    )


def _gm(view: MissionView) -> SafeString:
    """More time, pass for a seat, close it all."""
    waits = [prompt for prompt in view.prompts if prompt.deadline is not None]
    if not waits:
        return NOTHING
    each = join(_of(prompt) for prompt in waits)
    close = button(_("Close the window"), order("accept_all", prompts=[prompt.key for prompt in waits]))
    return fill('<ul class="clocks">{each}</ul><div class="row">{close}</div>', each=each, close=close)


def _of(prompt: PromptView) -> SafeString:
    return fill(
        "<li><span>{who}: {title}</span> {more}{default}</li>",
        who=prompt.to_name or _("everybody"),
        title=prompt.title,
        more=button(_("+30 s"), order("more_time", prompt=prompt.key), extra=_label(_("30 seconds more"), prompt)),
        default=button(
            _("Pass"),
            order("answer", prompt=prompt.key, default=True),
            extra=_label(_("Take the default"), prompt),
        ),
    )


def _label(word: str, prompt: PromptView) -> SafeString:
    return fill(' aria-label="{word}: {who}"', word=word, who=prompt.to_name or _("everybody"))
