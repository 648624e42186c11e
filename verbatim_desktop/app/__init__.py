"""Everything the program can do, behind one object: `Verbatim`.

The window, the command line and the agents' door call this and nothing below it. Workflows are
imported, and the library and its index opened, on first use: the window is shown before either.
"""

from verbatim_desktop.app.verbatim import OpenVerbatim, Verbatim

__all__ = ["OpenVerbatim", "Verbatim"]
