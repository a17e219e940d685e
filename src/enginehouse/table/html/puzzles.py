"""Make the page of puzzles."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from enginehouse.core.teaching.puzzles import choose_daily, puzzles_of
from enginehouse.table.html.lobby import list_offered
from enginehouse.table.html.rendering import render
from enginehouse.table.store.rows import Person


def page(person: Person | None, solved: Collection[str] = ()) -> str:
    """Return the page with the puzzle of the day and all puzzles of the games in the lobby.

    `solved` has the names of the puzzles that the person has solved. The page shows the themes of these puzzles only.
    """
    games = [(game, list(puzzles_of(game).values())) for game in list_offered() if puzzles_of(game)]
    daily = choose_daily(list_offered(), datetime.now(UTC).date())
    return render(
        "puzzles", title="Puzzles", name=person.name if person else "", games=games, solved=solved, daily=daily
    )
