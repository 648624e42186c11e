"""Draw a document as PDF: A4, text that can be searched and copied, nothing that runs or loads.

Letters stand one after the other as they are typed: scripts that join their letters (Arabic, the
Indic ones) are drawn unjoined. What no font at hand has is marked and named at the end.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from fpdf import FPDF
from fpdf.enums import Align, TableBordersLayout, TextEmphasis, XPos, YPos
from fpdf.fonts import FontFace

from verbatim_desktop.adapters.pdf.fonts import Fonts, fonts_for
from verbatim_desktop.domain.pages import Facts, Heading, Lines, Page, Part, Prose, Quote, Table
from verbatim_desktop.text import inline

MARGIN = 18.0  # millimetres
SIZE = 10.0  # points
SMALL = 8.0
TINY = 7.0
LINE = 1.45  # of the size of the letters
MM = 0.3528  # of a point
TEXT = (28, 32, 36)
QUIET = (91, 100, 112)
GOOD = (11, 107, 58)
BAD = (163, 38, 15)
FILL = (245, 247, 249)
BORDER = (217, 222, 228)
PAPER = (255, 255, 255)
UNDRAWN = "\u25a1"  # an empty box
UNDRAWN_PLAIN = "?"
MOST_NAMED = 20
#: A viewer's own fonts know no typographic marks; these stand for them.
PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "..."})
PLAIN_ARROW = {0x203A: ">"}
DIRECTION = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\ufeff"


def draw_pdf(page: Page, fonts: Fonts | None = None) -> bytes:
    """The bytes of a PDF. fonts: those to draw with, else what this machine has."""
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    texts = list(_texts(page))
    return _Drawing(fonts or fonts_for(texts), texts).draw(page)


def _texts(page: Page) -> Iterator[str]:
    yield page.title
    yield page.footer
    for part in page.parts:
        match part:
            case Heading(text) | Prose(text):
                yield text
            case Lines(items):
                yield from items
            case Facts(rows):
                yield from (text for row in rows for text in row)
            case Quote():
                yield from (part.title, part.text, part.verdict)
                yield from (text for row in part.facts for text in row)
            case Table():
                yield from part.heads
                yield from (cell for row in part.rows for cell in row)


class _Drawing:
    """One PDF in the making."""

    def __init__(self, fonts: Fonts, texts: Sequence[str]) -> None:
        self._fonts = fonts
        self._undrawn = sorted(
            {character for text in texts for character in self._plain(text)}
            - {chr(code) for code in fonts.covered}
            - set("\n\t")
        )
        self._mark = UNDRAWN if ord(UNDRAWN) in fonts.covered else UNDRAWN_PLAIN
        self._marks = str.maketrans(dict.fromkeys(self._undrawn, self._mark))
        self._pdf = FPDF(format="A4")
        self._pdf.set_margin(MARGIN)
        self._pdf.set_auto_page_break(True, MARGIN)
        self._family = self._load()

    def _load(self) -> str:
        """Make the fonts known; only the characters that are used are put into the file."""
        if not self._fonts.files:
            return "Helvetica"
        base, *others = self._fonts.files
        self._pdf.add_font("base", "", base)
        self._pdf.add_font("base", "B", self._fonts.bold or base)
        for number, file in enumerate(others):
            self._pdf.add_font(f"other{number}", "", file)
        self._pdf.set_fallback_fonts(
            [f"other{number}" for number in range(len(others))], exact_match=False
        )
        return "base"

    def draw(self, page: Page) -> bytes:
        self._pdf.set_title(self._plain(page.title))
        self._pdf.set_creator("Verbatim Desktop")
        self._pdf.set_lang("en")
        self._pdf.add_page()
        self._say(page.title, 16, bold=True, after=3)
        for part in page.parts:
            self._part(part)
        if page.footer:
            self._say(page.footer, SMALL, colour=QUIET, before=6)
        if self._undrawn:
            self._say(self._what_is_missing(), SMALL, colour=BAD, before=2)
        return bytes(self._pdf.output() or b"")

    def _part(self, part: Part) -> None:
        match part:
            case Heading(text):
                self._say(text, 12, bold=True, before=5, after=1.5, keep=True)
            case Prose(text):
                self._say(inline.plain(text, ticks=True), SIZE, after=2)
            case Lines(items):
                for item in items:
                    self._say(f"- {item}", SIZE, after=0.5)
            case Facts(rows):
                self._facts(rows)
            case Quote():
                self._quote(part)
            case Table():
                self._table(part)

    # --- Parts -----------------------------------------------------------------------------------

    def _say(
        self,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: tuple[int, int, int] = TEXT,
        before: float = 0,
        after: float = 0,
        keep: bool = False,
    ) -> None:
        """A paragraph. keep: not at the very end of a page, apart from what it heads."""
        pdf = self._pdf
        if keep and pdf.will_page_break(before + 25):
            pdf.add_page()
        elif before:
            pdf.ln(before)
        self._pen(size, bold, colour)
        self._lines(text, size)
        if after:
            pdf.ln(after)

    def _pen(self, size: float, bold: bool = False, colour: tuple[int, int, int] = TEXT) -> None:
        self._pdf.set_font(self._family, "B" if bold else "", size)
        self._pdf.set_text_color(*colour)

    def _lines(self, text: str, size: float, fill: bool = False) -> None:
        self._pdf.multi_cell(
            0,
            size * MM * LINE,
            self._shown(text),
            align=Align.L,
            fill=fill,
            new_x=XPos.LMARGIN,
            new_y=YPos.NEXT,
        )

    def _facts(self, rows: Sequence[tuple[str, str]]) -> None:
        self._pen(SMALL)
        for name, value in rows:
            self._say(f"{name}: {value}", SMALL, colour=QUIET)
        self._pdf.ln(1)

    def _quote(self, quote: Quote) -> None:
        verdict = f" ({quote.verdict})" if quote.verdict else ""
        colour = {True: GOOD, False: BAD, None: TEXT}[quote.good]
        self._say(quote.title + verdict, SIZE, bold=True, colour=colour, before=2, keep=True)
        self._pen(SIZE)
        self._pdf.set_fill_color(*FILL)
        self._lines(quote.text, SIZE, fill=True)
        self._pdf.ln(0.8)
        self._facts(quote.facts)

    def _table(self, table: Table) -> None:
        self._pen(TINY)
        self._pdf.ln(1)
        self._pdf.set_draw_color(*BORDER)
        aligned = [
            Align.R if column in table.numbers else Align.L for column in range(len(table.heads))
        ]
        heads = FontFace(emphasis=TextEmphasis.B, color=QUIET, fill_color=PAPER)
        with self._pdf.table(
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            col_widths=self._widths(table),
            text_align=aligned,
            headings_style=heads,
            cell_fill_mode="NONE",
            line_height=TINY * MM * LINE,
            padding=0.6,
        ) as drawn:
            for cells in (table.heads, *table.rows):
                row = drawn.row()
                for cell in cells:
                    row.cell(self._shown(cell))
        self._pdf.ln(1)

    def _widths(self, table: Table) -> tuple[float, ...]:
        """Columns of numbers as wide as they are; the others share what is left."""
        columns = list(enumerate(zip(table.heads, *table.rows, strict=True)))
        wide = {
            number: max(self._pdf.get_string_width(self._shown(cell)) for cell in column) + 4
            for number, column in columns
            if number in table.numbers
        }
        shares = {
            number: max(len(max(column, key=len)) ** 0.7, 4.0)
            for number, column in columns
            if number not in table.numbers
        }
        unit = (self._pdf.epw - sum(wide.values())) / (sum(shares.values()) or 1.0)
        return tuple(
            wide[number] if number in wide else unit * shares[number] for number, _ in columns
        )

    # --- Characters ------------------------------------------------------------------------------

    def _plain(self, text: str) -> str:
        """Without what is no letter; with plain marks where a viewer's own fonts draw."""
        visible = "".join(
            character
            for character in text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
            if (character == "\n" or ord(character) >= 0x20) and character not in DIRECTION
        ).replace("\x7f", "")
        if self._fonts.files:
            return visible
        return visible.translate(PLAIN).translate(PLAIN_ARROW)

    def _shown(self, text: str) -> str:
        return self._plain(text).translate(self._marks)

    def _what_is_missing(self) -> str:
        codes = [f"U+{ord(character):04X}" for character in self._undrawn[:MOST_NAMED]]
        more = len(self._undrawn) - len(codes)
        rest = f" and {more} more" if more > 0 else ""
        return (
            f"No font of this machine has these characters, which are shown as {self._mark}: "
            f"{', '.join(codes)}{rest}. The HTML, Markdown and JSON exports hold them."
        )
