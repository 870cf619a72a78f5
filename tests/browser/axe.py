"""axe-core over a page as it is. The page's context must be opened with `bypass_csp`: only here may a page run what its
policy would not let it run."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

VENDOR = Path(__file__).resolve().parents[1] / "vendor"
AXE = VENDOR / "axe-core-4.14.1.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
CHECK = """async tags => {
  const found = await axe.run(document, {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']});
  return found.violations.map(v => `${v.id}: ${v.help}: ` + v.nodes.map(n => n.target.join(' ') + ' '
    + n.failureSummary.split('\\n').slice(1).join(' ')).slice(0, 4).join(' | '));
}"""


def violations(page: Page) -> list[str]:
    """What axe says of WCAG 2.2 AA."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    page.wait_for_timeout(400)  # colours in transition have no contrast yet
    return list(page.evaluate(CHECK, RULES))
