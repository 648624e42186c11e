"""What a ticket says, and that no export lets a document or a question out of its text."""

from __future__ import annotations

import json

import markdown
import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages import heading, page, paragraph, ranking
from verbatim_desktop.compose import ticket as tickets
from verbatim_desktop.domain.answers import Citation, Confidence, Level, TicketDraft
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.plain import from_plain

WEAK = Confidence(Level.LOW, 0.12, ("“osaka” is nowhere in this library.",))
HELP = page("ips.md", heading("Addresses", 1), paragraph("A project can reserve two addresses."))
HOSTILE = (
    "x <script>alert(1)</script> *b* [l](http://evil.example) `c` <img src=x onerror=y> & # 1."
)


def citation(quote: str = "A project can reserve two addresses.") -> Citation:
    return Citation(
        1, "help", "ips.md", "", "help/ips.md", "one", "addresses", ("Addresses",), quote, ()
    )


def drafted(question: str, *citations: Citation) -> TicketDraft:
    return tickets.draft(question, ranking(question, [HELP]), WEAK, citations, [5.16])


def test_a_ticket_says_what_was_asked_searched_and_found():
    ticket = drafted("Can we reserve addresses in Osaka?", citation())
    assert ticket.title == "Can we reserve addresses in Osaka?"
    assert "“osaka” is nowhere in this library." in ticket.summary
    assert "[1]" in ticket.summary
    assert "Osaka: nowhere" in ticket.searched
    assert "addresses: 1 section" in ticket.searched
    assert ticket.scores == (5.16,)


def test_everyday_words_that_stand_nowhere_are_not_asked_for():
    asks = drafted("Can we manage addresses with Terraform?").next_information
    assert [ask for ask in asks if ask.startswith("What is meant")] == [
        "What is meant by “Terraform”? The documentation does not mention it."
    ]


def test_a_question_in_another_language_is_asked_for_in_the_librarys():
    asks = drafted("Wie kann ich eine feste Adresse bekommen?").next_information
    assert asks[0] == "Can it be asked in the language of the documentation?"
    assert "What is meant" not in " ".join(asks)


def test_what_was_searched_is_kept_as_values_too():
    terms = drafted("Can we reserve addresses in Osaka?").terms
    assert [(term.typed, term.sections) for term in terms][-2:] == [("addresses", 1), ("Osaka", 0)]


def test_one_passage_is_spoken_of_as_one():
    summary = drafted("Can we reserve addresses in Osaka?", citation()).summary
    assert summary.endswith("The closest passage is [1]; it is not taken as the answer.")


def test_a_ticket_without_passages_says_so():
    assert "No passage" in drafted("Can we fly?").summary


def test_what_the_documentation_never_mentions_is_asked_for_first():
    asks = drafted("Can we reserve addresses in Osaka?").next_information
    assert asks[0] == "What is meant by “Osaka”? The documentation does not mention it."


def test_a_problem_asks_for_the_message_unless_it_is_quoted():
    asks = " ".join(drafted("The upload fails every time").next_information)
    assert "exact message" in asks
    asks = " ".join(drafted('The upload fails with "413 entity is too large"').next_information)
    assert "exact message" not in asks


def test_a_version_that_was_named_is_not_asked_for():
    assert "version" not in " ".join(drafted("Does 4.2 reserve addresses?").next_information)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("can it fly? I need to know.", "Can it fly?"),
        ("Help me\nwith this", "Help me"),
        ("word " * 60, ("Word " + "word " * 22).strip() + "…"),
    ],
)
def test_the_title_is_the_first_sentence_cut_at_a_word(question, title):
    assert tickets.title_of(question) == title


def test_an_unknown_format_is_refused_with_those_there_are():
    with pytest.raises(UsageError, match="markdown, json, freshdesk, zendesk, intercom"):
        tickets.render(drafted("Can it fly?"), "jira")


def test_json_reads_back_as_the_same_ticket():
    ticket = drafted("Can we reserve addresses?", citation())
    assert from_plain(TicketDraft, json.loads(tickets.render(ticket, "json"))) == ticket


def test_helpdesk_payloads_have_the_shapes_their_interfaces_take():
    ticket = drafted("Can we reserve addresses?", citation())
    fresh = json.loads(tickets.render(ticket, "freshdesk"))
    assert fresh["subject"] == ticket.title
    assert (fresh["priority"], fresh["status"], fresh["source"]) == (1, 2, 2)
    zen = json.loads(tickets.render(ticket, "zendesk"))["ticket"]
    assert zen["comment"]["public"] is False
    assert "A project can reserve two addresses." in zen["comment"]["html_body"]
    attributes = json.loads(tickets.render(ticket, "intercom"))["ticket_attributes"]
    assert attributes["_default_title_"] == ticket.title
    assert "help/ips.md#addresses" in attributes["_default_description_"]


def test_html_holds_hostile_text_as_text_only():
    html = tickets.to_html(drafted(HOSTILE, citation(HOSTILE)))
    for harmful in ("<script", "<img", "<a ", "<em>b", "<code>c"):
        assert harmful not in html
    assert "&lt;script&gt;" in html
    assert "*b*" in html


@given(st.text(st.sampled_from("ab \n*_`[]()<>#+-.!|~&\\1=\"'"), max_size=40))
def test_any_quote_renders_from_markdown_as_exactly_itself(quote):
    shown = tickets.to_markdown(drafted("Can it fly?", citation(f"a {quote}")))
    html = markdown.markdown(shown)
    quoted = html.partition("<blockquote>")[2].partition("</blockquote>")[0]
    text = nh3.clean(quoted, tags=set()).strip()
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(entity, character)
    assert " ".join(text.split()) == " ".join(f"a {quote}".split())
