"""What comes out of a model's text: words, inline code and markers, spaced as a reader expects."""

from __future__ import annotations

from collections.abc import Collection

from verbatim_desktop.cite.marker_forms import TAIL, addresses_in

LEFT_OUT = "(address left out)"
LONGEST = 300  # of what is named as left out


def apart(text: str) -> str:
    """Text in which nothing makes a link or an address: "](" and "://" do not stand in it."""
    return text.replace("](", "] (").replace("://", ": //")


class Said:
    """The text so far. used: numbers it cites, in order; dropped: markers that point at nothing;
    left_out: what was taken out because it could act.
    """

    def __init__(self, known: Collection[int], kept: Collection[str]) -> None:
        self.known, self.kept = frozenset(known), frozenset(kept)
        self.used: list[int] = []
        self.dropped: list[str] = []
        self.left_out: list[str] = []
        self.last = "\n"
        self.gap = ""  # spaces that are still to come out
        self._out: list[str] = []
        self._cited = False  # whether a marker came last
        self._gone = False  # whether a marker that points at nothing stood there
        self._address = False  # whether an address came last
        self._edge = ""  # the last three characters, where nothing parts them from what comes

    def take(self) -> str:
        """What was said since it was last taken."""
        done, self._out = "".join(self._out), []
        return done

    def say(self, text: str) -> None:
        words = text.strip(" ")
        lead = text[: len(text) - len(text.lstrip(" "))] if words else text
        self.gap = " " if self._gone else self.gap + lead
        if not words:
            return
        if (self._gone and words[0] in ".,;:!?") or words[0] == "\n":
            self.gap = ""
        ends = len(words) - len(words.lstrip(TAIL))
        if self._address and not self.gap and 0 < ends < len(words):
            self._gone = False  # what ends a sentence behind an address, and then the rest
            self.say(words[:ends])
            self.say(text[len(lead) + ends :])
            return
        if not self.gap and self._would_join(words):
            self.gap = " "
        if self.gap:
            self._edge, self._address = "", False
        self._out += [self.gap, words]
        self.last, self._edge = words[-1], (self._edge + words)[-3:]
        self.gap = text[len(lead) + len(words) :]
        self._cited = self._gone = False
        self._address = self._address and not words.strip(TAIL)

    def _would_join(self, words: str) -> bool:
        """Whether words would make a link or a definition of a bracket, or a longer address."""
        edge = self._edge[-2:] + words[:2]
        if apart(edge) != edge or (self._edge.lower() == "www" and words[0] == "."):
            return True
        if self.last == "]" and words[0] in ("(:" if self._cited else "("):
            return True
        return self._address and words[0] != "\n" and bool(words.strip(TAIL))

    def say_address(self, address: str) -> None:
        if address in self.kept:
            if not self.gap and self.last.isalnum():
                self.gap = " "
            self.say(address)
            self._address = True
        else:
            self.leave_out(address)
            self.say(LEFT_OUT)

    def cite(self, numbers: list[int]) -> None:
        known = [number for number in numbers if number in self.known]
        self.dropped += [f"[{number}]" for number in numbers if number not in self.known]
        self._gone = not known
        for number in known:
            started = self.last == "\n" and not self.gap
            self._out.append(f"[{number}]" if self._cited or started else f" [{number}]")
            self.last, self.gap, self._cited = "]", "", True
            if number not in self.used:
                self.used.append(number)

    def say_code(self, text: str) -> None:
        """Inline code, without backticks of its own."""
        if plain := self.without_addresses(text.replace("`", "").strip()):
            self.say(f"`{plain}`")

    def without_addresses(self, text: str) -> str:
        """The text without addresses that may not stay."""
        for address in addresses_in(text):
            if address not in self.kept:
                self.leave_out(address)
                text = text.replace(address, LEFT_OUT)
        return text

    def leave_out(self, what: str) -> None:
        self.left_out.append(what[:LONGEST])
