"""Find the pages and sources whose names read most like one that is nowhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from verbatim_desktop.domain.documents import DocumentSummary
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.ports import Library
from verbatim_desktop.text.nearest import MOST, did_you_mean, nearest

ALIKE = 0.8
MOST_MARKS = 3  # "#" of a target after which its anchor may begin


def page_named(name: str, library: Library) -> int:
    """The document that a name means. Raises NotFound, with the pages whose names are nearest."""
    return _first(((spelling, "") for spelling in _spellings(name)), name, library)[0]


def place_named(target: str, library: Library) -> tuple[int, str]:
    """The document and the anchor that SOURCE/ROUTE-OR-PATH#anchor means.

    A page's own name may have a "#" in it. Raises NotFound, with the nearest pages.
    """
    return _first(_readings(target), target, library)


def _first(readings: Iterable[tuple[str, str]], written: str, library: Library) -> tuple[int, str]:
    first: NotFound | None = None
    for name, anchor in readings:
        try:
            return library.document_named(name), anchor
        except NotFound as error:
            first = first or error
    raise NotFound(f"{first} {pages_like(written, library)}".strip()) from None


def _readings(target: str) -> Iterator[tuple[str, str]]:
    marks = [at for at, letter in enumerate(target) if letter == "#"][:MOST_MARKS]
    for at in (*marks, len(target)):
        for spelling in _spellings(target[:at]):
            yield spelling, target[at + 1 :]


def _spellings(name: str) -> Iterable[str]:
    """A name as it is, without percent-encoding, and with its accents joined or apart."""
    plain = unquote(name)
    forms = (unicodedata.normalize("NFC", plain), unicodedata.normalize("NFD", plain))
    return dict.fromkeys((name, plain, *forms))


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
