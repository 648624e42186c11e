"""Which version's documentation answers, where a library holds several of one product."""

from __future__ import annotations

from verbatim_desktop.answer.editions import choose, edition_notes, editions_of
from verbatim_desktop.domain.documents import ParseMode, SourceInfo, SourceKind
from verbatim_desktop.domain.retrieval import ScoreBreakdown, ScoredSection, SectionRef


def source(name: str, version: str = "") -> SourceInfo:
    return SourceInfo(name, SourceKind.DOCS, ParseMode.MDX, f"/{name}", version=version)


def section(
    source: str, route: str, heading: str, score: int = 1000, matched: tuple[str, ...] = ()
) -> ScoredSection:
    ref = SectionRef(1, 0, source, f"{route}.mdx", route, "", (), ("Page", heading), 0, 1)
    return ScoredSection(ref, ScoreBreakdown(frequency=score), matched)


EDITIONS = editions_of([source("harbor-13.5"), source("harbor"), source("other")])


def test_sources_that_differ_in_their_version_are_editions_of_one_product():
    assert set(EDITIONS) == {"harbor-13.5", "harbor"}
    assert EDITIONS["harbor-13.5"].version == "13.5"
    assert editions_of([source("a"), source("b")]) == {}


def test_a_version_that_was_given_counts_before_the_name():
    editions = editions_of([source("harbor-2.0", "14"), source("harbor-1.0")])
    assert editions["harbor-2.0"].version == "14"


def test_the_newest_edition_answers_and_the_older_one_is_left_out_where_it_says_the_same():
    ranked = [section("harbor-13.5", "a", "Keys"), section("harbor", "a", "Keys")]
    choice = choose("How do I rotate keys?", ranked, EDITIONS)
    assert [one.section.source for one in choice.kept] == ["harbor"]
    assert [one.section.source for one in choice.left] == ["harbor-13.5"]


def test_a_moved_page_is_known_by_its_title_and_heading():
    ranked = [section("harbor-13.5", "old", "Keys"), section("harbor", "new", "Keys")]
    assert len(choose("keys", ranked, EDITIONS).kept) == 1


def test_what_only_the_older_edition_has_stays():
    ranked = [section("harbor-13.5", "lamps", "Lamps"), section("harbor", "a", "Keys")]
    assert len(choose("lamps", ranked, EDITIONS).kept) == 2


def test_a_section_that_only_the_older_page_has_stays_beside_the_newer_page():
    older = section("harbor-13.5", "keys", "Lanterns", matched=("set", "lanterns"))
    newer = section("harbor", "keys", "Rotate", matched=("set", "key"))
    assert choose("set lanterns", [older, newer], EDITIONS).kept == (older, newer)
    told = section("harbor", "keys", "Lights", matched=("lanterns",))
    assert choose("set lanterns", [older, newer, told], EDITIONS).left == (older,)


def test_a_question_that_names_a_version_is_answered_from_it():
    ranked = [section("harbor-13.5", "a", "Keys"), section("harbor", "a", "Keys")]
    for question in ("Rotate keys in Harbor 13", "rotate keys v13.5.1"):
        choice = choose(question, ranked, EDITIONS)
        assert [one.section.source for one in choice.kept] == ["harbor-13.5"]


def test_without_editions_everything_stays():
    ranked = [section("a", "a", "Keys"), section("b", "a", "Keys")]
    assert choose("keys", ranked, {}).kept == tuple(ranked)


def test_an_answer_says_which_version_each_sentence_is_from():
    wanted = choose("keys", [], EDITIONS).wanted
    marked = [(1, "harbor"), (2, "harbor-13.5"), (3, "harbor"), (4, "other")]
    notes = edition_notes(marked, EDITIONS, wanted)
    assert notes == (
        "[1][3] are from the current version (harbor).",
        "[2] is from version 13.5 (harbor-13.5). Nothing on it was found in harbor, which is "
        "newer: it may no longer hold.",
    )


def test_a_newer_version_than_the_one_asked_for_is_named():
    wanted = choose("keys in 13.5", [], EDITIONS).wanted
    [note] = edition_notes([(1, "harbor")], EDITIONS, wanted)
    assert note.endswith("not from harbor-13.5, the version asked for.")
