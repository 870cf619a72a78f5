"""The wedge: where whoever acts faces, and the ways that it may turn without being asked (table.md 21)."""

from __future__ import annotations

from django.utils.safestring import SafeString

from missions.live.draw import class_name
from missions.live.markup import button, fill, join
from missions.live.panel import command, current
from missions.live.speech import gettext as _
from tactics.board.cells import COMPASS
from tactics.kernel.view import MissionView


def facing(view: MissionView) -> SafeString:
    """Where whoever acts faces, with a rose of the ways that it may turn; what is chosen last counts."""
    acts = current(view)
    ways = {o.way: o for o in view.options if o.way and acts is not None and o.unit == acts.key}
    if not ways or acts is None:
        return fill('<div id="facing"></div>')
    now = {token.facing for token in view.tokens if token.unit == acts.key and not token.down}
    shown = next(iter(now)) if len(now) == 1 else ""
    rose = join(
        button(
            fill('<i class="wedge f-{way}"></i>', way=class_name(way)),
            command(option),
            f"way w-{class_name(way)}",
            title=option.label,
            extra=fill(
                ' data-way="{way}" aria-label="{label}" aria-pressed="{on}"',
                way=way,
                label=option.label,
                on="true" if way == shown else "false",
            ),
        )
        for way, option in ways.items()
    )
    return fill(
        '<div id="facing" data-unit="{unit}"><button type="button" popovertarget="rose" aria-label="{label}" '
        'title="{hint}"><i class="wedge f-{now}"></i><span>{word}</span></button>'
        '<div id="rose" popover="auto" role="group" aria-label="{turn}">{rose}</div></div>',
        unit=acts.key,
        now=class_name(shown),
        label=f"{_('Faces')} {COMPASS.get(shown, _('several ways'))}. {_('Turn')}",
        hint=_("Shift and an arrow key, or drag the wedge on the map"),
        word=shown.upper() or _("Turn"),
        turn=_("Turn to"),
        rose=rose,
    )
