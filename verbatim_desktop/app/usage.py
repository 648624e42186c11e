"""What was asked and what it cost: records, totals, the budget, and what is kept of questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from verbatim_desktop.app.sections import read_section
from verbatim_desktop.domain.errors import LibraryError, SettingsError
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.domain.usage import UsageFilter, UsageSettings

if TYPE_CHECKING:
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.usage import Budget, UsageRecord, UsageTotal
    from verbatim_desktop.ports import Settings
    from verbatim_desktop.workflows.metered import Meter

SECTION = "usage"
EVERYTHING = UsageFilter()


class Usage:
    """The ledger of one workspace. Safe to call from any thread."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def settings(self) -> UsageSettings:
        """What is kept, and where spending ends. Raises SettingsError."""
        return usage_settings(self._rooms.settings())

    def save_settings(self, settings: UsageSettings) -> None:
        self._rooms.settings().save_section(SECTION, to_plain(settings))

    def records(
        self, narrow: UsageFilter = EVERYTHING, limit: int | None = None
    ) -> tuple[UsageRecord, ...]:
        """One a question, a reply or a rewrite, newest first."""
        return self._rooms.ledger().records(narrow, limit=limit)

    def totals(self, records: Sequence[UsageRecord], by: str = "day") -> tuple[UsageTotal, ...]:
        """Records added up by "day", "model" or "provider". Raises UsageError for another word."""
        from verbatim_desktop.workflows.record_usage import totals

        return totals(records, by)

    def as_csv(self, records: Sequence[UsageRecord]) -> str:
        """Records as a table that spreadsheets read."""
        from verbatim_desktop.workflows.record_usage import as_csv

        return as_csv(records)

    def budget(self) -> Budget:
        """How much of this month's budget is spent in this workspace."""
        return meter_of(self._rooms).budget()

    def forget_questions(self) -> int:
        """Take previews and full texts of questions out of every record; how many held one."""
        return self._rooms.ledger().forget_questions()


def usage_settings(settings: Settings) -> UsageSettings:
    """The section of the usage, or its defaults. Raises SettingsError."""
    return read_section(settings, SECTION, UsageSettings, "the usage")


def meter_of(rooms: Rooms) -> Meter:
    """What the calls of a workspace are counted with."""
    from verbatim_desktop.workflows.metered import Meter

    settings = usage_settings(rooms.settings())
    return Meter(rooms.ledger(), rooms.rate_limits(), rooms.prices(), settings, rooms.clock)


def record(rooms: Rooms, make: Callable[[str, UsageSettings], UsageRecord]) -> str:
    """Keep a record. What it is of stands even where it cannot be kept: why not is handed back."""
    try:
        rooms.ledger().record(make(rooms.new_id(), usage_settings(rooms.settings())))
    except (LibraryError, SettingsError) as error:
        return f"This is missing from the usage. {error}"
    return ""
