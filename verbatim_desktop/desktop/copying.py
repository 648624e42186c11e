"""What the clipboard gets: an answer with its sources, as text or as Markdown. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from verbatim_desktop.domain.answers import Answer, Citation
from verbatim_desktop.text.inline import plain

MARKER = re.compile(r" ?\[\d{1,3}\]")


def answer_as(answer: Answer, form: str) -> str:
    """form: "text" or "markdown" with sources, "bare" without markers and sources."""
    if form == "bare":
        return MARKER.sub("", plain(answer.text)).strip()
    is_markdown = form == "markdown"
    text = answer.text if is_markdown else plain(answer.text)
    sources = _markdown if is_markdown else _plain
    return f"{text.strip()}\n\n{sources(answer.citations)}".strip() + "\n"


def where(citation: Citation) -> str:
    """Where a reader finds the sentence: the public address, else the name in the library."""
    if citation.url:
        return citation.url
    anchor = f"#{citation.anchor}" if citation.anchor else ""
    return f"{citation.identity}{anchor}"


def _plain(citations: Sequence[Citation]) -> str:
    lines = [
        f"[{citation.marker}] {' › '.join(citation.heading_path)}, {where(citation)}"
        for citation in citations
    ]
    return "\n".join(["Sources", *lines]) if lines else ""


def _markdown(citations: Sequence[Citation]) -> str:
    lines: list[str] = []
    for citation in citations:
        path = _escaped(" › ".join(citation.heading_path))
        anchor = f"#{citation.anchor}" if citation.anchor else ""
        target = citation.url or f"verbatim:{citation.identity}{anchor}"
        lines.append(f"{citation.marker}. [{path}](<{target}>)")
        lines.extend(f"   > {line}" for line in citation.quote.splitlines())
    return "\n".join(["**Sources**", "", *lines]) if lines else ""


def _escaped(text: str) -> str:
    return re.sub(r"([\\\[\]`*_<>])", r"\\\1", text)
