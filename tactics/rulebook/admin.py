"""Entries of the rules data in the admin: edit one as YAML, see what it means and what comes of it; files in and out.

Versions are in `version_admin`.
"""

from __future__ import annotations

from typing import Any

import yaml
from django import forms
from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import unquote
from django.core.exceptions import BadRequest, PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from import_export.admin import ImportExportModelAdmin
from import_export.tmp_storages import CacheStorage
from simple_history.admin import SimpleHistoryAdmin

from tactics.rulebook import about, version_admin, yaml_content
from tactics.rulebook.drafts import as_yaml
from tactics.rulebook.models import Entry, as_text, words
from tactics.rulebook.resources import FORMATS, ConfirmForm, EntryResource, Placed

MOST = 2**63


class EntryForm(forms.ModelForm):
    """Shows the body as YAML and takes YAML or JSON. seen: when the entry was last changed, as the page knows it."""

    ruleset = forms.ChoiceField(label=_("ruleset"), choices=version_admin.titles)
    body = forms.CharField(
        label=_("body"),
        strip=False,
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 24, "cols": 100, "spellcheck": "false"}),
        help_text=_("Fields and values in YAML, one a line, such as  label: Dazed. All fields stand below."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Entry
        fields = ["ruleset", "kind", "key", "body", "archived"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.readable = not self.is_bound
        if self.instance.pk:
            self.initial["body"] = as_yaml(self.instance.kind, self.instance.content, self.instance.ruleset)
            self.initial["seen"] = self._mark()

    def _mark(self) -> str:
        changed = Entry.objects.filter(pk=self.instance.pk).values_list("changed", flat=True).first()
        return changed.isoformat() if changed is not None else ""

    def clean_seen(self) -> str:
        seen: str = self.cleaned_data["seen"]
        if self.instance.pk and seen and seen != self._mark():
            # What was typed stays; whoever saves again means it.
            sent: Any = self.data.copy()  # type: ignore[attr-defined]
            sent["seen"] = self._mark()
            self.data = sent
            text = _("Somebody else changed this entry meanwhile (see its history). Save again if yours is to stay.")
            raise ValidationError(text)
        return seen

    def clean_body(self) -> str:
        try:
            body = yaml_content.read(self.cleaned_data["body"])
        except yaml.YAMLError as error:
            raise ValidationError(_("This is not YAML: %(error)s"), params={"error": error}) from error
        if not isinstance(body, dict):
            raise ValidationError(_("Write fields and values, such as  label: Vault"))
        try:
            text = as_text(body)
        except (ValueError, TypeError) as error:
            # YAML knows dates; the rules do not.
            raise ValidationError(_("Put dates and the like in quotes (%(error)s)"), params={"error": error}) from error
        self.readable = True
        return text


@admin.register(Entry)
class EntryAdmin(ImportExportModelAdmin, SimpleHistoryAdmin):
    form = EntryForm
    resource_classes = [EntryResource]
    formats = FORMATS
    list_display = ["key", "kind", "label", "origin", "archived", "differs", "ruleset"]
    list_filter = ["ruleset", "kind", "origin", "archived"]
    search_fields = ["key", "body"]
    actions = ["back_to_shipped"]
    history_list_display = ["body"]
    fields = ["ruleset", "kind", "key", "body", "archived", "seen"]
    change_form_template = "admin/rulebook/entry/change_form.html"
    import_export_change_list_template = "admin/rulebook/entry/change_list.html"

    @admin.display(description=_("label"))
    def label(self, entry: Entry) -> str:
        return str(entry.content.get("label", ""))

    @admin.display(description=_("differs from what ships"), boolean=True)
    def differs(self, entry: Entry) -> bool:
        return entry.differs

    def get_readonly_fields(self, request: HttpRequest, obj: Entry | None = None) -> list[str]:
        """An entry keeps its name: others point to it by that."""
        return ["ruleset", "kind", "key"] if obj else []

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """`like`: the number of an entry that the new one begins as; where that comes from is its own affair."""
        like = request.GET.get("like", "")
        one = self.get_object(request, like) if like.isdecimal() and int(like[:20]) < MOST else None
        if one is None or not self.has_view_permission(request, one):
            return super().get_changeform_initial_data(request)
        kept = {name: value for name, value in one.content.items() if name not in ("origin", "line", "items")}
        return {"ruleset": one.ruleset, "kind": one.kind, "body": as_yaml(one.kind, kept, one.ruleset)}

    # --- one entry ------------------------------------------------------------------------------------

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {"rulesets": version_admin.titles(), **(extra_context or {})})

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if request.method == "POST" and "_look" in request.POST:
            return self._look(request, object_id, form_url)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def _look(self, request: HttpRequest, object_id: str | None, form_url: str) -> HttpResponse:
        """The form as it was sent, with what is to be said about it; nothing is saved."""
        entry = self.get_object(request, unquote(object_id)) if object_id is not None else None
        if object_id is not None and entry is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if not (self.has_change_permission(request, entry) if entry else self.has_add_permission(request)):
            raise PermissionDenied
        form = self.get_form(request, entry, change=entry is not None)(request.POST, instance=entry)
        form.is_valid()
        readonly = self.get_readonly_fields(request, entry)
        sets = list(self.get_fieldsets(request, entry))
        shown = helpers.AdminForm(form, sets, {}, readonly, model_admin=self)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Looked at, not saved"),
            "adminform": shown,
            "object_id": object_id,
            "original": entry,
            "is_popup": False,
            "to_field": None,
            "media": self.media + shown.media,
            "inline_admin_formsets": [],
            "errors": helpers.AdminErrorList(form, []),
            "preserved_filters": self.get_preserved_filters(request),
        }
        return self.render_change_form(
            request, context, add=entry is None, change=entry is not None, obj=entry, form_url=form_url
        )

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        form = context["adminform"].form
        if isinstance(form, EntryForm):
            context["about"] = about.about(form.instance, form.readable, request.POST)
            context["asked"] = form.is_bound
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Entry, form: forms.ModelForm, change: bool) -> None:
        there = Entry.objects.filter(pk=obj.pk).values_list("shipped", flat=True).first() if change else None
        if there is not None:
            obj.shipped = there  # what ships is no matter of an older state of the entry
        super().save_model(request, obj, form, change)
        for problem in obj.checked().warnings:
            messages.warning(request, words(problem))
        draft = reverse("admin:rulebook_version_draft", args=[obj.ruleset])
        text = str(_('Missions play it once it is published: <a href="{}">look at the draft</a>.'))
        messages.info(request, format_html(text, draft))

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """An older state of an entry; a POST goes back to it, by whoever may change it."""
        if not (_number(object_id) and _number(version_id)):
            raise Http404
        if request.method == "POST" and not self.has_change_permission(request):
            raise PermissionDenied
        return super().history_form_view(request, object_id, version_id, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not _number(unquote(object_id)):
            raise Http404
        return super().history_view(request, object_id, extra_context)

    # --- away with it ---------------------------------------------------------------------------------

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Entries are deleted one by one: each is asked who uses it."""
        found: dict[str, Any] = super().get_actions(request)
        found.pop("delete_selected", None)
        return found

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, Any, Any, Any]:
        """What ships is archived, not deleted; what is in use is neither, and says who uses it."""
        listed, counts, wanting, protected = super().get_deleted_objects(objs, request)
        for entry in objs:
            if entry.shipped:
                protected.append(_("It ships with Sortie and would be back with the next release: archive it instead."))
            protected += [_("%(entry)s names it.") % {"entry": one} for one in about.needed_by(entry)]
            protected += [
                _("%(campaign)s: %(what)s uses it.") % {"campaign": use.holder.campaign, "what": use.holder.what}
                for use in about.used_by(entry)
            ]
        return listed, counts, wanting, protected

    @admin.action(description=_("Take back to what ships"), permissions=["change"])
    def back_to_shipped(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        done = 0
        for entry in queryset.exclude(shipped=""):
            entry.body, entry.archived = entry.shipped, False
            try:
                entry.save()
            except ValidationError as error:
                messages.error(request, f"{entry}: {' '.join(error.messages)}")
            else:
                done += 1
        messages.success(request, ngettext("%d entry is as shipped.", "%d entries are as shipped.", done) % done)

    # --- files ----------------------------------------------------------------------------------------

    def has_import_permission(self, request: HttpRequest) -> bool:
        """A file may add entries and change others."""
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_confirm_form_class(self, request: HttpRequest) -> type[forms.Form]:
        return ConfirmForm

    def get_tmp_storage_class(self) -> type[CacheStorage]:
        """By a name of its own, so that nobody names a file of the machine."""
        return CacheStorage

    def get_import_data_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_import_data_kwargs(**kwargs), "rollback_on_validation_errors": True}

    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """What was looked at is taken; who comes here without having looked is sent there first."""
        if not self.has_import_permission(request):
            raise PermissionDenied
        if request.method != "POST" or not request.POST.get("import_file_name"):
            return redirect("admin:rulebook_entry_import")
        return super().process_import(request, **kwargs)

    def process_result(self, result: Placed, request: HttpRequest) -> HttpResponse:
        """The rules may have changed between looking and taking: then nothing is taken."""
        if result.in_order():
            for row, text in result.in_order()[:20]:
                messages.error(request, f"{_('Row')} {row}: {text}" if row else text)
            messages.error(request, _("Nothing was taken: the rules changed meanwhile."))
            return redirect("admin:rulebook_entry_import")
        answer: HttpResponse = super().process_result(result, request)
        return answer

    def get_export_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """Of the list as its address filters it."""
        try:
            found: QuerySet[Entry] = super().get_export_queryset(request)
        except IncorrectLookupParameters as error:
            raise BadRequest("no such filter") from error
        return found


def _number(text: str) -> bool:
    """Whether it can be the number of a row in any database."""
    return text.isascii() and text.isdigit() and int(text[:20]) < MOST


