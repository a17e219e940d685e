"""Read and write the file of a game (its log): options, seed, entries and result, as JSON with stable names.

The entries are the actions, undos and redos of the game, in order. New fields are added at the end and have defaults,
so that old files stay readable. A file with an unknown field is refused.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from enginehouse.core.errors import Unreadable, quote
from enginehouse.core.patterns import RULES_VERSION, SEED
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.json_texts import read_json, without_mark
from enginehouse.core.play.receipts import Receipt
from enginehouse.core.records.chance import seed_words

FORMAT = 1
"""The version of the format of logs."""


class Result(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The result of a game: the reason for its end, and scores and ranks by seat.

    The reason is the name of the rulebook clause that ended the game, such as "GM-4.2".
    """

    reason: str
    scores: list[int]
    ranks: list[int]


class Log(msgspec.Struct, forbid_unknown_fields=True):
    """A whole game: the game's name, the version of its rules, the seats, options, seed and entries, and the result.

    `entries` are the actions, undos and redos of the game, in order. `seed` is 64 hexadecimal digits. `checksum` is the
    checksum of the final record, or "" (see `checksums`). `result` is None if the game has not ended. `format` is the
    version of the log's format.
    """

    game: str
    rules: str
    seats: int
    options: dict[str, str]
    seed: str
    entries: list[Entry]
    result: Result | None = None
    checksum: str = ""
    format: int = FORMAT
    receipt: Receipt | msgspec.UnsetType = msgspec.UNSET
    """The receipt (the proof of a fair shuffle), if the table had made a commitment."""

    def seed_words(self) -> tuple[int, ...]:
        """Return the seed as eight words. Raise `Unreadable` if it is not 64 hexadecimal digits."""
        if not SEED.fullmatch(self.seed):
            raise Unreadable(f"a log's seed is 64 hexadecimal digits, not {quote(self.seed)}")
        return seed_words(tuple(int(self.seed[k : k + 8], 16) for k in range(0, 64, 8)))


def write(log: Log, *, line: bool = False) -> str:
    """Return a log as text: indented for a file of its own, or as one line if `line` is true."""
    data = msgspec.json.encode(log)
    return (data if line else msgspec.json.format(data, indent=1)).decode() + "\n"


def parse(text: str | bytes) -> Log:
    """Return the log in this text. Raise `Unreadable` with the fault and its place in the text."""
    log = read_json(text, Log, "the log of a game", once=True)
    if not RULES_VERSION.fullmatch(log.rules):
        raise Unreadable(f"the version of the rules is a whole number such as 1, not {quote(log.rules)}")
    if log.format != FORMAT:
        raise Unreadable(f"this log has format {quote(log.format)}; this version reads format {FORMAT}")
    return log


def parse_only(data: bytes, choice: str = "the file has to hold one") -> Log:
    """Return the log of a file that holds exactly one log. `data` is the content of the file.

    Raise `Unreadable` if the file holds several logs. `choice` is the last part of the error's sentence. It explains to
    the user how to choose one of the logs.
    """
    found = _split(data)
    if len(found) != 1:
        raise Unreadable(f"this file holds {len(found)} games; {choice}")
    return parse(found[0][1])


def load(path: Path) -> Log:
    """Return the log in a file that holds exactly one log.

    Raise `Unreadable` if the file cannot be read, if it is not a log, or if it holds several logs. The error's message
    begins with the path of the file.
    """
    data = _read_bytes(path)
    try:
        return parse_only(data, f"name one of them: {path}:1 to {path}:{len(_split(data))}")
    except Unreadable as error:
        raise Unreadable(f"{path}: {error}") from None


def load_all(path: Path) -> list[Log]:
    """Return the logs in a file: a JSON document with one log, or one log per line.

    If a log cannot be read, raise `Unreadable`. The message names the file and the line.
    """
    return [_parse_text(path, number, text) for number, text in _split(_read_bytes(path))]


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None


def _split(data: bytes) -> list[tuple[int, bytes]]:
    """Return the texts of the logs in a file, each with its line number, from 1 on.

    If the whole file is one log, the number is 0.
    """
    data = without_mark(data)
    lines = [(k, line) for k, line in enumerate(data.split(b"\n"), start=1) if line.strip()]
    return lines if len(lines) > 1 and _is_json(lines[0][1]) else [(0, data)]


def _parse_text(path: Path, number: int, text: bytes) -> Log:
    try:
        return parse(text)
    except Unreadable as error:
        raise Unreadable(f"{path}:{number}: {error}" if number else f"{path}: {error}") from None


def load_named(name: str) -> Log:
    """Return the log of a file. If the file holds several, the name has the number of one of them: `games.jsonl:12`.

    The first log has the number 1.
    """
    file, colon, number = name.rpartition(":")
    if not colon or not number.isdecimal() or Path(name).exists():
        return load(Path(name))
    lines = _split(_read_bytes(Path(file)))
    if not 1 <= int(number[:9]) <= len(lines):
        raise Unreadable(f"{file} has games 1 to {len(lines)}, not {number}")
    return _parse_text(Path(file), *lines[int(number[:9]) - 1])


def _is_json(line: bytes) -> bool:
    """Return whether a line is a whole JSON document, as in a file with one log per line."""
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True
