"""How people ask, language by language: the words that make a sentence a question or a request.

Patterns are matched against one sentence, folded to lower case with straight apostrophes.
"""

from __future__ import annotations

import re

_WH = "how|what|where|why|when|which|who|whose|whether|if"

_JOINING = r"and|also|but|so|then|oh|ah|well|ok(?:ay)?|anyway|btw|by the way|und|et"
_TELLING = (
    r"(?:my |the |one |another |a )?(?:quick |other )?(?:first|second|third|next|last|more)? ?"
    r"(?:question|thing|one)|first(?:ly| of all)?|second(?:ly)?|third(?:ly)?|next|plus|finally|"
    r"lastly|p\.? ?s\.?|sorry|just wondering|hi|hello|hey|q\d*|außerdem|aussi|enfin|además|"
    r"por último|inoltre"
)
#: What a person says on the way to a question: "oh and also", "And lastly,", "PS:".
LEAD_IN = re.compile(
    rf"^(?:(?:{_JOINING})\b[:,.)–-]?\s+|(?:{_TELLING})\s*[:,–-]\s+)+(?=\w)", re.IGNORECASE
)
_ON_THE_WAY = rf"(?:(?:{_JOINING}|{_TELLING}|\d+)\s*[:,.)\-–]?\s+)"

#: Who or what a question may be about: "can guests see", "do the keys expire".
_SOMEBODY = (
    r"(?:(?:people|everyone|everybody|anyone|anybody|someone|somebody|both|all|each|every|any|"
    r"these|those|this|that|a|an|the|my|our|your|their|his|her)\b|[a-z]{3,}(?<!s)s\b)"
)

#: A sentence that starts like this asks, even where its question mark is missing.
OPENS_QUESTION = re.compile(
    r"^(?:(?:hi|hello|hey)(?: (?:all|guys|team|there|everyone|folks|support))?[\s,!]+)?"
    rf"{_ON_THE_WAY}*"
    r"(?:how (?:do|does|did|can|could|should|would|to|long|many|much|often|is|are|come|about)\b|"
    r"(?:what|where|why|when|which|who) (?:\w+ ){0,2}(?:is|are|was|were|do|does|did|can|could|"
    r"should|would|will|happens|about|if|to|has|have)\b|what's\b|where's\b|"
    r"(?:can|could|may|should|will|would) (?:i|we|you|it|they|one|someone|anyone|the|our|my)\b|"
    rf"(?:can|could|should|will|would|do) {_SOMEBODY} \w+|does (?!not\b|nothing\b)\w+ \w+|"
    r"(?:is|are|was|were) (?:there|it|this|that|these|you|we|your|the)\b(?! (?:to|for) )|"
    r"(?:do|does|did) (?:i|we|you|it|they|the|your|our)\b|"
    r"(?:has|have) (?:you|anyone|anybody|someone|there|it)\b|"
    r"any (?:way|chance|plans?|option|possibility) (?:to|of|for|that)\b|"
    r"is it possible|wie (?:kann|können|lange|viel|oft|geht|funktioniert|richte|lösche|ändere|"
    r"bekomme|setze|stelle)|(?:kann|können|könnten|darf|muss|müssen|gibt) (?:ich|wir|man|sie|es)\b|"
    r"(?:was|wo|warum|wann|welche\w*) (?:ist|sind|kann|können|muss|passiert|finde|bedeutet|"
    r"kostet|funktioniert)\b|"
    r"comment (?:puis|peut|faire|on|je|dois|fonctionne|\w+er\b)|(?:est-ce|pouvez-vous|puis-je|"
    r"peut-on|pourriez-vous)\b|(?:où|quand|pourquoi|combien) (?:est|sont|puis|de|peut|faut|"
    r"cela|mon|ma|mes|le|la)\b|"
    r"¿|(?:cómo|dónde|cuándo|cuánto|cuál|por qué) (?:puedo|podemos|se|es|está|son|tengo|debo|"
    r"hago|funciona|tarda|cuesta)\b|"
    r"(?:como|onde|quando|quanto|qual|por que) (?:posso|podemos|faço|é|são|devo|se|funciona|"
    r"custa)\b|(?:come|dove|quando|quanto|quale|perché) (?:posso|possiamo|si|è|sono|faccio|devo|"
    r"funziona|costa)\b|"
    r"(?:hoe|waar|wanneer|waarom|wat) (?:kan|kunnen|moet|is|zijn|lang|veel|werkt|doe|stel|vind)\b|"
    r"(?:kan|kunnen|kunt|is|zijn|mag) (?:ik|we|wij|u|je|het|er)\b)"
)

#: Asks without the form of a question.
REQUESTS = re.compile(
    rf"\b(?:please|kindly|pls|plz|can you|could you|would you)\s+(?:also\s+)?(?:tell|advise|"
    rf"explain|"
    rf"clarify|confirm|describe|guide|point|show|walk|share|provide|send|help|let (?:me|us) know|"
    rf"check|give)\b|"
    rf"\b(?:let|tell|show|explain to) (?:me|us)\b(?: know)? (?:{_WH}|about)\b|"
    rf"\b(?:need|needs|want|wants|like|love|have|trying|hoping|keen|interested) to (?:know|"
    rf"understand|find out|learn|figure out|check|confirm|ask|clarify|verify|see) "
    rf"(?:\w+ ){{0,3}}(?:{_WH}|about|more|the|that)\b|"
    rf"\bask(?:s|ed|ing)? (?:me |us )?(?:{_WH})\b|\binterested in (?:{_WH}|knowing)\b|"
    rf"\b(?:i|we)(?:'d| would)? (?:want|need|like|wish) to (?:cancel|delete|close|return|transfer|"
    rf"upgrade|downgrade|unsubscribe|terminate|request|report)\b|"
    rf"\bwonder(?:ing|ed)?,? (?:{_WH})\b|\bcurious (?:{_WH}|about|as to)\b|"
    rf"\b(?:not|n't|un)\s?(?:\w+ )?(?:sure|certain|clear|obvious)(?: to (?:me|us))?"
    rf"(?: about| on| as to)? (?:{_WH})\b|"
    rf"\b(?:don't|do not|didn't|doesn't|can't|cannot|can not|couldn't|could not|unable to|"
    rf"failed to|"
    rf"no idea|no clue)\s?(?:\w+ )?(?:know|figure out|find(?: out)?|understand|see|tell|"
    rf"locate|work "
    rf"out|get)? ?(?:how to|how|where|why|what|which|whether)\b|"
    rf"\b(?:looking for|need|want|would appreciate|appreciate) (?:a |an |the |some |any |your )?"
    rf"(?:way|option|guide|instructions?|steps?|documentation|advice|guidance|help|explanation|"
    rf"information|details|info|clarification|assistance)\b|"
    rf"\b(?:my|our|the|one|another|a|second|next|last|quick|other|first) (?:\w+ )?question is\b|"
    rf"\b(?:i|we)(?:'d| would) (?:like|love) to (?:know|understand|hear|see)\b|"
    rf"\b(?:möchte|möchten|würde|würden|wüsste|wüssten|muss|müssen|will|wollen)\b.{{0,60}}\b"
    rf"(?:wissen|erfahren|verstehen|gerne?,? (?:ob|wie|wo|wann|was))\b|\bfrag(?:e|"
    rf"en) (?:mich|uns)\b|"
    rf"\b(?:weiß|wissen|weiss|verstehe|verstehen|finde|finden) (?:leider )?(?:nicht|nirgends),? "
    rf"(?:wie|ob|wo|warum|was|wann|welche)|"
    rf"\bbitte\b.{{0,30}}\b(?:teilen|sagen|erklären|helfen|schicken|nennen|zeigen|bestätigen)\b|"
    rf"\b(?:voudrais|voudrions|aimerais|aimerions|souhaite|souhaiterais|besoin de|dois) (?:bien )?"
    rf"(?:savoir|connaître|comprendre)\b|\bmerci de (?:me|nous|bien vouloir)\b|"
    rf"\b(?:ne sais pas|ne savons pas|ne comprends pas|ne trouve pas) (?:comment|si|où|pourquoi|"
    rf"quand|quel)|\bje me demande\b|"
    rf"\b(?:quisiera|quisiéramos|me gustaría|nos gustaría|necesito|necesitamos|quiero|queremos) "
    rf"(?:saber|entender|conocer|confirmar)\b|\bno (?:sé|sabemos|entiendo|encuentro) (?:cómo|"
    rf"si|dónde|"
    rf"por qué|cuándo|qué)|\bpor favor\b.{{0,30}}\b(?:díganme|dígame|indíquenme|indíqueme|"
    rf"explíquenme|confirmen|confirme)\b|"
    rf"\b(?:gostaria|gostaríamos|queria|preciso|precisamos|quero) (?:de )?(?:saber|entender|"
    rf"confirmar)\b|\bnão (?:sei|sabemos|entendo|encontro) (?:como|se|onde|por que|quando)|"
    rf"\b(?:vorrei|vorremmo|mi piacerebbe|ho bisogno di|devo) (?:sapere|capire)\b|"
    rf"\bnon (?:so|sappiamo|capisco|trovo) (?:come|se|dove|perché|quando)|"
    rf"\b(?:graag|wil|willen|zou|zouden|moet)\b.{{0,30}}\bweten\b|"
    rf"\b(?:weet|weten|begrijp|snap) (?:\w+ )?niet (?:hoe|of|waar|waarom|wanneer)|"
    rf"(?:教えて(?:ください|下さい|いただ)|知りたい|ご教示|お聞かせ|请(?:问|告诉))"
)

#: Says that something does not work, or not as it should.
PROBLEMS = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|could not|unable to|not able to|won't|wouldn't|"
    r"(?:does|do|did|is|are|was|has|have)(?:n't| not) (?:\w+ )?(?:work|working|worked|appear|"
    r"show|load|receive|received|arrive|arrived|sync|syncing|update|updating|recogni[sz]ed?|"
    r"start|respond|responding|let|allow|accept|accepted|find|found|save|saving|connect|send|"
    r"open|change|apply|available|visible|possible|help|seem to)|"
    r"never (?:arrives?|arrived|works?|worked|receive[sd]?|got|finishes|completes|loads?)|"
    r"fails?|failed|failing|broken|crash(?:es|ed|ing)?|stuck|stopped working|not working|"
    r"times? out|timed out|timing out|throws?|hangs?|freezes|"
    r"(?:get|gets|getting|got|see|seeing|saw|receive|receiving|received|returns?|shows?|gives?|"
    r"says?|keep getting) (?:\w+ |\d+ ){0,4}(?:errors?|exception|\"|'|“|failure|40\d|50\d)|"
    r"keeps? (?:\w+ing|telling|asking)|refus(?:es|ed)|denied|rejected|disappear(?:s|ed)|missing|"
    r"(?:blank|white|black|empty) (?:screen|page|file)s?|no longer|any ?more|"
    r"loops?|looping|forever|endless(?:ly)?|(?:is|are|was|were) not \w+ed|"
    r"having (?:trouble|problems?|issues?|difficult\w*)|trouble (?:with|\w+ing)|"
    r"(?:there is|there's|have|having) (?:a|an) (?:\w+ )?(?:problem|issue|bug)|charged twice|"
    r"(?:still|suddenly) (?:\w+ ){0,2}(?:not|getting|shows?|says?|see))|"
    r"\b(?:funktioniert|geht|klappt|lädt|startet|erscheint|kommt)\b.{0,40}\bnicht\b|"
    r"\b(?:kann|können|lässt|konnte)\b.{0,80}\bnicht\b|\bfehler(?:meldung)?\b|"
    r"\bschlägt\b.{0,40}\bfehl\b|"
    r"\bne (?:fonctionne|marche|peux|peut|pouvons|s'affiche|se charge|reçois|reçoit|parviens)\b|"
    r"\bn'arrive pas\b|\berreur\b|\bimpossible de\b|"
    r"\bno (?:funciona|puedo|podemos|me deja|carga|aparece|recibo|consigo)\b|\bda (?:un )?error\b|"
    r"\bnão (?:funciona|consigo|conseguimos|aparece|carrega|recebo|posso)\b|\bdá erro\b|"
    r"\bnon (?:funziona|riesco|riusciamo|posso|appare|carica|ricevo)\b|\berrore\b|"
    r"\b(?:werkt|lukt|kan|kunnen|verschijnt|laadt)\b.{0,60}\bniet\b|\bfoutmelding\b|"
    r"\bnicht mehr\b|\bstürzt\b.{0,40}\bab\b|\bhängt\b|\babgestürzt\b|"
    r"\b(?:ne|n')\s?\w+.{0,40}\bplus\b|\bse ferme\b|\bplante\b|\bse bloque\b|"
    r"\bya no\b|\bse (?:cierra|cuelga|bloquea|queda)\b|"
    r"\bnão\b.{0,40}\bmais\b|\b(?:trava|travou|congela|fecha sozinho)\b|"
    r"\bnon\b.{0,40}\bpiù\b|\bsi (?:blocca|chiude|pianta)\b|"
    r"\bniet meer\b|\bloopt vast\b|"
    r"(?:できません|できない|動きません|動かない|エラー|表示されません|届きません)"
)

#: Has the form of a question or request, and asks nothing a library could answer.
COURTESY = re.compile(
    r"^(?:(?:hi|hello|hey|dear)(?: \w+){0,2})?[\s,!]*(?:seriously|really|what|huh|hello|"
    r"how are you(?: \w+){0,3}|hope (?:you|this|all)\b[^.!?]{0,60}|"
    r"(?:can|could|would|will) (?:you|someone|anyone|anybody|somebody)(?: \w+)? (?:please )?"
    r"(?:help|assist|advise|look into (?:it|this|that)|take a look|have a look|check|"
    r"get back to (?:me|us)|call me(?: back)?|respond|reply|fix (?:it|this|that))"
    r"(?: (?:me|us|with this|with that|on this|out|please|here|asap|at this|into (?:it|this)|"
    r"with (?:it|this|my (?:issue|problem))))*|"
    r"(?:any|some) (?:help|assistance|advice|pointers?|support|"
    r"guidance)\b.{0,60}(?:appreciated|great|"
    r"welcome|helpful|useful|thanks).*|(?:please|kindly|pls)? ?(?:help|advise|assist)(?: me| us)?"
    r"(?: with this| asap| urgently)?(?: please)?|(?:any|some) help|"
    r"(?:please )?let (?:me|us) know(?: \w+)?(?: (?:if|when|whether|should) (?:you|there|it|"
    r"this|that|i|"
    r"we|anything|more)\b.*| your thoughts.*| (?:what you think|asap|soon).*)?|"
    r"(?:i )?look(?:ing)? forward\b.*|(?:is )?(?:this|that|it) (?:ok|okay|make sense|clear)|"
    r"does (?:this|that) make sense|(?:is )?(?:anyone|anybody|someone) there|right|"
    r"ok(?:ay)?|yes|no|"
    r"thank(?:s| you).*|thoughts|sorry|"
    r"(?:können|könnten|kannst) (?:sie|du|mir|jemand)(?: mir| uns)?(?: bitte)?(?: dabei|"
    r" hier| damit)?"
    r"(?: bitte)? (?:helfen|weiterhelfen)(?: bitte)?|wie geht es (?:ihnen|dir)|"
    r"(?:pouvez|pourriez)-vous (?:m'|nous )?(?: ?aider).{0,20}|comment allez-vous|"
    r"(?:¿ ?)?(?:me |nos )?(?:puede|podría|pueden|podrían)(?:n)? ayudar(?:me|nos)?.{0,20}|"
    r"(?:¿ ?)?(?:cómo|como) (?:está|están|estás).{0,10}|"
    r"(?:pode|podem|poderia|poderiam) (?:me |nos )?ajudar.{0,20}|"
    r"(?:mi )?(?:può|potete|potreste)(?: aiutarmi| aiutarci| aiutare).{0,20}|"
    r"(?:kunt|kun|kan) (?:u|je|iemand)(?: mij| me| ons)?(?: hiermee)? helpen.{0,20}|"
    r"よろしくお願い.*|お世話になっております.*)[\s.!?？。]*$"
)

#: Names what a question is about without saying it: the sentence before does.
LEANS = re.compile(
    r"\b(?:(?<!is )(?<!does )it|its|this|that|these|those|they|them|same|"
    r"das|dies|diese|dieser|dieses|es|dafür|damit|dabei|davon|sie|"
    r"cela|ça|ce|celui|celle|ceux|"
    r"esto|eso|ello|estos|esos|lo|isso|isto|questo|ciò|dit|deze|het|ervan|daarvan)\b|それ|これ|その|この"
)

#: Goes on from what was asked before.
GOES_ON = re.compile(
    r"^(?:and|but|or|so|then|und|aber|oder|et|mais|ou|y|pero|o|e|mas|ma|en|maar|of)\b"
)

#: Says after "And" what is to be done, and with what: a question of its own. "And will channels be
#: included?" leaves open in what; "And can guests create channels?" says who does what.
ASKS_ANEW = re.compile(
    r"^\w+[ ,]+(?:how (?:do|can|could|should|would|to|does)|where|who|which|"
    r"(?:can|could|may|must|should|do) (?:i|we)|do you (?:support|offer|have)|(?:is|are) there|"
    r"wie (?:kann|kannst|können|\w+e (?:ich|wir|man))|wo|kann (?:ich|man)|gibt es|"
    r"comment|où|puis-je|peut-on|y a-t-il|cómo|dónde|puedo|hay|como|onde|posso|há|come|dove|"
    r"hoe|waar|kan ik|is er|zijn er)\b"
)

#: "And can guests create channels?": somebody, and what they do, not what is done with them.
SAYS_WHO = re.compile(
    rf"^\w+[ ,]+(?:can|could|may|should|do|does) {_SOMEBODY} (?!.*\bbe \w+e[dn]\b)\w"
)

#: A line that announces a list of what is asked.
ANNOUNCES = re.compile(
    r"\b(?:questions?|know|tell|explain|wondering|clarify|confirm|following|points|asking|ask|answer|"
    r"fragen|folgende\w*|questions?|suivant\w*|preguntas?|siguientes?|perguntas?|seguintes?|"
    r"domande|seguenti|vragen|volgende)\b|質問|以下"
)

#: Speaks of what was pasted below or above it: "What does this error mean?", "We get:".
ABOUT_PASTED = re.compile(
    r"\b(?:this|that|these|those|the|following|below|above|such an?|diese[rsnm]?|die|der|"
    r"folgende[rsn]?|cette|ce|este|esta|questo|questa|deze)\s(?:\w+\s)?(?:errors?|exceptions?|"
    r"messages?|logs?|traces?|stack ?traces?|outputs?|warnings?|fehler(?:meldung)?|ausgabe|erreur|"
    r"errore|foutmelding)\b|[:：]$"
)

#: Asks for something to be done that no documentation can do: "And please call me back."
ERRANDS = re.compile(
    r"\b(?:please|kindly|pls|plz|(?:can|could|would|will) (?:you|someone))\b(?: \w+){0,2} "
    r"(?:call|phone|ring|contact|e-?mail|write|reply|respond|get back|send|ship|refund|cancel|"
    r"close|escalate|look into|fix|schedule|arrange|remind|forward|transfer|resend|unlock|reset)\b|"
    r"\b(?:call|phone|ring|contact|e-?mail|write) me(?: back)?\b|"
    r"\bbitte\b.{0,40}\b(?:zurück|anrufen|an|melden|schicken|senden|erstatten|kündigen|"
    r"stornieren)\b|\b(?:rappelez|contactez|écrivez|remboursez)-(?:moi|nous)\b|"
    r"\bmerci de (?:me|nous) (?:rappeler|contacter|rembourser|envoyer)\b|"
    r"\b(?:llámenme|llámeme|contáctenme|contácteme|devuélvanme)\b|"
    r"\b(?:me liguem|me ligue|entrem em contato|mi chiami|mi richiami|richiamatemi|contattatemi)\b|"
    r"\b(?:bel|mail) (?:me|mij|ons)\b|お電話ください|ご連絡ください"
)

#: Thanks, in so many words.
THANKS = re.compile(
    r"\b(?:thanks?|thank you|thx|cheers|danke|dank|merci|gracias|obrigad[oa]|grazie|bedankt|"
    r"dankjewel|tack|dziękuję|спасибо)\b|ありがとう|谢谢"
)

_PLAIN_WORD = re.compile(r"[^\W\d_A-Z]+(?=[\s,?!]|\.?$)")


def to_the_point(text: str) -> str:
    """A question without what is said on the way to it: "And lastly, can we …" is "Can we …"."""
    asked = LEAD_IN.sub("", text)
    return begun(asked) if asked != text else text


def begun(text: str) -> str:
    """With a capital, unless it begins with a name that has its own letters, such as iPhone."""
    return text[:1].upper() + text[1:] if _PLAIN_WORD.match(text) else text
