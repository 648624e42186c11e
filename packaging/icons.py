"""Draw the application's icon for each system from the one drawing in resources/icons/app.svg.

PNG in the sizes of the freedesktop icon theme, ICO for Windows, ICNS for macOS.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).resolve().parents[1] / "resources" / "icons" / "app.svg"
PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 256)
ICNS_SIZES = (16, 32, 64, 128, 256, 512, 1024)


def draw(size: int, drawing: Path = DRAWING) -> Image.Image:
    """The drawing in a square of so many pixels, on nothing."""
    renderer = QSvgRenderer(QByteArray(drawing.read_bytes()))
    picture = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType]
    return Image.open(io.BytesIO(bytes(buffer.data().data()))).convert("RGBA")


def make_icons(folder: Path) -> None:
    """Write every form of the icon into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for size in PNG_SIZES:
        draw(size).save(folder / f"verbatim-desktop-{size}.png")
    _save_all(folder / "verbatim-desktop.ico", ICO_SIZES)
    _save_all(folder / "verbatim-desktop.icns", ICNS_SIZES)


def _save_all(path: Path, sizes: tuple[int, ...]) -> None:
    """One file with each size drawn for itself, not scaled down from the largest."""
    *smaller, largest = (draw(size) for size in sizes)
    largest.save(path, append_images=smaller, sizes=[(size, size) for size in sizes])
