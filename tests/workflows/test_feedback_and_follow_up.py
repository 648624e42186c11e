"""Over the real library: a follow-up keeps its subject, and what a reader says is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.domain.answers import Level
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.domain.feedback import Judgement
from verbatim_desktop.domain.headings import Heading

PAGE = """# Refunds

What a refund is.

## How long a refund takes

A refund reaches your card within 14 days.

## Partial refunds

A partial refund is made from the order page.
"""


@pytest.fixture(scope="module")
def verbatim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Verbatim]:
    folder = tmp_path_factory.mktemp("shop")
    (folder / "kb").mkdir()
    (folder / "kb" / "refunds.md").write_text(PAGE)
    (folder / "kb" / "cards.md").write_text("# Cards\n\nA lost card is replaced within a week.\n")
    opened = open_verbatim(str(folder / "home"))
    opened.ingest([IngestRequest(str(folder / "kb"), name="shop")])
    yield opened
    opened.close()


def test_a_follow_up_is_searched_with_the_subject_before_and_says_so(verbatim):
    first = verbatim.ask("What is a partial refund?")
    alone = verbatim.ask("How long does it take?")
    second = verbatim.ask("How long does it take?", follows=first.id)

    assert (alone.follows, alone.rewritten) == ("", ())
    assert second.question == "How long does it take?"
    assert second.follows == first.id
    assert second.rewritten == ("How long does it take? partial refund",)
    assert second.ranked[0].section.path == "refunds.md"
    assert verbatim.answer(second.id).follows == first.id
    third = verbatim.ask("Why?", follows=second.id)
    assert third.rewritten == ("Why? partial refund",)


def test_what_only_the_subject_brought_along_makes_nothing_certain(verbatim):
    first = verbatim.ask("What is a partial refund?")
    covered = verbatim.ask("And how is it made?", follows=first.id)
    nowhere = verbatim.ask("And in Norway?", follows=first.id)

    assert covered.confidence.level is not Level.LOW
    assert nowhere.confidence.level is Level.LOW
    assert "“Norway”, is not in the best section" in nowhere.confidence.reasons[-1]
    assert verbatim.audit.replay(nowhere.id).differences == ()


def test_a_question_that_stands_by_itself_follows_nothing(verbatim):
    first = verbatim.ask("What is a partial refund?")
    second = verbatim.ask("How is a lost card replaced?", follows=first.id)

    assert (second.follows, second.rewritten) == ("", ())


def test_following_what_is_not_kept_is_refused(verbatim):
    with pytest.raises(NotFound):
        verbatim.ask("How long does it take?", follows="nothing")


def test_feedback_is_kept_with_what_a_writer_needs_and_can_be_taken_back(verbatim):
    answer = verbatim.ask("How long does a refund take?")
    verbatim.feedback(answer.id, Judgement.RIGHT)
    said = verbatim.feedback(answer.id, Judgement.WRONG, "  It is 30 days now. ")

    assert verbatim.feedbacks() == (said,)
    assert verbatim.feedback_on(answer.id) == said
    assert (said.question, said.judgement) == (answer.question, Judgement.WRONG)
    assert said.note == "It is 30 days now."
    assert said.level == answer.confidence.level.value
    assert said.sections[0] == "shop/refunds.md#how-long-a-refund-takes"
    verbatim.withdraw_feedback(answer.id)
    assert verbatim.feedbacks() == ()
    assert verbatim.feedback_on(answer.id) is None


def test_feedback_on_what_is_not_kept_is_refused(verbatim):
    with pytest.raises(NotFound):
        verbatim.feedback("nothing", Judgement.RIGHT)


def test_headings_name_every_section_once_in_the_order_of_the_pages(verbatim):
    assert verbatim.headings() == (
        Heading(("Cards",), "shop", "cards.md", ""),
        Heading(("Refunds",), "shop", "refunds.md", ""),
        Heading(
            ("Refunds", "How long a refund takes"), "shop", "refunds.md", "how-long-a-refund-takes"
        ),
        Heading(("Refunds", "Partial refunds"), "shop", "refunds.md", "partial-refunds"),
    )
