"""The frozen program: the command line where it is called `verbatim`, otherwise the window.

One file serves both on Linux and macOS, where `verbatim` is a link to it.
"""

import sys
from pathlib import PurePath

from verbatim_desktop.__main__ import cli, desktop

if __name__ == "__main__":
    called = PurePath(sys.argv[0]).name.lower().removesuffix(".exe")
    sys.exit(cli() if called == "verbatim" else desktop())
