"""What a note says of a passage that holds only with a limit."""

from __future__ import annotations

import pytest

from verbatim_desktop.answer.flags import worded
from verbatim_desktop.domain.documents import Flag, FlagKind


@pytest.mark.parametrize(
    ("sentence", "kind", "detail"),
    [
        (
            "The middleware.js file has been deprecated in Next.js 16 and renamed.",
            FlagKind.DEPRECATED,
            "has been deprecated in Next.js 16 and renamed",
        ),
        ("This is deprecated. Use another.", FlagKind.DEPRECATED, "is deprecated"),
        ("The flag was removed in v2.0; use --all.", FlagKind.REMOVED, "was removed in v2.0"),
        (
            "It is only available on the Enterprise plan.",
            FlagKind.TIER,
            "only available on the Enterprise plan",
        ),
    ],
)
def test_a_limit_is_quoted_in_whole_words_of_its_clause(sentence, kind, detail):
    assert worded(sentence) == (Flag(kind, detail),)


def test_a_sentence_without_a_limit_has_none():
    assert worded("Press Enter to deploy the release.") == ()
