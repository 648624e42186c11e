"""Versions in the names of sources and in questions."""

from __future__ import annotations

import pytest

from verbatim_desktop.text.versions import named_version, release, releases_in


@pytest.mark.parametrize(
    ("name", "product", "version"),
    [
        ("harbor-docs-13.5", "harbor-docs", "13.5"),
        ("harbor-docs-v4", "harbor-docs", "4"),
        ("harbor_15.2.x", "harbor", "15.2"),
        ("harbor-docs", "harbor-docs", ""),
        ("part-2", "part-2", ""),
        ("v3", "v3", ""),
    ],
)
def test_a_name_may_end_in_a_version(name: str, product: str, version: str):
    assert named_version(name) == (product, version)


def test_versions_compare_as_numbers():
    assert release("13.10") > release("v13.9") > release("9")
    assert release("next") == ()


def test_numbers_of_a_question_that_could_be_versions():
    assert releases_in("In Harbor 13, or v13.5.2?") == ((13,), (13, 5, 2))
    assert releases_in("in harbor13b") == ()
