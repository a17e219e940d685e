"""All claims that a log makes about its game, and the one function that checks them.

The form for logs, `enginehouse verify` and `enginehouse.load` call `check_log`, so they judge a log alike.
"""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.errors import Unreadable
from enginehouse.core.logs import Log
from enginehouse.core.match import Played, replay
from enginehouse.core.receipts import Receipt, wrong_with

CLAIMS = {
    "format": "this version reads it",
    "game": "there is such a game",
    "rules": "it is a version of rules",
    "seats": "the game is for so many seats",
    "options": "the game has these options with these choices",
    "seed": "it has 64 hexadecimal digits",
    "entries": "each is legal after the ones before, and its `check` is that of the record then",
    "checksum": "it is that of the record at the end, or there is none",
    "result": "it is what came out, by reason, scores and ranks; there is one if, and only if, the game is over",
    "receipt": "the secret fits the commitment, the setup is made of the secret and the salts, and seats were drawn from them",
}
"""The claim of each field of a log. A file also claims that it is one log, and that each name stands in it once."""


def check_log(log: Log, *, before: Callable[[int], object] | None = None, shorten: bool = False) -> Played:
    """Play a log again and check all of its claims; `error` of the result explains the first claim that does not hold.

    `before` and `shorten` are those of `replay`. Raise `Unreadable` if the game cannot even begin.
    """
    played = replay(log, before=before, shorten=shorten)
    if played.error is None and (wrong := _wrong_with_result(log, played) or _wrong_with_receipt(log)):
        played.error = Unreadable(f"all entries are legal, but {wrong}")
    return played


def _wrong_with_result(log: Log, played: Played) -> str:
    """Return why the result is wrong, or an empty text. A result that an upgrade has dropped is not compared."""
    found = played.match.result()
    if log.result is None:
        return "" if found is None else f"the game is over, and the log has no result; it is {found}"
    if found is None:
        return "the game is not over, and the log has a result"
    return "" if played.log.result in (None, found) else f"the result is another one: {found}"


def _wrong_with_receipt(log: Log) -> str:
    """Return why the receipt is wrong, or an empty text."""
    return wrong_with(log.receipt, log.seats, log.seed) if isinstance(log.receipt, Receipt) else ""
