"""People and campaigns in the admin.

Seats are looked at here and changed on the campaign's page, whose services cut connections and
take links back; an edit past them would leave a removed player at the table. Campaigns are made on
the site, where somebody becomes their GM, and keep the ruleset of their sheets.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from . import second_factor, services
from .models import Campaign, Member, Role, User


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ["username", "display_name", "is_guest", "is_staff", "last_login"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["username", "display_name", "email"]
    actions = ["lost_device"]
    fieldsets = [*UserAdmin.fieldsets, (_("Sortie"), {"fields": ["display_name", "is_guest"]})]  # type: ignore[misc]

    @admin.action(description=_("Take the second factor away (a lost device)"), permissions=["unlock"])
    def lost_device(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        freed = [person for person in chosen if second_factor.take_away(person)]
        for person in freed:
            self.log_change(request, person, str(_("Took the second factor away")))
        text = ngettext(
            "%(n)d person signs in by the password alone now.",
            "%(n)d people sign in by the password alone now.",
            len(freed),
        )
        self.message_user(request, text % {"n": len(freed)})

    def has_unlock_permission(self, request: HttpRequest) -> bool:
        """Only who may do everything anyway: else staff could open the account of an owner whose password they know."""
        return bool(request.user.is_active and request.user.is_superuser)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, Any, Any]:
        """Whoever alone leads a campaign stays: nobody could lead it on, or make anybody its GM."""
        listed, counts, wanting, protected = super().get_deleted_objects(objs, request)
        gone = [person.pk for person in objs]
        leads = Member.objects.filter(role=Role.GM, co_gm=False, active=True)
        stay = leads.exclude(user__in=gone).filter(user__isnull=False).values("campaign")
        lost = Campaign.objects.filter(members__in=leads.filter(user__in=gone)).exclude(pk__in=stay).distinct()
        protected += [
            _("%(campaign)s would have no GM: make somebody else GM there, or delete the campaign first.")
            % {"campaign": one}
            for one in lost
        ]
        return listed, counts, wanting, protected


class MemberInline(admin.TabularInline):
    model = Member
    extra = 0
    fields = ("key", "name", "role", "user", "active", "joined")
    readonly_fields = fields
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(admin.ModelAdmin):
    list_display = ["name", "ruleset", "archived", "created"]
    list_filter = ["ruleset", "archived"]
    search_fields = ["name"]
    readonly_fields = ["ruleset"]
    inlines = [MemberInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Campaign, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "archived" in form.changed_data:
            (services.archive if obj.archived else services.restore)(obj)
