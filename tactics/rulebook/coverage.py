"""Which rules have a test, and which commands and prompts left a real control in the browser tests.

Read from the sources, nothing is run: `@pytest.mark.rule("T-048")` and `pytestmark` in tests/**.py, the
`rules:` lists of scenario files, and docs/controls.json, which the browser suite records.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from tactics.rulebook.yaml_content import Rule


@dataclass(frozen=True)
class Proofs:
    """Rule id -> the files that prove it. unknown: ids in tests that no rule has; unread: files with an error."""

    by_id: Mapping[str, tuple[str, ...]]
    unknown: Mapping[str, tuple[str, ...]]
    unread: tuple[str, ...] = ()


def proofs(root: Path, index: Mapping[str, Rule]) -> Proofs:
    """What the tests under `root`/tests prove."""
    found: dict[str, list[str]] = {}
    unread: list[str] = []
    tests = root / "tests"
    for file in sorted(tests.rglob("*.py")):
        name = file.relative_to(root).as_posix()
        try:
            ids = set(_marked(ast.parse(file.read_text(encoding="utf-8"))))
        except SyntaxError as error:
            unread.append(f"{name}: {error}")
            continue
        for id_ in ids:
            found.setdefault(id_, []).append(name)
    for file in sorted((tests / "scenarios").rglob("*.yaml")):
        name = file.relative_to(root).as_posix()
        try:
            documents = list(yaml.safe_load_all(file.read_text(encoding="utf-8")))
        except yaml.YAMLError as error:
            unread.append(f"{name}: {error}")
            continue
        for document in documents:
            for id_ in set((document or {}).get("rules") or ()):
                found.setdefault(str(id_), []).append(name)
    known = {id_: tuple(files) for id_, files in found.items() if id_ in index}
    unknown = {id_: tuple(files) for id_, files in found.items() if id_ not in index}
    return Proofs(known, unknown, tuple(unread))


def _marked(tree: ast.AST) -> Iterator[str]:
    """The texts in every `pytest.mark.rule(...)` of a module."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "rule"
            and isinstance(node.func.value, ast.Attribute)
            and node.func.value.attr == "mark"
        ):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def sent(root: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The command kinds and prompt kinds that real controls have sent: the keys of docs/controls.json."""
    file = root / "docs" / "controls.json"
    if not file.exists():
        return frozenset(), frozenset()
    recorded = json.loads(file.read_text(encoding="utf-8"))
    return frozenset(recorded.get("commands", ())), frozenset(recorded.get("prompts", ()))
