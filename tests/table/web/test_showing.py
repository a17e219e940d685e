"""A game that was played elsewhere is replayed on the page, also one with numbers of its tables changed."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from handclock import SeededChance
from opened import TableOf, act, look
from starlette.testclient import TestClient

from enginehouse import front
from enginehouse.core.errors import Unreadable
from enginehouse.core.pictures.drawing import document_of
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.table.app import create_app
from enginehouse.table.extras import showing
from enginehouse.table.settings import Settings
from enginehouse.table.store.store import Store

pytestmark = [pytest.mark.usefixtures("no_workers"), pytest.mark.beside_plain]
SAME = {"sec-fetch-site": "same-origin"}


async def store_match(db_url: str, match: Match) -> str:
    """The address of the table of a match."""
    store = await Store(db_url).open()
    try:
        return await showing.keep(store, match, ["Ann", "Bob"])
    finally:
        await store.close()


@pytest.mark.parametrize("name", ["mechanation", "mechanation+SET_TO_WIN=3"])
def test_a_game_is_replayed_step_by_step(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    match = front.play(games.find_or_create(name), 2, bots=["random"], seed=3)
    db_url = f"sqlite:///{tmp_path / 'shown.sqlite3'}"
    table = asyncio.run(store_match(db_url, match))
    with TestClient(create_app(Settings(db_url=db_url), chance=SeededChance()), base_url="http://localhost") as client:
        page = client.get(f"/t/{table}/replay?at=5")
        assert page.status_code == 200 and "Ann" in page.text and match.game.facts.title in page.text
        (style,) = re.findall(r'href="(/assets/games/[^"]+)"', page.text)
        assert client.get(style).status_code == 200
        assert client.get(f"/t/{table}/log.json").json()["game"] == name
        last = client.get(f"/t/{table}/replay?at={len(match.entries)}")
        assert last.status_code == 200 and last.text != page.text


def test_a_changed_game_can_be_played_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By whoever has made it; others cannot ask for one."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    name = games.find_or_create("mechanation+SET_TO_WIN=4").name
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'tried.sqlite3'}")
    with TestClient(create_app(settings, chance=SeededChance()), base_url="http://localhost") as client:
        page = client.get(f"/new?game={quote(name)}")
        assert page.status_code == 200 and "SET_TO_WIN = 4" in page.text
        given = {"game": name, "name": "Ann", "seat-0": "me", "seat-1": "bot:random", "listed": "1", "watched": "1"}
        opened = client.post("/new", data=given, headers=SAME)
        assert opened.status_code == 200 and "SET_TO_WIN = 4" in opened.text
        for other in ("mechanation+SET_TO_WIN=6", "mechanation+LIMIT=3"):
            refused = client.post("/new", data={**given, "game": other}, headers=SAME)
            assert refused.status_code in (400, 404) and other not in games._CHANGED


def test_a_game_that_runs_on_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="finished game"):
        asyncio.run(store_match(f"sqlite:///{tmp_path / 'none.sqlite3'}", Match.new("mechanation", 2, seed=1)))


def test_everybodys_eyes_are_shown_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each picture is what that seat saw and nothing more, by day and by night; there is none of a seat that is not there."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    match = front.play("mechanation", 2, bots=["random"], seed=3)
    db_url = f"sqlite:///{tmp_path / 'shown.sqlite3'}"
    table = asyncio.run(store_match(db_url, match))
    with TestClient(create_app(Settings(db_url=db_url), chance=SeededChance()), base_url="http://localhost") as client:
        page = client.get(f"/t/{table}/replay?at=9&seat=all")
        found = re.findall(rf'src="(/t/{table}/replay/9/\d+\.svg)"', page.text)
        assert len(found) == 2 and 'value="all" selected' in page.text
        before = match.begin_again()
        for entry in match.entries[:9]:
            before.step(entry)
        pictures = [client.get(address).text for address in found]
        for seat, picture in enumerate(pictures):
            assert picture == document_of(match.game, before.view(seat), width=900)
        assert pictures[0] != pictures[1], "or both saw the same, and this shows nothing"
        assert client.get(found[0] + "?theme=dark").text == document_of(
            match.game, before.view(0), theme="dark", width=900
        )
        assert client.get(f"/t/{table}/replay/9/2.svg").status_code == 404
        assert client.get(f"/t/{table}/replay/9?seat=all").json() == client.get(f"/t/{table}/replay/9?seat=-1").json()


@pytest.mark.parametrize("game", [name for name in games.names() if games.get(name).facts.in_lobby])
async def test_the_prompt_says_once_whose_turn_it_is(game: str, table_of: TableOf) -> None:
    """Some games say it in their own words, for others the page does. A screen reader reads both."""
    session, dice = await table_of("Ann", "Bob", game=game), random.Random(3)
    for _ in range(40):
        seats = [seat for seat in session.state.match.actors() if seat not in session.state.pending]
        if not seats:
            break
        for seat in seats:
            prompt = look(session, seat).picture.html["prompt"]
            waits = "You have nothing to react with." in prompt  # that is no turn
            assert prompt.count("Your turn") == (0 if waits else 1), prompt
        await act(session, seats[0], dice.choice(session.state.match.legal_names(seats[0])))
