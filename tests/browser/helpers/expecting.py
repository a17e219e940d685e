"""Playwright's `expect`. It is imported when a test first calls it, because every run collects the tests of browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

TIMEOUT_MS = 20_000
"""How long a busy machine may take over what usually takes a moment. No test that passes waits for it."""

if TYPE_CHECKING:
    from playwright.sync_api import expect as expect
else:

    def expect(actual: Any, message: str | None = None) -> Any:
        """Return assertions on a page or locator."""
        from playwright.sync_api import expect as real

        real.set_options(timeout=TIMEOUT_MS)
        return real(actual, message)
