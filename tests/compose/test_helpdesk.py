"""Tickets as Freshdesk, Zendesk and Intercom take them, and nothing sent where that is off."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import jsonschema
import pytest

from verbatim_desktop.adapters import environment
from verbatim_desktop.adapters.helpdesk import NotSubmitted
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.app import Verbatim
from verbatim_desktop.app.tickets import Tickets
from verbatim_desktop.bootstrap import WorkspaceRooms
from verbatim_desktop.compose.helpdesk import payload
from verbatim_desktop.domain.answers import Confidence, Level, TicketDraft
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.tickets import Helpdesk, HelpdeskSettings, Requester

TICKET = TicketDraft(
    title="Refund <b>to a closed</b> card",
    summary="The customer asks: “What of a closed card?”",
    searched=("refund: 3 sections",),
    next_information=("Which bank?",),
    citations=(),
    confidence=Confidence(Level.LOW, 0.1, ("Nothing covers “closed”.",)),
)
WHO = Requester("ana@shop.example", "Ana")
TEXT = {"type": "string", "minLength": 1}
#: What the interfaces publish of the fields that are sent; nothing else may be.
SHAPES: dict[Helpdesk, dict[str, Any]] = {
    Helpdesk.FRESHDESK: {
        "type": "object",
        "required": ["subject", "description", "email", "priority", "status", "source"],
        "additionalProperties": False,
        "properties": {
            "subject": {**TEXT, "maxLength": 255},
            "description": TEXT,
            "email": {**TEXT, "format": "email", "pattern": "^[^@\\s]+@[^@\\s]+$"},
            "name": TEXT,
            "priority": {"enum": [1, 2, 3, 4]},
            "status": {"enum": [2, 3, 4, 5]},
            "source": {"enum": [1, 2, 3, 7, 9, 10]},
            "tags": {"type": "array", "items": {**TEXT, "maxLength": 32}},
            "custom_fields": {"type": "object"},
        },
    },
    Helpdesk.ZENDESK: {
        "type": "object",
        "required": ["ticket"],
        "additionalProperties": False,
        "properties": {
            "ticket": {
                "type": "object",
                "required": ["subject", "comment", "requester"],
                "additionalProperties": False,
                "properties": {
                    "subject": TEXT,
                    "comment": {
                        "type": "object",
                        "required": ["html_body", "public"],
                        "additionalProperties": False,
                        "properties": {"html_body": TEXT, "public": {"const": False}},
                    },
                    "requester": {
                        "type": "object",
                        "required": ["name", "email"],
                        "additionalProperties": False,
                        "properties": {"name": TEXT, "email": TEXT},
                    },
                    "priority": {"enum": ["low", "normal", "high", "urgent"]},
                    "tags": {
                        "type": "array",
                        "items": {"type": "string", "pattern": "^[a-z0-9_-]+$"},
                    },
                    "custom_fields": {"type": "array"},
                },
            }
        },
    },
    Helpdesk.INTERCOM: {
        "type": "object",
        "required": ["ticket_type_id", "contacts", "ticket_attributes"],
        "additionalProperties": False,
        "properties": {
            "ticket_type_id": TEXT,
            "contacts": {
                "type": "array",
                "minItems": 1,
                "maxItems": 1,
                "items": {
                    "type": "object",
                    "required": ["email"],
                    "additionalProperties": False,
                    "properties": {"email": TEXT},
                },
            },
            "ticket_attributes": {
                "type": "object",
                "required": ["_default_title_", "_default_description_"],
                "additionalProperties": False,
                "properties": {"_default_title_": TEXT, "_default_description_": TEXT},
            },
        },
    },
}


@pytest.mark.parametrize("helpdesk", list(Helpdesk))
def test_a_payload_is_valid_and_holds_who_asked(helpdesk: Helpdesk):
    body = payload(TICKET, helpdesk, WHO, "1234")
    jsonschema.validate(body, SHAPES[helpdesk], cls=jsonschema.Draft202012Validator)
    assert "ana@shop.example" in json.dumps(body)
    assert "Which bank?" in json.dumps(body)


@pytest.mark.parametrize("helpdesk", list(Helpdesk))
def test_the_shapes_refuse_a_ticket_of_nobody(helpdesk: Helpdesk):
    body = payload(TICKET, helpdesk, Requester(""), "")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(body, SHAPES[helpdesk], cls=jsonschema.Draft202012Validator)


@pytest.fixture
def tickets(home: Path) -> Generator[Tickets]:
    rooms = WorkspaceRooms(Home(home), "default", "none")
    yield Verbatim(rooms).tickets
    rooms.close()


def test_submitting_is_off_and_opens_nothing(tickets: Tickets, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(environment.taken, environment.HELPDESK, "canary")
    assert not tickets.settings().submits
    with pytest.raises(UsageError, match="off"):
        tickets.submit(TICKET, WHO)


@pytest.mark.parametrize(
    ("settings", "who"),
    [
        (HelpdeskSettings(submits=True), WHO),
        (HelpdeskSettings(submits=True, base_url="https://x.example"), Requester("nobody")),
        (HelpdeskSettings(True, Helpdesk.INTERCOM, "https://x.example"), WHO),
        (HelpdeskSettings(submits=True, base_url="http://x.example"), WHO),
    ],
)
def test_what_is_missing_is_said_before_anything_is_sent(
    tickets: Tickets, settings: HelpdeskSettings, who: Requester, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(environment.taken, environment.HELPDESK, "canary")
    tickets.save_settings(settings)
    with pytest.raises(UsageError):
        tickets.submit(TICKET, who)


class Desk(BaseHTTPRequestHandler):
    """A helpdesk on this machine."""

    status = 201
    got: ClassVar[list[tuple[str, dict[str, str], Any]]] = []

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        body = json.loads(self.rfile.read(length))
        self.got.append((self.path, dict(self.headers), body))
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(b'{"ticket": {"id": 77}}')

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def desk() -> Generator[str]:
    server = HTTPServer(("127.0.0.1", 0), Desk)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    Desk.got.clear()
    Desk.status = 201
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.network_loopback
def test_a_ticket_is_made_where_submitting_was_turned_on(
    tickets: Tickets, desk: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(environment.taken, environment.HELPDESK, "canary")
    tickets.save_settings(HelpdeskSettings(True, Helpdesk.ZENDESK, desk, "agent@shop.example"))
    assert tickets.submit(TICKET, WHO) == "77"
    [(path, headers, body)] = Desk.got
    assert path == "/api/v2/tickets.json"
    assert len({name.lower(): value for name, value in headers.items()}["idempotency-key"]) > 8
    jsonschema.validate(body, SHAPES[Helpdesk.ZENDESK], cls=jsonschema.Draft202012Validator)
    Desk.status = 422
    with pytest.raises(NotSubmitted, match="422") as refused:
        tickets.submit(TICKET, WHO)
    assert "canary" not in str(refused.value)
