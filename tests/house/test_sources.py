"""What must not stand in any source: constructs that the content policy refuses, secrets,
registry hosts, and in ``tactics`` anything but the standard library and msgspec."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

REFUSED = {
    "an inline style": re.compile(r"<[^>]*\sstyle\s*=", re.I),
    "a style element": re.compile(r"<style\b", re.I),
    "an inline handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.I),
    "an inline script": re.compile(r"<script\b(?![^>]*\b(?:src=|type=\"application/json\"))", re.I),
    "hx-on": re.compile(r"\bhx-on\b|\bhx-on:", re.I),
    "evaluated hx-vals or hx-headers": re.compile(
        r"hx-(?:vals|headers|request)\s*=\s*['\"]\s*(?:js|javascript):", re.I
    ),
    "an evaluated trigger filter": re.compile(r"hx-trigger\s*=\s*['\"][^'\"]*\[", re.I),
    "a script address": re.compile(r"(?:href|src)\s*=\s*['\"]\s*javascript:", re.I),
    "unescaped text": re.compile(r"\|\s*safe(?:seq)?\b|autoescape\s+off"),
    "another site's file": re.compile(
        r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)\s*=\s*['\"](?:https?:)?//", re.I
    ),
}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_templates_pass_the_content_policy(path):
    text = re.sub(r"\{#.*?#\}", "", path.read_text())
    assert [name for name, pattern in REFUSED.items() if pattern.search(text)] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("an inline style", '<p class="a" style="x">'),
        ("an inline handler", '<a onclick="x">'),
        ("an inline script", "<script>x</script>"),
        ("hx-on", '<p hx-on:click="x">'),
        ("evaluated hx-vals or hx-headers", "<p hx-vals='js:{a:1}'>"),
        ("unescaped text", "{{ a|safe }}"),
        ("a script address", '<a href="javascript:x">'),
    ],
)
def test_the_lint_sees_what_it_looks_for(name, text):
    assert REFUSED[name].search(text)


def test_error_handlers_allow_no_script_addresses():
    assert not REFUSED["an inline script"].search('<script type="module" src="/static/x.js"></script>')


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    names = [name for name in done.stdout.decode().split("\0") if name]
    if not names:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in names]
    return [path for path in paths if path.is_file() and path.suffix not in {".png", ".webp", ".ico"}]


SECRET = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b"
    r"|\bxox[baprs]-[A-Za-z0-9-]{10,}|\bSECRET_KEY\s*=\s*['\"][^'\"]{16,}"
)
REGISTRY = re.compile(r"--(?:extra-)?index-url|--find-links|registry\.npmjs\.org|files\.pythonhosted\.org")


def test_no_secret_is_tracked():
    assert [path for path in tracked() if SECRET.search(path.read_text(errors="replace"))] == []


def test_no_data_foreign_lock_or_leftover_is_tracked():
    names = {path.relative_to(ROOT).as_posix() for path in tracked()}
    other = (".sqlite3", "secret-key.txt", "uv.lock", "package-lock.json", ".orig", ".rej")
    assert not {name for name in names if name.endswith(other)}


@pytest.mark.parametrize("which", ["base", "test"])
def test_locks_name_versions_and_hashes_but_no_host(which):
    text = (ROOT / f"requirements/{which}.txt").read_text()
    assert not REGISTRY.search(text)
    assert "://" not in text
    for entry in re.split(r"\n(?=[a-z0-9])", text.partition("\n#")[0] + text):
        if "==" in entry.splitlines()[0]:
            assert "--hash=sha256:" in entry, entry.splitlines()[0]


PURE = [p for p in sorted((ROOT / "tactics").rglob("*.py")) if "rulebook" not in p.relative_to(ROOT).parts]


def test_tactics_needs_the_standard_library_and_msgspec_alone():
    allowed = set(sys.stdlib_module_names) | {"msgspec", "tactics"}
    found = []
    for path in PURE:
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            found += [f"{path.relative_to(ROOT)}: {n}" for n in names if n.split(".")[0] not in allowed]
    assert found == []


def test_no_merge_was_left_half_done():
    """A style sheet says nothing about it: it only drops what follows."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    mark = re.compile(rb"^(?:<{7}|>{7}) ", re.M)
    kinds = (".css", ".js", ".html", ".py", ".md", ".yaml")
    texts = [ROOT / name for name in tracked.decode().split("\0") if name.endswith(kinds)]
    assert [str(path) for path in texts if path.exists() and mark.search(path.read_bytes())] == []
