"""The evidence of an answer: a row per section, then a row per cited sentence with its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QSizePolicy, QVBoxLayout, QWidget

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.widgets.layouts import column, empty, row
from verbatim_desktop.desktop.widgets.painting import chip_width, draw_chip, focus_ring
from verbatim_desktop.desktop.widgets.tag import draw_tag
from verbatim_desktop.desktop.widgets.text import ElidedText, RouteText, Text
from verbatim_desktop.domain.answers import Citation, CitationOrigin, Verdict
from verbatim_desktop.domain.documents import target_of
from verbatim_desktop.domain.retrieval import SCORE_UNIT, ScoredSection

#: A word for every verdict but the quiet one, and its tone.
VERDICTS = {
    Verdict.MOVED: ("Moved", "accent"),
    Verdict.AMBIGUOUS: ("Repeated", "neutral"),
    Verdict.STALE: ("Stale", "warn"),
    Verdict.ABSENT: ("Absent", "bad"),
    Verdict.CROSSES_BLOCKS: ("Crosses blocks", "warn"),
}


def score_text(score: int) -> str:
    return f"{score / SCORE_UNIT:.2f}"


def one_line(text: str) -> str:
    return " ".join(text.split())


def spoken_citation(citation: Citation, tags: Sequence[str] = ()) -> str:
    """A citation as a screen reader says it: number, sentence, and what reading it back says."""
    verdict = VERDICTS.get(citation.status, ("Verified", "ok"))[0]
    said = ", ".join([verdict, *tags])
    return f"Citation {citation.marker}: {one_line(citation.quote)} {said}"


class SectionRow(QWidget):
    """Where the sentences below it stand: heading path, route, score at the right edge."""

    def __init__(self, theme: Theme, path: Sequence[str], where: str, score: str) -> None:
        super().__init__()
        layout = row(self, (12, 0, 12, 0))
        heading = "  ›  ".join(one_line(part) for part in path)
        layout.addWidget(ElidedText(theme, heading, weight=500, least=120), 0)
        layout.addWidget(RouteText(theme, where), 1)
        if score:
            number = Text(theme, score, color="text2")
            number.setAccessibleName(f"Score {score}")
            layout.addWidget(number, 0)
        self._theme = theme
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.px(32))


class SentenceRow(QAbstractButton):
    """One cited sentence: its chip, the quote, and what reading it back says."""

    def __init__(
        self,
        theme: Theme,
        citation: Citation,
        place: str = "",
        score: str = "",
        *,
        by_model: bool = False,
    ) -> None:
        super().__init__()
        self._theme = theme
        self.citation = citation
        self._place = place
        self.score = score
        self._by_model = by_model
        self._active = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        tags = [words for words, _kind in self._tags()]
        self.setAccessibleName(spoken_citation(citation, tags))
        path = " › ".join(citation.heading_path)
        set_plain_tip(self, f"{path}\n{citation.quote}")
        self.setAccessibleDescription(path)  # the quote is in its name
        theme.changed.connect(self.updateGeometry)

    def _tags(self) -> list[tuple[str, str]]:
        """What limits the sentence, and who chose it where that was not the model."""
        tags = [
            (flag.detail or flag.kind.value.capitalize(), "warn") for flag in self.citation.flags
        ]
        if self._by_model and self.citation.origin is CitationOrigin.RETRIEVED:
            tags.insert(0, ("Not cited by the model", "neutral"))
        return tags

    def set_active(self, active: bool) -> None:
        self._active = active
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(32))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        if self._active:
            painter.fillRect(self.rect(), theme.color("soft"))
        elif self.underMouse():
            painter.fillRect(self.rect(), theme.color("alt" if theme.is_dark else "sunken"))
        middle = self.height() / 2
        left: float = theme.px(12)
        label = str(self.citation.marker)
        corner = QPointF(left, middle - theme.px(8))
        draw_chip(painter, theme, corner, label, active=self._active)
        left += max(chip_width(theme, label), theme.px(18)) + theme.px(10)
        right = self._draw_right(painter, self.width() - theme.px(12))
        self._draw_quote(painter, left, right - theme.px(12))
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.px(4), theme)

    def _draw_quote(self, painter: QPainter, left: float, right: float) -> None:
        font = self._theme.font(13)
        painter.setFont(font)
        painter.setPen(self._theme.color("text" if self._active else "text2"))
        shown = QFontMetricsF(font).elidedText(
            one_line(self.citation.quote), Qt.TextElideMode.ElideRight, max(right - left, 0)
        )
        rect = QRectF(left, 0, max(right - left, 0), self.height())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, shown)

    def _draw_right(self, painter: QPainter, right: float) -> float:
        """The verdict, and before it what else is said at the right edge; returns what is left."""
        theme, middle = self._theme, self.height() / 2
        if self.score:
            right = self._draw_words(painter, right, self.score, "text") - theme.px(12)
        verdict = VERDICTS.get(self.citation.status)
        if verdict is not None:
            right = self._draw_tag(painter, right, *verdict)
        elif not self.score:
            side = theme.px(16)
            rect = QRectF(right - side, middle - side / 2, side, side)
            draw_icon(painter, "ok", rect, theme.color("ok"))
            right -= side + theme.px(4)
        for words, kind in self._tags():
            right = self._draw_tag(painter, right - theme.px(4), words, kind)
        if self._place:
            right = self._draw_words(painter, right - theme.px(4), self._place, "text3")
        return right

    def _draw_words(self, painter: QPainter, right: float, words: str, color: str) -> float:
        font = self._theme.font(12)
        width = QFontMetricsF(font).horizontalAdvance(words) + 2
        width = min(width, self.width() * 0.35)
        painter.setFont(font)
        painter.setPen(self._theme.color(color))
        shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideLeft, width)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(QRectF(right - width, 0, width, self.height()), int(flags), shown)
        return right - width

    def _draw_tag(self, painter: QPainter, right: float, words: str, kind: str) -> float:
        width = QFontMetricsF(self._theme.font(11, 500)).horizontalAdvance(words)
        width += self._theme.px(12)
        height = self._theme.px(18)
        rect = QRectF(right - width, (self.height() - height) / 2, width, height)
        draw_tag(painter, self._theme, rect, words, kind)
        return right - width


class EvidenceCard(QFrame):
    """opened carries the number of the citation whose row was chosen."""

    opened = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._rows: dict[int, SentenceRow] = {}
        self._layout: QVBoxLayout = column(self, (1, 4, 1, 4), 0)
        self.setAccessibleName("Evidence")

    def show_evidence(
        self,
        citations: Sequence[Citation],
        ranked: Sequence[ScoredSection],
        *,
        by_model: bool = False,
    ) -> None:
        """By section; by_model says that a model chose what to cite."""
        empty(self._layout)
        self._rows = {}
        for path, group in grouped(citations):
            first = group[0]
            score = score_of(first, ranked)
            self._layout.addWidget(SectionRow(self._theme, path, place_of(first), score))
            for citation in group:
                self._add(SentenceRow(self._theme, citation, by_model=by_model))

    def show_passages(self, citations: Sequence[Citation], scores: Sequence[float]) -> None:
        """A flat list, as a ticket shows it: quote, heading, score in points."""
        empty(self._layout)
        self._rows = {}
        for citation, score in zip(citations, chain(scores, repeat(None)), strict=False):
            place = "  ›  ".join(one_line(part) for part in citation.heading_path[-2:])
            points = "" if score is None else f"{score:.2f}"
            self._add(SentenceRow(self._theme, citation, place, points))

    def _add(self, sentence: SentenceRow) -> None:
        number = sentence.citation.marker
        self._rows[number] = sentence
        sentence.clicked.connect(lambda: self.opened.emit(number))
        self._layout.addWidget(sentence)

    def set_active(self, number: int) -> None:
        for marker, sentence in self._rows.items():
            sentence.set_active(marker == number)


def grouped(citations: Sequence[Citation]) -> list[tuple[tuple[str, ...], list[Citation]]]:
    """Citations by the section they stand in, in the order of their first marker."""
    groups: dict[tuple[str, tuple[str, ...]], list[Citation]] = {}
    for citation in citations:
        groups.setdefault((citation.identity, citation.heading_path), []).append(citation)
    return [(path, group) for (_identity, path), group in groups.items()]


def place_of(citation: Citation) -> str:
    return target_of(citation.route or citation.path, citation.anchor)


def score_of(citation: Citation, ranked: Sequence[ScoredSection]) -> str:
    """The rank score of the section a citation stands in; "" where it was not ranked."""
    same_page = [
        scored
        for scored in ranked
        if (scored.section.source, scored.section.path) == (citation.source, citation.path)
    ]
    own = [one for one in same_page if one.section.heading_path == citation.heading_path]
    anchor = citation.anchor  # parts of a long section list the headings around them too
    around = [s for s in same_page if anchor == s.section.anchor or anchor in s.section.anchors]
    return next((score_text(scored.score) for scored in (*own, *around)), "")
