"""The frame of the window: places, parts, keys, memory, themes, and that everything has a name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from tests.desktop.fakes import TICKET
from tests.desktop.fakes import UNANSWERED as UNANSWERED_ANSWER
from tests.desktop.test_ask import ANSWERED, UNANSWERED, ask
from verbatim_desktop.desktop.key_table import frame_keys, groups
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.models.sources import Column
from verbatim_desktop.desktop.places import PLACES
from verbatim_desktop.desktop.theme import DARK, LIGHT, Mode
from verbatim_desktop.desktop.widgets.key_sheet import KeySheet
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.documents import IngestProgress, IngestRequest
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.resources import read_text

SHOWN = [f"show_{place.name}" for place in PLACES]
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


# --- places and parts ----------------------------------------------------------------------------


def test_alt_1_and_alt_3_go_to_ask_and_sources(window):
    QTest.keyClick(window, Qt.Key.Key_3, ALT)
    assert window.sources.isVisible()
    assert window.rail.item("sources").isChecked()
    QTest.keyClick(window, Qt.Key.Key_1, ALT)
    assert window.ask.isVisible()
    assert window.ask.card.field.hasFocus()


def test_the_source_pane_is_as_wide_as_designed_and_only_where_something_is_open(qtbot, window):
    assert not window.source.isVisible()
    ask(qtbot, window, ANSWERED)
    assert abs(window.source.width() - 592) <= 2
    window.commands.go("sources")
    assert not window.source.isVisible()
    window.commands.go("ask")
    assert window.source.isVisible()
    window.source.head.close_pane.click()
    assert not window.source.isVisible()


def test_a_narrow_window_shows_one_part_and_f6_brings_the_source_back(qtbot, open_window):
    window = open_window(1000, 700)
    with qtbot.waitSignal(window.opener.shown):
        window.ask.ask_this(ANSWERED)
    assert window.ask.isVisible()
    assert not window.source.isVisible()
    window.ask.open_number(2)
    qtbot.waitUntil(window.source.isVisible)
    assert not window.ask.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.ask.isVisible()
    assert not window.source.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert window.source.isVisible()


def test_an_answer_that_cites_nothing_stands_beside_no_page(qtbot, window, fake):
    fake.replies["Nowhere?"] = replace(UNANSWERED_ANSWER, ticket=replace(TICKET, citations=()))
    ask(qtbot, window, ANSWERED)
    assert window.source.isVisible()
    window.ask.ask_this("Nowhere?")
    qtbot.waitUntil(window.source.isHidden)
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert window.source.isVisible()


def test_f6_goes_round_rail_pane_and_source(qtbot, window):
    ask(qtbot, window, ANSWERED)
    window.take_pane_focus()
    parts = []
    for _ in range(3):
        QTest.keyClick(window, Qt.Key.Key_F6)
        parts.append(window.part_in_use())
    assert parts == ["source", "rail", "pane"]
    QTest.keyClick(window, Qt.Key.Key_F6, SHIFT)
    assert window.part_in_use() == "rail"


# --- keys ----------------------------------------------------------------------------------------


def test_the_key_sheet_lists_every_key_and_closes_with_esc(window):
    window.take_pane_focus()
    window.ask.new_button.setFocus()
    QTest.keyClicks(window.ask.new_button, "?")
    sheet = window.findChild(KeySheet)
    assert sheet.isVisible()
    shown = [child.accessibleName() for child in sheet.findChildren(QWidget)]
    for _title, keys in groups():
        for key in keys:
            assert not key.caption or set(key.caption.split(" / ")) <= set(shown)
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert window.ask.new_button.hasFocus()


def test_the_key_sheet_begins_with_the_pane_in_use_and_stands_in_two_straight_columns(window):
    window.commands.go("compose")
    window.show_keys()
    sheet = window.findChild(KeySheet)
    assert groups("compose")[0][0] == "Compose"
    titles = {title for title, _keys in groups()}
    words = {key.words for _title, keys in groups() for key in keys} - titles
    found = [label for label in sheet.findChildren(Text) if label.text() in words]
    lefts = {(label.parent(), label.x()) for label in found}
    assert len(lefts) == 2  # one edge a side, whatever the group
    sheet.close_over()
    window.commands.go("ask")
    window.show_keys()
    first = [one.text() for one in sheet.findChildren(Text) if not one.isHidden()]
    assert first.index("Ask") < first.index("Sentences") < first.index("Compose")


def test_no_key_has_three_meanings():
    meant: dict[str, set[str]] = {}
    for _title, keys in groups():
        for key in keys:
            for sequence in key.keys:
                meant.setdefault(QKeySequence(sequence).toString(), set()).add(key.words.split()[0])
    assert {sequence: verbs for sequence, verbs in meant.items() if len(verbs) > 2} == {}
    assert meant["Ctrl+M"] == {"Mark"}


def test_a_covered_pane_gives_its_focus_to_the_source_and_esc_gives_it_back(qtbot, open_window):
    window = open_window(1024, 700)
    ask(qtbot, window, ANSWERED)
    answer = window.ask.view.text
    answer.setFocus()
    for digit in (Qt.Key.Key_1, Qt.Key.Key_2):
        QTest.keyClick(answer, digit)
        qtbot.waitUntil(window.source.view.hasFocus)
        QTest.keyClick(window.source.view, Qt.Key.Key_Escape)
        assert not window.source.isVisible()
        assert answer.hasFocus()
    assert window.ask.card.field.question() == ANSWERED


@pytest.mark.parametrize("inside", [False, True])
def test_esc_closes_the_source_pane_and_finding_before_it(qtbot, window, inside):
    ask(qtbot, window, ANSWERED)
    start = window.source.view if inside else window.ask.view.text
    start.setFocus()
    window.source.open_find()
    QTest.keyClick(window.source.find_bar.field, Qt.Key.Key_Escape)
    assert not window.source.find_bar.isVisible()
    assert window.source.isVisible()
    start.setFocus()
    QTest.keyClick(start, Qt.Key.Key_Escape)
    assert not window.source.isVisible()
    assert window.part_in_use() == "pane"
    assert inside or start.hasFocus()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.ask.card.field.hasFocus()


def test_a_page_from_the_palette_is_entered_even_from_the_rail(qtbot, window):
    window.rail.item("ask").setFocus()
    QTest.keyClick(window.rail.item("ask"), Qt.Key.Key_K, CTRL)
    QTest.keyClicks(window.palette_box.field, "#not undo")
    qtbot.waitUntil(lambda: window.palette_box.chosen() is not None)
    with qtbot.waitSignal(window.opener.shown):
        QTest.keyClick(window.palette_box.field, Qt.Key.Key_Return)
    qtbot.waitUntil(window.source.view.hasFocus)


def test_no_key_means_two_things_at_one_place():
    everywhere = [key for place in PLACES for key in place.module().KEYS if key.everywhere]
    for place in PLACES:
        own = place.module().KEYS
        here = [*own, *frame_keys(), *(key for key in everywhere if key not in own)]
        sequences = [QKeySequence(one).toString() for key in here for one in key.keys]
        if place.name == "settings":  # no page is ever beside it: Ctrl+F finds a setting there
            for taken in ("Ctrl+F", "F3"):
                sequences.remove(taken)

        assert all(sequences)
        assert sorted(sequences) == sorted(set(sequences)), place.title


def test_every_key_has_its_action(window):
    for command in window.commands.all():
        owner = window.pane(command.place) if command.place else window.commands.actions
        action = command.key.action
        assert callable(getattr(owner, action, None)) or action[5:] in [
            place.name for place in PLACES
        ]


def test_a_key_of_one_place_means_nothing_at_another(window, fake):
    window.commands.go("sources")
    QTest.keyClick(window, Qt.Key.Key_T, CTRL)
    assert window.place == "sources"
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    assert window.place == "ask"


def test_each_place_has_a_row_a_key_and_an_icon_of_its_own(window):
    keys = [place.key for place in PLACES]

    assert len(set(keys)) == len(keys)
    for place in PLACES:
        window.commands.go(place.name)
        assert window.current_pane.isVisible()
        assert window.rail.item(place.name).isChecked()
        assert window.rail.item(place.name).text() == place.title
        assert read_text(f"icons/{place.icon}.svg")


def test_zoom_grows_the_text_and_ctrl_0_takes_it_back(window, theme):
    size = window.ask.card.field.font().pixelSize()
    QTest.keyClick(window, Qt.Key.Key_Plus, CTRL)
    QTest.keyClick(window, Qt.Key.Key_Plus, CTRL)
    assert theme.zoom == 125
    assert window.ask.card.field.font().pixelSize() > size
    QTest.keyClick(window, Qt.Key.Key_0, CTRL)
    assert window.ask.card.field.font().pixelSize() == size


def test_zoom_stops_at_its_ends(theme):
    for _ in range(20):
        theme.step_zoom(1)
    assert theme.zoom == 200
    for _ in range(20):
        theme.step_zoom(-1)
    assert theme.zoom == 80


@pytest.mark.parametrize("action", ["show_palette", "show_workspaces", "show_keys"])
def test_tab_goes_round_what_is_laid_over_the_window_and_never_below_it(qtbot, window, action):
    window.take_pane_focus()
    window.commands.run(action)
    qtbot.waitUntil(lambda: window.is_covered)
    [over] = [one for one in window.findChildren(Overlay) if one.isVisible()]
    for turn in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        for _ in range(12):
            QTest.keyClick(focused(), turn)
            assert over.isAncestorOf(focused())
    QTest.keyClick(focused(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.is_covered)
    assert window.part_in_use() == "pane"


def test_tab_in_a_sheet_leaves_who_holds_whom_as_it_was(window):
    """Qt's chain of focus, asked by PySide, let go of documents and bars with the next banner."""
    reply = window.pane("compose").editor.document()
    window.ask.say(Notice("info", "A fact.", "A sentence."))
    window.commands.run("show_palette")
    for turn in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        for _ in range(4):
            QTest.keyClick(focused(), turn)
    QTest.keyClick(focused(), Qt.Key.Key_Escape)

    window.ask.clear_banners()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    assert isValid(reply)
    assert isValid(window.ask.scroller.verticalScrollBar())


def focused() -> QWidget:
    focus = QApplication.focusWidget()
    assert focus is not None
    return focus


# --- what the status bar says --------------------------------------------------------------------


def test_the_status_bar_says_what_is_asked_and_that_nothing_leaves(window):
    facts = window.status.facts()

    for part in ("Default workspace", "2 pages", "4 sections", "Library 47"):
        assert part in facts


@pytest.mark.parametrize(
    ("name", "address", "said"),
    [
        (ProviderName.NONE, "", "No provider set: no socket is open"),
        (ProviderName.COMPATIBLE, "http://127.0.0.1:11434/v1", "Endpoint on this computer"),
        (ProviderName.OPENAI, "", "OpenAI"),
        (ProviderName.GEMINI, "https://user:pw@proxy.example/x?k=1", "Gemini at proxy.example"),
        (ProviderName.OPENAI, "http://[", "OpenAI"),
    ],
)
def test_the_status_bar_says_who_writes_and_where(qtbot, window, fake, name, address, said):
    fake.models.writer = ProviderSettings(name, base_url=address)
    with qtbot.waitSignal(window.state_shown):
        window.refresh()
    assert window.status.provider() == said


def test_settings_that_cannot_be_read_do_not_keep_the_library_away(qtbot, window, fake):
    fake.models.error = UsageError("VERBATIM_PROVIDER names no provider.")
    with qtbot.waitSignal(window.state_shown):
        window.refresh()
    assert window.status.provider() == "No model writes: VERBATIM_PROVIDER names no provider."
    assert "2 pages" in window.status.facts()


# --- memory --------------------------------------------------------------------------------------


def test_the_window_comes_back_as_it_was(qtbot, open_window, settings, theme):
    window = open_window(1300, 820)
    window.set_mode(Mode.DARK)
    window.commands.run("zoom_in")
    window.close()
    settings.sync()

    assert settings.value("theme") == "dark"
    assert int(str(settings.value("zoom"))) == 110
    again = open_window(1300, 820)
    assert (again.width(), again.height()) == (1300, 820)


@pytest.mark.parametrize("place", [place.name for place in PLACES])
def test_the_window_opens_where_a_person_worked_last(qtbot, open_window, place):
    """The settings are an aside: what was worked at before them opens again."""
    first = open_window()
    first.commands.go("compose")
    first.commands.go(place)
    first.close()
    again = open_window()

    assert again.place == ("compose" if place == "settings" else place)
    assert again.current_pane.isVisible()
    assert again.rail.item(again.place).isChecked()
    assert again.part_in_use() == "pane"
    assert [type(pane) for pane in again.made_panes()] == [type(again.current_pane)]
    again.commands.go("ask")
    assert again.ask.card.field.hasFocus()


@pytest.mark.parametrize("kept", ["nowhere", "settings"])
def test_a_place_that_is_none_or_an_aside_is_not_begun_at(open_window, settings, kept):
    settings.setValue("place", kept)
    settings.setValue("has_library/default", "true")

    assert open_window().place == "ask"


def test_a_first_run_begins_with_the_samples_wherever_a_person_was(qtbot, open_window, fake):
    fake.pages = {}
    first = open_window()
    first.commands.go("inspector")
    first.close()
    again = open_window()

    assert again.place == "ask"
    assert again.ask.first_run.isVisible()


def test_one_can_type_a_question_as_soon_as_the_window_is_there(open_window):
    open_window().close()
    again = open_window()

    assert again.place == "ask"
    assert again.ask.card.field.hasFocus()


def test_closing_stops_a_reading_and_waits_for_the_call_in_flight(window, run):
    window.sources.read([IngestRequest("/srv/a", name="a")])
    run.step(IngestProgress("reading", 1, 2))
    done = []
    window.jobs.start(lambda: done.append(1))
    window.close()

    assert run.stops == 1


# --- access --------------------------------------------------------------------------------------


def controls(window: QWidget) -> list[QWidget]:
    kinds = (QAbstractButton, QLineEdit, QAbstractScrollArea)
    return [
        widget
        for kind in kinds
        for widget in window.findChildren(kind)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


@pytest.mark.parametrize("state", ["start", "answer", "ticket", "sources", "adding", "first run"])
def test_every_control_has_an_accessible_name(qtbot, open_window, fake, run, state):
    if state == "first run":
        fake.pages = {}
    window = open_window()
    if state in ("answer", "ticket"):
        ask(qtbot, window, ANSWERED if state == "answer" else UNANSWERED)
    elif state == "sources":
        window.commands.go("sources")
        window.sources.read_again("harbor")
        run.step(IngestProgress("reading", 1, 2))
    elif state == "adding":
        window.commands.go("sources")
        with qtbot.waitSignal(window.sources.offered):
            window.sources.offer("/srv/guides")
    found = controls(window)
    unnamed = [widget for widget in found if not name_of(widget)]

    assert len(found) >= 5
    assert unnamed == []


def name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


def test_icon_buttons_have_a_tool_tip(qtbot, window):
    ask(qtbot, window, ANSWERED)
    bare = [
        one.accessibleName()
        for one in window.source.findChildren(QAbstractButton)
        if one.isVisible() and not one.text() and not one.toolTip()
    ]

    assert bare == []


def test_the_focus_is_visible(qtbot, window, theme):
    """A ring of the accent appears on what has the focus, and goes with it."""
    ask(qtbot, window, ANSWERED)
    button = window.ask.new_button
    window.ask.history_button.setFocus()
    assert theme.color("accent").name() not in colors(button)
    button.setFocus()
    assert theme.color("accent").name() in colors(button)


def colors(widget: QWidget) -> set[str]:
    picture = widget.grab().toImage()
    middle = picture.height() // 2
    return {picture.pixelColor(x, middle).name() for x in range(picture.width())}


# --- colours -------------------------------------------------------------------------------------


def test_light_and_dark_are_what_was_chosen(window, theme):
    window.set_mode(Mode.DARK)
    assert window.palette().color(window.backgroundRole()).name().upper() == DARK.window
    window.set_mode(Mode.LIGHT)
    assert window.palette().color(window.backgroundRole()).name().upper() == LIGHT.window


def test_the_system_going_dark_is_followed_while_the_window_is_open(window, theme, monkeypatch):
    """Only where the look is the system's."""
    system = [Qt.ColorScheme.Light]
    monkeypatch.setattr(type(QGuiApplication.styleHints()), "colorScheme", lambda _hints: system[0])
    window.set_mode(Mode.SYSTEM)
    for scheme, tokens in [(Qt.ColorScheme.Dark, DARK), (Qt.ColorScheme.Light, LIGHT)]:
        system[0] = scheme
        QGuiApplication.styleHints().colorSchemeChanged.emit(scheme)
        assert window.palette().color(window.backgroundRole()).name().upper() == tokens.window
        assert theme.color("accent").name().upper() == tokens.accent.upper()
    window.set_mode(Mode.LIGHT)
    system[0] = Qt.ColorScheme.Dark
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window.palette().color(window.backgroundRole()).name().upper() == LIGHT.window


# --- small windows -------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(640, 420), (720, 640), (1024, 700)])
def test_the_first_run_is_whole_in_a_small_window(qtbot, open_window, fake, width, height):
    fake.pages = {}
    window = open_window(width, height)
    first_run = window.ask.first_run
    for button in (first_run.samples, first_run.folder):
        qtbot.waitUntil(lambda button=button: button.size() == button.sizeHint())
        right = button.mapTo(first_run, button.rect().topRight()).x()
        assert right < first_run.parentWidget().width() - 24


def test_a_table_too_wide_for_the_window_shows_its_rows_above_the_scroll_bar(qtbot, open_window):
    window = open_window(720, 640)
    window.commands.go("sources")
    table = window.sources.table
    qtbot.waitUntil(lambda: table.sources.rowCount() > 0 and table.isVisible())
    qtbot.waitUntil(table.horizontalScrollBar().isVisible)
    assert table.columnWidth(Column.LOCATION) >= 100
    assert not table.verticalScrollBar().isVisible()
