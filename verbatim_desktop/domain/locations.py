"""Where a source comes from, as one line of text: a folder, an archive, or a git repository.

A git repository is written `URL`, `URL#FOLDER` or `URL#BRANCH:FOLDER`; a branch of the whole
repository is `URL#BRANCH:`. Folders and archives are paths, told apart by the ending.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

ARCHIVE_ENDINGS = (
    ".zip",
    ".tar",
    ".tar.gz",
    ".tgz",
    ".tar.bz2",
    ".tbz2",
    ".tar.xz",
    ".txz",
)
GIT_SCHEMES = ("https", "http", "ssh", "git", "file")

_URL = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_SCP = re.compile(r"[\w.-]+@[\w.-]+:(?!//)\S")
_CREDENTIAL = re.compile(r"(?<=://)[^/@\s]*@")


class SourcePlace(StrEnum):
    """What kind of place a location names."""

    FOLDER = "folder"
    ARCHIVE = "archive"
    GIT = "git"


@dataclass(frozen=True, slots=True)
class GitAddress:
    """A folder of a branch of a repository; "" is the default branch and the whole of it."""

    url: str
    folder: str = ""
    branch: str = ""

    @classmethod
    def parse(cls, location: str) -> GitAddress:
        url, _, rest = location.partition("#")
        branch, colon, folder = rest.partition(":")
        if not colon:
            branch, folder = "", rest
        return cls(url, folder.strip("/"), branch)

    def __str__(self) -> str:
        folder = self.folder
        if self.branch or ":" in folder:
            return f"{self.url}#{self.branch}:{folder}"
        return f"{self.url}#{folder}" if folder else self.url

    @property
    def scheme(self) -> str:
        """In small letters; "ssh" for the short form user@host:path."""
        found = _URL.match(self.url)
        return found[1].lower() if found else "ssh"

    @property
    def repository(self) -> str:
        """The last part of the address without .git: what the repository is called."""
        last = re.split(r"[/:\\]", self.url.rstrip("/"))[-1]
        return last.removesuffix(".git")


def place_of(location: str) -> SourcePlace:
    """What kind of place a location names, going by how it is written."""
    if _URL.match(location) or _SCP.match(location):
        return SourcePlace.GIT
    if location.lower().endswith(ARCHIVE_ENDINGS):
        return SourcePlace.ARCHIVE
    return SourcePlace.FOLDER


def is_same_repository(one: str, other: str) -> bool:
    """Whether two places are folders or branches of one repository."""
    if SourcePlace.GIT not in (place_of(one), place_of(other)):
        return False
    return GitAddress.parse(one).url == GitAddress.parse(other).url


def called(location: str) -> str:
    """What a place is called where nobody says otherwise: the last part of its address."""
    place = place_of(location)
    if place is SourcePlace.GIT:
        return GitAddress.parse(location).repository
    last = re.split(r"[/\\]", location.rstrip("/\\"))[-1]
    if place is SourcePlace.ARCHIVE:
        ending = max((end for end in ARCHIVE_ENDINGS if last.lower().endswith(end)), key=len)
        last = last[: -len(ending)] or last
    return last


def without_credential(text: str) -> str:
    """A text in which no address shows a name or a password before its host."""
    return _CREDENTIAL.sub("", text)
