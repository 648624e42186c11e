"""What a workspace was answering last: remembered when the window closes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSettings


@dataclass(frozen=True, slots=True)
class Composed:
    """draft: the key of the one that was open. typed: a message that was not read yet."""

    draft: str = ""
    typed: str = ""


def remember(settings: QSettings, workspace: str, composed: Composed) -> None:
    settings.setValue(f"composing/{workspace}/draft", composed.draft)
    settings.setValue(f"composing/{workspace}/typed", composed.typed)


def recall(settings: QSettings, workspace: str) -> Composed:
    draft = settings.value(f"composing/{workspace}/draft", "")
    typed = settings.value(f"composing/{workspace}/typed", "")
    return Composed(str(draft or ""), str(typed or ""))
