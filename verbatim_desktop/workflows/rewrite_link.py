"""Change one `verbatim:` link of an authored file, and nothing else of it."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from verbatim_desktop.cite.authored import SCHEME, authored_links
from verbatim_desktop.domain.authored import AuthoredLink
from verbatim_desktop.domain.errors import NotFound, UsageError

_NEEDS_BRACKETS = re.compile(r"[\s()<>]")
#: What would end a title, a cell of a table, or begin an entity.
_SPECIAL = re.compile(r'[\\"|]|&(?=#?\w+;)')


def rewrite_link(path: Path, line: int, old: tuple[str, str], new: tuple[str, str]) -> None:
    """Bind a file's link to another passage. old and new are (target, quote).

    line: where it was seen last; of several alike the nearest is changed. Raises NotFound where
    the file or the link is gone, UsageError where the file cannot be written back as it was.
    """
    text, mark = _read(path)
    alike = [link for link in authored_links(text) if (link.target, link.quote) == old]
    alike = [link for link in alike if link.start < link.end]
    if not alike:
        raise NotFound(f"{path} does not hold this link any more. Verify the file again.")
    link = min(alike, key=lambda link: abs(link.line - line))
    changed = text[: link.start] + _link(link, *new) + text[link.end :]
    if not _is_read(changed, link, new):
        raise UsageError(f"The new link would not be read in {path}. Change it by hand.")
    try:
        path.write_bytes(mark + changed.encode())
    except OSError as error:
        raise UsageError(f"{path} cannot be changed ({error.strerror or error}).") from error


def _is_read(text: str, old: AuthoredLink, new: tuple[str, str]) -> bool:
    """Whether the file's text has the new link where the old one stood."""
    target, quote = new[0], " ".join(new[1].split())
    return any(
        (link.target, link.quote, link.start) == (target, quote, old.start)
        for link in authored_links(text)
    )


def _read(path: Path) -> tuple[str, bytes]:
    """The text of a file, and its byte-order mark."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotFound(f"{path} cannot be read ({error.strerror or error}).") from error
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        return data[len(mark) :].decode(), mark
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8. Change the link by hand.") from error


def _link(link: AuthoredLink, target: str, quote: str) -> str:
    address = SCHEME + target
    if _NEEDS_BRACKETS.search(address):
        address = "<" + address.replace("<", "%3C").replace(">", "%3E") + ">"
    title = _SPECIAL.sub(r"\\\g<0>", " ".join(quote.split()))
    return f'[{link.label}]({address} "{title}")'
