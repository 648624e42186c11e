"""Settings: what is kept of a question, and how to forget it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pages.page import SettingsPage
from verbatim_desktop.desktop.pane import Context
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.setting_row import SettingRow
from verbatim_desktop.domain.usage import QuestionLog
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.domain.usage import UsageSettings

LOGS = {
    QuestionLog.HASH: "Hash",
    QuestionLog.PREVIEW: "Preview",
    QuestionLog.FULL: "Full text",
}
MEANS = {
    QuestionLog.HASH: "The usage table has only a fingerprint; a kept answer has the words.",
    QuestionLog.PREVIEW: "The first 60 characters of a question stand in the usage table.",
    QuestionLog.FULL: "The whole question stands in the usage table.",
}


class PrivacyPage(SettingsPage):
    name = "privacy"
    title = "Privacy"
    about = (
        "Everything stays in the data folder of this computer. A provider, where one is set, is "
        "sent the question and the sentences found, with personal data in messages taken out."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        theme = self.theme
        self.log = Choices(theme, tuple(LOGS.values()), "What is kept of a question")
        self.log_row = SettingRow(
            theme, "Kept of a question, with its cost", MEANS[QuestionLog.HASH], self.log
        )
        self.forget_button = Button(theme, "Forget the texts", icon="trash")
        self.forget_row = SettingRow(
            theme,
            "Texts kept so far",
            "Takes previews and full texts out of the usage of this workspace. Figures stay.",
            self.forget_button,
        )
        self.group("Usage", self.log_row, self.forget_row)
        self.group(
            "Always so",
            SettingRow(theme, "Keys", "Never in a file, a log, an error or a backup."),
            SettingRow(
                theme, "Logs", "Only defects of the program, without a word of documents or "
                "questions."
            ),
            SettingRow(
                theme, "Kept answers", "They hold their questions in full, to be verified "
                "again; History and Gaps show them. A backup and a workspace file hold them too."
            ),
        )  # fmt: skip
        self.end()
        self.log.chosen.connect(self.choose)
        self.forget_button.clicked.connect(self.ask_to_forget)

    def read(self) -> None:
        self.look(lambda verbatim: verbatim.usage.settings(), self._show)

    def _show(self, settings: UsageSettings) -> None:
        self.log.choose(list(LOGS).index(settings.question))
        self.log_row.say_hint(MEANS[settings.question])

    def choose(self, number: int) -> None:
        wanted = list(LOGS)[number]
        self.log_row.say_hint(MEANS[wanted])
        self.change(self.log_row, partial(keep, wanted), self._chosen)

    def _chosen(self, before: QuestionLog) -> None:
        undo = ("Undo", partial(self._take_back, before))
        self.say(Notice("ok", "Holds from now on.", "What was kept stays as it is."), (undo,))

    def _take_back(self, before: QuestionLog) -> None:
        self.quiet()
        self.change(self.log_row, partial(keep, before), lambda _now: self.read())

    def ask_to_forget(self) -> None:
        notice = Notice(
            "warn", "Forget the texts of all questions?", "Figures stay. This cannot be undone."
        )
        self.ask_first(notice, "Forget them", self.forget)

    def forget(self) -> None:
        self.change(
            self.forget_row, lambda verbatim: verbatim.usage.forget_questions(), self._forgotten
        )

    def _forgotten(self, count: int) -> None:
        fact = f"{counted(count, 'text')} forgotten."
        self.say(Notice("ok", fact, "Each record keeps a hash of its question."))


def keep(log: QuestionLog, verbatim: Verbatim) -> QuestionLog:
    """Keep so much of questions from now on; what it was before."""
    before = verbatim.usage.settings()
    verbatim.usage.save_settings(replace(before, question=log))
    return before.question
