"""Inline parsing that remembers where each token stands, and the inline rules of MDX.

Every token gets `meta["at"]`, the position in its content where it starts; the last token a rule
pushes gets `meta["end"]`, where its markup ends; inline code keeps its source as `meta["raw"]`.
"""

from __future__ import annotations

from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.token import Token

from verbatim_desktop.ingest.parse.jsx import Budget, Tag, scan_braces, scan_tag

#: A paragraph with more brackets has no links: each could be tried against all that follow.
_MOST_BRACKETS = 2_000


class PlacedState(StateInline):
    """Records where pending text started and where tokens are pushed."""

    def __init__(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> None:
        self._pending_at = -1
        super().__init__(src, md, env, tokens)

    def append_pending(self, text: str) -> None:
        if self._pending_at < 0:
            self._pending_at = self.pos
        super().append_pending(text)

    def pushPending(self) -> Token:  # noqa: N802 - markdown-it's own name
        token = super().pushPending()
        token.meta["at"] = self._pending_at
        self._pending_at = -1
        return token

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        self._pending_at = -1
        token.meta["at"] = self.pos
        return token


class PlacedInline(ParserInline):
    """markdown-it's inline parser over PlacedState, one pass as fast as its own."""

    def tokenize(self, state: StateInline) -> None:
        rules = self.ruler.getRules("")
        if state.src.count("[") > _MOST_BRACKETS:
            rules = [rule for rule in rules if rule not in (link, image)]
        end, deepest = state.posMax, state.md.options["maxNesting"]
        while state.pos < end:
            if state.level < deepest and self._any_rule(state, rules):
                continue
            state.append_pending(state.src[state.pos])
            state.pos += 1
        if state.pending:
            state.pushPending()

    @staticmethod
    def _any_rule(state: StateInline, rules: list[Any]) -> bool:
        before, at = len(state.tokens), state.pos
        for rule in rules:
            if rule(state, False):
                if len(state.tokens) > before:
                    token = state.tokens[-1]
                    token.meta["end"] = state.pos
                    if token.type == "code_inline":
                        token.meta["raw"] = state.src[at : state.pos]
                return True
        return False

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        state = PlacedState(src, md, env, tokens)
        self.tokenize(state)
        _spread_delimiters(state.tokens)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _spread_delimiters(tokens: list[Token]) -> None:
    """Delimiters of one run are pushed at one position; give each its own."""
    previous_at, previous_end = -1, -1
    for token in tokens:
        if token.type != "text":
            autolink = token.type == "link_open" and token.markup == "autolink"
            previous_at = token.meta["at"] if autolink else -1
            previous_end = previous_at + 1
            continue
        at: int = token.meta["at"]
        if at == previous_at:
            token.meta["at"] = previous_end
        previous_at, previous_end = at, token.meta["at"] + len(token.content)


def jsx_inline(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "<":
        return False
    tag = scan_tag(state.src, state.pos, _budget(state))
    if not isinstance(tag, Tag) or tag.end > state.posMax:
        return False
    if not silent:
        token = state.push("mdx_jsx", "", 0)
        token.content = state.src[state.pos : tag.end]
        token.meta["tag"] = tag
    state.pos = tag.end
    return True


def expression_inline(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    end = scan_braces(state.src, state.pos, _budget(state))
    if end < 0 or end > state.posMax:
        return False
    if not silent:
        token = state.push("mdx_expression", "", 0)
        token.content = state.src[state.pos : end]
    state.pos = end
    return True


def _budget(state: StateInline) -> Budget:
    env: Any = state.env
    return env.setdefault("budget", Budget(len(state.src)))
