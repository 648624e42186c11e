"""What is imported by one thread after the other.

The modules of pydantic, which the providers' packages and the prices stand on, import each other in
circles. Where two threads begin at different ends Python lets one of them go on with half a module,
and a name is missing.
"""

from __future__ import annotations

import threading

#: Held while such a package is imported.
importing = threading.RLock()
