"""The interface for programs: what it gives and refuses, that a bot from outside can play by it, and that it tells no secrets."""

from __future__ import annotations

import asyncio
import json
import re
import runpy
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from opened import TableOf, act, play_note, read, shared_by
from serving import served
from starlette.testclient import TestClient

from enginehouse.core.play.receipts import commitment_of, seed_of
from enginehouse.core.registry import game as games
from enginehouse.table.api import events, looks
from enginehouse.table.api.access import Caller
from enginehouse.table.api.endpoint import PREFIX, Endpoint
from enginehouse.table.api.openapi import document
from enginehouse.table.api.routes import ENDPOINTS
from enginehouse.table.app import create_app
from enginehouse.table.people.tokens import MOST_TOKENS, give_token
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.settings import Settings

REPOSITORY = Path(__file__).parents[3]


class Program:
    """A program that speaks to a table, with a token or without."""

    def __init__(self, client: TestClient, table: str = "", token: str = "") -> None:
        self.client, self.table, self.token = client, table, token

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Status and what was answered."""
        said = self.token if token is None else token
        headers = {"authorization": f"Bearer {said}"} if said else {}
        here = path if path.startswith("/") else f"/tables/{self.table}/{path}".rstrip("/")
        answer = self.client.request(method, PREFIX + here, json=body, headers=headers)
        return answer.status_code, answer.json() if "json" in answer.headers["content-type"] else answer.text

    def good(self, method: str, path: str, body: Any = None) -> Any:
        """Return the answer to a valid request."""
        status, found = self.ask(method, path, body)
        assert status in (200, 201), found
        return found


@pytest.fixture
def client(tmp_path: Path, toy: games.Game) -> Iterator[TestClient]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0, window_ms=300, workers=0))
    with TestClient(app, base_url="http://localhost") as one:
        yield one


def open_table(client: TestClient, *seats: str, game: str = "switchyard", **more: Any) -> Program:
    """A table, and the program on its first seat."""
    made = Program(client).good(
        "POST", "/tables", {"game": game, "seats": list(seats), "name": "Ann", "watched": True, **more}
    )
    assert made["address"] == f"/t/{made['table']}"
    return Program(client, made["table"], made["seats"][0]["token"])


def test_what_is_played_here_and_how_it_is_opened(client: TestClient) -> None:
    found = Program(client).good("GET", "/games")
    facts = {one["name"]: one for one in found["games"]}
    assert {"mechanation", "great-machine", "mechanica", "mechanical-beast"} <= set(facts)
    machine = games.get("great-machine")
    assert facts["great-machine"]["seats"] == list(machine.facts.seats)
    assert facts["great-machine"]["actions"] == len(machine.vocabulary)
    names = Program(client).good("GET", "/games/great-machine/actions")["actions"]
    assert [machine.vocabulary.code(name) for name in names[:50]] == list(range(50))
    assert "expert" in {one["name"] for one in found["bots"]}
    ann = open_table(client, "me", "open", listed=True)
    waiting = Program(client).good("GET", "/tables")["tables"]
    assert [one["open"] for one in waiting if one["table"] == ann.table] == [[1]]
    bob = Program(client, ann.table).good("POST", "join", {"name": "Bob"})
    assert bob["seat"] == 1 and ann.good("GET", "")["status"] == "running"
    assert ann.ask("POST", "join", {"name": "Cat"})[0] == 409


def test_a_seat_looks_asks_acts_and_takes_back(client: TestClient) -> None:
    ann = open_table(client, "me", "open")
    bob = Program(client, ann.table, Program(client, ann.table).good("POST", "join", {"name": "Bob"})["token"])
    look = ann.good("GET", "")
    assert look["seat"] == 0 and look["text"] and look["prompt"] and look["view"]["turn"] == 0
    assert [one["name"] for one in look["seats"]] == ["Ann", "Bob"] and look["seats"][0]["asked"]
    assert bob.good("GET", "")["actions"] == [] and Program(client, ann.table).good("GET", "")["seat"] == -1
    name = next(one["name"] for one in look["actions"] if one["name"].startswith("move"))
    assert ann.good("GET", f"why?act={name}")["legal"]
    wrong = next(
        one
        for one in ann.good("GET", "/games/switchyard/actions")["actions"]
        if one not in {a["name"] for a in look["actions"]}
    )
    said = ann.good("GET", f"why?act={wrong}")
    assert not said["legal"] and said["sentence"] and said["link"].endswith(said["clause"])
    status, refused = ann.ask("POST", "act", {"decision": look["decision"], "act": wrong})
    assert (
        status == 409
        and refused["error"]["clause"] == said["clause"]
        and refused["error"]["sentence"] == said["sentence"]
    )
    after = ann.good("POST", "act", {"decision": look["decision"], "act": name})
    assert after["story"] == 1 and after["decision"] > look["decision"] and after["can_undo"]
    assert len(bob.good("GET", "story")["actions"]) == 1 and bob.good("GET", "story?first=1")["actions"] == []
    assert ann.ask("POST", "act", {"decision": look["decision"], "act": name})[1]["error"]["code"] == "stale"
    back = ann.good("POST", "undo", {"decision": after["decision"]})
    assert back["story"] == 0 and back["can_redo"]
    assert ann.good("POST", "redo", {"decision": back["decision"]})["story"] == 1
    assert "<svg" in ann.good("GET", "picture.svg?theme=dark")


@pytest.mark.parametrize("how", ["by its rules", "by agreement"])
def test_undo_at_the_edges_of_a_game(client: TestClient, how: str) -> None:
    """As `Match` has it: nothing before the first action, nothing when the game is over; the look says so beforehand."""
    ann = open_table(client, "me", game="mechanical-beast")

    def undo() -> tuple[int, str]:
        status, answer = ann.ask("POST", "undo", {"decision": ann.good("GET", "")["decision"]})
        return status, answer["error"]["sentence"] if "error" in answer else ""

    assert not ann.good("GET", "")["can_undo"]
    assert undo() == (409, "There is nothing to undo: you have not acted yet.")
    assert ann.good("POST", "act", {"decision": ann.good("GET", "")["decision"], "act": "pass"})["can_undo"]
    assert undo() == (200, "") and ann.good("GET", "")["can_redo"]
    if how == "by its rules":
        ann.good("POST", "act", {"decision": ann.good("GET", "")["decision"], "act": "end"})
    else:
        ann.good("POST", "end", {"agree": True})
    look = ann.good("GET", "")
    assert look["status"] in ("over", "ended") and not look["can_undo"] and not look["can_redo"]
    assert undo() == (409, "This game is over.")
    assert ann.ask("POST", "redo", {"decision": look["decision"]})[0] == 409


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "says"),
    [
        ("GET", "/games/chess/actions", None, 404, "chess"),
        ("GET", "/tables/nowhere", None, 404, "table"),
        ("POST", "/tables", {"game": "switchyard"}, 400, "seats"),
        ("POST", "/tables", {"game": "switchyard", "seats": ["me", "king"], "name": "A"}, 400, "king"),
        ("POST", "/tables", {"game": "switchyard", "seats": ["me", "open"], "name": " "}, 400, "name"),
        ("POST", "/tables", {"game": "switchyard", "seats": ["me", "open"], "name": "A", "sets": 1}, 400, "sets"),
        ("POST", "act", {"decision": "one", "act": "move"}, 400, "decision"),
        ("POST", "act", {"decision": 0, "act": "dance"}, 400, "dance"),
        ("POST", "act", [1], 400, "object"),
        ("GET", "story?first=-1", None, 400, "from 0 on"),
        ("GET", "why?act=dance", None, 400, "dance"),
        ("DELETE", "tokens/none", None, 404, "token"),
        ("PUT", "act", {}, 405, "address"),
    ],
)
def test_wrong_input_gets_a_sentence(
    client: TestClient, method: str, path: str, body: Any, status: int, says: str
) -> None:
    found, refused = open_table(client, "me", "bot:random").ask(method, path, body)
    assert found == status, refused
    assert says in refused["error"]["sentence"] and set(refused["error"]) == {"code", "sentence", "try", "clause"}


def test_only_a_token_of_this_seat_acts_and_a_revoked_one_is_none(client: TestClient) -> None:
    ann, elsewhere = open_table(client, "me", "bot:random"), open_table(client, "me", "bot:random")
    deed = {"decision": 0, "act": "pass"}
    for token, status in (("", 401), ("eh_none", 401), (elsewhere.token, 403)):
        assert ann.ask("POST", "act", deed, token)[0] == status, token
    assert ann.ask("GET", "", token="eh_none")[0] == 401  # no silent spectator
    second = ann.good("POST", "tokens", {"label": "my  bot"})
    assert ann.ask("GET", "", token=second["token"])[1]["seat"] == 0
    assert [one["label"] for one in ann.good("GET", "tokens")["tokens"]] == ["", "my bot"]
    assert ann.good("DELETE", f"tokens/{second['id']}") == {"done": True}
    assert ann.ask("GET", "", token=second["token"])[0] == 401
    for _ in range(MOST_TOKENS - 1):
        ann.good("POST", "tokens", {})
    assert ann.ask("POST", "tokens", {})[1]["error"]["code"] == "not-allowed"
    ann.good("POST", "leave", {})
    assert ann.ask("POST", "act", deed)[0] in (403, 409)


def test_a_person_gives_a_token_on_a_page_and_takes_it_back(client: TestClient) -> None:
    form = {"game": "switchyard", "seat-0": "me", "seat-1": "bot:random", "name": "Bob"}
    ours = {"origin": "http://localhost"}
    table = client.post("/new", data=form, headers=ours, follow_redirects=False).headers["location"]
    page = client.post(f"{table}/programs", data={"seat": 0, "label": "<my> bot"}, headers=ours).text
    (token,) = re.findall(r"eh_\w+", page)
    assert "&lt;my&gt; bot" in page
    again = client.get(f"{table}/programs").text
    assert token not in again
    program = Program(client, table.removeprefix("/t/"), token)
    assert program.good("GET", "")["seat"] == 0
    revoked = re.findall(r'name="revoke" value="(\w+)"', again)[0]
    assert client.post(f"{table}/programs", data={"seat": 0, "revoke": revoked}, headers=ours).status_code == 200
    assert program.ask("GET", "")[0] == 401
    assert client.post(f"{table}/programs", data={"seat": 1}, headers=ours).status_code == 403
    client.cookies.clear()
    assert client.get(f"{table}/programs").status_code == 403


def test_no_page_elsewhere_can_have_a_browser_act(client: TestClient) -> None:
    """A browser sends JSON to another site only after asking, and nobody is known by a cookie here."""
    body = json.dumps({"game": "switchyard", "seats": ["me", "open"], "name": "Ann"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"content-type": kind, "origin": "http://elsewhere.example"}
        assert client.post(f"{PREFIX}/tables", content=body, headers=headers).status_code == 415
    asked = client.options(f"{PREFIX}/tables", headers={"origin": "http://elsewhere.example"})
    assert asked.status_code == 405 and not [name for name in asked.headers if name.startswith("access-control")]
    page = client.post("/new", data={"game": "switchyard", "seat-0": "me", "seat-1": "open", "name": "Bob"},
                       headers={"origin": "http://localhost"}, follow_redirects=False)  # fmt: skip
    table = page.headers["location"].removeprefix("/t/")
    assert client.cookies and client.get(f"{PREFIX}/tables/{table}").json()["seat"] == -1
    assert client.post(f"{PREFIX}/tables/{table}/leave", json={}).status_code == 401


def test_the_description_matches_the_behaviour(client: TestClient) -> None:
    """Every address and type is in it, as they are; the page `docs/openapi.json` is this one."""
    said = client.get(f"{PREFIX}/openapi.json").json()
    assert said["openapi"].startswith("3.1")
    assert {(method.upper(), path) for path, some in said["paths"].items() for method in some} == {
        (one.method, PREFIX + one.path) for one in ENDPOINTS
    }
    assert json.loads(document(ENDPOINTS)) == said
    kept = REPOSITORY / "docs" / "openapi.json"
    assert kept.read_bytes() == document(ENDPOINTS) + b"\n", "write it anew: enginehouse interface > docs/openapi.json"
    assert said["components"]["schemas"]["Look"]["properties"]["decision"]["type"] == "integer"


def test_a_program_adds_salts_to_the_setup_of_its_tables(client: TestClient) -> None:
    """It opens a table with a promise, sits down at another one, and asks for a rematch."""
    promised = client.get(f"{PREFIX}/promise").json()
    mine, other = "ab" * 16, "cd" * 16
    opening = {
        "game": "switchyard",
        "seats": ["me", "open"],
        "name": "Ann",
        "promise": promised["promise"],
        "salt": mine,
    }
    made = client.post(f"{PREFIX}/tables", json={**opening, "watched": True}).json()
    at = f"{PREFIX}/tables/{made['table']}"
    assert client.get(f"{at}/receipt").json() == {
        "commitment": promised["commitment"], "secret": "", "seed": "", "salts": [], "order": [],
    }  # fmt: skip
    assert client.post(f"{at}/join", json={"name": "Bob", "salt": "no salt"}).status_code == 400
    token = client.post(f"{at}/join", json={"name": "Bob", "salt": other}).json()["token"]
    tokens = [made["seats"][0]["token"], token]
    while (look := client.get(at).json())["status"] != "over":
        for one in tokens:
            headers = {"authorization": f"Bearer {one}"}
            seen = client.get(at, headers=headers).json()
            names = [act["name"] for act in seen["actions"] if not act["name"].startswith("play")]
            if names:
                body = {"decision": seen["decision"], "act": names[-1]}
                assert client.post(f"{at}/act", json=body, headers=headers).status_code == 200
    receipt = client.get(f"{at}/receipt").json()
    assert receipt["salts"] == [mine, other] and look["seat"] == -1
    assert commitment_of(receipt["secret"]) == receipt["commitment"] == promised["commitment"]
    assert seed_of(receipt["secret"], receipt["salts"]) == receipt["seed"]
    again = client.get(f"{PREFIX}/promise").json()
    body = {"promise": again["promise"], "salt": mine}
    made = client.post(f"{at}/rematch", json=body, headers={"authorization": f"Bearer {tokens[0]}"}).json()
    assert client.get(f"{PREFIX}/tables/{made['table']}/receipt").json()["commitment"] == again["commitment"]


def test_after_an_end_by_agreement_the_game_is_over_and_the_prompt_says_how(client: TestClient) -> None:
    ann = open_table(client, "me", "bot:random")
    look = ann.good("GET", "")
    assert look["over"] is False and look["status"] == "running"
    ann.good("POST", "end", {"agree": True})
    look = ann.good("GET", "")
    assert (look["over"], look["status"], look["result"], look["actions"]) == (True, "ended", None, [])
    assert look["prompt"] == "The players agreed to end this game. It has no result."
    assert not any(seat["asked"] for seat in look["seats"])


def test_after_the_last_player_left_the_game_is_over(client: TestClient) -> None:
    ann = open_table(client, "me", "bot:random")
    ann.good("POST", "leave", {})
    look = Program(client, ann.table).good("GET", "")
    assert (look["over"], look["actions"]) == (True, [])
    assert look["prompt"] == "This table was closed without a result."


def test_every_body_has_an_example_that_is_accepted_documented_and_named_in_a_refusal(client: TestClient) -> None:
    page = (REPOSITORY / "docs" / "interface.md").read_text("utf-8")
    for endpoint in ENDPOINTS:
        if endpoint.takes is not None:
            example = msgspec.json.encode(endpoint.takes.example).decode()
            msgspec.json.decode(example, type=endpoint.takes)
            row = next(line for line in page.splitlines() if line.startswith("| `/tables") and path_in(endpoint, line))
            assert json.loads(row.split("`")[-2]) == endpoint.takes.example
    said = client.post(f"{PREFIX}/tables", json={"game": "switchyard", "seats": ["me"]})
    assert said.status_code == 400
    assert "`name`" in said.json()["error"]["sentence"]
    assert '"seats":["me","bot:steady"]' in said.json()["error"]["sentence"]


def path_in(endpoint: Endpoint, line: str) -> bool:
    """Return whether a row of the documentation is about the address of an endpoint."""
    last = endpoint.path.rpartition("/")[2]
    return f"/{last}`" in line.split("|")[1]


async def test_hidden_actions_of_others_send_no_message(registry: Registry, table_of: TableOf) -> None:
    """Of a window the streams learn that it opened and what came of it, and nothing while others answer."""
    session, shared = await table_of("Ann", "Bob", "Cat", window_ms=60_000), shared_by(registry)
    await play_note(session)
    streams = {seat: events.events(shared, Caller(session, seat, None, None)) for seat in (-1, 0, 1, 2)}
    for seat, stream in streams.items():
        kind, told = read(await anext(stream))
        assert kind == "look" and told["look"]["seat"] == seat and told["look"]["window"]
        assert read(await anext(stream))[0] == "clock"
    next_ones = {seat: asyncio.ensure_future(anext(stream)) for seat, stream in streams.items()}
    await asyncio.sleep(0.05)
    await act(session, 1, "pass")
    await asyncio.wait(list(next_ones.values()), timeout=0.3)
    assert [seat for seat, one in next_ones.items() if one.done()] == [1]
    look = read(next_ones[1].result())[1]["look"]
    assert look["actions"] == [] and look["can_undo"], "an answer that waits can be taken back, as on the page"
    for one in next_ones.values():
        one.cancel()


async def test_the_stream_sends_events_and_undone_actions(registry: Registry, table_of: TableOf) -> None:
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    stream = events.events(shared, Caller(session, 1, None, None))
    assert read(await anext(stream))[1]["happened"] == []
    code = session.state.legal(0)[0]
    await act(session, 0, session.state.match.game.vocabulary.name(code))
    found = read(await anext(stream))[1]
    assert found["happened"] == looks.list_events(session.state, 1) != [] and not found["took_back"]
    await commands.undo(session, session.state.row.seats[0].person, 0, session.state.decision(0))
    found = read(await anext(stream))[1]
    assert found["took_back"] and found["happened"] == [] and found["look"]["story"] == 0


async def test_a_stream_ends_with_its_token(registry: Registry, table_of: TableOf) -> None:
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    person = session.state.row.seats[0].person or ""
    await give_token(registry, session.id, 0, person)
    (token,) = await registry.store.tokens.of_seat(session.id, 0, person)
    stream = events.events(shared, Caller(session, 0, person, token))
    await anext(stream)
    await registry.store.tokens.revoke(token)
    session.tell()
    with pytest.raises(StopAsyncIteration):
        await anext(stream)


def test_a_bot_from_outside_plays_to_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The thirty lines of `docs/examples/outside_bot.py`, against a server; the other seat is played here."""
    path = REPOSITORY / "docs" / "examples" / "outside_bot.py"
    assert len([line for line in path.read_text("utf-8").splitlines() if line.strip()]) <= 32
    bot = runpy.run_path(str(path))
    call = bot["call"]
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0, window_ms=200) as one:
        seats = ["me", "open"]
        made = json.load(call("POST", f"{one.url}/api/v1/tables", game="switchyard", seats=seats, name="Ann"))
        outside = threading.Thread(target=bot["main"], args=(one.url, made["table"]))
        outside.start()
        here, token = f"{one.url}/api/v1/tables/{made['table']}", made["seats"][0]["token"]
        while (look := json.load(call("GET", here, token)))["result"] is None:
            if look["actions"]:
                name = look["actions"][-1]["name"]
                call("POST", f"{here}/act", token, decision=look["decision"], act=name)
        outside.join(20)
        assert not outside.is_alive()
    assert capsys.readouterr().out.strip()


def test_numbers_are_whole_however_they_are_written_and_methods_are_named(client: TestClient) -> None:
    ann = open_table(client, "me", "bot:random")
    status, refused = ann.ask("POST", "act", {"decision": 999.0, "act": "pass"})
    assert (status, refused["error"]["code"]) == (409, "stale")
    assert ann.ask("POST", "act", {"decision": 0.5, "act": "pass"})[0] == 400
    answer = client.request("PUT", f"{PREFIX}/tables/{ann.table}/tokens", json={})
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST")
    assert (
        client.request("PUT", f"/t/{ann.table}", headers={"origin": "http://localhost"}).headers["allow"] == "GET, HEAD"
    )
