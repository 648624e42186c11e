"""Settings as a person uses them: found by words, changed at once, undone, refused in words."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QWidget

from tests.desktop.settings_fakes import CHECKS
from tests.desktop.test_window import colors
from tests.desktop.usage_fakes import RECORDS
from verbatim_desktop.desktop.diagnostics import Diagnosis, diagnosis_text, plain
from verbatim_desktop.desktop.errands import ShowSetting
from verbatim_desktop.desktop.pages.budget import amount_of, prices_of, prices_text
from verbatim_desktop.desktop.pages.providers import check_address
from verbatim_desktop.desktop.theme import Mode
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.provider_row import LOOKING
from verbatim_desktop.desktop.widgets.workspaces_sheet import WorkspaceRow
from verbatim_desktop.domain.errors import LibraryBusy, SettingsError, UsageError
from verbatim_desktop.domain.models import ProviderName, Trial
from verbatim_desktop.domain.retrieval import EvidenceLimits
from verbatim_desktop.domain.usage import ModelPrice, QuestionLog

KEY = "sk-canary-0123456789abcdef"
OPENAI = ProviderName.OPENAI


@pytest.fixture
def pane(qtbot, window):
    window.commands.go("settings")
    return window.current_pane


@pytest.fixture
def page(qtbot, pane, fake):
    """Providers, once the keyring has answered."""
    page = pane.page_named("providers")
    qtbot.waitUntil(lambda: said_of_keyring(page)[0].startswith("Keys are kept"))
    return page


def said_of_keyring(page) -> list[str]:
    layout = page.keyring
    return [layout.itemAt(n).widget().notice.fact for n in range(layout.count())]


def facts(page) -> list[str]:
    layout = page.banners
    return [layout.itemAt(n).widget().notice.fact for n in range(layout.count())]


def press(page, words: str) -> None:
    layout = page.banners
    for number in range(layout.count()):
        for button in layout.itemAt(number).widget().findChildren(Button):
            if button.text() == words:
                button.click()
                return
    raise AssertionError(f"no banner offers {words}")


def test_the_focus_goes_to_the_page_that_is_shown(qtbot, window, pane):
    window.activateWindow()
    pane.nav.items[1].setFocus()
    qtbot.waitUntil(pane.nav.items[1].hasFocus)
    pane.show_page("privacy")
    qtbot.waitUntil(lambda: any(one.hasFocus() and one.isChecked() for one in pane.nav.items))
    assert pane.page.name == "privacy"


# --- the pane ------------------------------------------------------------------------------------


def test_ctrl_comma_goes_there_and_ctrl_f_finds_a_setting(qtbot, window):
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.place == "settings"
    pane = window.current_pane
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert pane.field.hasFocus()
    QTest.keyClicks(pane.field, "monthly budget")
    assert pane.page.name == "budget"
    assert pane.found_words.text() == "1 found"
    assert [item.text() for item in pane.nav.items if item.isVisible()] == ["Budget and limits"]
    QTest.keyClick(pane.field, Qt.Key.Key_Return)
    assert pane.page_named("budget").limit.hasFocus()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert pane.field.text() == ""
    assert all(item.isVisible() for item in pane.nav.items)


def test_what_is_called_so_is_found_before_what_mentions_it(pane):
    pane.field.setText("backup")
    assert pane.page.name == "data"
    pages = {pane.page.name}
    for _step in range(6):
        pane.find_next()
        pages.add(pane.page.name)
    assert "privacy" in pages
    pane.field.setText("nowhere to be found")
    assert pane.found_words.text() == "None found"


def test_another_pane_can_send_to_a_page(window, pane):
    window.send("settings", ShowSetting("privacy"))
    assert pane.page.name == "privacy"
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.accessibleName() == "Privacy"


def test_the_pages_stand_in_a_box_where_there_is_no_room(window, pane, theme):
    assert pane.nav.isVisible()
    window.resize(700, 600)
    theme.set_zoom(200)
    assert not pane.nav.isVisible()
    pane.box.setCurrentIndex(3)
    pane.box.activated.emit(3)
    assert pane.page.name == "privacy"


def test_the_theme_and_the_size_of_text_hold_at_once(pane, theme):
    pane.show_page("appearance")
    pane.page.mode.button(2).click()
    assert theme.mode is Mode.DARK
    pane.page.zoom.setCurrentIndex(5)
    pane.page.zoom.activated.emit(5)
    assert theme.zoom == 150
    theme.step_zoom(-1)
    assert pane.page.zoom.currentText() == "125%"


# --- keys ----------------------------------------------------------------------------------------


def test_the_keyring_is_looked_for_while_the_page_can_be_used(qtbot, window, fake):
    fake.models.answers.clear()
    window.commands.go("settings")
    page = window.current_pane.page_named("providers")
    try:
        assert said_of_keyring(page) == [LOOKING]
        row = page.providers[ProviderName.COMPATIBLE]
        row.radio.click()
        qtbot.waitUntil(lambda: fake.models.of_models.chosen is ProviderName.COMPATIBLE)
        page.patience.timeout.emit()
        assert said_of_keyring(page) == ["The keyring does not answer."]
        assert page.providers[OPENAI].key_state.text() == "Not known"
    finally:
        fake.models.answers.set()
    qtbot.waitUntil(lambda: said_of_keyring(page)[0].startswith("Keys are kept"))


def test_without_a_keyring_it_is_said_plainly(qtbot, window, fake):
    fake.models.keeps = False
    window.commands.go("settings")
    page = window.current_pane.page_named("providers")
    qtbot.waitUntil(lambda: said_of_keyring(page)[0].startswith("There is no system keyring"))


def test_a_key_goes_in_and_never_comes_out(qtbot, page, fake):
    row = page.providers[OPENAI]
    row.more.click()
    assert row.key.hasFocus()
    assert row.key.echoMode() is QLineEdit.EchoMode.Password
    QTest.keyClicks(row.key, KEY)
    QTest.keyClick(row.key, Qt.Key.Key_Return)
    assert row.key.text() == ""
    assert not row.key.isUndoAvailable()
    row.key.undo()
    assert row.key.text() == ""
    qtbot.waitUntil(lambda: fake.models.keys == {OPENAI: KEY})
    qtbot.waitUntil(lambda: row.key_state.text() == "Key in the system keyring")
    assert row.keep.text() == "Replace the key"
    said = [
        words
        for one in page.window().findChildren(QWidget)
        for words in (one.accessibleName(), one.accessibleDescription(), one.toolTip())
    ]
    said += [one.text() for one in page.window().findChildren(QLineEdit)]
    said += [one.text() for one in page.window().findChildren(QLabel)]
    assert not [words for words in said if KEY in words]


def test_a_key_is_removed_once_it_was_confirmed(qtbot, window, fake):
    fake.models.keys[OPENAI] = KEY
    window.commands.go("settings")
    page = window.current_pane.page_named("providers")
    row = page.providers[OPENAI]
    qtbot.waitUntil(lambda: row.key_state.text() == "Key in the system keyring")
    row.open_details(True)
    row.drop.click()
    assert fake.models.keys
    press(page, "Remove it")
    qtbot.waitUntil(lambda: not fake.models.keys)
    qtbot.waitUntil(lambda: row.key_state.text() == "No key")


# --- providers -----------------------------------------------------------------------------------


def test_who_writes_is_chosen_at_once_and_undone(qtbot, page, fake):
    page.providers[OPENAI].radio.click()
    qtbot.waitUntil(lambda: facts(page) == ["OpenAI writes from now on."])
    press(page, "Undo")
    qtbot.waitUntil(lambda: fake.models.of_models.chosen is ProviderName.NONE)
    qtbot.waitUntil(page.providers[ProviderName.NONE].radio.isChecked)


def test_only_the_provider_that_writes_is_unfolded_and_fields_stand_in_line(qtbot, page, fake):
    rows = [row for name, row in page.providers.items() if name is not ProviderName.NONE]
    qtbot.waitUntil(lambda: page.providers[ProviderName.NONE].radio.isChecked())
    assert all(row.details.isHidden() for row in rows)
    page.providers[OPENAI].radio.click()
    qtbot.waitUntil(lambda: not page.providers[OPENAI].details.isHidden())
    assert [row.name for row in rows if not row.details.isHidden()] == [OPENAI]
    assert len({row.model.width() for row in rows}) == 1
    row = page.providers[OPENAI]
    fields = (row.key, row.address, row.authority, row.deadline)
    assert len({field.width() for field in fields}) == 1
    assert len({field.mapTo(row, QPoint(0, 0)).x() for field in fields}) == 1


def test_models_stand_in_line_where_there_is_little_room(qtbot, window, page):
    window.resize(1024, 700)
    rows = [row for name, row in page.providers.items() if name is not ProviderName.NONE]
    qtbot.waitUntil(lambda: all(row.model.width() > 0 for row in rows))
    qtbot.waitUntil(lambda: len({row.model.mapTo(row, QPoint()).x() for row in rows}) == 1)


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_a_check_box_is_seen_and_grows_with_the_text(pane, theme, mode):
    pane.show_page("retrieval")
    check = pane.page.meaning
    small = check.sizeHint()
    theme.set_look(mode, 200)
    assert check.sizeHint().height() > small.height()
    check.resize(check.sizeHint())
    assert theme.color("text2").name() in colors(check)
    assert theme.color("accent").name() not in colors(check)
    check.setChecked(True)
    assert theme.color("accent").name() in colors(check)
    check.setChecked(False)


def test_a_model_and_an_address_are_saved_and_undone(qtbot, page, fake):
    row = page.providers[OPENAI]
    row.model.setCurrentText("gpt-large")
    row.model.activated.emit(1)
    qtbot.waitUntil(lambda: fake.models.of_models.of(OPENAI).model == "gpt-large")
    qtbot.waitUntil(lambda: row.settings.model == "gpt-large")
    row.open_details(True)
    row.address.setText("https://gateway.example/v1")
    row.address.editingFinished.emit()
    qtbot.waitUntil(lambda: fake.models.of_models.of(OPENAI).base_url.endswith("example/v1"))
    qtbot.waitUntil(lambda: row.host.text() == "gateway.example")
    press(page, "Undo")
    qtbot.waitUntil(lambda: fake.models.of_models.of(OPENAI).base_url == "")


def test_esc_takes_back_what_is_typed_as_a_model(qtbot, window, page, fake):
    row = page.providers[OPENAI]
    row.radio.click()
    qtbot.waitUntil(lambda: not row.details.isHidden())
    before = row.model.currentText()
    row.typed_model.setFocus()
    QTest.keyClicks(row.typed_model, "zz-typed-in-error")
    QTest.keyClick(row.typed_model, Qt.Key.Key_Escape)
    assert row.model.currentText() == before
    QTest.keyClicks(row.typed_model, "gpt-typed")
    QTest.keyClick(row.typed_model, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: fake.models.of_models.of(OPENAI).model == "gpt-typed")
    assert row.typed_model is row.model.lineEdit()


def test_a_total_time_is_chosen(qtbot, page, fake):
    row = page.providers[OPENAI]
    row.deadline.setCurrentIndex(1)
    row.deadline.activated.emit(1)
    qtbot.waitUntil(lambda: fake.models.of_models.of(OPENAI).deadline_seconds == 20.0)


def test_what_cannot_be_is_said_beside_its_provider(qtbot, page, fake):
    row = page.providers[OPENAI]
    row.address.setText("gateway")
    row.address.editingFinished.emit()
    qtbot.waitUntil(lambda: row.error.text().startswith("An address starts with http"))
    assert fake.models.of_models.of(OPENAI).base_url == ""
    row.address.setText("")
    page.take_file(OPENAI, "/nowhere/ca.pem")
    qtbot.waitUntil(lambda: row.error.text() == "There is no file /nowhere/ca.pem.")
    fake.models.refused = SettingsError("settings.json cannot be written.")
    page.providers[ProviderName.GEMINI].radio.click()
    gemini = page.providers[ProviderName.GEMINI]
    qtbot.waitUntil(lambda: gemini.error.text() == "settings.json cannot be written.")


@pytest.mark.parametrize(
    "address", ["gateway", "ftp://host", "http://", "http://[::1", "https://me:secret@host/v1"]
)
def test_an_address_that_cannot_be_is_refused_without_repeating_it(address):
    with pytest.raises(UsageError) as refused:
        check_address(address)
    assert "secret" not in str(refused.value)


def test_a_test_is_shown_and_its_fault_said_beside_it(qtbot, page, fake):
    row = page.providers[OPENAI]
    row.test.click()
    qtbot.waitUntil(lambda: row.result.text() == "412 ms")
    fake.models.trial = Trial(False, "The key was refused (401).")
    row.test.click()
    qtbot.waitUntil(lambda: row.error.text() == "The key was refused (401).")
    assert row.result.text() == "Failed"


def test_a_test_is_cancelled_with_escape(qtbot, window, page, fake):
    fake.models.tests.clear()
    row = page.providers[OPENAI]
    row.test.click()
    qtbot.waitUntil(lambda: bool(fake.models.tested))
    assert row.cancel.isVisible()
    assert row.result.text() == "Testing, 0 s"
    QTest.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(row.test.isVisible)
    assert not row.result.isVisible()


def test_the_environment_is_said_to_stand_above_what_is_chosen(qtbot, window, fake):
    fake.models.environment = ProviderName.GEMINI
    window.commands.go("settings")
    page = window.current_pane.page_named("providers")
    qtbot.waitUntil(lambda: facts(page) == ["The environment says who writes."])
    assert page.providers[ProviderName.GEMINI].radio.isChecked()


# --- privacy, budget -----------------------------------------------------------------------------


def test_what_is_kept_of_a_question_is_chosen_and_undone(qtbot, pane, fake):
    pane.show_page("privacy")
    page = pane.page
    page.log.button(2).click()
    qtbot.waitUntil(lambda: fake.usage.set.question is QuestionLog.FULL)
    qtbot.waitUntil(lambda: "The whole question" in page.log_row.hint.text())
    qtbot.waitUntil(lambda: facts(page) == ["Holds from now on."])
    press(page, "Undo")
    qtbot.waitUntil(lambda: fake.usage.set.question is QuestionLog.HASH)


def test_texts_are_forgotten_once_it_was_confirmed(qtbot, pane, fake):
    fake.usage.all = RECORDS
    pane.show_page("privacy")
    pane.page.forget_button.click()
    press(pane.page, "Forget them")
    qtbot.waitUntil(lambda: facts(pane.page) == ["1 text forgotten."])


def test_a_budget_is_set_undone_and_refused_in_words(qtbot, pane, fake):
    pane.show_page("budget")
    page = pane.page
    qtbot.waitUntil(lambda: page.pace.text() == "30")
    page.limit.setText("$40")
    page.limit.editingFinished.emit()
    qtbot.waitUntil(lambda: fake.usage.set.monthly_budget_usd == 40.0)
    qtbot.waitUntil(lambda: facts(page) == ["Holds from now on."])
    press(page, "Undo")
    qtbot.waitUntil(lambda: fake.usage.set.monthly_budget_usd == 0.0)
    page.limit.setText("plenty")
    page.limit.editingFinished.emit()
    assert page.limit_row.error.text() == "An amount such as 40 or 12.50, or nothing."
    page.pace.setText("0")
    page.pace.editingFinished.emit()
    assert "from 1 to" in page.pace_row.error.text()
    page.warns.setCurrentIndex(0)
    page.warns.activated.emit(0)
    qtbot.waitUntil(lambda: fake.usage.set.warns_from == 0.5)


def test_prices_are_written_a_line_each(qtbot, pane, fake):
    pane.show_page("budget")
    page = pane.page
    qtbot.waitUntil(lambda: page.pace.text() == "30")
    page.prices.setPlainText("openai gpt-mini 0.25")
    page.save_prices.click()
    assert page.prices_row.error.text().startswith("Line 1: write it like")
    page.prices.setPlainText("openai gpt-mini 0.25 2 0.03\n\ncompatible local 0 0")
    page.save_prices.click()
    qtbot.waitUntil(lambda: len(fake.usage.set.prices) == 2)
    assert prices_of(prices_text(fake.usage.set.prices)) == fake.usage.set.prices
    assert fake.usage.set.prices[0] == ModelPrice("openai", "gpt-mini", 0.25, 2.0, 0.03)


@pytest.mark.parametrize("text", ["-1", "nan", "1e9", "inf", "4 0"])
def test_an_amount_that_cannot_be_is_refused(text):
    with pytest.raises(UsageError):
        amount_of(text, 1_000_000.0)


# --- retrieval -----------------------------------------------------------------------------------


def test_synonyms_are_a_step_away(qtbot, window, pane):
    pane.show_page("retrieval")
    page = pane.page
    qtbot.waitUntil(lambda: "20 are kept" in page.most_row.hint.text())
    page.synonyms.click()
    assert window.place == "sources"


def test_the_floor_and_how_many_sections_count_are_chosen_and_taken_back(qtbot, pane, fake):
    pane.show_page("retrieval")
    page = pane.page
    qtbot.waitUntil(lambda: "20 are kept" in page.most_row.hint.text())
    assert page.floor.currentText() == "40% (measured)"
    assert page.most.currentText() == "6 (measured)"
    page.floor.setFocus()
    qtbot.keyClick(page.floor, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: fake.inspector.evidence_limits == EvidenceLimits(0.5, 6))
    qtbot.waitUntil(lambda: facts(page) != [])
    press(page, "Undo")
    qtbot.waitUntil(lambda: fake.inspector.evidence_limits == EvidenceLimits())
    qtbot.waitUntil(lambda: page.floor.value() == "40")


def test_limits_that_were_set_elsewhere_are_shown(qtbot, window, fake):
    fake.inspector.evidence_limits = EvidenceLimits(0.45, 5)
    window.commands.go("settings")
    pane = window.current_pane
    pane.show_page("retrieval")
    qtbot.waitUntil(lambda: pane.page.floor.currentText() == "45%")
    assert pane.page.most.currentText() == "5"


def test_meaning_is_turned_on_built_and_turned_off(qtbot, pane, fake):
    pane.show_page("retrieval")
    page = pane.page
    qtbot.waitUntil(lambda: "1 of 4 sections" in page.vectors_row.hint.text())
    page.meaning.click()
    qtbot.waitUntil(lambda: fake.semantic.on)
    page.build_button.click()
    qtbot.waitUntil(lambda: "4 of 4 sections" in page.vectors_row.hint.text())
    assert not page.build_button.isEnabled()
    page.meaning.click()
    qtbot.waitUntil(lambda: not fake.semantic.on)


def test_a_model_that_is_not_there_is_said(qtbot, window, fake):
    fake.semantic.problem = "The packaged model is missing."
    window.commands.go("settings")
    pane = window.current_pane
    pane.show_page("retrieval")
    qtbot.waitUntil(lambda: pane.page.meaning_row.error.text() == "The packaged model is missing.")
    assert not pane.page.meaning.isEnabled()


# --- data ----------------------------------------------------------------------------------------


def test_the_dialog_of_a_backup_asks_before_a_file_is_replaced(qtbot, pane):
    pane.show_page("data")
    pane.page.choose_target()
    [dialog] = pane.window().findChildren(QFileDialog)

    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
    dialog.reject()


def test_a_backup_is_written_and_its_fault_said(qtbot, pane, fake, tmp_path):
    pane.show_page("data")
    page = pane.page
    page.back_up(str(tmp_path / "b.verbatim-backup"))
    qtbot.waitUntil(lambda: facts(page) == ["Backed up."])
    fake.backups.error = LibraryBusy("Another program writes.")
    page.back_up(str(tmp_path / "c.verbatim-backup"))
    qtbot.waitUntil(lambda: page.backup_row.error.text() == "Another program writes.")


def test_a_backup_is_restored_once_it_was_confirmed_and_undone(qtbot, pane, fake):
    pane.show_page("data")
    page = pane.page
    page.ask_to_restore("/backups/b.verbatim-backup")
    assert fake.backups.done == []
    press(page, "Restore it")
    qtbot.waitUntil(lambda: facts(page) == ["Restored the backup of 2026-11-30."])
    press(page, "Undo")
    qtbot.waitUntil(lambda: fake.backups.done[-1] == ("restore", "before.zip"))


def test_workspaces_are_listed_and_opened(qtbot, window, pane):
    pane.show_page("data")
    hint = pane.page.workspaces_row.hint
    qtbot.waitUntil(lambda: "shop (12 pages)" in hint.text())
    pane.page.manage.click()
    qtbot.waitUntil(lambda: bool(window.findChildren(WorkspaceRow)))


# --- diagnostics ---------------------------------------------------------------------------------


def test_diagnostics_hold_versions_and_checks_and_no_secret(qtbot, pane):
    pane.show_page("about")
    page = pane.page
    qtbot.waitUntil(page.copy_button.isEnabled)
    page.copy()
    text = QGuiApplication.clipboard().text()
    assert "Python (ok): 3.11.7 on Linux." in text
    assert "Library: 1 sources, 2 documents" in text
    assert "at https://host.example." in text
    assert "sk-canary" not in text
    assert "Rollbacks" not in text
    assert "harbor" not in text.replace("/harbor", "")
    names = [one.accessibleName() for one in page.checks.findChildren(type(page.copy_row.label))]
    assert len(names) >= len(CHECKS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/ann/data, open", "~/data, open"),
        ("/mnt/home/ann/x", "/mnt~/x"),
        ("/srv/ann/x", "/srv/~/x"),
        ("at https://ann:k@h.example:8080/v1?key=k.", "at https://h.example:8080."),
        ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434"),
        ("no address: nothing", "no address: nothing"),
    ],
)
def test_paths_and_addresses_lose_what_may_be_secret(text, expected):
    assert plain(text, "/home/ann") == expected


def test_a_diagnosis_without_a_library_is_one_too():
    text = diagnosis_text(Diagnosis({"Qt": "6"}, CHECKS[:1]), "/root")
    assert text.splitlines()[-1] == "Python (ok): 3.11.7 on Linux."


def test_closing_the_window_leaves_nothing_running(window, pane):
    threads = {f"library_{number}" for number in range(9)}
    window.close()
    assert not [one.name for one in threading.enumerate() if one.name in threads]


def test_no_part_of_a_page_flashes_up_as_a_window_of_its_own(qtbot, qapp, window):
    seen: list[QObject] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
            if event.type() is QEvent.Type.Show and isinstance(watched, QWidget):
                seen.extend([watched] if watched.isWindow() else [])
            return False

    watch = Watch()
    qapp.installEventFilter(watch)
    try:
        window.commands.go("usage")
        window.commands.go("settings")
        pane = window.current_pane
        for page in pane.pages:
            pane.show_page(page.name)
        qtbot.waitUntil(pane.page_named("about").copy_button.isEnabled)
    finally:
        qapp.removeEventFilter(watch)
    assert seen == []
