"""The report of a map's import, and its refusals, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy as n_

from .maps.draft import Line, Params

SORTS = {
    "read": _("Read"),
    "snapped": _("Moved a little"),
    "guessed": _("Guessed: look here"),
    "clipped": _("Cut off"),
    "left_out": _("Left out"),
    "warning": _("Mind this"),
}

FORMATS = {
    "uvtt": _("Universal VTT"),
    "foundry": _("Foundry scene"),
    "watabou": _("One Page Dungeon"),
    "donjon": _("donjon dungeon"),
    "tiled": _("Tiled map"),
    "ascii": _("Map typed as text"),
    "image": _("Picture"),
}

LINES = {
    "cells": _("The map has %(width)s × %(height)s cells."),
    "walls": n_("%(n)s piece of wall.", "%(n)s pieces of wall.", "n"),
    "doors": n_("%(n)s door or opening.", "%(n)s doors and openings.", "n"),
    "zones": n_("%(n)s zone.", "%(n)s zones.", "n"),
    "notes": n_("%(n)s note, for the GM alone.", "%(n)s notes, for the GM alone.", "n"),
    "tokens": n_(
        "%(n)s token: where it stood units of a Mission can start.",
        "%(n)s tokens: where they stood units of a Mission can start.",
        "n",
    ),
    "picture": _("A picture of %(width)s × %(height)s pixels."),
    "cmyk": _("The picture's colours are made for printing; they were turned into those of a screen."),
    "shifted": _("The map begins at another cell; it was moved by %(x)s and %(y)s cells."),
    "part_of_drawing": _("This is a part of a larger drawing, from column %(x)s and row %(y)s on."),
    "part_cells": _("The map measures %(across)s × %(down)s cells; it gets %(width)s × %(height)s whole ones."),
    "walls_snapped": n_("%(n)s piece was laid on its grid line.", "%(n)s pieces were laid on their grid lines.", "n"),
    "slanted_walls": n_(
        "%(n)s side of a cell got its wall from a slanted or curved one.",
        "%(n)s sides of cells got their wall from slanted or curved ones.",
        "n",
    ),
    "slanted_doors": n_(
        "%(n)s slanted door stands on the nearest sides of cells.",
        "%(n)s slanted doors stand on the nearest sides of cells.",
        "n",
    ),
    "narrow_windows": n_(
        "%(n)s narrow opening is taken for a window: it stops movement, not sight.",
        "%(n)s narrow openings are taken for windows: they stop movement, not sight.",
        "n",
    ),
    "narrow_doors": n_("%(n)s narrow opening is taken for a door.", "%(n)s narrow openings are taken for doors.", "n"),
    "locked_doors": n_(
        "%(n)s door is of iron or barred, and is taken for locked.",
        "%(n)s doors are of iron or barred, and are taken for locked.",
        "n",
    ),
    "secret_doors": n_(
        "%(n)s secret door stands as a wall until the GM makes a door of it; a note says where.",
        "%(n)s secret doors stand as walls until the GM makes doors of them; notes say where.",
        "n",
    ),
    "limited_walls": n_(
        "%(n)s half-height wall is taken for cover, or for a window if it stops movement.",
        "%(n)s half-height walls are taken for cover, or for windows if they stop movement.",
        "n",
    ),
    "one_way": n_(
        "%(n)s wall works one way only in the file; here it works both ways.",
        "%(n)s walls work one way only in the file; here they work both ways.",
        "n",
    ),
    "all_levels": _("The file has %(n)s levels, and all of them are read together. Choose one."),
    "other_padding": _("Most walls lay outside; the margin is taken for %(x)s × %(y)s pixels."),
    "no_walls": _("There are no walls: the whole map is open ground."),
    "open_ground": _("The walls close nothing in: most of the map is open ground."),
    "grid_from_name": _("The file's name says %(columns)s × %(rows)s cells."),
    "grid_by_size": _("How large a cell is cannot be known: %(pixels)s pixels. Set the grid below."),
    "rotundas_square": n_("%(n)s round room is kept square.", "%(n)s round rooms are kept square.", "n"),
    "rotundas_round": n_("%(n)s round room lost its corners.", "%(n)s round rooms lost their corners.", "n"),
    "columns_in_cells": n_("%(n)s cell holds a column.", "%(n)s cells hold columns.", "n"),
    "columns_on_crossings": n_(
        "%(n)s column stands on a crossing of the grid, in no cell.",
        "%(n)s columns stand on crossings of the grid, in no cell.",
        "n",
    ),
    "sign": _("“%(sign)s” has no usual meaning: say below what it is."),
    "short_rows": n_(
        "%(n)s row is shorter; the rest of it is solid.", "%(n)s rows are shorter; the rest of them is solid.", "n"
    ),
    "tabs_expanded": _("A tab reaches to the next of every %(n)s cells."),
    "several_tiles": n_(
        "In %(n)s cell several tiles lie one upon another; the highest counts.",
        "In %(n)s cells several tiles lie one upon another; the highest counts.",
        "n",
    ),
    "flipped_tiles": n_("%(n)s tile is flipped or turned.", "%(n)s tiles are flipped or turned.", "n"),
    "walls_outside": n_(
        "%(n)s piece of wall lies outside the map.", "%(n)s pieces of wall lie outside the map.", "n"
    ),
    "walls_cut": n_("%(n)s piece of wall was cut at the rim.", "%(n)s pieces of wall were cut at the rim.", "n"),
    "doors_outside": n_("%(n)s door lies outside the map.", "%(n)s doors lie outside the map.", "n"),
    "tokens_outside": n_("%(n)s token stands outside the map.", "%(n)s tokens stand outside the map.", "n"),
    "zones_outside": n_("%(n)s zone holds no cell.", "%(n)s zones hold no cell.", "n"),
    "tiles_outside": n_("%(n)s tile lies outside the map.", "%(n)s tiles lie outside the map.", "n"),
    "water_in_rock": n_("%(n)s cell of water lies in rock.", "%(n)s cells of water lie in rock.", "n"),
    "bad_coordinates": n_(
        "%(n)s piece has no usable coordinates.", "%(n)s pieces have no usable coordinates.", "n"
    ),
    "points": n_("%(n)s wall has no length.", "%(n)s walls have no length.", "n"),
    "walls_of_nothing": n_("%(n)s wall stops nothing.", "%(n)s walls stop nothing.", "n"),
    "objects": n_(
        "%(n)s pillar or piece of furniture. Choose below what they are.",
        "%(n)s pillars and pieces of furniture. Choose below what they are.",
        "n",
    ),
    "lights": n_("%(n)s light.", "%(n)s lights.", "n"),
    "sounds": n_("%(n)s sound.", "%(n)s sounds.", "n"),
    "drawings": n_("%(n)s drawing.", "%(n)s drawings.", "n"),
    "tiles": n_("%(n)s loose picture.", "%(n)s loose pictures.", "n"),
    "templates": n_("%(n)s template.", "%(n)s templates.", "n"),
    "doors_nowhere": n_("%(n)s door touches no side of a cell.", "%(n)s doors touch no side of a cell.", "n"),
    "other_level": n_("%(n)s wall of another level.", "%(n)s walls of other levels.", "n"),
    "way_exit": n_("%(n)s way out of the dungeon: an open cell.", "%(n)s ways out of the dungeon: open cells.", "n"),
    "way_down": n_("%(n)s stair down: an open cell.", "%(n)s stairs down: open cells.", "n"),
    "way_stairs": n_("%(n)s stair: an open cell.", "%(n)s stairs: open cells.", "n"),
    "traps": n_("%(n)s trap at a door.", "%(n)s traps at doors.", "n"),
    "wandering_monsters": _("A table of wandering monsters."),
    "corridor_features": _("Features of corridors."),
    "bad_notes": n_("%(n)s note without text or place.", "%(n)s notes without text or place.", "n"),
    "unknown_fields": n_("%(n)s field with an unknown sign.", "%(n)s fields with unknown signs.", "n"),
    "odd_shapes": n_("%(n)s zone that is no rectangle.", "%(n)s zones that are no rectangles.", "n"),
    "other_objects": n_(
        "%(n)s object that is neither wall, door, zone nor spawn.",
        "%(n)s objects that are neither wall, door, zone nor spawn.",
        "n",
    ),
    "hidden_layers": n_("%(n)s hidden layer.", "%(n)s hidden layers.", "n"),
    "image_layers": n_("%(n)s layer that is a picture.", "%(n)s layers that are pictures.", "n"),
    "layer": _("The layer “%(name)s”, as chosen."),
    "tileset_missing": _("The tileset “%(name)s” was not sent along: its tiles have numbers only."),
    "file": _("The file “%(name)s” belongs to nothing."),
    "frames": n_("%(n)s further frame of a moving picture.", "%(n)s further frames of a moving picture.", "n"),
    "without_picture": _("The file has no picture."),
    "no_picture": _("What the file has for a picture is no PNG, JPEG or WebP."),
    "picture_broken": _("The picture in the file is broken."),
    "picture_elsewhere": _("The picture “%(name)s” lies on another server. Send it along with the file to have it."),
    "picture_shifted": _("The picture is moved by %(x)s and %(y)s pixels in the file: see whether it lies right."),
    "odd_picture": _("The picture of %(width)s × %(height)s pixels does not go with the number of cells."),
    "layer_offset": n_(
        "%(n)s layer is moved by a part of a cell; that is ignored.",
        "%(n)s layers are moved by a part of a cell; that is ignored.",
        "n",
    ),
    "without_door": n_(
        "%(n)s area is closed off by walls and has no door.",
        "%(n)s areas are closed off by walls and have no door.",
        "n",
    ),
    "nothing_open": _("Nothing of the map is open: say below what the cells are made of."),
    "all_walls_outside": _("All walls lie outside the map: the grid of the file may be wrong."),
    "must_crop": _("A board has at most %(most)s cells a side: choose the part to keep."),
    "padded": _("A board has at least %(least)s cells a side: solid cells are added on the right and below."),
    "terrain_guessed": _("“%(name)s” is not known to these rules; ground stands for it."),
}

REFUSALS = {
    "empty": _("There is nothing in it. Choose the file of a map."),
    "too_heavy": _("That is more than %(most)s MB. Export a smaller part of the map, or a smaller picture."),
    "too_many_files": _("At most %(most)s files at once: the map, its tilesets and its picture."),
    "picture_too_heavy": _("A picture has at most %(most)s MB. Save it as WebP or JPEG, or smaller."),
    "picture_too_large": _(
        "The picture claims %(width)s × %(height)s pixels; at most %(most)s million are read. Save it smaller."
    ),
    "picture_broken": _("The picture is broken or cut short. Save or download it again."),
    "no_picture": _("This is no PNG, JPEG or WebP, whatever its name says. Save it as one of these."),
    "tiny_cells": _("A cell has at least 2 pixels. Give fewer columns, or more pixels a cell."),
    "unknown_format": _(
        "This is none of the map files that can be read: a picture, Universal VTT, a Foundry scene, One Page Dungeon, "
        "Tiled, donjon, or a map typed as text."
    ),
    "not_json": _("The file is damaged: %(why)s. Export it again."),
    "not_xml": _("The file is damaged: %(why)s. Export it again."),
    "not_text": _("The file holds bytes that are no text. Save it as UTF-8."),
    "document_type": _("The file declares a document type, which no map needs. Save it from Tiled again."),
    "too_deep": _("The file nests brackets too deep for a map. Export it again."),
    "no_size": _("The file does not say, in usable numbers, how large the map and its cells are. Export it again."),
    "no_cells": _("There is no cell in this map. Export one with at least one."),
    "too_many_cells": _(
        "The map has %(width)s × %(height)s cells; at most %(most)s a side can be read. Export a part of it."
    ),
    "too_many_walls": _("There are more than %(most)s pieces of wall. Export a part of the map."),
    "too_many_doors": _("There are more than %(most)s doors. Export a part of the map."),
    "too_many_tokens": _("There are more than %(most)s tokens. Remove some and export again."),
    "too_many_layers": _("There are more than %(most)s layers. Merge some and export again."),
    "too_many_kinds": _("There are more than %(most)s kinds of cell. Leave out the layers that are decoration."),
    "too_many_signs": _("More than %(most)s different signs: this looks like a text, not like a map."),
    "layer_broken": _("A layer does not hold exactly %(cells)s cells. Save the map from Tiled again."),
    "layer_packed": _("A layer is packed by “%(how)s”. Choose CSV, zlib, gzip or zstd in Tiled."),
    "not_square": _("The map is made of %(shape)s. Only square grids can be played on."),
    "tabs": _("There are tabs in the text, and nobody knows how wide. Say for how many cells a tab stands."),
    "crop": _("Choose a part of the map: %(least)s to %(most)s cells a side, within the map."),
    "too_much_memory": _("Reading this needs more memory than is allowed. Make the picture or the map smaller."),
    "took_too_long": _("Reading this takes too long. Make the picture or the map smaller."),
    "reader_failed": _("This file could not be read, and it is not known why. Export it again, or send its picture."),
    "busy": _("Others are reading maps at this moment. Try again in a minute."),
    "gone": _("The upload is not there any more; it is kept for an hour. Choose the file again."),
}

NOT_THIS = {
    "uvtt2": _("This is version 2 of Universal VTT, which no map program writes yet. Export as .dd2vtt or .uvtt."),
    "maptool": _("MapTool's own files cannot be read. Export the map's picture, or use the .dd2vtt it came from."),
    "foundry_database": _("This is a database of Foundry. Right-click the scene there and choose “Export Data”."),
    "archive": _("Archives are not opened. Send the files that are in it."),
    "svg": _("SVG drawings are not shown. Save it as PNG or WebP."),
    "pdf": _("PDF files cannot be read. Save the page as PNG or WebP."),
    "gif": _("GIF pictures cannot be read. Save it as PNG or WebP."),
    "markup": _("This is a page, not a map."),
    "tileset_alone": _("This is a tileset. Send it together with its map (.tmx or .tmj)."),
    "table": _("This is a table, not a map."),
}


def of_line(line: Line) -> str:
    return _filled(LINES[line.code], line.params)


def of_refusal(code: str, params: Params) -> str:
    if code == "not_this":
        return str(NOT_THIS[str(params["what"])])
    return _filled(REFUSALS[code], params)


def by_sort(lines: tuple[Line, ...]) -> list[tuple[str, list[str]]]:
    """The report under its headings."""
    return [
        (str(label), found)
        for sort, label in SORTS.items()
        if (found := [of_line(line) for line in lines if line.sort == sort])
    ]


def _filled(text: object, params: Mapping[str, object]) -> str:
    return str(text % params)  # type: ignore[operator]
