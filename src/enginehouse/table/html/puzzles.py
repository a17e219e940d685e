"""Make the page of puzzles."""

from __future__ import annotations

from collections.abc import Collection

from enginehouse.core.teaching.puzzles import puzzles_of
from enginehouse.table.html.lobby import list_offered
from enginehouse.table.html.rendering import render
from enginehouse.table.store.rows import Person


def page(person: Person | None, solved: Collection[str] = ()) -> str:
    """Return the page of every puzzle of the games that are offered. `solved` holds the names of those that the person has solved."""
    games = [(game, list(puzzles_of(game))) for game in list_offered() if puzzles_of(game)]
    return render("puzzles", title="Puzzles", name=person.name if person else "", games=games, solved=solved)
