"""From a message to a reply over a real library, and back to it after an edit."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.adapters.settings_file import SettingsFile
from verbatim_desktop.app.composer import Composer
from verbatim_desktop.compose.reply_answers import headline
from verbatim_desktop.compose.tone import frame_of
from verbatim_desktop.domain.answers import Level, Verdict
from verbatim_desktop.domain.errors import NotFound, UsageError
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.domain.replies import (
    Agent,
    Length,
    ParagraphState,
    ReplyDraft,
    ReplyOptions,
    Tone,
)
from verbatim_desktop.domain.support import Support

KEYS = """# API keys

## Rotate a key

`keys rotate KEY_ID` makes a new key with the same name and scopes. The old key goes on working
for 24 hours after the rotation.

## Webhook secrets

Each webhook endpoint has a signing secret of its own. A signing secret never expires.
"""
PLANS = """# Seats and prices

| Plan | Seats | Price |
|---|---|---|
| Starter | 5 | 10 EUR |
| Business | 50 | 90 EUR |
"""
EXPORT = """# Export invoices

To export all invoices as PDF:

1. Open **Billing** and choose **Invoices**.
2. Select the year.
3. Press **Export as PDF**.
"""
LETTER = """Hi,

How long does the old API key go on working after a rotation? And how do I export all invoices
as PDF?

Which colour is the moon cheese?

Thanks,
Maria Lopez
"""


class Rooms:
    """As much of the rooms as the composer asks for."""

    workspace = "default"

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._ids = iter(range(1, 1000))
        self.clock = SystemClock()

    def new_id(self) -> str:
        return f"draft-{next(self._ids)}"

    def library(self) -> object:
        return self._bench.library

    def index(self) -> object:
        return self._bench.index

    def ledger(self) -> object:
        return self._bench.library.ledger()

    def settings(self) -> object:
        return SettingsFile(self._bench.home)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    made = Workbench(tmp_path / "home", tmp_path / "docs")
    made.write("keys.md", KEYS)
    made.write("export.md", EXPORT)
    made.write("plans.md", PLANS)
    for number in range(6):
        made.write(f"other-{number}.md", f"# Page {number}\n\nOther matters, number {number}.\n")
    made.ingest(name="docs")
    yield made
    made.close()


@pytest.fixture
def composer(bench: Workbench) -> Composer:
    return Composer(Rooms(bench))  # type: ignore[arg-type]


@pytest.fixture
def draft(composer: Composer) -> ReplyDraft:
    return composer.draft(composer.read_message(LETTER))


def states(draft: ReplyDraft) -> list[str]:
    return [paragraph.state.value for paragraph in draft.paragraphs]


def test_each_question_is_answered_with_its_sentence(draft: ReplyDraft):
    first, second, third = draft.questions
    assert "The old key goes on working for 24 hours after the rotation. [" in draft.text
    assert first.level is not Level.LOW
    assert "1. Open **Billing** and choose **Invoices**. [" in second.text
    assert third.level is Level.LOW
    assert third.ticket is not None
    assert draft.text.startswith("Hello Maria Lopez,\n\n")
    assert ParagraphState.UNANSWERED in states(draft)


def test_markers_count_through_the_reply_and_every_claim_reads_back(draft: ReplyDraft):
    markers = [citation.marker for citation in draft.citations]
    assert markers == list(range(1, len(markers) + 1))
    for said in draft.questions:
        for citation in said.citations:
            assert citation in draft.citations
            assert citation.status is Verdict.VERIFIED


def test_code_of_a_document_stays_code(composer: Composer):
    draft = composer.draft(composer.read_message("How do I make a new key with the same scopes?"))
    assert "`keys rotate KEY_ID` makes a new key" in draft.text


def test_paragraphs_cover_the_text(draft: ReplyDraft):
    shown = [draft.text[p.start : p.end] for p in draft.paragraphs]
    assert "\n\n".join(shown) == draft.text


def test_the_same_message_gives_the_same_reply(composer: Composer, draft: ReplyDraft):
    again = composer.draft(composer.read_message(LETTER))
    assert replace(again, id="", made="", touched="") == replace(draft, id="", made="", touched="")


def test_a_message_without_a_question_gets_the_frame(composer: Composer):
    draft = composer.draft(composer.read_message("The new dashboard is great. Bye"))
    assert draft.questions == ()
    assert "Could you tell me a little more" in draft.text
    assert draft.notes[-1].startswith("No question was found")


def test_thanks_get_a_short_friendly_reply(composer: Composer):
    draft = composer.draft(composer.read_message("Thanks, all good!"))
    assert "You are welcome" in draft.text
    assert "tell me a little more" not in draft.text
    assert draft.notes == (
        "Nothing is asked in the message; a short reply to its thanks is drafted.",
    )


def test_what_is_to_be_done_is_noted(composer: Composer):
    draft = composer.draft(
        composer.read_message("How do I rotate an API key? And please call me back.")
    )
    assert "Not a question for the documentation: “And please call me back.”" in draft.notes
    assert len(draft.questions) == 1


def test_a_log_of_the_message_goes_along_with_the_ticket(composer: Composer):
    log = "\n".join(f"2026-11-30T10:0{n}:11Z error the purple elephant {n}" for n in range(5))
    text = f"Hello,\n\nWho painted the moon cheese of Osaka?\n\n{log}"
    draft = composer.draft(composer.read_message(text))
    [said] = draft.questions
    assert said.ticket is not None
    assert said.ticket.context == log
    assert "elephant" not in said.ticket.summary
    again = composer.redraft(draft, 0).questions[0].ticket
    assert again is not None
    assert again.context == log


def test_a_message_in_another_language_than_the_documentation_is_noted(composer: Composer):
    text = "Hola,\n\n¿Cómo cambio mi contraseña? ¿Dónde puedo ver mis facturas?"
    draft = composer.draft(composer.read_message(text))
    said = [note for note in draft.notes if note.startswith("The question is in Spanish")]
    assert len(said) == 1


OPEN = "How do I rotate a key? Which colour is the moon cheese? Who painted the purple elephant?"


def test_what_is_not_answered_is_said_once_for_all_questions(composer: Composer):
    draft = composer.draft(composer.read_message(OPEN))
    assert draft.text.count("reliable answer") == 1
    assert "- Which colour is the moon cheese?\n\n- Who painted the purple elephant?" in draft.text
    assert "Not answered by the library: 2 questions, each with a ticket draft." in draft.notes
    for number in (1, 2):
        own = [item for item in draft.paragraphs if item.question == number]
        assert len(own) == 1


def test_nothing_is_named_as_open_once_its_questions_are_dropped(composer: Composer):
    draft = composer.draft(composer.read_message(OPEN))
    one = composer.drop_question(draft, 2)
    assert "- Which colour" in one.text
    assert "purple elephant" not in one.text
    assert "reliable answer" not in composer.drop_question(one, 1).text


def test_nothing_to_search_is_said_and_not_raised(composer: Composer):
    draft = composer.draft(composer.read_message("Why?"))
    assert draft.questions[0].level is Level.LOW


def test_an_empty_library_answers_nothing_and_says_so(tmp_path: Path):
    bench = Workbench(tmp_path / "h", tmp_path / "d")
    composer = Composer(Rooms(bench))  # type: ignore[arg-type]
    draft = composer.draft(composer.read_message(LETTER))
    bench.close()
    assert {said.level for said in draft.questions} == {Level.LOW}


def test_another_language_says_in_which_the_quotes_are(composer: Composer):
    options = ReplyOptions(Tone.FORMAL, language="de")
    draft = composer.draft(composer.read_message(LETTER), options)
    assert "Die zitierten Stellen stehen auf Englisch" in draft.text
    assert "24 hours" in draft.text


def test_short_quotes_less_and_keeps_all_steps(composer: Composer):
    message = composer.read_message("How do I export all invoices as PDF?")
    short = composer.draft(message, ReplyOptions(length=Length.SHORT))
    assert "3. Press **Export as PDF**. [" in short.text
    assert len(short.text) <= len(composer.draft(message).text)


def test_no_internet_socket_is_opened(composer: Composer, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_arguments: object, **_others: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    assert composer.render(composer.draft(composer.read_message(LETTER)))


# --- Before sending ------------------------------------------------------------------------------


def test_a_fresh_draft_is_borne_out(composer: Composer, draft: ReplyDraft):
    check = composer.check(draft)
    assert [item.name for item in check.unresolved] == ["agent.name"]
    assert {sentence.assessment.support for sentence in check.sentences} == {Support.VERBATIM}
    assert not check.warnings


def test_a_row_stands_with_its_column_heads(composer: Composer):
    draft = composer.draft(composer.read_message("How many seats has the Business plan?"))
    assert "- Plan: Business; Seats: 50; Price: 90 EUR [" in draft.text
    assert {s.assessment.support for s in composer.check(draft).sentences} == {Support.VERBATIM}
    assert composer.check(composer.edit(draft, draft.text.replace("50", "60"))).unsupported


def test_a_changed_number_is_not_borne_out(composer: Composer, draft: ReplyDraft):
    check = composer.check(composer.edit(draft, draft.text.replace("24 hours", "36 hours")))
    [wrong] = check.unsupported
    assert "36 hours" in wrong.text
    assert wrong.assessment.lacking
    assert check.warnings


def test_a_sentence_of_ones_own_is_uncited(composer: Composer, draft: ReplyDraft):
    check = composer.check(composer.edit(draft, draft.text + "\n\nWe never lose data."))
    assert [s.text for s in check.sentences if s.assessment.support is Support.UNCITED] == [
        "We never lose data."
    ]


def test_a_greeting_or_a_name_of_ones_own_claims_nothing(composer: Composer, draft: ReplyDraft):
    check = composer.check(composer.edit(draft, f"{draft.text}\n\nBest wishes,\nRobin Vale"))
    own = [s.assessment for s in check.sentences if s.text in ("Best wishes,", "Robin Vale")]
    assert [one.claims for one in own] == [False, False]


def test_a_sentence_that_points_above_is_held_to_nothing(composer: Composer, draft: ReplyDraft):
    above = frame_of("en", Tone.PROFESSIONAL).above
    check = composer.check(composer.edit(draft, f"{draft.text}\n\n{above} [1]"))
    assert above not in [sentence.text for sentence in check.sentences]


def test_a_marker_that_points_at_nothing_is_named(composer: Composer, draft: ReplyDraft):
    check = composer.check(composer.edit(draft, draft.text + "\n\nSee [99]."))
    [loose] = check.loose
    assert loose.text == "[99]"


def test_a_cited_sentence_that_changed_is_told(
    bench: Workbench, composer: Composer, draft: ReplyDraft
):
    composer.save(draft)
    bench.write("keys.md", KEYS.replace("24 hours", "two days"))
    bench.ingest(name="docs")
    [changed] = composer.check(draft).changed
    assert changed.verdict is Verdict.STALE
    opened = composer.open(draft.key)
    assert opened.text == draft.text
    assert Verdict.STALE in {citation.status for citation in opened.citations}
    assert Verdict.STALE in {c.status for said in opened.questions for c in said.citations}
    assert composer.check(opened).changed


def test_an_internal_source_is_warned_of_and_never_named(bench: Workbench, composer: Composer):
    bench.ingest(name="docs", internal=True)
    draft = composer.draft(composer.read_message(LETTER))
    assert draft.internal == ("docs",)
    assert composer.check(draft).internal
    assert "Internal documentation" in composer.render(draft, "text")
    assert "API keys" not in composer.render(draft, "text")


# --- Editing -------------------------------------------------------------------------------------


def test_one_question_is_answered_anew_and_edits_stay(composer: Composer, draft: ReplyDraft):
    edited = composer.edit(draft, draft.text.replace("Thank you for your message.", "Hey!"))
    again = composer.redraft(edited, 2, "Does a signing secret expire?")
    assert "A signing secret never expires. [" in again.text
    assert "Hey!" in again.text
    assert again.questions[0] == draft.questions[0]
    assert again.citations[: len(draft.citations)] == draft.citations
    with pytest.raises(NotFound):
        composer.redraft(draft, 9, "x")


def test_a_question_answered_anew_in_the_same_way_changes_nothing(
    composer: Composer, draft: ReplyDraft
):
    assert composer.redraft(draft, 0).text == draft.text


def test_a_question_can_be_added_and_dropped(composer: Composer, draft: ReplyDraft):
    more = composer.add_question(draft, "Does a signing secret expire?")
    assert "A signing secret never expires. [" in more.text
    assert composer.drop_question(more, 3).text == draft.text


def test_a_citation_can_be_inserted(composer: Composer, draft: ReplyDraft):
    known = draft.citations[0]
    inserted = composer.insert(draft, len(draft.text), replace(known, marker=0))
    assert inserted.text.endswith(f"{known.quote} [{known.marker}]")
    assert inserted.citations == draft.citations


def test_another_tone_and_back_changes_nothing(composer: Composer, draft: ReplyDraft):
    other = composer.restyle(draft, Tone.FRIENDLY, "fr")
    assert other.text.startswith("Bonjour Maria Lopez,")
    assert "Les passages cités sont en anglais" in other.text
    assert composer.restyle(other, Tone.PROFESSIONAL, "en").text == draft.text


# --- Keeping -------------------------------------------------------------------------------------


def test_a_draft_is_kept_per_ticket_and_comes_back_whole(composer: Composer):
    message = composer.read_message(LETTER)
    draft = composer.save(composer.draft(message, ReplyOptions(ticket="T-1")))
    composer.save(replace(draft, text="mine"))
    [row] = composer.drafts()
    assert (row.key, row.sender, row.questions) == ("T-1", "Maria Lopez", 3)
    assert row.asks == headline(draft.questions[0].question)
    assert composer.open("T-1").text == "mine"
    deleted = composer.delete("T-1")
    assert composer.drafts() == ()
    composer.save(deleted)
    assert composer.open("T-1").text == "mine"
    with pytest.raises(NotFound):
        composer.open("T-2")


def test_a_message_finds_the_draft_it_has_and_no_other_does(composer: Composer):
    message = composer.read_message(LETTER)
    assert composer.draft_of(message) == ""
    composer.save(composer.draft(message))
    composer.save(composer.draft(message, ReplyOptions(ticket="T-1")))

    assert composer.draft_of(composer.read_message(LETTER)) == "T-1"
    assert composer.draft_of(replace(message, sender_address="other@shop.example")) == ""
    assert composer.draft_of(replace(message, text=f"{message.text} And?")) == ""
    composer.save(composer.draft(Message("")))
    assert composer.draft_of(Message("")) == ""


def test_a_draft_is_plain_data(draft: ReplyDraft):
    data = json.loads(json.dumps(to_plain(draft)))
    assert from_plain(ReplyDraft, data) == draft


def test_templates_are_kept_renamed_and_deleted(composer: Composer):
    composer.save_template("Mine", "Hi {{customer.name|you}} by {{agent.name}}\n\n{{answers}}")
    composer.rename_template("mine", "Ours")
    composer.save_agent(Agent("Bo", "Support"))
    draft = composer.draft(composer.read_message(LETTER), ReplyOptions(template="ours"))
    assert draft.text.startswith("Hi Maria Lopez by Bo\n\n")
    assert not composer.check(draft).unresolved
    assert composer.delete_template("Ours").name == "Ours"
    with pytest.raises(NotFound):
        composer.template("Ours")
    with pytest.raises(UsageError):
        composer.delete_template("Standard reply")
    with pytest.raises(UsageError):
        composer.rename_template("Solved", "Mine")


def test_a_template_is_filled_for_a_draft(composer: Composer, draft: ReplyDraft):
    filled = composer.fill("Hi {{customer.first_name}}, {{ticket.id}}{{answers}}", draft)
    assert filled.text == "Hi Maria, {{ticket.id}}"
    assert [item.name for item in filled.unresolved] == ["ticket.id"]


# --- Longer, shorter, other sentences ------------------------------------------------------------


def test_another_length_drafts_only_the_answers_that_nobody_edited(composer, draft):
    typed = composer.edit(draft, draft.text.replace("goes on working", "keeps working"))

    longer = composer.resize(typed, Length.FULL)

    assert longer.length is Length.FULL
    assert "keeps working" in longer.text
    assert any(item.state is ParagraphState.EDITED for item in longer.paragraphs)
    shorter = composer.resize(draft, Length.SHORT)
    assert len(shorter.text) <= len(draft.text)
    assert len(shorter.questions) == len(draft.questions)


def test_alternatives_are_sentences_that_the_draft_does_not_cite_and_can_be_inserted(
    composer, draft
):
    offered = composer.alternatives(draft, 0)

    cited = {(one.identity, one.quote) for one in draft.citations}
    assert offered
    assert not cited & {(one.identity, one.quote) for one in offered}
    grown = composer.insert(draft, len(draft.text), offered[0])
    assert len(grown.citations) == len(draft.citations) + 1
    with pytest.raises(NotFound):
        composer.alternatives(draft, 99)
