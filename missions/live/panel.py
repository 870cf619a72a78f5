"""What the unit can do, with costs, chances and reasons why not; prompts; the end of the turn.

Each option is a button whose value is the complete command, so that the page's script, a screen reader
and a page without script use the same thing. Nothing in here is typed into: fields stand outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as lazy
from msgspec.structs import replace

from missions.live.log import breakdowns
from missions.live.markup import button, compact, fill, folded, icon, join, order, safe_id, when
from missions.live.people import running
from missions.live.pips import house, vitals
from missions.live.remember import remembered
from missions.live.speech import gettext as _
from missions.live.timing import BEAT
from tactics.kernel.view import (
    EndTurnView,
    FieldView,
    MissionView,
    OptionView,
    TargetView,
    UnitView,
)

Digits = dict[tuple[str, str], str]
"""(unit, option) -> the key that chooses it."""
APART = ("prepare",)
"""What opens a list of its own stands after all that is done at once."""


def acting(view: MissionView) -> SafeString:
    """Who acts for me now: name, points and health, on top of the panel; before round 1 what is to be done."""
    unit = current(view)
    if unit is None and view.options:
        return fill('<div id="now"><h2>{text}</h2></div>', text=_before(view))
    if unit is None and view.phase in OVER:
        return _over(view)
    if unit is None:
        return fill('<div id="now" class="idle"><p>{text}</p></div>', text=idle_words(view))
    # Of a single body what weighs on it stands there too; a Mob's members have theirs each, under Units.
    told = {mark.key for mark in unit.badges}
    own = unit.bodies[0].marks if len(unit.bodies) == 1 else ()
    marks = (*unit.badges, *(mark for mark in own if mark.key not in told))
    return fill(
        '<div id="now" class="{relation}"><h2>{name}{stand_in}</h2>{vitals}{badges}</div>',
        badges=running(marks),
        relation=unit.relation,
        name=unit.name,
        stand_in=when(
            view.role == "gm" and unit.seat and unit.seat != view.seat and unit.seat_name,
            ' <em class="tag">{words}</em>',
            words=(_("%(who)s plays it") if view.act_for == unit.key else _("you play for %(who)s"))
            % {"who": unit.seat_name},
        ),
        vitals=vitals(unit, view.role == "gm"),
    )


def _ask(view: MissionView) -> SafeString:
    """In a player's turn the GM's switches: to play for the seat (the banner hands it back), and to look at what its
    unit can do; what is not looked at is not made."""
    who = next((unit.name for unit in view.units if unit.key == view.act_for), "")
    seat = next((seat for seat in view.seats if view.act_for in seat.units), None)
    return when(
        view.act_for,
        '<div class="tools theirs">{play}<button type="button" class="switch" role="switch" aria-checked="{on}" '
        'data-offers="{name}">{icon}<span>{label}</span></button></div>',
        play=when(
            seat,
            '<button form="cmd" name="go" value="{value}" class="switch" role="switch" aria-checked="false">{icon}'
            "<span>{label}</span></button>",
            value=order("stand_in", seat=seat.key if seat else "", on=True),
            icon=icon("hand"),
            label=_("Play for %(who)s") % {"who": seat.name if seat else ""},
        ),
        on="false" if view.withheld else "true",
        name=view.act_for,
        icon=icon("circle") if view.withheld else icon("check"),
        label=_("Show what %(who)s can do") % {"who": who},
    )


def _before(view: MissionView) -> str:
    """What a seat does before round 1; the head of the page says whom everybody waits for."""
    doing = {option.do for option in view.options}
    if "place" in doing:
        return _("Choose who is placed, then a cell")
    if "wish" in doing:
        return _("Wish for a cell: it is taken when your turn to place comes")
    return _("Roll for initiative") if "roll_initiative" in doing else view.phase_label


def current(view: MissionView) -> UnitView | None:
    """The unit whose options the page offers: the active one, or the first that has any."""
    if view.withheld:
        return next((unit for unit in view.units if unit.key == view.act_for), None)
    able = {option.unit for option in view.options} | {reach.unit for reach in view.reach}
    key = view.turn if view.turn in able else next(iter([o.unit for o in view.options if o.unit]), "")
    return next((unit for unit in view.units if unit.key == key), None)


OVER = ("ended", "post_mission")
"""Phases in which the Mission is over."""
STATUS_WORDS = {
    "completed": lazy("completed"),
    "partial": lazy("partly"),
    "failed": lazy("failed"),
    "open": lazy("open"),
}
"""What came of an objective."""


def _over(view: MissionView) -> SafeString:
    """How it ended, as far as the seat knows: the outcome, and what came of each objective for how much experience."""
    return fill(
        '<div id="now" class="idle over"><p>{text}</p><h2>{outcome}</h2><ul>{goals}</ul></div>',
        text=_("The Mission is over."),
        outcome=view.outcome,
        goals=join(
            fill(
                "<li>{title}: <b>{status}</b>{xp}</li>",
                title=goal.title,
                status=str(STATUS_WORDS.get(goal.status, goal.status)),
                xp=when(goal.status == "completed", " <small>{xp} XP</small>", xp=goal.xp),
            )
            for goal in view.objectives
        ),
    )


def idle_words(view: MissionView) -> str:
    if view.outcome or view.phase in ("ended", "post_mission"):
        return _("The Mission is over.")
    if view.paused:
        return _("The Mission is paused.")
    return view.waiting or _("Nothing to do right now.")


def options(view: MissionView) -> SafeString:
    """All options by unit, each group once, moving first; the first nine have a digit, which stays theirs whether they
    can be used or not.

    The unit that acts comes first and open; each other unit's are folded. Doors come and go with the
    cell where one stands, so they have no digit but a key of their own (static/js/mission-keymap.js).
    """
    by_unit: dict[str, list[OptionView]] = {}
    for each in view.options:
        if not elsewhere(view, each):
            by_unit.setdefault(each.unit, []).append(each)
    by_unit = {unit: _ordered(found) for unit, found in by_unit.items()}
    first = current(view)
    sides = {unit.key: unit.side for unit in view.units}
    names = {unit.key: unit.name for unit in view.units}
    blocks: list[SafeString] = []
    others: list[SafeString] = []
    able = 0
    units = sorted(by_unit, key=lambda key: first is None or key != first.key)
    keyed = [(unit, o.key) for unit in units for o in by_unit[unit] if o.do != "door"]
    digits = dict(zip(keyed, "123456789", strict=False))
    for unit in units:
        friends = frozenset(t.key for t in view.tokens if unit and sides.get(t.unit) == sides.get(unit))
        rows = _list(unit, [_sorted(o, friends) for o in by_unit[unit]], digits, friends)
        if unit and first is not None and unit != first.key:
            # A fold in which nothing can be done now would open upon nothing.
            none = all(o.why_not for o in by_unit[unit])
            rows = fill(
                '<details id="v-{id}" class="later"{hidden}><summary>{name}</summary>{rows}</details>',
                id=safe_id(unit),
                hidden=when(none, ' hidden="hidden"'),
                name=_("What %(who)s can do") % {"who": names.get(unit, unit)},
                rows=rows,
            )
            others.append(rows)
            able += not none
        else:
            blocks.append(rows)
    blocks += folded("v-others", _("What the others can do: %(n)s units") % {"n": able}, others, able)
    return fill('<div id="options">{ask}{blocks}</div>', ask=_ask(view), blocks=join(blocks))


def _sorted(view: OptionView, friends: frozenset[str]) -> OptionView:
    """With its targets as one looks for them: foes before friends, of what helps friends before foes, and last who has
    fallen. That the nearest stand first is the page's affair (static/js/mission-nearest.js): a step changes no option
    that it does not matter to."""

    def rank(at: TargetView) -> tuple[bool, bool, str]:
        return at.down, (at.body in friends) != view.helps, at.body

    return replace(view, targets=tuple(sorted(view.targets, key=rank))) if len(view.targets) > 1 else view


def _place(view: OptionView) -> SafeString:
    """Where an option that cannot be used now will stand: a piece too, so that it comes and goes alone."""
    return fill('<li id="c-{id}" class="opt no" hidden="hidden"></li>', id=safe_id(f"{view.unit}.{view.key}"))


def elsewhere(view: MissionView, option: OptionView) -> bool:
    """Whether the option has a control of its own: End turn, and its stepper while it is there."""
    if option.do == "end_turn" or option.key in BEAT or option.way:
        return True
    return option.do == "convert" and view.end_turn is not None and view.end_turn.unit == option.unit


def _ordered(some: Sequence[OptionView]) -> list[OptionView]:
    """Each group once: the one with the move first, what stands apart last, the others as they came."""
    groups: dict[str, list[OptionView]] = {}
    for each in some:
        groups.setdefault(each.group, []).append(each)
    at = {group: i for i, group in enumerate(groups)}
    walk = {each.group for each in some if each.do == "move"}
    return sorted(some, key=lambda o: (o.do in APART, o.do == "wish", o.group not in walk, at[o.group]))


def title_of(view: OptionView) -> SafeString:
    """What is true of an option here and now. What it is in general is looked up by its `help` (mission-rules.js does
    so when it is pointed at); only where it has none it is said here."""
    words = " ".join(part for part in (view.title, "" if view.help else view.rule) if part)
    return when(words, ' title="{words}"', words=words)


def _list(unit: str, some: Sequence[OptionView], digits: Digits, friends: frozenset[str]) -> SafeString:
    rows: list[SafeString] = []
    for group, each in groupby(some, key=lambda o: o.group):
        found = list(each)
        if group:
            # A piece too: with the first and the last of its options it comes and goes alone.
            line = '<li id="c-{id}" class="group" data-group="{group}"{hidden}>{group}</li>'
            none = all(o.why_not for o in found)
            hidden = when(none, ' hidden="hidden"')
            rows.append(fill(line, id=safe_id(f"{unit}.group.{group}"), group=group, hidden=hidden))
        rows += [_place(o) if o.why_not else _kept(o, digits.get((unit, o.key), ""), friends) for o in found]
    return fill(
        '<ul class="acts" data-unit="{unit}" aria-label="{label}">{rows}</ul>',
        unit=unit,
        label=_("Actions"),
        rows=join(rows),
    )


def _kept(view: OptionView, digit: str, friends: frozenset[str]) -> SafeString:
    """What stays afterwards stands elsewhere; only whether there is something is told here."""
    return option(replace(view, after="*") if view.after else view, digit, friends)


def leaves(view: MissionView) -> dict[str, str]:
    """What stays once the options are paid, by unit and price: for the script, which writes it into them."""
    return {_price(option): option.after for option in view.options if option.after}


def _price(view: OptionView) -> str:
    return f"{view.unit}:{','.join(f'{n}{pool}' for pool, n in sorted(view.costs.items()))}"


@remembered(4096)
def option(view: OptionView, digit: str, friends: frozenset[str] = frozenset()) -> SafeString:
    """One option: a piece that is sent alone when nothing else of the region changed (swaps.PIECE). Of its
    targets the bodies in `friends` are marked."""
    face = fill(
        '{digit}<span class="nm">{label}{house}</span><span class="cost">{cost}</span>',
        digit=when(digit, "<kbd>{digit}</kbd>", digit=digit),
        label=view.label,
        house=house(view.house),
        cost=view.cost,
    )
    title = title_of(view)
    own = f"c-{safe_id(f'{view.unit}.{view.key}')}"
    if view.why_not:
        return fill(
            '<li id="{own}" class="opt no"{title}><span class="face">{face}</span>{why}{info}</li>',
            own=own,
            title=title,
            face=face,
            info=info(view),
            why=when(view.why_not.strip(), "<em>{why}</em>", why=view.why_not),
        )
    key = when(digit, ' data-key="{digit}"', digit=digit)
    data = fill(
        ' data-do="{do}" data-unit="{unit}"{click}{helps}{by}{after}{words}',
        helps=when(view.helps, ' data-helps="1"'),
        by=when(view.by, ' data-by="{by}"', by=view.by),
        click=when(view.click, ' data-click="{click}"', click=view.click),
        do=view.do,
        unit=view.unit,
        words=when(view.prices, ' data-words="{n}" data-prices="{all}"', n=view.per_words, all=compact(view.prices)),
        after=when(view.after, ' data-leaves="{key}"', key=_price(view)),
    )
    if view.targets:
        return fill(
            '<li id="{own}" class="opt"><details id="a-{id}" name="act"{data}{key}{title}{ask}>'
            "<summary>{face}</summary>"
            '{after}<ul class="targets" aria-label="{label}">{targets}</ul></details>{info}</li>',
            info=info(view),
            own=own,
            after=when(view.after, '<p class="after" data-leaves="{key}"></p>', key=_price(view)),
            id=safe_id(f"{view.unit}.{view.key}"),
            data=data,
            key=key,
            title=title,
            face=face,
            ask=when(view.fields, ' data-aims="{fields}"', fields=fields(view)),
            label=_("Targets"),
            targets=join(target(view, t, t.body in friends) for t in view.targets),
        )
    if view.do == "move" or view.fields:
        # Both need more than a press: a cell of the map, or the fields that stand outside.
        return fill(
            '<li id="{own}" class="opt"><button type="button"{data}{key}{title} data-ask="{fields}" '
            'data-go="{go}">{face}</button>{info}</li>',
            info=info(view),
            own=own,
            data=data,
            key=key,
            title=title,
            fields=fields(view),
            go=command(view),
            face=face,
        )
    return fill(
        '<li id="{own}" class="opt">{button}{info}</li>',
        info=info(view),
        own=own,
        button=button(face, command(view), extra=join([title, data, key])),
    )


def info(view: OptionView) -> SafeString:
    """The little "i": the rule of this action (static/js/mission-rules.js; without script the page of all rules)."""
    return when(
        view.help,
        '<a class="info" href="rules/#{help}" target="rules" aria-label="{label}">i</a>',
        help=view.help,
        label=_("Rule: %(what)s") % {"what": view.label},
    )


LONG = 5
"""A list of more choices than so many is fetched when somebody looks at it (static/js/mission-fields.js)."""


def fields(view: OptionView) -> str:
    """What an option asks for besides its target, as JSON."""
    return compact([_field(view, each) for each in view.fields])


def _field(of: OptionView, view: FieldView) -> dict[str, Any]:
    found = {k: v for k, v in msgspec.to_builtins(view).items() if v}
    if view.kind == "choice" and len(view.choices) > LONG:
        found["choices"] = {"unit": of.unit, "option": of.key, "field": view.name}
    return found


def command(view: OptionView, target: TargetView | None = None, chosen: Mapping[str, str] | None = None) -> str:
    """The command that an option stands for, as the value of its button. chosen: values of its fields."""
    arguments = {"unit": view.unit, **view.command} if view.unit else dict(view.command)
    arguments |= chosen or {}
    if target is not None:
        arguments["target"] = target.body
    basis = target.basis if target is not None and target.basis else view.basis
    return order(view.do, basis, **arguments)


def target(view: OptionView, at: TargetView, friend: bool = False) -> SafeString:
    """A target with its chance; the terms open below it as far as the viewer may know them."""
    face = fill(
        '<span class="nm">{name} <small>{cell}</small>{friend}{down}</span>'
        '<span class="chance">{chance}</span>{effect}',
        name=at.name,
        cell=at.cell,
        friend=when(friend, ' <em class="tag">{word}</em>', word=_("ally")),
        down=when(at.down, ' <em class="tag down">{word}</em>', word=_("down")),
        chance=at.chance,
        effect=when(at.effect, '<span class="effect">{effect}</span>', effect=at.effect),
    )
    data = fill(
        ' data-target="{body}" data-x="{x}" data-y="{y}" data-chance="{chance}" data-label="{label}"{friend}{idle}{by}',
        friend=when(friend, ' data-friend="1"'),
        idle=when(at.idle, ' data-idle="1"'),
        by=when(at.by, ' data-by="{body}"', body=at.by),
        body=at.body,
        x=at.x,
        y=at.y,
        chance=at.chance,
        label=f"{view.label}, {at.name}" + (f" ({_('down')})" if at.down else ""),
    )
    return fill(
        "<li>{button}{terms}</li>",
        button=button(face, command(view, at), "tgt", extra=data),
        terms=when(
            at.breakdowns,
            '<details class="terms"><summary>{word}</summary>{numbers}</details>',
            word=_("Why"),
            numbers=breakdowns(at.breakdowns),
        ),
    )


def end_turn(view: EndTurnView | None) -> SafeString:
    """The End turn button with what stays; its stepper stands outside and is shown by the script."""
    if view is None:
        return fill('<div id="endturn"></div>')
    return fill(
        '<div id="endturn">{button}<p class="keeps">{keeps}</p></div>',
        button=button(
            fill("{icon}<span>{label}</span><kbd>E</kbd>", icon=icon("skip-forward"), label=_("End turn")),
            order("end_turn", view.basis, unit=view.unit),
            "end primary",
            extra=when(view.ask, ' data-confirm="{text}"', text=_("Nothing done yet. Press again to end the turn.")),
        ),
        keeps=view.keeps,
    )
