"""An application on a clock that tests move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance

from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    made = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}"), clock=HandClock(), chance=SeededChance())
    made.state.shared.registry.sets_out = list
    async with made.router.lifespan_context(made):
        yield made
