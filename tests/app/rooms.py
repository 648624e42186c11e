"""The rooms of a workspace with a scripted model in them, and the page they are asked about."""

from __future__ import annotations

from verbatim_desktop.bootstrap import WorkspaceRooms
from verbatim_desktop.domain.models import ProviderSettings
from verbatim_desktop.ports import Provider

PAGE = "# Refunds\n\nA refund takes 5 days to reach your card. Refunds need the order number.\n"
PAGES = {"refunds.md": PAGE}


class Rooms(WorkspaceRooms):
    """scripted: who writes; None for nobody."""

    scripted: Provider | None = None

    def model(self, settings: ProviderSettings) -> Provider | None:
        return self.scripted
