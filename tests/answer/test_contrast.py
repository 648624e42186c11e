"""What two sentences on one subject say differently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.answer.contrast import (
    changed_in,
    difference,
    first_difference,
    of_other_numbers,
)

FOURTEEN = "A refund takes 14 days to reach the customer's card."


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        ("A refund takes 30 days to reach the customer's card.", "number"),
        ("A refund takes 14 days to reach the customer's card.", ""),
        ("A refund takes fourteen days to reach the card.", ""),
        ("The key lapses after 30 days and cannot be renewed.", ""),
        ("A refund to the customer's card takes 14 to 30 days to reach it.", ""),
    ],
)
def test_another_number_on_the_same_subject_is_a_difference(other: str, kind: str):
    found = difference(FOURTEEN, other)
    assert (found.kind if found else "") == kind


def test_a_negation_on_one_side_only_is_a_difference():
    found = difference(
        "Guests can invite other people to a station.",
        "Guests cannot invite other people to a station.",
    )
    assert found is not None
    assert found.kind == "negation"


def test_a_place_that_says_the_same_as_well_is_no_contrast():
    others = [FOURTEEN.replace("14", "30"), FOURTEEN]
    assert first_difference(FOURTEEN, others) is None
    hit = first_difference(FOURTEEN, others[:1])
    assert hit is not None
    assert hit[0] == 0
    assert (hit[1].one, hit[1].other) == (("14",), ("30",))


@pytest.mark.parametrize(
    ("sentence", "before", "kind"),
    [
        (
            "Harbor stations are not pinned by default.",
            "Harbor stations are pinned by default when they are opened with the client.",
            "negation",
        ),
        (
            "Exports are not sent to guests unless Proxy is on and matches.",
            "Exports are not sent to guests, unless Middleware is on and matches.",
            "name",
        ),
        (
            "To opt in, `typedRoutes` needs to be enabled in the settings.",
            "To opt in, `experimental.typedRoutes` needs to be enabled in the settings.",
            "name",
        ),
        ("Harbor prerenders each page of the station.", "Harbor pre-renders each page of it.", ""),
        (
            "Parallel Routes let you show two pages.",
            "Parallel Routing lets you show two pages.",
            "",
        ),
        (
            "You can keep a package out of bundling with the option.",
            "If a package shouldn't be in the bundle, you can keep it out with the option.",
            "",
        ),
        (
            "With it most edits of a page should be seen within a second.",
            "With it most edits of a page should be seen within a second, without losing state.",
            "",
        ),
    ],
)
def test_what_became_of_a_sentence_in_the_same_section_of_another_version(sentence, before, kind):
    hit = changed_in(sentence, ["Something else is told here about boats.", before])
    assert (hit[1].kind if hit else "") == kind
    assert hit is None or hit[0] == 1


def test_a_name_that_begins_with_no_is_no_negation():
    one = "Requests of a station opt out of the cache by setting it to no-store."
    other = "Requests of a station opt out of the cache by setting it to force-store."
    assert difference(one, other) is None


def test_a_name_in_another_place_is_no_contrast_between_pages():
    assert (
        difference("Only Proxy may match the path.", "Only Middleware may match the path.") is None
    )


@given(st.text(max_size=80), st.text(max_size=80))
def test_a_difference_does_not_depend_on_the_side(one: str, other: str):
    assert (difference(one, other) is None) == (difference(other, one) is None)
    assert difference(one, one) is None


@pytest.mark.parametrize(
    ("headings", "others", "apart"),
    [
        ("How to upgrade to version 15", "How to upgrade to version 16", True),
        ("Upgrade from 14 to 15", "Upgrade from 15 to 16", False),
        ("Upgrade to version 15", "Limits", False),
        ("Limits", "Quotas", False),
    ],
)
def test_places_about_another_number_each_contradict_nothing(
    headings: str, others: str, apart: bool
):
    assert of_other_numbers(headings, others) is apart
