"""Find the subject of an experiment: the card, tile or other piece that its question is about (a part)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry.game import Game
from enginehouse.lab.measures import list_words


def list_parts(game: Game) -> list[str]:
    """Return a list of the names of all cards, tiles and other pieces that the file `measures.py` of a game lists.

    This file has functions that note facts of each game, such as the cards that a seat bought. Its dict `WORDS` has the
    names of these pieces. Each name is returned once.
    """
    columns: Iterable[str] = getattr(game.measures, "WORDS", {})
    return list(dict.fromkeys(word for column in columns for word in list_words(column, game)))


def list_part_measures(game: Game) -> list[str]:
    """Return a list of the names of a game's measures about cards and other pieces: `ABOUT_PARTS` of `measures.py`."""
    return list(getattr(game.measures, "ABOUT_PARTS", ()))


def find_part_name(part: str, game: Game) -> str:
    """Return the name of a card, tile or other piece as the game writes it.

    `part` may differ from the name in capitals, and in spaces, hyphens and other signs. Raise `Unreadable` with similar
    names if the game has no such piece.
    """
    parts = list_parts(game)
    if part in parts:
        return part
    alike = [one for one in parts if _slug(one) == _slug(part)]
    if len(alike) == 1:
        return alike[0]
    if not parts:
        raise Unreadable(f"part: the measures of {game.facts.title} know no parts; name some in WORDS of measures.py")
    near = difflib.get_close_matches(part, parts, 3, 0.5)
    raise Unreadable(
        f"part: {game.facts.title} has no part called {part!r}" + (f"; near it: {', '.join(near)}" if near else "")
    )


def find_part(paths: Iterable[str], game: Game) -> str:
    """Return the name of the piece to which the numbers with these paths belong.

    A path such as `TILES.duplicator.price` names a row of a table in the rules, which describes a card, tile or other
    piece. Return "" if the paths name no piece, or different pieces.
    """
    parts = {_slug(part): part for part in list_parts(game)}
    found = {parts[_slug(word)] for path in paths for word in path.split(".")[1:] if _slug(word) in parts}
    return found.pop() if len(found) == 1 else ""


def describe_number(path: str, value: int | str) -> str:
    """Return the new value of a number in a game's rules in words, such as `price of Duplicator 1`.

    `path` is the dotted path of the number in the data of the rules, here `TILES.duplicator.price`. `value` is its new
    value, here 1.
    """
    table, *rest = path.split(".")
    if len(rest) > 1:
        *rows, column = rest
        return f"{_spell(column)} of {' '.join(_capitalize(row) for row in rows)} {value}"
    if rest:
        return f"{_spell(table)} of {_capitalize(rest[0])} {value}"
    return f"{_spell(table)} {value}"


def _slug(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")


def _spell(name: str) -> str:
    return name.lower().replace("_", " ").replace("-", " ")


def _capitalize(row: str) -> str:
    """Return a name from the data of a game's rules as a title: `Gift Wrapper` for `gift-wrapper`."""
    return " ".join(word[:1].upper() + word[1:] for word in row.replace("-", " ").split())
