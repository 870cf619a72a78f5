"""What the GM hands out, on the page of a seat: the campaign's handouts that this seat may see, and a GM's switches.

They are no part of the Mission's state: a campaign has them, and so has every Mission of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString

from campaigns.handouts.handed import ALL, PUBLIC, Handed
from missions.live.markup import NOTHING, fill, icon, join, prose, when
from missions.live.speech import gettext as _
from tactics.kernel.view import MissionView


def region(handed: Sequence[Handed], view: MissionView) -> SafeString:
    """All of them, the newest first; each opens."""
    gm = view.role == "gm"
    people = [(seat.key, seat.name or seat.key) for seat in view.seats if seat.role == "player"] if gm else []
    return fill(
        '<div id="handouts">{head}{all}</div>',
        head=when(handed, "<h3>{h}</h3>", h=_("Handouts")),
        all=join(_one(each, people, gm) for each in handed),
    )


def _one(each: Handed, people: Sequence[tuple[str, str]], gm: bool) -> SafeString:
    return fill(
        '<details id="handed-{key}" class="handout" data-handout="{key}" data-mark="{mark}"><summary>{icon}'
        "<b>{title}</b>{unseen}</summary>"
        '{switches}<div class="prose">{text}</div>{picture}</details>',
        key=each.key,
        mark=each.mark,
        icon=icon("scroll-text"),
        title=each.title,
        unseen=when(gm and not each.to, '<em class="tag">{word}</em>', word=_("shown to nobody yet")),
        switches=_switches(each, people) if gm else NOTHING,
        text=prose(each.html),
        picture=when(
            each.picture,
            '<a href="{src}" target="handout"><img src="{src}" alt="{alt}" loading="lazy"></a>',
            src=each.picture,
            alt=_("Picture: %(title)s") % {"title": each.title},
        ),
    )


def _switches(each: Handed, people: Sequence[tuple[str, str]]) -> SafeString:
    """A press shows it to somebody, or takes it back."""
    chosen = [(ALL, _("All players")), *people, (PUBLIC, _("Spectators"))]
    return fill(
        '<div class="tools handto" role="group" aria-label="{label}">{all}</div>',
        label=_("Show it to"),
        all=join(
            fill(
                '<button type="button" data-hand-to="{to}" data-at="{at}" aria-pressed="{on}">{name}</button>',
                to=key,
                at=each.address,
                on="true" if key in each.to else "false",
                name=name,
            )
            for key, name in chosen
        ),
    )
