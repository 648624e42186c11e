"""From a customer's message to the clipboard through the real library, and back after a restart."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.desktop.seeing import banner_texts
from tests.desktop.test_end_to_end import in_view, selected
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.ingest_process import IngestProcess
from verbatim_desktop.desktop.lazy_library import LazyLibrary
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.support import Support

CTRL = Qt.KeyboardModifier.ControlModifier
KEYS = """# API keys

## Rotate a key

`keys rotate KEY_ID` makes a new key with the same name and scopes. The old key goes on working
for 24 hours after the rotation.
"""
EXPORT = """# Export invoices

To export all invoices as PDF:

1. Open **Billing** and choose **Invoices**.
2. Select the year.
3. Press **Export as PDF**.
"""
LETTER = (
    "Hi,\n\nHow long does the old API key go on working after a rotation? And how do I export "
    "all invoices as PDF?\n\nWhich colour is the moon cheese?\n\nMail me: maria@orchard.example\n"
)


def open_it(theme, settings, home: Path, defects: list[BaseException]) -> MainWindow:
    library = LazyLibrary(partial(open_verbatim, str(home), ""))
    return MainWindow(
        theme,
        Outside(
            library=library,
            run=IngestProcess(str(home), ""),
            settings=settings,
            report_defect=lambda error: defects.append(error) or "",
            let_go=library.close,
        ),
    )


def test_a_message_is_answered_checked_copied_kept_and_found_changed_later(
    qtbot, theme, settings, tmp_path
):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "keys.md").write_text(KEYS)
    (docs / "export.md").write_text(EXPORT)
    for number in range(6):
        (docs / f"other-{number}.md").write_text(f"# Page {number}\n\nOther matters, {number}.\n")
    home = tmp_path / "data"
    verbatim = open_verbatim(str(home), "")
    verbatim.ingest([IngestRequest(str(docs), name="docs")])
    verbatim.close()
    defects: list[BaseException] = []

    window = open_it(theme, settings, home, defects)
    qtbot.addWidget(window)
    window.resize(1440, 900)
    with qtbot.waitSignal(window.state_shown):
        window.show()
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    pane: Any = window.pane("compose")

    # Paste the message: it is answered at once.
    data = QMimeData()
    data.setText(LETTER)
    QGuiApplication.clipboard().setMimeData(data)
    with qtbot.waitSignal(pane.desk.checked_text):
        QTest.keyClick(pane.field.field, Qt.Key.Key_V, CTRL)
    draft = pane.desk.draft
    assert len(draft.questions) == 3
    assert "24 hours" in pane.editor.text()
    assert "Export as PDF" in pane.editor.text()
    assert "Not answered" in [mark.words for mark in pane.editor.marks]
    assert "maria@orchard.example" not in pane.message.view.toPlainText()

    # Each citation opens on its sentence.
    for citation in draft.citations[:2]:
        with qtbot.waitSignal(window.source.view.shown_target):
            pane.open_number(citation.marker)
        view = window.source.view
        ranges = view.cited_ranges()
        assert " | ".join(selected(view, *one) for one in ranges) == citation.quote
        assert in_view(view, ranges[0][0])

    # An edit that says something else is seen; undo makes it right again.
    at = pane.editor.text().index("24 hours")
    pane.editor.go_to(at, at + 2)
    with qtbot.waitSignal(pane.desk.checked_text):
        QTest.keyClicks(pane.editor, "72")
    wrong = pane.desk.checked.check.unsupported
    assert [one.assessment.support for one in wrong] == [Support.NOT_SUPPORTED]
    assert any("72" in lack.text for lack in wrong[0].assessment.lacking)
    with qtbot.waitSignal(pane.desk.checked_text):
        QTest.keyClick(pane.editor, Qt.Key.Key_Z, CTRL)
    assert pane.editor.text() == draft.text
    assert not pane.desk.checked.check.unsupported

    # Longer answers; what was typed stays. Then every placeholder is filled, and it is copied.
    pane.editor.go_to(0)
    QTest.keyClicks(pane.editor, "Dear Maria! ")
    with qtbot.waitSignal(pane.desk.checked_text):
        pane.tools.length.actions_by_value()["full"].trigger()
    assert pane.editor.text().startswith("Dear Maria! ")
    for _placeholder in [one for one in pane.marks.things() if one.select]:
        pane.marks.fill_in()
        QTest.keyClicks(pane.editor, "Robin")
        pane.editor.settle()
    qtbot.waitUntil(pane.bar.copy.isEnabled)
    QTest.keyClick(pane.editor, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: "Sources" in QGuiApplication.clipboard().text())
    assert "<ol>" in QGuiApplication.clipboard().mimeData().html()
    pane.desk.name_ticket("4821")
    qtbot.waitUntil(lambda: pane.desk.draft.ticket == "4821")
    text = pane.editor.text()
    window.close()

    # The documentation changes; the draft is there again and copying asks first.
    (docs / "keys.md").write_text(KEYS.replace("24 hours", "48 hours"))
    verbatim = open_verbatim(str(home), "")
    verbatim.ingest([IngestRequest(str(docs), name="docs")])
    verbatim.close()
    QGuiApplication.clipboard().clear()
    again = open_it(theme, settings, home, defects)
    qtbot.addWidget(again)
    with qtbot.waitSignal(again.state_shown):
        again.show()
    again.commands.go("compose")
    pane = again.pane("compose")
    qtbot.waitUntil(lambda: pane.desk.checked is not None)
    assert pane.editor.text() == text
    assert pane.message.ticket.text() == "4821"
    pane.copy()
    qtbot.waitUntil(lambda: any("cited sentence has changed" in one for one in banner_texts(pane)))
    assert QGuiApplication.clipboard().text() == ""
    assert defects == []
    again.close()
