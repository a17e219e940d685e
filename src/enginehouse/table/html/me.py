"""Make the page of a guest, with their games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from enginehouse.core.registry import game as games
from enginehouse.table import words
from enginehouse.table.addresses import own_address
from enginehouse.table.html.lobby import name_practice
from enginehouse.table.html.rendering import render
from enginehouse.table.people.played import Score, outcome
from enginehouse.table.store.rows import Person, TableRow


class ListPage(NamedTuple):
    """One page of a long list: its number (from 1), the number of all pages, and the rows on this page."""

    number: int
    pages: int
    rows: Sequence[TableRow]


def me(person: Person, part: ListPage, many: int, scores: Sequence[Score], brought: Sequence[TableRow]) -> str:
    """Return a guest's own page, with their tables, their scores and their uploaded logs (`brought`).

    `part` is one page of the list of their tables, and `many` the number of all of them.
    """
    return render(
        "me",
        title="My games",
        name=person.name,
        many=many,
        number=part.number,
        pages=part.pages,
        rows=[_row(one, person.id) for one in part.rows],
        brought=[
            {"title": _title(one.game), "address": _address(one), "day": words.day(one.changed)} for one in brought
        ],
        scores=[one._asdict() | {"title": _title(one.game)} for one in scores],
    )


def forget(person: Person) -> str:
    """Return the page that asks for confirmation before a person's data is deleted."""
    return render("forget", title="Forget me", name=person.name)


def _title(game: str) -> str:
    return games.get(game).facts.title if game in games.names() else game


def _address(row: TableRow) -> str:
    """Return the address of a table's page, or "" if the table cannot be opened."""
    return own_address(f"/t/{row.id}") if not row.damage and row.game in games.names() else ""


def _row(row: TableRow, person: str) -> dict[str, Any]:
    mine = [*row.list_seats(person), *row.list_kept_seats(person)]
    whole = _address(row)
    return {
        "title": _title(row.game),
        "address": whole,
        "over": row.status == "over",
        "went": _went(row, person) if whole else "Can’t be opened",
        "others": [seat for seat in row.seats if seat.seat not in mine and seat.kind != "open"],
        "day": words.day(row.changed),
        "kind": name_practice(row),
    }


def _went(row: TableRow, person: str) -> str:
    """Return the result of a table's game for the person with the id `person`, in words.

    If the game has no result, return its state in words.
    """
    if row.status == "gathering":
        return "Waiting for players"
    if row.status == "ended":
        return "Ended without a result"
    if row.status == "running":
        return "Running" if row.list_seats(person) else "Running; a bot plays for you"
    ended = outcome(row, person)
    if ended is None:
        return "Over" if row.list_seats(person) else "Over; a bot played for you"
    how = "Lost" if ended.lost else "Won" if ended.place == 1 else f"Place {ended.place} of {ended.seats}"
    return f"{how}, {ended.points} {'point' if ended.points == 1 else 'points'}"
