"""Python-Markdown set up for replies: what people type stays, nothing can load or run.

Raw HTML is text, there are no images and no reference links, "#123" is a number and no heading,
and a marker becomes a link only to the address it is given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

import markdown
from markdown.blockprocessors import HashHeaderProcessor
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import InlineProcessor as InlineReader
from markdown.util import INLINE_PLACEHOLDER_RE, AtomicString

_UNWANTED_INLINE = (
    *("image_link", "image_reference", "reference", "short_reference", "short_image_ref"),
    "html",
)
_UNWANTED_BLOCKS = ("reference", "setextheader", "hashheader")
_ADDRESS = r"(?<![\w/\"'=])(https?://[^\s<>\"'\[\]`]*[^\s<>\"'\[\]`.,;:!?)*_])"
_MARKER = r"(?<![\w\\])\[(\d{1,3}(?:\s*[,–-]\s*\d{1,3})*)\](?![(:])"


class _Heading(HashHeaderProcessor):
    """A heading has a space behind its marks."""

    RE = re.compile(r"(?:^|\n)(?P<level>#{1,6}) +(?P<header>(?:\\.|[^\\])*?)#*(?:\n|$)")


class _Marker(InlineProcessor):
    """A marker as a link to its source, or as the text it is."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, reader: markdown.Markdown, links: Mapping[int, str]) -> None:
        super().__init__(_MARKER, reader)
        self._links = links

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        address = self._links.get(int(m[1]), "") if m[1].isdigit() else ""
        return _element(m.group(), address), *m.span()


class _Address(InlineProcessor):
    """An address that was typed bare."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        start, end = m.span()
        for held in INLINE_PLACEHOLDER_RE.finditer(data, start, end):
            if not isinstance(self._held.get(held[1]), str):  # a marker or code, not a character
                end = held.start()
                break
        address = self.unescape(data[start:end])
        return _element(address, address), start, end

    @property
    def _held(self) -> Mapping[str, object]:
        """What Python-Markdown holds back; what stood behind a backslash is a string."""
        inline = self.md.treeprocessors["inline"]
        assert isinstance(inline, InlineReader)
        return inline.stashed_nodes


def _element(text: str, address: str) -> Element:
    element = Element("a" if address else "span")
    element.text = AtomicString(text)
    if address:
        element.set("href", address)
    return element


def reader(links: Mapping[int, str]) -> markdown.Markdown:
    """A reader for one reply. links: the address that each marker leads to."""
    made = markdown.Markdown(
        extensions=["fenced_code", "tables", "sane_lists", "nl2br"], output_format="html"
    )
    made.ESCAPED_CHARS.append("~")
    made.preprocessors.deregister("html_block")
    for name in _UNWANTED_BLOCKS:
        made.parser.blockprocessors.deregister(name)
    for name in _UNWANTED_INLINE:
        made.inlinePatterns.deregister(name)
    made.parser.blockprocessors.register(_Heading(made.parser), "heading", 70)
    # Between code and escapes (180 and up) and links (160): code is code, a marker is no link.
    made.inlinePatterns.register(_Marker(made, links), "marker", 175)
    made.inlinePatterns.register(_Address(_ADDRESS, made), "address", 115)
    return made
