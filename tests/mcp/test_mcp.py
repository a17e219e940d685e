"""A language model's stand-in plays by the Model Context Protocol: to the end, on its own view, told what was wrong."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the Model Context Protocol is not installed: scripts/setup frameworks")

from mcp.server.mcpserver.exceptions import ToolError
from serving import Served, served

from enginehouse.mcp import server as tools_of_the_server
from enginehouse.mcp.seat import Lost, RemoteSeat, RequestRefused
from enginehouse.mcp.server import Tools
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.untraced


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A running table whose bots wait for nothing."""
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0, window_ms=200) as one:
        yield one


def open_table(
    server: Served, game: str = "switchyard", seats: tuple[str, ...] = ("me", "open")
) -> tuple[RemoteSeat, str]:
    """A table and its first seat."""
    lobby = RemoteSeat(server.url, "")
    made = lobby._ask("POST", "/tables", {"game": game, "seats": list(seats), "name": "Ann", "watched": True})
    return RemoteSeat(server.url, made["table"], made["seats"][0]["token"]), made["table"]


def parameters(server: Served, table: str, *more: str, token: str = "") -> StdioServerParameters:
    environ = {**os.environ, "ENGINEHOUSE_JIT": "0"} | ({"ENGINEHOUSE_TOKEN": token} if token else {})
    return StdioServerParameters(
        command=sys.executable, args=["-m", "enginehouse", "mcp", server.url, table, *more], env=environ
    )


async def said(client: Client, tool: str, **given: Any) -> tuple[bool, str]:
    """Whether a tool refused, and what it said."""
    found = await client.call_tool(tool, given)
    return bool(found.is_error), "".join(getattr(one, "text", "") for one in found.content)


def play_here(seat: RemoteSeat) -> None:
    """The other seat: always the last thing it can do."""
    while (look := seat.wait(20))["result"] is None:
        with suppress(RequestRefused):  # its window may have closed meanwhile
            seat.act(look["decision"], look["actions"][-1]["name"])


@pytest.mark.anyio
async def test_a_stand_in_for_a_model_plays_to_the_end(server: Served) -> None:
    ann, table = open_table(server)
    async with Client(parameters(server, table, "--join", "Model")) as client:
        tools = {tool.name: tool.description for tool in (await client.list_tools()).tools}
        assert set(tools) == {"look", "act", "why_not", "take_back", "wait", "story", "rules"} and all(tools.values())
        playing = threading.Thread(target=play_here, args=(ann,))
        playing.start()
        refused, text = await said(client, "wait", seconds=60)
        acts = 0
        while "The game is over." not in text:
            assert not refused, text
            names = re.findall(r"^- (.+?): ", text.partition("Your legal actions")[2], re.M)
            if names:
                acts += 1
                await said(client, "act", action=names[0])
            refused, text = await said(client, "wait", seconds=60)
        playing.join(20)
    assert acts > 3 and "You are Model" in text and not playing.is_alive()


@pytest.mark.anyio
async def test_wrong_input_is_explained_and_the_rules_can_be_requested(server: Served) -> None:
    ann, table = open_table(server, "great-machine", ("me", "bot:random"))
    async with Client(parameters(server, table, token=ann.token)) as client:
        _, text = await said(client, "look")
        name = re.findall(r"^- (.+?): ", text.partition("Your legal actions")[2], re.M)[0]
        refused, text = await said(client, "act", action="dance")
        assert refused and "dance" in text and "Current view" in text and f"- {name}: " in text
        assert (await said(client, "why_not", action=name))[1].startswith("Legal")
        vocabulary = ann._ask("GET", "/games/great-machine/actions")["actions"]
        never = next(one for one in vocabulary if not ann.why(one)["legal"])
        assert re.match(r"Not legal: .+ \(GM-\d+\.\d+\)$", (await said(client, "why_not", action=never))[1])
        assert "GM-" in (await said(client, "rules", about="pellet"))[1]
        refused, text = await said(client, "act", action=name)
        assert not refused and (await said(client, "story"))[1]


class Dropping(RemoteSeat):
    """A seat whose act is lost: before it arrives, or after it was done (`arrives`)."""

    arrives = False

    def act(self, decision: int, action: str) -> dict[str, Any]:
        if self.arrives:
            super().act(decision, action)
        raise Lost("connection reset")


@pytest.mark.anyio
async def test_after_a_lost_answer_the_model_learns_whether_it_was_done(server: Served) -> None:
    ann, table = open_table(server, seats=("me", "me"))
    seat = Dropping(server.url, table, ann.token)
    tools = Tools(seat)
    before = await tools.look()
    name = ann.look()["actions"][-1]["name"]
    with pytest.raises(
        ToolError, match=r"^Not done: the connection to the table was lost: connection reset\. You can act"
    ):
        await tools.act(name)
    assert ann.look()["story"] == 0 and before in await tools.look()
    seat.arrives = True
    assert (await tools.act(name)).startswith("Done. The answer was lost")
    assert ann.look()["story"] == 1


@pytest.mark.anyio
async def test_while_the_table_is_away_nothing_is_claimed(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, table = open_table(server, seats=("me", "me"))
    tools = Tools(Dropping(server.url, table, ann.token))
    await tools.look()
    monkeypatch.setattr(tools_of_the_server, "PAUSES_S", (0.0, 0.0))
    server.stop()
    with pytest.raises(
        ToolError, match="It is unknown whether the action was played: the connection to the table was lost"
    ):
        await tools.act("move 1 2")


def test_a_body_that_breaks_off_is_a_lost_answer() -> None:
    """The request has arrived, and half of the answer came."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer_half() -> None:
            connection, _ = listening.accept()
            connection.recv(10_000)
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{")
            connection.close()

        answering = threading.Thread(target=answer_half)
        answering.start()
        with pytest.raises(Lost, match="the connection to the table was lost"):
            RemoteSeat(f"http://127.0.0.1:{listening.getsockname()[1]}", "abc").look()
        answering.join()


@pytest.mark.anyio
async def test_it_sees_its_own_view_alone(server: Served) -> None:
    """Hands of The Great Machine: as soon as cards are dealt three viewers read three texts, and the model its own."""
    ann, table = open_table(server, "great-machine")
    spectator = RemoteSeat(server.url, table)
    async with Client(parameters(server, table, "--join", "Model")) as client:
        for _ in range(60):
            _, text = await said(client, "look")
            told = text.split("\n\n")[2]
            texts = {told, ann.look()["text"], spectator.look()["text"]}
            if len(texts) == 3:
                break
            if look := ann.look()["actions"]:
                ann.act(ann.look()["decision"], look[0]["name"])
            elif names := re.findall(r"^- (.+?): ", text.partition("Your legal actions")[2], re.M):
                await said(client, "act", action=names[0])
    assert len(texts) == 3
    shown = [[name for name in ("Ann", "Model") if re.search(rf"{name}: .* event\): \S", text)] for text in
             (told, ann.look()["text"], spectator.look()["text"])]  # fmt: skip
    assert shown == [["Model"], ["Ann"], []]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("table", "more", "token", "says"),
    [
        ("", (), "eh_wrong", "There is no such token, or it was revoked. Set ENGINEHOUSE_TOKEN to the token"),
        ("nowhere", (), "eh_wrong", "table"),
        ("", (), "", "give either the token of a seat (environment variable ENGINEHOUSE_TOKEN) or --join NAME"),
        ("", ("--join", "Late"), "", "seat"),
    ],
)
async def test_a_client_gets_the_reason_why_its_seat_is_refused(
    server: Served, table: str, more: tuple[str, ...], token: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the instructions and by every tool, and not by a connection that is closed."""
    monkeypatch.delenv("ENGINEHOUSE_TOKEN", raising=False)
    _, made = open_table(server, seats=("me", "bot:random"))
    async with Client(parameters(server, table or made, *more, token=token)) as client:
        assert says in (client.instructions or "")
        for tool, given in (("look", {}), ("act", {"action": "pass"}), ("rules", {}), ("wait", {"seconds": 1})):
            refused, text = await said(client, tool, **given)
            assert refused and says in text and "Bearer" not in text, text


@pytest.mark.parametrize(
    ("words", "token", "says"),
    [
        (("localhost:8000", "x"), "eh_x", "an address like http://localhost:8000"),
        (("http://localhost:9", "x"), "eh_x", "does not answer"),
        (("http://localhost:9", "x"), "", "ENGINEHOUSE_TOKEN"),
        (("{server}", "nowhere"), "eh_x", "table"),
    ],
)
def test_a_setting_that_cannot_be_served_is_refused_at_once(
    server: Served, words: tuple[str, ...], token: str, says: str
) -> None:
    environ = {key: value for key, value in os.environ.items() if key != "ENGINEHOUSE_TOKEN"}
    environ |= {"ENGINEHOUSE_TOKEN": token} if token else {}
    told = [word.format(server=server.url) for word in words]
    command = [sys.executable, "-m", "enginehouse", "mcp", *told]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and says in done.stderr and "Traceback" not in done.stderr
