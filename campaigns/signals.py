"""What campaigns announces to the apps above it."""

from django.dispatch import Signal

#: Sent after the commit that changed what a member may do. Arguments:
#:   campaign_id  int
#:   key          the member's seat key; empty when it is the campaign itself
#:   what         "removed", "role", "links" (all links and holds taken back), "logged_out",
#:                "name", "archived" or "restored"
#: Whoever keeps a connection open for that seat asks ``seats.may_hold`` again and closes it
#: when the answer is no.
members_changed = Signal()

#: Sent after the commit that changed a handout of a campaign, or to whom it is shown. Argument: campaign_id  int
handouts_changed = Signal()

#: Sent after the commit that changed a thread. Arguments:
#:   thread   the Thread
#:   message  the new post; None when something that was shown is no longer so (taken back, closed, opened again)
thread_changed = Signal()
