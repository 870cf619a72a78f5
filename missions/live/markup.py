"""The few words of HTML that every fragment is made of, and the one way in which a text becomes safe.

All fragments are well-formed XML too, so that a test can read them and a bad escape breaks loudly.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from typing import Any
from urllib.parse import quote

import msgspec
from django.templatetags.static import static
from django.utils.safestring import SafeString

ICONS = "icons/lucide-1.62.0.svg"

# XML knows no other control characters than these; a browser would show a box for the rest.
_CONTROL = {code: None for code in range(32) if chr(code) not in "\t\n\r"}
_CONTROL |= {0x7F: None, 0xFFFE: None, 0xFFFF: None} | dict.fromkeys(range(0xD800, 0xE000))


def esc(value: object) -> str:
    """Text for content or for an attribute in double quotes. Every text of a view goes through here."""
    return escape(str(value).translate(_CONTROL), quote=True)


def fill(template: str, **values: object) -> SafeString:
    """`template` with each `{name}` escaped, but for what is HTML already (SafeString)."""
    return SafeString(template.format(**{k: v if isinstance(v, SafeString) else esc(v) for k, v in values.items()}))


def join(pieces: Iterable[str], between: str = "") -> SafeString:
    """HTML pieces, all of which are safe already, in one."""
    return SafeString(between.join(pieces))


NOTHING = SafeString("")


def prose(html: SafeString) -> SafeString:
    """What people wrote and `campaigns.text` made HTML of, as XML as well."""
    text = html.translate(_CONTROL).replace("<br>", "<br/>").replace("<hr>", "<hr/>").replace("&nbsp;", "\xa0")
    return SafeString(text)


def when(condition: object, template: str, **values: object) -> SafeString:
    """`fill(template)` if `condition` holds, else nothing."""
    return fill(template, **values) if condition else NOTHING


@cache
def icon(name: str) -> SafeString:
    """A picture beside a word; it says nothing to a screen reader."""
    return SafeString(f'<svg class="icon" aria-hidden="true"><use href="{static(ICONS)}#{name}"/></svg>')


@lru_cache(maxsize=8192)
def safe_id(key: str) -> str:
    """`key` as part of a dom id, one to one: `goblins.1` is `goblins-1`, other signs are `_hex_`."""
    return "".join(c if c.isascii() and c.isalnum() else "-" if c == "." else f"_{ord(c):x}_" for c in key)


def picture(key: str) -> str:
    """Address of a picture of the Mission, beside the page's own."""
    return f"picture/{quote(key.encode('utf-8', 'replace'), safe='')}/"


_encode = msgspec.json.Encoder(order="deterministic").encode


def compact(value: Any) -> str:
    """JSON in one form only, so that equal values are equal bytes."""
    try:
        return _encode(value).decode()
    except (TypeError, UnicodeEncodeError):  # lazy texts, halves of characters
        pass
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def order(do: str, basis: str = "", **arguments: Any) -> str:
    """The value of a button that sends a command (static/js/mission-commands.js reads it)."""
    return compact({"do": do, "basis": basis, "args": arguments})


def button(label: str, value: str, css: str = "", title: str = "", extra: SafeString = NOTHING) -> SafeString:
    """A button that sends `value`; label may be HTML. It belongs to the form outside the swapped regions."""
    return fill(
        '<button form="cmd" name="go" value="{value}" class="{css}"{title}{extra}>{label}</button>',
        label=label,
        value=value,
        css=css,
        title=when(title, ' title="{title}"', title=title),
        extra=extra,
    )


FEW = 2
"""So many other units have a line each in the panel; of more there is one fold for all."""


def folded(key: str, words: str, rows: Sequence[SafeString], seen: int) -> Sequence[SafeString]:
    """The rows of other units, of which so many are seen, in one fold where they would be many."""
    if seen <= FEW:
        return rows
    line = '<details id="{key}" class="later"><summary>{words}</summary>{rows}</details>'
    return [fill(line, key=key, words=words, rows=join(rows))]
