"""The folder that was chosen for the data is not there: a question before there is a window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox


def make_question(words: str) -> QMessageBox:
    box = QMessageBox()
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Verbatim Desktop")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(words)
    again = box.addButton("Look again", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Quit", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(again)
    return box


def look_again(words: str) -> bool:
    """Whether to look for the folder once more; False to end."""
    box = make_question(words)
    box.exec()
    return box.buttonRole(box.clickedButton()) is QMessageBox.ButtonRole.AcceptRole
