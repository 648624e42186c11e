"""An answer as HTML for the clipboard. Pure; every character of the answer is escaped.

A link is written only where its address begins with http or https.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from verbatim_desktop.domain.answers import Answer, Citation
from verbatim_desktop.text.inline import pieces

MARKER = re.compile(r" ?\[(?P<number>\d{1,3})\]")
ITEM = re.compile(r"(-|\d{1,4}\.) (?=\S)")
WEB = re.compile(r"https?://", re.IGNORECASE)


def answer_as_html(answer: Answer, *, sources: bool = True) -> str:
    """Paragraphs, lists and code, with markers and the list of sources where they are wanted."""
    known = {citation.marker for citation in answer.citations} if sources else set[int]()
    parts = _blocks(answer.text.strip().split("\n"), known, sources)
    if sources and answer.citations:
        parts += ["<p><b>Sources</b></p>", *_sources(answer.citations)]
    return "\n".join(parts)


def _blocks(lines: Sequence[str], known: set[int], sources: bool) -> list[str]:
    parts: list[str] = []
    open_list = ""
    for line in lines:
        item = ITEM.match(line)
        wanted = ("ul" if item[1] == "-" else "ol") if item else ""
        if wanted != open_list:
            parts += [f"</{open_list}>"] if open_list else []
            parts += [f"<{wanted}>"] if wanted else []
            open_list = wanted
        words = _inline(line[item.end() :] if item else line, known, sources)
        if item:
            parts.append(f"<li>{words}</li>")
        elif line.strip():
            parts.append(f"<p>{words}</p>")
    return parts + ([f"</{open_list}>"] if open_list else [])


def _inline(text: str, known: set[int], sources: bool) -> str:
    """Words with code, bold and markers. Without sources every marker is left out."""
    parts: list[str] = []
    for piece in pieces(text):
        shown = text[piece.first : piece.last]
        html = f"<code>{escape(shown)}</code>" if piece.code else _words(shown, known, sources)
        parts.append(f"<b>{html}</b>" if piece.strong else html)
    return "".join(parts)


def _words(text: str, known: set[int], sources: bool) -> str:
    parts: list[str] = []
    at = 0
    for found in MARKER.finditer(text):
        if sources and int(found["number"]) not in known:
            continue
        parts.append(escape(text[at : found.start()]))
        parts += [f" [{found['number']}]"] if sources else []
        at = found.end()
    return "".join(parts) + escape(text[at:])


def _sources(citations: Sequence[Citation]) -> list[str]:
    return [f"<p>[{one.marker}] {_linked(one)}: “{escape(one.quote)}”</p>" for one in citations]


def _linked(citation: Citation) -> str:
    path = escape(" › ".join(citation.heading_path))
    if WEB.match(citation.url):
        return f'<a href="{escape(citation.url)}">{path}</a>'
    return path
