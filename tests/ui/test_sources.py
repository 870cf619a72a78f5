"""What the page is made of: vendored files as they came, icons that exist, and no line that the policy forbids."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VENDOR = ROOT / "static" / "vendor"
SPRITE = next((ROOT / "static" / "icons").glob("lucide-*.svg"))
PAGES = sorted((ROOT / "templates" / "missions").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
PYTHON = sorted((ROOT / "missions" / "live").glob("*.py"))
STYLES = sorted((ROOT / "static" / "css" / "mission").glob("*.css"))
OURS = [*PAGES, *SCRIPTS, *PYTHON, *STYLES]


def test_vendored_files_are_as_they_came() -> None:
    listed = {}
    for line in (VENDOR / "CHECKSUMS").read_text().splitlines():
        digest, name = line.split()
        listed[name] = digest
    files = {p.name for p in VENDOR.iterdir() if p.name != "CHECKSUMS"}
    assert files == set(listed)
    for name, digest in listed.items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest, name


def test_every_script_names_its_version_in_its_file_name() -> None:
    for path in VENDOR.glob("*.js"):
        assert re.search(r"-\d+\.\d+\.\d+\.min\.js$", path.name), path.name


def test_icons_that_are_used_are_in_the_sprite_and_no_others() -> None:
    there = set(re.findall(r'<symbol id="([a-z0-9-]+)"', SPRITE.read_text()))
    used = set()
    for path in PAGES:
        used |= set(re.findall(r'_icon\.html" with name="([a-z0-9-]+)"', path.read_text()))
    for path in PYTHON:
        text = path.read_text()
        used |= set(re.findall(r'icon\("([a-z0-9-]+)"\)', text))
        for table in re.findall(r"_(?:ICONS|MARKS)\b[^={\n]*= \{(.*?)\}", text, re.S):
            used |= set(re.findall(r':\s*"([a-z0-9-]+)"', table))
    used |= {"circle"}
    assert used == there
    assert "ISC License" in (SPRITE.parent / "LICENSE-lucide.txt").read_text()


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_templates_keep_the_policy(path: Path) -> None:
    text = re.sub(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", "", path.read_text(), flags=re.S)
    for forbidden in (
        r"\shx-on",
        r"hx-vals\s*=\s*[\"']\s*js:",
        r"hx-trigger\s*=\s*[\"'][^\"']*\[",
        r"\sstyle\s*=",
        r"\son[a-z]+\s*=",
        r"<script(?![^>]*\ssrc=)",
        r"javascript:",
        r"https?://",
    ):
        assert not re.search(forbidden, text), f"{path.name}: {forbidden}"


def test_scripts_and_pages_need_no_eval() -> None:
    for path in SCRIPTS:
        assert not re.search(
            r"\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write", path.read_text()
        ), path.name


@pytest.mark.parametrize("path", OURS, ids=lambda p: p.name)
def test_the_mission_view_names_no_ruleset(path: Path) -> None:
    text = path.read_text()
    for word in ("tempus", "tempera", "outerah", "physical", "mental"):
        assert word not in text.lower(), word
    assert not re.search(r"[\"'](pa|ma|mp)[\"']", text)


def test_every_import_of_a_script_is_there() -> None:
    for path in SCRIPTS:
        for name, where in re.findall(r"import \{([^}]*)\} from '\./([^']+)'", path.read_text()):
            source = (path.parent / where).read_text()
            for one in name.split(","):
                assert re.search(rf"export[^\n]*[ ,]{re.escape(one.strip())}[ (,;=]", source), (
                    f"{path.name}: {one} of {where}"
                )


def test_scripts_fit_on_a_few_screens_and_say_what_they_are() -> None:
    for path in SCRIPTS:
        text = path.read_text()
        assert text.startswith("// "), path.name
        assert len(text.splitlines()) < 260, path.name


def test_the_page_links_every_style_of_its_own_and_the_general_ones_last() -> None:
    page = (ROOT / "templates" / "missions" / "mission.html").read_text()
    linked = re.findall(r"css/mission/([a-z-]+)\.css", page)
    assert sorted(linked) == [path.stem for path in STYLES]
    assert linked[0] == "base"
    assert linked[-2:] == ["small", "screen"]
    for path in STYLES:
        assert path.read_text().startswith("/* "), path.name
        assert len(path.read_text().splitlines()) < 260, path.name
