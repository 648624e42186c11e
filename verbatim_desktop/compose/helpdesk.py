"""A ticket as the request that a helpdesk's API takes, with who asked filled in. Sends nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from verbatim_desktop.compose.ticket import render
from verbatim_desktop.domain.answers import TicketDraft
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.tickets import Helpdesk, HelpdeskSettings, Requester

PATHS = {
    Helpdesk.FRESHDESK: "/api/v2/tickets",
    Helpdesk.ZENDESK: "/api/v2/tickets.json",
    Helpdesk.INTERCOM: "/tickets",
}


@dataclass(frozen=True, slots=True)
class Submission:
    """What is posted, and where."""

    url: str
    body: dict[str, Any]


def submission(ticket: TicketDraft, settings: HelpdeskSettings, requester: Requester) -> Submission:
    """Raises UsageError where submitting is off, or something the helpdesk needs is missing."""
    if not settings.submits:
        raise UsageError(
            "Submitting tickets is off. Copy the ticket, or turn it on in the settings."
        )
    if not settings.base_url:
        raise UsageError("The helpdesk has no address yet. Set it where submitting is turned on.")
    if "@" not in requester.email:
        raise UsageError("A ticket needs the e-mail address of who asked.")
    if settings.helpdesk is Helpdesk.INTERCOM and not settings.ticket_type_id:
        raise UsageError("Intercom needs the id of a ticket type. Set it beside the address.")
    body = payload(ticket, settings.helpdesk, requester, settings.ticket_type_id)
    return Submission(settings.base_url.rstrip("/") + PATHS[settings.helpdesk], body)


def payload(
    ticket: TicketDraft, helpdesk: Helpdesk, requester: Requester, ticket_type_id: str = ""
) -> dict[str, Any]:
    """The body of the request."""
    body: dict[str, Any] = json.loads(render(ticket, helpdesk.value))
    name = requester.name or requester.email.split("@")[0]
    if helpdesk is Helpdesk.FRESHDESK:
        return {**body, "email": requester.email, "name": name}
    if helpdesk is Helpdesk.ZENDESK:
        who = {"name": name, "email": requester.email}
        return {"ticket": {**body["ticket"], "requester": who}}
    return {**body, "ticket_type_id": ticket_type_id, "contacts": [{"email": requester.email}]}
