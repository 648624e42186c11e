"""A small card beside a citation's chip: where its sentence stands, and the sentence itself."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.evidence import VERDICTS, one_line
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, row
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.answers import Citation, Verdict

WIDTH = 420
MOST_QUOTE = 600  # characters
GAP = 6


class HoverCard(QFrame):
    """Shows itself; it takes no focus and goes with the pointer."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme, self._owner = theme, parent
        self.path = Text(theme, size=12, color="text2", wrap=True)
        self.quote = Text(theme, size=13, wrap=True)
        self._verdict = row(spacing=4)
        body = column(self, (12, 10, 12, 10), 6)
        body.addWidget(self.path)
        body.addWidget(self.quote)
        body.addLayout(self._verdict)
        self._ok = IconLabel(theme, "ok", 14, "ok")
        self._words = Text(theme, size=12, color="text2")
        self._verdict.addWidget(self._ok)
        self._verdict.addWidget(self._words)
        self._verdict.addStretch(1)
        self.citation: Citation | None = None
        theme.changed.connect(self._fit)
        self.hide()

    def show_citation(self, citation: Citation, chip: QRect) -> None:
        """Beside a chip, in global coordinates: below it, or above where there is no room."""
        window = self._owner.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        if self.citation is not citation:
            self.citation = citation
            self._fill(citation)
        self._fit()
        self.move(self._place(window, chip.translated(-window.mapToGlobal(QPoint()))))
        self.show()
        self.raise_()

    def _fit(self) -> None:
        """As wide as designed, and as high as its words need at that width."""
        width = min(self._theme.px(WIDTH), self._owner.window().width() - 2 * GAP)
        self.setFixedWidth(width)
        self.resize(width, self.heightForWidth(width))

    def _fill(self, citation: Citation) -> None:
        self.path.setText("  ›  ".join(one_line(part) for part in citation.heading_path))
        quote = one_line(citation.quote)
        self.quote.setText(quote if len(quote) <= MOST_QUOTE else f"{quote[:MOST_QUOTE].rstrip()}…")
        verdict = VERDICTS.get(citation.status)
        self._ok.setVisible(citation.status is Verdict.VERIFIED)
        limits = [flag.detail or flag.kind.value.capitalize() for flag in citation.flags]
        words = [verdict[0] if verdict else "Verified", *limits]
        self._words.setText(", ".join(words))
        color = verdict[1] if verdict else "neutral"
        self._words.set_color("text2" if color == "neutral" else color)
        self.setAccessibleName(f"Citation {citation.marker}: {quote}")

    def _place(self, window: QWidget, chip: QRect) -> QPoint:
        left = min(max(chip.left(), GAP), window.width() - GAP - self.width())
        below = chip.bottom() + GAP
        fits = below + self.height() <= window.height() - GAP
        return QPoint(left, below if fits else max(chip.top() - GAP - self.height(), GAP))
