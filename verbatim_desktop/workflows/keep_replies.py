"""Keep drafts, templates and who signs, in the workspace they belong to."""

from __future__ import annotations

import json
from typing import cast

from verbatim_desktop.compose.markup import plain
from verbatim_desktop.compose.reply_answers import headline
from verbatim_desktop.compose.templates import named, together, usable
from verbatim_desktop.domain.answers import Level
from verbatim_desktop.domain.errors import LibraryDamaged, NotFound, UsageError
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.plain import Plain, from_plain, to_plain
from verbatim_desktop.domain.replies import Agent, DraftSummary, ReplyDraft
from verbatim_desktop.domain.templates import Template
from verbatim_desktop.ports import Kept, Library

DRAFTS = "draft"
TEMPLATES = "template"
AGENT = "agent"  # a setting
#: What makes two messages one and the same.
SAME_MESSAGE = ("text", "subject", "sender_name", "sender_address")
OPENING = 80  # characters of a message that a list of drafts shows


# --- Templates -----------------------------------------------------------------------------------


def templates(library: Library) -> tuple[Template, ...]:
    """Kept and built-in templates, by name."""
    return together([_template(kept) for kept in library.kept(TEMPLATES)])


def _template(kept: Kept) -> Template:
    try:
        return from_plain(Template, kept.value)
    except ValueError as error:
        raise LibraryDamaged(f"The template “{kept.name}” cannot be read.") from error


def save_template(name: str, text: str, description: str, library: Library) -> Template:
    """Keep a template under its name, in the place of an older one. Raises UsageError."""
    template = Template(usable(name, text), text, " ".join(description.split()))
    library.keep(TEMPLATES, template.name.casefold(), to_plain(template))
    return template


def rename_template(name: str, new_name: str, library: Library) -> Template:
    """Raises NotFound for an unknown name, UsageError for a taken one or a built-in template."""
    old = _own(name, library)
    plain_name = usable(new_name, old.text)
    taken = {template.name.casefold() for template in templates(library)} - {old.name.casefold()}
    if plain_name.casefold() in taken:
        raise UsageError(f"There is a template “{plain_name}” already.")
    library.drop(TEMPLATES, old.name.casefold())
    return save_template(plain_name, old.text, old.description, library)


def delete_template(name: str, library: Library) -> Template:
    """The template that was kept. Raises as rename_template does."""
    old = _own(name, library)
    library.drop(TEMPLATES, old.name.casefold())
    return old


def _own(name: str, library: Library) -> Template:
    """A template of the workspace's own."""
    found = named(name, templates(library))
    if found.builtin:
        raise UsageError(
            f"“{found.name}” comes with the program. Save your own text under its name instead."
        )
    return found


# --- Who signs -----------------------------------------------------------------------------------


def agent(library: Library) -> Agent:
    """Who signs replies; nobody where it was never said."""
    stored = library.setting(AGENT)
    if not stored:
        return Agent()
    try:
        return from_plain(Agent, json.loads(stored))
    except ValueError as error:
        raise LibraryDamaged("The setting of who signs replies cannot be read.") from error


def save_agent(agent: Agent, library: Library) -> None:
    clean = Agent(" ".join(agent.name.split()), " ".join(agent.team.split()))
    library.save_setting(AGENT, json.dumps(to_plain(clean), ensure_ascii=False))


# --- Drafts --------------------------------------------------------------------------------------


def save_draft(draft: ReplyDraft, library: Library) -> ReplyDraft:
    """Keep a draft under its ticket, else its id. Raises UsageError where it has neither."""
    if not draft.key.strip():
        raise UsageError("A draft needs a ticket or an id to be kept under.")
    library.keep(DRAFTS, draft.key, to_plain(draft))
    return draft


def kept_draft(key: str, library: Library) -> ReplyDraft:
    """Raises NotFound."""
    kept = library.kept_as(DRAFTS, key)
    if kept is None:
        raise NotFound(f"There is no draft “{key}”.")
    return _draft(kept)


def draft_of(message: Message, library: Library) -> str:
    """The key of the last touched draft for the same words of the same customer; "" for none."""
    if not message.text.strip():
        return ""
    return next((kept.name for kept in library.kept(DRAFTS) if _is_of(kept, message)), "")


def _is_of(kept: Kept, message: Message) -> bool:
    """Whether it is kept for this message; one that cannot be read is for none."""
    had = _part(kept.value, "message")
    return all(_part(had, name) == getattr(message, name) for name in SAME_MESSAGE)


def _part(value: Plain, name: str) -> Plain:
    return cast("dict[str, Plain]", value).get(name) if isinstance(value, dict) else None


def _draft(kept: Kept) -> ReplyDraft:
    try:
        return from_plain(ReplyDraft, kept.value)
    except ValueError as error:
        raise LibraryDamaged(f"The draft “{kept.name}” cannot be read.") from error


def delete_draft(key: str, library: Library) -> ReplyDraft:
    """The draft that was kept; keeping it again undoes this. Raises NotFound."""
    draft = kept_draft(key, library)
    library.drop(DRAFTS, key)
    return draft


def drafts(library: Library) -> tuple[DraftSummary, ...]:
    """Kept drafts, the last touched first."""
    return tuple(_summary(kept) for kept in library.kept(DRAFTS))


def _summary(kept: Kept) -> DraftSummary:
    draft = _draft(kept)
    message = draft.message
    return DraftSummary(
        key=kept.name,
        subject=message.subject,
        sender=message.sender_name or message.sender_address,
        opening=_opening(message.text),
        questions=len(draft.questions),
        uncertain=sum(said.level is not Level.HIGH for said in draft.questions),
        made=kept.made,
        touched=kept.touched,
        ticket=draft.ticket,
        asks=_shortened(headline(draft.questions[0].question)) if draft.questions else "",
    )


def _opening(text: str) -> str:
    """A message's first words, in one line."""
    return _shortened(" ".join(plain(text[: 4 * OPENING]).split()))


def _shortened(line: str) -> str:
    """A line cut at a word."""
    return line if len(line) <= OPENING else line[: OPENING - 1].rsplit(" ", 1)[0] + "…"
