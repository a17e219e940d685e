"""A table as a process of its own, and people who come to it with a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from serving import served
from somebody import WIDE, Somebody

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running table whose bots and windows are quick."""
    path = tmp_path_factory.mktemp("table") / "tables.sqlite3"
    with served(f"sqlite:///{path}", beat_ms=60, window_ms=1500) as one:
        yield one.url


@pytest.fixture
def come(chromium: Browser, address: str) -> Iterator[Callable[..., Somebody]]:
    """`come()` is a person with a fresh browser; at the end nobody's browser may have complained."""
    people: list[Somebody] = []

    def make(size: dict[str, int] = WIDE, **more: Any) -> Somebody:
        scripted = bool(more.get("java_script_enabled", True))
        one = Somebody(chromium.new_context(viewport=size, **more), address, scripted)  # type: ignore[arg-type]
        people.append(one)
        return one

    yield make
    complaints = [c for one in people for c in one.complaints]
    for one in people:
        one.context.close()
    assert complaints == []
