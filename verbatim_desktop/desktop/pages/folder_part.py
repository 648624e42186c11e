"""Settings: another folder for the data, by moving it there or by using a library that is there."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from verbatim_desktop.desktop.messages import Notice, is_bug
from verbatim_desktop.desktop.models.sources import short_path
from verbatim_desktop.desktop.usage_figures import megabytes
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.layouts import row
from verbatim_desktop.desktop.widgets.progress import Bar, part_done
from verbatim_desktop.desktop.widgets.setting_row import SettingRow
from verbatim_desktop.domain.data_folder import FolderChoice, FolderInUse, FolderMoved, SaidBy
from verbatim_desktop.domain.documents import IngestProgress

if TYPE_CHECKING:
    from verbatim_desktop.desktop.pages.page import SettingsPage

MOVES = "The data is copied and checked there. What is here stays until you remove it."
READING = "A source is being read. Wait until it is done, or stop it, and move then."
FIXED = {
    SaidBy.OPTION: "This window was started with --home, which stands above a choice made here.",
    SaidBy.ENVIRONMENT: "The variable VERBATIM_HOME names it, and stands above a choice made here.",
}


class FolderPart(QObject):
    """A row of the page, and what it does."""

    def __init__(self, page: SettingsPage) -> None:
        super().__init__(page)
        self._page, self._context = page, page.context
        theme = page.theme
        self.button = Button(theme, "Move…", icon="folder")
        self.button.setAccessibleName("Move the data to another folder")
        self.stop = Button(theme, "Cancel", icon="stop", key="Esc")
        self.bar = Bar(theme)
        self.bar.setFixedWidth(theme.px(120))
        controls = QWidget()
        line = row(controls, spacing=8)
        for widget in (self.bar, self.stop, self.button):
            line.addWidget(widget)
        controls.setFocusProxy(self.button)
        self.row = SettingRow(theme, "Another folder", MOVES, controls)
        self._moving = page.long_call(self._failed, keeps=True)
        self._moving.progressed.connect(self._show_step)
        self._moving.succeeded.connect(self._moved)
        self._moving.stopped.connect(self._stopped)
        self.button.clicked.connect(self.choose)
        self.stop.clicked.connect(self._moving.cancel)
        self._show_running(on=False)

    def read(self) -> None:
        self._page.look(lambda verbatim: verbatim.data_folder.in_use(), self._show)

    def _show(self, found: FolderInUse) -> None:
        self.button.setEnabled(found.can_change)
        if not self._moving.is_running:
            self.row.say_hint(FIXED.get(found.said_by, MOVES))

    def _show_running(self, *, on: bool) -> None:
        self.bar.setVisible(on)
        self.stop.setVisible(on)
        self.button.setVisible(not on)

    # --- choosing ----------------------------------------------------------------------------

    def choose(self) -> None:
        self.row.say_error("")
        if self._context.run.current is not None:
            self.row.say_error(READING)
            return
        dialog = QFileDialog(self._page.window(), "Folder for the data")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.look_at)
        dialog.open()

    def look_at(self, folder: str) -> None:
        self._page.change(
            self.row, lambda verbatim: verbatim.data_folder.look(Path(folder)), self._ask
        )

    def _ask(self, choice: FolderChoice) -> None:
        where = short_path(choice.folder)
        if choice.holds_library:
            notice = Notice(
                "warn",
                f"Use the library in {where}?",
                "It is another one. What is here stays here, and the window opens anew.",
            )
            self._page.ask_first(notice, "Use it", partial(self.use, choice.folder))
            return
        notice = Notice(
            "warn",
            f"Move the data to {where}?",
            f"{megabytes(choice.size)} are copied, {megabytes(choice.free)} are free there. "
            "Nothing else is read or kept meanwhile; then the window opens anew.",
        )
        self._page.ask_first(notice, "Move it", partial(self.move, choice.folder))

    # --- doing -------------------------------------------------------------------------------

    def use(self, folder: str) -> None:
        self._page.quiet()
        self._page.change(
            self.row, lambda verbatim: verbatim.data_folder.use(Path(folder)), self._context.moved
        )

    def move(self, folder: str) -> None:
        self._page.quiet()
        if self._context.run.current is not None:
            self.row.say_error(READING)
            return
        self._show_running(on=True)
        self.bar.set_part(0)
        self.row.say_hint("Waiting until nobody else has the library open")
        self._moving.start(
            lambda verbatim, progress, _wish: verbatim.data_folder.move(Path(folder), progress)
        )
        self.stop.setFocus()

    def _show_step(self, step: IngestProgress) -> None:
        if not step.total:  # it still waits
            return
        self.bar.set_part(part_done(step))
        self.row.say_hint(f"{megabytes(step.done)} of {megabytes(step.total)} copied")

    def _moved(self, moved: FolderMoved) -> None:
        self._ended()
        self._context.moved(moved)

    def _stopped(self) -> None:
        self._ended()
        self._page.say(Notice("neutral", "Stopped.", "The data is where it was."))

    def _failed(self, error: Exception) -> None:
        self._ended()
        if is_bug(error):
            self._page.broke.emit(error)
        else:
            self.row.say_error(str(error))

    def _ended(self) -> None:
        had_focus = self.stop.hasFocus()
        self._show_running(on=False)
        self.row.say_hint(MOVES)
        if had_focus:
            self.button.setFocus()
