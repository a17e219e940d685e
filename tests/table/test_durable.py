"""Acknowledged actions are stored: over real sockets, with a server that is killed in the middle."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from callers import SAME, act, frame, guest, legal, played, visible
from nursery import Forked, forked
from serving import Served, served

# These servers' rules are plain in every run, so one run is enough: the compiled one, or the only one there is.
pytestmark = pytest.mark.beside_compiled


def test_a_table_survives_being_killed(db_url: str) -> None:
    one = Forked(db_url, window_ms=300)
    ann, table = guest(one.url)
    bob, _ = guest(one.url, table, "Bob")
    assert played(one.url, table, [ann, bob], 12) == 12
    before = [visible(frame(c, table)) for c in (ann, bob)]
    one.kill()
    with forked(db_url, window_ms=300) as two:
        for client in (ann, bob):
            client.base_url = httpx.URL(two.url)
        assert [visible(frame(c, table)) for c in (ann, bob)] == before
        assert played(two.url, table, [ann, bob], 3) == 3
    ann.close()
    bob.close()


def test_doubled_and_simultaneous_posts(tmp_path: Path) -> None:
    """The same post ten times at once counts once; four seats that answer in one instant are all kept."""
    with forked(f"sqlite:///{tmp_path / 'double.sqlite3'}", window_ms=6000) as one:
        ann, table = guest(one.url, seats=["me", "open", "open", "open"])
        others = [guest(one.url, table, name)[0] for name in ("Bob", "Cat", "Dan")]

        async def at_once(posts: list[tuple[httpx.Client, int, int, str]]) -> list[int]:
            async def one_post(client: httpx.Client, seat: int, decision: int, name: str) -> int:
                async with httpx.AsyncClient(base_url=one.url, cookies=client.cookies, timeout=20) as c:
                    fields = {"seat": seat, "decision": decision, "act": name}
                    return (await c.post(f"{table}/act", json=fields, headers=SAME)).status_code

            return list(await asyncio.gather(*(one_post(*p) for p in posts)))

        card = next(n for n in legal(frame(ann, table)) if n.startswith("play"))
        statuses = asyncio.run(at_once([(ann, 0, 0, card)] * 10))
        assert sorted(statuses) == [204] + [409] * 9
        statuses = asyncio.run(at_once([(c, k + 1, 0, "pass") for k, c in enumerate(others)] * 2))
        assert sorted(statuses) == [204] * 3 + [409] * 3
        deadline = time.monotonic() + 20
        while frame(ann, table)["state"]["window"] and time.monotonic() < deadline:
            time.sleep(0.1)
        log = frame(ann, table)["regions"]["log"]
        assert log.count("plays a note") == 1 and "gets" in log
        for client in (ann, *others):
            client.close()


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    """Nobody has to open the page: a bot whose turn it was when the server died plays when it is back."""
    db_url = f"sqlite:///{tmp_path / 'bots.sqlite3'}"
    one = Served(db_url, beat_ms=5000)
    ann, table = guest(one.url, seats=["me", "bot:random"])
    assert act(ann, table, 0, 0, "move 1 2").status_code == 204
    one.kill()
    with served(db_url, beat_ms=100) as two:
        ann.base_url = httpx.URL(two.url)
        deadline = time.monotonic() + 15
        while len(re.findall(r'id="log-\d+"', frame(ann, table)["regions"]["log"])) < 2 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert len(re.findall(r'id="log-\d+"', frame(ann, table)["regions"]["log"])) >= 2
        ann.close()


@pytest.mark.timeout(60)
def test_the_stream_over_a_real_socket(tmp_path: Path) -> None:
    """A whole frame first, then a patch; the ids count this viewer's frames only."""
    with forked(f"sqlite:///{tmp_path / 'stream.sqlite3'}") as one:
        ann, table = guest(one.url)
        bob, _ = guest(one.url, table, "Bob")
        seen: list[tuple[str, int, dict[str, Any]]] = []
        with bob.stream("GET", f"{table}/stream?seat=1") as stream:
            assert stream.headers["cache-control"] == "no-store" and stream.headers["x-accel-buffering"] == "no"
            kind, number = "", 0
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("id: "):
                    number = int(line[4:])
                elif line.startswith("data: ") and kind in ("frame", "patch"):
                    seen.append((kind, number, json.loads(line[6:])))
                    if len(seen) == 1:
                        assert act(ann, table, 0, 0, "move 1 2").status_code == 204
                    else:
                        break
        assert [k for k, _, _ in seen] == ["frame", "patch"]
        assert seen[1][1] == seen[0][1] + 1
        assert "p-wagon-0" in seen[1][2]["set"] and "p-siding-6" not in seen[1][2]["set"]
        ann.close()
        bob.close()
