"""A table for programs from outside."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if (table := str(Path(__file__).parent.parent / "table")) not in sys.path:
    sys.path.insert(0, table)

from serving import Served, served


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A running table whose bots wait for nothing."""
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0, window_ms=200) as one:
        yield one
