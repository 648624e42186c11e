"""Which sentences answer, in which order, and what comes with them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages import code, heading, item, page, paragraph, ranking, rows, spans_of
from verbatim_desktop.answer.extract import MOST_PASSAGES, Form, extract
from verbatim_desktop.answer.flags import notes, worded
from verbatim_desktop.answer.suggest import suggest
from verbatim_desktop.answer.write import write
from verbatim_desktop.domain.documents import Document, Flag, FlagKind, Sentence
from verbatim_desktop.judge.gather import above_floor, gather


def answered(question: str, *documents: Document):
    """(evidence, passages) of a question."""
    ranked = ranking(question, documents)
    by_row = dict(enumerate(documents, 1))
    evidence = gather(ranked, above_floor(ranked), by_row, spans_of)
    return evidence, extract(ranked, evidence, by_row)


def quotes(question: str, *documents: Document) -> list[str]:
    return [passage.sentence.quote for passage in answered(question, *documents)[1]]


REFUNDS = page(
    "refunds.md",
    heading("Refunds", 1),
    paragraph("This page describes how refunds work. See [Cards] and [Transfers]."),
    heading("How long refunds take"),
    paragraph("Banks work slowly on weekends. A refund takes 14 days to reach the customer."),
    paragraph("For more information about how long a refund takes, see the terms."),
    heading("Start a refund"),
    paragraph("To start a refund from the console:"),
    item("Open the order.", "1."),
    item("Choose the refund reason.", "2."),
    item("Confirm with your password.", "3."),
)


def test_the_sentence_that_answers_comes_first():
    assert quotes("How many days does a refund take?", REFUNDS)[0] == (
        "A refund takes 14 days to reach the customer."
    )


def test_pointers_and_announcements_do_not_come_first():
    first = quotes("How do refunds work and how long does a refund take?", REFUNDS)[0]
    assert not first.startswith(("This page", "See", "For more"))


def test_steps_come_whole_with_their_lead_in():
    _, passages = answered("How do I choose the reason to start a refund?", REFUNDS)
    text, _ = write(passages)
    assert (
        "To start a refund from the console: [1]\n1. Open the order. [2]\n"
        "2. Choose the refund reason. [3]\n3. Confirm with your password. [4]"
    ) in text


def test_a_list_item_brings_what_it_hangs_on():
    limits = page(
        "limits.md",
        heading("Limits", 1),
        paragraph("On the free plan these limits hold:"),
        item("Each project may keep ten exports."),
        item("Uploads stop at one gigabyte."),
    )
    found = quotes("How many exports may a project keep?", limits)
    assert found[:2] == [
        "On the free plan these limits hold:",
        "Each project may keep ten exports.",
    ]


def test_a_condition_is_not_left_behind():
    keys = page(
        "keys.md",
        heading("Keys", 1),
        paragraph("Keys of owners never lapse. Otherwise, an access key expires in ninety days."),
    )
    assert quotes("When does an access key expire?", keys) == [
        "Keys of owners never lapse.",
        "Otherwise, an access key expires in ninety days.",
    ]


def test_a_row_is_read_with_its_column_heads():
    plans = page(
        "plans.md",
        heading("Plans", 1),
        *rows(["Plan", "Storage limit"], ["Basic account", "5 GB"], ["Business account", "2 TB"]),
    )
    _, passages = answered("What is the storage limit of a business account?", plans)
    assert passages[0].form is Form.ROW
    assert "Plan: Business account; Storage limit: 2 TB [1]" in write(passages)[0]


def test_a_short_command_follows_its_lead_in_when_asked_how():
    tool = page(
        "tool.md",
        heading("Tool", 1),
        paragraph("Rotate the signing key with the rotate command:"),
        code("harbor keys rotate --all", "bash"),
    )
    text, _ = write(answered("How do I rotate the signing key?", tool)[1])
    assert "`harbor keys rotate --all` [2]" in text


@pytest.mark.parametrize(
    "block",
    [
        heading("Rotate the signing key", 3),
        paragraph("[Rotate the signing key]"),
        paragraph("Note:"),
        code("import { rotate } from 'keys'", "js"),
    ],
)
def test_what_says_nothing_alone_is_never_quoted(block):
    silly = page("a.md", heading("Keys", 1), block)
    assert quotes("How do I rotate the signing key?", silly) == []


def test_the_same_sentence_of_two_pages_is_said_once():
    copy = page("copy.md", *REFUNDS.blocks)
    found = quotes("How many days does a refund take?", REFUNDS, copy)
    assert len(found) == len(set(found))


def test_a_sentence_that_its_page_repeats_gives_way_to_one_that_stands_once():
    twice = page(
        "twice.md",
        heading("Exports", 1),
        paragraph("An export lapses after ten days."),
        heading("Again"),
        paragraph("An export lapses after ten days. Every export lapses after ten days at night."),
    )
    assert quotes("When does an export lapse?", twice)[0].startswith("Every export")


def test_the_steps_of_each_tab_are_lists_of_their_own():
    mute = page(
        "mute.md",
        heading("Topics", 1),
        heading("Mute a topic"),
        paragraph("Muting a topic hides its messages."),
        replace(item("Hover over the topic.", "1."), context=("desktop",)),
        replace(item("Choose the bell.", "2."), context=("desktop",)),
        replace(item("Press and hold the topic.", "1."), context=("mobile",)),
        replace(item("Tap the bell.", "2."), context=("mobile",)),
    )
    text, _ = write(answered("mute a topic", mute)[1])
    assert text.startswith(
        "Muting a topic hides its messages. [1]\n"
        "desktop:\n1. Hover over the topic. [2]\n2. Choose the bell. [3]"
    )
    assert "Tap the bell" not in text


def test_a_task_brings_its_steps_from_another_section_of_the_page():
    move = page(
        "move.md",
        heading("Move a project", 1),
        paragraph("Owners move a project to another group, and each move of a project is logged."),
        heading("Move a project from the console"),
        item("Open the settings.", "1."),
        item("Pick the group.", "2."),
    )
    found = quotes("how do I move a project", move)
    assert found[-2:] == ["Open the settings.", "Pick the group."]


def test_a_step_does_not_answer_whether():
    domains = page(
        "domains.md",
        heading("Domains", 1),
        item("Type your own certificate and the domain.", "1."),
        item("Choose Check.", "2."),
        paragraph("Nobody may bring our own certificate for the domain."),
    )
    first = quotes("Is our own certificate for the domain allowed?", domains)[0]
    assert first == "Nobody may bring our own certificate for the domain."


def test_a_further_paragraph_of_an_item_brings_how_the_item_begins():
    keys = page(
        "keys.md",
        heading("Keys", 1),
        paragraph("Two kinds of account differ:"),
        item("Owners of a team."),
        replace(paragraph("An access key of theirs expires in ninety days."), list_depth=1),
    )
    assert quotes("When does an access key expire?", keys) == [
        "Two kinds of account differ:",
        "Owners of a team.",
        "An access key of theirs expires in ninety days.",
    ]


def test_a_procedure_under_another_heading_is_left_out():
    other = page(
        "other.md",
        heading("Projects", 1),
        paragraph("To rename a project, edit its title."),
        heading("Delete groups"),
        item("Open the danger zone.", "1."),
        item("Confirm.", "2."),
    )
    assert quotes("how do I rename a project", other) == ["To rename a project, edit its title."]


def test_a_lead_in_whose_code_is_too_long_gives_way_to_a_whole_sentence():
    long = "\n".join(f"line_{number} = harbor.rotate()" for number in range(9))
    tool = page(
        "tool.md",
        heading("Tool", 1),
        paragraph("Rotate a signing key as follows:"),
        code(long, "python"),
        paragraph("Rotate a signing key with the command line."),
    )
    found = quotes("rotate a signing key", tool)
    assert found[0] == "Rotate a signing key with the command line."


def test_short_code_follows_its_lead_in_whatever_is_asked():
    tool = page(
        "tool.md",
        heading("Tool", 1),
        paragraph("The signing key of the harbor stands in this line:"),
        code("harbor.key = 'x'", "python"),
    )
    assert quotes("Where is the signing key of the harbor?", tool)[-1] == "harbor.key = 'x'"


@pytest.mark.parametrize(
    "start",
    ["However, the", "For example, the", "Additionally, the", "If that happens, the", "This"],
)
def test_an_answer_does_not_begin_in_mid_thought(start):
    keys = page(
        "keys.md",
        heading("Keys", 1),
        item("Owners pay."),
        paragraph(f"{start} access key expires in ninety days for all owners."),
        paragraph("An access key expires in ninety days."),
    )
    first = quotes("Which access key expires in ninety days?", keys)[0]
    assert first == "An access key expires in ninety days."


def test_a_sentence_that_takes_up_the_paragraph_before_brings_it():
    keys = page(
        "keys.md",
        heading("Keys", 1),
        paragraph("Keys of owners never lapse."),
        paragraph("Otherwise, an access key expires in ninety days."),
    )
    assert quotes("When does an access key expire?", keys) == [
        "Keys of owners never lapse.",
        "Otherwise, an access key expires in ninety days.",
    ]


def test_a_label_is_no_lead_in():
    plans = page(
        "plans.md",
        heading("Plans", 1),
        paragraph("Good to know:"),
        item("A trial has the limits of the team plan."),
    )
    assert quotes("Which limits has a trial?", plans) == [
        "A trial has the limits of the team plan."
    ]


def test_a_bare_lead_in_brings_what_it_takes_up():
    codemod = page(
        "codemod.md",
        heading("Proxy", 1),
        paragraph("This codemod moves a project to the proxy. It:"),
        item("Renames the middleware export."),
    )
    assert quotes("What renames the middleware export?", codemod) == [
        "This codemod moves a project to the proxy.",
        "It:",
        "Renames the middleware export.",
    ]


def test_a_bare_lead_in_that_takes_up_nothing_is_left_out():
    admin = page(
        "admin.md",
        heading("Admin", 1),
        code("one\ntwo\nthree\nfour\nfive\nsix\nseven"),
        paragraph("Where:"),
        item("The variable names the base path of the admin."),
    )
    assert quotes("What names the base path of the admin?", admin) == [
        "The variable names the base path of the admin."
    ]


def test_a_lead_in_to_what_is_not_quoted_ends_in_a_full_stop():
    config = page(
        "config.md",
        heading("Config", 1),
        paragraph("All AMP options have been removed:"),
        code("if amp:\n  one()\n  two()\n  three()\n  four()", "js"),
    )
    _, passages = answered("Which AMP options have been removed?", config)
    text, claims = write(passages)
    assert text == "All AMP options have been removed. [1]"
    assert claims[0].text == "All AMP options have been removed:"


def test_code_and_items_that_a_step_leads_in_come_with_it():
    steps = page(
        "steps.md",
        heading("Install", 1),
        paragraph("To install the harbor runner:"),
        item("Add the repository:", "1."),
        replace(code("harbor repo add"), list_depth=1),
        item("Choose a mode:", "2."),
        item("Quick, for tests.", "1.", depth=2),
        item("Safe, for work.", "2.", depth=2),
        item("Start the runner.", "3."),
    )
    text, _ = write(answered("How do I install the harbor runner?", steps)[1])
    assert text.split("\n") == [
        "To install the harbor runner: [1]",
        "1. Add the repository: [2]",
        "`harbor repo add` [3]",
        "2. Choose a mode: [4]",
        "- Quick, for tests. [5]",
        "- Safe, for work. [6]",
        "3. Start the runner. [7]",
    ]


def test_a_task_told_in_commands_is_quoted_with_them():
    root = page(
        "root.md",
        heading("Reset your root password", 1),
        paragraph("Start the harbor console with this command:"),
        code("harbor console production", "bash"),
        paragraph("Wait until the console has loaded. Now set the new one:"),
        code("user.password = 'new'"),
        paragraph("Save the changes at the end."),
        code("user.save!"),
    )
    found = quotes("I lost my root password and cannot reset it, please help me out here", root)
    assert found == [
        "Start the harbor console with this command:",
        "harbor console production",
        "Now set the new one:",
        "user.password = 'new'",
        "Save the changes at the end.",
        "user.save!",
    ]


OPTIONS = page(
    "options.md",
    heading("Card provider", 1),
    *rows(
        ["Option", "Meaning"],
        ["apiKey", "The key of the provider."],
        ["hook", "The secret."],
        ["mode", "x"],
    ),
)


def test_a_line_that_only_opens_a_bracket_is_left_out():
    slash = page(
        "slash.md",
        heading("Trailing slash", 1),
        paragraph("To turn the trailing slash on, set this:"),
        code("module.exports = {\n  trailingSlash: true,\n}", "js"),
    )
    found = quotes("How do I turn the trailing slash on?", slash)
    assert [quote.strip() for quote in found] == [
        "To turn the trailing slash on, set this:",
        "trailingSlash: true,",
    ]


def test_which_options_brings_the_whole_table():
    found = quotes("Which options has a key of the card provider?", OPTIONS)
    assert [row for row in found if " | " in row] == [
        "apiKey | The key of the provider.",
        "hook | The secret.",
        "mode | x",
    ]


def test_a_row_without_heads_is_no_line_of_bars():
    bare = page(
        "bare.md",
        heading("Card provider", 1),
        *rows(["", ""], ["apiKey", "The key of the card provider.", "-"])[1:],
    )
    text, _ = write(answered("What is the key of the card provider?", bare)[1])
    assert text == "- apiKey; The key of the card provider. [1]"


def test_who_may_do_a_task_is_no_question_of_steps():
    topics = page(
        "topics.md",
        heading("Delete a topic", 1),
        paragraph("Only moderators delete a topic."),
        item("Press and hold a topic.", "1."),
        item("Tap the bin to delete a topic.", "2."),
    )
    assert quotes("Who can delete a topic?", topics)[0] == "Only moderators delete a topic."
    assert quotes("Delete a topic", topics)[-1] == "Tap the bin to delete a topic."


def test_code_of_a_page_is_code_in_the_answer_and_plain_in_its_claim():
    cache = page(
        "cache.md",
        heading("Cache", 1),
        paragraph("The lifetime of a page is set by `cacheLife` in `next.config.js`."),
    )
    text, claims = write(answered("What sets the lifetime of a page?", cache)[1])
    assert text == "The lifetime of a page is set by `cacheLife` in `next.config.js`. [1]"
    assert "`" not in claims[0].text


EXPIRES = "An access key expires in ninety days."


@pytest.mark.parametrize(
    "text",
    [
        "| Branch | Matches | |---+---| | *-stable | access key expires |",
        "Good to know: an access key expires at some time.",
        "Consider an access key that expires at some time.",
        "To learn when an access key expires, see the key reference.",
    ],
)
def test_ruled_lines_asides_and_pointers_do_not_open_an_answer(text):
    blocks = [paragraph(text), paragraph("A key lapses."), paragraph(EXPIRES)]
    keys = page("keys.md", heading("Keys", 1), *blocks)
    whole = tuple(Sentence(at, 0, len(block.text)) for at, block in enumerate(blocks, 1))
    assert quotes("When does an access key expire?", replace(keys, sentences=whole))[0] == EXPIRES


def test_an_answer_opens_on_the_best_page_where_the_sentences_are_about_as_good():
    best = page("best.md", heading("Refund days", 1), paragraph("A refund takes 14 days."))
    other = page("other.md", heading("Fees", 1), paragraph("A refund takes 3 days of work here."))
    documents = (other, best)
    ranked = ranking("How many days does a refund take?", documents, [900, 1000])
    by_row = dict(enumerate(documents, 1))
    evidence = gather(ranked, above_floor(ranked), by_row, spans_of)
    assert extract(ranked, evidence, by_row)[0].sentence.quote == "A refund takes 14 days."


def test_an_answer_stays_short():
    many = page(
        "many.md",
        heading("Exports", 1),
        *(paragraph(f"An export of kind {name} lapses after {n} days, as its owner set it.")
          for n, name in enumerate(("red", "blue", "green", "gray", "pink", "teal", "gold"), 2)),
    )  # fmt: skip
    assert 1 <= len(quotes("When does an export lapse?", many)) <= MOST_PASSAGES


def test_prose_after_a_list_starts_a_line_of_its_own():
    mail = page(
        "mail.md",
        heading("Mail", 1),
        paragraph("The relay needs these mail ports:"),
        item("Port 25."),
        paragraph("The relay may open other mail ports at night."),
    )
    text, _ = write(answered("Which mail ports does the relay need?", mail)[1])
    assert "- Port 25. [2]\nThe relay may open" in text


WORDS = "refund takes days export key plan limit project it this open the a of".split()
TEXT = st.lists(st.sampled_from(WORDS), min_size=3, max_size=9).map(lambda w: " ".join(w) + ".")
BLOCK = st.one_of(
    TEXT.map(paragraph), TEXT.map(item), TEXT.map(lambda text: item(text, "1.")),
    TEXT.map(heading), TEXT.map(lambda text: paragraph(text[:-1] + ":")), TEXT.map(code),
)  # fmt: skip
PAGES = st.lists(st.lists(BLOCK, min_size=1, max_size=8), min_size=1, max_size=3).map(
    lambda pages: [page(f"{n}.md", *blocks) for n, blocks in enumerate(pages)]
)


@given(PAGES, TEXT)
def test_passages_are_in_document_order_and_never_repeated(documents, question):
    evidence, passages = answered(question, *documents)
    keys = [(passage.evidence, passage.sentence.index) for passage in passages]
    assert len(keys) == len(set(keys))
    for one, other in pairwise(keys):
        assert one[0] != other[0] or one[1] < other[1]
    numbers = [number for number, _ in keys]
    assert len([n for i, n in enumerate(numbers) if i == 0 or numbers[i - 1] != n]) == len(
        set(numbers)
    )
    for passage in passages:
        sentence = passage.sentence
        assert sentence in evidence[passage.evidence].sentences


@given(PAGES, TEXT)
def test_every_claim_is_its_quote_and_carries_its_marker(documents, question):
    _, passages = answered(question, *documents)
    text, claims = write(passages)
    assert [claim.text for claim in claims] == [p.sentence.quote for p in passages]
    assert all(f"[{marker}]" in text for claim in claims for marker in claim.markers)


def test_limits_are_noted_with_the_markers_they_concern():
    tier = Flag(FlagKind.TIER, "Enterprise")
    keys = page("keys.md", heading("Keys", 1), paragraph("The vault keeps access keys safe.", tier))
    evidence, passages = answered("What keeps access keys safe?", keys)
    assert notes(passages, evidence) == ("[1] holds for certain plans: Enterprise.",)


def test_a_note_on_several_markers_speaks_of_several():
    tier = Flag(FlagKind.TIER, "Enterprise")
    gone = Flag(FlagKind.DEPRECATED, "is deprecated")
    keys = page("keys.md", heading("Keys", 1), paragraph("Keep access keys safe.", tier, gone))
    evidence, [passage] = answered("How do I keep access keys safe?", keys)
    assert notes((passage, passage), evidence) == (
        "[1][2] hold for certain plans: Enterprise.",
        "[1][2] describe something deprecated: “is deprecated”.",
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("`next export` is deprecated in favor of output.", FlagKind.DEPRECATED),
        ("The option was removed in 14.0.", FlagKind.REMOVED),
        ("Introduced in GitLab 10.3.", FlagKind.VERSION),
        ("It is only available in the Premium plan.", FlagKind.TIER),
    ],
)
def test_a_limit_stated_in_words_is_recognised(text, kind):
    assert kind in [flag.kind for flag in worded(text)]


def test_plain_text_states_no_limit():
    assert worded("Open the order and choose Refund. It takes 14 days.") == ()


def test_neighbours_and_runners_up_are_suggested_but_nothing_quoted():
    other = page("terms.md", heading("Terms", 1), paragraph("A refund needs a receipt."))
    ranked = ranking("How many days does a refund take?", [REFUNDS, other])
    evidence, passages = answered("How many days does a refund take?", REFUNDS, other)
    best = evidence[passages[0].evidence]
    home = best.ranked.section
    found = suggest(ranked.results, best, REFUNDS, {(home.document_id, home.ordinal)})
    assert found[0].title == "Terms"
    assert "Refunds › Start a refund" in [s.title for s in found]
    assert home.anchor not in [s.anchor for s in found if s.path == home.path]


def test_a_section_of_links_is_not_suggested():
    question = "How many days does a refund take?"
    refunds = page(
        "refunds.md",
        heading("Refunds", 1),
        heading("How long"),
        paragraph("How many days a refund takes: a refund takes 14 days."),
        heading("Related articles"),
        item("Cards"),
        heading("Terms"),
        paragraph("A receipt is needed."),
    )
    links = page("links.md", heading("See also:", 1), paragraph("Refund."))
    ranked = ranking(question, [refunds, links])
    evidence, passages = answered(question, refunds, links)
    best = evidence[passages[0].evidence]
    home = best.ranked.section
    assert home.heading_path == ("Refunds", "How long")
    assert "links.md" in [one.section.path for one in ranked.results]
    found = suggest(ranked.results, best, refunds, {(home.document_id, home.ordinal)})
    assert [one.title for one in found] == ["Refunds › Terms", "Refunds"]
