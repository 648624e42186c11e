"""The states of Settings: each page as it is found, looked for, waited for and out of reach."""

from __future__ import annotations

from functools import partial
from typing import cast

from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.panes.settings import SettingsPane
from verbatim_desktop.desktop.states.stage import Stage, facts_in
from verbatim_desktop.desktop.states.state import Kind, Need, State
from verbatim_desktop.domain.errors import SettingsError

PAGES = ("appearance", "retrieval", "privacy", "budget", "data", "about")


def pane(stage: Stage) -> SettingsPane:
    return cast("SettingsPane", stage.window.pane("settings"))


def go(stage: Stage, page: str = "providers") -> SettingsPane:
    stage.window.commands.go("settings")
    pane(stage).show_page(page)
    stage.settle()
    return pane(stage)


def is_at(stage: Stage, page: str) -> bool:
    shown = pane(stage).page
    return shown.name == page and cast("QWidget", shown).isVisible()


def _wait(stage: Stage) -> None:
    stage.hold()
    stage.window.commands.go("settings")


def _find(stage: Stage) -> None:
    go(stage)
    pane(stage).field.setText("budget")


def _find_nothing(stage: Stage) -> None:
    go(stage)
    pane(stage).field.setText("xylophone")


def _fail(stage: Stage) -> None:
    go(stage, "appearance")
    stage.library.error = SettingsError("The file of settings cannot be read: it is no TOML.")
    pane(stage).show_page("providers")


STATES = (
    State(
        "settings-first-run",
        Kind.EMPTY,
        go,
        lambda stage: is_at(stage, "providers"),
        Need.NOTHING,
    ),
    State(
        "settings-find-none",
        Kind.EMPTY,
        _find_nothing,
        lambda stage: bool(pane(stage).found_words.text()),
    ),
    State("settings-loading", Kind.LOADING, _wait, lambda stage: is_at(stage, "providers")),
    State(
        "settings-find",
        Kind.PARTIAL,
        _find,
        lambda stage: bool(pane(stage).found_words.text()),
    ),
    State("settings-error", Kind.ERROR, _fail, lambda stage: bool(facts_in(pane(stage)))),
    State("settings-providers", Kind.FULL, go, lambda stage: is_at(stage, "providers"), wide=True),
    *(
        State(
            f"settings-{page}",
            Kind.FULL,
            partial(go, page=page),
            partial(is_at, page=page),
        )
        for page in PAGES
    ),
)
