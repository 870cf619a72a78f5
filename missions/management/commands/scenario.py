"""`manage.py scenario PATH...`: plays scenario files and says which failed, where, and what was found instead.

Files and folders of `*.yaml`; a file may hold several scenarios as documents. They run in memory; `--store`
runs them on the missions of a database that is thrown away again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tactics.rulebook import yaml_content
from tactics.scenarios.host import Host
from tactics.scenarios.memory import MemoryHost
from tactics.scenarios.runner import Failure, run
from tactics.scenarios.script import Script, ScriptError, parse
from tactics.scenarios.setup import Setup, prepare

MakeHost = Callable[[Setup], Host]


@dataclass(frozen=True)
class Found:
    """One document of a file: the scenario, or why it cannot be read. number: of the document, from 1."""

    path: Path
    number: int
    script: Script | None
    failure: Failure | None = None

    @property
    def title(self) -> str:
        name = self.script.scenario if self.script is not None else f"document {self.number}"
        return f"{self.path}: {name}"


class Command(BaseCommand):
    help = "Plays scenario files (docs/scenarios.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files and folders of *.yaml")
        parser.add_argument("--store", action="store_true", help="on missions of a throw-away database")
        parser.add_argument("--reload", action="store_true", help="through JSON before every step")

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(read_all(options["paths"]))
        passed = failed = 0
        with throw_away() if options["store"] else nullcontext():
            make: MakeHost = stored_host if options["store"] else MemoryHost
            for one in found:
                failures = play(one, make, reload=options["reload"])
                passed, failed = (passed + 1, failed) if not failures else (passed, failed + 1)
                for failure in failures:
                    self.stdout.write(f"{one.title}: {failure}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)


# --- files ------------------------------------------------------------------------------------------


def read_all(paths: Sequence[Path]) -> Iterator[Found]:
    """Every scenario of the files, and of the folders' files in the order of their names.

    Raises CommandError for a path that is not there, or a folder without a file.
    """
    for path in paths:
        if path.is_dir():
            files = sorted(path.rglob("*.yaml"))
            if not files:
                raise CommandError(f"{path} holds no *.yaml file")
        elif path.exists():
            files = [path]
        else:
            raise CommandError(f"there is no {path}")
        for file in files:
            yield from read_file(file)


def read_file(path: Path) -> Iterator[Found]:
    """The scenarios of one file."""
    loader = yaml_content.StrictLoader(path.read_text(encoding="utf-8"))
    number = 0
    try:
        while loader.check_node():
            number += 1
            node = loader.get_node()
            plain = loader.construct_document(node)
            yield _read(path, number, plain, _lines(node))
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        line = 0 if mark is None else mark.line + 1
        words = getattr(problem, "problem", None) or str(problem)
        yield Found(path, number + 1, None, Failure(0, "", f"no YAML: {words}", line))
    finally:
        loader.dispose()


def _read(path: Path, number: int, plain: Any, lines: list[int]) -> Found:
    try:
        return Found(path, number, parse(plain, lines))
    except ScriptError as problem:
        line = lines[problem.step - 1] if 0 < problem.step <= len(lines) else 0
        return Found(path, number, None, Failure(problem.step, "", problem.text, line))


def _lines(node: yaml.Node) -> list[int]:
    """The line of each step."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == "steps" and isinstance(value, yaml.SequenceNode):
                return [step.start_mark.line + 1 for step in value.value]
    return []


# --- playing ----------------------------------------------------------------------------------------


def play(found: Found, make: MakeHost, *, reload: bool = False) -> list[Failure]:
    """What failed of one scenario; empty if nothing did."""
    script = found.script
    if script is None:
        return [] if found.failure is None else [found.failure]
    try:
        setup = set_up(script)
    except ScriptError as problem:
        return [Failure(problem.step, "", problem.text)]
    return run(setup, make(setup), reload=reload)


def set_up(script: Script) -> Setup:
    """The scenario on its ruleset's table and shipped data. Raises ScriptError."""
    from tactics import rulesets

    try:
        code, document = rulesets.get(script.ruleset), yaml_content.load(script.ruleset)
    except (KeyError, FileNotFoundError) as problem:
        raise ScriptError(f"ruleset: {script.ruleset!r} is not in this release") from problem
    return prepare(script, code, document)


def stored_host(setup: Setup) -> Host:
    """A Mission in the database."""
    from missions.scenario_host import StoredHost

    host: Host = StoredHost(setup)
    return host


@contextmanager
def throw_away() -> Iterator[None]:
    """A database of its own for the time of the run: nobody's Missions are touched."""
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    old = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(old)
