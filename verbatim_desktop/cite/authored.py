"""Find the `verbatim:` links of a Markdown file as CommonMark reads them, and replace them.

markdown-it decides what a link is: every way to write a title, escapes, references, tables; what
stands in code is none. Inside a block of HTML links are looked for too: in MDX they are links, and
writers mean them as such. Each link knows its line and its characters in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, link
from markdown_it.token import Token

from verbatim_desktop.cite.unread import Unread, seen_of_html, unread_links
from verbatim_desktop.domain.authored import AuthoredLink

SCHEME = "verbatim:"
_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\n.*?^\1[ \t]*$", re.DOTALL | re.MULTILINE)

Rule = Callable[[StateInline, bool], bool]


def authored_links(text: str) -> list[AuthoredLink]:
    """The links of a file to pages of the library, in order.

    Among them is what was meant as one and is none, which says why.
    """
    plain = _plain(text)
    starts = [0, *(newline.end() for newline in re.finditer("\n", plain))]
    found: list[AuthoredLink] = []
    cursor = 0
    for token, line in _inline(plain):
        for opened in _links_of(token):
            at = line + token.content.count("\n", 0, opened.meta["start"])
            place = _place(plain, token.content, opened, max(cursor, starts[at]))
            cursor = max(cursor, place[2])
            found.append(_authored(text, opened, at + 1, place))
        found += _unread(unread_links(token.children or (), SCHEME), line)
    return sorted(found, key=lambda link: link.line)


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


def _inline(plain: str) -> Iterator[tuple[Token, int]]:
    """Each stretch of running text with its first line, from 0; those of blocks of HTML as well."""
    for token in _parser().parse(plain):
        line = (token.map or [0])[0]
        if token.type == "inline":
            yield token, line
        elif token.type == "html_block":
            for inner in _parser(html=False).parse(seen_of_html(token.content)):
                if inner.type == "inline":
                    yield inner, line + (inner.map or [0])[0]


def _unread(found: Iterable[Unread], line: int) -> Iterator[AuthoredLink]:
    for target, further, why in found:
        yield AuthoredLink(line + further + 1, target, "", "", 0, 0, why)


def _plain(text: str) -> str:
    """The text as the parser counts it: lines end in a newline, front matter is blank."""
    plain = text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", "\ufffd")
    return _FRONT_MATTER.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), plain)


@cache
def _parser(*, html: bool = True) -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.disable("text_join")  # what is escaped stays apart from text
    if not html:
        parser.disable(["html_block", "html_inline"])
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
