"""Draw a document as Markdown or as one HTML file. Its text is hostile: nothing in it is markup.

The HTML needs nothing from anywhere: no script, no style sheet, no picture, no font, and a content
policy that would refuse them. Addresses are links only where they are http or https.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from verbatim_desktop.compose.markdown_text import escaped, escaped_cell
from verbatim_desktop.compose.markup import code
from verbatim_desktop.domain.pages import Facts, Heading, Lines, Page, Part, Prose, Quote, Table
from verbatim_desktop.text import inline

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
WEB = ("https://", "http://")
_ITEM = re.compile(r"(?P<marker>-|[0-9]{1,3}\.)\s+(?=\S)")


# --- Markdown ------------------------------------------------------------------------------------


def to_markdown(page: Page) -> str:
    parts = [f"# {escaped(page.title)}", *map(_markdown, page.parts)]
    if page.footer:
        parts.append(f"*{escaped(page.footer)}*")
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown(part: Part) -> str:
    match part:
        case Heading(text):
            return f"## {escaped(text)}"
        case Prose(text):
            paragraphs = (map(_markdown_run, _runs(each)) for each in text.split("\n\n"))
            return "\n\n".join(run for runs in paragraphs for run in runs)
        case Lines(items):
            return "\n".join(f"- {escaped(item)}" for item in items)
        case Facts(rows):
            return _fact_lines(rows)
        case Quote():
            title = f"**{escaped(part.title)}**" + (f" ({part.verdict})" if part.verdict else "")
            quoted = "\n".join(f"> {escaped(line)}  " for line in part.text.splitlines())
            return f"{title}\n\n{quoted}\n\n{_fact_lines(part.facts)}".rstrip()
        case Table():
            return _markdown_table(part)


@dataclass(frozen=True, slots=True)
class _Run:
    """Lines of one paragraph; of one list, each with its marker."""

    lines: tuple[str, ...]
    markers: tuple[str, ...] = ()


def _runs(paragraph: str) -> Iterator[_Run]:
    """Its lines, those of a list apart, whose items begin with "- " or "1. "."""
    for _listed, group in groupby(paragraph.split("\n"), lambda line: bool(_ITEM.match(line))):
        lines = tuple(group)
        found = [match for line in lines if (match := _ITEM.match(line))]
        if found:
            rest = (line[match.end() :] for line, match in zip(lines, found, strict=True))
            yield _Run(tuple(rest), tuple(match["marker"] for match in found))
        else:
            yield _Run(lines)


def _markdown_run(run: _Run) -> str:
    """Each line of a paragraph on its own line: two spaces at its end."""
    lines = [_inline_markdown(line) for line in run.lines]
    if not run.markers:
        return "  \n".join(lines)
    return "\n".join(f"{m} {line}" for m, line in zip(run.markers, lines, strict=True))


def _inline_markdown(line: str) -> str:
    """A line with its code and bold, all else escaped; the spaces between pieces stay."""
    parts: list[str] = []
    for piece in inline.pieces(line):
        words = line[piece.first : piece.last]
        shown = code(words) if piece.code else escaped(words)
        shown = f"**{shown}**" if piece.strong and shown else shown
        parts.append(inline.spaced_as(words, shown))
    return "".join(parts).strip()


def _fact_lines(rows: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- {escaped(name)}: {escaped(value)}" for name, value in rows)


def _markdown_table(table: Table) -> str:
    rule = ["---:" if column in table.numbers else "---" for column in range(len(table.heads))]
    rows = [map(escaped_cell, table.heads), rule, *(map(escaped_cell, row) for row in table.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


# --- HTML ----------------------------------------------------------------------------------------


def to_html(page: Page) -> str:
    body = "\n".join(map(_html, page.parts))
    footer = f"<footer>{escape(page.footer)}</footer>\n" if page.footer else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(page.title)}</h1>\n{body}\n{footer}</main>\n</body>\n</html>\n"
    )


def _html(part: Part) -> str:
    match part:
        case Heading(text):
            return f"<h2>{escape(text)}</h2>"
        case Prose(text):
            paragraphs = ("\n".join(map(_html_run, _runs(each))) for each in text.split("\n\n"))
            return "\n\n".join(paragraphs)
        case Lines(items):
            return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"
        case Facts(rows):
            return _html_facts(rows)
        case Quote():
            return _html_quote(part)
        case Table():
            return _html_table(part)


def _html_run(run: _Run) -> str:
    if not run.markers:
        return f'<p class="prose">{_inline_html(chr(10).join(run.lines))}</p>'
    items = "".join(f"<li>{_inline_html(line)}</li>" for line in run.lines)
    number = run.markers[0].rstrip(".")
    if not number.isdecimal():
        return f"<ul>{items}</ul>"
    return f'<ol start="{int(number)}">{items}</ol>'


def _inline_html(text: str) -> str:
    parts: list[str] = []
    for piece in inline.pieces(text):
        shown = escape(text[piece.first : piece.last])
        shown = f"<code>{shown}</code>" if piece.code else shown
        parts.append(f"<strong>{shown}</strong>" if piece.strong else shown)
    return "".join(parts)


def _html_facts(rows: Iterable[tuple[str, str]]) -> str:
    shown = "".join(f"<dt>{escape(name)}</dt><dd>{_value(value)}</dd>" for name, value in rows)
    return f"<dl>{shown}</dl>" if shown else ""


def _value(value: str) -> str:
    if value.startswith(WEB) and not any(c.isspace() for c in value):
        return f'<a href="{escape(value)}" rel="noopener noreferrer">{escape(value)}</a>'
    return escape(value)


def _html_quote(quote: Quote) -> str:
    kind = {True: "good", False: "bad", None: ""}[quote.good]
    verdict = f' <span class="verdict">{escape(quote.verdict)}</span>' if quote.verdict else ""
    return (
        f'<section class="quote {kind}"><h3>{escape(quote.title)}{verdict}</h3>'
        f"<blockquote>{escape(quote.text)}</blockquote>{_html_facts(quote.facts)}</section>"
    )


def _html_table(table: Table) -> str:
    head = _cells("th", table.heads, table.numbers)
    rows = "".join(f"<tr>{_cells('td', row, table.numbers)}</tr>" for row in table.rows)
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
    )


def _cells(tag: str, cells: Sequence[str], numbers: Sequence[int]) -> str:
    right = ' class="number"'
    return "".join(
        f"<{tag}{right if column in numbers else ''}>{escape(cell)}</{tag}>"
        for column, cell in enumerate(cells)
    )


STYLE = """
:root { color-scheme: light dark; --text: #1c2024; --quiet: #5b6470; --line: #d9dee4;
  --paper: #ffffff; --good: #0b6b3a; --bad: #a3260f; --fill: #f5f7f9; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ec; --quiet: #a2abb5; --line: #39424c;
  --paper: #14181c; --good: #6bd39b; --bad: #ff9c86; --fill: #1c2228; } }
body { margin: 0; background: var(--paper); color: var(--text);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
h3 { font-size: 1rem; margin: 0 0 .4rem; }
p.prose, blockquote { white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: 0 0 .7rem; padding: .6rem .9rem; background: var(--fill);
  border-left: 3px solid var(--line); }
.quote { margin: 0 0 1.4rem; break-inside: avoid; }
.verdict { font-weight: 400; color: var(--quiet); }
.good blockquote { border-color: var(--good); } .good .verdict { color: var(--good); }
.bad blockquote { border-color: var(--bad); } .bad .verdict { color: var(--bad); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0;
  font-size: .85rem; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
a { color: inherit; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
footer { margin-top: 2.5rem; color: var(--quiet); font-size: .85rem; }
@media print { body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  h2 { break-after: avoid; } tr { break-inside: avoid; } a { text-decoration: none; } }
"""
