"""The words of the help: all that is made before a Mission begins."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.help.topic import Topic

PREPARING = (
    Topic(
        "choose",
        _("Whom do you play?"),
        can=(_("Take a character that is on offer, or make your own."),),
        costs=(
            _(
                "One press. A Mission that has not begun takes your character in by itself; into a running one "
                "the GM lets it."
            ),
        ),
        wrong=(
            _("Somebody was quicker: choose another."),
            _("The wrong one: ask the GM, who can give the character to somebody else on its sheet."),
        ),
    ),
    Topic(
        "character",
        _("A character"),
        can=(
            _("Read the sheet, its experience and every change that was made to it."),
            _("Change what is yours; the GM changes everything, and can put a sheet back to how it was."),
            _(
                "Take the next level when the experience is there; what it brings is entered by hand. Who begins above "
                "level 1 begins with the experience that it takes."
            ),
            _("Upload a portrait: it is cut to a square."),
        ),
        costs=(
            _("Levels cost the experience that Missions bring. A changed sheet is a line of its history, no more."),
            _("A new character takes three choices; everything else has a value to begin with."),
        ),
        wrong=(
            _("In an open Mission the numbers at the table count; what you change here waits for its end."),
            _("“It was changed by somebody else meanwhile”: open the form again, and repeat what you want."),
            _("A picture is refused when it is no PNG, JPEG or WebP, or too large."),
        ),
    ),
    Topic(
        "mob",
        _("Foes and helpers"),
        can=(
            _("Make kinds of foes that you put into Missions any number of times, and copies with numbers."),
            _("Begin with one of the rules and change what you like; every change stands below and can be put back."),
            _("Pets, mounts and ships are made here too, where there are such; a ship has tiers for its sections."),
        ),
        costs=(_("Nothing. A Mission takes a copy: what you change here changes no Mission that has begun."),),
        wrong=(_("Deleted is deleted; Missions keep their own copy."),),
    ),
    Topic(
        "roster",
        _("The roster as a file"),
        can=(
            _("Take characters and kinds of foes home as a table (CSV) or with everything that they are (JSON)."),
            _("Bring such a file in."),
        ),
        costs=(_("Nothing. A file is taken whole or not at all."),),
        wrong=(_("A file with a mistake is refused with the line and what is wrong there."),),
    ),
    Topic(
        "library",
        _("House rules"),
        can=(
            _(
                "Add items, skills, spells, actions, terrain and statuses of this campaign, or change those of "
                "the rules for it."
            ),
            _(
                "Begin from one that is there, by “Another like it”, or from nothing: each field says what it means. "
                "Read the sentence that is made from what you entered, and try it dry with its odds."
            ),
            _("Take entries over from your other campaigns."),
        ),
        costs=(
            _(
                "New Missions play with what is saved here. A running one keeps its rules until its GM goes on "
                "under the new ones."
            ),
        ),
        wrong=(
            _("What does not fit is refused at the field that is wrong; what you typed stays."),
            _("What another entry needs cannot be deleted; the page says which."),
        ),
    ),
    Topic(
        "map-bring",
        _("Bringing a map"),
        can=(
            _(
                "Bring a picture with a grid, or a file of Universal VTT, Foundry, One Page Dungeon, Tiled, "
                "donjon or plain letters."
            ),
            _("See what was read, snapped, guessed, clipped and left out, before anything is kept."),
            _("Set the grid, choose what the ground is, cut out a part, and look again."),
        ),
        costs=(_("Nothing is stored until you keep it. A campaign has room for 200 maps and 200 MB of pictures."),),
        wrong=(
            _("A map that is larger than a board is cut: say which part to keep."),
            _("A picture alone does not tell how large a cell is: drag over some cells and say how many they are."),
            _("A file that cannot be read is refused with the reason. Nothing of it stays here."),
        ),
    ),
    Topic(
        "map",
        _("A map, and drawing on it"),
        can=(
            _("Take one that comes with the game: a copy is yours, with the zones where heroes and foes begin."),
            _("Look at it as its GM, change its name, make a Mission on it, or draw on it."),
            _(
                "Draw ground, heights, walls, doors, cover and zones by pointer or keys, and undo. It saves as "
                "you go; two GMs draw at once."
            ),
            _(
                "Each ground, cover and tool says beside the map what it does in play. Heights are levels; deep water "
                "has its depth in its kind; cover stands on the sides of cells, half, full or to conceal alone. Half "
                "cover is jumped over; full cover stops whoever does not fly or jump as high as it stands."
            ),
            _(
                "Where the rules have ships: a map with decks and a helm is the deck of a ship, its bow at the top; "
                "the form of a Mission offers it at each ship. In space, a gravity field is ground to walk on."
            ),
            _("Give it another size: what a cut would take away is told first, and undo brings it back."),
        ),
        costs=(_("Nothing. A Mission takes a copy of the map when it is made."),),
        wrong=(
            _("Deleting a map leaves the Missions on it as they are."),
            _("Away from the network, what you draw is kept in the page and sent when it is back."),
        ),
    ),
    Topic(
        "mission-new",
        _("Preparing a Mission"),
        can=(
            _(
                "Say what it is about, who plays whom, whom they meet, and on which board; everything has a "
                "value already."
            ),
            _(
                "A map brings the zones that are drawn on it, and whoever it has starting places for: write their name "
                "at “Where they stand”. A crew or a pet belongs to a ship or a hero, which is chosen there too."
            ),
            _("Keep it as a plan and go on later, see what is missing, and rehearse it without a trace."),
            _("Make it again from one that was played."),
        ),
        costs=(_("Nothing here is final: at the table the GM adds, moves and changes everything."),),
        wrong=(
            _("A character in another open Mission is not listed: close that one first."),
            _("What cannot be is marked at its field, and nothing is made until it is right."),
            _("Hidden foes are seen by nobody until you reveal them; their notes are only for GMs."),
        ),
    ),
)  # fmt: skip
