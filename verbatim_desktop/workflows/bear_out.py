"""Find the sentences that a sentence of an answer or a reply could rest on, ready to be cited."""

from __future__ import annotations

from collections.abc import Iterator

from verbatim_desktop.domain.answers import BorneOut, Citation, CitationOrigin
from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.support import ClaimSupport, SupportingSentence
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.text.passages import Place
from verbatim_desktop.workflows.find_support import find_support
from verbatim_desktop.workflows.rebind_citation import bound

UNCITED = Citation(0, "", "", "", "", "", "", (), "", (), origin=CitationOrigin.RETRIEVED)


def bear_out(claim: str, library: Library, index: SearchIndex, clock: Clock) -> BorneOut:
    """What bears a sentence out; where nothing does, why not, and the closest sentence."""
    try:
        support = find_support(claim, library, index, clock)
    except QuestionUnusable as error:
        return BorneOut(ClaimSupport(claim, False, (), (), str(error)))
    return BorneOut(support, tuple(_cited(support.sentences, library)))


def _cited(said: tuple[SupportingSentence, ...], library: Library) -> Iterator[Citation]:
    for one in said:
        document = library.document(one.document_id)
        start = document.blocks[one.block].text.index(one.quote)
        yield bound(UNCITED, document, Place(one.block, start, start + len(one.quote)))
