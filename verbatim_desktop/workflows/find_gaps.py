"""Find what the documentation lacks: open questions, asked again of the library as it is now.

Kept answers hold their questions, so this works however little of a question the ledger keeps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from verbatim_desktop.domain.answers import Answer, Level, Outcome
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable
from verbatim_desktop.domain.feedback import Feedback, Judgement
from verbatim_desktop.domain.gaps import (
    Gap,
    GapReport,
    NearSection,
    OpenQuestion,
    SynonymProposal,
    Why,
)
from verbatim_desktop.domain.retrieval import Filters, GroupStatistics, Ranking, ScoredSection
from verbatim_desktop.judge.topics import Subject, Topic, pairs_of, topics_of
from verbatim_desktop.judge.words import named, telling_words
from verbatim_desktop.ports import Clock, Library, Progress, SearchIndex, no_progress
from verbatim_desktop.retrieve.formulas import rarity
from verbatim_desktop.text.everyday import specificity
from verbatim_desktop.text.fold import fold
from verbatim_desktop.text.products import Name, name_of
from verbatim_desktop.text.terms import analyse
from verbatim_desktop.workflows.find_evidence import Found, find_evidence
from verbatim_desktop.workflows.keep_feedback import feedbacks
from verbatim_desktop.workflows.search_sections import save_synonyms, synonyms_text

MOST = 2000  # kept answers that are looked at, the newest
NEAREST = 3  # sections named for a topic, and looked at for a question
PHASE = "asking again"
DISMISSED = "not-a-gap"
_SAYS = {Judgement.WRONG: Why.WRONG, Judgement.MISSING: Why.MISSING}


@dataclass(slots=True)
class _Asked:
    """One question however often it was asked. newest: its last answer, if one is kept."""

    text: str
    newest: Answer | None = None
    times: list[str] = field(default_factory=list[str])
    said: list[Feedback] = field(default_factory=list[Feedback])

    def why(self) -> tuple[Why, ...]:
        """Why it is open, by its newest answer and its readers' last word; () where it is not."""
        last = self.said[0].judgement if self.said else None
        if last is Judgement.RIGHT:
            return ()
        why = [_SAYS[last]] if last is not None else []
        if self.newest is not None and _is_low(self.newest):
            why.append(Why.LOW)
        return tuple(why)


@dataclass(frozen=True, slots=True)
class _Looked:
    """An open question, what the library holds on it, and what it is about."""

    question: OpenQuestion
    subject: Subject
    near: tuple[ScoredSection, ...]


def find_gaps(
    library: Library, index: SearchIndex, clock: Clock, progress: Progress = no_progress
) -> GapReport:
    """Open questions by topic, what is asked most first. Cancelled from progress ends it."""
    everything = _asked(library.answers(MOST), feedbacks(library))
    wanted = [(one, why) for one in everything if (why := one.why())]
    dismissed = _dismissed(library)
    looked: list[_Looked] = []
    settled = away = strange = 0
    for number, (one, why) in enumerate(wanted):
        progress(IngestProgress(PHASE, number, len(wanted), one.text))
        found = _ask_again(one, library, index, clock)
        if why == (Why.LOW,) and found is not None and found.outcome is Outcome.ANSWER:
            settled += 1
        elif _key(one.text) in dismissed:
            away += 1
        elif why == (Why.LOW,) and found is not None and _is_strange(found):
            strange += 1
        elif looked_at := _look(one, why, found):
            looked.append(looked_at)
    return GapReport(_gaps(looked), len(everything), settled, away, strange)


def _is_strange(found: Found) -> bool:
    """Whether not one word stands in the library, not even a little one, and it is no language
    that is known: slips of a cat, not questions.
    """
    return not found.foreign and not any(item.sections for item in found.ranking.statistics)


def _dismissed(library: Library) -> frozenset[str]:
    return frozenset(kept.name for kept in library.kept(DISMISSED))


def dismiss(questions: Iterable[str], library: Library) -> None:
    """Call questions no gap: they are not listed any more, however they are written."""
    for text in questions:
        library.keep(DISMISSED, _key(text), {"question": " ".join(text.split())})


def bring_back(questions: Iterable[str], library: Library) -> None:
    """List questions again that were called no gap. Raises NotFound for one that was not."""
    keys = {_key(text): text for text in questions}
    known = _dismissed(library)
    for key, text in keys.items():
        if key not in known:
            raise NotFound(f"“{text}” was not called “not a gap”.")
    for key in keys:
        library.drop(DISMISSED, key)


def _asked(answers: Iterable[Answer], said: Iterable[Feedback]) -> list[_Asked]:
    """Different questions, in an order of their own words."""
    found: dict[str, _Asked] = {}
    for answer in answers:  # newest first
        one = found.setdefault(_key(answer.question), _Asked(answer.question))
        one.newest = one.newest or answer
        one.times.append(answer.asked_at)
    for feedback in said:  # newest first
        one = found.setdefault(_key(feedback.question), _Asked(feedback.question))
        one.said.append(feedback)
        if not one.times:
            one.times.append(feedback.at)
    return [found[key] for key in sorted(found)]


def _key(question: str) -> str:
    return " ".join(fold(question).split()).rstrip("?!. ")


def _is_low(answer: Answer) -> bool:
    return answer.outcome is Outcome.TICKET or answer.confidence.level is Level.LOW


def _ask_again(one: _Asked, library: Library, index: SearchIndex, clock: Clock) -> Found | None:
    """What the library holds on it now; None where nothing can be searched for."""
    text, own, filters = one.text, "", Filters()
    if one.newest is not None:
        filters = one.newest.filters
        if one.newest.follows and one.newest.rewritten:
            # What it was about stands in the question before.
            text, own = one.newest.rewritten[0], one.newest.question
    try:
        return find_evidence(text, library, index, clock, filters=filters, own=own)
    except (NotFound, QuestionUnusable):
        return None


def _look(one: _Asked, why: tuple[Why, ...], found: Found | None) -> _Looked | None:
    if found is None:
        return None
    subject = subject_of(found.ranking)
    question = OpenQuestion(
        text=" ".join(one.text.split()),
        asked=tuple(sorted(one.times)),
        why=why,
        answer=one.newest.id if one.newest else "",
        notes=tuple(dict.fromkeys(said.note for said in one.said if said.note)),
        missing=tuple(subject.typed[s] for s in subject.weights if s not in subject.held),
    )
    return _Looked(question, subject, found.ranking.results[:NEAREST])


def subject_of(ranking: Ranking) -> Subject:
    """What a question is about, by how telling its words are here and anywhere."""
    most = rarity(max(ranking.total_sections, 1), 0)
    words = [item for item in telling_words(ranking) if named(item) or item.sections]
    by_stem = {_stem(item): item for item in words}
    return Subject(
        weights={
            stem: min(item.rarity / most, 1.0) * specificity(item.group.typed)
            for stem, item in by_stem.items()
        },
        typed={stem: item.group.typed.lower() for stem, item in by_stem.items()},
        held=frozenset(stem for stem, item in by_stem.items() if item.sections),
        names=frozenset(stem for stem, item in by_stem.items() if _is_name(item)),
    )


def _is_name(item: GroupStatistics) -> bool:
    return name_of(item.group.typed) is Name.PRODUCT


def _stem(item: GroupStatistics) -> str:
    return " ".join(token.stem for token in analyse(item.group.typed) if not token.whole) or (
        fold(item.group.typed)
    )


def _gaps(looked: Sequence[_Looked]) -> tuple[Gap, ...]:
    subjects = [one.subject for one in looked]
    gaps = [_gap(topic, looked, subjects) for topic in topics_of(subjects)]
    return tuple(sorted(gaps, key=lambda gap: (-gap.times, -len(gap.questions), gap.topic)))


def _gap(topic: Topic, looked: Sequence[_Looked], subjects: Sequence[Subject]) -> Gap:
    members = [looked[number] for number in topic.members]
    questions = sorted(
        (one.question for one in members),
        key=lambda question: (-len(question.asked), question.text),
    )
    return Gap(
        words=topic.words or (questions[0].text,),
        questions=tuple(questions),
        near=_nearest(members),
        proposals=tuple(
            SynonymProposal(pair.missing, pair.known, pair.together, pair.of)
            for pair in pairs_of(subjects, topic.members)
        ),
    )


def _nearest(members: Sequence[_Looked]) -> tuple[NearSection, ...]:
    """Sections that most of the questions come near to, the nearer ones first."""
    counts: Counter[str] = Counter()
    points: Counter[str] = Counter()
    found: dict[str, ScoredSection] = {}
    for one in members:
        for place, scored in enumerate(one.near):
            name = place_of(scored)
            found.setdefault(name, scored)
            counts[name] += 1
            points[name] += NEAREST - place
    best = sorted(found, key=lambda name: (-points[name], found[name].section.order))[:NEAREST]
    return tuple(NearSection(n, found[n].section.heading_path, counts[n]) for n in best)


def place_of(scored: ScoredSection) -> str:
    """SOURCE/ROUTE-OR-PATH#anchor."""
    section = scored.section
    place = (section.route or section.path).lstrip("/")
    anchor = f"#{section.anchor}" if section.anchor else ""
    return f"{section.source}/{place}{anchor}"


def accept(proposal: SynonymProposal, library: Library) -> str:
    """Search with a proposed synonym from now on; the synonym file before it."""
    before = synonyms_text(library)
    if proposal.line not in before.splitlines():
        save_synonyms(f"{before.rstrip()}\n{proposal.line}\n", library)
    return before
