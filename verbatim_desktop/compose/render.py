"""A reply as it is sent: rich HTML, plain text or Markdown, with or without its sources.

Everything is hostile input. HTML in a reply is text, images and reference links do not exist, and a
marker links only to what its citation names. Internal sources are never named by address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from verbatim_desktop.compose.html_text import html_to_text
from verbatim_desktop.compose.markup import code_in, escaped, markers_in, without_markers
from verbatim_desktop.compose.reply import is_internal
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.errors import UsageError

FORMATS = ("html", "text", "markdown")
SOURCES = {
    "en": ("Sources", "Internal documentation"),
    "de": ("Quellen", "Interne Dokumentation"),
    "fr": ("Sources", "Documentation interne"),
    "es": ("Fuentes", "Documentación interna"),
    "pt": ("Fontes", "Documentação interna"),
    "it": ("Fonti", "Documentazione interna"),
    "nl": ("Bronnen", "Interne documentatie"),
    "ja": ("出典", "社内資料"),
}
LONGEST_TITLE = 160
MOST_BRACKETS = 1000

_TAGS = {
    *("a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr"),
    *("li", "ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
#: Mail programs keep inline styles and drop style sheets.
_STYLES = {
    "pre": "background:#f4f4f5;border:1px solid #d4d4d8;padding:8px;white-space:pre-wrap;"
    "font-family:Consolas,Menlo,monospace",
    "code": "font-family:Consolas,Menlo,monospace",
    "blockquote": "border-left:3px solid #d4d4d8;margin:0 0 0 4px;padding-left:12px",
    "table": "border-collapse:collapse",
    "td": "border:1px solid #d4d4d8;padding:4px 8px",
    "th": "border:1px solid #d4d4d8;padding:4px 8px;text-align:left",
}
_TAB = "\ue009"  # private: stands for a tab in code


def render(
    text: str,
    format: str,
    citations: Sequence[Citation] = (),
    *,
    sources: bool = True,
    internal_sources: frozenset[str] = frozenset(),
    language: str = "en",
) -> str:
    """A reply's Markdown in one of FORMATS. sources: keep markers and list what they cite.

    Raises UsageError for a format that is not known.
    """
    if format not in FORMATS:
        raise UsageError(f"“{format}” is no reply format. Use one of: {', '.join(FORMATS)}.")
    named = _named(text, citations) if sources else []
    whole = text if sources else without_markers(text)
    if named:
        whole = f"{whole.rstrip()}\n\n{_footnotes(named, internal_sources, language)}"
    if format == "markdown":
        return whole.rstrip() + "\n"
    links = {c.marker: c.url for c in named if c.url and not is_internal(c, internal_sources)}
    if format == "html":
        return to_html(whole, links)
    return html_to_text(to_html(whole)) + "\n"


def _named(text: str, citations: Sequence[Citation]) -> list[Citation]:
    """The citations that the text's markers point at, by marker."""
    numbers = {number for marker in markers_in(text) for number in marker.numbers}
    return sorted((c for c in citations if c.marker in numbers), key=lambda c: c.marker)


def _footnotes(
    citations: Sequence[Citation], internal_sources: frozenset[str], language: str
) -> str:
    """One line a place: its markers, its headings and its public address where it has one."""
    heading, internal = SOURCES.get(language, SOURCES["en"])
    places: dict[str, list[int]] = {}
    for citation in citations:
        hidden = is_internal(citation, internal_sources)
        places.setdefault(internal if hidden else _place(citation), []).append(citation.marker)
    lines = (f"{''.join(f'[{n}]' for n in numbers)} {place}" for place, numbers in places.items())
    return "\n".join([f"**{heading}**", *lines])


def _place(citation: Citation) -> str:
    """Title, headings and address; what points at single words is left to the marker's link."""
    title = " \u203a ".join(citation.heading_path)[:LONGEST_TITLE] or citation.identity
    address = _address(citation.url.partition(":~:")[0].rstrip("#"))
    return f"{escaped(title)} \N{EN DASH} {address}" if address else escaped(title)


def _address(url: str) -> str:
    """An address that Markdown leaves alone; only the web's own kinds are shown."""
    if not url.startswith(("https://", "http://")):
        return ""
    return re.sub(r"[\s<>\"'`\\\[\]*]", lambda match: f"%{ord(match.group()):02X}", url)


def to_html(text: str, links: Mapping[int, str] | None = None) -> str:
    """Markdown as HTML that a mail program can take over. links: addresses of markers."""
    import nh3  # the window is painted before a reply is rendered

    from verbatim_desktop.compose.mail_markdown import reader

    html = reader(links or {}).convert(_lists_apart(_tabs_held(_bounded(text))))
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
        set_tag_attribute_values={tag: {"style": style} for tag, style in _STYLES.items()},
    )
    return clean.replace(_TAB, "\t")


def _bounded(text: str) -> str:
    """Python-Markdown looks for a link at each bracket; thousands of them are no links."""
    if text.count("[") <= MOST_BRACKETS:
        return text
    return "".join(
        shown if is_code else shown.replace("[", "\\[") for shown, is_code in _by_code(text)
    )


def _tabs_held(text: str) -> str:
    """Python-Markdown turns tabs into spaces, which breaks a quoted Makefile."""
    return "".join(
        shown.replace("\t", _TAB) if is_code and shown.lstrip(" ")[:1] in "`~" else shown
        for shown, is_code in _by_code(text)
    )


def _by_code(text: str) -> Iterator[tuple[str, bool]]:
    """The text in stretches, and whether each is code."""
    at = 0
    for start, end in code_in(text):
        yield text[at:start], False
        yield text[start:end], True
        at = end
    yield text[at:], False


def _lists_apart(text: str) -> str:
    """A list right below a line of text begins a list, as in every other Markdown."""
    code = code_in(text)
    begins = re.compile(r"(?<=\S)\n(?=(?:[-*+]|1[.)])\s+\S)")
    parts: list[str] = []
    at = 0
    for match in begins.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        listed = re.match(r"\s*(?:[-*+]|\d{1,9}[.)])\s|\s{2,}\S|>", line)
        if listed or any(start <= match.start() < end for start, end in code):
            continue
        parts.append(text[at : match.start()] + "\n")
        at = match.start()
    return "".join([*parts, text[at:]])
