"""The built folder in Firefox and in WebKit, where they are installed: begin a game, play, reload."""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from visiting import CLICK, PATIENCE_S, Server

sys.path[:0] = [str(Path(__file__).parents[1] / "browser/others")]
open_browser = importlib.import_module("test_other_browsers").open_browser

pytestmark = [pytest.mark.browser, pytest.mark.deep, pytest.mark.timeout(300)]


@pytest.fixture(params=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    opened = open_browser(request.param)
    yield opened
    opened.close()


def run(browser: Any, expression: str) -> Any:
    """Return the value of an expression about the `document` of the table's page, or `None` if there is no page yet."""
    inside = "document.getElementById('house')?.contentDocument"
    return browser.run(f"(document => document?.body ? ({expression}) : null)({inside})")


def wait(browser: Any, expression: str) -> Any:
    """Wait until an expression about the table's page is true, and return its value."""
    end = time.monotonic() + PATIENCE_S
    while not (found := run(browser, expression)):
        assert time.monotonic() < end, f"{expression} did not come about: {browser.run('document.body.innerText')}"
        time.sleep(0.1)
    return found


STATE = "document.querySelector('#table[data-ready]:not([data-late])')?.dataset.state"
BEGIN = """(() => {
  const form = document.querySelector('form.new-table, main form');
  form.elements.name.value = 'Ann';
  for (const one of form.querySelectorAll('select[name^=seat-]')) one.value = { 'seat-0': 'me', 'seat-1': 'bot:hard' }[one.name] ?? 'none';
  form.requestSubmit();
  return true;
})()"""


def wait_for_turn(browser: Any) -> dict[str, Any]:
    """Wait until the person may act, and return the state of the table."""
    return dict(json.loads(wait(browser, f"JSON.parse({STATE} ?? '{{}}').acting && {STATE}")))


def test_a_game_is_begun_and_outlives_a_reload(browser: Any, server: Server) -> None:
    browser.go(server.address)
    wait(browser, "!!document.querySelector('.lobby')")
    run(browser, "document.querySelector('a.button[href*=mechanation]').click() ?? true")
    wait(browser, "!!document.querySelector('select[name=seat-1]')")
    run(browser, BEGIN)
    state = wait_for_turn(browser)
    for _ in range(3):
        before, end = state["decision"], time.monotonic() + PATIENCE_S
        while state["decision"] == before:
            assert time.monotonic() < end, f"no click led on from {state}"
            run(browser, f"({CLICK.replace('NEVER', '[]')})([0, null])")
            state = wait_for_turn(browser)
    log = run(browser, "document.getElementById('log').innerText.trim()")
    browser.run("setTimeout(() => location.reload(), 0)")
    time.sleep(1)
    assert wait_for_turn(browser) == state
    assert run(browser, "document.getElementById('log').innerText.trim()") == log
    # Firefox notes each stream that ends because its page is left.
    assert [said for said in browser.complaints if "ServiceWorker" not in said] == []
