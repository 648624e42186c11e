"""The arrays that postings and vectors come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Ids: TypeAlias = "npt.NDArray[np.int64]"
Counts: TypeAlias = "npt.NDArray[np.uint32]"
Vectors: TypeAlias = "npt.NDArray[np.int8]"
