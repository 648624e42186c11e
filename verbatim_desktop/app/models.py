"""The language models that may write: which one does, how it is reached, and its key."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from verbatim_desktop.app.sections import read_section
from verbatim_desktop.domain.errors import (
    NotFound,
    ProviderError,
    ProviderFault,
    SettingsError,
    UsageError,
)
from verbatim_desktop.domain.models import (
    KeyPlace,
    KeyState,
    ModelRequest,
    ModelSettings,
    ProviderName,
    ProviderSettings,
    Trial,
)
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.ports import Cancellation

if TYPE_CHECKING:
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.ports import Provider, Settings

SECTION = "models"
#: Who can write, in the order they are shown.
WRITERS = tuple(name for name in ProviderName if name is not ProviderName.NONE)
#: An endpoint of one's own may ask for a key, or not.
KEYLESS = frozenset({ProviderName.COMPATIBLE})
GREETING = ModelRequest("Answer with one word.", "Say: ready", 64, 20.0)


class Models:
    """Choose a provider and keep its key. Nothing here opens a connection except `test`."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def saved(self) -> ModelSettings:
        """What was set, without the environment. Raises SettingsError."""
        return saved_models(self._rooms.settings())

    def settings(self) -> ModelSettings:
        """What holds: what was set, and the environment above it."""
        return self._rooms.overruled(self.saved())

    def save(self, settings: ProviderSettings) -> None:
        """Reach a provider like this from now on."""
        self._save(self.saved().put(settings))

    def choose(self, name: ProviderName) -> None:
        """Let this provider write from now on, unless a question or the environment says else."""
        self._save(replace(self.saved(), chosen=name))

    def _save(self, settings: ModelSettings) -> None:
        self._rooms.settings().save_section(SECTION, to_plain(settings))

    def chosen(self, name: str = "", model: str = "") -> ProviderSettings:
        """How the provider of a question is reached: the one named, else the one that is set.

        Raises NotFound for a name that is none of them.
        """
        settings = self.settings()
        found = settings.of(provider_named(name) if name else settings.chosen)
        return replace(found, model=model) if model else found

    def provider(self, name: str = "", model: str = "") -> Provider | None:
        """Who writes; None where no model does. Raises NotFound and UsageError."""
        return self._rooms.model(self.chosen(name, model))

    def writer(self, name: str = "", model: str = "") -> Provider | None:
        """Who writes for one question, from now on and within its deadline, all calls together.

        Every call is counted: budget, rate limit, cost. Raises as `provider`.
        """
        from verbatim_desktop.app.usage import meter_of
        from verbatim_desktop.workflows.bounded import bounded
        from verbatim_desktop.workflows.metered import Metered

        settings = self.chosen(name, model)
        provider = self._rooms.model(settings)
        if provider is None:
            return None
        metered = Metered(provider, meter_of(self._rooms))
        return bounded(metered, self._rooms.clock, settings.deadline_seconds)

    def writer_or_why(self, name: str = "", model: str = "") -> tuple[Provider | None, str]:
        """Who writes, or why nobody does although somebody is set. Raises NotFound."""
        try:
            return self.writer(name, model), ""
        except NotFound:
            raise
        except (SettingsError, UsageError) as error:
            return None, f"{error} Quoted passages stand in."

    def known_models(self, name: ProviderName) -> tuple[str, ...]:
        """Names to offer for a provider's model; any other may be typed."""
        return self._rooms.known_models(name)

    def key_states(self) -> tuple[KeyState, ...]:
        """Which providers have a key, and where. May take seconds: the keyring is asked."""
        places = self._rooms.secrets().holders()
        return tuple(
            KeyState(name, places.get(name, KeyPlace.NOWHERE), name not in KEYLESS)
            for name in WRITERS
        )

    def keys_are_kept(self) -> tuple[bool, str]:
        """Whether keys outlive this run, and where they are, in one sentence."""
        secrets = self._rooms.secrets()
        return secrets.keeps, secrets.state

    def keep_key(self, name: ProviderName, key: str) -> KeyPlace:
        """Keep a key in the keyring, or in memory where there is none. Raises UsageError."""
        return self._rooms.secrets().keep_key(name, key)

    def drop_key(self, name: ProviderName) -> bool:
        """Forget a kept key; whether there was one."""
        return self._rooms.secrets().drop_key(name)

    def test(self, settings: ProviderSettings, cancellation: Cancellation | None = None) -> Trial:
        """Make a tiny call and say what happened. Costs a few tokens; raises Cancelled."""
        try:
            provider = self._rooms.model(settings)
            if provider is None:
                return Trial(True, "No model is set: answers quote the documents.")
            wish = Cancellation() if cancellation is None else cancellation  # false until wished
            reply = provider.write(GREETING, lambda _delta: None, wish)
        except ProviderError as error:
            # A model that thinks first may use up the few tokens of a test; it was reached.
            return Trial(error.fault is ProviderFault.OUT_OF_TOKENS, str(error), settings.model)
        except UsageError as error:
            return Trial(False, str(error), settings.model)
        said = f"{reply.model} answered after {reply.total_ms / 1000:.1f} seconds."
        return Trial(True, said, reply.model, reply.total_ms)


def saved_models(settings: Settings) -> ModelSettings:
    """The section of the models, or its defaults. Raises SettingsError."""
    return read_section(settings, SECTION, ModelSettings, "the models")


def provider_named(name: str) -> ProviderName:
    """A provider by the name that settings and commands use. Raises NotFound."""
    try:
        return ProviderName(name.strip().lower())
    except ValueError:
        known = ", ".join(ProviderName)
        raise NotFound(f"There is no provider “{name}”. There are {known}.") from None
