"""Give the programs that we start the library path that was there before us.

PyInstaller's loader puts our folder first, so that our libraries are found; git, the browser or a
file manager must not load them. What is loaded later in this process is found all the same: the
system's loader read the path once, at the start.
"""

import os

for _name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    _before = os.environ.pop(f"{_name}_ORIG", None)
    os.environ.pop(_name, None)
    if _before is not None:
        os.environ[_name] = _before
