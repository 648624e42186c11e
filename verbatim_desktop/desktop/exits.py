"""How the window's program ends, as the command line does."""

from __future__ import annotations

WRONG_USAGE = 2  # as argparse ends, too
WORLDS_FAULT = 3
