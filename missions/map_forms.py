"""What the GM chooses of a map that is being read: the grid, the part to keep, what things are."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import NameField
from tactics.kernel.rules import Rules

from . import map_board, map_services, shelf
from .map_services import Look
from .maps import limits
from .maps.draft import Choices

SIDES = [("heroes", _("heroes start here")), ("foes", _("foes start here")), ("", _("everybody starts here")),
         (map_board.NO_ZONE, _("no place to start"))]  # fmt: skip
WINDOWS = [("window", _("windows")), ("door", _("doors"))]
OBJECTS = [("none", _("nothing")), ("cover", _("cover")), ("wall", _("walls"))]
ROTUNDAS = [("square", _("square")), ("round", _("round"))]
YES_NO = [("yes", _("yes")), ("no", _("no"))]


class Several(forms.ClearableFileInput):
    allow_multiple_selected = True


class UploadForm(forms.Form):
    """The field of the file; what arrives is read from the request, for there may be several."""

    upload = forms.FileField(
        label=_("The map's file"),
        widget=Several,
        help_text=_(
            "A picture, Universal VTT, a Foundry scene, One Page Dungeon, Tiled, donjon, or a map typed as text. "
            "Tilesets, and the picture of a Foundry scene, are sent together with it."
        ),
    )


class NameForm(forms.Form):
    name = NameField(label=_("Name"), max_length=120)


class EmptyForm(forms.Form):
    """A map to be drawn here."""

    name = NameField(label=_("Name"), max_length=120)
    width = forms.IntegerField(label=_("Columns"), min_value=limits.LEAST, max_value=limits.BOARD, initial=24)
    height = forms.IntegerField(label=_("Rows"), min_value=limits.LEAST, max_value=limits.BOARD, initial=18)
    ground = forms.ChoiceField(label=_("All of it is"))
    like = forms.ChoiceField(
        label=_("Or like a map that is ready"), required=False,
        help_text=_("It brings its size and ground, and is changed as you like."),
    )  # fmt: skip

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = self.fields["ground"]
        assert isinstance(found, forms.ChoiceField)
        found.choices = map_board.terrains(rules)
        found.initial = map_board.ground(rules)
        ready = self.fields["like"]
        assert isinstance(ready, forms.ChoiceField)
        ready.choices = [("", _("no, empty")), *shelf.names(rules.ruleset)]


class LookForm(forms.Form):
    """Built from what was read: only what changes something is asked."""

    name = NameField(label=_("Name of the map"), max_length=120)

    def __init__(self, look: Look, data: Any = None) -> None:
        self.look, draft, choices = look, look.draft, look.intake.choices
        super().__init__(data, initial=self._initial(look))
        asks = draft.asks if draft is not None else ("tab",)
        if "tab" in asks:
            self.fields["tab"] = forms.IntegerField(label=_("Cells a tab stands for"), min_value=1, max_value=16)
        if draft is None:
            del self.fields["name"]
            return
        if "grid" in asks:
            for key, label in (("across", _("Cell, pixels wide")), ("down", _("Cell, pixels high"))):
                self.fields[key] = forms.FloatField(label=label, min_value=2, max_value=10_000)
            for key, label in (("left", _("Grid begins at pixel, from the left")), ("top", _("… from the top"))):
                self.fields[key] = forms.FloatField(label=label, min_value=-10_000, max_value=10_000)
            for key, label in (("columns", _("Columns")), ("rows", _("Rows"))):
                self.fields[key] = forms.IntegerField(label=label, min_value=1, max_value=limits.READ)
        for key, label, among in (
            ("windows", _("Narrow openings are"), WINDOWS),
            ("objects", _("Pillars and furniture are"), OBJECTS),
            ("rotundas", _("Round rooms become"), ROTUNDAS),
            ("picture", _("Keep the picture"), YES_NO),
        ):
            if key in asks or (key == "picture" and draft.picture and choices.picture == "no"):
                self.fields[key] = forms.ChoiceField(label=label, choices=among)
        if "level" in asks:
            levels = [("", _("all together")), *((n, n) for n in draft.options["level"])]
            self.fields["level"] = forms.ChoiceField(label=_("Level"), choices=levels, required=False)
        if "layers" in asks:
            self.fields["layers"] = forms.MultipleChoiceField(
                label=_("Layers to leave out"),
                choices=[(n, n) for n in dict.fromkeys(draft.options["layers"])],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
        for key, label, most in (
            ("crop_x", _("Columns left out on the left"), draft.width - 1),
            ("crop_y", _("Rows left out above"), draft.height - 1),
            ("crop_w", _("Columns kept"), draft.width),
            ("crop_h", _("Rows kept"), draft.height),
        ):
            low = 0 if key[-1] in "xy" else 1
            self.fields[key] = forms.IntegerField(label=label, min_value=low, max_value=max(low, most))
        terrains = map_board.terrains(look.rules)
        for n, kind in enumerate(draft.kinds):
            if kind.count:
                words = f"{_kind_label(kind.key, kind.label)} ({kind.count})"
                self.fields[f"terrain-{n}"] = forms.ChoiceField(label=words, choices=terrains)
        for n, zone in enumerate(draft.zones):
            self.fields[f"zone-{n}"] = forms.ChoiceField(label=zone.name, choices=SIDES, required=False)
        for bound in self.fields.values():
            if isinstance(bound.widget, forms.NumberInput) and isinstance(bound, forms.FloatField):
                bound.widget.attrs["step"] = "any"

    def _initial(self, look: Look) -> dict[str, Any]:
        draft, choices = look.draft, look.intake.choices
        found: dict[str, Any] = {"tab": choices.tab or 4}
        if draft is None:
            return found
        found |= {"name": draft.title[:120], "windows": choices.windows, "objects": choices.objects}
        found |= {"rotundas": choices.rotundas, "picture": choices.picture, "level": choices.level}
        found |= {"layers": list(choices.layers), "columns": draft.width, "rows": draft.height}
        if draft.picture is not None:
            lies = draft.picture
            found |= {"across": round(lies.across, 4), "down": round(lies.down, 4), "left": lies.left, "top": lies.top}
        found |= dict(zip(("crop_x", "crop_y", "crop_w", "crop_h"), look.box, strict=True))
        terrain, sides = look.terrain, map_services.first_sides(draft) | look.intake.sides
        found |= {f"terrain-{n}": terrain[kind.key] for n, kind in enumerate(draft.kinds) if kind.count}
        return found | {f"zone-{n}": sides[zone.name] for n, zone in enumerate(draft.zones)}

    # --- groups, for the page ---

    def group(self, *starts: str) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(starts)]

    @property
    def grid(self) -> list[Any]:
        return self.group("across", "down", "left", "top", "columns", "rows")

    @property
    def crop(self) -> list[Any]:
        return self.group("crop_")

    @property
    def terrain(self) -> list[Any]:
        return self.group("terrain-")

    @property
    def zones(self) -> list[Any]:
        return self.group("zone-")

    @property
    def others(self) -> list[Any]:
        return self.group("tab", "windows", "objects", "rotundas", "picture", "level", "layers")

    # --- what was chosen ---

    def choices(self) -> Choices:
        """Of a valid form. A part that is all of the map is none, so that it grows with another grid."""
        data, draft, before = self.cleaned_data, self.look.draft, self.look.intake.choices
        found: dict[str, Any] = {}
        for key in ("tab", "windows", "objects", "rotundas", "picture", "level"):
            if key in data:
                found[key] = data[key]
        if "layers" in data:
            found["layers"] = tuple(data["layers"])
        if "across" in data and any(key in self.changed_data for key in ("across", "down", "left", "top")):
            found |= {key: data[key] for key in ("across", "down", "left", "top")}
        if "across" in data and any(key in self.changed_data for key in ("columns", "rows")):
            found |= {key: data[key] for key in ("columns", "rows")}
            if not any(key in self.changed_data for key in ("across", "down")):
                found |= {"across": 0.0, "down": 0.0, "left": data["left"], "top": data["top"]}
        changed = any(key in found for key in ("across", "columns"))
        if draft is not None and not changed:
            box = tuple(data[key] for key in ("crop_x", "crop_y", "crop_w", "crop_h"))
            found["crop"] = None if box == map_services.first_box(draft) else box
        elif changed:
            found["crop"] = None
        return Choices(**{**{f: getattr(before, f) for f in before.__struct_fields__}, **found})

    def terrain_chosen(self) -> dict[str, str]:
        draft, data = self.look.draft, self.cleaned_data
        kinds = draft.kinds if draft is not None else ()
        return {k.key: data[f"terrain-{n}"] for n, k in enumerate(kinds) if f"terrain-{n}" in data}

    def sides_chosen(self) -> dict[str, str]:
        draft, data = self.look.draft, self.cleaned_data
        zones = draft.zones if draft is not None else ()
        return {z.name: data[f"zone-{n}"] for n, z in enumerate(zones) if f"zone-{n}" in data}


KINDS = {
    "open": _("Open cells"),
    "rock": _("Rock"),
    "floor": _("Floor"),
    "water": _("Water"),
    "column": _("Cells with a column"),
    "stairs": _("Stairs"),
    "void": _("Nothing"),
    "empty": _("No tile"),
}


def _kind_label(key: str, label: str) -> str:
    return str(label or KINDS.get(key, key))
