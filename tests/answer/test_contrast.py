"""What two sentences on one subject say differently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.answer.contrast import difference, first_difference

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


@given(st.text(max_size=80), st.text(max_size=80))
def test_a_difference_does_not_depend_on_the_side(one: str, other: str):
    assert (difference(one, other) is None) == (difference(other, one) is None)
    assert difference(one, one) is None
