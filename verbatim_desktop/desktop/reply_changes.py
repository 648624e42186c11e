"""What to replace in a reply so that it becomes another one, line by line. Pure."""

from __future__ import annotations

from difflib import SequenceMatcher


def changes_between(before: str, after: str) -> list[tuple[int, int, str]]:
    """Stretches of the text before, and what is put in the place of each; ascending.

    Lines that stay are left alone, so that the cursor and the steps back within them hold.
    """
    old, new = before.split("\n"), after.split("\n")
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line) + 1)
    found: list[tuple[int, int, str]] = []
    for action, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if action == "equal":
            continue
        put = "\n".join(new[j1:j2])
        start, end = starts[i1], starts[i2]
        if action == "replace":
            end -= 1
        elif action == "delete":
            start, end = (start, end) if i2 < len(old) else (max(start - 1, 0), end - 1)
        elif i1 < len(old):
            put += "\n"
        else:
            start = end = len(before)
            put = "\n" + put
        found.append((start, end, put))
    return found
