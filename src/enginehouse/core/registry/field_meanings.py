"""Read the meaning of the fields of a record, from the comments in the file `state.py` of a game."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

from enginehouse.core.registry.game import Game

WIDEST = 110
"""A comment above a field belongs to the field if both together are wider than this. Otherwise it is a heading."""
OF_EVERY_GAME = {
    "seats": "the number of seats",
    "reason": "the clause that ended the game, as a number (302 is clause 3.2); 0 while it runs",
    "viewer": "the viewing seat + 1, or 0 for a spectator",
    "asked": "mask of the seats that are asked to choose at once",
    "laid": "mask of the seats that have answered; a seat sees its own bit",
    "opened": "how often sealed answers were opened",
    "answer": "by seat: its sealed answer; a seat sees its own",
    "row": "the piece at each place of all zones, or -1 - the kind of its back if it is unknown; 0: none",
    "start": "by zone: its first place in `row`",
    "size": "by zone: how many pieces are in it",
    "holds": "by zone: mask of the seats that know its pieces, but not their places",
    "known": "by piece: mask of the seats that know its place",
    "listed": "by piece: the zone + 1 in which the viewer knows it to be, without its place; 0: none",
}
"""The meaning of the fields that every game has, or that has hidden pieces."""


def read_comments(source: str) -> dict[str, str]:
    """Return the comments of the fields that the classes of a source declare, by the name of the field.

    A comment is on the line of its field, or in the lines above if it is too long.
    """
    lines = source.splitlines()
    beside: dict[int, str] = {}
    above: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row = token.start[0]
            (above if lines[row - 1].lstrip().startswith("#") else beside)[row] = token.string.lstrip("# ")
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            row, text = node.lineno - 1, beside.get(node.end_lineno or node.lineno, "")
            before: list[str] = []
            while row in above:
                before.insert(0, above[row])
                row -= 1
            if not text and len(lines[node.lineno - 1]) + len(" ".join(before)) > WIDEST:
                text = " ".join(before)
            found[node.target.id] = text
    return found


def read_meanings(game: Game) -> dict[str, str]:
    """Return a dict from the name of each field in a game's record to a text that explains the field.

    The text is the comment of the field in the game's `state.py`. The fields that every game has are explained in
    `OF_EVERY_GAME`. If there is neither, the text is "".
    """
    file = game.module("state").__file__
    comments = read_comments(Path(file).read_text("utf-8")) if file else {}
    return {name: comments.get(name) or OF_EVERY_GAME.get(name, "") for name in game.shape.fields}
