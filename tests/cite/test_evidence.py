"""How one sentence is held against a claim in other words: what is alike, what gives it away."""

from __future__ import annotations

import pytest

from verbatim_desktop.cite.support.idioms import parts_of, plain
from verbatim_desktop.cite.support.proof import Proof, prove
from verbatim_desktop.cite.support.sieve import Sieve
from verbatim_desktop.cite.support.units import is_label, is_list, units_of


def held(claim: str, sentence: str, heading: str = "") -> Proof:
    return prove(plain(claim), plain(sentence), [plain(heading)])


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The job was built and sent.", "Build and send the job."),
        ("Guests are billed at a fifth of the price.", "Guests are charged at 1/5 of the price."),
        ("Leave the type out.", "Omit the type."),
        ("You have to reload to see it.", "You will not see it without reloading."),
        ("A trigger may stand outside the root.", "A trigger is located outside <Dialog.Root>."),
    ],
)
def test_the_same_thing_in_other_words_is_borne_out(claim: str, sentence: str):
    proof = held(claim, sentence)
    assert not proof.faults
    assert not proof.unsaid


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The portal is appended to the trigger.", "The portal is appended to <body>."),
        ("Silent messages are shown there.", "Silent messages are excluded from there."),
        ("Moderators can delete messages.", "Administrators can delete messages."),
        ("Builds do not need memory.", "Builds need memory."),
        ("Students can see streams.", "You do not want students to see streams."),
    ],
)
def test_a_place_filled_by_something_else_is_a_fault(claim: str, sentence: str):
    assert held(claim, sentence).faults


def test_a_word_that_nothing_says_is_unsaid_and_one_in_the_heading_is_not():
    claim, sentence = "Expired refunds are archived.", "Refunds are archived."
    assert held(claim, sentence).unsaid == ("Expired",)
    assert not held(claim, sentence, "Expired").unsaid


def test_a_row_of_a_table_is_read_statement_by_statement():
    row = "modal | boolean | Whether it is modal. The page cannot scroll meanwhile."
    assert [(unit.text, unit.lead, unit.whole) for unit in units_of(row, row=True)] == [
        (row, "", False),
        ("Whether it is modal.", "modal", False),
        ("The page cannot scroll meanwhile.", "modal", False),
    ]


def test_labels_and_lists_of_names_state_nothing():
    assert is_label("To do this, follow these steps:")
    assert is_list(plain("Props: className, disabled, form, id, inline, items, limit, name, rows"))
    assert not is_list(
        plain("It sets the name, the id, the form and the limit, as the page has it")
    )


def test_two_claims_in_one_are_two():
    assert (
        len(parts_of("Emails can be disabled, but only owners and administrators may do so.")) == 2
    )
    assert not parts_of("Emails can be disabled by owners.")


def test_the_sieve_passes_what_may_hold_enough_and_nothing_of_another_matter():
    sieve = Sieve(plain("A refund arrives on the card."))
    assert sieve.passes("Refunds reach your card.")
    assert sieve.passes("The card gets its refund later.")
    assert not sieve.passes("Themes change the colors of a page.")
