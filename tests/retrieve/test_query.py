"""A question becomes weighted groups; everything that was added says where it came from."""

from __future__ import annotations

import pytest

from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.retrieval import Query, TermGroup, TermOrigin
from verbatim_desktop.resources import read_text
from verbatim_desktop.retrieve.query import MOST_GROUPS, parse_query
from verbatim_desktop.retrieve.synonyms import parse_synonyms


def group(query: Query, typed: str) -> TermGroup:
    [found] = [item for item in query.groups if item.typed == typed]
    return found


def origins(item: TermGroup) -> dict[str, TermOrigin]:
    return {term.text: term.origin for term in item.terms}


def test_a_word_comes_with_its_stem_and_says_so():
    assert origins(group(parse_query("Refunds please"), "Refunds")) == {
        "refunds": TermOrigin.TYPED,
        "refund": TermOrigin.STEM,
    }


def test_an_identifier_weighs_more_than_its_parts():
    query = parse_query("next.config.js")
    whole, *parts = query.groups
    assert (whole.typed, whole.weight) == ("next.config.js", 1.0)
    assert [part.typed for part in parts] == ["next", "config", "js"]
    assert all(part.weight < whole.weight for part in parts)
    assert {term.origin for part in parts for term in part.terms} == {TermOrigin.PART}


def test_function_words_weigh_little_but_are_not_lost():
    query = parse_query("how do I cancel")
    assert group(query, "how").stop
    assert 0 < group(query, "how").weight < 0.5
    assert not group(query, "cancel").stop


def test_words_of_complaint_weigh_less_than_the_subject():
    query = parse_query("weird problem with invoices")
    assert group(query, "weird").weight < group(query, "invoices").weight == 1.0


def test_repeating_a_word_makes_it_weigh_more():
    query = parse_query("runner token runner config Runner")
    assert group(query, "runner").weight > group(query, "token").weight


def test_quoted_words_become_a_phrase_of_index_terms():
    assert parse_query('set "environment variables" now').phrases == (("environment", "variables"),)
    assert parse_query("“next.config.js file”").phrases == (("next", "config", "js", "file"),)
    assert parse_query('one "word" only').phrases == ()


def test_synonyms_stand_in_the_group_of_the_word_they_are_for():
    synonyms = parse_synonyms("env, environment variable\nk8s => kubernetes")
    query = parse_query("env on k8s", synonyms)
    assert origins(group(query, "env")) == {
        "env": TermOrigin.TYPED,
        "environ variabl": TermOrigin.SYNONYM,
    }
    assert (
        TermOrigin.SYNONYM
        not in origins(group(parse_query("kubernetes", synonyms), "kubernetes")).values()
    )


def test_synonyms_of_two_words_are_found_side_by_side():
    synonyms = parse_synonyms("env, environment variable")
    both = parse_query("an environment variable", synonyms)
    assert origins(group(both, "variable"))["env"] is TermOrigin.SYNONYM
    apart = parse_query("environment of a variable", synonyms)
    assert "env" not in origins(group(apart, "variable"))


def test_a_term_that_is_switched_off_is_left_out():
    query = parse_query("refunds for cards", disabled_terms={"refund"})
    assert origins(group(query, "refunds")) == {"refunds": TermOrigin.TYPED}
    with pytest.raises(QuestionUnusable):
        parse_query("refund", disabled_terms={"refund"})


@pytest.mark.parametrize("text", ["", "   \n", "🎉🎉", "?!…"])
def test_a_question_without_words_is_refused_with_a_reason(text: str):
    with pytest.raises(QuestionUnusable, match="question"):
        parse_query(text)


def test_only_function_words_are_still_a_question():
    assert parse_query("how to be or not to be").groups


def test_a_message_of_any_length_is_bounded():
    query = parse_query(" ".join(f"word{number}" for number in range(9000)))
    assert len(query.groups) == MOST_GROUPS
    assert len(query.text) <= 20_000


def test_japanese_questions_become_pairs():
    assert [item.typed for item in parse_query("設定方法は？").groups] == [
        "設定",
        "定方",
        "方法",
        "法は",
    ]


# --- The synonym file ----------------------------------------------------------------------------


def test_the_synonyms_that_come_with_the_program_can_be_read():
    synonyms = parse_synonyms(read_text("synonyms.txt"))
    assert synonyms.problems == ()
    assert ("repositori",) in synonyms.entries[("repo",)]


def test_a_line_that_cannot_be_read_is_reported_and_passed_over():
    synonyms = parse_synonyms("# note\n\nlonely\na => \nauth => login # why\n")
    assert [note.path for note in synonyms.problems] == ["line 3", "line 4"]
    assert list(synonyms.entries) == [("auth",)]


def test_synonyms_match_whatever_the_ending_and_case():
    synonyms = parse_synonyms("Repositories, repo")
    assert origins(group(parse_query("repository", synonyms), "repository"))["repo"] is (
        TermOrigin.SYNONYM
    )


@pytest.mark.parametrize(
    ("question", "word", "added"),
    [
        ("how do I delete my account", "account", "deactiv"),
        ("I forgot my password", "forgot", "reset password"),
        ("how long is it kept", "kept", "retent"),
        ("turn off the alarm", "turn", "disabl"),
        ("I was charged twice", "charged", "bill"),
    ],
)
def test_what_a_help_centre_calls_otherwise_is_looked_for(question: str, word: str, added: str):
    query = parse_query(question, parse_synonyms(read_text("synonyms.txt")))
    assert origins(group(query, word))[added] is TermOrigin.SYNONYM


def test_an_everyday_verb_alone_is_not_taken_for_another():
    query = parse_query("delete a file", parse_synonyms(read_text("synonyms.txt")))
    assert TermOrigin.SYNONYM not in origins(group(query, "delete")).values()
