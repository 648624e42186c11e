"""Find what a message asks: questions, requests in other words, and problems told as such.

A question that leans on the sentence before ("It fails. Why?") is searched for together with it.
Logs, stack traces and settings that were pasted are no questions; what they say went wrong is
searched for with a question that speaks of it ("What does this error mean?").
Courtesies ("Can you help?") are no questions. Deterministic; every span is of the message's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from verbatim_desktop.compose import asking
from verbatim_desktop.compose.markup import Outside
from verbatim_desktop.compose.said import statements
from verbatim_desktop.domain.messages import Message, Question, QuestionKind
from verbatim_desktop.text.fold import fold
from verbatim_desktop.text.languages import aside_words, stop_words
from verbatim_desktop.text.parts import part_spans
from verbatim_desktop.text.pasted import errors_in, pasted_spans

MOST_QUESTIONS = 20
MOST_ERRANDS = 3
LONGEST_THANKS = 200  # characters; a longer message tells something
LONGEST_SEARCH = 400  # characters; a longer question is told in a story
LONGEST_SENTENCE = 2000  # a longer one is data that was pasted
LEANING_WORDS = 4  # with "it" or "this", a question of so few words of its own leans
ANEW_WORDS = 2  # from so many on "And how do I delete a stream?" is a question of its own
WHO_WORDS = 3  # "And can guests create channels?"

_BULLET = re.compile(r"\s*(?:[-*•–—▪◦]|\(?\d{1,2}[.):]|\(?[a-z][.)]|Q\d*[.:)])\s+", re.IGNORECASE)
_MARK = re.compile(r"[?？؟⁇][\"'”’)\]»*_]*[.!]*$")
_INNER_MARK = re.compile(r"[?？؟⁇]\s*(?:\(|:\)|:-\)|;|[-–—])")
_WORD = re.compile(r"[^\W_][\w'’.-]*")
_ENDS_OPEN = re.compile(r"[:：]\s*$|\w\s*$")
_JAPANESE_ASKS = re.compile(r"(?:です|ます|でしょう|ません|ました|のです)か[。.]?$")
_NAMED = re.compile(r"`[^`\n]+`|[\"“][^\"“”\n]+[\"”]")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
_PARAGRAPH = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class _Line:
    """One sentence of the message with what it looks like. kind None: it asks nothing."""

    start: int
    end: int
    text: str
    paragraph: int
    item: int = 0  # which item of a list it stands in, counted from 1
    kind: QuestionKind | None = None
    courtesy: bool = False


def find_questions(message: Message) -> tuple[Question, ...]:
    """What the message asks, in its order, nothing twice; from the subject where only that asks."""
    lines = _announced(list(_lines(message.text)))
    found = list(_asked(lines, message))
    if not any(question.kind is not QuestionKind.PROBLEM for question in found):
        found = _of_subject(message, found) or found
    return tuple(_once(found))[:MOST_QUESTIONS]


def errands(message: Message) -> tuple[str, ...]:
    """Sentences that want something done, and ask nothing that a library could answer."""
    return tuple(
        dict.fromkeys(
            " ".join(line.text.split())
            for line in _announced(list(_lines(message.text)))
            if not line.kind and asking.ERRANDS.search(fold_asking(line.text))
        )
    )[:MOST_ERRANDS]


def only_thanks(message: Message) -> bool:
    """Whether a short message says thanks, and nothing is wanted in it."""
    if find_questions(message) or errands(message):
        return False
    said = fold_asking(message.text)
    return len(said) <= LONGEST_THANKS and asking.THANKS.search(said) is not None


def _lines(text: str) -> Iterator[_Line]:
    code = _set_apart(text)
    breaks = [match.start() for match in _PARAGRAPH.finditer(text)]
    outside = Outside(code)
    paragraph = items = item = before = 0
    for start, end in statements(text, code):
        while paragraph < len(breaks) and breaks[paragraph] < start:
            paragraph += 1
        if not outside(start):
            continue
        bullet = _BULLET.match(text, start, end)
        begins = bullet.end() if bullet else start
        if begins < end:
            shown = text[begins:end]
            items += bullet is not None
            same_line = bullet is not None or (item and "\n" not in text[before:start])
            item, before = items if same_line else 0, end
            yield _classified(_Line(begins, end, shown, paragraph, item))


def _set_apart(text: str) -> list[tuple[int, int]]:
    """Code, and what a program printed: context, in which nothing is asked."""
    fenced = [match.span() for match in _FENCE.finditer(text)]
    outside = Outside(fenced)
    return sorted([*fenced, *(span for span in pasted_spans(text) if outside(span[0]))])


def _classified(line: _Line) -> _Line:
    """The line with its kind."""
    if len(line.text) > LONGEST_SENTENCE:
        return line
    plain = fold_asking(line.text)
    if asking.COURTESY.match(plain):
        return replace(line, courtesy=True)
    if _is_question(line.text, plain):
        return replace(line, kind=QuestionKind.ASKED)
    if asking.REQUESTS.search(plain):
        return replace(line, kind=QuestionKind.REQUEST)
    if asking.PROBLEMS.search(plain):
        return replace(line, kind=QuestionKind.PROBLEM)
    return line


def fold_asking(text: str) -> str:
    """A sentence as the patterns read it: lower case, straight apostrophes, single spaces."""
    lowered = text.lower().replace("’", "'").replace("`", "'").replace("´", "'")
    return " ".join(lowered.strip(" \t\n\"'“”*_").split())


def _is_question(text: str, plain: str) -> bool:
    if _MARK.search(text.rstrip()) or _INNER_MARK.search(text):
        return _WORD.search(text) is not None
    return bool(asking.OPENS_QUESTION.match(plain) or _JAPANESE_ASKS.search(text.rstrip()))


def _announced(lines: list[_Line]) -> list[_Line]:
    """Items below "I have these questions:" ask, whatever form they have."""
    announced = False
    for number, line in enumerate(lines):
        first = number == 0 or lines[number - 1].item != line.item
        if line.item and first and announced and not line.kind and not line.courtesy:
            lines[number] = replace(line, kind=QuestionKind.REQUEST)
        if not line.item:
            announced = (
                _ENDS_OPEN.search(line.text) is not None
                and asking.ANNOUNCES.search(fold_asking(line.text)) is not None
            )
            if announced and number + 1 < len(lines) and lines[number + 1].item:
                lines[number] = replace(line, kind=None)
    return lines


def _asked(lines: Sequence[_Line], message: Message) -> Iterator[Question]:
    """Questions and requests; problems only where no question is about them."""
    number = 0
    while number < len(lines):
        line = lines[number]
        if line.kind is QuestionKind.PROBLEM:
            last = _last_of_problem(lines, number)
            if not _is_taken_up(lines, last, message.language):
                yield _question(lines, number, last, message)
            number = last
        elif line.kind is QuestionKind.ASKED:
            yield from _parted(_question(lines, number, number, message))
        elif line.kind:
            yield _question(lines, number, number, message)
        number += 1


def _last_of_problem(lines: Sequence[_Line], first: int) -> int:
    """A problem goes on over the sentences of its paragraph that tell of it."""
    last = first
    while last + 1 < len(lines):
        following = lines[last + 1]
        home = (lines[first].paragraph, lines[first].item)
        same = (following.paragraph, following.item) == home
        if not same or following.kind is not QuestionKind.PROBLEM:
            break
        last += 1
    return last


def _is_taken_up(lines: Sequence[_Line], last: int, language: str) -> bool:
    """Whether a question further down is about this problem: in its paragraph, or leaning on it."""
    home = lines[last].paragraph
    for line in lines[last + 1 :]:
        if line.kind in (QuestionKind.ASKED, QuestionKind.REQUEST):
            if line.item != lines[last].item:
                return False
            return line.paragraph == home or (
                line.paragraph == home + 1 and _leans(line.text, language)
            )
        if line.paragraph > home + 1:
            return False
    return False


def _question(lines: Sequence[_Line], first: int, last: int, message: Message) -> Question:
    start, end = lines[first].start, lines[last].end
    text = message.text[start:end]
    kind = lines[first].kind or QuestionKind.ASKED
    leans = _leans(lines[first].text, message.language) or _takes_up(lines, first, message)
    leans = leans and not (kind is QuestionKind.PROBLEM and _opens_paragraph(lines, first))
    context = _context(lines, first, message.language) if leans else ""
    if asking.ABOUT_PASTED.search(fold_asking(text)):
        errors = errors_in(f"{message.text}\n{message.printed}")
        context = " ".join([*errors[:1], context]).strip()
    return Question(text, start, end, _search(context, text), kind)


def _parted(question: Question) -> Iterator[Question]:
    """Each thing that a question asks as one of its own; itself where it asks one."""
    spans = part_spans(question.text)
    if len(spans) == 1:
        yield question
        return
    context = question.search.removesuffix(" ".join(question.text.split())).strip()
    asked = _MARK.search(question.text)
    for number, (start, end) in enumerate(spans):
        text = question.text[start:end]
        search = _search("" if number else context, text)
        mark = asked.group()[0] if asked and not _MARK.search(text) else ""
        first, last = question.start + start, question.start + end
        yield Question(text, first, last, search, question.kind, mark)


def _opens_paragraph(lines: Sequence[_Line], number: int) -> bool:
    return number == 0 or lines[number - 1].paragraph != lines[number].paragraph


def _takes_up(lines: Sequence[_Line], number: int, message: Message) -> bool:
    """Whether a short question follows a problem right away: the problem says what it is about."""
    if number == 0 or lines[number].kind is QuestionKind.PROBLEM:
        return False
    before = lines[number - 1]
    return (
        before.kind is QuestionKind.PROBLEM
        and before.paragraph == lines[number].paragraph
        and own_words(lines[number].text, message.language) <= LEANING_WORDS
    )


def _leans(text: str, language: str) -> bool:
    """Whether a sentence says too little by itself to be searched for."""
    own = own_words(text, language)
    if _WIDE.search(text):
        return len(text) < 8 or (len(text) < 20 and asking.LEANS.search(text) is not None)
    asked = fold_asking(text)
    takes_up = asking.LEANS.search(asked) is not None
    goes_on = asking.GOES_ON.match(asked) is not None
    if goes_on and not takes_up and _asks_anew(asked, own):
        return False
    return own <= 1 or ((takes_up or goes_on) and own <= LEANING_WORDS)


def _asks_anew(asked: str, own: int) -> bool:
    """Whether a question that begins with "And" says itself what it is about."""
    if own >= WHO_WORDS and asking.SAYS_WHO.match(asked):
        return True
    return own >= ANEW_WORDS and asking.ASKS_ANEW.match(asked) is not None


def own_words(text: str, language: str) -> int:
    """How many words of a sentence carry what it is about."""
    plain = stop_words(language) | aside_words(language) | stop_words("en")
    words = (fold(word).replace("'", "").rstrip(".") for word in _WORD.findall(text))
    named = 2 * len(_NAMED.findall(text))  # what is set as code or quoted says what it is
    return sum(word not in plain for word in words) + named


def _context(lines: Sequence[_Line], number: int, language: str) -> str:
    """The nearest sentences before that say what it is about, at most two, within reach."""
    gathered: list[str] = []
    for line in reversed(lines[:number]):
        if lines[number].paragraph - line.paragraph > 1 or len(gathered) == 2:
            break
        elsewhere = line.item != lines[number].item and line.item > 0
        empty = line.courtesy or own_words(line.text, language) == 0
        if empty or len(line.text) > LONGEST_SEARCH or elsewhere:
            continue
        gathered.insert(0, line.text)
        asks = line.kind in (QuestionKind.ASKED, QuestionKind.REQUEST)
        if own_words(line.text, language) >= 2 and not (asks and _leans(line.text, language)):
            break
    return " ".join(gathered)


def _search(context: str, text: str) -> str:
    """What is looked for; where it is too long, the question itself is what stays."""
    asked = asking.to_the_point(" ".join(text.split()))[:LONGEST_SEARCH]
    room = LONGEST_SEARCH - len(asked) - 1
    before = asking.to_the_point(" ".join(context.split()))
    return f"{before} {asked}" if before and len(before) <= room else asked


def _of_subject(message: Message, found: Sequence[Question]) -> list[Question]:
    """The subject, where it asks and the text only tells; its span is empty, at the start."""
    subject = re.sub(r"^(?:(?:re|fw|fwd|aw|wg|tr|rv|enc)\s*:\s*)+", "", message.subject, flags=re.I)
    line = _classified(_Line(0, 0, subject, 0))
    told = " ".join(question.text for question in found) or message.text[:LONGEST_SEARCH]
    if line.kind is QuestionKind.ASKED:
        short = (
            told if len(told) + len(subject) < LONGEST_SEARCH and not _is_small_talk(told) else ""
        )
        return [Question(subject, 0, 0, f"{subject} {short}".strip(), QuestionKind.ASKED)]
    if not found and line.kind:
        return [Question(subject, 0, 0, subject, line.kind)]
    return []


def _is_small_talk(text: str) -> bool:
    return own_words(text, "en") < 3


def _once(questions: Sequence[Question]) -> Iterator[Question]:
    seen: set[str] = set()
    for question in questions:
        key = fold(" ".join(question.search.split()))
        if key not in seen:
            seen.add(key)
            yield question
