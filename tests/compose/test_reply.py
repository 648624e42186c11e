"""Setting a reply from what was found, and changing it without losing what was typed."""

from __future__ import annotations

import string
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.samples import CITATION, STRONG, TICKET, WEAK
from verbatim_desktop.compose import reply, reply_answers, reply_paragraphs, tone
from verbatim_desktop.compose.placeholders import placeholders_in
from verbatim_desktop.compose.reply_paragraphs import Piece
from verbatim_desktop.compose.reply_quotes import Material, Numbering, Quoted, quoted_markdown
from verbatim_desktop.compose.restyle import restyled
from verbatim_desktop.domain.answers import Citation, Level
from verbatim_desktop.domain.documents import Mark, MarkKind
from verbatim_desktop.domain.messages import Message, Question
from verbatim_desktop.domain.replies import Paragraph, ParagraphState, Tone

HOW_LONG = Question("How long?", 0, 9, "How long?")
FRAME = tone.frame_of("en", Tone.PROFESSIONAL)
UNSURE = replace(STRONG, level=Level.MEDIUM)


def citation(quote: str) -> Citation:
    return replace(CITATION, marker=0, quote=quote)


def quoted(text: str, section: int = 0, opens: str = "") -> Quoted:
    return Quoted(text, citation(text), section, opens)


def texts(material: Material, numbering: Numbering | None = None) -> list[str]:
    pieces, _said = reply_answers.answer_pieces(
        material, 0, FRAME, numbering or Numbering(), headed=False
    )
    return [piece.text for piece in pieces]


# --- Answers -------------------------------------------------------------------------------------


def test_sentences_run_on_and_steps_stand_below_each_other():
    passages = (
        quoted("Refunds take days."),
        quoted("Open it.", 0, "1."),
        quoted("Close it.", 0, "2."),
        quoted("Other.", 1),
    )
    assert texts(Material(HOW_LONG, STRONG, passages)) == [
        "Refunds take days. [1]",
        "1. Open it. [2]\n2. Close it. [3]",
        "Other. [4]",
    ]


def test_a_passage_keeps_its_marker_and_is_quoted_once():
    numbering = Numbering()
    material = Material(HOW_LONG, STRONG, (quoted("A."), quoted("B.")))
    texts(material, numbering)
    again = Material(HOW_LONG, STRONG, (quoted("B."), quoted("C.")))
    assert texts(again, numbering) == [f"{FRAME.above} [2]", "C. [3]"]
    assert texts(again, numbering) == [f"{FRAME.above} [2] [3]"]
    assert [c.marker for c in numbering.citations] == [1, 2, 3]


def test_an_unsure_answer_says_so_and_is_marked():
    pieces, said = reply_answers.answer_pieces(
        Material(HOW_LONG, UNSURE, (quoted("A."),)), 0, FRAME, Numbering(), headed=False
    )
    assert [piece.text for piece in pieces] == [FRAME.maybe, "A. [1]"]
    assert {piece.state for piece in pieces} == {ParagraphState.UNCERTAIN}
    assert said.level is Level.MEDIUM


def test_what_is_not_known_is_said_with_a_ticket():
    pieces, said = reply_answers.answer_pieces(
        Material(HOW_LONG, WEAK, ticket=TICKET), 0, FRAME, Numbering(), headed=True
    )
    assert pieces[1] == Piece(FRAME.looking, ParagraphState.UNANSWERED, 0)
    assert said.ticket is TICKET
    assert said.level is Level.LOW


def test_notes_name_the_markers_of_the_reply():
    numbering = Numbering([replace(citation("X."), marker=1)])
    material = Material(HOW_LONG, STRONG, (quoted("A."),), notes=("[1] is deprecated.",))
    _pieces, said = reply_answers.answer_pieces(material, 0, FRAME, numbering, headed=False)
    assert said.notes == ("[2] is deprecated.",)


def test_a_hostile_quote_makes_no_marker_placeholder_or_emphasis():
    shown = quoted_markdown("See [9] {{agent.name}} *now* `x", ())
    assert list(placeholders_in(shown)) == []
    assert shown == r"See \[9\] \{\{agent.name\}\} \*now\* \`x"


def test_what_a_document_sets_as_code_is_code():
    marks = [Mark(MarkKind.CODE, 4, 10)]
    assert quoted_markdown("Run a_b -c now.", marks) == "Run `a_b -c` now."


def test_what_a_document_sets_in_bold_is_bold_and_no_more():
    marks = [Mark(MarkKind.STRONG, 6, 14)]
    assert quoted_markdown("Click New user *now*.", marks) == r"Click **New user** \*now\*."


# --- Frame ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", tone.LANGUAGES)
@pytest.mark.parametrize("style", list(Tone))
def test_every_language_has_every_tone(language: str, style: Tone):
    frame = tone.frame_of(language, style)
    for field in fields(frame):
        if field.name not in ("opening", "closing"):
            assert getattr(frame, field.name), field.name
    assert {name for _, name, _, _ in string.Formatter().parse(frame.quoted_in) if name} == {
        "language"
    }
    names = [found.name for found in placeholders_in(frame.greeting)]
    assert names in ([], ["customer.name"], ["customer.first_name"])
    assert not list(placeholders_in(frame.greeting_unknown))


def test_languages_are_named_in_each_other():
    for language in tone.LANGUAGES:
        for other in tone.LANGUAGES:
            assert tone.language_name(other, language) != other


def test_tones_differ():
    for language in tone.LANGUAGES:
        assert len({tone.frame_of(language, style) for style in Tone}) == len(Tone)


def test_a_name_is_greeted_and_no_name_is_not():
    for name, first in (("Maria Lopez", "Hello Maria Lopez,"), ("", "Hello,")):
        message = Message("How long?", sender_name=name)
        pieces = reply.frame_pieces(FRAME, message, [], "", "en", full=True)
        text, _ = reply_paragraphs.joined(pieces, reply.values_of(message, "", "", ""))
        assert text.split("\n")[0] == first
        assert text.endswith("Kind regards,\n{{agent.name}}")


def test_a_template_holds_the_answers_where_it_says():
    answers = [Piece("A. [1]", ParagraphState.GROUNDED, 0)]
    pieces = reply.template_pieces("Hi,\n\n{{answers}}\n\nBye", answers)
    assert [piece.text for piece in pieces] == ["Hi,", "A. [1]", "Bye"]
    assert [piece.text for piece in reply.template_pieces("Hi", answers)] == ["Hi", "A. [1]"]


def test_a_template_with_code_about_answers_is_left_alone():
    pieces = reply.template_pieces("Hi `{{answers}}`", [])
    assert [piece.text for piece in pieces] == ["Hi `{{answers}}`"]


# --- Changing ------------------------------------------------------------------------------------

PIECES = [
    Piece("Hello,", ParagraphState.TEMPLATE),
    Piece("**How long?**", ParagraphState.TEMPLATE, 0),
    Piece("A. [1]", ParagraphState.GROUNDED, 0),
    Piece("**And why?**", ParagraphState.TEMPLATE, 1),
    Piece("B. [2]", ParagraphState.UNCERTAIN, 1),
    Piece("Kind regards,", ParagraphState.TEMPLATE),
]


def shown(text: str, paragraphs: tuple[Paragraph, ...]) -> list[tuple[str, str, int]]:
    return [(text[p.start : p.end], p.state.value, p.question) for p in paragraphs]


def test_an_edited_paragraph_is_edited_and_the_others_are_not():
    text, paragraphs = reply_paragraphs.joined(PIECES, {})
    now = text.replace("A. [1]", "A, I think. [1]")
    states = [
        state for _text, state, _q in shown(now, reply_paragraphs.retraced(now, text, paragraphs))
    ]
    assert states == ["template", "template", "edited", "template", "uncertain", "template"]


def test_one_answer_is_replaced_and_the_rest_stays():
    text, paragraphs = reply_paragraphs.joined(PIECES, {})
    fresh = [Piece("New. [3]", ParagraphState.GROUNDED, 0)]
    now, found = reply_paragraphs.replaced(text, paragraphs, 0, fresh)
    assert now == text.replace("**How long?**\n\nA. [1]", "New. [3]")
    assert [q for _text, _state, q in shown(now, found)] == [-1, 0, 1, 1, -1]


def test_a_dropped_question_takes_its_answer_and_the_others_move_up():
    text, paragraphs = reply_paragraphs.joined(PIECES, {})
    now, found = reply_paragraphs.dropped(text, paragraphs, 0)
    assert "A. [1]" not in now
    assert [q for _text, _state, q in shown(now, found)] == [-1, 0, 0, -1]


def test_a_dropped_question_keeps_what_was_typed():
    text, paragraphs = reply_paragraphs.joined(PIECES, {})
    now = text.replace("A. [1]", "Mine.")
    left, _found = reply_paragraphs.dropped(
        now, reply_paragraphs.retraced(now, text, paragraphs), 0
    )
    assert "Mine." in left


def test_one_more_answer_stands_behind_the_last():
    text, paragraphs = reply_paragraphs.joined(PIECES, {})
    now, _found = reply_paragraphs.added(
        text, paragraphs, [Piece("C. [3]", ParagraphState.GROUNDED, 2)]
    )
    assert now.endswith("B. [2]\n\nC. [3]\n\nKind regards,")


def test_a_quote_is_inserted_behind_code_it_would_fall_into():
    assert (
        reply_paragraphs.inserted("Run `a b` now.", 6, quoted("Q."), 4) == "Run `a b` Q. [4] now."
    )


def test_another_tone_and_back_is_the_same_draft():
    message = Message("x", sender_name="Maria Lopez")
    values = reply.values_of(message, "", "Bo", "")
    answers = [
        Piece("A. [1]", ParagraphState.GROUNDED, 0),
        Piece(FRAME.looking, ParagraphState.UNANSWERED, 1),
    ]
    text, paragraphs = reply_paragraphs.joined(
        reply.frame_pieces(FRAME, message, answers, "", "en", full=True), values
    )
    for language in tone.LANGUAGES:
        for style in Tone:
            other = tone.frame_of(language, style)
            now, found = restyled(text, paragraphs, FRAME, other, values)
            assert "A. [1]" in now
            assert other.looking in now.split("\n\n")
            assert restyled(now, found, other, FRAME, values)[0] == text


def test_another_tone_leaves_edited_frame_sentences_alone():
    text, paragraphs = reply_paragraphs.joined(
        reply.frame_pieces(FRAME, Message("x"), [], "", "en", full=True), {}
    )
    now = text.replace(FRAME.opening, "Hey you!")
    edited = reply_paragraphs.retraced(now, text, paragraphs)
    formal = tone.frame_of("de", Tone.FORMAL)
    changed, _found = restyled(now, edited, FRAME, formal, {})
    assert "Hey you!" in changed
    assert changed.startswith("Sehr geehrte Damen und Herren,")


EDITS = st.lists(
    st.sampled_from(["Hello,", "A. [1]", "x", "", "**And why?**", "```\n\ny\n```", "B. [2]"]),
    max_size=10,
)


@given(EDITS)
def test_paragraphs_cover_any_edit(parts: list[str]):
    text, paragraphs = reply_paragraphs.joined(PIECES, {})
    now = "\n\n".join(parts)
    end = 0
    for paragraph in reply_paragraphs.retraced(now, text, paragraphs):
        assert not now[end : paragraph.start].strip()
        assert paragraph.start < paragraph.end
        end = paragraph.end
    assert not now[end:].strip()


# --- What is said twice, announced, or secret ----------------------------------------------------


def test_what_answers_best_but_stands_above_is_pointed_at_before_what_is_new():
    numbering = Numbering()
    texts(Material(HOW_LONG, STRONG, (quoted("A."), quoted("B."))), numbering)
    again = Material(HOW_LONG, STRONG, (quoted("A."), quoted("C.")))
    assert texts(again, numbering) == [f"{FRAME.above} [1]", "C. [3]"]


def test_an_announcement_of_what_is_not_quoted_is_left_out():
    passages = (quoted("A."), quoted("It has these effects:"), quoted("B."))
    assert texts(Material(HOW_LONG, STRONG, passages)) == ["A. [1] B. [2]"]


def test_an_announcement_stays_with_what_it_announces():
    passages = (quoted("Do this:"), quoted("Open it.", 0, "1."))
    assert texts(Material(HOW_LONG, STRONG, passages)) == ["Do this: [1]", "1. Open it. [2]"]


def test_an_announcement_whose_list_stands_above_is_left_out():
    numbering = Numbering()
    texts(Material(HOW_LONG, STRONG, (quoted("A."),)), numbering)
    again = Material(HOW_LONG, STRONG, (quoted("See:"), quoted("A.", 0, "-")))
    assert texts(again, numbering) == [f"{FRAME.above} [1]"]
    assert [one.marker for one in numbering.citations] == [1]


def test_an_announcement_alone_is_quoted():
    assert texts(Material(HOW_LONG, STRONG, (quoted("See:"),))) == ["See: [1]"]


def test_a_question_is_repeated_to_the_point_and_without_its_secrets():
    said = "And also, was card 4242 4242 4242 4242 charged?"
    material = Material(Question(said, 0, len(said), said), STRONG, (quoted("Yes."),))
    pieces, _said = reply_answers.answer_pieces(material, 0, FRAME, Numbering(), headed=True)
    assert pieces[0].text == "**Was card •••• 4242 charged?**"
