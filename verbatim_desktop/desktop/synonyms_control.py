"""The synonyms between the library and their editor: read, checked, saved, undone."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.desktop import source_work as work
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.widgets.synonyms_editor import SynonymsEditor


class SynonymsControl(QObject):
    """saved: a notice, and what undoes it (words and a call)."""

    saved = Signal(object, object)

    def __init__(self, editor: SynonymsEditor, lane: Lane) -> None:
        super().__init__(editor)
        self.editor, self._lane = editor, lane
        editor.check_wanted.connect(self._check)
        editor.save_wanted.connect(self.save)
        editor.program_wanted.connect(partial(self.save, None))

    def read(self) -> None:
        self._lane.ask(
            lambda verbatim: verbatim.synonyms(),
            lambda said: self.editor.show_text(*said),
            "synonyms",
        )

    def _check(self, text: str) -> None:
        self._lane.ask(
            lambda verbatim: work.check_synonyms(verbatim, text),
            lambda said: self.editor.show_problems(*said),
            "synonyms check",
        )

    def save(self, text: str | None) -> None:
        """Search with this text from now on; None: with the program's own."""
        self._lane.ask(
            lambda verbatim: work.save_synonyms(verbatim, text), partial(self._saved, text)
        )

    def _saved(self, text: str | None, before: str | None) -> None:
        self.editor.forget_changes()
        self.read()
        whose = "Your synonyms are" if text is not None else "The program’s own synonyms are"
        notice = Notice("ok", f"{whose} searched with from now on.", "")
        self.saved.emit(notice, ("Undo", partial(self.save, before)))
