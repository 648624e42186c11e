"""What limits an answer, as banners: flags, a failed model, sentences without support. Pure.

What is not supported is said below the text, where it is struck; all else above it.
"""

from __future__ import annotations

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.widgets.claim_marks import lacking_text
from verbatim_desktop.domain.answers import Answer, Support, holds
from verbatim_desktop.text.counting import counted
from verbatim_desktop.text.inline import plain

FELL_BACK = "Showing quoted passages."


def doubts_of(answer: Answer) -> tuple[str, ...]:
    """The sentences of an answer that are not supported, as they are read."""
    claims = (one.text for one in answer.claims if one.support is Support.NOT_SUPPORTED)
    return tuple(plain(text).strip() for text in claims)


def doubt_notice(answer: Answer) -> Notice | None:
    """How many sentences are not supported, and what each lacks; None where all are."""
    doubted = [one for one in answer.claims if one.support is Support.NOT_SUPPORTED]
    if not doubted:
        return None
    said = " ".join(dict.fromkeys(lacking_text(one) for one in doubted if one.lacking))
    fact = f"{counted(len(doubted), 'sentence')} not supported."
    return Notice("warn", fact, f"Struck through. {said or 'Nothing cited says so.'}")


def notices_of(answer: Answer) -> list[Notice]:
    """What limits an answer: flags of its passages, a failed model, what is not cited."""
    notices = [Notice("warn", "Mind what this rests on.", note) for note in answer.notes]
    if answer.clarify:
        notices.insert(0, Notice("info", "Say more.", answer.clarify))
    if answer.fallback:
        notices.append(Notice("warn", FELL_BACK, answer.fallback))
    uncited = sum(claim.support is Support.UNCITED for claim in answer.claims)
    if uncited:
        fact = f"{counted(uncited, 'sentence')} without a source."
        notices.append(Notice("neutral", fact, "Marked in the text; nothing was cited for it."))
    if answer.dropped:
        fact = f"{counted(len(answer.dropped), 'marker')} left out."
        markers = ", ".join(answer.dropped[:6])
        said = f"The model pointed at what is not there: {markers}."
        notices.append(Notice("neutral", fact, said))
    if answer.unkept:
        notices.append(Notice("warn", "This answer is not kept.", answer.unkept))
    drifted = sum(not holds(citation.status) for citation in answer.citations)
    if drifted:
        fact = f"{counted(drifted, 'citation')} no longer verified."
        notices.append(Notice("warn", fact, "The pages changed since this was answered."))
    return notices
