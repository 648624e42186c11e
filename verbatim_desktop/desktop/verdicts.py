"""What reading a citation back says, in words. Quiet when right, words when wrong. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from verbatim_desktop.domain.answers import OpenedCitation, Verdict
from verbatim_desktop.domain.documents import BlockKind

INSIDE = {
    BlockKind.HEADING: "heading",
    BlockKind.LIST_ITEM: "list item",
    BlockKind.TABLE_ROW: "table row",
    BlockKind.CODE: "code block",
    BlockKind.META: "note",
}


@dataclass(frozen=True, slots=True)
class VerdictWords:
    word: str
    detail: str
    icon: str
    color: str


WORDS = {
    Verdict.MOVED: ("Moved", "info", "accent", "the same sentence, now in another place"),
    Verdict.AMBIGUOUS: ("Repeated", "info", "text2", "the page says this more than once"),
    Verdict.STALE: ("Stale", "warn", "warn", "the page changed, and the sentence with it"),
    Verdict.ABSENT: ("Absent", "bad", "bad", "not found in the library any more"),
    Verdict.CROSSES_BLOCKS: ("Crosses blocks", "warn", "warn", "not one unbroken passage"),
}


def verdict_words(opened: OpenedCitation) -> VerdictWords:
    """The footer's words for a citation as it was read back."""
    verdict = opened.verification.verdict
    if verdict is Verdict.VERIFIED:
        return VerdictWords("Verified", _found(opened), "ok", "ok")
    word, icon, color, detail = WORDS[verdict]
    return VerdictWords(word, opened.verification.detail or detail, icon, color)


def _found(opened: OpenedCitation) -> str:
    kind = "paragraph"
    if opened.document is not None and opened.block is not None:
        kind = INSIDE.get(opened.document.blocks[opened.block].kind, "paragraph")
    if opened.verification.settling:
        return f"repeated on this page, found once with the words around it, inside one {kind}"
    return f"found once, inside one {kind}, word for word"
