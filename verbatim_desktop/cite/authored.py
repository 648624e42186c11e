"""Find the `verbatim:` links of a Markdown file as CommonMark reads them, and replace them.

markdown-it decides what a link is: every way to write a title, escapes, references, tables; what
stands in code is none. Each link knows its line and its characters in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, link
from markdown_it.token import Token

from verbatim_desktop.domain.authored import AuthoredLink

SCHEME = "verbatim:"
_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\n.*?^\1[ \t]*$", re.DOTALL | re.MULTILINE)

Rule = Callable[[StateInline, bool], bool]


def authored_links(text: str) -> list[AuthoredLink]:
    """The links of a file to pages of the library, in order."""
    plain = _plain(text)
    starts = [0, *(newline.end() for newline in re.finditer("\n", plain))]
    found: list[AuthoredLink] = []
    cursor = 0
    for token in _parser().parse(plain):
        for opened in _links_of(token):
            first: int = opened.meta["start"]
            line = (token.map or [0])[0] + token.content.count("\n", 0, first)
            place = _place(plain, token.content, opened, max(cursor, starts[line]))
            cursor = max(cursor, place[2])
            found.append(_authored(text, opened, line + 1, place))
    return found


def with_addresses(text: str, addresses: Sequence[tuple[AuthoredLink, str]]) -> str:
    """The file's text with public addresses in the place of the links that have one."""
    parts: list[str] = []
    at = 0
    for link_, address in addresses:
        if address and link_.start < link_.end:
            safe = address.replace("(", "%28").replace(")", "%29").replace(" ", "%20")
            parts += [text[at : link_.start], f"[{link_.label}]({safe})"]
            at = link_.end
    return "".join([*parts, text[at:]])


def _plain(text: str) -> str:
    """The text as the parser counts it: lines end in a newline, front matter is blank."""
    plain = text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", "\ufffd")
    return _FRONT_MATTER.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), plain)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.normalizeLink = _as_written  # type: ignore[method-assign]
    parser.inline.ruler.at("link", _noted(link))
    parser.inline.ruler.at("autolink", _noted(autolink))
    for ruler in (parser.core.ruler, parser.block.ruler, parser.inline.ruler, parser.inline.ruler2):
        ruler.getRules("")  # compiled now: a thread could find it half done
    return parser


def _as_written(url: str) -> str:
    return url


def _noted(rule: Rule) -> Rule:
    """A rule that notes where in the inline content the link that it opens stands."""

    def noted(state: StateInline, silent: bool) -> bool:
        start, opened = state.pos, len(state.tokens)
        matched = rule(state, silent)
        if matched and not silent:
            token = next((t for t in state.tokens[opened:] if t.type == "link_open"), None)
            if token is not None:
                bracket = state.src[start] == "["
                closed = state.md.helpers.parseLinkLabel(state, start) if bracket else state.pos - 1
                token.meta |= {"start": start, "closed": closed, "end": state.pos}
        return matched

    return noted


def _links_of(token: Token) -> Iterator[Token]:
    for child in token.children or ():
        address = str(child.attrs.get("href", ""))
        if child.type == "link_open" and address.lower().startswith(SCHEME):
            yield child


#: Where in the file a link starts, its label ends, and it ends itself; all the same if unknown.
Place = tuple[int, int, int]


def _place(plain: str, content: str, opened: Token, since: int) -> Place:
    """Find a link again: lines of a quote or a list have a prefix, and cells escape their bars."""
    start, closed, end = (int(opened.meta[name]) for name in ("start", "closed", "end"))
    label, rest = _pattern(content[start:closed]), _pattern(content[closed:end])
    found = re.compile(f"({label}){rest}").search(plain, since)
    return (found.start(), found.end(1), found.end()) if found else (since, since, since)


def _pattern(written: str) -> str:
    lines = (r"\\?\|".join(map(re.escape, line.split("|"))) for line in written.split("\n"))
    return r"[ \t]*\n[ \t>]*".join(lines)


def _authored(text: str, opened: Token, line: int, place: Place) -> AuthoredLink:
    start, closed, end = place
    return AuthoredLink(
        line=line,
        target=str(opened.attrs["href"])[len(SCHEME) :],
        quote=str(opened.attrs.get("title", "")),
        label=text[start + 1 : closed],
        start=start,
        end=end,
    )
