"""Reading messages: what was written now, by whom, and what was taken off."""

from __future__ import annotations

from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verbatim_desktop.compose.html_text import html_to_text
from verbatim_desktop.compose.message import LARGEST_FILE, message_of, read_message
from verbatim_desktop.domain.errors import MessageUnreadable
from verbatim_desktop.domain.messages import RemovedKind
from verbatim_desktop.workflows.read_message import read_message_file


def mail(**headers: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = '"Doe, Jané" <jane@acme.example>'
    message["Subject"] = "Wie lösche ich einen Schlüssel?"
    for name, value in headers.items():
        message[name] = value
    return message


def removed(text: str, kind: RemovedKind) -> list[str]:
    return [part.text for part in message_of(text).removed if part.kind is kind]


# --- Plain messages ------------------------------------------------------------------------------


def test_a_signature_is_taken_off_and_kept():
    message = message_of("How long?\n\nBest regards,\nMaria Lopez\nAcme GmbH\n+49 30 901820")
    assert message.text == "How long?"
    [part] = message.removed
    assert part.kind is RemovedKind.SIGNATURE
    assert part.text.startswith("Best regards,\nMaria Lopez")
    assert part.at == len(message.text)


def test_the_name_under_a_sign_off_is_the_senders():
    assert message_of("How long?\n\nThanks,\nMaria Lopez").sender_name == "Maria Lopez"
    assert message_of("How long?\n\nThanks!").sender_name == ""
    assert message_of("How long?\n\nsent from my iPhone").sender_name == ""
    assert message_of("How long?\n\nThanks\n\nSent from my iPhone\nMaria").sender_name == "Maria"


@pytest.mark.parametrize("line", ["Thanks, Maria", "Cheers Maria", "Viele Grüße, Maria"])
def test_a_sign_off_with_its_name_in_one_line(line: str):
    message = message_of(f"How long?\n\n{line}")
    assert (message.text, message.sender_name) == ("How long?", "Maria")


def test_thanks_for_something_is_no_sign_off():
    assert message_of("How long?\n\nThanks for the SDK").sender_name == ""


def test_a_postscript_is_part_of_the_message():
    message = message_of("How long?\n\nThanks,\nMaria\n\nPS: we use version 4.")
    assert "PS: we use version 4." in message.text


def test_thanks_inside_a_letter_is_no_signature():
    text = (
        "Thanks\nfor the answer. I still cannot log in after I changed my password yesterday.\nWhy?"
    )
    assert message_of(text).text.endswith("Why?")


@pytest.mark.parametrize(
    "announcement",
    [
        "On Mon, 2 Mar 2026 at 10:12, Support <help@shop.example> wrote:",
        "On Mon, 2 Mar 2026 at 10:12, Support\n<help@shop.example> wrote:",
        "Am 02.03.2026 um 10:12 schrieb Support:",
        "Le lun. 2 mars 2026 à 10:12, Support <help@shop.example> a écrit :",
        "El lun, 2 mar 2026 a las 10:12, Support escribió:",
        "Em seg., 2 de mar. de 2026 às 10:12, Support escreveu:",
        "Il giorno lun 2 mar 2026 alle ore 10:12 Support ha scritto:",
        "Op ma 2 mrt 2026 om 10:12 schreef Support:",
        "2026年3月2日(月) 10:12 Support <help@shop.example>:",
        "-----Original Message-----",
        "-----Ursprüngliche Nachricht-----",
        "________________________________\nFrom: Support\nSent: Monday\nTo: Jane\nSubject: Keys",
        "Von: Support\nGesendet: Montag\nAn: Jane\nBetreff: Schlüssel",
        "De : Support\nEnvoyé : lundi\nÀ : Jane\nObjet : Clés",
        "Begin forwarded message:",
    ],
)
def test_history_is_taken_off_in_many_languages(announcement: str):
    text = f"And how do I undo it?\n\n{announcement}\n\nHello Jane, did you rotate the key?"
    message = message_of(text)
    assert message.text == "And how do I undo it?"
    assert [part.kind for part in message.removed] == [RemovedKind.QUOTED]
    assert "did you rotate" in message.removed[0].text


def test_answers_between_quoted_lines_stay():
    message = message_of(
        "On Monday, Support wrote:\n> Which browser?\n\nFirefox.\n\n"
        "> Which version?\n\n128. And why?"
    )
    assert message.text == "Firefox.\n\n128. And why?"
    assert len(message.removed) == 2


def test_a_message_that_is_only_quoted_is_read_all_the_same():
    message = message_of("---------- Forwarded message ---------\nFrom: Jo\n\nHow do I log in?")
    assert "How do I log in?" in message.text
    assert message.notes == ("The message holds only quoted text, which was read as the message.",)


@pytest.mark.parametrize(
    ("said", "name", "address"),
    [
        ("From: Jo Doe <jo@x.example>", "Jo Doe", "jo@x.example"),
        ("Von: Doe, Jo [mailto:jo@x.example]", "Jo Doe", "jo@x.example"),
        ("*From:* *Jo Doe* <jo@x.example>", "Jo Doe", "jo@x.example"),
        ("From: jo@x.example", "", "jo@x.example"),
        ("From: Jo", "Jo", ""),
    ],
)
def test_who_wrote_what_was_forwarded_is_who_is_answered(said: str, name: str, address: str):
    message = message_of(f"---------- Forwarded message ---------\n{said}\n\nHow do I log in?")
    assert (message.sender_name, message.sender_address) == (name, address)
    assert message.text == "How do I log in?"


def test_a_banner_of_the_mail_gateway_is_a_notice():
    text = "CAUTION: This email originated from outside of the organization.\n\nHow long?"
    assert removed(text, RemovedKind.NOTICE)
    assert message_of(text).text == "How long?"


def test_lines_that_a_mail_program_broke_are_joined():
    text = (
        "I rotated my API key yesterday but the old key still works after an hour, which\n"
        "worries me. How long does it take until the\nold one is gone?"
    )
    assert "which worries me" in message_of(text).text


def test_list_items_stay_lines():
    text = (
        "We have these questions about the plan that we bought in the shop last week:\n- one\n- two"
    )
    assert message_of(text).text.endswith("\n- one\n- two")


def test_what_cannot_be_shown_is_dropped():
    assert (
        message_of("How\u202e long\x00 does\x1b[31m it\ud800 take?").text
        == "How long does[31m it? take?"
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Wie kann ich mein Passwort ändern, wenn ich es nicht mehr weiß?", "de"),
        ("パスワードを変更する方法を教えてください。", "ja"),
        ("如何更改我的密码？", "zh"),
        ("How do I change my password?", "en"),
    ],
)
def test_the_language_is_told(text: str, language: str):
    assert message_of(text).language == language


# --- E-mail --------------------------------------------------------------------------------------


def test_a_plain_mail_gives_sender_subject_and_text():
    message = mail()
    message.set_content("Hallo,\n\nwie geht das?\n")
    read = read_message(message.as_bytes(), "a.eml")
    assert read.sender_name == "Jané Doe"
    assert read.sender_address == "jane@acme.example"
    assert read.subject == "Wie lösche ich einen Schlüssel?"
    assert read.text == "Hallo,\n\nwie geht das?"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_name_in_bytes_of_no_stated_encoding_is_read(encoding: str):
    head = 'From: "Müller, Björn" <b@acme.example>\nSubject: Größe\n\nHow?'
    read = read_message(head.encode(encoding), "a.eml")
    assert (read.sender_name, read.subject) == ("Björn Müller", "Größe")


def test_a_pasted_mail_keeps_the_letters_of_its_header():
    assert message_of("From: Zoë <zoe@acme.example>\nSubject: é\n\nHow?").sender_name == "Zoë"


def test_html_is_read_where_the_plain_part_says_nothing():
    message = mail()
    message.set_content("Open in a browser")
    message.add_alternative(
        "<style>p{color:red}</style><p>How do I <b>reset</b> the <a href='https://x.example/p'>key"
        "</a>?</p><ol><li>one</li><li>two</li></ol><div style='display:none'>preheader</div>"
        "<script>alert(1)</script><div class='gmail_signature'>Jane<br>CEO</div>"
        "<div class='gmail_quote'>On Monday X wrote:<blockquote>old text</blockquote></div>",
        subtype="html",
    )
    read = read_message(message.as_bytes(), "a.eml")
    assert read.text == "How do I reset the key (https://x.example/p)?\n\n1. one\n2. two"
    kinds = {part.kind for part in read.removed}
    assert kinds == {RemovedKind.SIGNATURE, RemovedKind.QUOTED}


def test_attachments_are_named_and_not_read():
    message = mail()
    message.set_content("See attached.")
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="../../a.pdf")
    inner = mail()
    inner.set_content("inner")
    message.add_attachment(inner)
    read = read_message(message.as_bytes(), "a.eml")
    assert read.attachments == ("a.pdf", "Wie lösche ich einen Schlüssel?")
    assert "inner" not in read.text


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "x-unknown", "utf-7"])
def test_a_wrong_charset_is_no_fault(charset: str):
    head = f"From: a@b.io\nSubject: x\nContent-Type: text/plain; charset={charset}\n\n"
    text = read_message(head.encode() + "Wie ändere ich das? ☃".encode(), "a.eml").text
    assert "ndere ich das?" in text


def test_flowed_lines_are_joined():
    head = "From: a@b.io\nSubject: x\nContent-Type: text/plain; format=flowed\n\n"
    read = read_message(f"{head}How long \ndoes it take?\n-- \nJane\n".encode(), "a.eml")
    assert read.text == "How long does it take?"


def test_a_pasted_mail_is_known_by_its_header():
    read = message_of("From: Jane <jane@acme.example>\nSubject: Keys\n\nHow do I rotate one?")
    assert (read.subject, read.text) == ("Keys", "How do I rotate one?")


def test_a_file_is_read_by_its_name(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_text("How long?", encoding="utf-16")
    assert read_message_file(file).text == "How long?"


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.exe"])
def test_other_files_are_refused_in_one_line(name: str):
    with pytest.raises(MessageUnreadable, match="are not read"):
        read_message(b"x", name)


def test_a_missing_file_is_said(tmp_path: Path):
    with pytest.raises(MessageUnreadable, match=r"gone\.eml cannot be read"):
        read_message_file(tmp_path / "gone.eml")


# --- Hostile input -------------------------------------------------------------------------------


def nested(depth: int) -> bytes:
    parts = [b"From: a@b.io\nSubject: x\n"]
    parts += [
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(depth)
    ]
    return b"".join([*parts, b"Content-Type: text/plain\n\nHow long?\n"])


def test_deep_nesting_is_refused_or_cut():
    assert read_message(nested(20), "a.eml").text == "How long?"
    assert read_message(nested(60), "a.eml").notes
    with pytest.raises(MessageUnreadable, match="too many parts"):
        read_message(nested(5000), "a.eml")


def test_size_is_bounded():
    with pytest.raises(MessageUnreadable, match="25 MB"):
        read_message(b"a" * (LARGEST_FILE + 1))
    with pytest.raises(MessageUnreadable, match="200,000"):
        message_of("a " * 150_000)


def test_deep_html_is_refused():
    with pytest.raises(ValueError, match="deeply"):
        html_to_text("<div>" * 5000)
    head = b"From: a@b.io\nSubject: x\nContent-Type: text/html\n\n"
    with pytest.raises(MessageUnreadable):
        read_message(head + b"<div>" * 5000, "a.eml")


HEADERS = st.sampled_from(
    ["From", "Subject", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "Date"]
)
VALUES = st.text(max_size=60) | st.sampled_from(
    [
        "multipart/mixed; boundary=x",
        "multipart/alternative; boundary*0*=utf-8''x",
        'text/html; charset="utf-8',
        "message/rfc822",
        "base64",
        "quoted-printable",
        "=?utf-8?b?====?=",
        "=?x-unknown?q?=ff?= <a@b>",
        "attachment; filename*=utf-8''%ff%",
        '"a" <b@c>, , <',
    ]
)


@settings(max_examples=200)
@given(st.lists(st.tuples(HEADERS, VALUES), max_size=8), st.binary(max_size=300))
@example(
    [("Content-Type", "multipart/mixed; boundary=x")], b"--x\n\n--x\nContent-Type: a\n\n\xff--x--"
)
def test_no_mail_raises_anything_but_a_clear_refusal(headers: list[tuple[str, str]], body: bytes):
    head = "".join(f"{name}: {value}\n" for name, value in headers)
    data = head.encode("utf-8", "surrogatepass") + b"\n" + body
    with suppress(MessageUnreadable):
        assert read_message(data, "a.eml").text is not None


@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_but_a_clear_refusal(data: bytes):
    for name in ("", "a.eml", "a.txt"):
        with suppress(MessageUnreadable):
            assert read_message(data, name).text is not None


LINES = st.lists(
    st.text(max_size=40)
    | st.sampled_from(
        [
            "",
            "> old",
            "-- ",
            "Thanks,",
            "On Monday, X wrote:",
            "From: a",
            "Sent: b",
            "To: c",
            "- x?",
        ]
    ),
    max_size=14,
)


@given(LINES)
@example(["0", ",", ">", ",\n¡"])
def test_removed_parts_stand_in_order_within_the_text(lines: list[str]):
    try:
        message = message_of("\n".join(lines))
    except MessageUnreadable:
        return
    places = [part.at for part in message.removed]
    assert places == sorted(places)
    assert all(0 <= place <= len(message.text) for place in places)
    assert message.text == message.text.strip()


@given(st.text(alphabet="<>/divpablockquote =\"'&;#x\n-", max_size=200))
def test_no_markup_is_left_of_html(html: str):
    text = html_to_text(html)
    assert "\x00" not in text


LOG = "\n".join(f"2026-11-30T10:0{n}:11Z error Failed to fetch /products/{n}" for n in range(6))


def test_a_long_log_is_folded_away_where_it_stood():
    message = message_of(f"Hello,\n\nhow do I mend that? Our log:\n{LOG}\n\nIt is slow, too.")
    assert message.text == "Hello,\n\nhow do I mend that? Our log:\n\nIt is slow, too."
    [part] = message.removed
    assert (part.kind, part.text) == (RemovedKind.PRINTED, LOG)
    assert message.text[: part.at].endswith("Our log:")
    assert message.printed == LOG


@pytest.mark.parametrize("text", [LOG, f"Why?\n```\n{LOG}\n```", "Why?\n" + LOG.split("\n")[0]])
def test_a_log_alone_a_fence_and_a_line_or_two_stay(text: str):
    assert message_of(text).text == text
