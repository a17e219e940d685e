"""A person whose table runs in a tab, with the interface of the person of `tests/browser`, so that its tests run here too."""

from __future__ import annotations

import urllib.parse
from typing import Any

from somebody import Somebody
from visiting import Visitor

OF_THE_TAB = frozenset(
    {
        *("add_init_script", "context", "emulate_media", "keyboard", "mouse", "on", "screenshot", "set_viewport_size"),
        *("touchscreen", "viewport_size", "wait_for_timeout", "expect_download"),
    }
)
"""Attributes of the tab itself. The frame with the table's page has all others. It lies in the tab's upper left corner."""
SEND = """async ([address, form]) => {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  return answer.ok ? answer.url : `${answer.status} ${await answer.text()}`;
}"""


class FramedPage:
    """The page in the frame, as if it were a page of its own."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._visitor.page if name in OF_THE_TAB else self._visitor.frame, name)

    def reload(self) -> None:
        """Reload the whole tab, and with it Python. Wait until the table's page is there again."""
        self._visitor.page.reload()
        self._visitor.wait("main")


class InTab(Somebody):
    """A person at the table of their own tab."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.context, self.scripted = visitor.context, True
        self.address = f"{visitor.address}house"
        self.complaints: list[str] = []
        visitor.page.on("console", self._note)
        self.page: Any = FramedPage(visitor)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def leave(self) -> list[str]:
        """Return to the lobby, so that another person can use the tab. Return the complaints of the browser."""
        self.visitor.page.remove_listener("console", self._note)
        self.go("/")
        self.page.evaluate("localStorage.clear()")
        return [*self.complaints, *self.visitor.complaints]

    def _send(self, path: str, form: dict[str, str]) -> str:
        address = path if path.startswith("http") else self.address + path
        found = str(self.page.evaluate(SEND, [address, form]))
        assert urllib.parse.urlsplit(found).path.startswith(urllib.parse.urlsplit(self.address).path), found
        self.go(found)
        return str(self.page.url)
