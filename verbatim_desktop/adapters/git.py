"""A source that is a folder of a git repository, fetched with the git program of this machine.

Fetched are one commit and, where the server can, only the files of the folder. The checkout lies
in the data folder and is brought up to date by the next reading. A repository is hostile input: no
hook, filter, submodule or other scheme of its own is ever followed, nothing asks for a password,
and git sees no key of ours.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from verbatim_desktop.adapters.files import FolderTree
from verbatim_desktop.adapters.git_program import Git, GitFailed, find_git
from verbatim_desktop.adapters.home import make_private
from verbatim_desktop.domain.errors import SourceUnavailable, UsageError
from verbatim_desktop.domain.locations import (
    GIT_SCHEMES,
    GitAddress,
    SourcePlace,
    place_of,
    without_credential,
)
from verbatim_desktop.ingest.discover import IgnoreRules, Listing

MOST_FOLDERS_NAMED = 8
MOST_PACKS = 60  # each update brings one or two; what they no longer need goes with all of it
FETCHED = 80  # percent of the whole; the rest is checking out

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_BRANCH = re.compile(r"(?!-)(?!.*(?:\.\.|//|@\{))[^\x00-\x20\x7f~^:?*\[\\]+(?<![./])")
_SPECIAL = re.compile(r"([*?\[\]\\!#])")
_PASSWORD = re.compile(r"://[^/@]*:[^/@]*@|https?://[^/@]*@")
_STALE_LOCKS = ("index.lock", "shallow.lock", "config.lock", "HEAD.lock")
_DAMAGED = re.compile(
    r"not a git repository|inside a git repository|bad object|corrupt|index file|loose object|"
    r"unable to read tree|shallow file has changed|smaller than expected",
    re.IGNORECASE,
)


def git_address(location: str) -> GitAddress:
    """The address that a location names. Raises UsageError where it may not be used."""
    address = GitAddress.parse(location)
    shown = without_credential(address.url)
    if address.url.startswith("-") or _CONTROL.search(address.url):
        raise UsageError(f"“{shown}” is no address of a repository.")
    if place_of(address.url) is not SourcePlace.GIT or address.scheme not in GIT_SCHEMES:
        raise UsageError(
            f"“{shown}” cannot be fetched. Repositories are read over https, ssh, http, git, or "
            "file for one on this machine."
        )
    if _PASSWORD.search(address.url):
        raise UsageError(
            f"The address holds a name or a password ({shown}), which would be stored. Leave it "
            "out and let git's credential helper or ssh sign in."
        )
    if address.branch and not _BRANCH.fullmatch(address.branch):
        raise UsageError(f"“{address.branch}” cannot name a branch.")
    if any(part in ("..", ".", "", ".git") for part in address.folder.split("/") if address.folder):
        raise UsageError(f"“{address.folder}” cannot name a folder of a repository.")
    return address


class GitTree:
    """A source in a repository; see workflows.describe_source.SourceFolder.

    checkouts: the folder of the data folder that the checkouts of a workspace lie in.
    """

    def __init__(self, location: str, checkouts: Path) -> None:
        self._address = git_address(location)
        self._checkouts = checkouts
        self._folder = checkouts / checkout_name(self._address)
        self._tree = FolderTree(str(self._folder))
        self._revision = ""

    @property
    def root(self) -> str:
        return str(self._address)

    @property
    def files_at(self) -> str:
        return str(self._folder.joinpath(*self._address.folder.split("/")))

    @property
    def revision(self) -> str:
        return self._revision

    def require(self) -> None:
        """Raises SourceUnavailable where there is no git program."""
        find_git()

    def prepare(self, told: Callable[[int], None]) -> None:
        """Fetch the newest commit and check its folder out. Raises SourceUnavailable."""
        is_first = not self._folder.exists()
        try:
            self._fetch(told)
            self._tree = self._checked_out()
        except BaseException:
            if is_first:  # nothing of it is stored, so nothing needs it
                shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def _fetch(self, told: Callable[[int], None]) -> None:
        try:
            self._bring(told)
        except GitFailed as failure:
            if not _DAMAGED.search(failure.said) or not self._folder.exists():
                raise self._unavailable(failure) from failure
            self._make_anew(told)

    def _make_anew(self, told: Callable[[int], None]) -> None:
        """A checkout that git can make nothing of is fetched again from nothing."""
        shutil.rmtree(self._folder, ignore_errors=True)
        try:
            self._bring(told)
        except GitFailed as failure:
            raise self._unavailable(failure) from failure

    def list(self, rules: IgnoreRules, seen: Callable[[int], None]) -> Listing:
        return self._tree.list(rules, seen)

    def read(self, path: str) -> bytes:
        return self._tree.read(path)

    def close(self) -> None:
        """Nothing is held open."""

    # --- git -------------------------------------------------------------------------------------

    def _bring(self, told: Callable[[int], None]) -> None:
        address, git = self._address, Git(self._folder, self._address.scheme)
        packs = list((self._folder / ".git" / "objects" / "pack").glob("*.pack"))
        if not (self._folder / ".git").is_dir() or len(packs) > MOST_PACKS:
            make_private(self._checkouts)
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir()
            git.run("init", "--quiet", "--template=")
        for name in _STALE_LOCKS:  # of a git that was killed; nobody else works here
            (self._folder / ".git" / name).unlink(missing_ok=True)
        self._configure(git)
        git.run(
            *("fetch", "--progress", "--depth=1", "--no-tags", "--no-recurse-submodules"),
            *("--no-auto-maintenance", "--no-write-commit-graph", "--filter=blob:none"),
            *("--end-of-options", "origin", address.branch or "HEAD"),
            told=lambda part: told(part * FETCHED // 100),
        )
        self._revision = git.run("rev-parse", "--verify", "FETCH_HEAD^{commit}").strip()
        self._require_folder(git)
        git.run(
            *("checkout", "--progress", "--force", "--detach", "--no-recurse-submodules"),
            self._revision,
            told=lambda part: told(FETCHED + part * (100 - FETCHED) // 100),
        )

    def _configure(self, git: Git) -> None:
        """Where it is fetched from, and which folder of it is wanted."""
        settings = {
            "remote.origin.url": self._address.url,
            "remote.origin.promisor": "true",
            "remote.origin.partialclonefilter": "blob:none",
            "core.sparseCheckout": "true" if self._address.folder else "false",
        }
        for name, value in settings.items():
            git.run("config", "--local", "--replace-all", name, value)
        if self._address.folder:
            pattern = "/" + _SPECIAL.sub(r"\\\1", self._address.folder) + "/\n"
            info = self._folder / ".git" / "info"
            info.mkdir(exist_ok=True)
            (info / "sparse-checkout").write_text(pattern, encoding="utf-8")

    def _require_folder(self, git: Git) -> None:
        """Raises SourceUnavailable where the commit has no such folder, naming those it has."""
        folder = self._address.folder
        if not folder:
            return
        try:
            kind = git.run("cat-file", "-t", f"{self._revision}:{folder}").strip()
        except GitFailed:
            kind = ""
        if kind == "tree":
            return
        problem = "is no folder" if kind else "is not there"
        raise SourceUnavailable(
            f"{folder} {problem} in {self._address.url}{self._of_branch()}. "
            f"{self._folders_there(git)} What is stored of it stays."
        )

    def _folders_there(self, git: Git) -> str:
        said = git.run("ls-tree", "-d", "-z", "--name-only", self._revision)
        names = [name for name in said.split("\0") if name and not name.startswith(".")]
        if not names:
            return "It has no folders."
        more = " and others" if len(names) > MOST_FOLDERS_NAMED else ""
        return f"Its folders are {', '.join(names[:MOST_FOLDERS_NAMED])}{more}."

    def _of_branch(self) -> str:
        return f" (branch {self._address.branch})" if self._address.branch else ""

    def _checked_out(self) -> FolderTree:
        """The folder's files. A folder that is a link out of the checkout is not one."""
        real, top = os.path.realpath(self.files_at), os.path.realpath(self._folder)
        if real != top and not real.startswith(top + os.sep):
            raise SourceUnavailable(f"{self._address.folder} is a link that leads out of it.")
        tree = FolderTree(real)
        tree.require()
        return tree

    def _unavailable(self, failure: GitFailed) -> SourceUnavailable:
        return SourceUnavailable(
            f"{self._address.url} cannot be read: {reason_of(failure, self._address)} "
            "What is stored of it stays."
        )


def checkout_name(address: GitAddress) -> str:
    """A folder name that is readable and no other address's."""
    digest = hashlib.sha256(str(address).encode()).hexdigest()[:16]
    readable = re.sub(r"[^\w.-]+", "-", address.repository)[:40].strip(".-") or "repository"
    return f"{readable}-{digest}"


_REASONS = (
    (
        r"could not read (?:Username|Password)|Authentication failed|terminal prompts disabled|"
        r"Permission denied \(|HTTP Basic: Access denied|\b403\b",
        "it asks for a sign-in. Set up ssh or git's credential helper for it; a private repository "
        "looks like that too.",
    ),
    (r"Host key verification failed", "its host is not known to ssh yet. Connect to it once."),
    (r"couldn't find remote ref|[Rr]emote branch .* not found", "{branch}"),
    (r"[Rr]epository .*not found|does not appear to be a git repository|does not exist|\b404\b",
     "there is no such repository."),
    (r"Could not resolve host|[Nn]ame or service not known", "its host is not known."),
    (r"dubious ownership", "its files belong to another user of this machine."),
    (r"transport '.*' not allowed", "it sends on to a place that is not allowed."),
    (r"SSL|certificate", "its certificate is not trusted."),
    (r"No space left", "the disk is full."),
)  # fmt: skip


def reason_of(failure: GitFailed, address: GitAddress) -> str:
    """Why git failed, in our words where we know; else its own last line, without credentials."""
    for pattern, words in _REASONS:
        if re.search(pattern, failure.said):
            branch = f"it has no branch {address.branch}." if address.branch else "it is empty."
            return words.format(branch=branch)
    lines = [line.strip() for line in failure.said.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("fatal:", "error:", "ssh:"))] or lines
    last = told[-1] if told else f"git ended with status {failure.status}"
    return (
        without_credential(last.removeprefix("fatal: ").removeprefix("error: ")).rstrip(".") + "."
    )
