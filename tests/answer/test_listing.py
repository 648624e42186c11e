"""Several things that a question asks for, told whole and in order."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from tests.answer.test_extract import answered, quotes
from tests.pages import code, heading, item, page, paragraph, rows
from verbatim_desktop.answer.extract import Form
from verbatim_desktop.answer.listing import MOST_LISTED
from verbatim_desktop.answer.write import write
from verbatim_desktop.domain.documents import Block, Mark, MarkKind, Sentence

WAYS = ["Phone", "Post", "Chat", "Courier"]


def bold(name: str, rest: str) -> Block:
    block = paragraph(f"{name} {rest}")
    return replace(block, marks=(Mark(MarkKind.STRONG, 0, len(name)),))


def support(*blocks: Block):
    return page("support.md", heading("Support", 1), *blocks)


def test_a_table_of_what_was_asked_for_comes_whole():
    ways = rows(["Channel", "Answer"], *([way, f"within {n} days"] for n, way in enumerate(WAYS)))
    found = quotes(
        "Which support channels are there?",
        support(paragraph("There are four support channels:"), *ways),
    )
    assert found == [
        "There are four support channels:",
        *(f"{way} | within {n} days" for n, way in enumerate(WAYS)),
    ]


def test_a_list_below_a_sentence_without_a_colon_comes_too():
    document = support(
        paragraph("Every plan has the same support channels."), *map(item, WAYS), paragraph("Bye.")
    )
    assert quotes("Which support channels are there?", document) == [
        "Every plan has the same support channels.",
        *WAYS,
    ]


def test_paragraphs_that_open_in_bold_are_told_one_after_the_other():
    document = support(
        paragraph("There are two support channels."),
        bold("Phone", "reaches a person within an hour. It costs more."),
        paragraph("Calls are recorded."),
        bold("Post", "reaches a person within a week."),
    )
    assert quotes("What are the two support channels?", document) == [
        "There are two support channels.",
        "Phone reaches a person within an hour.",
        "Post reaches a person within a week.",
    ]


def test_a_bold_line_names_the_paragraph_below_it():
    document = support(
        paragraph("You can track the state of support in two ways."),
        replace(paragraph("Automated"), marks=(Mark(MarkKind.STRONG, 0, 9),)),
        paragraph("A mail tells each change of its state."),
        replace(paragraph("Manual"), marks=(Mark(MarkKind.STRONG, 0, 6),)),
        paragraph("The console shows what the state is."),
    )
    text, _ = write(answered("In which two ways is the state of support tracked?", document)[1])
    assert text == (
        "You can track the state of support in two ways. [1]\n\n"
        "Automated: A mail tells each change of its state. [2]\n\n"
        "Manual: The console shows what the state is. [3]"
    )


def test_parts_with_a_heading_of_their_own_are_told_by_it():
    document = support(
        paragraph("There are two support channels."),
        heading("Phone", 3),
        paragraph("A person answers within an hour. It costs more."),
        heading("Post", 3),
        paragraph("A person answers within a week."),
    )
    text, _ = write(answered("What are the two support channels?", document)[1])
    assert text == (
        "There are two support channels. [1]\n\n"
        "Phone: A person answers within an hour. [2]\n\n"
        "Post: A person answers within a week. [3]"
    )


def test_the_lines_of_a_paragraph_are_told_as_items():
    lines = ["The support channels are:", "Phone with a person", "Post with a stamp"]
    document = support(paragraph(" ".join(lines)))
    ends = list(accumulate(len(line) + 1 for line in lines))
    sentences = tuple(
        Sentence(1, end - 1 - len(line), end - 1) for line, end in zip(lines, ends, strict=True)
    )
    document = replace(document, sentences=sentences)
    _, passages = answered("Which support channels are there?", document)
    assert [passage.form for passage in passages] == [Form.PROSE, Form.ITEM, Form.ITEM]


def test_a_short_list_brings_the_list_within_it():
    document = page(
        "jobs.md",
        heading("Jobs", 1),
        paragraph("A job file must export:"),
        item("A function to run."),
        item("A configuration. It has two properties:"),
        item("The name it is called by.", depth=2),
        item("The schedule it runs by.", depth=2),
    )
    assert quotes("What must a job file export?", document) == [
        "A job file must export:",
        "A function to run.",
        "A configuration.",
        "It has two properties:",
        "The name it is called by.",
        "The schedule it runs by.",
    ]


def test_a_long_list_is_bounded():
    document = support(
        paragraph("These support channels exist:"),
        *(item(f"Channel number {n} of them all") for n in range(30)),
    )
    found = quotes("Which support channels exist?", document)
    assert len(found) == MOST_LISTED + 1


def test_the_sentence_that_introduces_the_list_opens_the_answer():
    document = support(
        paragraph("Support channels cost nothing on any of the larger plans of support."),
        paragraph("We offer these support channels:"),
        *map(item, WAYS),
    )
    assert quotes("Which support channels are there?", document)[0] == (
        "We offer these support channels:"
    )


def test_a_number_beside_the_opening_comes_with_it():
    document = page(
        "cache.md",
        heading("Cache", 1),
        paragraph(
            "The cache size of a server instance is set in the console. It defaults to 50 MB."
        ),
    )
    assert quotes("How big is the cache of a server instance?", document) == [
        "The cache size of a server instance is set in the console.",
        "It defaults to 50 MB.",
    ]


def test_of_longer_code_come_the_lines_that_were_asked_for():
    document = page(
        "agent.md",
        heading("Agent", 1),
        paragraph("To disable the keep-alive of the agent, add this to its settings:"),
        code("module.exports = {\n  agent: {\n    keepAlive: false,\n    retries: 3,\n  },\n}"),
    )
    found = quotes("How do I disable the keep-alive of the agent?", document)
    assert [line.strip() for line in found[1:]] == ["keepAlive: false,"]


def test_a_row_of_a_version_history_stands_back():
    document = page(
        "fonts.md",
        heading("Fonts", 1),
        paragraph("Several weights of fonts are loaded with an array."),
        heading("Version history"),
        *rows(["Version", "Change"], ["v13", "Loading several weights of fonts was added"]),
    )
    first = quotes("How do I go about loading several weights of fonts?", document)[0]
    assert first == "Several weights of fonts are loaded with an array."
    since = quotes("Since which version can several weights of fonts be loaded?", document)
    assert "v13 | Loading several weights of fonts was added" in since


def test_what_takes_up_a_sentence_brings_it():
    document = page(
        "toasts.md",
        heading("Toasts", 1),
        paragraph(
            "Pass a manager to the provider. This queues a toast from outside of a component."
        ),
    )
    assert quotes("How do I queue a toast from outside of a component?", document) == [
        "Pass a manager to the provider.",
        "This queues a toast from outside of a component.",
    ]


def test_a_sentence_that_promises_what_follows_brings_it():
    document = support(
        paragraph("The following becomes public once support is open to everybody."),
        item("Names of people"),
        item("Names of streams"),
    )
    assert quotes("What becomes public once support is open to everybody?", document) == [
        "The following becomes public once support is open to everybody.",
        "Names of people",
        "Names of streams",
    ]


def test_a_lead_in_to_something_else_does_not_introduce_the_things():
    document = support(
        paragraph("Plans come with preset support levels. Each level balances two aims:"),
        item("How fast an answer is"),
        item("How deep an answer is"),
        paragraph("Choose one of these preset support levels:"),
        *map(item, WAYS),
    )
    found = quotes("What preset support levels are there?", document)
    assert found[: 1 + len(WAYS)] == ["Choose one of these preset support levels:", *WAYS]


def test_a_lead_in_to_code_does_not_introduce_the_parts_after_it():
    document = support(
        paragraph("There are support methods, such as this one:"),
        code("call(phone)\nwait(hour)"),
        heading("Phone", 3),
        paragraph("A person answers within an hour."),
        heading("Post", 3),
        paragraph("A person answers within a week."),
    )
    found = quotes("Which support methods are there?", document)
    assert "A person answers within a week." not in found


def test_steps_whose_lead_in_was_asked_for_come_along():
    document = page(
        "import.md",
        heading("Catalogue", 1),
        paragraph("You import products into a shop from a file of values."),
        heading("Lists", 3),
        paragraph("To import products:"),
        item("Open the catalogue.", "1."),
        item("Choose the button.", "2."),
    )
    found = quotes("How do I import products from a file into the admin of my shop?", document)
    assert found[-3:] == ["To import products:", "Open the catalogue.", "Choose the button."]
