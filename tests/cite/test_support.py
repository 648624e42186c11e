"""The support gate: what it accepts, what it names, and what holds for any text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.cite.support import assess, assess_answer
from verbatim_desktop.domain.support import Assessment, Support, SupportRule

REFUND = "A refund reaches your card within 14 days unless the bank delays it."
TOKENS = (
    "If the session has expired, `refreshToken` creates a new token before the request is sent."
)

VOCABULARY = (
    "refund card bank session token request server expired creates sends never only if when the a "
    "within must can before after each all some"
)
WORDS = st.sampled_from(VOCABULARY.split())
SENTENCES = st.lists(WORDS, min_size=3, max_size=14).map(lambda w: " ".join(w).capitalize() + ".")


def rules(assessment: Assessment) -> set[SupportRule]:
    return {lack.rule for lack in assessment.lacking}


@pytest.mark.parametrize(
    "sentence",
    [
        "A refund reaches your card within 14 days unless the bank delays it.",
        "A  refund reaches your card\nwithin 14 days unless the bank delays it.",
    ],
)
def test_what_reads_back_is_verbatim(sentence: str):
    assert assess(sentence, [TOKENS, REFUND]).support is Support.VERBATIM


@pytest.mark.parametrize(
    "sentence",
    [
        "Refunds reach your card within fourteen days unless the bank delays them.",
        f"According to the docs, {REFUND[0].lower()}{REFUND[1:]}",
        "Unless the bank delays it, a refund reaches your card within 14 days.",
        "Yes, a refund reaches your card in 14 days unless the bank delays it.",
    ],
)
def test_light_rewording_is_supported(sentence: str):
    assert assess(sentence, [REFUND]).support is Support.SUPPORTED


@pytest.mark.parametrize(
    ("sentence", "source", "rule"),
    [
        ("A refund reaches your card within 30 days unless the bank delays it.", REFUND, "number"),
        ("A refund reaches your card within 14 weeks unless the bank delays it.", REFUND, "number"),
        ("A refund never reaches your card within 14 days.", REFUND, "negation"),
        ("A refund reaches your card within 14 days.", REFUND, "condition"),
        ("A refund reaches your card within 14 days if the bank delays it.", REFUND, "condition"),
        (TOKENS.replace("refreshToken", "renewToken"), TOKENS, "identifier"),
        (TOKENS.replace("before", "after"), TOKENS, "condition"),
        ("The option disables the cache of the server.",
         "The option enables the cache of the server.", "opposite"),
        ("The client calls the server and waits for it.",
         "The server calls the client and waits for it.", "order"),
        ("I think a refund reaches your card within 14 days unless the bank delays it.", REFUND,
         "speaker"),
        ("A parcel reaches your card within 14 days unless the bank delays it.", REFUND, "word"),
    ],
)  # fmt: skip
def test_a_fault_is_named(sentence: str, source: str, rule: str):
    assessment = assess(sentence, [source])
    assert assessment.support is Support.NOT_SUPPORTED
    assert SupportRule(rule) in rules(assessment)


@pytest.mark.parametrize(
    ("one", "other"), [("1,000 MB", "1000 MB"), ("5GB", "5 GB"), ("34 percent", "34%")]
)
def test_numbers_are_the_same_however_they_are_written(one: str, other: str):
    said = assess(
        f"The upload limit of a project is {one}.", [f"The upload limit of a project is {other}."]
    )
    assert said.support in (Support.VERBATIM, Support.SUPPORTED)


@pytest.mark.parametrize("sentence", ["Hello!", "Here are the steps:", "Does this help?", "1."])
def test_what_claims_nothing_lacks_nothing_and_supports_nothing(sentence: str):
    assessment = assess(sentence, [REFUND])
    assert (assessment.support, assessment.claims) == (Support.SUPPORTED, False)
    assert not assess_answer(sentence, [REFUND]).supported


def test_without_a_text_there_is_nothing_to_hold_a_claim_against():
    assert assess(REFUND, []).support is Support.UNCITED


def test_an_answer_falls_with_what_its_source_does_not_say():
    good = assess_answer(f"Sure! {REFUND}", [REFUND])
    bad = assess_answer(f"{REFUND} Parcels are free in Norway.", [REFUND])
    assert good.supported
    assert not bad.supported
    assert [one.support for _, one in bad.sentences] == [Support.VERBATIM, Support.NOT_SUPPORTED]


@pytest.mark.parametrize("fault", ["30 days", "14 weeks"])
def test_an_answer_of_one_sentence_falls_with_its_fault(fault: str):
    answer = assess_answer(REFUND.replace("14 days", fault), [REFUND])
    assert not answer.supported


def test_a_clause_without_its_condition_is_no_quotation():
    source = "If the account is locked, passwords can be reset by an administrator."
    said = assess("Passwords can be reset by an administrator.", [source])
    assert said.support is Support.NOT_SUPPORTED


def test_a_sentence_and_five_passages_take_under_five_milliseconds():
    cited = [f"{REFUND} {TOKENS} Passage {n} speaks of other things." for n in range(5)]
    sentence = "Refunds reach the card in 14 days unless a bank delays them."
    assess(sentence, cited)  # the passages are read once and remembered
    best = min(_seconds(sentence, cited) for _ in range(20))
    assert best < 0.005


def _seconds(sentence: str, cited: list[str]) -> float:
    began = time.thread_time()  # of the processor: neighbours do not count
    assess(sentence, cited)
    return time.thread_time() - began


@given(SENTENCES)
def test_a_sentence_cited_against_itself_is_verbatim(sentence: str):
    assert assess(sentence, [sentence]).support is Support.VERBATIM


@given(SENTENCES, st.integers(2, 9999), st.integers(2, 9999))
def test_another_number_is_never_supported(sentence: str, one: int, other: int):
    if one == other:
        return
    told, changed = f"{sentence[:-1]} {one} times.", f"{sentence[:-1]} {other} times."
    assessment = assess(changed, [told])
    assert assessment.support is Support.NOT_SUPPORTED
    assert SupportRule.NUMBER in rules(assessment)


@given(st.lists(SENTENCES, min_size=1, max_size=5), SENTENCES, st.randoms())
def test_the_order_of_the_cited_texts_does_not_matter(cited: list[str], sentence: str, chance):
    turned = list(cited)
    chance.shuffle(turned)
    assert assess(sentence, cited) == assess(sentence, turned)


@given(st.text(max_size=200), st.lists(st.text(max_size=200), max_size=4))
def test_no_text_makes_it_fail_and_the_same_texts_give_the_same(sentence: str, cited: list[str]):
    first = assess(sentence, cited)
    assert 0.0 <= first.score <= 1.0
    assert assess(sentence, cited) == first
