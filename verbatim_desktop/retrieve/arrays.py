"""What NumPy does as well, without what it imports for it."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Scalar = TypeVar("Scalar", bound=np.generic)


def distinct(values: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Each value once, in order. `numpy.unique` imports masked arrays, 13 ms at each start."""
    ordered = np.sort(values)
    if ordered.size < 2:
        return ordered
    return ordered[np.append(np.True_, ordered[1:] != ordered[:-1])]
