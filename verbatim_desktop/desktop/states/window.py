"""The states of what is laid over the window: palette, keys, workspaces, the log, a crash."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.states.stage import Stage, facts_in
from verbatim_desktop.desktop.states.state import Kind, State
from verbatim_desktop.desktop.widgets.key_sheet import KeySheet
from verbatim_desktop.desktop.widgets.workspaces_sheet import WorkspacesSheet
from verbatim_desktop.domain.errors import LibraryBusy


def _palette(stage: Stage, text: str = "") -> None:
    stage.window.palette_control.open()
    stage.settle()
    stage.window.palette_box.field.setText(text)


def _no_palette_result(stage: Stage) -> None:
    _palette(stage, "xylophone quartz")


def _found(stage: Stage) -> None:
    _palette(stage, "box")
    stage.until(lambda: len(stage.window.palette_box.titles()) > 2)


def _workspaces(stage: Stage) -> None:
    stage.window.sheets.workspaces.open()


def _workspace_error(stage: Stage) -> None:
    _workspaces(stage)
    stage.settle()
    sheet = stage.window.findChild(WorkspacesSheet)
    if sheet is not None:
        sheet.field.setText("no/such/name")
        sheet.make.click()


def _crash(stage: Stage) -> None:
    stage.window.sheets.show_crash(caught(), "")


def _state_failed(stage: Stage) -> None:
    stage.library.error = LibraryBusy("Another program holds the library.")
    stage.window.refresh()


def caught() -> BaseException:
    """A defect with a way through our code."""
    try:
        dict[str, int]()["defect"]
    except KeyError as error:
        return error
    raise AssertionError("an empty dictionary held something")


def _is_open(stage: Stage, kind: type[QWidget]) -> bool:
    return any(one.isVisible() for one in stage.window.findChildren(kind))


STATES = (
    State(
        "palette-none",
        Kind.EMPTY,
        _no_palette_result,
        lambda stage: not stage.window.palette_box.titles(),
    ),
    State(
        "log",
        Kind.EMPTY,
        lambda stage: stage.window.sheets.show_log(),
        lambda stage: stage.window.sheets.log.isVisible(),
    ),
    State(
        "window-error",
        Kind.ERROR,
        _state_failed,
        lambda stage: "The library is being written." in facts_in(stage.window),
    ),
    State(
        "workspaces-error",
        Kind.ERROR,
        _workspace_error,
        lambda stage: _is_open(stage, WorkspacesSheet) and bool(facts_in(stage.window)),
    ),
    State("crash", Kind.ERROR, _crash, lambda stage: stage.window.sheets.crash.isVisible()),
    State(
        "palette",
        Kind.FULL,
        _palette,
        lambda stage: len(stage.window.palette_box.titles()) > 10,
        wide=True,
    ),
    State(
        "palette-found",
        Kind.PARTIAL,
        _found,
        lambda stage: len(stage.window.palette_box.titles()) > 2,
    ),
    State(
        "keys",
        Kind.FULL,
        lambda stage: stage.window.show_keys(),
        lambda stage: _is_open(stage, KeySheet),
        wide=True,
    ),
    State(
        "workspaces",
        Kind.FULL,
        _workspaces,
        lambda stage: _is_open(stage, WorkspacesSheet),
    ),
)
