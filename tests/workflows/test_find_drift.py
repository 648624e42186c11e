"""Kept citations after an edit, a move, a removal and a duplicate; bound anew, and put back."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import Answer, Verdict
from verbatim_desktop.domain.drift import Drift, DriftList, DriftOrigin
from verbatim_desktop.domain.errors import LibraryDamaged, NotFound, UsageError
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.domain.replies import ReplyDraft
from verbatim_desktop.workflows.ask_question import ask_question
from verbatim_desktop.workflows.find_drift import (
    count_drift,
    find_drift,
    keep_as_is,
    list_again,
    list_drift,
)
from verbatim_desktop.workflows.rebind_citation import rebind, rebindings, undo
from verbatim_desktop.workflows.verify_citations import LibraryPages, verify_answer
from verbatim_desktop.workflows.verify_files import verify_files

CARD = "A refund reaches your card within 14 days."
REFUNDS = f"""# Refunds

## How long it takes

{CARD} Bank transfers are slower.

## Limits

The largest refund on the Team plan is 5,000 EUR.
"""
KEYS = "# Keys\n\n## Rotate a key\n\nOpen the security page and press Rotate.\n"
clock = SystemClock()


@pytest.fixture
def bench(tmp_path: Path) -> Generator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "shop")
    bench.write("refunds.md", REFUNDS)
    bench.write("keys.md", KEYS)
    bench.ingest()
    yield bench
    bench.close()


@pytest.fixture
def asked(bench: Workbench) -> Answer:
    question = "How many days until a refund reaches my card?"
    answer = ask_question(question, bench.library, bench.index, clock, "one")
    assert answer.citations[0].quote == CARD
    return answer


def drifts(bench: Workbench) -> tuple[Drift, ...]:
    return find_drift(bench.library, bench.index, clock)


def edit(bench: Workbench, old: str, new: str) -> None:
    bench.write("refunds.md", REFUNDS.replace(old, new))
    bench.ingest()


@pytest.mark.usefixtures("asked")
def test_nothing_has_drifted_while_the_library_stands_still(bench: Workbench):
    assert drifts(bench) == ()


def test_an_edit_elsewhere_on_the_page_is_no_drift_and_is_paid_for_once(
    bench: Workbench, asked: Answer, monkeypatch: pytest.MonkeyPatch
):
    edit(bench, "Bank transfers are slower.", "Bank transfers take a week.")
    cited = [citation.quote for citation in asked.citations]
    assert len(drifts(bench)) == sum("Bank" in quote for quote in cited)
    edit(bench, "5,000 EUR", "6,000 EUR")
    count_drift(bench.library, bench.index)
    monkeypatch.setattr(bench.library, "document", lambda _row: pytest.fail("read a page again"))
    assert count_drift(bench.library, bench.index) == 0


@pytest.mark.usefixtures("asked")
def test_an_edited_sentence_shows_old_and_new_side_by_side(bench: Workbench):
    edit(bench, "14 days", "30 days")
    [drift] = [drift for drift in drifts(bench) if drift.old_text == CARD]
    assert drift.verdict is Verdict.STALE
    assert drift.new_text == CARD.replace("14", "30")
    assert (drift.target, drift.new_target) == ("shop/refunds.md#how-long-it-takes",) * 2
    assert drift.kept.origin is DriftOrigin.ANSWER
    assert count_drift(bench.library, bench.index) == len(drifts(bench))


def test_how_many_others_are_well_is_counted(bench: Workbench, asked: Answer):
    whole = list_drift(bench.library, bench.index, clock)
    assert (whole.drifted, whole.well) == ((), len(asked.citations))
    edit(bench, "14 days", "30 days")
    found = list_drift(bench.library, bench.index, clock)
    assert found.drifted == drifts(bench)
    assert found.well == len(asked.citations) - len(found.drifted)
    keep_as_is([one.id for one in found.drifted], bench.library)
    assert list_drift(bench.library, bench.index, clock) == DriftList((), found.well)


@pytest.mark.usefixtures("asked")
def test_a_sentence_that_moved_is_found_where_it_is_now(bench: Workbench):
    bench.write("refunds.md", REFUNDS.replace(CARD + " ", ""))
    bench.write("cards.md", f"# Cards\n\n## Money back\n\n{CARD}\n")
    bench.ingest()
    [drift] = [drift for drift in drifts(bench) if drift.old_text == CARD]
    assert drift.verdict is Verdict.MOVED
    assert (drift.new_text, drift.new_target) == (CARD, "shop/cards.md#money-back")


@pytest.mark.usefixtures("asked")
def test_a_sentence_said_twice_is_told_from_one_said_once(bench: Workbench):
    edit(bench, "## Limits\n", f"## Limits\n\n{CARD}\n")
    [drift] = [drift for drift in drifts(bench) if drift.old_text == CARD]
    assert drift.verdict is Verdict.AMBIGUOUS
    assert drift.new_target == "shop/refunds.md#how-long-it-takes"


@pytest.mark.usefixtures("asked")
def test_a_sentence_that_is_gone_has_nothing_to_be_bound_to(bench: Workbench):
    (bench.folder / "refunds.md").unlink()
    bench.ingest()
    [drift] = [drift for drift in drifts(bench) if drift.old_text == CARD]
    assert (drift.verdict, drift.new_text, drift.can_rebind) == (Verdict.ABSENT, "", False)
    with pytest.raises(UsageError, match="nothing in the library"):
        rebind([drift], [drift.id], bench.library, clock)


@pytest.mark.usefixtures("asked")
def test_a_page_renamed_and_edited_at_once_is_found_by_its_words(bench: Workbench):
    (bench.folder / "refunds.md").unlink()
    bench.write("money/back.md", REFUNDS.replace("14 days", "30 days"))
    bench.ingest()
    [drift] = [drift for drift in drifts(bench) if drift.old_text == CARD]
    assert (drift.verdict, drift.new_target) == (
        Verdict.ABSENT,
        "shop/money/back.md#how-long-it-takes",
    )


@pytest.mark.usefixtures("asked")
def test_what_is_kept_as_it_is_is_listed_again_once_its_page_changes(bench: Workbench):
    edit(bench, "14 days", "30 days")
    ids = [drift.id for drift in drifts(bench)]
    assert ids
    keep_as_is(ids, bench.library)
    assert drifts(bench) == ()
    assert count_drift(bench.library, bench.index) == 0

    list_again(ids, bench.library)
    assert [drift.id for drift in drifts(bench)] == ids
    keep_as_is(ids, bench.library)
    edit(bench, "14 days", "60 days")
    assert [drift.id for drift in drifts(bench)] == ids
    bench.write("refunds.md", REFUNDS)
    bench.ingest()
    assert drifts(bench) == ()
    with pytest.raises(NotFound):
        keep_as_is(["nothing"], bench.library)


def test_binding_anew_ends_the_drift_and_can_be_undone(bench: Workbench, asked: Answer):
    edit(bench, "14 days", "30 days")
    found = drifts(bench)
    [drift] = [drift for drift in found if drift.old_text == CARD]
    [done] = rebind(found, [drift.id], bench.library, clock)
    assert (done.before.quote, done.after.quote) == (CARD, CARD.replace("14", "30"))

    kept = bench.library.answer(asked.id)
    assert kept.citations[0].rebound == CARD
    assert verify_answer(kept, bench.library, bench.index).citations[0].status is Verdict.VERIFIED
    assert drift.id not in {other.id for other in drifts(bench)}
    assert rebindings(bench.library) == (done,)

    undo([drift.id], bench.library)
    assert bench.library.answer(asked.id) == asked
    assert drift.id in {other.id for other in drifts(bench)}
    assert rebindings(bench.library) == ()


def test_bound_twice_and_undone_it_is_as_it_was_first(bench: Workbench, asked: Answer):
    for days in ("30", "40"):
        edit(bench, "14 days", f"{days} days")
        found = drifts(bench)
        rebind(found, [drift.id for drift in found], bench.library, clock)
    changed = bench.library.answer(asked.id).citations[0]
    assert (changed.quote, changed.rebound) == (CARD.replace("14", "40"), CARD)
    undo([done.id for done in rebindings(bench.library)], bench.library)
    assert bench.library.answer(asked.id) == asked


def test_what_was_changed_since_is_not_undone(bench: Workbench, asked: Answer):
    edit(bench, "14 days", "30 days")
    found = drifts(bench)
    [done, *_] = rebind(found, [found[0].id], bench.library, clock)
    bench.library.keep_answer(asked)
    with pytest.raises(NotFound, match="changed or dropped since"):
        undo([done.id], bench.library)
    with pytest.raises(NotFound, match="No citation"):
        undo(["unknown"], bench.library)
    with pytest.raises(NotFound, match="has drifted"):
        rebind(found, ["unknown"], bench.library, clock)


def test_replies_drift_and_are_bound_anew_wherever_they_hold_the_citation(
    bench: Workbench, asked: Answer
):
    draft = ReplyDraft(
        id="r1",
        message=Message("When?"),
        subject="When do I get my money?",
        questions=(),
        text=asked.text,
        paragraphs=(),
        citations=asked.citations,
        ticket="T-1",
    )
    bench.library.keep("draft", draft.key, to_plain(draft))
    edit(bench, "14 days", "30 days")
    [drift] = [
        d for d in drifts(bench) if d.kept.origin is DriftOrigin.REPLY and "14" in d.old_text
    ]
    assert (drift.kept.owner, drift.kept.title) == ("T-1", "When do I get my money?")
    rebind([drift], [drift.id], bench.library, clock)
    stored = bench.library.kept_as("draft", "T-1")
    assert stored
    assert "30 days" in stored.value["citations"][0]["quote"]
    assert stored.value["text"] == asked.text


FAQ = f"""\ufeff# FAQ

Money comes back [soon](verbatim:refunds.md#how-long-it-takes "{CARD}").
Refunds are [instant](verbatim:refunds.md "Refunds are instant.").
"""


@pytest.fixture
def faq(bench: Workbench, tmp_path: Path) -> Path:
    """An authored file, checked."""
    file = tmp_path / "faq.md"
    file.write_text(FAQ, encoding="utf-8", newline="\r\n")
    verify_files([file], bench.library, LibraryPages(bench.library, bench.index))
    return file


def stored_macro(bench: Workbench) -> list[dict[str, object]]:
    [kept] = bench.library.kept("macros")
    return kept.value["citations"]


def test_checked_macros_drift_but_not_those_that_failed_their_check(bench: Workbench, faq: Path):
    assert drifts(bench) == ()
    edit(bench, "14 days", "30 days")
    [drift] = drifts(bench)
    assert (drift.kept.title, drift.old_text) == (f"{faq.as_posix()}, line 3", CARD)
    before = stored_macro(bench)[1]

    rebind([drift], [drift.id], bench.library, clock)
    new = CARD.replace("14", "30")
    expected = FAQ.replace(CARD, new).replace("verbatim:refunds.md#", "verbatim:shop/refunds.md#")
    assert faq.read_bytes() == expected.replace("\n", "\r\n").encode()
    first, second = stored_macro(bench)
    assert (first["quote"], second) == (new, before)
    assert drifts(bench) == ()
    [checked] = verify_files([faq], bench.library, LibraryPages(bench.library, bench.index)).files
    assert [link.verdict for link in checked.links] == [Verdict.VERIFIED, Verdict.ABSENT]

    undo([drift.id], bench.library)
    assert CARD in faq.read_text(encoding="utf-8")
    assert [other.id for other in drifts(bench)] == [drift.id]


def test_a_link_that_never_stood_does_not_drift_with_the_page_it_misquotes(
    bench: Workbench, tmp_path: Path
):
    file = tmp_path / "wrong.md"
    file.write_text(FAQ.replace("14 days", "15 days").replace(CARD, CARD.replace("14", "15")))
    verify_files([file], bench.library, LibraryPages(bench.library, bench.index))
    edit(bench, "14 days", "30 days")
    assert drifts(bench) == ()


def test_a_macro_checked_again_while_stale_stays_drifted(bench: Workbench, faq: Path):
    edit(bench, "14 days", "30 days")
    pages = LibraryPages(bench.library, bench.index)
    [checked] = verify_files([faq], bench.library, pages).files
    assert checked.links[0].verdict is Verdict.STALE
    assert [drift.old_text for drift in drifts(bench)] == [CARD]


def test_a_macro_that_was_edited_since_is_left_alone(bench: Workbench, faq: Path):
    edit(bench, "14 days", "30 days")
    [drift] = drifts(bench)
    faq.write_text("# FAQ\n\nRewritten.\n", encoding="utf-8")
    with pytest.raises(NotFound, match="does not hold this link any more"):
        rebind([drift], [drift.id], bench.library, clock)
    faq.write_bytes("Ändern".encode("latin-1"))
    with pytest.raises(UsageError, match="not UTF-8"):
        rebind([drift], [drift.id], bench.library, clock)
    faq.unlink()
    with pytest.raises(NotFound, match="cannot be read"):
        rebind([drift], [drift.id], bench.library, clock)
    assert rebindings(bench.library) == ()


def test_where_one_cannot_be_bound_anew_none_is(bench: Workbench, asked: Answer, faq: Path):
    edit(bench, "14 days", "30 days")
    before = drifts(bench)
    ids = [drift.id for drift in sorted(before, key=lambda one: one.kept.origin.value)]
    assert len(ids) == 2  # the answer first
    faq.write_text("# FAQ\n\nRewritten.\n", encoding="utf-8")
    with pytest.raises(NotFound, match="does not hold this link any more"):
        rebind(before, ids, bench.library, clock)
    assert bench.library.answer(asked.id).citations[0].quote == CARD
    assert {drift.id for drift in drifts(bench)} == set(ids)
    assert rebindings(bench.library) == ()


def test_golden_questions_drift_where_their_page_or_heading_is_gone(bench: Workbench):
    def question(name: str, doc: str, anchor: str) -> dict[str, object]:
        return {"id": name, "question": f"{name}?", "relevant": [{"doc": doc, "anchor": anchor}]}

    questions = [
        question("days", "refunds.md", "how-long-it-takes"),
        question("keys", "shop/keys.md", ""),
    ]
    bench.library.keep(
        "golden", "mine", {"name": "mine", "path": "mine.jsonl", "questions": questions}
    )
    assert drifts(bench) == ()
    edit(bench, "## How long it takes", "## How long it usually takes")
    bench.folder.joinpath("keys.md").rename(bench.folder / "api-keys.md")
    bench.ingest()
    days, keys = drifts(bench)
    assert (days.old_text, days.new_text) == (
        "refunds.md#how-long-it-takes",
        "refunds.md#how-long-it-usually-takes",
    )
    assert (keys.verdict, keys.can_rebind) == (Verdict.ABSENT, False)
    rebind([days, keys], [days.id], bench.library, clock)
    assert [drift.id for drift in drifts(bench)] == [keys.id]


def test_a_kept_value_that_cannot_be_read_is_named(bench: Workbench):
    bench.library.keep("draft", "T-2", {"nothing": "of a draft"})
    with pytest.raises(LibraryDamaged, match="draft “T-2”"):
        drifts(bench)


def checked_file(bench: Workbench, path: Path, text: str) -> list[Verdict]:
    path.write_text(text, encoding="utf-8")
    [checked] = verify_files([path], bench.library, LibraryPages(bench.library, bench.index)).files
    return [link.verdict for link in checked.links]


def test_a_link_to_a_sentence_that_is_repeated_now_is_bound_to_a_longer_passage(
    bench: Workbench, tmp_path: Path
):
    file = tmp_path / "macro.md"
    link = f'[soon](verbatim:refunds.md#how-long-it-takes "{CARD}")'
    assert checked_file(bench, file, link) == [Verdict.VERIFIED]
    page = (bench.folder / "refunds.md").read_text(encoding="utf-8")
    bench.write("refunds.md", f"{page}\n## Again\n\nIn short: {CARD}\n")
    bench.ingest()
    [drift] = drifts(bench)
    assert drift.verdict is Verdict.AMBIGUOUS
    assert drift.new_text != CARD
    assert CARD in drift.new_text
    rebind([drift], [drift.id], bench.library, clock)
    assert checked_file(bench, file, file.read_text(encoding="utf-8")) == [Verdict.VERIFIED]
    assert drifts(bench) == ()


def test_a_link_that_no_words_would_settle_stays_drifted(bench: Workbench, tmp_path: Path):
    bench.write("once.md", "# Once\n\n- Close the valve first.\n")
    bench.ingest()
    file = tmp_path / "macro.md"
    link = '[first](verbatim:shop/once.md#once "Close the valve first.")'
    assert checked_file(bench, file, link) == [Verdict.VERIFIED]
    bench.write("once.md", "# Once\n\n- Close the valve first.\n\n- Close the valve first.\n")
    bench.ingest()
    [drift] = drifts(bench)
    assert not drift.can_rebind
    with pytest.raises(UsageError, match="nothing in the library"):
        rebind([drift], [drift.id], bench.library, clock)


def test_a_row_is_bound_anew_inside_a_table(bench: Workbench, tmp_path: Path):
    rows = (
        "# Plans\n\n| Plan | Days | Notes |\n|---|---|---|\n| Basic | {} | AT&amp;amp;T `a\\|b` |\n"
    )
    bench.write("plans.md", rows.format(14))
    bench.ingest()
    quote = r"Basic \| 14 \| AT\&amp;T a\|b"
    macro = f'| x |\n|---|\n| [p](verbatim:shop/plans.md#plans "{quote}") |\n'
    file = tmp_path / "macro.md"
    assert checked_file(bench, file, macro) == [Verdict.VERIFIED]
    bench.write("plans.md", rows.format(30))
    bench.ingest()
    [drift] = drifts(bench)
    rebind([drift], [drift.id], bench.library, clock)
    assert file.read_text(encoding="utf-8") == macro.replace("14", "30")
    assert checked_file(bench, file, macro.replace("14", "30")) == [Verdict.VERIFIED]
