"""Tell what a person wrote from what was pasted into it: logs, stack traces, settings, code.

By the shape of lines alone. A time and a level at its start, a stack frame or a lone error name a
line as printed by a program; braces, assignments and repetition do so where several lines agree.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from verbatim_desktop.text.languages import stop_words

FEWEST_WEAK = 3  # lines that only look like code or settings count together
FEWEST_ALIKE = 3  # lines that differ in their numbers only
SYMBOLS = 0.2  # of what a line holds beside spaces; prose has a few in a hundred
MOST_GRAMMAR = 3  # from so many words of grammar on a line is prose, whatever stands in it
LONGEST_ERROR = 160

_LEVEL = r"(?:trace|debug|info|notice|warn(?:ing)?|error|err|fatal|critical|severe|panic)"
_TIME = r"\d{1,2}:\d\d:\d\d(?:[.,]\d+)?"
_DATE = (
    r"(?:\d{4}[-/]\d\d[-/]\d\d|\d{1,2}[-/](?:\d\d|[A-Z][a-z]{2})[-/]\d{4}|[A-Z][a-z]{2} +\d{1,2})"
)
_ZONE = r"(?:\s?Z|\s?[+-]\d\d:?\d\d| [A-Z]{3,4})?"
_STAMP = re.compile(rf"^[\[(]?(?:{_DATE}[T ,:]+)?{_TIME}{_ZONE}[\])]?[\s:|-]")
_LEVELLED = re.compile(
    rf"^(?:[\[(<](?i:{_LEVEL})[\])>]|{_LEVEL.upper()}[\s:|\[-]|"
    rf"(?:{_LEVEL}):|npm (?:ERR!|WARN)|(?:level|lvl|severity)=|[EWIDF]/\w+[( :]|"
    r"[EWIDF]\d{4} \d\d:)"
)
_FRAME = re.compile(
    r"^(?:at (?:async |new )?[\w.$<>\[\]/@-]+(?: \[as \w+\])? ?\(|"
    r"at (?:\S*/)?\S+:\d+(?::\d+)?\)?$|at (?:https?|file|webpack-internal|node):\S+|"
    r"File \"[^\"]+\", line \d+|Traceback \(most recent call last\)|Caused by: |"
    r"\.\.\. \d+ (?:more|common)|#\d+ +0x[0-9a-f]+|goroutine \d+ \[|from \S+:\d+:in [`'])"
)
_ERROR = re.compile(r"^(?:Uncaught )?(?:[\w$]+\.)*(?:[A-Z]\w*)?(?:Error|Exception)(?: \[\w+\])?: ")
_SETTING = re.compile(
    r"^(?:export )?[\"'\[]?[a-z_.$][\w.\-\]]+[\"']?\s?(?::|=|=>|:=)(?:\s|$|[\"'\d\[{/\w])|"
    r"^(?:export )?[A-Z][A-Z0-9_]{2,}=\S*$|^- ?[a-z_.]+:(?:\s|$)|^<[/?!]?[a-zA-Z][^>]*>|^[$>] ?\S|"
    r"^(?:import|from|const|let|var|def|class|return|function|public|private)\s.*[(){};=*/'\"]|"
    r"^(?:FROM|RUN|COPY|ENV|CMD|SELECT|INSERT|UPDATE)\s|^[{}()\[\];,]+$|^//|^/\*|"
    r"^[\w.$]+\(.*\)[;,]?$"
)
_SYMBOL = re.compile(r"[^\w\s.,?!'’\"“”:;()-]|[{}=<>;]")
_WORD = re.compile(r"[^\W\d_]+")
_VARIES = re.compile(r"0x[0-9a-f]+|[0-9a-f]{8,}|\d+", re.IGNORECASE)
_ASKS = re.compile(r"[?？]\s*$")
_PREFIX = re.compile(
    rf"^[\[(]?(?:{_DATE}[T ,:]+)?(?:{_TIME})?(?:\s?Z|\s?[+-]\d\d:?\d\d)?[\])]?[\s:|-]*"
    rf"(?:[\[(<]?{_LEVEL}[\])>]?[\s:|-]+)?",
    re.IGNORECASE,
)
_AT = re.compile(r"\s+at \S+ ?\(.*$|\s*\((?:\S*/)?\S+:\d+(?::\d+)?\)\s*$")


def pasted_spans(text: str) -> list[tuple[int, int]]:
    """(start, end) of what was pasted, in order; none where there is nothing it is pasted into."""
    spans = _printed_spans(text)
    outside = [text[a:b] for a, b in _between(spans, len(text))]
    return spans if any(part.strip() for part in outside) else []


def _between(spans: Sequence[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    edges = [0, *(edge for span in spans for edge in span), end]
    return list(zip(edges[::2], edges[1::2], strict=True))


def told(text: str) -> str:
    """What the person wrote: the text without what was pasted into it."""
    spans = pasted_spans(text)
    return "".join(text[a:b] for a, b in _between(spans, len(text))).strip() if spans else text


def pasted(text: str) -> str:
    """What was pasted, its runs one below the other; "" where a person wrote all of it."""
    return "\n".join(text[start:end].strip("\n") for start, end in pasted_spans(text))


def errors_in(text: str) -> tuple[str, ...]:
    """The errors that pasted lines name, each once, without times, levels and stack frames."""
    found: dict[str, None] = {}
    for start, end in _printed_spans(text):
        for line in text[start:end].splitlines():
            if not _FRAME.match(line.strip()) and re.search(
                r"error|exception|fatal|fail", line, re.I
            ):
                bare = _AT.sub("", _PREFIX.sub("", line.strip(), count=1)).strip()
                found.setdefault(_VARIES.sub("0", bare)[:LONGEST_ERROR], None)
    return tuple(found)


def is_printed(line: str) -> bool:
    """Whether one line by itself shows that a program printed it."""
    if _STAMP.match(line) or _FRAME.match(line):
        return True
    if _ASKS.search(line) or not (_LEVELLED.match(line) or _ERROR.match(line)):
        return False
    return _grammar(line) < MOST_GRAMMAR or _symbols(line) > SYMBOLS


def _printed_spans(text: str) -> list[tuple[int, int]]:
    lines = list(_lines(text))
    kinds = _kinds([text[start:end] for start, end in lines])
    spans: list[tuple[int, int]] = []
    for (start, end), printed in zip(lines, kinds, strict=True):
        if not printed:
            continue
        if spans and not text[spans[-1][1] : start].strip():
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def _lines(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for line in text.split("\n"):
        yield at, at + len(line)
        at += len(line) + 1


def _kinds(lines: Sequence[str]) -> list[bool]:
    """For each line whether it was pasted; a blank line is not."""
    bare = [line.strip() for line in lines]
    alike = Counter(map(_skeleton, bare))
    sure = [bool(line) and (is_printed(line) or _repeats(line, alike)) for line in bare]
    for number, (line, below) in enumerate(pairwise(bare)):  # however much prose an error is
        sure[number] |= _ERROR.match(line) is not None and _FRAME.match(below) is not None
    weak = [bool(line) and not sure[n] and _looks_set(line) for n, line in enumerate(bare)]
    found = list(sure)
    for first, last in _runs(
        [s or w or not line for s, w, line in zip(sure, weak, bare, strict=True)]
    ):
        shaped = [n for n in range(first, last) if sure[n] or weak[n]]
        if any(sure[n] for n in shaped) or len(shaped) >= FEWEST_WEAK:
            for number in shaped:
                found[number] = True
    return found


def _runs(marks: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """(first, past the last) of each run of lines that are marked."""
    first = 0
    for number, marked in enumerate([*marks, False]):
        if not marked:
            if number > first:
                yield first, number
            first = number + 1


def _repeats(line: str, alike: Counter[str]) -> bool:
    """Whether a line stands several times, but for its numbers; "Thanks" or "1." may well do."""
    return alike[_skeleton(line)] >= FEWEST_ALIKE and len(line) >= 30 and not _ASKS.search(line)


def _skeleton(line: str) -> str:
    return _VARIES.sub("0", line)


def _looks_set(line: str) -> bool:
    """Whether a line may be code or a setting; by itself it tells nothing."""
    if _ASKS.search(line) or _grammar(line) >= MOST_GRAMMAR:
        return False
    words = len(_WORD.findall(line))
    plain = _symbols(line) <= SYMBOLS / 2 and words > 6
    return not plain and (_SETTING.match(line) is not None or _symbols(line) > SYMBOLS)


def _symbols(line: str) -> float:
    """The share of signs that prose does without."""
    full = len(re.sub(r"\s", "", line))
    return len(_SYMBOL.findall(line)) / full if full else 0.0


def _grammar(line: str) -> int:
    """How many words of grammar a line holds."""
    return sum(word in stop_words("en") for word in _WORD.findall(line.lower()))
