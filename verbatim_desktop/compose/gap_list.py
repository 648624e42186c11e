"""The gaps of the documentation as a writer takes them away: Markdown to read, CSV to sort.

Questions and notes are hostile input: every form escapes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from verbatim_desktop.compose.cells import as_csv
from verbatim_desktop.compose.markdown_text import escaped
from verbatim_desktop.domain.gaps import Gap, GapReport, OpenQuestion, Why
from verbatim_desktop.text.counting import counted

WHY_WORDS: Mapping[Why, str] = {
    Why.LOW: "low confidence",
    Why.WRONG: "marked wrong",
    Why.MISSING: "marked missing",
}
_HEAD = (
    "topic", "question", "times", "first", "last", "why", "missing", "nearest", "synonyms", "notes",
)  # fmt: skip


def as_markdown(report: GapReport) -> str:
    lines = ["# What the documentation lacks", "", _summary(report)]
    for gap in report.gaps:
        lines += ["", *_section(gap)]
    return "\n".join(lines) + "\n"


def gaps_as_csv(report: GapReport) -> str:
    """A row for each question."""
    return as_csv(
        _HEAD,
        (
            (
                gap.topic,
                question.text,
                len(question.asked),
                _day(question.asked[0]) if question.asked else "",
                _day(question.asked[-1]) if question.asked else "",
                why_words(question),
                ", ".join(question.missing),
                "; ".join(near.name for near in gap.near),
                "; ".join(proposal.line for proposal in gap.proposals),
                "; ".join(question.notes),
            )
            for gap in report.gaps
            for question in gap.questions
        ),
    )


def why_words(question: OpenQuestion) -> str:
    return ", ".join(WHY_WORDS[why] for why in question.why)


def times_words(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def _summary(report: GapReport) -> str:
    if not report.gaps:
        said = f"No open question among the {report.looked_at:,} that were asked."
        return " ".join([said, *left_out(report)])
    said = (
        f"{counted(report.open, 'open question')} on {counted(len(report.gaps), 'topic')}, of "
        f"{report.looked_at:,} different ones that were asked."
    )
    return " ".join([said, *left_out(report)])


def left_out(report: GapReport) -> tuple[str, ...]:
    """What is not listed, in a sentence; () where nothing is."""
    words = [f"{report.dismissed:,} called no gap"] if report.dismissed else []
    if report.strange:
        words.append(f"{report.strange:,} of which the library knows no word")
    return (f"Left out: {' and '.join(words)}.",) if words else ()


def _section(gap: Gap) -> list[str]:
    lines = [f"## {escaped(gap.topic)}", "", f"Asked {times_words(gap.times)}{_span(gap)}.", ""]
    for question in gap.questions:
        lines.append(f"- {escaped(question.text)} ({_details(question)})")
        lines += [f"  - Note: {escaped(note)}" for note in question.notes]
    if gap.near:
        lines += ["", "Nearest sections:", ""]
        lines += [
            f"- {escaped(' › '.join(near.heading_path))}: `{near.name.replace('`', '')}`"
            for near in gap.near
        ]
    if gap.proposals:
        lines += ["", "Synonyms to consider:", ""]
        lines += [
            f"- {escaped(one.line)} (together in {one.together} of {one.of} questions)"
            for one in gap.proposals
        ]
    return lines


def _details(question: OpenQuestion) -> str:
    said = f"{times_words(len(question.asked))}, {why_words(question)}"
    if question.missing:
        said += f"; nowhere in the library: {', '.join(map(escaped, question.missing))}"
    return said


def _span(gap: Gap) -> str:
    first, last = _day(gap.first), _day(gap.last)
    if not first:
        return ""
    return f", on {first}" if first == last else f", from {first} to {last}"


def _day(at: str) -> str:
    return at[:10]


#: The forms a report can be kept in.
WRITERS: Mapping[str, Callable[[GapReport], str]] = {"markdown": as_markdown, "csv": gaps_as_csv}
