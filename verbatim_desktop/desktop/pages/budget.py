"""Settings: what the models may cost, how often they are called, and prices of one's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pages.page import SettingsPage
from verbatim_desktop.desktop.pane import Context
from verbatim_desktop.desktop.usage_figures import dollars
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.kept_field import KeptField
from verbatim_desktop.desktop.widgets.layouts import column
from verbatim_desktop.desktop.widgets.setting_row import SettingRow
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.models import ProviderName
from verbatim_desktop.domain.usage import ModelPrice, UsageSettings

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.domain.usage import Budget

WARNINGS = (0.5, 0.6, 0.7, 0.8, 0.9)
MOST_CALLS = 1000
MOST_DOLLARS = 1_000_000.0
PRICES_HINT = "openai gpt-mini 0.25 2.00 0.03"
#: A change of the settings.
Change = Callable[[UsageSettings], UsageSettings]


class BudgetPage(SettingsPage):
    name = "budget"
    title = "Budget and limits"
    about = (
        "Counted for each workspace, by calendar month in UTC. Once the budget is spent no model "
        "is called; answers quote the pages until the next month, or until it is raised."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        theme = self.theme
        self.limit = self._field("Monthly budget in US dollars", "none")
        self.limit_row = SettingRow(theme, "Monthly budget", "In US dollars; empty for none.",
                                    self.limit)  # fmt: skip
        self.warns = Combo(theme, "Warn at", [(f"{one:.0%}", str(one)) for one in WARNINGS])
        self.warns_row = SettingRow(
            theme, "Warn at", "of the budget. It stops at 100%.", self.warns
        )
        self.pace = self._field("Calls a minute", "no limit")
        self.pace_row = SettingRow(
            theme, "Calls a minute", "Of each provider in a workspace; empty for no limit.",
            self.pace,
        )  # fmt: skip
        self.prices = QPlainTextEdit()
        self.prices.setObjectName("reading")
        self.prices.setAccessibleName("Prices of your own")
        self.prices.setPlaceholderText(PRICES_HINT)
        self.prices.setTabChangesFocus(True)
        self.save_prices = Button(theme, "Save the prices")
        self.prices_row = SettingRow(
            theme,
            "Prices of your own",
            "A line each: provider, model, US dollars for a million tokens read, written and, if "
            "you like, read from cache. Other prices are those of a public list.",
            self.save_prices,
        )
        self.group("Spending", self.limit_row, self.warns_row)
        self.group("Pace", self.pace_row)
        holder = QWidget()
        column(holder, (16, 8, 16, 12)).addWidget(self.prices)
        self.group("Prices", self.prices_row).add(holder)
        self.end()
        self.limit.editingFinished.connect(self.set_limit)
        self.warns.activated.connect(self.set_warning)
        self.pace.editingFinished.connect(self.set_calls)
        self.save_prices.clicked.connect(self.set_prices)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._settings = UsageSettings()

    def _field(self, name: str, hint: str) -> KeptField:
        field = KeptField()
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        return field

    def _restyle(self) -> None:
        for field in (self.limit, self.pace):
            field.setFixedWidth(self.theme.px(120))
        for part in (self.prices, self.prices.viewport()):  # the viewport's is the placeholder's
            part.setFont(self.theme.font(12, mono=True))
        self.prices.setFixedHeight(self.theme.px(96))

    # --- what is shown -----------------------------------------------------------------------

    def read(self) -> None:
        self.look(lambda verbatim: (verbatim.usage.settings(), verbatim.usage.budget()),
                      self._show)  # fmt: skip

    def _show(self, found: tuple[UsageSettings, Budget]) -> None:
        settings, budget = found
        self._settings = settings
        limit = settings.monthly_budget_usd
        self.limit.setText(f"{limit:.2f}" if limit else "")
        self.limit_row.say_hint(
            f"In US dollars; empty for none. {dollars(budget.spent_usd)} spent this month."
        )
        nearest = min(WARNINGS, key=lambda one: abs(one - settings.warns_from))
        self.warns.setCurrentIndex(WARNINGS.index(nearest))
        self.pace.setText(str(settings.calls_per_minute or ""))
        self.prices.setPlainText(prices_text(settings.prices))
        if budget.notice:
            kind = "bad" if budget.is_spent else "warn"
            self.say(Notice(kind, "Budget.", budget.notice))

    # --- changing ----------------------------------------------------------------------------

    def set_limit(self) -> None:
        try:
            wanted = amount_of(self.limit.text(), MOST_DOLLARS)
        except UsageError as error:
            self.limit_row.say_error(str(error))
            return
        self._save(self.limit_row, lambda one: replace(one, monthly_budget_usd=wanted))

    def set_warning(self, number: int) -> None:
        self._save(self.warns_row, lambda one: replace(one, warns_from=WARNINGS[number]))

    def set_calls(self) -> None:
        text = self.pace.text().strip()
        if text and not (text.isdecimal() and 0 < int(text) <= MOST_CALLS):
            self.pace_row.say_error(f"A whole number from 1 to {MOST_CALLS:,}, or nothing.")
            return
        wanted = int(text or 0)
        self._save(self.pace_row, lambda one: replace(one, calls_per_minute=wanted))

    def set_prices(self) -> None:
        try:
            prices = prices_of(self.prices.toPlainText())
        except UsageError as error:
            self.prices_row.say_error(str(error))
            return
        self._save(self.prices_row, lambda one: replace(one, prices=prices))

    def _save(self, row: SettingRow, change: Change) -> None:
        row.say_error("")
        if change(self._settings) != self._settings:
            self.change(row, partial(changed, change), self._saved)

    def _saved(self, found: tuple[UsageSettings, UsageSettings]) -> None:
        before, self._settings = found
        undo = ("Undo", partial(self._take_back, before))
        self.say(Notice("ok", "Holds from now on.", ""), (undo,))

    def _take_back(self, before: UsageSettings) -> None:
        self.quiet()
        self.change(
            self.limit_row,
            lambda verbatim: verbatim.usage.save_settings(before),
            lambda _nothing: self.read(),
        )


def changed(change: Change, verbatim: Verbatim) -> tuple[UsageSettings, UsageSettings]:
    """The settings before and after."""
    before = verbatim.usage.settings()
    after = change(before)
    verbatim.usage.save_settings(after)
    return before, after


def amount_of(text: str, most: float) -> float:
    """Dollars as people type them; 0 for nothing. Raises UsageError."""
    plain = text.strip().lstrip("$").replace(",", "")
    try:
        amount = float(plain or 0)
    except ValueError:
        amount = -1.0
    if not 0 <= amount <= most:
        raise UsageError("An amount such as 40 or 12.50, or nothing.")
    return amount


def prices_text(prices: tuple[ModelPrice, ...]) -> str:
    return "\n".join(
        " ".join(
            [one.provider, one.model, f"{one.input_usd:g}", f"{one.output_usd:g}"]
            + ([] if one.cached_usd is None else [f"{one.cached_usd:g}"])
        )
        for one in prices
    )


def prices_of(text: str) -> tuple[ModelPrice, ...]:
    """Prices as they are written, a line each. Raises UsageError with the line's number."""
    found: list[ModelPrice] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if len(words) not in (4, 5) or words[0] not in list(ProviderName)[1:]:
            raise UsageError(f"Line {number}: write it like “{PRICES_HINT}”.")
        try:
            amounts = [amount_of(word, MOST_DOLLARS) for word in words[2:]]
        except UsageError:
            raise UsageError(f"Line {number}: a price is a number such as 0.25.") from None
        cached = amounts[2] if len(amounts) == 3 else None
        found.append(ModelPrice(words[0], words[1], amounts[0], amounts[1], cached))
    return tuple(found)
