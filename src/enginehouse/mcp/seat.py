"""A client for one seat at a table on a server. It uses the interface for programs (`docs/interface.md`)."""

from __future__ import annotations

import json
import socket
import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from enginehouse.core.errors import EnginehouseError, Unreadable

PREFIX = "/api/v1"
PATIENCE_S = 20.0
TOKEN = "ENGINEHOUSE_TOKEN"  # noqa: S105  # the name of the variable that holds one
FIXES = {
    "no-token": f"Set {TOKEN} to the token that opening or joining the table gave, or start with --join NAME. Then restart "
    "this server.",
    "away": "Start the table's server, or correct its address in the settings of this server.",
    "strange": "Correct the address in the settings of this server: use the address of the page on which you open tables.",
}
"""The remedy for the user of this program, by the code of a refusal. The table's own hints are for other programs."""


class RequestRefused(EnginehouseError):
    """An error: the server has refused a request. The text has the reason and the remedy."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Lost(RequestRefused):
    """An error: the server's response did not arrive, so the effect of the request is unknown."""

    def __init__(self, why: object) -> None:
        super().__init__("lost", f"the connection to the table was lost: {why}")


class RemoteSeat:
    """A client for one seat of a game on the server, which it reaches by HTTP.

    `server` is an address such as `http://localhost:8000`, `table` the id of the game's table there, and `token` the
    token of the seat. Without a token the client is a spectator.
    """

    def __init__(self, server: str, table: str, token: str = "") -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Unreadable(f"a server is an address like http://localhost:8000, not {server!r}")
        self.server, self.table, self.token = server.rstrip("/"), table, token

    def join(self, name: str) -> int:
        """Take a free seat under a name, and use its token from now on. Return the number of the seat."""
        found = self._table("POST", "join", {"name": name})
        self.token = found["token"]
        return int(found["seat"])

    def look(self) -> dict[str, Any]:
        """Return the current view of the seat as a dict with the fields of `Look`, a type of the HTTP interface."""
        return self._table("GET", "")

    def story(self, first: int = 0) -> list[list[str]]:
        """Return the events that the seat has noticed, as a list of sentences for each action.

        `first` is the number of earlier actions to leave out.
        """
        found: list[list[str]] = self._table("GET", f"story?first={first}")["actions"]
        return found

    def has_acted(self, before: dict[str, Any], now: dict[str, Any]) -> bool | None:
        """Return whether the seat has acted between the two views `before` and `now`, or None if that is unknown.

        This is unknown if the seat was asked again, for example because its time was over before its action arrived.
        """
        if now["decision"] == before["decision"]:
            return False
        seat = now["seat"]
        by = self._table("GET", f"story?first={before['story']}").get("by", [])
        if seat in by:
            return True
        return True if now["window"] and now["window"] == before["window"] and now["can_undo"] else None

    def why(self, action: str) -> dict[str, Any]:
        """Return whether an action is legal now, and the reason if it is not.

        The result is a dict with the fields of `Answer`, a type of the HTTP interface.
        """
        return self._table("GET", f"why?act={quote(action)}")

    def act(self, decision: int, action: str) -> dict[str, Any]:
        """Play an action of the seat, and return the view after it.

        `decision` is the number of the decision that the seat has to make, from its latest view. Raise `RequestRefused`
        if the server refuses the action, and `Lost` if the server's response does not arrive.
        """
        return self._table("POST", "act", {"decision": decision, "act": action})

    def undo(self, decision: int) -> dict[str, Any]:
        """Undo the seat's latest action, and return the view after that.

        `decision` is the number of the decision that the seat has to make, from its latest view. Raise `RequestRefused`
        if the server refuses the request.
        """
        return self._table("POST", "undo", {"decision": decision})

    def rules(self, game: str) -> list[dict[str, str]]:
        """Return the clauses of a game's rulebook, each with `name` and `text`."""
        found: list[dict[str, str]] = self._ask("GET", f"/games/{quote(game)}/rules")["clauses"]
        return found

    def wait(self, seconds: float) -> dict[str, Any]:
        """Return the view as soon as the seat can act or the game is over, or else after `seconds`."""
        until = time.monotonic() + seconds
        latest = self.look()
        while not (latest["actions"] or latest["status"] in ("over", "ended")):
            left = until - time.monotonic()
            if left <= 0:
                break
            latest = self._next(latest, left)
        return latest

    def _next(self, latest: dict[str, Any], left: float) -> dict[str, Any]:
        """Return the next view from the server's stream of updates that differs from `latest`.

        If the time (`left`, in seconds) is over first, or if the stream ends, return the current view.
        """
        began = time.monotonic()
        try:
            with self._open("GET", f"/tables/{quote(self.table)}/events", None, timeout=max(0.1, left)) as stream:
                for line in stream:
                    if line.startswith(b'data: {"look"'):
                        found: dict[str, Any] = json.loads(line[len(b"data: ") :])["look"]
                        if found != latest:
                            return found
                    if time.monotonic() - began >= left:
                        break
        except TimeoutError:
            pass
        except (OSError, HTTPException):  # the server has ended the stream; open it again
            time.sleep(min(0.5, left))
        return self.look()

    def _table(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        return self._ask(method, f"/tables/{quote(self.table)}/{path}".rstrip("/"), body)

    def _ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        try:
            with self._open(method, path, body, PATIENCE_S) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except (OSError, HTTPException, ValueError) as error:
            raise Lost(error) from None

    def _open(self, method: str, path: str, body: Any, timeout: float) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.server + PREFIX + path, data, headers, method=method)  # noqa: S310  (http or https: see above)
        try:
            return urlopen(request, timeout=timeout)  # noqa: S310
        except HTTPError as error:
            raise _read_refusal(error) from None
        except URLError as error:
            if isinstance(error.reason, ConnectionRefusedError | socket.gaierror):
                raise RequestRefused(
                    "away", f"{self.server} does not answer: {error.reason}. {FIXES['away']}"
                ) from None
            raise Lost(error.reason) from None


class NoSeat(RemoteSeat):
    """A stand-in for a seat that is not available. It answers every request with an error that has the reason."""

    def __init__(self, reason: str) -> None:
        self.reason, self.server, self.table, self.token = reason, "", "", ""

    def _open(self, method: str, path: str, body: Any, timeout: float) -> Any:
        raise RequestRefused("no-seat", self.reason)


def _read_refusal(error: HTTPError) -> RequestRefused:
    """Return the server's refusal in an HTTP response as an exception with the reason and advice.

    The text also has the number of the rulebook clause that forbids the request, if the refusal names a clause. If the
    response has another form, the text says that the address is wrong.
    """
    try:
        said = json.load(error)["error"]
        clause = f" ({said['clause']})" if said["clause"] else ""
        fix = FIXES.get(said["code"], said["try"])
        return RequestRefused(said["code"], f"{said['sentence']}{clause} {fix}".strip())
    except (ValueError, KeyError, TypeError):
        said = f"this is no table that answers by {PREFIX}: status {error.code}. {FIXES['strange']}"
        return RequestRefused("strange", said)
