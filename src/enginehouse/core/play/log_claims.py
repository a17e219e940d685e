"""Check the statements that a log makes about the end of its game: its result and its receipt.

A receipt is the proof of a fair shuffle (see `receipts`). The module also lists all statements that a log makes about
its game. `match.check_log` checks all of them.
"""

from __future__ import annotations

from enginehouse.core.play.logs import Log, Result
from enginehouse.core.play.receipts import Receipt, wrong_with

CLAIMS = {
    "format": "this version reads it",
    "game": "there is such a game",
    "rules": "it is a version of rules",
    "seats": "the game is for so many seats",
    "options": "the game has these options with these choices",
    "seed": "it has 64 hexadecimal digits",
    "entries": "each is legal after the ones before, and its `check` is that of the record then",
    "checksum": "it is that of the record at the end, or there is none",
    "result": "it has the reason, scores and ranks of the end of the game; a log has it exactly if the game is over",
    "receipt": "the secret fits the commitment, the setup is made of the secret and the salts, and seats were drawn from them",
}
"""The claim of each field of a log. A file also claims that it is one log, and that each name stands in it once."""


def wrong_claim(log: Log, played: Log, found: Result | None) -> str:
    """Check a log's statements about the end of its game: its result, and its receipt (the proof of a fair shuffle).

    Return a sentence about the first false statement, or "" if all are true. An upgrade may have rewritten the log for
    today's rules: `played` is the log that was really replayed. `found` is the result of that game.
    """
    return _wrong_with_result(log, played, found) or _wrong_with_receipt(log)


def _wrong_with_result(log: Log, played: Log, found: Result | None) -> str:
    """Return a sentence that says why the result of the log is wrong, or "" if it is right.

    `found` is the result of replaying the game, if the game is over then. `played` is the log that was replayed: the
    argument `log`, or a copy converted to today's rules if `log` was made under older rules. The conversion removes the
    result from the copy if the older rules gave a different result than today's rules. In that case, the result of the
    log is not compared with `found`.
    """
    if log.result is None:
        return "" if found is None else f"the game is over, and the log has no result; it is {found}"
    if found is None:
        return "the game is not over, and the log has a result"
    return "" if played.result in (None, found) else f"the result is another one: {found}"


def _wrong_with_receipt(log: Log) -> str:
    """Return a sentence about the fault of the log's receipt, or "" if the receipt is right or missing.

    A receipt proves that no single person has chosen the seed (see `receipts`).
    """
    return wrong_with(log.receipt, log.seats, log.seed) if isinstance(log.receipt, Receipt) else ""
