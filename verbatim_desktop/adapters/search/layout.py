"""The file format of packed arrays: a JSON directory, then the arrays as they lie in memory.

    8 bytes   magic
    8 bytes   length of the directory, little-endian
    ...       directory: name -> [dtype, first byte after the directory, count]
    ...       arrays, little-endian, each at a multiple of 8

Nothing in it is ever unpickled or executed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

MAGIC = b"VbtmPk01"
Array = npt.NDArray[Any]


def write_arrays(path: Path, arrays: Mapping[str, Array]) -> None:
    """Write named one-dimensional arrays to a new file."""
    directory: dict[str, tuple[str, int, int]] = {}
    offset = 0
    for name, array in arrays.items():
        directory[name] = (array.dtype.newbyteorder("<").str, offset, len(array))
        offset += -(-array.nbytes // 8) * 8
    head = json.dumps(directory).encode()
    head += b" " * (-len(head) % 8)
    with path.open("xb") as file:
        file.write(MAGIC + len(head).to_bytes(8, "little") + head)
        for array in arrays.values():
            file.write(np.ascontiguousarray(array, array.dtype.newbyteorder("<")).data)
            file.write(b"\0" * (-array.nbytes % 8))


class PackedFile:
    """Named arrays in a file, read whole or in stretches."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        if file.read(8) != MAGIC:
            raise ValueError("not a packed index file")
        size = int.from_bytes(file.read(8), "little")
        self._directory: dict[str, tuple[str, int, int]] = json.loads(file.read(size))
        self._start = 16 + size

    def __contains__(self, name: str) -> bool:
        return name in self._directory

    def count(self, name: str) -> int:
        return self._directory[name][2]

    def dtype(self, name: str) -> np.dtype[Any]:
        return np.dtype(self._directory[name][0])

    def read(self, name: str, first: int = 0, last: int | None = None) -> Array:
        """Elements first to last (exclusive) of an array; all of it where last is None."""
        code, offset, count = self._directory[name]
        dtype = np.dtype(code)
        stop = count if last is None else last
        self._file.seek(self._start + offset + first * dtype.itemsize)
        return np.frombuffer(self._file.read((stop - first) * dtype.itemsize), dtype)

    def close(self) -> None:
        self._file.close()
