"""Read one evidence section as lists, tables and paragraphs: what a sentence cannot do without.

A list item hangs on its lead-in, a step on the other steps, a sentence that says "it" on the one
before; a lead-in is nothing without what it leads in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verbatim_desktop.answer import quotable
from verbatim_desktop.answer.code_lines import Code
from verbatim_desktop.domain.answers import Evidence, EvidenceSentence
from verbatim_desktop.domain.documents import Block, BlockKind, Document
from verbatim_desktop.text.matching import Matcher
from verbatim_desktop.text.passages import as_compared

MOST_ITEMS = 6
MOST_STEPS = 10  # a procedure is no use without its end
MOST_ROWS = 2
MOST_NESTED = 8  # sentences of a list that is told with the lists within it
HELD = 0.6  # share of the question in a heading from which the steps below it are the answer
NAMED = 0.75  # or the share of a heading in a question that tells more than it asks
NAMED_BY_COMMANDS = 0.9  # the same for commands, which pages show on any occasion
FEWEST_NAMED = 3  # words of it that the question must hold then
FEWEST_OF_TASK = 2  # words of what leads in a list of steps: "To import products:"

#: It takes up the sentence before, not the topic: "This prevents …".
_DEMONSTRATIVE = re.compile(r"^(this|these|that|those)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"^(it|they|this|these|that|those|he|she|its|their|his|her)\b", re.IGNORECASE)


class Reader:
    """One evidence section. Positions count its sentences."""

    def __init__(
        self, evidence: Evidence, document: Document, matcher: Matcher | None = None
    ) -> None:
        self.document = document
        self._code = Code(evidence.sentences, document, matcher)
        self.sentences = evidence.sentences
        self._page: str | None = None
        self._asked: dict[str, float] = {}

    def block(self, at: int) -> Block:
        return self.document.blocks[self.sentences[at].block]

    def opens(self, at: int) -> bool:
        """Whether a sentence is the first of its block."""
        return at == 0 or self.sentences[at - 1].block != self.sentences[at].block

    def is_step(self, at: int) -> bool:
        """Whether a sentence stands in an item of a numbered list."""
        return self.block(at).list_marker[:-1].isdigit()

    def is_history(self, at: int) -> bool:
        """Whether a sentence is a row of what versions changed."""
        return quotable.is_history(self.block(at), self._heading(at))

    def is_unique(self, at: int) -> bool:
        if self._page is None:
            self._page = "\n".join(as_compared(block.text) for block in self.document.blocks)
        return self._page.count(as_compared(self.sentences[at].quote)) == 1

    def alone(self, at: int) -> float:
        """How well a sentence stands without the rest, once what it needs has come with it."""
        sentence = self.sentences[at]
        value = quotable.alone(self.document, sentence)
        if quotable.leads_in(sentence.quote) and not self._leads_in_whole(at):
            value = min(value, quotable.unfinished(sentence.quote))
        if quotable.leans(sentence.quote) and self._taken_up(at) is None:
            value = min(value, quotable.LEANING)
        if self._hangs_on_heading(at):
            value = min(value, quotable.UNINTRODUCED)
        return value

    def _leads_in(self, at: int) -> bool:
        """Whether a sentence leads in what is below it, with a colon or in words."""
        text = self.sentences[at].quote
        return quotable.leads_in(text) or (quotable.promises(text) and bool(self._led(at)))

    def _leads_in_whole(self, at: int) -> bool:
        """Whether what a sentence leads in comes with it; a line of longer code is not that."""
        led = self._led(at)
        return bool(led) and (
            self.block(led[0]).kind is not BlockKind.CODE or self._code.fits(led[0])
        )

    def begins(self, at: int) -> bool:
        """Whether an answer may begin here: what the sentence takes up stands by itself."""
        if not quotable.leans(self.sentences[at].quote):
            return True
        before = self._taken_up(at)
        return before is not None and not quotable.leans(self.sentences[before].quote)

    def with_context(self, at: int, matcher: Matcher) -> set[int]:
        """A sentence with what it depends on and what it leads in."""
        wanted = {at, *self._lead_ins(at), *self._condition(at, matcher), *self._steps(at)}
        wanted.update(self._item_of(at))
        if self._leads_in(at):
            wanted.update(self._led(at))
        return wanted

    def procedure(self, matcher: Matcher) -> list[int]:
        """What is to be done under a heading that holds most of what was asked.

        The first numbered list, else the commands with the sentences they follow.
        """
        asked = [self._asked_for(at, matcher) for at in range(len(self.sentences))]
        for at, share in enumerate(asked):
            if self.is_step(at) and (share >= NAMED or self._is_task_asked(at, matcher)):
                return [*self._lead_ins(at), *self._steps(at)]
        return self._commands([at for at, s in enumerate(asked) if s >= NAMED_BY_COMMANDS])

    def is_cut(self, at: int, following: int | None) -> bool:
        """Whether a sentence leads in what does not follow it in an answer."""
        if not quotable.leads_in(self.sentences[at].quote):
            return False
        return following is None or (following != at + 1 and at not in self._lead_ins(following))

    def says_something(self, at: int) -> bool:
        return quotable.alone(self.document, self.sentences[at]) > quotable.NEVER

    def whole_list(self, at: int) -> list[int]:
        """All of the table or list that a row or an item stands in, as far as it fits."""
        block = self.block(at)
        if block.kind is BlockKind.TABLE_ROW:
            rows = [i for i in range(len(self.sentences)) if self._same_table(i, at)]
            return [i for i in rows if not self.block(i).header][:MOST_ITEMS]
        if block.list_depth and block.list_marker and not self.is_step(at):
            return self._siblings(at)[:MOST_ITEMS]
        return []

    def follows(self, at: int) -> bool:
        """Whether a paragraph of the same part follows a sentence."""
        return self.stays(at) and self.block(at + 1).kind is BlockKind.PARAGRAPH

    def stays(self, at: int) -> bool:
        """Whether the sentence after one stands under the same heading."""
        after = at + 1
        return after < len(self.sentences) and self.heading_block(after) == self.heading_block(at)

    def beside(self, at: int, most: int) -> list[int]:
        """The sentences around one under the same heading, those after it first."""
        around = [*range(at + 1, at + most + 1), *range(at - 1, at - most - 1, -1)]
        within = [i for i in around if 0 <= i < len(self.sentences)]
        return [i for i in within if self.heading_block(i) == self.heading_block(at)]

    def items_at(self, at: int, depth: int) -> list[int]:
        """The list or the rows that a sentence opens, or lines; depth: of what stands before."""
        block = self.block(at)
        if block.kind is BlockKind.TABLE_ROW:
            rows = [i for i in range(at, len(self.sentences)) if self._same_table(i, at)]
            return [i for i in rows if not self.block(i).header]
        if block.list_depth > depth and block.list_marker and not self.is_step(at):
            return self._siblings(at)
        return self._lines(at)

    def heading_block(self, at: int) -> int | None:
        """The block of the nearest heading above a sentence."""
        above = range(self.sentences[at].block, -1, -1)
        blocks = self.document.blocks
        return next((i for i in above if blocks[i].kind is BlockKind.HEADING), None)

    def is_line(self, at: int) -> bool:
        """Whether a sentence is one of several lines that a paragraph leads in."""
        before = at - 1
        while before >= 0 and not self.opens(before + 1) and _unended(self.sentences[before]):
            before -= 1
        led = before >= 0 and not self.opens(before + 1)
        return (
            led and _unended(self.sentences[at]) and quotable.leads_in(self.sentences[before].quote)
        )

    def _lines(self, at: int) -> list[int]:
        """The lines that a paragraph leads in, where a line that ends is no sentence."""
        found: list[int] = []
        while at < len(self.sentences) and self.is_line(at):
            found.append(at)
            at += 1
        return found

    def _is_task_asked(self, at: int, matcher: Matcher) -> bool:
        """Whether the question holds every telling word of what leads in a list: "To pay:"."""
        if not self.opens(at) or self.block(at).list_marker != "1.":
            return False
        task = " ".join(self.sentences[i].quote for i in self._lead_ins(at)[:1])
        told = sum(1 for group in matcher.match(task).groups if matcher.rarity[group] > 0)
        return told >= FEWEST_OF_TASK and matcher.asked_share(task) == 1.0

    def _asked_for(self, at: int, matcher: Matcher) -> float:
        """How far the heading above a sentence was asked for: 1 where it holds most of that."""
        heading = self._heading(at)
        if heading not in self._asked:
            self._asked[heading] = _share_asked(heading, matcher)
        return self._asked[heading]

    def _commands(self, within: Sequence[int]) -> list[int]:
        """Short code of a stretch that leads some of it in, each with the sentence before it."""
        found: list[int] = []
        led = False
        for at in within:
            if self.block(at).kind is not BlockKind.CODE or not self.opens(at):
                continue
            code, before = self._code.whole(at), at - 1
            said = before in within and self.block(before).kind is not BlockKind.CODE
            if said and quotable.alone(self.document, self.sentences[before]) > quotable.LITTLE:
                code = [before, *code]
                led = led or quotable.leads_in(self.sentences[before].quote)
            if not self._code.whole(at) or len(found) + len(code) > MOST_STEPS:
                break
            found += code
        return found if led else []

    def heads(self, row: int) -> tuple[str, ...]:
        """The column heads of the table that the row in a block belongs to."""
        table = self.document.blocks[row].table
        for block in reversed(self.document.blocks[:row]):
            if block.table == table and block.header:
                return tuple(block.text[start:end].strip() for start, end in block.cells)
        return ()

    # --- what a sentence depends on --------------------------------------------------------------

    def _heading(self, at: int) -> str:
        """The nearest heading above a sentence."""
        block = self.heading_block(at)
        return self.document.title if block is None else self.document.blocks[block].text

    def _lead_ins(self, at: int) -> list[int]:
        """The sentences ending in a colon that a list item, a row or a line of code hangs on."""
        block, depth = self.block(at), self._depth(at)
        found: list[int] = []
        if not (depth or block.kind in (BlockKind.TABLE_ROW, BlockKind.CODE)):
            return found
        for before in range(at - 1, -1, -1):
            other = self._depth(before)
            if other >= depth:
                continue
            text = self.sentences[before].quote
            if not self._leads_in(before) or quotable.is_label(text):
                break
            taken_up = self._taken_up(before)
            if quotable.bare(text) and taken_up is None:
                break
            found += [before] if taken_up is None else [taken_up, before]
            depth = other
            if depth == 0:
                break
        return found

    def _hangs_on_heading(self, at: int) -> bool:
        """Whether a sentence is an item of a list that nothing introduces."""
        listed = self.block(at).list_depth > 0 and not self.is_step(at)
        return listed and not self._lead_ins(at)

    def _depth(self, at: int) -> float:
        """How deep a block hangs: tables and code hang on the paragraph before them."""
        block = self.block(at)
        hangs = block.kind in (BlockKind.TABLE_ROW, BlockKind.CODE)
        return block.list_depth + (0.5 if hangs else 0.0)

    def _condition(self, at: int, matcher: Matcher) -> list[int]:
        """The sentence before, where this one takes it up."""
        before = self._taken_up(at)
        return [before] if before is not None and self._needs(at, before, matcher) else []

    def _needs(self, at: int, before: int, matcher: Matcher) -> bool:
        """Whether a sentence says less of what was asked without the one it takes up."""
        text = self.sentences[at].quote
        if not _PRONOUN.match(text) or _DEMONSTRATIVE.match(text):
            return quotable.leans(text)
        own = matcher.match(text).groups
        carried = matcher.match(self.sentences[before].quote).groups
        return matcher.coverage({g: w for g, w in carried.items() if g not in own}) > 0

    def _taken_up(self, at: int) -> int | None:
        """The sentence before in the same block, or that ends the paragraph before."""
        if at == 0 or not quotable.leans(self.sentences[at].quote):
            return None
        if not self.opens(at):
            return at - 1 if quotable.alone(self.document, self.sentences[at - 1]) else None
        here, before = self.block(at), self.block(at - 1)
        neighbours = self.sentences[at].block - self.sentences[at - 1].block == 1
        prose = here.kind is before.kind is BlockKind.PARAGRAPH
        same = here.list_depth == before.list_depth
        quoted = quotable.alone(self.document, self.sentences[at - 1]) > quotable.LITTLE
        return at - 1 if neighbours and prose and same and quoted else None

    def _item_of(self, at: int) -> list[int]:
        """How the list item begins whose further paragraph holds a sentence."""
        depth = self.block(at).list_depth
        if not depth or self.block(at).list_marker:
            return []
        within = range(at - 1, self._edge(at, -1, depth) - 1, -1)
        return [
            i
            for i in within
            if self.block(i).list_depth == depth and self.block(i).list_marker and self.opens(i)
        ][:1]

    def _steps(self, at: int) -> list[int]:
        """All steps of the numbered list that a sentence belongs to, as far as they fit."""
        if not self.is_step(at):
            return []
        steps = self._siblings(at)
        where = max((i for i, step in enumerate(steps) if step <= at), default=0)
        start = 0 if where < MOST_STEPS else where - 1
        return self._with_led(steps[start : start + MOST_STEPS])

    def _with_led(self, steps: Sequence[int]) -> list[int]:
        """Steps with the code and the items that they lead in, while there is room."""
        found, room = list(steps), MOST_STEPS - len(steps)
        for step in steps:
            led = self._led(step) if quotable.leads_in(self.sentences[step].quote) else []
            if 0 < len(led) <= room:
                found += led
                room -= len(led)
        return found

    def _siblings(self, at: int) -> list[int]:
        """The first sentences of the items of a list, from a sentence in one of them."""
        depth = self.block(at).list_depth
        first, last = self._edge(at, -1, depth), self._edge(at, 1, depth)
        items = [
            i
            for i in range(first, last + 1)
            if self.block(i).list_depth == depth and self.block(i).list_marker and self.opens(i)
        ]
        return self._one_list(items, at)

    def _one_list(self, items: Sequence[int], at: int) -> list[int]:
        """Of items that follow each other those of the list around one: numbers start anew."""
        found: list[int] = []
        for item in items:
            if found and self._starts_anew(found[-1], item):
                if item > at:
                    break
                found = []
            found.append(item)
        return found

    def _starts_anew(self, before: int, item: int) -> bool:
        one, other = self.block(before), self.block(item)
        numbers = [block.list_marker[:-1] for block in (one, other)]
        if one.context != other.context or numbers[0].isdigit() != numbers[1].isdigit():
            return True
        return numbers[0].isdigit() and int(numbers[1]) < int(numbers[0])

    def _edge(self, at: int, step: int, depth: int) -> int:
        while 0 <= at + step < len(self.sentences) and self.block(at + step).list_depth >= depth:
            at += step
        return at

    # --- what a sentence leads in ----------------------------------------------------------------

    def _led(self, at: int) -> list[int]:
        """What a lead-in leads in: the items of a list, short code, or the best rows."""
        after = at + 1
        if after >= len(self.sentences):
            return []
        block = self.block(after)
        if block.kind is BlockKind.CODE:
            return self._code.below(after)
        if lines := self._lines(after):
            return lines[:MOST_ITEMS]
        if block.kind is BlockKind.TABLE_ROW:
            rows = [i for i in range(after, len(self.sentences)) if self._same_table(i, after)]
            return self._best([i for i in rows if not self.block(i).header], MOST_ROWS)
        if block.list_depth <= self.block(at).list_depth:
            return []
        items = self._siblings(after)
        if self.is_step(after):
            return self._with_led(items[:MOST_STEPS])
        return self._whole(after, items) or self._best(items, MOST_ITEMS)

    def _whole(self, at: int, items: Sequence[int]) -> list[int]:
        """A short list with the lists within it, which its items lead in; none where it is flat."""
        whole = range(items[0], self._edge(at, 1, self.block(at).list_depth) + 1)
        if len(whole) > MOST_NESTED or whole[-1] < items[-1]:
            return []
        nested = any(
            quotable.leads_in(self.sentences[i].quote)
            and self.block(i + 1).list_depth > self.block(i).list_depth
            for i in whole[:-1]
        )
        return [*whole] if nested else []

    def _same_table(self, one: int, other: int) -> bool:
        return self.block(one).table == self.block(other).table

    def _best(self, items: Sequence[int], most: int) -> list[int]:
        """All of a short list; of a longer one the items that say most."""
        ranked = sorted(items, key=lambda i: (-self.sentences[i].score, i))
        return sorted(ranked[:most])


def _unended(sentence: EvidenceSentence) -> bool:
    """Whether a line ends without the mark of a sentence."""
    return not sentence.quote.rstrip().endswith((".", "!", "?", ":", ";", "…"))


def _share_asked(heading: str, matcher: Matcher) -> float:
    groups = matcher.match(heading).groups
    if matcher.coverage(groups) >= HELD:
        return 1.0
    telling = sum(1 for group in groups if matcher.rarity[group] > 0)
    return matcher.asked_share(heading) if telling >= FEWEST_NAMED else 0.0
