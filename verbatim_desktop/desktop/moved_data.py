"""What is said once the data stands in another folder, and what can be done about the old one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.errands import ShowSetting
from verbatim_desktop.desktop.messages import Notice, tell
from verbatim_desktop.desktop.models.sources import short_path
from verbatim_desktop.desktop.usage_figures import megabytes

if TYPE_CHECKING:
    from verbatim_desktop.desktop.main_window import MainWindow
    from verbatim_desktop.desktop.widgets.banner import Actions
    from verbatim_desktop.domain.data_folder import FolderMoved


def tell_moved(window: MainWindow, moved: FolderMoved) -> None:
    """On the page of the data, in the window that was opened anew."""
    window.send("settings", ShowSetting("data"))
    here, before = short_path(moved.folder), short_path(moved.before)
    if moved.copied:
        notice = Notice(
            "ok",
            f"The data is in {here} now.",
            f"{megabytes(moved.size)} were copied and checked. The copy in {before} can go.",
        )
        window.say(notice, (("Remove it", partial(_remove, window, moved)),))
        return
    notice = Notice("ok", f"The library in {here} is used now.", f"What is in {before} stays.")
    window.say(notice, (("Go back", partial(_go_back, window, moved)),))


def _remove(window: MainWindow, moved: FolderMoved) -> None:
    before = short_path(moved.before)
    window.say(Notice("info", f"Removing what is left in {before}.", ""))
    again = (("Try again", partial(_remove, window, moved)),)
    job = window.jobs.start(lambda: window.context.library().data_folder.remove_left(moved))
    job.succeeded.connect(partial(_removed, window, before))
    job.failed.connect(partial(_fail, window, again))


def _removed(window: MainWindow, before: str, _nothing: object) -> None:
    window.say(Notice("ok", f"What was left in {before} is removed.", ""))


def _go_back(window: MainWindow, moved: FolderMoved) -> None:
    job = window.jobs.start(lambda: window.context.library().data_folder.use(Path(moved.before)))
    job.succeeded.connect(window.context.moved)
    job.failed.connect(partial(_fail, window, ()))


def _fail(window: MainWindow, again: Actions, error: Exception) -> None:
    tell(error, lambda notice: window.say(notice, again), window.show_defect)
