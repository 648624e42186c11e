"""Read a customer's message: what they wrote now, who they are, and what was taken off.

Takes pasted text and the files .txt, .md and .eml. Every input ends in a Message or in one clear
MessageUnreadable.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from verbatim_desktop.compose.mail import Mail, bytes_as_text, looks_like_mail, person, read_mail
from verbatim_desktop.compose.quoting import (
    Cut,
    cuts,
    is_closing,
    is_sent_from,
    named_closing,
    sender_in,
)
from verbatim_desktop.domain.errors import MessageUnreadable
from verbatim_desktop.domain.messages import Message, RemovedKind, RemovedPart
from verbatim_desktop.text.languages import language_of
from verbatim_desktop.text.pasted import is_printed, pasted_spans

LARGEST_FILE = 25_000_000  # bytes, attachments included
LONGEST_TEXT = 200_000  # characters; a letter of a hundred pages
KINDS = (".eml", ".txt", ".md", ".markdown", ".text")

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")
_ITEM = re.compile(r"\s*(?:[-*•>|#]|\d{1,3}[.)])\s|\s{4,}|\t|```|~~~")
_NAME = re.compile(r"[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,3}")
_ADDRESS = re.compile(r"[<\[(]*(?:mailto:)?([^\s<>\[\]():]+@[^\s<>\[\]():]+)")
_KANA = re.compile("[\u3040-\u30ff]")
_HAN = re.compile("[\u3400-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
LONG_RUN = 4  # lines of a log from which on it is folded away
NARROWEST_WRAP = 50
WIDEST_WRAP = 100


def read_message(data: bytes, name: str = "") -> Message:
    """A message from a file's bytes. name decides what it is read as; "" looks at the bytes.

    Raises MessageUnreadable where it is too large, of another kind or holds no text.
    """
    if len(data) > LARGEST_FILE:
        raise MessageUnreadable("The message is larger than 25 MB. Paste its text instead.")
    suffix = "." + name.rsplit(".", 1)[-1].lower() if "." in name else ""
    if suffix and suffix not in KINDS:
        raise MessageUnreadable(
            f"{suffix} files are not read. Use .eml, .txt or .md, or paste text."
        )
    if suffix == ".eml" or (not suffix and looks_like_mail(data)):
        return _of_mail(read_mail(data))
    if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise MessageUnreadable("This is no text file. Use .eml, .txt or .md, or paste text.")
    label = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text, exact = bytes_as_text(data, label)
    message = message_of(text)
    note = "Some characters could not be read; they stand as \N{REPLACEMENT CHARACTER}."
    return message if exact else replace(message, notes=(*message.notes, note))


def message_of(text: str) -> Message:
    """A message from pasted text, which may be a whole e-mail with its header."""
    if looks_like_mail(text[:8192].encode("utf-8", "replace")):
        return _of_mail(read_mail(text.encode("utf-8", "replace")))
    return _of_mail(Mail(text))


def _of_mail(mail: Mail) -> Message:
    lines = _lines(mail.text)
    taken = cuts(lines)
    notes = list(mail.notes)
    if not _anything_left(lines, taken):
        older = [cut for cut in taken if cut.kind is RemovedKind.QUOTED]
        if older:
            notes.append("The message holds only quoted text, which was read as the message.")
        lines, taken, sender = _forwarded(lines, older)
        if not mail.sender_address:
            mail.sender_name, mail.sender_address = _who(sender)
    text, removed = _folded(*_cleaned(lines, taken))
    if not text and not mail.subject and not mail.attachments:
        raise MessageUnreadable("The message holds no text.")
    return Message(
        text=text,
        subject=mail.subject,
        sender_name=mail.sender_name or _signed_name(removed),
        sender_address=mail.sender_address,
        attachments=tuple(mail.attachments),
        removed=removed,
        language=language_in(text or mail.subject),
        notes=tuple(dict.fromkeys(notes)),
    )


def language_in(text: str) -> str:
    """The language of a message, by script where words do not tell."""
    head = text[:2000]
    if _KANA.search(head):
        return "ja"
    if len(_HANGUL.findall(head)) * 4 > len(head):
        return "ko"
    if len(_HAN.findall(head)) * 4 > len(head):
        return "zh"
    return language_of(head)


def _lines(text: str) -> list[str]:
    """The text's lines without what cannot be shown. Raises MessageUnreadable where too long."""
    if len(text) > LONGEST_TEXT:
        raise MessageUnreadable(
            f"The message is longer than {LONGEST_TEXT:,} characters. Paste the part that asks."
        )
    shown = text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates cannot be stored
    plain = _CONTROL.sub("", shown.replace("\r\n", "\n").replace("\r", "\n"))
    return plain.replace("\u00a0", " ").replace("\u2028", "\n").replace("\u2029", "\n").split("\n")


def _anything_left(lines: Sequence[str], taken: Sequence[Cut]) -> bool:
    covered = {n for cut in taken for n in range(cut.first, cut.last)}
    return any(line.strip() for n, line in enumerate(lines) if n not in covered)


def _forwarded(lines: list[str], older: Sequence[Cut]) -> tuple[list[str], list[Cut], str]:
    """The body of what was forwarded or quoted, marks off, once more without its own history; and
    who wrote it, where its header says so.
    """
    kept: list[str] = []
    sender = ""
    for cut in older:
        kept += [re.sub(r"^\s*>\s?", "", line) for line in lines[cut.first : cut.last]]
    while kept and (not kept[0].strip() or cuts([*kept[:1], "x"]) or _is_field(kept[0])):
        sender = sender or sender_in(kept[0])
        kept.pop(0)
    taken = cuts(kept)
    return (kept, taken, sender) if _anything_left(kept, taken) else (kept or lines, [], sender)


def _who(sender: str) -> tuple[str, str]:
    """The name and address of "Doe, Jo <jo@x.example>", which mail programs write in many ways."""
    found = _ADDRESS.search(sender[:200])
    name = sender[: found.start()] if found else sender[:200]
    return person(name.strip("* ")), found[1] if found else ""


def _is_field(line: str) -> bool:
    head, colon, _rest = line.strip(" *").partition(":")
    return bool(colon) and 0 < len(head) <= 16 and len(head.split()) <= 2


def _cleaned(lines: Sequence[str], taken: Sequence[Cut]) -> tuple[str, tuple[RemovedPart, ...]]:
    """The kept text, hard-wrapped paragraphs joined, and the removed parts with their place."""
    text = ""
    parts: list[tuple[RemovedKind, str, int]] = []
    at = 0
    for cut in [*taken, None]:
        kept = _tidy(lines[at : cut.first if cut else len(lines)])
        text += ("\n\n" if text and kept else "") + kept
        if cut:
            shown = re.sub(r"(\n[> ]*){3,}", "\n\n", "\n".join(lines[cut.first : cut.last])).strip()
            parts += [(cut.kind, shown, len(text))] if shown else []
            at = cut.last
    return text, tuple(RemovedPart(kind, shown, place) for kind, shown, place in parts)


def _folded(text: str, removed: tuple[RemovedPart, ...]) -> tuple[str, tuple[RemovedPart, ...]]:
    """Without long runs of what a program printed; those stand among what was taken off."""
    fenced = [match.span() for match in _FENCE.finditer(text)]
    kept, at = "", 0
    found: list[RemovedPart] = []
    for start, end in pasted_spans(text):
        within = any(first <= start < last for first, last in fenced)
        if within or text.count("\n", start, end) + 1 < LONG_RUN:
            continue
        kept = _parted(kept, text[at:start].strip("\n"))
        found.append(RemovedPart(RemovedKind.PRINTED, text[start:end].strip("\n"), len(kept)))
        at = end
    if not found:
        return text, removed
    whole = _parted(kept, text[at:].strip("\n"))
    gone = len(text) - len(whole)
    later = (replace(part, at=max(part.at - gone, 0)) for part in removed)
    return whole, tuple(sorted((*found, *later), key=lambda part: part.at))


def _parted(before: str, after: str) -> str:
    return f"{before}\n\n{after}" if before and after else before or after


def _tidy(lines: Sequence[str]) -> str:
    """Lines that a mail program broke are joined; blank lines part paragraphs."""
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            paragraphs[-1].append(line.rstrip())
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n\n".join(_joined(paragraph) for paragraph in paragraphs if paragraph).strip()


def _joined(lines: Sequence[str]) -> str:
    """A line was broken where its next line's first word would not have fitted on it."""
    width = max(map(len, lines))
    if not NARROWEST_WRAP <= width <= WIDEST_WRAP:
        return "\n".join(lines)
    text = lines[0]
    for before, line in pairwise(lines):
        fits = len(before) + 1 + len(line.split(" ", 1)[0]) <= width
        begins = fits or _ITEM.match(line) or is_printed(before.strip()) or is_printed(line.strip())
        text += "\n" + line if begins else " " + line.lstrip()
    return text


def _signed_name(removed: Sequence[RemovedPart]) -> str:
    """The name under a sign-off, where the message says no sender."""
    for part in removed:
        if part.kind is not RemovedKind.SIGNATURE:
            continue
        lines = [line.strip(" ,-–—*_") for line in part.text.split("\n")]
        for line in filter(None, lines):
            if name := named_closing(line):
                return person(name)
            if is_closing(line) or is_sent_from(line):
                continue
            return person(line) if _NAME.fullmatch(line) and len(line) <= 40 else ""
    return ""
