"""How evidence reads a claim and a sentence: turns of phrase said plainly, verbs in one form.

The gate reads words as they stand. Evidence compares two people's wordings, so what both would
count as the same turn ("turn X off", "X is not found", "a fifth") is brought to one first.
"""

from __future__ import annotations

import re
from functools import lru_cache

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.words import Kind, Reading, Word, normalise, read

_PRODUCT = r"(?:application|app|product|software)"
_BUILT = r"(?:application|app|project|site|code|build)"
#: What may stand between a verb and its "on" or "off".
_OBJECT = r"((?:the|a|an|your|this|that|its|these|those|it|them) (?:\w+ ){0,2})"
#: The same of a thing without an article, and what follows where "on" and "off" end the phrase.
_NAMED = r"((?:[\w.'-]+ ){1,4})"
_THEN = r"(?= (?:and|or|in|for|by|if|when|with|at|on)\b|[.,;]|$)"
#: "Unless somebody sets it otherwise", by its parts.
_SOMEBODY = r"(?:you|they|it|somebody|someone|anybody|anyone)"
_CHOOSES = (
    r"told|sets?|chang(?:e|es|ed)|configured?|stated|specif(?:y|ies|ied)|overrid(?:e|es|den)|"
    r"choose|chosen|picks?|picked|asks?|asked|says?|said|enabled?|raised?|lower|moved?|turn(?:ed)?|"
    r"switch(?:ed)?|wants?|needs?"
)
_OTHERWISE = r"otherwise|it|them|that|another \w+|something else|for more|on|off|one|else"
_LENGTHS = r"(?:second|minute|hour|day|week)"
_IDIOMS = tuple(
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (r"\b(?:turn|switch)(?:ed|s|ing|es)? on\b", "enabled"),
        (r"\b(?:turn|switch)(?:ed|s|ing|es)? off\b", "disabled"),
        (rf"\b(?:turn|switch)(?:s|ed|ing|es)? {_OBJECT}on\b", r"enable \1"),
        (rf"\b(?:turn|switch)(?:s|ed|ing|es)? {_OBJECT}off\b", r"disable \1"),
        (rf"\b(?:turn|switch)(?:s|ed|ing|es)? {_NAMED}on{_THEN}", r"enable \1"),
        (rf"\b(?:turn|switch)(?:s|ed|ing|es)? {_NAMED}off{_THEN}", r"disable \1"),
        (r"\b(is|are|was|were|be|stays?|remains?) off\b", r"\1 disabled"),
        (r"\b(?:leave|leaves|leaving) ((?:\w+ ){1,3})out\b", r"omit \1"),
        (r"\b(?:keep|keeps|kept|keeping)\b(?=.{1,40} from \w+ing\b)", "prevent"),
        (
            r"\b(?:prevent|keep|stop)(?:s|ed|ing|ping)? ((?:\w+ ){1,3})from closing\b",
            r"keep \1open",
        ),
        (r"\b(?:all )?by (?:itself|themselves)\b", "automatically"),
        (r"\bother than\b", "except"),
        (r"\bno more than\b", "at most"),
        (r"\bno (?:less|fewer) than\b", "at least"),
        # In quotation marks it is a value, and limits nothing.
        (r'"(always|never|all|any|none|only|required|optional|default)"', r"value_\1"),
        (r"\bin place of\b", "instead of"),
        (r"\blook(?:s|ed|ing)? at\b", "check"),
        (r"\bnot succeed\b", "fail"),
        # A denial in one word is read as one in two.
        (r"\bunsafe\b|\binsecure\b", "not safe"),
        (
            r"\b(?:un|in)(available|supported|necessary|needed|changed|limited|saved|wanted|"
            r"active|compatible|complete|valid|visible|accessible)\b",
            r"not \1",
        ),
        (r"\bwhether or not\b", "whether"),
        (r"\bnot the same\b", "different"),
        (r"\b(?:nobody|no one|none) (?:but|except)\b", "only"),
        (r"\bnothing (?:but|except)\b|\bno other(?: \w+)? than\b", "only"),
        (r"\b(?:only|just) (?:some|a few)\b", "some"),
        (
            rf"\b(?:unless|until) (?:{_SOMEBODY} )?(?:(?:has|have|was|were|is|are|been|do|does) )*"
            rf"(?:{_CHOOSES})(?: (?:{_OTHERWISE}))*(?=[.,;]|$)|"
            r"\bunless (?:you |it |it is |they are )?(?:told|set|changed?|configured|stated|"
            r"specified)(?: otherwise| it)?\b|\bout of the box\b",
            "by default",
        ),
        # How often and how long, as a number: "once an hour", "daily", "a year".
        (rf"\b(?:once|one time|each|every|per) (?:a |an )?({_LENGTHS})\b", r"every 1 \1"),
        (r"\bhourly\b", "every 1 hour"),
        (r"\bdaily\b", "every 1 day"),
        (r"\bhalf an? (hour|minute|day)\b", r"0.5 \1"),
        (r"\ba quarter of an hour\b", "15 minutes"),
        (rf"(?<=[a-z] )(?:a|an|one|single) ({_LENGTHS}|month|year)\b", r"1 \1"),
        (
            r"\b(?:only|just|exactly) once\b|(?<!\bat )\bonce(?=[.,;]|$| by default| unless)",
            "1 time",
        ),
        (r"\b(?:each|every) time\b", "when"),
        (r",? but not (?:all|every)(?: of (?:them|these))?\b|\bbut (?=only\b)", " "),
        (r"\bno matter\b|\bnot only\b|\bdo not disturb\b", " "),
        (r"\bno longer\b", "not"),
        (r"\b(?:has|have|had) to\b", "must"),
        # Two denials that cancel: "cannot see it without reloading" is "must reload to see it".
        (r"\bnot\b(.{1,90}?)\bwithout (?=\w+ing\b)", r"must\1 by "),
        (
            r"\b(?:do|does|did) not exist\b|\b(?:is|are|can) not (?:be )?(?:found|there)\b",
            "missing",
        ),
        (r"\ba half\b|\bhalf(?= of| the)", "1/2"),
        (r"\b(?:a|one) third\b", "1/3"),
        (r"\b(?:a|one) quarter\b", "1/4"),
        (r"\b(?:a|one) fifth\b", "1/5"),
        (r"\b(?:a|one) tenth\b", "1/10"),
        (r"\bend(?:s|ed|ing)? up\b", "is"),
        (r"\bbelongs? (?=(?:in|inside|at|on)\b)", "should be "),
        (r"\b(?:is|are|was|were) (?:meant|intended|supposed) (?:to be|to|as|for)\b", "should be"),
        (r"\b(?:is|are) (?:fine|ok|okay|all right)\b", "is allowed"),
        (r"\b(?:that )?(?:you|they|it|he|she|we) belongs? to\b", " "),
        (r"\b(\w+) (?:that|which) (?:already )?exists?\b", r"existing \1"),
        (r"\b(?:that )?you already have\b|\balready (?:there|exists?)\b", "existing"),
        (r"\b(?:move|set|shift|give)s? (?:the )?focus to\b", "focus"),
        (
            rf"\b(?:when|while|as) (?:the |your )?{_BUILT} (?:is|are|gets) (?:being )?built\b|"
            r"\bduring (?:the |a )?build\b",
            "at build time",
        ),
        (rf"\bthe {_PRODUCT}(?= (?:can|may|will|must|is|has|does)\b)", "it"),
        (
            r"(?<!is )(?<!are )(?<!be )(?<!was )(?<!were )\b(?:passed|given|handed|supplied) to\b",
            "of",
        ),
    )
)
#: A name such as if-not-present, which sets no condition and denies nothing.
_NAMED_BY_LIMIT = re.compile(r"\b(?=[a-z-]*\b(?:not|never|if|unless)\b)[a-z]+(?:-[a-z]+)+\b")
_SMALL = re.compile(r"\b[a-z]+-[a-z]+\b")
#: Forms that no stemmer brings together.
_IRREGULAR = {
    form: line.split(":")[0].strip()
    for line in """
    arise: arose arisen; bear: bore borne; beat: beaten; become: became; begin: began begun
    bend: bent; bind: bound; bite: bit bitten; blow: blew blown; break: broke broken
    bring: brought; build: built; burn: burnt; buy: bought; catch: caught; choose: chose chosen
    come: came; cost: costs; creep: crept; deal: dealt; dig: dug; do: done; draw: drew drawn
    drink: drank drunk; drive: drove driven; eat: ate eaten; fall: fell fallen; feed: fed
    feel: felt; fight: fought; find: found; fly: flew flown; forbid: forbade forbidden
    forget: forgot forgotten; freeze: froze frozen; get: got gotten; give: gave given
    grow: grew grown; hang: hung; hear: heard; hide: hid hidden; hold: held; keep: kept
    know: knew known; lay: laid; lead: led; leave: left; lend: lent; lose: lost; make: made
    mean: meant; meet: met; pay: paid; ride: rode ridden; ring: rang rung; rise: rose risen
    run: ran; say: said; see: saw seen; seek: sought; sell: sold; send: sent; shake: shook shaken
    shoot: shot; show: shown; sing: sang sung; sink: sank sunk; sit: sat; sleep: slept
    speak: spoke spoken; spend: spent; spin: spun; stand: stood; steal: stole stolen; stick: stuck
    strike: struck; swear: swore sworn; swim: swam swum; take: took taken; teach: taught
    tear: tore torn; tell: told; think: thought; throw: threw thrown; understand: understood
    wake: woke woken; wear: wore worn; win: won; write: wrote written; rebuild: rebuilt
    overwrite: overwrote overwritten; rewrite: rewrote rewritten; resend: resent; withdraw: withdrew
    child: children; person: people; index: indices indexes; criterion: criteria; man: men
    woman: women; half: halves; life: lives; matrix: matrices; vertex: vertices
    """.replace("\n", ";").split(";")
    if ":" in line
    for form in line.split(":")[1].split()
}
#: Where a claim is two: what follows is held against the documents by itself.
_JOINT = re.compile(r";\s+|,\s+but\s+(?=only\b)", re.IGNORECASE)
_FEWEST = 2  # telling words that make a part a claim


@lru_cache(maxsize=16384)
def plain(text: str) -> Reading:
    """A sentence with its idioms said plainly and its verbs in one form."""
    text = _NAMED_BY_LIMIT.sub(lambda name: name[0].replace("-", "_"), normalise(text))
    for pattern, said in _IDIOMS:
        text = pattern.sub(said, text)
    text = _SMALL.sub(_joined, text)
    reading = read(text)
    words = tuple(_one_form(word) for word in reading.words)
    return reading if words == reading.words else Reading(reading.text, words, reading.quantities)


def _joined(name: re.Match[str]) -> str:
    """A name made of small words, "to-do", as one word, so that it counts."""
    pieces = name[0].split("-")
    return "".join(pieces) if all(map(tables.is_function, pieces)) else name[0]


def _one_form(word: Word) -> Word:
    base = _IRREGULAR.get(word.lower)
    if base is None or word.kind is Kind.IDENTIFIER:
        return word
    said = read(base).words[0]
    return word._replace(key=said.key, root=said.root, kind=min(word.kind, said.kind))


@lru_cache(maxsize=4096)
def opposed(key: str) -> frozenset[str]:
    """The opposites of a word, in the one form that `plain` gives them."""
    return frozenset(tables.key_of(_IRREGULAR.get(o, o)) for o in tables.opposites(key))


def forms_of(base: str) -> list[str]:
    """The irregular forms of a word."""
    return [form for form, verb in _IRREGULAR.items() if verb == base]


@lru_cache(maxsize=256)
def parts_of(claim: str) -> tuple[Reading, ...]:
    """The claims that one sentence makes, none where it makes a single one."""
    parts = tuple(plain(part) for part in _JOINT.split(claim))
    several = len(parts) > 1 and all(len(part.telling) >= _FEWEST for part in parts)
    return parts if several else ()
