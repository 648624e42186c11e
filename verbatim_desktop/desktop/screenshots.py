"""Pictures of every state of every pane, taken of the real application over the samples.

Offscreen, in a home of its own, so that no path of this machine is in a picture. The states are
those that the tests walk, and what stands in them is what the program really answers.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QImage

from verbatim_desktop.desktop.garbage import GarbageCollector
from verbatim_desktop.desktop.run import make_application
from verbatim_desktop.desktop.states.stage import SMALL, WIDE, Stage
from verbatim_desktop.desktop.states.state import State
from verbatim_desktop.desktop.states.table import STATES
from verbatim_desktop.desktop.theme import Mode, Theme

if TYPE_CHECKING:
    from verbatim_desktop.app import OpenVerbatim

#: Fonts that pictures are set in where they are installed.
FAMILY, MONO = "Inter", "JetBrains Mono"


@dataclass(frozen=True, slots=True)
class Look:
    """One picture of a state. name: what is added to the state's."""

    name: str
    mode: Mode
    zoom: int = 100
    size: tuple[int, int] = WIDE


USUAL = (Look("light", Mode.LIGHT),)
WIDELY = (
    *USUAL,
    Look("dark", Mode.DARK),
    Look("light-200", Mode.LIGHT, 200),
    Look("light-1024", Mode.LIGHT, size=SMALL),
)
COLORS = 256
NO_DITHER = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither


def main(arguments: Sequence[str], open_verbatim: OpenVerbatim) -> int:
    """`screenshots OUT [NAME…]`: all of them, or those whose state's name begins so."""
    parser = argparse.ArgumentParser(prog="verbatim_desktop screenshots")
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args(list(arguments))
    options.out.mkdir(parents=True, exist_ok=True)
    os.environ.pop("QT_SCALE_FACTOR", None)  # whatever scale the caller's screen has
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOME"] = os.environ["USERPROFILE"] = folder
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        forget_keys()
        theme = picture_theme()
        garbage = GarbageCollector(theme)
        stage = Stage(Path(folder), theme, open_verbatim)
        for state in chosen(options.names):
            take(stage, state, options.out)
        stage.close()
        garbage.close()
    return 0


def forget_keys() -> None:
    """No key of this machine's user is looked up for a picture."""
    os.environ["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith("VERBATIM_"):
            del os.environ[name]


def picture_theme() -> Theme:
    application = make_application()
    installed = set(QFontDatabase.families())
    family, mono = (name if name in installed else "" for name in (FAMILY, MONO))
    return Theme(application, Mode.LIGHT, family=family, mono=mono)


def chosen(names: Sequence[str]) -> Iterator[State]:
    for state in STATES:
        if not names or any(state.name.startswith(name) for name in names):
            yield state


def take(stage: Stage, state: State, out: Path) -> None:
    """Bring a state about, and picture it."""
    stage.reach(state)
    picture_all(stage, state, out)


def picture_all(stage: Stage, state: State, out: Path) -> None:
    """The state that was reached, in each of its looks."""
    for look in looks_of(state):
        stage.look(look.mode, look.zoom, look.size)
        if not state.holds(stage):
            raise ValueError(f"{state.name} was not reached as {look.name}")
        picture(stage, out / f"{state.name}-{look.name}.png")


def looks_of(state: State) -> tuple[Look, ...]:
    return WIDELY if state.wide else USUAL


def picture(stage: Stage, path: Path) -> None:
    """In the 256 colours that it has most of, which keeps a file small and looks the same."""
    image = stage.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    counted = Counter(memoryview(image.constBits()).cast("I"))
    table = [color for color, _times in counted.most_common(COLORS)]
    small = image.convertToFormat(QImage.Format.Format_Indexed8, table, NO_DITHER)
    if not small.save(str(path), quality=0):
        raise OSError(f"{path} could not be written")
