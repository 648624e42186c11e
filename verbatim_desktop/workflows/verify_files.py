"""Verify the passages that authored files quote, and freeze the verdicts.

A frozen verdict is trusted only where the list is as it was written, the file is the one that was
checked, and the cited page is the very revision that was read. All else is verified anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from verbatim_desktop.cite.authored import authored_links, with_addresses
from verbatim_desktop.cite.fragment import deep_link
from verbatim_desktop.domain.answers import DeepLink, Verdict, Verification
from verbatim_desktop.domain.authored import (
    AuthoredLink,
    Checked,
    CheckedFile,
    CheckedLink,
    FrozenFile,
    FrozenLink,
    FrozenList,
)
from verbatim_desktop.domain.documents import target_of
from verbatim_desktop.domain.errors import LibraryError, UnreadableFile, UsageError
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.ingest.decode import decode
from verbatim_desktop.ports import Library
from verbatim_desktop.workflows.kept_citations import MACROS
from verbatim_desktop.workflows.verify_citations import FoundPage, Pages, verify_on

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx")
NO_PASSAGE = "The link quotes no passage. Add it as the link's title."
UNVERIFIED = DeepLink("", False, "The passage is not verified.")

Fingerprints = Mapping[tuple[str, str], str]  # (target as written, quote) -> page's at that time


def list_files(paths: Iterable[Path]) -> list[Path]:
    """Files as they are, and every Markdown file of folders; hidden ones are left out."""
    found: list[Path] = []
    for path in paths:
        found += sorted(filter(_is_authored, path.rglob("*"))) if path.is_dir() else [path]
    return list(dict.fromkeys(found))


def _is_authored(path: Path) -> bool:
    hidden = any(part.startswith(".") or part == "node_modules" for part in path.parts[1:])
    return path.suffix.lower() in SUFFIXES and not hidden and path.is_file()


def read_text(path: Path) -> str:
    """A file's text, its encoding found out. Raises UnreadableFile."""
    try:
        return decode(path.read_bytes()).text
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror or error}.") from error
    except UnreadableFile as error:
        raise UnreadableFile(f"{path}: {error}.") from error


def verify_files(
    paths: Iterable[Path],
    library: Library,
    pages: Pages,
    *,
    frozen: FrozenList | None = None,
    addresses: bool = False,
) -> Checked:
    """Verify files and every file of folders, and have the library remember what they cite."""
    checked: list[CheckedFile] = []
    notes: list[str] = []
    for path in list_files(paths):
        before = _remembered(library, path)
        file = verify_text(
            path.as_posix(),
            read_text(path),
            pages,
            before=before,
            frozen=frozen,
            addresses=addresses,
        )
        checked.append(file)
        try:
            _remember(library, path, file, before)
        except LibraryError as error:
            notes.append(f"Later changes of what {path} cites will not be noticed. {error}")
    return Checked(tuple(checked), tuple(notes))


def verify_text(
    path: str,
    text: str,
    pages: Pages,
    *,
    before: Fingerprints | None = None,
    frozen: FrozenList | None = None,
    addresses: bool = False,
) -> CheckedFile:
    """Verify every link of a file.

    before: what the pages were when the passages last verified, which tells stale from absent.
    addresses: also find the public link of each passage.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    trusted = _trusted(frozen, path, digest)
    links = tuple(
        _check(link, pages, before or {}, None if addresses else trusted, addresses)
        for link in authored_links(text)
    )
    return CheckedFile(path, text, digest, links)


def _trusted(frozen: FrozenList | None, path: str, digest: str) -> Mapping[tuple[str, str], str]:
    """Fingerprints of the pages on which an unchanged file's passages were verified."""
    file = frozen.files.get(path) if frozen else None
    if file is None or file.sha256 != digest:
        return {}
    return {
        (link.target, link.quote): link.fingerprint
        for link in file.citations
        if link.verdict is Verdict.VERIFIED
    }


def _check(
    link: AuthoredLink,
    pages: Pages,
    before: Fingerprints,
    trusted: Mapping[tuple[str, str], str] | None,
    addresses: bool,
) -> CheckedLink:
    if link.unread:
        return CheckedLink(link, Verdict.ABSENT, link.unread)
    page = pages.named(link.target)
    document = page.document
    key = (link.target, link.quote)
    identity, fingerprint = (document.identity, document.fingerprint) if document else ("", "")
    if document and trusted and trusted.get(key) == fingerprint:
        detail = "Verified when the list was frozen; neither the file nor the page has changed."
        held = CheckedLink(link, Verdict.VERIFIED, detail, identity, fingerprint, frozen=True)
        return replace(held, anchor=page.anchor)
    if link.quote.strip():
        found = verify_on(page, link.quote, pages, before.get(key, ""))
    else:
        found = Verification(Verdict.ABSENT, NO_PASSAGE)
    address = _address(page, found) if addresses else None
    return CheckedLink(
        link,
        found.verdict,
        found.detail,
        identity,
        fingerprint,
        found.settling,
        address=address,
        anchor=page.anchor,
    )


def _address(page: FoundPage, found: Verification) -> DeepLink:
    if found.verdict is not Verdict.VERIFIED or page.document is None:
        return UNVERIFIED
    if found.block is None or found.start is None or found.end is None:
        return UNVERIFIED
    return deep_link(page.document, found.block, found.start, found.end)


def with_public_links(file: CheckedFile) -> str:
    """The file's text with public links in the place of those that have one."""
    addresses = [(item.link, item.address.url if item.address else "") for item in file.links]
    return with_addresses(file.text, addresses)


# --- Frozen lists --------------------------------------------------------------------------------


def freeze(files: Sequence[CheckedFile], checked_at: str) -> FrozenList:
    """The verdicts of some files, to be trusted as long as nothing changes."""
    frozen = {
        file.path: FrozenFile(file.sha256, tuple(_frozen(item) for item in file.links))
        for file in files
    }
    return _sealed(FrozenList(frozen, checked_at))


def _frozen(item: CheckedLink) -> FrozenLink:
    link = item.link
    return FrozenLink(
        link.line,
        link.target,
        link.quote,
        item.verdict,
        item.detail,
        item.identity,
        item.fingerprint,
    )


def _sealed(frozen: FrozenList) -> FrozenList:
    plain = to_plain(replace(frozen, digest=""))
    whole = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return replace(frozen, digest=hashlib.sha256(whole.encode()).hexdigest())


def frozen_text(frozen: FrozenList) -> str:
    """A frozen list as the file it is kept in."""
    return json.dumps(to_plain(frozen), indent=2) + "\n"


def read_frozen(path: Path) -> FrozenList | None:
    """A frozen list; None where it was changed since it was written. Raises UsageError."""
    try:
        frozen = from_plain(FrozenList, json.loads(read_text(path)))
    except ValueError as error:
        raise UsageError(f"{path} is no list that verify --write wrote ({error}).") from error
    return frozen if _sealed(frozen) == frozen else None


# --- What the library remembers of checked files -------------------------------------------------


def _remembered(library: Library, path: Path) -> Fingerprints:
    """The pages' fingerprints when a file's passages last verified."""
    kept = library.kept_as(MACROS, _name(path))
    if kept is None:
        return {}
    return {
        (item.get("written", ""), item["quote"]): item["fingerprint"]
        for item in kept.value["citations"]
        if item["verdict"] in (Verdict.VERIFIED.value, Verdict.STALE.value)
    }


def _remember(library: Library, path: Path, file: CheckedFile, before: Fingerprints) -> None:
    """Keep what a file cites, so that drift is seen; forget files that are gone."""
    citations = [_kept(item, before) for item in file.links]
    if citations:
        library.keep(MACROS, _name(path), {"file": _name(path), "citations": citations})
    else:
        library.drop(MACROS, _name(path))
    for kept in library.kept(MACROS):
        if Path(kept.name).parent.is_dir() and not Path(kept.name).exists():
            library.drop(MACROS, kept.name)


def _kept(item: CheckedLink, before: Fingerprints) -> dict[str, object]:
    """A stale passage keeps the page it was verified on, so that it stays stale."""
    link = item.link
    stale = item.verdict is Verdict.STALE
    return {
        "line": link.line,
        "target": target_of(item.identity, item.anchor) if item.identity else link.target,
        "anchor": item.anchor,
        "written": link.target,
        "quote": link.quote,
        "verdict": item.verdict.value,
        "fingerprint": before.get((link.target, link.quote), "") if stale else item.fingerprint,
    }


def _name(path: Path) -> str:
    return path.resolve().as_posix()
