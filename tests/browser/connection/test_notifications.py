"""Notifications by the browser's push service: asked for by a press, shown by the service worker without content, taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from expecting import expect
from serving import served

from enginehouse.table.push.keys import new_key

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
ENDPOINT = "https://push.example.org/ann"
# There is no push service here: the browser is told that one has given it an address, for the house's key.
SUBSCRIBES = f"""
window.subscribed = [];
const given = {{ endpoint: '{ENDPOINT}', unsubscribe: async () => {{ own = null; window.subscribed.push('over'); return true; }} }};
let own = localStorage.getItem('notify-key') ? given : null;
PushManager.prototype.getSubscription = async () => own;
PushManager.prototype.subscribe = async (options) => {{
  window.subscribed.push([options.userVisibleOnly, options.applicationServerKey.length]);
  return own = given;
}};
"""
SHOWN = """async () => {
  const found = await navigator.serviceWorker.getRegistration('/worker.js');
  return (await found.getNotifications()).map((one) => [one.title, one.body, one.tag]);
}"""


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A table of this test, which notifies (as far as anybody has an address for it), or does not."""
    if request.param:
        monkeypatch.setenv("ENGINEHOUSE_PUSH_KEY", new_key())
        monkeypatch.setenv("ENGINEHOUSE_PUSH_CONTACT", "mailto:host@example.org")
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=60) as one:
        yield one.url


def comes(page: Any, so: str, looks: int = 400) -> bool:
    """Whether something comes to be so in a page, which is looked at every 50 ms."""
    for _ in range(looks):
        if page.evaluate(so):
            return True
        page.wait_for_timeout(50)
    return False


def until(page: Any, so: str) -> None:
    """Wait until something is so in a page."""
    assert comes(page, so), so


def read_record(person: Any) -> dict[str, str]:
    """Return the server's record of the notifications of this browser."""
    found = person.context.request.get(f"{person.address}/me/push")
    return dict(found.json())


@pytest.mark.parametrize("address", [True], indirect=True)
def test_a_browser_gets_messages_from_its_push_service(come: Come) -> None:
    ann = come(permissions=["notifications"])
    page = ann.page
    page.add_init_script(SUBSCRIBES)
    ann.new_table("open")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    page.click(".bar-menu summary:text('More')")
    page.check("#notify")
    until(page, "window.subscribed.length === 1")
    assert page.evaluate("subscribed") == [[True, len(read_record(ann)["key"])]]
    until(page, f"fetch('/me/push').then((one) => one.json()).then((one) => one.endpoint === '{ENDPOINT}')")

    devtools = ann.context.new_cdp_session(page)
    versions: list[Any] = []
    devtools.on("ServiceWorker.workerVersionUpdated", lambda said: versions.extend(said["versions"]))
    devtools.send("ServiceWorker.enable")
    for _ in range(100):
        if any(one["status"] == "activated" for one in versions):
            break
        page.wait_for_timeout(50)
    number = next(one["registrationId"] for one in versions if one["status"] == "activated")
    push = {"origin": ann.address, "registrationId": number, "data": ""}
    for _ in range(10):  # a push service tries again too: on a busy machine the browser lets one fall now and then
        devtools.send("ServiceWorker.deliverPushMessage", push)
        if comes(page, f"({SHOWN})().then((all) => all.length === 1)", 40):
            break
    assert page.evaluate(SHOWN) == [["Your turn", "Open the table to play.", "turn"]]

    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, f"({SHOWN})().then((all) => all.length === 0)")  # whoever looks is told no more
    page.reload()
    until(page, "window.subscribed?.length === 1")
    assert read_record(ann)["endpoint"] == ENDPOINT
    page.evaluate("localStorage.setItem('notify-key', 'of the house before')")
    page.reload()
    until(page, "window.subscribed?.length === 2")
    assert page.evaluate("subscribed[0]") == "over", "a subscription for another key is of no use"
    page.click(".bar-menu summary:text('More')")
    page.uncheck("#notify")
    until(page, "subscribed.at(-1) === 'over'")
    assert read_record(ann)["endpoint"] == ""
    expect(page.locator("#notify")).not_to_be_checked()


@pytest.mark.parametrize("address", [False], indirect=True)
def test_where_the_house_does_not_there_is_no_worker(come: Come) -> None:
    ann = come(permissions=["notifications"])
    ann.page.add_init_script(SUBSCRIBES)
    ann.new_table("open")
    ann.page.click(".bar-menu summary:text('More')")
    with ann.page.expect_response("**/me/push") as asked:
        ann.page.check("#notify")
    assert asked.value.json() == {"key": "", "endpoint": ""}
    until(ann.page, "localStorage.getItem('notify') === 'on'")
    assert ann.page.evaluate("subscribed") == []
    assert ann.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
