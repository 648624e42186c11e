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


@pytest.mark.parametrize(
    "sentence",
    [
        "The code of getStaticProps is removed from the client-side bundle.",
        "The following assumes you have renamed the binary to gitlab-runner.exe (optional).",
        "If several runners have the name, only the first one is removed.",
        "The label of the list it came from is removed and the issue gets closed.",
        "Members who do not use 2FA will be removed from the organization.",
        "repo.remove_member | A collaborator was removed from a repository.",
        "The slash (/) is replaced with a single dash (-).",
        "The title of app/layout.js is replaced by the title of app/page.js.",
        "Repeat the steps after the old package was removed from the server.",
        "When the unsupported plug-in, module, or code is removed, the ticket is solved.",
        "Periodically, this log is compressed and renamed using the TAI64N format.",
        "The user's credentials will no longer work.",
        "Permissions can also be added and removed.",
    ],
)
def test_what_somebody_or_something_takes_away_is_no_feature_that_ended(sentence):
    assert worded(sentence) == ()


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The middleware file convention is deprecated.", FlagKind.DEPRECATED),
        ("Starting with Next.js 16, next lint is removed.", FlagKind.REMOVED),
        ("The keepMounted prop was removed from the Popup.", FlagKind.REMOVED),
        ("The query object has been removed and is replaced by another.", FlagKind.REMOVED),
        ("This endpoint is no longer supported.", FlagKind.REMOVED),
        ("We have removed the compact mode in version 3.0.", FlagKind.REMOVED),
        ("The option will be removed in a future release.", FlagKind.REMOVED),
        ("In the app directory, getStaticPaths is replaced with another.", FlagKind.DEPRECATED),
        ("This feature is superseded by Draft Mode.", FlagKind.DEPRECATED),
        ("The import was renamed to next/legacy/image.", FlagKind.DEPRECATED),
    ],
)
def test_what_became_of_a_feature_is_a_limit(sentence, kind):
    assert [flag.kind for flag in worded(sentence)] == [kind]
