"""A person with a browser, for tests that play at a table."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Response

SCHEMES: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (
    ("light", {}),
    ("dark", {"runOnly": ["color-contrast"]}),
)
"""By day all rules; by night those for what is different then."""
# The state as soon as something is true of it, or null after a moment. The moment is one of the scheduler, since some tests hold
# the page's timers back.
AWAITED = """() => new Promise((done) => {
  const page = document.getElementById('table');
  const holds = () => {
    const { state, ready, late } = page?.dataset ?? {};
    const s = ready && !late ? JSON.parse(state) : null;
    return s && (%s) ? s : null;
  };
  const found = holds();
  if (found) { done(found); return; }
  const over = (s) => { watch.disconnect(); done(s); };
  const watch = new MutationObserver(() => { const s = holds(); if (s) over(s); });
  if (page) watch.observe(page, { attributes: true });
  scheduler.postTask(() => over(holds()), { delay: 500 });
})"""
SLOWDOWN = float(os.environ.get("ENGINEHOUSE_SLOWDOWN", "1"))
"""How many times slower the processor of a page is. Tests that pass with 4 do not need a fast machine. Chromium only."""
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


class Somebody:
    """A person with a browser of their own; what the browser complains about is written down."""

    def __init__(self, context: BrowserContext, address: str, scripted: bool = True) -> None:
        self.context, self.address, self.scripted = context, address, scripted
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        if SLOWDOWN > 1:
            self.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('CSP: ' + e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample))"
        )
        page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: self.complaints.append(str(e)))

    def go(self, path: str) -> Page:
        self.page.goto(path if path.startswith("http") else self.address + path)
        return self.page

    def new_table(self, *seats: str, game: str = "switchyard", name: str = "Ann", **more: str) -> str:
        """Open a table and go there; seats after the first: open, me, bot:random ... The form is sent without being looked
        at: `fill_in` is the way by hand. `more`: an option, or `tells`, `clock`, `beat_ms` or `window_ms`."""
        form = {"game": game, "name": name, "listed": "1", "watched": "1"} | {
            f"seat-{k}": kind for k, kind in enumerate(("me", *seats))
        }
        for field, choice in more.items():
            form[field if field.endswith("_ms") or field in ("tells", "clock", "drawn") else f"option-{field}"] = choice
        url = self._send("/new", form)
        if self.scripted:
            self.until("true")  # the page's script has begun, and takes keys
        return url

    def fill_in(self, *seats: str, game: str = "switchyard", name: str = "Ann") -> Page:
        """The same by hand, on the page with the form."""
        page = self.go(f"/new?game={game}")
        if page.locator("[name=name]").count():  # a known guest is not asked again
            page.fill("[name=name]", name)
        for k in range(1, page.locator("select[name^=seat-]").count()):
            page.select_option(f"[name=seat-{k}]", seats[k - 1] if k <= len(seats) else "none")
        page.click("text=Open the table")
        page.wait_for_selector("#table")
        page.wait_for_url(lambda url: "?" not in url)  # the mark of a table that was opened just now is removed
        return page

    def join(self, url: str, name: str, **more: str) -> Page:
        """Sit down at a table; by its form, without looking at it."""
        self._send(f"{url}/join", {"name": name, **more})
        return self.page

    def _send(self, path: str, form: dict[str, str]) -> str:
        """Send a form as this browser, and go where its answer leads."""
        address = path if path.startswith("http") else self.address + path
        answer = self.context.request.post(address, form=dict(form), headers={"origin": self.address}, max_redirects=0)
        assert answer.status == 303, answer.text()
        return self.go(answer.headers["location"]).url

    def tap_the_wire(self) -> Callable[[], list[str]]:
        """What this browser is sent from now on, as text: its next page, answers, and every message of its streams. The
        browser forgets what a page was made of when it goes to another one: ask before that."""
        told: list[str] = []
        fresh: list[Response] = []
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("Network.enable")
        devtools.on("Network.eventSourceMessageReceived", lambda message: told.append(message["data"]))
        self.page.on("response", lambda answer: fresh.append(answer))

        def so_far() -> list[str]:
            while fresh:
                answer = fresh.pop(0)
                if answer.request.resource_type in ("document", "fetch") and answer.status not in (204, 303):
                    told.append(answer.text())
            return told

        return so_far

    def state(self) -> dict[str, Any]:
        return dict(self.page.evaluate("JSON.parse(document.getElementById('table').dataset.state)"))

    def until(self, expression: str, timeout: float = 30_000) -> dict[str, Any]:
        """Wait until the page's script has begun, all of a picture is there, and something is true of its state `s`. Return
        the state. (The expression is sent from here: the page's policy forbids it to evaluate text.)"""
        end = time.monotonic() + timeout / 1000
        while (state := self._awaited(expression)) is None:
            assert time.monotonic() < end, f"{expression} did not come about: {self.state()}"
        return dict(state)

    def _awaited(self, expression: str) -> Any:
        """Wait a moment for something to be true of the state `s`. Return the state, or `None`."""
        from playwright.sync_api import Error

        try:
            state = self.page.evaluate(AWAITED % expression)
        except Error as error:
            if "context was destroyed" not in str(error):  # the page has led to another one meanwhile
                raise
            state = None
        return state

    def until_my_turn(self) -> dict[str, Any]:
        return self.until("s.acting || s.over")

    def serious(self, what: str) -> list[str]:
        """Return the serious violations that axe finds on the page, in the light and the dark theme."""
        from axe_playwright_python.sync_playwright import Axe

        found = []
        run = Axe().run
        for scheme, only in SCHEMES:
            self.page.emulate_media(color_scheme=scheme)
            found += [
                f"{what}, {scheme}: {one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0].get('failureSummary', '')[:300]}"
                for one in run(self.page, options={"resultTypes": ["violations"], **only}).response["violations"]
                if one["impact"] in ("serious", "critical")
            ]
            run = Axe(axe_script="0").run  # its script is in the page by now
        self.page.emulate_media(color_scheme="light")
        return found

    def acts(self) -> list[str]:
        """Return the actions of the list when a frame is complete: the list comes a frame after the board."""
        self.until("true")
        return list(self.page.evaluate("[...document.querySelectorAll('#list button.act')].map(b => b.value)"))
