"""Everything can be done by keyboard, and is found: keys, palette, sheet; and all text is legible.

That every control has a name and is reached by Tab is asked of each state in test_states.py.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from verbatim_desktop.desktop.commands import Command
from verbatim_desktop.desktop.key_table import groups
from verbatim_desktop.desktop.palette_control import NOT_OFFERED, title_of
from verbatim_desktop.desktop.theme import DARK, LIGHT, Tokens
from verbatim_desktop.desktop.widgets.banner import GROUNDS as BANNERS
from verbatim_desktop.desktop.widgets.confidence_badge import TONES
from verbatim_desktop.desktop.widgets.key_sheet import KeySheet
from verbatim_desktop.desktop.widgets.tag import GROUNDS as TAGS
from verbatim_desktop.desktop.widgets.text import Text

# --- keys ----------------------------------------------------------------------------------------


def test_every_action_has_a_key(window):
    keyless = [one.name for one in window.commands.all() if not one.key.keys]

    assert keyless == []


def test_every_action_is_in_the_palette(window):
    """In the list of all of them, and where its own words are typed."""
    offered = [one for one in window.commands.all() if one.key.action not in NOT_OFFERED]
    window.palette_control.open()
    titles = window.palette_box.titles()

    assert len(offered) > 50
    assert titles[0] == "Commands"
    assert sorted(titles[1:]) == sorted(title_of(one) for one in offered)
    for command in offered:
        window.palette_box.field.setText(f">{title_of(command)}")
        assert title_of(command) in window.palette_box.titles(), title_of(command)


def test_every_key_stands_in_the_sheet_with_its_words(window):
    window.show_keys()
    sheet = window.findChild(KeySheet)
    words = {label.text() for label in sheet.findChildren(Text)}
    titles = {title for title, _keys in groups()}

    assert titles <= words
    for command in window.commands.all():
        assert command.key.caption, command.name
        assert command.key.words in words, command.name


def test_every_action_runs_from_the_palette_wherever_one_is(window):
    """Each has a method at its place that takes no arguments."""
    for command in window.commands.all():
        owner = window.pane(command.place) if command.place else window.commands.actions
        assert has_action(owner, command), command.name


def has_action(owner: object, command: Command) -> bool:
    action = command.key.action
    return callable(getattr(owner, action, None)) or (
        not command.place and action.startswith("show_")
    )


# --- contrast ------------------------------------------------------------------------------------

GROUNDS = ("window", "rail", "base", "alt", "sunken")
TEXT_ON = {
    *itertools.product(("text", "text2", "text3"), GROUNDS),
    *itertools.product(("accent",), (*GROUNDS, "soft")),
    ("onaccent", "accent"),
    *itertools.product(("text", "text2"), ("soft", "cite")),
    *itertools.product(("text", "text2"), ("okbg", "warnbg", "badbg")),
    *itertools.product(("ok", "warn", "bad"), ("base", "window", "alt")),
    *itertools.product(("string", "number", "text3", "accent"), ("sunken",)),
    *((kind if kind in TAGS else "text2", ground) for kind, ground in TAGS.items()),
    *((ink, ground) for ground, _edge, ink, _icon in BANNERS.values()),
    *((tone, f"{tone}bg") for tone in TONES.values()),
}


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(tokens: Tokens, ink: str, ground: str) -> float:
    first, second = luminance(getattr(tokens, ink)), luminance(getattr(tokens, ground))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), sorted(TEXT_ON))
def test_text_is_told_from_each_ground_it_stands_on(tokens: Tokens, ink: str, ground: str):
    assert contrast(tokens, ink, ground) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("series", ["s1", "s2", "s3", "s4", "s5"])
def test_a_series_of_data_is_told_from_its_card(tokens: Tokens, series: str):
    assert contrast(tokens, series, "base") >= 3


def inks() -> Iterator[tuple[str, str]]:
    """(module, token) of every colour that the code gives to words by name."""
    folder = Path(__file__).parents[2] / "verbatim_desktop" / "desktop"
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in ("Text", "ElidedText"):
                for word in node.keywords:
                    if word.arg == "color" and isinstance(word.value, ast.Constant):
                        yield path.name, str(word.value.value)
            elif called == "set_color" and node.args and isinstance(node.args[0], ast.Constant):
                yield path.name, str(node.args[0].value)


def test_no_words_are_set_in_a_colour_whose_contrast_is_not_computed():
    computed = {ink for ink, _ground in TEXT_ON}
    found = list(inks())

    assert len(found) > 50
    assert [(name, ink) for name, ink in found if ink not in computed] == []
