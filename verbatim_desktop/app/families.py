"""The families of what a library can be asked: each a small door of its own over the same rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verbatim_desktop.app.audit import Audit
    from verbatim_desktop.app.backups import Backups
    from verbatim_desktop.app.composer import Composer
    from verbatim_desktop.app.data_folder import DataFolder
    from verbatim_desktop.app.examples import Examples
    from verbatim_desktop.app.gaps import Gaps
    from verbatim_desktop.app.inspector import Inspector
    from verbatim_desktop.app.meaning import Semantic
    from verbatim_desktop.app.models import Models
    from verbatim_desktop.app.readings import Readings
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.app.tickets import Tickets
    from verbatim_desktop.app.usage import Usage
    from verbatim_desktop.app.workspaces import Workspaces


class Families:
    """What `Verbatim` is asked by way of a family: `verbatim.audit`, `verbatim.composer`, …

    A family is imported when it is first asked for.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    @property
    def models(self) -> Models:
        """Who may write, how they are reached, and their keys."""
        from verbatim_desktop.app.models import Models

        return Models(self._rooms)

    @property
    def usage(self) -> Usage:
        """What was asked, and what it cost."""
        from verbatim_desktop.app.usage import Usage

        return Usage(self._rooms)

    @property
    def tickets(self) -> Tickets:
        """Tickets handed on to a helpdesk, where a person turned that on."""
        from verbatim_desktop.app.tickets import Tickets

        return Tickets(self._rooms)

    @property
    def data_folder(self) -> DataFolder:
        """Where the data stands, and how it is taken elsewhere."""
        from verbatim_desktop.app.data_folder import DataFolder

        return DataFolder(self._rooms)

    @property
    def workspaces(self) -> Workspaces:
        """Every workspace of the data folder, to be made, renamed, deleted and handed over."""
        from verbatim_desktop.app.workspaces import Workspaces

        return Workspaces(self._rooms)

    @property
    def backups(self) -> Backups:
        """The whole data folder as one file."""
        from verbatim_desktop.app.backups import Backups

        return Backups(self._rooms)

    @property
    def readings(self) -> Readings:
        """Readings that were stopped, and sources that are watched."""
        from verbatim_desktop.app.readings import Readings

        return Readings(self._rooms)

    @property
    def composer(self) -> Composer:
        """Replies to customers' messages: read, drafted, checked, rendered and kept."""
        from verbatim_desktop.app.composer import Composer

        return Composer(self._rooms)

    @property
    def semantic(self) -> Semantic:
        """The optional search by meaning."""
        from verbatim_desktop.app.meaning import Semantic

        return Semantic(self._rooms)

    @property
    def examples(self) -> Examples:
        """Questions to start with, each tried before it is shown."""
        from verbatim_desktop.app.examples import Examples

        return Examples(self._rooms)

    @property
    def gaps(self) -> Gaps:
        """What the documentation lacks, by the questions that were asked."""
        from verbatim_desktop.app.gaps import Gaps

        return Gaps(self._rooms)

    @property
    def inspector(self) -> Inspector:
        """How sections come to be ranked, and golden sets."""
        from verbatim_desktop.app.inspector import Inspector

        return Inspector(self._rooms)

    @property
    def audit(self) -> Audit:
        """Check, follow and export what was cited."""
        from verbatim_desktop.app.audit import Audit

        return Audit(self._rooms)
