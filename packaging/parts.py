"""What is compiled into a package's libraries, from the bill of materials that its wheel brings.

CycloneDX, as maturin, auditwheel and some makers write it. Not every wheel has one.
"""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import Any

FOLDER = "sboms"
#: Terms that a bill leaves out, by the name of the part.
TERMS = {"openssl": "Apache-2.0", "libXau": "MIT"}


def parts_of(package: metadata.Distribution) -> tuple[str, ...]:
    """Each part as "NAME VERSION: TERMS", by name; the package itself is none."""
    found: set[str] = set()
    for file in package.files or ():
        if file.suffix == ".json" and file.parent.name == FOLDER:
            bill = json.loads(Path(str(file.locate())).read_text("utf-8"))
            found |= {_line(one) for one in bill.get("components", []) if _is_foreign(one, package)}
    return tuple(sorted(found, key=str.casefold))


def _is_foreign(part: dict[str, Any], package: metadata.Distribution) -> bool:
    return (part["name"].split(".")[0], part.get("version")) not in {
        (name, package.version) for name in (package.name, package.name.upper(), "PIL")
    }


def _line(part: dict[str, Any]) -> str:
    said = [terms for one in part.get("licenses", []) if (terms := _terms(one))]
    terms = " AND ".join(said) or TERMS.get(part["name"], "see its own text")
    return f"{part['name']} {part.get('version', '')}".strip() + f": {terms}"


def _terms(licence: dict[str, Any]) -> str:
    named = licence.get("license", {})
    return str(licence.get("expression") or named.get("id") or named.get("name") or "")
