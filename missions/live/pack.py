"""The Pack panel: hands with their slots, what is worn, the Pack, the ground. Where a thing may go, by which action and
at what price, or why not, is fetched when the thing is opened or dragged (`moves`): it changes with every point, and is
more than all else of the panel. A move is a button with the whole command, so keys and a finger need no dragging.
"""

from __future__ import annotations

from django.utils.safestring import SafeString
from msgspec.structs import replace

from missions.live.draw import class_name
from missions.live.markup import NOTHING, button, compact, fill, icon, join, order, safe_id, when
from missions.live.remember import remembered
from missions.live.speech import gettext as _
from tactics.kernel.view import HolderView, LyingView, MissionView, MoveView, PackView, ThingView

MAX_DOTS = 12


def lying(view: LyingView, board: int) -> SafeString:
    """What lies on a cell, on the map: a mark with the first name, and how many more."""
    name = view.names[0] if len(view.names) == 1 else f"{view.names[0]} +{len(view.names) - 1}"
    return fill(
        '<i id="{id}" class="lies {css}" role="img" aria-label="{label}"><b>{icon}</b>'
        '<span data-s="{name}"></span></i>',
        id=lying_id(view),
        css=f"b{board} x{view.x} y{view.y}{' hid' if view.hidden else ''}",
        label=_("On the ground: %(names)s") % {"names": ", ".join(view.names)},
        icon=icon("backpack"),
        name=name,
    )


def lying_id(view: LyingView) -> str:
    return f"g-{safe_id(f'{view.board}.{view.x}.{view.y}')}"


def kit(view: MissionView) -> SafeString:
    """What a GM may give, for the script's list."""
    items = view.kit.items if view.kit is not None else ()
    return fill('<div id="packkit" hidden="hidden" data-items="{items}"></div>', items=compact(items))


def bare(view: PackView) -> PackView:
    """The Pack without where its things may go: what the page shows of it."""
    return replace(
        view,
        basis="",
        holders=tuple(
            replace(each, things=tuple(replace(thing, moves=(), basis="") for thing in each.things))
            for each in view.holders
        ),
    )


def moves(view: ThingView) -> SafeString:
    """Where a thing may go, as the rows of its list."""
    return join(_move(view, each) for each in view.moves)


@remembered(512)
def card(view: PackView, gm: bool, first: bool) -> SafeString:
    """All that one body carries. view: `bare`."""
    pack = next(holder for holder in view.holders if holder.kind == "pack")
    return fill(
        '<details id="p-{id}" class="pack" data-pack="{body}" data-unit="{unit}"{open}>'
        '<summary><span class="nm">{name}</span><small>{used}/{slots}</small></summary>'
        "{search}{holders}{give}</details>",
        id=safe_id(view.body),
        body=view.body,
        unit=view.unit,
        open=when(first, ' open="open"'),
        name=view.name,
        used=pack.used,
        slots=pack.slots,
        search=_search(view),
        holders=join(_holder(view, each, gm) for each in view.holders if each.things or each.kind != "ground"),
        give=when(
            gm,
            '<div class="tools"><button type="button" data-give="{body}" data-name="{name}">{icon}{word}</button>'
            "</div>",
            body=view.body,
            name=view.name,
            icon=icon("plus"),
            word=_("Give"),
        ),
    )


def _search(view: PackView) -> SafeString:
    """Why nothing can be moved, or what moves several things at once: chosen one by one, then done together for one
    price. Sent alone: it is all that a turn changes here."""
    return fill(
        '<ul role="none"><li id="c-se-{id}" role="none">{why}{what}</li></ul>',
        id=safe_id(view.body),
        why=when(view.why_not, '<p class="small">{why}</p>', why=view.why_not),
        what=_searching(view) if view.active else NOTHING,
    )


def _searching(view: PackView) -> SafeString:
    if view.search_why:
        return fill('<p class="small">Search Inventory, {price}: {why}</p>', price=view.search, why=view.search_why)
    word = _("The Pack is open") if view.open else _("Search Inventory")
    return fill(
        '<button type="button" class="switch" role="switch" aria-checked="false" data-search="{body}" '
        'data-price="{price}">{icon}<span>{word}</span><span class="cost">{price}</span></button>',
        body=view.body,
        price=view.search,
        icon=icon("circle"),
        word=word,
    )


def _holder(pack: PackView, view: HolderView, gm: bool) -> SafeString:
    dots = NOTHING
    if view.slots and max(view.slots, view.used) <= MAX_DOTS:
        free = max(0, view.slots - view.used)
        dots = join(
            [
                '<span class="slots" aria-hidden="true">',
                *['<i class="on"></i>'] * view.used,
                *["<i></i>"] * free,
                "</span>",
            ]
        )
    count = when(view.slots, " <small>{used}/{slots}</small>", used=view.used, slots=view.slots)
    return fill(
        '<section class="holder {kind}" data-to="{key}" aria-label="{label}"><h3>{label}{count}{dots}</h3>{note}'
        '<ul class="things">{things}</ul></section>',
        kind=class_name(view.kind),
        key=view.key,
        label=view.label,
        count=count,
        dots=dots,
        note=when(view.note, '<p class="note">{note}</p>', note=view.note),
        things=join(_thing(pack, view, each, gm) for each in view.things)
        + join(fill('<li class="empty">{name}</li>', name=name) for name in view.spanned)
        or fill('<li class="empty">{word}</li>', word=_("empty")),
    )


def _thing(pack: PackView, holder: HolderView, view: ThingView, gm: bool) -> SafeString:
    where = f"{pack.body}.{view.place}.{view.key}"
    tags = [
        when(view.slots > 1, '<em class="tag">{n}</em>', n=_("%(n)s slots") % {"n": view.slots}),
        when(view.both, '<em class="tag">{word}</em>', word=_("both hands")),
        when(view.inside, '<em class="tag">{word}</em>', word=_("in %(name)s") % {"name": view.inside}),
        when(view.hidden, '<em class="tag">{word}</em>', word=_("hidden")),
    ]
    return fill(
        '<li id="c-th-{id}" class="thing" data-thing="{key}" data-place="{place}"><details id="th-{id}" name="thing">'
        '<summary title="{title}"><i class="grab" aria-hidden="true"></i><span class="nm">{name}</span>{tags}</summary>'
        '{text}<ul class="moves" aria-label="{label}"></ul>{tools}</details></li>',
        key=view.key,
        place=view.place,
        id=safe_id(where),
        title=view.title,
        name=view.name,
        tags=join(tags),
        text=when(view.text, '<p class="story">{text}</p>', text=view.text),
        label=_("Where to"),
        tools=_tools(pack, view) if gm and holder.kind != "ground" else NOTHING,
    )


def _move(thing: ThingView, view: MoveView) -> SafeString:
    data = fill(
        ' data-to="{to}"{moves} data-words="{words}"',
        to=view.to,
        moves=when(view.moves, ' data-moves="{moves}"', moves=compact(view.moves)),
        words=view.label,
    )
    price = ", ".join(part for part in (view.how, view.cost) if part)
    face = fill(
        '<span class="nm">{label}</span><span class="cost">{price}</span>', label=view.label, price=price
    )
    if view.why_not or not view.command:
        return fill(
            '<li class="opt no"><button type="button" aria-disabled="true"{data}>{face}<em>{why}</em></button></li>',
            data=data,
            face=face,
            why=view.why_not,
        )
    return fill(
        '<li class="opt">{button}</li>',
        button=button(face, order(view.do, thing.basis, **view.command), extra=data),
    )


def _tools(pack: PackView, view: ThingView) -> SafeString:
    """What the GM does to a thing in place."""
    return fill(
        '<div class="tools">{take}<button type="button" data-change="{key}" data-body="{body}" data-name="{name}" '
        'data-count="{count}" data-text="{text}">{word}</button></div>',
        take=button(_("Take away"), order("hand_out", body=pack.body, take={"thing": view.key, "count": 1})),
        key=view.key,
        body=pack.body,
        name=view.name,
        count=view.count,
        text=view.text,
        word=_("Change"),
    )
