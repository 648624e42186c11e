"""Values as plain JSON data and back, by the types they declare.

One mapping for the library, the command line, the worker and the window: a dataclass is an
object, a tuple a list, an enum its value. Reading ignores keys it does not know and fills missing
ones from defaults, so that what a release wrote can be read by the next.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

Plain = Any  # dict, list, str, int, float, bool or None, as the json module reads and writes them
Reader = Callable[[Plain], Any]
T = TypeVar("T")


def to_plain(value: object) -> Plain:
    """Plain data of a value; raises TypeError for what has no plain form."""
    if value is None or isinstance(value, (bool, int, float)):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, str):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: to_plain(getattr(value, name)) for name in _names(type(value))}
    if isinstance(value, Mapping):
        items = cast("Mapping[object, object]", value).items()
        return {str(key): to_plain(item) for key, item in items}
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in cast("tuple[object, ...]", value)]
    raise TypeError(f"{type(value).__name__} has no plain form")


def from_plain(kind: type[T], data: Plain) -> T:
    """The value of a type that plain data stands for; raises ValueError where it does not fit."""
    try:
        return cast("T", _reader(kind)(data))
    except (TypeError, ValueError) as error:
        raise ValueError(f"not a {kind.__name__}: {error}") from error


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@cache
def _reader(kind: Any) -> Reader:
    """What turns plain data into a type."""
    origin = get_origin(kind)
    if origin in (types.UnionType, Union):
        return _optional(kind)
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(get_args(kind)[1])
    if dataclasses.is_dataclass(kind):
        return _dataclass(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if kind in (str, int, float, bool):
        return _scalar(kind)
    raise TypeError(f"{kind} cannot be read from plain data")


def _scalar(kind: type) -> Reader:
    allowed = (int, float) if kind is float else (kind,)

    def read(data: Plain) -> Any:
        if not isinstance(data, allowed) or (kind is not bool and isinstance(data, bool)):
            raise TypeError(f"{data!r} is no {kind.__name__}")
        return kind(data)

    return read


def _optional(kind: Any) -> Reader:
    [inner] = [item for item in get_args(kind) if item is not type(None)]
    reader = _reader(inner)
    return lambda data: None if data is None else reader(data)


def _tuple(items: tuple[Any, ...]) -> Reader:
    if len(items) == 2 and items[1] is Ellipsis:
        each = _reader(items[0])
        return lambda data: tuple(each(item) for item in _of(list, data))
    readers = tuple(_reader(item) for item in items)
    return lambda data: tuple(
        read(item) for read, item in zip(readers, _of(list, data), strict=True)
    )


def _mapping(value: Any) -> Reader:
    reader = _reader(value)
    return lambda data: {str(key): reader(item) for key, item in _of(dict, data).items()}


def _dataclass(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    readers = {name: _reader(hints[name]) for name in _names(kind)}

    def read(data: Plain) -> Any:
        given = _of(dict, data)
        return kind(**{n: each(given[n]) for n, each in readers.items() if n in given})

    return read


def _of(kind: type, data: Plain) -> Any:
    if not isinstance(data, kind):
        raise TypeError(f"{data!r} is no {kind.__name__}")
    return data
