"""What a screen reader is told beyond what Qt tells it by itself.

Qt knows what its own widgets are. Those of ours that draw themselves say it in `spoken_role`; any
other of ours, and a plain one with a name, is a group of what it holds. What happens while the
focus stays where it is, an answer or a banner, is announced.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAbstractItemView, QAccessibleWidget, QWidget

Role = QAccessible.Role
#: How long words may go on changing before the last of them are said, in milliseconds.
SETTLED_MS = 400


def install_roles() -> None:
    """Once in a process, before the first window."""
    QAccessible.installFactory(_made)


def _made(kind: str, thing: QObject) -> QAccessibleInterface | None:
    """Asked for each class that a widget is, most special first; ours are all plain widgets."""
    if kind != "QWidget" or not isinstance(thing, QWidget):
        return None
    is_ours = type(thing) is not QWidget  # a name may come later
    group = Role.Grouping if is_ours or thing.accessibleName() else None
    role = getattr(thing, "spoken_role", group)
    return QAccessibleWidget(thing, role) if role is not None else None


def announce(about: QWidget, words: str, *, urgent: bool = False) -> None:
    """Have a screen reader say something now; nothing where none runs, or nobody sees it.

    urgent: it interrupts what is being said.
    """
    if not words or not QAccessible.isActive() or not about.isVisible():
        return
    event = QAccessibleAnnouncementEvent(about, words)
    ways = QAccessible.AnnouncementPoliteness
    event.setPoliteness(ways.Assertive if urgent else ways.Polite)
    QAccessible.updateAccessibility(event)


class SettledWords(QObject):
    """Announces words that change with every key, once they stay as they are.

    It knows its widget as Qt's parent alone: a reference would make both of them garbage that
    Python destroys on whatever thread it looks for some.
    """

    def __init__(self, about: QWidget) -> None:
        super().__init__(about)
        self._words = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLED_MS)
        self._timer.timeout.connect(self._say)

    def say(self, words: str) -> None:
        """In the place of what waits to be said."""
        if QAccessible.isActive():
            self._words = words
            self._timer.start()

    def _say(self) -> None:
        about = self.parent()
        if isinstance(about, QWidget):
            announce(about, self._words)


class SpokenRows(SettledWords):
    """Announces the row that is chosen in a list while the focus stays in the field above it: a
    screen reader follows the focus only.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        view.selectionModel().currentChanged.connect(self._chosen)

    def _chosen(self, index: QModelIndex) -> None:
        view = self.parent()
        if index.isValid() and isinstance(view, QWidget) and not view.hasFocus():
            self.say(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
