"""Hand tickets on to a helpdesk, where a person turned that on. Off, nothing is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.app.sections import read_section
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.domain.tickets import HelpdeskSettings, Requester

if TYPE_CHECKING:
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.answers import TicketDraft

SECTION = "helpdesk"


class Tickets:
    """Safe to call from any thread; `submit` waits for the helpdesk."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def settings(self) -> HelpdeskSettings:
        """Where tickets go, and whether they do. Raises SettingsError."""
        return read_section(self._rooms.settings(), SECTION, HelpdeskSettings, "the helpdesk")

    def save_settings(self, settings: HelpdeskSettings) -> None:
        self._rooms.settings().save_section(SECTION, to_plain(settings))

    def submit(self, ticket: TicketDraft, requester: Requester) -> str:
        """Make a ticket at the helpdesk; its number there.

        Raises UsageError where submitting is off or something is missing, and VerbatimError for
        what the helpdesk says.
        """
        from verbatim_desktop.compose.helpdesk import submission

        settings = self.settings()
        made = submission(ticket, settings, requester)
        return self._rooms.post_ticket(made, settings)
