"""Find the pages and sources whose names read most like one that is nowhere."""

from __future__ import annotations

from collections.abc import Iterable

from verbatim_desktop.domain.documents import DocumentSummary
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.ports import Library
from verbatim_desktop.text.nearest import MOST, did_you_mean, nearest

ALIKE = 0.8


def page_named(name: str, library: Library) -> int:
    """The document that a name means. Raises NotFound, with the pages whose names are nearest."""
    try:
        return library.document_named(name)
    except NotFound as error:
        raise NotFound(f"{error} {pages_like(name, library)}".strip()) from None


def require_sources(names: Iterable[str], library: Library) -> None:
    """Raises NotFound for a source that there is not, with those whose names are nearest."""
    for name in names:
        try:
            library.source(name)
        except NotFound as error:
            known = [status.info.name for status in library.sources()]
            told = f"{error} {did_you_mean(nearest(name, known))}"
            raise NotFound(told.strip()) from None


def pages_like(name: str, library: Library) -> str:
    """“Did you mean …?” with up to three pages; "" where none reads like it."""
    wanted = name.partition("#")[0].strip().strip("/")
    if not wanted:
        return ""
    segments = wanted.count("/") + 1
    known: dict[str, str] = {}
    for page in library.documents():
        for written in _ways(page, segments):
            known.setdefault(written, page.identity)
    found = nearest(wanted, known, ALIKE)
    return did_you_mean(list(dict.fromkeys(known[one] for one in found))[:MOST])


def _ways(page: DocumentSummary, segments: int) -> list[str]:
    """How a page may be written: whole, without its source, and by the end of its name."""
    names = [page.identity, page.route.strip("/"), page.path]
    return [*names, *("/".join(name.split("/")[-segments:]) for name in names)]
