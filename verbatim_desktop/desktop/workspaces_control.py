"""What the workspaces sheet wishes, done on the background lane; deleting has a way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.messages import Notice, tell
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.workspaces_sheet import WorkspacesSheet
from verbatim_desktop.domain.workspaces import (
    DeletedWorkspace,
    WorkspaceInfo,
    WorkspaceManifest,
)
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from verbatim_desktop.app.workspaces import Workspaces

ENDING = "verbatim"
KIND = f"Workspace (*.{ENDING})"


class WorkspacesControl(QObject):
    """switch_wanted: another workspace, please. broke: an error that is our bug."""

    switch_wanted = Signal(str)
    broke = Signal(object)

    def __init__(self, sheet: WorkspacesSheet, jobs: Jobs, library: OpenLibrary, here: str) -> None:
        super().__init__(sheet)
        self._sheet, self._jobs, self._library, self._here = sheet, jobs, library, here
        sheet.create_wanted.connect(self.create)
        sheet.rename_wanted.connect(self.rename)
        sheet.delete_wanted.connect(self.delete)
        sheet.switch_wanted.connect(self._switch)
        sheet.export_wanted.connect(self.choose_target)
        sheet.restore_wanted.connect(self.restore)
        sheet.purge_wanted.connect(self.ask_to_purge)
        sheet.import_wanted.connect(self.choose_file)

    def open(self) -> None:
        self._sheet.open_over()
        self._sheet.field.setFocus()
        self.refresh()

    def refresh(self) -> None:
        self._do(lambda workspaces: (workspaces.list(), workspaces.deleted()), self._show)

    def _show(self, state: tuple[tuple[WorkspaceInfo, ...], tuple[DeletedWorkspace, ...]]) -> None:
        found, deleted = state
        names = {info.name for info in found}
        if self._here not in names:  # nothing was written to it yet
            found = (WorkspaceInfo(self._here, 0, 0), *found)
        self._sheet.show_workspaces(found, self._here, deleted)

    def _do(
        self, work: Callable[[Workspaces], object], then: Callable[..., object] | None = None
    ) -> None:
        job = self._jobs.start(lambda: work(self._library().workspaces))
        if then is not None:
            job.succeeded.connect(then)
        job.failed.connect(self._fail)

    def _fail(self, error: Exception) -> None:
        tell(error, self._sheet.say, self.broke.emit)

    def _switch(self, name: str) -> None:
        self._sheet.close_over()
        self.switch_wanted.emit(name)

    # --- changing ----------------------------------------------------------------------------

    def create(self, name: str) -> None:
        self._do(lambda workspaces: workspaces.create(name), partial(self._created, name))

    def _created(self, name: str, _nothing: object) -> None:
        self._sheet.field.clear()
        switch = (f"Switch to {name}", partial(self._switch, name))
        self._sheet.say(Notice("ok", f"{name} was made.", "It is empty."), (switch,))
        self.refresh()

    def rename(self, name: str, new_name: str) -> None:
        self._do(
            lambda workspaces: workspaces.rename(name, new_name),
            partial(self._renamed, name, new_name),
        )

    def _renamed(self, name: str, new_name: str, _nothing: object) -> None:
        if name == self._here:
            self._switch(new_name)  # what is open stands on the old name
        else:
            self._sheet.return_to(new_name)
            self.refresh()

    def delete(self, name: str) -> None:
        self._do(lambda workspaces: workspaces.delete(name), self._deleted)

    def _deleted(self, gone: DeletedWorkspace) -> None:
        undo = ("Undo", partial(self.restore, gone.token))
        pages = f"{counted(gone.documents, 'page')} went with it; its sources' files stay."
        self._sheet.say(Notice("neutral", f"{gone.name} was deleted.", pages), (undo,))
        self.refresh()

    def restore(self, token: str) -> None:
        self._do(lambda workspaces: workspaces.restore(token), self._restored)

    def _restored(self, name: str) -> None:
        self._sheet.say(Notice("ok", f"{name} is back.", ""))
        self.refresh()

    def ask_to_purge(self) -> None:
        """There is no way back from it, so it is asked for twice."""
        notice = Notice("warn", "Empty the trash?", "What is in it cannot be brought back then.")
        self._sheet.say(notice, (("Empty it", self.purge), ("Keep it", self._sheet.quiet)))

    def purge(self) -> None:
        """Deleted workspaces go for good."""
        self._do(lambda workspaces: workspaces.purge(), self._purged)

    def _purged(self, names: tuple[str, ...]) -> None:
        self._sheet.say(Notice("neutral", "The trash is empty.", ", ".join(names)))
        self.refresh()

    # --- handing over ------------------------------------------------------------------------

    def choose_target(self, name: str) -> None:
        dialog = self._dialog("Export the workspace", f"{name}.{ENDING}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ENDING)
        dialog.fileSelected.connect(partial(self.export_to, name))
        dialog.open()

    def export_to(self, name: str, path: str) -> None:
        self._sheet.say(Notice("info", f"Writing {name}.", "This may take a while."))
        self._do(
            lambda workspaces: workspaces.export_to(name, Path(path)),
            partial(self._exported, path),
        )

    def _exported(self, path: str, manifest: WorkspaceManifest) -> None:
        pages = counted(manifest.documents, "page")
        left = "Costs, drafts of replies and checked macros stay here."
        self._sheet.say(Notice("ok", f"{manifest.name} was exported, {pages}.", f"{path}. {left}"))

    def choose_file(self) -> None:
        dialog = self._dialog("Import a workspace")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.import_from)
        dialog.open()

    def import_from(self, path: str) -> None:
        """Under its own name, or the one that stands in the field."""
        name = self._sheet.field.text().strip()
        self._sheet.say(Notice("info", "Checking the file.", path))
        self._do(lambda workspaces: workspaces.import_from(Path(path), name), self._imported)

    def _imported(self, name: str) -> None:
        self._sheet.field.clear()
        switch = (f"Switch to {name}", partial(self._switch, name))
        told = "Its sources' folders may be missing here: it answers all the same."
        self._sheet.say(Notice("ok", f"{name} was imported.", told), (switch,))
        self.refresh()

    def _dialog(self, title: str, name: str = "") -> QFileDialog:
        dialog = QFileDialog(self._sheet.window(), title, name, KIND)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog
