"""Where keys, tokens and passwords stand in a text.

Known by the prefix their issuer gives them, by the block or the address they stand in, or by the
name that a value is assigned to. What is plainly a stand-in ("YOUR_API_KEY") is left alone.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

Found = tuple[int, int]

LEAST_ENTROPY = 3.2  # bits a character, from which a value of twenty looks made by a machine

_KEY_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_KEY_BODY = re.compile(r"[A-Za-z0-9+/=]{24,}")
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"sk-(?:ant-|proj-|or-|svcacct-)?[A-Za-z0-9_-]{16,}|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|"
    r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|gl(?:pat|ptt|dt|rt)-[\w-]{16,}|"
    r"(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])|xox[abeoprs]-[\w-]{10,}|xapp-[\w-]{20,}|"
    r"AIza[\w-]{30,}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|hf_[A-Za-z0-9]{20,}|"
    r"npm_[A-Za-z0-9]{30,}|pypi-[\w-]{30,}|dop_v1_[a-f0-9]{40,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}|"
    r"whsec_[A-Za-z0-9+/=]{16,}|EAA[A-Za-z0-9]{40,}|key-[a-f0-9]{32}|r8_[A-Za-z0-9]{30,}|"
    r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}|lin_api_\w{20,}|sq0[a-z]{3}-[\w-]{20,}|"
    r"\d{8,10}:AA[\w-]{30,}"
    r")"
)
_BEARER = re.compile(
    r"\b(?:bearer|basic|authorization:\s*(?:token|apikey))\s+([A-Za-z0-9._~+/-]{12,}={0,2})",
    re.IGNORECASE,
)
_LINK = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s<>\"'`|\\^]{4,2000}", re.IGNORECASE)
_USERINFO = re.compile(r"://[^\s/@:]{0,200}:[^\s/@]{1,300}@", re.IGNORECASE)
_SIGNED = re.compile(
    r"[?&#;](?:[\w.-]*(?:token|secret|signature|password|passwd|api_?key|apikey|access_?key|auth|"
    r"session(?:id)?)|sig|key|code|jwt|sid|pwd|otp)=(?P<value>[^&#\s]{6,})",
    re.IGNORECASE,
)
_ONE_TIME = re.compile(
    r"/(?:reset|verify|confirm|invite|invitation|magic|activate|unsubscribe|password|login)[\w-]*"
    r"(?:/[\w-]+)?/(?P<value>[A-Za-z0-9_-]{20,})",
    re.IGNORECASE,
)
_HOOK = re.compile(
    r"hooks\.slack\.com/services/T\w+/B\w+/\w+|discord(?:app)?\.com/api/webhooks/\d+/"
)
_NAMED = re.compile(
    r"(?P<name>(?<![A-Za-z0-9])[\w.-]{0,40}(?:password|passwd|passphrase|passwort|kennwort|pwd|"
    r"contraseña|senha|wachtwoord|mot de passe|secret|token|api[ _-]?key|apikey|access[_-]?key|"
    r"private[_-]?key|client[_-]?secret|credentials?|auth[_-]?key|license[ _-]?key|"
    r"パスワード)[\w-]{0,20})[\"'`*]{0,3}"
    r"(?P<sign>\s*(?::=|=>|[:=：])\s*|\s+(?:is|was|ist|lautet|est|es|é|è)(?:\s*:)?\s+)"
    r"[\"'`*]{0,3}(?P<value>[^\s\"'`,;<>]{4,400})",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(
    r"(?<![\w/?&.])[A-Za-z_][\w.-]{1,60}\s?[=:]\s?[\"'`]?(?P<value>[A-Za-z0-9+/_=-]{20,400})"
    r"(?![\w/])"
)
_STAND_IN = re.compile(
    r"(?:<.*|\$\{?\w+.*|\{\{?.*|%\w+%?|\*+|x{3,}|\.{3,}|…+|process\.env.*|os\.environ.*|"
    r"(?:your|insert|replace|example|dummy|sample|placeholder|redacted|todo|my[_-]|change[_-]?me|"
    r"(?:the|some|new|old|this|that)[_-])[\w-]*|(?:the|a|an|some|this|that|test|foo|bar|hidden|"
    r"required|optional|string|true|false|null|none|undefined|"
    r"missing|invalid|expired|empty|wrong|incorrect|correct|not|rejected|too|still|only|also|always|"
    r"stored|sent|set|valid|here|there|longer|reset|changed|used|needed|generated|expires?|"
    r"rotated|revoked|shown|visible|https?:.*))[.!?)]*\Z",
    re.IGNORECASE,
)
_PASSWORD = re.compile(
    r"pass(?:word|wd|phrase|wort)|pwd|kennwort|contraseña|senha|wachtwoord|mot de|パスワ"
)
_HEX = re.compile(r"[0-9a-fA-F-]+\Z")


def key_blocks(text: str) -> Iterator[Found]:
    for match in _KEY_BLOCK.finditer(text):
        if _KEY_BODY.search(match.group()):
            yield match.span()


def tokens(text: str) -> Iterator[Found]:
    for match in _TOKEN.finditer(text):
        if not _is_stand_in(match.group()):
            yield match.span()
    for match in _BEARER.finditer(text):
        if any(char.isdigit() for char in match[1]) and not _is_stand_in(match[1]):
            yield match.span(1)


def links(text: str) -> Iterator[Found]:
    """Addresses that let in whoever has them: whole, for the path may tell as much."""
    for match in _LINK.finditer(text):
        address = match.group().rstrip(".,;:!?)]}")
        if _lets_in(address):
            yield (match.start(), match.start() + len(address))


def _lets_in(address: str) -> bool:
    if _USERINFO.search(address) or _HOOK.search(address):
        return not re.search(r":(?:password|pass|pwd|\*+|<[^>]*>|x+)@", address, re.IGNORECASE)
    for pattern in (_SIGNED, _ONE_TIME):
        for match in pattern.finditer(address):
            if not _is_stand_in(match["value"]) and any(c.isdigit() for c in match["value"]):
                return True
    return _TOKEN.search(address) is not None


def assigned(text: str) -> Iterator[Found]:
    """Values behind a name that says secret, and values that look made by a machine."""
    for match in _NAMED.finditer(text):
        start = match.start("value")
        value = match["value"].rstrip(".,)?]}")
        if _is_secret(match["name"], match["sign"], value):
            yield (start, start + len(value))
    for match in _ASSIGNED.finditer(text):
        if _looks_made(match["value"]):
            yield match.span("value")


def _is_secret(name: str, sign: str, value: str) -> bool:
    """In prose ("the token is …") only what no word looks like; behind "=" or ":" a bit less."""
    if len(value) < 4 or _is_stand_in(value):
        return False
    strange = bool(re.search(r"\d", value)) or bool(re.search(r"[^\w\s.,-]", value.rstrip(".!?")))
    if _PASSWORD.search(name.lower()):
        return strange and len(value) >= 5
    prose = not re.search(r"[:=：]", sign)
    return strange and len(value) >= (16 if prose else 8) and _mixed(value)


def _mixed(value: str) -> bool:
    return bool(re.search(r"\d", value)) and bool(re.search(r"[A-Za-z]", value))


def _looks_made(value: str) -> bool:
    """Long, of letters and digits without order; hashes and ids that anyone may see are not."""
    if _HEX.match(value) or re.match(r"sha\d+-", value) or not _mixed(value) or _is_stand_in(value):
        return False
    both = value.upper() != value and value.lower() != value
    words = re.findall(r"[A-Z]?[a-z]{4,}", value)
    wordy = sum(map(len, words)) > len(value) / 2
    return both and not wordy and entropy(value) >= LEAST_ENTROPY


def entropy(value: str) -> float:
    """Shannon entropy of the characters, in bits a character."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)


def _is_stand_in(value: str) -> bool:
    return _STAND_IN.match(value) is not None or len(set(value.strip("-_"))) <= 3
