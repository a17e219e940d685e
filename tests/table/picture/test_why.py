"""Why not, asked by those for whom it is no matter of rules: watchers, who has answered, where a game has not begun or is over."""

from __future__ import annotations

import pytest
from asked_to_stop import three_with_a_window
from opened import ANN, BOB, People, TableOf, act, new

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.pictures.drawing import Marks, clean_id
from enginehouse.table.picture.model import PREFIX
from enginehouse.table.picture.why import why_not, with_names
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry

pytestmark = pytest.mark.usefixtures("no_workers")


def only(sentence: str) -> dict[str, str]:
    """A sentence that cites no clause."""
    return {"sentence": sentence, "clause": "", "link": ""}


async def test_a_spectator_learns_that_only_players_act(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob")
    assert await why_not(session.state, -1, "p-siding-5", []) == only(
        "You are a spectator. Sit down at a table to play."
    )
    assert (await why_not(session.state, 0, "p-siding-5", []))["clause"] == "SY-2.2"
    assert (await why_not(session.state, 1, "p-siding-5", []))["sentence"] == "It is Ann's turn."


async def test_a_player_who_answered_learns_that_the_window_is_still_open(table_of: TableOf) -> None:
    session = await three_with_a_window(table_of)
    asked = {seat: await why_not(session.state, seat, "p-siding-5", []) for seat in (1, 2)}
    assert {one["clause"] for one in asked.values()} == {"SY-2.4"}
    await act(session, 1, "pass")
    answered = only("You have already chosen. Wait for the others, or undo your choice.")
    assert await why_not(session.state, 1, "p-siding-5", []) == answered
    assert await why_not(session.state, 2, "p-siding-5", []) == asked[2], "another's answer is no matter of mine"
    await commands.undo(session, BOB, 1, session.state.decision(1))
    assert await why_not(session.state, 1, "p-siding-5", []) == asked[1]


@pytest.mark.parametrize("game", ["mechanical-beast", "great-machine"])
async def test_a_missing_name_is_not_suggested(table_of: TableOf, game: str) -> None:
    """Neither a gear that a room has not, nor a player who is not at the table."""
    session = await table_of("Ann", "Bob", "Cat", game=game)
    told = set()
    for _ in range(12):
        match = session.state.match
        for seat in range(3):
            view = match.view(seat)
            drawn = [one.id for one in match.game.drawing.draw(view, Marks()) if one.label]
            told |= {(await why_not(session.state, seat, PREFIX + clean_id(one), []))["sentence"] for one in drawn[::3]}
        who = match.actors()[0]
        await act(session, who, match.legal_names(who)[0])
    assert len(told) > 3 and not [one for one in told if one.startswith("There is no such")]


async def test_before_the_game_begins_no_rules_are_cited(registry: Registry, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await registry.get(await new(registry, ann, "switchyard", ["me", "open"]))
    for seat in (-1, 0):
        assert await why_not(session.state, seat, "p-siding-5", []) == only(
            "The game has not begun. Wait until every seat is taken, or fill up with bots."
        )
    await commands.sit(session, bob)
    assert (await why_not(session.state, 0, "p-siding-5", []))["clause"] == "SY-2.2"


@pytest.mark.parametrize("how", ["played", "given up"])
async def test_when_it_is_over_it_says_so_to_everybody(table_of: TableOf, how: str) -> None:
    session = await table_of("Ann", bots=1)
    if how == "played":
        session.state.match.state.points[0] = 6
        session.state.match.state.siding[0] = 5
        await act(session, 0, "move 5 6")
    else:
        await absence.leave(session, ANN)
    assert session.state.row.status == {"played": "over", "given up": "ended"}[how]
    for seat in (-1, 0, 1):
        assert await why_not(session.state, seat, "p-siding-5", []) == only("The game is over.")


async def test_names_go_into_sentences_of_the_game_alone(table_of: TableOf) -> None:
    """Somebody may be called {1}, and a refusal may say back what was sent."""
    state = (await table_of("{1}", "Bob")).state
    waits = NotAllowed(0, "{1} has not kept the others waiting for long enough.")
    assert with_names(state, waits, waits.sentence) == waits.sentence == str(waits)
    sent = Unreadable("there is no action '{9}{0}'")
    assert with_names(state, sent, str(sent)) == str(sent)
    clause = NotAllowed(202, "It is {0}’s turn, not {1}’s.")
    assert with_names(state, clause, clause.sentence) == "It is {1}’s turn, not Bob’s."
    assert str(clause) == "It is Seat 0’s turn, not Seat 1’s."
