"""The words of the help: a Mission, from the table to its end."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.help.topic import Topic

PLAYING = (
    Topic(
        "table",
        _("At the table"),
        can=(
            _(
                "When it is your turn: move, act, talk. Point at a cell or foe to see way, price and chance "
                "first; what you can do stands under Act."
            ),
            _(
                "Out of turn: look ahead to what your next turn allows, wish for a cell, answer what you are asked; "
                "where the rules have it, prepare, and hold what was declared."
            ),
            _(
                "Talk in the log, whisper, roll with /roll. The question mark lists all keys, and each small i "
                "opens its rule; H marks a house value, which the rules leave open."
            ),
            _(
                "As GM: rule on anything where its number stands, by the menu on a token or cell; pause, rewind,"
                " play for a seat, look through any seat, add units, call checks."
            ),
            _("Read under Goals what the GM handed out; as GM, hand out texts and pictures there to whom you choose."),
        ),
        costs=(
            _(
                "Every action shows its price before you do it, in Action points or in parts of the turn as the "
                "rules have it, and the terms of its chance. What you keep at the end of a turn is told on End turn."
            ),
            _(
                "Own steps are taken back for free as long as they revealed nothing and nobody answered; later "
                "only the GM rewinds."
            ),
        ),
        wrong=(
            _("A refusal says why and what to do, at the bottom of the map. Nothing was spent then."),
            _(
                "The dot at the top is not green: the connection broke. The page comes back by itself; what was "
                "accepted is safe, what you typed stays."
            ),
            _(
                "You did not answer in time: the default was taken. The GM can rewind it. Standing choices under"
                " Act answer for you."
            ),
            _("You were put out: the GM removed you, changed your role, took the link back or put the campaign away."),
        ),
    ),
    Topic(
        "screen",
        _("The shared screen, and other eyes"),
        can=(
            _(
                "Show on a large screen what one seat sees; a GM’s shows what spectators see. It follows the action"
                " until somebody moves the map."
            ),
            _("As GM look through another seat’s eyes: the very page that they have."),
        ),
        costs=(_("Nothing, and nothing can be pressed here."),),
        wrong=(_("A player’s own screen shows what that player alone knows: for all, open a GM’s or a spectator’s."),),
    ),
    Topic(
        "rules",
        _("The rules of a Mission"),
        can=(_("Search and read what is played, made from the very data that decides. H marks a house value."),),
        costs=(_("Nothing."),),
        wrong=(
            _(
                "Another Mission may play other rules: each keeps the version with which it began until its GM "
                "goes on under a newer one."
            ),
        ),
    ),
    Topic(
        "recap",
        _("What happened"),
        can=(
            _(
                "Read what your seat was told since you were here or from the beginning, whose turn it is, who "
                "is down and who is away."
            ),
            _("Of a closed Mission: how it ended. The whole record has every number, and can be saved."),
        ),
        costs=(_("Nothing."),),
        wrong=(
            _(
                "Something is missing: you read only what your seat may know. Lines that were taken back stand "
                "only in the record."
            ),
        ),
    ),
    Topic(
        "tonight",
        _("Stop for tonight"),
        can=(
            _(
                "Pause all clocks and leave a word for everybody. Go on whenever you like, with Resume in the "
                "GM’s panel."
            ),
        ),
        costs=(_("Nothing is lost and nothing is decided: open questions wait as they are."),),
        wrong=(_("It was too early: press Resume at the table. The word stays in the log."),),
    ),
    Topic(
        "enlist",
        _("From the roster"),
        can=(_("Let a character of the roster join, as its sheet is now."),),
        costs=(_("One press; it comes without a cell and is placed at the table."),),
        wrong=(_("Somebody is not listed: they are in an open Mission already, perhaps this one."),),
    ),
    Topic(
        "close",
        _("Closing a Mission"),
        can=(
            _(
                "See for each character what changed, and tick what goes to the sheet: wounds, things, statuses,"
                " experience."
            ),
            _("Open the next Mission with the same boards and the same people."),
        ),
        costs=(_("After closing only talk is possible in the Mission. What is not ticked is dropped for good."),),
        wrong=(
            _("It is not over yet: end the Mission at the table first, or put it away as it is."),
            _("A wrong number on a sheet: its history can put it back."),
        ),
    ),
)  # fmt: skip
