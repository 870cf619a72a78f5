"""The panel of a craft: from it alone it is steered, its weapons loaded and fired, its posts manned (table.md 22)."""

from __future__ import annotations

from collections.abc import Sequence, Set

from django.utils.safestring import SafeString

from missions.live.draw import class_name
from missions.live.log import breakdowns
from missions.live.markup import NOTHING, button, fill, icon, join, safe_id, when
from missions.live.panel import command, current
from missions.live.people import badge
from missions.live.pips import house
from missions.live.speech import gettext as _
from tactics.kernel.view import (
    CraftView,
    FieldView,
    MissionView,
    NumberView,
    OptionView,
    PostView,
    SectionView,
    TargetView,
)

MOST_SHOTS = 3
"""So many buttons at one section; the rest stand with the actions."""


def crafts(view: MissionView) -> SafeString:
    """The own craft with its posts and what can be done at each, then the others with what can be fired at them."""
    acts = current(view)
    mine = [o for o in view.options if acts is not None and o.unit == acts.key]
    aboard = any(one.posts for one in view.crafts)
    sections = {section.body for one in view.crafts for section in one.sections}
    sides = {unit.key: unit.side for unit in view.units}
    side = sides.get(acts.key) if acts is not None else None
    rows = join(
        _craft(
            one,
            mine,
            [o for o in view.options if o.unit == one.key and o.place],
            first=n == 0 and bool(one.posts),
            here={body.name for body in acts.bodies} if acts is not None else set(),
            shut=not aboard,  # who has no part in a duel looks for the own actions first
            sections=sections,
            friend=one.relation != "enemy" if side is None else sides.get(one.key) == side,
        )
        for n, one in enumerate(view.crafts)
    )
    return fill('<div id="crafts">{rows}</div>', rows=rows)


def _craft(
    view: CraftView, options: Sequence[OptionView], of_craft: Sequence[OptionView], *, first: bool, here: Set[str],
    shut: bool, sections: Set[str], friend: bool,
) -> SafeString:  # fmt: skip
    """options: of who acts; of_craft: what a GM may do with the craft itself. here: the names of who acts, whose post
    comes first. shut: its name alone at first. sections: of every craft. friend: of the side of who acts."""
    aboard = [o for o in options if o.place] if first else []
    placed = {post.key for post in view.posts}
    posts = sorted(view.posts, key=lambda post: not here & set(post.who))
    return fill(
        '<details id="cr-{id}" class="craft {relation}"{open}><summary><span class="nm">{name}</span>'
        "{numbers}</summary>"
        "{badges}{sums}{boards}{posts}{anywhere}"
        '<ul class="sections" aria-label="{of}">{sections}</ul></details>',
        id=safe_id(view.key),
        relation=class_name(view.relation),
        open=when(not shut, ' open="open"'),
        name=view.name,
        numbers=join(_number(n) for n in view.numbers),
        sums=breakdowns(view.sums),
        badges=when(view.badges, '<p class="badges">{all}</p>', all=join(map(badge, view.badges))),
        boards=_boards(view) if first else NOTHING,
        posts=when(
            view.posts,
            '<ul class="posts" aria-label="{label}">{rows}</ul>',
            label=_("Posts"),
            rows=join(_post(post, [o for o in aboard if o.place == post.key], sections) for post in posts),
        ),
        anywhere=when(
            does := join(_do(o) for o in (*(o for o in aboard if o.place not in placed), *of_craft)),
            '<div class="tools">{does}</div>',
            does=does,
        ),
        of=_("Sections"),
        sections=join(_section(one, options, friend) for one in view.sections),
    )


def _number(view: NumberView) -> SafeString:
    return fill(
        "<small{title}>{label} <b>{value}</b>{house}</small>",
        title=when(view.title, ' title="{title}"', title=view.title),
        label=view.label,
        value=view.value,
        house=house(view.house),
    )


def _boards(view: CraftView) -> SafeString:
    """Between the wide board and the deck, with one press or the key."""
    return when(
        len(view.boards) > 1,
        '<p class="row"><button type="button" data-deck="{boards}">{icon}{word}<kbd>B</kbd></button></p>',
        boards=" ".join(view.boards),
        icon=icon("map"),
        word=_("Deck or wide board"),
    )


def _post(view: PostView, options: Sequence[OptionView], sections: Set[str]) -> SafeString:
    return fill(
        '<li data-post="{key}"><b>{label}</b> <span>{who}{weapon}</span><div class="tools">{does}</div></li>',
        key=view.key,
        label=view.label,
        who=", ".join(view.who) or _("nobody"),
        weapon=when(view.weapon, " \N{MIDDLE DOT} {weapon}, <em>{load}</em>", weapon=view.weapon, load=view.load),
        does=join(each for option in options for each in _at_post(option, sections)),
    )


def _at_post(view: OptionView, sections: Set[str]) -> list[SafeString]:
    """What is aimed at sections stands there; at people, such as whom a catapult launches, one press for each."""
    if view.why_not or not view.targets:
        return [_do(view)]
    if any(target.body in sections for target in view.targets):
        return []
    return [_shot(view, target, named=True) for target in view.targets[:MOST_SHOTS]]


def _do(view: OptionView) -> SafeString:
    """One press: sends it, or opens its row of the actions where it asks for more; what cannot be done says why."""
    if view.why_not:
        return fill(
            '<button type="button" class="off" aria-disabled="true" data-why="{label}: {why}" title="{why}">'
            "{label} <small>{why}</small></button>",
            why=view.why_not,
            label=view.label,
        )
    face = fill("{label} <small>{cost}</small>", label=view.label, cost=view.cost)
    if view.fields or view.targets:
        opens = fill(
            '<button type="button" data-open="c-{id}">{face}</button>', id=safe_id(f"{view.unit}.{view.key}"), face=face
        )
        return join([opens, *(_choices(view, field) for field in view.fields if field.alone)])
    return button(face, command(view))


def _choices(view: OptionView, field: FieldView) -> SafeString:
    """What may be chosen alone, one press each; without what it is already."""
    return fill(
        '<span class="alone" role="group" aria-label="{label}: {of}"><small>{of}</small>{each}</span>',
        label=view.label,
        of=field.label,
        each=join(
            button(
                fill("{words}", words=words),
                command(view, chosen={field.name: value}),
                title=f"{field.label}: {words}",
                extra=fill(' aria-label="{of}: {words}"', of=field.label, words=words),
            )
            for value, words in field.choices
            if value != field.value
        ),
    )  # fmt: skip


def _useful(view: SectionView, target: TargetView, friend: bool) -> bool:
    """Whether the panel offers it there: what harms at another side's section, what helps at one's own that is hurt."""
    if target.does == "holds":
        return True
    if target.does == "helps":
        return friend and (view.down or view.hp != view.max_hp)
    return not friend


def _section(view: SectionView, options: Sequence[OptionView], friend: bool) -> SafeString:
    able = [o for o in options if not o.why_not]
    shots = [(o, t) for o in able for t in o.targets if t.body == view.body and _useful(view, t, friend)]
    # The craft's own weapons first: they are what the panel is for.
    shots.sort(key=lambda shot: (not shot[0].place, shot[1].does == "holds"))
    known = view.max_hp is not None
    far = when(view.far is not None, " \N{MIDDLE DOT} {n} {word}", n=view.far or 0, word=_("cells"))
    return fill(
        '<li class="{css}" data-section="{body}" title="{does}"><b>{name}</b> <span>{health}{far}{charge}{bears}</span>'
        '<div class="tools">{shots}</div></li>',
        css="down" if view.down else "",
        body=view.body,
        does=view.does,
        name=view.name,
        health=_("destroyed") if view.down else f"{view.hp}/{view.max_hp} HP" if known else view.health,
        far=far,
        charge=when(view.charge, " \N{MIDDLE DOT} {charge}", charge=view.charge),
        bears=_bears(view),
        shots=join(_shot(option, target) for option, target in shots[:MOST_SHOTS]),
    )


def _bears(view: SectionView) -> SafeString:
    """What of the own craft could be fired at it from here, with the chance."""
    if view.bears is None:
        return NOTHING
    return fill(
        ' <span class="arc">\N{MIDDLE DOT} {what}</span>',
        what=join(
            [fill("{sep}{weapon} <b>{chance}</b>", sep=", " * (n > 0), weapon=weapon, chance=chance)
             for n, (weapon, chance) in enumerate(view.bears)]
        ) if view.bears else _("out of arc"),
    )  # fmt: skip


def _shot(option: OptionView, target: TargetView, named: bool = False) -> SafeString:
    """Does what the target's own button among the actions does (static/js/mission-commands.js). named: with the name of
    whom it is done to."""
    return fill(
        '<button type="button" data-of="a-{id}" data-at="{body}">{label} <b class="chance">{chance}</b></button>',
        id=safe_id(f"{option.unit}.{option.key}"),
        body=target.body,
        label=f"{option.label}: {target.name}" if named else option.label,
        chance=target.chance,
    )
