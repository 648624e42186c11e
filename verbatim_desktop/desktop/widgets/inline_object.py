"""Something drawn in a line of text, in the place of one character."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPyTextObject, QTextDocument, QTextFormat


class InlineObject(QPyTextObject):
    """A kind of such objects; the format of the character says which one it is."""

    def size(self, form: QTextFormat) -> QSizeF:
        raise NotImplementedError

    def draw(self, painter: QPainter, rect: QRectF, form: QTextFormat) -> None:
        """The painter is afterwards as it was before."""
        raise NotImplementedError

    # --- Qt ----------------------------------------------------------------------------------

    def intrinsicSize(self, _doc: QTextDocument, _at: int, form: QTextFormat) -> QSizeF:
        return self.size(form)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _doc: QTextDocument,
        _at: int,
        form: QTextFormat,
    ) -> None:
        painter.save()
        self.draw(painter, QRectF(rect), form)
        painter.restore()
