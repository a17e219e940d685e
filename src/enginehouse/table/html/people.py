"""Make the chat and the notes beside the board, and the page with a receipt, by which players verify a shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from enginehouse.core.play.receipts import commitment_of
from enginehouse.core.registry.game import Game
from enginehouse.table.addresses import own_address
from enginehouse.table.html.rendering import render
from enginehouse.table.people.talk import NOTE_LENGTH, PHRASES, TEXT_LENGTH
from enginehouse.table.states.seating import list_former_seats
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.store.talk import HOUSE, ONLOOKER, ChatLine


@dataclass(frozen=True)
class Beside:
    """The chat and the notes beside the board, as far as one viewer may see them."""

    lines: Sequence[ChatLine] = ()
    me: str = ""
    """The id of the viewer, or "" for an unknown viewer."""
    host: bool = False
    note: str | None = None
    """The viewer's note, or None without a seat."""

    def data(self) -> dict[str, Any]:
        """Return the chat and the notes as data for a template."""
        return {
            "talk": [describe_line(one, self.me if self.host else "") for one in self.lines],
            "phrases": PHRASES,
            "text_length": TEXT_LENGTH,
            "note": self.note,
            "note_length": NOTE_LENGTH,
        }


def receipt(row: TableRow, game: Game, person: Person | None) -> str:
    """Return the page of a table's receipt: the values by which players verify its shuffle. `person` is the viewer.

    During the game the page has only the commitment, the SHA-256 of the table's secret.
    """
    over = row.status == "over" and bool(row.secret)
    return render(
        "receipt",
        title="Fair shuffle",
        name=person.name if person else "",
        game=game,
        address=own_address(f"/t/{row.id}"),
        table=row.id,
        commitment=commitment_of(row.secret) if row.secret else "",
        secret=row.secret if over else "",
        seed=row.seed if over else "",
        salts=row.salts if over else (),
        order=list_former_seats(row) if over else (),
    )


def describe_line(line: ChatLine, host: str) -> dict[str, Any]:
    """Return a line of the chat as a dict for pages and scripts.

    `n` is the number of the line. `seat`, `name` and `text` are those of the line. `by` is the kind of the writer:
    `player`, `onlooker` (a spectator) or `house` (the server). `mute` says whether the viewer may mute the writer. The
    argument `host` is the viewer's id if the viewer is the host of the table, else "".
    """
    return {
        "n": line.number,
        "seat": line.seat,
        "name": line.name,
        "text": line.text,
        "by": {ONLOOKER: "onlooker", HOUSE: "house"}.get(line.seat, "player"),
        "mute": bool(host) and line.person != host and line.seat != HOUSE,
    }
