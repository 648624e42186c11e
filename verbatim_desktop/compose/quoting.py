"""Take quoted history, signatures and notices off a message, and keep what was taken off.

Works on lines. Mail programs announce what they quote in the language of their user, so the
patterns here name the languages that support desks meet most.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verbatim_desktop.domain.messages import RemovedKind

LONGEST_LINE = 1000  # a longer one is no header and no sign-off
LONGEST_CONTACT = 8  # lines of a contact block
SHORT_LINE = 60

_WROTE = re.compile(
    r"^(?:"
    r"On\b.{3,200}\bwrote\s*:|"
    r"Am\b.{3,200}\bschrieb\b.{0,120}:|.{3,160}\bschrieb am\b.{3,80}:|"
    r"Le\b.{3,200}\ba\s+écrit\s*:|"
    r"El\b.{3,200}\bescribi[óo]\s*:|"
    r"(?:Em|A)\b.{3,200}\bescreveu\s*:|"
    r"Il\b.{3,200}\bha\s+scritto\s*:|"
    r"Op\b.{3,200}\bschreef\b.{0,120}:|"
    r"(?:Den|På|Pe)\b.{3,200}\b(?:skrev|a scris)\b.{0,120}:|"
    r"W dniu\b.{3,200}\b(?:pisze|napisał\(?a?\)?)\s*:|"
    r".{3,200}\b(?:пишет|написал\(?а?\)?)\s*:|"
    r"\d{4}年.{3,200}[:：]|在.{3,200}写道\s*[:：]|\d{4}년.{3,200}작성\s*:|"
    r".{1,120}<[^<>\s]+@[^<>\s]+>\s*(?:wrote|schrieb|escribi[óo]|escreveu|ha scritto|a écrit)\s*:"
    r")\s*$"
)
_WROTE_BEGINS = re.compile(r"^(?:On|Am|Le|El|Em|Il|Op|Den|W dniu)\s+\S.{8,200}$")
_DIVIDER = re.compile(
    r"^\s*[-_=*]{2,}\s*(?:Original Message|Original message|Forwarded message|Forwarded Message|"
    r"Ursprüngliche Nachricht|Weitergeleitete Nachricht|Originalnachricht|Message d'origine|"
    r"Message original|Message transféré|Mensaje original|Mensaje reenviado|Mensagem original|"
    r"Mensagem encaminhada|Messaggio originale|Messaggio inoltrato|Oorspronkelijk bericht|"
    r"Doorgestuurd bericht|Ursprungligt meddelande|Oprindelig meddelelse|Wiadomość oryginalna|"
    r"Исходное сообщение|元のメッセージ|原始邮件|원본 메시지)\s*[-_=*]*\s*$|"
    r"^\s*Begin forwarded message:\s*$|^##- .{5,80} -##$"
)
_FROM = re.compile(
    r"^[*\s]*(?:From|Von|De|Da|Van|Från|Fra|Od|От|差出人|发件人|寄件者|보낸 사람)\s*[:：][*\s]*\S"
)
_FIELD = re.compile(
    r"^[*\s]*(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé(?: le)?|Date|À|Objet|"
    r"Enviado(?: el| em)?|Fecha|Para|Asunto|Data|Assunto|Inviato|A|Oggetto|Verzonden|Aan|"
    r"Onderwerp|Skickat|Till|Ämne|Sendt|Til|Emne|Wysłano|Do|Temat|Отправлено|Дата|Кому|Тема|"
    r"送信日時|日時|宛先|件名|发送时间|收件人|主题|보낸 날짜|받는 사람|제목)\s*[:：]"
)
_SENT_FROM = re.compile(
    r"^(?:Sent (?:from|via|with) (?:my |the )?\S.{0,60}|Get Outlook for \S.{0,40}|"
    r"Von meinem \S.{0,40} gesendet|Gesendet (?:von|mit) \S.{0,60}|"
    r"Envoyé (?:de|depuis|à partir de) \S.{0,60}|Enviado (?:desde|do|a partir) \S.{0,60}|"
    r"Inviato da \S.{0,60}|Verzonden (?:vanaf|met|via) \S.{0,60}|Skickat från \S.{0,60}|"
    r"\S{1,30}から送信|发自我的\S{1,30})\s*$",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"^(?:(?:many |much )?thanks(?: so much| a lot| in advance| again)?(?: and (?:best )?regards)?|"
    r"thank you(?: (?:so|very) much| in advance| again)?|thx|ty|cheers|"
    r"(?:(?:best|kind|kindest|warm|warmest|many)\s+)?regards|best(?: wishes)?|sincerely(?: yours)?|"
    r"yours(?: (?:sincerely|truly|faithfully))?|respectfully|all the best|take care|br|rgds|"
    r"mit (?:freundlichen|besten|herzlichen|vielen) gr(?:ü|ue)(?:ß|ss)en|(?:viele|beste|liebe|"
    r"herzliche|freundliche|schöne) gr(?:ü|ue)(?:ß|ss)e|mfg|vg|lg|(?:vielen )?dank(?: im voraus)?|"
    r"danke(?: (?:und gruß|im voraus|schön))?|gruß|cordialement|bien (?:cordialement|à vous)|"
    r"(?:merci(?: d'avance| beaucoup)?)|salutations(?: distinguées)?|"
    r"(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|(?:muchas )?gracias"
    r"(?: de antemano)?|(?:muito )?obrigad[oa]|atenciosamente|(?:com os )?(?:melhores )?"
    r"cumprimentos|abraços?|(?:cordiali|distinti) saluti|grazie(?: mille| in anticipo)?|"
    r"met vriendelijke groet(?:en)?|(?:alvast )?bedankt|groet(?:en|jes)?|mvg|"
    r"(?:med )?vänliga hälsningar|mvh|よろしくお願い(?:いた)?します|よろしくお願い致します|"
    r"宜しくお願い(?:いた|致)します|敬具|以上|此致|谢谢)"
    r"\s*[,.!。、]*(?:\s*[-–—:)]*)?$",
    re.IGNORECASE,
)
_NAMED_CLOSING = re.compile(
    r"(?P<closing>[^,!.–-]{2,30})[,!.]?\s+(?:[-–]\s?)?"
    r"(?P<name>(?:[A-ZÀ-ÖØ-Þ][\w'’.-]{0,20})(?:\s[A-ZÀ-ÖØ-Þ][\w'’.-]{0,20}){0,2})\.?"
)
_NOTICE = re.compile(
    r"^\W*(?:CAUTION\s*:|WARNING\s*:\s*(?:external|this e?-?mail)|\[?EXTERNAL\]?\s*:?\s*(?:$|this|"
    r"e?-?mail)|EXTERNAL EMAIL|You don't often get email from|"
    r"(?:This|The information (?:contained )?in this) (?:e-?mail|message|communication)\b.{0,200}\b"
    r"(?:confidential|intended|privileged|external)|CONFIDENTIALITY NOTICE|Disclaimer\s*:|"
    r"Diese E-?Mail enthält vertrauliche|Ce (?:message|courriel)\b.{0,120}\bconfidentiel|"
    r"Este (?:mensaje|correo|e-?mail)\b.{0,120}\bconfiden|Please consider the environment|"
    r"Virus-free\. )",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cut:
    """Lines first to last (exclusive) and why they are taken off."""

    kind: RemovedKind
    first: int
    last: int


def cuts(lines: Sequence[str]) -> list[Cut]:
    """What to take off, in order, without overlaps. A message that is only quoted stays whole."""
    found: list[Cut] = []
    end = _history_start(lines)
    if end < len(lines):
        found.append(Cut(RemovedKind.QUOTED, end, len(lines)))
    taken = _quoted_runs(lines, end)
    found += [Cut(RemovedKind.QUOTED, first, last) for first, last in taken]
    covered = {n for first, last in taken for n in range(first, last)}
    notices = [cut for cut in _notices(lines, end) if cut.first not in covered]
    covered |= {n for cut in notices for n in range(cut.first, cut.last)}
    own = [n for n in range(end) if n not in covered]
    start = _signature_start(lines, own)
    found += [cut for cut in notices if cut.first < start]
    if start < end:
        found = [cut for cut in found if cut.first < start or cut.kind is RemovedKind.QUOTED]
        found += _signature_cuts(own, start)
    return sorted(found, key=lambda cut: cut.first)


def sender_in(line: str) -> str:
    """Who a line of a header says has written: "From: Jo <jo@x.example>"; else ""."""
    return re.split("[:：]", line, maxsplit=1)[1].strip("* ") if _FROM.match(line) else ""


def is_closing(line: str) -> bool:
    """Whether a line is nothing but a sign-off: "Best regards,"."""
    return len(line) <= SHORT_LINE and _CLOSING.match(line.strip()) is not None


def is_sent_from(line: str) -> bool:
    """Whether a mail program wrote the line: "Sent from my phone"."""
    return len(line) <= 2 * SHORT_LINE and _SENT_FROM.match(line.strip()) is not None


def named_closing(line: str) -> str:
    """The name in "Thanks, Maria"; "" where a line is no sign-off with a name."""
    match = _NAMED_CLOSING.fullmatch(line.strip()) if len(line) <= SHORT_LINE else None
    return match["name"] if match and is_closing(match["closing"]) else ""


def _signature_cuts(own: Sequence[int], start: int) -> list[Cut]:
    """The signature without what was taken off inside it already."""
    runs: list[list[int]] = []
    for number in (n for n in own if n >= start):
        if runs and number == runs[-1][1]:
            runs[-1][1] = number + 1
        else:
            runs.append([number, number + 1])
    return [Cut(RemovedKind.SIGNATURE, first, last) for first, last in runs]


def _history_start(lines: Sequence[str]) -> int:
    """The line from which everything is an older message."""
    for number, line in enumerate(lines):
        if len(line) > LONGEST_LINE:
            continue
        if _DIVIDER.match(line) or _is_header_block(lines, number):
            return _with_rule(lines, number)
        length = _announces(lines, number)
        if length and not _followed_by_marks(lines, number + length):
            return number
    return len(lines)


def _announces(lines: Sequence[str], number: int) -> int:
    """How many lines from here say "On … wrote:"; 0 for none. Mail programs wrap the line."""
    line = lines[number].strip()
    if _WROTE.match(line):
        return 1
    if _WROTE_BEGINS.match(line):
        for more in (1, 2):
            joined = " ".join(part.strip() for part in lines[number : number + more + 1])
            if len(joined) < LONGEST_LINE and _WROTE.match(joined):
                return more + 1
    return 0


def _followed_by_marks(lines: Sequence[str], number: int) -> bool:
    following = next((line for line in lines[number:] if line.strip()), "")
    return following.lstrip().startswith(">")


def _is_header_block(lines: Sequence[str], number: int) -> bool:
    """ "From: …" with at least two further fields right below, as Outlook writes it."""
    if not _FROM.match(lines[number]):
        return False
    below = [line for line in lines[number + 1 : number + 9] if line.strip()][:5]
    return sum(_FIELD.match(line) is not None for line in below if len(line) <= LONGEST_LINE) >= 2


def _with_rule(lines: Sequence[str], number: int) -> int:
    """Takes a rule right above along."""
    above = number - 1
    while above >= 0 and not lines[above].strip():
        above -= 1
    return above if above >= 0 and re.fullmatch(r"\s*[_\-=]{5,}\s*", lines[above]) else number


def _quoted_runs(lines: Sequence[str], end: int) -> list[tuple[int, int]]:
    """Runs of lines that start with ">", with the line that announces them."""
    runs: list[tuple[int, int]] = []
    number = 0
    while number < end:
        length = _announces(lines, number) if len(lines[number]) <= LONGEST_LINE else 0
        first, number = number, number + length
        last = number
        while number < end and (
            _is_quoted(lines[number]) or (last > first and _blank(lines, number))
        ):
            number += 1
            last = number if _is_quoted(lines[number - 1]) else last
        if last > first:
            runs.append((first, last))
        number = max(last, first + 1)
    return runs


def _is_quoted(line: str) -> bool:
    return line.lstrip().startswith((">", "＞"))


def _blank(lines: Sequence[str], number: int) -> bool:
    return not lines[number].strip()


def _notices(lines: Sequence[str], end: int) -> list[Cut]:
    """Paragraphs that a mail gateway or a legal department wrote."""
    found: list[Cut] = []
    number = 0
    while number < end:
        if len(lines[number]) <= 4 * LONGEST_LINE and _NOTICE.match(lines[number][:LONGEST_LINE]):
            last = number
            while last < end and lines[last].strip():
                last += 1
            found.append(Cut(RemovedKind.NOTICE, number, last))
            number = last
        number += 1
    return found


def _signature_start(lines: Sequence[str], own: Sequence[int]) -> int:
    """The line from which everything is signature; past the end where there is none."""
    past = (own[-1] + 1) if own else 0
    for number in own:
        if lines[number].rstrip() in ("--", "—", "-- ") or re.fullmatch(
            r"_{3,}|-{3,}", lines[number].strip()
        ):
            after = [n for n in own if n > number]
            if lines[number].rstrip() == "--" or _is_contact(lines, after):
                past = min(past, number)
                break
        if is_sent_from(lines[number]):
            past = min(past, number)
            break
    return min(past, _closing_start(lines, [n for n in own if n < past], past))


def _closing_start(lines: Sequence[str], own: Sequence[int], past: int) -> int:
    """The last "Best regards," that only a name and contact lines follow."""
    filled = [n for n in own if lines[n].strip()]
    for place in range(len(filled) - 1, max(-1, len(filled) - LONGEST_CONTACT - 2), -1):
        number = filled[place]
        closes = is_closing(lines[number]) or named_closing(lines[number])
        if closes and _is_contact(lines, filled[place + 1 :]):
            return number
    return past


def _is_contact(lines: Sequence[str], numbers: Sequence[int]) -> bool:
    """Whether lines are a name, a title, addresses: short, few, and nothing is asked in them."""
    filled = [lines[n].strip() for n in numbers if lines[n].strip()]
    return len(filled) <= LONGEST_CONTACT and all(
        len(line) <= SHORT_LINE * 1.5
        and not line.endswith(("?", "？"))
        and not (_is_item(line) or _is_postscript(line))
        for line in filled
    )


def _is_postscript(line: str) -> bool:
    return re.match(r"(?:P\.? ?S\.?|N\.?B\.?)\s?[:\-–]?\s", line, re.IGNORECASE) is not None


def _is_item(line: str) -> bool:
    return re.match(r"(?:[-*•]|\d+[.)])\s+\S+\s+\S+", line) is not None
