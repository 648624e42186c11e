"""Recognise where a sentence says that a feature of the product was deprecated, renamed or removed.

"Deprecated" is said of features. "Removed", "renamed" and "replaced" are also said of what a person
or a program does to files, members and labels, so they count only with a sign that the product
changed: a version, a successor, or a subject that is a feature and a verb that tells of the past.
"""

from __future__ import annotations

import re

#: A few more words of the same clause, whole; a dot inside a word is part of it.
REST = r"(?: (?:[^\s.;:|]|\.(?=\w))+){0,8}"
_ADVERB = r"(?:now|also|fully|completely|since|already|entirely|later|likely)"
_BE = rf"(?:(?:has|have|had|will|is|are|was|were|been|being|be|and|{_ADVERB}) )"
DEPRECATED = re.compile(
    rf"\b{_BE}+(?:deprecated|superseded|renamed|replaced (?:by|with|in))\b{REST}"
    rf"|\b(?:deprecated|renamed) (?:in|since|as of|to|and)\b{REST}",
    re.IGNORECASE,
)
REMOVED = re.compile(
    rf"\b{_BE}+(?:removed|discontinued|retired)\b{REST}"
    rf"|\bremoved (?:in|since|as of)\b{REST}"
    rf"|\bno longer (?:supported|available|exists?|needed|necessary|works?)\b{REST}",
    re.IGNORECASE,
)
#: What only may be, or is so only once something has happened, was not taken out of the product.
_CONDITIONAL = re.compile(
    r"\b(?:to|can|may|might|could|should|must|would|safely|only|not|never)\s+$|"
    r"\b(?:once|when|whenever|until|after|before|if|unless|where|that|which|who|whether)\b[^,]*$",
    re.IGNORECASE,
)
#: "You have renamed the file": what somebody does. "We have removed X" is what the product's do.
_ACTIVE = re.compile(
    r"(?:has|have|had) (?:(?:now|also|since|already) )*(?:renamed|removed|retired)\b",
    re.IGNORECASE,
)
_WE = re.compile(r"\bwe\s*\Z", re.IGNORECASE)
_OF_ITSELF = re.compile(
    r"\b(?:deprecated|superseded)\b|\bno longer (?:supported|exists?)\b", re.IGNORECASE
)
_NO_LONGER = re.compile(r"\bno longer\b", re.IGNORECASE)
_RELEASED = re.compile(
    r"\bdeprecat"
    r"|\bin favou?r of\b"
    r"|\b(?:future|next|upcoming|coming|later|previous)(?: major| minor)? (?:version|release)s?\b"
    r"|\b(?:in|since|as of|with|from|by|prior to|until|on|after)"
    r" (?:(?:[A-Z][\w.]*|the|version|release|milestone) ){0,4}"
    r"v?\d+(?:\.\d+)*\b(?! [a-z]+s\b)"
    r"|\A\W*v?\d+\.\d+[\w.]* \|"
    r"|\b(?:is|are) now (?:stable|removed|renamed)\b",
    re.IGNORECASE,
)
_FEATURE = re.compile(
    r"\b(?:api|argument|attribute|class|codemod|command|component|config|configuration|convention|"
    r"endpoint|executor|export|extension|feature|field|filename|filter|flag|function|functionality|"
    r"global|header|helper|hook|import|integration|interface|keyword|method|mode|module|option|"
    r"package|parameter|plugin|prop|property|registry|service|setting|support|syntax|template|"
    r"type|variable)(?:e?s)?\b|\bproperties\b"
)
_IDENTIFIER = re.compile(
    r"(?<![\w.])(?:[a-z]+[A-Z]\w*|[\w@-]{2,}(?:[._/]\w{2,})+(?:\(\))?|\w+\(\)|<\w+|--?[a-z][\w-]+|@\w+)"
)
#: Whose doing it is not: people and what is theirs.
_SOMEBODYS = re.compile(
    r"\b(?:you|your|users?|members?|collaborators?|someone|person|people|accounts?|admins?|"
    r"administrators?)\b",
    re.IGNORECASE,
)
_WHENEVER = re.compile(r"\b(?:if|when|whenever|once|after|until|before)\b", re.IGNORECASE)
_PERFECT = re.compile(r"\b(?:has|have) (?:\w+ )?been\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were)\b|\Arenamed\b", re.IGNORECASE)
_GONE = re.compile(r"\b(?:is|are)(?: (?:now|also))* (?:removed|discontinued|retired)\Z", re.I)
_REPLACED = re.compile(r"\b(?:is|are) replaced (?:by|with)\b", re.IGNORECASE)
#: A subject that is nothing but the name of a thing.
_NAME_ALONE = re.compile(rf"(?:\A|, )\W*(?:{_IDENTIFIER.pattern})\s*\Z")
#: Where something is taken from that is no part of the product: "from the bundle".
_WORKINGS = re.compile(
    r"\b(?:removed|discontinued) from (?:an?|the|your|its|their|any|all) "
    r"(?:[\w-]+ ){0,2}(?:bundle|output|response|request|server|repository|list|"
    r"queue|project|organization|page|url|build|cache|database|index|inbox|view)s?\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r".*(?:[;:|]\s|,\s(?:and|but|so|in \S+ \S+)\s|\A)", re.DOTALL)


def deprecation(text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
    """Where a stretch of text says that a feature is deprecated, renamed or replaced."""
    return _said(DEPRECATED, text, start, len(text) if end is None else end)


def removal(text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
    """Where a stretch of text says that a feature was taken out of the product."""
    return _said(REMOVED, text, start, len(text) if end is None else end)


def _said(pattern: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    sentence = text[start:end]
    for found in pattern.finditer(text, start, end):
        before = text[start : found.start()]
        if not _CONDITIONAL.search(before) and _is_of_a_feature(before, found.group(), sentence):
            return found
    return None


def _is_of_a_feature(before: str, said: str, sentence: str) -> bool:
    """Whether it is the product's feature that ended, and not a thing somebody works with."""
    if _ACTIVE.match(said) and not _WE.search(before):
        return False
    if _OF_ITSELF.search(said) or _RELEASED.search(sentence):
        return not _WORKINGS.search(said)
    clause = _CLAUSE.match(before)
    subject = before[clause.end() :] if clause else before
    if _SOMEBODYS.search(subject) or _WORKINGS.search(said):
        return False
    if _NO_LONGER.search(said):
        return not re.search(r"\bwill\s+$", before)
    if _REPLACED.search(said) and not _PERFECT.search(said):
        return bool(_NAME_ALONE.search(subject))
    return not _WHENEVER.search(before) and _is_told(subject, said)


def _is_told(subject: str, said: str) -> bool:
    """Whether a verb without a version tells of what became of a feature."""
    if _PERFECT.search(said):
        return True
    is_feature = bool(_FEATURE.search(subject) or _IDENTIFIER.search(subject))
    return is_feature and bool(_PAST.search(said) or _GONE.search(said))
