"""Serve the page of puzzles, and open a table for a puzzle."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from enginehouse.core.teaching.puzzles import SIGN, PuzzleLesson, lesson_of, puzzles_of
from enginehouse.table.html import puzzles as pages
from enginehouse.table.html.lobby import list_offered
from enginehouse.table.store.entries import Solution
from enginehouse.table.store.rows import Person
from enginehouse.table.web.guests import visitor
from enginehouse.table.web.limits import TABLES
from enginehouse.table.web.lobby import open_lesson
from enginehouse.table.web.problems import not_found
from enginehouse.table.web.requests import count_as, find_game, get_shared

LOOKED_THROUGH = 200
"""The number of a person's latest tables that are searched for an unsolved puzzle."""


async def show(request: Request) -> Response:
    """Show all puzzles of the games of the lobby, and mark those that the caller has solved."""
    person = await visitor(request)
    solved: set[str] = set()
    if person is not None:
        solutions = [
            Solution(one.name, game.name, one.log.seed, len(one.log.entries) + 1, one.best)
            for game in list_offered()
            for one in puzzles_of(game).values()
        ]
        solved = await get_shared(request).registry.store.entries.find_solved(person.id, solutions)
    return HTMLResponse(pages.page(person, solved))


@count_as(TABLES)
async def begin(request: Request) -> Response:
    """Redirect to a table with the puzzle that the address names.

    If the caller has begun this puzzle but not solved it, redirect to the same table as before. Otherwise open a new
    table.
    """
    game = find_game(request)
    found = lesson_of(game, SIGN + request.path_params["puzzle"])
    if found is None:
        raise not_found("There is no such puzzle.")
    person = await visitor(request)
    table = await _find_unsolved(request, person, found) if person is not None else ""
    return RedirectResponse(f"/t/{table}", 303) if table else await open_lesson(request, game, found)


async def _find_unsolved(request: Request, person: Person, lesson: PuzzleLesson) -> str:
    """Return the id of the table at which a person has begun the puzzle `lesson`, but not solved it, or ""."""
    store = get_shared(request).registry.store
    for row in await store.tables.of_person(person.id, LOOKED_THROUGH):
        begun = row.lesson == lesson.name and row.game == lesson.log.game and row.status == "running"
        if begun and not row.damage and await store.entries.count(row.id) == len(lesson.prelude):
            return row.id
    return ""


ROUTES = [
    Route("/puzzles", show),
    Route("/games/{game}/puzzles/{puzzle}", begin, methods=["POST"]),
]
