"""The parser of a mode: markdown-it with GitHub's tables, strikes, tasks and footnotes, or MDX.

Autolinks of bare addresses are left as text, smart quotes off: what is indexed is what is shown.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from verbatim_desktop.domain.documents import ParseMode
from verbatim_desktop.ingest.parse import block_rules as rules
from verbatim_desktop.ingest.parse.inline_rules import PlacedInline, expression_inline, jsx_inline
from verbatim_desktop.ingest.parse.shortcodes import add_shortcodes

#: Quotes and lists deeper than this are read as text by markdown-it; no page comes near.
DEEPEST = 120

_INTERRUPTS = ["paragraph", "reference", "blockquote", "list", "table"]


def tokens_of(text: str, mode: ParseMode, *, semantic: bool = True) -> list[Token]:
    """Block tokens with inline children. semantic False: plain Markdown or MDX, as remark reads."""
    parser = _parser(mode, semantic)
    env: dict[str, Any] = {}
    tokens: list[Token] = []
    parser.block.parse(text, parser, env, tokens)
    for token in tokens:
        if token.type == "inline":
            token.children = parser.inline.parse(token.content, parser, env, [])
    return tokens


@lru_cache(maxsize=4)
def _parser(mode: ParseMode, semantic: bool) -> MarkdownIt:
    parser = MarkdownIt("gfm-like2", {"maxNesting": DEEPEST, "linkify": False, "alerts": False})
    parser.disable(["linkify"])
    parser.use(footnote_plugin, inline=False, move_to_end=False)
    parser.normalizeLink = _as_written
    parser.normalizeLinkText = _text_as_written
    parser.validateLink = _any_link
    _place(parser, mode)
    inline = PlacedInline()
    inline.__dict__.update(parser.inline.__dict__)
    parser.inline = inline
    parser.inline.ruler2.disable("fragments_join", True)
    if mode is ParseMode.MDX:
        _add_mdx(parser)
    if semantic:
        add_shortcodes(parser)
    for ruler in (parser.block.ruler, parser.inline.ruler, parser.inline.ruler2):
        ruler.getRules("")  # compiled now: a thread could find it half done
    return parser


def _as_written(url: str) -> str:
    return url


def _text_as_written(link: str) -> str:
    return link


def _any_link(url: str) -> bool:
    """Which links may be opened is decided where they are shown, not where they are read."""
    del url
    return True


def _place(parser: MarkdownIt, mode: ParseMode) -> None:
    block = parser.block.ruler
    block.at("paragraph", rules.placed_paragraph)
    block.at("lheading", rules.placed_lheading)
    block.at("heading", rules.placed_heading, {"alt": ["paragraph", "reference", "blockquote"]})
    block.at("table", rules.placed_table, {"alt": ["paragraph", "reference"]})
    block.at("fence", rules.placed_fence, {"alt": _INTERRUPTS[:4]})
    if mode is ParseMode.MARKDOWN:
        block.at("code", rules.placed_code)
        block.at("html_block", rules.placed_html, {"alt": _INTERRUPTS[:3]})


def _add_mdx(parser: MarkdownIt) -> None:
    parser.disable(["code", "html_block", "html_inline", "autolink"])
    block, inline = parser.block.ruler, parser.inline.ruler
    block.at("paragraph", rules.mdx_paragraph)
    block.at("list", rules.mdx_list, {"alt": _INTERRUPTS[:3]})
    block.before("fence", "mdx_flow", rules.mdx_flow, {"alt": _INTERRUPTS})
    block.before("mdx_flow", "mdx_esm", rules.mdx_esm, {"alt": []})
    inline.before("backticks", "jsx_inline", jsx_inline)
    inline.before("backticks", "expression_inline", expression_inline)
