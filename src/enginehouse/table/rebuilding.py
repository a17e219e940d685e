"""A table's match from what is stored of it, checked on the way."""

from __future__ import annotations

from collections.abc import Sequence

from enginehouse.core import game as games
from enginehouse.core.errors import EnginehouseError, NotAllowed
from enginehouse.core.match import Entry, Match
from enginehouse.table.store import EntryRow, TableRow


def rebuild(row: TableRow, entries: Sequence[EntryRow]) -> tuple[Match, str]:
    """Replay what is stored; where it does not agree with its checksums, the match as far as it does, and why not."""
    match = Match.new(games.get(row.game), row.seats, row.options, _seed(row.seed))
    trouble = ""
    try:
        for entry in entries:
            match.step(Entry(entry.seat, entry.act, entry.step, entry.note))
        if entries and match.checksum() != entries[-1].checksum:
            trouble = "checksum"
    except EnginehouseError:
        trouble = "refused"
    return (match, "") if not trouble else _rebuild_carefully(row, entries)


def _rebuild_carefully(row: TableRow, entries: Sequence[EntryRow]) -> tuple[Match, str]:
    game = games.get(row.game)
    match = Match.new(game, row.seats, row.options, _seed(row.seed))
    good, why = 0, "the record after it is another one now"
    for entry in entries:
        try:
            match.step(Entry(entry.seat, entry.act, entry.step, entry.note))
        except EnginehouseError as error:
            clause = f" ({game.clause_name(error.clause)})" if isinstance(error, NotAllowed) and error.clause else ""
            why = f"{error}{clause}"
            break
        if match.checksum() != entry.checksum:
            break
        good += 1
    match = Match.new(game, row.seats, row.options, _seed(row.seed))
    for entry in entries[:good]:
        match.step(Entry(entry.seat, entry.act, entry.step, entry.note))
    changed = (
        game.facts.rules_changes.get(game.facts.rules_version, "") if game.facts.rules_version != row.rules else ""
    )
    said = f"This table cannot go on: after {good} of {len(entries)} entries the rules tell another story. Entry {good + 1}: {why}"
    return match, f"{said} {changed}".strip()


def _seed(text: str) -> tuple[int, ...]:
    return tuple(int(text[k : k + 8], 16) for k in range(0, 64, 8))
