"""The whole way through the real library: read the samples, ask, and see the cited sentence."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.ingest_process import IngestProcess
from verbatim_desktop.desktop.lazy_library import LazyLibrary
from verbatim_desktop.desktop.main_window import MainWindow, Outside

QUESTION = "Does night guard apply to rollbacks?"


def selected(view, first: int, last: int) -> str:
    """What a person would copy from a range of the source."""
    cursor = QTextCursor(view.document())
    cursor.setPosition(first)
    cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2028", "\n")


def in_view(view, position: int) -> bool:
    cursor = QTextCursor(view.document())
    cursor.setPosition(position)
    return view.viewport().rect().contains(view.cursorRect(cursor))


def test_samples_are_read_asked_and_the_cited_sentence_is_highlighted(
    qtbot, theme, settings, tmp_path
):
    home = str(tmp_path / "data")
    defects: list[BaseException] = []
    library = LazyLibrary(partial(open_verbatim, home, ""))
    window = MainWindow(
        theme,
        Outside(
            library=library,
            run=IngestProcess(home, ""),
            settings=settings,
            report_defect=lambda error: defects.append(error) or "",
            let_go=library.close,
        ),
    )
    qtbot.addWidget(window)
    window.resize(1440, 900)
    with qtbot.waitSignal(window.state_shown):
        window.show()
    assert window.ask.first_run.isVisible()

    # One click loads the samples, in a process of their own.
    QTest.mouseClick(window.ask.first_run.samples, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "2 sources" in window.sources.count_text())
    qtbot.waitUntil(lambda: not window.sources.is_reading)

    # A question, typed.
    window.commands.go("ask")
    QTest.keyClicks(window.ask.card.field, QUESTION)
    with qtbot.waitSignal(window.source.view.shown_target):
        QTest.keyClick(window.ask.card.field, Qt.Key.Key_Return)
    citations = window.ask.citations
    assert citations
    assert window.ask.view.answer is not None
    assert window.ask.view.answer.question == QUESTION

    # Every citation, by its key: exactly its sentence is highlighted, and it is in sight.
    for citation in citations[:9]:
        with qtbot.waitSignal(window.source.view.shown_target):
            QTest.keyClicks(window.ask.view, str(citation.marker))
        view = window.source.view
        ranges = view.cited_ranges()
        assert " | ".join(selected(view, *one) for one in ranges) == citation.quote
        assert in_view(view, ranges[0][0])
        assert in_view(view, ranges[-1][1])

    assert defects == []
    window.close()
