"""Everything that changes who sits at a table. Views, admin and the demo all come through here.

Functions raise ``Refused`` with a sentence for the person who asked; nothing was changed then.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.contrib.auth import login
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from . import hooks, seats
from .models import KEY_LENGTH, RESERVED_KEYS, Campaign, Invitation, Member, Post, Role, User
from .signals import members_changed

#: How long an invitation for anybody works, and for how many; a personal link stays.
INVITATION_DAYS = 14
INVITATION_USES = 20


class Refused(Exception):
    """Nothing was done; the text says why and what to do."""


class Taken(Refused):
    """Another was quicker with what was chosen; there is more to choose from."""


def make_owner(*, username: str, password: str, name: str = "") -> User:
    """The first person on an empty site, who may use the admin as well."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            # Two first visitors at once: the second waits here and then finds the first.
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE campaigns_user IN SHARE ROW EXCLUSIVE MODE")
        if User.objects.exists():
            raise Refused(_("This site has an owner already."))
        return User.objects.create_superuser(username=username, password=password, display_name=name)


def make_guest(name: str) -> User:
    """A user without password, whom only a link brings back."""
    user = User(username=f"guest-{secrets.token_hex(8)}", display_name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


def keep_guest(user: User, *, username: str, password: str, name: str = "") -> User:
    """Turn a guest into an account with all its seats."""
    if not user.is_guest:
        raise Refused(_("You have an account already."))
    user.username, user.is_guest = username, False
    user.display_name = name or user.display_name
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:  # another took it since the form was looked at
        raise Refused(_("Somebody has this user name already.")) from error
    return user


def create_campaign(*, owner: User, name: str, ruleset: str) -> tuple[Campaign, Member]:
    """A new table whose GM is ``owner``."""
    with transaction.atomic():
        campaign = Campaign.objects.create(name=name, ruleset=ruleset)
        member = add_member(campaign, user=owner, role=Role.GM)
    return campaign, member


def change_campaign(campaign: Campaign, *, name: str, ready_heroes: bool) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(name=name, ready_heroes=ready_heroes)


def archive(campaign: Campaign) -> None:
    """Put a campaign away: its links and Missions are closed to all until it is restored, and nothing is lost."""
    _put_away(campaign, True)


def restore(campaign: Campaign) -> None:
    _put_away(campaign, False)


def _put_away(campaign: Campaign, away: bool) -> None:
    with transaction.atomic():
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)
        held.archived = away
        held.save(update_fields=["archived"])
        announce_campaign(campaign.pk, "archived" if away else "restored")


def add_member(
    campaign: Campaign, *, user: User | None, role: str, name: str = "", key: str = "", co_gm: bool = False
) -> Member:
    """A new seat. ``key`` is made from the name when not given; it stays for good."""
    name = name or (user.get_short_name() if user else "") or role
    with transaction.atomic():
        # The campaign's row is the lock under which free keys are looked for.
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        if not key:
            key = _free_key(campaign, name, role)
        elif key in RESERVED_KEYS and not (key == "gm" and role == Role.GM):
            raise Refused(_("The name “%(key)s” is taken by the table itself.") % {"key": key})
        member = Member(campaign=campaign, user=user, role=role, name=name, key=key, co_gm=co_gm)
        member.full_clean(exclude=["campaign", "user"])
        member.save()
    return member


def remove_member(member: Member) -> None:
    """Take a person from the table; their seat stays readable in the log under its key."""
    with transaction.atomic():
        member = Member.objects.select_for_update().get(pk=member.pk)
        _leave_a_gm(member)
        member.active = False
        member.epoch += 1
        member.save(update_fields=["active", "epoch"])
        member.invitations.update(revoked=True)
        announce(member, "removed")


def change_role(member: Member, post: str) -> None:
    """Make a member GM, co-GM, player or spectator."""
    if post not in Post.values:
        raise Refused(_("There is no such role."))
    wanted = Post(post)
    with transaction.atomic():
        member = Member.objects.select_for_update().get(pk=member.pk)
        if member.key in RESERVED_KEYS and wanted.role != Role.GM:
            # The GMs' shared audience has this name: a player must not inherit it.
            raise Refused(_("The seat “%(key)s” is always a GM’s.") % {"key": member.key})
        if wanted != Post.GM:
            _leave_a_gm(member)
        member.role, member.co_gm = wanted.role, wanted == Post.CO_GM
        member.save(update_fields=["role", "co_gm"])
        # A personal link gives the seat, whatever it now is; its label follows.
        member.invitations.update(role=member.role, co_gm=member.co_gm)
        announce(member, "role")


def rename_member(member: Member, name: str) -> None:
    """Another name at the table; the seat's key stays."""
    Member.objects.filter(pk=member.pk).update(name=name)
    announce(member, "name")


def take_links_back(member: Member) -> None:
    """Every link to this seat, and every browser that came by one, stops working."""
    with transaction.atomic():
        member = Member.objects.select_for_update().get(pk=member.pk)
        member.epoch += 1
        member.save(update_fields=["epoch"])
        member.invitations.update(revoked=True)
        if member.user is not None and member.user.is_guest:
            # Another unusable password ends the guest's sessions as a new password would.
            member.user.set_unusable_password()
            member.user.save(update_fields=["password"])
        announce(member, "links")


def create_invitation(
    campaign: Campaign,
    *,
    role: str,
    member: Member | None = None,
    co_gm: bool = False,
    days: int | None = INVITATION_DAYS,
    max_uses: int | None = INVITATION_USES,
) -> tuple[Invitation, str]:
    """A new link and its token, which is shown once and stored nowhere."""
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        campaign=campaign,
        digest=Invitation.digest_of(token),
        role=member.role if member else role,
        co_gm=member.co_gm if member else co_gm,
        member=member,
        expires=timezone.now() + timedelta(days=days) if days is not None else None,
        max_uses=max_uses,
    )
    return invitation, token


def create_seat_link(member: Member) -> tuple[Invitation, str]:
    """The personal link of a seat: works on any device until it is taken back."""
    return create_invitation(member.campaign, role=member.role, member=member, days=None, max_uses=None)


def revoke_invitation(invitation: Invitation) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(revoked=True)


def rotate_invitation(invitation: Invitation) -> tuple[Invitation, str]:
    """Another link that allows as much as this one did when it was made; this one stops working."""
    with transaction.atomic():
        old = Invitation.objects.select_for_update().get(pk=invitation.pk)
        days = round((old.expires - old.created) / timedelta(days=1)) if old.expires is not None else None
        made = create_invitation(invitation.campaign, role=old.role, co_gm=old.co_gm, days=days, max_uses=old.max_uses)
        revoke_invitation(old)
    return made


def rotate_seat_link(member: Member) -> tuple[Invitation, str]:
    """A new personal link; all earlier ones, and the browsers that came by them, are out."""
    with transaction.atomic():
        take_links_back(member)
        return create_seat_link(member)


def join(request: HttpRequest, invitation: Invitation, name: str = "", hero: str = "") -> Member:
    """Bring this browser in by a link and return the seat that it now holds.

    Whoever is signed in stays signed in, and held seats stay held. A stranger becomes a guest. hero: the key of the
    offered character (``hooks.offers``) that a new player takes; raises Taken when another was quicker.
    """
    with transaction.atomic():
        invitation = (
            Invitation.objects.select_for_update(of=("self",))
            .select_related("campaign", "member__user")
            .get(pk=invitation.pk)
        )
        if not invitation.is_open:
            raise Refused(_("This link no longer works. Ask the GM for a new one."))
        member = invitation.member or _seat_of(request, invitation)
        if member is None:
            newcomer = request.user if isinstance(request.user, User) else make_guest(name)
            member = add_member(
                invitation.campaign, user=newcomer, role=invitation.role, name=name, co_gm=invitation.co_gm
            )
            if hero and member.role == Role.PLAYER:
                hooks.take_offer(member, hero)
            Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
        elif invitation.member is not None:
            Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    sit(request, member)
    return member


def sit(request: HttpRequest, member: Member) -> None:
    """This browser holds the seat from now on; a guest's seat signs a stranger in."""
    user = member.user
    if user is not None and user.is_guest and not request.user.is_authenticated:
        # From nobody to somebody, sign-in keeps the session's content.
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    seats.hold(request, member)


def announce(member: Member, what: str) -> None:
    """Tell the apps above, once the change is in the database."""
    announce_campaign(member.campaign_id, what, member.key)


def announce_campaign(campaign_id: int, what: str, key: str = "") -> None:
    def send() -> None:
        members_changed.send_robust(sender=Member, campaign_id=campaign_id, key=key, what=what)

    transaction.on_commit(send, robust=True)


def has_no_seat(request: HttpRequest, invitation: Invitation) -> bool:
    """Whether this browser's user would come by such an invitation for the first time."""
    try:
        return _seat_of(request, invitation) is None
    except Refused:
        return False


def _seat_of(request: HttpRequest, invitation: Invitation) -> Member | None:
    """The seat that the signed-in user already has by such an invitation."""
    if not request.user.is_authenticated:
        return None
    own = Member.objects.filter(campaign=invitation.campaign, user_id=request.user.pk)
    member = own.filter(active=True, role=invitation.role).first()
    if member is None and own.exists() and not own.filter(active=True).exists():
        raise Refused(_("You are no longer at this table. Ask the GM for a personal link."))
    return member


def _free_key(campaign: Campaign, name: str, role: str) -> str:
    base = slugify(name)[: KEY_LENGTH - 3].strip("-")
    if not base or not base[0].isalpha():
        base = f"{role}-{base}".strip("-")[: KEY_LENGTH - 3].strip("-")
    taken = set(campaign.members.values_list("key", flat=True)) | RESERVED_KEYS
    if role == Role.GM:
        taken -= {"gm"} - set(campaign.members.values_list("key", flat=True))
    key, number = base, 1
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    return key


def _leave_a_gm(member: Member) -> None:
    """A table without a GM could never be mended by anybody but the site's owner."""
    gms = Member.objects.filter(campaign_id=member.campaign_id, role=Role.GM, co_gm=False, active=True)
    if member.leads and not gms.exclude(pk=member.pk).exists():
        raise Refused(_("The table needs a GM. Make somebody else GM first."))
