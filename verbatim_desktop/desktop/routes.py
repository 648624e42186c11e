"""How routes and paths are told apart and shortened: by their segments, not by letters. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

GAP = "…"
NONE = "top"  # what a route is called where it has no segment while its twins have


def shortened(route: str, fits: Callable[[str], bool]) -> str:
    """As much of a route as fits, whole segments gone from the middle: its beginning says where
    it is, its end says what it is. Else the heading alone; "" where not even that fits.
    """
    if fits(route):
        return route
    lead = "/" if route.startswith("/") else ""
    parts = route.strip("/").split("/")
    for kept in range(len(parts) - 1, 0, -1):
        head, tail = parts[: kept // 2], parts[len(parts) - (kept - kept // 2) :]
        shown = "/".join([*head, GAP, *tail])
        if fits(lead + shown if head else shown):
            return lead + shown if head else shown
    anchor = f"{GAP}#{route.rpartition('#')[2]}"
    return anchor if "#" in route and fits(anchor) else ""


def differences(names: Sequence[str]) -> tuple[str, ...]:
    """For each route, the segment that tells it from the others; "" where none does."""
    parts = [name.strip("/").split("/") for name in names]
    for at in range(max(map(len, parts), default=0)):
        found = [one[at] if at < len(one) else NONE for one in parts]
        if len(set(found)) > 1:
            return tuple(found)
    return tuple("" for _name in names)


def told_apart(titles: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Titles, with the differing part of its route after each that others have as well."""
    count = Counter(titles)
    shown = list(titles)
    for title in (title for title, times in count.items() if times > 1):
        twins = [at for at, other in enumerate(titles) if other == title]
        told = differences([names[at] for at in twins])
        for at, part in zip(twins, told, strict=True):
            shown[at] = f"{title} ({part})" if part else title
    return tuple(shown)
