"""Where tickets may be submitted. Nothing is, unless a person turned it on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Helpdesk(StrEnum):
    FRESHDESK = "freshdesk"
    ZENDESK = "zendesk"
    INTERCOM = "intercom"


@dataclass(frozen=True, slots=True)
class HelpdeskSettings:
    """submits: the flag; off unless it is set. base_url: such as https://shop.zendesk.com. user:
    the agent's address, for Zendesk. ticket_type_id: for Intercom. Never a key.
    """

    submits: bool = False
    helpdesk: Helpdesk = Helpdesk.FRESHDESK
    base_url: str = ""
    user: str = ""
    ticket_type_id: str = ""


@dataclass(frozen=True, slots=True)
class Requester:
    """Who asked, as the helpdesk is to file it."""

    email: str
    name: str = ""
