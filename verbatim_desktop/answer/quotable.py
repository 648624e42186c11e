"""Decide how well a sentence stands on its own when it is quoted away from its page.

Headings, link lists, labels and import lines say nothing alone; pointers ("See also"),
announcements ("This page describes") and questions say little.
"""

from __future__ import annotations

import re

from verbatim_desktop.domain.answers import EvidenceSentence
from verbatim_desktop.domain.documents import Block, BlockKind, Document, MarkKind, Sentence

NEVER = 0.0
LITTLE = 0.35
UNFINISHED = 0.8  # a lead-in to what is too long to be quoted
PROMISING = 0.5  # a lead-in that names what is too long to be quoted: "the following"
ASIDE = 0.8
UNINTRODUCED = 0.95  # an item of a list without a lead-in: a detail
LEANING = 0.6  # it takes up a sentence that cannot come with it
FULLY = 1.0
FEWEST_WORDS = 4
MOST_LINES = 3  # of code that is quoted line by line
MOST_FLAT_LINES = 5  # where no line is set in, so that lines are what they are alone
LONGEST = 600  # characters; a table row or a dumped line beyond this is no answer

_WORDS = re.compile(r"\w+")
_POINTER = re.compile(
    r"^(\W*)(for (more|further|additional|other|details|instructions|an? (overview|example))\b|"
    r"see\b|learn (more|how)\b|refer to\b|read (more|about)\b|check (out )?the\b|visit\b|"
    r"more information\b|go back\b|return to\b|next,? (we|read)\b)|"
    r"^(if|to|for)\b[^.]*, (please )?(see|refer to)\b[^:]*$|"
    r"\b(refer to|see|read|in) (the )?[^.]{0,60}\b(documentation|docs|guide|reference|page)"
    r"\b[^.]{0,30}(for more|to learn|for details|for further)[^.]*\.?$",
    re.IGNORECASE,
)
_ANNOUNCEMENT = re.compile(
    r"^(this (page|section|guide|document|documentation|article|topic|chapter|tutorial|"
    r"reference)|in this (page|section|guide|document|article|topic|chapter|tutorial)|"
    r"the (rest of|remainder of)|(consider|suppose|imagine|assume|let['’]s (say|assume))\b|"
    r"(the )?(following|below) (table|example|section|diagram|image|screenshot|snippet)s?)\b|"
    r"\b(described|shown|listed|explained|discussed) (below|above|in the (next|following))\b",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"^(it|they|this|these|that|those|he|she|its|their|his|her|the (above|latter|former|same)|"
    r"otherwise|instead|however|then|so|if so|if not|in (this|that|these|such|either) cases?|"
    r"in that situation|therefore|thus|hence|for this reason|for (example|instance)|but|and|also|"
    r"additionally|furthermore|moreover|similarly|likewise|alternatively|conversely|"
    r"on the other hand|as a result|as such|doing so|after (that|this)|once (done|that)|"
    r"(if|when|once|after|before|while|with|for|to do) (this|that|these|those|it|they)|"
    r"you (can|may|might|could) also)\b"
    r"(?! (page|section|guide|document)\b)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"^(good to know|notes?|tip|hint|fun fact)\s*:", re.IGNORECASE)
_RULED = re.compile(r"\|\s*:?-{2,}|(\|[^|]*){4}")  # a table that was not read as one
_LABEL = re.compile(
    r"^(good to know|notes?|example|examples|tip|warning|important|caution|prerequisites?|"
    r"usage|output|result|default|required|optional|see also|related( topics)?|deprecated)"
    r"\s*[:.!]?$",
    re.IGNORECASE,
)
_PROMISE = re.compile(
    r"\b(following|below|as follows|like (this|so|that)|such as|examples?|for instance|"
    r"(is|are|do|does|with|run|use|try) (this|these)|here)\b",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(r"\b(?:the|these) following\b|\bas follows\b|\bthe .{3,40} below\b", re.I)
_IMPORT = re.compile(
    r"^\s*(import\b|from \S+ import\b|export \* |const .*\brequire\(|#include\b|using )"
)
#: Code that stands among the sentences of a page, unmarked.
_UNMARKED = re.compile(
    r"^\W*(?:import [\w{*]+.{0,60}$|from \S+ import\b|(?:const|let|var|export|def|async def) \w+|"
    r"curl |pip3? install|npm (?:i|install)\b|[\w.]+ ?= ?[\w\[{\"'(]|[\"']\w+[\"']: )"
)
#: Where words of two lines stand together without a space: "of knowledgeSales", "Console.2Install".
_GLUED = re.compile(r"(?<!\w)[a-z]{3,}[A-Z][a-z]|[a-z]{2}[.!?]\d?[A-Z][a-z]")
FEWEST_GLUED = 2  # in a sentence; in a line that ends without its mark one is enough
_SYMBOLS = re.compile(r"[{}\[\]()=<>;_\"\\|]")
MOST_SYMBOLS = 0.12  # share of a sentence's characters that prose has
_HISTORY = re.compile(
    r"\b(?:(?:version|document|release|revision|change) (?:history|changes|log)|change ?log|"
    r"release notes|"
    r"what.s new|recent updates)\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^\s*(//|#(?!!)|/\*|\*|<!--|--\s)")


def alone(document: Document, sentence: EvidenceSentence) -> float:
    """How well a sentence stands alone, 0 (never quoted by itself) to 1."""
    block = document.blocks[sentence.block]
    text = " ".join(sentence.quote.split())
    count = len(_WORDS.findall(text))
    if block.kind in (BlockKind.HEADING, BlockKind.RULE, BlockKind.CODE) or not block.citable:
        return NEVER
    if block.header or count < FEWEST_WORDS or len(text) > LONGEST or is_label(text):
        return NEVER
    if block.kind is not BlockKind.TABLE_ROW and (_RULED.search(text) or _is_code(block, text)):
        return NEVER
    if links_only(block, document.sentences[sentence.index]):
        return NEVER
    if block.kind is BlockKind.META or text.endswith(("?", "…")):
        return LITTLE
    if _POINTER.search(text) or _ANNOUNCEMENT.search(text) or _is_glued(block, text):
        return LITTLE
    return ASIDE if _ASIDE.match(text) else FULLY


def _is_code(block: Block, text: str) -> bool:
    """Whether what stands as prose is a line of code that its page did not mark as one."""
    if any(mark.kind is MarkKind.CODE for mark in block.marks):
        return False
    return bool(_UNMARKED.match(text)) or len(_SYMBOLS.findall(text)) > MOST_SYMBOLS * len(text)


def _is_glued(block: Block, text: str) -> bool:
    """Whether a sentence is several lines run together; names in code look the same."""
    marked = any(mark.kind is MarkKind.CODE for mark in block.marks)
    ends = text.endswith((".", "!", "?", ":"))
    return not marked and len(_GLUED.findall(text)) >= (FEWEST_GLUED if ends else 1)


def is_history(block: Block, heading: str) -> bool:
    """Whether a row tells what a version or a date changed."""
    return block.kind is BlockKind.TABLE_ROW and _HISTORY.search(heading) is not None


def links_only(block: Block, sentence: Sentence) -> bool:
    """Whether every word of a sentence is the text of a link."""
    links = [
        (mark.start, mark.end)
        for mark in block.marks
        if mark.kind is MarkKind.LINK and mark.start < sentence.end and mark.end > sentence.start
    ]
    if not links:
        return False
    return all(
        any(start <= found.start() and found.end() <= end for start, end in links)
        for found in _WORDS.finditer(block.text, sentence.start, sentence.end)
    )


def leads_in(text: str) -> bool:
    """Whether a sentence announces the list, table or code after it."""
    return text.rstrip().endswith(":")


def promises(text: str) -> bool:
    """Whether a sentence names what should stand below it: "the following settings"."""
    return _FOLLOWING.search(text) is not None


def bare(text: str) -> bool:
    """Whether a lead-in says nothing at all: "It:", "Where:"."""
    return len(_WORDS.findall(text)) < 2


def unfinished(text: str) -> float:
    """What a lead-in is worth without what it leads in."""
    return PROMISING if _PROMISE.search(text) else UNFINISHED


def leans(text: str) -> bool:
    """Whether a sentence takes up the one before it: "However, …", "It takes …"."""
    return _LEANS.match(text.lstrip("-–— ")) is not None


def is_label(text: str) -> bool:
    """Whether a line only names what follows: "Good to know:", "Example"."""
    return _LABEL.match(text.strip()) is not None


def quotable_code(block: Block) -> bool:
    """Whether a code block is short enough to be quoted line by line."""
    lines = [line for line in block.text.splitlines() if line.strip()]
    flat = not any(line[0].isspace() for line in lines)
    return 0 < len(lines) <= (MOST_FLAT_LINES if flat else MOST_LINES)


def sets_something(text: str) -> bool:
    """Whether a line of code gives something a value, or calls something with one."""
    return re.search(r"[\w\"'\]]\s*[:=]\s*\S|\w\(.+\)|^\s*<\w", text) is not None


def telling_line(text: str) -> bool:
    """Whether a line of code says something: no import, no comment, no bracket left open."""
    opens = text.rstrip().endswith(("{", "(", "[")) or text.lstrip().startswith(("```", "~~~"))
    if opens or not _WORDS.search(text):
        return False
    return not _IMPORT.match(text) and not _COMMENT.match(text)
