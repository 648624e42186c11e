"""Exit statuses, where options may stand, and who sees which failure."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from tests.cli.conftest import CommandLine
from tests.cli.samples import CHECKS, SOURCE
from verbatim_desktop.cli.commands import MODULES, verbatim_group
from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.health import Check, CheckState
from verbatim_desktop.domain.retrieval import Filters


@pytest.mark.parametrize(
    "line",
    [
        ("--json", "--home", "H", "--workspace", "W", "sources"),
        ("sources", "--json", "--home", "H", "--workspace", "W"),
        ("--home", "H", "sources", "--workspace", "W", "--json"),
    ],
)
def test_options_may_stand_before_or_after_the_command(
    verbatim: CommandLine, line: tuple[str, ...]
):
    assert json.loads(verbatim(*line).out)["sources"]
    assert verbatim.opened == [("H", "W")]


def test_options_may_stand_around_a_sub_command(verbatim: CommandLine):
    ran = verbatim("docs", "--json", "show", "money/refunds", "--home", "H")
    assert json.loads(ran.out)["id"] == "shop/money/refunds"
    assert verbatim.opened == [("H", "")]


def test_the_option_nearer_to_the_command_counts(verbatim: CommandLine):
    verbatim("--home", "far", "sources", "--home", "near")
    assert verbatim.opened == [("near", "")]


def test_both_outcomes_of_a_question_are_a_success(verbatim: CommandLine):
    assert verbatim("ask", "How long do refunds take?").status == 0
    assert verbatim("ask", "Can I get a refund in crypto?").status == 0


@pytest.mark.parametrize(
    "line",
    [
        ("ask",),
        ("no-such-command",),
        ("ask", "why?", "--no-such-option"),
        ("search", "x", "-k", "0"),
        ("ingest", "a", "b", "--name", "one"),
        ("ingest", "a", "--kind", "book"),
        ("eval", "g.jsonl", "--fail-under", "recall"),
        ("eval", "g.jsonl", "--fail-under", "beauty=1"),
        ("schema", "beauty"),
        ("ticket", "why?", "--format", "fax"),
    ],
)
def test_wrong_usage_is_two_with_an_explanation_on_stderr(
    verbatim: CommandLine, line: tuple[str, ...]
):
    ran = verbatim(*line)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("Usage: verbatim")


@pytest.mark.parametrize(
    "line", [("ask", ""), ("docs", "show", "none"), ("sources", "remove", "x")]
)
def test_a_request_that_cannot_be_met_is_wrong_usage(verbatim: CommandLine, line: tuple[str, ...]):
    ran = verbatim(*line)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("verbatim: ")


@pytest.mark.parametrize("line", [("ingest", "missing"), ("ask", "damage")])
def test_the_worlds_fault_is_three_in_one_line(verbatim: CommandLine, line: tuple[str, ...]):
    ran = verbatim(*line, "--json")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.startswith("verbatim: ")
    assert ran.err.count("\n") == 1


def test_a_defect_is_reported_without_its_message(verbatim: CommandLine):
    ran = verbatim("ask", "defect")
    assert ran.status == 70
    assert "secret" not in ran.err
    assert "the log" in ran.err
    assert [type(defect) for defect in verbatim.defects] == [ValueError]


def test_a_developer_sees_the_traceback(verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VERBATIM_DEBUG", "1")
    with pytest.raises(ValueError, match="secret"):
        verbatim("ask", "defect")


def test_a_gate_says_no_with_one(verbatim: CommandLine):
    ran = verbatim("eval", "g.jsonl", "--fail-under", "recall@5=0.9", "--fail-under", "mrr@10=0.8")
    assert ran.status == 1
    assert ran.err == "verbatim: document.mrr@10 is 0.7500, under 0.8.\n"


def test_a_gate_without_a_limit_says_how_to_write_one(verbatim: CommandLine):
    ran = verbatim("eval", "g.jsonl", "--fail-under", "recall@5")
    assert ran.status == 2
    assert "recall@5=0.8" in ran.err


def test_kept_answers_are_narrowed_by_words_of_their_questions(verbatim: CommandLine):
    found = json.loads(verbatim("answers", "REFUND", "crypto", "--json").out)["answers"]
    assert [one["outcome"] for one in found] == ["ticket"]
    assert len(json.loads(verbatim("answers", "-n", "1", "--json").out)["answers"]) == 1
    assert verbatim("answers", "penguins").out == "No kept answer has these words.\n"


def test_a_mistyped_command_is_told_the_nearest(verbatim: CommandLine):
    ran = verbatim("serch", "refunds")
    assert (ran.status, "Did you mean “search”?" in ran.err) == (2, True)
    assert "Did you mean" not in verbatim("xyzzy").err


@pytest.mark.parametrize("command", ["ask", "search", "ticket", "evidence"])
def test_a_question_without_quotes_is_told_to_take_them(verbatim: CommandLine, command: str):
    ran = verbatim(command, "How", "long", "do", "refunds", "take?")
    assert ran.status == 2
    assert f'verbatim {command} "How long do refunds take?"' in ran.err


def test_the_list_of_commands_cuts_no_line_off(verbatim: CommandLine):
    assert "..." not in verbatim("--help").out.partition("Commands:")[2]


def test_a_gate_that_is_met_says_nothing(verbatim: CommandLine):
    ran = verbatim(
        *("eval", "g.jsonl", "--json"),
        *("--fail-under", "document.recall@5=1", "--fail-over", "refusal.answered_far=0.25"),
    )
    assert (ran.status, ran.err) == (0, "")


def test_a_share_that_is_better_when_low_can_be_capped(verbatim: CommandLine):
    assert verbatim("eval", "g.jsonl", "--fail-over", "answered_far=0.2").status == 1


def test_a_figure_that_was_not_measured_does_not_pass_a_gate(verbatim: CommandLine):
    ran = verbatim("eval", "g.jsonl", "--fail-under", "section.recall@5=0.1")
    assert ran.status == 1
    assert "no such questions" in ran.err


def test_a_bad_check_of_the_doctor_says_no(verbatim: CommandLine):
    assert verbatim("doctor").status == 0
    verbatim.verbatim.checks = (*CHECKS, Check("Library", CheckState.BAD, "It is damaged."))
    assert verbatim("doctor", "--json").status == 1


def test_a_stopped_ingest_says_what_was_kept(verbatim: CommandLine):
    from dataclasses import replace

    [report] = verbatim.verbatim.reports
    verbatim.verbatim.reports = (replace(report, cancelled=True),)
    ran = verbatim("ingest", "docs", "--json")
    assert ran.status == 130
    assert json.loads(ran.out)["added"] == 3
    assert "kept" in ran.err


def test_a_watch_tells_what_is_new_and_nothing_twice(verbatim: CommandLine):
    ran = verbatim("ingest", "docs", "--watch")
    assert ran.out.count("broken.mdx") == 1
    assert ran.out.endswith("  - logo.png: not a document\nshop: nothing changed\n")


def test_a_stopped_source_is_told_from_a_whole_one(verbatim: CommandLine):
    from dataclasses import replace

    [report] = verbatim.verbatim.reports
    stopped = replace(report, cancelled=True, pages_read=279, pages_found=1611)
    verbatim.verbatim.statuses = (replace(SOURCE, report=stopped),)
    assert "stopped after 279 of 1,611 pages" in verbatim("sources").out
    assert json.loads(verbatim("sources", "--json").out)["sources"][0]["stopped"] is True


def test_files_with_one_reason_are_one_line_and_many_reasons_are_cut(verbatim: CommandLine):
    from dataclasses import replace

    [report] = verbatim.verbatim.reports
    alike = tuple(FileNote(f"p{number}.md", "not text") for number in range(40))
    others = tuple(FileNote(f"q{number}.md", f"reason {number}") for number in range(20))
    verbatim.verbatim.reports = (replace(report, failed=alike, warnings=(), skipped=others),)
    out = verbatim("ingest", "docs").out
    assert "Failed (40)\n  - p0.md, p1.md, p2.md and 37 more: not text\n" in out
    assert "Skipped (20)" in out
    assert "  - q11.md: reason 11\n  and 8 more. --json lists all.\n" in out


def test_what_narrows_a_search_reaches_it(verbatim: CommandLine):
    verbatim("search", "x", "--in", "a/**", "--in", "b", "--source", "shop", "--kind", "docs")
    assert verbatim.verbatim.filters == Filters(("shop",), ("a/**", "b"), "docs")
    verbatim("ask", "x", "--docs-version", "2")
    assert verbatim.verbatim.filters == Filters(version="2")


def test_what_is_said_of_a_source_reaches_the_ingest(verbatim: CommandLine):
    verbatim(
        "ingest", "d", "--kind", "kb", "--mode", "md", "--name", "n", "--base-url", "https://x"
    )
    [request] = verbatim.verbatim.requests
    assert (request.location, request.kind, request.mode) == ("d", "kb", "md")
    assert (request.name, request.base_url) == ("n", "https://x")


def test_progress_goes_to_stderr(verbatim: CommandLine):
    ran = verbatim("ingest", "docs", "--json")
    json.loads(ran.out)
    assert ran.err.splitlines()[:2] == ["verbatim: reading 1 of 2", "verbatim: reading 2 of 2"]


def every_command() -> list[tuple[str, ...]]:
    context = click.Context(verbatim_group)
    names: list[tuple[str, ...]] = []
    for name in MODULES:
        command = verbatim_group.get_command(context, name)
        names.append((name,))
        if isinstance(command, click.Group):
            names.extend((name, inner) for inner in command.commands)
    return names


@pytest.mark.parametrize("command", every_command(), ids=" ".join)
def test_every_command_helps_with_an_example_and_the_shared_options(
    verbatim: CommandLine, command: tuple[str, ...]
):
    ran = verbatim(*command, "--help")
    assert ran.status == 0
    assert f"\n  verbatim {command[0]}" in ran.out
    for option in ("--home", "--workspace", "--json"):
        assert option in ran.out


@pytest.mark.parametrize("question", ["why?", "damage"])
def test_the_library_is_let_go_of_at_the_end(verbatim: CommandLine, question: str):
    verbatim("ask", question)
    assert verbatim.verbatim.closed


@pytest.mark.parametrize(
    "line",
    [
        ("search",),
        ("search", "refund", "--like", "help/refunds.md"),
        ("search", "refund", "--since", "May 2024"),
        ("search", "refund", "--since", "2024-13"),
    ],
)
def test_a_search_for_nothing_two_things_or_no_day_is_wrong_usage(verbatim: CommandLine, line):
    assert verbatim(*line).status == 2


def test_more_like_a_section_is_a_search(verbatim: CommandLine):
    ran = verbatim("search", "--like", "help/refunds.md#how-long")
    assert (ran.status, "refund" in ran.out.lower()) == (0, True)


def test_the_limits_of_a_search_reach_the_library(verbatim: CommandLine):
    verbatim("search", "refund", "--tier", "Premium", "--since", "2024-05")
    assert (verbatim.verbatim.filters.tier, verbatim.verbatim.filters.since) == (
        "Premium",
        "2024-05",
    )


def test_a_run_is_held_against_a_kept_one(verbatim: CommandLine):
    ran = verbatim("eval", "g.jsonl", "--compare", "before")
    assert "a: rose, 3 to 1" in ran.out
    assert "b: fell, 1 to 2" in ran.out
    assert "c: new, not found to 4, answered now" in ran.out
    assert "document.ndcg@10" in ran.out


def test_an_unknown_run_is_named_before_anything_is_measured(verbatim: CommandLine):
    ran = verbatim("eval", "g.jsonl", "--compare", "nothing")
    assert ran.status == 2
    assert "There is no kept run “nothing”" in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    ("given", "place"),
    [
        (("--git", "https://h.example/a.git"), "https://h.example/a.git"),
        (("--git", "https://h.example/a.git", "--folder", "docs/"), "https://h.example/a.git#docs"),
        (
            ("--git", "https://h.example/a.git", "--folder", "docs", "--branch", "v2"),
            "https://h.example/a.git#v2:docs",
        ),
        (("export.zip",), "export.zip"),
    ],
)
def test_a_repository_is_named_by_address_folder_and_branch(
    verbatim: CommandLine, given: tuple[str, ...], place: str
):
    assert verbatim("ingest", *given).status == 0
    assert [one.location for one in verbatim.verbatim.requests] == [place]


def test_a_repository_on_this_machine_is_fetched_only_where_it_is_named_as_one(
    verbatim: CommandLine, tmp_path: Path
):
    (tmp_path / "repo").mkdir()
    verbatim("ingest", "--git", "repo", "--folder", "docs")
    assert verbatim.verbatim.requests[0].location == f"{(tmp_path / 'repo').as_uri()}#docs"
    verbatim("ingest", "repo")
    assert verbatim.verbatim.requests[0].location == "repo"


@pytest.mark.parametrize(
    "given",
    [
        (),
        ("docs", "--folder", "x"),
        ("docs", "--branch", "x"),
        ("--git", "ext::sh -c x"),
        ("--git", "https://h.example/a.git#docs"),
        ("docs", "--git", "https://h.example/a.git", "--name", "one"),
    ],
)
def test_what_is_to_be_read_has_to_be_said_clearly(verbatim: CommandLine, given: tuple[str, ...]):
    assert verbatim("ingest", *given).status == 2


def test_searching_by_meaning_is_turned_on_and_off(verbatim: CommandLine):
    assert json.loads(verbatim("embed", "--status", "--json").out)["backend"] == "lexical"
    on = json.loads(verbatim("embed", "--fusion", "places", "--json").out)
    assert (on["on"], on["fusion"], on["backend"]) == (True, "places", "lexical+minilm-int8")
    assert json.loads(verbatim("embed", "--off", "--json").out)["backend"] == "lexical"
    assert verbatim("embed", "--status", "--off").status == 2
