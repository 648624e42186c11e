"""Settings: how the window looks."""

from __future__ import annotations

from verbatim_desktop.desktop.pages.page import SettingsPage
from verbatim_desktop.desktop.pane import Context
from verbatim_desktop.desktop.theme import MODE_WORDS, ZOOMS
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.setting_row import SettingRow


class AppearancePage(SettingsPage):
    name = "appearance"
    title = "Appearance"
    about = "How the window looks on this computer. Nothing in it moves by itself."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        theme = self.theme
        self.mode = Choices(theme, tuple(MODE_WORDS.values()), "Theme")
        self.zoom = Combo(theme, "Size of text", [(f"{one}%", str(one)) for one in ZOOMS])
        self.group(
            "",
            SettingRow(theme, "Theme", "Light, dark, or as the system has it.", self.mode),
            SettingRow(theme, "Size of text", "100% is the system's size. Ctrl++ and Ctrl+- step "
                       "through it.", self.zoom),
        )  # fmt: skip
        self.end()
        self.mode.chosen.connect(self.choose_mode)
        self.zoom.activated.connect(self.choose_zoom)
        theme.changed.connect(self.read)
        self.read()

    def read(self) -> None:
        self.mode.choose(list(MODE_WORDS).index(self.theme.mode))
        self.zoom.setCurrentIndex(ZOOMS.index(self.theme.zoom))

    def choose_mode(self, number: int) -> None:
        self.theme.set_mode(list(MODE_WORDS)[number])

    def choose_zoom(self, number: int) -> None:
        self.theme.set_zoom(ZOOMS[number])
