"""Tables that begin from a position: for one person and bots, kept, gone on with after a restart, without a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from opened import new
from pages import FORM, JSON
from starlette.testclient import TestClient

from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.table.app import create_app
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.settings import Settings
from enginehouse.table.states.opening import by_choice

pytestmark = pytest.mark.usefixtures("no_workers")
People = Callable[..., Any]


@pytest.fixture
def app(tmp_path: Path) -> Any:
    """A server that takes positions."""
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'app.sqlite3'}", positions=True)
    return create_app(settings, chance=SeededChance())


def some_way(seats: int = 2, game: str = "switchyard", acts: int = 3) -> Match:
    """A game some acts on."""
    match = Match.new(game, seats, seed="position")
    for _ in range(acts):
        seat = match.actors()[0]
        match.act(seat, match.legal_names(seat)[0])
    return match


async def test_a_table_begins_from_a_position_and_goes_on_after_a_restart(
    registry: Registry, people: People, clock: HandClock
) -> None:
    (ann,) = await people("Ann")
    there = some_way()
    table = await new(registry, ann, "switchyard", ["me", "me:Bob"], start=there.line())
    session = await registry.get(table)
    assert session.state.match.checksum() == there.checksum() and session.state.row.options == there.options
    seat = there.actors()[0]
    name = there.legal_names(seat)[0]
    there.act(seat, name)
    await commands.act(session, ann.id, seat, session.state.decision(seat), name)
    again = await Registry(Settings(), registry.store, clock, SeededChance(3)).get(table)
    assert again.state.match.checksum() == there.checksum() and not again.state.replay_error
    assert [entry.act for entry in again.state.match.entries] == [name]


async def test_a_table_whose_entries_do_not_follow_from_its_position_says_so(
    registry: Registry, people: People, clock: HandClock
) -> None:
    (ann,) = await people("Ann")
    there = some_way()
    table = await new(registry, ann, "switchyard", ["me", "me:Bob"], start=there.line())
    session = await registry.get(table)
    for _ in range(2):
        seat = session.state.match.actors()[0]
        await commands.act(
            session, ann.id, seat, session.state.decision(seat), session.state.match.legal_names(seat)[0]
        )
    first, second = await registry.store.entries.read(table)
    rows = [first, replace(second, checksum="2:" + "0" * 32)]
    rules = session.state.row.rules
    await registry.store.entries.adopt_rules(table, (rules, {}), [first, second], rows, began_under=rules)
    broken = await Registry(Settings(), registry.store, clock, SeededChance(3)).get(table)
    assert "after 1 of 2 entries" in broken.state.replay_error and "Entry 2" in broken.state.replay_error
    assert [entry.act for entry in broken.state.match.entries] == [first.act]


@pytest.mark.parametrize(
    ("seats", "start", "said"),
    [
        (["me", "open"], lambda: some_way().line(), "leave no seat open"),
        (
            ["me", "bot:random", "bot:random"],
            lambda: some_way().line(),
            "this position is for 2 seats, and 3 are chosen",
        ),
        (
            ["me", "bot:random"],
            lambda: some_way(game="mechanation").line(),
            "one of Mechanation: open a table of that game",
        ),
        (["me", "bot:random"], lambda: "move 1 2", "this is not the line of a position"),
        (["me", "bot:random"], lambda: some_way().line().replace('"seats":2', '"seats":3', 1), "its record for 2"),
    ],
)
async def test_positions_from_which_no_table_begins(
    registry: Registry, people: People, seats: list[str], start: Callable[[], str], said: str
) -> None:
    (ann,) = await people("Ann")
    with pytest.raises(Unreadable, match=said):
        by_choice(ann, "switchyard", seats, {}, registry.chance, start=start())


def test_from_the_form_to_the_replay(client: TestClient) -> None:
    """The page asks for a line; the game over, it can be stepped through, and there is no file of it."""
    assert 'name="start"' in client.get("/new?game=switchyard").text
    match = some_way(acts=0)
    form = {**FORM, "seat-1": "me", "name-1": "Bob", "start": f"  {match.line()}\n"}
    table = client.post("/new", data=form).headers["location"]
    while not match.over:
        seat = match.actors()[0]
        name = "stop" if "stop" in match.legal_names(seat) else match.legal_names(seat)[-1]
        answer = client.post(
            f"{table}/act", json={"seat": seat, "decision": match.decision(seat), "act": name}, headers=JSON
        )
        assert answer.status_code == 204, answer.text
        match.act(seat, name)
    replayed = client.get(f"{table}/replay")
    assert replayed.status_code == 200 and "Export" not in replayed.text
    steps = [client.get(f"{table}/replay/{at}").status_code for at in (0, len(match.entries))]
    assert steps == [200, 200]
    missing = client.get(f"{table}/log.json", headers=JSON)
    assert missing.status_code == 404 and "started from a position" in missing.text


def test_a_line_that_cannot_be_is_a_sentence(client: TestClient) -> None:
    answer = client.post("/new", data={**FORM, "seat-1": "me", "start": "{}"}, headers=JSON)
    assert answer.status_code == 400 and "This is not the line of a position" in answer.text
