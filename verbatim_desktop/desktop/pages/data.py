"""Settings: where the data is, how large, and another folder for it, workspaces, backups."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from verbatim_desktop.desktop.messages import Notice, is_bug
from verbatim_desktop.desktop.models.sources import short_path
from verbatim_desktop.desktop.pages.folder_part import FolderPart
from verbatim_desktop.desktop.pages.page import SettingsPage
from verbatim_desktop.desktop.pane import Context
from verbatim_desktop.desktop.usage_figures import megabytes
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.setting_row import SettingRow
from verbatim_desktop.domain.backups import Backup, Restored
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from verbatim_desktop.domain.workspaces import WorkspaceInfo
    from verbatim_desktop.ports import Progress

ENDING = "verbatim-backup"
KIND = f"Backup (*.{ENDING} *.zip)"
MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Size:
    files: int
    bytes: int


class DataPage(SettingsPage):
    name = "data"
    title = "Data and backup"
    about = "One folder holds everything: libraries, answers, drafts, settings. No key is in it."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        theme, folder = self.theme, context.folder
        self.open_button = Button(theme, "Open the folder", icon="folder")
        self.open_button.setEnabled(folder is not None)
        where = short_path(str(folder)) if folder is not None else "Not known"
        self.folder_row = SettingRow(theme, "Data folder", where, self.open_button)
        self.size_row = SettingRow(theme, "Size", "Looking…")
        self.manage = Button(theme, "Open the workspaces", icon="open", key="Ctrl Shift W")
        self.workspaces_row = SettingRow(theme, "Workspaces", "Looking…", self.manage)
        self.backup_button = Button(theme, "Back up…", icon="download")
        self.backup_row = SettingRow(
            theme, "Back up", "Every workspace and the settings as one file.",
            self.backup_button,
        )  # fmt: skip
        self.restore_button = Button(theme, "Restore…", icon="history")
        self.restore_row = SettingRow(
            theme, "Restore", "A backup is checked first, and what is here now is kept aside.",
            self.restore_button,
        )  # fmt: skip
        self.another = FolderPart(self)
        self.group("Folder", self.folder_row, self.size_row, self.another.row)
        self.group("Workspaces", self.workspaces_row)
        self.group("Backup", self.backup_row, self.restore_row)
        self.end()
        self._measuring = self.long_call()
        self._measuring.succeeded.connect(self._show_size)
        self._backing = self.long_call(self._backup_failed, keeps=True)
        self._backing.succeeded.connect(self._backed_up)
        self.open_button.clicked.connect(self.open_folder)
        self.manage.clicked.connect(partial(self.command_wanted.emit, "show_workspaces"))
        self.backup_button.clicked.connect(self.choose_target)
        self.restore_button.clicked.connect(self.choose_backup)

    # --- what is shown -----------------------------------------------------------------------

    def read(self) -> None:
        self.look(lambda verbatim: verbatim.workspaces.list(), self._show_workspaces)
        self.another.read()
        folder = self.context.folder
        if folder is None:
            self.size_row.say_hint("Not known")
        else:
            self._measuring.start(lambda _verbatim, progress, _wish: size_of(folder, progress))

    def _show_workspaces(self, found: tuple[WorkspaceInfo, ...]) -> None:
        names = [f"{one.name} ({counted(one.documents, 'page')})" for one in found[:MOST_NAMED]]
        more = f" and {len(found) - MOST_NAMED:,} more" if len(found) > MOST_NAMED else ""
        listed = ", ".join(names) + more if names else "None was written to yet."
        self.workspaces_row.say_hint(f"{listed}. Create, rename, delete, export or import.")

    def _show_size(self, size: Size) -> None:
        self.size_row.say_hint(f"{megabytes(size.bytes)} in {counted(size.files, 'file')}")

    def open_folder(self) -> None:
        if self.context.folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.context.folder)))

    # --- backup ------------------------------------------------------------------------------

    def choose_target(self) -> None:
        dialog = self._dialog("Back up", f"verbatim.{ENDING}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ENDING)
        dialog.fileSelected.connect(self.back_up)
        dialog.open()

    def back_up(self, path: str) -> None:
        self.backup_row.say_error("")
        self.say(Notice("info", "Writing the backup.", "Asking goes on meanwhile."))
        self._backing.start(lambda verbatim, _progress, _wish: verbatim.backups.backup(Path(path)))

    def _backed_up(self, made: Backup) -> None:
        told = f"{short_path(made.path)}, {megabytes(made.size)}."
        self.say(Notice("ok", "Backed up.", told))

    def _backup_failed(self, error: Exception) -> None:
        self.quiet()
        if is_bug(error):
            self.broke.emit(error)
        else:
            self.backup_row.say_error(str(error))

    # --- restore -----------------------------------------------------------------------------

    def choose_backup(self) -> None:
        dialog = self._dialog("Restore")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.ask_to_restore)
        dialog.open()

    def ask_to_restore(self, path: str) -> None:
        notice = Notice(
            "warn",
            f"Put {Path(path).name} in the place of every workspace?",
            "What is here now is kept aside first.",
        )
        self.ask_first(notice, "Restore it", partial(self.restore, path))

    def restore(self, path: str) -> None:
        """On the library's own lane: nothing is read meanwhile."""
        steps = "The backup is checked before anything is touched; then its pages are indexed."
        self.say(Notice("info", "Restoring.", steps))
        self.change(
            self.restore_row,
            lambda verbatim: verbatim.backups.restore(Path(path)),
            self._restored,
        )

    def _restored(self, done: Restored) -> None:
        actions = (("Undo", partial(self.restore, done.aside)),) if done.aside else ()
        aside = f"What was here is in {short_path(done.aside)}." if done.aside else ""
        damaged = f" The damaged one is in {short_path(done.damaged)}." if done.damaged else ""
        self.say(Notice("ok", f"Restored the backup of {done.manifest.made[:10]}.",
                        (aside + damaged).strip()), actions)  # fmt: skip
        self.library_changed.emit()
        self.read()

    def _dialog(self, title: str, name: str = "") -> QFileDialog:
        dialog = QFileDialog(self.window(), title, name, KIND)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog


def size_of(folder: Path, progress: Progress) -> Size:
    """How much a folder holds; what vanishes meanwhile is not counted. Raises Cancelled."""
    from verbatim_desktop.domain.documents import IngestProgress

    files = total = 0
    for place, _folders, names in os.walk(folder):
        progress(IngestProgress("counting", files, 0))
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
                files += 1
            except FileNotFoundError:
                continue
    return Size(files, total)
