"""A table's match from what is stored of it, checked entry by entry on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.play.checksums import short
from enginehouse.core.play.entries import Entered, Entry
from enginehouse.core.play.logs import Log, Result
from enginehouse.core.play.match import Match, Played, replay
from enginehouse.core.play.receipts import Receipt, commitment_of
from enginehouse.core.words.naming import capitalize
from enginehouse.table.store.rows import EntryRow, TableRow
from enginehouse.table.tables.seating import order_of


@dataclass(frozen=True)
class Rebuilt:
    """A table's match as far as what is stored agrees with its checksums.

    `replay_error` is empty, or a sentence that says why the table cannot go on. `adopted`: the entries as the rules of today
    write them, with their checksums, where the table began under other rules and goes on under these, with the options of its
    match.
    """

    match: Match
    replay_error: str = ""
    adopted: list[EntryRow] | None = None


def rebuild(row: TableRow, entries: Sequence[EntryRow]) -> Rebuilt:
    """Replay what is stored; where an entry does not agree with its checksum, the match as far as it does, and why not."""
    if row.start:
        return _from_position(row, entries)
    items, error = _items(entries)
    log = Log(row.game, row.rules, len(row.seats), row.options, row.seed, items)
    if not entries:  # nothing was played under any rules: it begins under those of today
        match = Match.new(row.game, len(row.seats), row.options, log.seed_words())
        return Rebuilt(match, adopted=None if row.rules == match.game.facts.rules_version else [])
    played = replay(log)
    if played.error or error:
        return _broken(played, len(entries), played.error or error)
    if row.rules == played.match.game.facts.rules_version or row.status == "over":
        return Rebuilt(played.match)  # a game that is over stays one of the rules under which it was played
    return Rebuilt(played.match, adopted=_adopted(played, entries))


def _from_position(row: TableRow, entries: Sequence[EntryRow]) -> Rebuilt:
    """The same for a table that began from a position: it has no log, and is played under the rules of today."""
    match = Match.at(row.start)
    for number, entry in enumerate(entries):
        try:
            match.step(entry)
            if not match.agrees(entry.checksum):
                raise Unreadable("it is legal, but the position after it is not the stored one")
        except EnginehouseError as error:
            return Rebuilt(
                _again(match, entries[:number]),
                _told(number, len(entries), f"Entry {number + 1}, seat {entry.seat}: {error}"),
            )
    return Rebuilt(match)


def stored_log(row: TableRow, entries: Sequence[EntryRow]) -> Log:
    """The log of a finished game as it was stored: under the rules of its own time, with the checksums of then."""
    items, error = _items(entries)
    if error is not None:
        raise error
    for item in items:
        item.check = short(item.check)
    result = Result(**row.result) if row.result else None
    checksum = entries[-1].checksum if entries else ""
    return with_receipt(row, Log(row.game, row.rules, len(row.seats), row.options, row.seed, items, result, checksum))


def with_receipt(row: TableRow, log: Log) -> Log:
    """A log with the receipt of its deal, once the game is over; the secret is nobody's before."""
    if row.secret and row.status == "over":
        log.receipt = Receipt(commitment_of(row.secret), row.secret, list(row.salts))
        if order := order_of(row):
            log.receipt.order = order
    return log


def _items(entries: Sequence[EntryRow]) -> tuple[list[Entry], EnginehouseError | None]:
    """The rows as entries of a log, up to the first that can be none, and what is wrong with that."""
    items: list[Entry] = []
    for number, e in enumerate(entries, start=1):
        if e.number != number:
            return items, Unreadable(f"entry {number} is missing")
        try:
            items.append(Entry(e.seat, e.act, e.step, e.note, e.checksum))
        except ValueError as wrong:
            return items, Unreadable(f"entry {number}, seat {e.seat}: {wrong}")
    return items, None


def _broken(played: Played, many: int, error: EnginehouseError | None) -> Rebuilt:
    """The match up to the last entry that agrees: what was played beyond that is played again without it."""
    good = played.log.entries[: played.accepted]
    return Rebuilt(_again(played.match, good), _told(len(good), many, str(error), played.other_rules))


def _again(match: Match, entries: Sequence[Entered]) -> Match:
    """The same game with these entries."""
    fresh = match.begin_again()
    for entry in entries:
        fresh.step(entry)
    return fresh


def _told(good: int, many: int, error: str, other_rules: str = "") -> str:
    """Why a table cannot go on, in sentences."""
    told = f"This table cannot continue: after {good} of {many} entries its log no longer follows the rules."
    why = error.rstrip(".")
    return " ".join(filter(None, [told, f"{capitalize(why)}.", other_rules]))


def _adopted(played: Played, entries: Sequence[EntryRow]) -> list[EntryRow]:
    """The entries of a log that holds under other rules than it began with, as they are kept from now on."""
    if not played.rewritten:
        return list(entries)
    match, rows = played.match.begin_again(), []
    for number, item in enumerate(played.log.entries, start=1):
        match.step(item)
        at = entries[min(number, len(entries)) - 1].at
        rows.append(EntryRow(number, item.seat, item.act, item.step, item.note, match.checksum(), at))
    return rows
