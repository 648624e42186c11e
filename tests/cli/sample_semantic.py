"""The search by meaning of a library whose every section has a vector."""

from __future__ import annotations

from dataclasses import replace

from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.meaning import (
    EmbeddingModel,
    Fusion,
    MeaningSettings,
    MeaningStatus,
)
from verbatim_desktop.ports import Progress, no_progress


class SampleSemantic:
    def __init__(self) -> None:
        self.chosen = MeaningSettings()

    def status(self) -> MeaningStatus:
        model = EmbeddingModel("minilm-int8", "f" * 64, 384)
        return MeaningStatus(self.chosen, model, 24, 24)

    def turn_on(self, model: str = "", fusion: Fusion = Fusion.VALUE) -> None:
        self.chosen = MeaningSettings(True, model, fusion)

    def turn_off(self) -> None:
        self.chosen = replace(self.chosen, on=False)

    def build(self, progress: Progress = no_progress) -> int:
        progress(IngestProgress("embedding", 24, 24))
        return 24
