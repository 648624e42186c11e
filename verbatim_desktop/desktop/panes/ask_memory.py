"""What a workspace was asked last: remembered when the window closes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSettings


@dataclass(frozen=True, slots=True)
class Asked:
    """answer: the id of the one that was read. typed: what stood in the field."""

    answer: str = ""
    typed: str = ""


def remember(settings: QSettings, workspace: str, asked: Asked) -> None:
    settings.setValue(f"asked/{workspace}/answer", asked.answer)
    settings.setValue(f"asked/{workspace}/typed", asked.typed)


def recall(settings: QSettings, workspace: str) -> Asked:
    answer = settings.value(f"asked/{workspace}/answer", "")
    typed = settings.value(f"asked/{workspace}/typed", "")
    return Asked(str(answer or ""), str(typed or ""))
