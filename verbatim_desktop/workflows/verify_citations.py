"""Verify passages that people or old answers cite, against the library as it is now."""

from __future__ import annotations

from dataclasses import replace

from verbatim_desktop.cite.verify import verify_passage
from verbatim_desktop.domain.answers import Answer, Citation, Verdict, Verification
from verbatim_desktop.ports import Library, SearchIndex
from verbatim_desktop.workflows.find_passage import pages_with
from verbatim_desktop.workflows.open_citation import named, open_citation


def verify_answer(answer: Answer, library: Library, index: SearchIndex | None = None) -> Answer:
    """A kept answer with each citation's status as reading it back today says."""
    citations = tuple(_again(citation, library, index) for citation in answer.citations)
    by_marker = {citation.marker: citation for citation in citations}
    ticket = answer.ticket and replace(
        answer.ticket,
        citations=tuple(by_marker.get(c.marker, c) for c in answer.ticket.citations),
    )
    return replace(answer, citations=citations, ticket=ticket)


def _again(citation: Citation, library: Library, index: SearchIndex | None) -> Citation:
    return replace(citation, status=open_citation(citation, library, index).verification.verdict)


def verify_quote(
    target: str, passage: str, library: Library, index: SearchIndex | None = None
) -> Verification:
    """Verify a passage somebody quotes from SOURCE/ROUTE-OR-PATH#anchor.

    The source may be left out where only one has the page. A page that is not in the library is
    a verdict, not an error.
    """
    name, _, anchor = target.partition("#")
    row, document = named(name, library)
    on_page = verify_passage(document, passage, anchor=anchor)
    if on_page.verdict in (Verdict.VERIFIED, Verdict.MOVED, Verdict.AMBIGUOUS):
        return on_page
    others = pages_with(passage, library, index, row)
    return verify_passage(document, passage, anchor=anchor, elsewhere=others)
