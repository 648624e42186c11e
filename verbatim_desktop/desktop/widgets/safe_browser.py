"""A text browser that can neither load, open nor run anything.

Documents and models are hostile input: Qt's own browser reads local images and style sheets,
opens any file a link names, and shows tool tips as rich text. None of that happens here. Text is
only ever inserted as characters; links are reported, never followed.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QHelpEvent, QImage, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import plain_tip

#: Characters that would split a Qt text block or end a frame; each becomes one other character.
FORBIDDEN = str.maketrans(
    {
        "\n": "\u2028",
        "\r": "\u2028",
        "\x0b": "\u2028",
        "\x0c": "\u2028",
        "\x1c": "\ufffd",
        "\x1d": "\ufffd",
        "\x1e": "\ufffd",
        "\x85": "\u2028",
        "\u2029": "\u2028",
        "\ufdd0": "\ufffd",
        "\ufdd1": "\ufffd",
        "\ufffc": "\ufffd",
        "\x00": "\ufffd",
    }
)


def as_inserted(text: str) -> str:
    """The characters that stand in a QTextDocument for this text, one for one."""
    return text.translate(FORBIDDEN)


class SafeBrowser(QTextBrowser):
    """followed carries the address of a link that was clicked, as it was written."""

    followed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)
        self.anchorClicked.connect(self._report)

    def _report(self, url: QUrl) -> None:
        self.followed.emit(url.toString())

    def loadResource(self, kind: int, _name: QUrl | str) -> object:
        """Nothing is ever loaded: an image is one transparent dot, anything else is empty."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            dot = QImage(1, 1, QImage.Format.Format_ARGB32)
            dot.fill(Qt.GlobalColor.transparent)
            return dot
        return ""

    def doSetSource(
        self,
        name: QUrl | str,
        type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,
    ) -> None:
        """No address replaces what is shown."""

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from link to link, of which Qt tells a screen reader nothing."""
        found = super().focusNextPrevChild(next)
        if found and self.hasFocus():
            announce(self, self.link_words())
        return found

    def link_words(self) -> str:
        """The link that Tab is at, in words."""
        return self.textCursor().selectedText()

    def tip_at(self, position: QPoint) -> str:
        """The plain text of the tool tip at a point of the viewport; "" for none."""
        return self.anchorAt(position)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_at(event.pos())), self)
            return True
        return super().viewportEvent(event)


class GrowingBrowser(SafeBrowser):
    """As high as its text, which has no bars of its own: the part around it scrolls."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Take the height of the text as it is laid out in the width there is."""
        self.document().setTextWidth(self.viewport().width())
        self.setFixedHeight(max(round(self.document().size().height()) + 2, self.theme.px(24)))
