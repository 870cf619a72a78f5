"""The rules data in the admin: edit an entry as YAML, see what it means, publish, compare versions."""

from __future__ import annotations

import json
from typing import Any

import yaml
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from import_export.admin import ImportExportModelAdmin
from simple_history.admin import SimpleHistoryAdmin

from tactics.effects import kinds
from tactics.effects import rules as data
from tactics.effects.references import Problem
from tactics.effects.text import fields_of, sentence
from tactics.rulebook import services, yaml_content
from tactics.rulebook.models import Entry, Version, as_text, broken_by, document_of, words
from tactics.rulebook.resources import FORMATS, EntryResource


def as_yaml(kind: str, body: dict[str, Any], ruleset: str = "") -> str:
    """The body as an author reads it: fields in the order of the spec."""
    spec = kinds.of(ruleset).types.get(kind)
    order = spec.__struct_fields__ if spec is not None else ()
    fields = sorted(body, key=lambda name: (order.index(name) if name in order else len(order), name))
    text: str = yaml.safe_dump({name: body[name] for name in fields}, sort_keys=False, allow_unicode=True, width=100)
    return text


class EntryForm(forms.ModelForm):
    """Shows the body as YAML and takes YAML or JSON."""

    body = forms.CharField(
        label=_("body"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "cols": 100, "spellcheck": "false"}),
        help_text=_("Fields and values in YAML."),
    )

    class Meta:
        model = Entry
        fields = ["ruleset", "kind", "key", "body", "archived"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["body"] = as_yaml(self.instance.kind, self.instance.content, self.instance.ruleset)

    def clean_body(self) -> str:
        try:
            body = yaml_content.read(self.cleaned_data["body"])
        except yaml.YAMLError as error:
            raise ValidationError(_("This is not YAML: %(error)s"), params={"error": error}) from error
        if not isinstance(body, dict):
            raise ValidationError(_("Write fields and values, such as  label: Vault"))
        try:
            return as_text(body)
        except (ValueError, TypeError) as error:
            # YAML knows dates; the rules do not.
            raise ValidationError(_("Put dates and the like in quotes (%(error)s)"), params={"error": error}) from error


@admin.register(Entry)
class EntryAdmin(ImportExportModelAdmin, SimpleHistoryAdmin):
    form = EntryForm
    resource_classes = [EntryResource]
    formats = FORMATS
    list_display = ["key", "kind", "label", "origin", "archived", "differs", "ruleset"]
    list_filter = ["ruleset", "kind", "origin", "archived"]
    search_fields = ["key", "body"]
    actions = ["publish", "back_to_shipped"]
    history_list_display = ["body"]
    fields = ["ruleset", "kind", "key", "body", "archived", "meaning", "advice", "as_it_ships", "used_by", "may_say"]
    readonly_fields = ["meaning", "advice", "as_it_ships", "used_by", "may_say"]

    @admin.display(description=_("label"))
    def label(self, entry: Entry) -> str:
        return str(entry.content.get("label", ""))

    @admin.display(description=_("differs from what ships"), boolean=True)
    def differs(self, entry: Entry) -> bool:
        return entry.differs

    @admin.display(description=_("in words"))
    def meaning(self, entry: Entry) -> str:
        parsed = data.read(document_of(entry.ruleset))[0] if entry.pk else {}
        spec = parsed.get(entry.kind, {}).get(entry.key)
        return sentence(spec) if spec else "-"

    @admin.display(description=_("advice"))
    def advice(self, entry: Entry) -> SafeString | str:
        return _lines([words(problem) for problem in _advice(entry)]) if entry.pk else "-"

    @admin.display(description=_("changed from what ships"))
    def as_it_ships(self, entry: Entry) -> SafeString | str:
        if not entry.pk or not entry.differs:
            return "-"
        shipped = {"entries": {entry.kind: {entry.key: json.loads(entry.shipped)}}}
        now = {"entries": {entry.kind: {entry.key: entry.content}}}
        return _lines([f"{d.field}: {d.before!r} -> {d.after!r}" for d in services.difference(shipped, now)])

    @admin.display(description=_("needed by"))
    def used_by(self, entry: Entry) -> SafeString | str:
        return _lines(sorted({p.entry for p in broken_by(entry, gone=True)})) if entry.pk else "-"

    @admin.display(description=_("what it may say"))
    def may_say(self, entry: Entry) -> SafeString | str:
        known = kinds.of(entry.ruleset).types
        listed = [entry.kind] if entry.kind in known else list(known)
        return _lines([f"{kind}: {'; '.join(fields_of(kind, entry.ruleset))}" for kind in listed])

    def get_readonly_fields(self, request: HttpRequest, obj: Entry | None = None) -> list[str]:
        """An entry keeps its name: others point to it by that."""
        return [*self.readonly_fields, *(["ruleset", "kind", "key"] if obj else [])]

    def has_delete_permission(self, request: HttpRequest, obj: Entry | None = None) -> bool:
        """What ships is archived, not deleted; what is in use is neither."""
        if obj is None:
            return False
        allowed = super().has_delete_permission(request, obj)
        return allowed and not obj.shipped and not broken_by(obj, gone=True)

    def save_model(self, request: HttpRequest, obj: Entry, form: forms.ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        for problem in _advice(obj):
            messages.warning(request, words(problem))
        messages.info(request, _("Missions play it once you publish it (an action in the list of entries)."))

    @admin.action(description=_("Publish the rules of these entries' rulesets"), permissions=["change"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        for ruleset in sorted(set(queryset.values_list("ruleset", flat=True))):
            try:
                version = services.publish(ruleset, note=str(_("by %s") % request.user))
            except data.DataError as error:
                for problem in error.problems:
                    messages.error(request, str(problem))
            else:
                messages.success(request, _("New Missions play version %s.") % version)

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


def _advice(entry: Entry) -> list[Problem]:
    parsed, problems = data.read(document_of(entry.ruleset))
    if problems:
        return []
    said = kinds.of(entry.ruleset).warnings(parsed)
    return [warning for warning in said if warning.entry == f"{entry.kind} {entry.key}"]


def _lines(texts: list[str]) -> SafeString | str:
    return format_html_join("", "<div>{}</div>", ((text,) for text in texts)) if texts else "-"


@admin.register(Version)
class VersionAdmin(admin.ModelAdmin):
    """Versions are looked at and compared; nothing about them is edited."""

    list_display = ["__str__", "ruleset", "current", "house", "note", "created"]
    list_filter = ["ruleset", "current", "house"]
    fields = ("ruleset", "hash", "current", "house", "note", "created", "shipped")
    readonly_fields = fields
    actions = None
    change_form_template = "admin/rulebook/version/change_form.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        allowed = super().has_delete_permission(request, obj)
        return allowed and obj is not None and not obj.current and not obj.pinned

    def get_urls(self) -> list[URLPattern]:
        compare = self.admin_site.admin_view(self.compare)
        return [path("<int:pk>/diff/", compare, name="rulebook_version_diff"), *super().get_urls()]

    def compare(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What changed from another version (`?with=`, by default the one before) to this one."""
        version = get_object_or_404(Version, pk=pk)
        if not self.has_view_permission(request, version):
            return HttpResponse(status=403)
        others = Version.objects.filter(ruleset=version.ruleset).exclude(pk=pk)
        chosen = request.GET.get("with", "")
        other = (
            get_object_or_404(others, pk=int(chosen))
            if chosen.isascii() and chosen.isdigit()
            else others.filter(pk__lt=pk).first()
        )
        context = {
            **self.admin_site.each_context(request),
            "title": _("What changed"),
            "opts": self.opts,
            "version": version,
            "other": other,
            "others": others,
            "differences": services.difference(other.content, version.content) if other else (),
        }
        return TemplateResponse(request, "admin/rulebook/version/diff.html", context)
