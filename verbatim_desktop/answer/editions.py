"""Decide which version's documentation answers, where a library holds several of one product.

A question that names a version is answered from that version, any other from the newest. An older
version is left out where the newer one has the same heading, or a page that holds every telling
word the older section holds; what only the older one has stays, and the answer says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from verbatim_desktop.domain.documents import SourceInfo
from verbatim_desktop.domain.retrieval import ScoredSection
from verbatim_desktop.text.everyday import is_telling
from verbatim_desktop.text.versions import named_version, release, releases_in


@dataclass(frozen=True, slots=True)
class Edition:
    """One source as a version of a product. version "" stands for the current one."""

    source: str
    product: str
    version: str

    @property
    def order(self) -> tuple[bool, tuple[int, ...], str]:
        """Later is newer; documentation without a version is of the current one."""
        return (not self.version, release(self.version), self.source)


@dataclass(frozen=True, slots=True)
class Choice:
    """Sections to answer from, and those of other editions that say it too.

    wanted: for each product with several editions, the one that answers.
    """

    kept: tuple[ScoredSection, ...]
    left: tuple[ScoredSection, ...] = ()
    wanted: Mapping[str, Edition] = field(default_factory=dict[str, Edition])


def editions_of(sources: Sequence[SourceInfo]) -> dict[str, Edition]:
    """The edition of each source by its name, for products that have more than one."""
    found: dict[str, list[Edition]] = {}
    for info in sources:
        product, named = named_version(info.name)
        found.setdefault(product.casefold(), []).append(
            Edition(info.name, product, info.version or named)
        )
    several = (group for group in found.values() if len({one.version for one in group}) > 1)
    return {edition.source: edition for group in several for edition in group}


def choose(
    question: str, ranked: Sequence[ScoredSection], editions: Mapping[str, Edition]
) -> Choice:
    """Ranked sections without those that the wanted edition supersedes."""
    if not editions:
        return Choice(tuple(ranked))
    wanted = _wanted(question, editions)
    own = [scored for scored in ranked if _is_wanted(scored, editions, wanted)]
    places = {_place(scored) for scored in own}
    said: dict[str, set[str]] = defaultdict(set)
    for scored in own:
        said[_page(scored)].update(scored.matched)
    kept: list[ScoredSection] = []
    left: list[ScoredSection] = []
    for scored in ranked:
        mine = _is_wanted(scored, editions, wanted)
        page = said.get(_page(scored))
        told = _place(scored) in places or (page is not None and _telling(scored) <= page)
        (kept if mine or not told else left).append(scored)
    return Choice(tuple(kept), tuple(left), wanted)


def _wanted(question: str, editions: Mapping[str, Edition]) -> dict[str, Edition]:
    """By product: the edition whose version the question names, else the newest."""
    named = releases_in(question)
    wanted: dict[str, Edition] = {}
    for product in {edition.product for edition in editions.values()}:
        group = [edition for edition in editions.values() if edition.product == product]
        asked = [edition for edition in group if _is_named(release(edition.version), named)]
        wanted[product] = max(asked or group, key=lambda edition: edition.order)
    return wanted


def _is_named(own: tuple[int, ...], named: Sequence[tuple[int, ...]]) -> bool:
    """ "13" names 13.5, and "13.5.2" names 13.5."""
    return any(own and asked and (own[: len(asked)] == asked[: len(own)]) for asked in named)


def _is_wanted(
    scored: ScoredSection, editions: Mapping[str, Edition], wanted: Mapping[str, Edition]
) -> bool:
    edition = editions.get(scored.section.source)
    return edition is None or wanted[edition.product] == edition


def _page(scored: ScoredSection) -> str:
    return scored.section.route or scored.section.path


def _telling(scored: ScoredSection) -> set[str]:
    """The words of the question that a section holds and a person would miss."""
    return {word for word in scored.matched if is_telling(word)}


def _place(scored: ScoredSection) -> tuple[str, ...]:
    """The title and heading, as another edition may have moved the page elsewhere."""
    return tuple(part.casefold() for part in scored.section.heading_path)


def edition_notes(
    marked: Sequence[tuple[int, str]],
    editions: Mapping[str, Edition],
    wanted: Mapping[str, Edition],
    beside: Collection[int] = (),
) -> tuple[str, ...]:
    """Which version each marker is from, where the product has several.

    marked: (marker, source) pairs of what is cited. beside: markers of sentences that stand beside
    what another version says on the same.
    """
    found: dict[tuple[str, bool], list[int]] = {}
    for marker, source in marked:
        if source in editions:
            edition = editions[source]
            compared = marker in beside and edition != wanted[edition.product]
            found.setdefault((source, compared), []).append(marker)
    return tuple(
        _note(markers, editions[source], wanted[editions[source].product], compared)
        for (source, compared), markers in found.items()
    )


def _note(markers: Sequence[int], edition: Edition, wanted: Edition, compared: bool) -> str:
    be = "is" if len(markers) == 1 else "are"
    where = "".join(f"[{marker}]" for marker in markers) + f" {be}"
    called = f"version {edition.version}" if edition.version else "the current version"
    if edition == wanted:
        return f"{where} from {called} ({edition.source})."
    said = f"{where} from {called} ({edition.source})"
    if compared:
        return f"{said}; {wanted.source} says otherwise."
    if edition.order < wanted.order:
        return (
            f"{said}. Nothing on it was found in {wanted.source}, which is newer: it may no "
            "longer hold."
        )
    return f"{said}, not from {wanted.source}, the version asked for."
