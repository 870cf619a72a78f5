"""Rosters as files: characters and mob templates out to CSV or JSON and in again, all or nothing, said line by line.

CSV has a column for each field of the sheets; several things in a cell stand with semicolons: `sword 3; climb P`,
`rope; 3 ration`. JSON has the sheets whole. A cell that a spreadsheet would take for a formula begins with `'` and
loses it on the way in.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django import forms
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.forms import NameField
from campaigns.models import Campaign, Member, Role
from tactics.kernel.sheet_fields import SheetField, rows, same, value_at, with_value
from tactics.rulebook.cells import harmless, plain

from . import checking, selectors, services
from .forms import MOB, AboutField, made
from .models import Character, MobTemplate
from .rows import RowsField

BYTES = 1_000_000
MOST = 300
"""Rows of a file."""
ERRORS = 60
CELL = 20_000
OWN = ("kind", "name", "count", "player", "level", "xp", "about")
"""Columns besides those of the sheet."""
NOT_OF_A_SHEET = frozenset(
    {"seat", "side", "controlled_by", "hidden", "initiative", "character", "members", "template", "name", "picture",
     "standing", "count", "kind"}
)  # fmt: skip
"""Set-up keys of a unit that a file may not say: they belong to a Mission."""


# --- out ----------------------------------------------------------------------------------------------


def _all(campaign: Campaign) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {
            "kind": "character", "name": one.name, "player": one.member.key if one.member else "", "level": one.level,
            "xp": one.xp, "about": one.about, "sheet": one.sheet,
        }
        for one in campaign.characters.select_related("member")
    ]  # fmt: skip
    found += [
        {
            "kind": one.sheet.get("kind", "mob"), "name": one.name, "count": one.count, "about": one.about,
            "sheet": one.sheet,
        }
        for one in campaign.mob_templates.all()
    ]
    return found


def as_json(campaign: Campaign) -> str:
    whole = {"sortie": "roster", "version": 1, "ruleset": campaign.ruleset, "entries": _all(campaign)}
    return json.dumps(whole, ensure_ascii=False, indent=1)


def as_csv(campaign: Campaign) -> str:
    """With a byte order mark, by which spreadsheets know UTF-8."""
    code, rules = selectors.code_of(campaign), selectors.rules_of(campaign)
    entries = _all(campaign)
    columns: dict[str, None] = dict.fromkeys(one.key for one in code.sheet_fields(rules, {}))
    table = []
    for entry in entries:
        cells = {name: str(entry.get(name, "")) for name in OWN}
        for one in code.sheet_fields(rules, entry["sheet"]):
            columns.setdefault(one.key)
            cells[one.key] = as_cell(one, value_at(entry["sheet"], one.path))
        table.append(cells)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    names = [*OWN, *(name for name in columns if name not in OWN)]
    writer.writerow(names)
    for cells in table:
        writer.writerow([harmless(cells.get(name, "")) for name in names])
    return f"\ufeff{out.getvalue()}"


def as_cell(one: SheetField, value: Any) -> str:
    """The value of a field as text that `of_cell` reads."""
    if value is None:
        return ""
    if one.type == "ranks":
        return "; ".join(f"{row['key']} {row['value']}" for row in rows(one, value))
    if one.type == "things":
        found = rows(one, value)
        return "; ".join(f"{row['count']} {row['key']}" if row["count"] != 1 else row["key"] for row in found)
    if one.type == "table":
        return json.dumps(value, ensure_ascii=False)
    if one.type == "names":
        return "; ".join(row["key"] for row in rows(one, value))
    return str(value)


# --- in -----------------------------------------------------------------------------------------------


class NotRead(Exception):
    """A file that is none of ours as a whole; the text says why."""


@dataclass
class Entry:
    """One of the file, as it will be. old: what it changes."""

    line: int
    kind: str
    name: str
    data: dict[str, Any]
    sheet: dict[str, Any]
    before: dict[str, Any] = field(default_factory=dict)
    old: Character | MobTemplate | None = None
    sort: str = ""
    """What kind of sheet it is, of a kind of foe or helper."""


@dataclass
class Report:
    """entries: all of the file. wrong: (line, whom, what to do); with one of them nothing is taken."""

    entries: list[Entry] = field(default_factory=list)
    wrong: list[tuple[int, str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def more(self) -> int:
        return max(0, len(self.wrong) - ERRORS)

    @property
    def shown(self) -> list[tuple[int, str, str]]:
        return self.wrong[:ERRORS]


def read(campaign: Campaign, name: str, data: bytes, *, change: bool) -> Report:
    """What a file would do. change: those of a name that is there are changed; else that is an error. Raises
    NotRead."""
    if len(data) > BYTES:
        raise NotRead(_("A roster has at most 1 MB. Split it into several files."))
    text = _text(data)
    report = Report()
    whole = _Reader(campaign, report, change)
    if text.lstrip()[:1] in ("{", "["):
        whole.take_json(text)
    else:
        whole.take_csv(text)
    if not report.entries and not report.wrong:
        raise NotRead(_("There is nobody in this file. Its first line names the columns, each further line is one."))
    return report


def _text(data: bytes) -> str:
    if b"\0" in data:
        raise NotRead(_("This is no text. Save the table as CSV (UTF-8), or take a JSON file that was made here."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


class _Reader:
    def __init__(self, campaign: Campaign, report: Report, change: bool) -> None:
        self.campaign, self.report, self.change = campaign, report, change
        self.code, self.rules = selectors.code_of(campaign), selectors.rules_of(campaign)
        players = campaign.members.filter(active=True).exclude(role=Role.SPECTATOR)
        self.players: dict[str, Member] = {word.casefold(): m for m in players for word in (m.name, m.key)}
        self.there: dict[tuple[str, str], Character | MobTemplate] = {}
        for one in campaign.characters.all():
            self.there[("character", one.name.casefold())] = one
        for mob in campaign.mob_templates.all():
            self.there[("mob", mob.name.casefold())] = mob
        self.seen: set[tuple[str, str]] = set()
        self.others = selectors.others(self.rules)

    # --- files ----------------------------------------------------------------------------------------

    def take_csv(self, text: str) -> None:
        table = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
        header: list[str] = []
        at = 1
        try:
            for row in table:
                line, at = at, table.line_num + 1
                if not any(cell.strip() for cell in row):
                    continue
                if not header:
                    header = self._header(row)
                    continue
                if len(self.report.entries) + len(self.report.wrong) >= MOST:
                    raise NotRead(_("A roster has at most %(n)s lines. Split it into several files.") % {"n": MOST})
                if any(row[len(header) :]):
                    told = _("It has more cells than the first line has columns.")
                    self.report.wrong.append((line, row[0][:60], told))
                    continue
                cells = {name: plain(cell[:CELL]) for name, cell in zip(header, row, strict=False) if name}
                self._csv_row(line, cells)
        except csv.Error as problem:
            raise NotRead(_("Line %(n)s cannot be read: %(why)s.") % {"n": table.line_num, "why": problem}) from problem

    def _header(self, row: Sequence[str]) -> list[str]:
        exact: dict[str, str] = {}
        kinds = [{}, *({"kind": kind} for kind in self.others)]
        for one in (one for sheet in kinds for one in self.code.sheet_fields(self.rules, sheet)):
            for word in (one.key, one.label, str(one.path[-1])):
                exact.setdefault(word, one.key)  # `HP` is the stat, `hp` what is left
        known: dict[str, str] = {name: name for name in OWN} | {"notes": "about", "seat": "player", "members": "count"}
        for word, key in exact.items():
            known.setdefault(word.casefold(), key)
        found = []
        for cell in row:
            word = plain(cell[:CELL]).strip()
            name = exact.get(word) or known.get(word.casefold(), "")
            if word and not name and word.casefold().startswith("hands."):
                name = word
            if word and not name:
                told = {"name": word[:60]}
                self.report.notes.append(_("The column “%(name)s” is left out: these rules have none.") % told)
            found.append(name if name not in found else "")
        if "name" not in found:
            raise NotRead(_("The first line must name the columns; one of them must be “name”."))
        return found

    def _csv_row(self, line: int, cells: Mapping[str, str]) -> None:
        entry = self._begin(line, cells)
        if entry is None:
            return
        for one in self.code.sheet_fields(self.rules, {**entry.before, "kind": entry.sort}):
            if one.key not in cells or cells[one.key].strip() == as_cell(one, value_at(entry.before, one.path)):
                continue
            try:
                value = of_cell(one, cells[one.key])
            except (ValueError, forms.ValidationError) as problem:
                text = " ".join(problem.messages) if isinstance(problem, forms.ValidationError) else str(problem)
                self.report.wrong.append((line, entry.name, f"{one.label}: {text}"))
                continue
            if not same(one, value_at(entry.before, one.path), value):
                entry.sheet = with_value(entry.sheet, one.path, value)
        self._finish(entry)

    def take_json(self, text: str) -> None:
        try:
            whole = msgspec.json.decode(text)
        except RecursionError as problem:
            raise NotRead(_("The file nests brackets too deep for a roster.")) from problem
        except msgspec.DecodeError as problem:
            raise NotRead(_("This is no JSON that can be read: %(why)s.") % {"why": problem}) from problem
        if isinstance(whole, dict) and whole.get("sortie") == "roster":
            if whole.get("version") != 1:
                raise NotRead(_("This roster was made by a later release. Update this site first."))
            if whole.get("ruleset") != self.campaign.ruleset:
                raise NotRead(_("This roster is of other rules: %(name)s.") % {"name": str(whole.get("ruleset"))[:40]})
            whole = whole.get("entries")
        if not isinstance(whole, list) or len(whole) > MOST:
            told = {"n": MOST}
            raise NotRead(_("A JSON roster is a list of at most %(n)s entries, as it is downloaded here.") % told)
        for n, one in enumerate(whole, 1):
            if not isinstance(one, dict) or not isinstance(one.get("sheet", {}), dict):
                self.report.wrong.append((n, "", _("This entry has not the form of one: a name and a sheet.")))
                continue
            said = {key: str(value) for key, value in one.items() if key != "sheet" and value is not None}
            if "level" in one.get("sheet", {}):
                said.pop("level", None)  # files of older releases knew two, and this is the one that was played
            entry = self._begin(n, said)
            if entry is None:
                continue
            sheet = one.get("sheet", {})
            foreign = sorted(NOT_OF_A_SHEET & sheet.keys() - {"kind", "name", "count"})
            if foreign:
                self.report.wrong.append((n, entry.name, _("“%(key)s” is nothing of a sheet.") % {"key": foreign[0]}))
                continue
            entry.sheet = {key: value for key, value in sheet.items() if key not in ("name", "count")}
            entry.sheet["kind"] = entry.sort
            self._finish(entry)

    # --- one entry ------------------------------------------------------------------------------------

    def _begin(self, line: int, cells: Mapping[str, str]) -> Entry | None:
        """The entry with what is said of it besides its sheet, or None: then why not is in the report."""
        kind = {"": "character", "hero": "character", "foe": "mob"}.get(
            kind := cells.get("kind", "").strip().casefold(), kind
        )
        sort, kind = kind, "mob" if kind in self.others else kind
        data: dict[str, Any] = {}
        wrong: list[str] = []

        def took(name: str, form: forms.Field) -> None:
            if name in cells:
                try:
                    data[name] = form.clean(cells[name])
                except forms.ValidationError as problem:
                    wrong.append(f"{name}: {' '.join(problem.messages)}")

        if kind not in ("character", "mob"):
            known = ["character", "mob", *self.others]
            wrong.append(_("kind: write one of %(kinds)s.") % {"kinds": ", ".join(known)})
        took("name", NameField(max_length=60))
        took("about", AboutField())
        if kind == "mob":
            took("count", forms.IntegerField(min_value=1, max_value=MOB, required=False))
        else:
            took("level", forms.IntegerField(min_value=1, max_value=999, required=False))
            took("xp", forms.IntegerField(min_value=0, max_value=1_000_000, required=False))
            player = cells.get("player", "").strip()
            if player and player.casefold() not in self.players:
                names = ", ".join(sorted({member.name for member in self.players.values()}))
                wrong.append(_("player: nobody here is called “%(name)s”; there are %(names)s.") % {
                    "name": player[:60], "names": names})  # fmt: skip
            elif "player" in cells:
                data["member"] = self.players.get(player.casefold())
        name = str(data.get("name") or cells.get("name", ""))[:60]
        if not name.strip():
            wrong.append(_("name: write one."))
        mark = (kind, name.casefold())
        old = self.there.get(mark)
        if mark in self.seen:
            wrong.append(_("The file has two of this name."))
        elif old is not None and not self.change:
            wrong.append(_("There is one of this name already. Choose to change it, or write another name."))
        self.seen.add(mark)
        self.report.wrong += [(line, name, text) for text in wrong]
        if wrong:
            return None
        before = dict(old.sheet) if old is not None else {}
        kept = {key: value for key, value in data.items() if value is not None or key == "member"}
        return Entry(line, kind, name, kept, {**before, "kind": sort}, before, old, sort)

    def _finish(self, entry: Entry) -> None:
        if any(line == entry.line for line, _name, _text in self.report.wrong):
            return
        found = checking.problem(self.code, self.rules, entry.name, entry.sheet, entry.kind)
        if found is not None:
            where, text = found
            labels = {one.path[0]: one.group or one.label for one in self.code.sheet_fields(self.rules, entry.sheet)}
            self.report.wrong.append((entry.line, entry.name, f"{labels.get(where, where)}: {text}" if where else text))
            return
        entry.sheet = {**entry.sheet, "kind": entry.sort}
        self.report.entries.append(entry)


def _delimiter(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max((",", ";", "\t"), key=first.count)


def of_cell(one: SheetField, cell: str) -> Any:
    """The value that a cell says; labels do for keys. Raises ValueError or ValidationError, which say what to do."""
    text = cell.strip()
    form = made(one)
    by_label = {label.casefold(): key for key, label in one.choices}
    by_label |= {key.casefold(): key for key, _label in one.choices}
    if isinstance(form, RowsField):
        return form.clean(list(_rows(one, text, by_label)))
    if one.type == "choice":
        text = by_label.get(text.casefold(), text)
    value = form.clean(text)
    return None if value == "" else value


def _rows(one: SheetField, text: str, by_label: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    if one.type == "table":
        yield from rows(one, _table(text))
        return
    for piece in filter(None, (part.strip() for part in text.split(";"))):
        row: dict[str, Any] = {"key": piece}
        if one.type == "ranks":
            name, _space, value = piece.rpartition(" ")
            row = {"key": name, "value": value} if name else {"key": piece, "value": ""}
        elif one.type == "things":
            count, _space, name = piece.partition(" ")
            row = {"key": name.strip(), "count": count} if count.isdecimal() and name else {"key": piece}
        row["key"] = by_label.get(str(row["key"]).casefold(), row["key"])
        yield row


def _table(text: str) -> dict[str, dict[str, Any]]:
    """A table as JSON. Raises ValueError with what to do."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(row, dict) for row in found.values()):
        raise ValueError(_("write it as it is exported, or leave it empty"))
    return found


@transaction.atomic
def store(campaign: Campaign, report: Report, *, by: Member) -> tuple[int, int]:
    """Takes a report without errors: (how many were made, how many changed). Raises services.Refused; then nothing
    was."""
    if report.wrong:
        raise services.Refused(_("The file has errors."))
    new = [entry for entry in report.entries if entry.old is None]
    for mobs in (False, True):
        services.make_room(campaign, sum((entry.kind == "mob") == mobs for entry in new), mobs=mobs)
    code, rules = selectors.code_of(campaign), selectors.rules_of(campaign)
    changed = 0
    for entry in report.entries:
        data = dict(entry.data)
        if isinstance(entry.old, Character):
            fields = code.sheet_fields(rules, entry.sheet)
            data |= {"sheet": entry.sheet, "why": str(_("From a file"))}
            changed += services.change_character(entry.old, data, fields, by=by, before=entry.before)
        elif isinstance(entry.old, MobTemplate):
            data |= {"sheet": entry.sheet}
            why = str(_("From a file"))
            changed += services.change_mob(entry.old, data, fields, by=by, before=entry.before, why=why)
        elif entry.kind == "mob":
            MobTemplate.objects.create(campaign=campaign, sheet=entry.sheet, **data)
        else:
            services.create_character(
                campaign, data.pop("name"), entry.sheet, by=by, member=data.pop("member", None), **data
            )
    return len(new), changed
