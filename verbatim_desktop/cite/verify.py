"""Decide whether a passage stands in its source, exactly once, inside one block.

Only that is called verified. Everything else says what was found instead, and where, so that a
writer can mend it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from verbatim_desktop.cite.differences import difference
from verbatim_desktop.domain.answers import Verdict, Verification
from verbatim_desktop.domain.documents import BlockKind, Document, target_of
from verbatim_desktop.text.anchors import anchor_on
from verbatim_desktop.text.passages import Place, as_compared, code_of, crossing, places, words

#: Share of words two sentences must have in common for one to pass as the other, edited.
NEAR = 0.6
#: What sharing counts where the passage may be a part of the sentence, and from how many words on.
PART, FEWEST_SHARED = 0.8, 4
LONGEST_CONTEXT = 12
MOST_TRIED = 5  # places of an ambiguous passage for which a longer one is looked for
MOST_NAMED = 3  # places on other pages


def verify_passage(
    document: Document | None,
    passage: str,
    *,
    anchor: str = "",
    cited_fingerprint: str = "",
    elsewhere: Sequence[Document] = (),
) -> Verification:
    """Look for a passage in the page it is said to be from, then elsewhere.

    document: None where the page is gone. anchor: the section it is said to stand under, "" for
    anywhere on the page. cited_fingerprint: the page's when it was cited, "" where not known.
    elsewhere: other pages that may hold the passage.
    """
    if not words(passage):
        return Verification(Verdict.ABSENT, "There is nothing to look for in this passage.")
    found = places(document.blocks, passage) if document else []
    if document and found:
        return _on_page(document, found, anchor)
    missing = "Not on this page" if document else "The page is not in this library"
    moved = _on_other_pages(passage, elsewhere, missing)
    if moved:
        return moved
    if document is None:
        return Verification(Verdict.ABSENT, f"{missing}.")
    return _not_whole(document, passage, cited_fingerprint)


def _on_page(document: Document, found: list[Place], anchor: str) -> Verification:
    if len(found) > 1:
        return _ambiguous(document, found, anchor)
    [place] = found
    here = _address(document, place)
    if not document.blocks[place.block].citable:
        detail = "It stands in text with a missing insertion, which cannot be cited."
        return Verification(Verdict.ABSENT, detail, (here,))
    own = anchor_on(document, anchor)
    if own is None or not under(document, own, place.block):
        return _at(place, Verdict.MOVED, _where_instead(document, anchor, own, place), here)
    if own == anchor or not own:
        return _at(place, Verdict.VERIFIED, "Found once, inside one block.", here)
    detail = f"Found once, inside one block. The page calls #{anchor} itself #{own}."
    return _at(place, Verdict.VERIFIED, detail, here)


def _where_instead(document: Document, anchor: str, own: str | None, place: Place) -> str:
    actual = document.anchor_above(place.block)
    where = f"under #{actual}" if actual else "above the first heading"
    if own is not None:
        return f"Found once on the page, but {where}, not under #{anchor}."
    return f"The page has no section #{anchor}. The passage stands {where}."


def _at(place: Place, verdict: Verdict, detail: str, here: str) -> Verification:
    return Verification(verdict, detail, (here,), place.block, place.start, place.end)


def under(document: Document, anchor: str, block: int) -> bool:
    """Whether a block stands below a heading and above the next one of its level or higher.

    An id that is no heading's holds its section; "" is the whole page.
    """
    if not anchor:
        return True
    if not any(other.anchor == anchor for other in document.blocks):
        return anchor in document.section_of_block(block).anchors
    level = 0
    for index, other in enumerate(document.blocks[: block + 1]):
        if other.kind is not BlockKind.HEADING:
            continue
        if other.anchor == anchor:
            level = other.level
        elif level and other.level <= level and index <= block:
            level = 0
    return level > 0


def _ambiguous(document: Document, found: list[Place], anchor: str) -> Verification:
    addresses = tuple(dict.fromkeys(_address(document, place) for place in found))
    own = anchor_on(document, anchor)
    meant = [place for place in found if own and under(document, own, place.block)]
    settled, longer = _what_settles(document, meant or found)
    once = f", once under #{own}" if own and len(meant) == 1 else ""
    detail = f"Found {len(found)} times on the page{once}. {settled}"
    told = Verification(Verdict.AMBIGUOUS, detail, addresses, settling=longer)
    if len(meant) == 1:
        [place] = meant
        return replace(told, block=place.block, start=place.start, end=place.end)
    return told


def _what_settles(document: Document, found: list[Place]) -> tuple[str, str]:
    """What to quote instead, of the first place that more words tell apart, and that passage."""
    texts = [as_compared(block.text) for block in document.blocks]
    for place in found[:MOST_TRIED]:
        if longer := _settling(document, texts, place):
            anchor = document.anchor_above(place.block)
            which = f"the one under #{anchor}" if anchor else "the one above the first heading"
            return f"For {which} quote more: “{longer}”", longer
    return "No more words of its paragraph would tell them apart. Quote another sentence.", ""


def told_apart(document: Document, place: Place) -> str:
    """The passage around a place that stands once on its page where the place's own text does not;
    "" where no more words of its block tell it apart.
    """
    return _settling(document, [as_compared(block.text) for block in document.blocks], place)


def _settling(document: Document, texts: list[str], place: Place) -> str:
    """The passage with just enough words before it, or after it, to be the only one; or "".

    texts: the blocks' folded texts, which rule most candidates out cheaply.
    """
    text = document.blocks[place.block].text
    before, after = text[: place.start].split(), text[place.end :].split()
    for count in range(1, LONGEST_CONTEXT + 1):
        for left, right in ((count, 0), (0, count), (count, count)):
            if left > len(before) or right > len(after):
                continue
            start = _back(text, place.start, left)
            longer = text[start : _forth(text, place.end, right)]
            wanted = as_compared(longer)
            once = sum(folded.count(wanted) for folded in texts) == 1
            if once and len(places(document.blocks, longer)) == 1:
                return " ".join(longer.split())
    return ""


def _back(text: str, start: int, count: int) -> int:
    """Where the count-th word before start begins."""
    for _ in range(count):
        while start > 0 and text[start - 1].isspace():
            start -= 1
        while start > 0 and not text[start - 1].isspace():
            start -= 1
    return start


def _forth(text: str, end: int, count: int) -> int:
    for _ in range(count):
        while end < len(text) and text[end].isspace():
            end += 1
        while end < len(text) and not text[end].isspace():
            end += 1
    return end


def _on_other_pages(passage: str, others: Sequence[Document], missing: str) -> Verification | None:
    """Moved where one other place holds the passage; ambiguous where several do.

    missing: why it is looked for there.
    """
    found = [(other, place) for other in others for place in places(other.blocks, passage)]
    found = [(other, place) for other, place in found if other.blocks[place.block].citable]
    if not found:
        return None
    addresses = tuple(dict.fromkeys(_address(other, place) for other, place in found))
    if len(found) > 1:
        some = ", ".join(addresses[:MOST_NAMED]) + (", …" if len(addresses) > MOST_NAMED else "")
        detail = f"{missing}. Found {len(found)} times on other pages: {some}."
        return Verification(Verdict.AMBIGUOUS, detail, addresses)
    detail = f"{missing}. Found once, in {addresses[0]}."
    return Verification(Verdict.MOVED, detail, addresses)


def _not_whole(document: Document, passage: str, cited_fingerprint: str) -> Verification:
    joined = crossing(document.blocks, passage)
    if joined:
        first, last = joined
        detail = (
            "It is only there when neighbouring blocks are joined: it starts in "
            f"{_block_name(document, first)} and ends in {_block_name(document, last)}."
        )
        places_ = tuple(
            dict.fromkeys(_address(document, Place(block, 0, 0)) for block in (first, last))
        )
        return Verification(Verdict.CROSSES_BLOCKS, detail, places_)
    changed = cited_fingerprint not in ("", document.fingerprint)
    cut = None if changed else _cut_word(document, passage)
    if cut is not None:
        detail = (
            "It stands there only as a piece of longer words or numbers: it starts or ends inside "
            f"one, in {_block_name(document, cut)}. Quote whole words."
        )
        return Verification(Verdict.ABSENT, detail, (_address(document, Place(cut, 0, 0)),))
    near = nearest(document, passage)
    if near is None:
        return Verification(Verdict.ABSENT, "Nothing like it stands on the page.")
    text = " ".join(document.text_of(document.sentences[near]).split())
    block = document.sentences[near].block
    differs = difference(passage, text, code_of(document.blocks[block]))
    here = (_address(document, Place(block, 0, 0)),)
    if changed:
        detail = f"The page changed since it was cited. It now says: “{text}” {differs}"
        return Verification(Verdict.STALE, detail.strip(), here)
    detail = f"Not on the page. The nearest is: “{text}” {differs}"
    return Verification(Verdict.ABSENT, detail.strip(), here)


def _cut_word(document: Document, passage: str) -> int | None:
    """The first block that has a passage's letters but for words whose other letters it leaves
    out; an identifier's case must be the same, or it is another one.
    """
    wanted = " ".join(passage.split())
    blocks = enumerate(document.blocks)
    return next((n for n, block in blocks if wanted in " ".join(block.text.split())), None)


def nearest(document: Document, passage: str) -> int | None:
    """The index of the sentence that shares most words with a passage, if it shares enough."""
    wanted = Counter(words(passage))
    best, best_share = None, NEAR
    for index, sentence in enumerate(document.sentences):
        share = _shared(wanted, Counter(words(document.text_of(sentence))))
        if share > best_share or (best is None and share == best_share):
            best, best_share = index, share
    return best


def _shared(wanted: Counter[str], other: Counter[str]) -> float:
    """How alike a passage and a sentence are; a passage may be but a part of its sentence."""
    total = wanted.total() + other.total()
    common = (wanted & other).total()
    part = common / wanted.total() if common >= FEWEST_SHARED else 0.0
    return max(2 * common / total, part * PART) if total else 0.0


def _block_name(document: Document, index: int) -> str:
    block = document.blocks[index]
    text = " ".join(block.text.split())
    return f"“{text if len(text) <= 40 else text[:39].rstrip() + '…'}”"


def _address(document: Document, place: Place) -> str:
    anchor = document.anchor_above(place.block)
    return target_of(document.identity, anchor)
