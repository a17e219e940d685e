"""People who call at a server over real sockets."""

from __future__ import annotations

import re
from typing import Any

import httpx2 as httpx

SAME = {"sec-fetch-site": "same-origin", "accept": "application/json"}


def guest(url: str, table: str = "", name: str = "Ann", seats: list[str] | None = None) -> tuple[httpx.Client, str]:
    """A person of their own, at a new table or one that is there."""
    client = httpx.Client(base_url=url, headers={"sec-fetch-site": "same-origin"}, timeout=20)
    if table:
        answer = client.post(f"{table}/join", data={"name": name})
    else:
        fields = {f"seat-{k}": kind for k, kind in enumerate(seats or ["me", "open"])}
        answer = client.post(
            "/new", data={"game": "switchyard", "name": name, "listed": "1", "option-line": "long", **fields}
        )
    assert answer.status_code == 303, answer.text
    return client, answer.headers["location"]


def frame(client: httpx.Client, table: str, seat: int | None = None) -> dict[str, Any]:
    """The latest picture."""
    found = client.get(f"{table}/frame" + (f"?seat={seat}" if seat is not None else ""), headers=SAME)
    assert found.status_code == 200, found.text
    return dict(found.json())


def legal(picture: dict[str, Any]) -> list[str]:
    """The names of the actions of a picture."""
    return [one["name"] for one in picture["acts"]]


def act(client: httpx.Client, table: str, seat: int, decision: int, name: str) -> httpx.Response:
    """Post an action."""
    return client.post(f"{table}/act", json={"seat": seat, "decision": decision, "act": name}, headers=SAME)


def visible(picture: dict[str, Any]) -> dict[str, Any]:
    """A picture without the number of its frame."""
    regions = {name: re.sub(r'decision(" value)?="\d+"', "", text) for name, text in picture["regions"].items()}
    return {"regions": regions, "state": {k: v for k, v in picture["state"].items() if k != "decision"}}


def played(url: str, table: str, clients: list[httpx.Client], steps: int) -> int:
    """Play on for some steps; how many were acknowledged."""
    done = 0
    while done < steps:
        for seat, client in enumerate(clients):
            picture = frame(client, table, seat)
            if picture["state"]["over"]:
                return done
            if picture["state"]["acting"] and done < steps:
                names = legal(picture)
                answer = act(client, table, seat, picture["state"]["decision"], names[(done * 5) % len(names)])
                assert answer.status_code == 204, answer.text
                done += 1
    return done
