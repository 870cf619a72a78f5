"""`manage.py rules`: which of the 448 rules have a test, and which controls no browser test has used."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, get_args

from django.conf import settings
from django.core.management.base import BaseCommand

from tactics.rulebook import coverage, yaml_content


class Command(BaseCommand):
    help = "Lists which rules have a test, by ruleset and status, and what no browser test has sent."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("ids", nargs="*", help="show these rules with their reading and tests")
        parser.add_argument("--ruleset", help="only this ruleset")
        parser.add_argument("--short", action="store_true", help="numbers only, no list of rules without a test")

    def handle(self, *args: Any, **options: Any) -> None:
        root = Path(settings.BASE_DIR)
        index = yaml_content.index()
        proofs = coverage.proofs(root, index)
        if options["ids"]:
            return self.show(options["ids"], index, proofs)
        rulesets = sorted({rule.ruleset for rule in index.values()}, reverse=True)
        for ruleset in [options["ruleset"]] if options["ruleset"] else rulesets:
            self.summary(ruleset, index, proofs, options["short"])
        for id_, files in sorted(proofs.unknown.items()):
            self.stdout.write(f"no such rule: {id_} in {', '.join(files)}")
        for problem in proofs.unread:
            self.stdout.write(f"could not read {problem}")
        self.controls(root)

    def show(self, ids: list[str], index: dict[str, yaml_content.Rule], proofs: coverage.Proofs) -> None:
        for id_ in ids:
            rule = index.get(id_.upper())
            if rule is None:
                self.stdout.write(f"{id_}: no such rule (T-001 to T-185, O-001 to O-263)")
                continue
            self.stdout.write(f"{rule.id} {rule.status}, line {rule.line}: {rule.title}")
            self.stdout.write(f"  {rule.reading}")
            self.stdout.write(f"  tests: {', '.join(proofs.by_id.get(rule.id, ())) or 'none'}")

    def summary(self, ruleset: str, index: dict[str, yaml_content.Rule], proofs: coverage.Proofs, short: bool) -> None:
        """A table by status, then each rule without a test."""
        rules = [rule for rule in index.values() if rule.ruleset == ruleset]
        total = Counter(rule.status for rule in rules)
        tested = Counter(rule.status for rule in rules if rule.id in proofs.by_id)
        self.stdout.write(f"{ruleset}: {tested.total()} of {len(rules)} rules have a test")
        for status in get_args(yaml_content.Status):
            self.stdout.write(f"  {status:<14}{tested[status]:>4} of {total[status]:>3}")
        missing = [rule for rule in rules if rule.id not in proofs.by_id]
        if missing and not short:
            self.stdout.write("  without a test:")
            for rule in missing:
                self.stdout.write(f"    {rule.id} {rule.status:<14}{rule.title}")

    def controls(self, root: Path) -> None:
        """What exists in a ruleset's table and was never sent from a real control."""
        from tactics.rulesets import RULESETS

        commands, prompts = coverage.sent(root)
        for name, ruleset in sorted(RULESETS.items()):
            kinds = {str(kind.__struct_config__.tag) for kind in ruleset.commands if kind.sender == "seat"}
            others = sorted(str(kind.__struct_config__.tag) for kind in ruleset.commands if kind.sender != "seat")
            for what, known, used in (
                ("commands", kinds, commands),
                ("prompts", set(ruleset.prompts), prompts),
            ):
                never = sorted(known - used)
                told = ", ".join(never) or "none"
                self.stdout.write(f"{name}: {what} that no real control has sent: {told}")
            self.stdout.write(f"{name}: commands that only the server sends: {', '.join(others) or 'none'}")
