"""Files that people write, the passages they quote in `verbatim:` links, and what checking says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verbatim_desktop.domain.answers import DeepLink, Verdict


@dataclass(frozen=True, slots=True)
class AuthoredLink:
    """One `[label](verbatim:TARGET "quote")` of a file.

    line counts from 1. start and end are where the whole link stands in the file's text, and
    label is its text as written there. unread: why what was meant as a link is none.
    """

    line: int
    target: str  # SOURCE/ROUTE-OR-PATH#anchor
    quote: str
    label: str
    start: int
    end: int
    unread: str = ""


@dataclass(frozen=True, slots=True)
class CheckedLink:
    """A link with its verdict.

    identity and fingerprint are of the page that was read, "" where there is none, and anchor is
    the place on it that was named. settling: of an
    ambiguous passage, a longer one that stands once. frozen: the verdict is a frozen list's.
    """

    link: AuthoredLink
    verdict: Verdict
    detail: str
    identity: str = ""
    fingerprint: str = ""
    settling: str = ""
    frozen: bool = False
    address: DeepLink | None = None  # where it was asked for
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file as it was checked. sha256 is of its text as UTF-8."""

    path: str
    text: str
    sha256: str
    links: tuple[CheckedLink, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every passage was verified."""
        return all(link.verdict is Verdict.VERIFIED for link in self.links)


@dataclass(frozen=True, slots=True)
class Checked:
    """Files that were checked together, and what else is to be said of it."""

    files: tuple[CheckedFile, ...]
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return all(file.holds for file in self.files)


@dataclass(frozen=True, slots=True)
class FrozenLink:
    line: int
    target: str
    quote: str
    verdict: Verdict
    detail: str
    identity: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class FrozenFile:
    sha256: str
    citations: tuple[FrozenLink, ...] = ()


@dataclass(frozen=True, slots=True)
class FrozenList:
    """Verdicts to be trusted as long as neither the file nor the cited page has changed.

    digest is of everything else in it, so that a list that was edited is not trusted.
    """

    files: Mapping[str, FrozenFile] = field(default_factory=dict[str, FrozenFile])
    checked_at: str = ""  # ISO 8601, UTC
    format: int = 1
    digest: str = ""
