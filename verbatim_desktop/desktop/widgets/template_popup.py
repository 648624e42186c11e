"""The templates that fit what stands behind a /, at the cursor. The editor keeps the focus."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.fuzzy import best
from verbatim_desktop.desktop.models.palette import PaletteEntry
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.reply_editor import ReplyEditor
from verbatim_desktop.desktop.widgets.suggestions import Suggestions
from verbatim_desktop.domain.templates import Template

MOST = 8
WIDTH = 400


class TemplatePopup(Suggestions):
    """taken: the name of the template that was chosen; the first is chosen from the start."""

    def __init__(self, theme: Theme, editor: ReplyEditor, parent: QWidget) -> None:
        super().__init__(theme, editor, editor, parent)
        self.setAccessibleName("Templates")
        self.view.setAccessibleName("Templates")
        self._editor = editor

    def offer_templates(self, templates: Sequence[Template], words: str) -> None:
        matches = best(words, list(templates), lambda one: one.name, MOST) if words else None
        if matches is None:
            entries = [_entry(one) for one in templates[:MOST]]
        else:
            entries = [PaletteEntry(m.item.name, "template", _nothing, m.spans) for m in matches]
        self.offer(entries)
        if entries and self.isVisible():
            self.view.setCurrentIndex(self.model.index(0))
            self._place(len(entries))

    def _place(self, rows: int) -> None:
        """Below the cursor, or above it where there is no room."""
        over, theme = self._over, self._theme
        cursor = self._editor.cursorRect()
        corner = self._editor.viewport().mapTo(over, cursor.bottomLeft() + QPoint(0, 4))
        height = rows * theme.px(36) + 10
        if corner.y() + height > over.height():
            above = self._editor.viewport().mapTo(over, cursor.topLeft())
            corner.setY(max(above.y() - height - 4, 0))
        width = min(theme.px(WIDTH), over.width())
        corner.setX(max(min(corner.x(), over.width() - width), 0))
        self.setGeometry(corner.x(), corner.y(), width, height)


def _entry(template: Template) -> PaletteEntry:
    return PaletteEntry(template.name, "template", _nothing)


def _nothing() -> None:
    """The popup says what was taken; nothing runs by itself."""
