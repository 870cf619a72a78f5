"""The words of the help, screen by screen. `SCREENS` says which address shows which; tests hold it complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

Words = tuple[Any, ...]
RULES_ADMIN = "rules-admin"
"""The topic of the rules in the admin, whose addresses are Django's."""


@dataclass(frozen=True)
class Topic:
    """One screen. Each line is a sentence or two, in the words that the screen itself uses."""

    key: str
    title: Any
    can: Words
    costs: Words
    wrong: Words


SITE = (
    Topic(
        "home",
        _("My campaigns"),
        can=(
            _("Open a campaign that you lead or play in. What waits for you stands on its card and leads right there."),
            _("Make a campaign of your own, bring one from a file, or copy a demo into your account to try it."),
            _("Restore a campaign that was put away, at the bottom of the page."),
        ),
        costs=(
            _("A campaign costs nothing and can be put away at any time. Nothing here rolls a die or moves a unit."),
            _("A guest leads no campaigns: keep your seat first, that takes a user name and a password."),
        ),
        wrong=(
            _(
                "A campaign is missing: its GM put it away or took you from it, or you came in by another "
                "browser. Open your personal link here, or ask the GM for a new one."
            ),
            _("You see somebody else’s campaigns: another person is signed in on this browser. Sign out first."),
        ),
    ),
    Topic(
        "account",
        _("Accounts"),
        can=(
            _("Sign in with your user name or mail address, sign up, or set a new password by mail."),
            _("As a guest, keep your seat: the same seats and characters, from now on with a password."),
            _(
                "Set up a second factor, behind your name at the top: signing in then asks for a code of an "
                "authenticator app too, and a stolen password opens nothing."
            ),
            _("The first visitor of an empty site becomes its owner and may edit the rules in the admin."),
        ),
        costs=(
            _(
                "A user name and a password of at least 10 characters. A mail address is only needed to set a "
                "new password."
            ),
            _("Playing needs no account at all: an invitation link and a name are enough."),
        ),
        wrong=(
            _("Too many wrong passwords make you wait some minutes."),
            _("No mail comes: the site may have no mail server. Its owner can set a new password in the admin."),
            _(
                "The device with the authenticator app is lost: a recovery code signs in once. Without those, who owns "
                "the site takes the second factor away, in the admin or by `dev.py lost-device`."
            ),
            _("A guest who loses link and browser needs a new link from the GM; nothing of the seat is lost."),
        ),
    ),
    Topic(
        RULES_ADMIN,
        _("Edit the rules"),
        can=(
            _(
                "Under “Entries” in the admin change a number, a skill, a weapon, a status ... of either ruleset, as "
                "fields and values. “Say it and try it” shows it in words and with its odds before anything is saved."
            ),
            _(
                "Open an entry and press “New one like it” for another of its kind; “What it may say” explains every "
                "field. Numbers such as Charges and tiers are entries of the kind “constant”."
            ),
            _(
                "Look at the draft: what changed and who did it, what is wrong or unusual, and which campaigns, sheets "
                "and Missions use it. Publish it in one step, compare any two versions, go back by the history."
            ),
            _("Take many entries out as CSV, JSON or YAML, change them elsewhere, and bring them in again."),
        ),
        costs=(
            _(
                "A saved entry changes nobody’s game. A published version is played by new Missions; one that runs "
                "keeps its own until its GM presses “Go on under them”."
            ),
            _("To edit and to publish are two rights: staff may have the one without the other."),
        ),
        wrong=(
            _(
                "What cannot work is refused at its field, with the nearest name that would do; what you typed stays. "
                "A file is taken whole or not at all, and each wrong row is named."
            ),
            _(
                "An entry in use is not deleted; the page says who uses it. Archive it: new versions leave it out, "
                "and no Mission that uses it is led to one."
            ),
            _(
                "A changed number of the document becomes a house value, and a new release of Sortie does not take it "
                "back: “Take back to what ships” does."
            ),
        ),
    ),
    Topic(
        "join",
        _("An invitation"),
        can=(
            _("Read to which table and as what you are invited. Looking uses nothing up."),
            _("Type a name, choose whom you play where characters are on offer, and join."),
            _("A personal link returns to its seat, on any device, as often as you like."),
        ),
        costs=(
            _(
                "Joining uses one of the places that the link has. Your seat stays until you leave or the GM "
                "removes you."
            ),
            _("“I choose later” costs nothing: the choice waits for you in the campaign."),
        ),
        wrong=(
            _("Nothing is here: the link was taken back, is too old or has no place left. Ask the GM for a new one."),
            _("Somebody took your character a moment ago: your name is kept, choose another."),
            _("A personal link is a key. Whoever has it has your seat; tell the GM if it got into wrong hands."),
        ),
    ),
    Topic(
        "campaign",
        _("A campaign"),
        can=(
            _("Go to a Mission. An open one leads to the table, a closed one to what happened in it."),
            _("Look after characters, talk in threads, and read what waits for you."),
            _(
                "As GM: make Missions, maps, foes and house rules; make links and say for how long and how many "
                "they work; turn a link into a new one or take it back."
            ),
            _(
                "As GM: give a seat a new personal link, change its role, remove it. A co-GM leads Missions, but"
                " does not touch GMs, their links or the campaign’s settings."
            ),
            _("Under “Your seat”: change your name, make a link for your other device, leave the table."),
            _("As GM: mark a character as free, so that whoever comes may take it."),
        ),
        costs=(
            _(
                "Nothing here costs anything in the game. Removing somebody and changing a role act at once, in "
                "every open page of theirs."
            ),
            _("A link is shown once: copy it, or let a phone read the picture. Only a fingerprint of it is stored."),
        ),
        wrong=(
            _("The last GM cannot leave or become something else: make somebody else GM first."),
            _(
                "“New link, the old ones stop” and “Take old links back” also put out the browsers that came by "
                "them; a guest then needs the new link."
            ),
            _("A character that is in an open Mission has its numbers there until that Mission is closed."),
        ),
    ),
    Topic(
        "campaign-new",
        _("A new campaign"),
        can=(
            _("Give it a name and choose the rules; you will be its GM."),
            _("Bring a campaign from a file that was taken home from this site or another one."),
        ),
        costs=(
            _("The rules of a campaign stay what they are; its name can be changed."),
            _("A file brings its characters, maps and Missions, but no people: everybody gets a new link."),
        ),
        wrong=(
            _(
                "A file that is broken, changed or from a newer release is refused as a whole, with the reason, "
                "and nothing is stored."
            ),
        ),
    ),
    Topic(
        "campaign-settings",
        _("Settings of a campaign"),
        can=(
            _("Change the name, and say whether players who come may choose a ready hero of the rules."),
            _("Put the campaign away, and restore it."),
        ),
        costs=(_("Putting away closes its Missions for everybody at once and stops its links. Nothing is deleted."),),
        wrong=(
            _("Only a GM who is no co-GM finds this page."),
            _("Put away in the middle of a fight: restore it, and the Mission goes on where it stood."),
        ),
    ),
    Topic(
        "threads",
        _("Threads"),
        can=(
            _("Write out of character or as one of your characters, roll dice, whisper to the GM."),
            _("As GM: open threads, and make a thread the scenario of a Mission."),
        ),
        costs=(_("Nothing: talk between Missions takes no points."),),
        wrong=(
            _(
                "Dice are written like 2d6 + 1; what cannot be read is refused with the place where it went "
                "wrong, and your words stay in the field."
            ),
            _("A whisper is read by its sender and the GMs, and by nobody else."),
        ),
    ),
    Topic(
        "handouts",
        _("Handouts"),
        can=(
            _("Read what the GM showed you: it stays here, and at the table it stands under Goals."),
            _(
                "As GM: write a text, add a picture, and tick who sees it: single players, all of them, the "
                "spectators. During a Mission the same is on the GM tab, and it is there at once."
            ),
            _("As GM: change it, show it to more, take it back from some or from all, delete it."),
        ),
        costs=(
            _("Nothing in the game. Who was not chosen does not learn that there is anything to see."),
            _("“All players” and “Spectators” hold for those who come later as well."),
        ),
        wrong=(
            _("Taken back is gone from every page; what somebody has read, they have read."),
            _(
                "A picture is refused when it is no PNG, JPEG or WebP, broken, or too large. It is stored anew, at "
                "most 2048 pixels a side, without what a camera wrote into it."
            ),
        ),
    ),
)  # fmt: skip

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

TOPICS = {topic.key: topic for topic in (*SITE, *PREPARING, *PLAYING)}
GROUPS = ((_("The site"), SITE), (_("Preparing"), PREPARING), (_("Playing"), PLAYING))

SCREENS: dict[str, str] = {
    # name of an address: key of its topic
    "home": "home",
    **dict.fromkeys(("first-run", "keep"), "account"),
    "join": "join",
    "campaign": "campaign",
    **dict.fromkeys(("campaign-new", "campaign-bring"), "campaign-new"),
    "campaign-settings": "campaign-settings",
    **dict.fromkeys(("threads", "thread"), "threads"),
    **dict.fromkeys(("handouts", "handout"), "handouts"),
    "character-choose": "choose",
    **dict.fromkeys(("character", "character-edit", "character-new"), "character"),
    **dict.fromkeys(("mob", "mob-new"), "mob"),
    "roster": "roster",
    **dict.fromkeys(("library", "library-take", "library-new", "library-entry"), "library"),
    **dict.fromkeys(("map-bring", "map-look"), "map-bring"),
    **dict.fromkeys(("map", "map-empty", "map-edit", "map-shelf"), "map"),
    **dict.fromkeys(("mission-new", "mission-plan"), "mission-new"),
    "mission": "table",
    **dict.fromkeys(("mission-screen", "mission-see"), "screen"),
    **dict.fromkeys(("mission-rules", "mission-see-rules"), "rules"),
    **dict.fromkeys(("mission-recap", "mission-record", "mission-see-record"), "recap"),
    "mission-tonight": "tonight",
    "mission-enlist": "enlist",
    "mission-close": "close",
}


def topic_for(address: str) -> str:
    """The key of the topic of an address by its name; those of accounts share one, and those of the rules in the admin;
    empty for none."""
    if address.startswith("rulebook_"):
        return RULES_ADMIN
    return "account" if address.startswith(("account_", "mfa_")) else SCREENS.get(address, "")
