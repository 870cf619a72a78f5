"""The words of the help: the site, its accounts and the campaigns."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.help.topic import Topic

RULES_ADMIN = "rules-admin"
"""The topic of the rules in the admin, whose addresses are Django's."""

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
