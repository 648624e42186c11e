"""The language of a question is told, and an English one is never called foreign."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verbatim_desktop.text.tongues import tongue_of


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wie setze ich Umgebungsvariablen für den Browser?", "de"),
        ("Kann ich guests einladen", "de"),
        ("Wie nutze ich getServerSideProps?", "de"),
        ("Passwort ändern", "de"),
        ("Comment changer mon mot de passe ?", "fr"),
        ("Est-ce que le runner supporte podman ?", "fr"),
        ("¿Cómo cambio mi contraseña?", "es"),
        ("cómo borro mi cuenta", "es"),
        ("Come posso cambiare la password?", "it"),
        ("Como altero minha senha?", "pt"),
        ("Hoe wijzig ik mijn wachtwoord?", "nl"),
        ("Czy mogę usunąć konto?", "pl"),
        ("Hur byter jag lösenord?", "sv"),
        ("Как изменить пароль?", "ru"),
        ("パスワードを変更するには？", "ja"),
        ("如何更改密码？", "zh"),
        ("비밀번호를 어떻게 변경하나요?", "ko"),
    ],
)
def test_the_language_of_a_question(question: str, language: str):
    assert tongue_of(question) == language


@pytest.mark.parametrize(
    "question",
    [
        "runner stuck job pending",
        "docker executor error",
        "naïve approach",
        "Can Müller log in from São Paulo?",
        "de facto standard for an art table",
        "What does “wie geht es dir” do?",
        "SELECT * FROM la",
        "404",
        "",
    ],
)
def test_a_few_english_words_are_no_other_language(question: str):
    assert tongue_of(question) in ("", "en")


def test_no_english_golden_question_is_called_foreign(shared: Path):
    files = sorted((shared / "golden" / "dev").glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    questions = [json.loads(line)["question"] for line in lines]
    assert len(questions) > 500
    assert [one for one in questions if tongue_of(one) not in ("", "en")] == []
