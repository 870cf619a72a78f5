"""Everything that a reader may say has words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.conf import settings

from missions import map_words
from missions.maps.draft import SORTS, Line

FOLDER = Path(settings.BASE_DIR) / "missions"
SOURCES = [*sorted((FOLDER / "maps").glob("*.py")), FOLDER / "map_board.py", FOLDER / "map_intake.py"]
MADE = {"way_": ("exit", "down", "stairs"), "rotundas_": ("square", "round"), "narrow_": ("windows", "doors")}
"""Codes that are put together: the beginning, and what may follow."""
ALL = {"n": 2, "width": 1, "height": 1, "x": 1, "y": 1, "most": 1, "least": 1, "name": "x", "sign": "x", "pixels": 1,
       "columns": 1, "rows": 1, "across": 1, "down": 1, "why": "x", "cells": 1, "how": "x", "shape": "x"}  # fmt: skip


def codes() -> tuple[set[str], set[str]]:
    """(codes of lines, codes of refusals) that stand in the sources."""
    lines: set[str] = set()
    refusals: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("say", "count") and len(node.args) > 1:
                lines |= written(node.args[1])
            elif name == "Unreadable" and node.args:
                refusals |= written(node.args[0])
            elif name == "Answer":
                refusals |= {w for k in node.keywords if k.arg == "refused" for w in written(k.value)}
    return lines, refusals


def written(node: ast.expr) -> set[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    found = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and each.value in MADE}
    return {start + end for start in found for end in MADE[start]}


def test_every_line_and_refusal_has_words() -> None:
    lines, refusals = codes()
    assert len(lines) > 50
    assert len(refusals) > 20
    lines |= {"no_picture", "picture_broken"}  # a refused picture becomes a line
    assert lines - set(map_words.LINES) == set()
    assert refusals - set(map_words.REFUSALS) - {"not_this"} == set()


@pytest.mark.parametrize("code", sorted(map_words.LINES))
def test_lines_can_be_filled(code: str) -> None:
    assert map_words.of_line(Line("read", code, ALL))


@pytest.mark.parametrize("code", sorted(map_words.REFUSALS))
def test_refusals_can_be_filled(code: str) -> None:
    assert map_words.of_refusal(code, ALL)


def test_every_sort_has_a_heading() -> None:
    assert tuple(map_words.SORTS) == SORTS
    assert map_words.by_sort((Line("read", "walls", {"n": 1}),)) == [("Read", ["1 piece of wall."])]
