"""What limits a passage is flagged; what merely mentions a limit is not."""

from __future__ import annotations

import pytest

from tests.ingest.trees import MD, block, info, page, parse_files
from verbatim_desktop.domain.documents import Document, Flag, FlagKind, SourceKind

DEPRECATED, REMOVED = FlagKind.DEPRECATED, FlagKind.REMOVED
VERSION, TIER, INTERNAL = FlagKind.VERSION, FlagKind.TIER, FlagKind.INTERNAL


def md(text: str) -> Document:
    return page(text, MD)


def kinds(flags: tuple[Flag, ...]) -> list[FlagKind]:
    return [flag.kind for flag in flags]


@pytest.mark.parametrize(
    ("heading", "flag"),
    [
        ("Register with a token (deprecated)", Flag(DEPRECATED, "deprecated")),
        ("Deprecated: the old way", Flag(DEPRECATED, "deprecated")),
        ("Version 11.2 \\(Deprecated\\)", Flag(DEPRECATED, "deprecated")),
        ("Sidebar (removed in 14.0)", Flag(REMOVED, "removed in 14.0")),
        ("Subresource integrity (Experimental)", Flag(VERSION, "experimental")),
        ("Geo **[PREMIUM]**", Flag(TIER, "Premium")),
    ],
)
def test_a_marked_heading_flags_its_part_of_the_page(heading: str, flag: Flag):
    document = md(f"# T\n\n## {heading}\n\nInside.\n\n### Deeper\n\nToo.\n\n## Next\n\nNot.\n")
    flagged = [b.text for b in document.blocks if flag in b.flags]
    assert flagged[1:] == ["Inside.", "Deeper", "Too."]


@pytest.mark.parametrize(
    "heading",
    [
        "Deprecated features",
        "Migrate from deprecated `middleware`",
        "Helping removed members",
        "Webpack 4 support has been removed",
        "The deprecation policy",
    ],
)
def test_a_heading_about_deprecation_flags_nothing(heading: str):
    document = md(f"## {heading}\n\nInside.\n")
    assert block(document, "Inside").flags == ()


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("Deprecated in GitLab 9.0.", Flag(DEPRECATED, "deprecated in GitLab 9.0")),
        ("Introduced in GitLab 8.15.", Flag(VERSION, "since GitLab 8.15")),
        ("[Introduced][1] in GitLab Runner v1.0.0.", Flag(VERSION, "since GitLab Runner v1.0.0")),
        ("**Note:** Removed in v14.", Flag(REMOVED, "removed in v14")),
        ("Deprecated. Use `roleArn` instead.", Flag(DEPRECATED, "deprecated")),
        ("This option is deprecated since 3.1.", Flag(DEPRECATED, "deprecated since 3.1")),
        (
            "This API endpoint is deprecated in favor of `x`.",
            Flag(DEPRECATED, "deprecated in favor of x"),
        ),
        ("Enterprise only: needs a key.", Flag(TIER, "Enterprise only")),
        ("This feature is only available in GitLab Premium.", Flag(TIER, "GitLab Premium only")),
    ],
)
def test_a_plain_statement_flags_its_paragraph(text: str, flag: Flag):
    document = md(f"## H\n\nFirst.\n\n{text}\n\nAfter.\n\n[1]: x\n")
    assert document.blocks[2].flags == (flag,)
    assert block(document, "After").flags == ()


@pytest.mark.parametrize(
    "text",
    [
        "For more information about which values are deprecated, see the list.",
        "Do not use any deprecated values.",
        "If the endpoint is deprecated, say when it goes.",
        "These fields replace the deprecated annotation-based approach.",
        "The machine was removed from the pool in 2 minutes.",
        "Environment variables are only available on the server.",
        "Available only for admins.",
        "Members removed in bulk stay listed.",
        "We introduced two settings.",
    ],
)
def test_a_sentence_that_mentions_a_limit_is_not_flagged(text: str):
    assert block(md(f"## H\n\n{text}\n"), text[:10]).flags == ()


def test_a_note_right_under_a_heading_holds_for_its_part():
    document = md("## H\n\n> Introduced in GitLab 9.0.\n\nUse it.\n\n## Next\n\nNot.\n")
    assert block(document, "Use it").flags == (Flag(VERSION, "since GitLab 9.0"),)
    assert block(document, "Not").flags == ()


def test_notes_above_the_first_section_hold_for_the_page():
    document = md(
        "# T\n\n{{< details >}}\n\n- Tier: Premium, Ultimate\n- Offering: GitLab.com, Other\n"
        "- Status: Beta\n\n{{< /details >}}\n\nText.\n"
    )
    assert document.flags == (Flag(TIER, "Premium, Ultimate"), Flag(VERSION, "Beta"))


def test_a_tier_that_everyone_has_is_no_limit():
    document = md("# T\n\n{{< details >}}\n\n- Tier: Free, Premium\n\n{{< /details >}}\n")
    assert (document.flags, document.blocks[1].flags) == ((), ())


def test_status_cells_flag_their_row_and_history_rows_name_their_version():
    document = md(
        "| Prop | Status |\n| - | - |\n| a | Deprecated |\n| b | - |\n\n"
        "| Version | Changes |\n| - | - |\n| `v13.0.0` | `c` deprecated. |\n\n"
        "| Class | 5.7 |\n| - | - |\n| d | Deprecated |\n"
    )
    said = {b.text.split(" ")[0]: kinds(b.flags) for b in document.blocks if not b.header}
    assert said == {"a": [DEPRECATED], "b": [], "v13.0.0": [VERSION], "d": []}


def test_front_matter_and_source_flag_the_page():
    text = "---\nversion: experimental\ndeprecated: use the other\n---\n\nText.\n"
    parsed = parse_files({"a.md": text}, "a.md", info(MD, SourceKind.KB, internal=True))
    assert kinds(parsed.document.flags) == [INTERNAL, DEPRECATED, VERSION]
    assert parsed.document.version == "experimental"
