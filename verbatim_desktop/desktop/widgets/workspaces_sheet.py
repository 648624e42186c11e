"""The workspaces of the data folder, over the window: switch, make, rename, hand over, delete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.kept_field import KeptField
from verbatim_desktop.desktop.widgets.layouts import column, empty, line, row, scrolled
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.tag import Tag
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.workspaces import DeletedWorkspace, WorkspaceInfo
from verbatim_desktop.text.counting import counted

WIDTH = 720


class NameField(KeptField):
    """Esc ends the renaming, and nothing else."""

    given_up = Signal()

    @property
    def holds_more(self) -> bool:
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()


class WorkspaceRow(QWidget):
    """One workspace with what can be done to it; the one in use is not switched to or deleted."""

    switch_wanted = Signal(str)
    rename_wanted = Signal(str, str)
    export_wanted = Signal(str)
    delete_wanted = Signal(str)

    def __init__(self, theme: Theme, info: WorkspaceInfo, *, here: bool) -> None:
        super().__init__()
        self._theme, self._name = theme, info.name
        self.setAccessibleName(f"Workspace {info.name}")
        self.name = ElidedText(theme, info.name, weight=500, least=80)
        self.field = NameField(info.name)
        self.field.setAccessibleName(f"New name of {info.name}")
        self.field.setMaxLength(64)
        self.field.hide()
        holds = f"{counted(info.documents, 'page')} in {counted(info.sources, 'source')}"
        self.rename = self._tool("Rename", f"Rename {info.name}")
        self.export = self._tool("Export", f"Export {info.name}")
        self.delete = self._tool("Delete", f"Delete {info.name}")
        self.switch = self._tool("Switch to", f"Switch to {info.name}")
        layout = row(self, (16, 4, 8, 4), 4)
        layout.addWidget(self.name)
        layout.addWidget(self.field, 1)
        if here:
            layout.addWidget(Tag(theme, "In use", "accent"))
        layout.addWidget(ElidedText(theme, holds, size=12, color="text2", least=40), 1)
        for button in (self.switch, self.rename, self.export, self.delete):
            layout.addWidget(button)
        for button in (self.switch, self.delete):
            button.setEnabled(not here)
            if here:
                button.setToolTip("This workspace is in use: switch to another one first")
        self._connect()

    def _tool(self, words: str, name: str) -> Button:
        button = Button(self._theme, words, kind=Kind.QUIET, compact=True)
        button.setAccessibleName(name)
        return button

    def _connect(self) -> None:
        self.switch.clicked.connect(lambda: self.switch_wanted.emit(self._name))
        self.export.clicked.connect(lambda: self.export_wanted.emit(self._name))
        self.delete.clicked.connect(lambda: self.delete_wanted.emit(self._name))
        self.rename.clicked.connect(self._begin)
        self.field.editingFinished.connect(self._end)
        self.field.given_up.connect(self.rename.setFocus)  # which ends it

    def _begin(self) -> None:
        self.name.hide()
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def _end(self) -> None:
        """Enter, or leaving the field, takes a name that is another one."""
        wanted = self.field.text().strip()
        self.field.hide()
        self.name.show()
        if wanted and wanted != self._name:
            self.rename_wanted.emit(self._name, wanted)


class WorkspacesSheet(Overlay):
    """What is wished of it is done by WorkspacesControl."""

    create_wanted = Signal(str)
    import_wanted = Signal()
    switch_wanted = Signal(str)
    rename_wanted = Signal(str, str)
    export_wanted = Signal(str)
    delete_wanted = Signal(str)
    restore_wanted = Signal(str)  # a token
    purge_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, "Workspaces")
        self.card.setObjectName("palette")
        self.rows: dict[str, WorkspaceRow] = {}
        self._renamed = ""  # the row that the focus returns to
        self._banners = column(margins=(16, 0, 16, 0), spacing=8)
        self._list = QWidget()
        self._rows = column(self._list, (0, 4, 0, 4), 0)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Name of a new workspace")
        self.field.setAccessibleName("Name of a new workspace")
        self.field.setMaxLength(64)
        self.make = Button(theme, "Create", icon="plus", kind=Kind.PRIMARY)
        self.bring = Button(theme, "Import a file", icon="download")
        self.trash = ElidedText(theme, size=12, color="text2", least=80)
        self.purge = Button(theme, "Empty the trash", kind=Kind.LINK, size=12, weight=400)
        self.restore = Button(theme, "Bring one back", kind=Kind.LINK, size=12, weight=400)
        self.gone = QMenu(self)
        self.restore.give_menu(self.gone)
        self._lay_out()
        self.purge.clicked.connect(self.purge_wanted)
        self.make.clicked.connect(self._create)
        self.field.returnPressed.connect(self._create)
        self.bring.clicked.connect(self.import_wanted)

    def _lay_out(self) -> None:
        body = column(self.card, (1, 12, 1, 12), 8)
        head = row(margins=(16, 0, 12, 0))
        head.addWidget(Text(self._theme, "Workspaces", size=17, weight=600))
        head.addStretch(1)
        close = Button(self._theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close (Esc)")
        close.clicked.connect(self.close_over)
        head.addWidget(close)
        body.addLayout(head)
        words = "Each is a library of its own: nothing of one is seen in another."
        told = Text(self._theme, words, color="text2", wrap=True)
        told.setContentsMargins(16, 0, 16, 0)
        body.addWidget(told)
        body.addLayout(self._banners)
        body.addWidget(line())
        self._scroller = scrolled(self._list)
        body.addWidget(self._scroller)
        trash = row(margins=(16, 0, 16, 4))
        trash.addWidget(self.trash)
        trash.addWidget(self.restore)
        trash.addWidget(self.purge)
        trash.addStretch(1)
        body.addLayout(trash)
        body.addWidget(line())
        foot = row(margins=(16, 4, 16, 0))
        foot.addWidget(self.field, 1)
        foot.addWidget(self.make)
        foot.addWidget(self.bring)
        body.addLayout(foot)

    def show_workspaces(
        self, found: Sequence[WorkspaceInfo], here: str, deleted: Sequence[DeletedWorkspace]
    ) -> None:
        """deleted: what is in the trash, the oldest first."""
        self._show_trash(deleted)
        empty(self._rows)
        self.rows = {}
        for info in found:
            one = WorkspaceRow(self._theme, info, here=info.name == here)
            one.switch_wanted.connect(self.switch_wanted)
            one.rename_wanted.connect(self.rename_wanted)
            one.export_wanted.connect(self.export_wanted)
            one.delete_wanted.connect(self.delete_wanted)
            self.rows[info.name] = one
            self._rows.addWidget(one)
        self._fit()
        if self._renamed in self.rows:
            self.rows[self._renamed].rename.setFocus()
            self._renamed = ""

    def return_to(self, name: str) -> None:
        """The row that has the focus once it is shown under its new name."""
        self._renamed = name

    def _show_trash(self, deleted: Sequence[DeletedWorkspace]) -> None:
        self.trash.setText(f"{counted(len(deleted), 'deleted workspace')} in the trash")
        for part in (self.trash, self.restore, self.purge):
            part.setVisible(bool(deleted))
        self.gone.clear()
        for one in reversed(deleted):
            words = f"{one.name}, {counted(one.documents, 'page')}".replace("&", "&&")
            action = self.gone.addAction(words)
            action.triggered.connect(partial(self._restore, one.token))

    def _restore(self, token: str, _on: bool = False) -> None:
        self.restore_wanted.emit(token)

    def quiet(self) -> None:
        """Take the banner away."""
        empty(self._banners)

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        empty(self._banners)
        self._banners.addWidget(Banner(self._theme, notice, actions))

    def _create(self) -> None:
        name = self.field.text().strip()
        if name:
            self.create_wanted.emit(name)
        else:
            self.field.setFocus()

    def _fit(self) -> None:
        theme = self._theme
        self.fit_width(WIDTH)
        wanted = len(self.rows) * theme.px(40) + 10
        room = max(self.height() - theme.px(320), theme.px(80))
        self._scroller.setFixedHeight(min(wanted, room))

    def sizeHint(self) -> QSize:
        return self._under.size()
