"""One question on its way: what is heard of it comes home to the window's thread, and it can be
stopped while a model writes.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from verbatim_desktop.desktop.widgets.answer_view import AnswerView
from verbatim_desktop.domain.events import AskEvent, Resolved, Retrieved, Text
from verbatim_desktop.ports import Cancellation


class AskStream(QObject):
    """began: a model writes and the view shows what there is. hear is called on the lane.

    It lives until the call on the lane has ended, which may tell of more until then.
    """

    began = Signal()
    _heard = Signal(object)

    def __init__(self, view: AnswerView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._over = False
        self.writes = False
        self.cancellation = Cancellation()
        self._heard.connect(self._show)

    def hear(self, event: AskEvent) -> None:
        """From any thread."""
        self._heard.emit(event)

    @Slot(object)
    def _show(self, event: AskEvent) -> None:
        if self._over:
            return
        if isinstance(event, Retrieved) and event.writes:
            self.writes = True
            self._view.begin(event.answer.confidence, event.answer.citations)
            self.began.emit()
        elif isinstance(event, Resolved):
            self._view.resolve(event.citations)
        elif isinstance(event, Text):
            self._view.append(event.text)

    def stop_writing(self) -> bool:
        """Stop the model; quoted passages then stand in. False where none writes."""
        if self.writes:
            self.cancellation.wish()
        return self.writes

    def end(self) -> None:
        """Want nothing more of it, neither here nor of a model."""
        self._over = True
        self.cancellation.wish()
