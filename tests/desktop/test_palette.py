"""The palette: what fits what is typed, by keyboard, never waiting for the library."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.fakes import ANSWER, CITATIONS
from tests.desktop.seeing import texts
from verbatim_desktop.desktop.finding import Finder, linked
from verbatim_desktop.desktop.fuzzy import Pattern, best
from verbatim_desktop.desktop.models.palette import PaletteEntry, PaletteModel
from verbatim_desktop.desktop.palette_control import KEPT_QUESTIONS
from verbatim_desktop.domain.answers import Level
from verbatim_desktop.domain.headings import Heading

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def palette(window):
    window.take_pane_focus()
    QTest.keyClick(window, Qt.Key.Key_K, CTRL)
    assert window.palette_box.isVisible()
    return window.palette_box


def type_in(palette, text: str) -> None:
    QTest.keyClicks(palette.field, text)


# --- what is listed ------------------------------------------------------------------------------


def test_nothing_typed_lists_the_commands_of_this_pane_first(palette):
    titles = palette.titles()

    assert titles[0] == "Commands"
    assert titles[1].startswith("Ask: ")
    assert any(title.startswith("Sources: ") for title in titles)
    assert "Go to Sources" in titles
    assert palette.chosen().title == titles[1]


def test_letters_find_commands_sections_and_earlier_questions(qtbot, palette):
    type_in(palette, "undo")
    qtbot.waitUntil(lambda: "Earlier questions" in palette.titles())
    titles = palette.titles()

    assert "Sections" in titles
    assert "Rollbacks › Undo a release" in titles
    assert ANSWER.question in titles


def test_a_question_finds_the_headings_that_hold_its_telling_words(qtbot, palette):
    type_in(palette, "how do I undo")

    qtbot.waitUntil(lambda: "Rollbacks › Undo a release" in palette.titles())


@pytest.mark.parametrize(
    ("typed", "group"), [(">", "Commands"), ("#roll", "Sections"), ("@", "Sources")]
)
def test_a_prefix_shows_one_kind_alone(qtbot, palette, typed, group):
    type_in(palette, typed)
    qtbot.waitUntil(lambda: len(palette.titles()) > 1 and palette.titles()[0] == group)
    heads = [title for title in palette.titles() if title in ("Commands", "Sections", "Sources")]
    assert heads == [group]


def test_earlier_questions_alone_say_what_keeps_them(qtbot, palette):
    type_in(palette, "?")
    qtbot.waitUntil(lambda: palette.titles()[:1] == [KEPT_QUESTIONS])
    assert ANSWER.question in palette.titles()


def test_pages_of_one_title_are_told_apart_by_their_path(fake):
    headings = [Heading(("Guide", "Step 2"), "docs", f"{part}/guides/x", "two") for part in "ab"]
    fake.headings = lambda: tuple(headings)
    found = Finder().sections(fake, "step", 6)
    assert [one.title for one in found] == ["Guide › Step 2 (a)", "Guide › Step 2 (b)"]


RULES = Heading(("Rules",), "docs", "app/rules", "rules")
LIMITS = Heading(("Rules", "Limits"), "docs", "app/rules", "limits")
SHORT = Heading(("Short",), "help", "rules", "")


@pytest.mark.parametrize(
    ("pasted", "leads_to"),
    [
        ("docs/app/rules#limits", (LIMITS,)),
        (" verbatim:docs/app/rules#limits", (LIMITS,)),
        ("<verbatim:docs/app/rules#limits>", (LIMITS,)),
        ("docs/app/rules", (RULES,)),
        ("docs/app/rules#gone", (RULES,)),
        ("https://shop.example/docs/app/rules#limits:~:text=At%20most", (LIMITS,)),
        ("https://shop.example/app/rules/", (RULES,)),
        ("https://shop.example/x/rules", (SHORT,)),
        ("other/app/rules#limits", ()),
        ("javascript://shop.example/app/rules", ()),
        ("rules", ()),
        ("how do app/rules work", ()),
    ],
)
def test_a_link_that_was_copied_leads_back_to_its_section(pasted, leads_to):
    assert linked(pasted, (RULES, LIMITS, SHORT)) == leads_to


def test_enter_on_a_pasted_link_opens_the_page_where_it_was_copied(qtbot, window, palette):
    window.opener.open_page(CITATIONS[0].identity, "undo-a-release")
    qtbot.waitUntil(lambda: window.source.current is not None)
    window.source.copy_link()
    palette.field.paste()
    qtbot.waitUntil(lambda: "Rollbacks › Undo a release" in palette.titles())
    with qtbot.waitSignal(window.opener.shown):
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.source.current.document.title == "Rollbacks"
    assert window.source.current.anchor == "undo-a-release"


def test_what_fits_nothing_says_so_once_that_is_known(qtbot, palette):
    palette.show_groups([("Commands", ())], seeking=True)
    assert "Searching" in texts(palette)
    assert "Nothing fits" not in texts(palette)
    type_in(palette, "#zzzz")
    qtbot.waitUntil(lambda: "Nothing fits" in texts(palette))
    assert palette.titles() == []
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


# --- by keyboard ---------------------------------------------------------------------------------


def test_enter_runs_the_command_and_gives_the_window_back(qtbot, window, palette):
    type_in(palette, ">read all sources")
    assert palette.chosen().title == "Sources: Read all sources again"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert window.place == "sources"


def test_enter_on_a_section_opens_its_page_at_the_heading(qtbot, window, palette):
    type_in(palette, "#not undo")
    qtbot.waitUntil(lambda: palette.chosen() is not None and "undo" in palette.chosen().title)
    with qtbot.waitSignal(window.opener.shown):
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.source.isVisible()
    assert window.source.current.document.title == "Rollbacks"


def test_enter_on_an_earlier_question_reopens_its_answer(qtbot, window, palette):
    type_in(palette, "how do i undo")
    qtbot.waitUntil(lambda: ANSWER.question in palette.titles())
    while palette.chosen().title != ANSWER.question:
        QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.ask.view.answer is not None)
    assert window.ask.card.field.question() == ANSWER.question


def test_up_and_down_go_round_past_the_names_of_groups(palette):
    first = palette.chosen()
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    last = palette.chosen()
    assert last is not first
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.chosen() is first


def test_esc_closes_it_and_the_focus_goes_back(window, palette):
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert window.ask.card.field.hasFocus()


def test_every_command_of_the_window_is_offered(window, palette):
    type_in(palette, ">")
    titles = palette.titles()
    for command in window.commands.all():
        if command.key.action not in ("open_citation", "escape", "show_palette"):
            assert any(command.key.words in title for title in titles)


# --- the model and the matching ------------------------------------------------------------------


def test_the_model_keeps_the_rules_of_qt(qtmodeltester):
    model = PaletteModel()
    entry = PaletteEntry("Undo", "undo", lambda: None, keys=("Ctrl+Z",), level=Level.HIGH)
    model.show_groups([("Commands", [entry]), ("Empty", []), ("Sections", [entry, entry])])
    qtmodeltester.check(model)

    assert [model.index(at).data() for at in range(model.rowCount())] == [
        *("Commands", "Undo", "Sections", "Undo", "Undo"),
    ]
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Undo, Ctrl+Z, high confidence"
    model.show_groups([])
    assert model.step(-1, 1) == -1


def test_words_in_any_order_fit_and_beginnings_fit_best():
    titles = ["A scroll", "Rollbacks › Undo a release", "Undo a rollback", "Terms"]

    assert [one.item for one in best("roll", titles, str, 9)] == [
        *("Rollbacks › Undo a release", "Undo a rollback", "A scroll"),
    ]
    assert [one.item for one in best("roll undo", titles, str, 9)][-1] != "A scroll"
    assert best("trm", titles, str, 9) == ()
    assert best("  ", titles, str, 9) == ()


def test_scattered_letters_fit_nothing_and_words_come_before_their_middles():
    titles = [
        "System requirements for the topic",
        "Unmute a topic",
        "Mute a topic",
        "A topic: mute",
    ]

    fitting = [one.item for one in best("mute a topic", titles, str, 9)]
    assert fitting == ["Mute a topic", "A topic: mute", "Unmute a topic"]
    assert [one.item for one in best("redirec", ["Code editor", "Redirecting"], str, 9)] == [
        "Redirecting"
    ]


@given(st.text("ab ", min_size=1, max_size=8), st.lists(st.text("ab ", max_size=12), max_size=6))
def test_what_only_holds_a_word_never_comes_before_what_begins_with_it(typed, titles):
    words = typed.split()
    found = [one.item for one in best(typed, titles, str, 9)]

    def begins(title: str) -> bool:
        return all(any(part.startswith(word) for part in title.split()) for word in words)

    assert found == sorted(found, key=lambda title: not begins(title))
    assert all(word in title for title in found for word in words)


@given(st.text(max_size=12), st.text(max_size=60))
def test_what_is_set_off_stands_inside_the_title(typed: str, title: str):
    fitted = Pattern(typed).fit(title) if typed.split() else None
    if fitted is None:
        return
    _score, spans = fitted
    ends = [0, *(at for span in spans for at in span), len(title)]
    assert ends == sorted(ends)
    assert all(start < end for start, end in spans)


def test_a_letter_that_grows_when_it_is_lowered_sets_off_no_other_letters():
    fitted = Pattern("bul").fit("İstanbul")

    assert fitted is not None
    assert fitted[1] == ((5, 8),)


@given(st.text(alphabet="abc ", min_size=1, max_size=20))
def test_a_title_always_fits_itself(title: str):
    if title.split():
        assert Pattern(title).fit(title) is not None
