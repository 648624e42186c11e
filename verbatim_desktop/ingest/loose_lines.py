"""Decide whether the lines of a page are paragraphs, though no empty line stands between them.

Pages taken from the web often stand so: each paragraph, heading, menu and footer on a line of its
own. Markdown joins such lines, and what a reader saw as several would be read as one sentence. In a
page whose lines are broken by hand most of them go on in lower case; where nearly none does, each
line that starts like a sentence is one. Only sentences are decided here, never the text of a block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from verbatim_desktop.ingest.parse.drafts import Rendered

FEWEST_BREAKS = 5  # from which a page shows its habit
MOST_GOING_ON = 0.1  # share of its line breaks after which a sentence may go on
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
    ends = [_goes_on(each.text, at) for each in stretches for at in each.breaks]
    return len(ends) >= FEWEST_BREAKS and sum(ends) <= MOST_GOING_ON * len(ends)


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


def _goes_on(text: str, at: int) -> bool:
    """Whether a sentence may go on behind the end of a line."""
    before, after = text[:at].rstrip(), text[at:].lstrip()
    last = before.rsplit(None, 1)[-1].casefold() if before else ""
    goes_on = after.startswith("(") or after.lstrip(_OPENERS)[:1].islower()
    return goes_on or before[-1:] in _GOES_ON_AFTER or last in _UNFINISHED
