"""Confidence: the same evidence gives the same verdict, and its reasons can be checked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages import heading, page, paragraph, ranking, spans_of
from verbatim_desktop.domain.answers import Level
from verbatim_desktop.domain.retrieval import MEASURED
from verbatim_desktop.judge import calibration
from verbatim_desktop.judge.gather import above_floor, gather
from verbatim_desktop.judge.reasons import SHORT_OF
from verbatim_desktop.judge.signals import foreign_products
from verbatim_desktop.judge.weigh import LACKS, level_of, probability, signals_of, weigh
from verbatim_desktop.judge.words import is_titled, lacking_share

KEYS = page(
    "keys.md",
    heading("Signing keys", 1),
    paragraph("Rotate the signing key every ninety days. A key lapses after a year."),
)
PLANS = page("plans.md", heading("Plans", 1), paragraph("Each plan has its own storage limit."))


def weighed(question: str, scores=()):
    ranked = ranking(question, [KEYS, PLANS], scores)
    evidence = gather(ranked, above_floor(ranked), {1: KEYS, 2: PLANS}, spans_of)
    return ranked, evidence, weigh(ranked, evidence)


def test_a_covered_question_is_surer_than_one_that_is_half_covered():
    _, _, sure = weighed("How often should I rotate the signing key?")
    _, _, unsure = weighed("How often should I rotate the kubernetes ingress?")
    assert sure.score > unsure.score


def test_reasons_say_what_is_nowhere():
    _, _, confidence = weighed("Rotate the kubernetes key?")
    assert "“kubernetes” is nowhere in this library." in confidence.reasons


def test_reasons_say_that_all_is_covered_and_nothing_is_missing():
    _, _, confidence = weighed("Has a signing key lapsed after ninety days")
    said = "All key words are covered: “signing”, “key”, “lapsed” and 2 more."
    assert confidence.reasons[0] == said
    assert confidence.reasons[-1] == "Nothing important is missing."


def test_reasons_compare_with_the_next_page():
    _, _, confidence = weighed("Rotate the signing key", scores=(3200, 2000))
    assert "The best section scores 1.6 times the next page." in confidence.reasons


def test_an_everyday_word_that_is_nowhere_is_no_reason():
    _, _, confidence = weighed("Rotate the lapsed signing key that goes bad?")
    assert not [reason for reason in confidence.reasons if "goes" in reason or "bad" in reason]


def test_added_words_make_a_question_no_surer():
    question = "Rotate the signing key every ninety days"
    ranked, evidence, whole = weighed(question)
    missing = weigh(*weighed(f"{question} in Norway")[:2], own="in Norway")
    nothing = weigh(ranked, evidence, own="why?")
    assert (weigh(ranked, evidence, own="Rotate every ninety days"), whole.level) == (
        whole,
        Level.HIGH,
    )
    assert missing.level is Level.LOW
    assert missing.reasons[-1] == "What was asked on, “Norway”, is not in the best section."
    assert nothing.level is Level.MEDIUM
    assert nothing.reasons[-1].startswith("What was asked on says nothing by itself")


def test_a_short_question_that_is_covered_is_as_sure_as_a_long_one():
    _, _, short = weighed("rotate signing key")
    _, _, long = weighed(
        "How often should we rotate the signing key? We have many and some are old."
    )
    assert short.score >= long.score


def test_nothing_found_is_said_plainly():
    ranked = ranking("kubernetes", [KEYS], scores=(0,))
    confidence = weigh(ranked, ())
    assert confidence.level is Level.LOW
    assert confidence.reasons[-1] == "No section comes close enough to quote from."


def test_sections_far_below_the_best_are_no_evidence():
    ranked = ranking("Rotate the signing key of a plan", [KEYS, PLANS], scores=(10_000, 3_000))
    assert MEASURED.floor > 0.3
    assert [scored.section.path for scored in above_floor(ranked)] == ["keys.md"]


def test_a_section_with_everyday_words_only_is_no_evidence():
    ranked = ranking("What should I do about it every day in a kubernetes way?", [PLANS])
    assert above_floor(ranked) == ()


@given(st.lists(st.sampled_from("rotate key plan kubernetes the of lapse".split()), min_size=1))
def test_signals_are_shares_and_the_verdict_is_the_same_each_time(words):
    ranked, evidence, confidence = weighed(" ".join(words))
    signals = signals_of(ranked, evidence)
    assert all(0 <= value <= 1 for value in signals.values())
    assert set(calibration.WEIGHTS) <= set(signals)
    assert weigh(ranked, evidence) == confidence
    assert 0 <= confidence.score <= 1


def test_saying_everything_twice_does_not_make_it_surer():
    once = weighed("How do I rotate the signing key?")[2]
    twice = weighed("How do I rotate the signing key? Rotate the signing key")[2]
    assert twice.score == pytest.approx(once.score, abs=0.05)


def test_levels_follow_the_fitted_thresholds():
    assert level_of(calibration.ANSWER_FROM - 0.001) is Level.LOW
    assert level_of(calibration.ANSWER_FROM) is Level.MEDIUM
    assert level_of(calibration.HIGH_FROM) is Level.HIGH


@pytest.mark.parametrize("name", sorted(calibration.WEIGHTS))
def test_more_of_any_fitted_signal_makes_it_surer(name):
    low = dict.fromkeys(calibration.WEIGHTS, 0.5)
    assert probability({**low, name: 1.0}) >= probability(low)


def test_a_product_that_is_not_the_subject_makes_it_less_sure():
    _, _, ours = weighed("Rotate the signing key of a plan")
    ranked, _, other = weighed("Rotate the signing key of a Jenkins")
    assert other.score < ours.score
    assert foreign_products(ranked) == [("Jenkins", 1.0)]


def test_a_product_that_the_page_is_about_is_its_own():
    page_of = page("jenkins.md", heading("Jenkins keys", 1), paragraph("Rotate the key yearly."))
    assert foreign_products(ranking("Rotate a Jenkins key", [page_of])) == []


def test_an_ordinary_word_that_the_section_holds_names_no_product():
    glass = page("glass.md", heading("Keys", 1), paragraph("Rotate the vault key yearly."))
    assert foreign_products(ranking("Rotate the vault key", [glass])) == []
    assert foreign_products(ranking("Rotate the drone key", [glass])) == [("drone", 1.0)]


def test_a_refusal_says_which_product_the_section_is_not_about():
    keys = page("k.md", heading("Keys", 1), paragraph("Jenkins holds keys, plans and storage."))
    ranked = ranking("Why has my Jenkins pipeline lost its build agents?", [keys])
    confidence = weigh(ranked, gather(ranked, above_floor(ranked), {1: keys}, spans_of))
    assert "The best section is not about “Jenkins”." in confidence.reasons


def test_a_refusal_says_which_words_the_best_section_lacks():
    _, _, confidence = weighed("How long may a public message on the storage page be in letters?")
    assert confidence.level is Level.LOW
    assert any(reason.startswith("Not in the best section: “") for reason in confidence.reasons)
    assert "Nothing important is missing." not in confidence.reasons


def test_reasons_name_the_words_that_are_covered_and_those_that_are_missing():
    _, _, confidence = weighed("Rotate the signing key of the storage")
    assert "Covered: “Rotate”, “signing” and “key”." in confidence.reasons
    assert "Not in the best section: “storage”." in confidence.reasons


def test_what_carries_the_question_and_is_nowhere_is_not_answered():
    _, _, confidence = weighed("Does a plan have Vue?")
    assert confidence.level is Level.LOW
    assert "“Vue” is nowhere in this library." in confidence.reasons


def test_a_refusal_always_says_what_made_it_low():
    for question in ("Why is a storage year each?", "plan lapse ninety", "How long is a letter?"):
        _, evidence, confidence = weighed(question)
        if confidence.level is Level.LOW and evidence:
            assert confidence.reasons[-1] in SHORT_OF.values()


def test_an_answer_whose_best_section_lacks_much_of_the_question_is_not_sure():
    ranked, evidence, _ = weighed("Rotate the signing key every ninety Kubernetes days")
    assert 0 < lacking_share(ranked, evidence) < LACKS
    whole, held, _ = weighed("Rotate the key for a lodger")
    assert lacking_share(whole, held) >= LACKS
    assert weigh(whole, held).level is not Level.HIGH
    assert lacking_share(ranked, ()) == 1.0


def test_a_page_whose_title_is_what_was_asked_answers():
    keys = page("k.md", heading("Export your plan", 1), paragraph("Open the settings."))
    other = page("o.md", heading("Letters", 1), paragraph("A letter is long."))
    ranked = ranking("export my entire plan", [keys, other])
    evidence = gather(ranked, above_floor(ranked), {1: keys, 2: other}, spans_of)
    assert is_titled(ranked, evidence)
    assert weigh(ranked, evidence).level is not Level.LOW
    assert not is_titled(ranked, ())


@pytest.mark.parametrize("question", ["export", "export my plan to Kubernetes", "plan storage"])
def test_a_title_that_is_only_some_of_what_was_asked_does_not(question):
    keys = page("k.md", heading("Export your plan", 1), paragraph("Open the settings."))
    ranked = ranking(question, [keys])
    evidence = gather(ranked, above_floor(ranked), {1: keys}, spans_of)
    assert not is_titled(ranked, evidence)
