"""Which files are looked at, and in what words the others are left out."""

from __future__ import annotations

import pytest

from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.ingest.discover import (
    IgnoreRules,
    Listing,
    is_markdown,
    is_quiet,
    size_reason,
)

NO_RULES = IgnoreRules.from_globs(())


@pytest.mark.parametrize("name", ["a.md", "A.MD", "x/page.mdx", "read.markdown"])
def test_markdown_is_told_by_its_name(name: str):
    assert is_markdown(name)


@pytest.mark.parametrize("name", ["a.txt", "md", "a.md.bak", "a.html", "mdx"])
def test_other_files_are_no_pages(name: str):
    assert not is_markdown(name)


def test_hidden_things_and_folders_of_tools_are_passed_over():
    assert is_quiet(".git", is_folder=True)
    assert is_quiet(".draft.md", is_folder=False)
    assert is_quiet("node_modules", is_folder=True)
    assert not is_quiet("node_modules", is_folder=False)
    assert not is_quiet("docs", is_folder=True)


def test_a_file_over_the_cap_is_left_out_with_its_size():
    assert size_reason(2_000_000) == ""
    assert size_reason(3_440_000) == "3.4 MB; files over 2 MB are not read"


def test_nothing_is_ignored_without_rules():
    assert NO_RULES.reason("a.md", is_folder=False) == ""


def test_globs_of_the_person_hold_everywhere():
    rules = IgnoreRules.from_globs(["drafts/", "*.local.md"]).within("x", b"!*.md")
    assert rules.reason("x/drafts", is_folder=True) == "Ignored, as you asked"
    assert rules.reason("x/drafts", is_folder=False) == ""
    assert rules.reason("x/a.local.md", is_folder=False) == "Ignored, as you asked"


def test_a_glob_that_is_none_is_refused():
    with pytest.raises(UsageError, match="no pattern of files to ignore"):
        IgnoreRules.from_globs(["!"])


def test_a_gitignore_holds_below_its_folder_and_is_named():
    rules = NO_RULES.within("", b"/top.md\nbuild/\n").within("x", b"/inner.md\n")
    assert rules.reason("top.md", is_folder=False) == "Ignored by .gitignore"
    assert rules.reason("x/top.md", is_folder=False) == ""
    assert rules.reason("x/inner.md", is_folder=False) == "Ignored by x/.gitignore"
    assert rules.reason("x/y/build", is_folder=True) == "Ignored by .gitignore"


def test_the_deepest_gitignore_has_the_last_word():
    rules = NO_RULES.within("", b"*.md").within("x", b"!keep.md")
    assert rules.reason("x/keep.md", is_folder=False) == ""
    assert rules.reason("x/other.md", is_folder=False) == "Ignored by .gitignore"


def test_a_line_that_is_no_pattern_ignores_nothing():
    rules = NO_RULES.within("", b"!\n# a comment\n\n*.md\n")
    assert rules.reason("a.md", is_folder=False) == "Ignored by .gitignore"
    assert rules.reason("a.txt", is_folder=False) == ""


def test_files_that_are_no_pages_are_counted_in_one_line():
    skipped = [FileNote("big.md", "3.4 MB; files over 2 MB are not read")]
    paths = ["a.md", "LICENSE", *(f"{n}.png" for n in range(1200)), "x.txt", "y.b", "z.c", "z.d"]
    assert Listing(paths=paths, skipped=skipped).notes() == (
        *skipped,
        FileNote(
            ".",
            "1,205 files are not Markdown: 1200 .png, 1 without an ending, 1 .txt, 1 .b, 2 others;"
            " the first are LICENSE, 0.png, 1.png",
        ),
    )


def test_a_few_files_that_are_no_pages_are_named():
    listing = Listing(paths=["LICENSE", "a.md", "img/logo.svg"])
    assert [note.path for note in listing.notes()] == ["LICENSE", "img/logo.svg"]


def test_a_folder_of_pages_has_nothing_to_note():
    assert Listing(paths=["a.md", "b.mdx"]).notes() == ()
