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
FULLY = 1.0
FEWEST_WORDS = 4
LONGEST = 600  # characters; a table row or a dumped line beyond this is no answer

_WORDS = re.compile(r"\w+")
_POINTER = re.compile(
    r"^(\W*)(for (more|further|additional|other|details|instructions|an? (overview|example))\b|"
    r"see\b|learn (more|how)\b|refer to\b|read (more|about)\b|check (out )?the\b|visit\b|"
    r"more information\b|go back\b|return to\b|next,? (we|read)\b)|"
    r"\b(refer to|see|read|in) (the )?[^.]{0,60}\b(documentation|docs|guide|reference|page)"
    r"\b[^.]{0,30}(for more|to learn|for details|for further)[^.]*\.?$",
    re.IGNORECASE,
)
_ANNOUNCEMENT = re.compile(
    r"^(this (page|section|guide|document|documentation|article|topic|chapter|tutorial|"
    r"reference)|in this (page|section|guide|document|article|topic|chapter|tutorial)|"
    r"the (rest of|remainder of)|"
    r"(the )?(following|below) (table|example|section|diagram|image|screenshot|snippet)s?)\b|"
    r"\b(described|shown|listed|explained|discussed) (below|above|in the (next|following))\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^(good to know|notes?|example|examples|tip|warning|important|caution|prerequisites?|"
    r"usage|output|result|default|required|optional|see also|related( topics)?|deprecated)"
    r"\s*[:.!]?$",
    re.IGNORECASE,
)
_IMPORT = re.compile(
    r"^\s*(import\b|from \S+ import\b|export \* |const .*\brequire\(|#include\b|using )"
)
_COMMENT = re.compile(r"^\s*(//|#(?!!)|/\*|\*|<!--|--\s)")
_SHELL = frozenset({"bash", "sh", "shell", "console", "terminal", "zsh", "powershell", "cmd"})
_HOW_TO = re.compile(
    r"\bhow (do|can|could|should|would|to|did|does)\b|\b(steps?|way|ways|possible|instructions|"
    r"guide|tutorial|command|script|example|configure|set ?up|setting up|install|enable|disable|"
    r"reset|change|create|add|remove|delete|upgrade|migrate|use)\b",
    re.IGNORECASE,
)


def asks_how(question: str) -> bool:
    """Whether steps and commands belong in the answer."""
    return _HOW_TO.search(question) is not None


def alone(document: Document, sentence: EvidenceSentence) -> float:
    """How well a sentence stands alone, 0 (never quoted by itself) to 1."""
    block = document.blocks[sentence.block]
    text = " ".join(sentence.quote.split())
    count = len(_WORDS.findall(text))
    if block.kind in (BlockKind.HEADING, BlockKind.RULE, BlockKind.CODE) or not block.citable:
        return NEVER
    if block.header or count < FEWEST_WORDS or len(text) > LONGEST or _LABEL.match(text):
        return NEVER
    if links_only(block, document.sentences[sentence.index]):
        return NEVER
    if block.kind is BlockKind.META or text.endswith(("?", "…")):
        return LITTLE
    if _POINTER.search(text) or _ANNOUNCEMENT.search(text):
        return LITTLE
    return FULLY


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


def quotable_code(block: Block) -> bool:
    """Whether a code block is short enough to be quoted line by line."""
    lines = [line for line in block.text.splitlines() if line.strip()]
    shell = block.language.lower() in _SHELL or all(line.startswith("$ ") for line in lines)
    return 0 < len(lines) <= (4 if shell else 3)


def telling_line(text: str) -> bool:
    """Whether a line of code says something: no import, no comment, no lone bracket."""
    return bool(_WORDS.search(text)) and not _IMPORT.match(text) and not _COMMENT.match(text)
