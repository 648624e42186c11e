"""In which language a question is asked: a few words, often with English technical words in them.

By script where that tells, else by words of grammar that no other language writes the same way, and
by letters. Says nothing where little speaks for a language: an English question must never be
called foreign because of one word.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

from verbatim_desktop.text.languages import stop_words

_CODE = re.compile(r"```.*?```|`[^`\n]*`|https?://\S+|\S+@\S+|[\"“][^\"“”\n]*[\"”]", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_TOKEN = re.compile(r"\S+")
_NAMED = re.compile(r"\w+[./_:=@\\][\w./_:=@\\-]+|\w*[a-z][A-Z]\w*")
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7a3]")),
    ("zh", re.compile("[\u3400-\u9fff]")),
    ("uk", re.compile("[іїєґІЇЄҐ]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("hi", re.compile("[\u0900-\u097f]")),
)
_LETTERS = {
    "de": "äöüß",
    "fr": "àâçèêëîïôùûœé",
    "es": "áéíóúñ¿¡",
    "pt": "ãõáâçéêíóú",
    "it": "àèéìòù",
    "nl": "ëïé",
    "pl": "ąćęłńóśźż",
    "sv": "åäö",
}
#: Words of grammar and of asking beside those that tell a document's language.
_MORE = {
    "de": """ihre ihren ihnen unser unsere mal wieso wieviel welche welcher welches funktioniert
        geht gehts moglich bekomme bekommen finde setze stelle mache wurde wurden konnte habe hatte
        zwischen ohne gegen durch bereits immer mehr hallo guten danke warum einen deine""",
    "fr": """comment est-ce puis-je peut-on faut comme j'ai c'est n'est qu'est d'un d'une l'on
        bonjour merci changer faire puis avons avez peux pouvez voulez combien depuis entre sous
        chez tres aussi alors sont mot etes suis""",
    "es": """cuanto cuantos cuales hacer hago cambio cambiar tengo tiene podemos hola gracias
        necesito quiero desde hasta tambien entre mas porque han he ha soy somos estan""",
    "pt": """faco fazer tenho tem consigo preciso quero ola obrigado obrigada desde ate tambem
        entre senha isto onde quanto quantos mudo mudar altero alterar estao estou""",
    "it": """faccio fare cambiare cambio posso possiamo vorrei ciao grazie buongiorno anche quanto
        quanti dopo prima senza questo quello sono siamo hanno degli delle nella""",
    "nl": """wijzig verander maak krijg vind doe moet moeten mag jullie jouw uw geen wel ook
        waarvoor hoeveel bedankt graag zonder tussen heb heeft hebben ben mijn""",
    "pl": """jak czy gdzie kiedy dlaczego co ile jest sa nie sie na z w do od dla po przez ze jako
        moge mozna moj moja moje swoj ktory ktora ktore jaki jaka zmienic ustawic usunac dodac
        dziekuje prosze witam""",
    "sv": """hur varfor gor byter andrar mitt min mina inte jag vad kan ar och det en ett""",
}
#: Also English, or names and abbreviations in English texts: they speak for nothing.
_SHARED = """
    a ai al also an are art as at bin ben but chez col come comment con da dan das data de del den
    des die dit do doe door dos dove e em en entre era es est et ex fur ha hat he hey hi ho hoe i in
    is it kan la las le les lo log los ma made mag man me men met mes mi min mode mot na nit no non
    nos note nu o of ole on or os ou page par per plan plus pour pro real sa sans se si sin so son
    sous stelle sur ta table te tes the to ton tot tout tu u um un una under van var via vi vos w
    war was wat we wel will y z zu
"""
_LOANS = "café naïve résumé façade cliché déjà jalapeño über fiancé née vis-à-vis señor"
FEWEST = 2  # words that speak for a language


def tongue_of(text: str) -> str:
    """The ISO 639-1 code of the language a question is asked in; "" where nothing is sure."""
    prose = _CODE.sub(" ", text[:2000])
    letters = sum(char.isalpha() for char in prose)
    for code, script in _SCRIPTS:
        if letters and len(script.findall(prose)) * 4 >= letters:
            return code
    said = [word.lower() for word in _WORD.findall(_plain(prose))]
    english = sum(word in stop_words("en") for word in said)
    hits, bare = _hits(said), [word for word in said if _is_marked(word)]
    best = max(sorted(hits), key=lambda code: (hits[code], _fits(code, prose)), default="")
    strong = hits[best] + (1 if bare or "¿" in prose else 0) if best else 0
    if best and hits[best] and strong >= FEWEST and strong > english:
        return best
    if english >= FEWEST and not hits.total():
        return "en"
    if bare and not english:
        return max(sorted(_LETTERS), key=lambda code: (_fits(code, prose), hits[code]))
    return ""


def _plain(prose: str) -> str:
    """Without what is named: files, settings, identifiers."""
    return _TOKEN.sub(
        lambda token: " " if _NAMED.fullmatch(token[0].strip(".,?!;()")) else token[0], prose
    )


def _hits(said: list[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for word in said:
        plain = _bare(word)
        if plain in _shared() or plain in stop_words("en"):
            continue
        for code in _MORE:
            found[code] += plain in _grammar(code)
    return found


@cache
def _grammar(code: str) -> frozenset[str]:
    return stop_words(code) | frozenset(_MORE[code].split())


@cache
def _shared() -> frozenset[str]:
    return frozenset(_SHARED.split())


def _is_marked(word: str) -> bool:
    """Whether a word has letters that English does without."""
    return not word.isascii() and "’" not in word and word not in _LOANS.split()


def _fits(code: str, prose: str) -> int:
    """How many letters of a language stand in a text, less those that are foreign to it."""
    own = _LETTERS.get(code, "")
    marked = [
        char for char in prose.lower() if not char.isascii() and (char.isalpha() or char in "¿¡")
    ]
    return sum(1 if char in own else -1 for char in marked)


def _bare(word: str) -> str:
    """Without accents; "ł" and "ß" as they are written without."""
    folded = (
        unicodedata.normalize("NFKD", word.replace("’", "'")).replace("ł", "l").replace("ß", "ss")
    )
    return "".join(char for char in folded if not unicodedata.combining(char))
