"""What a module will import, read off its code before any of it runs.

Qt looks into what PySide knows of classes without the interpreter's lock. One that is made on
another thread just then ends the program, so whatever makes one is imported on the window's thread,
a module at a time; all else beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

QT = ("PySide6", "shiboken6")
HERE = f"{__package__}."


def import_beside(module: str) -> list[str]:
    """Import what a module of the desktop stands on and Qt has no part in.

    Returns what is left for the window's thread: modules of the desktop, each after those that it
    stands on, the module itself last.
    """
    here: dict[str, None] = {}
    seen = {module}

    def visit(name: str) -> None:
        for other in imported_by(name):
            if other in sys.modules or other in seen or other.startswith(QT):
                continue
            seen.add(other)
            if other.startswith(HERE):
                visit(other)
            else:
                import_module(other)
        here[name] = None

    if module not in sys.modules:
        visit(module)
    return list(here)


def imported_by(module: str) -> Iterator[str]:
    """The modules that a module's own code names: no other names have a dot in them."""
    spec = find_spec(module)
    read = getattr(spec.loader, "get_code", None) if spec else None
    code = read(module) if read else None
    yield from (name for name in code.co_names if "." in name) if code else ()
