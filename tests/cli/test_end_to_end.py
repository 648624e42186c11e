"""The whole way: a folder is ingested, asked, shown, measured and taken out again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.cli.run import main
from verbatim_desktop.cli.schemas import schema_of

REFUNDS = """---
title: Refunds
---

Everything on money that goes back.

## How long it takes

A refund reaches your card within 14 days. Refunds to a closed card go to the bank that issued it.

## Limits

| Plan | Largest refund |
| --- | --- |
| Free | 50 EUR |
| Team | 5,000 EUR |
"""
KEYS = """# API keys

## Rotate a key

1. Open the security page.
2. Press **Rotate key** and copy the new one.

```bash
shop keys rotate --all
```
"""
GOLDEN = [
    {
        "id": "days",
        "question": "How many days until a refund reaches my card?",
        "kind": "answerable",
        "relevant": [{"doc": "refunds.md", "anchor": "how-long-it-takes"}],
    },
    {
        "id": "rotate",
        "question": "How do I rotate an API key?",
        "kind": "answerable",
        "relevant": [{"doc": "handbook/guides/keys.md", "anchor": "rotate-a-key"}],
    },
    {
        "id": "eddystone",
        "question": "Who built the third Eddystone lighthouse?",
        "kind": "unanswerable",
        "scope": "far",
        "relevant": [],
    },
]

Json = Callable[..., Any]


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    folder = tmp_path / "handbook"
    (folder / "guides").mkdir(parents=True)
    (folder / "refunds.md").write_text(REFUNDS, encoding="utf-8")
    (folder / "guides" / "keys.md").write_text(KEYS, encoding="utf-8")
    return folder


@pytest.fixture
def verbatim(capsys: pytest.CaptureFixture[str]) -> Json:
    """verbatim(command, ...) -> what it printed as JSON, held against its schema."""

    def defect(_home: str, error: BaseException) -> str:
        raise error

    def run(*arguments: str, status: int = 0, schema: str = "") -> Any:
        assert main([*arguments, "--json"], open_verbatim, defect) == status
        out = capsys.readouterr().out
        if not out:
            return None
        value = json.loads(out)
        held = schema_of(schema or arguments[0])
        jsonschema.validate(value, held, cls=jsonschema.Draft202012Validator)
        return value

    return run


@pytest.fixture
def ingested(verbatim: Json, handbook: Path) -> dict[str, Any]:
    return verbatim("ingest", str(handbook))


def test_an_ingest_reports_what_it_read(ingested: dict[str, Any]):
    assert (ingested["documents"], ingested["added"], ingested["failed"]) == (2, 2, [])
    assert ingested["sections"] >= 4
    assert ingested["sentences"] >= 8


@pytest.mark.usefixtures("ingested")
def test_a_second_ingest_reads_only_what_changed(verbatim: Json, handbook: Path):
    (handbook / "refunds.md").write_text(REFUNDS.replace("14", "30"), encoding="utf-8")
    (handbook / "guides" / "keys.md").unlink()
    (handbook / "new.md").write_text("# New\n\nA new page.\n", encoding="utf-8")
    report = verbatim("ingest", str(handbook))
    assert [report[name] for name in ("added", "changed", "unchanged", "removed")] == [1, 1, 0, 1]
    again = verbatim("ingest", str(handbook))
    assert [again[name] for name in ("added", "changed", "unchanged", "removed")] == [0, 0, 2, 0]
    quotes = [c["quote"] for c in verbatim("ask", "When does a refund reach my card?")["citations"]]
    assert any("30 days" in quote for quote in quotes)
    assert not any("14 days" in quote for quote in quotes)


@pytest.mark.usefixtures("ingested")
def test_an_answer_cites_sentences_that_stand_in_the_file(verbatim: Json, handbook: Path):
    answer = verbatim("ask", "How long does a refund take?")
    assert answer["outcome"] == "answer"
    assert answer["provider"] == "none"
    assert "14 days" in answer["text"]
    [first, *_] = answer["citations"]
    assert (first["source"], first["path"], first["status"]) == (
        "handbook",
        "refunds.md",
        "verified",
    )
    assert first["anchor"] == "how-long-it-takes"
    [span] = first["spans"]
    source = (handbook / span["path"]).read_text(encoding="utf-8")
    assert source[span["start"] : span["end"]] == first["quote"]
    markers = {citation["marker"] for citation in answer["citations"]}
    assert {marker for claim in answer["claims"] for marker in claim["markers"]} <= markers


@pytest.mark.usefixtures("ingested")
def test_a_question_from_another_world_becomes_a_ticket(verbatim: Json):
    answer = verbatim("ask", "Who built the third Eddystone lighthouse?")
    assert answer["outcome"] == "ticket"
    assert answer["ticket"]["title"] == "Who built the third Eddystone lighthouse?"
    assert answer["confidence"]["level"] == "low"
    assert answer["confidence"]["reasons"]


@pytest.mark.usefixtures("ingested")
def test_a_ticket_is_drafted_for_any_question(verbatim: Json):
    ticket = verbatim("ticket", "Why is my refund late?")
    assert ticket["searched"]
    assert ticket["next_information"]


@pytest.mark.usefixtures("ingested")
def test_search_shows_the_right_section_first(verbatim: Json):
    found = verbatim("search", "rotate key", "-k", "3")
    first = found["results"][0]
    assert (first["path"], first["anchor"]) == ("guides/keys.md", "rotate-a-key")
    assert sum(first["signals"].values()) == first["score"]
    assert first["matched"] == ["rotate", "key"]
    assert "key" in first["snippet"].lower()


@pytest.mark.usefixtures("ingested")
def test_a_search_can_be_narrowed(verbatim: Json):
    everywhere = verbatim("search", "key refund")["results"]
    within = verbatim("search", "key refund", "--in", "guides/**")["results"]
    assert {result["path"] for result in everywhere} == {"refunds.md", "guides/keys.md"}
    assert {result["path"] for result in within} == {"guides/keys.md"}
    assert verbatim("search", "key", "--source", "handbook")["results"]


@pytest.mark.usefixtures("ingested")
def test_documents_are_listed_and_shown_by_name(verbatim: Json):
    listed = {doc["id"]: doc for doc in verbatim("docs")["docs"]}
    assert set(listed) == {"handbook/refunds.md", "handbook/guides/keys.md"}
    page = verbatim("docs", "show", "refunds.md", schema="docs-show")
    assert (page["id"], page["title"]) == ("handbook/refunds.md", "Refunds")
    assert page["hash"] == listed["handbook/refunds.md"]["hash"]
    sentences = [s["text"] for section in page["sections"] for s in section["sentences"]]
    assert "A refund reaches your card within 14 days." in sentences
    assert any("5,000 EUR" in sentence for sentence in sentences)


@pytest.mark.usefixtures("ingested")
def test_golden_questions_are_measured(verbatim: Json, tmp_path: Path):
    golden = tmp_path / "golden.jsonl"
    golden.write_text("\n".join(map(json.dumps, GOLDEN)), encoding="utf-8")
    report = verbatim("eval", str(golden), "--details")
    assert (report["set"], report["questions"]) == ("golden", 3)
    assert report["document"]["recall@5"] == 1.0
    assert report["section"]["mrr@10"] == 1.0
    assert report["refusal"]["answered_far"] == 0.0
    assert [result["id"] for result in report["results"]] == ["days", "rotate", "eddystone"]
    verbatim("eval", str(golden), "--fail-under", "recall@5=1.01", status=1)


def test_sources_are_listed_and_removed(verbatim: Json, ingested: dict[str, Any], handbook: Path):
    [source] = verbatim("sources")["sources"]
    assert (source["name"], source["kind"], source["documents"]) == ("handbook", "kb", 2)
    assert Path(source["location"]) == handbook
    removed = verbatim("sources", "remove", "handbook", schema="sources-remove")
    assert removed == {"removed": "handbook", "documents": ingested["documents"]}
    assert verbatim("sources")["sources"] == []
    assert verbatim("search", "refund")["results"] == []


@pytest.mark.usefixtures("ingested")
def test_own_synonyms_find_what_others_do_not(verbatim: Json, tmp_path: Path):
    file = tmp_path / "own.txt"
    file.write_text("moolah => refund\n", encoding="utf-8")
    assert verbatim("search", "moolah")["results"] == []
    assert verbatim("synonyms", "set", str(file), schema="synonyms-set")["own"] is True
    assert verbatim("search", "moolah")["results"][0]["path"] == "refunds.md"
    assert verbatim("synonyms")["text"] == "moolah => refund\n"
    assert verbatim("synonyms", "reset", schema="synonyms-reset")["own"] is False
    assert verbatim("search", "moolah")["results"] == []


@pytest.mark.usefixtures("ingested")
def test_synonyms_that_cannot_be_read_change_nothing(verbatim: Json, tmp_path: Path):
    file = tmp_path / "own.txt"
    file.write_text("moolah\n", encoding="utf-8")
    verbatim("synonyms", "set", str(file), status=2)
    verbatim("synonyms", "set", str(tmp_path / "missing.txt"), status=2)
    assert verbatim("synonyms")["own"] is False


@pytest.mark.usefixtures("ingested")
def test_workspaces_know_nothing_of_each_other(verbatim: Json):
    verbatim("workspaces", "create", "other", schema="workspaces-create")
    assert verbatim("docs", "--workspace", "other")["docs"] == []
    assert verbatim("search", "refund", "--workspace", "other")["results"] == []


@pytest.mark.usefixtures("ingested")
@pytest.mark.parametrize(
    "line",
    [
        ("ask", "How long do refunds take?"),
        ("search", "refund"),
        ("docs",),
        ("sources",),
        ("gaps",),
        ("drift",),
        ("usage",),
        ("doctor",),
        ("verify", "--demo"),
        ("evidence", "Refunds take two weeks."),
        ("mcp",),
    ],
)
def test_a_name_that_is_no_workspace_makes_none(
    verbatim: Json, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...]
):
    verbatim(*line, "--workspace", "nopeee", status=2)
    monkeypatch.setenv("VERBATIM_WORKSPACE", "nopeee")
    verbatim(*line, status=2)
    assert [one["name"] for one in verbatim("workspaces")["workspaces"]] == ["default"]


def test_reading_a_source_makes_its_workspace(verbatim: Json, handbook: Path):
    verbatim("ingest", str(handbook), "--workspace", "fresh")
    assert len(verbatim("docs", "--workspace", "fresh")["docs"]) == 2


@pytest.mark.usefixtures("ingested")
def test_an_answer_is_named_by_the_beginning_of_its_id(verbatim: Json):
    asked = verbatim("ask", "How long do refunds take?")["id"]
    assert verbatim("export", asked[:8])["id"] == asked
    assert verbatim("replay", asked[:8])["id"] == asked
    verbatim("export", "", status=2)


@pytest.mark.usefixtures("ingested")
def test_a_ticket_is_searched_for_in_part_of_the_library(verbatim: Json):
    everywhere = verbatim("ticket", "How do I rotate a key?")
    assert everywhere["citations"]
    narrow = verbatim("ticket", "How do I rotate a key?", "--in", "refunds*")
    assert {one["path"] for one in narrow["citations"]} <= {"refunds.md"}
    verbatim("ticket", "How do I rotate a key?", "--source", "nobody", status=2)


@pytest.mark.usefixtures("ingested")
def test_a_page_that_is_nowhere_is_told_with_the_nearest(
    verbatim: Json, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    main(["docs", "show", "guides/kesy"], open_verbatim, lambda _home, _error: "")
    assert "Did you mean “handbook/guides/keys" in capsys.readouterr().err
    main(["ask", "How long?", "--source", "handbok"], open_verbatim, lambda _home, _error: "")
    assert "Did you mean “handbook”?" in capsys.readouterr().err
    main(["search", "--like", "guides/kesy"], open_verbatim, lambda _home, _error: "")
    assert "Did you mean “handbook/guides/keys" in capsys.readouterr().err
    macro = tmp_path / "macro.md"
    macro.write_text('[x](verbatim:handbook/refund.md "A refund takes ages.")\n', encoding="utf-8")
    [checked] = verbatim("verify", str(macro), status=1)["citations"]
    assert "Did you mean “handbook/refunds" in checked["detail"]


@pytest.mark.usefixtures("ingested")
def test_a_provider_that_cannot_be_called_is_said_on_stderr(capsys: pytest.CaptureFixture[str]):
    line = ["ask", "How long do refunds take?", "--provider", "openai"]
    assert main(line, open_verbatim, lambda _home, _error: "") == 0
    out, err = capsys.readouterr()
    assert "OpenAI was not called (no model is chosen). Quoted passages stand in." in err
    assert "OpenAI" not in out


def test_the_doctor_finds_a_used_library_well(verbatim: Json, ingested: dict[str, Any]):
    report = verbatim("doctor")
    assert report["ok"]
    library = next(check for check in report["checks"] if check["name"] == "Library")
    assert str(ingested["documents"]) in library["detail"]


def test_the_same_question_gives_the_same_answer(verbatim: Json, ingested: dict[str, Any]):
    def stable(answer: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in answer.items() if k not in ("id", "timing_ms")}

    question = "How do I rotate a key?"
    assert ingested
    assert stable(verbatim("ask", question)) == stable(verbatim("ask", question))


# --- as programs ---------------------------------------------------------------------------------


def program(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "verbatim_desktop", *arguments],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        **options,
    )


def test_exit_statuses_of_the_program(handbook: Path, tmp_path: Path):
    missing = program("ingest", str(tmp_path / "missing"))
    assert (missing.returncode, missing.stdout) == (3, "")
    assert missing.stderr.startswith("verbatim: ")
    assert missing.stderr.count("\n") == 1
    assert program("ingest", str(handbook), "--json").returncode == 0
    assert program("ask", "How do I rotate a key?").returncode == 0
    assert program("ask").returncode == 2
    assert program("docs", "show", "nothing").returncode == 2


def test_a_file_that_cannot_be_read_is_listed_and_the_rest_goes_on(handbook: Path):
    (handbook / "broken.md").write_bytes(
        b"# Broken\n\n\x00\x01\x02\x00\xff\xfe\x00 binary \x00" * 40
    )
    ran = program("ingest", str(handbook), "--json")
    report = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert report["documents"] == 2
    [note] = report["failed"] + report["skipped"]
    assert note["path"] == "broken.md"
    assert note["reason"]


@pytest.mark.parametrize("command", ["ask", "search"])
def test_an_empty_library_says_what_to_do(command: str):
    ran = program(command, "refund", "--json")
    assert ran.returncode == 0
    assert json.loads(ran.stdout)
    assert "verbatim ingest FOLDER" in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_output_that_cannot_be_written_is_the_worlds_fault():
    command = f"{sys.executable} -m verbatim_desktop schema ask > /dev/full"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (3, "verbatim: No space left on device.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_a_reader_that_leaves_early_is_no_failure(handbook: Path):
    program("ingest", str(handbook))
    command = f"{sys.executable} -m verbatim_desktop docs show refunds.md --json | head -c 1"
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    assert ran.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_a_reader_that_left_before_the_first_line_is_no_failure(handbook: Path):
    program("ingest", str(handbook))
    command = f"{sys.executable} -m verbatim_desktop docs show refunds.md | true"
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_an_unknown_source_is_wrong_usage_and_not_a_missing_answer(handbook: Path):
    program("ingest", str(handbook))
    for command in ("ask", "search"):
        ran = program(command, "How long do refunds take?", "--source", "handbok")
        assert ran.returncode == 2
        assert "There is no source “handbok”. Known sources:" in ran.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read (No such file or directory)."),
        ("# Not JSON\n", ", line 1, is not JSON (Expecting value at column 1)."),
        ('{"question": "a"}\n{"id": "x"}\n', ", line 2, has no 'question'."),
        ("[1]\n", ", line 1, is not an object with a question and its relevant sections."),
        ("\n", " holds no questions."),
    ],
)
def test_a_golden_file_that_is_none_is_named_with_its_line(tmp_path: Path, text, said):
    golden = tmp_path / "golden.jsonl"
    if text is not None:
        golden.write_text(text)
    ran = program("eval", str(golden))
    assert ran.returncode == 3
    assert ran.stderr.strip().endswith(f"{golden}{said}" if said[0] in ", " else said)


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_ctrl_c_keeps_what_was_done(tmp_path: Path):
    folder = tmp_path / "large"
    folder.mkdir()
    for number in range(400):
        (folder / f"page{number:04}.md").write_text(f"# Page {number}\n\n" + "Some words. " * 200)
    arguments = [sys.executable, "-m", "verbatim_desktop", "ingest", str(folder), "--json"]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ}
    ) as running:
        assert running.stderr
        for line in running.stderr:
            if "reading" in line:
                running.send_signal(signal.SIGINT)
                break
        out, _ = running.communicate()
    assert running.returncode == 130
    report = json.loads(out)
    jsonschema.validate(report, schema_of("ingest"))
    assert 0 < report["added"] < 400
    again = json.loads(program("ingest", str(folder), "--json").stdout)
    assert again["unchanged"] >= report["added"]
    assert again["documents"] == 400


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_watching_ingests_again_on_a_save_and_ends_with_ctrl_c(handbook: Path):
    arguments = [sys.executable, "-m", "verbatim_desktop", "ingest", str(handbook)]
    with subprocess.Popen(
        [*arguments, "--watch", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout
        first = json.loads(running.stdout.readline())
        (handbook / "refunds.md").write_text(REFUNDS + "\nOne more line.\n", encoding="utf-8")
        second = json.loads(running.stdout.readline())
        running.send_signal(signal.SIGINT)
        running.communicate()
    assert (first["added"], second["changed"], second["unchanged"]) == (2, 1, 1)
    assert running.returncode == 0
