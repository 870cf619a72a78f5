"""Text that people write, as HTML: paragraphs, emphasis, lists, quotes and links, and nothing else."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

_TAGS = {"p", "br", "em", "strong", "s", "ul", "ol", "li", "blockquote", "code", "pre", "hr", "a", "h3", "h4"}
_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough").disable("image")
_HEADS = {"h1": "h3", "h2": "h4", "h5": "h4", "h6": "h4"}


def html(text: str) -> SafeString:
    """Markdown without HTML and pictures; whatever else there is shows as text. Links say that people wrote them."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        # A post may not look like a heading of the page.
        token.tag = _HEADS.get(token.tag, token.tag)
    made = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    clean = nh3.clean(
        made,
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer ugc",
    )
    return SafeString(clean)
