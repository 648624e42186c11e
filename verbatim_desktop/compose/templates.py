"""Templates: those that come with the program, and those a workspace keeps.

A built-in one stands in resources/templates: its name, one line on what it is for, a blank line,
the text. A kept one of the same name stands in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from verbatim_desktop import resources
from verbatim_desktop.domain.errors import NotFound, UsageError
from verbatim_desktop.domain.templates import Template

LONGEST_NAME = 80
LONGEST_TEXT = 50_000


@cache
def builtin() -> tuple[Template, ...]:
    """The templates that come with the program, by name."""
    files = sorted((resources.folder() / "templates").glob("*.md"))
    found = (_read(file.read_text(encoding="utf-8")) for file in files)
    return tuple(sorted(found, key=lambda template: template.name.casefold()))


def _read(file: str) -> Template:
    name, description, text = file.split("\n", 2)
    return Template(name.strip(), text.strip("\n"), description.strip(), builtin=True)


def together(kept: Sequence[Template]) -> tuple[Template, ...]:
    """Kept and built-in templates by name; a kept one hides the built-in one of its name."""
    own = {template.name.casefold() for template in kept}
    others = (template for template in builtin() if template.name.casefold() not in own)
    return tuple(sorted((*kept, *others), key=lambda template: template.name.casefold()))


def named(name: str, templates: Sequence[Template]) -> Template:
    """A template by its name, upper or lower case. Raises NotFound."""
    for template in templates:
        if template.name.casefold() == name.strip().casefold():
            return template
    names = ", ".join(template.name for template in templates)
    raise NotFound(f"There is no template “{name}”. There are: {names}.")


def usable(name: str, text: str) -> str:
    """The name as it is kept. Raises UsageError where name or text cannot be kept."""
    plain = " ".join(name.split())
    if not plain or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise UsageError(f"A template's name has 1 to {LONGEST_NAME} characters.")
    if not text.strip():
        raise UsageError("A template without text cannot be kept.")
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"A template has at most {LONGEST_TEXT:,} characters.")
    return plain
