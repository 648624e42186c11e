"""Colours, type and metrics of the window, in light and in dark.

The accent means "evidence, or what you are about to do"; green, amber and red are verdicts and
never stand alone. Sizes follow the system font and the person's zoom.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from verbatim_desktop.desktop.style_sheet import style_sheet


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme, named by what they mean."""

    window: str
    rail: str
    base: str
    alt: str
    sunken: str
    border: str
    control: str
    text: str
    text2: str
    text3: str
    accent: str
    onaccent: str
    soft: str
    softline: str
    cite: str
    ok: str
    okbg: str
    warn: str
    warnbg: str
    warnline: str
    bad: str
    badbg: str
    badline: str
    string: str  # literals in code
    number: str  # numbers in code
    s1: str  # series of data, in this order: parts of a score, models
    s2: str
    s3: str
    s4: str
    s5: str

    def color(self, name: str) -> QColor:
        return QColor(getattr(self, name))

    def named(self) -> dict[str, str]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


LIGHT = Tokens(
    window="#F6F6F4",
    rail="#EEEEEB",
    base="#FFFFFF",
    alt="#FAFAF8",
    sunken="#F1F1EE",
    border="#E2E1DD",
    control="#C4C3BD",
    text="#1B1C1E",
    text2="#50524F",
    text3="#686A66",
    accent="#2354C4",
    onaccent="#FFFFFF",
    soft="#E9EFFC",
    softline="#BACAF1",
    cite="#D6E2FC",
    ok="#1A6B3C",
    okbg="#E6F2EA",
    warn="#855000",
    warnbg="#FBF0DA",
    warnline="#E8CF9B",
    bad="#B0261E",
    badbg="#FBE9E7",
    badline="#EFC1BC",
    string="#0F6B66",
    number="#7A4A99",
    s1="#2354C4",
    s2="#5E88E2",
    s3="#14807A",
    s4="#B67C12",
    s5="#8B5AA8",
)

DARK = Tokens(
    window="#1A1B1E",
    rail="#151618",
    base="#212327",
    alt="#25272C",
    sunken="#1C1D21",
    border="#34373D",
    control="#4C5059",
    text="#E6E7E9",
    text2="#B4B7BD",
    text3="#969AA2",
    accent="#8FB0FF",
    onaccent="#0F1B38",
    soft="#242E48",
    softline="#3E5288",
    cite="#30457A",
    ok="#7CCB98",
    okbg="#1F3428",
    warn="#E7B65C",
    warnbg="#362C18",
    warnline="#5E4B22",
    bad="#F2958E",
    badbg="#3F2523",
    badline="#6B3A36",
    string="#4FB8AF",
    number="#B48CD0",
    s1="#7EA3FF",
    s2="#5577C4",
    s3="#4FB8AF",
    s4="#DDAA4B",
    s5="#B48CD0",
)


class Mode(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


MODE_WORDS = {Mode.SYSTEM: "As the system", Mode.LIGHT: "Light", Mode.DARK: "Dark"}
#: Zoom steps in percent; 100 is the system's size.
ZOOMS = (80, 90, 100, 110, 125, 150, 175, 200)


class Theme(QObject):
    """The theme in use. changed is emitted after colours, fonts or zoom are in place."""

    changed = Signal()

    def __init__(
        self,
        application: QApplication,
        mode: Mode = Mode.SYSTEM,
        zoom: int = 100,
        family: str = "",
        mono: str = "",
    ) -> None:
        super().__init__(application)
        self._application = application
        self._mode = mode
        self._zoom = zoom if zoom in ZOOMS else 100
        self._fonts: dict[tuple[int, int, bool], QFont] = {}
        self._colors: dict[str, QColor] = {}
        self._windows: WeakSet[QWidget] = WeakSet()
        system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._system_pixels = min(max(QFontInfo(system).pixelSize(), 12), 20)
        if family:
            self._system_pixels = 13
        self._family = family or system.family()
        self._mono = mono or fixed.family()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._follow_system)
        application.setStyle("Fusion")  # once: another style lets go of one that widgets still use
        self.apply()

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def zoom(self) -> int:
        return self._zoom

    @property
    def is_dark(self) -> bool:
        if self._mode is not Mode.SYSTEM:
            return self._mode is Mode.DARK
        return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark

    @property
    def tokens(self) -> Tokens:
        return DARK if self.is_dark else LIGHT

    def color(self, name: str) -> QColor:
        return QColor(self.ink(name))

    def ink(self, name: str) -> QColor:
        """The colour to draw with: shared, so not to be changed as that of `color` may be."""
        found = self._colors.get(name)
        if found is None:
            found = self._colors[name] = self.tokens.color(name)
        return found

    def px(self, size: float) -> int:
        """A length of the design, grown with the font and the zoom."""
        return round(size * self._system_pixels / 13 * self._zoom / 100)

    def font(self, size: int = 13, weight: int = 400, *, mono: bool = False) -> QFont:
        """A step of the type scale, with figures of one width."""
        step = (size, weight, mono)
        if step not in self._fonts:
            self._fonts[step] = self._make_font(size, weight, mono=mono)
        return QFont(self._fonts[step])

    def _make_font(self, size: int, weight: int, *, mono: bool) -> QFont:
        font = QFont(self._mono if mono else self._family)
        font.setPixelSize(self.px(size))
        font.setWeight(QFont.Weight(weight))
        font.setStyleHint(QFont.StyleHint.Monospace if mono else QFont.StyleHint.SansSerif)
        font.setFeature(QFont.Tag("tnum"), 1)
        if mono:
            font.setFeature(QFont.Tag("calt"), 0)  # code is shown as it was written
        return font

    def set_mode(self, mode: Mode) -> None:
        if mode is not self._mode:
            self._mode = mode
            self.apply()

    def set_zoom(self, percent: int) -> None:
        if percent in ZOOMS and percent != self._zoom:
            self._zoom = percent
            self.apply()

    def set_look(self, mode: Mode, percent: int) -> None:
        """Mode and zoom in one go: each alone sets every widget anew."""
        if (mode, percent) != (self._mode, self._zoom) and percent in ZOOMS:
            self._mode, self._zoom = mode, percent
            self.apply()

    def step_zoom(self, steps: int) -> None:
        """Zoom in (1) or out (-1) by one step; at the ends nothing happens."""
        at = ZOOMS.index(self._zoom) + steps
        self.set_zoom(ZOOMS[min(max(at, 0), len(ZOOMS) - 1)])

    def apply(self) -> None:
        self._fonts.clear()
        self._colors.clear()
        self._application.setPalette(palette(self.tokens))
        self._application.setFont(self.font())
        for window in list(self._windows):
            if isValid(window):
                window.setStyleSheet(self._sheet())
        self.changed.emit()

    def dress(self, window: QWidget) -> None:
        """Give a window the sheet, now and whenever it changes.

        Not the application: with a sheet there, Qt looks through all that a widget holds each time
        it is put into another one, and a pane took three times as long to make.
        """
        self._windows.add(window)
        window.setStyleSheet(self._sheet())

    def _sheet(self) -> str:
        return style_sheet(self.tokens.named(), self.px)

    def _follow_system(self) -> None:
        if self._mode is Mode.SYSTEM:
            self.apply()


def palette(tokens: Tokens) -> QPalette:
    """Fusion's palette in our colours."""
    role = QPalette.ColorRole
    result = QPalette()
    for roles, name in (
        ((role.Window,), "window"),
        ((role.Base, role.Button, role.ToolTipBase), "base"),
        ((role.AlternateBase,), "alt"),
        ((role.Midlight, role.Light, role.Dark, role.Shadow), "border"),
        ((role.Mid,), "control"),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), "text"),
        ((role.HighlightedText,), "text"),
        ((role.PlaceholderText,), "text3"),
        ((role.Accent, role.Link, role.LinkVisited), "accent"),
        ((role.Highlight,), "cite"),
        ((role.BrightText,), "bad"),
    ):
        for one in roles:
            result.setColor(one, tokens.color(name))
    for one in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, one, tokens.color("text3"))
    return result
