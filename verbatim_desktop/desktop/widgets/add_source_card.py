"""A source about to be read: where it is, what it is taken for and why, all changeable first.

A folder or an archive was looked at and comes with a guess. A repository is only fetched once it
is read, so its guess is left to the reading.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QWidget

from verbatim_desktop.desktop.models.sources import PLACE_ICONS, short_place
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.check_box import CheckBox
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, row
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.documents import IngestRequest, ParseMode, SourceInfo, SourceKind
from verbatim_desktop.domain.locations import GitAddress, SourcePlace, called, place_of

KINDS = (SourceKind.DOCS, SourceKind.KB, None)
MODES = (ParseMode.MDX, ParseMode.MARKDOWN, None)
GUESS = 2
GIT_WHY = (
    "Fetched over the network with the git program of this machine, this folder only. Nothing else "
    "here opens a connection."
)


class AddSourceCard(QFrame):
    """accepted carries the IngestRequest."""

    accepted = Signal(object)
    dismissed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setProperty("emphasis", "true")
        self.setAccessibleName("Add a source")
        self._theme = theme
        self._location = ""
        self._taken: frozenset[str] = frozenset()
        self._named = False  # by the person, not after the repository
        self._icon = IconLabel(theme, "folder", 16, "accent")
        self._place = ElidedText(
            theme, mode=Qt.TextElideMode.ElideMiddle, size=11, color="text3", mono=True
        )
        self._why = Text(theme, size=12, color="text2", wrap=True)
        self.url = self._field("Repository", "https://host/team/product.git")
        self.folder = self._field("Folder", "docs  (optional)")
        self.branch = self._field("Branch", "its default  (optional)")
        self.name = self._field("Name", "How answers name this source")
        self.base_url = self._field("Public address", "https://…  (optional)")
        self.version = self._field("Product version", "2.0  (optional)")
        self.ignore = self._field("Leave out", "drafts/, *.generated.md  (optional)")
        self.kind = Choices(theme, ("Documentation", "Knowledge base", "Guess"), "Kind")
        self.mode = Choices(theme, ("MDX", "Markdown", "Guess"), "Read as")
        self.internal = CheckBox(theme, "Internal: warn before it goes to a customer")
        self._error = Text(theme, size=12, color="bad", wrap=True)
        self._error.hide()
        self.read = Button(theme, "Read it", icon="download", kind=Kind.PRIMARY, key="⏎")
        self.cancel = Button(theme, "Cancel", key="Esc")
        self._git_rows: list[QWidget] = []
        self._lay_out()
        self._connect()

    def _field(self, name: str, hint: str) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        field.setMinimumWidth(80)
        return field

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        outer = column(self, (16, 14, 16, 14), 8)
        head = row(spacing=8)
        head.addWidget(self._icon)
        head.addWidget(Text(self._theme, "Add a source", weight=600))
        head.addWidget(self._place, 1)
        outer.addLayout(head)
        outer.addWidget(self._why)
        outer.addLayout(self._fields())
        outer.addWidget(self._error)
        foot = row(spacing=8)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.read)
        outer.addLayout(foot)

    def _fields(self) -> QFormLayout:
        """Each field beside its name; below it where the window is too narrow for both."""
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setContentsMargins(0, 4, 0, 4)
        parts: tuple[tuple[str, QWidget, str], ...] = (
            ("Repository", self.url, ""),
            ("Folder", self.folder, ""),
            ("Branch", self.branch, ""),
            ("Name", self.name, ""),
            ("Kind", self.kind, "Documentation is named by route, a knowledge base by path"),
            ("Read as", self.mode, "MDX may hold components and imports"),
            ("Public address", self.base_url, ""),
            ("Version", self.version, ""),
            ("Leave out", self.ignore, ""),
            ("", self.internal, ""),
        )
        for label, widget, hint in parts:
            said = Text(self._theme, label, color="text2")
            if widget in (self.url, self.folder, self.branch):
                self._git_rows += [said, widget]
            if hint:
                line = row(spacing=12)
                line.addWidget(widget)
                line.addWidget(ElidedText(self._theme, hint, size=12, color="text3"), 1)
                form.addRow(said, line)
            else:
                form.addRow(said, widget)
        return form

    def _connect(self) -> None:
        self.read.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.dismissed)
        self.name.textChanged.connect(self._check)
        self.name.textEdited.connect(self._keep_name)
        self.url.textChanged.connect(self._name_after_repository)
        for field in (self.name, self.base_url, self.version, self.ignore):
            field.returnPressed.connect(self.accept)
        for field in (self.url, self.folder, self.branch):
            field.textChanged.connect(self._check)
            field.returnPressed.connect(self.accept)

    def _show_place(self, location: str, *, git: bool) -> None:
        self._location = location
        self._icon.set_icon(PLACE_ICONS[SourcePlace.GIT if git else place_of(location)], "accent")
        self._place.setText("" if git else short_place(location))
        for widget in self._git_rows:
            widget.setVisible(git)
        for choices in (self.kind, self.mode):
            choices.button(GUESS).setVisible(git)

    # --- the source ----------------------------------------------------------------------------

    def show_guess(self, info: SourceInfo, taken: frozenset[str]) -> None:
        """What a place would be read as; taken are the names of other sources."""
        self._taken = taken
        is_git = place_of(info.root) is SourcePlace.GIT
        self._show_place(info.root, git=is_git)
        self._why.setText(info.reason or (GIT_WHY if is_git else "Choose how it is read."))
        self._named = True
        self._show_address(GitAddress.parse(info.root) if is_git else GitAddress(""))
        self.name.setText(info.name)
        self.base_url.setText(info.base_url)
        self.version.setText(info.version)
        self.ignore.setText(", ".join(info.ignore))
        self.internal.setChecked(info.internal)
        self.kind.choose(KINDS.index(info.kind))
        self.mode.choose(MODES.index(info.mode))
        self._check()
        self.name.setFocus()
        self.name.selectAll()

    def show_git(self, location: str, taken: frozenset[str]) -> None:
        """A repository that is not known yet; location: what is known of its address."""
        self._taken, self._named = taken, False
        self._show_place(location, git=True)
        self._why.setText(GIT_WHY)
        for field in (self.name, self.base_url, self.version, self.ignore):
            field.clear()
        self.internal.setChecked(False)
        self._show_address(GitAddress.parse(location))
        self._name_after_repository(self.url.text())  # also where the address is as it was
        self.kind.choose(GUESS)
        self.mode.choose(GUESS)
        self._check()
        self.url.setFocus()

    def show_unguessed(self, location: str, taken: frozenset[str]) -> None:
        """An archive that is only looked through when it is read."""
        self.show_git("", taken)
        self._show_place(location, git=False)
        for choices in (self.kind, self.mode):
            choices.button(GUESS).show()
        self._why.setText("A large archive: how it is read is guessed once it is.")
        self._named = True
        self.name.setText(called(location))
        self._check()
        self.name.setFocus()

    def _show_address(self, address: GitAddress) -> None:
        self.url.setText(address.url)
        self.folder.setText(address.folder)
        self.branch.setText(address.branch)

    def _keep_name(self) -> None:
        self._named = True

    def _name_after_repository(self, url: str) -> None:
        if not self._named:
            self.name.setText(
                called(url.strip()) if place_of(url.strip()) is SourcePlace.GIT else ""
            )

    def _check(self) -> None:
        problem, usable = self._problem()
        self._error.setText(problem)
        self._error.setVisible(bool(problem))
        self.read.setEnabled(usable)

    def _problem(self) -> tuple[str, bool]:
        """What is wrong in words, and whether it can be read all the same."""
        name, url = self.name.text().strip(), self.url.text().strip()
        if not self.url.isHidden() and place_of(url) is not SourcePlace.GIT:
            said = (
                "A repository’s address starts with https://, ssh:// or user@host:." if url else ""
            )
            return said, False
        if not name:
            return "A source needs a name.", False
        if "/" in name or "#" in name:
            return "A name has no “/” and no “#”: it opens every address of the source.", False
        if name in self._taken:
            return f"“{name}” is a source already; this one would take its place.", True
        return "", True

    def location(self) -> str:
        if self.url.isHidden():
            return self._location
        folder, branch = self.folder.text().strip().strip("/"), self.branch.text().strip()
        return str(GitAddress(self.url.text().strip(), folder, branch))

    def request(self) -> IngestRequest:
        return IngestRequest(
            location=self.location(),
            kind=KINDS[self.kind.current()],
            mode=MODES[self.mode.current()],
            name=self.name.text().strip(),
            base_url=self.base_url.text().strip(),
            ignore=tuple(filter(None, (one.strip() for one in self.ignore.text().split(",")))),
            version=self.version.text().strip(),
            internal=self.internal.isChecked(),
            exact=True,
        )

    def accept(self) -> None:
        if self.read.isEnabled():
            self.accepted.emit(self.request())
