"""What a page opens and never closes is said in the report, since it changes what is read."""

from __future__ import annotations

import pytest

from tests.ingest.trees import MD, MDX, info, parse_files
from verbatim_desktop.domain.documents import ParseMode

FENCE = "A code fence is never closed; what follows it is read as code."
FRONT = "The front matter is never closed, so it is read as text."


def reasons(text: str, mode: ParseMode = MD) -> list[str]:
    return [note.reason for note in parse_files({"a.md": text}, "a.md", info(mode)).warnings]


@pytest.mark.parametrize("mode", [MD, MDX])
@pytest.mark.parametrize(
    "text",
    [
        "Words.\n\n```bash\nrun it\n\n# Not a heading\n",
        "Words.\n\n```bash\nrun it",
        "~~~\n```\nwords\n",
        "```",
        "```\n",
        "> ```\n> in a quote\n\nWords.\n",
        "- item\n\n  ```\n  in a list\n\nWords.\n",
        "````\ncode\n```\nshorter\n",
    ],
)
def test_a_fence_that_is_never_closed_is_said(text: str, mode: ParseMode):
    assert FENCE in reasons(text, mode)


@pytest.mark.parametrize("mode", [MD, MDX])
@pytest.mark.parametrize(
    "text",
    [
        "```bash\nrun it\n```\n",
        "```bash\nrun it\n```",
        "```\n```\n",
        "```\n\n```\n",
        "> ```\n> quoted\n> ```\n",
        "- item\n\n  ```\n  listed\n  ```\n",
        "~~~\n```\n~~~\n",
        "Inline ``` is no fence.\n",
        "```\r\nwindows\r\n```\r\n",
    ],
)
def test_a_closed_one_is_not(text: str, mode: ParseMode):
    assert reasons(text, mode) == []


@pytest.mark.parametrize("text", ["---\ntitle: Refunds\n\nWords.\n", "---\r\n# a\r\ntitle:\r\nx"])
def test_front_matter_that_is_never_closed_is_said(text: str):
    assert reasons(text) == [FRONT]


@pytest.mark.parametrize("text", ["---\nWords below a line.\n", "---\n", "---\n\n# Title\n"])
def test_a_line_across_the_page_is_no_front_matter(text: str):
    assert reasons(text) == []
