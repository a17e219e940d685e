"""Lets the tests of games import the helpers beside them."""

from __future__ import annotations

import sys
from pathlib import Path

if (here := str(Path(__file__).resolve().parent)) not in sys.path:
    sys.path.insert(0, here)
