"""Starting: what is imported before the window is painted, and that it ends cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from verbatim_desktop import __version__
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.desk import open_settings
from verbatim_desktop.desktop.icons import application_icon
from verbatim_desktop.desktop.places import PLACES

LATE = (
    "sqlalchemy", "alembic", "whoosh", "numpy", "onnxruntime", "keyring", "enchant", "pygments",
    "markdown_it", "openai", "anthropic", "google", "genai_prices", "httpx", "mcp", "uvicorn",
)  # fmt: skip

AT_FIRST_SHOW = """
import sys
from verbatim_desktop.bootstrap import data_folder, open_verbatim, report_defect
from verbatim_desktop.desktop import run
from verbatim_desktop.desktop.main_window import MainWindow

painted = MainWindow._after_first_paint
def look(window):
    print(sorted(set(name.split(".")[0] for name in sys.modules) & set({late!r})))
    print(window.place)
    painted(window)
MainWindow._after_first_paint = look
sys.exit(run.main(["--home", {home!r}, "--time-start"], open_verbatim, data_folder, report_defect))
"""


def python(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "VERBATIM_HOME": str(home)}
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("place", [place.name for place in PLACES if place.name != "settings"])
def test_the_window_is_painted_before_the_library_is_imported(tmp_path, place):
    """Wherever it opens."""
    settings = open_settings(tmp_path)
    settings.setValue("place", place)
    settings.setValue("has_library/default", "true")
    settings.sync()
    script = AT_FIRST_SHOW.format(late=LATE, home=str(tmp_path))
    done = python("-c", script, home=tmp_path)

    assert done.stdout.splitlines()[:2] == ["[]", place], done.stderr
    assert done.returncode == 0


def test_time_start_prints_milliseconds_and_ends(tmp_path):
    done = python("-m", "verbatim_desktop", "desktop", "--time-start", home=tmp_path)

    assert done.returncode == 0, done.stderr
    assert 0 < int(done.stdout) < 60_000
    assert "QThread" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
@pytest.mark.parametrize(
    ("screen", "said"),
    [
        ({}, "there is no screen (DISPLAY and WAYLAND_DISPLAY are not set)"),
        ({"DISPLAY": ":7654"}, "the screen does not answer (DISPLAY=:7654)"),
        ({"QT_QPA_PLATFORM": "none"}, "no Qt platform plugin could be initialized"),
    ],
)
def test_without_a_screen_it_says_so_in_a_line_and_does_not_crash(tmp_path, screen, said):
    kept = ("PATH", "HOME", "LANG")
    environment = {name: os.environ[name] for name in kept if name in os.environ} | screen
    done = subprocess.run(
        [sys.executable, "-m", "verbatim_desktop", "desktop", "--home", str(tmp_path / "data")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    [line] = done.stderr.splitlines()
    assert said in line
    assert line.startswith("verbatim-desktop: No window can be opened: ")
    assert done.returncode == 3


def test_a_data_folder_that_cannot_be_used_is_said_in_a_line(tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    done = python("-m", "verbatim_desktop", "desktop", home=tmp_path / "file" / "data")

    [line] = done.stderr.splitlines()
    assert line.startswith("verbatim-desktop: The data folder ")
    assert done.returncode == 3


READY = """
import sys
from verbatim_desktop.bootstrap import data_folder, open_verbatim, report_defect
from verbatim_desktop.desktop import run
from verbatim_desktop.desktop.main_window import MainWindow

painted = MainWindow._after_first_paint
def paint(window):
    painted(window)
    print("ready", flush=True)
MainWindow._after_first_paint = paint
sys.exit(run.main(["--home", {home!r}], open_verbatim, data_folder, report_defect))
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_session_that_ends_closes_the_window_as_a_person_does(tmp_path, told):
    """It is idle then: nothing but the signal wakes it up."""
    with subprocess.Popen(
        [sys.executable, "-c", READY.format(home=str(tmp_path))],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        text=True,
    ) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == "ready\n"
        window.send_signal(told)
        assert window.wait(300) == 0
    assert "geometry=" in (tmp_path / "window.ini").read_text(encoding="utf-8")


def test_its_version_is_that_of_the_command_line(tmp_path):
    done = python("-m", "verbatim_desktop", "desktop", "--version", home=tmp_path)

    assert done.stdout == f"verbatim-desktop, version {__version__}\n"
    assert done.returncode == 0


def test_the_application_has_its_own_icon(qapp):
    icon = application_icon()

    assert {size.width() for size in icon.availableSizes()} == {16, 32, 48, 128}
    drawn = icon.pixmap(128, 128).toImage()
    assert drawn.pixelColor(64, 10).name() == "#2354c4"
    assert drawn.pixelColor(0, 0).alpha() == 0


@pytest.mark.parametrize(
    ("name", "said"), [("supprot", "There is no workspace “supprot”."), ("../up", "../up")]
)
def test_a_workspace_that_is_none_opens_no_window(tmp_path, name, said):
    with closing(open_verbatim(str(tmp_path))) as verbatim:
        verbatim.workspaces.create("support")
    done = python("-m", "verbatim_desktop", "desktop", "--workspace", name, home=tmp_path)

    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "window.ini").exists()


@pytest.mark.parametrize("option", ["--nonsense"])
def test_an_unknown_option_is_wrong_usage(tmp_path, option):
    assert python("-m", "verbatim_desktop", "desktop", option, home=tmp_path).returncode == 2


CRASH = """
import sys
from PySide6.QtCore import QTimer
from verbatim_desktop.bootstrap import data_folder, open_verbatim, report_defect
from verbatim_desktop.desktop import run
from verbatim_desktop.desktop.main_window import MainWindow
from verbatim_desktop.desktop.widgets.banner import Banner

def crash(window):
    QTimer.singleShot(0, lambda: {{}}["secret"])
    QTimer.singleShot(200, lambda: tell(window))
def tell(window):
    print([one.notice.fact for one in window.findChildren(Banner)])
    window.close()
MainWindow._after_first_paint = crash
sys.exit(run.main(["--home", {home!r}], open_verbatim, data_folder, report_defect))
"""


def test_a_bug_is_logged_without_its_text_and_the_window_stays(tmp_path):
    done = python("-c", CRASH.format(home=str(tmp_path)), home=tmp_path)
    log = "\n".join(path.read_text() for path in (tmp_path / "logs").iterdir())

    assert done.returncode == 0, done.stderr
    assert "Something broke in the program." in done.stdout
    assert "KeyError" in log
    assert "secret" not in log
