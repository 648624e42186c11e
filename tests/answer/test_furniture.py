"""What of a page is furniture and is not quoted."""

from __future__ import annotations

import pytest

from tests.answer.test_extract import answered, quotes
from tests.pages import heading, item, page, paragraph
from verbatim_desktop.answer.furniture import furniture, without_furniture
from verbatim_desktop.domain.documents import Block, Document

LIMITS = page(
    "limits.md",
    heading("Rate limits", 1),
    paragraph("Rate limits hold for each organization."),
    heading("Usage tiers"),
    paragraph("A tier rises by itself."),
    heading("Response headers"),
    paragraph("Each response names the limit that holds."),
)


def left_out(*blocks: Block) -> list[str]:
    """What is furniture of a page that ends with some blocks."""
    document = page("limits.md", *LIMITS.blocks, *blocks)
    return [document.text_of(document.sentences[index]) for index in sorted(furniture(document))]


@pytest.mark.parametrize(
    "text",
    [
        "Rate limits Usage tiers Response headers",
        "Rate limitsUsage tiersResponse headers",
        "Rate limits Free Usage tiers Response headers",
        "Usage tiersxlinkedin",
        "Was this page helpful?",
        "Edit this page",
        "Skip to main content",
        "Last updated on March 3, 2025",
        "© 2024 Acme Inc",
        "Home > Docs > Rate limits",
    ],
)
def test_what_stands_around_a_page_is_furniture(text: str):
    assert left_out(paragraph(text)) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Rate limits hold longer on larger plans.",
        "Usage tiers",
        "Read on with rate limits and the usage tiers of larger plans",
        "Go to Settings > Limits > Organization and choose a tier.",
        "Edit the file and save it.",
        "Share a project with your team.",
        "Sign in with the account of an owner.",
        "A page was helpful if the customer says so.",
        "Home is where the shell starts.",
    ],
)
def test_what_a_page_says_is_none(text: str):
    assert left_out(paragraph(text)) == []


def test_what_stands_below_it_goes_with_it():
    assert left_out(paragraph("Usage tiersxlinkedin"), paragraph("Errors Client libraries")) == [
        "Usage tiersxlinkedin",
        "Errors Client libraries",
    ]


def test_what_stands_above_it_stays():
    assert left_out(paragraph("Fifty on the plan for teams"), paragraph("Edit this page")) == [
        "Edit this page"
    ]


def test_sentences_and_lists_at_the_end_of_a_page_stay():
    assert left_out(item("Ask an owner"), paragraph("Usage tiersxlinkedin")) == [
        "Usage tiersxlinkedin"
    ]


def test_a_menu_that_holds_the_words_of_a_question_is_not_quoted():
    menu = "Rate limits Usage tiers Response headers"
    document: Document = page("limits.md", *LIMITS.blocks, paragraph(menu))
    evidence, _ = answered("Which response headers tell rate limits and usage tiers?", document)
    rows = {item.ranked.section.document_id: document for item in evidence}
    kept = without_furniture(evidence, rows)
    assert any(s.quote == menu for item in evidence for s in item.sentences)
    assert not any(s.quote == menu for item in kept for s in item.sentences)
    assert [len(item.sentences) for item in without_furniture(kept, rows)] == [
        len(item.sentences) for item in kept
    ]


def test_lines_run_together_and_unmarked_code_do_not_answer():
    document = page(
        "models.md",
        heading("Models", 1),
        paragraph("Fast models for sales forecasts of knowledgeSales forecastsCode reviews"),
        paragraph("models = load_models(fast=True, forecasts=[sales])"),
        paragraph("The small model is fast enough for sales forecasts."),
    )
    assert quotes("Which model is fast enough for sales forecasts?", document) == [
        "The small model is fast enough for sales forecasts."
    ]
