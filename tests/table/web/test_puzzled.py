"""Puzzles at a table, through the application: what is not best is refused with what it is worth, and what is best is praised."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from handclock import SeededChance
from pages import JSON, SAME
from starlette.testclient import TestClient

from enginehouse.core.registry import game as games
from enginehouse.core.teaching import puzzles
from enginehouse.core.teaching.puzzles import puzzles_of
from enginehouse.table import words
from enginehouse.table.app import create_app
from enginehouse.table.html.lobby import list_offered
from enginehouse.table.settings import Settings

pytestmark = pytest.mark.usefixtures("no_workers")
GAMES = [name for name in games.names() if games.get(name).facts.in_lobby]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'app.sqlite3'}", beat_ms=0), chance=SeededChance())
    with TestClient(app, base_url="http://localhost", headers=SAME, follow_redirects=False) as one:
        yield one


def test_a_page_lists_them_all_and_every_way_leads_there(client: TestClient) -> None:
    page = client.get("/puzzles").text
    for name in GAMES:
        assert all(f'action="/games/{name}/puzzles/{one}"' in page for one in puzzles_of(games.get(name)))
    assert (
        'href="/puzzles"' in client.get("/").text and 'href="/puzzles"' in client.get(f"/games/{GAMES[0]}/rules").text
    )
    assert client.post(f"/games/{GAMES[0]}/puzzles/nothing").status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_played_from_the_view_of_its_seat(client: TestClient, name: str) -> None:
    puzzle = next(iter(puzzles_of(games.get(name)).values()))
    answer = client.post(f"/games/{name}/puzzles/{puzzle.name}")
    assert answer.status_code == 303, answer.text
    at, app = answer.headers["location"], client.app
    assert words.LEARNER in client.get(at).text, "nobody has to say a name first"
    state: Any = app.state.shared.registry.tables[at.removeprefix("/t/")].state  # type: ignore[attr-defined]
    assert state.row.list_seats(next(iter(state.row.people))) == [puzzle.seat] and not state.row.listed
    match = puzzle.match()
    assert state.match.checksum() == match.checksum(), "the game stands where the puzzle is"

    def frame() -> dict[str, Any]:
        return dict(client.get(f"{at}/frame", headers=JSON).json())

    def post(what: str, **more: Any) -> Any:
        now: Any = app.state.shared.registry.tables[at.removeprefix("/t/")].state  # type: ignore[attr-defined]
        data = {"seat": puzzle.seat, "decision": now.decision(puzzle.seat), **more}
        return client.post(f"{at}/{what}", json=data, headers=JSON)

    shown = frame()
    prompt = unescape(shown["regions"]["prompt"])
    assert words.PUZZLE_ASKS in prompt and words.PUZZLE_SOLVED not in prompt
    assert {one["name"] for one in shown["acts"]} == set(match.legal_names(puzzle.seat)), "everything is open"
    assert not any("ringed" in shown["regions"][where] for where in ("board", "hand")), "nothing points at the answer"
    assert "Not yet" not in post("why", piece="p-nothing-of-this-name").json()["sentence"]

    other = puzzle.others[0]
    refused = post("act", act=other.act)
    said = refused.json()["error"]["sentence"]
    assert refused.status_code == 409 and f"chance {other.share:.0f} %, against {puzzle.share:.0f} % for" in said
    assert "{" not in said and frame()["regions"]["prompt"] == shown["regions"]["prompt"], "it may be tried again"
    unknown = [act for act in match.legal_names(puzzle.seat) if act != puzzle.best and puzzle.other(act) is None]
    if unknown:
        assert "Not the best. " in post("act", act=unknown[0]).json()["error"]["sentence"]

    assert post("act", act=puzzle.best).status_code == 204
    prompt = unescape(frame()["regions"]["prompt"])
    assert words.PUZZLE_SOLVED in prompt and f"Win chance {puzzle.share:.0f} %, against" in prompt
    others = list(puzzles_of(games.get(name)))
    assert f'action="/games/{name}/puzzles/{others[1]}"' in prompt and words.PUZZLE_NEXT in prompt
    assert post("free").status_code in (200, 204) and words.PUZZLE_SOLVED not in frame()["regions"]["prompt"]


def test_no_other_player_is_asked_or_informed(client: TestClient) -> None:
    """Who only looks sees no puzzle, and what the others hold is not sent to who solves it."""
    name = "mechanation"
    puzzle = next(iter(puzzles_of(games.get(name)).values()))
    at = client.post(f"/games/{name}/puzzles/{puzzle.name}").headers["location"]
    stranger = TestClient(client.app, base_url="http://localhost", headers=SAME, follow_redirects=False)
    answer = stranger.get(f"{at}/frame", headers=JSON)
    assert answer.status_code != 200 or words.PUZZLE_ASKS not in unescape(answer.json()["regions"]["prompt"])
    assert client.get(f"{at}/log.json").status_code != 200, "the log tells the deal"


def test_solved_puzzles_are_marked_and_unsolved_ones_do_not_pile_up(client: TestClient) -> None:
    first, second, *_ = puzzles_of(games.get("mechanation")).values()
    ways = [f"/games/mechanation/puzzles/{one.name}" for one in (first, second)]
    at = client.post(ways[0]).headers["location"]
    assert client.post(ways[0]).headers["location"] == at, "an unsolved puzzle goes on at its table"
    assert client.post(ways[1]).headers["location"] != at
    page = client.get("/puzzles").text
    game, daily = puzzles.choose_daily(list_offered(), datetime.now(UTC).date()) or (None, None)
    assert game and daily and f'action="/games/{game.name}/puzzles/{daily.name}"' in page.split("<h2>")[1]
    assert "solved" not in page.replace("0 of", "").replace(" solved.", "")
    registry: Any = client.app.state.shared.registry  # type: ignore[attr-defined]
    state = registry.tables[at.removeprefix("/t/")].state
    deed = {"seat": first.seat, "decision": state.decision(first.seat), "act": first.best}
    assert client.post(f"{at}/act", json=deed, headers=JSON).status_code == 204
    assert client.post(f"{at}/free", json={"seat": first.seat}, headers=JSON).status_code == 204
    page = client.get("/puzzles").text
    number = 1 + list(puzzles_of(games.get("mechanation"))).index(first.name)
    assert page.count(", solved") == 1 and f"puzzle {number}, solved" in page
    assert f"1 of {len(puzzles_of(games.get('mechanation')))} solved." in page
    assert client.post(ways[0]).headers["location"] != at, "a solved one can be tried again"
    stranger = TestClient(client.app, base_url="http://localhost", headers=SAME)
    assert "solved" not in stranger.get("/puzzles").text
