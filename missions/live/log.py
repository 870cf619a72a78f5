"""The log: one line an entry; a line with numbers opens to its terms."""

from __future__ import annotations

import msgspec
from django.utils.safestring import SafeString

from missions.live import skills
from missions.live.draw import class_name
from missions.live.markup import NOTHING, compact, esc, fill, icon, join, safe_id, when
from missions.live.pips import house
from missions.live.remember import remembered
from missions.live.speech import gettext as _
from tactics.kernel.view import BreakdownView, LogLine, TermView

_ICONS = {
    "roll": "dices",
    "talk": "message-circle",
    "move": "footprints",
    "gm": "gavel",
    "chat": "messages-square",
    "narration": "scroll-text",
}


@remembered(8192)
def line(view: LogLine) -> str:
    """A row of the log. `data-paths`: the ways of a walk; `data-card`: a check. The page shows both on the map."""
    css = class_name(view.kind)
    css += " secret" if view.secret else ""
    css += " undone" if view.undone else ""
    css += " turns" if view.turns else ""
    text = fill("{icon}<span>{text}</span>", icon=_mark(view.kind), text=view.text)
    if view.undone:
        text = fill('{text}<span class="sr"> ({undone})</span>', text=text, undone=_("undone"))
    if view.secret:
        text = fill('{text} <em class="tag">{word}</em>', text=text, word=_("secret"))
    if view.breakdowns:
        text = fill(
            "<details><summary>{text}</summary>{numbers}{amend}</details>",
            text=text,
            numbers=breakdowns(view.breakdowns),
            amend=join([_amend(view), skills.hands(view)]),
        )
    else:
        text = fill("<p>{text}{hear}</p>", text=text, hear=_hear(view))
    return f'<li id="e-{safe_id(view.key)}" class="{css}"{_walk(view)}{_card(view)}>{text}</li>'


def _hear(view: LogLine) -> SafeString:
    """The GM's hand on what was said: who else hears it (T-054)."""
    said, heard = view.record.get("said"), view.record.get("heard", ())
    return when(
        said and not view.undone,
        ' <button type="button" class="amend" data-said="{said}" aria-haspopup="dialog">{icon}{word}</button>',
        said=compact({"unit": view.unit, "text": said, "volume": view.record.get("volume"), "heard": heard}),
        icon=icon("users"),
        word=_("Who hears"),
    )


def _amend(view: LogLine) -> SafeString:
    """The GM's hand on a resolved check (table.md 7); the script opens a window for it."""
    return when(
        view.amendable and view.seq and not view.undone,
        '<button type="button" class="amend" data-amend="{row}" data-which="{which}" aria-haspopup="dialog">'
        "{icon}{word}</button>",
        row=view.seq,
        # a group's checks are one row
        which=f"{view.record.get('body', '')}>{view.record.get('target', '')}",
        icon=icon("gavel"),
        word=_("Amend"),
    )


def _mark(kind: str) -> SafeString:
    return icon(_ICONS[kind]) if kind in _ICONS else NOTHING


def _walk(view: LogLine) -> str:
    paths = view.record.get("paths")
    return f' data-paths="{esc(compact(paths))}"' if paths else ""


def _card(view: LogLine) -> str:
    """The check in few words, for the place where it happened; of an undone one there is none."""
    if view.card is None or view.at is None or view.undone:
        return ""
    card = {name: value for name, value in msgspec.to_builtins(view.card).items() if value not in ("", None)}
    return f' data-card="{esc(compact({**card, "at": view.at, "unit": view.unit}))}"'


@remembered(4096)
def breakdowns(views: tuple[BreakdownView, ...], rules: str = "rules/") -> SafeString:
    """Numbers with their terms, each as a line: `Attempt 8: 2 Claw +3 DEX 3 d10`. rules: address of the page of all
    rules, from the page that shows this."""
    return join(breakdown(view, rules) for view in views)


def breakdown(view: BreakdownView, rules: str) -> SafeString:
    return fill(
        '<div class="sum"><span class="what">{label}{total}{house}</span>{words}<ul>{terms}</ul></div>',
        label=view.label,
        house=house(view.house),
        total=when(view.total is not None, " <b>{n}</b>", n=signless(view.total or 0)),
        words=when(view.words and (view.total is None or not view.terms), " <i>{words}</i>", words=view.words),
        terms=join(term(t, rules) for t in view.terms),
    )


def term(view: TermView, rules: str) -> SafeString:
    """One term; its name opens the rule that it comes from. One that does not count is struck through and says why."""
    link = '<a href="{rules}#{help}" target="rules">{label}</a>'
    return fill(
        '<li class="{css}">{value} {label}{house}{why}</li>',
        css="term" if view.counts else "term off",
        house=house(view.house),
        value=fill("<b>{n}</b>" if view.counts else "<s>{n}</s>", n=signed(view.value)),
        label=when(view.help, link, rules=rules, help=view.help, label=view.label) or view.label,
        why=when(view.why, " <i>({why})</i>", why=view.why),
    )


def signless(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else signless(number)
