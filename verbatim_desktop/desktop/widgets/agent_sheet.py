"""Who signs replies: the name and the team that stand for {{agent.name}} and {{agent.team}}."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.replies import Agent

WIDTH = 440
SAYS = "Replies and templates are signed with this, in this workspace."


class AgentSheet(Overlay):
    """saved: an Agent."""

    saved = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, "Who signs replies")
        self.card.setObjectName("palette")
        self.name, self.team = self._line("Your name"), self._line("Your team, if it is named")
        self.save = Button(theme, "Save", kind=Kind.PRIMARY, key="⏎")
        body = column(self.card, (16, 12, 16, 12), 8)
        body.addWidget(Text(theme, "Who signs replies", size=17, weight=600))
        body.addWidget(Text(theme, SAYS, color="text2", wrap=True))
        body.addWidget(self.name)
        body.addWidget(self.team)
        foot = row()
        foot.addStretch(1)
        foot.addWidget(self.save)
        body.addLayout(foot)
        self.save.clicked.connect(self._save)

    def _line(self, words: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setMaxLength(120)
        return field

    def show_agent(self, agent: Agent) -> None:
        self.name.setText(agent.name)
        self.team.setText(agent.team)
        self.open_over()
        self.name.setFocus()

    def _save(self) -> None:
        self.close_over()
        self.saved.emit(Agent(self.name.text(), self.team.text()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self._save()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        self.fit_width(WIDTH)
