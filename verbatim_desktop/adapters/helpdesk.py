"""Post a ticket to a helpdesk. Called only where a person turned submitting on."""

from __future__ import annotations

import base64
from typing import Any, cast

from verbatim_desktop.adapters.environment import helpdesk_key
from verbatim_desktop.adapters.providers.http import is_loopback
from verbatim_desktop.compose.helpdesk import Submission
from verbatim_desktop.domain.errors import UsageError, VerbatimError
from verbatim_desktop.domain.tickets import Helpdesk, HelpdeskSettings

SECONDS = 30.0
CREATED = (200, 201)


class NotSubmitted(VerbatimError):
    """The helpdesk did not take the ticket; it is still here to be copied."""


def post(submission: Submission, settings: HelpdeskSettings, name: str) -> str:
    """The number of the new ticket. name: one for each ticket, so that none is made twice.

    Raises UsageError without a key or a safe address, NotSubmitted for what the helpdesk says.
    """
    key = helpdesk_key()
    if not key:
        raise UsageError("The helpdesk's key is missing. Set VERBATIM_HELPDESK_KEY.")
    if not submission.url.startswith("https://") and not is_loopback(submission.url):
        raise UsageError("The helpdesk's address has to start with https://.")
    import httpx2

    headers = {"authorization": _authorization(settings, key), "idempotency-key": name}
    try:
        with httpx2.Client(
            timeout=SECONDS, trust_env=not is_loopback(submission.url), follow_redirects=False
        ) as client:
            reply = client.post(submission.url, json=submission.body, headers=headers)
    except httpx2.HTTPError as error:
        said = f"The helpdesk cannot be reached ({type(error).__name__}). The ticket is still here."
        raise NotSubmitted(said) from None  # an error may repeat the request
    if reply.status_code not in CREATED:
        raise NotSubmitted(
            f"The helpdesk did not take the ticket (status {reply.status_code}). It is still here."
        )
    return _number(reply)


def _authorization(settings: HelpdeskSettings, key: str) -> str:
    if settings.helpdesk is Helpdesk.INTERCOM:
        return f"Bearer {key}"
    pair = f"{key}:X" if settings.helpdesk is Helpdesk.FRESHDESK else f"{settings.user}/token:{key}"
    return "Basic " + base64.b64encode(pair.encode()).decode()


def _number(reply: Any) -> str:
    """The new ticket's number; "" where the helpdesk does not say it."""
    try:
        data = reply.json()
    except ValueError:
        return ""
    if not isinstance(data, dict):
        return ""
    told = cast("dict[str, Any]", data)
    inner = told.get("ticket", told)
    return str(cast("dict[str, Any]", inner).get("id", "")) if isinstance(inner, dict) else ""
