"""Units as cards (points, health, numbers, members) and objectives; a GM's have handles on them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString

from missions.live.draw import class_name
from missions.live.markup import NOTHING, button, compact, fill, icon, join, order, safe_id, when
from missions.live.pips import health, number, points
from missions.live.remember import remembered
from missions.live.speech import gettext as _
from tactics.kernel.view import (
    BadgeView,
    BodyView,
    MissionView,
    NumberView,
    ObjectiveView,
    UnitView,
)


def badge(view: BadgeView) -> SafeString:
    """A mark; one of the rules data opens its rule."""
    if view.help:
        return fill(
            '<a class="badge {tone}" href="rules/#{help}" target="rules"{title}>{label}</a>',
            tone=class_name(view.tone),
            help=view.help,
            title=when(view.title, ' title="{title}"', title=view.title),
            label=view.label,
        )
    return fill(
        '<span class="badge {tone}"{title}>{label}</span>',
        tone=class_name(view.tone),
        title=when(view.title, ' title="{title}"', title=view.title),
        label=view.label,
    )


def running(views: Iterable[BadgeView]) -> SafeString:
    """Marks in a row; what lasts has a row of its own that says what it does and when it ends."""
    plain: list[BadgeView] = []
    lasting: list[BadgeView] = []
    for view in views:
        (lasting if view.ends else plain).append(view)
    rows = join(
        fill(
            "<li>{mark} <span>{title}{gap}<b>{ends}</b></span></li>",
            mark=badge(view),
            title=view.title,
            gap=" " if view.title else "",
            ends=f"{view.ends[:1].upper()}{view.ends[1:]}.",
        )
        for view in lasting
    )
    return join(
        [
            when(plain, '<p class="badges">{all}</p>', all=join(map(badge, plain))),
            when(lasting, '<ul class="running">{rows}</ul>', rows=rows),
        ]
    )


@remembered(2048)
def unit(view: UnitView, role: str) -> SafeString:
    """The card of a unit; it opens. The GM's has a button at each number."""
    gm = role == "gm"
    return fill(
        '<details id="u-{id}" class="unit {relation}" data-unit="{key}"{mob}><summary><b class="glyph">{short}</b>'
        '<span class="nm">{name}<small>{owner}</small></span>{hidden}{health}</summary>'
        '{badges}{pools}{numbers}<ul class="bodies">{bodies}</ul></details>',
        id=safe_id(view.key),
        relation=class_name(view.relation),
        key=view.key,
        mob=when(gm and view.kind == "mob", ' data-mob="{side}/{seat}"', side=view.side, seat=view.seat),
        short=view.short,
        name=view.name,
        owner=view.seat_name,
        hidden=when(
            view.bodies and all(each.hidden for each in view.bodies),
            '<span class="tag">{icon}{word}</span>',
            icon=icon("eye-off"),
            word=_("hidden"),
        ),
        health=_health(view),
        badges=running(view.badges),
        pools=_pools(view, gm),
        numbers=_numbers(view.numbers, gm),
        bodies=join(body(view, each, gm) for each in view.bodies),
    )


def _health(view: UnitView) -> SafeString:
    if len(view.bodies) == 1:
        only = view.bodies[0]
        known = only.max_hp is not None
        return fill(
            '<span class="health">{text}</span>',
            text=f"{only.hp}/{only.max_hp} HP" if known else only.health,
        )
    standing = sum(not each.down for each in view.bodies)
    if view.bodies and view.bodies[0].max_hp is None:
        # Others may have more members than are known: no total.
        counts = ((standing, _("%(n)s up")), (len(view.bodies) - standing, _("%(n)s down")))
        return fill('<span class="health">{text}</span>', text=", ".join(word % {"n": n} for n, word in counts if n))
    return fill('<span class="health">{n}/{of}</span>', n=standing, of=len(view.bodies))


def _pools(view: UnitView, gm: bool) -> SafeString:
    return when(view.pools, '<p class="stats">{all}</p>', all=points(view, gm))


def _numbers(views: tuple[NumberView, ...], gm: bool) -> SafeString:
    if not views:
        return NOTHING
    return fill(
        '<dl class="numbers">{all}</dl>',
        all=join(
            fill(
                "<div{title}><dt>{label}</dt><dd>{value}</dd></div>",
                title=when(view.title, ' title="{title}"', title=view.title),
                label=view.label,
                value=number(view.label, view.value, view.path if gm else ""),
            )
            for view in views
        ),
    )


def _where(view: BodyView) -> str:
    """`I7, 4 levels down`."""
    return ", ".join(part for part in (view.cell, view.level) if part)


def body(of: UnitView, view: BodyView, gm: bool) -> SafeString:
    """A body's row: where, how well, what weighs on it, but for what the unit's own row tells of its one body."""
    told = {mark.key for mark in of.badges} if len(of.bodies) == 1 else set()
    return fill(
        '<li class="{css}"><div class="line">{name}<span class="health">{health}</span>{where}{menu}</div>'
        "{carries}{statuses}{numbers}{seen}</li>",
        css="down" if view.down else "hid" if view.hidden else "up",
        name=when(len(of.bodies) > 1, '<span class="nm">{name}</span>', name=view.name),
        health=health(view, gm),
        where=when(
            view.cell,
            '<button type="button" class="cell" data-focus="{key}" aria-label="{label}">{cell}</button>',
            key=view.key,
            label=f"{_('Centre on')} {view.name}, {_where(view)}",
            cell=_where(view),
        )
        or when(view.away, '<span class="cell">{away}</span>', away=view.away),
        carries=when(view.carries, '<p class="carries">{icon}{all}</p>', icon=icon("backpack"), all=view.carries),
        statuses=running(mark for mark in view.marks if mark.key not in told),
        numbers=_numbers(view.numbers, gm),
        menu=_menu(of, view) if gm else NOTHING,
        seen=_seen_by(view) if gm else NOTHING,
    )


def _menu(view: UnitView, body: BodyView) -> SafeString:
    """The GM's button beside a body: it opens the menu of the page, which holds the rulings."""
    return fill(
        '<button type="button" class="more" data-menu="{key}" data-of="{unit}" data-name="{name}"{hidden}{down} '
        'data-from="{hid}" data-statuses="{statuses}" data-seat="{seat}" data-many="{many}" data-points="{points}" '
        'aria-haspopup="menu" aria-label="{label}">{icon}</button>',
        key=body.key,
        unit=view.key,
        name=body.name,
        hidden=when(body.hidden, ' data-hidden="1"'),
        down=when(body.down, ' data-down="1"'),
        hid=" ".join(body.hidden_from),
        statuses=" ".join(body.statuses),
        seat=view.seat,
        many=len(view.bodies),
        points=compact([[pool.key, pool.label, pool.left, pool.of] for pool in view.pools]),
        label=f"{_('Rule on')} {body.name}",
        icon=icon("ellipsis"),
    )


def _seen_by(view: BodyView) -> SafeString:
    """Which players see the body, where that is not all of them."""
    if view.seen_by is None or view.at is None:
        return NOTHING
    return fill(
        '<small class="seen">{icon}{names}</small>',
        icon=icon("eye"),
        names=", ".join(view.seen_by) or _("no player"),
    )


_STATUS_ICONS = {"completed": "circle-check", "failed": "circle-x", "partial": "circle-dot"}


def goals(view: MissionView) -> SafeString:
    """Objectives as far as this seat knows them; the GM settles them here."""
    names = {seat.key: seat.name or seat.key for seat in view.seats}
    rows = join(
        objective(each, view.role == "gm", tuple(names.get(key, key) for key in each.recipients))
        for each in view.objectives
    )
    empty = fill('<p class="empty">{text}</p>', text=_("No objectives that you know of."))
    story = when(view.scenario, '<p class="story">{text}</p>', text=view.scenario)
    notes = when(view.gm_notes, '<p class="story gmnote">{text}</p>', text=view.gm_notes)
    return fill(
        '<div id="goals">{story}{notes}<ul class="goals">{rows}</ul>{empty}</div>',
        story=story,
        notes=notes,
        rows=rows,
        empty=NOTHING if view.objectives else empty,
    )


@remembered(1024)
def objective(view: ObjectiveView, gm: bool, known_to: tuple[str, ...] = ()) -> SafeString:
    """An objective; for a GM with whom it is known to, by name, and with what settles it."""
    settle = NOTHING
    if gm:
        words = {
            "completed": _("Completed"),
            "partial": _("Partly"),
            "failed": _("Failed"),
            "open": _("Open"),
        }
        settle = join(
            button(word, order("rule", settle={view.key: status}))
            for status, word in words.items()
            if status != view.status
        )
        settle += button(
            _("Withdraw"),
            order("remove_objective", key=view.key),
            extra=fill(' data-confirm="{text}"', text=_("Press again to withdraw it for good.")),
        )
    return fill(
        '<li class="{status}"{main}>{icon}<div><b>{title}</b> <em class="tag">{kind}</em>{best} <small>{xp} XP</small>'
        "{text}{who}{settle}</div></li>",
        main=when(
            gm,
            ' data-goal="{key}" data-title="{title}"{main}',
            key=view.key,
            title=view.title,
            main=when(view.kind == "main", ' data-main="{key}"', key=view.key),
        ),
        best=when(not view.best_outcome, ' <em class="tag">{word}</em>', word=_("not the best outcome")),
        status=class_name(view.status),
        icon=icon(_STATUS_ICONS.get(view.status, "circle")),
        title=view.title,
        kind=view.kind if view.status == "open" else f"{view.kind}, {view.status}",
        xp=view.xp,
        text=when(view.text, "<p>{text}</p>", text=view.text),
        who=when(
            gm and known_to,
            '<p class="small">{icon}{names}</p>',
            icon=icon("users"),
            names=", ".join(known_to),
        ),
        settle=when(gm, '<div class="tools">{all}</div>', all=settle),
    )
