"""HTML mail as plain text: what a reader sees, line by line, and nothing that loads or runs.

nh3 parses first, as browsers do, and drops scripts, styles and everything not named here. Quoted
history becomes lines that start with "> ", a signature block starts with "-- ", as in plain mail.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

QUOTE = "> "
SIGNATURE = "-- "
MOST_NESTED = 400  # deeper markup than any mail program writes

_TAGS = {
    *("a", "b", "blockquote", "br", "code", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6"),
    *("hr", "i", "li", "ol", "p", "pre", "span", "strong", "table", "td", "th", "tr", "ul"),
}
_DROPPED = {"script", "style", "title", "template", "noscript", "svg", "math", "iframe", "object"}
_ATTRIBUTES = {
    "*": {"class", "id", "style", "hidden"},
    "a": {"href"},
    "ol": {"start"},
    "blockquote": {"type"},
}
_BLOCKS = _TAGS - {"a", "b", "br", "code", "em", "i", "span", "strong", "td", "th"}
_SPACED = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "table", "blockquote"}
_HISTORY = re.compile(r"\b(gmail_quote|yahoo_quoted|protonmail_quote|zmail_extra|moz-cite)\b")
_SIGNED = re.compile(r"\b(gmail_signature|moz-signature|protonmail_signature)\b|^Signature$")
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.IGNORECASE
)
_OPENING = re.compile(r"<[a-zA-Z]")


def html_to_text(html: str) -> str:
    """The text of an HTML part. Raises ValueError where it is nested beyond reason."""
    import nh3  # a message that is plain text shall not wait for it

    if _depth(html) > MOST_NESTED:
        raise ValueError("nested too deeply")
    clean = nh3.clean(
        html,
        tags=_TAGS,
        clean_content_tags=_DROPPED,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )
    reader = _Reader()
    reader.feed(clean)
    reader.close()
    return reader.text()


def _depth(html: str) -> int:
    """How deep elements could be nested, counted cheaply and never too low."""
    deepest = depth = 0
    for match in re.finditer(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)", html):
        if match[2].lower() in (
            "br",
            "hr",
            "img",
            "meta",
            "link",
            "input",
            "col",
            "wbr",
            "p",
            "li",
        ):
            continue
        depth = max(0, depth - 1) if match[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _start(values: dict[str, str]) -> int:
    """The number before an ordered list's first."""
    start = values.get("start", "")
    return int(start) - 1 if start.isascii() and start.isdigit() and len(start) < 6 else 0


class _Reader(HTMLParser):
    """Reads well-formed HTML into lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = [""]
        self._open: list[tuple[str, str]] = []  # tag and what its end brings
        self._quotes = 0
        self._hidden = 0
        self._plain = 0  # inside <pre>
        self._counts: list[int] = []  # the last number of each open list, -1 for bullets
        self._links: list[tuple[str, int]] = []

    def text(self) -> str:
        joined = "\n".join(line.rstrip() for line in self._lines)
        return re.sub(r"\n{3,}", "\n\n", joined).strip("\n")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in ("br", "hr"):
            self._break()
            return
        role = self._role(tag, values)
        self._open.append((tag, role))
        if tag in _BLOCKS:
            self._start_block(tag)
        self._enter(role)
        if tag in ("ol", "ul"):
            self._counts.append(_start(values) if tag == "ol" else -1)
        if tag == "li":
            self._write(self._list_mark())
        if tag in ("td", "th") and self._lines[-1].strip():
            self._write(" | ")
        if tag == "a":
            self._links.append((values.get("href", ""), len(self._lines[-1])))
        self._plain += tag == "pre"

    def _list_mark(self) -> str:
        """ "- " or the next number, set in by the depth of the list."""
        indent = "  " * max(0, len(self._counts) - 1)
        if not self._counts or self._counts[-1] < 0:
            return f"{indent}- "
        self._counts[-1] += 1
        return f"{indent}{self._counts[-1]}. "

    def _role(self, tag: str, values: dict[str, str]) -> str:
        names = f"{values.get('class', '')} {values.get('id', '')}".strip()
        if "hidden" in values or _HIDDEN.search(values.get("style", "")):
            return "hidden"
        if tag == "blockquote" or _HISTORY.search(names):
            return "quote"
        return "signature" if _SIGNED.search(names) else ""

    def _enter(self, role: str) -> None:
        self._hidden += role == "hidden"
        if role == "quote":
            self._quotes += 1
            self._break()
        if role == "signature":
            self._break()
            self._write(SIGNATURE)
            self._lines.append(QUOTE * self._quotes)

    def handle_endtag(self, tag: str) -> None:
        if not any(name == tag for name, _role in self._open):
            return
        while self._open:
            name, role = self._open.pop()
            self._leave(name, role)
            if name == tag:
                return

    def _leave(self, tag: str, role: str) -> None:
        if tag == "a" and self._links:
            self._end_link()
        self._plain -= tag == "pre"
        if tag in ("ol", "ul") and self._counts:
            self._counts.pop()
        if tag in _BLOCKS:
            self._start_block(tag)
        self._hidden -= role == "hidden"
        if role == "quote":
            self._quotes -= 1
            self._break()

    def _end_link(self) -> None:
        """An address that the link's text does not show stands behind it."""
        href, start = self._links.pop()
        shown = self._lines[-1][start:]
        if href.startswith(("http://", "https://")) and href.rstrip("/") not in shown:
            self._write(f" ({href})" if shown.strip() else href)

    def _start_block(self, tag: str) -> None:
        if self._lines[-1].removeprefix(QUOTE * self._quotes).strip():
            self._break()
        if tag in _SPACED and len(self._lines) > 1 and self._lines[-2].strip(" >"):
            self._break()

    def _break(self) -> None:
        self._lines.append(QUOTE * self._quotes)

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if self._plain:
            first, *rest = data.split("\n")
            self._write(first)
            for line in rest:
                self._break()
                self._write(line)
            return
        self._write(re.sub(r"[ \t\r\n\u00a0]+", " ", data))

    def _write(self, text: str) -> None:
        if self._hidden:
            return
        line = self._lines[-1]
        if not self._plain and (not line or line.endswith(" ")):
            text = text.lstrip(" ")
        self._lines[-1] = line + text
