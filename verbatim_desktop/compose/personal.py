"""Where personal data and secrets stand in a text, told by their form alone.

What has no form of its own, such as a person's name or a street, is not found. Check digits are
verified where there are any; versions, dates, times, order numbers and hashes are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from ipaddress import IPv6Address

from verbatim_desktop.compose import secret_forms
from verbatim_desktop.domain.redaction import DataKind

Found = tuple[int, int]

#: Letters of scripts that put spaces between words; those of others stand right beside a value.
_L = r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_A = "A-Za-z0-9_"
_EMAIL = re.compile(
    rf"(?<![{_A}.+%-])(?:{_L}|[+%])(?:{_L}|[.+%'’-]){{0,63}}@"
    rf"(?:(?!_){_L}(?:{_L}|-){{0,62}}\.){{1,8}}(?:(?:(?![\d_]){_L}){{2,24}}|xn--[\w-]{{2,59}})"
    rf"(?![{_A}-]|\.[{_A}])"
)
_SPELLED_EMAIL = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}\s?[(\[](?:at|@)[)\]]\s?[\w-]{1,63}(?:\s?[(\[]dot[)\]]\s?|\.)"
    r"[^\W\d_]{2,24}\b",
    re.IGNORECASE,
)
_FILES = "png jpg jpeg gif svg webp ico css js ts jsx tsx json md mdx txt html htm pdf zip py yml"
_FILE_ENDS = frozenset(_FILES.split())
_CARD = re.compile(
    rf"(?<![{_A}.+-])(?<!\d[ -])[2-6]\d{{3}}(?:[ -]?\d{{2,6}}){{2,4}}\d?(?![{_A}-]|[ -]\d|\.\d)"
)
_CARD_LENGTHS = {
    "3": (14, 15, 16),
    "4": (13, 16, 19),
    "5": (16,),
    "2": (16,),
    "6": (16, 17, 18, 19),
}
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}")
_IBAN_LENGTHS = {
    **dict.fromkeys(("NO",), 15),
    **dict.fromkeys(("BE",), 16),
    **dict.fromkeys(("DK", "FI", "FO", "GL", "NL", "SD"), 18),
    **dict.fromkeys(("MK", "SI"), 19),
    **dict.fromkeys(("AT", "BA", "EE", "KZ", "LT", "LU", "XK", "MN"), 20),
    **dict.fromkeys(("CH", "HR", "LI", "LV"), 21),
    **dict.fromkeys(("BG", "BH", "CR", "DE", "GB", "GE", "IE", "ME", "RS", "VA"), 22),
    **dict.fromkeys(("AE", "GI", "IL", "IQ", "OM", "SO", "TL"), 23),
    **dict.fromkeys(("AD", "CZ", "ES", "MD", "PK", "RO", "SA", "SE", "SK", "TN", "VG"), 24),
    **dict.fromkeys(("LY", "PT", "ST"), 25),
    **dict.fromkeys(("IS", "TR"), 26),
    **dict.fromkeys(("BI", "DJ", "FR", "GR", "IT", "MC", "MR", "SM"), 27),
    **dict.fromkeys(("AL", "AZ", "BY", "CY", "DO", "GT", "HU", "LB", "NI", "PL", "SV"), 28),
    **dict.fromkeys(("BR", "EG", "PS", "QA", "UA"), 29),
    **dict.fromkeys(("JO", "KW", "MU"), 30),
    **dict.fromkeys(("MT", "SC"), 31),
    "LC": 32,
    "RU": 33,
}
_IPV4 = re.compile(rf"(?<![{_A}.-])(?:\d{{1,3}}\.){{3}}\d{{1,3}}(?![{_A}-]|\.\d)")
_IPV6 = re.compile(
    rf"(?<![{_A}:.])(?:[0-9A-Fa-f]{{0,4}}:){{2,7}}[0-9A-Fa-f]{{0,4}}(?:%\w{{1,15}})?"
    rf"(?![{_A}:]|\.\d)"
)
_VERSION_BEFORE = re.compile(
    r"(?:\b(?:version|versions|release|v|ver|build|update[dr]?|upgraded?|firmware|kernel|"
    r"driver|chrome|firefox|safari|edge|opera|app|client|agent|sdk|api|php|java|node)[\s/:]*|"
    r"(?<!/)\b\w+/|[=~^<>]=?\s?|\b(?:section|clause|§|chapter|oid)\s?)\Z",
    re.IGNORECASE,
)
_UPGRADE_BEFORE = re.compile(r"\b(?:up|down)grad\w+ (?:\w+ )?(?:from|to) \Z", re.IGNORECASE)
_ADDRESS_BEFORE = re.compile(r"\b(?:ip|ips|host|server|address|addr|subnet|proxy|dns|gateway)\b")

_PHONE = re.compile(
    r"(?<![A-Za-z0-9_.+/=#@:-])(?<!\d[ ])"
    r"(?:\+\s?\d{1,3}|00\s?[1-9]\d{0,2}|\(\+?\d{1,4}\)|0\d{0,4}|[1-9]\d{1,4}|1(?=[ .-]))"
    r"(?:(?:[ \u00a0]?[-./–][ \u00a0]?|[ \u00a0])?(?:\(0\)|\(\d{1,4}\)|\d{1,8})){1,6}"
    r"(?![A-Za-z0-9_]|[-./:]\d|\s?(?:%|€|\$|£|px|kb|mb|gb|ms|mm|cm|kg)\b)"
)
_PHONE_WORD = re.compile(
    r"(?:\b(?:tele?(?:phone|fon[eo]?)?|phone(?: (?:number|no))?|mobile?|cell(?:phone)?|"
    r"call(?: me)?|"
    r"fax|whatsapp|sms|ring|reach (?:me|us)|handy|rufnummer|tel[ée]fono|m[óo]vil|celular|"
    r"telem[óo]vel|cellulare|bel|dial|contact number|number is)\b|☎|📞|電話)"
    r"[\s.:)#-]{0,4}(?:(?:on|at|under|no|number|is|nr|am|unter|al|au|op)\b[\s.:]{0,3}){0,2}\Z",
    re.IGNORECASE,
)
_NOT_PHONE_WORD = re.compile(
    r"\b(?:order|ticket|case|invoice|id|ref(?:erence)?|number|no|nr|#|version|port|customer|account|"
    r"bestellung|rechnung|kundennummer|commande|factura|pedido|sku|serial|tracking|build|code|line|"
    r"zip|plz|vat|row|rows|size|timestamp|isbn|article|issue|error|pin)\b[\s.:#-]{0,4}"
    r"(?:(?:is|was|number|no|id|nr)[\s.:#-]{0,3})?\Z",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})"
    r"(?:[ T]\d{1,2}(?:[:.]\d{2})*)?"
)
#: How numbers without a country are written where people write them with separators.
_NATIONAL = (
    re.compile(r"\(?\d{3}\)?[ .-]?\d{3}[.-]\d{4}"),  # North America
    re.compile(r"\(\d{3}\) ?\d{3}[ .-]?\d{4}"),
    re.compile(r"1[ .-]\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}"),
    re.compile(r"0\d(?:[ .]\d{2}){4}"),  # France
    re.compile(r"\(?0\d{1,5}\)?(?: ?[-/–] ?| )\d{2,8}(?:[ -]?\d{1,6}){0,4}"),  # trunk prefix 0
    re.compile(r"[6789]\d{2}(?: \d{3} \d{3}| \d{2} \d{2} \d{2})"),  # Spain
    re.compile(r"\(\d{2}\) ?9?\d{4}[ -]\d{4}"),  # Brazil
    re.compile(r"[6-9]\d{4} \d{5}"),  # India
    re.compile(r"1[3-9]\d[ -]\d{4}[ -]\d{4}"),  # China
    re.compile(r"9\d{2} \d{3} \d{3}"),  # Portugal
)


def emails(text: str) -> Iterator[Found]:
    for pattern in (_EMAIL, _SPELLED_EMAIL):
        for match in pattern.finditer(text):
            address = match.group()
            remote = address.startswith("git@") and text[match.end() : match.end() + 1] == ":"
            if address.rsplit(".", 1)[-1].lower() not in _FILE_ENDS and not remote:
                yield match.span()


def cards(text: str) -> Iterator[Found]:
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match.group())
        if len(digits) in _CARD_LENGTHS[digits[0]] and _luhn(digits) and len(set(digits)) > 1:
            yield match.span()


def _luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def ibans(text: str) -> Iterator[Found]:
    for match in _IBAN.finditer(text):
        length = _IBAN_LENGTHS.get(match.group()[:2].upper(), 0)
        end = _end_of(text, match.start(), length)
        following = text[end : end + 1] if end else ""
        if end and not following.isalnum() and _mod97(text[match.start() : end]):
            yield (match.start(), end)


def _end_of(text: str, start: int, length: int) -> int:
    """Where the length-th letter or digit ends; 0 where there are fewer or none is wanted."""
    counted = 0
    for at in range(start, min(len(text), start + 2 * length)):
        counted += text[at].isalnum()
        if counted == length:
            return at + 1
    return 0


def _mod97(iban: str) -> bool:
    bare = re.sub(r"[^A-Za-z0-9]", "", iban).upper()
    return bare.isascii() and int("".join(str(int(c, 36)) for c in bare[4:] + bare[:4])) % 97 == 1


def addresses(text: str) -> Iterator[Found]:
    """IP addresses of machines; loopback and masks name none."""
    for match in _IPV4.finditer(text):
        numbers = [int(part) for part in match.group().split(".")]
        before = text[max(0, match.start() - 24) : match.start()]
        named = _ADDRESS_BEFORE.search(before.lower()) is not None
        if max(numbers) > 255 or numbers[0] in (0, 127) or numbers[:2] == [255, 255]:
            continue
        if any(len(part) > 1 and part[0] == "0" for part in match.group().split(".")):
            continue
        version = _VERSION_BEFORE.search(before) or _UPGRADE_BEFORE.search(before)
        if named or (not version and max(numbers) > 31):
            yield match.span()
    for match in _IPV6.finditer(text):
        if _is_ipv6(match.group().partition("%")[0]):
            yield match.span()


def _is_ipv6(written: str) -> bool:
    groups = [group for group in written.split(":") if group]
    if len(groups) < 3 or not any(char.isdigit() for char in written):
        return False
    try:
        return not IPv6Address(written).is_loopback
    except ValueError:
        return False


def phones(text: str) -> Iterator[Found]:
    for match in _PHONE.finditer(text):
        start, end = match.span()
        written = text[start:end]
        digits = re.sub(r"\D", "", written)
        before = text[max(0, start - 32) : start]
        if not 7 <= len(digits) <= 15 or _DATE.fullmatch(written) or len(set(digits)) < 3:
            continue
        called = _PHONE_WORD.search(before) is not None
        if called or (not _NOT_PHONE_WORD.search(before) and _has_form(written, digits)):
            yield (start, end)


def _has_form(written: str, digits: str) -> bool:
    """Whether a number says by itself that it is a telephone's."""
    if written.startswith("+"):
        return len(digits) >= 8
    if re.match(r"00[1-9]", digits) and len(digits) >= 10:
        return True
    return 9 <= len(digits) <= 12 and any(form.fullmatch(written) for form in _NATIONAL)


#: Every detector, the surest first: what one takes the later ones leave alone.
DETECTORS: tuple[tuple[DataKind, Callable[[str], Iterator[Found]]], ...] = (
    (DataKind.SECRET, secret_forms.key_blocks),
    (DataKind.URL, secret_forms.links),
    (DataKind.SECRET, secret_forms.tokens),
    (DataKind.EMAIL, emails),
    (DataKind.IBAN, ibans),
    (DataKind.SECRET, secret_forms.assigned),
    (DataKind.CARD, cards),
    (DataKind.IP, addresses),
    (DataKind.PHONE, phones),
)
