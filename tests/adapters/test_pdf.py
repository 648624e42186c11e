"""PDFs read back by another program: the text is there, and what is not drawn is said."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from verbatim_desktop.adapters.pdf import draw_pdf
from verbatim_desktop.adapters.pdf.fonts import LATIN_1, Fonts, fonts_for
from verbatim_desktop.domain.pages import Facts, Heading, Lines, Page, Prose, Quote, Table

VIEWERS_OWN = Fonts((), None, LATIN_1)
PAGE = Page(
    "How long do refunds take?",
    (
        Heading("Answer"),
        Prose("A refund reaches your card within 14 days. [1]\nSecond line."),
        Lines(("one reason", "another")),
        Facts((("Hash", "f" * 64), ("Place", "shop/refunds#days"))),
        Quote("[1] Refunds", "Within 14 days.", (("Verdict now", "stale"),), "stale", good=False),
        Quote("[2] Cards", "At once.", (), "verified", good=True),
        Table(("Rank", "Section", "Score"), (("1", "shop/refunds#days", "9.05"),) * 60, (0, 2)),
    ),
    "Read back word for word.",
)


def read(data: bytes) -> tuple[PdfReader, str]:
    reader = PdfReader(io.BytesIO(data), strict=True)
    return reader, "\n".join(page.extract_text() for page in reader.pages)


@pytest.mark.parametrize("fonts", [None, VIEWERS_OWN], ids=["fonts of this machine", "none"])
def test_all_that_a_page_says_is_read_back(fonts: Fonts | None):
    reader, text = read(draw_pdf(PAGE, fonts))
    assert reader.metadata
    assert reader.metadata.title == PAGE.title
    for said in (
        *("Answer", "within 14 days. [1]", "Second line.", "one reason", "f" * 64),
        *("[1] Refunds (stale)", "Verdict now: stale", "At once.", "9.05", "Read back word"),
    ):
        assert said in text
    assert len(reader.pages) > 1
    assert "No font" not in text


def test_nothing_in_it_runs_or_loads():
    raw = draw_pdf(PAGE)
    for name in (b"/JavaScript", b"/JS", b"/Launch", b"/EmbeddedFile", b"/URI", b"/SubmitForm"):
        assert name not in raw


@pytest.mark.counterpart
def test_the_fonts_of_this_machine_are_embedded_for_other_alphabets(
    require: Callable[[str, bool], None],
):
    fonts = fonts_for(["Привет, Ελλάδα, zażółć"])
    require("a font such as those that dev.py setup installs", bool(fonts.files))
    _, text = read(draw_pdf(Page("Привет", (Prose("Ελλάδα, zażółć, “quoted” — dash"),)), fonts))
    assert "Привет" in text
    assert "Ελλάδα, zażółć, “quoted” — dash" in text


@pytest.mark.counterpart
def test_the_font_of_the_window_will_do(require: Callable[[str, bool], None], tmp_path: Path):
    [*found] = Path("/usr/share/fonts").rglob("Inter-Regular.otf")
    require("fonts-inter", bool(found))
    (tmp_path / found[0].name).symlink_to(found[0])
    fonts = fonts_for(["Привет"], folders=[tmp_path])
    assert fonts.files == (tmp_path / "Inter-Regular.otf",)
    assert "Привет" in read(draw_pdf(Page("Привет", ()), fonts))[1]


def test_what_no_font_has_is_marked_and_named():
    page = Page("Title", (Prose("before \u4e2d\u6587 after"),))
    _, text = read(draw_pdf(page, VIEWERS_OWN))
    assert "before ?? after" in text
    assert "U+4E2D, U+6587" in text
    assert "HTML, Markdown and JSON" in text


def test_without_any_font_a_viewers_own_draw_plain_marks(tmp_path: Path):
    assert fonts_for(["text"], folders=[tmp_path]) == VIEWERS_OWN
    _, text = read(draw_pdf(Page("T", (Prose("“quoted” — it’s…"),)), VIEWERS_OWN))
    assert '"quoted" - it\'s...' in text


def test_a_file_that_only_has_the_name_of_a_font_is_not_used(tmp_path: Path):
    (tmp_path / "DejaVuSans.ttf").write_bytes(b"no font at all")
    assert fonts_for(["text"], folders=[tmp_path]) == VIEWERS_OWN


@given(st.text(max_size=300))
def test_whatever_a_text_holds_it_is_drawn(text: str):
    page = Page(text, (Prose(text), Quote(text, text, ((text, text),)), Table(("a",), ((text,),))))
    reader, _ = read(draw_pdf(page, VIEWERS_OWN))
    assert reader.pages
