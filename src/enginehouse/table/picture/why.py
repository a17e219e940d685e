"""Find the clause that prevents a player from selecting a piece."""

from __future__ import annotations

import asyncio
from typing import Any

from enginehouse.core.errors import NotAllowed
from enginehouse.core.pictures.drawing import Marks, clean_id
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.puzzles import PuzzleLesson
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.addresses import own_address
from enginehouse.table.picture.model import PREFIX
from enginehouse.table.states import teaching
from enginehouse.table.states.state import TableState


def with_names(state: TableState, error: Exception, sentence: str) -> str:
    """Return a sentence for the caller as plain text, with the names of the players at this table.

    `error` is the error from which `sentence` comes. A refusal by the rules of a game has placeholders for names. If
    `error` is any other error, return the sentence unchanged, because it may quote a text of the request.
    """
    of_game = isinstance(error, NotAllowed) and error.clause != 0
    return fill_plain(sentence, state.row.names) if of_game else sentence


async def why_not(state: TableState, seat: int, piece: str, picked: list[str]) -> dict[str, Any]:
    """Return the reason why a piece cannot be selected, as a dict with `sentence`, `clause` and `link`.

    `link` is the address of the clause in the rulebook. `seat` is the viewer's seat. `piece` is the id of the piece
    that was clicked, and `picked` has the ids of the pieces that were clicked before it. All ids are those of the page.
    """
    view, game, names = state.view(seat), state.match.game, state.row.names
    if state.row.status == "gathering":
        return _answer("The game has not begun. Wait until every seat is taken, or fill up with bots.")
    if state.replay_error:
        return _answer(state.replay_error)
    if not state.running:
        return _answer("The game is over.")
    if seat < 0:
        return _answer("You are a spectator. Sit down at a table to play.")
    if seat in state.pending:
        return _answer("You have already chosen. Wait for the others, or undo your choice.")
    lesson = teaching.find_lesson(state) if seat >= 0 else None
    at = teaching.place(state) if lesson is not None and not isinstance(lesson, PuzzleLesson) else None
    if at is not None and at.step is not None:
        return _answer(teaching.refusal(state, seat))
    found = await asyncio.to_thread(_find_clause, game, view, seat, piece, picked)
    if found is None:
        return _answer(
            "That does not fit your choice. Pick one of the lit pieces, or press Escape to choose again."
            if picked
            else "Not available right now. You can use the lit pieces and the buttons."
        )
    code, clause = found
    return _answer(fill_plain(game.words.refusal(view, seat, code, clause), names), game.clause_name(clause), game.name)


def _answer(sentence: str, clause: str = "", game: str = "") -> dict[str, Any]:
    link = own_address(f"/games/{game}/rules#{clause}") if clause else ""
    return {"sentence": sentence, "clause": clause, "link": link}


def _find_clause(game: Game, view: Record, seat: int, piece: str, picked: list[str]) -> tuple[int, int] | None:
    """Return the code of a forbidden action, and the number of the rulebook clause that forbids it.

    The clicked pieces select the action. The player on `seat` clicked `piece` after the pieces `picked`. Consider all
    actions that need a click on each of these pieces, and perhaps on further ones. A further piece may not be in the
    picture now. If all pieces of some of these actions are in the picture, consider only these actions.

    Choose the clause that forbids the most of these actions, and the lowest code of an action that it forbids. Return
    None if no clause forbids any of them.
    """
    drawing, refusal = game.drawing, game.rules.refusal
    there = {PREFIX + clean_id(one.id) for one in drawing.draw(view, Marks())}
    wanted = {piece, *picked}
    meant, others = dict[int, list[int]](), dict[int, list[int]]()
    for code in range(len(game.vocabulary)):
        way = drawing.handles(view, code)
        if not way.pieces and not way.source:
            continue
        pieces = {PREFIX + clean_id(i) for i in way.ids()}
        if wanted <= pieces:
            found = meant if pieces <= there else others
            found.setdefault(int(refusal(view, seat, code)), []).append(code)
    found = {clause: codes for clause, codes in (meant or others).items() if clause}
    if not found:
        return None
    clause = max(found, key=lambda one: len(found[one]))
    return found[clause][0], clause
