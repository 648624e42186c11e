"""Read what a model writes as it arrives: markers resolved, everything that could act left out.

What comes out is plain text with inline code and markers in one form, " [3]". Links keep their
words alone, images, tags and reference definitions go, and an address stays only where the evidence
holds it. The same text gives the same result however it is cut: nothing is decided before all that
could change the decision is there.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from verbatim_desktop.cite.marker_forms import (
    ADDRESS,
    LONGEST_GROUP,
    OPENS,
    SCHEMES,
    TAGS,
    TAIL,
    UNSEEN,
    closing_of,
    numbers_in,
)
from verbatim_desktop.cite.said import Said, apart

_PLAIN = re.compile(r"[^<>*`\[\]\\!：:]*")
_INERT = re.compile(r"[^<\[\]!]*")
_WORD = re.compile(r"\w+")
_RUN = re.compile(r"[^\n`!\\<*\w\[［【〔〖⟦]+")
_INDENT = re.compile(r"[ \t]*")
_DESTINATION = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>", re.DOTALL)
_TAG_NAME = re.compile(r"</?([A-Za-z][\w-]*)")
#: Behind a bracket without a space before it: the end of a sentence, or one more bracket.
_ENDS_SENTENCE = re.compile(r"[.!?](?:\s|$)|\n|$|\[")
_LONGEST_LINK = 2000
_LONGEST_WORD = 400
_FEWEST_FENCE = 3
_MOST_HASHES = 6
_DEEPEST = 3  # spaces before a line; four would make code of it


class Markers:
    """One text of a model.

    known: the markers that point at something. kept: addresses that may stay. markdown: whether the
    text stays Markdown, with its links to those, its emphasis, headings, fences and escapes.
    """

    def __init__(self, known: Collection[int], kept: Collection[str] = (), markdown: bool = False):
        self._said = Said(known, kept)
        self._markdown = markdown
        self._rest = ""
        self._line_start = True
        self._fence = ""
        self._bold = False

    @property
    def used(self) -> tuple[int, ...]:
        """Numbers that are cited, in their order."""
        return tuple(self._said.used)

    @property
    def dropped(self) -> tuple[str, ...]:
        """Markers that point at nothing."""
        return tuple(self._said.dropped)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Addresses, tags and definitions that were taken out."""
        return tuple(self._said.left_out)

    def feed(self, delta: str) -> str:
        """What is settled with more of the text."""
        self._rest += UNSEEN.sub("", delta)
        return self._settle(final=False)

    def finish(self) -> str:
        """What was waiting for more."""
        return self._settle(final=True)

    def _settle(self, *, final: bool) -> str:
        while self._rest:
            used = self._step(self._rest, final)
            if not used:
                break
            self._rest = self._rest[used:]
        return self._said.take()

    # --- one step; 0 where more has to be seen ---------------------------------------------------

    def _step(self, rest: str, final: bool) -> int:
        if self._fence:
            return self._code_line(rest, final)
        if self._line_start:
            return self._open_line(rest, final)
        first = rest[0]
        if first == "\n":
            self._said.say("\n")
            self._line_start, self._bold = True, False
            return 1
        if first in "`!\\<*":
            return self._special(rest, final)
        if first in OPENS:
            return self._group(rest, final)
        if _WORD.match(rest):
            return self._word(rest, final)
        run = _RUN.match(rest)
        text = run.group() if run else first
        self._said.say(apart(text))
        return len(text)

    def _special(self, rest: str, final: bool) -> int:
        if len(rest) == 1 and not final:
            return 0
        following = rest[1:2]
        if rest[0] == "`":
            return self._inline_code(rest, final)
        if rest[0] == "<":
            return self._tag(rest, final)
        if rest[0] == "*" and not self._markdown:
            return self._stars(rest, final)
        if rest[0] == "!" and following == "[":
            used = self._group(rest[1:], final, image=True)
            return used and used + 1
        if rest[0] == "\\" and self._markdown:
            self._said.say(rest[:2])
            return len(rest[:2])
        if rest[0] == "\\" and following and following in OPENS:
            return 1
        self._said.say(rest[0])
        return 1

    # --- lines and code --------------------------------------------------------------------------

    def _open_line(self, rest: str, final: bool) -> int:
        indent = len(_INDENT.match(rest).group())  # type: ignore[union-attr]
        if indent == len(rest) and not final:
            return 0
        first = rest[indent : indent + 1]
        opened = self._opening(rest, indent, first, final)
        if opened is not None:
            return opened
        self._line_start = False
        if indent and first not in ("", "\n"):
            self._said.say(" " * (indent if self._markdown else min(indent, _DEEPEST)))
        return indent or self._step(rest, final) or self._wait()

    def _wait(self) -> int:
        """Nothing was used: the line is still to be opened."""
        self._line_start = True
        return 0

    def _opening(self, rest: str, at: int, first: str, final: bool) -> int | None:
        """What opens a line and is no text of it; None where nothing does."""
        if not first:
            return None
        if first in "`~":
            return self._open_fence(rest, at, first, final)
        if first == "[":
            return self._definition(rest, at, final)
        if first not in "#>*+" or self._markdown:
            return None
        run = len(rest[at:]) - len(rest[at:].lstrip(first))
        if at + run == len(rest) and not final:
            return 0
        spaced = rest[at + run : at + run + 1] in (" ", "\t", "")
        if first in "*+" and run == 1 and spaced:
            self._line_start = False
            self._said.say(" " * min(at, _DEEPEST) + "- ")
            return at + 2
        if first == ">" or (first == "#" and run <= _MOST_HASHES and spaced):
            behind = len(rest) - len(rest[at + run :].lstrip(" \t"))
            return behind if behind < len(rest) or final else 0
        return None

    def _open_fence(self, rest: str, at: int, sign: str, final: bool) -> int | None:
        run = len(rest[at:]) - len(rest[at:].lstrip(sign))
        if at + run == len(rest) and not final:
            return 0
        if run < _FEWEST_FENCE:
            return None
        end = rest.find("\n", at)
        if end < 0 and not final:
            return 0
        line = rest[at + run : end if end >= 0 else len(rest)]
        if sign == "`" and "`" in line:
            return None
        self._fence = sign * run
        if self._markdown:
            self._said.say(rest[: at + run] + line + "\n" * (end >= 0))
        return at + run + len(line) + (end >= 0)

    def _code_line(self, rest: str, final: bool) -> int:
        end = rest.find("\n")
        if end < 0 and not final:
            return 0
        line = rest if end < 0 else rest[:end]
        closing = line.strip()
        if closing.startswith(self._fence) and not closing.strip(self._fence[0]):
            self._fence = ""
        if self._markdown:
            self._said.say(self._said.without_addresses(line) + "\n" * (end >= 0))
        elif closing and self._fence:
            self._said.say_code(line)
            self._said.say("\n")
        return len(line) + (end >= 0)

    def _definition(self, rest: str, at: int, final: bool) -> int | None:
        """A reference definition, or a list of sources of the model's own: the line goes."""
        end = rest.find("]", at)
        cut = rest.find("\n", at)
        if end < 0 or (0 <= cut < end):
            open_ended = cut < 0 and len(rest) - at < LONGEST_GROUP
            return 0 if open_ended and not final else None
        if end + 1 == len(rest) and not final:
            return 0
        if end - at >= LONGEST_GROUP or rest[end + 1 : end + 2] != ":":
            return None
        if cut < 0 and not final:
            return 0
        self._said.leave_out(rest[at : end + 2])
        return len(rest) if cut < 0 else cut + 1

    def _inline_code(self, rest: str, final: bool) -> int:
        run = len(rest) - len(rest.lstrip("`"))
        if run == len(rest):
            return 0 if not final else run
        line = rest.find("\n")
        limit = len(rest) if line < 0 else line
        closing = re.search(rf"(?<!`)`{{{run}}}(?!`)", rest[run:limit])
        if closing is None and (final or line >= 0):
            self._said.say("`" * run if self._markdown else "")
            return run
        if closing is None:
            return 0
        end = run + closing.end()
        if end == len(rest) and not final:
            return 0  # one more backtick would make it another run
        if self._markdown:
            self._said.say(self._said.without_addresses(rest[:end]))
        else:
            self._said.say_code(rest[run : run + closing.start()])
        return end

    def _stars(self, rest: str, final: bool) -> int:
        run = len(rest) - len(rest.lstrip("*"))
        if run == len(rest) and not final:
            return 0
        following = rest[run : run + 1]
        opens = bool(self._said.gap) or self._said.last.isspace() or self._said.last in '([“"'
        closes = not following or following.isspace() or following in '.,;:!?)[”"'
        if run >= 2 and opens and (following.isalnum() or following in '`“"[('):
            self._bold = True
        elif run >= 2 and self._bold and closes:
            self._bold = False
        else:
            self._said.say("*" * run)
        return run

    def _tag(self, rest: str, final: bool) -> int:
        """HTML goes; what only looks like it stays."""
        if not re.match(r"<[!/A-Za-z]", rest):
            self._said.say("<")
            return 1
        tag = _TAG.match(rest, 0, _LONGEST_LINK)
        if tag is None or "\n\n" in tag.group():
            if len(rest) < _LONGEST_LINK and not final and "\n\n" not in rest:
                return 0
            self._said.say("<")
            return 1
        name = _TAG_NAME.match(rest)
        text = tag.group()
        if name is None or name[1].lower() in TAGS or re.search(r"[\w+.-]+:|@", text):
            self._said.leave_out(text)
        else:
            self._said.say("<")
            return 1
        return tag.end()

    # --- brackets --------------------------------------------------------------------------------

    def _group(self, rest: str, final: bool, *, image: bool = False) -> int:
        """A marker, a link, an image, or a bracket of the text."""
        end = closing_of(rest)
        if end is None:
            if not final and len(rest) < LONGEST_GROUP and "\n" not in rest:
                return 0
            self._said.say("(")
            return 1
        if end + 2 >= len(rest) and not final:
            return 0
        content = rest[1:end]
        if rest[0] == "[" and rest[end + 1 : end + 2] == "(":
            return self._link(rest, content, end + 1, final, image)
        if numbers := numbers_in(content):
            return self._marker(numbers, rest, end + 1)
        plain = (_INERT if self._markdown else _PLAIN).fullmatch(content) and not image
        self._said.say("[" if plain and rest[0] == "[" else "(" if rest[0] == "[" else rest[0])
        return 1

    def _marker(self, numbers: list[int], rest: str, end: int) -> int:
        """Cite; a colon behind goes before, where it is no definition."""
        if rest[end : end + 1] == ":" and not rest[end + 1 : end + 2].strip():
            self._said.gap = ""
            self._said.say(": ")
            end += 1
        self._said.cite(numbers)
        return end

    def _link(self, rest: str, content: str, at: int, final: bool, image: bool) -> int:
        found = _DESTINATION.match(rest, at, at + _LONGEST_LINK)
        broken = "\n\n" in rest[at:] or len(rest) - at >= _LONGEST_LINK
        if found is None and not broken and not final:
            return 0
        if found is None or "\n\n" in found.group():
            self._say_inner(content, image)
            return at
        target = found.group()[1:-1].strip().split()
        if self._markdown and not image and target and target[0] in self._said.kept:
            self._said.say(f"[{self._said.without_addresses(content)}]({target[0]})")
        else:
            if target:
                self._said.leave_out(target[0])
            self._say_inner(content, image)
        return found.end()

    def _say_inner(self, content: str, image: bool) -> None:
        """The words of a link; nothing of an image."""
        if image:
            return
        if numbers := numbers_in(content):
            self._said.cite(numbers)
            return
        waiting, self._rest = self._rest, content
        while self._rest:
            self._rest = self._rest[self._step(self._rest, True) or 1 :]
        self._rest = waiting

    # --- words and addresses ---------------------------------------------------------------------

    def _word(self, rest: str, final: bool) -> int:
        word = _WORD.match(rest).group()  # type: ignore[union-attr]
        end = len(word)
        if end >= _LONGEST_WORD:
            self._said.say(word[:_LONGEST_WORD])
            return _LONGEST_WORD
        if end + 2 >= len(rest) and not final:
            return 0
        behind = rest[end:]
        is_address = (
            behind.startswith("://")
            or (word.lower() in SCHEMES and behind[:1] == ":" and behind[1:2].strip() != "")
            or (word.lower() == "www" and behind[:1] == ".")
        )
        if is_address:
            return self._address(rest, final)
        if behind[:1] == "[":
            return self._attached(rest, word, final)
        self._said.say(word)
        return end

    def _address(self, rest: str, final: bool) -> int:
        end = len(ADDRESS.match(rest).group())  # type: ignore[union-attr]
        if end == len(rest) and not final:
            return 0
        address = rest[:end].rstrip(TAIL)
        self._said.say_address(address)
        return len(address)

    def _attached(self, rest: str, word: str, final: bool) -> int:
        """A bracket right behind a word: an index such as arr[1], or a marker without its space."""
        end = closing_of(rest[len(word) :])
        if end is None:
            if not final and len(rest) - len(word) < LONGEST_GROUP and "\n" not in rest:
                return 0
            self._said.say(word)
            return len(word)
        end += len(word)
        if end + 2 >= len(rest) and not final:
            return 0
        if not numbers_in(rest[len(word) + 1 : end]) or rest[end + 1 : end + 2] == "(":
            self._said.say(word)
            return len(word)
        behind = rest[end + 1 : end + 3]
        if not word.isascii() or _ENDS_SENTENCE.match(behind):
            self._said.say(word)
            return len(word)
        if self._markdown:
            self._said.say(rest[: end + 1])
        else:
            self._said.say_code(rest[: end + 1])
        return end + 1
