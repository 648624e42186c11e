"""What a person sees in a part of the window: its banners, its words, its buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.button import Button


def banners(widget: QWidget) -> list[Banner]:
    return [one for one in widget.findChildren(Banner) if one.isVisible()]


def banner_texts(widget: QWidget) -> list[str]:
    return [f"{one.notice.fact} {one.notice.sentence}" for one in banners(widget)]


def texts(widget: QWidget) -> list[str]:
    return [one.text() for one in widget.findChildren(QLabel) if one.isVisible() and one.text()]


def button(widget: QWidget, words: str) -> Button:
    return next(one for one in widget.findChildren(Button) if one.text() == words)
