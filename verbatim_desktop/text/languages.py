"""Function words: what weighs little in a question, and which language a text is written in."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from verbatim_desktop.text.fold import fold

#: Words that carry grammar or courtesy and not subject matter, folded, apostrophes dropped.
_WORDS = {
    "en": """
        a about above after again all also am an and any anybody anyone anything are arent as at
        be because been before being below between both but by can cannot cant could couldnt did
        didnt do does doesnt doing dont down during each either else etc every everything few for
        from further get gets getting got had hadnt has hasnt have havent having he hello help her
        here hers hi him his hope how however i id if ill im in instead into is isnt it its itself
        ive just keep know let lets like looking lot make makes many may maybe me might more most
        much must my myself need needed needs no nor not now of off on once one only or other our
        ours out over own please possible really same see seem seems she should shouldnt since so
        some somehow someone something still such sure than thank thanks that thats the their
        theirs them then there theres these they theyre thing things think this those though
        through to too tried try trying under unless until up upon us use used using very via
        want wanted wants was wasnt way we were werent weve what whats when where whether which
        while who whom whose why will wish with within without wont wonder wondering work working
        works would wouldnt yes yet you youd your youre yours yourself
    """,
    "de": """
        aber als am an auch auf aus bei bin bis bitte da damit dann das dass dem den der des die
        dies diese dieser doch ein eine einem einen einer eines er es fur gibt haben hat ich ihr
        im in ist ja kann kein keine konnen man mein mich mir mit muss nach nicht noch nur oder
        sein sich sie sind so um und uns von vor wann warum was wenn wer werden wie wir wird wo
        zu zum zur uber
    """,
    "fr": """
        ai au aux avec ce ces cette comment dans de des du elle en est et etre il ils je la le les
        leur lui ma mais me mes mon ne nos notre nous on ou par pas peut plus pour pourquoi
        quand que quel quelle qui quoi sa sans se ses son sont sur ta te tes ton tous tout tu un
        une vos votre vous
    """,
    "es": """
        al como con cual cuando de del desde donde el ella en entre es esta este esto hay la las
        le lo los mas me mi mis muy nos o para pero por porque puede puedo que quien se ser si sin
        sobre son su sus tu un una uno y ya yo
    """,
    "it": """
        al alla che chi come con cosa da dal dei del della delle di dove e gli ha ho i il in io la
        le lo ma mi mio nel non o per perche piu posso puo quale quando questa questo se si sono
        su sul tra tu un una uno vi
    """,
    "pt": """
        ao aos as como com da das de do dos e ela ele em entre essa esse esta este eu foi ha isso
        mais mas meu minha na nao nas no nos o os ou para pela pelo pode por porque posso qual
        quando que quem se sem ser seu sua um uma voce
    """,
    "nl": """
        aan als bij dan dat de deze die dit door een en er het hij hoe ik in is kan kunnen maar
        me met mijn naar niet nog of om onze ook op over te tot uit van veel voor waar waarom
        wanneer wat we welke wij worden wordt zijn zo
    """,
    "sv": """
        att av den det du eller en ett for fran har hur i inte jag kan man med men mitt nar och om
        pa sig som till under var vad vara varfor vi vilka vill
    """,
}

#: Words of asking and complaining: many questions hold them, whatever they are about.
_ASIDES = {
    "en": """
        actual actually annoying answer anymore basically behavior behaviour broken bug case chance
        clarification clear confuse confused correct correctly current currently day error exact
        exactly example expect expected explain explanation fail failed failing fails failure fine
        fix fixed good great guide happen happened happening happens helpful idea issue issues
        latest matter mean means mistake month new obvious obviously old people point problem
        problems proper properly question questions reason recent recently reproduce result right
        simply situation solution solve solved somehow strange stuck suddenly suggestion support
        supposed thought time today trouble unable understand unexpected version weird work
        workaround working works worse wrong year yesterday
    """,
}

_LETTERS = re.compile(r"[^\W\d_]+")
_CYRILLIC = re.compile("[\u0400-\u04ff]")


@cache
def stop_words(language: str) -> frozenset[str]:
    """The function words of a language; none where it is unknown."""
    return frozenset(_WORDS.get(language, "").split())


@cache
def aside_words(language: str) -> frozenset[str]:
    """Words of asking and complaining, which say little about the subject."""
    return frozenset(_ASIDES.get(language, "").split())


def language_of(text: str, default: str = "en") -> str:
    """The ISO 639-1 code of a text by the function words it holds; the default where unsure.

    Looks at the first 2,000 characters. Two more hits than the default has are asked for, since
    short function words are shared between languages.
    """
    head = text[:2000]
    if default == "en" and _plainly_english(head):
        return default
    if len(_CYRILLIC.findall(head)) * 2 > len(head):
        return "ru"
    words = Counter(fold(word) for word in _LETTERS.findall(head))
    hits = {code: sum(words[word] for word in stop_words(code)) for code in _WORDS}
    best = max(sorted(hits), key=hits.__getitem__)
    return best if hits[best] >= hits.get(default, 0) + 2 else default


def _plainly_english(text: str) -> bool:
    """Whether one word in eight is an English function word; quick, for most documents are."""
    words = text.lower().split()
    return 8 * sum(map(stop_words("en").__contains__, words)) > len(words)
