"""What in an answer claims nothing, and what speaks of the writer.

"Yes," and "Well," before a statement are left out of it. A greeting, a question, a heading or a
line that leads to a list is no claim: nothing in it could be wrong, and it supports nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.align import Alignment
from verbatim_desktop.cite.support.words import Kind, read
from verbatim_desktop.domain.support import Lack, SupportRule

_OPENER = re.compile(
    r"^\W*(?:(?:oh|ah|lol|haha|hi|hello|hey|yes|yeah|yea|yep|yup|nope|well|ok|okay|"
    # These say something of their own where no mark follows: "No files are kept", "Right click".
    r"(?:no|so|sure|right|correct|exactly|great|cool|wow|interesting)(?=\s*[,.!:;-])|"
    r"not (?:\w+ ){0,3}?\w+\s*,?\s+but|not really(?=\s*,)|"
    r"indeed|actually|absolutely|definitely|certainly|"
    r"interestingly|of course|that ?'?i?s (?:true|right|correct)|you ?'?a?re right|"
    r"in fact|as far as i know|"
    r"however|additionally|furthermore|moreover|also|finally|overall|in summary|in addition|"
    r"in general|note that|please note that|unfortunately|fortunately|"
    r"according to the (?:docs?|documents?|documentation|page|source|context|passage|text)|"
    r"the (?:docs?|documents?|documentation|page|source|context|passage|text)s? (?:say|state|"
    r"mention|explain|note)s?(?: that)?|based on the (?:provided )?(?:docs?|documents?|"
    r"documentation|context|information)(?: provided)?|for (?:example|instance)|specifically|"
    r"in particular|(?:within |in )?the (?:provided )?context(?: provided)?,? (?:states?|suggests?|"
    r"says?|notes?|mentions?)(?: that)?|according to (?:passage|source|document|text) "
    r"\[?\d{1,2}\]?|(?:passage|source|document|text) \[?\d{1,2}\]? (?:states?|says?|notes?|"
    r"mentions?|explains?|suggests?|shows?)(?: that)?|"
    r"as (?:stated|mentioned) in the "
    r"(?:provided )?(?:docs?|documents?|documentation|context))\b[\s,.!:;-]*)+",
    re.IGNORECASE,
)
#: Openers that speak of the writer are talk as well, but do not make an opinion a fact.
_WRITER = re.compile(r"(?<= )(?:i|me|my|mine|myself|im|ive|id)(?= )")
#: Praise and blame: opinions, unless the source has them.
_OPINIONS = tables.wordset("""
    great nice cool amazing awesome interesting fun funny favorite favourite lovely wonderful
    fantastic terrible awful love hate enjoy crazy weird impressive incredible boring delicious
    tasty glad sad happy
    """)
_MARK_ONLY = re.compile(r"^\W*(?:\d{1,3}|[a-zA-Z])?\W*(?:\[\d{1,3}\]\W*)*$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_COURTESY = re.compile(
    r"^\W*(?:i hope (?:this|that|it)|hope (?:this|that)|let me know|feel free|thank(?:s| you)|"
    r"you ?'?a?re welcome|glad to|happy to|please let me know|if you have any (?:other |more |"
    r"further )?questions|is there anything|good luck|have a (?:nice|great|good)|best regards|"
    r"kind regards|hello|hi\b|hey\b|dear\b|sorry\b|i(?: a|')?m sorry|apologies)",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:refer to|consult|see|check|contact|visit|review)\b.*\b(?:for (?:more|further|additional|"
    r"detailed|complete|the latest|personali[sz]ed|specific)|documentation|professional|advis[eo]r|"
    r"official)\b",
    re.IGNORECASE,
)
#: What an answer says of its sources, not of their subject.
_ABOUT_SOURCES = re.compile(
    r"\b(?:(?:documents?|documentation|docs|context|passages?|sources?|texts?|i)\b.{0,30}"
    r"\b(?:not|n't|no)\b.{0,20}\b(?:mention|provide|contain|include|specify|state|say|cover|have|"
    r"information)|no (?:mention|information|indication)\b)",
    re.IGNORECASE,
)
_LEADING = re.compile(r":\W*$")
#: A line that leads to a list names what follows; a longer one states something.
_LEAD_WORDS = 14


#: Citation markers after what they stand for. In code an index may stand between brackets.
_MARKERS = re.compile(
    r"(?P<code>`[^`\n]*`)|(?:\s*\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\])+"
    r"(?=[.,;:!?)\"'”’*]*(?:$|\s))"
)


def without_markers(sentence: str) -> str:
    """A sentence without the citation markers that it bears."""
    return _MARKERS.sub(lambda match: match["code"] or "", sentence)


def without_opener(sentence: str) -> str:
    """A sentence without markers and what is only said to join the talk.

    Itself where nothing else is left.
    """
    rest = _OPENER.sub("", without_markers(sentence), count=1)
    return rest if re.search(r"\w", rest) else sentence


_CHAT = re.compile(
    r"^\W*(?:(?:oh|ah|lol|haha|hi|hello|hey|yes|yeah|yea|yep|yup|nope|nah|well|ok|okay|absolutely|"
    r"definitely|wow|of course|that ?'?i?s)\b|"
    # A statement may begin with these as well: "It is kept for a week", "No files are kept".
    r"(?:no|sure|right|exactly|really|it is|they are|he is|she is)(?=\s*(?:[,.!]|$)))|"
    r"!(?=[\s\"'”’)]|$)",
    re.IGNORECASE,
)


def is_chat(sentence: str) -> bool:
    """Whether a sentence is said as in talk: "Yes, …", "Well, …", "…!"."""
    return _CHAT.search(sentence) is not None


_READER = tables.wordset("you your yours")


def speaks_to_reader(aligned: Alignment) -> bool:
    """Whether a claim says "you" where its sources do not."""
    return not _READER.isdisjoint(aligned.claim.all_lowers) and all(
        _READER.isdisjoint(source.all_lowers) for source in aligned.sources
    )


def claims_nothing(sentence: str) -> bool:
    """Whether a sentence states nothing that a source could bear out or deny."""
    bare = sentence.strip().rstrip("\"'”’)*_ ")
    if _MARK_ONLY.match(bare) or _FENCE.match(sentence) or bare.endswith("?"):
        return True
    if any(p.search(bare) for p in (_COURTESY, _POINTING, _ABOUT_SOURCES)):
        return True
    reading = read(without_opener(sentence))
    if _LEADING.search(bare):
        return not reading.quantities and len(reading.words) <= _LEAD_WORDS
    return not any(_says(word.kind) for word in reading.words) and not reading.quantities


def _says(kind: Kind) -> bool:
    return kind > Kind.LIGHT


def of_the_writer(aligned: Alignment) -> Iterator[Lack]:
    """ "I think", "my favourite": a source bears out nothing about who writes the answer."""
    known = frozenset[str]().union(*(source.all_lowers for source in aligned.sources))
    for word in aligned.claim.words:
        if word.lower in _OPINIONS and word.lower not in known:
            yield Lack(SupportRule.SPEAKER, word.text, "An opinion that is not the source's.")
    found = _WRITER.search(aligned.claim.spaced)
    if found and not any(_WRITER.search(source.spaced) for source in aligned.sources):
        yield Lack(
            SupportRule.SPEAKER, found.group(), "It speaks of the writer; the source does not."
        )
