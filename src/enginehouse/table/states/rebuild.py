"""Rebuild a table's match from its stored rows, and check it after each entry (an action, undo or redo)."""

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
from enginehouse.table.states.seating import list_former_seats
from enginehouse.table.store.rows import EntryRow, TableRow


@dataclass(frozen=True)
class Rebuilt:
    """A table's match, replayed up to its first invalid entry (an action, undo or redo).

    An entry is also invalid if it does not agree with its checksum. `replay_error` is "", or a sentence that says why
    the table cannot continue. If the table started under other rules and moves to today's, `adopted` has the entries
    under today's rules with their checksums.
    """

    match: Match
    replay_error: str = ""
    adopted: list[EntryRow] | None = None


def rebuild(row: TableRow, entries: Sequence[EntryRow]) -> Rebuilt:
    """Replay the stored entries of the table `row`. Return the match, with the reason if the replay has stopped.

    Entries are actions, undos and redos. The replay stops before the first entry that is invalid or does not agree with
    its checksum.
    """
    if row.start:
        return _from_position(row, entries)
    items, error = _items(entries)
    log = Log(row.game, row.rules, len(row.seats), row.options, row.seed, items)
    if not entries:  # a game without entries starts under today's rules
        match = Match.new(row.game, len(row.seats), row.options, log.seed_words())
        return Rebuilt(match, adopted=None if row.rules == match.game.facts.rules_version else [])
    played = replay(log)
    if played.error or error:
        return _broken(played, len(entries), played.error or error)
    if row.rules == played.match.game.facts.rules_version or row.status == "over":
        return Rebuilt(played.match)  # a finished game keeps the rules under which it was played
    return Rebuilt(played.match, adopted=_list_rows(played, entries))


def _from_position(row: TableRow, entries: Sequence[EntryRow]) -> Rebuilt:
    """Replay the entries of the table `row`, whose game started from a position instead of a shuffle.

    Entries are actions, undos and redos. Other games are replayed from a log, which names the version of their rules. A
    log cannot start from a position. So this replay uses today's rules, also if the game was played with an older
    version.
    """
    match = Match.at(row.start)
    for number, entry in enumerate(entries):
        try:
            match.step(entry)
            if not match.agrees(entry.checksum):
                raise Unreadable("it is legal, but the position after it is not the stored one")
        except EnginehouseError as error:
            return Rebuilt(
                _again(match, entries[:number]),
                _explain(number, len(entries), f"Entry {number + 1}, seat {entry.seat}: {error}"),
            )
    return Rebuilt(match)


def stored_log(row: TableRow, entries: Sequence[EntryRow]) -> Log:
    """Return the log of a finished game as it was stored, with its rules' version and the checksums of its entries.

    `row` is the table, and `entries` are its stored actions, undos and redos. If an entry cannot be read, raise the
    error of the first such entry.
    """
    items, error = _items(entries)
    if error is not None:
        raise error
    for item in items:
        item.check = short(item.check)
    result = Result(**row.result) if row.result else None
    checksum = entries[-1].checksum if entries else ""
    return with_receipt(row, Log(row.game, row.rules, len(row.seats), row.options, row.seed, items, result, checksum))


def with_receipt(row: TableRow, log: Log) -> Log:
    """Add the receipt of the shuffle to `log`, the log of the table `row`, and return the log.

    The receipt reveals the secret of the shuffle, so that players can verify it. The log stays as it is if the game is
    not over, or if the table has no verified shuffle.
    """
    if row.secret and row.status == "over":
        log.receipt = Receipt(commitment_of(row.secret), row.secret, list(row.salts))
        if order := list_former_seats(row):
            log.receipt.order = order
    return log


def _items(entries: Sequence[EntryRow]) -> tuple[list[Entry], EnginehouseError | None]:
    """Return the rows as entries (actions, undos, redos) of a log, and the error of the first faulty row.

    The error is None if all rows are correct. The list of entries ends before the faulty row.
    """
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
    """Return the result for a table that cannot continue: the match up to the last valid entry, and the reason.

    `played` is the replay up to that entry (an action, undo or redo), and `many` the number of stored entries. `error`
    is the fault of the first invalid entry.
    """
    good = played.log.entries[: played.accepted]
    return Rebuilt(_again(played.match, good), _explain(len(good), many, str(error), played.other_rules))


def _again(match: Match, entries: Sequence[Entered]) -> Match:
    """Return a new match with the same setup as `match`, in which exactly `entries` were played.

    Entries are actions, undos and redos.
    """
    fresh = match.begin_again()
    for entry in entries:
        fresh.step(entry)
    return fresh


def _explain(good: int, many: int, error: str, other_rules: str = "") -> str:
    """Return sentences that say why a table cannot continue.

    `many` entries (actions, undos, redos) are stored, and the first `good` of them are valid. `error` is the fault of
    the entry after these. `other_rules` is a sentence to add if the log names another version of the game's rules than
    the present one, or "".
    """
    told = f"This table cannot continue: after {good} of {many} entries its log no longer follows the rules."
    why = error.rstrip(".")
    return " ".join(filter(None, [told, f"{capitalize(why)}.", other_rules]))


def _list_rows(played: Played, entries: Sequence[EntryRow]) -> list[EntryRow]:
    """Return the entries (actions, undos, redos) of a log that was moved to today's rules, as rows for the database.

    `played` is the replay of the log. `entries` are the stored rows, whose dates are kept.
    """
    if not played.rewritten:
        return list(entries)
    match, rows = played.match.begin_again(), []
    for number, item in enumerate(played.log.entries, start=1):
        match.step(item)
        at = entries[min(number, len(entries)) - 1].at
        rows.append(EntryRow(number, item.seat, item.act, item.step, item.note, match.checksum(), at))
    return rows
