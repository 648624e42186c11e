"""How an answer is shown: its limits, what is struck, its lists and code, and its evidence."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from tests.desktop.fakes import ANSWER, CITATIONS, HIGH, TICKET, UNANSWERED
from verbatim_desktop.desktop.widgets.answer_notices import (
    doubt_notice,
    doubts_of,
    notices_of,
)
from verbatim_desktop.desktop.widgets.answer_view import (
    AnswerView,
    evidence_text,
    link_words,
    time_text,
    why_ticket,
)
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.citation_text import CitationText
from verbatim_desktop.desktop.widgets.claim_marks import marks_of, pieces_of
from verbatim_desktop.desktop.widgets.evidence import SentenceRow
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.domain.answers import (
    CitationOrigin,
    Claim,
    Contrast,
    Side,
    Suggestion,
    Support,
    Verdict,
)
from verbatim_desktop.domain.documents import Flag, FlagKind
from verbatim_desktop.domain.support import Lack, SupportRule


@pytest.fixture
def view(qtbot, theme) -> AnswerView:
    view = AnswerView(theme)
    qtbot.addWidget(view)
    view.resize(740, 900)
    view.show()
    return view


@pytest.fixture
def text(qtbot, theme) -> CitationText:
    text = CitationText(theme)
    qtbot.addWidget(text)
    text.resize(600, 400)
    return text


def test_a_note_on_what_an_answer_rests_on_is_a_banner(qtbot, view):
    view.show_answer(replace(ANSWER, notes=("[1] holds for version 4.2 and later.",)))
    qtbot.waitUntil(lambda: any(one.isVisible() for one in view.findChildren(Banner)))

    [banner] = view.findChildren(Banner)
    assert banner.notice.sentence == "[1] holds for version 4.2 and later."


def test_a_ticket_says_why_it_stands_there():
    assert "nothing was guessed" in why_ticket(UNANSWERED)
    assert "no sentence answers it" in why_ticket(replace(UNANSWERED, confidence=HIGH))


def test_a_ticket_shows_the_scores_it_was_made_with(view):
    view.show_asked_ticket(TICKET)
    scores = [row.score for row in view.ticket.passages.findChildren(SentenceRow)]
    assert scores == ["5.16", "3.08", "2.41"]


def test_an_answer_without_limits_has_no_banner():
    assert notices_of(ANSWER) == []


def test_why_a_model_did_not_write_is_said():
    [notice] = notices_of(replace(ANSWER, unkept="The disk is full."))
    assert (notice.kind, notice.fact) == ("warn", "This answer is not kept.")
    [notice] = notices_of(replace(ANSWER, fallback="The provider did not answer."))

    assert notice.sentence == "The provider did not answer."


def test_a_sentence_that_nothing_supports_is_struck_and_counted(text):
    claims = (
        Claim("It starts.", (2,)),
        Claim("Harbor is free.", (1,), Support.NOT_SUPPORTED),
    )
    answer = replace(ANSWER, text="It starts. [2] Harbor is free. [1]", claims=claims)
    text.show_answer(answer.text, claims, CITATIONS[:2])

    assert notices_of(answer) == []
    assert (notice := doubt_notice(answer))
    assert notice.fact == "1 sentence not supported."
    assert doubts_of(answer) == ("Harbor is free.",)
    assert text.document().find("Harbor").charFormat().fontStrikeOut()
    assert not text.document().find("starts").charFormat().fontStrikeOut()


def test_what_is_lacking_is_said_on_the_tag_behind_the_sentence(text):
    lack = Lack(SupportRule.NUMBER, "30 days", "Nothing says “30 days”.")
    claims = (
        Claim("It starts.", (2,)),
        Claim("It takes 30 days.", (1,), Support.NOT_SUPPORTED, (lack,)),
        Claim("And so on.", (), Support.UNCITED),
    )
    text.show_answer("It starts. [2] It takes 30 days. [1] And so on.", claims, CITATIONS[:2])
    shown = text.document().toPlainText().replace("\ufffc", "*")

    assert shown == "It starts. * It takes 30 days. * * And so on. *"
    cursor = text.document().find("30 days.")
    assert cursor.charFormat().fontStrikeOut()
    assert not text.document().find("And so").charFormat().fontStrikeOut()
    tips = {text.tip_at(QPoint(x, y)) for x in range(0, 600, 3) for y in range(0, 60, 4)} - {""}
    assert tips == {"Nothing says “30 days”.", "Nothing is cited for this sentence."}


@given(
    st.text(max_size=60), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 30)), max_size=5)
)
def test_marked_stretches_stand_in_order_inside_the_text(text, cuts):
    claims = [Claim(text[at : at + size], (), Support.UNCITED) for at, size in cuts]
    marks = marks_of(text, claims)
    pieces = pieces_of(0, len(text), marks)

    assert "".join(text[start:end] for start, end, _mark in pieces) == text
    assert all(first.end <= second.start for first, second in pairwise(marks))
    assert all(text[mark.start : mark.end] for mark in marks)


# --- as it is written ----------------------------------------------------------------------------


def test_a_text_appears_as_it_is_written_and_markers_become_chips(qtbot, text):
    text.begin()
    for part in ("Open Rel", "eases. [", "1", "] Then", " [2]"):
        text.append(part)
    qtbot.waitUntil(lambda: "Then" in text.toPlainText())
    shown = text.toPlainText().replace("\ufffc", "*")

    assert shown == "Open Releases. * Then *"
    assert not text.is_known(1)
    text.resolve(CITATIONS[:1])
    assert text.is_known(1)
    assert not text.is_known(2)
    text.show_answer("Open Releases. [1] Then [2]", (), CITATIONS[:1])
    assert text.toPlainText().replace("\ufffc", "*") == "Open Releases. * Then [2]"


@pytest.mark.parametrize("ending", [" ", " [", " [1", "[12"])
def test_half_a_marker_is_never_shown(qtbot, text, ending):
    text.begin()
    text.append("Open it." + ending)
    qtbot.waitUntil(lambda: text.toPlainText() != "")
    assert text.toPlainText() == "Open it."


def test_an_open_chip_does_nothing_and_a_known_one_opens(qtbot, text):
    text.begin()
    text.append("Open it. [1]")
    with qtbot.assertNotEmitted(text.opened):
        text.followed.emit("cite:1")
    text.resolve(CITATIONS[:1])
    with qtbot.waitSignal(text.opened):
        text.followed.emit("cite:1")


def test_a_citation_that_drifted_is_counted_and_spelt_out(view):
    drifted = replace(CITATIONS[0], status=Verdict.STALE)
    answer = replace(ANSWER, citations=(drifted, *CITATIONS[1:]))
    view.show_answer(answer)

    assert "1 citation no longer verified." in [one.fact for one in notices_of(answer)]
    labels = [one.text() for one in view.findChildren(QLabel)]
    assert "5 sentences from 2 sections, 1 no longer verified" in labels


def test_items_steps_and_code_look_like_what_they_are(text):
    written = "Do this: [1]\n1. Open it. [2]\n2. `harbor rollback --to [3]` [3]\n- Or not. [4]"
    text.show_answer(written, (), CITATIONS)
    blocks = []
    block = text.document().begin()
    while block.isValid():
        blocks.append((block.text().replace("\ufffc", "*"), block.textList() is not None))
        block = block.next()

    assert blocks == [
        ("Do this:\xa0*", False),
        ("Open it.\xa0*", True),
        ("harbor rollback --to [3]\xa0*", True),
        ("Or not.\xa0*", True),
    ]


def test_bold_words_are_bold_and_keep_their_chips_and_marks(text):
    claim = Claim("Open **Billing** now.", (1,), Support.NOT_SUPPORTED)
    text.show_answer("Open **Billing** now. [1] Use **`--all`**.", (claim,), CITATIONS)
    shown = text.toPlainText()
    assert "Open Billing now." in shown
    assert "Use --all." in shown

    def ink_of(word: str):
        cursor = text.textCursor()
        cursor.setPosition(shown.index(word) + 1)
        return cursor.charFormat()

    assert ink_of("Billing").fontWeight() == 600
    assert ink_of("Billing").fontStrikeOut()
    assert ink_of("Open").fontWeight() == 400
    assert ink_of("--all").fontWeight() == 600
    assert not ink_of("--all").fontStrikeOut()
    assert "cite:1" in text.toHtml()


def test_numbers_in_brackets_that_are_no_citation_stay_text(text):
    text.show_answer("In [2023], arr[7] and [1]. [1]", (), CITATIONS[:1])

    assert text.toPlainText().startswith("In [2023], arr[7] and")


def test_what_a_model_did_not_cite_itself_is_said_only_where_a_model_wrote(view):
    retrieved = tuple(replace(one, origin=CitationOrigin.RETRIEVED) for one in CITATIONS)
    answer = replace(ANSWER, citations=retrieved)
    view.show_answer(answer)
    assert "Not cited by the model" not in " ".join(row_names(view))
    view.show_answer(replace(answer, provider="openai", model="m"))
    assert all("Not cited by the model" in name for name in row_names(view))


def test_what_limits_a_sentence_stands_beside_it(view):
    limited = replace(CITATIONS[0], flags=(Flag(FlagKind.TIER, "Enterprise"),))
    view.show_answer(replace(ANSWER, citations=(limited,)))

    [name] = row_names(view)
    assert name.endswith("Verified, Enterprise")


def row_names(view: AnswerView) -> list[str]:
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    return [one.accessibleName() for one in view.evidence.findChildren(SentenceRow, "", direct)]


@pytest.mark.parametrize(
    ("milliseconds", "said"), [(0.2, "1 ms"), (38.4, "38 ms"), (1900, "1.9 s")]
)
def test_time_is_said_in_the_unit_a_person_would_use(milliseconds, said):
    assert time_text(milliseconds) == said


def test_the_answer_is_as_high_as_its_text(view):
    view.show_answer(ANSWER)
    high = view.text.height()
    view.show_answer(replace(ANSWER, text="Short. [1]"))

    assert view.text.height() < high


def test_links_wrap_and_stand_level_with_the_words_before_them(qtbot, theme):
    holder = QWidget()
    qtbot.addWidget(holder)
    layout = FlowLayout(spacing=10, line_spacing=4)
    holder.setLayout(layout)
    widgets = [QWidget(holder) for _ in range(3)]
    for widget, height in zip(widgets, (10, 20, 20), strict=True):
        widget.setFixedSize(60, height)
        layout.addWidget(widget)
    layout.setGeometry(QRect(0, 0, 130, 100))

    assert [(one.x(), one.y()) for one in widgets] == [(0, 5), (70, 0), (0, 24)]
    assert layout.heightForWidth(130) == 44
    assert layout.heightForWidth(300) == 20


# --- what is said differently elsewhere ----------------------------------------------------------

CONTRAST = Contrast("number", (Side("Version 14.0", 1), Side("Version 13.5", 3)))


def test_contrasts_stand_side_by_side_with_their_label_sentence_and_chip(qtbot, view):
    view.show_answer(replace(ANSWER, contrasts=(CONTRAST,)))
    first, second = view.contrasts.sides

    assert view.contrasts.isVisible()
    assert (first.side.label, second.side.label) == ("Version 14.0", "Version 13.5")
    assert second.accessibleName() == f"Version 13.5: {CITATIONS[2].quote} Citation 3"
    qtbot.waitUntil(lambda: first.x() + first.width() <= second.x())
    assert not view.contrasts.is_stacked


def test_the_sides_of_a_contrast_stand_below_each_other_where_it_is_narrow(qtbot, view):
    view.show_answer(replace(ANSWER, contrasts=(CONTRAST,)))
    view.resize(400, 900)
    first, second = view.contrasts.sides

    qtbot.waitUntil(lambda: view.contrasts.is_stacked and first.y() + first.height() <= second.y())
    assert first.height() >= first.heightForWidth(first.width())


def test_a_side_of_a_contrast_is_opened_with_the_keyboard(qtbot, view):
    view.show_answer(replace(ANSWER, contrasts=(CONTRAST,)))
    opened: list[int] = []
    view.opened.connect(opened.append)
    view.contrasts.sides[1].setFocus()
    QTest.keyClick(view.contrasts.sides[1], Qt.Key.Key_Space)

    assert opened == [3]


def test_a_contrast_of_what_is_not_cited_is_not_shown(view):
    lost = Contrast("negation", (Side("“Rollbacks”", 1), Side("“Gone”", 77)))
    view.show_answer(replace(ANSWER, contrasts=(lost,)))
    assert not view.contrasts.isVisible()
    view.show_answer(replace(ANSWER, contrasts=(CONTRAST,)))
    view.show_answer(ANSWER)
    assert not view.contrasts.isVisible()


def test_neighbours_of_one_title_are_told_apart(view):
    twins = tuple(
        Suggestion("Migrating › Step 2", "docs", "", f"{part}/migrating", "step-2")
        for part in ("app", "pages")
    )
    view.show_answer(replace(ANSWER, suggested=twins))
    words = [button.text() for button in view.findChildren(QAbstractButton)]
    assert [one for one in words if "Step 2" in one] == [
        "Migrating › Step 2 (app)",
        "Migrating › Step 2 (pages)",
    ]


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Mute a topic", "Mute a topic"),
        ("Mute a topic › Mute a topic", "Mute a topic"),
        ("redirect › Reference › Behavior", "redirect › Behavior"),
        (
            "How to use environment variables › At run time",
            "How to use environmen… › At run time",
        ),
        ("Pages › " + "x" * 60, "x" * 35 + "…"),
    ],
)
def test_a_neighbour_is_named_by_its_page_and_its_heading(title: str, words: str):
    assert link_words(title) == words


def test_what_is_cited_is_not_offered_as_a_neighbour(view):
    cited = CITATIONS[0]
    twin = Suggestion("Rollbacks", cited.source, cited.path, cited.route, cited.anchor)
    other = Suggestion("Plans", cited.source, "plans.md", "", "")
    view.show_answer(replace(ANSWER, suggested=(twin, other)))
    words = [button.text() for button in view.findChildren(QAbstractButton)]
    assert "Plans" in words
    assert "Rollbacks" not in words


def test_the_keys_that_open_citations_are_those_there_are(view):
    view.show_answer(ANSWER)
    assert shown_keys(view) == "1 to 5"
    some = tuple(one for one in CITATIONS if one.marker in (2, 5))
    view.show_answer(replace(ANSWER, citations=some))
    assert shown_keys(view) == "2 … 5"
    view.show_answer(replace(ANSWER, citations=some[:1]))
    assert shown_keys(view) == "2"


def shown_keys(view) -> str:
    parts = view.keys.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return " ".join(
        one.text() if isinstance(one, QLabel) else one.accessibleName()
        for one in parts[1:]
        if not one.isHidden()
    )


def test_a_repeated_sentence_is_no_alarm_and_is_called_what_it_is():
    repeated = replace(CITATIONS[0], status=Verdict.AMBIGUOUS)
    answer = replace(ANSWER, citations=(repeated, *CITATIONS[1:]))
    assert not [notice for notice in notices_of(answer) if "verified" in notice.fact]
    assert evidence_text(answer.citations).endswith("1 repeated on its page")
