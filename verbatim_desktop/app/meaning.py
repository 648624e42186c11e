"""Semantic: the optional search by meaning, off until a person turns it on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from verbatim_desktop.domain.errors import EmbeddingsUnavailable
from verbatim_desktop.domain.meaning import Fusion, MeaningSettings, MeaningStatus
from verbatim_desktop.ports import no_progress

if TYPE_CHECKING:
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.ports import Progress


class Semantic:
    """Turns the second leg on and off, and makes the vectors it needs. Nothing is downloaded."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def settings(self) -> MeaningSettings:
        from verbatim_desktop.workflows.embed_library import settings_of

        return settings_of(self._rooms.library())

    def status(self) -> MeaningStatus:
        """How far the vectors are, or why the model cannot be used. Loads the model."""
        from verbatim_desktop.workflows.embed_library import embedded

        library, settings = self._rooms.library(), self.settings()
        sections = sum(status.sections for status in library.sources())
        try:
            model = self._rooms.embedder(settings.model).model
        except EmbeddingsUnavailable as error:
            return MeaningStatus(settings, None, sections, 0, str(error))
        done = embedded(model.identity, library, self._rooms.vectors())
        return MeaningStatus(settings, model, sections, done)

    def turn_on(self, model: str = "", fusion: Fusion = Fusion.VALUE) -> None:
        """Search by meaning as well. Raises EmbeddingsUnavailable; then nothing is changed."""
        from verbatim_desktop.workflows.embed_library import save_settings

        self._rooms.embedder(model)
        save_settings(MeaningSettings(True, model, fusion), self._rooms.library())

    def turn_off(self) -> None:
        """Search by words alone; the vectors stay."""
        from verbatim_desktop.workflows.embed_library import save_settings

        save_settings(replace(self.settings(), on=False), self._rooms.library())

    def build(self, progress: Progress = no_progress) -> int:
        """Embed every section that has no vector yet; how many have one.

        Raises EmbeddingsUnavailable, and Cancelled from progress: what was made is kept.
        """
        from verbatim_desktop.workflows.embed_library import embed_library

        rooms = self._rooms
        embedder = rooms.embedder(self.settings().model)
        try:
            return embed_library(rooms.library(), embedder, rooms.vectors(), progress)
        finally:
            rooms.forget_meaning()
