"""What scripts rely on: the shapes, one object on stdout, and a schema that holds them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import CommandLine
from tests.cli.samples import ANSWER, NO_ANSWER
from verbatim_desktop.cli import answer_json
from verbatim_desktop.cli.schemas import COMMANDS, schema_of
from verbatim_desktop.domain.answers import AnswerPart, Outcome

LINES = {
    "ingest": ("ingest", "docs/"),
    "sources": ("sources",),
    "sources-remove": ("sources", "remove", "shop"),
    "docs": ("docs",),
    "docs-show": ("docs", "show", "shop/money/refunds"),
    "search": ("search", "refund days crypto"),
    "ask": ("ask", "How long do refunds take?"),
    "ticket": ("ticket", "Can I get a refund in crypto?"),
    "reply": ("reply", "message.eml"),
    "templates": ("templates",),
    "evidence": ("evidence", "A refund reaches your card within 14 days."),
    "verify": ("verify", "macros/refund.md", "--links", "--write", "checked.json"),
    "drift": ("drift",),
    "gaps": ("gaps",),
    "answers": ("answers", "refunds"),
    "export": ("export", "0123456789abcdef"),
    "replay": ("replay", "0123456789abcdef"),
    "eval": ("eval", "golden.jsonl", "--details", "--compare", "before"),
    "synonyms": ("synonyms",),
    "usage": ("usage", "--since", "2026-11-01", "--by", "model"),
    "embed": ("embed",),
    "synonyms-set": ("synonyms", "set", "synonyms.txt"),
    "synonyms-reset": ("synonyms", "reset"),
    "keys": ("keys",),
    "keys-list": ("keys", "list"),
    "keys-set": ("keys", "set", "openai"),
    "keys-remove": ("keys", "remove", "openai"),
    "workspaces": ("workspaces",),
    "workspaces-list": ("workspaces", "list"),
    "workspaces-create": ("workspaces", "create", "shop"),
    "workspaces-rename": ("workspaces", "rename", "shop", "store"),
    "workspaces-delete": ("workspaces", "delete", "shop"),
    "workspaces-restore": ("workspaces", "restore", "5f0c"),
    "workspaces-purge": ("workspaces", "purge"),
    "workspaces-export": ("workspaces", "export", "shop", "shop.verbatim"),
    "workspaces-import": ("workspaces", "import", "shop.verbatim", "--name", "store"),
    "backup": ("backup", "library.zip"),
    "restore": ("restore", "library.zip"),
    "doctor": ("doctor",),
}
#: Of the samples something has drifted, a replay gives other evidence and a passage is not there.
SAY_NO = {"drift", "replay", "verify"}


def hold(command: str, value: Any) -> None:
    jsonschema.validate(value, schema_of(command), cls=jsonschema.Draft202012Validator)


def test_every_published_shape_is_held_here():
    assert set(LINES) == set(COMMANDS)


@pytest.mark.parametrize("command", LINES)
def test_output_is_one_object_that_its_schema_holds(verbatim: CommandLine, command: str):
    ran = verbatim(*LINES[command], "--json")
    assert ran.status == (1 if command in SAY_NO else 0)
    hold(command, json.loads(ran.out))


@pytest.mark.parametrize("command", LINES)
def test_a_schema_is_valid_and_refuses_names_it_does_not_know(command: str):
    schema = schema_of(command)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    for definition in schema.get("$defs", {}).values():
        assert definition["additionalProperties"] is False


def test_a_ticket_in_an_answers_place_has_the_shape_of_a_ticket(verbatim: CommandLine):
    answer = json.loads(verbatim("ask", "Can I get a refund in crypto?", "--json").out)
    hold("ask", answer)
    hold("ticket", answer["ticket"])
    assert answer["outcome"] == "ticket"


def test_the_names_of_the_design_stand_where_it_says(verbatim: CommandLine):
    answer = json.loads(verbatim("ask", "How long?", "--json").out)
    assert list(answer) == [
        *("id", "question", "outcome", "route", "confidence", "text", "claims", "citations"),
        *("suggested", "ticket", "provider", "model", "fallback", "usage", "timing_ms"),
        *("unkept", "backend", "notes", "contrasts", "rewritten", "intent", "clarify"),
        *("follows", "prompt_hash", "dropped"),
    ]
    assert list(answer["citations"][0]) == [
        *("marker", "source", "path", "route", "anchor", "heading_path", "quote", "spans"),
        *("url", "status", "origin", "within"),
    ]
    search = json.loads(verbatim("search", "refund", "--json").out)
    assert list(search["results"][0]) == [
        *("rank", "source", "path", "route", "anchor", "anchors", "url", "heading_path", "score"),
        *("signals", "matched", "missing", "snippet", "legs"),
    ]
    assert list(json.loads(verbatim("ingest", "docs", "--json").out)) == [
        *("documents", "added", "changed", "unchanged", "removed", "sections", "sentences"),
        *("seconds", "skipped", "failed", "warnings"),
    ]


def test_the_signals_of_a_result_add_up_to_its_score(verbatim: CommandLine):
    [result] = json.loads(verbatim("search", "refund", "--json").out)["results"]
    assert sum(result["signals"].values()) == result["score"]


def test_two_folders_are_one_object_with_their_sums(verbatim: CommandLine):
    verbatim.verbatim.reports = verbatim.verbatim.reports * 2
    report = json.loads(verbatim("ingest", "a", "b", "--json").out)
    assert (report["documents"], len(report["failed"])) == (24, 2)


def test_details_are_left_out_where_they_were_not_asked_for(verbatim: CommandLine):
    report = json.loads(verbatim("eval", "golden.jsonl", "--json").out)
    hold("eval", report)
    assert "results" not in report


def test_json_is_ascii_so_that_every_locale_can_carry_it(verbatim: CommandLine):
    assert verbatim("ticket", "Can I?", "--json").out.isascii()


def test_watching_prints_one_object_a_line(verbatim: CommandLine):
    ran = verbatim("ingest", "docs", "--watch", "--json")
    lines = ran.out.splitlines()
    assert len(lines) == 2
    for line in lines:
        hold("ingest", json.loads(line))


@pytest.mark.parametrize("command", [name.split("-") for name in COMMANDS])
def test_schema_prints_what_is_published(verbatim: CommandLine, command: list[str]):
    ran = verbatim("schema", *command)
    assert json.loads(ran.out) == schema_of("-".join(command))


def test_the_parts_of_a_question_are_named_only_where_it_has_several():
    assert "parts" not in answer_json.answer(ANSWER)
    part = AnswerPart("How long?", Outcome.TICKET, NO_ANSWER.confidence, (), NO_ANSWER.ticket)
    shape = answer_json.answer(replace(ANSWER, parts=(part, part)))
    jsonschema.validate(shape, schema_of("ask"), cls=jsonschema.Draft202012Validator)
    assert [one["question"] for one in shape.get("parts", ())] == ["How long?", "How long?"]
