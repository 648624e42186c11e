"""Rewrite a draft, or a part of one, with a model: personal data out before, back in after.

Nothing that the draft did not hold can come in as a link or a marker; what was lost of links, code,
numbers, placeholders and markers is named; each sentence is held against what it cites again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verbatim_desktop.cite.marker_forms import addresses_in
from verbatim_desktop.cite.markers import Markers
from verbatim_desktop.compose.diff import altered, diff
from verbatim_desktop.compose.markup import markers_in
from verbatim_desktop.compose.redact import redact, restore
from verbatim_desktop.compose.tone import LANGUAGES, language_name
from verbatim_desktop.domain.errors import Cancelled, ProviderError, ProviderFault, UsageError
from verbatim_desktop.domain.models import ModelReply, ModelRequest
from verbatim_desktop.domain.redaction import Redacted, Restored
from verbatim_desktop.domain.replies import ReplyDraft
from verbatim_desktop.domain.reply_checks import CheckedSentence
from verbatim_desktop.domain.rewrites import Altered, KeptKind, Rewrite, RewriteStyle
from verbatim_desktop.ports import Cancellation, Library, Provider
from verbatim_desktop.text.prompts import fenced, prompt
from verbatim_desktop.workflows.check_reply import check_reply
from verbatim_desktop.workflows.edit_reply import edited

TASKS = {
    RewriteStyle.PROFESSIONAL: "make it sound professional: polite, factual, no slang.",
    RewriteStyle.FRIENDLY: "make it sound friendly and warm, without exaggeration.",
    RewriteStyle.CONCISE: "say it in fewer words, sentence by sentence.",
    RewriteStyle.SHORTER: "shorten it to the essential sentences, each with its markers.",
    RewriteStyle.CLEARER: "make it easier to follow: short sentences, plain words.",
}
NO_MODEL = "No model is set, so nothing was rewritten. Choose one in the settings."
STOPPED = "You stopped the model. Nothing was rewritten."
CANCELLED = "cancelled"
NOTHING = "The model wrote nothing. The text is as it was."


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be rewritten, and how. start, end: the part of the draft's text."""

    draft: ReplyDraft
    style: RewriteStyle
    language: str
    start: int
    end: int

    @property
    def part(self) -> str:
        return self.draft.text[self.start : self.end]


def task_of(draft: ReplyDraft, style: RewriteStyle, language: str, start: int, end: int) -> Task:
    """The task of a call. Raises UsageError for an empty part and a language without a name."""
    last = len(draft.text) if end < 0 else min(end, len(draft.text))
    if not draft.text[start:last].strip():
        raise UsageError("There is nothing to rewrite. Select some text, or write some first.")
    if style is RewriteStyle.LANGUAGE and language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UsageError(f"There is no language “{language}” to write in. There are {known}.")
    return Task(draft, style, language, start, last)


def rewrite(
    task: Task,
    provider: Provider | None,
    library: Library,
    deliver: Callable[[str], None],
    cancellation: Cancellation,
) -> Rewrite:
    """The draft with the part as the model wrote it, or as it was with the reason."""
    if provider is None:
        return _as_it_was(task, NO_MODEL)
    hidden = redact(task.part, task.draft.unmarked, task.draft.marked)
    markers = Markers(_numbers(task.part), set(addresses_in(hidden.text)), markdown=True)
    said: list[str] = []

    def hear(delta: str) -> None:
        if text := markers.feed(delta):
            said.append(text)
            deliver(text)

    try:
        reply = provider.write(_request(task, hidden), hear, cancellation)
    except Cancelled:
        return _as_it_was(task, STOPPED, CANCELLED)
    except ProviderError as error:
        return _as_it_was(task, str(error), error.fault)
    said.append(markers.finish())
    written = restore("".join(said).strip(), hidden.redactions)
    if not written.text:
        return _as_it_was(task, NOTHING, ProviderFault.BAD_REPLY)
    return _rewritten(task, written, reply, provider.name, markers.left_out, library)


def _request(task: Task, hidden: Redacted) -> ModelRequest:
    """What the model sees: instructions of ours, and the text without personal data."""
    name = language_name(task.language, "en")
    asked = TASKS.get(task.style) or f"write it in {name}."
    if task.language in LANGUAGES and task.style is not RewriteStyle.LANGUAGE:
        asked += f" Write in {name}."
    instructions = prompt("rewrite").text.replace("{task}", asked)
    return ModelRequest(instructions, fenced([("text", hidden.text)]))


def _numbers(text: str) -> set[int]:
    return {number for marker in markers_in(text) for number in marker.numbers}


def _as_it_was(task: Task, why: str, fault: str = "") -> Rewrite:
    return Rewrite(task.draft.text, task.start, task.end, task.part, fallback=why, fault=fault)


def _rewritten(
    task: Task,
    written: Restored,
    reply: ModelReply,
    provider: str,
    left_out: tuple[str, ...],
    library: Library,
) -> Rewrite:
    before, part = task.part, _edged(task.part, written.text)
    text = task.draft.text[: task.start] + part + task.draft.text[task.end :]
    end = task.start + len(part)
    changes = altered(before, part)
    missing = (Altered(KeptKind.REDACTION, placeholder) for placeholder in written.missing)
    mangled = (Altered(KeptKind.REDACTION, found, added=True) for found in written.mangled)
    return Rewrite(
        text=text,
        start=task.start,
        end=end,
        before=before,
        diff=diff(before, part),
        lost=(*(change for change in changes if not change.added), *missing),
        added=(*(change for change in changes if change.added), *mangled),
        sentences=tuple(_checked(task.draft, text, task.start, end, library)),
        left_out=left_out,
        provider=provider,
        model=reply.model,
        usage=reply.tokens,
        model_ms=reply.total_ms,
    )


def _edged(before: str, part: str) -> str:
    """The part with the white space around it that the old one had."""
    lead = before[: len(before) - len(before.lstrip())]
    return lead + part + before[len(before.rstrip()) :]


def _checked(
    draft: ReplyDraft, text: str, start: int, end: int, library: Library
) -> Sequence[CheckedSentence]:
    """The sentences of the new part, as if a person had written them."""
    now = edited(draft, text)
    found = check_reply(now.text, now.citations, library, None, now.paragraphs)
    return [sentence for sentence in found.sentences if start <= sentence.start < end]
