"""Usage, gaps and settings over the real library: what was asked is seen, no key is anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.lazy_library import LazyLibrary
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.models import ProviderName
from verbatim_desktop.domain.usage import QuestionLog

KEY = "sk-canary-7c1f0e2d9b8a4655"
SECRET_SENTENCE = "Zanzibarine orders ship on Tuesdays."
PAGE = f"# Refunds\n\n## Shipping\n\n{SECRET_SENTENCE} A refund reaches your card within 14 days.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "refunds.md").write_text(PAGE)
    opened = open_verbatim(str(tmp_path / "data"))
    opened.ingest([IngestRequest(str(tmp_path / "kb"), name="shop")])
    for question in (
        "Is there a Terraform provider?",
        "Terraform modules?",
        "How long is a refund?",
    ):
        opened.ask(question)
    opened.close()
    return tmp_path


@pytest.fixture
def window(qtbot, theme, settings, run, folder) -> Iterator[MainWindow]:
    home = folder / "data"
    library = LazyLibrary(partial(open_verbatim, str(home), ""))
    window = MainWindow(
        theme,
        Outside(library, run, settings, report_defect=_fail, folder=home, let_go=library.close),
    )
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.state_shown):
        window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    yield window
    window.close()


def _fail(error: BaseException) -> str:
    raise error


def test_what_was_asked_is_seen_and_exported(qtbot, window, folder):
    window.commands.go("usage")
    pane = window.current_pane
    qtbot.waitUntil(lambda: pane.table.model.rowCount() == 3)
    assert pane.overview.totals.questions.figure.text() == "3"
    assert "nothing was sent, nothing was paid" in pane.overview.totals.spent.detail.text()
    pane.write_usage(str(folder / "usage.csv"))
    qtbot.waitUntil(lambda: (folder / "usage.csv").exists())
    assert len((folder / "usage.csv").read_text().splitlines()) == 4
    assert "Terraform" not in (folder / "usage.csv").read_text()


def test_gaps_are_found_and_a_question_leads_back_to_its_answer(qtbot, window):
    window.commands.run("usage.show_gaps")
    pane = window.current_pane
    qtbot.waitUntil(lambda: bool(pane.gaps.cards))
    assert "terraform" in pane.gaps.cards[0].accessibleName()
    pane.gaps.cards[0].links[0].click()
    qtbot.waitUntil(lambda: window.place == "ask" and window.ask.view.answer is not None)
    assert "Terraform" in window.ask.view.answer.question


def test_a_key_reaches_no_file_and_no_diagnostics(qtbot, window, folder):
    window.commands.go("settings")
    pane = window.current_pane
    page = pane.page
    row = page.providers[ProviderName.OPENAI]
    qtbot.waitUntil(lambda: row.key_state.text() == "No key")
    row.more.click()
    QTest.keyClicks(row.key, KEY)
    QTest.keyClick(row.key, Qt.Key.Key_Return)
    wanted = "Key until the program ends"  # tests have no keyring
    qtbot.waitUntil(lambda: row.key_state.text() == wanted)
    row.model.setCurrentText("gpt-canary")
    row.model.lineEdit().editingFinished.emit()
    qtbot.waitUntil(lambda: row.settings.model == "gpt-canary")

    window.commands.run("settings.show_diagnostics")
    qtbot.waitUntil(pane.page.copy_button.isEnabled)
    pane.page.copy()
    text = QGuiApplication.clipboard().text()

    assert "Search index (ok)" in text
    assert "openai (memory)" in text
    for secret in (KEY, SECRET_SENTENCE, "Zanzibarine", "Terraform"):
        assert secret not in text
    window.close()
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "settings.json" for path in files)
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    again = open_verbatim(str(folder / "data"))
    try:
        again.models.drop_key(ProviderName.OPENAI)  # memory outlives the window
    finally:
        again.close()


def test_what_is_kept_of_questions_holds_for_the_next_one(qtbot, window):
    window.commands.go("settings")
    pane = window.current_pane
    pane.show_page("privacy")
    pane.page.log.button(list(QuestionLog).index(QuestionLog.FULL)).click()
    qtbot.waitUntil(lambda: pane.page.banners.count() == 1)
    window.send("ask", None)
    window.ask.ask_this("How long is a refund?")
    qtbot.waitUntil(lambda: window.ask.view.answer is not None)
    window.commands.go("usage")
    usage = window.current_pane
    qtbot.waitUntil(lambda: usage.table.model.rowCount() == 4)
    assert usage.table.shown()[0].question == "How long is a refund?"


def test_a_workspace_is_backed_up_and_restored_from_the_window(qtbot, window, folder):
    window.commands.run("settings.show_data")
    page = window.current_pane.page
    qtbot.waitUntil(lambda: " MB in " in page.size_row.hint.text())
    target = folder / "all.verbatim-backup"
    page.back_up(str(target))
    qtbot.waitUntil(lambda: "Backed up." in facts(page))
    page.ask_to_restore(str(target))
    page.restore(str(target))
    qtbot.waitUntil(lambda: facts(page)[0].startswith("Restored"))
    window.commands.go("usage")
    usage = window.current_pane
    qtbot.waitUntil(lambda: usage.table.model.rowCount() == 3)


def facts(page) -> list[str]:
    return [page.banners.itemAt(n).widget().notice.fact for n in range(page.banners.count())]
