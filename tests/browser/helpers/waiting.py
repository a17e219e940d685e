"""Wait until something is true of a page."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def until(page: Page, so: Callable[[], object] | str, timeout: float = 30) -> None:
    """Wait until a function, or an expression in the page, is true. Raise `AssertionError` after `timeout` seconds.

    Playwright's `wait_for_function` evaluates text in the page as soon as it has to wait, and our policy forbids that. So it
    fails on a slow machine only.
    """
    end = time.monotonic() + timeout
    while not (page.evaluate(so) if isinstance(so, str) else so()):
        assert time.monotonic() < end, f"{so} did not become true"
        page.wait_for_timeout(20)
