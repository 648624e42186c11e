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
    assert (
        ticket.summary.split("\n")[0] == "The customer asks: “Can we reserve addresses in Osaka?”"
    )
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


LOG = "\n".join(
    f"2026-11-30T10:{n:02}:11Z error Error: Failed to fetch /products/{n}" for n in range(60)
)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("can it fly? I need to know.", "Can it fly?"),
        ("Help me\nwith this", "Help me"),
        ("word " * 60, ("Word " + "word " * 14).strip() + "…"),
        (
            "Hello support,\nwe have a problem. How do I rotate a key?\nThanks",
            "How do I rotate a key?",
        ),
        ("OUR SITE IS DOWN!!! HELP", "Our site is down"),
        (
            "Our site is down!!! URGENT please help, getting 500 errors since this morning",
            "Getting 500 errors since this morning",
        ),
        ("Also, could you tell me whether it was renamed?", "It was renamed?"),
        ("Hi team, why was I charged twice???", "Why was I charged twice?"),
        (f"Hello,\nsince Monday it fails:\n{LOG}\nHow do I mend that?", "How do I mend that?"),
        (LOG, "Error: Failed to fetch /products/0"),
    ],
)
def test_the_title_is_the_question_in_a_few_words(question: str, title: str):
    assert tickets.title_of(question) == title


def test_a_log_stands_shortened_at_the_end_and_not_in_the_summary():
    ticket = drafted(
        f"Hello,\nsince Monday the shop fails:\n{LOG}\nHow do I mend that?", citation()
    )
    assert len(ticket.summary.split("\n")) <= 3
    assert len(ticket.summary) < 500
    assert "Failed to fetch" not in ticket.summary
    assert len(ticket.context.split("\n")) == 31
    assert "… 30 more lines …" in ticket.context
    assert tickets.to_html(ticket).count("<pre>") == 1
    assert "exact message" not in " ".join(ticket.next_information)


def test_a_long_question_is_cut_in_the_summary():
    assert len(drafted("Why does it not work, whatever I do with it, and " * 40).summary) < 500


@pytest.mark.parametrize("format", ["freshdesk", "zendesk", "intercom"])
def test_no_helpdesk_is_told_how_sure_the_search_was(format: str):
    shown = tickets.render(drafted("Can we reserve addresses in Osaka?", citation()), format)
    assert "nowhere" not in shown
    assert "Confidence" not in shown
    assert "searched" not in shown


def test_the_team_reads_how_sure_the_search_was():
    shown = tickets.to_markdown(drafted("Can we reserve addresses in Osaka?", citation()))
    assert shown.index("## Closest passages") < shown.index("## Confidence")
    assert "“osaka” is nowhere in this library." in shown


def test_haste_and_days_are_no_words_to_ask_about():
    asks = drafted("URGENT: can we reserve addresses tomorrow, or by 2031?").next_information
    assert not [ask for ask in asks if ask.startswith("What is meant")]


def test_the_version_is_asked_for_only_where_there_are_several():
    question = "Can we reserve addresses?"
    assert "version" not in " ".join(drafted(question).next_information)
    several = tickets.draft(question, ranking(question, [HELP]), WEAK, [], versioned=True)
    assert "Which version or plan is in use?" in several.next_information


@pytest.mark.parametrize("said", ["from 14 to 15", "with Lantern 15", "on v4", "in version 3"])
def test_a_version_that_is_stated_is_not_asked_for(said: str):
    question = f"Can we reserve addresses {said}?"
    ticket = tickets.draft(question, ranking(question, [HELP]), WEAK, [], versioned=True)
    assert "version" not in " ".join(ticket.next_information)


@pytest.mark.parametrize(
    ("level", "said"),
    [(Level.HIGH, "The documentation answers this: see [1]."), (Level.MEDIUM, "may answer this")],
)
def test_a_ticket_for_what_is_answered_says_so(level: Level, said: str):
    question = "Can we reserve addresses?"
    sure = Confidence(level, 0.9, ("Nothing important is missing.",))
    ticket = tickets.draft(question, ranking(question, [HELP]), sure, [citation()])
    assert said in ticket.summary
    assert "not taken as the answer" not in ticket.summary


def test_what_is_asked_in_another_language_is_asked_for_in_the_librarys():
    question = "¿Cómo cambio mi contraseña en addresses?"
    ticket = tickets.draft(question, ranking(question, [HELP]), WEAK, [], foreign=True)
    assert ticket.next_information[0] == "Can it be asked in the language of the documentation?"
    assert "What is meant" not in " ".join(ticket.next_information)


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
