"""Which place of a page an anchor means, also one that another site's renderer made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pages import heading, page, paragraph
from verbatim_desktop.text.anchors import anchor_on, block_at

PAGE = page(
    "guide.md",
    heading("Guide", 1),
    paragraph("Intro."),
    heading("GitLab CI/CD & you"),
    heading("The project's --force flag"),
    heading("9.0 Renaming"),
    replace(heading("Twice"), anchor="twice"),
    replace(heading("Twice"), anchor="twice-1"),
    replace(heading("Own id"), anchor="chosen"),
)


@pytest.mark.parametrize(
    ("anchor", "own"),
    [
        ("9-0-renaming", "90-renaming"),  # Redcarpet
        ("90-renaming", "90-renaming"),
        ("gitlab-ci-cd-you", "gitlab-cicd--you"),
        ("GitLab_CI.2FCD_.26_you", None),  # MediaWiki writes other letters
        ("the-project-39-s-force-flag", "the-projects---force-flag"),
        ("Twice", None),  # two headings have these letters
        ("twice-1", "twice-1"),
        ("twice_1", "twice-1"),  # Python-Markdown
        ("own-id", "chosen"),
        ("user-content-chosen", "chosen"),
        ("%63hosen", "chosen"),
        ("top", ""),
        ("", ""),
        ("-", None),
        ("missing", None),
    ],
)
def test_an_anchor_means_the_one_heading_with_its_letters(anchor: str, own: str | None):
    assert anchor_on(PAGE, anchor) == own


def test_an_id_that_no_heading_has_leads_to_its_section():
    first, *rest = PAGE.sections
    document = replace(PAGE, sections=(replace(first, anchors=(*first.anchors, "mark")), *rest))
    assert anchor_on(document, "mark") == "mark"
    assert block_at(document, "mark") == first.first_block
    assert block_at(document, "chosen") == 7
    assert block_at(document, "top") == 0
    assert block_at(document, "missing") is None
