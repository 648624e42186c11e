"""Decide whether the lines of a page are paragraphs, though no empty line stands between them.

Pages taken from the web often stand so: each paragraph, heading, menu and footer on a line of its
own. Markdown joins such lines, and what a reader saw as several would be read as one sentence. In a
page whose lines are broken by hand most of them go on in lower case; where nearly none does, each
line that starts like a sentence is one. Lines of code and short ones tell nothing about that. Only
sentences are decided here, never the text of a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from verbatim_desktop.ingest.parse.drafts import Rendered

FEWEST_BREAKS = 5  # from which a page shows its habit
FEWEST_WIDE = 45  # characters of a line that may have been broken for its width
MOST_SYMBOLS = 0.08  # share of a line's characters that prose has
MOST_GOING_ON = 0.15  # share of its line breaks behind which a sentence may go on
_SYMBOLS = re.compile(r"[{}\[\]()=<>_\"\\|#/*+]")
_OPENERS = "\"'“‘[«*`"
_GOES_ON_AFTER = ",;-–—/&+=("
#: A line does not end after one of these; names that begin the next line go on from it.
_ARTICLES = "a an the your our its their this these those"
_LITTLE_WORDS = (
    "of to in on at by for from with into via using between and or nor but not if when as than "
    "that which who whose is are was were be"
)
_UNFINISHED = frozenset(f"{_ARTICLES} {_LITTLE_WORDS}".split())


def lines_are_paragraphs(stretches: Iterable[Rendered]) -> bool:
    """Whether the lines of a page, given by its blocks of prose, stand for themselves."""
    blocks = list(stretches)
    wide = [
        _goes_on(each.text, at)
        for each in blocks
        for line, at, following in _around_breaks(each)
        if len(line) >= FEWEST_WIDE and not _is_code(line) and not _is_code(following)
    ]
    breaks = sum(len(each.breaks) for each in blocks)
    return breaks >= FEWEST_BREAKS and sum(wide) <= MOST_GOING_ON * len(wide)


def cut_at_lines(
    rendered: Rendered, sentences: Sequence[tuple[int, int]], code: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Sentences cut where a line ends and the next starts like a sentence."""
    cuts = [at for at in rendered.breaks if not _goes_on(rendered.text, at)]
    cuts = [at for at in cuts if not any(start <= at < end for start, end in code)]
    for start, end in sentences:
        for at in cuts:
            if start < at < end:
                yield start, len(rendered.text[:at].rstrip())
                start = at + len(rendered.text[at:end]) - len(rendered.text[at:end].lstrip())
        yield start, end


def _around_breaks(rendered: Rendered) -> Iterator[tuple[str, int, str]]:
    """Each end of a line with the line before and after it."""
    text, ends = rendered.text, [*rendered.breaks, len(rendered.text)]
    for start, at, end in zip([0, *ends], ends, ends[1:], strict=False):
        yield text[start:at], at, text[at:end]


def _is_code(line: str) -> bool:
    """Whether a line is of code that its page did not mark as such."""
    return len(_SYMBOLS.findall(line)) > MOST_SYMBOLS * len(line)


def _goes_on(text: str, at: int) -> bool:
    """Whether a sentence may go on behind the end of a line."""
    before, after = text[:at].rstrip(), text[at:].lstrip()
    last = before.rsplit(None, 1)[-1].casefold() if before else ""
    goes_on = after.startswith("(") or after.lstrip(_OPENERS)[:1].islower()
    return goes_on or before[-1:] in _GOES_ON_AFTER or last in _UNFINISHED
