"""Read a saved e-mail: its text, who wrote it, and the names of what is attached.

Hostile input: only text parts are decoded, nothing is opened or fetched, and what is malformed,
mislabelled or nested beyond reason is read as far as it goes or refused in one line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message as Part
from email.utils import getaddresses
from typing import cast

from verbatim_desktop.compose.html_text import html_to_text
from verbatim_desktop.domain.errors import MessageUnreadable

MOST_PARTS = 200  # boundaries in one message; more is an attack, not a letter
MOST_NESTED = 30
LONGEST_HEADER = 2000
LONGEST_NAME = 120

_HEADER_LINE = re.compile(rb"[!-9;-~]+:")
_MAIL_FIELDS = {b"from", b"to", b"subject", b"date", b"message-id", b"mime-version", b"received"}
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@dataclass
class Mail:
    """What stands in a saved e-mail."""

    text: str = ""
    subject: str = ""
    sender_name: str = ""
    sender_address: str = ""
    attachments: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])


def looks_like_mail(data: bytes) -> bool:
    """Whether the first lines are the header of an e-mail."""
    head = data.lstrip(b"\xef\xbb\xbf\r\n")[:8192].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    lines = [line for line in head.split(b"\n") if not line.startswith((b" ", b"\t", b"From "))]
    names = {line.partition(b":")[0].lower() for line in lines if _HEADER_LINE.match(line)}
    return len(names & _MAIL_FIELDS) >= 2 and all(_HEADER_LINE.match(line) for line in lines)


def read_mail(data: bytes) -> Mail:
    """A saved e-mail. Raises MessageUnreadable where nothing sensible can be made of it."""
    if data.lower().count(b"boundary=") > MOST_PARTS:
        raise MessageUnreadable("The message has too many parts to be a letter. It was not read.")
    try:
        message = message_from_bytes(data.lstrip(b"\xef\xbb\xbf"))
        mail = Mail(subject=header(message, "subject"))
        mail.sender_name, mail.sender_address = _sender(message)
        mail.text = _text(message, mail, 0)
    except RecursionError:
        raise MessageUnreadable(
            "The message is nested too deeply. Paste its text instead."
        ) from None
    except (MessageError, ValueError, LookupError, AttributeError, TypeError, AssertionError) as e:
        # The email package lets these out on malformed headers and parts; the input is at fault.
        raise MessageUnreadable(
            "The message is malformed and cannot be read. Paste its text instead."
        ) from e
    return mail


def header(message: Part, name: str) -> str:
    """A header field in one line, encoded words decoded as far as they can be."""
    return _one_line(_decoded(_raw(message, name)))


def _raw(message: Part, name: str) -> str:
    """A header field as it was sent; bytes of no stated encoding, which many programs save, are
    read as text is: the email package alone would put a mark in the place of each.
    """
    sent = next((value for field, value in message.raw_items() if field.lower() == name), "")
    data = str(sent)[:LONGEST_HEADER].encode("utf-8", "surrogateescape")
    return bytes_as_text(data, "")[0]


def _decoded(text: str) -> str:
    try:
        pieces = decode_header(text)
    except (MessageError, ValueError):
        return text
    return "".join(
        piece if isinstance(piece, str) else bytes_as_text(piece, charset or "")[0]
        for piece, charset in pieces
    )


def _one_line(text: str) -> str:
    readable = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return " ".join(_INVISIBLE.sub(" ", readable).split())


def _sender(message: Part) -> tuple[str, str]:
    """Name and address of who is to be answered: Reply-To says where, From says who."""
    for name in ("from", "reply-to", "sender"):
        for shown, address in getaddresses([_raw(message, name)]):
            if shown or address:
                full = _one_line(_decoded(shown))
                return person(full), _one_line(address)
    return "", ""


def person(name: str) -> str:
    """A name as it is said: "Doe, Jane" the other way round, no quotes, no address."""
    bare = name.strip(" '\"")
    if "@" in bare:
        return ""
    last, comma, first = bare.partition(",")
    turned = f"{first.strip()} {last.strip()}" if comma and first.strip() else bare.rstrip(",")
    return turned[:LONGEST_NAME].strip()


def _text(part: Part, mail: Mail, depth: int) -> str:
    """The text of a part as a person would read it; attachments are noted by name."""
    if depth > MOST_NESTED:
        mail.notes.append("Parts of the message are nested too deeply and were left out.")
        return ""
    kind = part.get_content_type()
    if depth and (kind == "message/rfc822" or _is_attached(part)):
        mail.attachments.append(_file_name(part, kind))
        return ""
    if part.is_multipart():
        children = cast("list[Part]", part.get_payload())
        if kind == "multipart/alternative":
            return _alternative(children, mail, depth)
        texts = [_text(child, mail, depth + 1) for child in children]
        return "\n\n".join(text for text in texts if text.strip())
    if kind in ("text/plain", "text/html", "text/markdown"):
        return _leaf(part, kind, mail)
    if depth:
        mail.attachments.append(_file_name(part, kind))
    else:
        mail.notes.append(f"The message holds no text but {kind}.")
    return ""


def _alternative(children: list[Part], mail: Mail, depth: int) -> str:
    """Plain text where it says as much as the HTML does."""
    plain = [child for child in children if child.get_content_type() == "text/plain"]
    others = [child for child in children if child not in plain]
    text = "\n\n".join(filter(str.strip, (_text(child, mail, depth + 1) for child in plain)))
    rich = "\n\n".join(filter(str.strip, (_text(child, mail, depth + 1) for child in others)))
    return rich if len(text.split()) * 3 < len(rich.split()) else text


def _leaf(part: Part, kind: str, mail: Mail) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    text, exact = bytes_as_text(data, part.get_content_charset("") or "")
    if not exact:
        mail.notes.append(
            "Some characters could not be read; they stand as \N{REPLACEMENT CHARACTER}."
        )
    if kind == "text/html":
        return html_to_text(text)
    if str(part.get_param("format", "")).lower() == "flowed":
        return _unflowed(text, str(part.get_param("delsp", "")).lower() == "yes")
    return text


def bytes_as_text(data: bytes, charset: str) -> tuple[str, bool]:
    """Text of bytes that are labelled rightly, wrongly or not at all; whether all was readable."""
    for name in (charset, "utf-8", "cp1252"):
        try:
            return data.decode(name or "utf-8"), True
        except (LookupError, ValueError):
            continue
    return data.decode("utf-8", "replace"), False


def _unflowed(text: str, delete_space: bool) -> str:
    """Lines that a space at their end continues, joined (RFC 3676)."""
    lines: list[str] = []
    flows = False
    for raw in text.splitlines():
        line = raw.removeprefix(" ")
        signed = line.rstrip() == "--"
        if flows and not signed and not line.startswith(">"):
            lines[-1] += line
        else:
            lines.append(line)
        flows = line.endswith(" ") and not signed and not line.startswith(">")
        if flows and delete_space:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)


def _is_attached(part: Part) -> bool:
    return part.get_content_disposition() == "attachment" or (
        part.get_filename() is not None and not part.is_multipart()
    )


def _file_name(part: Part, kind: str) -> str:
    if kind == "message/rfc822":
        inner = cast("list[Part]", part.get_payload() if part.is_multipart() else [])
        return (header(inner[0], "subject") if inner else "") or "forwarded message"
    name = _one_line(_decoded(str(part.get_filename() or "")))
    return name.replace("\\", "/").rsplit("/", 1)[-1][:LONGEST_NAME] or kind
