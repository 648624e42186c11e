"""Let a model write from numbered sentences, and check what it writes while it arrives."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from verbatim_desktop.cite.markers import Markers
from verbatim_desktop.cite.support import assess
from verbatim_desktop.compose.markup import MarkedSentence, plain, sentences_in
from verbatim_desktop.domain.answers import Claim
from verbatim_desktop.domain.events import AskEvent, SentenceChecked, Text
from verbatim_desktop.domain.models import ModelReply, ModelRequest
from verbatim_desktop.ports import Cancellation, Provider

Deliver = Callable[[AskEvent], None]
Quotes = Mapping[int, Sequence[str]]

#: What may end a sentence; only then is it worth looking for a finished one.
_MAY_END = re.compile(r"[.!?。！？\n]")


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote, resolved and checked. used: the markers it cites, in their order."""

    text: str
    claims: tuple[Claim, ...]
    used: tuple[int, ...]
    dropped: tuple[str, ...]
    left_out: tuple[str, ...]
    reply: ModelReply


def stream_answer(
    request: ModelRequest,
    provider: Provider,
    quotes: Quotes,
    addresses: Collection[str],
    deliver: Deliver,
    cancellation: Cancellation,
) -> Written:
    """Call the model. Raises ProviderError and Cancelled, as the provider does.

    quotes: by marker, what a sentence that cites it is held against. addresses: those that may
    stand in the text.
    """
    stream = _Stream(quotes, addresses, deliver)
    reply = provider.write(request, stream.hear, cancellation)
    return stream.finish(reply)


class _Stream:
    """The text so far, and how many of its sentences were checked."""

    def __init__(self, quotes: Quotes, addresses: Collection[str], deliver: Deliver) -> None:
        self._markers = Markers(quotes.keys(), addresses)
        self._quotes = quotes
        self._deliver = deliver
        self._text = ""
        self._checked = 0

    def hear(self, delta: str) -> None:
        self._add(self._markers.feed(delta))

    def _add(self, text: str) -> None:
        if not text:
            return
        self._text += text
        self._deliver(Text(text))
        if _MAY_END.search(text):
            self._check(finished(self._text))

    def _check(self, sentences: Sequence[MarkedSentence]) -> None:
        for sentence in sentences[self._checked :]:
            claim = claim_of(self._text, sentence, self._quotes)
            self._deliver(SentenceChecked(claim, sentence.start, sentence.end))
        self._checked = max(self._checked, len(sentences))

    def finish(self, reply: ModelReply) -> Written:
        self._add(self._markers.finish())
        self._check(sentences_in(self._text))
        return Written(
            text=self._text.strip(),
            claims=tuple(claims_of(self._text, self._quotes)),
            used=self._markers.used,
            dropped=self._markers.dropped,
            left_out=self._markers.left_out,
            reply=reply,
        )


def finished(text: str) -> list[MarkedSentence]:
    """The sentences of a text that more text does not change: all but the last ones of its line."""
    line = text.rfind("\n") + 1
    found = sentences_in(text)
    open_ones = [sentence for sentence in found if sentence.start >= line]
    return found[: len(found) - min(len(open_ones), 2)]


def claims_of(text: str, quotes: Quotes) -> Iterator[Claim]:
    """Every sentence of a text with what it cites and whether that bears it out."""
    return (claim_of(text, sentence, quotes) for sentence in sentences_in(text))


def claim_of(text: str, sentence: MarkedSentence, quotes: Quotes) -> Claim:
    """A sentence as it stands in the text, held against what its markers point at."""
    written = text[sentence.start : sentence.end]
    markers = tuple(number for number in sentence.numbers if number in quotes)
    cited = [quote for number in markers for quote in quotes[number]]
    found = assess(plain(written), cited)
    return Claim(written, markers, found.support, found.lacking)
