"""Questions as cards: what is asked, what can be answered. Each answer is a button with the complete command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils.safestring import SafeString

from missions.live.markup import NOTHING, button, fill, icon, join, order, safe_id, when
from missions.live.speech import gettext as _
from tactics.kernel.view import FieldView, FoldView, PromptView

OUT_OF_TURN = ("interrupt", "reflex_action")
"""Questions with little time."""


def prompt(view: PromptView) -> SafeString:
    """A card. It is inserted once and never changed, so that what is typed into it stays: its clock is in #timing."""
    if not view.mine:
        return fill(
            '<li id="q-{id}" class="prompt wait"><p>{icon}{word} {who}</p></li>',
            id=safe_id(view.key),
            icon=icon("hourglass"),
            word=_("Waiting for"),
            who=f"{view.to_name}: {view.title}" if view.title else view.to_name,
        )
    return fill(
        '<li id="q-{id}" class="prompt" data-prompt="{key}" data-kind="{kind}" data-basis="{basis}">'
        "<h2>{title}</h2>{text}{answers}</li>",
        id=safe_id(view.key),
        key=view.key,
        kind=view.kind,
        basis=view.basis,
        title=view.title,
        text=when(view.text, "<p>{text}</p>", text=view.text),
        answers=out_of_turn(view) if view.kind in OUT_OF_TURN else _answers(view),
    )


def out_of_turn(view: PromptView) -> SafeString:
    """What needs no choosing first and of one size, then the rest by kind."""
    chosen = [_choice(view, value, label) for value, label in view.choices]
    if view.kind == "interrupt":
        chosen.insert(1, button(_("Pass for this round"), order("pass", unit=view.unit, round=True)))
    if view.default and not any(value == view.default for value, _label in view.choices):
        chosen.append(_default(view))
    kinds = [field.kind for field in view.fields]
    at = kinds.index("cell") if "cell" in kinds else len(kinds)
    others, going = view.fields[:at], view.fields[at:]  # what says how to go comes after where to
    return fill(
        '<div class="row now">{chosen}</div>{note}{others}{move}{folds}',
        chosen=join(chosen),
        note=when(view.note, '<p class="note">{note}</p>', note=view.note),
        others=join(prompt_field(view, field) for field in others),
        folds=join(_fold(view, number, fold) for number, fold in enumerate(view.folds)),
        move=_going(view, going) if going else NOTHING,
    )


def _going(view: PromptView, fields: Sequence[FieldView]) -> SafeString:
    shown = join(prompt_field(view, field) for field in fields)
    return fill('<div class="row going">{fields}{go}</div>', fields=shown, go=_go(view))


def _go(view: PromptView) -> SafeString:
    """Sends the fields."""
    return button(
        next((field.label for field in view.fields if field.kind == "cell"), _("Answer")),
        order("answer", view.basis, prompt=view.key),
        "primary",
        extra=fill(' data-fields="{n}"', n=len(view.fields)),
    )


def _fold(view: PromptView, number: int, fold: FoldView) -> SafeString:
    """What opens to its answers."""
    return fill(
        '<details id="qf-{id}-{number}" name="qf-{id}" class="fold"><summary>{label}</summary>'
        '<div class="row">{targets}</div></details>',
        id=safe_id(view.key),
        number=number,
        label=fold.label,
        targets=join(_choice(view, value, word, label) for value, word, label in fold.choices),
    )


def _choice(view: PromptView, value: str, label: str, all_words: str = "") -> SafeString:
    """all_words: for who hears the button without what stands around it."""
    mark = when(value == view.default, ' data-default="1"')
    if view.together:
        mark = fill(' data-fields="{n}" data-choice="{value}"', n=len(view.fields), value=value)
    mark += when(all_words and all_words != label, ' aria-label="{words}"', words=all_words)
    return button(label, order("answer", view.basis, prompt=view.key, value=_json(value)), extra=mark)


def _default(view: PromptView) -> SafeString:
    return button(
        fill("{word} <b>{default}</b>", word=_("Accept"), default=view.default),
        order("answer", view.basis, prompt=view.key, default=True),
    )


def _answers(view: PromptView) -> SafeString:
    out = [_go(view)] if view.fields else []
    out += [_choice(view, value, label) for value, label in view.choices]
    if view.default and not any(value == view.default for value, _label in view.choices):
        out.append(_default(view))
    return fill(
        '{fields}<div class="row">{choices}</div>',
        fields=join(prompt_field(view, field) for field in view.fields),
        choices=join(out),
    )


def _json(text: str) -> Any:
    """A choice's value: JSON, or a bare word."""
    try:
        return msgspec.json.decode(text.encode())
    except msgspec.DecodeError:
        return text


def prompt_field(prompt: PromptView, view: FieldView) -> SafeString:
    key = f"f-{safe_id(prompt.key)}-{safe_id(view.name)}"
    return fill(
        '<p class="field"><label for="{id}">{label}</label>{control}{pick}{help}</p>',
        id=key,
        pick=when(
            view.kind == "cell",
            '<button type="button" class="pick" data-pick="{id}">{word}</button>',
            id=key,
            word=_("On the map"),
        ),
        label=view.label,
        control=control(key, view),
        help=when(view.help, "<small>{help}</small>", help=view.help),
    )


def control(key: str, view: FieldView) -> SafeString:
    """An input for a field. It names no form: the script reads it when its card is answered."""
    if view.kind == "choice":
        choices = join(
            fill(
                '<option value="{value}"{on}>{label}</option>',
                value=value,
                on=when(value == view.value, ' selected="selected"'),
                label=label,
            )
            for value, label in view.choices
        )
        return fill(
            '<select id="{id}" data-field="{name}">{choices}</select>',
            id=key,
            name=view.name,
            choices=choices,
        )
    return fill(
        '<input id="{id}" data-field="{name}" data-kind="{kind}" value="{value}" autocomplete="off"{mode}{limit}/>',
        id=key,
        name=view.name,
        kind=view.kind,
        value=view.value,
        mode=when(view.kind == "number", ' inputmode="numeric" size="4"'),
        limit=when(view.kind == "text" and view.limit, ' maxlength="{n}"', n=view.limit),
    )


def prompts(views: Sequence[PromptView]) -> dict[str, str]:
    return {f"q-{safe_id(view.key)}": prompt(view) for view in views if view.to}
