"""Over HTTP: who is turned away, and how."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.mcp.conftest import TOKEN, Served
from verbatim_desktop.mcp import http as door

pytestmark = pytest.mark.network_loopback

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


def request(
    served: Served,
    method: str = "POST",
    body: bytes = json.dumps(LIST).encode(),
    path: str = "/mcp",
    token: str | None = TOKEN,
    **headers: str,
) -> tuple[int, str]:
    """Status and text of one plain request; a header named "" is left out."""
    sent = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-11-25",
        **({"Authorization": f"Bearer {token}"} if token else {}),
        **headers,
    }
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=90)
    try:
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_lists_and_calls(served: Served, mode: Any):
    async def ask() -> tuple[list[str], Any]:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with httpx2.AsyncClient(headers=headers, timeout=90) as web:
            transport = streamable_http_client(served.url, http_client=web)
            async with Client(transport, mode=mode) as client:
                tools = [tool.name for tool in (await client.list_tools()).tools]
                found = await client.call_tool("search_documentation", {"query": "closed card"})
                return tools, found.structured_content

    tools, found = anyio.run(ask)
    assert "verify_citation" in tools
    assert found["hits"][0]["section"] == "shop/refunds.md#how-long-it-takes"


def test_who_shows_the_token_is_answered(served: Served):
    status, text = request(served)
    assert status == 200
    assert "search_documentation" in text


@pytest.mark.parametrize("token", [None, "", "wrong", TOKEN + "x", TOKEN[:-1]])
def test_without_the_token_there_is_nothing(served: Served, token: str | None):
    status, text = request(served, token=token)
    assert status == 401
    assert TOKEN not in text
    assert "tools" not in text


def test_a_token_in_the_address_is_no_token(served: Served):
    assert request(served, token=None, path=f"/mcp?token={TOKEN}")[0] == 401


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "0.0.0.0:1"])
def test_another_host_is_turned_away(served: Served, host: str):
    assert request(served, Host=host)[0] == 421


@pytest.mark.parametrize("origin", ["null", "https://evil.example", "http://127.0.0.1", "file://"])
def test_a_foreign_origin_is_turned_away(served: Served, origin: str):
    assert request(served, Origin=origin)[0] == 403


def test_our_own_origin_is_let_in(served: Served):
    assert request(served, Origin=f"http://127.0.0.1:{served.port}")[0] == 200


def test_an_oversized_body_is_turned_away(served: Served):
    body = json.dumps(LIST | {"padding": "x" * door.LARGEST_BODY}).encode()
    assert request(served, body=body)[0] == 413


def test_a_body_without_a_length_is_bounded_too(served: Served):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=90)
    chunks = (b"x" * 64 * 1024 for _ in range(6))
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    try:
        connection.request("POST", "/mcp", chunks, headers, encode_chunked=True)
        assert connection.getresponse().status == 413
    finally:
        connection.close()


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_no_method_changes_anything(served: Served, method: str):
    assert request(served, method)[0] == 405


@pytest.mark.parametrize("method", ["resources/subscribe", "logging/setLevel", "tools/write"])
def test_there_is_nothing_to_write_with(served: Served, method: str):
    body = LIST | {"method": method, "params": {"uri": "x", "level": "debug"}}
    _status, text = request(served, body=json.dumps(body).encode())
    assert json.loads(text)["error"]["code"] == -32601


def test_nothing_else_is_served(served: Served):
    assert request(served, "POST", b"", "/")[0] == 404
    assert request(served, "GET", b"", "/", token=None)[0] == 401


def test_who_asks_too_often_is_turned_away(served: Served):
    answers = [request(served, "GET", b"", "/")[0] for _ in range(3 * door.RATES[0].limit)]
    assert 429 in answers


def test_who_has_no_token_cannot_use_up_the_pace(served: Served):
    for _ in range(3 * door.RATES[0].limit):
        assert request(served, token="wrong")[0] == 401
    assert request(served)[0] == 200


def test_it_listens_on_this_machine_only(served: Served):
    with door.listen(0) as bound:
        assert bound.getsockname()[0] == "127.0.0.1"
    assert served.url.startswith("http://127.0.0.1:")


def test_who_has_read_the_address_may_connect_before_the_server_runs():
    with door.listen(0) as bound, socket.create_connection(bound.getsockname(), timeout=60):
        pass
