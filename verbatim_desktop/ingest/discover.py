"""Which files of a source are looked at, and in what words the others are left out.

Hidden files and folders, and folders of tools, are passed over without a word; what a
`.gitignore` or a glob of the person's excludes is named once; files that are no pages are
counted. Pure: the folder itself is walked by an adapter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore import GitIgnorePatternError

from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.ingest.identity import PAGE_SUFFIXES

MAX_BYTES = 2_000_000
MAX_IGNORE_BYTES = 100_000  # of one .gitignore
QUIET_FOLDERS = frozenset({"node_modules", "__pycache__", "__MACOSX", "bower_components", "venv"})
_ENDINGS_NAMED = 4
_FILES_NAMED = 5  # more are counted by their endings
_FIRST_NAMED = 3


def is_markdown(path: str) -> bool:
    """Whether a file is written in Markdown or MDX, going by its name."""
    return path.lower().endswith(PAGE_SUFFIXES)


def is_quiet(name: str, is_folder: bool) -> bool:
    """Whether a file or folder is passed over without a word."""
    return name.startswith(".") or (is_folder and name in QUIET_FOLDERS)


def size_reason(size: int) -> str:
    """Why a file of this size is left out, or ""."""
    if size <= MAX_BYTES:
        return ""
    return f"{size / 1e6:,.1f} MB; files over {MAX_BYTES / 1e6:g} MB are not read"


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns of one .gitignore, which hold below its folder."""

    folder: str  # "" for the source's root, else with a final "/"
    spec: GitIgnoreSpec
    name: str

    def verdict(self, path: str) -> bool | None:
        """Ignored, kept on purpose, or not mentioned."""
        return self.spec.check_file(path.removeprefix(self.folder)).include


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """What is ignored at some place of a source: the deepest .gitignore has the last word."""

    globs: GitIgnoreSpec
    files: tuple[_Rules, ...] = ()

    @classmethod
    def from_globs(cls, globs: Sequence[str]) -> IgnoreRules:
        """Rules of the person's own, written as in a .gitignore. Raises UsageError."""
        try:
            return cls(GitIgnoreSpec.from_lines(globs))
        except GitIgnorePatternError as error:
            raise UsageError(f"This is no pattern of files to ignore: {error}") from error

    def within(self, folder: str, gitignore: bytes) -> IgnoreRules:
        """The rules below a folder that has a .gitignore of its own, as far as it is looked at."""
        lines = gitignore[:MAX_IGNORE_BYTES].decode("utf-8", "replace").splitlines()
        name = f"{folder}/.gitignore" if folder else ".gitignore"
        rules = _Rules(folder and folder + "/", _lenient(lines), name)
        return IgnoreRules(self.globs, (rules, *self.files))

    def reason(self, path: str, is_folder: bool) -> str:
        """Why a path is left out, or ""."""
        asked = path + "/" if is_folder else path
        if self.globs.check_file(asked).include:
            return "Ignored, as you asked"
        for rules in self.files:
            verdict = rules.verdict(asked)
            if verdict is not None:
                return f"Ignored by {rules.name}" if verdict else ""
        return ""


def _lenient(lines: Iterable[str]) -> GitIgnoreSpec:
    """Patterns as git reads them: a line that is no pattern says nothing."""
    sound: list[str] = []
    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except GitIgnorePatternError:
            continue
        sound.append(line)
    return GitIgnoreSpec.from_lines(sound)


@dataclass(slots=True)
class Listing:
    """What a walk through a source found. paths name every readable file, ascending; sizes say how
    large each is, in bytes.
    """

    paths: list[str] = field(default_factory=list[str])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    skipped: list[FileNote] = field(default_factory=list[FileNote])
    failed: list[FileNote] = field(default_factory=list[FileNote])
    warnings: list[FileNote] = field(default_factory=list[FileNote])

    def notes(self) -> tuple[FileNote, ...]:
        """What was skipped. Other files than pages: a few by name, more counted in one line."""
        paths = [path for path in self.paths if not is_markdown(path)]
        if len(paths) <= _FILES_NAMED:
            return (*self.skipped, *(FileNote(path, "It is not Markdown.") for path in paths))
        others = Counter(
            PurePosixPath(path).suffix.lower() or "without an ending" for path in paths
        )
        named = [f"{count} {ending}" for ending, count in others.most_common(_ENDINGS_NAMED)]
        rest = others.total() - sum(count for _, count in others.most_common(_ENDINGS_NAMED))
        counted = ", ".join([*named, f"{rest} others"] if rest else named)
        first = ", ".join(paths[:_FIRST_NAMED])
        told = f"{len(paths):,} files are not Markdown: {counted}; the first are {first}"
        return (*self.skipped, FileNote(".", told))
