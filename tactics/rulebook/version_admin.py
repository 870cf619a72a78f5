"""Versions in the admin: what would be published now, publishing it, and what differs between two of them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from tactics import rulesets
from tactics.effects import rules as data
from tactics.rulebook import drafts, services
from tactics.rulebook.models import Version

NOTE = 200
MOST = 2**63


def titles() -> list[tuple[str, str]]:
    """(name, title) of the rulesets that can be edited."""
    return [(name, code.title) for name, code in sorted(rulesets.RULESETS.items())]


@admin.register(Version)
class VersionAdmin(admin.ModelAdmin):
    """Versions are looked at, compared and published; nothing about them is edited."""

    list_display = ["__str__", "ruleset", "current", "house", "note", "by", "created"]
    list_filter = ["ruleset", "current", "house"]
    fields = ("ruleset", "hash", "current", "house", "note", "by", "created", "shipped")
    readonly_fields = fields
    actions = None
    change_form_template = "admin/rulebook/version/change_form.html"
    change_list_template = "admin/rulebook/version/change_list.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        return False

    def has_publish_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("rulebook.publish_version")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Version]:
        return super().get_queryset(request).defer("document")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {"rulesets": titles(), **(extra_context or {})})

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, Any, Any]:
        """What new Missions play stays, and says so."""
        listed, counts, wanting, protected = super().get_deleted_objects(objs, request)
        protected += [
            _("%(version)s: new Missions play it. Publish another one first.") % {"version": one}
            for one in objs
            if one.current
        ]
        return listed, counts, wanting, protected

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/diff/", view(self.compare), name="rulebook_version_diff"),
            path("draft/<slug:ruleset>/", view(self.draft), name="rulebook_version_draft"),
            *super().get_urls(),
        ]

    def compare(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What changed from another version (`?with=`, by default the one before) to this one, and whom it touches."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        version = _version(Version.objects.all(), pk)
        others = Version.objects.filter(ruleset=version.ruleset).exclude(pk=pk)
        chosen = request.GET.get("with", "")
        other = (
            _version(others, int(chosen[:20]))
            if chosen.isascii() and chosen.isdigit()
            else others.filter(pk__lt=pk, house=version.house).first() or others.filter(pk__lt=pk).first()
        )
        rows = drafts.compared(version.ruleset, other.content, version.content) if other else ()
        differences = (row.difference for row in rows)
        context = {
            "title": _("What changed"),
            "version": version,
            "other": other,
            "others": others.defer("document"),
            "rows": rows,
            "touched": drafts.touched(version.ruleset, differences, version.content) if other else None,
        }
        return self._page(request, "diff", context)

    def draft(self, request: HttpRequest, ruleset: str) -> HttpResponse:
        """What would be published now; a POST publishes it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        title = dict(titles()).get(ruleset)
        if title is None:
            raise Http404
        if request.method == "POST":
            if not self.has_publish_permission(request):
                raise PermissionDenied
            published = self._publish(request, ruleset)
            if published is not None:
                return redirect("admin:rulebook_version_diff", published.pk)
        context = {
            "title": _("Draft of %(rules)s") % {"rules": title},
            "draft": drafts.draft(ruleset),
            "note": request.POST.get("note", "")[:NOTE],
            "may_publish": self.has_publish_permission(request),
            "most": NOTE,
        }
        return self._page(request, "draft", context)

    def _publish(self, request: HttpRequest, ruleset: str) -> Version | None:
        note, seen = request.POST.get("note", "").strip()[:NOTE], request.POST.get("seen", "")
        if "\x00" in note:
            messages.error(request, _("The note holds a character that no text has. Write it anew."))
            return None
        who = request.user.get_username()
        try:
            version = services.publish(ruleset, note, by=who, looked_at=seen or "?")
        except services.Changed:
            messages.error(request, _("Somebody changed the rules meanwhile. Look again, then publish."))
        except data.DataError:
            messages.error(request, _("Nothing is published while something is wrong; see below."))
        else:
            self.log_change(request, version, _("Published. %(note)s") % {"note": note})
            messages.success(
                request,
                _("New Missions play version %(version)s. Those that run keep theirs until their GM goes on under it.")
                % {"version": version},
            )
            return version
        return None

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        request.current_app = self.admin_site.name
        whole = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"admin/rulebook/version/{name}.html", whole)


def _version(among: QuerySet[Version], pk: int) -> Version:
    """Raises Http404, also for a number that no database can hold."""
    if not 0 < pk < MOST:
        raise Http404
    found: Model = get_object_or_404(among, pk=pk)
    assert isinstance(found, Version)
    return found
