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


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The shell executor is not safe.", "Generally the shell executor is unsafe."),
        ("Build logs are not available to guests.", "Build logs are unavailable to guests."),
        ("Ports of the container are looked at.", "Ports of the container are checked."),
        ("Each runner on a shared machine is an isolated process.",
         "On the same machine each runner is an isolated process."),
        ("connection is recommended in place of noStore.",
         "We recommend connection instead of noStore."),
        ("The executor runs nothing but Bash scripts.",
         "The executor runs only Bash scripts and caching is not supported."),
    ],
)  # fmt: skip
def test_a_denial_or_a_carrying_word_said_otherwise_is_no_fault(claim: str, sentence: str):
    proof = held(claim, sentence)
    assert not proof.faults
    assert not proof.unsaid


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Tooltips are not meant as visual labels.", "Use tooltips as visual labels only."),
        ("Backdrops must not use absolute rather than fixed.",
         "Backdrops must use absolute instead of fixed."),
        ("connection is not recommended in place of noStore.",
         "We recommend connection instead of noStore."),
        ("Administrators can not restrict mentions.", "Only administrators restrict mentions."),
        ("The handler has not a reason property now.",
         "The handler now has a reason property instead of type."),
        ("Backdrops may use absolute.", "Backdrops must use absolute."),
        ("The policy always pulls the image.", "Policy: the image is pulled only if it is absent."),
        ("The route checks the title last.", "The route checks the title first."),
        ("It renders a visible input.", "It renders a hidden input."),
        ("A template must have just one section.", "A template supports only a single section."),
    ],
)  # fmt: skip
def test_a_claim_turned_by_one_word_is_a_fault(claim: str, sentence: str):
    assert held(claim, sentence).faults


def test_a_name_with_a_denial_in_it_denies_nothing():
    assert "if_not_present" in plain("The if-not-present policy pulls it.").lowers
    assert not held("Images are pulled by it.", "Images are pulled by if-not-present.").faults


def test_in_a_claim_of_few_words_each_counts():
    assert held("Mentions are shared.", "Mentions are silent.").unsaid


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Items are deleted within two days.", "Items are deleted within 48 hours."),
        ("The token lasts a quarter of an hour.", "The token lasts 15 minutes."),
        ("Keys are checked daily.", "Keys are checked every 24 hours."),
        ("Six requests a minute are allowed.", "Up to 6 requests per minute are allowed."),
        ("Keys expire after 90 days unless somebody picks another time.",
         "By default, keys expire after 90 days."),
        ("Relative links are rewritten by themselves.",
         "Relative links are automatically rewritten."),
        ("Members can switch exports off.", "Members can disable exports."),
        ("The alias points to another alias.", "An alias may point to another alias."),
        ("Repository secrets take precedence over organization secrets.",
         "A repository-level secret takes precedence over an organization-level secret."),
        ("Approvals time out after 7 days.",
         "Approvals time out after 7 days, deployments after 3 days, builds after 8 hours."),
    ],
)  # fmt: skip
def test_a_time_or_a_turn_said_otherwise_is_borne_out(claim: str, sentence: str):
    proof = held(claim, sentence)
    assert not proof.faults
    assert not proof.unsaid


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Findings are exported once an hour.", "Findings are exported every 6 hours."),
        ("Items are deleted within three days.", "Items are deleted within 48 hours."),
        ("The limit is 5 minutes.", "The limit was raised from 5 minutes to 15 minutes."),
        ("Approvals time out after 3 days.",
         "Approvals: 7 days deployments: 3 days builds: 8 hours tests: 5 days"),
        ("Coupons can be used once.", "Coupons can be used any number of times."),
        ("An alias can point to another alias.", "Point the alias to the new version."),
        ("Organization secrets take precedence over repository secrets.",
         "Of an organization secret and a repository secret the repository-level secret takes "
         "precedence."),
        ("Leaving switches exports off for members.",
         "If you leave, exports are not disabled for members."),
    ],
)  # fmt: skip
def test_another_time_rank_or_thing_is_a_fault(claim: str, sentence: str):
    assert held(claim, sentence).faults


def test_a_name_made_of_small_words_counts():
    assert held("You get another to-do.", "You get another issue.").unsaid == ("todo",)


def test_an_identifier_does_not_outweigh_the_words_that_are_missing():
    proof = held(
        "With S3Guard on, requests for public objects are checked.", "S3Guard checks events."
    )
    assert proof.here == 0.4
