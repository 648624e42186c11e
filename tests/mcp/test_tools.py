"""What the tools answer, over the official client, and what they cannot reach."""

from __future__ import annotations

from typing import Any

import anyio
import jsonschema
import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent, Tool

from tests.mcp.conftest import SECRET, Call
from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.mcp.server import make_server

TOOLS = ["search_documentation", "get_section", "find_evidence", "verify_citation"]
CARD = "A refund reaches your card within 14 days."


def structured(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


def said(result: CallToolResult) -> str:
    """The text of an error."""
    assert result.is_error
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


def tools_of(verbatim: Verbatim) -> list[Tool]:
    async def ask() -> list[Tool]:
        async with Client(make_server(verbatim)) as client:
            return list((await client.list_tools()).tools)

    return anyio.run(ask)


def test_every_tool_only_reads_and_says_what_it_takes_and_gives(verbatim: Verbatim):
    tools = tools_of(verbatim)
    assert [tool.name for tool in tools] == TOOLS
    for tool in tools:
        assert tool.annotations
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.open_world_hint is False
        assert tool.title
        assert tool.description
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        assert all("description" in one for one in tool.input_schema["properties"].values())


def test_a_search_leads_to_a_section_and_a_quote_of_it_verifies(call: Call):
    found = structured(call("search_documentation", query="How long do refunds take?", limit=3))
    best = found["hits"][0]
    assert best["section"] == "shop/refunds.md#how-long-it-takes"
    assert "Refund" in best["title"]
    read = structured(call("get_section", section=best["section"]))
    assert CARD in read["text"]
    assert best["snippet"] in read["text"]
    checked = structured(call("verify_citation", section=best["section"], quote=CARD))
    assert (checked["verified"], checked["verdict"]) == (True, "verified")


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("A refund reaches your card within 30 days.", "absent"),
        ("The largest refund is 50 EUR.", "moved"),
        ("Every refund is logged.", "ambiguous"),
        ("Limits The largest refund is 50 EUR.", "crosses_blocks"),
        ("Press Rotate key.", "moved"),
    ],
)
def test_what_is_not_verified_is_called_by_its_name(call: Call, quote: str, verdict: str):
    target = "shop/refunds.md#how-long-it-takes"
    checked = structured(call("verify_citation", section=target, quote=quote))
    assert (checked["verified"], checked["verdict"]) == (False, verdict)
    assert checked["detail"]


def test_a_claim_is_borne_out_by_sentences_that_verify(call: Call):
    found = structured(call("find_evidence", claim="Card refunds arrive within 14 days."))
    assert found["supported"] is True
    best = found["sentences"][0]
    assert best["quote"] == CARD
    checked = structured(call("verify_citation", section=best["section"], quote=best["quote"]))
    assert checked["verified"] is True


@pytest.mark.parametrize(
    "claim", ["Card refunds arrive within 30 days.", "Zebras are refunded in crypto."]
)
def test_what_nothing_bears_out_is_a_plain_no(call: Call, claim: str):
    found = structured(call("find_evidence", claim=claim))
    assert found["supported"] is False
    assert found["reason"]


def test_a_long_section_comes_in_parts(call: Call):
    first = structured(call("get_section", section="shop/long.md#all-of-them"))
    assert first["parts"] > 1
    assert "Step number 0 " in first["text"]
    last = structured(call("get_section", section="shop/long.md#all-of-them", part=first["parts"]))
    assert "Step number 199 " in last["text"]
    too_far = said(call("get_section", section="shop/long.md#all-of-them", part=first["parts"] + 1))
    assert str(first["parts"]) in too_far


def test_a_page_without_an_anchor_begins_at_its_beginning(call: Call):
    read = structured(call("get_section", section="refunds.md"))
    assert read["text"].startswith("Everything on money") or "Everything on money" in read["text"]


@pytest.mark.parametrize(
    ("tool", "arguments", "advice"),
    [
        ("get_section", {"section": "shop/nothing.md"}, "search_documentation finds"),
        ("get_section", {"section": "shop/refunds.md#no-such"}, "It has #"),
        ("get_section", {"section": "shop/empty.md"}, "shop/empty.md has no text"),
        ("get_section", {"section": "shop/refunds.md", "part": 9}, "1 part,"),
        ("search_documentation", {"query": "?!"}, "Ask with the words a page would use"),
        ("search_documentation", {"query": "card", "sources": ["nowhere"]}, "Known sources: shop"),
        ("search_documentation", {"query": "card", "limit": 500}, "limit: "),
        ("search_documentation", {"query": "card", "page": 2}, "It takes query, limit"),
        ("verify_citation", {"section": "shop/refunds.md"}, "quote: "),
        ("find_evidence", {"claim": "Refunds.", "sources": ["board"]}, "Known sources: shop"),
        ("find_evidence", {"claim": "x" * 1001}, "claim: "),
        ("delete_section", {"section": "shop/refunds.md"}, "delete_section"),
    ],
)
def test_an_error_says_what_to_do_instead(
    call: Call, tool: str, arguments: dict[str, Any], advice: str
):
    told = said(call(tool, **arguments))
    assert advice in told
    assert "Error executing" not in told
    assert "`verbatim" not in told  # an agent has no terminal


@pytest.mark.parametrize(
    ("query", "limits", "advice"),
    [
        ("zebra", {}, "Try other words"),
        ("card", {"within": ["guides/**"]}, "without them"),
        ("refund zebra", {}, "No section holds every word"),
        ("How long do refunds take?", {}, ""),
    ],
)
def test_a_search_that_finds_little_says_what_to_try(
    call: Call, query: str, limits: dict[str, Any], advice: str
):
    found = structured(call("search_documentation", query=query, **limits))
    assert advice in found["advice"]
    assert bool(found["advice"]) is bool(advice)


@pytest.mark.parametrize(
    "section",
    [
        "board/merger.md",
        "merger.md",
        "../board/merger.md",
        "shop/../../board/merger.md",
        "/etc/passwd",
        "../../../../etc/passwd",
        "file:///etc/passwd",
        "library.db",
        "shop/refunds.md\x00",
    ],
)
def test_no_other_workspace_and_no_file_can_be_read(call: Call, section: str):
    told = said(call("get_section", section=section))
    assert "root:" not in told
    assert SECRET not in told


def test_nothing_of_another_workspace_is_found_or_verified(call: Call, mcp_home: Any):
    found = structured(call("search_documentation", query="Bluebird merger"))
    assert found["hits"] == []
    checked = structured(call("verify_citation", section="board/merger.md", quote=SECRET))
    assert (checked["verdict"], checked["found"]) == ("absent", [])
    evidence = structured(call("find_evidence", claim=SECRET))
    assert evidence["supported"] is False
    assert all(sentence["section"].startswith("shop/") for sentence in evidence["sentences"])
    other = open_verbatim(str(mcp_home), "board")
    assert other.audit.verify_quote("board/merger.md", SECRET).verdict.value == "verified"
    other.close()


def test_a_defect_tells_an_agent_nothing_of_what_it_was(
    call: Call, verbatim: Verbatim, monkeypatch: pytest.MonkeyPatch
):
    def fail(_name: str) -> None:
        raise RuntimeError("secret path of this machine")

    monkeypatch.setattr(verbatim, "place", fail)
    told = said(call("get_section", section="shop/refunds.md"))
    assert told == "Error executing tool get_section"
