"""What cannot be done now: by unit, each reason once, folded away below what can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString

from missions.live.markup import fill, folded, join, safe_id, when
from missions.live.panel import current, elsewhere, info, title_of
from missions.live.pips import house
from missions.live.speech import gettext as _
from tactics.kernel.view import MissionView, OptionView


def barred(view: MissionView) -> SafeString:
    """What cannot be done now, by unit, folded away in one place, each reason why not said once. A part of its own:
    what can be done is sent option by option, and stays in its place when another one of them comes or goes."""
    by_unit: dict[str, list[OptionView]] = {}
    for each in view.options:
        if each.why_not and not elsewhere(view, each):
            by_unit.setdefault(each.unit, []).append(each)
    names = {unit.key: unit.name for unit in view.units}
    first = current(view)
    rows = {unit: _barred(names, by_unit, unit) for unit in by_unit}
    others = [unit for unit in rows if first is None or unit != first.key]
    words = _("The others, not now: %(n)s units") % {"n": len(others)}
    own = [rows[unit] for unit in rows if unit not in others]
    rest = folded("barred-others", words, [rows[unit] for unit in others], len(others))
    return fill('<div id="barred">{all}</div>', all=join([*own, *rest]))


def _barred(names: Mapping[str, str], by_unit: Mapping[str, Sequence[OptionView]], unit: str) -> SafeString:
    reasons: dict[str, list[OptionView]] = {}
    for each in by_unit[unit]:
        reasons.setdefault(each.why_not, []).append(each)
    one = next(iter(reasons)) if len(reasons) == 1 else _("%(n)s actions") % {"n": len(by_unit[unit])}
    return fill(
        '<details id="l-{id}" class="later"><summary>{word}: {one}</summary>{rows}</details>',
        id=safe_id(unit),
        word=_("Not now") if len(by_unit) == 1 else _("%(who)s, not now") % {"who": names.get(unit, unit)},
        one=one,
        rows=join(
            fill(
                '{why}<ul class="acts" aria-label="{label}">{rows}</ul>',
                why=when(len(reasons) > 1, '<p class="whynot">{why}</p>', why=why),
                label=_("Not now"),
                rows=join(_chip(each) for each in some),
            )
            for why, some in reasons.items()
        ),
    )


def _chip(view: OptionView) -> SafeString:
    return fill(
        '<li class="opt no"{title}><span class="nm">{label}{house}</span><span class="cost">{cost}</span>{info}</li>',
        title=title_of(view),
        label=view.label,
        house=house(view.house),
        cost=view.cost,
        info=info(view),
    )
