"""Settings: who writes, how each provider is reached, and keys.

Keys and keyrings are asked on a lane of their own: a keyring may wait for its owner to unlock it,
and the window does not wait with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QButtonGroup, QFileDialog

from verbatim_desktop.desktop.afterwards import once_painted
from verbatim_desktop.desktop.messages import Notice, is_bug
from verbatim_desktop.desktop.pages.page import SettingsPage
from verbatim_desktop.desktop.pane import Context
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.layouts import column, empty
from verbatim_desktop.desktop.widgets.provider_row import LOOKING, TITLES, ProviderRow
from verbatim_desktop.desktop.widgets.setting_row import Group
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.models import (
    KeyPlace,
    KeyState,
    ModelSettings,
    ProviderName,
    ProviderSettings,
    Trial,
)

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim

#: After so long without an answer the page says so, and goes on without.
PATIENCE_MS = 5_000
SILENT = Notice(
    "warn",
    "The keyring does not answer.",
    "It may wait to be unlocked. Everything else works; look again once it is.",
)


@dataclass(frozen=True, slots=True)
class Known:
    """What is set, what holds, and names to offer for models."""

    saved: ModelSettings
    holds: ModelSettings
    models: dict[ProviderName, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Keys:
    kept: bool
    sentence: str
    states: tuple[KeyState, ...]


class ProvidersPage(SettingsPage):
    name = "providers"
    title = "Providers"
    about = "A provider only writes. Finding, ranking and checking always happen on this computer."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.steps.begin(self._make(), ahead=context.ahead)

    def _make(self) -> Iterator[None]:
        """What stands above the providers, a step for each of them, then the rest."""
        self.keyring = column(spacing=8)
        self._page.addLayout(self.keyring)
        none = Notice(
            "neutral",
            "With None selected, the program opens no socket at all.",
            "Every answer is made of sentences from your own pages.",
        )
        self.add(Banner(self.theme, none, icon="offline", closable=False))
        self.add_title("Writes new answers in every workspace; Ask can choose for one question")
        group = Group("Providers")
        self.add(group)
        self.end()
        self.providers: dict[ProviderName, ProviderRow] = {}
        self._radios = QButtonGroup(self)
        for name in ProviderName:
            yield
            row = self.providers[name] = ProviderRow(self.theme, name)
            group.add(row)
            self.rows.append(row)
            self._radios.addButton(row.radio)
            self._connect(row)
        yield
        self._asking = self.long_call(self._keys_failed)
        self._asking.succeeded.connect(self._show_keys)
        self._keeping = self.long_call()
        self._keeping.succeeded.connect(self._kept)
        self._testing = self.long_call(self._test_failed)
        self._testing.succeeded.connect(self._tested)
        self._testing.stopped.connect(self._test_stopped)
        self._tested_row: ProviderRow | None = None
        self._holds = ModelSettings()
        self.patience = QTimer(self)
        self.patience.setSingleShot(True)
        self.patience.setInterval(PATIENCE_MS)
        self.patience.timeout.connect(self._keyring_is_silent)

    def _connect(self, row: ProviderRow) -> None:
        row.chosen.connect(self.choose)
        row.changed.connect(self.save)
        row.key_given.connect(self.keep_key)
        row.key_unwanted.connect(self.ask_to_drop)
        row.test_wanted.connect(self.test)
        row.cancel_wanted.connect(self.escape)
        row.file_wanted.connect(self.choose_file)

    # --- what is shown -----------------------------------------------------------------------

    def read(self) -> None:
        """Asked once the page is painted: what is imported for it holds the interpreter."""
        self.look_for_keys()
        once_painted(self, partial(self.look, read_known, self._show, "providers"))

    def _show(self, known: Known) -> None:
        self._holds = known.holds
        for name, row in self.providers.items():
            models = known.models.get(name, ())
            row.show_settings(known.saved.of(name), models, writes=name is known.holds.chosen)
        if known.saved != known.holds:
            self.say(
                Notice(
                    "info",
                    "The environment says who writes.",
                    f"{TITLES[known.holds.chosen]} writes while VERBATIM_ variables are set; what "
                    "is chosen here holds without them.",
                )
            )

    def look_for_keys(self) -> None:
        """On a lane of its own: this may take seconds, or wait for a person."""
        self._say_keyring(Notice("neutral", LOOKING, "The rest of this page can be used."))
        for row in self.providers.values():
            row.show_key(None, LOOKING)
        self.patience.start()
        once_painted(self, self._ask_for_keys)

    def _ask_for_keys(self) -> None:
        self._asking.start(lambda verbatim, _progress, _wish: read_keys(verbatim))

    def _show_keys(self, keys: Keys) -> None:
        self.patience.stop()
        for state in keys.states:
            self.providers[state.provider].show_key(state)
        if keys.kept:
            told = "They are never written to a file, a log or an error."
            self._say_keyring(Notice("ok", keys.sentence, told), icon="lock")
        else:
            sentence = "Nothing is written to a file instead."
            self._say_keyring(Notice("warn", keys.sentence, sentence), again=True)

    def _keyring_is_silent(self) -> None:
        self._say_keyring(SILENT, again=True)
        for row in self.providers.values():
            row.show_key(None, "Not known")

    def _keys_failed(self, error: Exception) -> None:
        self.patience.stop()
        for row in self.providers.values():
            row.show_key(None, "Not known")
        if is_bug(error):
            self.fail(error)
            return
        self._say_keyring(Notice("warn", "The keyring cannot be used.", str(error)), again=True)

    def _say_keyring(self, notice: Notice, *, again: bool = False, icon: str = "") -> None:
        empty(self.keyring)
        actions = (("Look again", self.look_for_keys),) if again else ()
        icon = icon or "key"
        self.keyring.addWidget(Banner(self.theme, notice, actions, icon=icon, closable=False))

    # --- changing ----------------------------------------------------------------------------

    def choose(self, name: ProviderName, *, undone: bool = False) -> None:
        before = self._holds.chosen
        self.change(
            self.providers[name],
            lambda verbatim: verbatim.models.choose(name),
            lambda _nothing: self._chosen(name, None if undone else before),
        )

    def _chosen(self, name: ProviderName, before: ProviderName | None) -> None:
        """before: to go back to; None where nothing is to be said."""
        self.quiet()
        if before is not None and before is not name:
            none = name is ProviderName.NONE
            fact = "No model writes" if none else f"{TITLES[name]} writes"
            undo = ("Undo", partial(self.choose, before, undone=True))
            self.say(Notice("ok", f"{fact} from now on.", "In every workspace."), (undo,))
        self._changed()

    def save(self, settings: ProviderSettings, *, undone: bool = False) -> None:
        row = self.providers[settings.name]
        before = row.settings
        self.change(
            row,
            partial(save_checked, settings),
            lambda _nothing: self._saved(settings.name, None if undone else before),
        )

    def _saved(self, name: ProviderName, before: ProviderSettings | None) -> None:
        self.quiet()
        if before is not None:
            undo = ("Undo", partial(self.save, before, undone=True))
            self.say(Notice("ok", f"{TITLES[name]} is reached so from now on.", ""), (undo,))
        self._changed()

    def _changed(self) -> None:
        self.library_changed.emit()
        self.look(read_known, self._show, "providers")

    # --- keys --------------------------------------------------------------------------------

    def keep_key(self, name: ProviderName, key: str) -> None:
        """The key is handed on and held nowhere here."""
        self.providers[name].show_key(None, "Keeping the key…")
        self._keeping.start(
            lambda verbatim, _progress, _wish: (name, verbatim.models.keep_key(name, key))
        )

    def _kept(self, kept: tuple[ProviderName, KeyPlace | bool]) -> None:
        name, place = kept
        if place is KeyPlace.KEYRING:
            notice = Notice("ok", f"The key of {TITLES[name]} is kept in the system keyring.", "")
        elif place is KeyPlace.MEMORY:
            notice = Notice(
                "warn",
                f"The key of {TITLES[name]} is kept until the program ends.",
                "There is no keyring that can be used.",
            )
        else:
            fact = f"The key of {TITLES[name]} was removed." if place else "There was no key."
            notice = Notice("ok", fact, "")
        self.say(notice)
        self.look_for_keys()

    def ask_to_drop(self, name: ProviderName) -> None:
        notice = Notice(
            "warn", f"Remove the key of {TITLES[name]}?", "It cannot be shown or brought back."
        )
        self.ask_first(notice, "Remove it", partial(self.drop_key, name))

    def drop_key(self, name: ProviderName) -> None:
        self.quiet()
        self._keeping.start(
            lambda verbatim, _progress, _wish: (name, verbatim.models.drop_key(name))
        )

    # --- testing -----------------------------------------------------------------------------

    def test(self, name: ProviderName) -> None:
        """A tiny call; one at a time."""
        self._test_stopped()
        row = self._tested_row = self.providers[name]
        row.begin_test()
        settings = self._holds.of(name)
        self._testing.start(lambda verbatim, _progress, wish: verbatim.models.test(settings, wish))

    def _tested(self, trial: Trial) -> None:
        if self._tested_row is not None:
            self._tested_row.show_trial(trial)
            self._tested_row = None

    def _test_stopped(self) -> None:
        if self._tested_row is not None:
            self._tested_row.stop_test()
            self._tested_row = None

    def _test_failed(self, error: Exception) -> None:
        row = self._tested_row
        self._test_stopped()
        if row is not None and not is_bug(error):
            row.say_error(str(error))
        else:
            self.fail(error)

    # --- a file ------------------------------------------------------------------------------

    def choose_file(self, name: ProviderName) -> None:
        dialog = QFileDialog(self.window(), "Certificate authority", "", "PEM (*.pem *.crt *.cer)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(partial(self.take_file, name))
        dialog.open()

    def take_file(self, name: ProviderName, path: str) -> None:
        self.providers[name].authority.setText(path)
        self.providers[name].authority.editingFinished.emit()


# --- on the lanes --------------------------------------------------------------------------------


def read_known(verbatim: Verbatim) -> Known:
    models = verbatim.models
    names: Sequence[ProviderName] = [one for one in ProviderName if one is not ProviderName.NONE]
    return Known(
        models.saved(), models.settings(), {name: models.known_models(name) for name in names}
    )


def read_keys(verbatim: Verbatim) -> Keys:
    kept, sentence = verbatim.models.keys_are_kept()
    return Keys(kept, sentence, verbatim.models.key_states())


def save_checked(settings: ProviderSettings, verbatim: Verbatim) -> None:
    """Raises UsageError for an address or a file that cannot be."""
    check_address(settings.base_url)
    if settings.ca_file and not os.path.isfile(settings.ca_file):
        raise UsageError(f"There is no file {settings.ca_file}.")
    verbatim.models.save(settings)


def check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if address and not whole:
        raise UsageError("An address starts with http:// or https:// and names a host.")
    if address and (urlsplit(address).username or urlsplit(address).password):
        raise UsageError("An address holds no name or password: keep the key as a key.")
