"""What limits an answer, as banners: flags, a failed model, sentences without support. Pure."""

from __future__ import annotations

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.widgets.claim_marks import lacking_text
from verbatim_desktop.domain.answers import Answer, Support, holds
from verbatim_desktop.text.counting import counted

FELL_BACK = "Showing quoted passages."


def notices_of(answer: Answer) -> list[Notice]:
    """What limits an answer: flags of its passages, a failed model, unsupported sentences."""
    notices = [Notice("warn", "Mind what this rests on.", note) for note in answer.notes]
    if answer.clarify:
        notices.insert(0, Notice("info", "Say more.", answer.clarify))
    if answer.fallback:
        notices.append(Notice("warn", FELL_BACK, answer.fallback))
    unsupported = sum(claim.support is Support.NOT_SUPPORTED for claim in answer.claims)
    if unsupported:
        fact = f"{counted(unsupported, 'sentence')} not supported."
        lacking = [
            lacking_text(claim)
            for claim in answer.claims
            if claim.support is Support.NOT_SUPPORTED and claim.lacking
        ]
        said = " ".join(dict.fromkeys(lacking)) or "Nothing cited says so."
        notices.append(Notice("warn", fact, f"Struck through. {said}"))
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
