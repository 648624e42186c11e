"""What the Compose pane asks of the composer, as it runs on the background lane."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from verbatim_desktop.compose.reply_paragraphs import retraced
from verbatim_desktop.desktop.reply_text import marked_stretches, without
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.replies import Paragraph, ReplyDraft, ReplyOptions
from verbatim_desktop.domain.reply_checks import DraftCheck

if TYPE_CHECKING:
    from verbatim_desktop.app.composer import Composer


@dataclass(frozen=True, slots=True)
class Checked:
    """What a text looked like when it was checked. misspelled: words as spans."""

    text: str
    check: DraftCheck
    misspelled: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """The draft of a message. key: under which it is kept; "" for one that is new. took: the
    milliseconds that making it took.
    """

    draft: ReplyDraft
    key: str = ""
    took: float = 0.0


def begin(composer: Composer, message: Message, options: ReplyOptions, afresh: bool) -> Begun:
    """The draft that a message has, else a new one."""
    key = "" if afresh else composer.draft_of(message)
    if key:
        return Begun(composer.open(key), key)
    draft, took = composer.sketch(message, options)
    return Begun(draft, took=took)


def check(composer: Composer, draft: ReplyDraft) -> Checked:
    return Checked(draft.text, composer.check(draft), composer.misspelled(draft))


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a reply is copied. certain: without what is marked."""

    format: str = "html"
    sources: bool = True
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Rendered:
    """A reply ready to be sent; html is "" where only text is wanted."""

    check: DraftCheck
    text: str
    html: str = ""


def rendered(composer: Composer, draft: ReplyDraft, wanted: Wanted) -> Rendered:
    """The reply as it is sent, with what is to be known before."""
    found = composer.check(draft)
    if wanted.certain:
        text = without(draft.text, marked_stretches(draft.paragraphs, found))
        draft = composer.edit(draft, text)
        found = composer.check(draft)
    rich = wanted.format == "html"
    text = composer.render(draft, "text" if rich else wanted.format, wanted.sources)
    html = composer.render(draft, "html", wanted.sources) if rich else ""
    return Rendered(found, text, html)


def file_under(composer: Composer, draft: ReplyDraft, old: str) -> ReplyDraft:
    """Keep a draft under its new ticket and no longer under the old one.

    Raises UsageError where the ticket has another draft.
    """
    taken = draft.ticket and any(one.key == draft.key for one in composer.drafts())
    if taken and composer.open(draft.key).id != draft.id:
        raise UsageError(f"Ticket {draft.ticket} has a draft already. Open it from the drafts.")
    kept = composer.save(draft)
    if old and old != draft.key and any(one.key == old for one in composer.drafts()):
        composer.delete(old)
    return kept


def relocated(draft: ReplyDraft, text: str) -> ReplyDraft:
    """The draft over its text as the editor holds it."""
    if text == draft.text:
        return draft
    return replace(draft, text=text, paragraphs=retraced(text, draft.text, draft.paragraphs))


def fill_in(composer: Composer, draft: ReplyDraft) -> ReplyDraft:
    """The draft with every placeholder filled in that has a value; paragraphs keep their state."""
    text, states = "", list[Paragraph]()
    for one in draft.paragraphs:
        shown = composer.fill(draft.text[one.start : one.end], draft).text
        start = len(text) + 2 if text else 0
        text = f"{text}\n\n{shown}" if text else shown
        states.append(replace(one, start=start, end=len(text)))
    return replace(draft, text=text, paragraphs=tuple(states))
