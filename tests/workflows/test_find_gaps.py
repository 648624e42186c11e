"""Over the real library: what it lacks, what it has learnt since, and synonyms taken up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.errors import Cancelled, NotFound
from verbatim_desktop.domain.feedback import Judgement
from verbatim_desktop.domain.gaps import SynonymProposal, Why

PAGE = """# Refunds

## How long a refund takes

A refund reaches your card within 14 days.

## Partial refunds

A partial refund is made from the order page.
"""
LATER = "# Terraform\n\n## The Terraform provider\n\nThe Terraform provider manages stations.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "refunds.md").write_text(PAGE)
    (tmp_path / "kb" / "cards.md").write_text("# Cards\n\nA lost card is replaced in a week.\n")
    return tmp_path


@pytest.fixture
def verbatim(folder: Path) -> Iterator[Verbatim]:
    opened = open_verbatim(str(folder / "home"))
    opened.ingest([IngestRequest(str(folder / "kb"), name="shop")])
    yield opened
    opened.close()


def test_nothing_asked_is_nothing_open(verbatim):
    report = verbatim.gaps.find()
    assert (report.gaps, report.looked_at, report.open) == ((), 0, 0)


def test_unanswered_questions_are_grouped_and_counted(verbatim):
    for question in (
        "Is there a Terraform provider?",
        "is there a terraform  provider",
        "How do I import stations into Terraform?",
        "How long does a refund take?",
        "Can refunds go to a Bitcoin wallet?",
    ):
        verbatim.ask(question)

    report = verbatim.gaps.find()

    assert report.looked_at == 4
    first = report.gaps[0]
    assert "terraform" in first.words
    assert (first.times, len(first.questions)) == (3, 2)
    assert [len(question.asked) for question in first.questions] == [2, 1]
    assert all(question.why == (Why.LOW,) for question in first.questions)
    assert all("terraform" in question.missing for question in first.questions)
    assert verbatim.answer(first.questions[0].answer).question
    assert first.first <= first.last
    [other] = report.gaps[1:]
    assert other.near[0].name.startswith("shop/refunds.md#")
    assert "refund" not in other.questions[0].missing


def test_what_the_library_has_learnt_since_is_settled(verbatim, folder):
    verbatim.ask("Is there a Terraform provider?")
    assert verbatim.gaps.find().open == 1
    (folder / "kb" / "terraform.md").write_text(LATER)
    verbatim.ingest([IngestRequest(str(folder / "kb"), name="shop")])

    report = verbatim.gaps.find()

    assert (report.open, report.settled) == (0, 1)


def test_a_reader_can_open_a_question_and_close_it(verbatim):
    answer = verbatim.ask("How long does a refund take?")
    verbatim.feedback(answer.id, Judgement.WRONG, "It is 30 days.")
    [gap] = verbatim.gaps.find().gaps
    [question] = gap.questions
    assert (question.why, question.notes) == ((Why.WRONG,), ("It is 30 days.",))
    verbatim.feedback(answer.id, Judgement.RIGHT)
    assert verbatim.gaps.find().open == 0


def test_a_question_called_no_gap_is_not_listed_until_it_is_brought_back(verbatim):
    verbatim.ask("Is there a Terraform provider?")
    assert verbatim.gaps.find().open == 1
    verbatim.gaps.dismiss(["is there a  terraform provider"])
    report = verbatim.gaps.find()
    assert (report.open, report.dismissed, report.looked_at) == (0, 1, 1)
    assert "1 called no gap" in verbatim.gaps.written(report, "markdown")
    verbatim.gaps.bring_back(["Is there a Terraform provider?"])
    assert verbatim.gaps.find().open == 1
    with pytest.raises(NotFound, match="was not called"):
        verbatim.gaps.bring_back(["Is there a Terraform provider?"])


def test_what_holds_no_word_of_the_library_is_no_gap_unless_a_reader_says_so(verbatim):
    answer = verbatim.ask("asdfghjkl qwertz")
    report = verbatim.gaps.find()
    assert (report.open, report.strange) == (0, 1)
    verbatim.feedback(answer.id, Judgement.MISSING)
    assert verbatim.gaps.find().open == 1


def test_a_question_in_another_language_is_a_gap(verbatim):
    verbatim.ask("¿Cómo puedo cambiar mi contraseña de usuario?")
    assert verbatim.gaps.find().open == 1


def test_the_same_questions_give_the_same_bytes(verbatim):
    for question in ("Is there a Terraform provider?", "Can I pay by Bitcoin?", "Bitcoin refunds?"):
        verbatim.ask(question)
    first, second = verbatim.gaps.find(), verbatim.gaps.find()
    assert first == second
    assert verbatim.gaps.written(first, "csv") == verbatim.gaps.written(second, "csv")


def test_finding_can_be_stopped(verbatim):
    verbatim.ask("Is there a Terraform provider?")

    def stop(_step: object) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        verbatim.gaps.find(stop)


def test_a_missing_word_that_stands_by_a_known_one_is_proposed_accepted_and_undone(verbatim):
    for question in ("Is a reimbursement a refund?", "Reimbursement of a partial refund"):
        answer = verbatim.ask(question)
        verbatim.feedback(answer.id, Judgement.MISSING)
    [gap] = verbatim.gaps.find().gaps
    assert SynonymProposal("reimbursement", "refund", 2, 2) in gap.proposals

    before = verbatim.gaps.accept(gap.proposals[0])

    text, own = verbatim.synonyms()
    assert own
    assert text.splitlines()[-1] == gap.proposals[0].line
    assert "reimbursement" not in [
        word for gap in verbatim.gaps.find().gaps for q in gap.questions for word in q.missing
    ]
    verbatim.gaps.undo(before)
    assert not verbatim.synonyms()[1]


def test_an_own_synonym_file_comes_back_as_it_was(verbatim):
    verbatim.save_synonyms("env, environment\n")
    before = verbatim.gaps.accept(SynonymProposal("k8s", "kubernetes", 2, 2))
    assert verbatim.synonyms()[0] == "env, environment\nk8s => kubernetes\n"
    verbatim.gaps.undo(before)
    assert verbatim.synonyms() == ("env, environment\n", True)
